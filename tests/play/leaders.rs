//! What the look, the panel, messages, JSON and narration tell of packs and their leaders (M-8 to M-10, B-7).
use crate::nonblank_rows;
use dungeon::Session;
use dungeon::session::StateLine;
use dungeon_play::narration::{LineInterface, Narrator};

/// A hall in which a hero stands before an alpha with a pack of three.
const HALL: &str = "hero health=40 strength=9 manna=0 max-manna=0
kind A \"alpha wolf\" health=9 strength=2 sense=within:5 hunt=path
kind w \"wolf\" health=6 strength=3 hunt=path follows=A
map
###############
#@A..w.......$#
#.....w.......#
#####.#########
#####.w.#######
###############
end
";

fn pressed(keys: &str) -> Session {
    let mut session = Session::from_text(HALL).expect("sound");
    session.press(keys).expect("a script");
    session
}

#[test]
fn m8_the_look_tells_who_leads_and_who_follows() {
    insta::assert_snapshot!(nonblank_rows(&pressed(";<Tab>")), @r"
    ###############
    #@A••w.......$#
    #.....w.......#
    #####.#########
    #####.w.#######
    ###############
    Health 40  Manna 0/0  Wealth 0  Turn 0
    In sight: A alpha wolf 9  w wolf 6  w wolf 6  w wolf 6  $ gold
    3,2: An alpha wolf, health 9; floor. It approaches, hits for 2 and leads a pack
    of 3. It has seen you, and can take up to 2 health next turn. Your blow kills
    it. A bolt (d) takes 8 of its 9 health and costs you 16 health.
    ");
    insta::assert_snapshot!(nonblank_rows(&pressed(";<Tab><Tab>")), @r"
    ###############
    #@A••w.......$#
    #.....w.......#
    #####.#########
    #####.w.#######
    ###############
    Health 40  Manna 0/0  Wealth 0  Turn 0
    In sight: A alpha wolf 9  w wolf 6  w wolf 6  w wolf 6  $ gold
    6,2: A wolf, health 6; floor. It hits for 3 and follows the alpha wolf. It has
    seen you, but can't hurt you next turn. A bolt (d) takes 1 of its 6 health and
    costs you 16 health.
    ");
}

#[test]
fn m10_one_message_tells_that_the_pack_scatters() {
    insta::assert_snapshot!(pressed("l").messages().join("\n"), @r"
    You enter the dungeon. Press ? for the keys.
    You hit the alpha wolf for 9.
    The alpha wolf dies.
    The pack scatters.
    ");
}

#[test]
fn b7_the_look_tells_that_a_monster_flees() {
    insta::assert_snapshot!(nonblank_rows(&pressed("l;<Tab>")), @r"
    ###############
    #@....w......$#
    #......w......#
    #####.#########
    #####..w#######
    ###############
    Health 40  Manna 0/0  Wealth 0  Turn 1
    In sight: w wolf 6 (fleeing 9)  w wolf 6 (fleeing 9)  +2 more
    You enter the dungeon. Press ? for the keys.
    7,2: A wolf, health 6, fleeing for 9 turns; floor. It hits for 3. It flees from
    you, and can't hurt you next turn. No bolt reaches it. A bolt does 8, 4, 2, 1
    damage along four cells and stops at walls.
    ");
}

#[test]
fn b7_the_state_as_json_has_the_turns_of_a_flight() {
    let session = pressed("l");
    let json = serde_json::to_value(StateLine::new(&session)).expect("JSON");
    assert_eq!(
        json["bodies"][0]["states"],
        serde_json::json!({ "fleeing": 9 })
    );
}

#[test]
fn m10_narration_tells_it_too() {
    let mut session = pressed("");
    let mut narrator = Narrator::new(&mut session);
    narrator.opening();
    let lines = ["look alpha wolf", "east", "look wolf", "wait"];
    let told = lines.map(|line| format!("> {line}\n{}", narrator.answer(line).join("\n")));
    insta::assert_snapshot!(told.join("\n"), @r"
    > look alpha wolf
    An alpha wolf: 1 east, health 9.
    1 east: It approaches, hits for 2 and leads a pack of 3. It has seen you, and can take up to 2 health next turn. Your blow kills it. A bolt (d) takes 8 of its 9 health and costs you 16 health.
    > east
    You hit the alpha wolf for 9.
    The alpha wolf dies.
    The pack scatters.
    2 wolves are now 5 east; 6 east, 1 south.
    No alpha wolf is in sight now.
    > look wolf
    2 wolves: 5 east, health 6, fleeing for 9 turns; 6 east, 1 south, health 6, fleeing for 9 turns.
    5 east: It hits for 3. It flees from you, and can't hurt you next turn. No bolt reaches it. A bolt does 8, 4, 2, 1 damage along four cells and stops at walls.
    6 east, 1 south: It hits for 3. It flees from you, and can't hurt you next turn.
    > wait
    2 wolves are now 6 east; 7 east, 1 south.
    ");
}

#[test]
fn m9_an_attack_that_wakes_a_whole_pack_is_told_with_its_number() {
    let told = |row: &str, keys: &str| {
        let text = "hero strength=4 manna=8
kind A \"alpha wolf\" health=30 strength=0 asleep=yes
kind w \"wolf\" health=30 strength=0 asleep=yes follows=A
item ( \"bow\" wear=strength:1 attack=shoot:3
item } \"hook\" wear=strength:1 attack=pull:5
item ! \"acid\" health=-6 keep=yes throw=6
map
##########
#.@..A.w$#
#####.####
#####w####
##########
end
";
        let text = text.replace("#.@..A.w$#", row);
        let mut session = Session::from_text(&text).expect("sound");
        session.press(keys).expect("a script");
        let said = session.messages().iter();
        let told = said.filter(|said| said.contains("alpha")).cloned();
        told.collect::<Vec<String>>().join(" ")
    };
    // The second follower is around the corner, where the hero does not see it wake.
    let told = [
        told("#..@A.w.$#", "l"),
        told("#.@.A.w.$#", "d"),
        told("#@!.A.w.$#", "llt<Enter>"),
        told("#@(.A.w.$#", "lliat<Enter>"),
        told("#@}..A.w$#", "liat<Enter>"),
    ];
    insta::assert_snapshot!(told.join("\n"), @r"
    The alpha wolf wakes up. You hit the alpha wolf for 4. The alpha wolf hits you to no effect.
    The alpha wolf wakes up. Your bolt hits the alpha wolf for 4.
    The alpha wolf wakes up. You throw the acid at the alpha wolf for 6. The alpha wolf hits you to no effect.
    The alpha wolf wakes up. You shoot the alpha wolf for 5. The alpha wolf hits you to no effect.
    The alpha wolf wakes up. You pull the alpha wolf 2 cells with the hook. The alpha wolf hits you to no effect.
    ");
}

#[test]
fn m4_allies_that_stay_behind_are_told() {
    let told = |rows: &str, keys: &str| {
        let text = format!(
            "kind p \"page\" health=9 side=hero sense=within:8 hunt=path\nkind w \"wolf\" health=9 side=hero speed=50%\n\
             map\n########\n{rows}\n########\nend\n\
             level \"Below\"\nmap\n#######\n#<..$.#\n#######\nend\n"
        );
        let mut session = Session::from_text(text).expect("sound");
        session.press(keys).expect("a script");
        session.latest_messages().join(" ")
    };
    let alone = told("#>.@p..#", ".hh>");
    assert_eq!(alone, "You climb down to Below. The page follows you.");
    let left = told("#>.@w..#\n#...w..#", ".hh>");
    assert_eq!(
        left,
        "You climb down to Below. The wolf stays behind. The wolf stays behind."
    );
}

//! What the screen, the look, the inventory, messages, JSON and narration tell of timed states (B-*).
use crate::nonblank_rows;
use crate::sessions::pressed;
use dungeon::Session;
use dungeon::session::StateLine;
use dungeon_play::narration::{LineInterface, Narrator};

/// A hall in which a hero with a potion, a scroll and two flasks stands before an ogre.
const HALL: &str = "hero health=20 strength=2 manna=0 max-manna=0
item ! \"potion of speed\" gives=haste:4 keep=yes
item ? \"scroll of wards\" gives=warded:6 keep=yes verb=\"read\"
item & \"fire flask\" health=-1 gives=burning:3 keep=yes throw=6
item = \"pot of glue\" gives=slow:4 keep=yes throw=6
item ~ \"mist\" gives=unseen:5
kind o \"ogre\" health=12 strength=4 sense=within:9 hunt=path
map
###############
#@!?&=......o.#
#.~..........$#
###############
end
";

#[test]
fn b1_the_numbers_and_the_sight_tell_the_turns_left() {
    let keys = "lllliaibt<Enter>";
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, keys)), @r"
    ###############
    #....@..o.....#
    #.~..........$#
    ###############
    Health 21  Manna 0/0  Haste 3  Warded 5  Wealth 0  Turn 5
    In sight: o ogre 11 (burning 3)  ~ mist  $ gold
    Inventory: d pot of glue
    You enter the dungeon. Press ? for the keys.
    You take the potion of speed (a in your inventory).
    You take the scroll of wards (b in your inventory).
    You take the fire flask (c in your inventory).
    You take the pot of glue (d in your inventory).
    You use the potion of speed. You speed up for 4 turns.
    You read the scroll of wards. You are warded for 6 turns.
    You throw the fire flask at the ogre for 1. The ogre is on fire for 3 turns.
    ");
    let wide = pressed(HALL, &format!("{keys}<resize 100x30>"));
    insta::assert_snapshot!(nonblank_rows(&wide), @r"
                                                                            Health          ████████  21
                                                                            Manna                    0/0
                                                                            Haste                      3
                                                                            Warded                     5
                                                                            Wealth                     0
                                                                            Turn                       5
                                                                            In sight
                               ###############                              o ogre (burning 3)        11
                               #....@..o.....#                              ~ mist
                               #.~..........$#                              $ gold
                               ###############
                                                                            Inventory
                                                                            d pot of glue
                                                                            Goal
                                                                            Take every item to win. You
                                                                            lose when you run out of
                                                                            health.
    You take the pot of glue (d in your inventory).
    You use the potion of speed. You speed up for 4 turns.
    You read the scroll of wards. You are warded for 6 turns.
    You throw the fire flask at the ogre for 1. The ogre is on fire for 3
    turns.
    ");
    let small = pressed(HALL, &format!("{keys}<resize 40x16>"));
    insta::assert_snapshot!(nonblank_rows(&small), @r"
    ###############
    #....@..o.....#
    #.~..........$#
    ###############
    Health 21  Manna 0/0  Haste 3  Warded 5
    In sight: o ogre 11 (burning 3)  +2 more
    Inventory: d pot of glue
    You take the pot of glue (d in your
    inventory).
    You use the potion of speed. You speed
    up for 4 turns.
    You read the scroll of wards. You are
    warded for 6 turns.
    You throw the fire flask at the ogre for
    1. The ogre is on fire for 3 turns.
    ");
}

#[test]
fn b1_the_look_tells_the_states_of_a_monster_and_reckons_with_them() {
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lllltt<Enter>.;<Tab>")), @r"
    ###############
    #....@••o•....#
    #.~..........$#
    ###############
    Health 22  Manna 0/0  Wealth 0  Turn 6
    In sight: o ogre 12 (slow 2)  ~ mist  $ gold
    Inventory: a potion of speed  b scroll of wards  c fire flask
    You enter the dungeon. Press ? for the keys.
    You take the potion of speed (a in your inventory).
    You take the scroll of wards (b in your inventory).
    You take the fire flask (c in your inventory).
    You take the pot of glue (d in your inventory).
    You throw the pot of glue at the ogre. The ogre slows down for 4 turns.
    9,2: An ogre, health 12, slow for 2 turns; floor. It approaches and hits for 4.
    It has seen you, but can't hurt you next turn. A bolt (d) takes 2 of its 12
    health and costs you 16 health.
    ");
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lllllt<Enter>tt<Enter>..;<Tab><resize 40x16>")), @r"
    ###############
    #.....@o•••...#
    #.~..........$#
    ###############
    Health 15  Manna 0/0  Wealth 0  Turn 9
    In sight: o ogre 5 (slow 1)  +2 more
    Inventory: a potion of speed  +1 more
    The ogre burns for 2. The ogre stops
    burning.
    8,2: An ogre, health 5, slow for 1 turn;
    floor. It approaches and hits for 4. It
    has seen you, but can't hurt you next
    turn. Your blow takes 2 of its 5 health.
    A bolt (d) kills it and costs you 16
    health.
    ");
}

#[test]
fn b1_the_inventory_and_the_look_tell_what_items_give() {
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lllli")), @r"
    Inventory
    a  potion of speed: haste for 4 turns
    b  scroll of wards: wards for 6 turns
    c  fire flask: -1 health, sets on fire for 3 turns, throw up to 6 cells
    d  pot of glue: slows for 4 turns, throw up to 6 cells
    Press an item's letter to use, wield or wear it; this takes a turn.
    Health 21, manna 0 of 0, wealth 0. 2 items left to take.
    Esc: back
    ");
    insta::assert_snapshot!(nonblank_rows(&pressed(HALL, "lllltt")), @r"
    ###############
    #....@•••o....#
    #.~..........$#
    ###############
    Health 21  Manna 0/0  Wealth 0  Turn 4
    In sight: o ogre 12  ~ mist  $ gold
    Inventory: a potion of speed  b scroll of wards  c fire flask  d pot of glue
    You enter the dungeon. Press ? for the keys.
    You take the potion of speed (a in your inventory).
    You take the scroll of wards (b in your inventory).
    You take the fire flask (c in your inventory).
    10,2: An ogre, health 12; floor. The pot of glue slows the ogre for 4 turns.
    Enter: throw, t: next item, Esc: back.
    ");
    let rows = nonblank_rows(&pressed(HALL, ";jl"));
    insta::assert_snapshot!(rows.lines().last().unwrap_or_default(), @r"
    3,3: Mist; floor.
    ");
}

#[test]
fn b1_messages_tell_when_states_begin_and_end() {
    let told = |keys: &str| pressed(HALL, keys).messages().join("\n");
    insta::assert_snapshot!(told("lllliaib........"), @r"
    You enter the dungeon. Press ? for the keys.
    You take the potion of speed (a in your inventory).
    You take the scroll of wards (b in your inventory).
    You take the fire flask (c in your inventory).
    You take the pot of glue (d in your inventory).
    You use the potion of speed.
    You speed up for 4 turns.
    You read the scroll of wards.
    You are warded for 6 turns.
    The ogre hits you for 2.
    Your haste ends.
    The ogre hits you for 2.
    The ogre hits you for 2.
    Your ward fades.
    ");
    insta::assert_snapshot!(told("lllltt<Enter>t<Enter>......"), @r"
    You enter the dungeon. Press ? for the keys.
    You take the potion of speed (a in your inventory).
    You take the scroll of wards (b in your inventory).
    You take the fire flask (c in your inventory).
    You take the pot of glue (d in your inventory).
    You throw the pot of glue at the ogre.
    The ogre slows down for 4 turns.
    You throw the fire flask at the ogre for 1.
    The ogre is on fire for 3 turns.
    The ogre burns for 2.
    The ogre burns for 2.
    The ogre burns for 2.
    The ogre is no longer slow.
    The ogre stops burning.
    The ogre hits you for 4.
    The ogre hits you for 4.
    The ogre hits you for 4.
    Your health is below two thirds.
    ");
    insta::assert_snapshot!(told("n......"), @r"
    You enter the dungeon. Press ? for the keys.
    You take the mist.
    You are unseen for 5 turns.
    You are visible again.
    ");
}

#[test]
fn b1_json_has_the_states_of_the_hero_and_of_monsters() {
    let state = StateLine::new(&pressed(HALL, "lllliat<Enter>"));
    let json = serde_json::to_value(&state).expect("JSON");
    assert_eq!(json["hero"]["states"], serde_json::json!({ "haste": 3 }));
    assert_eq!(
        json["bodies"][0]["states"],
        serde_json::json!({ "burning": 2 })
    );
    let plain = serde_json::to_value(StateLine::new(&pressed(HALL, "l"))).expect("JSON");
    assert!(plain["hero"].get("states").is_none() && plain["bodies"][0].get("states").is_none());
}

#[test]
fn b2_a_narrated_player_hears_states_begin_and_end_but_not_each_turn() {
    let mut session = pressed(HALL, "llll");
    let mut narrator = Narrator::new(&mut session);
    narrator.opening();
    let lines = [
        "use a",
        "use b",
        "throw d",
        "wait",
        "wait",
        "wait",
        "wait",
        "look ogre",
    ];
    let told: Vec<String> = lines
        .iter()
        .map(|line| format!("> {line}\n{}", narrator.answer(line).join("\n")))
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    > use a
    You use the potion of speed.
    You speed up for 4 turns.
    Health 21, Manna 0 of 0, Haste 4, Wealth 0.
    > use b
    You read the scroll of wards.
    You are warded for 6 turns.
    The ogre is now 3 east.
    Health 21, Manna 0 of 0, Haste 3, Warded 5, Wealth 0.
    > throw d
    You throw the pot of glue at the ogre.
    The ogre slows down for 4 turns.
    > wait
    The ogre is now 2 east.
    > wait
    Nothing changes.
    > wait
    Turn 7.
    > wait
    Nothing changes.
    > look ogre
    An ogre: 2 east, health 12, slow for 2 turns.
    2 east: It approaches and hits for 4. It has seen you, but can't hurt you next turn. A bolt (d) takes 4 of its 12 health and costs you 16 health.
    ");
}

#[test]
fn b1_the_look_tells_what_attacks_give_and_what_quenches_fire() {
    let text = "hero health=20 strength=2 manna=0 max-manna=0\ntile ~ \"water\" quench=yes\n\
                kind s \"spider\" health=6 strength=2 sense=within:5 hunt=path gives=slow:4\n\
                kind i \"imp\" health=6 strength=1 sense=sight:9 hunt=shoot:1 gives=burning:3\n\
                map\n##########\n#@.~..s.$#\n#......i.#\n##########\nend\n";
    let last = |keys: &str| {
        let mut session = Session::from_text(text).expect("sound");
        session.press(keys).expect("a script");
        nonblank_rows(&session)
    };
    insta::assert_snapshot!(last(";lllll"), @r"
    ##########
    #@.~..s.$#
    #......i.#
    ##########
    Health 20  Manna 0/0  Wealth 0  Turn 0
    In sight: s spider 6  i imp 6  $ gold
    7,2: A spider, health 6; floor. It approaches, hits for 2 and slows for 4 turns.
    It has seen you, but can't hurt you next turn. No bolt reaches it. A bolt does
    8, 4, 2, 1 damage along four cells and stops at walls.
    ");
    insta::assert_snapshot!(last(";llllllj"), @r"
    ##########
    #@.~..s.$#
    #......i.#
    ##########
    Health 20  Manna 0/0  Wealth 0  Turn 0
    In sight: s spider 6  i imp 6  $ gold
    8,3: An imp, health 6; floor. It shoots arrows 9 cells for 1, hits for 1 and
    sets on fire for 3 turns. It has seen you, and can take up to 3 health next
    turn.
    ");
    insta::assert_snapshot!(last(";ll"), @r"
    ##########
    #@.~..s.$#
    #......i.#
    ##########
    Health 20  Manna 0/0  Wealth 0  Turn 0
    In sight: s spider 6  i imp 6  $ gold
    4,2: Water, which quenches fire on bodies.
    ");
}

#[test]
fn b3_the_look_counts_both_turns_of_a_slow_hero() {
    let looked = nonblank_rows(&pressed(HALL, "llllid;<Tab>"));
    let told = looked.split_once("8,2: ").expect("an ogre").1;
    insta::assert_snapshot!(told, @r"
    An ogre, health 12; floor. It approaches and hits for 4. It has seen you,
    and can take up to 4 health in the next two turns. A bolt (d) takes 4 of its 12
    health and costs you 16 health.
    ");
    let said = pressed(HALL, "llllid5").latest_messages().join(" ");
    assert!(said.contains("The ogre hits you for 4."), "{said}");
    assert!(!said.contains('×'), "{said}");
}

//! Items that change the hero's blows, rule by rule (P-5), and what bots and proofs make of them.
use crate::goal_proofs::verdict;
use crate::scenario::{dungeon, game, named_story};
use dungeon_engine::action::ActorId;
use dungeon_engine::event::{Event, Outcome};
use dungeon_players::{Careful, Greedy, Planner, Player, Random, SeenGame, Verdict};
use insta::assert_snapshot;

/// A spear and an axe, with enemies that never strike, one that explodes, one asleep, one disguised, and friends.
const RACK: &str = "hero health=30 strength=2 manna=0 max=30 max-manna=0
item / \"spear\" wear=strength:1 attack=line
item ) \"axe\" wear=strength:1 attack=sweep
item ( \"sword\" wear=strength:1
kind s \"statue\" health=9 attack=none
kind b \"bloat\" health=3 attack=none bursts=9
kind o \"ogre\" health=9 attack=none asleep=yes
kind m \"mimic\" health=9 attack=none looks=#
kind n \"monk\" health=9 side=none
kind a \"ally\" health=9 side=hero hunt=stand
kind g \"spirit\" health=9 attack=none through=walls
";

fn room(rows: &str) -> String {
    format!("{RACK}map\n{rows}\nend\n")
}

/// Plays acts, and returns the cells of the bodies that the hero strikes in the last one, in the order of the blows.
fn struck(text: &str, acts: &[&str]) -> String {
    let mut game = game(text, 0);
    let told = named_story(&mut game, acts);
    let hero = game.world().commanded();
    let blows = game.events().iter().filter_map(|event| match event {
        Event::Struck { who, whom } if *who == hero => Some(game.world().body(*whom).at),
        _ => None,
    });
    let cells: Vec<String> = blows.map(|p| p.to_string()).collect();
    assert!(!told.contains("You "), "{told}");
    cells.join(" ")
}

#[test]
fn p5_a_line_hits_the_enemy_behind_the_attacked_one() {
    let mut game = game(&room("##########\n#@/sss...#\n#.......$#\n##########"), 0);
    assert_snapshot!(named_story(&mut game, &["6", "6", "spear", "6"]), @r"
    6: takes spear 3,2, hero to 3,2
    6: hero strikes statue, statue Health -2
    spear: wears spear, hero Strength +1
    6: hero strikes statue, statue Health -3, hero strikes statue, statue Health -3
    ");
    let lives = [1, 2, 3].map(|who| game.world().life_of(ActorId(who)));
    assert_eq!(lives, [4, 6, 9], "the third one is out of reach");
    assert_eq!(game.world().turn(), 4);
}

#[test]
fn p5_a_strength_below_0_takes_no_health_and_gives_none() {
    let rust = "item ! \"rust\" strength=-9\n";
    let hall = format!("{rust}{}", room("##########\n#@!ss...$#\n##########"));
    let mut game = game(&hall, 0);
    let told = named_story(&mut game, &["6", "6"]);
    assert!(told.contains("hero Strength -9"), "{told}");
    assert!(told.contains("hero strikes statue"), "{told}");
    let lives = [1, 2].map(|who| game.world().life_of(ActorId(who)));
    assert_eq!(lives, [9, 9]);
}

/// A hall of statues two deep around the hero, who gets the spear.
const STAR: &str = "#########\n#.......#\n#.s.s.s.#\n#..sss..#\n#.ss@ss.#\n#..sss..#\n#.s.s.s.#\n#......$#\n#########";

#[test]
fn p5_a_line_reaches_two_cells_in_each_direction() {
    let text = room(STAR) + "when turn=1 give=/\n";
    let cells = [
        ("7", "4,4 3,3"),
        ("8", "5,4 5,3"),
        ("9", "6,4 7,3"),
        ("4", "4,5 3,5"),
        ("6", "6,5 7,5"),
        ("1", "4,6 3,7"),
        ("2", "5,6 5,7"),
        ("3", "6,6 7,7"),
    ];
    for (way, hit) in cells {
        assert_eq!(struck(&text, &["5", "spear", way]), hit);
    }
    let gap = text.replace("#.......#\n#.s.s.s.#", "#...s...#\n#.s...s.#");
    assert_eq!(
        struck(&gap, &["5", "spear", "8"]),
        "5,4",
        "not the third cell"
    );
}

#[test]
fn p5_a_step_onto_an_empty_cell_strikes_nobody_beyond_it() {
    let text = room("########\n#@/.s.$#\n########");
    assert_eq!(struck(&text, &["6", "spear", "6"]), "");
}

#[test]
fn p5_a_sweep_hits_every_enemy_around_the_hero_the_attacked_one_first() {
    let hall = room("#######\n#.sss.#\n#@).s.#\n#..ss.#\n#..s.$#\n#######");
    let all = "3,2 4,2 5,2 5,3 4,4 5,4";
    for (way, first) in [("7", "3,2"), ("8", "4,2"), ("6", "5,3"), ("2", "4,4")] {
        let rest = all.split(' ').filter(|cell| *cell != first);
        let expected: Vec<&str> = [first].into_iter().chain(rest).collect();
        assert_eq!(struck(&hall, &["6", "axe", "6", way]), expected.join(" "));
    }
}

#[test]
fn p5_friends_and_disguises_are_not_hit_and_sleepers_are() {
    let hall = room("#######\n#.nms.#\n#@)...#\n#..ao.#\n#....$#\n#######");
    assert_eq!(struck(&hall, &["6", "axe", "6", "9"]), "5,2 5,4");
    let line = room("########\n#@/sm.$#\n#.so...#\n########");
    assert_eq!(struck(&line, &["6", "spear", "6"]), "4,2", "a disguise");
    let line = room("########\n#@/so.$#\n########");
    let mut game = game(&line, 0);
    let told = named_story(&mut game, &["6", "spear", "6"]);
    assert!(told.contains("ogre wakes, ogre Health -3"), "{told}");
}

#[test]
fn p5_an_enemy_that_an_explosion_kills_is_not_struck_again() {
    let text = room("########\n#@/bs..#\n#.....$#\n########");
    let mut game = game(&text, 0);
    assert_snapshot!(named_story(&mut game, &["6", "spear", "6"]), @r"
    6: takes spear 3,2, hero to 3,2
    spear: wears spear, hero Strength +1
    6: hero strikes bloat, bloat Health -3, bloat dies, bloat bursts 4,2, hero Health -9, statue Health -9, statue dies, hero Health +1
    ");
}

#[test]
fn p5_a_line_ends_where_bolts_end() {
    let wall = room("########\n#@/.##$#\n#......#\n########");
    let through = wall.clone() + "g 5 2\ns 6 2\n";
    let through = through
        .replace("..##$#", "..#.$#")
        .replace("@/.##", "@/.#.");
    assert_eq!(
        struck(&through, &["6", "spear", "6", "6"]),
        "5,2",
        "not out of a wall"
    );
    let into = wall + "s 4 2\ng 5 2\n";
    assert_eq!(
        struck(&into, &["6", "spear", "6"]),
        "4,2",
        "not into a wall"
    );
}

#[test]
fn p5_only_the_worn_item_shapes_blows() {
    let text = room("##########\n#@/(ss...#\n#.......$#\n##########");
    assert_eq!(struck(&text, &["6", "6", "6"]), "5,2");
    assert_eq!(struck(&text, &["6", "6", "spear", "6"]), "5,2 6,2");
    assert_eq!(struck(&text, &["6", "6", "spear", "sword", "6"]), "5,2");
}

/// A corridor with two guards in a row, too strong to be fought one after another.
fn corridor(shape: &str, goal: &str) -> String {
    format!(
        "{goal}\nhero health=9 max=9 strength=1 manna=0 max-manna=0\n\
         item / \"spear\" wear=strength:1{shape}\n\
         kind g \"guard\" health=4 strength=3 hunt=stand\nmap\n\
         #########\n#@/..gg$#\n#########\nend\n"
    )
}

#[test]
fn proofs_know_that_a_blow_hits_two_enemies() {
    for goal in ["goal kill=g", "goal take=$", "goal kill=g\nlose turns=12"] {
        let won = verdict(&corridor(" attack=line", goal), 200_000);
        assert!(matches!(won, Verdict::Winnable(_)), "{goal}: {won:?}");
    }
    let hurried = "goal kill=g\nlose turns=6";
    let won = verdict(&corridor(" attack=line", hurried), 200_000);
    assert!(matches!(won, Verdict::Winnable(_)), "{won:?}");
    let lost = verdict(&corridor("", hurried), 200_000);
    assert!(!matches!(lost, Verdict::Winnable(_)), "{lost:?}");
}

#[test]
fn a_guard_that_kills_beside_it_is_not_too_strong_for_a_spear() {
    let text = corridor(" attack=line", "goal kill=g").replace("..gg$", "..sg$");
    let text = text.replace("strength=3 hunt", "strength=9 hunt");
    let text = text.replace("map\n", "kind s \"statue\" health=9 attack=none\nmap\n");
    let won = verdict(&text, 200_000);
    assert!(matches!(won, Verdict::Winnable(_)), "{won:?}");
    let bare = verdict(&text.replace(" attack=line", ""), 200_000);
    assert!(!matches!(bare, Verdict::Winnable(_)), "{bare:?}");
}

/// Whether a bot wins a game of this text, and the number of bodies that each of its blows hits.
fn played(text: &str, mut bot: impl Player) -> (bool, Vec<usize>) {
    let mut played = SeenGame::begin(dungeon(text), 0);
    bot.begin(&played.view(), 7);
    let (mut legal, mut blows) = (Vec::new(), Vec::new());
    for _ in 0..300 {
        played.legal_actions(&mut legal);
        if legal.is_empty() {
            break;
        }
        let action = bot.choose(&played.view(), &legal);
        played.step(action).expect("bots do what is allowed");
        let hero = played.game().world().commanded();
        let events = played.game().events().iter();
        let is_blow = |event: &&Event| matches!(event, Event::Struck { who, .. } if *who == hero);
        blows.extend(Some(events.filter(is_blow).count()).filter(|hits| *hits > 0));
    }
    (played.game().outcome() == Some(Outcome::Won), blows)
}

/// Two equally strong weapons, two guards in a row, and a weaker one beside the way.
const HALL: &str = "hero health=30 strength=1 manna=0 max-manna=0
item ( \"sword\" wear=strength:2
item / \"spear\" wear=strength:2 attack=line
kind g \"guard\" health=6 strength=1 hunt=stand
map
#########
#@(/.gg$#
#####.###
#########
end
g 6 3 health=2
";

#[test]
fn bots_wield_the_shaped_one_of_equal_weapons_and_strike_where_a_blow_hits_most() {
    for (wins, blows) in [
        played(HALL, Careful::default()),
        played(HALL, Greedy::default()),
        played(HALL, Planner::default()),
    ] {
        assert!(wins);
        assert!(blows.contains(&2), "{blows:?}");
    }
    assert_eq!(played(HALL, Careful::default()).1[0], 2);
    let plain = HALL.replace(" attack=line", "");
    assert_eq!(played(&plain, Careful::default()).1, [1; 5]);
    played(HALL, Random::default());
}

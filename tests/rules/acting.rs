//! Terrain that acts, one test per rule: floors that harm, hold bodies up or can be entered from some sides only (T-3
//! to T-5).
use crate::scenario::{L, game, presses, story};
use dungeon::Session;
use dungeon_engine::action::{Action, Refusal};
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::Stat;
use dungeon_model::space::geometry::{Direction, Point, at};
use dungeon_play::text::look::things;
use insta::assert_snapshot;

const HEAD: &str = "tile ~ \"lava\" harm=3
tile : \"nettles\" harm=1 harms=hero
tile , \"mud\" slow=yes
tile n \"slope\" enter=n,ne,nw
tile e \"chute\" enter=e
";

/// Returns a file with this head and these map rows after the shared declarations.
fn yard(head: &str, rows: &str) -> String {
    format!("{HEAD}{head}map\n{rows}\nend\n")
}

fn hero(game: &Game) -> (Point, i32, u32) {
    let world = game.world();
    let body = world.body(world.commanded());
    (body.at, body.stat(Stat::Health), world.turn())
}

#[test]
fn t4_a_monster_that_is_held_up_is_another_state() {
    let kinds = "kind z \"hound\" health=9 sense=always hunt=stand roam=stand\n";
    let map = yard(kinds, "#########\n#@..,z.$#\n#########");
    let before = game(&map, 0);
    let who = before.world().theirs(L).next().expect("it is drawn");
    let mut after = before.world().clone();
    let tile = after.cell(L, at(4, 1)).tile;
    let slowed = dungeon::Event::Slowed(dungeon::game::AtTerrain {
        who,
        level: L,
        at: at(5, 1),
        tile,
    });
    after.apply(&slowed);
    assert!(after.body(who).is_slowed());
    assert_ne!(after.checksum(), before.world().checksum());
    after.apply(&dungeon::Event::Delayed { who });
    assert_eq!(after.checksum(), before.world().checksum());
}

#[test]
fn t5_a_step_onto_a_one_way_cell_goes_in_its_directions_only() {
    let rows = "#######\n#..$..#\n#..n..#\n#..@..#\n#######";
    assert_snapshot!(story(&yard("", rows), "8"), @"8: hero to 4,3");
    for (keys, is_in) in [("48", false), ("49", true), ("69", false), ("67", true)] {
        let mut game = game(&yard("", rows), 0);
        presses(&mut game, keys);
        assert_eq!(hero(&game).0 == at(3, 2), is_in, "{keys}");
    }
    let back = "#######\n#..@..#\n#..n..#\n#..$..#\n#######";
    assert_snapshot!(story(&yard("", back), "2"), @"2: hero bumps 4,3");
    let board = format!("rules arena\ngoal survive=9\n{HEAD}map\n@e...\nend\n");
    let mut played = game(&board, 0);
    presses(&mut played, "66");
    assert_eq!(hero(&played).0, at(2, 0));
    let refused = played.check(Action::Step(Direction::West));
    assert_eq!(refused, Err(Refusal::Blocked));
}

#[test]
fn t3_journeys_keep_off_what_harms() {
    let rows = "##########\n#@..~...$#\n#...~....#\n#...~....#\n#........#\n##########";
    let mut session = Session::from_text(yard("", rows)).expect("a sound file");
    session.press("oooooo").expect("keys");
    assert_eq!(
        session.outcome(),
        Some(Outcome::Won),
        "{:?}",
        session.latest_messages()
    );
    assert_eq!(
        session.game().world().ledger().taken,
        0,
        "nothing hurt the hero"
    );
}

#[test]
fn t3_who_looks_is_told_what_ground_does() {
    let game = game(&yard("", "########\n#@~:,ne#\n#.....$#\n########"), 0);
    let seen: Vec<String> = (2..=6)
        .map(|x| things(game.world(), at(x, 1)).join(", "))
        .collect();
    assert_snapshot!(seen.join("\n"), @"
    lava, which hurts everyone for 3 a turn
    nettles, which hurt only you for 1 a turn
    mud, which slows anyone who enters
    slope, which is entered only by going northwest, north and northeast
    chute, which is entered only by going east
    ");
    let mut session =
        Session::from_text(yard("", "########\n#@,,.$.#\n#..e...#\n########")).expect("sound");
    let mut told = |keys: &str| {
        session.press(keys).expect("keys");
        session.latest_messages().join(" ")
    };
    assert_eq!(told("l"), "The mud slows you.");
    assert_eq!(told("l"), "", "the hero is already on it");
    assert_eq!(told("l"), "");
    assert_eq!(told("b"), "You can't enter the chute from here.");
}

/// Pins the course of a fixture by its checksum. A change of the number needs an explanation.
#[test]
fn t3_a_hot_garden_goes_as_it_always_went() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/ok/hot-garden.dng");
    let mut session = Session::open(path).expect("a playable file");
    session
        .press("jjjjjlllllllkkulukjjjj")
        .expect("these are keys");
    assert_eq!(
        (session.outcome(), session.turn()),
        (Some(Outcome::Won), 23)
    );
    assert_eq!(format!("{:016x}", session.checksum()), "c01eb5abff374f55");
}

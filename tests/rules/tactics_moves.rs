//! Walks and turns in tactics (K-4, K-6, K-10, K-13): each test draws a map, gives orders and compares the events.
//! Points are 1-based.
use crate::scenario::game;
use crate::scenario::tactics::{act, acts, battle, pointing, seed_where, with};
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;

// ---- K-6: the walk ---------------------------------------------------------------------------------------

#[test]
fn k6_what_is_walked_is_what_was_shown() {
    let text = battle(drawn! {"
        @..#....G
        .#.#.##..
        .#...#...
        .####...."});
    for to in pointing(&game(&text, 0)).range(game(&text, 0).world()) {
        let mut game = game(&text, 0);
        let shown = pointing(&game).route(game.world(), to);
        let from = game.world().body(game.world().commanded()).at;
        if to == from {
            continue;
        }
        acts(&mut game, &format!("go {to}"));
        let walked = game.events().iter().filter_map(|event| match *event {
            Event::Moved { to, .. } => Some(to),
            _ => None,
        });
        assert_eq!(walked.collect::<Vec<_>>(), shown);
        assert!(
            game.rules().face().is_shown(&game.events()[1]),
            "step by step"
        );
    }
}

// ---- K-10: points and turns ------------------------------------------------------------------------------

#[test]
fn k10_a_turn_is_counted_between_the_players_space_and_the_ghosts() {
    let mut game = game(&battle("@......G"), 0);
    acts(&mut game, "go 2,1; go 3,1");
    assert_eq!(game.world().turn(), 0);
    acts(&mut game, "end");
    let count = game.events().first();
    assert_eq!(count, Some(&Event::TurnBegan { turn: 1 }));
    acts(&mut game, "end; go 1,1");
    assert_eq!(game.world().turn(), 2);
}

#[test]
fn k10_the_readings_are_the_commanded_units() {
    let text = with(
        "",
        "a..b..G",
        "mark a @ health=7 ammo=3\nmark b @ ap=5 health=9 ammo=0",
    );
    let mut game = game(&text, 0);
    let readings = |game: &Game| {
        let readings = game.rules().face().readings(game.world());
        readings
            .iter()
            .map(|r| (r.label, r.value))
            .collect::<Vec<_>>()
    };
    assert_eq!(readings(&game), [("Points", 2), ("Health", 7), ("Ammo", 3)]);
    acts(&mut game, "next; go 5,1");
    assert_eq!(readings(&game), [("Points", 4), ("Health", 9), ("Ammo", 0)]);
}

// ---- K-13: the end of a move ------------------------------------------------------------------------------

#[test]
fn k10_events_and_checksums_repeat() {
    let text = battle(drawn! {"
        @.#..B
        ..#...
        .....R
        @..o.L"});
    let asked = "go 2,3; next; go 4,4; end; go 3,3; back; go 1,1; end; end; end";
    let sums = |seed| {
        let mut game = game(&text, seed);
        let sum = |step: &str| {
            let _ = act(&mut game, step);
            game.checksum()
        };
        asked.split("; ").map(sum).collect::<Vec<_>>()
    };
    assert_eq!(sums(7), sums(7));
    let other = seed_where(&text, |game| {
        sums(game.world().seed()).last() != sums(7).last()
    });
    assert_ne!(other, 7);
}

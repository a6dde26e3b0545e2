//! The shipped arenas: the published one is unchanged, each can be won, none by waiting, and no enemy is shut in where
//! the file promises that.
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::corpus::folder;
use dungeon_engine::event::Outcome;
use dungeon_engine::world::World;
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::{Dungeon, Feature, LevelId, Stat};
use dungeon_model::space::geometry::{Neighbours, Point};
use dungeon_play::session::session::Session;

/// Games with their seeds, winning keys, and the turn and lives at their end.
const GAMES: [(&str, u64, &str, u32, i32); 3] = [
    (
        "arena.dng",
        5,
        include_str!("../../../fixtures/arena-seed-5.keys"),
        74,
        3,
    ),
    (
        "arena-10.dng",
        3,
        include_str!("../../../fixtures/arena-10-seed-3.keys"),
        42,
        3,
    ),
    (
        "arena-run.dng",
        5,
        include_str!("../../../fixtures/arena-run-seed-5.keys"),
        256,
        5,
    ),
];

/// Keys that walk, wait, and run into things.
const A_GAME: &str = "lljj..kklljj.jjll..hhkkll.jjjjllll..kkkkhhhhjjllll..jjjjhhhhkkkk....llll";

fn shipped(name: &str) -> Session {
    Session::open(folder("dungeons").join(name)).expect("shipped and sound")
}

/// Returns the game of a file that has only a `rules` line.
fn published() -> Session {
    let source = Source::from_text("bare.dng", "rules arena\n");
    let (dungeon, found) = dungeon_lint::read(&source, &Limits::default());
    assert!(found.is_empty());
    Session::new(Arc::<Dungeon>::new(dungeon.expect("the published board")))
}

fn lives(session: &Session) -> i32 {
    let world = session.game().world();
    world.body(world.commanded()).stat(Stat::Health)
}

#[test]
fn a1_the_shipped_arena_is_what_the_rules_alone_play() {
    let (_, won, keys, ..) = GAMES[0];
    let games = [(won, keys), (0, A_GAME), (1, A_GAME), (u64::MAX, A_GAME)];
    for (seed, keys) in games {
        let (mut spelt, mut bare) = (
            shipped("arena.dng").with_seed(seed),
            published().with_seed(seed),
        );
        assert_eq!(
            spelt.checksum(),
            bare.checksum(),
            "seed {seed} at the start"
        );
        let keys = keys.chars().filter(|key| *key != '\n').cycle();
        for (n, key) in keys.take(400).enumerate() {
            for session in [&mut spelt, &mut bare] {
                session.press(&key.to_string()).expect("a key");
            }
            assert_eq!(spelt.checksum(), bare.checksum(), "seed {seed}, key {n}");
        }
        assert!(
            spelt.outcome().is_some(),
            "seed {seed}: the game has not ended"
        );
        assert_eq!(spelt.outcome(), bare.outcome());
    }
}

#[test]
fn shipped_arenas_can_be_won() {
    for (name, seed, keys, turn, left) in GAMES {
        let mut session = shipped(name).with_seed(seed);
        for row in keys.lines() {
            session.press(row).expect("these are keys");
        }
        assert_eq!(session.outcome(), Some(Outcome::Won), "{name}");
        assert_eq!((session.turn(), lives(&session)), (turn, left), "{name}");
    }
}

#[test]
fn shipped_arenas_are_not_won_by_who_only_waits() {
    for (name, ..) in GAMES {
        for seed in 0..5 {
            let mut session = shipped(name).with_seed(seed);
            for _ in 0..1_000 {
                session.press(".").expect("a key");
            }
            assert_ne!(session.outcome(), Some(Outcome::Won), "{name}, seed {seed}");
        }
    }
}

#[test]
fn a2_the_five_rings_come_in_a_row_and_lives_are_kept() {
    let (name, seed, keys, ..) = GAMES[2];
    let mut session = shipped(name).with_seed(seed);
    let mut came = Vec::new();
    for key in keys.chars().filter(|key| *key != '\n') {
        let before = (session.game().world().here(), lives(&session));
        session.press(&key.to_string()).expect("a key");
        let world = session.game().world();
        let (here, size) = (world.here(), world.size(world.here()));
        if here != before.0 {
            came.push((here.0 + 1, size.width, size.height, session.turn()));
            assert_eq!(lives(&session), before.1);
        }
    }
    let rings = [
        (2, 17, 9, 13),
        (3, 25, 11, 42),
        (4, 31, 15, 77),
        (5, 39, 17, 156),
    ];
    assert_eq!(came, rings);
}

#[test]
fn a2_no_enemy_is_shut_in_where_the_file_says_so() {
    for name in ["arena-10.dng", "arena-run.dng"] {
        for seed in 0..200 {
            let session = shipped(name).with_seed(seed);
            let world = session.game().world();
            for (board, level) in world.dungeon().numbered_levels() {
                let way_in = world
                    .hero_or_entrance(board)
                    .expect("every board has a hero or an entrance");
                let reached = reached(world, board, way_in);
                let at = |who| world.body(who).at;
                let missed: Vec<Point> = world
                    .theirs(board)
                    .map(at)
                    .filter(|p| !reached.contains(p))
                    .collect();
                let board = &level.name;
                assert!(
                    missed.is_empty(),
                    "{name}, seed {seed}, {board:?}: {missed:?}"
                );
            }
        }
    }
}

/// Returns the cells that four-way steps reach, through doors too.
fn reached(world: &World, board: LevelId, from: Point) -> BTreeSet<Point> {
    let is_open = |p: &Point| {
        world.size(board).contains(*p)
            && (world.is_valid(board, *p)
                || matches!(world.tile(board, *p).feature, Feature::Door(_)))
    };
    let mut reached = BTreeSet::from([from]);
    let mut next = vec![from];
    while let Some(p) = next.pop() {
        let ways = Neighbours::Four.directions().iter();
        for there in ways.map(|way| p + *way).filter(is_open) {
            if reached.insert(there) {
                next.push(there);
            }
        }
    }
    reached
}

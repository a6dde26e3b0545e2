//! The shipped tactics games: the hall is the published one with every seed, and ends when everything is taken; keys
//! alone can win and lose the battle, and its end reports statistics.
use std::collections::BTreeSet;

use crate::corpus::{folder, rows};
use dungeon_engine::event::Outcome;
use dungeon_engine::world::World;
use dungeon_model::dungeon::games::tactics;
use dungeon_model::dungeon::{Feature, LevelId};
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_play::session::session::Session;

/// The only level of these files.
const L: LevelId = LevelId(0);

/// Games by file and seed, with their keys, their outcome and their last turn.
const GAMES: [(&str, u64, &str, Outcome, u32); 3] = [
    (
        "wizards.dng",
        1,
        include_str!("../../../fixtures/wizards-seed-1.keys"),
        Outcome::Won,
        2,
    ),
    (
        "battle.dng",
        4,
        include_str!("../../../fixtures/battle-won-seed-4.keys"),
        Outcome::Won,
        12,
    ),
    (
        "battle.dng",
        6,
        include_str!("../../../fixtures/battle-lost-seed-6.keys"),
        Outcome::Lost,
        8,
    ),
];

fn shipped(name: &str) -> Session {
    Session::open(folder("dungeons").join(name)).expect("shipped and sound")
}

/// Returns a game after these keys.
fn played(name: &str, seed: u64, keys: &str) -> Session {
    let mut session = shipped(name).with_seed(seed);
    for row in keys.lines() {
        session.press(row).expect("these are keys");
    }
    session
}

#[test]
fn shipped_games_of_tactics_are_won_and_lost_by_keys() {
    for (name, seed, keys, outcome, turn) in GAMES {
        let session = played(name, seed, keys);
        let end = (session.outcome(), session.turn());
        assert_eq!(end, (Some(outcome), turn), "{name}, seed {seed}");
    }
}

#[test]
fn k14_the_shipped_battle_tells_at_its_end_what_it_came_to() {
    for (name, seed, keys, ..) in GAMES {
        let session = played(name, seed, keys);
        let game = session.game();
        let screen = rows(&session.frame()).join("\n");
        for reading in game.rules().face().statistics(game.world()) {
            let (label, value) = (reading.label, reading.value.to_string());
            let is_told = |row: &str| row.contains(label) && row.contains(&value);
            assert!(screen.lines().any(is_told), "{label} {value} in\n{screen}");
        }
    }
}

#[test]
fn shipped_games_of_tactics_are_not_won_by_who_only_waits() {
    let ends = [("wizards.dng", None), ("battle.dng", Some(Outcome::Lost))];
    for (name, end) in ends {
        for seed in 0..5 {
            let mut session = shipped(name).with_seed(seed);
            session.press(&"<Space>".repeat(60)).expect("a key");
            assert_eq!(session.outcome(), end, "{name}, seed {seed}");
        }
    }
}

#[test]
fn k1_three_wizards_stand_on_free_cells_and_andy_is_commanded() {
    let mut places = BTreeSet::new();
    for seed in 0..100 {
        let session = shipped("wizards.dng").with_seed(seed);
        let world = session.game().world();
        let wizards: Vec<_> = world.ours().collect();
        let told = |who| (world.kind(who).name.as_str(), world.kind(who).range);
        let told: Vec<_> = wizards.iter().map(|who| told(*who)).collect();
        assert_eq!(told, [("Andy", 10), ("Danny", 9), ("Izzy", 12)]);
        assert_eq!(world.commanded(), wizards[0]);
        for who in wizards {
            let at = world.body(who).at;
            assert!(world.is_valid(L, at), "seed {seed}: {at:?}");
            assert_eq!(world.body_at(L, at), Some(who));
            places.insert(at);
        }
        assert_eq!(world.theirs(L).count(), 0);
    }
    assert!(places.len() > 150, "{} places", places.len());
}

#[test]
fn k14_every_crystal_of_the_hall_can_be_taken_by_everybody() {
    for seed in 0..100 {
        let session = shipped("wizards.dng").with_seed(seed);
        let world = session.game().world();
        assert_eq!(world.collectables(), 10, "seed {seed}");
        let crystals = lying(world);
        for who in world.ours() {
            let at = world.body(who).at;
            let reached = reached(world, at);
            assert!(crystals.is_subset(&reached), "seed {seed}");
            let near = crystals.iter().map(|p| p.manhattan(at)).min();
            assert!(near > Some(3), "seed {seed}: one lies at {near:?}");
        }
    }
}

#[test]
fn k12_every_ghost_and_item_of_the_battle_can_be_come_to() {
    let session = shipped("battle.dng");
    let world = session.game().world();
    let mut glyphs: Vec<char> = world.theirs(L).map(|who| world.glyph_of(who)).collect();
    glyphs.sort_unstable();
    assert_eq!(glyphs, ['B', 'B', 'E', 'E', 'G', 'L', 'R']);
    let reached = reached(world, world.body(world.commanded()).at);
    assert!(lying(world).is_subset(&reached));
    for who in world.theirs(L) {
        assert!(reached.contains(&world.body(who).at));
    }
}

/// Returns the cells with pancakes and crystals.
fn lying(world: &World) -> BTreeSet<Point> {
    let is_item = |p: &Point| {
        let item = world.item_at(L, *p);
        [tactics::PANCAKE, tactics::CRYSTAL].contains(&item)
    };
    world.size(L).points().filter(is_item).collect()
}

/// Returns the cells that a walk reaches, through doors but not through slime.
fn reached(world: &World, from: Point) -> BTreeSet<Point> {
    let is_door = |p: Point| matches!(world.tile(L, p).feature, Feature::Door(_));
    let is_open = |p: &Point| world.size(L).contains(*p) && (world.is_valid(L, *p) || is_door(*p));
    let mut reached = BTreeSet::from([from]);
    let mut next = vec![from];
    while let Some(p) = next.pop() {
        for there in Direction::ALL
            .map(|way| p + way)
            .into_iter()
            .filter(is_open)
        {
            if reached.insert(there) {
                next.push(there);
            }
        }
    }
    reached
}

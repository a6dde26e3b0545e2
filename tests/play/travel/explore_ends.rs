//! Auto-explore terminates on every level with any monsters, takes only careful steps, and has then taken everything
//! within reach (E-15).
use std::collections::{BTreeMap, BTreeSet};

use crate::cases;
use crate::sessions::{place, session};
use crate::support::read;
use dungeon::Session;
use dungeon_engine::event::Event;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Feature, Fog, Footing, Guise, ItemId};
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_play::input::key::Key;
use dungeon_play::input::show::Show;
use dungeon_play::knowledge::known_map::NOTICED;
use proptest::prelude::*;

#[test]
fn e15_pressed_again_and_again_it_does_not_go_to_and_fro() {
    let text = |file| std::fs::read_to_string(file).expect("it is shipped");
    let (classic, crypt) = (text("dungeons/classic.dng"), text("dungeons/crypt.dng"));
    // Leaves out patrols, whose shots soon end a journey.
    let lines = classic.lines().filter(|line| !line.starts_with("p "));
    let calm: String = lines.map(|line| line.to_owned() + "\n").collect();
    for text in [&classic, &calm, &crypt] {
        for seed in 0..40 {
            let mut session = session(text).with_seed(seed);
            let mut visits = BTreeMap::new();
            for _ in 0..60 {
                let turn = session.turn();
                Show::press(&mut session, Key::Char('o'));
                session.stop();
                if session.outcome().is_some() {
                    break;
                }
                if session.turn() == turn {
                    session.press(".").expect("a script");
                    continue;
                }
                *visits.entry(place(&session)).or_insert(0) += 1;
            }
            assert!(visits.values().all(|n| *n <= 6), "{seed}: {visits:?}");
        }
    }
}

#[test]
fn e15_shipped_dungeons_are_explored_to_an_end_whatever_the_seed() {
    let walked = [
        "tutorial",
        "crypt",
        "gallery",
        "classic",
        "horde",
        "raiders",
        "arena",
        "arena-run",
    ];
    for file in walked {
        let shipped = Session::open(format!("dungeons/{file}.dng")).expect("it is shipped");
        for seed in 0..10 {
            let mut session = shipped.clone().with_seed(seed);
            while session.outcome().is_none() {
                explore(&mut session);
                let level = session.game().world().here();
                session.press(">>").expect("a script");
                if session.game().world().here() == level {
                    break;
                }
            }
        }
    }
}

/// A randomly scattered level with or without fog, with these monsters.
fn scattered(monsters: &'static str) -> impl Strategy<Value = String> {
    let fog = prop_oneof![Just(""), Just(" fog=1"), Just(" fog=3"), Just(" fog=9")];
    (6..34i32, 6..18i32, 0..45u32, fog).prop_map(move |(w, h, walls, fog)| {
        format!(
            "rules explore{fog}\nhero health=60 strength=3\n\
             item k \"bronze key\" opens=bronze\n\
             level\nmap open {w} {h}\nscatter # {walls}%\nscatter + 6%\n\
             scatter + 3% locked=bronze\nscatter ^ 4%\nscatter ^ 2% hidden=yes trap=teleport\n\
             scatter ? 2% \"Beware.\"\nscatter k 1\nscatter $ 5\n{monsters}scatter @ 1\n"
        )
    })
}

/// Presses `o` until it takes no turn, and asserts that each step was a careful one.
fn explore(session: &mut Session) {
    for _ in 0..2_000 {
        let turn = session.turn();
        step(session, |session| Show::press(session, Key::Char('o')));
        while session.is_under_way() {
            step(session, Session::go_on);
        }
        if session.turn() == turn || session.outcome().is_some() {
            return;
        }
    }
    panic!("the exploration does not end");
}

/// Takes a step and asserts that it was a careful one.
fn step(session: &mut Session, go_on: fn(&mut Session)) {
    let (turn, foes) = (session.turn(), foes_in_view(session));
    let before = session.game().clone();
    go_on(session);
    if session.turn() > turn {
        assert_careful(session, before.world(), &foes);
    }
}

/// Returns the cells of the monsters that the hero notices: nearby, along a clear line.
fn foes_in_view(session: &Session) -> Vec<Point> {
    let (world, hero) = (session.game().world(), place(session));
    let here = world.here();
    let reach = match world.dungeon().fog() {
        Fog::Lifted => NOTICED,
        Fog::Within(reach) => reach.min(NOTICED),
    };
    let all = world.theirs(here).map(|who| world.body(who).at);
    all.filter(|at| world.has_line(here, *at, hero, reach))
        .collect()
}

/// Whether a cell has a trap that is not hidden.
fn is_plain_trap(world: &World, p: Point) -> bool {
    match world.tile(world.here(), p).feature {
        Feature::Trap(trap) => trap.guise == Guise::Plain,
        _ => false,
    }
}

fn assert_careful(session: &Session, before: &World, foes: &[Point]) {
    let (game, world) = (session.game(), session.game().world());
    let hero = world.commanded();
    let stood = before.body(hero).at;
    for event in game.events() {
        match *event {
            Event::Struck { who, .. } => assert_ne!(who, hero, "a fight"),
            Event::Sprung(on) => assert!(!is_plain_trap(before, on.at), "a visible trap"),
            Event::Moved { who, from, to, .. } if who == hero && from == stood => {
                let is_near = foes.iter().any(|foe| foe.chebyshev(to) <= 1);
                assert!(!is_near, "beside a visible monster at {to}");
            }
            _ => {}
        }
    }
}

/// Whether a careful hero would enter a cell, by the whole state of the world.
fn is_walked(world: &World, p: Point) -> bool {
    let tile = world.tile(world.here(), p);
    match tile.feature {
        Feature::Door(door) => door.lock.is_none_or(|lock| world.opens(lock)),
        Feature::Trap(trap) => trap.guise != Guise::Plain,
        _ => tile.footing == Footing::Anyone,
    }
}

/// Returns every cell that the hero can reach.
fn reached(world: &World) -> Vec<Point> {
    let mut reached = vec![world.body(world.commanded()).at];
    let mut seen = BTreeSet::from([reached[0]]);
    let mut next = 0;
    while let Some(p) = reached.get(next).copied() {
        next += 1;
        for near in Direction::ALL.map(|way| p + way) {
            if is_walked(world, near) && seen.insert(near) {
                reached.push(near);
            }
        }
    }
    reached
}

proptest! {
    #![proptest_config(cases::of(256))]

    #[test]
    fn e15_all_that_can_be_reached_is_taken_in_the_end(text in scattered(""), seed: u64) {
        let mut session = session(&text).with_seed(seed);
        explore(&mut session);
        let world = session.game().world();
        for p in reached(world).into_iter().skip(1).filter(|_| world.outcome().is_none()) {
            prop_assert!(world.item_at(world.here(), p) == ItemId::NONE, "{p}\n{}", session.frame());
        }
        let mut again = Session::new(read(&text)).with_seed(seed);
        explore(&mut again);
        prop_assert_eq!(again.checksum(), session.checksum(), "the second time, too");
    }

    #[test]
    fn e15_an_explorer_among_monsters_is_careful_and_comes_to_an_end(
        text in scattered("scatter w 3\nscatter g 2\nscatter p 1\n"),
        seed: u64,
    ) {
        explore(&mut session(&text).with_seed(seed));
    }
}

//! What holds always: on levels that nobody drew and on every dungeon that this project keeps, for random keys.
mod corpus;
mod support;

use std::sync::LazyLock;

use corpus::contents;
use dungeon::dungeon::Stat;
use dungeon::engine::event::Event;
use dungeon::engine::game::Game;
use dungeon::engine::world::World;
use proptest::prelude::*;
use support::{dungeon, game, press};

/// What a hero can be told; `~` is an idle round.
const KEYS: &str = "[123456789hjklyubn.qweadzxc<>~]{1,60}";

/// Shipped dungeons, scenes and right fixtures, as text.
static KEPT: LazyLock<Vec<String>> = LazyLock::new(|| {
    let files = contents(&["dungeons", "fixtures/ok", "fixtures/scenes"]).into_iter();
    files
        .map(|bytes| String::from_utf8(bytes).expect("they are UTF-8"))
        .collect()
});

/// A dungeon, a seed, and keys to play.
fn plays() -> impl Strategy<Value = (String, u64, String)> {
    let kept = (any::<prop::sample::Index>(), any::<u64>(), KEYS)
        .prop_map(|(file, seed, keys)| (file.get(&KEPT).clone(), seed, keys));
    prop_oneof![strewn(), kept]
}

/// A level with walls, monsters and things strewn by the seed, and keys to play.
fn strewn() -> impl Strategy<Value = (String, u64, String)> {
    let size = (12..40i32, 8..20i32);
    let crowd = (0..40u32, 0..8u32, 0..8u32, 0..4u32, 1..6u32);
    (size, crowd, any::<u64>(), KEYS).prop_map(|((w, h), (walls, w_, g, p, gold), seed, keys)| {
        let text = format!(
            "map open {w} {h}\nscatter # {walls}%\nscatter @ 1\nscatter w {w_}\nscatter g {g}\nscatter p {p}\nscatter $ {gold}\n"
        );
        (text, seed, keys)
    })
}

/// Every living body stands on its cell and every cell's body is there, on every level.
fn assert_one_body_a_cell(world: &World) {
    let standing = world.bodies().iter().filter(|body| body.alive).count();
    let levels = world.dungeon().numbered_levels().map(|(level, _)| level);
    let cells = levels.flat_map(|level| world.size(level).points().map(move |p| (level, p)));
    let taken = cells.filter(|(level, p)| world.body_at(*level, *p).is_some());
    assert_eq!(standing, taken.count());
    for (who, body) in (0..).zip(world.bodies()).filter(|(_, body)| body.alive) {
        let found = world.body_at(body.level, body.at);
        assert_eq!(found.map(|who| who.0), Some(who));
    }
}

/// An event's actor is where the event says, before it happens.
fn assert_honest(world: &World, event: &Event) {
    match *event {
        Event::Moved { who, from, to, .. } => {
            assert_eq!(
                (world.body(who).at, from.chebyshev(to)),
                (from, 1),
                "{event:?}"
            );
        }
        Event::Travelled {
            who, from, left, ..
        } => {
            let body = world.body(who);
            assert_eq!((body.level, body.at), (from, left), "{event:?}");
        }
        Event::Died { who, at, .. } => assert_eq!(world.body(who).at, at, "{event:?}"),
        Event::Taken {
            level, at, item, ..
        }
        | Event::Eaten {
            level, at, item, ..
        } => assert_eq!(world.item_at(level, at), item, "{event:?}"),
        _ => {}
    }
}

fn assert_same_world(mirror: &World, game: &Game) {
    let world = game.world();
    assert_eq!(mirror.checksum(), world.checksum());
    assert_eq!(mirror.bodies(), world.bodies());
    let numbers = |world: &World| {
        let rounds = (world.turn(), world.round(), world.outcome());
        (rounds, world.collectables(), world.commanded())
    };
    assert_eq!(numbers(mirror), numbers(world));
    assert_eq!(mirror.held(), world.held());
    for (level, _) in world.dungeon().numbered_levels() {
        let mut points = world.size(level).points();
        assert!(points.all(|p| mirror.cell(level, p) == world.cell(level, p)));
        assert_eq!(mirror.stairs(level), world.stairs(level));
        assert_eq!(mirror.herd(level), world.herd(level));
        assert_eq!(mirror.is_alarmed(level), world.is_alarmed(level));
        assert!(mirror.theirs(level).eq(world.theirs(level)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_mirror_fed_only_the_events_equals_the_games_world((text, seed, keys) in plays()) {
        let mut game = game(&text, seed);
        let mut mirror = World::new(dungeon(&text), seed);
        game.events().iter().for_each(|event| mirror.apply(event));
        assert_same_world(&mirror, &game);
        for key in keys.chars() {
            if press(&mut game, key).is_err() {
                continue;
            }
            for event in game.events() {
                assert_honest(&mirror, event);
                mirror.apply(event);
            }
            assert_same_world(&mirror, &game);
            assert_one_body_a_cell(game.world());
        }
    }

    #[test]
    fn the_same_dungeon_seed_and_keys_give_the_same_game((text, seed, keys) in plays()) {
        let play = || {
            let mut game = game(&text, seed);
            let sums: Vec<_> = keys.chars().map(|key| (press(&mut game, key), game.checksum())).collect();
            (sums, game.outcome())
        };
        prop_assert_eq!(play(), play());
    }

    #[test]
    fn a_clone_goes_on_as_its_original_would((text, seed, keys) in plays()) {
        let mut original = game(&text, seed);
        let mut clone = game("map\n#####\n#@.$#\n#####\nend\n", 0);
        for (i, key) in keys.chars().enumerate() {
            if i == keys.len() / 2 {
                clone = original.clone();
            }
            let answer = press(&mut original, key);
            if i >= keys.len() / 2 {
                prop_assert_eq!(press(&mut clone, key), answer);
                if answer.is_err() {
                    continue;
                }
                prop_assert_eq!(clone.checksum(), original.checksum());
                prop_assert_eq!(clone.events(), original.events());
            }
        }
    }

    #[test]
    fn the_checksum_sees_every_turn((text, seed, keys) in plays()) {
        let mut game = game(&text, seed);
        let mut last = game.checksum();
        for key in keys.chars() {
            if press(&mut game, key).is_err() {
                continue;
            }
            prop_assert_ne!(game.checksum(), last);
            last = game.checksum();
        }
    }

    #[test]
    fn nobody_gains_health_but_the_hero((text, seed, keys) in plays()) {
        let mut game = game(&text, seed);
        for key in keys.chars() {
            if press(&mut game, key).is_err() {
                continue;
            }
            let hero = game.world().commanded();
            let heals = |event: &&Event| matches!(event, Event::Changed { who, stat: Stat::Health, by } if *who != hero && *by > 0);
            prop_assert_eq!(game.events().iter().filter(heals).count(), 0);
        }
    }
}

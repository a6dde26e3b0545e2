//! What holds always, on levels that nobody drew: random maps, random monsters, random keys.
mod support;

use dungeon::dungeon::Stat;
use dungeon::engine::event::Event;
use dungeon::engine::game::Game;
use dungeon::engine::world::World;
use proptest::prelude::*;
use support::{L, dungeon, game, press};

const KEYS: &str = "[123456789hjklyubn.qweadzxc]{1,60}";

/// A level with walls, monsters and things strewn by the seed, and keys to play.
fn plays() -> impl Strategy<Value = (String, u64, String)> {
    let size = (12..40i32, 8..20i32);
    let crowd = (0..40u32, 0..8u32, 0..8u32, 0..4u32, 1..6u32);
    (size, crowd, any::<u64>(), KEYS).prop_map(|((w, h), (walls, w_, g, p, gold), seed, keys)| {
        let text = format!(
            "map open {w} {h}\nscatter # {walls}%\nscatter @ 1\nscatter w {w_}\nscatter g {g}\nscatter p {p}\nscatter $ {gold}\n"
        );
        (text, seed, keys)
    })
}

/// Every living body stands on its cell and every cell's body is there.
fn assert_one_body_a_cell(world: &World) {
    let standing = world.bodies().iter().filter(|body| body.alive).count();
    let cells = world
        .size(L)
        .points()
        .filter(|p| world.body_at(L, *p).is_some())
        .count();
    assert_eq!(standing, cells);
    for (who, body) in (0..).zip(world.bodies()).filter(|(_, body)| body.alive) {
        assert_eq!(world.body_at(L, body.at).map(|who| who.0), Some(who));
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
        Event::Died { who, at, .. } => assert_eq!(world.body(who).at, at, "{event:?}"),
        Event::Taken { at, item, .. } => assert_eq!(world.item_at(L, at), item, "{event:?}"),
        _ => {}
    }
}

fn assert_same_world(mirror: &World, game: &Game) {
    let world = game.world();
    assert_eq!(mirror.checksum(), world.checksum());
    assert_eq!(mirror.bodies(), world.bodies());
    assert!(
        world
            .size(L)
            .points()
            .all(|p| mirror.cell(L, p) == world.cell(L, p))
    );
    assert_eq!(
        (mirror.turn(), mirror.collectables()),
        (world.turn(), world.collectables())
    );
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
                break;
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
            let sums: Vec<u64> = keys.chars().map_while(|key| press(&mut game, key).ok().map(|()| game.checksum())).collect();
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
            if press(&mut original, key).is_err() {
                break;
            }
            if i >= keys.len() / 2 {
                let _ = press(&mut clone, key);
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
                break;
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
                break;
            }
            let hero = game.world().commanded();
            let heals = |event: &&Event| matches!(event, Event::Changed { who, stat: Stat::Health, by } if *who != hero && *by > 0);
            prop_assert_eq!(game.events().iter().filter(heals).count(), 0);
        }
    }
}

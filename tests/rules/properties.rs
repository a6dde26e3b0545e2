//! Invariants on random levels and on every dungeon of the project, with random keys.
use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::cases;
use crate::corpus::contents;
use crate::scenario::{bound, dungeon, game};
use crate::support::{begun, read};
use dungeon_engine::action::{ActorId, Refusal};
use dungeon_engine::event::{AtTerrain, Event};
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Feature, ItemId, LevelId, Stat, TimedState};
use dungeon_model::space::geometry::{Point, at};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// The keys of all games; a game ignores those that it does not bind.
const KEYS: &str = "[123456789hjklyubn.qweadzxcfs<>~]{1,60}";

/// Shipped dungeons, scenes and valid fixtures, as text.
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
    prop_oneof![2 => scattered(), 1 => besieged(), 1 => kept]
}

/// Two levels with scattered walls, doors, traps, stairs, monsters and things, and keys to play.
fn scattered() -> impl Strategy<Value = (String, u64, String)> {
    let size = (8..30i32, 6..16i32);
    let crowd = (0..40u32, 0..8u32, 0..8u32, 0..4u32, 1..6u32);
    (size, crowd, any::<u64>(), KEYS).prop_map(|((w, h), (walls, w_, g, p, gold), seed, keys)| {
        let level = |name: &str, stairs: char, size: (i32, i32)| {
            format!(
                "level \"{name}\"\nmap open {} {}\nscatter # {walls}%\n\
                 scatter + 9%\nscatter + 3% locked=bronze\nscatter {stairs} 6%\n\
                 scatter ^ 3% once=yes\nscatter ^ 3% trap=pit hidden=yes\n\
                 scatter ^ 3% trap=teleport hidden=yes once=yes\nscatter ^ 2% trap=alarm\n\
                 scatter ? 3% \"Beware.\"\nscatter k 2\nscatter $ {gold}\n\
                 scatter w {w_}\nscatter g {g}\nscatter p {p}\nscatter o 2\nscatter b 2\n\
                 scatter d 2\nscatter f 2\nscatter n 2\nscatter l 2\nscatter y 1\n",
                size.0, size.1
            )
        };
        let upper = level("Upper", '>', (w, h)) + "scatter @ 1\n";
        let text = RULES.to_owned() + &upper + &level("Lower", '<', (h + 4, w + 2));
        (text, seed, keys)
    })
}

/// Two levels of siege with scattered cows, fences and hordlings and short seasons, and keys to play.
fn besieged() -> impl Strategy<Value = (String, u64, String)> {
    let size = (3..24i32, 3..16i32);
    let crowd = (0..12u32, 0..12u32, 0..9u32, 0..9u32, 0..300i32);
    let seasons = (1..20u32, 1..4u32, 0..40u32);
    (size, crowd, seasons, any::<u64>(), KEYS).prop_map(
        |((w, h), (cows, fences, weak, strong, gold), (season, year, turn), seed, keys)| {
            let level = |name: &str, stairs: char, (w, h): (i32, i32)| {
                format!(
                    "level \"{name}\"\nmap open {w} {h}\nscatter # 5%\nscatter + 2%\n\
                     scatter {stairs} 4%\nscatter ^ 3% hidden=yes\nscatter ^ 2% trap=teleport\n\
                     scatter 1 {fences}\nscatter 4 {fences}\nscatter % {cows} overlap=yes\n\
                     scatter A {weak}\nscatter K {strong}\nscatter h 1\nscatter w 1\nscatter q 1\n"
                )
            };
            let rules = format!(
                "rules siege tempo=500 goal=400 season={season} year={year} turn={turn} gold={gold}\n"
            );
            let upper = level("Pasture", '>', (w, h)) + "scatter @ 1\n";
            let text = rules + RIDERS + &upper + &level("Byre", '<', (h + 4, w + 2));
            (text, seed, keys)
        },
    )
}

/// Kinds of siege that are fast, breed, drop cows or strike.
const RIDERS: &str = "kind h \"hound\" is=hordling speed=4 says=\"Wuff!\"
kind q \"queen\" is=hordling strength=3 spawns=h:4 drops=%
kind w \"wolf\" is=wanderer prey=nearest attack=melee strength=2
";

/// Idle rounds, a key, kinds that open doors, breed, explode, eat and drop things, and kinds that sleep, hide, follow
/// the hero or step aside.
const RULES: &str = "rules explore tempo=500
hero health=200 manna=200
item k \"bronze key\" opens=bronze
item m \"mushroom\" health=1 herd=yes
kind o \"orc\" is=wanderer sense=always hunt=path through=doors speed=3 drops=m
kind b \"bat\" is=wanderer sense=near:5 hunt=drift prey=nearest attack=burst:3 spawns=o:9 says=\"Squeak!\"
kind d \"dragon\" is=wanderer asleep=yes health=9
kind l \"lurker\" is=wanderer looks=m health=9
kind y \"gargoyle\" is=wanderer looks=# health=9
kind f \"friend\" is=wanderer side=hero health=20 drops=k
kind n \"nun\" side=none roam=random asleep=yes spawns=f:20 says=\"Peace.\"
";

fn levels(world: &World) -> impl Iterator<Item = LevelId> {
    world.dungeon().numbered_levels().map(|(level, _)| level)
}

fn points(world: &World) -> impl Iterator<Item = (LevelId, Point)> {
    levels(world).flat_map(|level| world.size(level).points().map(move |p| (level, p)))
}

/// Plays a key; refuses one that the game does not bind.
fn press(game: &mut Game, key: char) -> Result<(), Refusal> {
    let action = bound(game, key).ok_or(Refusal::UnknownHere)?;
    game.step(action)
}

/// Plays a key. Returns whether the rules allowed it and the game goes on or has just ended.
fn obeys(game: &mut Game, key: char) -> bool {
    let before = game.checksum();
    match press(game, key) {
        Ok(()) => true,
        Err(_) => {
            assert_eq!(game.checksum(), before, "a refusal changes nothing");
            false
        }
    }
}

/// Asserts that every living body stands on its cell, and that every cell's body is there.
fn assert_one_body_a_cell(world: &World) {
    let standing = world.bodies().iter().filter(|body| body.alive).count();
    let cells = points(world).filter(|(level, p)| world.body_at(*level, *p).is_some());
    assert_eq!(standing, cells.count());
    for (who, body) in (0..).zip(world.bodies()).filter(|(_, body)| body.alive) {
        let there = world.body_at(body.level, body.at);
        assert_eq!(there.map(|who| who.0), Some(who));
    }
}

/// Asserts that an event's actor stands where the event says before it applies, and that its items and tiles are there.
fn assert_honest(world: &World, event: &Event) {
    let stands = |who| (world.body(who).level, world.body(who).at);
    match *event {
        Event::Moved {
            who,
            level,
            from,
            to,
        } => {
            assert_eq!(
                (stands(who), from.chebyshev(to)),
                ((level, from), 1),
                "{event:?}"
            );
        }
        Event::Travelled {
            who,
            from,
            left,
            to,
            at,
        } => {
            assert_eq!(stands(who), (from, left), "{event:?}");
            assert!(world.is_vacant(to, at), "{event:?}");
        }
        Event::Swapped {
            who,
            whom,
            level,
            from,
            to,
        } => {
            assert_eq!((stands(who), stands(whom)), ((level, from), (level, to)));
            assert_eq!(from.chebyshev(to), 1, "{event:?}");
        }
        Event::Woke { who, level, at } => {
            assert!(world.body(who).is_asleep(), "{event:?}");
            assert_eq!(stands(who), (level, at), "{event:?}");
        }
        Event::Joined { who } => {
            assert!(world.kind(who).is_ally() && !world.body(who).is_asleep());
            assert!(!world.body(who).follows(), "{event:?}");
        }
        Event::Died { who, level, at } => assert_eq!(stands(who), (level, at), "{event:?}"),
        Event::Read(AtTerrain {
            who,
            level,
            at,
            tile,
        }) => {
            assert_eq!(
                (stands(who), world.cell(level, at).tile),
                ((level, at), tile),
                "{event:?}"
            );
        }
        Event::Sprung(on) => assert_eq!(stands(on.who), (on.level, on.at), "{event:?}"),
        Event::Opened(AtTerrain {
            who,
            level,
            at,
            tile,
        })
        | Event::Found(AtTerrain {
            who,
            level,
            at,
            tile,
        })
        | Event::Torn(AtTerrain {
            who,
            level,
            at,
            tile,
        }) => {
            assert_eq!(world.cell(level, at).tile, tile, "{event:?}");
            assert_eq!(
                (stands(who).0, stands(who).1.chebyshev(at)),
                (level, 1),
                "{event:?}"
            );
        }
        Event::Built(AtTerrain {
            who,
            level,
            at,
            tile,
        }) => {
            assert_ne!(world.cell(level, at).tile, tile, "{event:?}");
            assert!(stands(who).1.chebyshev(at) <= 1, "{event:?}");
        }
        Event::Rebuilt { level, at, tile } => {
            assert_ne!(world.cell(level, at).tile, tile, "{event:?}");
        }
        Event::Taken {
            level, at, item, ..
        }
        | Event::Eaten {
            level, at, item, ..
        } => {
            assert_eq!(world.item_at(level, at), item, "{event:?}");
        }
        _ => {}
    }
}

fn assert_same_world(mirror: &World, world: &World) {
    assert_eq!(mirror.checksum(), world.checksum());
    assert_eq!(mirror.bodies(), world.bodies());
    assert!(points(world).all(|(level, p)| mirror.cell(level, p) == world.cell(level, p)));
    let counts = |world: &World| {
        (
            world.turn(),
            world.round(),
            world.collectables(),
            world.outcome(),
        )
    };
    assert_eq!(counts(mirror), counts(world));
    assert_eq!(
        (mirror.held(), mirror.commanded()),
        (world.held(), world.commanded())
    );
    for level in levels(world) {
        assert_eq!(mirror.stairs(level), world.stairs(level));
        assert_eq!(mirror.herd(level), world.herd(level));
        assert_eq!(mirror.is_alarmed(level), world.is_alarmed(level));
        assert!(mirror.theirs(level).eq(world.theirs(level)));
    }
}

/// Asserts that the cached lists of cells agree with the cells.
fn assert_lists_are_true(world: &World) {
    for level in levels(world) {
        let all = |is_so: &dyn Fn(Point) -> bool| -> Vec<Point> {
            world.size(level).points().filter(|p| is_so(*p)).collect()
        };
        let is_stairs = |p| {
            matches!(
                world.tile(level, p).feature,
                Feature::Stairs(_) | Feature::Exit(_)
            )
        };
        assert_eq!(world.stairs(level), all(&is_stairs));
        assert_eq!(
            world.herd(level),
            all(&|p| world.item(world.item_at(level, p)).herd)
        );
    }
    let following = (0..)
        .zip(world.bodies())
        .filter(|(_, body)| body.alive && body.follows());
    let following: Vec<ActorId> = following.map(|(who, _)| ActorId(who)).collect();
    assert_eq!(world.followers(), following);
    let lying = points(world).map(|(level, p)| world.item(world.item_at(level, p)));
    let collectables = lying.filter(|item| item.collectable).count();
    assert_eq!(world.collectables() as usize, collectables);
}

proptest! {
    #![proptest_config(cases::of(256))]

    #[test]
    fn a_mirror_fed_only_the_events_equals_the_games_world((text, seed, keys) in plays()) {
        let mut game = game(&text, seed);
        let mut mirror = World::new(dungeon(&text), seed);
        game.events().iter().for_each(|event| mirror.apply(event));
        assert_same_world(&mirror, game.world());
        for key in keys.chars() {
            if !obeys(&mut game, key) {
                continue;
            }
            for event in game.events() {
                assert_honest(&mirror, event);
                mirror.apply(event);
            }
            assert_same_world(&mirror, game.world());
            assert_one_body_a_cell(game.world());
            assert_lists_are_true(game.world());
        }
    }

    #[test]
    fn the_same_dungeon_seed_and_keys_give_the_same_game((text, seed, keys) in plays()) {
        let play = || {
            let mut game = begun(read(&text), seed);
            let sums: Vec<u64> = keys.chars().map(|key| {
                let _ = press(&mut game, key);
                game.checksum()
            }).collect();
            (sums, game.outcome())
        };
        prop_assert_eq!(play(), play());
    }

    #[test]
    fn a_clone_goes_on_as_its_original_would((text, seed, keys) in plays()) {
        let mut original = game(&text, seed);
        let mut clone = game(&text, !seed);
        let mut sibling = original.clone();
        for (i, key) in keys.chars().enumerate() {
            if i == keys.len() / 2 {
                // The targets of the copy first diverge, one from another seed and one from the same; nothing of them
                // may remain.
                for key in keys.chars() {
                    let _ = press(&mut clone, key);
                }
                for key in keys.chars().rev() {
                    let _ = press(&mut sibling, key);
                }
                for copy in [&mut clone, &mut sibling] {
                    copy.clone_from(&original);
                    assert_same_world(copy.world(), original.world());
                    prop_assert_eq!(copy.state_hash(), original.state_hash());
                }
                assert_same_world(original.clone().world(), original.world());
            }
            let allowed = press(&mut original, key);
            if i >= keys.len() / 2 {
                prop_assert_eq!(press(&mut clone, key), allowed);
                if allowed.is_err() {
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
            if !obeys(&mut game, key) {
                continue;
            }
            prop_assert_ne!(game.checksum(), last);
            last = game.checksum();
        }
    }

    #[test]
    fn only_the_hero_gains_health((text, seed, keys) in plays()) {
        let mut game = game(&text, seed);
        for key in keys.chars() {
            if !obeys(&mut game, key) {
                continue;
            }
            let hero = game.world().commanded();
            let heals = |event: &&Event| matches!(event, Event::Changed { who, stat: Stat::Health, by } if *who != hero && *by > 0);
            prop_assert_eq!(game.events().iter().filter(heals).count(), 0);
        }
    }
}

/// A reset keeps facts computed about the dungeon, but no random draws.
#[test]
fn a_game_that_was_reset_is_a_new_game() {
    let drawn = "vault \"den\" flip=yes\nmap\n####\n#$.+\n####\nend\nvault \"cell\"\nmap\n###\n#.+\n###\nend\n\
        level \"Halls\"\nmap rooms 40 20 rooms=3 sides=3..4 vaults=2\n@ 2 2\n> 38 2\n1 6 6\n1 13 9\n1 21 15\n1 31 5\n1 37 17\nmark 1 #|.\n\
        level \"Caves\"\nmap caves 40 20 vaults=1\n< 9 9\n$ 5 5\n";
    let texts = KEPT.iter().map(String::as_str);
    for text in texts.chain([drawn]) {
        let mut again = game(text, 0);
        for seed in 1..8 {
            again.reset(seed);
            let new = game(text, seed);
            assert_same_world(again.world(), new.world());
            assert_eq!(again.events(), new.events());
            assert_eq!(again.state_hash(), new.state_hash());
        }
    }
}

/// A clone skips levels that no event has changed since the opening: each kind of change to such a level must reach it.
#[test]
fn a_clone_sees_a_single_change_on_another_level() {
    let text = "level \"Here\"\nmap\n#####\n#@.>#\n#####\nend\nlevel \"There\"\nmap\n######\n#w.w$#\n#...<#\n######\nend\n";
    let start = game(text, 0);
    let (world, level) = (start.world(), LevelId(1));
    let [who, whom] = [0, 1].map(|nth| world.theirs(level).nth(nth).expect("two are drawn"));
    let (from, to) = (world.body(who).at, world.body(whom).at);
    let (free, gold) = (at(1, 2), at(4, 1));
    let tile = world.cell(level, free).tile;
    let item = world.item_at(level, gold);
    let events = [
        Event::Moved {
            who,
            level,
            from,
            to: free,
        },
        Event::Swapped {
            who,
            whom,
            level,
            from,
            to,
        },
        Event::Travelled {
            who: world.commanded(),
            from: world.here(),
            left: at(1, 1),
            to: level,
            at: free,
        },
        Event::Changed {
            who,
            stat: Stat::Health,
            by: -1,
        },
        Event::Slowed(AtTerrain {
            who,
            level,
            at: from,
            tile,
        }),
        Event::Lagged { who },
        Event::StateBegan {
            who,
            state: TimedState::Burning,
            turns: 2,
        },
        Event::Joined { who },
        Event::Died {
            who,
            level,
            at: from,
        },
        Event::Born {
            who: ActorId(world.bodies().len() as u32),
            kind: world.body(who).kind,
            level,
            at: free,
        },
        Event::Placed {
            level,
            at: free,
            item,
        },
        Event::Removed {
            level,
            at: gold,
            item,
        },
        Event::Rebuilt {
            level,
            at: free,
            tile: world.cell(level, at(0, 0)).tile,
        },
        Event::Alarmed { level, until: 9 },
    ];
    for event in events {
        let (mut changed, mut copy) = (start.clone(), start.clone());
        changed.suppose(event);
        copy.clone_from(&changed);
        assert_same_world(copy.world(), changed.world());
        assert_eq!(copy.state_hash(), changed.state_hash(), "{event:?}");
        assert_ne!(copy.state_hash(), start.state_hash(), "{event:?}");
    }
}

#[test]
fn the_random_plays_meet_everything_that_can_happen() {
    let mut runner = TestRunner::deterministic();
    let mut seen = BTreeSet::new();
    let games = prop_oneof![scattered(), besieged()];
    for _ in 0..300 {
        let play = games.new_tree(&mut runner).expect("plays can be made");
        let (text, seed, keys) = play.current();
        let mut game = game(&text, seed);
        for key in keys.chars() {
            if obeys(&mut game, key) {
                seen.extend(game.events().iter().map(name));
            }
        }
    }
    for event in [
        "Alarmed",
        "Born",
        "Bought",
        "Built",
        "Bumped",
        "Burst",
        "Cast",
        "Changed",
        "Died",
        "Eaten",
        "Ended",
        "Flew",
        "Found",
        "Idled",
        "Joined",
        "Moved",
        "Opened",
        "Placed",
        "Read",
        "Rebuilt",
        "Removed",
        "PeriodBegan",
        "Shot",
        "Spoke",
        "Sprung",
        "Struck",
        "Swapped",
        "Taken",
        "Torn",
        "Travelled",
        "TurnBegan",
        "Woke",
    ] {
        assert!(seen.contains(event), "{event} is not among {seen:?}");
    }
}

#[test]
fn the_checksum_is_of_what_is_there_and_not_of_how_it_came_there() {
    let dungeon = dungeon(drawn! {"
        map
        ######
        #@$*.#
        ######
        end
    "});
    let after = |events: &dyn Fn(&World) -> Vec<Event>| {
        let mut world = World::new(dungeon.clone(), 0);
        let events = events(&world);
        events.iter().for_each(|event| world.apply(event));
        world.checksum()
    };
    let (level, p) = (LevelId(0), at(2, 1));
    let place = |item| Event::Placed { level, at: p, item };
    let herb = |world: &World| place(world.item_at(level, at(3, 1)));
    let gold = |world: &World| place(world.item_at(level, p));
    let there_and_back = after(&|world| vec![herb(world), gold(world)]);
    assert_eq!(there_and_back, after(&|_| Vec::new()));
    assert_ne!(there_and_back, after(&|world| vec![herb(world)]));
}

#[test]
fn the_checksum_tells_a_key_that_was_taken_from_one_that_was_eaten() {
    let text = drawn! {r#"
        item k "cheese" opens=mouse herd=yes
        map
        #####
        #@k$#
        #####
        end
    "#};
    let dungeon = dungeon(text);
    let after = |event: fn(ActorId, LevelId, Point, ItemId) -> Event| {
        let mut world = World::new(dungeon.clone(), 0);
        let (level, at) = (LevelId(0), at(2, 1));
        let item = world.item_at(level, at);
        world.apply(&event(world.commanded(), level, at, item));
        assert_eq!(world.item_at(level, at), ItemId::NONE);
        (world.held().len(), world.checksum())
    };
    let taken = after(|who, level, at, item| Event::Taken {
        who,
        level,
        at,
        item,
    });
    let eaten = after(|who, level, at, item| Event::Eaten {
        who,
        level,
        at,
        item,
    });
    assert_eq!((taken.0, eaten.0), (1, 0));
    assert_ne!(taken.1, eaten.1);
}

/// Returns the variant name of an event.
fn name(event: &Event) -> String {
    let debug = format!("{event:?}");
    let end = debug.find([' ', '(']).unwrap_or(debug.len());
    debug[..end].to_owned()
}

//! Ranges of numbers, `health=4..9`: the values that the seed draws for each body and item, and what these draws
//! leave unchanged.
use std::collections::{BTreeMap, BTreeSet};

use crate::scenario::{L, game, press, presses};
use crate::support::dungeon;
use dungeon_engine::action::ActorId;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{Stat, StatsId};
use dungeon_model::space::geometry::{Point, at};
use dungeon_players::{Budget, Reason, Verdict, prove};

/// Rats and bread with ranges, on a 10×6 floor with the hero at 2,2, and these records.
fn room(records: &str, seed: u64) -> Game {
    let kinds = "kind r \"rat\" is=wanderer health=4..9 strength=1..3 speed=0\n\
                 item b \"bread\" health=2..4 wealth=-1..1";
    game(
        &format!("{kinds}\nmap open 12 8\n@ 2 2\n$ 11 2\n{records}\n"),
        seed,
    )
}

/// The stat of each living monster, by its cell.
fn stats(game: &Game, stat: Stat) -> BTreeMap<Point, i32> {
    let world = game.world();
    let bodies = world.theirs(L).map(|who| world.body(who));
    bodies.map(|body| (body.at, body.stat(stat))).collect()
}

/// Returns the amount of a stat that each item on the floor gives, by its cell.
fn gifts(game: &Game, stat: Stat) -> BTreeMap<Point, i32> {
    let world = game.world();
    let lying = world.size(L).points().map(|p| (p, world.item_at(L, p)));
    let lying = lying.filter(|(_, item)| world.item(*item).glyph != '$' && item.0 != 0);
    lying
        .map(|(p, item)| (p, world.item(item).gives[stat]))
        .collect()
}

#[test]
fn x14_every_number_of_a_range_comes_up_and_none_outside() {
    let mut seen = BTreeMap::<&str, BTreeSet<i32>>::new();
    let mut note = |what, numbers: BTreeMap<Point, i32>| {
        seen.entry(what).or_default().extend(numbers.into_values());
    };
    for seed in 0..60 {
        note("kind", stats(&room("r 5 5\nr 7 7", seed), Stat::Health));
        note(
            "record",
            stats(&room("r 5 5 health=20..22", seed), Stat::Health),
        );
        note(
            "scatter",
            stats(&room("scatter r 2 health=11..12", seed), Stat::Health),
        );
        note(
            "scattered kind",
            stats(&room("scatter r 2", seed), Stat::Strength),
        );
        let mark = "mark M r health=31..33\nM 4 4";
        note("mark", stats(&room(mark, seed), Stat::Health));
        note("item", gifts(&room("b 5 5", seed), Stat::Health));
        note(
            "scattered item",
            gifts(&room("scatter b 3", seed), Stat::Wealth),
        );
        note(
            "record of an item",
            gifts(&room("b 5 5 health=7..8", seed), Stat::Health),
        );
    }
    let expected: [(&str, std::ops::RangeInclusive<i32>); 8] = [
        ("kind", 4..=9),
        ("record", 20..=22),
        ("scatter", 11..=12),
        ("scattered kind", 1..=3),
        ("mark", 31..=33),
        ("item", 2..=4),
        ("scattered item", -1..=1),
        ("record of an item", 7..=8),
    ];
    for (what, range) in expected {
        assert_eq!(seen[what], range.collect(), "{what}");
    }
}

#[test]
fn x14_the_seed_alone_decides_and_each_draws_for_itself() {
    let crowd = "scatter r 20\nscatter b 20";
    for seed in 0..20 {
        let draws = |seed| {
            let game = room(crowd, seed);
            [stats(&game, Stat::Health), gifts(&game, Stat::Health)]
        };
        let drawn = draws(seed);
        assert_eq!(drawn, draws(seed));
        assert_ne!(drawn, draws(seed + 1000));
        for drawn in drawn {
            let different: BTreeSet<i32> = drawn.into_values().collect();
            assert!(different.len() > 1, "seed {seed}: {different:?}");
        }
    }
}

#[test]
fn x14_one_more_body_item_or_mark_shifts_no_others_draw() {
    let one = "r 5 5\nb 6 6\nr 9 3 strength=10..90\nb 8 7 wealth=1..99";
    for seed in 0..30 {
        let before = room(one, seed);
        for more in [
            "r 4 4",
            "b 4 4",
            "mark Q r health=1..50\nQ 4 4",
            "w 4 4",
            "$ 4 4",
        ] {
            let after = room(&format!("{more}\n{one}"), seed);
            for stat in [Stat::Health, Stat::Strength] {
                let mut others = stats(&after, stat);
                others.remove(&at(3, 3));
                assert_eq!(stats(&before, stat), others, "{more}, seed {seed}");
            }
            for stat in [Stat::Health, Stat::Wealth] {
                let mut others = gifts(&after, stat);
                others.remove(&at(3, 3));
                assert_eq!(gifts(&before, stat), others, "{more}, seed {seed}");
            }
        }
    }
}

#[test]
fn x14_who_is_born_and_what_is_dropped_draws_then() {
    let file = "kind n \"nest\" health=50..60 attack=none spawns=r:2\n\
                kind r \"rat\" health=1..8 strength=0 drops=c speed=0\n\
                item c \"coin\" wealth=1..6\n\
                hero strength=100\n";
    let mut born = BTreeSet::new();
    let mut dropped = BTreeSet::new();
    for seed in 0..12 {
        let map = "map\n########\n#@r...n#\n#.....$#\n########\nend";
        let mut game = game(&format!("{file}{map}"), seed);
        let first = game.world().bodies().len();
        presses(&mut game, "l.....");
        let world = game.world();
        let bodies = world.bodies()[first..].iter();
        let lives: Vec<i32> = bodies.map(|body| body.stat(Stat::Health)).collect();
        assert!(lives.len() >= 2, "{lives:?}");
        assert!(lives.iter().all(|life| (1..=8).contains(life)), "{lives:?}");
        born.extend(lives);
        let coins: Vec<i32> = gifts(&game, Stat::Wealth).into_values().collect();
        assert_eq!(coins.len(), 1);
        dropped.extend(coins);
    }
    assert!(born.len() > 4 && dropped.len() > 3, "{born:?} {dropped:?}");
    assert!(dropped.iter().all(|coin| (1..=6).contains(coin)));
}

#[test]
fn x14_a_hero_has_a_range_too_and_a_most_holds_it() {
    let lives = |seed| {
        let game = game(
            "hero health=20..25 max=25\nmap\n#####\n#@.$#\n#####\nend",
            seed,
        );
        game.world().life_of(ActorId(0))
    };
    let seen: BTreeSet<i32> = (0..60).map(lives).collect();
    assert_eq!(seen, (20..=25).collect());
}

#[test]
fn x14_files_without_ranges_have_no_variants_and_no_spreads() {
    let game = room("w 5 5 3 3\n$ 6 6 1 2 3", 7);
    let dungeon = game.world().dungeon();
    let level = &dungeon.levels()[0];
    assert!(level.spreads.is_empty());
    let spawn = level.spawns.last().expect("a wanderer");
    assert!(level.spread_of(spawn).is_none());
    assert_eq!(spawn.stats, StatsId(1));
}

#[test]
fn x14_the_whole_of_i32_is_a_range() {
    let file = "item b \"bread\" wealth=5\n\
                kind r \"rat\" strength=-2147483648..2147483647 speed=0\n\
                map\n######\n#@..r#\n######\nend\nb 3 2";
    let strengths: BTreeSet<i32> = (0..20)
        .map(|seed| stats(&game(file, seed), Stat::Strength)[&at(4, 1)])
        .collect();
    assert_eq!(strengths.len(), 20);
    assert!(strengths.first() < Some(&-1_000_000) && strengths.last() > Some(&1_000_000));
}

#[test]
fn x14_what_was_drawn_is_taken_and_told() {
    for seed in 0..8 {
        let mut game = room("b 3 2", seed);
        let hero = |game: &Game| game.world().body(ActorId(0)).stats;
        let [health, wealth] =
            [Stat::Health, Stat::Wealth].map(|stat| gifts(&game, stat)[&at(2, 1)]);
        let before = hero(&game);
        press(&mut game, 'l').expect("a step");
        let after = hero(&game);
        assert_eq!(after[Stat::Health] - before[Stat::Health], health);
        assert_eq!(after[Stat::Wealth] - before[Stat::Wealth], wealth);
    }
}

/// Whether a game is proved unwinnable because a number is too low.
fn lacks(text: &str, seed: u64, of: Stat) -> bool {
    let proof = prove(&dungeon(text), seed, &Budget::of_steps(3_000));
    match proof.verdict {
        Verdict::Unwinnable(disproof) => {
            matches!(disproof.reason, Reason::TooLittle { of: lacking, .. } if lacking == of)
        }
        _ => false,
    }
}

#[test]
fn x14_no_bound_takes_less_than_the_most_that_may_be_drawn() {
    // One shot, which kills the mouse; the dropped arrows may suffice for the ghost.
    let battle = |shots: &str| {
        format!(
            "rules tactics\nhero ammo=1 damage=1..1 accuracy=100\n\
             item a \"arrows\" ammo={shots}\n\
             kind m \"mouse\" health=1 attack=none drops=a\n\
             kind G \"ghost\" health=9 attack=none\n\
             map\n########\n#@..m..#\n#.....G#\n########\nend\n"
        )
    };
    let pasture = |gold: &str| {
        format!(
            "rules siege goal=10 gold=5 profit=0 cow=100\n\
             item g \"gold\" wealth={gold}\n\
             kind m \"mouse\" is=hordling strength=1 drops=g\n\
             map\n........\n.@..m...\n........\nend\n"
        )
    };
    for seed in 0..6 {
        assert!(!lacks(&battle("0..9"), seed, Stat::Health), "seed {seed}");
        assert!(lacks(&battle("0..8"), seed, Stat::Health), "seed {seed}");
        assert!(!lacks(&pasture("-9..5"), seed, Stat::Wealth), "seed {seed}");
    }
}

#[test]
fn x14_a_game_is_left_to_chance_while_numbers_may_yet_be_drawn() {
    let file = |kinds: &str| {
        format!("item c \"coin\" wealth=1..6\n{kinds}\nmap\n######\n#@.n$#\n######\nend")
    };
    let is_open = |kinds: &str| game(&file(kinds), 1).is_left_to_chance();
    let rat = "kind r \"rat\" health=1..8";
    assert!(!is_open("kind n \"nest\" health=2..9 attack=none"));
    assert!(is_open("kind n \"nest\" attack=none drops=c"));
    assert!(is_open(&format!(
        "kind n \"nest\" attack=none spawns=r:9\n{rat}"
    )));
    assert!(!is_open(
        "kind n \"nest\" attack=none spawns=r:9\nkind r \"rat\" health=2"
    ));
    let nest = "kind n \"nest\" attack=none";
    assert!(is_open(&format!("{nest}\nwhen turn=3 give=c")));
    assert!(!is_open(&format!("{nest}\nwhen turn=3 give=$")));
}

#[test]
fn x3_a_game_is_left_to_chance_where_a_cause_may_bring_whom_the_heroes_shoot_at() {
    let is_open = |cause: &str| {
        let file = format!(
            "rules tactics\nitem g \"gem\"\ngoal take=yes\nkind s \"statue\" attack=none hunt=stand roam=stand\n\
             map\n@P.Zg\nend\nmark P .\nmark Z .\nwhen step=P {cause}\n"
        );
        game(&file, 1).is_left_to_chance()
    };
    assert!(!is_open("says=\"Click.\""));
    assert!(is_open("spawn=s at=Z"), "a shot may miss only in this turn");
}

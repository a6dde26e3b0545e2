//! Siege rules for turns and seasons, one by one: each test draws a map, presses keys and compares the events. Points
//! are 1-based.
use std::collections::BTreeSet;

use crate::scenario::siege::{QUIET, comers, cows, drawn, gold, is_on_the_ring, quiet};
use crate::scenario::{L, game, press};
use dungeon_engine::action::ActorId;
use dungeon_engine::chance::DrawPurpose;
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::ruleset_face::Reading;
use dungeon_model::dungeon::games::siege;
use dungeon_model::space::geometry::{Point, at};

// ---- the start and the turn ------------------------------------------------------------------------------

#[test]
fn s1_one_to_ten_cows_and_the_hero_stand_in_the_middle_square() {
    let square = |p: &Point| (8..14).contains(&p.x) && (8..14).contains(&p.y);
    let (mut counts, mut starts, mut on_a_cow) = (BTreeSet::new(), BTreeSet::new(), 0);
    for seed in 0..1000 {
        let game = game("rules siege\n", seed);
        let world = game.world();
        let hero = world.body(world.commanded()).at;
        assert_eq!((world.size(L).width, world.size(L).height), (24, 24));
        assert!(world.herd(L).iter().all(square) && square(&hero), "{seed}");
        counts.insert(cows(world));
        starts.insert(hero);
        on_a_cow += usize::from(world.herd(L).contains(&hero));
        // The only bodies are the hero and the pair of the first season.
        assert_eq!(world.bodies().len(), 3);
        let mut cells = world.size(L).points();
        assert!(cells.all(|p| world.tile(L, p).glyph == '.'));
    }
    assert!(
        counts.iter().all(|cows| (1..=10).contains(cows)),
        "{counts:?}"
    );
    assert!(counts.contains(&10) && counts.len() > 3, "{counts:?}");
    assert_eq!(starts.len(), 36);
    assert!((100..400).contains(&on_a_cow), "{on_a_cow} of 1000");
}

#[test]
fn s2_the_first_turn_is_paid_and_judged_like_every_other() {
    let rows = drawn! {"
        #####
        #@..#
        #..%#
        #####"};
    for (rules, gold_then, ends) in [
        ("gold=2000 turn=1", 2000, Some(Outcome::Won)),
        ("gold=1999 turn=1", 1999, None),
        ("gold=1990", 2000, Some(Outcome::Won)),
        ("gold=-1 turn=1", -1, Some(Outcome::Lost)),
        ("gold=-1", 9, None),
        ("gold=-11", -1, Some(Outcome::Lost)),
        ("gold=0 turn=1", 0, None),
        ("goal=0 turn=1", 0, Some(Outcome::Won)),
    ] {
        let game = game(&drawn(&format!("rules siege {rules}"), rows), 0);
        assert_eq!((gold(&game), game.outcome()), (gold_then, ends), "{rules}");
    }
}

#[test]
fn s2_turn_150_pays_and_spawns_turn_149_does_not() {
    for (turn, pays) in [
        (0, true),
        (149, false),
        (150, true),
        (151, false),
        (300, true),
    ] {
        let rows = drawn! {"
            .....
            .@.%.
            ....."};
        let game = game(&drawn(&format!("rules siege turn={turn}"), rows), 0);
        assert_eq!(game.world().turn(), turn);
        assert_eq!(gold(&game), if pays { 10 } else { 0 }, "{turn}");
        assert_eq!(comers(&game).len(), if pays { 2 } else { 0 }, "{turn}");
    }
}

// ---- newcomers --------------------------------------------------------------------------------------------

#[test]
fn s3_a_pair_for_every_year_that_has_begun() {
    for (season, year, turn, pairs) in [
        (150, 4, 0, 1),
        (150, 4, 450, 1),
        (150, 4, 600, 2),
        (150, 4, 1050, 2),
        (150, 4, 1200, 3),
        (1, 1, 3, 4),
        (7, 3, 21, 2),
        (1, 1, 25, 26),
        (1, 1, 26, 26),
        (1, 1, 2_000_000_000, 26),
        (2_000_000_000, 2_000_000_000, 2_000_000_000, 1),
    ] {
        let rules = format!("rules siege season={season} year={year} turn={turn}");
        let game = game(
            &drawn(
                &rules,
                drawn! {"
                    .....
                    .....
                    ..@..
                    .....
                    ....."},
            ),
            3,
        );
        assert_eq!(comers(&game).len(), 2 * pairs, "{rules}");
    }
}

#[test]
fn s3_letters_are_drawn_from_as_many_as_there_are_pairs_and_stop_at_z() {
    for (pairs, turn) in [(1, 0), (2, 1), (3, 2), (26, 25), (26, 1_000_000)] {
        let rules = format!("rules siege season=1 year=1 turn={turn}");
        let text = drawn(
            &rules,
            drawn! {"
                .....
                .....
                ..@..
                .....
                ....."},
        );
        let strengths: BTreeSet<i32> = (0..30)
            .flat_map(|seed| comers(&game(&text, seed)))
            .collect();
        assert!(
            strengths.iter().copied().eq(1..=pairs),
            "{turn}: {strengths:?}"
        );
    }
    let strongest = game(
        &drawn(
            QUIET,
            drawn! {"
                ...
                .@.
                ..Z"},
        ),
        0,
    );
    assert_eq!(strongest.world().glyph_of(ActorId(1)), 'Z');
}

#[test]
fn s3_row_column_and_letter_are_drawn_in_this_order_first_north_or_south_then_east_or_west() {
    let (width, height, pairs) = (24, 24, 3);
    for seed in 0..50 {
        let game = game("rules siege season=10 turn=80\n", seed);
        let born = game.events().iter().filter_map(|event| match *event {
            Event::Born { kind, at, .. } if kind != dungeon_model::dungeon::builtin::HERO => {
                Some((at, kind))
            }
            _ => None,
        });
        let born: Vec<_> = born.collect();
        // A new stream of the world's random numbers does not depend on earlier draws.
        let mut draw = game.world().draw_on(L, DrawPurpose::Muster, 0);
        let mut wanted = Vec::new();
        for _ in 0..pairs {
            let y = [0, height - 1][draw.below(2) as usize];
            let x = draw.below(width);
            let letter = draw.below(pairs);
            wanted.push((at(x as i32, y as i32), siege::hordling(letter as u16 + 1)));
            let y = draw.below(height);
            let x = [0, width - 1][draw.below(2) as usize];
            let letter = draw.below(pairs);
            wanted.push((at(x as i32, y as i32), siege::hordling(letter as u16 + 1)));
        }
        assert_eq!(born, wanted, "{seed}");
    }
}

#[test]
fn s3_of_two_on_one_corner_the_later_one_is_left() {
    let text = drawn(
        "rules siege turn=600",
        drawn! {"
            ...
            .@.
            ..."},
    );
    let mut collisions = 0;
    for seed in 0..200 {
        let game = game(&text, seed);
        let world = game.world();
        let born = &world.bodies()[1..];
        assert_eq!(born.len(), 4, "two pairs came");
        for (nth, body) in born.iter().enumerate() {
            let later = born[nth + 1..].iter().any(|other| other.at == body.at);
            assert_eq!(body.alive, !later, "{seed}: {}", body.at);
            assert!(is_on_the_ring(world, body.at));
            let is_corner = body.at.x != 1 && body.at.y != 1;
            collisions += usize::from(later && is_corner);
        }
    }
    assert!(collisions > 20, "{collisions}");
}

/// A walled pasture with a gate of one cell in the west, one of two in the east, and a fence in the south.
const WALLED: &str = "
##############
#...#........#
#............#
.....%@%......
#.............
#...#........#
#........##..#
####2#########
";

/// Returns the cells of the newcomers when a season of this many pairs began.
fn newcomers(year: usize, seed: u64) -> Vec<Point> {
    let rules = format!("rules siege season=1 year=1 turn={} gold=1000", year - 1);
    let game = game(&drawn(&rules, WALLED.trim()), seed);
    let world = game.world();
    let all = world.theirs(L).map(|who| world.body(who).at);
    all.collect()
}

#[test]
fn s3_whoever_is_drawn_onto_a_wall_comes_in_at_a_gate() {
    let gates = [at(0, 3), at(13, 4), at(4, 7)];
    let mut came = [0; 3];
    for seed in 0..60 {
        let all = newcomers(1, seed);
        // A newcomer replaces another one only if the draw leads both to the same gate.
        assert!((1..=2).contains(&all.len()), "{seed}: {all:?}");
        for p in all {
            let beside = |gate: &&Point| gate.chebyshev(p) <= 2;
            let gate = gates.iter().position(|gate| beside(&gate));
            came[gate.unwrap_or_else(|| panic!("{seed}: {p}"))] += 1;
        }
    }
    assert!(came.iter().all(|count| *count > 3), "{came:?}");
    assert!(came.iter().sum::<i32>() >= 110, "{came:?}");
}

#[test]
fn s3_a_gate_lets_in_as_many_as_come_and_nobody_tramples_another_there() {
    for seed in 0..20 {
        // Two newcomers drawn onto one open cell become one, as on any ring.
        let all = newcomers(6, seed);
        assert!(all.len() >= 9, "{seed}: {} of 12", all.len());
    }
}

#[test]
fn s3_the_way_to_a_gate_is_along_the_ring_and_clockwise_of_two() {
    // An open ring shows the cells that the draw chose.
    let open = drawn! {"
            .........
            .........
            ....@....
            .........
            ........."};
    let walled = drawn! {"
        ####.####
        #.......#
        #...@...#
        #.......#
        ####.####"};
    let rules = "rules siege season=1 year=1 turn=0 gold=1000";
    let ring: Vec<Point> = (0..9)
        .map(|x| at(x, 0))
        .chain((1..5).map(|y| at(8, y)))
        .chain((0..8).rev().map(|x| at(x, 4)))
        .chain((1..4).rev().map(|y| at(0, y)))
        .collect();
    let (north, south) = (at(4, 0), at(4, 4));
    let far = |from: Point, to: Point| {
        let place = |p| ring.iter().position(|q| *q == p).expect("on the ring") as i32;
        (place(to) - place(from)).rem_euclid(ring.len() as i32)
    };
    for seed in 0..200 {
        let came = |map: &str| {
            let game = game(&drawn(rules, map), seed);
            let all = game.world().theirs(L);
            all.map(|who| game.world().body(who).at).collect::<Vec<_>>()
        };
        let [first, second] = came(open)[..] else {
            continue;
        };
        let gate = |from| {
            let ways = [north, south].map(|gate| {
                let clockwise = far(from, gate);
                let other = ring.len() as i32 - clockwise;
                (clockwise.min(other), i32::from(other < clockwise), gate)
            });
            ways.into_iter()
                .min_by_key(|way| (way.0, way.1))
                .expect("two")
                .2
        };
        let (one, two) = (gate(first), gate(second));
        let there = came(walled);
        if one != two {
            assert_eq!(there, [one, two], "{seed}: {first} {second}");
        } else {
            assert_eq!(there[0], one, "{seed}");
        }
    }
}

#[test]
fn s3_the_smallest_boards_are_played_too() {
    for (width, height) in [(3, 3), (3, 9), (9, 3), (4, 5), (24, 3)] {
        let text = format!(
            "rules siege season=2 year=2 gold=30\nmap open {width} {height}\nscatter @ 1\n"
        );
        let mut game = game(&text, 5);
        for nth in 0..300 {
            let key = b"6f4c2.8s7193"[nth % 12] as char;
            if game.outcome().is_some() {
                break;
            }
            let _ = press(&mut game, key);
            let hero = game.world().body(game.world().commanded()).at;
            assert!(!is_on_the_ring(game.world(), hero));
        }
        assert!(game.world().turn() > 3);
    }
}

// ---- display, and features of files -----------------------------------------------------------------------

#[test]
fn s30_the_next_season_comes_as_it_was_foretold() {
    let rules = "rules siege season=1 year=2 gold=50";
    let rows = drawn! {"
        .......
        .@...%.
        ......."};
    let mut strongest = [0; 3];
    for seed in 0..40 {
        let mut game = game(&drawn(rules, rows), seed);
        for season in 2..=6 {
            let next = game.rules().face().next_period(game.world());
            let next = next.expect("siege has seasons");
            press(&mut game, '.').expect("the hero can wait");
            let begun = game.events().iter().find_map(|event| match *event {
                Event::PeriodBegan { number, herd, .. } => Some((number + 1, 10 * i64::from(herd))),
                _ => None,
            });
            let Some((number, pay)) = begun else { break };
            assert_eq!((number, next.number), (season, season));
            assert!(
                pay <= next.pay,
                "{seed}: hordlings eat cows, and none is born"
            );
            let comers = comers(&game);
            assert!(
                comers.len() <= next.newcomers as usize,
                "{seed}: {comers:?}"
            );
            let most = comers.iter().copied().max().unwrap_or(0);
            assert!(most <= next.strength as i32, "{seed}: {comers:?}");
            let year = (season - 1) as usize / 2;
            assert_eq!(
                (next.newcomers, next.strength),
                (2 * year as u32 + 2, year as u32 + 1)
            );
            strongest[year] = strongest[year].max(most);
        }
    }
    assert_eq!(
        strongest,
        [1, 2, 3],
        "the strengths are as high as foretold"
    );
}

#[test]
fn s30_the_readings_are_gold_and_the_turns_of_the_season_that_are_left() {
    let of = |rules: &str| {
        let game = game(
            &drawn(
                rules,
                drawn! {"
                    #####
                    #@..#
                    #####"},
            ),
            0,
        );
        let readings = game.rules().face().readings(game.world()).into_iter();
        let told: Vec<_> = readings
            .map(|Reading { label, value, .. }| format!("{label}{value}"))
            .collect();
        (told.join(" "), game.rules().face().turns_left(game.world()))
    };
    assert_eq!(of("rules siege gold=7"), ("$7 T150".into(), Some(150)));
    assert_eq!(
        of("rules siege gold=7 turn=1"),
        ("$7 T149".into(), Some(149))
    );
    assert_eq!(
        of("rules siege gold=-3 turn=149"),
        ("$-3 T1".into(), Some(1))
    );
    assert_eq!(of("rules siege turn=150"), ("$0 T150".into(), Some(150)));
    assert_eq!(
        of("rules siege season=7 turn=30"),
        ("$0 T5".into(), Some(5))
    );
}

#[test]
fn s30_fences_look_so() {
    let dungeon = crate::scenario::dungeon(&quiet(drawn! {"
        ...
        .@.
        ..."}));
    let fences = (0..siege::FENCES).map(|strength| dungeon.tile(siege::fence(strength)));
    let looks: String = fences
        .flat_map(|tile| [tile.glyph, tile.fine.unwrap_or(' ')])
        .collect();
    assert_eq!(looks, "1┆2░3▒4▓5█");
}

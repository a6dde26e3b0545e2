//! `scatter` (docs/format, "Scatter"): what it places, where, and what it never does, checked for many seeds.
use std::collections::BTreeSet;

use crate::scenario::{L, game, press};
use dungeon_engine::game::Game;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::{Point, at as cell};

/// An inner floor of 10×6 with the hero at 2,2 and gold at 3,2.
fn room(records: &str, seed: u64) -> Game {
    game(&format!("\nmap open 12 8\n@ 2 2\n$ 3 2\n{records}\n"), seed)
}

/// Returns the 1-based cells where this glyph is shown.
fn seen(game: &Game, glyph: char) -> BTreeSet<(i32, i32)> {
    let world = game.world();
    let is_seen = |p: &Point| {
        let body = world.body_at(L, *p).map(|who| world.kind(who).glyph);
        let item = world.item(world.item_at(L, *p)).glyph;
        [body, Some(item), Some(world.tile(L, *p).glyph)].contains(&Some(glyph))
    };
    world
        .size(L)
        .points()
        .filter(is_seen)
        .map(|p| (p.x + 1, p.y + 1))
        .collect()
}

fn inner_walls(game: &Game) -> BTreeSet<(i32, i32)> {
    seen(game, '#')
        .into_iter()
        .filter(|(x, y)| (2..12).contains(x) && (2..8).contains(y))
        .collect()
}

#[test]
fn so_many_are_placed_each_on_a_cell_of_its_own() {
    for seed in 0..50 {
        let game = room("scatter w 7\nscatter * 9\nscatter # 5", seed);
        assert_eq!(
            (
                seen(&game, 'w').len(),
                seen(&game, '*').len(),
                inner_walls(&game).len()
            ),
            (7, 9, 5)
        );
    }
}

#[test]
fn a_percentage_is_each_cells_chance() {
    assert_eq!(inner_walls(&room("scatter # 0%", 1)).len(), 0);
    assert_eq!(
        inner_walls(&room("scatter # 100%", 1)).len(),
        58,
        "neither on the hero nor on the gold"
    );
    let walls: usize = (0..500)
        .map(|seed| inner_walls(&room("scatter # 20%", seed)).len())
        .sum();
    assert!(
        (5_500..6_100).contains(&walls),
        "{walls} of 29,000 cells, expected 5,800"
    );
}

#[test]
fn every_cell_has_the_same_chance() {
    let mut counts = [0; 6];
    for seed in 0..6_000 {
        let game = room("scatter * 1 in=5,4..7,5", seed);
        let (x, y) = *seen(&game, '*').first().expect("one was placed");
        counts[((y - 4) * 3 + x - 5) as usize] += 1;
    }
    assert!(
        counts.iter().all(|count| (850..1_150).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn things_stay_in_their_region() {
    for seed in 0..50 {
        let game = room("scatter w 4 in=5,3..7,5\nscatter * 4 in=5,3..7,5", seed);
        let inside = |(x, y): &(i32, i32)| (5..=7).contains(x) && (3..=5).contains(y);
        assert!(seen(&game, 'w').iter().chain(&seen(&game, '*')).all(inside));
    }
}

#[test]
fn away_is_a_manhattan_distance_above_n_from_the_hero() {
    let game = room("scatter g 60 away=5", 3);
    let near = |(x, y): &&(i32, i32)| x - 2 + y - 2 <= 5;
    let cells = seen(&game, 'g');
    assert_eq!(cells.iter().filter(near).count(), 0);
    assert_eq!(cells.len(), 60 - 21, "all the others");
}

#[test]
fn away_counts_from_a_hero_who_was_scattered_before() {
    for seed in 0..30 {
        let game = game(
            "\nmap open 12 8\nscatter @ 1\nscatter w 5 away=4\n$ 3 2\n",
            seed,
        );
        let hero = game.world().body(game.world().commanded()).at;
        for who in game.world().theirs(L) {
            assert!(game.world().body(who).at.manhattan(hero) > 4);
        }
    }
}

#[test]
fn x17_a_distance_counts_from_a_cell_a_glyph_or_all_stairs_so_far() {
    for seed in 0..30 {
        let map = "level \"A\"\nmap open 20 12\n@ 2 2\nscatter > 2\nscatter w 9 min-distance=6 from=>\n\
                   scatter g 9 min-distance=8 from=10,6\n$ 3 2\n\
                   level \"B\"\nmap\n########\n#A....>#\n#......#\n########\nend\nmark A .\n\
                   scatter * 2 min-distance=5 from=A\n> 7 3 to=\"A\"\nmark > > to=\"A\"\n";
        let game = game(map, seed);
        let world = game.world();
        let stairs = world.stairs(L);
        assert_eq!(stairs.len(), 2);
        for who in world.theirs(L) {
            let at = world.body(who).at;
            match world.kind(who).glyph {
                'w' => assert!(stairs.iter().all(|p| p.manhattan(at) >= 6), "{seed}: {at}"),
                _ => assert!(at.manhattan(cell(9, 5)) >= 8, "{seed}: {at}"),
            }
        }
        let below = LevelId(1);
        for (p, item) in world.lying(below) {
            let is_far = p.manhattan(cell(1, 1)) >= 5;
            assert!(is_far || world.item(item).glyph != '*', "{seed}: {p}");
        }
    }
}

#[test]
fn nothing_solid_buries_anyone_or_anything() {
    for records in [
        "scatter w 5\nscatter * 5\nscatter # 100%",
        "scatter w 5\nscatter * 5\nscatter # 100% overlap=yes",
    ] {
        let game = room(records, 2);
        let walls = inner_walls(&game);
        assert!(seen(&game, 'w').is_disjoint(&walls) && seen(&game, '*').is_disjoint(&walls));
        assert!(!walls.contains(&(2, 2)) && !walls.contains(&(3, 2)));
    }
}

#[test]
fn overlap_replaces_that_layer_but_never_the_hero() {
    // A count of 5,000 reaches all of the 60 cells.
    let game = room(
        "scatter * 5000 overlap=yes\nscatter w 10\nscatter g 5000 overlap=yes",
        4,
    );
    assert_eq!(
        (seen(&game, '*').len(), seen(&game, '$').len()),
        (60, 0),
        "the gold was replaced, the hero stands on a herb"
    );
    assert_eq!((seen(&game, 'g').len(), seen(&game, 'w').len()), (59, 0));
    assert_eq!(seen(&game, '@').into_iter().collect::<Vec<_>>(), [(2, 2)]);
    assert_eq!(game.world().collectables(), 60);
}

#[test]
fn overlapping_throws_may_hit_the_same_cell() {
    let counts: BTreeSet<usize> = (0..50)
        .map(|seed| seen(&room("scatter * 10 overlap=yes in=2,3..5,6", seed), '*').len())
        .collect();
    assert!(
        counts.iter().all(|count| (1..=10).contains(count)),
        "{counts:?}"
    );
    assert!(counts.len() > 2, "{counts:?}");
}

#[test]
fn s10_a_scatter_puts_no_monster_on_the_herd_nor_the_herd_under_one() {
    let pasture = |records: &str| {
        let before = "rules siege turn=1\nitem s \"stone\" herd=no\nkind w \"wolf\" health=4\n";
        format!("\n{before}map open 7 5\n@ 2 2\n{records}\n")
    };
    let all = "scatter % 12\nscatter w 30\nscatter % 90 overlap=yes\nscatter w 90 overlap=yes";
    for seed in 0..50 {
        let game = game(&pasture(all), seed);
        let wolves = seen(&game, 'w');
        let cows = seen(&game, '%');
        assert!(wolves.is_disjoint(&cows), "{wolves:?} {cows:?}");
        assert_eq!(
            wolves.len() + cows.len(),
            7 * 5 - usize::from(!cows.contains(&(2, 2)))
        );
    }
    // Items of the herd never lie below a body other than the hero; other items may.
    let world = game(
        &pasture("scatter w 90\nscatter s 90\nscatter % 90 overlap=yes"),
        1,
    );
    assert_eq!((seen(&world, 'w').len(), seen(&world, 's').len()), (34, 34));
    assert_eq!(seen(&world, '%'), BTreeSet::from([(2, 2)]));
}

#[test]
fn a_scattered_hero_is_commanded_wherever_chance_puts_him() {
    for seed in 0..30 {
        let mut game = game("\nmap open 12 8\nw 6 4\n$ 3 2\nscatter @ 1\n", seed);
        assert_eq!(seen(&game, '@').len(), 1);
        press(&mut game, '.').expect("the hero can wait");
    }
}

#[test]
fn keys_of_the_record_hold_for_each() {
    let game = room(
        "scatter w 3 health=20 strength=1\nscatter $ 2 wealth=77 in=6,4..11,7",
        1,
    );
    let stats: Vec<_> = game
        .world()
        .theirs(L)
        .map(|who| game.world().body(who).stats)
        .collect();
    assert_eq!(
        stats,
        [dungeon_model::dungeon::Stats::classic([20, 1, 0, 0]); 3]
    );
    let worth = |(x, y): &(i32, i32)| {
        let p = Point { x: x - 1, y: y - 1 };
        game.world().item(game.world().item_at(L, p)).gives
    };
    assert_eq!(
        seen(&game, '$')
            .iter()
            .filter(|p| **p != (3, 2))
            .map(worth)
            .collect::<Vec<_>>(),
        [dungeon_model::dungeon::Stats::classic([0, 0, 0, 77]); 2]
    );
}

#[test]
fn scatters_are_obeyed_in_file_order() {
    // Walls first leave room only where the gold lies; monsters first keep their cells.
    let walls_first = room("scatter # 100%\nscatter w 3", 1);
    let walls_last = room("scatter w 3\nscatter # 100%", 1);
    assert_eq!(
        (seen(&walls_first, 'w').len(), seen(&walls_last, 'w').len()),
        (1, 3)
    );
}

#[test]
fn a_range_is_drawn_alike_and_shifts_no_other_scatter() {
    let mut counts = [0; 4];
    for seed in 0..400 {
        let game = room("scatter * 1..3\nscatter = 2", seed);
        counts[seen(&game, '*').len()] += 1;
        let fixed = room("scatter * 1\nscatter = 2", seed);
        let rings = |game: &Game| seen(game, '=').len();
        assert_eq!((rings(&game), rings(&fixed)), (2, 2));
    }
    assert_eq!(counts[0], 0);
    assert!(
        counts[1..].iter().all(|count| (100..170).contains(count)),
        "{counts:?}"
    );
    assert_eq!(seen(&room("scatter * 2..2", 1), '*').len(), 2);
    assert_eq!(seen(&room("scatter * 0..0\nscatter w 1", 1), '*').len(), 0);
}

#[test]
fn each_of_many_scatters_sees_what_the_others_put_down() {
    let apart = "scatter w 1\nscatter # 1\nscatter * 1\n".repeat(18);
    let over = "scatter w 1 overlap=yes\nscatter * 2 overlap=yes\nscatter # 1 overlap=yes\n";
    let near = "scatter g 1 away=3\nscatter * 30% in=4,2..9,6\nscatter # 1 in=1,1..12,8\n";
    let mut sums = 0;
    for seed in 0..50 {
        let game = room(&apart, seed);
        let (walls, rats, food) = (inner_walls(&game), seen(&game, 'w'), seen(&game, '*'));
        assert_eq!([walls.len(), rats.len(), food.len()], [18; 3]);
        assert!(walls.is_disjoint(&rats) && walls.is_disjoint(&food));
        let mixed = room(&[over, near].concat().repeat(6), seed);
        sums = [game.checksum(), mixed.checksum()]
            .into_iter()
            .fold(sums, |sums: u64, sum| sums.rotate_left(1) ^ sum);
    }
    assert_eq!(sums, 0x8ED9_ACD5_2EB3_4910, "scattered things never change");
}

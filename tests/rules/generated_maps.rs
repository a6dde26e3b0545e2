//! `map caves` and `map rooms` (docs/format, "Made maps"): properties of every seed and size.
use std::sync::Arc;

use crate::cases;
use dungeon::World;
use dungeon_format::{Code, Limits, Report, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::{Dungeon, Footing, LevelId, TileId, builtin};
use dungeon_model::space::cell_set::CellSet;
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::rock::Pieces;
use proptest::prelude::*;

/// Returns the dungeon of a text, which must have no errors.
fn dungeon(text: &str) -> Arc<Dungeon> {
    let source = Source::from_text("made.dng", text);
    let (dungeon, diagnostics) = read(&source, &Limits::default());
    let report = Report {
        source,
        diagnostics,
    };
    Arc::new(dungeon.unwrap_or_else(|| panic!("{report}")))
}

/// Returns the terrain of a text's only level at the start of a game.
fn terrain(text: &str, seed: u64) -> (Arc<Dungeon>, Grid<TileId>) {
    let dungeon = dungeon(text);
    let world = World::new(Arc::clone(&dungeon), seed);
    let size = dungeon.levels()[0].tiles.size();
    let mut tiles = Grid::filled(size, builtin::ROCK);
    for p in size.points() {
        tiles.set(p, world.cell(LevelId(0), p).tile);
    }
    (dungeon, tiles)
}

/// Returns the cells that a walker may enter, doors included.
fn open(dungeon: &Dungeon, tiles: &Grid<TileId>) -> CellSet {
    let mut open = CellSet::new(tiles.size());
    for p in tiles.size().points() {
        let tile = tiles.get(p).expect("inside");
        if dungeon.tile(tile).footing <= Footing::Openers {
            open.insert(p);
        }
    }
    open
}

/// Returns a generated map as rows of glyphs.
pub fn picture(text: &str, seed: u64) -> String {
    let (dungeon, tiles) = terrain(text, seed);
    let row = |row: &[TileId]| {
        let row: String = row.iter().map(|id| dungeon.tile(*id).glyph).collect();
        row.trim_end().to_string() + "\n"
    };
    tiles.rows().map(row).collect()
}

/// Returns a random `map caves …` or `map rooms …` line, and its size.
fn head() -> impl Strategy<Value = (String, Size)> {
    let caves = (0u32..=100, 0u32..=6)
        .prop_map(|(rock, rounds)| ("caves", format!("rock={rock} rounds={rounds}")));
    let rooms =
        (1u32..=40, 1u32..=9, 0u32..=9, 0u32..=100).prop_map(|(count, least, more, doors)| {
            let most = least + more;
            (
                "rooms",
                format!("rooms={count} sides={least}..{most} doors={doors}"),
            )
        });
    let sides = prop_oneof![
        (3i32..=6, 3i32..=60),
        (3i32..=60, 3i32..=6),
        (3i32..=60, 3i32..=40)
    ];
    (prop_oneof![caves, rooms], sides).prop_map(|((how, keys), (width, height))| {
        let head = format!("map {how} {width} {height} {keys}");
        (head, Size::new(width, height))
    })
}

proptest! {
    #![proptest_config(cases::of(400))]

    #[test]
    fn all_floor_of_a_generated_map_hangs_together_and_its_rim_is_not_walkable((head, size) in head(), seed: u64) {
        let (dungeon, tiles) = terrain(&format!("level\n{head}\nscatter @ 1\nscatter $ 1\n"), seed);
        let pieces = Pieces::of(&open(&dungeon, &tiles));
        prop_assert_eq!(pieces.count(), 1);
        for p in size.points().filter(|p| !size.contains_inside_rim(*p)) {
            let tile = tiles.get(p).expect("inside");
            prop_assert_eq!(dungeon.tile(tile).footing, Footing::Nobody);
        }
    }

    #[test]
    fn what_records_put_on_a_made_map_stands_on_floor_that_hangs_together(
        (head, size) in head(),
        seed: u64,
        places in prop::collection::btree_set((0i32..60, 0i32..60), 1..12),
    ) {
        let inside = |(x, y): (i32, i32)| at(1 + x % (size.width - 2), 1 + y % (size.height - 2));
        let mut cells: Vec<Point> = places.into_iter().map(inside).collect();
        cells.sort();
        cells.dedup();
        let mut text = format!("level\n{head}\n");
        for (nth, p) in cells.iter().enumerate() {
            let glyph = ["@", "$", "w", "g", "*"][nth.min(4)];
            text += &format!("{glyph} {} {}\n", p.x + 1, p.y + 1);
        }
        text += "scatter = 1\n";
        let (dungeon, tiles) = terrain(&text, seed);
        for p in cells {
            let tile = tiles.get(p).expect("inside");
            prop_assert_eq!(dungeon.tile(tile).footing, Footing::Anyone, "{} in\n{}", p, text);
        }
        prop_assert_eq!(Pieces::of(&open(&dungeon, &tiles)).count(), 1);
    }

    #[test]
    fn doors_of_rooms_stand_between_two_posts((head, _) in head(), seed: u64) {
        let (_, tiles) = terrain(&format!("level\n{head}\nscatter @ 1\nscatter $ 1\n"), seed);
        for p in tiles.size().points().filter(|p| tiles.get(*p) == Some(builtin::DOOR)) {
            let is_wall = |dx, dy| tiles.get(at(p.x + dx, p.y + dy)) != Some(builtin::FLOOR);
            let posts = [is_wall(-1, 0) && is_wall(1, 0), is_wall(0, -1) && is_wall(0, 1)];
            prop_assert!(posts.contains(&true), "{}", p);
        }
    }
}

#[test]
fn a_made_map_is_pinned_for_ever() {
    insta::assert_snapshot!(
        "caves",
        picture("level\nmap caves 60 16\n@ 4 4\nscatter $ 1", 7)
    );
    insta::assert_snapshot!(
        "rooms",
        picture("level\nmap rooms 60 18\nscatter @ 1\nscatter $ 1", 7)
    );
}

#[test]
fn another_seed_makes_another_map_and_so_does_another_level() {
    for how in ["caves", "rooms"] {
        let text = format!("level\nmap {how} 40 20\nscatter @ 1\nscatter $ 1\n");
        assert_eq!(picture(&text, 1), picture(&text, 1));
        assert_ne!(picture(&text, 1), picture(&text, 2));
    }
}

#[test]
fn terrain_that_records_put_on_a_made_map_stays_and_is_dug_round() {
    let column = |x| (2..=11).map(move |y| format!("# {x} {y}\n"));
    let wall: String = column(15).filter(|record| record != "# 15 6\n").collect();
    let text = format!("level\nmap caves 30 12 rock=0 rounds=0\n@ 3 3\n$ 28 9\n{wall}. 15 6\n");
    let (dungeon, tiles) = terrain(&text, 3);
    assert_eq!(tiles.get(at(14, 5)), Some(builtin::FLOOR));
    assert_eq!(tiles.get(at(14, 4)), Some(builtin::WALL));
    assert_eq!(
        Pieces::of(&open(&dungeon, &tiles)).count(),
        1,
        "through the gap"
    );
}

#[test]
fn a_locked_door_that_a_record_puts_on_a_made_map_has_a_way_on_both_sides() {
    let wall: String = (2..=11).map(|y| format!("# 15 {y}\n")).collect();
    let wall = wall.replace("# 15 6\n", "+ 15 6 locked=bronze\n");
    let text = format!(
        "item k \"key\" opens=bronze\nlevel\nmap caves 30 12 rock=100\n@ 3 3\nk 4 9\n$ 28 9\n{wall}"
    );
    let (dungeon, tiles) = terrain(&text, 3);
    let door = tiles.get(at(14, 5)).expect("inside");
    assert_eq!(dungeon.tile(door).footing, Footing::Drifters);
    let sides = [at(13, 5), at(15, 5)].map(|p| tiles.get(p));
    assert_eq!(sides, [Some(builtin::FLOOR); 2]);
    assert_eq!(Pieces::of(&open(&dungeon, &tiles)).count(), 2);
}

#[test]
fn a_route_on_a_made_map_is_floor_all_along() {
    let text = "level\nmap caves 30 12 rock=100\n@ 3 3\n$ 4 4\np 10 5 via=20,5 via=20,9\n";
    let (dungeon, tiles) = terrain(text, 1);
    let route = dungeon.levels()[0].spawns[1].route();
    let route = route.expect("the patrol has its route");
    assert_eq!(route.len(), 15);
    assert!(route.iter().all(|p| tiles.get(*p) == Some(builtin::FLOOR)));
}

#[test]
fn a_way_leads_in_from_every_gate_of_a_made_map_of_siege() {
    let gates = [(1, 6), (30, 3), (12, 1), (20, 12)];
    let records: String = gates.map(|(x, y)| format!(". {x} {y}\n")).concat();
    for how in ["caves 30 12 rock=100", "caves 30 12", "rooms 30 12"] {
        let text = format!("rules siege\nlevel\nmap {how}\nscatter @ 1\n{records}");
        for seed in 0..40 {
            let (dungeon, tiles) = terrain(&text, seed);
            let open = open(&dungeon, &tiles);
            assert_eq!(Pieces::of(&open).count(), 1, "{}", picture(&text, seed));
            let gaps = { tiles.size().rim() }.filter(|p| open.contains(*p));
            assert_eq!(gaps.count(), gates.len(), "and nowhere else");
        }
    }
}

#[test]
fn doors_are_as_many_as_is_said() {
    let doors = |percent| {
        let text =
            format!("level\nmap rooms 100 40 rooms=20 doors={percent}\nscatter @ 1\nscatter $ 1\n");
        picture(&text, 5).matches('+').count()
    };
    assert_eq!(doors(0), 0);
    assert!(
        doors(50) > 5 && doors(50) < doors(100),
        "{} {}",
        doors(50),
        doors(100)
    );
}

#[test]
fn rooms_are_as_many_and_as_large_as_is_said() {
    let text = "level\nmap rooms 100 40 rooms=12 sides=5 doors=100\nscatter @ 1\nscatter $ 1\n";
    let (_, tiles) = terrain(text, 5);
    let is_floor = |p: Point| tiles.get(p) == Some(builtin::FLOOR);
    let is_room = |p: &Point| {
        let mut cells = (0..25).map(|n| at(p.x + n % 5, p.y + n / 5));
        cells.all(is_floor)
    };
    assert_eq!(tiles.size().points().filter(is_room).count(), 12);
}

#[test]
fn on_perimeter_where_a_made_map_has_no_inside() {
    for size in ["1 9", "9 1", "2 2", "2 30"] {
        for how in ["caves", "rooms"] {
            let text = format!("level\nmap {how} {size}\n@ 1 1\nscatter $ 1\n");
            let (dungeon, found) = read(&Source::from_text("thin.dng", text), &Limits::default());
            assert!(dungeon.is_none());
            assert!(
                found.iter().all(|found| found.code == Code::OnPerimeter),
                "{found:?}"
            );
        }
    }
}

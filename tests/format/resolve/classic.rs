//! The meaning of files: each test reads a small file and checks the dungeon.
use crate::reading::{codes, codes_within, dungeon};
use dungeon_format::{Code, Limits};
use dungeon_model::dungeon::{
    Amount, Behaviour, Dungeon, Footing, ItemKind, Level, Overlap, Scatter, ScatteredThing, Side,
    Spawn, Stats, builtin,
};
use dungeon_model::space::geometry::{Point, Region, at};

/// A classic file of a 10 by 6 room, with a hero, an item at 9,2 and these records.
fn classic(records: &str) -> String {
    let floor = "#        #\n".repeat(4);
    format!("10 6\n##########\n{floor}##########\nh 2 2 40 5 16\n$ 9 2 0 10 0\n{records}\nq\n")
}

/// A modern file of a 10 by 6 room, with a hero at 2,2, an item at 9,2 and these records.
fn modern(before: &str, records: &str) -> String {
    let floor = "#........#\n".repeat(3);
    format!(
        "{before}
level
map
##########
#@......$#
{floor}##########
end
{records}
"
    )
}

fn level(dungeon: &Dungeon) -> &Level {
    dungeon.levels().first().expect("a dungeon has a level")
}

fn spawn(dungeon: &Dungeon, p: Point) -> &Spawn {
    level(dungeon)
        .spawns
        .iter()
        .find(|spawn| spawn.at == p)
        .expect("a body is there")
}

fn item(dungeon: &Dungeon, p: Point) -> &ItemKind {
    let mut items = level(dungeon).items.iter();
    let (_, id) = items.find(|(at, _)| *at == p).expect("an item is there");
    dungeon.item(*id)
}

fn scatter(records: &str) -> Scatter {
    let text = modern("", records);
    *level(&dungeon(&text)).scatters.first().expect("a scatter")
}

fn route(dungeon: &Dungeon, p: Point) -> Vec<(i32, i32)> {
    let route = spawn(dungeon, p).route().unwrap_or_default();
    route.iter().map(|p| (p.x + 1, p.y + 1)).collect()
}

#[test]
fn x7_coordinates_are_one_based_with_the_column_first() {
    let dungeon = dungeon(&classic("w 8 3 8 3"));
    assert_eq!(spawn(&dungeon, at(7, 2)).kind, builtin::WANDERER);
    assert_eq!(codes(&classic("w 3 8 8 3")), [Code::OutOfBounds]);
    assert_eq!(codes(&classic("w 0 3 8 3")), [Code::OutOfBounds]);
    assert_eq!(codes(&classic("w 9000000000 3 8 3")), [Code::OutOfBounds]);
}

#[test]
fn x1_a_cell_holds_one_body_and_one_item_and_both_may_share_it() {
    assert_eq!(codes(&modern("", "w 5 3\ng 5 3")), [Code::CellTaken]);
    assert_eq!(codes(&modern("", "* 5 3\n= 5 3")), [Code::CellTaken]);
    assert_eq!(codes(&modern("", "* 5 3\nw 5 3")), []);
}

#[test]
fn e1_in_a_classic_map_only_a_blank_is_floor_and_scenery_looks_as_drawn() {
    let text = classic("").replacen("#        #", "#   T|   #", 2);
    let dungeon = dungeon(&text);
    let tile = |x, y| dungeon.tile(level(&dungeon).tiles.get(at(x, y)).expect("inside"));
    let looks = [(3, 2), (4, 2), (5, 2)].map(|(x, y)| (tile(x, y).glyph, tile(x, y).footing));
    assert_eq!(
        looks,
        [
            (' ', Footing::Anyone),
            ('T', Footing::Drifters),
            ('|', Footing::Drifters)
        ]
    );
    let same = level(&dungeon).tiles.get(at(4, 1)) == level(&dungeon).tiles.get(at(4, 2));
    assert!(same, "one tile for each distinct character");
}

#[test]
fn e1_no_body_is_placed_on_the_rim() {
    for text in [
        classic(""),
        modern("", ""),
        "level\nmap open 8 6\n@ 3 3\n$ 5 5\n".to_string(),
    ] {
        let dungeon = dungeon(&text);
        let level = level(&dungeon);
        let size = level.tiles.size();
        for p in size.points() {
            let tile = dungeon.tile(level.tiles.get(p).expect("inside"));
            let is_rim = !size.contains_inside_rim(p);
            assert_eq!(tile.footing == Footing::Nobody, is_rim, "{p}");
            assert!(!is_rim || tile.glyph == '#', "the rim looks as drawn");
        }
    }
}

#[test]
fn e1_a_ghost_may_stand_in_a_wall_and_no_other_body() {
    let walled = |record: &str| classic(record).replacen("#        #", "#   ##   #", 2);
    assert_eq!(codes(&walled("g 5 3 6 2")), []);
    assert_eq!(codes(&walled("w 5 3 6 2")), [Code::InWall]);
    assert_eq!(codes(&walled("* 5 3 6 2 0")), [Code::InWall]);
}

#[test]
fn e2_a_route_begins_where_the_patrol_starts() {
    let dungeon = dungeon(&classic("p 5 3 8 3 2 6 4 7 5"));
    assert_eq!(route(&dungeon, at(4, 2)), [(5, 3), (6, 4), (7, 5)]);
}

#[test]
fn e2_an_equal_route_point_is_a_pause() {
    let dungeon = dungeon(&classic("p 5 3 8 3 3 5 3 6 3 6 3"));
    assert_eq!(route(&dungeon, at(4, 2)), [(5, 3), (5, 3), (6, 3), (6, 3)]);
}

#[test]
fn e2_no_points_are_a_standing_guard() {
    let guard = "p 5 3 8 3 0";
    for text in [classic(guard), modern("", guard)] {
        assert_eq!(spawn(&dungeon(&text), at(4, 2)).route(), None);
    }
}

#[test]
fn e2_negative_n_is_an_error() {
    assert_eq!(codes(&classic("p 5 3 8 3 -1")), [Code::NumberOutOfRange]);
    assert_eq!(codes(&modern("", "p 5 3 8 3 -1")), [Code::NumberOutOfRange]);
}

#[test]
fn e2_a_point_not_next_to_the_one_before_is_a_gap() {
    for text in [
        classic("p 5 3 8 3 2 6 3 8 3"),
        modern("", "p 5 3 8 3 2 6 3 8 3"),
    ] {
        assert_eq!(codes(&text), [Code::RouteGap]);
    }
}

#[test]
fn e2_every_point_is_a_valid_place() {
    let walled = classic("p 4 3 8 3 1 5 3").replacen("#        #", "#   ##   #", 2);
    assert_eq!(codes(&walled), [Code::RouteBlocked]);
    assert_eq!(codes(&classic("p 4 3 8 3 1 11 3")), [Code::OutOfBounds]);
}

#[test]
fn via_fills_straight_and_diagonal_runs_and_counts_every_cell() {
    let patrol = "p 4 3 via=7,3 via=9,5";
    let dungeon = dungeon(&modern("", patrol));
    assert_eq!(
        route(&dungeon, at(3, 2)),
        [(4, 3), (5, 3), (6, 3), (7, 3), (8, 4), (9, 5)]
    );
    assert_eq!(codes(&modern("", "p 4 3 via=6,4")), [Code::RouteGap]);
    let limits = |route| Limits {
        route,
        ..Limits::default()
    };
    assert_eq!(codes_within(&modern("", patrol), &limits(5)), []);
    assert_eq!(
        codes_within(&modern("", patrol), &limits(4)),
        [Code::RouteTooLong]
    );
}

#[test]
fn via_may_name_a_glyph_that_is_drawn_once() {
    let marks = "mark 8 .\nmark P p via=8";
    let text = modern("", marks).replacen("#........#", "#..P..8..#", 1);
    assert_eq!(
        route(&dungeon(&text), at(3, 2)),
        [(4, 3), (5, 3), (6, 3), (7, 3)]
    );
    let twice = modern("", marks).replacen("#........#", "#..P..8.8#", 1);
    assert_eq!(codes(&twice), [Code::BadValue]);
}

#[test]
fn only_a_patrol_walks_a_route() {
    assert_eq!(codes(&modern("", "w 5 3 via=7,3")), [Code::UnknownKey]);
    assert_eq!(codes(&modern("", "w 5 3 8 3 1 6 3")), [Code::ExtraNumber]);
}

#[test]
fn equal_values_are_one_item_and_different_ones_are_two() {
    let dungeon = dungeon(&classic(
        "* 3 3 1 2 3\n* 4 3 1 2 3\n* 5 3 1 2 4\n* 6 3 8 0 0",
    ));
    let ids: Vec<u16> = level(&dungeon).items.iter().map(|(_, id)| id.0).collect();
    assert_eq!(ids[1], ids[2]);
    assert_ne!(ids[2], ids[3]);
    assert_eq!(
        ids[4],
        builtin::HERB.0,
        "an item equal to the built-in herb is the built-in herb"
    );
    assert_eq!(
        item(&dungeon, at(2, 2)).gives,
        Stats::classic([1, 0, 3, 2]),
        "health, wealth, manna in the file"
    );
}

#[test]
fn a_record_describes_the_same_thing_drawn_there_and_adds_one_elsewhere() {
    let dungeon = dungeon(&modern("", "$ 9 2 wealth=99 \"Gold!\"\n$ 5 4 1 2 3"));
    assert_eq!(level(&dungeon).items.len(), 2);
    let gold = item(&dungeon, at(8, 1));
    assert_eq!(
        (gold.gives, gold.says.as_str()),
        (Stats::classic([0, 0, 0, 99]), "Gold!")
    );
    assert_eq!(item(&dungeon, at(4, 3)).gives, Stats::classic([1, 0, 3, 2]));
}

#[test]
fn a_hero_is_described_once_and_a_cell_that_is_taken_is_one_finding() {
    let once = dungeon(&modern("hero health=9 manna=2", "@ 2 2 strength=7"));
    let stats = level(&once).stats_of(spawn(&once, at(1, 1)));
    assert_eq!(stats, Stats::classic([9, 7, 2, 0]));
    let twice = modern("", "@ 2 2 strength=7\n@ 2 2 strength=8");
    assert_eq!(codes(&twice), [Code::CellTaken]);
    let on_another = modern("", "w 5 4\n@ 5 4").replacen('@', ".", 1);
    assert_eq!(codes(&on_another), [Code::CellTaken]);
}

#[test]
fn terrain_records_replace_terrain_before_anything_is_judged() {
    assert_eq!(codes(&modern("", "w 5 3\n# 5 3")), [Code::InWall]);
    assert_eq!(codes(&modern("", "# 5 3\nw 5 3\n. 5 3")), []);
}

#[test]
fn marks_stack_and_give_the_body_and_the_item_their_own_numbers() {
    let marks = "mark X w health=2 name=\"miser\"\nmark X $ wealth=50";
    let text = modern("", marks).replacen("#........#", "#......X.#", 1);
    let dungeon = dungeon(&text);
    let miser = spawn(&dungeon, at(7, 2));
    assert_eq!(
        (
            level(&dungeon).stats_of(miser),
            dungeon.kind(miser.kind).name.as_str()
        ),
        (Stats::classic([2, 3, 0, 0]), "miser")
    );
    assert_eq!(
        item(&dungeon, at(7, 2)).gives,
        Stats::classic([0, 0, 0, 50])
    );
}

#[test]
fn a_mark_stands_above_the_file_and_the_file_above_the_rules() {
    let text = modern("kind w \"wolf\" is=wanderer health=5", "mark g w").replacen(
        "#........#",
        "#...w..g.#",
        1,
    );
    let dungeon = dungeon(&text);
    let names = [at(4, 2), at(7, 2)].map(|p| dungeon.kind(spawn(&dungeon, p).kind).name.clone());
    assert_eq!(names, ["wolf", "wolf"]);
}

#[test]
fn a_declared_kind_starts_from_a_built_in_one() {
    let text = modern(
        "kind a \"archer\" is=patrol health=8 sight=7 shot=3 glyph=A",
        "a 5 4 9 9",
    );
    let dungeon = dungeon(&text);
    let archer = spawn(&dungeon, at(4, 3));
    let kind = dungeon.kind(archer.kind);
    assert_eq!(kind.behaviour, Behaviour::Patrol { sight: 7, shot: 3 });
    assert_eq!(
        (kind.glyph, kind.stats, level(&dungeon).stats_of(archer)),
        (
            'A',
            Stats::classic([8, 3, 0, 0]),
            Stats::classic([9, 9, 0, 0])
        )
    );
}

#[test]
fn a_drawn_blank_is_rock_and_a_pasted_one_is_floor() {
    let drawn = dungeon(drawn! {"
        level
        map
        #####
        #@$ #
        #####
        end
    "});
    assert_eq!(level(&drawn).tiles.get(at(3, 1)), Some(builtin::ROCK));
    let pasted = dungeon(drawn! {"
        level
        map 5 3
        #####
        #   #
        #####
        @ 2 2
        $ 3 2
    "});
    assert_eq!(
        level(&pasted).tiles.get(at(3, 1)),
        Some(builtin::CLASSIC_FLOOR)
    );
}

#[test]
fn a_drawn_map_is_as_large_as_what_is_drawn() {
    let dungeon = dungeon("level\nmap\n\n  ####   \n  #@$#\n  ####\n   \n\nend\n");
    let size = level(&dungeon).tiles.size();
    assert_eq!((size.width, size.height), (6, 4));
}

#[test]
fn scatter_reads_its_amount_region_and_keys() {
    let gold = scatter("scatter $ 3 in=3,3..9,4 min-distance=3 wealth=7");
    let once = scatter("scatter $ 3 in=3,3..9,4 away=2 wealth=7");
    assert_eq!(gold, once, "further than 2 is at least 3");
    assert_eq!(
        (gold.amount, gold.away, gold.overlap),
        (Amount::Count(3), Some(2), Overlap::Avoid)
    );
    assert_eq!(
        gold.within,
        Region {
            from: at(2, 2),
            to: at(8, 3)
        }
    );
    let rats = scatter("scatter w 5% health=1 overlap=yes");
    assert_eq!(rats.amount, Amount::Percent(5));
    assert_eq!(
        rats.what,
        ScatteredThing::Body(builtin::WANDERER, Stats::classic([1, 3, 0, 0]))
    );
    assert_eq!(rats.overlap, Overlap::Replace);
}

#[test]
fn e1_a_scatter_never_reaches_the_rim() {
    assert_eq!(
        scatter("scatter . 5 overlap=yes").within,
        Region {
            from: at(1, 1),
            to: at(8, 4)
        }
    );
    assert_eq!(
        scatter("scatter # 3 in=1,1..3,3").within,
        Region {
            from: at(1, 1),
            to: at(2, 2)
        }
    );
    assert_eq!(
        codes(&modern("", "scatter # 5 in=1,1..9,1")),
        [Code::OnPerimeter]
    );
}

#[test]
fn a_scattered_hero_is_the_hero() {
    let text = modern("", "scatter @ 1").replacen('@', ".", 1);
    let dungeon = dungeon(&text);
    let is_ours = |spawn: &Spawn| dungeon.kind(spawn.kind).side == Side::Ours;
    assert!(!level(&dungeon).spawns.iter().any(is_ours));
    assert_eq!(codes(&modern("", "scatter @ 1")), [Code::ManyHeroes]);
}

#[test]
fn nothing_is_called_missing_where_it_was_broken() {
    let no_hero = modern("", "@ 2 2 40 x").replacen('@', ".", 1);
    assert_eq!(codes(&no_hero), [Code::BadValue]);
    let no_item = modern("", "* 4 4 1 2").replacen('$', ".", 1);
    assert_eq!(codes(&no_item), [Code::MissingNumber]);
    let unread = modern("", "gibberish here").replacen('@', ".", 1);
    assert_eq!(codes(&unread), [Code::UnknownRecord]);
}

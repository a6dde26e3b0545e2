//! Scenarios of the rows of docs/format that no other file plays: a picture, keys, and what happened.
//! `source/format_page.rs` names the tests of all rows.
use crate::scenario::{game, story};
use insta::assert_snapshot;

// ---- maps ------------------------------------------------------------------------------------------------

#[test]
fn rows_map_drawn_a_blank_is_rock_and_a_row_may_read_end() {
    let told = story(
        drawn! {"
            map
             ####
            #@..#
            #. $
            ######
            end.
            end
            mark e #
            mark n #
            mark d #
        "},
        "62193",
    );
    assert_snapshot!(told);
}

#[test]
fn rows_map_pasted_a_blank_is_floor_and_a_mark_says_more() {
    let told = story(
        drawn! {"
            map 7 4
            +-----+
            |   . |
            |   x |
            +-----+
            @ 2 2
            mark x $
        "},
        "6663",
    );
    assert_snapshot!(told);
}

#[test]
fn rows_map_open_is_floor_walled_in() {
    assert_snapshot!(story("\nmap open 5 4\n@ 2 2\n$ 4 3\n", "41236"));
}

#[test]
fn rows_map_made_is_dug_from_the_hero_to_what_records_put_there() {
    for made in ["caves 12 7 rock=60", "rooms 12 7 rooms=2 sides=3..4"] {
        let told = story(&format!("\nmap {made}\n@ 3 3\n$ 5 3\n"), "6666");
        assert_eq!(
            told,
            "6: hero to 4,3\n\
             6: takes gold 5,3, hero Wealth +10, hero to 5,3, Won\n\
             6: The game is over.\n6: The game is over.\n"
        );
    }
}

#[test]
fn rows_level_names_are_for_stairs_and_the_first_may_do_without_its_line() {
    let told = story(
        drawn! {r#"
            map
            #####
            #@>$#
            #####
            end
            > 3 2 to="Below"
            level
            map open 4 4
            < 2 2
            level "Below"
            map
            #####
            #.<.#
            #####
            end
        "#},
        "6>6<<",
    );
    assert_snapshot!(told);
}

#[test]
fn rows_stairs_at_a_point_or_at_a_glyph_that_is_drawn_once() {
    let told = story(
        drawn! {r#"
            level "Above"
            map
            ######
            #@>>$#
            ######
            end
            > 3 2 to="Below" at=a
            > 4 2 to="Below" at=2,2
            level "Below"
            map
            #####
            #<.a#
            #####
            end
            mark a .
        "#},
        "6>44<6>",
    );
    assert_snapshot!(told);
}

#[test]
fn rows_what_is_built_in_is_worth_what_the_page_says() {
    let map = drawn! {"
        map
        ###########
        #@.*.=.$.^#
        #.........#
        #w..g..p..#
        ###########
        end
    "};
    let game = game(map, 0);
    let numbers = game.world().bodies().iter().map(|body| body.stats);
    let [hero, wanderer, ghost, patrol] =
        [[40, 5, 16, 0], [8, 3, 0, 0], [6, 2, 0, 0], [10, 3, 0, 0]]
            .map(dungeon_model::dungeon::Stats::classic);
    assert!(numbers.eq([hero, wanderer, ghost, patrol]));
    let peaceful = map.replace("w..g..p", ".......");
    // The herb, the ring and the gold end the game; so the trap comes first.
    assert_snapshot!(story(&peaceful, "36666669444444"));
}

// ---- records ---------------------------------------------------------------------------------------------

#[test]
fn rows_hero_says_what_a_drawn_one_is_worth() {
    let map = drawn! {"
        hero health=9 strength=2 manna=8
        map
        ######
        #@w.$#
        ######
        end
        w 3 2 3 1
    "};
    assert_snapshot!(story(map, "6d6"));
}

#[test]
fn rows_hero_by_its_record_whichever_glyph() {
    for glyph in ['@', 'h'] {
        let map = format!(
            "
map
######
#.w.$#
######
end
{glyph} 2 2 3 7 0
w 3 2 8 1
"
        );
        assert_eq!(
            story(&map, "66"),
            "6: hero strikes wanderer, wanderer Health -7, wanderer strikes hero, hero Health -1\n\
             6: hero strikes wanderer, wanderer Health -7, wanderer dies\n"
        );
    }
}

#[test]
fn rows_monsters_by_their_records() {
    let map = drawn! {r#"
        kind r "rat" health=2 strength=1
        map
        #######
        #.@.w.#
        #.....#
        #....$#
        #######
        end
        w 5 2 1 2
        g 2 2 7 1
        r 4 3 9 4
    "#};
    assert_snapshot!(story(map, "6"));
}

#[test]
fn rows_patrol_by_numbers_or_by_points() {
    let map = |record: &str| {
        format!(
            "
map
########
#@+.p..#
#$######
########
end
{record}
"
        )
    };
    let expected = story(&map("p 5 2 4 3 2 6 2 7 2"), ".....");
    assert_eq!(story(&map("p 5 2 4 3 via=7,2"), "....."), expected);
    assert_snapshot!(expected);
}

#[test]
fn rows_things_by_their_records() {
    let map = drawn! {r#"
        item b "bread" health=5
        map
        ########
        #@.*.b.#
        ########
        end
        * 4 2 1 2 3
        = 3 2 0 0 -4
        $ 5 2 0 9 0
        b 6 2 wealth=1
    "#};
    assert_snapshot!(story(map, "6666"));
}

#[test]
fn rows_terrain_by_its_record_replaces_what_was_there() {
    let map = drawn! {"
        map
        #######
        #@..#$#
        #.....#
        #######
        end
        # 3 2
        . 5 2
    "};
    assert_snapshot!(story(map, "63696"));
}

#[test]
fn rows_doors_by_their_records() {
    let map = drawn! {"
        map
        ########
        #@....$#
        ########
        end
        + 3 2
        ' 5 2
    "};
    assert_snapshot!(story(map, "6666"));
}

#[test]
fn rows_traps_and_signs_by_their_records() {
    let map = drawn! {r#"
        map
        #########
        #@.....$#
        #.......#
        #########
        end
        ? 3 2 "Mind your step."
        ^ 4 2 trap=dart damage=5 once=yes
        ^ 5 2 trap=teleport to=7,3 hidden=yes
        ^ 8 3 trap=alarm
    "#};
    assert_snapshot!(story(map, "66669"));
    assert_snapshot!(story(map, "66646666"));
}

#[test]
fn rows_marks_stack_and_hold_in_their_level() {
    let map = drawn! {r#"
        level
        map
        ######
        #@M>.#
        ######
        end
        mark M w health=5
        mark M $ wealth=3
        level
        map
        ######
        #<M.$#
        ######
        end
        mark M . name=moss "It is soft."
    "#};
    assert_snapshot!(story(map, "666>6"));
}

#[test]
fn rows_scatter_so_many_or_with_a_chance_in_a_region_away_and_overlapping() {
    // Each has exactly one way to fall.
    let map = "\nmap open 7 4\n@ 2 2\nscatter $ 1 in=5,2..5,2 wealth=7\nscatter * 100% in=3,2..4,2 health=1\n\
               scatter # 9 in=2,3..6,3 away=3\nscatter = 1 in=3,2..3,2 overlap=yes manna=2\n";
    assert_snapshot!(story(map, "6636"));
}

#[test]
fn rows_q_ends_the_records_and_may_be_left_out() {
    let map = drawn! {"
        map
        #####
        #@.$#
        #####
        end
        $ 4 2 0 3 0
    "};
    assert_eq!(story(map, "66"), story(&format!("{map}q\n"), "66"));
    assert_snapshot!(story(map, "66"));
}

// ---- declarations ----------------------------------------------------------------------------------------

#[test]
fn rows_seed_pins_chance_and_title_author_and_about_change_nothing() {
    use crate::scenario::dungeon;
    use dungeon_play::session::session::Session;
    let map = "map open 20 10\nscatter @ 1\nscatter w 9\nscatter $ 3\n";
    let played = |head: &str, seed: Option<u64>| {
        let session = Session::new(dungeon(&format!("{head}{map}")));
        let mut session = match seed {
            Some(seed) => session.seed(seed),
            None => session,
        };
        session.press("6.2.4.8.").expect("a script");
        session.checksum()
    };
    let head = "title \"T\"\nauthor \"A\"\nabout \"B\"\n";
    assert_eq!(played("seed 5\n", None), played("", Some(5)));
    assert_eq!(
        played(&format!("{head}seed 5\n"), None),
        played("", Some(5))
    );
    assert_ne!(played("", None), played("", Some(5)));
}

#[test]
fn rows_items_add_what_they_declare() {
    let map = drawn! {r#"
        item b "bread" health=5 strength=2 manna=-1 wealth=3
        map
        #####
        #@b$#
        #####
        end
    "#};
    assert_snapshot!(story(map, "66"));
}

/// An archer at the far end, and ground between him and the hero.
fn shot_over(tile: &str) -> String {
    let map = drawn! {r#"
        kind a "archer" is=patrol
        map
        #########
        #@.,..a.#
        #.......#
        #......$#
        #########
        end
    "#};
    story(&format!("\n{tile}\n{map}"), ".666")
}

#[test]
fn rows_tile_walk_and_see_is_floor() {
    assert_snapshot!(shot_over("tile , \"moss\" walk=yes see=yes"));
}

#[test]
fn rows_tile_walk_without_see_hides_who_is_behind_it() {
    assert_snapshot!(shot_over("tile , \"tall grass\" walk=yes see=no"));
}

#[test]
fn rows_tile_see_without_walk_stops_feet_but_no_arrow() {
    assert_snapshot!(shot_over("tile , \"deep water\" walk=no see=yes"));
}

#[test]
fn rows_tile_neither_is_wall() {
    assert_snapshot!(shot_over("tile , \"pillar\" walk=no see=no"));
}

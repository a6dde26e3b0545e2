//! Scenarios of the rows of docs/format that no other file plays: a picture, keys, and what happened.
//! `source/format_page.rs` names the tests of all rows.
use crate::scenario::{game, story};
use insta::assert_snapshot;

// ---- maps ------------------------------------------------------------------------------------------------

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

//! Scenarios for the rows of docs/format that no other file covers: each draws a map, presses keys and compares the
//! events. `source/format_page.rs` lists the tests of all rows.
use crate::scenario::{game, story};
use insta::assert_snapshot;

// ---- maps ------------------------------------------------------------------------------------------------

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
    // The herb, the ring and the gold end the game, so the trap comes first.
    assert_snapshot!(story(&peaceful, "36666669444444"));
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
            Some(seed) => session.with_seed(seed),
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

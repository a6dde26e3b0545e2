//! The fields about tactics in `dungeon render --format json` (K-2, K-10, K-11), which other games lack.
use crate::corpus::scene;
use crate::support;
use dungeon_play::session::session::Session;
use dungeon_play::session::state_json::StateLine;
use serde_json::{Value, json};

/// Returns the state of a session as JSON.
fn told(session: &Session) -> Value {
    let text = serde_json::to_string(&StateLine::new(session)).expect("numbers and strings");
    serde_json::from_str(&text).expect("what was written")
}

/// Returns the state of a dungeon in text after keys, as JSON.
fn after(text: &str, keys: &str) -> Value {
    let mut session = Session::new(support::dungeon(text));
    session.press(keys).expect("a script");
    told(&session)
}

const DUEL: &str = r#"
rules tactics
level
map
#####
##A##
#G#~#
#..D#
#####
end
mark A @ name="Andy" glyph=A range=2 accuracy=80 damage=3..5
mark D @ name="Danny" glyph=D health=7 ammo=0
"#;

#[test]
fn k10_heroes_are_told_with_all_their_numbers_and_the_commanded_one_by_name() {
    let line = after(DUEL, "");
    assert_eq!(
        line["heroes"],
        json!([
            {"name": "Andy", "x": 3, "y": 2, "health": 20, "ap": 2, "ammo": 10},
            {"name": "Danny", "x": 4, "y": 4, "health": 7, "ap": 2, "ammo": 0},
        ])
    );
    assert_eq!(line["current"], "Andy");
    assert_eq!(
        (&line["hero"]["x"], &line["hero"]["y"]),
        (&json!(3), &json!(2))
    );
    let line = after(DUEL, "<Tab>");
    assert_eq!(line["current"], "Danny");
    assert_eq!(
        (&line["hero"]["x"], &line["hero"]["y"]),
        (&json!(4), &json!(4))
    );
    assert_eq!(line["hero"]["health"], 7);
}

#[test]
fn k2_range_is_told_in_reading_order_and_is_empty_without_points() {
    // The ghost and the slime block the corners, so that the wizard cannot leave.
    assert_eq!(after(DUEL, "")["range"], json!([[3, 2]]));
    let danny = after(DUEL, "<Tab>");
    assert_eq!(danny["range"], json!([[2, 4], [3, 4], [4, 4]]));
    let spent = after(DUEL, "<Tab>h<Enter>h<Enter>");
    assert_eq!(spent["range"], json!([]));
    assert_eq!(spent["heroes"][1]["ap"], 0);
}

#[test]
fn k11_targets_are_told_with_what_a_shot_is_worth() {
    let line = after(DUEL, "");
    assert_eq!(
        line["targets"],
        json!([{"x": 2, "y": 3, "chance": 80, "damage": [3, 5]}]),
        "slime is not a target"
    );
    assert_eq!(
        after(DUEL, "<Tab>")["targets"],
        json!([]),
        "the unit has no ammo"
    );
    assert_eq!(line["bodies"][0]["name"], "grey ghost");
    assert_eq!(line["bodies"].as_array().map(Vec::len), Some(1));
}

#[test]
fn k4_the_map_shows_everybody_by_his_own_glyph() {
    let map = json!(["#####", "##A##", "#G#~#", "#..D#", "#####"]);
    assert_eq!(after(DUEL, "")["map"], map);
    assert_eq!(after(DUEL, "<Tab>")["map"], map);
}

#[test]
fn k10_games_without_pointing_print_nothing_of_units() {
    for name in ["hall", "yard", "arena"] {
        let line = told(&scene(name));
        for field in ["heroes", "current", "range", "targets"] {
            assert!(line.get(field).is_none(), "{name}: {field}");
        }
        let map = line["map"].as_array().expect("rows");
        let is_there = |row: &Value| row.as_str().is_some_and(|row| row.contains('@'));
        assert!(map.iter().any(is_there), "{name}");
    }
}

#[test]
fn k14_the_end_is_told_with_the_bodies_that_are_left() {
    let over = drawn! {"
        rules tactics
        level
        map
        #####
        #@.o#
        #####
        end
    "};
    let line = after(over, "<Enter>ll<Enter>");
    assert_eq!(line["outcome"], "won");
    assert_eq!(line["heroes"][0]["x"], 4);
    assert_eq!((&line["range"], &line["targets"]), (&json!([]), &json!([])));
}

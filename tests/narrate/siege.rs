//! Narration of siege: facts that a sighted player sees at a glance.
use dungeon::Session;
use dungeon_play::narration::{LineInterface, Narrator};

use super::{home, played, told, transcript};

/// A small field with this much gold and these rows around the hero.
fn field(rules: &str, rows: &str) -> Session {
    let folder = home();
    let path = folder.path().join("field.dng");
    let text = format!("rules siege {rules}\nlevel\nmap\n{rows}end\n");
    std::fs::write(&path, text).expect("a file");
    Session::open(&path).expect("a sound field")
}

/// Returns the answer to the last of these lines.
fn answered(session: &mut Session, lines: &[&str]) -> Vec<String> {
    let mut narrator = Narrator::new(session);
    narrator.opening();
    let answers = lines.iter().map(|line| narrator.answer(line));
    answers.last().expect("a line")
}

const PEN: &str = "\
.........
..11111..
..1%.%1..
..1.@.1..
..11111..
.........
.........
";

#[test]
fn s11_a_skip_is_told_with_the_number_of_turns_without_an_action() {
    let mut session = field("season=10 turn=3 gold=5", PEN);
    let said = answered(&mut session, &["skip"]);
    assert_eq!(said[0], "You skip 6 turns: nothing acts.", "{said:?}");
    assert!(said[1].starts_with("Season 2 begins"), "{said:?}");
    assert_eq!(session.turn(), 10);
}

#[test]
fn s22_what_is_closed_in_is_told_with_who_is_inside_and_where_it_is_weakest() {
    let mut session = field("season=10 turn=3 gold=9", PEN);
    let closed = "Enclosed: 6 cells, with you and 2 cows; the 14 weakest fences, strength 1 of 5: ";
    let look = answered(&mut session, &["look"]);
    assert!(look.iter().any(|line| line.starts_with(closed)), "{look:?}");
    let raised = answered(&mut session, &["southeast", "list fence"]);
    let weakest = "the 13 weakest fences, strength 1 of 5: ";
    assert!(
        raised.iter().any(|line| line.contains(weakest)),
        "{raised:?}"
    );
}

#[test]
fn s22_fences_that_close_nothing_are_told_with_their_ends_and_the_last_one_closes() {
    let open = PEN.replacen("..1.@.1..", "..1..@...", 1);
    let mut session = field("season=10 turn=3 gold=9", &open);
    let look = answered(&mut session, &["look"]);
    let ends = "The fences enclose nothing. Their ends: 1 northeast; 1 southeast.";
    assert!(look.iter().any(|line| line == ends), "{look:?}");
    let gap = "Gaps between the fences: here; 1 east.";
    assert!(look.iter().any(|line| line == gap), "{look:?}");
    let closed = answered(&mut session, &["east", "build"]);
    assert_eq!(
        closed[0],
        "You build a fence, strength 1 of 5: here; 8 gold."
    );
    assert!(
        closed[1].starts_with("Enclosed: 6 cells, with 2 cows; "),
        "{closed:?}"
    );
}

#[test]
fn s10_a_step_in_vain_costs_a_turn_and_says_so() {
    let mut session = field("season=10 turn=3 gold=9", PEN);
    let said = answered(&mut session, &["northwest"]);
    assert_eq!(said, ["The cow is in your way. A turn passes."]);
    assert_eq!(session.turn(), 4);
}

#[test]
fn what_one_does_is_one_line_where_nothing_else_happens() {
    let mut session = field("season=10 turn=3 gold=30", PEN);
    let raised = answered(&mut session, &["south"]);
    assert_eq!(
        raised,
        ["You raise a fence, strength 2 of 5: 1 south; 29 gold."]
    );
    let bought = answered(&mut session, &["buy"]);
    assert_eq!(bought, ["You buy a cow: here; 9 gold."]);
}

#[test]
fn a_cow_that_is_bought_onto_a_sign_is_all_that_is_bought() {
    let board = drawn! {"
        .....
        .@.?.
        .....
    "};
    let text = format!("rules siege turn=3 gold=30\nlevel\nmap\n{board}end\n? 4 2 \"Moo.\"\n");
    let mut session = Session::from_text(text).expect("a sound pasture");
    let bought = answered(&mut session, &["keys ll", "buy"]);
    assert_eq!(bought, ["You buy a cow: here; 10 gold."]);
}

#[test]
fn s22_who_eats_and_tears_is_told_with_the_place_behind_ones_own_step() {
    let rows = drawn! {"
        .........
        .........
        ..A%.....
        .........
        .....@...
        ...2.....
        ...A.....
        .........
    "};
    let mut session = field("season=10 turn=3 gold=30", rows);
    let said = answered(&mut session, &["east"]);
    assert_eq!(said[0], "You go 1 east.", "{said:?}");
    let eaten = "Another hordling eats a cow 3 west, 2 north of you.";
    assert!(said.iter().any(|line| line == eaten), "{said:?}");
}

#[test]
fn to_go_where_a_cow_stands_leads_beside_it_in_words() {
    let mut session = field("season=10 turn=3 gold=9", PEN);
    let mut narrator = Narrator::new(&mut session);
    let beside = "A cow is beside you, 1 northwest: you can't walk onto it.";
    assert_eq!(narrator.answer("go cow west"), [beside]);
    let listed = narrator.answer("list cow west");
    assert_eq!(listed, ["A cow: 1 northwest."]);
    let rows = drawn! {"
        .........
        .@.....%.
        .........
        .........
    "};
    let mut session = field("season=10 turn=3 gold=9", rows);
    let said = answered(&mut session, &["go cow"]);
    let there = "A cow is there, 6 east: you can't walk onto it. `go 5 east` stops beside it.";
    assert_eq!(said, [there]);
}

#[test]
fn building_where_a_fence_is_is_told_as_raising_it() {
    let mut session = field(
        "season=10 turn=3 gold=9",
        drawn! {"
            .........
            .@.....%.
            .........
            .........
        "},
    );
    let said = answered(&mut session, &["build", "build"]);
    assert_eq!(
        said,
        ["You stand on a fence: step off, then walk into it to raise it."]
    );
}

#[test]
fn e14_a_line_that_answers_nothing_is_left_out_and_that_is_said() {
    let told = transcript("horde", 1, &["2 east", "Q", "3 east", "look", "n", "east"]);
    let left_out = "`3 east` is not an answer; `n` keeps playing.\nQuit? ";
    assert!(told.contains(left_out), "{told}");
    assert!(told.ends_with("You go 1 east."), "{told}");
}

#[test]
fn list_tells_every_cow_of_a_herd_by_its_shape() {
    let rows = drawn! {"
        .................
        .@..%%%%%%%%%%%..
        .................
        .................
    "};
    let mut session = field("season=10 turn=3 gold=9", rows);
    let said = answered(&mut session, &["list"]);
    assert_eq!(said[0], "11 cows: 3 east to 13 east.", "{said:?}");
}

#[test]
fn the_end_is_told_once() {
    let lines = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fixtures/by-ear/siege-small.lines"
    ));
    let said = told(&played(
        &home(),
        &["siege-small", "--seed", "1"],
        &lines.expect("kept lines"),
    ));
    assert_eq!(said.matches("You are rich! You won").count(), 1, "{said}");
    assert!(said.contains("Play again:     dungeon"), "{said}");
}

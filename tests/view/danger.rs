//! The screen shows danger in words and in styles, on large and on narrow screens, with color and without.
use crate::corpus::without_colour;
use dungeon::Session;
use dungeon::diagnostics::Source;
use dungeon_play::input::keys_file::KeysFile;

/// A room with an enemy of each sort.
const ROOM: &str = "\
title \"A den\"
hero health=40 manna=4
kind r \"rat\" health=4 strength=3 sense=always hunt=path
kind b \"bat\" health=3 strength=1 sense=never roam=random speed=4
kind t \"thief\" health=5 sense=sight:9 hunt=path attack=steal:5
kind k \"archer\" health=6 strength=1 sense=sight:9 hunt=shoot:4 roam=stand
kind s \"statue\" health=9 sense=never roam=stand attack=none
item $ \"gold\" wealth=10
level
map
################
#@r....t...k..$#
#.........b....#
#s..........T..#
################
end
mark T ^ damage=20
";

fn looked(keys: &str, (width, height): (i32, i32)) -> Session {
    let mut session = Session::from_text(ROOM)
        .expect("a den")
        .with_size(width, height);
    session.press(keys).expect("a script");
    session
}

/// Returns the look description of the enemy under the cursor after these keys.
fn told(keys: &str) -> String {
    looked(keys, (80, 24)).log_lines().join(" ")
}

#[test]
fn x8_look_tells_how_each_enemy_behaves_and_what_it_can_take_next_turn() {
    insta::assert_snapshot!(told(";l"), @"3,2: A rat, health 4; floor. It approaches and hits for 3. It has seen you, and can take up to 3 health next turn. Your blow kills it. A bolt (d) kills it and costs you 8 health.");
    insta::assert_snapshot!(told(";llllll"), @"8,2: A thief, health 5; floor. It approaches and steals up to 5 wealth. It has seen you, but can't hurt you next turn. No bolt reaches it. A bolt does 8, 4, 2, 1 damage along four cells and stops at walls.");
    insta::assert_snapshot!(told(";llllllllll"), @"12,2: An archer, health 6; floor. It shoots arrows 9 cells for 4 and hits for 1. It hasn't seen you, and can't hurt you next turn. No bolt reaches it. A bolt does 8, 4, 2, 1 damage along four cells and stops at walls.");
    insta::assert_snapshot!(told(";lllllllllj"), @"11,3: A bat, health 3; floor. It wanders, hits for 1 and acts twice a turn. It can't hurt you next turn.");
    insta::assert_snapshot!(told(";jj"), @"2,4: A statue, health 9; floor. It stands still. It can't hurt you next turn. A bolt (x) takes 4 of its 9 health and costs you 8 health.");
}

#[test]
fn e13_look_tells_what_a_bolt_does_where_it_carries() {
    let text = ROOM.replace("manna=4", "manna=9");
    let told = |keys| {
        let mut session = Session::from_text(text.as_str())
            .expect("a den")
            .with_size(80, 24);
        session.press(keys).expect("a script");
        session.log_lines().join(" ")
    };
    assert!(told(";jj").ends_with("A bolt (x) takes 4 of its 9 health."));
    assert!(told(";l").ends_with("A bolt (d) kills it."));
    let rule = "A bolt does 8, 4, 2, 1 damage along four cells and stops at walls.";
    let thief = told(";llllll");
    assert!(
        thief.ends_with(&format!("No bolt reaches it. {rule}")),
        "{thief}"
    );
    // The bat is beside the line, and a heap of gold is not a body.
    for keys in [";lllllllllj", ";lllllllllllll"] {
        assert!(!told(keys).contains("bolt"), "{keys}");
    }
    let walled = ROOM
        .replace("#@r....t", "#@#....t")
        .replace("end\n", "end\ng 3 2\n");
    let mut walled = Session::from_text(walled).expect("a den").with_size(80, 24);
    walled.press(";l").expect("a script");
    let ghost = walled.log_lines().join(" ");
    assert!(
        ghost.contains("in the wall") && ghost.ends_with(rule),
        "{ghost}"
    );
    let unbound = Source::from_text("keys.toml", "cast-east = \"\"\n");
    let unbound = KeysFile::read(&unbound).expect("a file of keys");
    let mut handless = Session::from_text(text.as_str())
        .expect("a den")
        .keymap(&unbound);
    handless.press(";l").expect("a script");
    let frame = handless.frame().to_string();
    assert!(
        !frame.contains("bolt") && !frame.contains('•'),
        "the bolt has no key: {frame}"
    );
    let mut session = Session::from_text(text.as_str()).expect("a den");
    session.press("d;jj").expect("a script");
    assert!(
        session
            .log_lines()
            .join(" ")
            .contains("A bolt (x) takes 4 of its 9 health and costs you 14 health.")
    );
}

#[test]
fn x8_look_tells_danger_on_a_roomy_and_on_a_narrow_screen() {
    for (name, size) in [("roomy", (80, 24)), ("narrow", (40, 16)), ("tiny", (30, 8))] {
        insta::assert_snapshot!(format!("look_{name}"), looked(";l", size).frame().plain());
    }
}

#[test]
fn e3_health_and_messages_are_styled_by_what_they_mean() {
    let text = ROOM
        .replace("#@r....t...k..$#", "#r@$..........$#")
        .replace("#s..........T..#", "#..............#");
    let text = text.replace("health=40", "health=8");
    for (name, size) in [("roomy", (80, 24)), ("narrow", (40, 16))] {
        let mut session = Session::from_text(text.clone())
            .expect("a den")
            .with_size(size.0, size.1);
        session.press("..").expect("a script");
        let frame = session.frame();
        insta::assert_snapshot!(format!("danger_{name}"), frame.with_styles());
        let mono = without_colour(&frame);
        insta::assert_snapshot!(format!("danger_{name}_without_colour"), mono.with_styles());
    }
}

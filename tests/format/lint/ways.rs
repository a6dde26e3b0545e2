//! Reachability in the lints: the effect of each door, key, trap and flight of stairs.
use dungeon_format::{Diagnostic, Limits, Report, Source};
use dungeon_lint::read;

/// A dungeon that needs every kind of passage and every kind of key.
const WAYS: &str = include_str!("../../../fixtures/ok/reach-ways.dng");

fn check(text: &str) -> Report {
    let source = Source::from_text("lint.dng", text);
    let diagnostics = read(&source, &Limits::default()).1;
    Report {
        source,
        diagnostics,
    }
}

/// Formats every finding as its severity, its code, and the text at its place.
fn told(report: &Report) -> Vec<String> {
    let told = |found: &Diagnostic| {
        let line = report.source.text[..found.span.start as usize]
            .lines()
            .count()
            .max(1);
        format!("{}[{}] {line}", found.severity.word(), found.code)
    };
    report.diagnostics.iter().map(told).collect()
}

/// Asserts the findings after an edit of `WAYS`: severity, code and line.
#[track_caller]
fn changed(from: &str, to: &str, expected: &[&str]) {
    assert_eq!(WAYS.matches(from).count(), 1, "{from} occurs once");
    let report = check(&WAYS.replace(from, to));
    assert_eq!(told(&report), expected, "{report}");
}

#[test]
fn a_key_lies_is_dropped_is_born_or_is_scattered() {
    changed(
        "#@.a.....#.....#",
        "#@.......#...a.#",
        &["error[locked-in] 14"],
    );
    changed(
        "is=ghost drops=c",
        "is=wanderer drops=c",
        &["error[locked-in] 31"],
    );
    changed("in=2,2..8,4", "in=20,3..20,3", &[]);
    changed(
        "#...............###########\n#...............C",
        "#...#...........###########\n#.d.#...........C",
        &[],
    );
}

#[test]
fn a_monster_comes_to_the_hero_over_what_carries_him_off() {
    changed(
        "mark P ^ trap=teleport to=2,2",
        "mark P #",
        &["error[sealed-monster] 17"],
    );
    changed("to=2,2", "to=2,2 once=yes", &[]);
}

#[test]
fn what_a_missing_way_leaves_out_of_reach_is_told_once() {
    changed(
        "mark T ^ trap=teleport to=17,3 hidden=yes",
        "mark T .",
        &["error[unreachable-item] 14"],
    );
    changed(
        "mark T ^ trap=teleport to=17,3 hidden=yes",
        "mark T ^ trap=teleport to=3,3",
        &["error[unreachable-item] 14"],
    );
    changed(
        "mark V ^ trap=pit",
        "mark V .",
        &["error[unreachable-item] 31"],
    );
    changed("mark V ^ trap=pit", "mark V >", &[]);
}

#[test]
fn a_teleport_to_anywhere_leads_everywhere_on_its_level() {
    changed("to=17,3", "", &[]);
    let sealed = drawn! {"
        level
        map
        #########
        #@^$#..*#
        #########
        end
    "};
    assert_eq!(told(&check(sealed)), ["error[unreachable-item] 4"]);
    assert_eq!(
        told(&check(&(sealed.to_string() + "^ 3 2 trap=teleport"))),
        [""; 0]
    );
}

#[test]
fn only_so_many_walls_are_sought_on_a_level() {
    let cells = "#*".repeat(9);
    let rim = "#".repeat(cells.len() + 4);
    let text = format!("level\nmap\n{rim}\n#@${cells}#\n{rim}\nend\n");
    let report = check(&text).to_string();
    let count = |words: &str| report.matches(words).count();
    assert_eq!(count("the thinnest wall is"), 8, "{report}");
    assert_eq!(count("open a wall between the two"), 1, "{report}");
}

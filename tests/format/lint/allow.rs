//! Lines `allow`: what they silence, where, and what is told of those that silence nothing (docs/format, "Warnings that are
//! meant").
use dungeon::format::{Limits, Source, read};

/// What is told of a text: severity and code, each in its line, which is counted from 1.
fn told(text: &str) -> Vec<String> {
    let source = Source::from_text("allow.dng", text);
    let told = read(&source, &Limits::default())
        .1
        .into_iter()
        .map(|found| {
            let before = &source.text[..found.span.start as usize];
            let line = 1 + before.matches('\n').count();
            format!("{line} {}[{}]", found.severity.word(), found.code)
        });
    told.collect()
}

/// A level with a wanderer in the moat, behind these lines.
fn moat(head: &str) -> String {
    format!("{head}map\n##########\n#@.$.#.w.#\n##########\nend\n")
}

#[test]
fn a_line_before_a_map_or_a_record_silences_what_is_told_of_it() {
    assert_eq!(told(&moat("")), ["3 warning[sealed-monster]"]);
    assert!(told(&moat("title \"Moat\"\nallow sealed-monster\n")).is_empty());
    let record = |allow: &str| {
        let moat = "map\n##########\n#@.$.#...#\n##########\nend\n";
        format!("title \"Moat\"\n{moat}{allow}w 8 2\nw 9 2\n")
    };
    let both = ["7 warning[sealed-monster]"];
    assert_eq!(told(&record("")), both, "one pocket is told of once");
    assert!(told(&record("allow sealed-monster\n")).is_empty());
}

#[test]
fn at_the_top_of_a_file_it_holds_for_all_and_behind_a_level_line_for_that_level() {
    let cellar = "level \"Cellar\"\nmap\n##########\n#..<.#.w.#\n##########\nend\n";
    let hall =
        |allow: &str| format!("{allow}map\n##########\n#@.>.#.w.#\n#..$.#...#\n##########\nend\n");
    let file =
        |top: &str, of_level: &str| format!("{top}level \"Hall\"\n{}{cellar}", hall(of_level));
    let warning = |line: u32| format!("{line} warning[sealed-monster]");
    assert_eq!(told(&file("", "")), [warning(4), warning(11)]);
    assert!(told(&file("allow sealed-monster\n", "")).is_empty());
    assert_eq!(told(&file("", "allow sealed-monster\n")), [warning(12)]);
}

#[test]
fn every_one_of_many_is_silenced_and_none_elsewhere() {
    let pockets = "#w".repeat(30);
    let wall = "#".repeat(61);
    let pens = format!(
        "map\n{wall}\n#@.$.{}\n{wall}\n{pockets}#\n{wall}\nend\n",
        "#".repeat(56)
    );
    let level = |name: &str, allow: &str| {
        let pens = if name == "2" {
            pens.replace('@', "<")
        } else {
            pens.replacen('.', ">", 1)
        };
        format!("level \"{name}\"\n{allow}{pens}")
    };
    let allow = "allow sealed-monster\n";
    assert!(told(&(level("1", allow) + &level("2", allow))).is_empty());
    let half = told(&(level("1", allow) + &level("2", "")));
    assert_eq!(half.len(), 21, "twenty and a count of the rest: {half:?}");
}

#[test]
fn who_silences_nothing_is_told_so_unless_the_file_has_errors() {
    let idle = "title \"Moat\"\nallow near-miss\n";
    assert_eq!(
        told(&moat(idle)),
        ["2 warning[unused-allow]", "5 warning[sealed-monster]"]
    );
    let broken = moat(idle).replace('$', "§");
    assert!(
        !told(&broken)
            .iter()
            .any(|told| told.contains("unused-allow"))
    );
}

#[test]
fn neither_an_error_nor_a_word_can_be_allowed() {
    let codes = [
        "no-hero",
        "dead-end",
        "unused-allow",
        "nonsense",
        "sealed-monsters",
        "",
    ];
    for code in codes {
        let told = told(&moat(&format!("allow {code}\n")));
        assert_eq!(
            told,
            ["1 error[bad-value]", "4 warning[sealed-monster]"],
            "{code}"
        );
    }
}

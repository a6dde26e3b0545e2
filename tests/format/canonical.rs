//! The canonical text of files: its layout, what it leaves unchanged, and that it keeps its meaning.
use dungeon_format::canonical::format_text;
use dungeon_format::{Code, Limits, Source};

use crate::corpus::canonical::check_canonical;
use crate::corpus::{contents, guide};

fn formatted(text: &str) -> String {
    let source = Source::from_text("a.dng", text);
    format_text(&source, &Limits::default()).expect("a text without syntax errors")
}

#[test]
fn every_file_of_this_project_says_the_same_in_its_canonical_text() {
    let folders = [
        "dungeons",
        "fixtures/ok",
        "fixtures/ok/drawn",
        "fixtures/ok/drawn/vaults",
        "fixtures/err",
        "fixtures/scenes",
    ];
    for bytes in contents(&folders) {
        check_canonical(&Source::from_bytes("a.dng", bytes), &Limits::default());
    }
    let examples = guide().into_iter().flat_map(|(_, page)| {
        let fences = page.split("```dng").skip(1);
        let bodies = fences.filter_map(|fence| fence.split_once('\n')?.1.split_once("```"));
        bodies.map(|(body, _)| body.to_string()).collect::<Vec<_>>()
    });
    for example in examples {
        check_canonical(&Source::from_text("a.dng", example), &Limits::default());
    }
}

#[test]
fn records_of_one_sort_that_follow_each_other_stand_in_columns() {
    let text = "kind   r \"rat\" health=4 is=wanderer\n\
                kind W    \"dire wolf\"  colour=red    health=12 is=patrol  \n\
                \n\
                kind x \"x\" health=1\n";
    assert_eq!(
        formatted(text),
        "kind r \"rat\"       is=wanderer health=4\n\
         kind W \"dire wolf\" is=patrol   health=12 colour=red\n\
         \n\
         kind x \"x\" health=1\n"
    );
}

#[test]
fn what_is_said_of_the_file_stands_in_a_column_of_its_own() {
    let text = "title \"T\"\nauthor \"A\"\nrules explore tempo=0 fog=no\nseed +07\n";
    assert_eq!(
        formatted(text),
        "title  \"T\"\nauthor \"A\"\nrules  explore fog=no tempo=0\nseed   7\n"
    );
}

#[test]
fn each_duplicate_spelling_has_one_canonical_form() {
    let spellings = [
        (
            "tile ~ walk=no name=\"deep water\"",
            "tile ~ \"deep water\" walk=no",
        ),
        ("item b name=bread", "item b \"bread\""),
        ("hero name=Ann", "hero name=\"Ann\""),
        ("w 3 4 \"Halt!\" health=+8", "w 3 4 health=8 \"Halt!\""),
        ("w 3 4 says=Halt health=8", "w 3 4 health=8 \"Halt\""),
        ("when says=\"Click.\" step=P", "when step=P \"Click.\""),
        ("mark 1 w*1|r", "mark 1 w|r"),
        ("mark 1 p via=8", "mark 1 p via=8"),
        ("kind k sense=near:9", "kind k sense=within:8"),
        ("kind k sense=near:1", "kind k sense=within:0"),
        ("kind k through=doors", "kind k through=doors,slime"),
        ("kind k speed=3", "kind k speed=150%"),
        ("kind k speed=0", "kind k speed=0%"),
        ("kind k range=4 reach=7", "kind k steps=4 shot-range=7"),
        ("hero reach=7 range=4", "hero steps=4 shot-range=7"),
        ("scatter $ 3 away=0", "scatter $ 3 min-distance=1"),
        (
            "kind k sight=6 hunt=flee is=wanderer",
            "kind k is=wanderer sense=sight:6 hunt=flee",
        ),
        (
            "kind k is=patrol roam=stand shot=4 sight=8",
            "kind k is=patrol sense=sight:8 hunt=shoot:4 roam=stand",
        ),
    ];
    for (written, canonical) in spellings {
        let canonical = format!("{canonical}\n");
        assert_eq!(formatted(&format!("{written}\n")), canonical, "{written}");
    }
    assert_eq!(formatted("map 4 1\n#@.#\n"), "map classic 4 1\n#@.#\n");
}

/// A level with a hero, whose records change drawn things or add others.
fn level(before: &str, records: &str) -> String {
    let map = "map\n##########\n#@.......#\n#........#\n#........#\n##########\nend";
    format!("{before}{map}\n{records}\n")
}

#[test]
fn numbers_behind_a_place_are_keys() {
    let rows = [
        ("", "w 4 3 +9 02", "w 4 3 health=9 strength=2"),
        ("", "@ 2 2 41 20 -3", "@ 2 2 health=41 strength=20 manna=-3"),
        (
            "",
            "* 4 3 8 0 1 glow=2",
            "* 4 3 health=8 manna=1 wealth=0 glow=2",
        ),
        (
            "",
            "p 4 3 9 2 2 5 3 6 3 \"Halt!\"",
            "p 4 3 health=9 strength=2 via=6,3 \"Halt!\"",
        ),
        (
            "",
            "p 4 3 9 2 6 5 3 5 3 6 4 7 3 8 3 8 3",
            "p 4 3 health=9 strength=2 via=5,3 via=5,3 via=6,4 via=7,3 via=8,3 via=8,3",
        ),
        (
            "item r \"rat\"\n",
            "r 4 3 8 0 1",
            "r 4 3 health=8 manna=1 wealth=0",
        ),
        (
            "kind r \"rat\" roam=route\n",
            "r 4 3 8 1 1 5 4",
            "r 4 3 health=8 strength=1 via=5,4",
        ),
        (
            "",
            "G 4 3 8 1\nmark G g",
            "G 4 3 health=8 strength=1\nmark G g",
        ),
        ("rules siege\n", "C 4 3 2", "C 4 3 strength=2"),
        (
            "rules arena\nitem * \"heart\"\n",
            "@ 2 2 4\n% 4 3 1 2\n* 5 3 1",
            "@ 2 2 health=4\n% 4 3 health=1 strength=2\n* 5 3 health=1",
        ),
        (
            "rules tactics\n",
            "G 4 3 8 2\n* 5 3 8 4",
            "G 4 3 health=8 strength=2\n* 5 3 health=8 ammo=4",
        ),
    ];
    for (before, numbers, keys) in rows {
        let (numbers, keys) = (level(before, numbers), level(before, keys));
        assert_eq!(formatted(&numbers), keys);
        check_canonical(&Source::from_text("a.dng", numbers), &Limits::default());
    }
    let kept = [
        // No key expresses that a patrol has no route; its mark may give it one.
        "p 4 3 9 2 0",
        // Only the author can fix these errors.
        "w 4 3 9",
        "w 4 3 9 2 1",
        "w 4 3 9 2 health=8",
        "p 4 3 9 2 2 5 3 8 3",
        "p 4 3 9 2 1 5 3 via=6,3",
        "p 4 3 9 2 2 5 3",
    ];
    for record in kept {
        let text = level("", record);
        assert_eq!(formatted(&text), text);
        check_canonical(&Source::from_text("a.dng", text), &Limits::default());
    }
    // The included file may give the glyph another meaning.
    let text = level("include \"other.dng\"\n", "w 4 3 9 2");
    assert_eq!(formatted(&text), text);
}

#[test]
fn a_key_that_only_seems_to_say_the_same_stays() {
    let kept = [
        // Without parts of its own the kind stays the built-in one.
        "kind k is=wanderer sight=6",
        "kind k is=patrol sight=8 shot=4",
        // The arrows of a kind that is not known here.
        "kind k is=r roam=stand sight=8 shot=4",
        // Giving both is an error, which only the author can fix.
        "kind k \"a\" name=\"b\"",
        // A distance below 0 never occurs.
        "kind k sense=near:0",
        // A number with a leading zero is an ordinary name.
        "+ 3 4 locked=007",
        "mark 1 P via=08",
    ];
    for line in kept {
        let line = format!("{line}\n");
        assert_eq!(formatted(&line), line);
    }
}

#[test]
fn remarks_and_rows_stay_to_the_byte() {
    let text = "// one  \n  // two\t\n\
                level   \"x\"   //three  \n\
                map   // four\n\
                #  # \n  // no remark\n\
                \n\
                   end\t//five\n\
                hero   health=4 // six\n\
                hero strength=30  // seven\n";
    assert_eq!(
        formatted(text),
        "// one  \n  // two\t\n\
         level \"x\" //three  \n\
         map // four\n\
         #  # \n  // no remark\n\
         \n\
         end //five\n\
         hero health=4    // six\n\
         hero strength=30 // seven\n"
    );
}

#[test]
fn a_record_with_remarks_within_keeps_its_lines() {
    let text =
        "rules siege // which\n  goal=20   year=4 season=9 // how long\n\n // whose\n gold=3\n";
    assert_eq!(
        formatted(text),
        "rules siege                 // which\n    goal=20 season=9 year=4 // how long\n\n // whose\n    gold=3\n"
    );
}

#[test]
fn a_record_that_is_too_wide_has_its_looks_on_a_line_of_their_own_or_a_line_a_key() {
    let deeds = "health=7 strength=2 sense=sight:8 hunt=path roam=wander attack=steal:10 prey=hero";
    let says = format!("says=\"{}\"", "o".repeat(30));
    let text = format!("kind t \"grave robber\" {deeds} colour=green\n  {says}\n");
    assert_eq!(
        formatted(&text),
        format!("kind t \"grave robber\" {deeds}\n    colour=green {says}\n")
    );
    let says = format!("says=\"{}\"", "o".repeat(120));
    let text = format!("kind t \"grave robber\" health=7 colour=green {says}\n");
    assert_eq!(
        formatted(&text),
        format!("kind t \"grave robber\"\n    health=7\n    colour=green\n    {says}\n")
    );
    // A line with a single item is not broken: this would not shorten it.
    let text = format!("kind t \"grave robber\" {says}\n");
    assert_eq!(formatted(&text), text);
    let route = " 12 13".repeat(40);
    let text = formatted(&format!("p 1 1 2 3 40{route}\n"));
    assert!(text.lines().count() > 1 && text.lines().all(|line| line.len() <= 120));
}

#[test]
fn blank_lines_part_what_they_parted_and_no_more() {
    assert_eq!(
        formatted("\n \n// a\n\n\t\n\nseed 7\n\n\n"),
        "// a\n\nseed 7\n"
    );
    assert_eq!(formatted(""), "");
    assert_eq!(formatted("\n\n"), "");
}

#[test]
fn line_ends_are_the_files_own_and_a_last_one_is_never_missing() {
    assert_eq!(formatted("seed   7\r\n// a"), "seed 7\r\n// a\r\n");
    assert_eq!(formatted("seed   7\rseed 8"), "seed 7\rseed 8\r");
    // Leading blank lines are removed, along with their line ends.
    assert_eq!(formatted("\r// a\nseed   7\n"), "// a\nseed 7\n");
    // Map rows keep even their line ends.
    assert_eq!(
        formatted("map\r\n##\n##\r\nend"),
        "map\r\n##\n##\r\nend\r\n"
    );
}

#[test]
fn the_classic_format_and_what_is_not_read_stay_as_they_are() {
    let classic = "4  3\n####\n#  #\n####\nh  2 2  40 5 16\nq";
    assert_eq!(formatted(classic), classic);
    let behind = "map\n####\n#@$#\n####\nend\nq\nsome  words   by hand\n";
    assert_eq!(formatted(behind), behind);
}

#[test]
fn mistakes_of_spelling_leave_no_canonical_text_and_others_do() {
    let limits = Limits::default();
    let wrong = Source::from_text("a.dng", "seed   x\nmap\n####\nend\n");
    let found = format_text(&wrong, &limits).expect_err("a seed that is no number");
    assert!(
        found.iter().all(|found| found.code == Code::BadValue),
        "{found:?}"
    );
    let no_hero = Source::from_text("a.dng", "seed   7\n");
    assert_eq!(format_text(&no_hero, &limits).as_deref(), Ok("seed 7\n"));
}

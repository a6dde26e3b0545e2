//! Characters, bytes and sizes that the format forbids.
use dungeon_format::parse::parse;
use dungeon_format::syntax::{Integrity, Modern, Syntax};
use dungeon_format::{Limits, Source};

use super::{CLASSIC, check, check_limit, diagnostics, mended, records, rows};

#[test]
fn every_line_end_ends_a_row() {
    for end in ["\n", "\r\n", "\r"] {
        let text = drawn! {"
            2 2
            ##
            ##
            q
        "}
        .replace('\n', end);
        assert_eq!(rows(&text), ["##", "##"]);
        check(&text, &[]);
        let text = "level\nmap\n##\n\n##\nend\n".replace('\n', end);
        assert_eq!(rows(&text), ["##", "", "##"]);
        check(&text, &[]);
    }
}

#[test]
fn characters_that_cannot_be_seen_are_errors_wherever_they_stand() {
    check(
        "title \"a\u{1b}[2J\u{202e}\u{200b}\"\n",
        &[
            "1:9 control-character [\\u{1b}]",
            "1:13 control-character [\\u{202e}\\u{200b}]",
        ],
    );
    check("// \u{7f}\n", &["1:4 control-character [\\u{7f}]"]);
    check(
        "level\nmap\n#\u{0}#\nend\n",
        &["3:2 control-character [\\0]"],
    );
    check(
        "ti\u{feff}tle \"x\"\n",
        &["1:3 control-character [\\u{feff}]"],
    );
    assert_eq!(mended("title \"a\u{1b}b\""), "title \"ab\"");
}

#[test]
fn maps_hold_one_column_wide_glyphs_and_plain_blanks_only() {
    check(
        "level\nmap\n#\t\t#\n#\u{a0}\u{3000}世\u{301}#░\nend\n",
        &[
            "3:2 tab-in-map [\\t\\t]",
            "4:2 odd-blank [\u{a0}\u{3000}]"
                .escape_debug()
                .to_string()
                .as_str(),
            "4:4 wide-glyph [世]",
            "4:5 control-character [\\u{301}]",
        ],
    );
    check("4 1\n####\t世\nq", &["2:5 long-row [\\t世]"]);
    check("tile 世 \"x\"\n", &["1:6 wide-glyph [世]"]);
    assert_eq!(
        mended("level\nmap\n#\u{a0}\u{a0}#\nend\n"),
        "level\nmap\n#  #\nend\n"
    );
}

#[test]
fn odd_blanks_outside_maps_and_texts_are_reported_and_read_as_blanks() {
    check("w\u{a0}3 4 \"a\u{a0}b\"\n", &["1:2 odd-blank [\\u{a0}]"]);
    let text = "w 3\u{a0}4 \"a\u{a0}b\"\n";
    assert_eq!(mended(text), "w 3 4 \"a\u{a0}b\"\n");
    assert_eq!(records(text)[0].numbers.len(), 2);
}

#[test]
fn one_side_of_a_merge_conflict_is_read() {
    let text =
        "<<<<<<< ours\ntitle \"a\"\n=======\ntitle \"b\"\nfoo\n>>>>>>> theirs\nauthor \"x\"\n";
    check(text, &["1:1 merge-conflict [<<<<<<< ours]"]);
    assert_eq!(records(text).len(), 2);
    let map = drawn! {"
        level
        map
        ###
        <<<<<<<
        #a#
        |||||||
        #o#
        =======
        #b#
        >>>>>>>
        ###
        end
    "};
    check(map, &["4:1 merge-conflict [<<<<<<<]"]);
    assert_eq!(rows(map), ["###", "#a#", "###"]);
    check(
        "title \"x\"\n>>>>>>> theirs\n",
        &["2:1 merge-conflict [>>>>>>> theirs]"],
    );
    check("level\nmap\n=======\n<<<<<<<\nend\n", &[]);
}

#[test]
fn bytes_that_are_no_utf8_are_one_finding_and_no_further_noise() {
    let source = Source::from_bytes("x", b"title \"a\xff\"\nfo\xffo\nw 3 \xff\n".to_vec());
    let found = parse(&source, &Limits::default()).1;
    let codes: Vec<&str> = found.iter().map(|found| found.code.name()).collect();
    assert_eq!(codes, ["not-utf8"]);
    assert!(found[0].message.raw().contains("3 places"));
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(b"4\x003\x00".iter().copied())
        .collect();
    let found = parse(&Source::from_bytes("x", utf16), &Limits::default()).1;
    assert_eq!(found.len(), 1);
    assert!(found[0].message.raw().contains("UTF-16"));
}

/// Returns the default limits with one change.
fn only(change: fn(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    change(&mut limits);
    limits
}

#[test]
fn limits_of_a_map_are_told_before_anything_is_allocated() {
    check("999999999 3\nq", &["1:1 limit [999999999]"]);
    check("65535 65535\nq", &["1:1 limit [65535 65535]"]);
    let pasted = "level\nmap 65535 65535\nlevel\n";
    check(pasted, &["2:5 limit [65535 65535]"]);
    let made = "level\nmap open 65535 65535\n";
    check(made, &["2:10 limit [65535 65535]"]);
    let drawn = drawn! {"
        level
        map
        ####
        ####
        end
    "};
    check_limit(drawn, only(|l| l.cells = 7), &["2:1 limit [map]"]);
    let high = "level\nmap\n#\n#\n#\nend\n";
    check_limit(high, only(|l| l.side = 2), &["2:1 limit [map]"]);
}

#[test]
fn limits_of_what_is_counted_name_the_first_that_is_too_many() {
    let levels = "level\nlevel\nlevel\n";
    check_limit(levels, only(|l| l.levels = 2), &["3:1 limit [level]"]);
    let kinds = "kind a\nkind b\n";
    check_limit(kinds, only(|l| l.kinds = 1), &["2:1 limit [kind]"]);
    let records = "w 1 1\nw 2 2\nw 3 3\n";
    check_limit(records, only(|l| l.entities = 2), &["3:1 limit [w]"]);
    let classic = CLASSIC.to_string() + "w 2 2 8 3 w 3 2 8 3 q";
    check_limit(&classic, only(|l| l.entities = 1), &["5:11 limit [w]"]);
}

#[test]
fn limits_of_a_text_and_a_route_are_told_where_they_stand() {
    let expected = ["1:7 limit [\\\"four\\\"]"];
    check_limit("title \"four\"\n", only(|l| l.text = 3), &expected);
    let patrol = CLASSIC.to_string() + "p 2 2 10 3 3 3 2 2 2 3 2\nq";
    let expected = ["5:12 route-too-long [3]"];
    check_limit(&patrol, only(|l| l.route = 2), &expected);
}

#[test]
fn file_too_large_is_all_that_is_said() {
    let limits = Limits {
        file: 20,
        ..Limits::default()
    };
    let source = Source::read("x", "nonsense\n".repeat(10).as_bytes(), &limits).expect("bytes");
    let (syntax, found) = parse(&source, &limits);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].code.name(), syntax),
        (
            "file-too-large",
            Syntax::Modern(Modern {
                statements: Vec::new(),
                perhaps_declared: Default::default(),
                integrity: Integrity::Broken,
            })
        )
    );
}

#[test]
fn twenty_findings_of_a_code_are_listed_and_the_rest_is_counted() {
    let (_, found) = diagnostics(&"w 1\n".repeat(1_000));
    assert_eq!(found.len(), 21);
    assert_eq!(
        found[20].message,
        "980 more findings like this are not listed"
    );
}

//! What `parse` understands and what it says about the rest (FORMAT.md §1–3). Each rule of the syntax and
//! each rule of recovery has its scenario here; properties over any bytes stand at the end.
use dungeon::format::diagnostic::Diagnostic;
use dungeon::format::parse::parse;
use dungeon::format::source::{Limits, Source, Span};
use dungeon::format::syntax::{
    Classic, Head, Health, MapForm, Modern, Number, Record, Statement, Syntax, Value,
};

mod parse_properties;

fn diagnostics(text: &str) -> (Source, Vec<Diagnostic>) {
    limited(text, &Limits::default())
}

fn limited(text: &str, limits: &Limits) -> (Source, Vec<Diagnostic>) {
    let source = Source::from_text("test.dng", text);
    let found = parse(&source, limits).1;
    (source, found)
}

/// Each finding as `line:column code [text under the span]`.
fn findings(text: &str) -> Vec<String> {
    let (source, found) = diagnostics(text);
    found.iter().map(|found| summary(&source, found)).collect()
}

fn summary(source: &Source, found: &Diagnostic) -> String {
    let (line, column) = source.line_column(found.span.start);
    let marked = source.slice(found.span).escape_debug();
    format!("{line}:{column} {} [{marked}]", found.code)
}

/// Holds a text against its findings.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(findings(text), expected, "{text}");
}

/// Holds the codes found under a limit against what is expected.
#[track_caller]
fn check_limit(text: &str, limits: Limits, expected: &[&str]) {
    let (source, found) = limited(text, &limits);
    let found: Vec<String> = found.iter().map(|found| summary(&source, found)).collect();
    assert_eq!(found, expected, "{text}");
}

/// The text with the edits of all findings made.
fn mended(text: &str) -> String {
    let (source, found) = diagnostics(text);
    let mut text = source.text.clone();
    let mut fixes: Vec<_> = found.into_iter().filter_map(|found| found.fix).collect();
    fixes.sort_by_key(|fix| std::cmp::Reverse(fix.span));
    for fix in fixes {
        text.replace_range(fix.span.range(), &fix.replacement);
    }
    text
}

#[track_caller]
fn classic(text: &str) -> Classic {
    match parse(&Source::from_text("test.dng", text), &Limits::default()).0 {
        Syntax::Classic(classic) => classic,
        Syntax::Modern(_) => panic!("read as modern: {text}"),
    }
}

#[track_caller]
fn modern(text: &str) -> Modern {
    match parse(&Source::from_text("test.dng", text), &Limits::default()).0 {
        Syntax::Modern(modern) => modern,
        Syntax::Classic(_) => panic!("read as classic: {text}"),
    }
}

/// The records of a file.
fn records(text: &str) -> Vec<Record> {
    let statements = modern(text).statements.into_iter();
    let records = statements.filter_map(|statement| match statement {
        Statement::Record(record) => Some(record),
        Statement::Map(_) => None,
    });
    records.collect()
}

/// The rows of the first map.
fn rows(text: &str) -> Vec<String> {
    let source = Source::from_text("test.dng", text);
    let spans: Vec<Span> = match parse(&source, &Limits::default()).0 {
        Syntax::Classic(classic) => classic.rows,
        Syntax::Modern(modern) => modern
            .statements
            .iter()
            .find_map(|statement| match statement {
                Statement::Map(map) => match &map.form {
                    MapForm::Drawn(rows) | MapForm::Pasted { rows, .. } => Some(rows.clone()),
                    MapForm::Made { .. } => None,
                },
                Statement::Record(_) => None,
            })
            .expect("a map"),
    };
    spans
        .into_iter()
        .map(|span| source.slice(span).to_string())
        .collect()
}

const CLASSIC: &str = "4 3\n####\n#  #\n####\n";

#[test]
fn a_file_whose_first_token_is_a_number_is_classic() {
    for text in [
        "4 3\n",
        "  +4 3\n",
        "\n\n4 3",
        "\u{feff}4 3",
        "// remark\n4 3",
    ] {
        classic(text);
    }
    for text in ["", "title \"4 3\"", "w 4 3", "- 4 3", "+ 4 3"] {
        modern(text);
    }
}

#[test]
fn a_classic_file_is_read_as_cpp_reads_it() {
    let file = classic("4 3 rest\n####\n#  #\n####\nh2 2 +8 5 16 w 3\n2 8 -3\n* 3 2 8 0 0q");
    let letters: String = file
        .records
        .iter()
        .map(|record| record.letter.value)
        .collect();
    assert_eq!(letters, "hw*");
    let numbers = |i: usize| file.records[i].numbers.iter().map(|number| number.value);
    assert_eq!(numbers(0).collect::<Vec<_>>(), [2, 2, 8, 5, 16]);
    assert_eq!(numbers(1).collect::<Vec<_>>(), [3, 2, 8, -3]);
    assert!(file.end.is_some() && file.health == Health::Whole);
    check(
        "4\n3 rest\n####\n#  #\n####\nh2 2 +8 5 16 w 3\n2 8 3\n* 3 2 8 0 0q",
        &[],
    );
}

#[test]
fn a_classic_patrol_takes_as_many_points_as_it_says() {
    let file = classic(&(CLASSIC.to_string() + "p 2 2 10 3 2 3 2\n2 2 w 2 2 8 3 q"));
    let lengths = file.records.iter().map(|record| record.numbers.len());
    assert_eq!(lengths.collect::<Vec<_>>(), [9, 4]);
    check(&(CLASSIC.to_string() + "p 2 2 10 3 0 q"), &[]);
    let negative = CLASSIC.to_string() + "p 2 2 10 3 -1 3 2 w 2 2 8 3 q";
    check(&negative, &["5:12 number-out-of-range [-1]"]);
    assert_eq!(classic(&negative).records.len(), 2);
}

#[test]
fn every_line_end_ends_a_row() {
    for end in ["\n", "\r\n", "\r"] {
        let text = "2 2\n##\n##\nq\n".replace('\n', end);
        assert_eq!(rows(&text), ["##", "##"]);
        check(&text, &[]);
        let text = "level\nmap\n##\n\n##\nend\n".replace('\n', end);
        assert_eq!(rows(&text), ["##", "", "##"]);
        check(&text, &[]);
    }
}

#[test]
fn bad_header_names_what_stands_there_and_the_records_are_read_all_the_same() {
    let text = "7x3\n#######\nh 2 2 40\nq";
    check(
        text,
        &["1:2 bad-header [x3]", "3:1 missing-number [h 2 2 40]"],
    );
    assert!(classic(text).size.is_none());
    check("7", &["1:1 bad-header [7]", "1:1 missing-q [7]"]);
    check("0 3\nq", &["1:1 bad-header [0]"]);
    check("3 -1\nq", &["1:3 bad-header [-1]"]);
}

#[test]
fn map_too_short_at_the_end_and_where_records_begin() {
    check(
        "4 3\n####\n####\n",
        &["1:3 map-too-short [3]", "3:4 missing-q [#]"],
    );
    let text = "4 5\n####\n#  #\n####\n\nh 2 2 40 5 16\nq";
    check(text, &["1:3 map-too-short [5]"]);
    assert_eq!(classic(text).records.len(), 1);
    assert!(mended(text).starts_with("4 3\n"));
}

#[test]
fn short_row_names_both_widths() {
    let text = "4 3\n####\n#  \n####\nq";
    check(text, &["3:3 short-row [ ]"]);
    let (_, found) = diagnostics(text);
    assert_eq!(
        found[0].message,
        "expected 4 characters in map row 2, found 3"
    );
}

#[test]
fn long_row_is_a_warning_and_its_mend_is_the_deletion() {
    let text = "4 3\n####\n#  # too long\n####\nq";
    check(text, &["3:5 long-row [ too long]"]);
    assert_eq!(mended(text), "4 3\n####\n#  #\n####\nq");
}

#[test]
fn equal_row_width_errors_fold_into_one_at_the_header() {
    let short = "5 3\n####\n#  #\n####\nq";
    check(short, &["1:1 short-row [5]"]);
    assert_eq!(mended(short), short.replace('5', "4"));
    check("3 3\n####\n#  #\n####\nq", &["1:1 long-row [3]"]);
    let mixed = "4 4\n####\n###\n##\n###\nq";
    check(mixed, &["1:1 short-row [4]", "4:2 short-row [#]"]);
}

#[test]
fn rows_left_over_name_the_right_height() {
    let text = "4 2\n####\n#  #\n#  #\n####\nh 2 2 40 5 16\nq";
    check(text, &["4:1 rows-left-over [#  #\\n####]"]);
    assert!(mended(text).starts_with("4 4\n"));
    assert_eq!(classic(text).records.len(), 1);
    let pasted = "level\nmap 4 2\n####\n#  #\n#  #\n####\n@ 2 2\n";
    check(pasted, &["5:1 rows-left-over [#  #\\n####]"]);
}

#[test]
fn missing_q_is_a_warning_with_its_mend() {
    let text = CLASSIC.to_string() + "h 2 2 40 5 16\n\n";
    check(&text, &["5:13 missing-q [6]"]);
    check(&mended(&text), &[]);
}

#[test]
fn nothing_is_called_missing_where_a_record_was_broken() {
    check(
        &(CLASSIC.to_string() + "h 2 2 40"),
        &["5:1 missing-number [h 2 2 40]"],
    );
    check(
        &(CLASSIC.to_string() + "foo"),
        &["5:1 unknown-record [foo]"],
    );
    check("hero 5 health=\n", &["1:6 extra-number [5]"]);
}

#[test]
fn text_after_q_is_reported_once_but_remarks_are_welcome() {
    let text = CLASSIC.to_string() + "q\n// a remark\n\nw 2 2 8 3\nfoo\n";
    check(&text, &["8:1 text-after-q [w 2 2 8 3]"]);
    check(
        "level\nmap open 5 5\nq\nw 2 2\nw 3 3\n",
        &["4:1 text-after-q [w]"],
    );
    check(
        "level\nmap open 5 5\nq\nsome words\n",
        &["4:1 text-after-q [some]"],
    );
    check("level\nmap open 5 5\nq\nlevel\ntest \"a\"\n", &[]);
    let severity = |text: &str| diagnostics(text).1[0].severity.word();
    assert_eq!(severity("level\nq\nw 2 2\n"), "error");
    assert_eq!(severity("level\nq\nsome words\n"), "warning");
}

#[test]
fn a_classic_number_too_many_is_an_unknown_record_and_the_next_record_is_read() {
    let text = CLASSIC.to_string() + "w 2 2 8 3 7 7 g 3 2 6 2\nq";
    check(&text, &["5:11 unknown-record [7 7]"]);
    assert_eq!(classic(&text).records.len(), 2);
}

#[test]
fn a_bad_classic_token_skips_the_rest_of_its_line() {
    let text = CLASSIC.to_string() + "w 2 x 8 3\ng 3 2 6 2\nq";
    check(&text, &["5:1 missing-number [w 2]"]);
    assert_eq!(classic(&text).records.len(), 2);
    let text = CLASSIC.to_string() + "w 2 2 8\ng 3 2 6 2\nq";
    check(&text, &["5:1 missing-number [w 2 2 8]"]);
    assert_eq!(classic(&text).records[1].health, Health::Whole);
}

#[test]
fn a_run_of_unreadable_lines_is_one_finding() {
    let text = CLASSIC.to_string() + "foo\nbar\nw 2 2 8 3\nbaz\nq";
    check(
        &text,
        &["5:1 unknown-record [foo\\nbar]", "8:1 unknown-record [baz]"],
    );
    let text = "foo\n bar\n\nbaz 3\ntitle \"x\"\nqux\n";
    check(
        text,
        &[
            "1:1 unknown-record [foo\\n bar\\n\\nbaz]",
            "6:1 unknown-record [qux]",
        ],
    );
}

#[test]
fn numbers_that_no_game_can_hold_are_out_of_range() {
    let long = "99999999999999999999";
    check(
        &format!("{CLASSIC}h 2 2 {long} 5 16\nq"),
        &[&format!("5:7 number-out-of-range [{long}]")],
    );
    check(
        &format!("seed {long}"),
        &[&format!("1:6 number-out-of-range [{long}]")],
    );
    check(
        &format!("w 1 1 via=1,-{long}"),
        &[&format!("1:11 number-out-of-range [1,-{long}]")],
    );
}

#[test]
fn an_indented_line_continues_a_record_whatever_stands_between() {
    let text = "w 3\n\n// remark\n  4 health=8 // remark\n\tvia=5,6\n";
    check(text, &[]);
    let records = records(text);
    assert_eq!(records.len(), 1);
    assert_eq!((records[0].numbers.len(), records[0].keys.len()), (2, 2));
    check(
        "\n  title \"x\"\n",
        &["2:3 unknown-record [title \\\"x\\\"]"],
    );
    assert_eq!(mended("  title \"x\"\n"), "title \"x\"\n");
}

#[test]
fn every_head_is_read_with_what_belongs_to_it() {
    let text = r#"title "T \"q\" \\"
author "A"
about "B // no remark"
rules explore tempo=0 fog=no
seed -7
hero health=40
tile ~ "deep water" walk=no
item b "bread" health=5
kind r "rat" is=wanderer
level "L"
mark T ^ trap=dart "Ouch."
scatter $ 20% in=11,2..19,4
/ 3 4
q 1 2
8 3 3
test "t" keys="llj."
q
"#;
    check(text, &[]);
    let records = records(text);
    let heads: Vec<String> = records
        .iter()
        .map(|record| short(&record.head.value))
        .collect();
    let expected = "title author about rules:explore seed hero tile:~ item:b kind:r level mark:T^ scatter:$ / q 8 test q";
    assert_eq!(heads.join(" "), expected);
    let text_of = |i: usize| records[i].text.as_ref().map(|text| text.value.as_str());
    assert_eq!(text_of(0), Some("T \"q\" \\"));
    assert_eq!(text_of(2), Some("B // no remark"));
    assert_eq!(records[4].numbers[0].value, Number::Int(-7));
    assert_eq!(records[11].numbers[0].value, Number::Percent(20));
    assert_eq!(
        records[11].keys[0].value.value,
        Value::Region([11, 2, 19, 4])
    );
    assert_eq!(records[15].keys[0].value.value, Value::Text("llj.".into()));
}

fn short(head: &Head) -> String {
    match head {
        Head::Rules(word) => format!("rules:{}", word.value),
        Head::Tile(glyph) => format!("tile:{}", glyph.value),
        Head::Item(glyph) => format!("item:{}", glyph.value),
        Head::Kind(glyph) => format!("kind:{}", glyph.value),
        Head::Scatter(glyph) => format!("scatter:{}", glyph.value),
        Head::Mark(new, glyph) => format!("mark:{}{}", new.value, glyph.value),
        Head::Glyph(glyph) => glyph.to_string(),
        plain => format!("{plain:?}").to_lowercase(),
    }
}

#[test]
fn keyword_arity_is_checked() {
    check("title 5 \"x\"", &["1:7 extra-number [5]"]);
    check("seed", &["1:1 missing-number [seed]"]);
    check("seed 7 8", &["1:8 extra-number [8]"]);
    check("scatter $", &["1:1 missing-number [scatter $]"]);
    check("w 3", &["1:1 missing-number [w 3]"]);
    check("w 3 4%", &["1:5 bad-value [4%]"]);
    check("w 3 4 health=1 5", &["1:16 extra-number [5]"]);
    check("title", &["1:1 bad-value [title]"]);
    check("hero \"x\"", &["1:6 bad-value [\\\"x\\\"]"]);
    check("level \"x\" \"y\"", &["1:11 bad-value [\\\"y\\\"]"]);
    check("rules", &["1:6 bad-value []"]);
    check("kind rat \"x\"", &["1:6 bad-value [rat]"]);
    check("mark T", &["1:7 bad-value []"]);
}

#[test]
fn a_bad_token_skips_the_rest_of_its_record_only() {
    let text = "w 3 4 ?? health=x=y\n  more nonsense\ntitle \"x\" \"y\nauthor \"z\"\n";
    check(
        text,
        &["1:7 bad-value [??]", "3:11 unterminated-text [\\\"y]"],
    );
    let records = records(text);
    let healths: Vec<Health> = records.iter().map(|record| record.health).collect();
    assert_eq!(healths, [Health::Broken, Health::Broken, Health::Whole]);
    assert_eq!(records[0].numbers.len(), 2);
}

#[test]
fn values_that_are_none_are_bad_values() {
    check("w 3 4 health = 5", &["1:7 bad-value [health = 5]"]);
    assert_eq!(mended("w 3 4 health = 5"), "w 3 4 health=5");
    check("w 3 4 health= 5", &["1:7 bad-value [health=]"]);
    check("w 3 4 says=a\"b\"", &["1:12 bad-value [a\\\"b\\\"]"]);
    check("title \"a\\n\"", &["1:9 bad-value [\\\\n]"]);
}

#[test]
fn a_key_given_twice_is_reported_and_its_first_value_stands() {
    let text = "w 3 4 health=8 strength=1 health=9";
    check(text, &["1:27 duplicate-key [health]"]);
    let keys = &records(text)[0].keys;
    assert_eq!((keys.len(), &keys[0].value.value), (2, &Value::Int(8)));
    check("p 3 4 via=4,4 via=3,4", &[]);
}

#[test]
fn unterminated_text_is_mended_by_a_quote() {
    assert_eq!(
        mended("title \"x \nauthor \"y\"\n"),
        "title \"x\" \nauthor \"y\"\n"
    );
}

#[test]
fn a_slip_in_a_keyword_is_mended() {
    check("titel \"x\"", &["1:1 unknown-record [titel]"]);
    assert_eq!(mended("titel \"x\"\n"), "title \"x\"\n");
    assert_eq!(mended("w3 4\n"), "w 3 4\n");
    check("end\n", &["1:1 unknown-record [end]"]);
}

#[test]
fn drawn_rows_are_kept_as_they_stand_until_end() {
    let text = "level\nmap // remark\n  ##  \n\n//#\nend.\nmap\n end // remark\nw 1 1\n";
    check(text, &[]);
    assert_eq!(rows(text), ["  ##  ", "", "//#", "end.", "map"]);
    assert_eq!(records(text).len(), 2);
}

#[test]
fn unterminated_map_stops_where_records_begin() {
    let text = "level\nmap\n###\n#@#\n###\n\nw 2 2\nlevel\nmap\n###\nend\n";
    check(text, &["2:1 unterminated-map [map]"]);
    assert_eq!(rows(text), ["###", "#@#", "###"]);
    assert_eq!(records(text).len(), 3);
    check(&mended(text), &[]);
    check("level\nmap\n###", &["2:1 unterminated-map [map]"]);
    assert_eq!(mended("level\nmap\n###"), "level\nmap\n###\nend\n");
}

#[test]
fn a_pasted_map_is_read_as_a_classic_one() {
    let text = "level\nmap 4 3\n####\n#  #\n####\n# 2 2\n";
    check(text, &[]);
    assert_eq!(rows(text), ["####", "#  #", "####"]);
    check(
        "level\nmap 4 3\n####\n#  #\nlevel\n",
        &["2:7 map-too-short [3]"],
    );
    check(
        "level\nmap 4\n####\n#  #\nlevel\n",
        &["2:1 missing-number [map 4]"],
    );
    check("level\nmap 0 4\nlevel\n", &["2:5 number-out-of-range [0]"]);
}

#[test]
fn a_made_map_takes_keys_on_further_lines() {
    let text = "level\nmap open 40 20\n  fill=3 // remark\n";
    check(text, &[]);
    let Some(Statement::Map(map)) = modern(text).statements.pop() else {
        panic!("no map");
    };
    let MapForm::Made {
        how,
        width,
        height,
        keys,
    } = map.form
    else {
        panic!("no made map");
    };
    assert_eq!(
        (how.value.as_str(), width.value, height.value, keys.len()),
        ("open", 40, 20, 1)
    );
    check(
        "level\nmap open 40\n",
        &["2:1 missing-number [map open 40]"],
    );
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
            "4:4 wide-glyph [世\u{301}]"
                .escape_debug()
                .to_string()
                .as_str(),
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
    let map = "level\nmap\n###\n<<<<<<<\n#a#\n|||||||\n#o#\n=======\n#b#\n>>>>>>>\n###\nend\n";
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
    assert!(found[0].message.contains("3 places"));
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(b"4\x003\x00".iter().copied())
        .collect();
    let found = parse(&Source::from_bytes("x", utf16), &Limits::default()).1;
    assert_eq!(found.len(), 1);
    assert!(found[0].message.contains("UTF-16"));
}

#[test]
fn limits_are_told_before_anything_is_allocated() {
    let limits = Limits::default;
    check("999999999 3\nq", &["1:1 limit [999999999]"]);
    check("65535 65535\nq", &["1:1 limit [65535 65535]"]);
    check(
        "level\nmap 65535 65535\nlevel\n",
        &["2:5 limit [65535 65535]"],
    );
    check(
        "level\nmap open 65535 65535\n",
        &["2:10 limit [65535 65535]"],
    );
    check_limit(
        "level\nmap\n####\n####\nend\n",
        Limits {
            cells: 7,
            ..limits()
        },
        &["2:1 limit [map]"],
    );
    check_limit(
        "level\nmap\n#\n#\n#\nend\n",
        Limits {
            side: 2,
            ..limits()
        },
        &["2:1 limit [map]"],
    );
    check_limit(
        "title \"four\"\n",
        Limits {
            text: 3,
            ..limits()
        },
        &["1:7 limit [\\\"four\\\"]"],
    );
    check_limit(
        "level\nlevel\nlevel\n",
        Limits {
            levels: 2,
            ..limits()
        },
        &["3:1 limit [level]"],
    );
    check_limit(
        "kind a\nkind b\n",
        Limits {
            kinds: 1,
            ..limits()
        },
        &["2:1 limit [kind]"],
    );
    check_limit(
        "w 1 1\nw 2 2\nw 3 3\n",
        Limits {
            entities: 2,
            ..limits()
        },
        &["3:1 limit [w]"],
    );
    let route = Limits {
        route: 2,
        ..limits()
    };
    let patrol = CLASSIC.to_string() + "p 2 2 10 3 3 3 2 2 2 3 2\nq";
    check_limit(&patrol, route, &["5:12 route-too-long [3]"]);
    let population = CLASSIC.to_string() + "w 2 2 8 3 w 3 2 8 3 q";
    check_limit(
        &population,
        Limits {
            entities: 1,
            ..limits()
        },
        &["5:11 limit [w]"],
    );
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
                health: Health::Broken,
            })
        )
    );
}

#[test]
fn twenty_findings_of_a_code_are_listed_and_the_rest_is_counted() {
    let (_, found) = diagnostics(&"w 1\n".repeat(1_000));
    assert_eq!(found.len(), 21);
    assert_eq!(found[20].message, "980 more of these are not listed");
}

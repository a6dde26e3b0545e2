//! Records, values and maps of the modern format.
use dungeon_format::syntax::{Head, Integrity, MapForm, Number, Statement, Value};

use super::{check, mended, modern, records, rows};

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
        Head::Mark(new, all) => format!("mark:{}{all}", new.value),
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
fn alternatives_are_glyphs_with_bars_between_them_whatever_glyph_they_are() {
    let text = "mark 1 w*3|r|. 50%\nmark 2 |\nmark 3 *\nmark 4 ||*|**2|/|w // remark\nshuffle 1 2 | // 3\n";
    check(text, &[]);
    let records = records(text);
    let heads: Vec<String> = records
        .iter()
        .map(|record| short(&record.head.value))
        .collect();
    assert_eq!(
        heads[..4],
        ["mark:1w*3|r|.", "mark:2|", "mark:3*", "mark:4||*|**2|/|w"]
    );
    assert_eq!(records[0].numbers[0].value, Number::Percent(50));
    let Head::Mark(_, all) = &records[0].head.value else {
        panic!("a mark");
    };
    let glyphs: Vec<(char, u32, u32)> = all
        .glyphs()
        .map(|glyph| (glyph.value, glyph.span.start, glyph.span.end))
        .collect();
    assert_eq!(glyphs, [('w', 7, 8), ('r', 11, 12), ('.', 13, 14)]);
    let Head::Shuffle(marks) = &records[4].head.value else {
        panic!("a shuffle");
    };
    assert!(marks.iter().map(|mark| mark.value).eq(['1', '2', '|']));
}

#[test]
fn alternatives_that_are_none_are_bad_values() {
    check("mark 1 w|", &["1:8 bad-value [w|]"]);
    check("mark 1 w|||", &["1:8 bad-value [w|||]"]);
    check("mark 1 w|rat", &["1:8 bad-value [w|rat]"]);
    check("mark 1 w*", &["1:8 bad-value [w*]"]);
    check("mark 1 w*3", &["1:8 bad-value [w*3]"]);
    check("mark 1 w*0|r", &["1:8 number-out-of-range [w*0]"]);
    check("mark 1 w|r*1001", &["1:10 number-out-of-range [r*1001]"]);
    check("mark 1 w|獣", &["1:10 wide-glyph [獣]"]);
    check("mark 1 w 50", &["1:10 bad-value [50]"]);
    assert_eq!(mended("mark 1 w 50\n"), "mark 1 w 50%\n");
    check("mark 1 w 50% 20%", &["1:14 extra-number [20%]"]);
    check("shuffle", &["1:8 bad-value []"]);
    check("shuffle 1 23", &["1:11 bad-value [23]"]);
    let many = vec!["w"; 65].join("|");
    check(&format!("mark 1 {many}"), &["1:136 limit [w]"]);
}

#[test]
fn a_bad_token_skips_the_rest_of_its_record_only() {
    let text = "w 3 4 ?? health=x=y\n  more nonsense\ntitle \"x\" \"y\nauthor \"z\"\n";
    check(
        text,
        &["1:7 bad-value [??]", "3:11 unterminated-text [\\\"y]"],
    );
    let records = records(text);
    let healths: Vec<Integrity> = records.iter().map(|record| record.integrity).collect();
    assert_eq!(
        healths,
        [Integrity::Broken, Integrity::Broken, Integrity::Whole]
    );
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
fn a_tab_in_a_text_is_read_as_a_blank() {
    let text = "title \"The\tPit\"\nlevel \"A\tB\"\n> 3 4 to=\"A\tB\"\n";
    check(text, &[]);
    let records = records(text);
    let texts: Vec<_> = records.iter().flat_map(|record| &record.text).collect();
    let texts: Vec<&str> = texts.iter().map(|text| text.value.as_str()).collect();
    assert_eq!(texts, ["The Pit", "A B"]);
    assert_eq!(records[2].keys[0].value.value, Value::Text("A B".into()));
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
    let text = drawn! {"
        level
        map
        ###
        #@#
        ###

        w 2 2
        level
        map
        ###
        end
    "};
    check(text, &["2:1 unterminated-map [map]"]);
    assert_eq!(rows(text), ["###", "#@#", "###"]);
    assert_eq!(records(text).len(), 3);
    check(&mended(text), &[]);
    check("level\nmap\n###", &["2:1 unterminated-map [map]"]);
    assert_eq!(mended("level\nmap\n###"), "level\nmap\n###\nend\n");
}

#[test]
fn a_pasted_map_is_read_as_a_classic_one() {
    let text = drawn! {"
        level
        map 4 3
        ####
        #  #
        ####
        # 2 2
    "};
    check(text, &[]);
    assert_eq!(rows(text), ["####", "#  #", "####"]);
    check(
        drawn! {"
            level
            map 4 3
            ####
            #  #
            level
        "},
        &["2:7 map-too-short [3]"],
    );
    check(
        drawn! {"
            level
            map 4
            ####
            #  #
            level
        "},
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

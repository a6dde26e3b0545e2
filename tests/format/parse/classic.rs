//! The classic format, and the error recovery that both formats share.
use dungeon_format::syntax::Integrity;

use super::{CLASSIC, check, classic, mended, modern};

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
    let file = classic(drawn! {"
        4 3 rest
        ####
        #  #
        ####
        h2 2 +8 5 16 w 3
        2 8 -3
        * 3 2 8 0 0q"});
    let letters: String = file
        .records
        .iter()
        .map(|record| record.letter.value)
        .collect();
    assert_eq!(letters, "hw*");
    let numbers = |i: usize| file.records[i].numbers.iter().map(|number| number.value);
    assert_eq!(numbers(0).collect::<Vec<_>>(), [2, 2, 8, 5, 16]);
    assert_eq!(numbers(1).collect::<Vec<_>>(), [3, 2, 8, -3]);
    assert!(file.end.is_some() && file.integrity == Integrity::Whole);
    check(
        drawn! {"
            4
            3 rest
            ####
            #  #
            ####
            h2 2 +8 5 16 w 3
            2 8 3
            * 3 2 8 0 0q"},
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
        drawn! {"
            4 3
            ####
            ####
        "},
        &["1:3 map-too-short [3]", "3:4 missing-q [#]"],
    );
    let text = drawn! {"
        4 5
        ####
        #  #
        ####

        h 2 2 40 5 16
        q"};
    check(text, &["1:3 map-too-short [5]"]);
    assert_eq!(classic(text).records.len(), 1);
    assert!(mended(text).starts_with("4 3\n"));
}

#[test]
fn rows_left_over_name_the_right_height() {
    let text = drawn! {"
        4 2
        ####
        #  #
        #  #
        ####
        h 2 2 40 5 16
        q"};
    check(text, &["4:1 rows-left-over [#  #\\n####]"]);
    assert!(mended(text).starts_with("4 4\n"));
    assert_eq!(classic(text).records.len(), 1);
    let pasted = drawn! {"
        level
        map 4 2
        ####
        #  #
        #  #
        ####
        @ 2 2
    "};
    check(pasted, &["5:1 rows-left-over [#  #\\n####]"]);
}

#[test]
fn missing_q_is_a_warning_with_its_mend() {
    let text = CLASSIC.to_string() + "h 2 2 40 5 16\n\n";
    check(&text, &["5:13 missing-q [6]"]);
    check(&mended(&text), &[]);
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
    assert_eq!(classic(&text).records[1].integrity, Integrity::Whole);
}

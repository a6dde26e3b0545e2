//! Properties of `parse` and of canonical texts, for arbitrary bytes, for texts of the format's own words, and for
//! mutations of whole files.
use std::sync::LazyLock;

use crate::corpus::canonical::check_canonical;
use crate::corpus::contents;
use dungeon_format::parse::parse;
use dungeon_format::source::{Limits, Source, Span};
use dungeon_format::syntax::{Map, MapForm, Record, Statement, Syntax};
use dungeon_format::{Report, Severity};
use proptest::prelude::*;

/// Asserts that every span of a finding or a node lies in the text on character boundaries, and that children lie
/// inside their parents.
fn check_spans(source: &Source) {
    let (syntax, found) = parse(source, &Limits::default());
    let inside = |span: Span| {
        assert!(
            source.text.get(span.range()).is_some(),
            "{span:?} of {:?}",
            source.text
        );
    };
    for found in &found {
        inside(found.span);
        found.labels.iter().for_each(|label| inside(label.span));
        found.fix.iter().for_each(|fix| inside(fix.span));
    }
    assert!(found.is_sorted_by_key(|found| (found.span.start, found.code)));
    for (parent, child) in families(&syntax) {
        inside(parent);
        inside(child);
        assert!(
            parent.start <= child.start && child.end <= parent.end,
            "{parent:?} {child:?} of {:?}",
            source.text
        );
    }
}

/// Returns each node paired with each of its children.
fn families(syntax: &Syntax) -> Vec<(Span, Span)> {
    match syntax {
        Syntax::Classic(classic) => {
            let records = classic.records.iter().flat_map(|record| {
                let numbers = record.numbers.iter().map(|number| number.span);
                let children = [record.letter.span].into_iter().chain(numbers);
                children.map(|child| (record.span, child))
            });
            records
                .chain(classic.rows.iter().map(|row| (*row, *row)))
                .collect()
        }
        Syntax::Modern(modern) => {
            let statements = modern.statements.iter();
            let families = statements.flat_map(|statement| match statement {
                Statement::Record(record) => family_of_record(record),
                Statement::Map(map) => family_of_map(map),
            });
            families.collect()
        }
    }
}

fn family_of_record(record: &Record) -> Vec<(Span, Span)> {
    let mut children = vec![record.head.span];
    children.extend(record.numbers.iter().map(|number| number.span));
    children.extend(record.text.iter().map(|text| text.span));
    let keys = record.keys.iter();
    children.extend(keys.map(|pair| pair.key.to(pair.value.span)));
    children
        .into_iter()
        .map(|child| (record.span, child))
        .collect()
}

fn family_of_map(map: &Map) -> Vec<(Span, Span)> {
    let mut children = vec![map.head];
    if let MapForm::Drawn(rows) | MapForm::Pasted { rows, .. } = &map.form {
        children.extend(rows);
    }
    children
        .into_iter()
        .map(|child| (map.span, child))
        .collect()
}

/// Asserts that a file without errors has no broken node.
fn check_whole(source: &Source) {
    let (syntax, found) = parse(source, &Limits::default());
    let is_sound = found.iter().all(|found| found.severity != Severity::Error);
    let is_broken = format!("{syntax:?}").contains("Broken");
    assert!(!is_sound || !is_broken, "{:?}", source.text);
}

/// Asserts that no report contains a terminal control character.
fn check_report(source: Source) {
    let diagnostics = parse(&source, &Limits::default()).1;
    let report = Report {
        source,
        diagnostics,
    }
    .to_string();
    let is_bad = |c: char| c != '\n' && dungeon_format::characters::fault(c).is_some();
    assert!(!report.contains(is_bad), "{report:?}");
}

fn check_all(source: Source) {
    check_spans(&source);
    check_whole(&source);
    check_canonical(&source, &Limits::default());
    check_report(source);
}

/// The words of the format, and characters that break them.
fn words() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "4 3",
        "5 2 rest",
        "####",
        "#  #",
        "#@.$#",
        "map",
        "map 4 2",
        "map open 9 9",
        "end",
        "level",
        "level \"a\"",
        "title \"t\"",
        "mark T +",
        "kind r \"rat\"",
        "item b",
        "scatter $ 3",
        "20%",
        "w 3 4",
        "h 2 2 40 5 16",
        "p 2 2 10 3 1 3 2",
        "* 2 2 1 1 1",
        "q",
        "health=8",
        "via=1,2",
        "in=1,1..3,3",
        "sense=near:9",
        "says=\"a\\\"b\"",
        "\"open",
        "= ",
        "\t",
        "\u{a0}",
        "世",
        "\u{1b}",
        "\u{202e}",
        "//",
        "99999999999999999999",
        "<<<<<<< a",
        "=======",
        ">>>>>>> b",
        "-1",
        "+8",
        "x",
        "rules explore",
        "seed 7",
        "test \"t\"",
        "> 3 4",
        "to=\"a\"",
        "at=@",
        "locked=bronze",
        "\"words\"",
    ]);
    let gap = prop::sample::select(vec!["\n", "\n", "\n", " ", "", "\r\n", "\r", "\n  "]);
    let pieces = prop::collection::vec((words, gap), 0..24);
    pieces.prop_map(|pieces| {
        pieces
            .into_iter()
            .map(|(word, gap)| word.to_string() + gap)
            .collect()
    })
}

proptest! {
    #![proptest_config(crate::cases::of(256))]

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_all(Source::from_bytes("any", bytes));
    }

    #[test]
    fn any_characters_are_read_without_panic(text in "\\PC{0,60}[\n\r\t ]{0,3}\\PC{0,60}") {
        check_all(Source::from_text("any", text));
    }

    #[test]
    fn any_words_of_the_format_are_read_without_panic(text in words()) {
        check_all(Source::from_text("words", text));
    }

    #[test]
    fn any_mutation_of_an_example_is_read_without_panic(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        length in 0usize..6,
        put in prop::collection::vec(any::<u8>(), 0..6),
    ) {
        let mut bytes = which.get(&EXAMPLES).clone();
        let start = place.index(bytes.len() + 1);
        let end = (start + length).min(bytes.len());
        bytes.splice(start..end, put);
        check_all(Source::from_bytes("mutated", bytes));
    }
}

/// The examples of the diagnostics' pages, the fixtures and the shipped dungeons: every construct of the format, valid
/// and broken.
static EXAMPLES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mut examples = Vec::new();
    for page in contents(&["docs/diagnostics"]) {
        let text = String::from_utf8(page).expect("pages are UTF-8");
        let fences = text.split("```dng ").skip(1);
        let bodies = fences.filter_map(|fence| fence.split_once('\n')?.1.split_once("```"));
        examples.extend(bodies.map(|(body, _)| body.as_bytes().to_vec()));
    }
    examples.extend(contents(&["fixtures/ok", "fixtures/err", "dungeons"]));
    examples
});

#[test]
fn every_example_is_read_and_written_back() {
    for example in EXAMPLES.iter() {
        check_all(Source::from_bytes("example", example.clone()));
    }
}

//! What `parse` understands and what it says about the rest (FORMAT.md §1–3).
use dungeon::format::diagnostic::Diagnostic;
use dungeon::format::parse::parse;
use dungeon::format::source::{Limits, Source};
use dungeon::format::syntax::{Classic, Health, Modern, Syntax};

/// Each finding as `line:column code [text under the span]`.
fn findings(text: &str) -> Vec<String> {
    let source = Source::from_text("test.dng", text);
    let (_, found) = parse(&source, &Limits::default());
    found.iter().map(|found| summary(&source, found)).collect()
}

fn summary(source: &Source, found: &Diagnostic) -> String {
    let (line, column) = source.line_column(found.span.start);
    format!(
        "{line}:{column} {} [{}]",
        found.code,
        source.slice(found.span).escape_debug()
    )
}

fn classic(text: &str) -> Classic {
    match parse(&Source::from_text("test.dng", text), &Limits::default()).0 {
        Syntax::Classic(classic) => classic,
        Syntax::Modern(_) => panic!("read as modern: {text}"),
    }
}

fn modern(text: &str) -> Modern {
    match parse(&Source::from_text("test.dng", text), &Limits::default()).0 {
        Syntax::Modern(modern) => modern,
        Syntax::Classic(_) => panic!("read as classic: {text}"),
    }
}

#[test]
fn a_classic_file_is_read_as_cpp_reads_it() {
    let file = classic("4 3 rest\n####\n#  #\n####\nh2 2 +8 5 16 w 3\n2 8 3\n* 3 2 8 0 0q");
    let letters: String = file
        .records
        .iter()
        .map(|record| record.letter.value)
        .collect();
    assert_eq!(letters, "hw*");
    let numbers = file.records.iter().map(|record| record.numbers.len());
    assert_eq!(numbers.collect::<Vec<_>>(), [5, 4, 5]);
    assert_eq!(file.records[0].numbers[2].value, 8);
    assert!(file.end.is_some() && file.health == Health::Whole);
}

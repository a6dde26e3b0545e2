//! Every diagnostic has an invalid fixture with a golden report; valid fixtures have no findings.
use std::collections::BTreeSet;
use std::path::Path;

use crate::corpus::golden::{assert_golden, input};
use crate::corpus::{folder, paths};
use dungeon_format::{Code, Diagnostic, Limits, Report, Severity, Source, Span};
use dungeon_lint::read;

/// Returns the limits of a fixture, some smaller than the default.
pub fn limits(stem: &str) -> Limits {
    let usual = Limits::default();
    match stem {
        "file-too-large" => Limits { file: 40, ..usual },
        "limit" => Limits {
            cells: 10_000,
            ..usual
        },
        "limit-published" => Limits {
            cells: 500,
            ..usual
        },
        "limit-entities" | "limit-entities-chance" => Limits {
            entities: 6,
            ..usual
        },
        "limit-levels" => Limits { levels: 2, ..usual },
        "limit-all-cells" => Limits {
            all_cells: 100_000,
            ..usual
        },
        "limit-work" => Limits {
            work: 220_000,
            ..usual
        },
        "unjudged" | "unjudged-vault" => Limits { looks: 0, ..usual },
        "route-too-long" => Limits { route: 6, ..usual },
        _ => usual,
    }
}

pub fn stem(path: &Path) -> &str {
    path.file_stem()
        .and_then(|stem| stem.to_str())
        .expect("a name in UTF-8")
}

fn name(path: &Path) -> &str {
    path.file_name()
        .and_then(|name| name.to_str())
        .expect("a name in UTF-8")
}

pub fn report(path: &Path) -> Report {
    let limits = limits(stem(path));
    let name = name(path);
    let source = Source::read(name, &input(path)[..], &limits).expect("bytes can be read");
    let (dungeon, diagnostics) = read(&source, &limits);
    let has_errors = diagnostics
        .iter()
        .any(|found| found.severity == Severity::Error);
    assert_eq!(
        dungeon.is_none(),
        has_errors,
        "{name}: a dungeon, or an error that says why not"
    );
    Report {
        source,
        diagnostics,
    }
}

/// Returns the longest code that a fixture's name begins with.
fn code(stem: &str) -> Option<Code> {
    let begins =
        |code: &&Code| stem == code.name() || stem.starts_with(&format!("{}-", code.name()));
    Code::OF_DUNGEONS
        .iter()
        .filter(begins)
        .max_by_key(|code| code.name().len())
        .copied()
}

#[test]
fn every_wrong_fixture_reports_as_its_golden_file_says() {
    assert_golden(paths("fixtures/err"), |path| report(path).to_string());
}

#[test]
fn every_wrong_fixture_raises_its_own_code_and_no_other() {
    let mut wrong = Vec::new();
    for path in paths("fixtures/err") {
        let stem = stem(&path);
        let raised: BTreeSet<Code> = report(&path)
            .diagnostics
            .iter()
            .map(|found| found.code)
            .collect();
        if stem.starts_with("several-") {
            assert!(raised.len() > 1, "{stem}: {raised:?}");
            continue;
        }
        let code = code(stem).unwrap_or_else(|| panic!("{stem} is named after no code"));
        if raised != BTreeSet::from([code]) {
            wrong.push(report(&path).to_string());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_code_has_a_wrong_fixture() {
    let paths = paths("fixtures/err");
    let shown: BTreeSet<Code> = paths.iter().filter_map(|path| code(stem(path))).collect();
    let missing: Vec<&Code> = Code::OF_DUNGEONS
        .iter()
        .filter(|code| !shown.contains(code))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn right_fixtures_raise_nothing() {
    for path in paths("fixtures/ok") {
        let report = report(&path);
        assert!(report.diagnostics.is_empty(), "{report}");
    }
}

#[test]
fn seven_different_mistakes_are_seven_findings_in_file_order() {
    let report = report(&folder("fixtures/err").join("several-seven-mistakes.dng"));
    let starts: Vec<u32> = report
        .diagnostics
        .iter()
        .map(|found| found.span.start)
        .collect();
    let codes: BTreeSet<Code> = report.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!((starts.len(), codes.len()), (7, 7), "{report}");
    assert!(starts.is_sorted(), "{report}");
}

#[test]
fn twenty_findings_of_a_code_are_listed_and_all_are_counted() {
    let text = drawn! {"
        map
        #######
        #@...$#
        #######
        end
    "}.to_string()
        + &"* 4% 2\n".repeat(15) // a finding of parse
        + &"* 9 9\n".repeat(3)
        + &"scatter * 1 in=x\n".repeat(15); // a finding of resolve
    let source = Source::from_text("many.dng", text);
    let (_, diagnostics) = read(&source, &Limits::default());
    let of_code = diagnostics
        .iter()
        .filter(|found| found.code == Code::BadValue);
    let counts: Vec<usize> = of_code.map(Diagnostic::count).collect();
    assert_eq!(counts, [vec![1; 20], vec![10]].concat());
    let report = Report {
        source,
        diagnostics,
    };
    let report = report.to_string();
    assert!(
        report.contains("10 more findings like this are not listed"),
        "{report}"
    );
    assert!(report.ends_with("many.dng: 33 errors"), "{report}");
}

#[test]
fn spans_lie_inside_the_text_on_character_boundaries() {
    for path in paths("fixtures/err") {
        let report = report(&path);
        for found in &report.diagnostics {
            for span in spans(found) {
                let text = &report.source.text;
                assert!(
                    span.start <= span.end && text.get(span.range()).is_some(),
                    "{}: {found:?}",
                    stem(&path)
                );
            }
        }
    }
}

#[test]
fn a_mechanical_fix_mends_what_it_belongs_to() {
    for path in paths("fixtures/err") {
        let report = report(&path);
        for found in &report.diagnostics {
            let Some(fix) = &found.fix else { continue };
            let mut text = report.source.text.clone();
            text.replace_range(fix.span.range(), &fix.replacement);
            let source = Source::from_text("mended", text);
            let limits = limits(stem(&path));
            let count =
                |all: &[Diagnostic]| all.iter().filter(|other| other.code == found.code).count();
            let (_, left) = read(&source, &limits);
            assert!(
                count(&left) < count(&report.diagnostics),
                "{}: {found:?}\n{left:?}",
                stem(&path)
            );
        }
    }
}

fn spans(found: &Diagnostic) -> Vec<Span> {
    let mut spans = vec![found.span];
    spans.extend(found.labels.iter().map(|label| label.span));
    spans.extend(found.fix.iter().map(|fix| fix.span));
    spans
}

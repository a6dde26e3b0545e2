//! Fixes in findings: the codes that have some, that each fix removes its finding, and the findings left after all sure
//! fixes.
use std::collections::BTreeMap;

use crate::corpus::paths;
use crate::diagnostics::{limits, report, stem};
use dungeon_format::mend::{MendedText, mend};
use dungeon_format::{Code, Diagnostic, Limits, Report, Severity, Source};
use dungeon_lint::read;

/// Applies all sure fixes to a text.
pub fn mended(text: &str, limits: &Limits) -> MendedText {
    let read = |text: &str| {
        let source = Source::from_text("mended", text);
        let (_, diagnostics) = read(&source, limits);
        Report {
            source,
            diagnostics,
        }
    };
    mend(text, read(text), read)
}

pub fn errors(found: &[Diagnostic]) -> usize {
    let errors = found
        .iter()
        .filter(|found| found.severity == Severity::Error);
    errors.map(Diagnostic::count).sum()
}

/// Counts the findings with the code and message of this one.
fn alike(found: &[Diagnostic], one: &Diagnostic) -> usize {
    let is_alike = |other: &&Diagnostic| other.code == one.code && other.message == one.message;
    found.iter().filter(is_alike).count()
}

#[test]
fn each_edit_takes_its_finding_away_and_adds_no_error() {
    let mut wrong = Vec::new();
    for path in paths("fixtures/err") {
        let Report {
            source,
            diagnostics,
        } = report(&path);
        for found in &diagnostics {
            let Some(fix) = &found.fix else { continue };
            let mut text = source.text.clone();
            text.replace_range(fix.span.range(), &fix.replacement);
            let (_, left) = read(&Source::from_text("mended", text), &limits(stem(&path)));
            let is_gone = alike(&left, found) < alike(&diagnostics, found);
            // A fix that reveals more errors is not a sure fix.
            let is_worse = fix.is_sure && errors(&left) > errors(&diagnostics);
            if !is_gone || is_worse {
                wrong.push(format!("{}: {found:?}\n{left:?}", stem(&path)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn sure_edits_are_made_until_none_is_left_that_helps() {
    let mut refused = Vec::new();
    for path in paths("fixtures/err") {
        let first = report(&path);
        if !first.source.not_utf8.is_empty() {
            continue;
        }
        let stem = stem(&path);
        let left = mended(&first.source.text, &limits(stem)).rest.diagnostics;
        let is_sure = |found: &&Diagnostic| found.fix.as_ref().is_some_and(|fix| fix.is_sure);
        if let Some(found) = left.iter().find(is_sure) {
            refused.push(format!("{stem}: {}", found.message.raw()));
            continue;
        }
        assert!(
            errors(&left) <= errors(&first.diagnostics),
            "{stem}: {left:?}"
        );
        for mended in first.diagnostics.iter().filter(is_sure) {
            assert!(
                alike(&left, mended) < alike(&first.diagnostics, mended),
                "{stem}: {mended:?}"
            );
        }
    }
    // Each of these fixes would reveal another error on its line, which only the author can fix.
    let expected = [
        "bad-value-class: expected the smaller number first for `depth=`, found `3..2`",
        "bad-value-test: expected the smaller number first for `turns=`, found `9..3`",
        "unknown-key-door: expected a key of the door, found `lock=`",
        "unknown-key-when: expected a key of a cause, found `stpe=`",
    ];
    assert_eq!(refused, expected);
}

#[test]
fn no_sure_edit_says_twice_what_is_said_once() {
    let twice = [
        ("kind r \"rat\" helth=4 health=5", None),
        (
            "kind r \"rat\" helth=4 heatlh=5",
            Some("kind r \"rat\" health=4 heatlh=5"),
        ),
        ("arena", None),
    ];
    for (line, expected) in twice {
        let text = format!("{line}\nrules explore\nmap\n######\n#@..*#\n######\nend\n");
        let source = Source::from_text("twice", text.as_str());
        let (_, found) = read(&source, &Limits::default());
        assert!(errors(&found) > 0, "{line}");
        let expected = match expected {
            Some(mended) => text.replace(line, mended),
            None => text.clone(),
        };
        assert_eq!(mended(&text, &Limits::default()).text, expected);
    }
}

/// Returns a message without its quotes and counts, so that two of one kind are equal.
fn kind_of(message: &str) -> String {
    let mut parts = message.split('`');
    let mut kind = parts.next().unwrap_or_default().to_string();
    while let (Some(_), Some(rest)) = (parts.next(), parts.next()) {
        kind.push('_');
        kind.push_str(rest);
    }
    kind.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Counts, over fixtures/err, by code and by kind of message: all findings, those with a fix, and those with a sure
/// fix.
#[test]
fn which_codes_carry_an_edit() {
    let mut codes: BTreeMap<Code, [usize; 3]> = BTreeMap::new();
    let mut kinds: BTreeMap<(Code, String), [usize; 3]> = BTreeMap::new();
    for found in paths("fixtures/err")
        .iter()
        .flat_map(|path| report(path).diagnostics)
    {
        if found.unlisted > 0 {
            continue;
        }
        let fix = found.fix.as_ref();
        let counts = [true, fix.is_some(), fix.is_some_and(|fix| fix.is_sure)];
        let kind = (found.code, kind_of(found.message.raw()));
        for all in [
            codes.entry(found.code).or_default(),
            kinds.entry(kind).or_default(),
        ] {
            for (count, is_it) in all.iter_mut().zip(counts) {
                *count += usize::from(is_it);
            }
        }
    }
    let sum = |nth: usize| {
        let with_codes = codes.values().filter(|counts| counts[nth] > 0).count();
        let with_kinds = kinds.values().filter(|counts| counts[nth] > 0).count();
        let findings: usize = codes.values().map(|counts| counts[nth]).sum();
        format!("{with_codes:>4} codes {with_kinds:>4} messages {findings:>4} findings\n")
    };
    let mut table = format!("all        {}", sum(0));
    table += &format!("with edit  {}sure ones  {}\n", sum(1), sum(2));
    for (code, [all, edits, sure]) in &codes {
        table += &format!(
            "{:22} {all:>3} findings {edits:>3} with an edit {sure:>3} sure\n",
            code.name()
        );
    }
    insta::assert_snapshot!(table);
}

//! The mends that findings carry as edits: which codes have some, that each mends what it belongs to, and what is left
//! when all sure ones are made.
use std::collections::BTreeMap;

use crate::corpus::paths;
use crate::diagnostics::{limits, report, stem};
use dungeon::format::mend::mend;
use dungeon::format::{Code, Diagnostic, Limits, Report, Severity, Source, read};

/// Rounds in which the sure edits of any fixture are made: a finding that another one hid takes one more.
const MOST_ROUNDS: usize = 5;

fn errors(found: &[Diagnostic]) -> usize {
    let errors = found
        .iter()
        .filter(|found| found.severity == Severity::Error);
    errors.map(Diagnostic::count).sum()
}

/// The findings of a code that say the same words.
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
            // What hides other mistakes is no sure mend.
            let is_worse = fix.is_sure && errors(&left) > errors(&diagnostics);
            if !is_gone || is_worse {
                wrong.push(format!("{}: {found:?}\n{left:?}", stem(&path)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn all_sure_edits_are_made_in_a_few_rounds_and_leave_no_more_errors() {
    for path in paths("fixtures/err") {
        let first = report(&path);
        if !first.source.not_utf8.is_empty() {
            continue;
        }
        let limits = limits(stem(&path));
        let (mut source, mut found) = (first.source.clone(), first.diagnostics.clone());
        let mut rounds = 0;
        while let Some(mended) = mend(&source.text, &source, &found) {
            rounds += 1;
            assert!(rounds <= MOST_ROUNDS, "{}", stem(&path));
            source = Source::from_text("mended", mended.text);
            (_, found) = read(&source, &limits);
        }
        let is_sure = |found: &&Diagnostic| found.fix.as_ref().is_some_and(|fix| fix.is_sure);
        assert_eq!(found.iter().find(is_sure), None, "{}", stem(&path));
        assert!(
            errors(&found) <= errors(&first.diagnostics),
            "{}: {found:?}",
            stem(&path)
        );
        for mended in first.diagnostics.iter().filter(is_sure) {
            assert!(
                alike(&found, mended) < alike(&first.diagnostics, mended),
                "{}: {mended:?}",
                stem(&path)
            );
        }
    }
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
        let mended = mend(&text, &source, &found).map(|mended| mended.text);
        let expected = expected.map(|mended| text.replace(line, mended));
        assert_eq!(mended, expected);
    }
}

/// A message with what it quotes and counts left out, so that two of one kind are one.
fn kind_of(message: &str) -> String {
    let mut parts = message.split('`');
    let mut kind = parts.next().unwrap_or_default().to_string();
    while let (Some(_), Some(rest)) = (parts.next(), parts.next()) {
        kind.push('_');
        kind.push_str(rest);
    }
    kind.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Counts over fixtures/err, which hold each sort of finding: of codes, of kinds of messages, and of findings those that
/// carry an edit, and those that carry a sure one.
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

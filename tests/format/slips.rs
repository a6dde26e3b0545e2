//! Errors that authors make, tried in the files of this project: unknown keys are reported, the canonical text of a
//! file has the same findings, and a fix never adds findings.
use std::collections::{BTreeMap, BTreeSet};

use crate::corpus::canonical::check_canonical;
use crate::corpus::contents;
use crate::dice::Dice;
use crate::mends::{errors, mended};
use dungeon_format::parse::parse;
use dungeon_format::source::Span;
use dungeon_format::syntax::{MapForm, Statement, Syntax};
use dungeon_format::{Code, Diagnostic, Limits, Severity, Source};
use dungeon_lint::read;

/// The maximum size of a file, in bytes: larger files test little more, and take long.
const LARGEST: usize = 3000;

/// Returns the texts of files to damage.
fn texts() -> Vec<String> {
    let folders = [
        "fixtures/ok",
        "fixtures/ok/drawn",
        "dungeons",
        "fixtures/err",
    ];
    let texts = contents(&folders).into_iter();
    let texts = texts.filter_map(|bytes| String::from_utf8(bytes).ok());
    texts.filter(|text| text.len() < LARGEST).collect()
}

/// Returns the statements of a file by keyword, with their places; a map in another file counts with its first line.
fn statements(text: &str) -> Vec<(&'static str, Span)> {
    let (syntax, _) = parse(&Source::from_text("a.dng", text), &Limits::default());
    let Syntax::Modern(modern) = syntax else {
        return Vec::new();
    };
    let place = |statement: &Statement| match statement {
        Statement::Record(record) => Some((record.head.value.keyword(), record.span)),
        Statement::Map(map) => match &map.form {
            MapForm::Drawn(_) => None,
            MapForm::Pasted { height, .. } => Some(("map classic", map.head.to(height.span))),
            MapForm::Made { .. } => Some(("map", map.span)),
        },
    };
    modern.statements.iter().filter_map(place).collect()
}

fn found(text: &str) -> Vec<Diagnostic> {
    read(&Source::from_text("a.dng", text), &Limits::default()).1
}

fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|found| found.severity == Severity::Error)
}

#[test]
fn no_record_swallows_a_key_that_it_does_not_know() {
    let mut tried = BTreeSet::new();
    for text in texts() {
        if has_errors(&found(&text)) {
            continue;
        }
        for (keyword, span) in statements(&text) {
            for slip in [" zzz=1", "\n  zzz=1", " zzz=Z"] {
                // A classic map consists of one line and its rows.
                if keyword == "map classic" && slip.starts_with('\n')
                    || !tried.insert((keyword, slip))
                {
                    continue;
                }
                let mut text = text.clone();
                text.insert_str(span.end as usize, slip);
                let key = span.end + slip.find('z').expect("a key") as u32;
                let is_told = |found: &Diagnostic| {
                    found.severity == Severity::Error
                        && found.span.start <= key
                        && key < found.span.end
                };
                assert!(found(&text).iter().any(is_told), "{slip:?} in {text}");
            }
        }
    }
    let keywords: BTreeSet<&str> = tried.iter().map(|(keyword, _)| *keyword).collect();
    let mut all: BTreeSet<&str> = { dungeon_format::parse::KEYWORDS.iter() }
        .map(|shape| shape.keyword)
        .collect();
    all.extend(["", "map", "map classic"]);
    // A file that includes another one cannot be read alone.
    all.remove("include");
    assert_eq!(keywords, all);
}

/// Items that authors add to a record, valid there or not.
const ADDED: &[&str] = &[
    " zzz=1",
    "\n  glyph=A",
    "\n  says=\u{201e}Hm\u{201c}",
    " name=\u{bb}Hm\u{ab}",
    " \"Hm\"",
    " 5",
    " health=+08",
    " colour=red // why",
    "\n  // why\n  glyph=B",
    " helth=4",
    " fog=no",
    " light=no",
    " 150%",
    " vaults=yes",
    " same=yes",
    " depth=2..1",
    "!",
    " rock=148",
    " keep=yes",
    " tempo=1",
];

/// Replacements for a number.
const NUMBERS: &[&str] = &[
    "0", "-1", "08", "150", "150%", "9..2", "99999", "2,3", "many",
];

/// Lines for places where they may be invalid.
const LINES: &[&str] = &[
    "shuffle 1 2\n",
    "mark 2 w 150%\n",
    "item! \"holy water\"\n",
    "kind K \"king\"\n",
    "rules arenaquirk=diagnal\n",
    "titel \"x\"\n",
    "end foo=3\n",
    "scatter $ 3..1\n",
    "level light=no fog=no\n",
    "q\n",
    "allow near-mis\n",
    "goal kil=w\n",
    "hero helth=40\n",
    "####\n",
    "vault \"a\"\nmap\n+##\nend\n",
];

/// Returns a text with one error.
fn slipped(text: &str, dice: &mut Dice) -> String {
    let mut text = text.to_string();
    let records = statements(&text);
    let lines: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(at, _)| at + 1))
        .collect();
    let line = dice.one(&lines);
    let line_end = text[line..].find('\n').map_or(text.len(), |at| line + at);
    match (dice.below(8), records.as_slice()) {
        (0..=2, [_, ..]) => {
            let (_, record) = dice.one(&records);
            text.insert_str(record.end as usize, dice.one(ADDED));
        }
        (3, [_, ..]) => {
            let (_, record) = dice.one(&records);
            let said = &text[record.range()];
            let digits: Vec<usize> = said
                .match_indices(|c: char| c.is_ascii_digit())
                .map(|(at, _)| at)
                .collect();
            if !digits.is_empty() {
                let at = record.start as usize + dice.one(&digits);
                text.replace_range(at..=at, dice.one(NUMBERS));
            }
        }
        (4, [_, ..]) => {
            let (_, record) = dice.one(&records);
            let blank = text[record.range()].find(' ');
            if let Some(at) = blank {
                text.remove(record.start as usize + at);
            }
        }
        (5, _) => text.insert_str(line, dice.one(LINES)),
        (6, _) => {
            let cut = (line_end - line).min(1 + dice.below(4));
            let from = (line..=line_end - cut)
                .rev()
                .find(|at| text.is_char_boundary(*at) && text.is_char_boundary(at + cut));
            if let Some(from) = from {
                text.replace_range(from..from + cut, "");
            }
        }
        _ => {
            let copy = text[line..line_end].to_string() + "\n";
            text.insert_str(line, &copy);
        }
    }
    text
}

/// Returns damaged texts of each file, with one or two errors.
fn slips(each: usize) -> Vec<String> {
    let mut dice = Dice::counting(7);
    let mut slips = Vec::new();
    for text in texts() {
        for nth in 0..each {
            let once = slipped(&text, &mut dice);
            slips.push(match nth % 2 {
                0 => once,
                _ => slipped(&once, &mut dice),
            });
        }
    }
    slips
}

#[test]
fn the_canonical_text_of_a_file_with_slips_has_the_same_findings() {
    for text in slips(2) {
        check_canonical(&Source::from_text("a.dng", text), &Limits::default());
    }
}

#[test]
fn mending_a_file_with_slips_never_leaves_more_to_mend() {
    let counts = |found: &[Diagnostic]| {
        let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
        for found in found {
            *counts.entry(found.code).or_default() += found.count();
        }
        counts
    };
    let mut made = 0;
    for text in slips(2) {
        let before = found(&text);
        let after = mended(&text, &Limits::default());
        if after.edits == 0 {
            assert_eq!(after.text, text);
            continue;
        }
        made += 1;
        let left = found(&after.text);
        if has_errors(&before) {
            assert!(
                errors(&left) <= errors(&before),
                "{text}\nbecame\n{}",
                after.text
            );
        } else {
            assert!(!has_errors(&left), "{text}\nbecame\n{}", after.text);
            let had = counts(&before);
            for (code, count) in counts(&left) {
                assert!(
                    had.get(&code).is_some_and(|had| count <= *had),
                    "{code}: {text}\nbecame\n{}",
                    after.text
                );
            }
        }
    }
    assert!(made > 100, "{made} files were mended");
}

// Inserts a word that is not an item after the first words of a record, or at its end.
#[test]
fn a_record_that_breaks_off_is_the_only_thing_told() {
    let mut wrong = Vec::new();
    for text in texts() {
        if !found(&text).is_empty() {
            continue;
        }
        let mut tried = BTreeSet::new();
        for (keyword, span) in statements(&text) {
            let said = &text[span.range()];
            let head_words = match keyword {
                "" | "map" | "hero" | "goal" | "lose" | "when" | "level" | "vault" | "family"
                | "test" | "seed" => 1,
                "class" | "mark" => 3,
                "title" | "author" | "about" | "include" | "map classic" | "shuffle" | "allow" => 0,
                _ => 2,
            };
            let head: usize = said
                .split_inclusive(' ')
                .take(head_words)
                .map(str::len)
                .sum();
            for (nth, at) in [span.start as usize + head, span.end as usize]
                .into_iter()
                .enumerate()
            {
                if head_words == 0 || !tried.insert((keyword, nth)) {
                    continue;
                }
                let mut text = text.clone();
                text.insert_str(at, " (x) ");
                let elsewhere = |found: &&Diagnostic| {
                    let is_there = found.span.start >= span.start && found.span.end <= span.end + 5;
                    !is_there
                };
                let found = found(&text);
                if let Some(other) = found.iter().find(elsewhere) {
                    wrong.push(format!(
                        "{keyword} {nth}: {said:?}: {} {}",
                        other.code,
                        other.message.raw()
                    ));
                }
            }
        }
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{} {}", wrong.len(), wrong.join("\n"));
}

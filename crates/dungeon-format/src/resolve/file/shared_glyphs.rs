//! Glyphs that several files of a dungeon declare: a file's own declarations replace the declarations of the files that
//! it includes.
use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::schema::context::Context;
use crate::syntax::{Head, Record};

/// Removes declarations of glyphs that an including file also declares. If two files declare a glyph and neither
/// includes the other, reports the glyph and keeps the first declaration.
pub fn without_replaced<'r>(cx: &mut Context<'_>, records: Vec<&'r Record>) -> Vec<&'r Record> {
    let joined = &cx.source.joined;
    if joined.files.is_empty() {
        return records;
    }
    let file = |record: &Record| cx.source.file(record.span.start);
    let mut by_glyph: BTreeMap<char, BTreeSet<usize>> = BTreeMap::new();
    for record in &records {
        if let Some(glyph) = declared(record) {
            by_glyph.entry(glyph).or_default().insert(file(record));
        }
    }
    let is_replaced = |glyph: char, record: &Record| {
        let chain = joined.chain(file(record));
        let mut above = chain.map(|included| included.parent);
        above.any(|parent| by_glyph[&glyph].contains(&parent))
    };
    let mut firsts: BTreeMap<char, &Record> = BTreeMap::new();
    let mut findings = Vec::new();
    let mut told = BTreeSet::new();
    let mut kept = Vec::with_capacity(records.len());
    for record in records {
        let Some(glyph) = declared(record) else {
            kept.push(record);
            continue;
        };
        if is_replaced(glyph, record) {
            continue;
        }
        let first = *firsts.entry(glyph).or_insert(record);
        if file(first) == file(record) {
            kept.push(record);
        } else if told.insert((glyph, file(record))) {
            findings.push(conflict(cx, glyph, first, record));
        }
    }
    cx.findings.extend(findings);
    kept
}

/// Returns the glyph that a record declares.
fn declared(record: &Record) -> Option<char> {
    match &record.head.value {
        Head::Tile(glyph)
        | Head::Item(glyph)
        | Head::Kind(glyph)
        | Head::Class(glyph, _)
        | Head::Mark(glyph, _) => Some(glyph.value),
        _ => None,
    }
}

/// Makes the finding for a glyph that two included files declare.
fn conflict(cx: &Context<'_>, glyph: char, first: &Record, second: &Record) -> Diagnostic {
    let name = |record: &Record| cx.source.place(record.span.start).name.to_string();
    let (one, other) = (name(first), name(second));
    let message =
        format!("expected one meaning for `{glyph}`, found one in {one} and one in {other}");
    let finding = Diagnostic::new(Code::DuplicateGlyph, second.head.span, message);
    finding
        .label(first.head.span, "the first meaning")
        .help("declare it in the file that includes both: that meaning replaces the other two")
}

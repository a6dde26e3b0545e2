//! Resolve: from syntax to a dungeon. The words of a file get their meaning together, and everything wrong with that
//! meaning is found in one run; what is wrong is left out of the dungeon, and nothing is called missing because of it.
//!
//! Syntax comes in from `parse`; a [`Resolved`] dungeon and its diagnostics go out to `lint`.
//!
//! The rooms are met from bottom to top in the order of the `mod` lines: `schema` (typed fields and what each game
//! allows), `map` (drawn characters), `records` (one line each), `level` (one level), `file` (all levels, joined).
mod schema;

mod map;

mod records;

mod level;

mod file;

pub use schema::context::Respellings;
pub use schema::source_map::{
    CausePlace, Declaration, DrawnPlaces, LevelSourceMap, Origin, Resolved, SourceMap, SourceRef,
    Use,
};

use std::rc::Rc;

use super::diagnostic::{Allowances, Diagnostic};
use super::file_parts::as_record;
use super::source::{Limits, Source};
use super::syntax::{Head, Modern, Syntax};
use file::{classic, modern};
use schema::context::Context;

/// What a file means, and everything wrong with its meaning, in file order. With errors in either list of
/// findings the dungeon is a draft for `lint` alone; there is none where nothing could be made of the map.
pub fn resolve(
    source: &Source,
    syntax: &Syntax,
    limits: &Limits,
) -> (Option<Resolved>, Vec<Diagnostic>) {
    resolve_but_for(source, syntax, limits, &Rc::default())
}

/// What a file means whose lines `allow` are known, as `resolve` gives it; what they mean is not reported.
pub fn resolve_but_for(
    source: &Source,
    syntax: &Syntax,
    limits: &Limits,
    allowances: &Rc<Allowances>,
) -> (Option<Resolved>, Vec<Diagnostic>) {
    if source.is_too_large {
        return (None, Vec::new());
    }
    let records = match syntax {
        Syntax::Classic(file) => file.records.len(),
        Syntax::Modern(file) => file.statements.len(),
    };
    let mut cx = Context::new(source, limits, records, allowances);
    let resolved = match syntax {
        Syntax::Classic(file) => classic::classic(&mut cx, file),
        Syntax::Modern(file) => modern::modern(&mut cx, file),
    };
    (resolved, cx.findings.finish())
}

/// Returns the older spellings of a modern file whose present ones depend on the meaning of its glyphs. Empty for a source
/// without the files that it includes, which may give each glyph another meaning.
pub fn respellings(source: &Source, file: &Modern, limits: &Limits) -> Respellings {
    let mut records = file.statements.iter().filter_map(as_record);
    let includes = records.any(|record| record.head.value == Head::Include);
    if includes && source.included_names().next().is_none() {
        return Respellings::new();
    }
    let mut cx = Context::new(source, limits, file.statements.len(), &Rc::default());
    cx.respellings = Some(Respellings::new());
    modern::modern(&mut cx, file);
    cx.respellings.unwrap_or_default()
}

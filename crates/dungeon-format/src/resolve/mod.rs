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

pub use schema::source_map::{
    CausePlace, Declaration, DrawnPlaces, LevelSourceMap, Origin, Resolved, SourceMap, SourceRef,
    Use,
};

use std::rc::Rc;

use super::diagnostic::{Allowances, Diagnostic};
use super::source::{Limits, Source};
use super::syntax::Syntax;
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

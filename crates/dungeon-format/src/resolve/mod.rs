//! Resolve: turns syntax into a dungeon. Reports all faults in the meaning of a file in one run. Leaves faulty parts
//! out of the dungeon, and does not report them as missing later.
//!
//! Syntax comes in from `parse`; a [`Resolved`] dungeon and its diagnostics go out to `lint`.
//!
//! The `mod` lines list the modules from bottom to top: `schema` (typed fields and what each game allows), `map` (drawn
//! characters), `records` (one line each), `level` (one level), `file` (all levels, joined).
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

/// Resolves a file. Returns its dungeon, and the findings about its meaning in file order. If the parser or this
/// function found errors, the dungeon is a draft for `lint` only. `None` without a usable map.
pub fn resolve(
    source: &Source,
    syntax: &Syntax,
    limits: &Limits,
) -> (Option<Resolved>, Vec<Diagnostic>) {
    resolve_but_for(source, syntax, limits, &Rc::default())
}

/// Resolves a file as `resolve` does, without the findings that its `allow` lines permit.
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

/// Finds the old spellings in a modern file that can be replaced only if the meaning of the file's glyphs is known.
/// Returns the place of each with its current spelling. Empty if included files are missing from the source, since
/// these files can change the meaning of every glyph.
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

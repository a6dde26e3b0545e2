//! Syntax → dungeon: what the words of a file mean together. Everything wrong with the meaning is found in
//! one run; what is wrong is left out of the dungeon, and nothing is called missing because of it.
pub mod places;

mod tables;

mod customs;

mod desk;

mod fields;

mod glyphs;
mod makers;
mod numbers;
mod parts;
mod rules;
mod units;

mod board;

mod census;
mod rim;
mod route;
mod snare;
mod standing;

mod fittings;
mod forms;

mod atlas;
mod draft;
mod legend;
mod named;
mod tiles;

mod kinds;

mod drawing;
mod locks;
mod records;
mod run;
mod settle;

mod scatter;

mod level;

mod classic;
mod declarations;
mod levels;
mod published;

mod modern;

pub use places::{
    Aim, Declaration, Fit, LevelPlaces, Origin, Place, Places, Resolved, Rows, Thing, Use,
};

use super::diagnostic::Diagnostic;
use super::source::{Limits, Source};
use super::syntax::Syntax;
use desk::Desk;

/// What a file means, and everything wrong with its meaning, in file order. With errors in either list of
/// findings the dungeon is a draft for `lint` alone; there is none where nothing could be made of the map.
pub fn resolve(
    source: &Source,
    syntax: &Syntax,
    limits: &Limits,
) -> (Option<Resolved>, Vec<Diagnostic>) {
    if source.is_too_large {
        return (None, Vec::new());
    }
    let records = match syntax {
        Syntax::Classic(file) => file.records.len(),
        Syntax::Modern(file) => file.statements.len(),
    };
    let mut desk = Desk::new(source, limits, records);
    let resolved = match syntax {
        Syntax::Classic(file) => classic::classic(&mut desk, file),
        Syntax::Modern(file) => modern::modern(&mut desk, file),
    };
    (resolved, desk.findings.finish())
}

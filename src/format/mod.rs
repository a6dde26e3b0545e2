//! Text ↔ `Dungeon`: docs/FORMAT.md. Knows nothing of the engine.
//!
//! `parse` finds mistakes of spelling, `resolve` of meaning, `lint` of playability. None of them fails:
//! each reports what it found and goes on with what it understood.
pub mod characters;
pub mod games;
pub mod source;
pub mod spelling;

pub mod diagnostic;
pub mod excerpt;
pub mod keys;

pub mod report;
pub mod syntax;

pub mod parse;
pub mod write;

pub mod resolve;

pub mod lint;

pub mod load;

pub use diagnostic::{Code, Diagnostic, Fix, Label, Severity};
pub use load::{LoadError, load, load_source, read};
pub use report::Report;
pub use source::{Limits, Source, Span};

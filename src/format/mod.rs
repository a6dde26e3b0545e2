//! From the text of a file to a `Dungeon`, and back to text (docs/format). Nothing here knows the engine.
//!
//! `parse` finds mistakes of spelling, `resolve` of meaning, `lint` of playability. No stage fails: each reports what
//! is wrong, and goes on with what it understood. `load` leads a file through all three.
//!
//! What the stages share is below them. To be read in this order: `characters` (which characters may stand where, and be
//! printed), `untrusted` (text from outside, which is printed in one way only), `json` (the same for programs),
//! `opened_file` (how files are opened), `source` (a file's text and places in it), `meter` (what reading it may cost), `spelling` ("did you mean …?"), `diagnostic` (findings), `excerpt` and `report`
//! (findings as a person reads them), `keys` (every `key=` of the format), `syntax` (what `parse` gives to `resolve`, and
//! what `write` prints), `test_case` (what a line `test` says), `file_parts` (which of it is a vault or a level),
//! `canonical` (the text as it should look), `mend` (findings whose edits are made), `include` and `include_folder` (the
//! declarations of other files); `allow` says
//! which warnings a file means. Last come `places` (where in a text the cells of its dungeon stand) and
//! `builder`, by which a program gives statements without a file.
pub mod characters;

pub mod json;
pub mod opened_file;
pub mod untrusted;

pub mod source;
pub mod spelling;

pub mod meter;

pub mod test_case;

pub mod diagnostic;
pub mod excerpt;
pub mod keys;

pub mod report;
pub mod syntax;

pub mod file_parts;
pub mod parse;

pub mod canonical;
pub mod mend;
#[cfg(feature = "internals")]
pub mod write;

mod allow;
pub mod include;

pub mod include_folder;
pub mod resolve;

pub mod lint;

pub mod load;
pub mod places;

pub mod builder;

pub use diagnostic::{Code, Diagnostic, Severity};
pub use load::{LoadError, load, load_source, read};
pub use report::Report;
pub use source::{Limits, Source, Span};
pub use untrusted::Untrusted;

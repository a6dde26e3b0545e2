//! From the text of a file to a `Dungeon`, and back to text (docs/format). Nothing here knows the engine.
//!
//! A `Source` enters; syntax, a drafted dungeon, diagnostics and text leave. `parse` finds mistakes of spelling, `resolve`
//! mistakes of meaning; neither fails: each reports what is wrong and goes on with what it understood. The crate
//! `dungeon-lint` above judges playability and leads a file through all three stages.
//!
//! Begin with what the stages share: `characters` (which characters may stand where, and be printed), `untrusted` (text from
//! outside, which is printed in one way only), `json` (the same for programs), `opened_file` (how files are opened),
//! `source` (a file's text and places in it), `included_files` (from which file a line of it came), `meter` (what reading it
//! may cost), `spelling` ("did you mean …?"), `diagnostic` (findings), `excerpt` and `report` (findings as a person reads
//! them), `keys` (every `key=` of the format), `syntax` (what `parse` gives to `resolve`), `old_spellings` (older spellings
//! of keys, which are read as the present ones), `test_case` (what a line `test` says), `file_parts` (which of it is a vault
//! or a level). Then `canonical` (the text as it should look), `mend` (findings whose edits are made), `include` and
//! `include_folder` (the declarations of other files), `allow` (which warnings a file means), and `places` (where in a text
//! the cells of its dungeon stand).
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
pub mod characters;

pub mod json;
pub mod opened_file;
pub mod untrusted;

pub mod source;
pub mod spelling;

pub mod included_files;
pub mod meter;

pub mod syntax;
pub mod test_case;

pub mod diagnostic;
pub mod excerpt;
pub mod keys;

pub mod report;

pub mod old_spellings;

pub mod file_parts;
pub mod parse;

pub mod mend;

pub mod allow;
pub mod include;

pub mod include_folder;
pub mod resolve;

pub mod canonical;
pub mod places;

pub use diagnostic::{Code, Diagnostic, Severity};
pub use report::Report;
pub use source::{Limits, Source, Span};
pub use untrusted::Untrusted;

//! The text of a file to a `Dungeon`, and back (docs/format). This crate does not know the engine.
//!
//! A `Source` enters; syntax, a draft dungeon, diagnostics and text leave. `parse` finds mistakes of spelling and
//! `resolve` mistakes of meaning. Neither fails: each reports and continues with what it understood. The crate
//! `dungeon-lint` judges playability and leads a file through all stages.
//!
//! **Input.** `opened_file` opens every file: `open_and_wait` for files of a command line, `open_at_once` for files
//! read during a game, a watch or an editor session, which no pipe may delay. `include` inserts included files before
//! parsing. Each run of lines knows its file, so later stages read one text.
//!
//! **Broken files.** After a bad token `parse` reads the rest of a record silently, so its declarations are not
//! reported as missing. `resolve` drafts a dungeon even then. Levels are read alone and joined afterwards, since stairs
//! may lead to a later map. What differs between games (glyphs, tables, rim, goals) comes from the `GameProfile`. The
//! rim of an explore level (E-1) becomes tiles that no body may enter, so the engine needs no rule for it.
//!
//! **Cost.** Time and memory are bounded by the size of the input and by `Limits`. `meter` counts looks, and asks
//! whether the caller still waits.
//!
//! **Edits.** A finding may carry a `Fix`. `mend` applies safe fixes and reads the text again until none helps; it
//! keeps an edit only if errors get fewer and the changed lines get no new finding. `canonical` lays a text out from
//! the syntax and the table of keys; bytes outside records stay.
//!
//! **Programs.** A builder's calls become a listing, so that spans have text to point to, and nodes of `Syntax`.
//! `parse::judge` checks them as it checks a file's records.
//!
//! Read first what the stages share: `source` and `characters`, `untrusted` and `json` (safe printing), `diagnostic`,
//! `excerpt` and `report`, `keys` (the table of every `key=`) and `syntax`. Then `parse`, `resolve`, `canonical`,
//! `mend`, `include`, `allow` and `places`.
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

//! Reads the text of a file into a `Dungeon`, and writes it back (docs/format). This crate does not know the engine.
//!
//! A `Source` comes in; syntax, a draft dungeon, diagnostics and text go out. `parse` finds syntax errors and `resolve`
//! errors of meaning. Neither fails: each reports, and continues with what it understood. The crate `dungeon-lint`
//! judges playability and leads a file through all stages.
//!
//! **Input.** `opened_file` opens every file: `open_and_wait` for files that are named on the command line,
//! `open_at_once` for files that are read during a game, a watch or an editor session, which must not wait for a pipe.
//! `include` inserts included files before parsing. Each run of lines knows its file, so later stages read one text.
//!
//! **Broken files.** After a wrong token, `parse` reads the rest of a record silently, so that its declarations are not
//! reported as missing. Even after a wrong token, `resolve` drafts a dungeon. Levels are read separately and joined
//! afterwards, because stairs may lead to a later map. The differences between games (glyphs, tables, outermost ring,
//! goals) come from the `GameProfile`. In the game `explore`, the outermost ring of a map (E-1) becomes tiles that no
//! body may enter, so the engine needs no rule for it.
//!
//! **Cost.** Time and memory are bounded by the size of the input and by `Limits`. `meter` counts units of work, called
//! looks, and stops the work if the caller no longer waits.
//!
//! **Edits.** A finding may carry a `Fix`. `mend` applies the safe fixes and reads the text again until no fix helps.
//! An edit that fixes errors stays only if it leaves fewer errors and no new finding on the changed lines; an edit that
//! fixes warnings, only if it leaves fewer findings. `canonical` lays out a text from its syntax and the table of keys;
//! bytes outside records do not change.
//!
//! **Programs.** A program can build a dungeon by calling functions. The calls become nodes of `Syntax` and a text, the
//! listing; the spans of the nodes point into the listing. `parse::judge` checks these nodes as it checks the records
//! of a file.
//!
//! Reading order: first what the stages share, `source` and `characters`, `untrusted` and `json` (safe printing),
//! `diagnostic`, `excerpt` and `report`, `keys` (the table of every `key=`) and `syntax`. Then `parse`, `resolve`,
//! `canonical`, `mend`, `include`, `allow` and `places`.
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
pub mod tune_mark;

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

//! The canonical text of a modern file, written by `dungeon fmt` and editors (docs/format, "Canonical text"). A pure
//! function from text to text. Records are rewritten; comments, rows of maps and everything else stay as they are, byte
//! for byte.
//!
//! Reading order: `items` (the items of a record), `rows` (aligned lines), `layout` (the lines of a file).
mod items;

mod rows;

mod layout;

use super::diagnostic::{Diagnostic, Severity};
use super::mend::edited;
use super::parse::parse;
use super::resolve::respellings;
use super::source::{Limits, Source};
use super::syntax::Syntax;
use layout::LaidFile;

pub use items::{ItemSort, items, items_of_a_made_map};

/// Returns the canonical text of one file. The text parses to the same dungeon. Returns a classic file unchanged. The
/// source must be without its included files.
///
/// ```
/// use dungeon::diagnostics::{Limits, Source, format_text};
///
/// let source = Source::from_text("a.dng", "item  b says=\"Stale.\" health=8 \"bread\" // of yesterday\n");
/// let text = format_text(&source, &Limits::default());
/// assert_eq!(text.as_deref(), Ok("item b \"bread\" health=8 says=\"Stale.\" // of yesterday\n"));
/// ```
///
/// # Errors
///
/// All syntax errors of the text. Errors of meaning, such as an undeclared glyph, do not matter here.
pub fn format_text(source: &Source, limits: &Limits) -> Result<String, Vec<Diagnostic>> {
    let (syntax, found) = parse(source, limits);
    let is_error = |found: &Diagnostic| found.severity == Severity::Error;
    if found.iter().any(is_error) {
        return Err(found.into_iter().filter(is_error).collect());
    }
    let Syntax::Modern(modern) = &syntax else {
        return Ok(source.text.clone());
    };
    let present = edited(&source.text, respellings(source, modern, limits));
    let present = Source::from_text(source.name.clone(), present);
    Ok(match parse(&present, limits) {
        (Syntax::Modern(modern), found) if !found.iter().any(is_error) => {
            LaidFile::of(&present, &modern).text()
        }
        // The canonical text may be longer and exceed a limit. In that case, return the text unchanged.
        _ => LaidFile::of(source, modern).text(),
    })
}

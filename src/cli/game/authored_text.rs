//! The dungeon of a file whose text a command changes.
use std::path::Path;

use super::shipped;
use crate::balance::dungeon_text::DungeonText;
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{print_findings, refuse};
use crate::cli::output::exit::Exit;
use crate::cli::save::source_file::SourceFile;
use dungeon_format::source::{Limits, Source};

/// A dungeon's text, and the file that it can be written to.
pub struct AuthoredText {
    pub text: DungeonText,
    /// The file; `None` for standard input and for a bundled dungeon.
    pub file: Option<SourceFile>,
}

/// Reads the text of the dungeon that a path names: `-` for standard input, a file, or the name of a bundled dungeon.
/// Only a file can be written.
///
/// # Errors
/// Reports why there is no dungeon, and returns the exit code.
pub fn open(path: &Path, include: &IncludeOption) -> Result<AuthoredText, Exit> {
    if path == Path::new("-") || !path.exists() && shipped::is_name(path) {
        let text = read(shipped::source(path, include)?, Box::new(|own| own))?;
        return Ok(AuthoredText { text, file: None });
    }
    let file = SourceFile::open(path, &Limits::default()).map_err(refuse)?;
    let text = read(file.source.clone(), with_includes(path, include))?;
    let file = Some(file);
    Ok(AuthoredText { text, file })
}

/// Returns a function that inserts included files into the text of the file at a path.
fn with_includes(path: &Path, include: &IncludeOption) -> Box<dyn Fn(Source) -> Source> {
    let (path, include) = (path.to_owned(), include.clone());
    Box::new(move |own| include.with_includes(&path, own, &Limits::default()))
}

fn read(own: Source, join: Box<dyn Fn(Source) -> Source>) -> Result<DungeonText, Exit> {
    DungeonText::new(own, join).map_err(|report| {
        print_findings(report.source, report.diagnostics);
        Exit::Errors
    })
}

//! `dungeon check --fix`: the edits of findings made in a file, round after round, until none is left.
use std::path::Path;

use similar::TextDiff;

use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::print_error;
use crate::cli::save::source_file::SourceFile;
use crate::format::mend::mend;
use crate::format::report::Report;
use crate::format::{Limits, Source};
use crate::play::testing::tested_file::TestedFile;

/// The most rounds: each makes up to twenty edits of a code, which is how many findings of one are listed, so these are
/// more than a person would make by hand. Two edits that undo each other end here as well.
const MOST_ROUNDS: usize = 100;

/// A file whose findings were mended, not written yet.
#[derive(Debug)]
pub struct MendedFile {
    file: SourceFile,
    /// The text of the file with its edits.
    text: String,
    /// How many edits were made.
    pub edits: usize,
    /// What is wrong with the text still.
    pub rest: Report,
}

impl MendedFile {
    /// Reads a file and makes the sure edits of its findings. A file with bytes that are no UTF-8 gets none: a text could
    /// not give them back.
    ///
    /// # Errors
    /// A line for the person: the file could not be read.
    pub fn open(path: &Path, include: &IncludeOption) -> Result<MendedFile, String> {
        let limits = Limits::default();
        let file = SourceFile::open(path, &limits)?;
        let mut text = file.source.text.clone();
        let mut edits = 0;
        let own = file.source.clone();
        let mut rest = checked(path, own, include, &limits);
        let is_text = file.source.not_utf8.is_empty() && !file.source.is_too_large;
        for _ in 0..MOST_ROUNDS {
            let mended = mend(&text, &rest.source, &rest.diagnostics);
            let Some(mended) = mended.filter(|_| is_text) else {
                break;
            };
            edits += mended.edits;
            text = mended.text;
            let own = Source::from_text(path, text.as_str());
            rest = checked(path, own, include, &limits);
        }
        Ok(MendedFile {
            file,
            text,
            edits,
            rest,
        })
    }

    /// Writes the file, if an edit was made, and says so.
    ///
    /// # Errors
    /// A line for the person.
    pub fn write(&self) -> Result<(), String> {
        if self.text == self.file.source.text {
            return Ok(());
        }
        self.file.write(&self.text)?;
        let (name, edits) = (&self.file.source.name, self.edits);
        let plural = if edits == 1 { "" } else { "s" };
        print_error(format_args!("{name}: {edits} edit{plural} made"));
        Ok(())
    }

    /// What writing the file would change, as a unified diff; empty where nothing would.
    pub fn diff(&self) -> String {
        let before = &self.file.source;
        let name = before.name.to_string();
        let diff = TextDiff::from_lines(&before.text, &self.text);
        let mut diff = diff.unified_diff();
        diff.header(&name, &name).to_string()
    }
}

fn checked(path: &Path, own: Source, include: &IncludeOption, limits: &Limits) -> Report {
    let source = include.with_includes(path, own, limits);
    let diagnostics = TestedFile::read(&source, limits).findings;
    Report {
        source,
        diagnostics,
    }
}

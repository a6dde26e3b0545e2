//! `dungeon check --fix`: applies the safe fixes of findings to a file.
use std::path::Path;

use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{ErrorText, print_error};
use crate::cli::output::text_diff::unified_diff;
use crate::cli::save::source_file::SourceFile;
use crate::testing::tested_file::TestedFile;
use dungeon_format::mend::{MendedText, mend};
use dungeon_format::report::Report;
use dungeon_format::{Limits, Source};

/// A file and its text after the safe fixes, not written yet.
#[derive(Debug)]
pub struct MendedFile {
    file: SourceFile,
    /// The text after the fixes.
    pub mended: MendedText,
}

impl MendedFile {
    /// Reads a file and applies the safe fixes of its findings. A file that is not UTF-8 or is too large gets no fixes,
    /// because its text could not be written back.
    ///
    /// # Errors
    /// Returns a message if the file cannot be read.
    pub fn open(path: &Path, include: &IncludeOption) -> Result<MendedFile, ErrorText> {
        let limits = Limits::default();
        let file = SourceFile::open(path, &limits)?;
        let found = checked(path, file.source.clone(), include, &limits);
        let is_text = file.source.not_utf8.is_empty() && !file.source.is_too_large;
        let mended = if is_text {
            mend(&file.source.text, found, |text| {
                checked(path, Source::from_text(path, text), include, &limits)
            })
        } else {
            MendedText {
                text: file.source.text.clone(),
                edits: 0,
                rest: found,
            }
        };
        Ok(MendedFile { file, mended })
    }

    /// Writes the file if a fix changed it, and reports the number of fixes.
    ///
    /// # Errors
    /// Returns a message if the file cannot be written.
    pub fn write(&self) -> Result<(), ErrorText> {
        let MendedText { text, edits, .. } = &self.mended;
        if *text == self.file.source.text {
            return Ok(());
        }
        self.file.write(text)?;
        let name = &self.file.source.name;
        let plural = if *edits == 1 { "" } else { "es" };
        print_error(format_args!("{name}: applied {edits} fix{plural}"));
        Ok(())
    }

    /// Returns the changes as a unified diff; empty if there are none.
    pub fn diff(&self) -> String {
        let before = &self.file.source;
        unified_diff(&before.name, &before.text, &self.mended.text)
    }
}

fn checked(path: &Path, own: Source, include: &IncludeOption, limits: &Limits) -> Report {
    let source = include.with_includes(path, own, limits);
    let diagnostics = TestedFile::read(&source, limits).findings;
    Report::new(source, diagnostics)
}

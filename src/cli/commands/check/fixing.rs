//! `dungeon check --fix`: the sure edits of findings made in a file.
use std::path::Path;

use similar::TextDiff;

use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{ErrorText, print_error};
use crate::cli::save::source_file::SourceFile;
use crate::testing::tested_file::TestedFile;
use dungeon_format::mend::{MendedText, mend};
use dungeon_format::report::Report;
use dungeon_format::{Limits, Source};

/// A file whose findings were mended, not written yet.
#[derive(Debug)]
pub struct MendedFile {
    file: SourceFile,
    /// Its text with the edits.
    pub mended: MendedText,
}

impl MendedFile {
    /// Reads a file and makes the sure edits of its findings. A file with bytes that are no UTF-8 gets none: a text could
    /// not give them back.
    ///
    /// # Errors
    /// A line for the person: the file could not be read.
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

    /// Writes the file, if an edit was made, and says so.
    ///
    /// # Errors
    /// A line for the person.
    pub fn write(&self) -> Result<(), ErrorText> {
        let MendedText { text, edits, .. } = &self.mended;
        if *text == self.file.source.text {
            return Ok(());
        }
        self.file.write(text)?;
        let name = &self.file.source.name;
        let plural = if *edits == 1 { "" } else { "s" };
        print_error(format_args!("{name}: {edits} edit{plural} made"));
        Ok(())
    }

    /// What writing the file would change, as a unified diff; empty where nothing would.
    pub fn diff(&self) -> String {
        let before = &self.file.source;
        let name = before.name.to_string();
        let diff = TextDiff::from_lines(&before.text, &self.mended.text);
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

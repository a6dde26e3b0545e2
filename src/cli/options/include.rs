//! `--include DIR`: from which folders beside its own a dungeon may include files.
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::output::quoting::option;
use crate::format::include_folder::IncludeFolders;
use crate::format::source::{Limits, Source};

/// The option of every command that reads a dungeon.
#[derive(Clone, Default, clap::Args)]
pub struct IncludeOption {
    /// A folder from which a dungeon may include files, beside its own; may be given several times
    #[arg(long = "include", value_name = "DIR")]
    folders: Vec<PathBuf>,
}

impl IncludeOption {
    /// Returns the options as a shell's command line takes them, each with a blank behind it.
    pub fn words(&self) -> String {
        let words = self
            .folders
            .iter()
            .map(|folder| option("--include", folder));
        words.map(|word| word + " ").collect()
    }

    /// Reads the file at a path, with the files that it includes.
    ///
    /// # Errors
    ///
    /// Any error of opening or reading the file itself.
    pub fn open(&self, path: &Path, limits: &Limits) -> io::Result<Source> {
        self.open_copy(path, path, limits)
    }

    /// Reads a copy of the file at a path, with the files that the one in `home` would include.
    ///
    /// # Errors
    ///
    /// Any error of opening or reading the copy itself.
    pub fn open_copy(&self, path: &Path, home: &Path, limits: &Limits) -> io::Result<Source> {
        let folders = IncludeFolders::of(home, &self.folders);
        Ok(Source::open(path, limits)?.with_includes(&folders, limits))
    }
}

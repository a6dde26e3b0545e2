//! `--include DIR`: from which folders beside its own a dungeon may include files.
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::output::quoting::option;
use dungeon_format::include_folder::IncludeFolders;
use dungeon_format::source::{Limits, Source};

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

    /// Returns the folders that were named.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Reads the file at a path, with the files that it includes.
    ///
    /// # Errors
    ///
    /// Any error of opening or reading the file itself.
    pub fn open(&self, path: &Path, limits: &Limits) -> io::Result<Source> {
        Ok(self.with_includes(path, Source::open(path, limits)?, limits))
    }

    /// Reads the file at a path as `open` does while a game or a watch runs, which a pipe would keep waiting: it is refused.
    ///
    /// # Errors
    ///
    /// Any error of opening or reading the file itself, or what stands there in place of one.
    pub fn open_at_once(&self, path: &Path, limits: &Limits) -> io::Result<Source> {
        Ok(self.with_includes(path, Source::open_at_once(path, limits)?, limits))
    }

    /// Puts the files that the file at a path includes into what was read of it.
    pub fn with_includes(&self, path: &Path, source: Source, limits: &Limits) -> Source {
        source.with_includes(&IncludeFolders::of(path, &self.folders), limits)
    }
}

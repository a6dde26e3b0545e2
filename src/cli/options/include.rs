//! `--include DIR`: additional folders from which a dungeon may include files.
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::output::quoting::option;
use dungeon_format::include_folder::IncludeFolders;
use dungeon_format::source::{Limits, Source};

/// The option of every command that reads a dungeon.
#[derive(Clone, Default, clap::Args)]
pub struct IncludeOption {
    /// Also allow includes from this folder; can be repeated
    #[arg(long = "include", value_name = "DIR")]
    folders: Vec<PathBuf>,
}

impl IncludeOption {
    /// Returns the options as shell words, each followed by a space.
    pub fn words(&self) -> String {
        let words = self
            .folders
            .iter()
            .map(|folder| option("--include", folder));
        words.map(|word| word + " ").collect()
    }

    /// Returns the folders of the option.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Reads the file at a path, with its includes.
    ///
    /// # Errors
    ///
    /// Any error of opening or reading the file itself.
    pub fn open(&self, path: &Path, limits: &Limits) -> io::Result<Source> {
        Ok(self.with_includes(path, Source::open(path, limits)?, limits))
    }

    /// Reads the file at a path with its includes, and refuses pipes, which would block a running game or watch.
    ///
    /// # Errors
    ///
    /// Any error of opening or reading the file itself, and an error for a path that is not a file.
    pub fn open_at_once(&self, path: &Path, limits: &Limits) -> io::Result<Source> {
        Ok(self.with_includes(path, Source::open_at_once(path, limits)?, limits))
    }

    /// Inserts the included files into the text of the file at a path.
    pub fn with_includes(&self, path: &Path, source: Source, limits: &Limits) -> Source {
        source.with_includes(&IncludeFolders::of(path, &self.folders), limits)
    }
}

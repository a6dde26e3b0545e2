//! `--include DIR`: additional folders from which a dungeon may include files.
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::output::quoting::option;
use dungeon_format::include_folder::IncludeFolders;
use dungeon_format::source::{Limits, Source};

/// The `--include` option of commands that read a dungeon.
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

    /// Reads the file at a path, with its includes; `-` names standard input, which has no includes.
    ///
    /// # Errors
    ///
    /// Returns an error if the file itself cannot be read. Missing includes are findings of the source.
    pub fn open(&self, path: &Path, limits: &Limits) -> io::Result<Source> {
        if path == Path::new("-") {
            return Source::read("<stdin>", io::stdin().lock(), limits);
        }
        Ok(self.with_includes(path, Source::open(path, limits)?, limits))
    }

    /// Reads the file at a path with its includes. Rejects pipes, which could block a running game or a watch.
    ///
    /// # Errors
    ///
    /// Returns an error if the file itself cannot be read, or the path is not a file.
    pub fn open_at_once(&self, path: &Path, limits: &Limits) -> io::Result<Source> {
        Ok(self.with_includes(path, Source::open_at_once(path, limits)?, limits))
    }

    /// Inserts the included files into the text of the file at a path.
    pub fn with_includes(&self, path: &Path, source: Source, limits: &Limits) -> Source {
        source.with_includes(&IncludeFolders::of(path, &self.folders), limits)
    }
}

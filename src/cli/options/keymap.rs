//! `--keymap`: a player's own keys, from the file that the option names or the one in the folder of settings.
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use etcetera::base_strategy::Xdg;

use crate::cli::output::errors::{print_findings, refuse, unreadable_text};
use crate::cli::output::exit::Exit;
use dungeon_format::source::{Limits, Source};
use dungeon_play::input::keys_file::{KeysFile, LARGEST};

/// The option that names a person's own file of keys.
#[derive(clap::Args)]
pub struct KeymapOption {
    /// Use the keys of this file [default: keys.toml in the folder of settings]
    ///
    /// `dungeon keys` prints such a file. Without this option it is `dungeon/keys.toml` in XDG_CONFIG_HOME, or in
    /// `~/.config`, if there is one.
    #[arg(long, value_name = "FILE")]
    keymap: Option<PathBuf>,
}

/// The advice for a player whose file in the folder of settings cannot be read.
const WAY_OUT: &str = "`--keymap /dev/null` plays with everybody's keys";

impl KeymapOption {
    /// Reads the player's own keys; empty if there is no file.
    ///
    /// # Errors
    /// Returns the exit code after everything wrong with the file was reported.
    pub fn read(&self) -> Result<KeysFile, Exit> {
        match (&self.keymap, settings_path()) {
            (Some(path), _) => read_named(path),
            (None, None) => Ok(KeysFile::default()),
            (None, Some(path)) => match Source::open_at_once(&path, &limits()).map(understood) {
                Err(error) if is_missing(&error) => Ok(KeysFile::default()),
                Err(error) => {
                    let why = unreadable_text(&path, &error);
                    Err(refuse(format_args!("{why}; {WAY_OUT}")))
                }
                Ok(keys) => keys,
            },
        }
    }
}

/// Reads a file of keys.
///
/// # Errors
/// Returns the exit code after the reason was reported.
pub fn read_named(path: &Path) -> Result<KeysFile, Exit> {
    match Source::open(path, &limits()) {
        Ok(source) => understood(source),
        Err(error) => Err(refuse(unreadable_text(path, &error))),
    }
}

/// Returns the path of the player's file of keys; `None` without a home folder.
fn settings_path() -> Option<PathBuf> {
    let folders = Xdg::new().ok()?;
    Some(folders.config_dir().join("dungeon").join("keys.toml"))
}

/// Whether an error means that the file does not exist, be it that a part of its path is no folder.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn limits() -> Limits {
    Limits {
        file: LARGEST,
        ..Limits::default()
    }
}

/// Reads the keys of a source, and reports everything wrong with it.
///
/// # Errors
/// Returns the exit code after the report.
fn understood(source: Source) -> Result<KeysFile, Exit> {
    KeysFile::read(&source).map_err(|diagnostics| {
        print_findings(source, diagnostics);
        Exit::Usage
    })
}

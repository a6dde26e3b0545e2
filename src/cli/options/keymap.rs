//! `--keymap`: the player's own key bindings, from the named file or the settings folder.
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use etcetera::base_strategy::Xdg;

use crate::cli::output::errors::{print_findings, refuse, unreadable_text};
use crate::cli::output::exit::Exit;
use dungeon_format::source::{Limits, Source};
use dungeon_play::input::keys_file::{KeysFile, LARGEST};

/// The `--keymap` option.
#[derive(clap::Args)]
pub struct KeymapOption {
    /// Use the key bindings of this file [default: keys.toml in the settings folder]
    ///
    /// `dungeon keys` prints such a file. The default file, which is optional, is `dungeon/keys.toml` in
    /// XDG_CONFIG_HOME, or in `~/.config`.
    #[arg(long, value_name = "FILE")]
    keymap: Option<PathBuf>,
}

/// The advice if the file in the settings folder cannot be read.
const WAY_OUT: &str = "use `--keymap /dev/null` for the default keys";

impl KeymapOption {
    /// Reads the player's own keys; empty if there is no file.
    ///
    /// # Errors
    /// Reports all errors of the file, and returns the exit code.
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

/// Reads a keymap file.
///
/// # Errors
/// Reports the reason, and returns the exit code.
pub fn read_named(path: &Path) -> Result<KeysFile, Exit> {
    match Source::open(path, &limits()) {
        Ok(source) => understood(source),
        Err(error) => Err(refuse(unreadable_text(path, &error))),
    }
}

/// Returns the path of the keymap in the settings folder; `None` without a home folder.
fn settings_path() -> Option<PathBuf> {
    let folders = Xdg::new().ok()?;
    Some(folders.config_dir().join("dungeon").join("keys.toml"))
}

/// Whether an error means that the file does not exist, or that a part of its path is not a folder.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn limits() -> Limits {
    Limits {
        file: LARGEST,
        ..Limits::default()
    }
}

/// Parses a keymap, and reports all its errors.
///
/// # Errors
/// Returns the exit code.
fn understood(source: Source) -> Result<KeysFile, Exit> {
    KeysFile::read(&source).map_err(|diagnostics| {
        print_findings(source, diagnostics);
        Exit::Usage
    })
}

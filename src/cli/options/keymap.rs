//! `--keymap`: the person's own keys, from the file that he names or the one that he keeps among his settings.
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use etcetera::base_strategy::Xdg;

use crate::cli::output::errors::{refuse, unreadable};
use crate::cli::output::exit::Exit;
use crate::format::report::describe_mistakes;
use crate::format::source::{Limits, Source};
use crate::play::input::keys_file::{KeysFile, LARGEST};

/// Whose keys are used.
#[derive(clap::Args)]
pub struct KeymapOption {
    /// Use the keys of this file [default: keys.toml in the folder of settings]
    ///
    /// `dungeon keys` prints such a file. Without this option it is `dungeon/keys.toml` in XDG_CONFIG_HOME, or in
    /// `~/.config`, if there is one.
    #[arg(long, value_name = "FILE")]
    keymap: Option<PathBuf>,
}

/// For whoever has settings that he may not read, and did not ask for them.
const WAY_OUT: &str = "`--keymap /dev/null` plays with everybody's keys";

impl KeymapOption {
    /// The person's keys; without a file nobody changed any. What is wrong with it is told, and how that ends.
    pub fn read(&self) -> Result<KeysFile, Exit> {
        match (&self.keymap, kept()) {
            (Some(path), _) => named(path),
            (None, None) => Ok(KeysFile::default()),
            (None, Some(path)) => match read(&path) {
                Err(error) if is_nothing(&error) => Ok(KeysFile::default()),
                Err(error) => {
                    let why = unreadable(&path, &error);
                    Err(refuse(format_args!("{why}; {WAY_OUT}")))
                }
                Ok(keys) => keys,
            },
        }
    }
}

/// The keys of a file that a person named, or how it ends that they cannot be read, which is told.
pub fn named(path: &Path) -> Result<KeysFile, Exit> {
    read(path).unwrap_or_else(|error| Err(refuse(unreadable(path, &error))))
}

/// Where a person keeps his keys; nowhere if he has no home.
fn kept() -> Option<PathBuf> {
    let folders = Xdg::new().ok()?;
    Some(folders.config_dir().join("dungeon").join("keys.toml"))
}

/// Whether there is no such file, be it that something else is called as its folder would be.
fn is_nothing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// The keys of a file, or all that is wrong with it, which is then told.
fn read(path: &Path) -> io::Result<Result<KeysFile, Exit>> {
    let limits = Limits {
        file: LARGEST,
        ..Limits::default()
    };
    let source = Source::open(path, &limits)?;
    Ok(KeysFile::read(&source).map_err(|mistakes| {
        // Where that stream is closed nobody is left to be told.
        let _ = writeln!(io::stderr(), "{}", describe_mistakes(&source, &mistakes));
        Exit::Usage
    }))
}

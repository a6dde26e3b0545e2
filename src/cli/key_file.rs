//! The keys of a game in a file: a script that `dungeon render --keys-from` presses again.
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use super::complaint::{said, unreadable};
use crate::format::characters::clean;
use crate::play::keys::Key;
use crate::play::script::Script;

/// Columns of a line; a name may end a little beyond.
const COLUMNS: usize = 72;

/// A file that can be written, and keeps what it holds until it is.
pub struct KeyFile {
    /// Where it is.
    pub path: PathBuf,
    file: File,
}

impl KeyFile {
    /// Opens it before the game, since a long game must not end in a file that cannot be written. The error is
    /// a line for the person.
    pub fn open(path: &Path) -> Result<KeyFile, String> {
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(path);
        Ok(KeyFile {
            file: file.map_err(|error| unwritten(path, &error))?,
            path: path.to_owned(),
        })
    }

    /// Puts these keys in the place of whatever it holds; the error is a line for the person.
    pub fn write(&self, keys: &[Key]) -> Result<(), String> {
        let text = folded(&Script(keys.to_vec()).to_string());
        let written = self.overwrite(text.as_bytes());
        written.map_err(|error| unwritten(&self.path, &error))
    }

    /// Where it is a pipe or a device there is nothing to be emptied.
    fn overwrite(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = &self.file;
        if file.metadata()?.is_file() {
            file.set_len(0)?;
            file.rewind()?;
        }
        file.write_all(bytes)
    }
}

fn unwritten(path: &Path, error: &io::Error) -> String {
    let path = path.display().to_string();
    format!("cannot write keys to {}: {}", clean(&path), said(error))
}

/// The keys that a file holds; the error is a line for the person.
pub fn read(path: &Path) -> Result<Script, String> {
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    let name = path.display().to_string();
    text.parse()
        .map_err(|error| format!("{}: {error}", clean(&name)))
}

/// The script in lines: between two keys a line end means nothing.
fn folded(script: &str) -> String {
    let mut text = String::new();
    let (mut column, mut is_in_name) = (0, false);
    for c in script.chars() {
        if column >= COLUMNS && !is_in_name {
            text.push('\n');
            column = 0;
        }
        is_in_name = c == '<' || is_in_name && c != '>';
        text.push(c);
        column += 1;
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_in_lines_is_the_same_script() {
        let one: Script = "l<resize 60x20>>.<idle><idle>".parse().expect("a script");
        let keys = Script(one.0.repeat(40));
        let text = folded(&keys.to_string());
        assert!(text.lines().count() > 5);
        assert!(text.lines().all(|line| line.len() < COLUMNS + 16));
        assert_eq!(text.parse(), Ok(keys));
    }
}

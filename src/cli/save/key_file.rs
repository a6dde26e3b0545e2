//! The keys of a game in a file: a script that `dungeon render --keys-from` presses again.
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::whole_file::{FileAccess, replace, try_place};
use crate::cli::output::errors::{system_message, unreadable_text};
use dungeon_format::opened_file::{open_and_wait, open_at_once};
use dungeon_format::untrusted::Untrusted;
use dungeon_play::input::packed_keys::PackedKeys;
use dungeon_play::replay::recording::LARGEST;

/// Columns of a line; a name may end a little beyond.
const COLUMNS: usize = 72;

/// Where keys can be written to; a file keeps what it holds until they are.
pub struct KeyFile {
    /// The path as the person named it.
    pub path: PathBuf,
    destination: KeyDestination,
}

/// What stands at the path that the person named.
enum KeyDestination {
    /// A file, or nothing yet. A link stays one, and leads to the keys.
    File(PathBuf),
    /// A pipe or a device.
    Stream(Mutex<KeyStream>),
}

/// A pipe or a device, which takes the keys only once.
enum KeyStream {
    Open(File),
    /// What came of writing to it.
    Written(Result<(), String>),
}

impl KeyFile {
    /// Opens the place before the game, since a long game must not end in a file that cannot be written.
    ///
    /// # Errors
    /// A line for the person; nothing was written then.
    pub fn open(path: &Path) -> Result<KeyFile, String> {
        let destination = destination(path).map_err(|error| unwritten(path, &error))?;
        let path = path.to_owned();
        Ok(KeyFile { path, destination })
    }

    /// Replaces the keys that the file holds by these; does nothing at a pipe or a device.
    ///
    /// # Errors
    /// A line for the person.
    pub fn write(&self, keys: &PackedKeys) -> Result<(), String> {
        let KeyDestination::File(place) = &self.destination else {
            return Ok(());
        };
        // Something else may have come there during the game.
        let written = refuse_others(place)
            .and_then(|()| replace(place, text(keys).as_bytes(), FileAccess::Usual));
        written.map_err(|error| unwritten(&self.path, &error))
    }

    /// Writes these keys to a pipe or a device, but only once: later calls return what came of it. Does nothing at a
    /// file.
    ///
    /// # Errors
    /// A line for the person.
    pub fn write_stream(&self, keys: &PackedKeys) -> Result<(), String> {
        let KeyDestination::Stream(stream) = &self.destination else {
            return Ok(());
        };
        let state = |now| {
            let mut stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
            mem::replace(&mut *stream, now)
        };
        // No lock is held while the reader is waited for: a panic would meet it.
        let result = match state(KeyStream::Written(Ok(()))) {
            KeyStream::Written(result) => result,
            KeyStream::Open(mut file) => {
                let written = file.write_all(text(keys).as_bytes());
                written.map_err(|error| unwritten(&self.path, &error))
            }
        };
        state(KeyStream::Written(result.clone()));
        result
    }

    /// From now on a pipe or a device takes what it can at once.
    pub fn never_wait(&self) {
        let KeyDestination::Stream(stream) = &self.destination else {
            return;
        };
        let stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
        if let KeyStream::Open(stream) = &*stream {
            // A stream that has no such flag is not slow either.
            let _ =
                fcntl_getfl(stream).and_then(|flags| fcntl_setfl(stream, flags | OFlags::NONBLOCK));
        }
    }
}

/// What stands at a path, and can be written.
fn destination(path: &Path) -> io::Result<KeyDestination> {
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let is_there = place.exists();
    if is_there {
        // What its owner does not let be written is not replaced either.
        let file = OpenOptions::new().write(true).open(&place)?;
        if !file.metadata()?.is_file() {
            return Ok(KeyDestination::Stream(Mutex::new(KeyStream::Open(file))));
        }
    }
    refuse_others(&place)?;
    try_place(&place)?;
    Ok(KeyDestination::File(place))
}

/// Succeeds only where nothing is, or what `--keys-to` writes: no other file is replaced, not even one whose letters could
/// be keys.
fn refuse_others(place: &Path) -> io::Result<()> {
    let held = match open_at_once(place).and_then(limited_text) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == ErrorKind::InvalidData => None,
        held => Some(held?),
    };
    let are_keys = |held: String| {
        let keys = held.parse::<PackedKeys>();
        held.is_empty() || keys.is_ok_and(|keys| text(&keys) == held)
    };
    match held.is_some_and(are_keys) {
        true => Ok(()),
        false => Err(io::Error::other(
            "it does not hold the keys of a game; what is there is kept",
        )),
    }
}

/// The text of a file with these keys.
fn text(keys: &PackedKeys) -> String {
    folded(keys.text())
}

fn unwritten(path: &Path, error: &io::Error) -> String {
    let path = Untrusted::from(path);
    format!("cannot write keys to {path}: {}", system_message(error))
}

/// The keys that a file holds, which may be a pipe or a device: no more is read of it than the keys of the longest
/// recording take. The error is a line for the person.
pub fn read(path: &Path) -> Result<PackedKeys, String> {
    let text = open_and_wait(path).and_then(limited_text);
    let text = text.map_err(|error| unreadable_text(path, &error))?;
    text.parse()
        .map_err(|error| format!("{}: {error}", Untrusted::from(path)))
}

/// The text of a file.
///
/// # Errors
/// `FileTooLarge` for a file of more than `LARGEST` bytes, whose message names the limit, and otherwise what the system
/// said.
fn limited_text(file: File) -> io::Result<String> {
    let mut text = String::new();
    // A sparse file says how long it is, before anything of it is read; a pipe or a device does not.
    let is_short = file.metadata()?.len() <= LARGEST as u64;
    if is_short {
        file.take(LARGEST as u64 + 1).read_to_string(&mut text)?;
    }
    match is_short && text.len() <= LARGEST {
        true => Ok(text),
        false => {
            let what = format!(
                "it is larger than any game's keys: more than {} MiB",
                LARGEST >> 20
            );
            Err(io::Error::new(ErrorKind::FileTooLarge, what))
        }
    }
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
    use std::fs::Permissions;
    use std::iter;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;

    use super::*;
    use dungeon_play::input::key::Key;

    #[test]
    fn a_script_in_lines_is_the_same_script() {
        let one = "l<resize 60x20>>.<idle><idle>";
        let keys: PackedKeys = one.repeat(40).parse().expect("a script");
        let text = folded(&keys.to_string());
        assert!(text.lines().count() > 5);
        assert!(text.lines().all(|line| line.len() < COLUMNS + 16));
        assert_eq!(text.parse(), Ok(keys));
    }

    /// A run of one key, pressed `count` times.
    fn keys(count: usize) -> PackedKeys {
        iter::repeat_n(Key::Char('l'), count).collect()
    }

    #[test]
    fn a_file_keeps_what_it_holds_until_it_is_replaced_and_then_whom_it_is_for() {
        let home = tempfile::tempdir().expect("a folder");
        let [file, link] = ["file", "link"].map(|name| home.path().join(name));
        fs::write(&file, "kkk\n").expect("a file");
        fs::set_permissions(&file, Permissions::from_mode(0o604)).expect("a file");
        symlink(&file, &link).expect("a link");
        let before = File::open(&file).expect("a file");
        let kept = KeyFile::open(&link).expect("a file");
        assert_eq!(fs::read_to_string(&file).ok().as_deref(), Some("kkk\n"));
        assert_eq!(kept.write(&keys(3)), Ok(()));
        assert_eq!(fs::read_to_string(&link).ok().as_deref(), Some("lll\n"));
        let about = fs::symlink_metadata(&file).expect("a file");
        assert_eq!(about.permissions().mode() & 0o777, 0o604);
        // A reader of the old file still sees it: the file was replaced, not emptied.
        assert_eq!(io::read_to_string(before).ok().as_deref(), Some("kkk\n"));
        assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 2);
        let fresh = KeyFile::open(&home.path().join("fresh")).expect("no file yet");
        assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 2);
        assert_eq!(fresh.write(&keys(1)), Ok(()));
    }

    #[test]
    fn keys_replace_nothing_but_keys() {
        let home = tempfile::tempdir().expect("a folder");
        let file = home.path().join("file");
        for theirs in [
            &b"map\n####\n#@$#\n####\nend\n"[..],
            b"my notes\n",
            b"lll",
            b"l\nl\n",
            b"\xff\n",
        ] {
            fs::write(&file, theirs).expect("a file");
            let why = KeyFile::open(&file).err().expect("no keys");
            assert!(why.ends_with("what is there is kept"), "{why}");
            assert_eq!(fs::read(&file).ok().as_deref(), Some(theirs));
        }
        for keys_of_before in [String::new(), text(&keys(0)), text(&keys(500))] {
            fs::write(&file, keys_of_before).expect("a file");
            let kept = KeyFile::open(&file).expect("keys");
            assert_eq!(kept.write(&keys(3)), Ok(()));
            // What comes there during the game is kept as well.
            fs::write(&file, "my notes\n").expect("a file");
            assert!(kept.write(&keys(3)).is_err());
        }
    }

    #[test]
    fn a_pipe_gets_the_keys_once_and_an_emergency_does_not_wait_for_it() {
        let home = tempfile::tempdir().expect("a folder");
        let pipe = home.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let both = File::options().read(true).write(true).open(&pipe);
        let mut both = both.expect("a pipe");
        let kept = KeyFile::open(&pipe).expect("a pipe");
        assert_eq!(
            (kept.write(&keys(3)), kept.write_stream(&keys(2))),
            (Ok(()), Ok(()))
        );
        assert_eq!(kept.write_stream(&keys(3)), Ok(()));
        both.write_all(b"end").expect("a pipe");
        let mut read = [0; 6];
        both.read_exact(&mut read).expect("a pipe");
        assert_eq!(&read, b"ll\nend");
        let kept = KeyFile::open(&pipe).expect("a pipe");
        kept.never_wait();
        let why = kept
            .write_stream(&keys(1 << 21))
            .expect_err("more than a pipe holds");
        assert!(why.contains("cannot write keys to "), "{why}");
        assert_eq!(kept.write_stream(&keys(1)), Err(why), "nor is it forgotten");
    }
}

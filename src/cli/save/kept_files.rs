//! The files named with `--record` and `--keys-to`: a recording of the game, or only its keys.
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::recording_file::{UnreadableRecording, bytes, recording};
use super::whole_file::{FileAccess, are_one, replace, try_place};
use crate::cli::output::errors::{ErrorText, system_message};
use dungeon_format::untrusted::Untrusted;
use dungeon_play::input::packed_keys::PackedKeys;
use dungeon_play::replay::recording::Recording;

/// The width of a line of keys, in columns. A key name such as `<Enter>` may extend past it.
const COLUMNS: usize = 72;

/// The options that name files for the game.
#[derive(clap::Args, Default)]
pub struct KeptFiles {
    /// Write the keys alone to a file after the game: the older form of `render --replay RECORDING --format keys`.
    #[arg(long, value_name = "FILE", hide = true)]
    pub keys_to: Option<PathBuf>,
    /// Record the game in this file; only an older recording is overwritten
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

impl KeptFiles {
    /// Opens both files before the game starts, so that a long game cannot end with a file that cannot be written.
    ///
    /// # Errors
    /// Returns one line that says why a file cannot be written. Nothing was written.
    pub fn open(&self) -> Result<Vec<KeptFile>, ErrorText> {
        let both = self.record.as_deref().zip(self.keys_to.as_deref());
        if both.is_some_and(|(recording, keys)| are_one(recording, keys)) {
            return Err("`--record` and `--keys-to` need two different files".to_owned());
        }
        let open = |content, path: &Option<PathBuf>| {
            let path = path.as_deref();
            path.map(|path| KeptFile::open(content, path)).transpose()
        };
        let recording = open(KeptContent::Recording, &self.record)?;
        let keys = open(KeptContent::Keys, &self.keys_to)?;
        Ok(keys.into_iter().chain(recording).collect())
    }
}

/// The part of a game that a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptContent {
    /// The complete recording.
    Recording,
    /// Only the keys, as a script.
    Keys,
}

impl KeptContent {
    /// Returns the text of the file for this game.
    fn text(self, recording: &Recording) -> String {
        match self {
            KeptContent::Recording => recording.to_text(),
            KeptContent::Keys => keys_text(&recording.keys()),
        }
    }

    /// Checks that writing to a path loses nothing: the path is free, or its file holds the same part of an earlier
    /// game. A file counts as keys only if it is empty or has exactly the form of [`keys_text`].
    ///
    /// # Errors
    /// Returns why the file must not be replaced, or cannot be read.
    pub fn check(self, place: &Path) -> io::Result<()> {
        let are_keys = |held: &[u8]| {
            let text = str::from_utf8(held).unwrap_or("no keys");
            let keys = text.parse::<PackedKeys>();
            text.is_empty() || keys.is_ok_and(|keys| keys_text(&keys) == text)
        };
        let why = match (self, bytes(place)) {
            (_, Err(UnreadableRecording::Io(error))) if error.kind() == ErrorKind::NotFound => {
                return Ok(());
            }
            (KeptContent::Keys, Ok(bytes)) if are_keys(&bytes) => return Ok(()),
            (KeptContent::Keys, Err(UnreadableRecording::Io(error))) => return Err(error),
            (KeptContent::Keys, _) => "it is not a file of keys".to_owned(),
            (KeptContent::Recording, held) => match held.and_then(|bytes| Ok(recording(&bytes)?)) {
                Ok(_) => return Ok(()),
                Err(why) => why.to_string(),
            },
        };
        let why = format!("{why}; it is not overwritten: move it away or name another file");
        Err(io::Error::other(why))
    }

    /// Returns the message for a file that cannot be written.
    pub fn unwritten(self, path: &Path, error: &io::Error) -> String {
        let what = match self {
            KeptContent::Recording => "record in",
            KeptContent::Keys => "write keys to",
        };
        let (path, why) = (Untrusted::from(path), system_message(error));
        format!("cannot {what} {path}: {why}")
    }
}

/// The moment at which files are written. Pipes and devices get the keys only once, and their readers may be slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMoment {
    /// The player leaves, and signals are still deferred. Files are written; pipes have to wait.
    Leaving,
    /// The terminal is restored. Pipes get the keys, however slowly their readers take them.
    Left,
    /// The process is about to end. Files are written, and pipes get as much as they take without blocking.
    Emergency,
}

/// A file, pipe or device for a game. An existing file stays unchanged until the game is written.
pub struct KeptFile {
    /// The part of the game to write.
    pub content: KeptContent,
    /// The path shown in messages.
    pub named: PathBuf,
    /// The path with all symbolic links resolved, so that writing replaces the target and not the link.
    place: PathBuf,
    /// The open pipe or device; `None` for a regular file.
    stream: Option<KeyStream>,
}

/// A pipe or a device, with the result of writing the keys to it. The file is `None` once the keys are written.
type KeyStream = Mutex<(Option<File>, Result<(), ErrorText>)>;

impl KeptFile {
    /// Opens a file, pipe or device before the game starts, so that a long game cannot end with a file that cannot be
    /// written.
    ///
    /// # Errors
    /// Returns one line that says why a file cannot be written. Nothing was written.
    pub fn open(content: KeptContent, path: &Path) -> Result<KeptFile, ErrorText> {
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let named = match content {
            KeptContent::Recording => place.clone(),
            KeptContent::Keys => path.to_owned(),
        };
        let wrong = |error| content.unwritten(&named, &error);
        let mut stream = None;
        if content == KeptContent::Keys && place.exists() {
            // Replacing a file needs no permission to write to it, so a read-only file is refused here.
            let file = OpenOptions::new().write(true).open(&place).map_err(wrong)?;
            let is_file = file.metadata().map_err(wrong)?.is_file();
            stream = (!is_file).then(|| Mutex::new((Some(file), Ok(()))));
        }
        if stream.is_none() {
            let is_free = content.check(&place);
            is_free.and_then(|()| try_place(&place)).map_err(wrong)?;
        }
        Ok(KeptFile {
            content,
            named,
            place,
            stream,
        })
    }

    /// Writes this game, if this is the moment to write this kind of file. Pipes and devices get the game only once:
    /// later calls return the first result.
    ///
    /// # Errors
    /// Returns one line that says why the file cannot be written.
    pub fn write(&self, recording: &Recording, moment: WriteMoment) -> Result<(), ErrorText> {
        let wrong = |error| self.content.unwritten(&self.named, &error);
        match (&self.stream, moment) {
            (None, WriteMoment::Left) | (Some(_), WriteMoment::Leaving) => Ok(()),
            (None, _) => {
                let text = self.content.text(recording);
                // Another program may have put a file there during the game.
                let check = || self.content.check(&self.place);
                replace(&self.place, text.as_bytes(), FileAccess::Usual, check).map_err(wrong)
            }
            (Some(stream), _) => {
                let locked = || stream.lock().unwrap_or_else(PoisonError::into_inner);
                // Release the lock before waiting for the reader: a panic meanwhile takes the same lock.
                let open = locked().0.take();
                if let Some(file) = open {
                    let text = self.content.text(recording);
                    locked().1 = pour(file, &text, moment).map_err(wrong);
                }
                locked().1.clone()
            }
        }
    }
}

/// Writes text to a pipe or a device; in an emergency, without blocking.
fn pour(mut stream: File, text: &str, moment: WriteMoment) -> io::Result<()> {
    if moment == WriteMoment::Emergency {
        // Failures do no harm: streams that do not support the flag do not block.
        let _ =
            fcntl_getfl(&stream).and_then(|flags| fcntl_setfl(&stream, flags | OFlags::NONBLOCK));
    }
    stream.write_all(text.as_bytes())
}

/// Returns the text of a file with these keys: the script, broken into lines. Line ends between keys have no meaning.
pub fn keys_text(keys: &PackedKeys) -> String {
    let mut text = String::new();
    let (mut column, mut is_in_name) = (0, false);
    for c in keys.text().chars() {
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
    use std::io::Read;
    use std::iter;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;

    use super::*;
    use dungeon_format::source::Source;
    use dungeon_play::input::key::Key;
    use dungeon_play::session::session::Session;

    #[test]
    fn a_script_in_lines_is_the_same_script() {
        let one = "l<resize 60x20>>.<idle><idle>";
        let keys: PackedKeys = one.repeat(40).parse().expect("a script");
        let text = keys_text(&keys);
        assert!(text.lines().count() > 5);
        assert!(text.lines().all(|line| line.len() < COLUMNS + 16));
        assert_eq!(text.parse(), Ok(keys));
    }

    /// A game of one key, pressed `count` times.
    fn game(count: usize) -> Recording {
        let source = Source::from_text("hall.dng", "map\n####\n#@$#\n####\nend\n");
        let session = Session::from_text(source.text.as_str()).expect("sound");
        Recording {
            rest: iter::repeat_n(Key::Char('l'), count).collect(),
            ..Recording::begin(&session, &source)
        }
    }

    fn opened(path: &Path) -> Result<KeptFile, String> {
        KeptFile::open(KeptContent::Keys, path)
    }

    #[test]
    fn a_file_keeps_what_it_holds_until_it_is_replaced_and_then_whom_it_is_for() {
        let home = tempfile::tempdir().expect("a folder");
        let [file, link] = ["file", "link"].map(|name| home.path().join(name));
        fs::write(&file, "kkk\n").expect("a file");
        fs::set_permissions(&file, Permissions::from_mode(0o604)).expect("a file");
        symlink(&file, &link).expect("a link");
        let before = File::open(&file).expect("a file");
        let kept = opened(&link).expect("a file");
        assert_eq!(fs::read_to_string(&file).ok().as_deref(), Some("kkk\n"));
        assert_eq!(kept.write(&game(3), WriteMoment::Leaving), Ok(()));
        assert_eq!(fs::read_to_string(&link).ok().as_deref(), Some("lll\n"));
        let about = fs::symlink_metadata(&file).expect("a file");
        assert_eq!(about.permissions().mode() & 0o777, 0o604);
        // A reader that opened the previous file still sees its text: the file was replaced, not truncated.
        assert_eq!(io::read_to_string(before).ok().as_deref(), Some("kkk\n"));
        assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 2);
        let fresh = opened(&home.path().join("fresh")).expect("no file yet");
        assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 2);
        assert_eq!(fresh.write(&game(1), WriteMoment::Leaving), Ok(()));
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
            let why = opened(&file).err().expect("no keys");
            assert!(why.ends_with("move it away or name another file"), "{why}");
            assert_eq!(fs::read(&file).ok().as_deref(), Some(theirs));
        }
        for keys_of_before in [
            String::new(),
            keys_text(&game(0).keys()),
            keys_text(&game(500).keys()),
        ] {
            fs::write(&file, keys_of_before).expect("a file");
            let kept = opened(&file).expect("keys");
            assert_eq!(kept.write(&game(3), WriteMoment::Leaving), Ok(()));
            // A file that appears during the game is kept, too.
            fs::write(&file, "my notes\n").expect("a file");
            assert!(kept.write(&game(3), WriteMoment::Leaving).is_err());
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
        let kept = opened(&pipe).expect("a pipe");
        assert_eq!(
            (
                kept.write(&game(3), WriteMoment::Leaving),
                kept.write(&game(2), WriteMoment::Left)
            ),
            (Ok(()), Ok(()))
        );
        assert_eq!(kept.write(&game(3), WriteMoment::Left), Ok(()));
        both.write_all(b"end").expect("a pipe");
        let mut read = [0; 6];
        both.read_exact(&mut read).expect("a pipe");
        assert_eq!(&read, b"ll\nend");
        let kept = opened(&pipe).expect("a pipe");
        let why = kept
            .write(&game(1 << 21), WriteMoment::Emergency)
            .expect_err("more than a pipe holds");
        assert!(why.contains("cannot write keys to "), "{why}");
        assert_eq!(
            kept.write(&game(1), WriteMoment::Left),
            Err(why),
            "nor is it forgotten"
        );
    }
}

//! Files named by the person that keep a game: its recording, or its keys alone.
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

/// Columns of a line of keys; a name may end a little beyond.
const COLUMNS: usize = 72;

/// The options that name files to keep a game in.
#[derive(clap::Args, Default)]
pub struct KeptFiles {
    /// Write the keys alone to a file after the game: the older form of `render --replay RECORDING --format keys`.
    #[arg(long, value_name = "FILE", hide = true)]
    pub keys_to: Option<PathBuf>,
    /// Record the game in a file, however it ends; an older recording there is replaced, nothing else
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

impl KeptFiles {
    /// Sees before the game that the files can be written: a long game must not end in an error.
    ///
    /// # Errors
    /// A line for the person; nothing was written then.
    pub fn open(&self) -> Result<Vec<KeptFile>, ErrorText> {
        let both = self.record.as_deref().zip(self.keys_to.as_deref());
        if both.is_some_and(|(recording, keys)| are_one(recording, keys)) {
            return Err("expected two files for --record and --keys-to, found one".to_owned());
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

/// The part of a game that a file keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptContent {
    /// The whole game.
    Recording,
    /// A script of its keys.
    Keys,
}

impl KeptContent {
    /// Returns the text of the file of a game.
    fn text(self, recording: &Recording) -> String {
        match self {
            KeptContent::Recording => recording.to_text(),
            KeptContent::Keys => keys_text(&recording.keys()),
        }
    }

    /// Succeeds if a path is free, or holds the same part of an earlier game: no other file is replaced, not even one whose
    /// letters could be keys.
    ///
    /// # Errors
    /// Why the file there is none of these, or cannot be read.
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
            (KeptContent::Keys, _) => "it does not hold the keys of a game".to_owned(),
            (KeptContent::Recording, held) => match held.and_then(|bytes| Ok(recording(&bytes)?)) {
                Ok(_) => return Ok(()),
                Err(why) => why.to_string(),
            },
        };
        Err(io::Error::other(format!("{why}; what is there is kept")))
    }

    /// Describes a file that cannot be written.
    pub fn unwritten(self, path: &Path, error: &io::Error) -> String {
        let what = match self {
            KeptContent::Recording => "record in",
            KeptContent::Keys => "write keys to",
        };
        let (path, why) = (Untrusted::from(path), system_message(error));
        format!("cannot {what} {path}: {why}")
    }
}

/// When files are written. A pipe or a device takes the keys only once, and may have a slow reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMoment {
    /// The game is left, and signals still wait: files are written, and no pipe.
    Leaving,
    /// The terminal is given back: pipes get the keys, as slowly as their readers take them.
    Left,
    /// The process is about to end: files are written, and pipes get as much as they take at once.
    Emergency,
}

/// A place that can keep a game. A file there stays as it is until the game is written.
pub struct KeptFile {
    /// The part of the game that it keeps.
    pub content: KeptContent,
    /// The path as messages name it.
    pub named: PathBuf,
    /// The file itself, after all links.
    place: PathBuf,
    /// A pipe or a device in place of a file.
    stream: Option<KeyStream>,
}

/// A pipe or a device until the keys are written to it, and the result of that.
type KeyStream = Mutex<(Option<File>, Result<(), ErrorText>)>;

impl KeptFile {
    /// Opens the place before the game, since a long game must not end in a file that cannot be written.
    ///
    /// # Errors
    /// A line for the person; nothing was written then.
    pub fn open(content: KeptContent, path: &Path) -> Result<KeptFile, ErrorText> {
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let named = match content {
            KeptContent::Recording => place.clone(),
            KeptContent::Keys => path.to_owned(),
        };
        let wrong = |error| content.unwritten(&named, &error);
        let mut stream = None;
        if content == KeptContent::Keys && place.exists() {
            // A file that its owner made read-only is not replaced either.
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

    /// Writes this game, if that is to be done in this moment. A pipe or a device gets it only once: later calls return
    /// the same result.
    ///
    /// # Errors
    /// A line for the person.
    pub fn write(&self, recording: &Recording, moment: WriteMoment) -> Result<(), ErrorText> {
        let wrong = |error| self.content.unwritten(&self.named, &error);
        match (&self.stream, moment) {
            (None, WriteMoment::Left) | (Some(_), WriteMoment::Leaving) => Ok(()),
            (None, _) => {
                let text = self.content.text(recording);
                // Another file may have come there during the game.
                let check = || self.content.check(&self.place);
                replace(&self.place, text.as_bytes(), FileAccess::Usual, check).map_err(wrong)
            }
            (Some(stream), _) => {
                let locked = || stream.lock().unwrap_or_else(PoisonError::into_inner);
                // The lock is not held while waiting for the reader: a panic would need it.
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

/// Writes a text to a pipe or a device.
fn pour(mut stream: File, text: &str, moment: WriteMoment) -> io::Result<()> {
    if moment == WriteMoment::Emergency {
        // A stream without this flag does not block either.
        let _ =
            fcntl_getfl(&stream).and_then(|flags| fcntl_setfl(&stream, flags | OFlags::NONBLOCK));
    }
    stream.write_all(text.as_bytes())
}

/// The text of a file with these keys: their script in lines, since between two keys a line end means nothing.
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
        // A reader of the old file still sees it: the file was replaced, not emptied.
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
            assert!(why.ends_with("what is there is kept"), "{why}");
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
            // A file that comes there during the game is kept as well.
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

//! Recordings: the dungeon, the seed and the keys of one game, with the game's checksum after each turn. A recording is
//! a save, a replay and a proof in one. As text (docs/RECORDINGS.md) it is one JSON object per line, and the last line
//! holds the seal.
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::input::key::Key;
use crate::input::packed_keys::PackedKeys;
use crate::input::script;
use crate::session::session::Session;
use crate::view::window_style::WindowStyle;
use dungeon_engine::event::Outcome;
use dungeon_format::characters::{quoted, shortened};
use dungeon_format::report::Report;
use dungeon_format::source::{Limits, Source};
use dungeon_format::untrusted::Untrusted;
use dungeon_lint::load::read;
use dungeon_model::dungeon::{Dungeon, FASTEST, LevelId, SLOWEST, is_tempo};
use dungeon_model::space::geometry::{Point, Size, at};

/// The version of the format that this program writes, and the newest version that it reads.
const VERSION: u32 = 1;

/// The name of the field with the version, as the first line has it.
const VERSION_FIELD: &str = "\"recording\":";

/// The maximum number of characters of a message about a recording.
const MOST_SAID: usize = 200;

/// The maximum size of a recording as text, in bytes. The dungeon may take up to a quarter of it. The number of keys
/// has no separate limit, since the memory of a recording depends only on the length of its text.
pub const LARGEST: usize = 256 << 20;

/// The maximum number of bytes of the first and the last line, without the names and the dungeon.
const FRAME: usize = 1024;

/// The maximum number of bytes of a line of keys, without the keys.
const LINE: usize = 64;

/// The maximum number of bytes of JSON per byte of a script, which has no control characters.
const MOST_ESCAPED: usize = 2;

/// One game, with everything needed to play it again anywhere.
///
/// ```
/// use dungeon::recordings::{Recorder, Recording};
/// use dungeon::session::Show;
/// use dungeon::diagnostics::Source;
/// use dungeon::{Key, Session};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let source = Source::from_text("hall.dng", "map\n######\n#@..$#\n######\nend\n");
/// let mut recorder = Recorder::new(Session::from_text(&source.text)?, &source);
/// [Key::Right, Key::Right].into_iter().for_each(|key| recorder.press(key));
/// let saved = recorder.recording().to_text();
/// let read = Recording::from_text(&saved)?;
/// assert_eq!((read.keys().text(), read.turn()), ("<Right><Right>", 2));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The version of the program that made the recording, such as `0.1.0`.
    pub program: Untrusted,
    /// The dungeon's name as the user gave it, such as a path.
    pub name: Untrusted,
    /// The whole text of the dungeon's file.
    pub text: String,
    /// The seed that the game began with.
    pub seed: u64,
    /// The tempo on every level in milliseconds, 0 for no tempo; `None` for the dungeon's own tempo.
    pub tempo: Option<u32>,
    /// The columns and rows of the screen on which the game began.
    pub size: Size,
    /// The style of the window in which the game was played.
    pub window: WindowStyle,
    /// The cell where the hero began, if the dungeon was changed during play and the hero stayed in place; `None` for
    /// the starting cell in the text.
    pub start: Option<(LevelId, Point)>,
    /// The checksum of the game before the first key.
    pub opening: u64,
    /// The keys with their resulting states, oldest first; empty for a game without changes.
    pub moves: Vec<RecordedMove>,
    /// The keys since the last move, in order. They changed only the screen.
    pub rest: PackedKeys,
    /// The outcome of the game; `None` while it goes on.
    pub outcome: Option<Outcome>,
}

/// The cause of the last key of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyCause {
    /// A person pressed the key, after the usual rest.
    Pressed,
    /// A journey took the next step by itself. The previous screen was shown for one `STRIDE` only.
    Journey,
}

/// Keys, and the state after the last key. The keys before the last changed only the screen, or are idle rounds of the
/// same turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The keys in order, at least one.
    pub keys: PackedKeys,
    /// The number of turns that had passed.
    pub turn: u32,
    /// The checksum of the game.
    pub state: u64,
    /// The cause of the last key.
    pub cause: KeyCause,
}

/// The reason that a text cannot be read as a recording.
///
/// ```
/// use dungeon::recordings::{Recording, RecordingError};
///
/// let error = Recording::from_text("title \"The Cellar\"\n").unwrap_err();
/// assert_eq!(error, RecordingError::Foreign);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// The first line is not the first line of a recording.
    #[error("expected a recorded game, found something else")]
    Foreign,
    /// A newer program wrote the recording.
    #[error(
        "it was recorded by dungeon {program}, which this older program cannot read; a newer one can"
    )]
    Newer {
        /// The version of that program according to the recording, or `of an unknown version`.
        program: Untrusted,
    },
    /// The last line is missing.
    #[error("it is cut off: its last line is missing")]
    Truncated,
    /// The seal does not match the text.
    #[error("it is damaged{}: its content has changed", in_line(*.line))]
    Damaged {
        /// The number of the line, from 1; `None` if unknown.
        line: Option<usize>,
    },
    /// A line is invalid although the seal matches: the file was written by hand.
    #[error("line {line}: {what}")]
    Line {
        /// The line's number, from 1.
        line: usize,
        /// The error as a phrase, which may quote the line.
        what: Untrusted,
    },
}

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordingHeader {
    recording: u32,
    program: String,
    name: String,
    digest: String,
    seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tempo: Option<u32>,
    size: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// The word of a `WindowStyle`; `None` in recordings from programs whose only style was `Below`.
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<String>,
    opening: String,
    text: String,
}

/// The prefix of keys that a journey pressed by itself. Spaces between keys have no effect, so older programs play the
/// same game.
const JOURNEY: &str = " ";

/// A line between the first and the last. A line without a state holds the keys since the last move.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordedKeys {
    keys: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
}

/// The last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordingFooter {
    outcome: Option<String>,
    seal: String,
}

impl Recording {
    /// Starts a recording of a session in which no key has been pressed yet.
    pub fn begin(session: &Session, source: &Source) -> Recording {
        Recording {
            program: env!("CARGO_PKG_VERSION").into(),
            name: source.name.clone(),
            text: source.whole_text(),
            seed: session.seed(),
            tempo: None,
            size: session.size(),
            window: session.screen().window,
            start: session.begun_at(),
            opening: session.checksum(),
            moves: Vec::new(),
            rest: PackedKeys::default(),
            outcome: session.outcome(),
        }
    }

    /// Discards the game, and starts to record another game of the same dungeon.
    pub fn restart_with(&mut self, session: &Session) {
        self.seed = session.seed();
        self.size = session.size();
        self.window = session.screen().window;
        self.start = session.begun_at();
        self.opening = session.checksum();
        self.moves.clear();
        self.rest.clear();
        self.outcome = session.outcome();
    }

    /// Adds keys, the cause of the last key, and the state after the keys; returns the increase of `most_bytes`.
    /// Consecutive idle rounds within a turn become one move of at most `MOST_IDLE` rounds, so that an idle game in
    /// real time does not add a line per round.
    pub fn add(&mut self, keys: &[Key], session: &Session, cause: KeyCause) -> usize {
        let (turn, state) = (session.turn(), session.checksum());
        self.outcome = session.outcome();
        if keys == [Key::Idle]
            && self.rest.is_empty()
            && state != self.state()
            && let Some(last) = self.moves.last_mut()
            && last.turn == turn
            && last.keys.has_room_for_idle()
        {
            let before = line_length(last.keys.text());
            last.keys.push(Key::Idle);
            last.state = state;
            return line_length(last.keys.text()) - before;
        }
        let before = self.rest.text().len();
        self.rest.extend(keys.iter().copied());
        let growth = MOST_ESCAPED * (self.rest.text().len() - before);
        if state == self.state() {
            return growth;
        }
        self.moves.push(RecordedMove {
            keys: std::mem::take(&mut self.rest),
            turn,
            state,
            cause,
        });
        growth + LINE
    }

    /// Replaces the last key since the last move; returns the change of `most_bytes`.
    pub fn replace_last(&mut self, key: Key) -> isize {
        let before = self.rest.text().len() as isize;
        self.rest.replace_last(key);
        MOST_ESCAPED as isize * (self.rest.text().len() as isize - before)
    }

    /// Returns all keys of the game, in the order they were pressed.
    pub fn keys(&self) -> PackedKeys {
        let mut all = PackedKeys::default();
        let marked = self.moves.iter();
        marked.for_each(|recorded| all.append(&recorded.keys));
        all.append(&self.rest);
        all
    }

    /// Returns the number of keys of the game.
    pub fn length(&self) -> usize {
        let marked = self.moves.iter();
        let marked = marked.map(|recorded| recorded.keys.len());
        marked.sum::<usize>() + self.rest.len()
    }

    /// Returns an upper bound of the recording's size as text, in bytes, at most about twice the actual size.
    pub fn most_bytes(&self) -> usize {
        let names = [self.program.raw(), self.name.raw(), &self.text];
        let first = names.map(json_length);
        let marked = self.moves.iter();
        let lines = marked.map(|recorded| line_length(recorded.keys.text()));
        let rest = line_length(self.rest.text());
        FRAME + first.iter().sum::<usize>() + lines.sum::<usize>() + rest
    }

    /// Returns the number of turns passed at the end; 0 for a recording without moves.
    pub fn turn(&self) -> u32 {
        self.moves.last().map_or(0, |recorded| recorded.turn)
    }

    /// Returns the checksum of the game at the end; for a recording without moves, the checksum of the opening.
    pub fn state(&self) -> u64 {
        self.moves
            .last()
            .map_or(self.opening, |recorded| recorded.state)
    }

    /// Returns the SHA-256 of the dungeon's text, 64 lowercase hex digits.
    pub fn digest(&self) -> String {
        digest(&self.text)
    }

    /// Returns a session of the recorded dungeon at the beginning of the game.
    ///
    /// # Errors
    ///
    /// The [`Report`] if this program finds errors in the dungeon.
    pub fn session(&self) -> Result<Session, Box<Report>> {
        Ok(self.begun_in(self.dungeon()?))
    }

    /// Loads the recorded dungeon.
    ///
    /// # Errors
    ///
    /// The [`Report`] if this program finds errors in the dungeon.
    pub fn dungeon(&self) -> Result<Arc<Dungeon>, Box<Report>> {
        let source = Source::from_text(self.name.clone(), &self.text);
        let (dungeon, diagnostics) = read(&source, &Limits::default());
        let dungeon = dungeon.ok_or(Box::new(Report::new(source, diagnostics)))?;
        Ok(Arc::new(dungeon))
    }

    /// Returns a session of a dungeon with the seed, tempo, screen and starting cell of this game.
    pub fn begun_in(&self, dungeon: Arc<Dungeon>) -> Session {
        let dungeon = match self.tempo {
            Some(tempo) => Arc::new(Arc::unwrap_or_clone(dungeon).at_tempo(tempo)),
            None => dungeon,
        };
        let mut session = Session::seeded(dungeon, self.seed).starting_at(self.start);
        session.set_strides(false);
        let session = session.window(self.window);
        session.with_size(self.size.width, self.size.height)
    }

    /// Returns the recording as text, one JSON object per line, each ending in a line feed: the game, the keys of each
    /// turn, and the seal.
    pub fn to_text(&self) -> String {
        let mut text = json_line(&RecordingHeader {
            recording: VERSION,
            program: self.program.raw().to_owned(),
            name: self.name.raw().to_owned(),
            digest: self.digest(),
            seed: self.seed,
            tempo: self.tempo,
            size: self.size.to_string(),
            window: (self.window != WindowStyle::Below).then(|| self.window.word().to_owned()),
            start: self.start.map(start_text),
            opening: hex(self.opening),
            text: self.text.clone(),
        });
        for recorded in &self.moves {
            text += &json_line(&RecordedKeys {
                keys: match recorded.cause {
                    KeyCause::Pressed => recorded.keys.to_string(),
                    KeyCause::Journey => JOURNEY.to_owned() + recorded.keys.text(),
                },
                turn: Some(recorded.turn),
                state: Some(hex(recorded.state)),
            });
        }
        if !self.rest.is_empty() {
            text += &json_line(&RecordedKeys {
                keys: self.rest.to_string(),
                turn: None,
                state: None,
            });
        }
        let outcome = self.outcome.map(|outcome| outcome.word().to_owned());
        let seal = digest(&text);
        text + &json_line(&RecordingFooter { outcome, seal })
    }

    /// Parses the output of `to_text`. A text with a wrong seal is rejected as a whole.
    ///
    /// ```
    /// use dungeon::Session;
    /// use dungeon::diagnostics::Source;
    /// use dungeon::recordings::{Recording, RecordingError};
    ///
    /// let source = Source::from_text("hall.dng", "map\n######\n#@..$#\n######\nend\n");
    /// let text = Recording::begin(&Session::from_text(&source.text)?, &source).to_text();
    /// assert!(Recording::from_text(&text).is_ok());
    /// let tampered = text.replace("hall.dng", "cave.dng");
    /// assert!(matches!(Recording::from_text(&tampered), Err(RecordingError::Damaged { .. })));
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RecordingError::Foreign`] for other texts, [`RecordingError::Newer`] for a later format,
    /// [`RecordingError::Truncated`] and [`RecordingError::Damaged`] for a text that lacks its end or was changed,
    /// [`RecordingError::Line`] for an invalid line although the seal matches.
    pub fn from_text(text: &str) -> Result<Recording, RecordingError> {
        let first = text.lines().next().unwrap_or_default();
        // A recording of a later version may have other fields, so the version is looked for before the rest is parsed.
        // Quotes in a value have a backslash before them, so this is a field wherever it stands.
        let found = first.split_once(VERSION_FIELD);
        let (_, rest) = found.ok_or_else(|| unreadable_text_error(text))?;
        let version = rest.split([',', '}']).next();
        match version.and_then(|version| version.parse::<u64>().ok()) {
            None => return Err(unreadable_text_error(text)),
            Some(0) => return Err(RecordingError::Foreign),
            Some(version) if version > u64::from(VERSION) => {
                let program = first.split_once("\"program\":").and_then(|(_, rest)| {
                    String::deserialize(&mut serde_json::Deserializer::from_str(rest)).ok()
                });
                let program = program.as_deref().unwrap_or("of an unknown version");
                let program = shortened(program, MOST_SAID).as_ref().into();
                return Err(RecordingError::Newer { program });
            }
            Some(_) => {}
        }
        let (sealed, last) = text
            .strip_suffix('\n')
            .and_then(|text| text.rsplit_once('\n'))
            .ok_or(RecordingError::Truncated)?;
        let last_line = sealed.lines().count() + 1;
        let foot: RecordingFooter =
            serde_json::from_str(last).map_err(|_| match last.get(..10) {
                Some("{\"outcome\"") => RecordingError::Damaged {
                    line: Some(last_line),
                },
                _ => RecordingError::Truncated,
            })?;
        let is_sealed = digest(&text[..=sealed.len()]) == foot.seal;
        match parse_lines(sealed, foot) {
            result if is_sealed => result,
            Err(RecordingError::Line { line, .. }) => {
                Err(RecordingError::Damaged { line: Some(line) })
            }
            _ => Err(RecordingError::Damaged { line: None }),
        }
    }
}

/// Returns the error for a text with an unreadable first line: it is a foreign file, a damaged recording, or a
/// recording that was cut off.
fn unreadable_text_error(text: &str) -> RecordingError {
    let begins = ["{", VERSION_FIELD].concat();
    match (text.starts_with(&begins), text.contains('\n')) {
        (false, _) if !text.is_empty() && begins.starts_with(text) => RecordingError::Truncated,
        (false, _) => RecordingError::Foreign,
        (true, true) => RecordingError::Damaged { line: Some(1) },
        (true, false) => RecordingError::Truncated,
    }
}

fn in_line(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!(" in line {line}"))
}

/// Parses the lines before the last; `foot` is the last line.
fn parse_lines(sealed: &str, foot: RecordingFooter) -> Result<Recording, RecordingError> {
    let mut lines = (1..).zip(sealed.lines());
    let (_, first) = lines.next().ok_or(RecordingError::Truncated)?;
    let mut recording = parse_header(parse_json(1, first)?)?;
    for (nth, text) in lines.by_ref() {
        let played: RecordedKeys = parse_json(nth, text)?;
        let keys = played.keys.parse::<PackedKeys>();
        let keys = keys.map_err(|error| wrong(nth, || error.to_string()))?;
        if keys.is_empty() {
            return Err(wrong(nth, || "expected keys, found none"));
        }
        match (played.turn, played.state.as_deref()) {
            (Some(turn), Some(state)) => {
                let state = checksum(nth, state)?;
                let cause = if played.keys.starts_with(JOURNEY) {
                    KeyCause::Journey
                } else {
                    KeyCause::Pressed
                };
                recording.moves.push(RecordedMove {
                    keys,
                    turn,
                    state,
                    cause,
                });
            }
            (None, None) => {
                recording.rest = keys;
                break;
            }
            _ => return Err(wrong(nth, || "expected a turn and a state, found only one")),
        }
    }
    let last = match lines.next() {
        Some((nth, _)) => {
            let what = "expected the last line, after a line without a turn and a state";
            return Err(wrong(nth, || what));
        }
        None => sealed.lines().count() + 1,
    };
    let wrong_outcome = |word: &str| {
        let words = Outcome::ALL.map(Outcome::word).join(", ");
        format!("expected an outcome ({words}), found {}", quoted(word))
    };
    recording.outcome = match foot.outcome.as_deref() {
        None => None,
        Some(word) => Some(outcome(word).ok_or_else(|| wrong(last, || wrong_outcome(word)))?),
    };
    Ok(recording)
}

/// Parses the first line into a recording that has no keys yet.
fn parse_header(head: RecordingHeader) -> Result<Recording, RecordingError> {
    let window = match head.window.as_deref() {
        None => Some(WindowStyle::Below),
        Some(word) => WindowStyle::named(word),
    };
    if let Some(tempo) = head.tempo.filter(|tempo| !is_tempo(*tempo)) {
        return Err(wrong(1, || {
            format!("expected a tempo of {FASTEST} to {SLOWEST}, or 0, found {tempo}")
        }));
    }
    let recording = Recording {
        size: script::parse_size(&head.size).map_err(|what| wrong(1, || what))?,
        window: window.ok_or_else(|| wrong(1, || "its window layout is unknown"))?,
        start: head.start.as_deref().map(parse_start).transpose()?,
        opening: checksum(1, &head.opening)?,
        program: head.program.into(),
        name: head.name.into(),
        text: head.text,
        seed: head.seed,
        tempo: head.tempo,
        moves: Vec::new(),
        rest: PackedKeys::default(),
        outcome: None,
    };
    if recording.digest() == head.digest {
        Ok(recording)
    } else {
        Err(wrong(1, || "its dungeon does not match its digest"))
    }
}

/// Writes a starting cell for a recording: `2 5,3` is column 5 and row 3 of the second level.
fn start_text((level, at): (LevelId, Point)) -> String {
    format!("{} {},{}", u16::from(level.0) + 1, at.x + 1, at.y + 1)
}

fn parse_start(text: &str) -> Result<(LevelId, Point), RecordingError> {
    let read = || {
        let (level, cell) = text.split_once(' ')?;
        let (x, y) = cell.split_once(',')?;
        let level = level.parse::<u16>().ok()?.checked_sub(1)?;
        let [x, y] = [x, y].map(|side| side.parse::<u16>().ok()?.checked_sub(1));
        Some((LevelId(level.try_into().ok()?), at(x?.into(), y?.into())))
    };
    read().ok_or_else(|| {
        wrong(1, || {
            let found = quoted(text);
            format!("expected a level and a cell, such as `2 5,3`, found {found}")
        })
    })
}

/// Makes the error for an invalid line. Shortens the message, since it may quote a field of any length from the file. A
/// page says only where, since the messages are 2 kB of its first load: only a recording that was changed and sealed
/// again has such a line.
fn wrong<T: AsRef<str>>(line: usize, what: impl FnOnce() -> T) -> RecordingError {
    let what = if cfg!(target_family = "wasm") {
        "invalid".into()
    } else {
        shortened(what().as_ref(), MOST_SAID).as_ref().into()
    };
    RecordingError::Line { line, what }
}

fn parse_json<'a, T: Deserialize<'a>>(line: usize, text: &'a str) -> Result<T, RecordingError> {
    serde_json::from_str(text).map_err(|error| wrong(line, || describe_json_error(&error)))
}

/// Describes what is wrong with a line of JSON, by column. Each line is parsed alone, so serde's line number has no
/// meaning.
fn describe_json_error(error: &serde_json::Error) -> String {
    let (message, column) = (error.to_string(), error.column());
    let place = format!(" at line {} column {column}", error.line());
    let what = message.strip_suffix(&place).unwrap_or(&message);
    format!("{what}, at column {column}")
}

/// Returns the maximum number of bytes of a line for keys with this script.
fn line_length(script: &str) -> usize {
    LINE + MOST_ESCAPED * script.len()
}

/// Returns the number of bytes of a text as a JSON string, without the quotes around it.
fn json_length(text: &str) -> usize {
    let lengths = text.bytes().map(|byte| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 8 | 12 => 2,
        0..0x20 => 6,
        _ => 1,
    });
    lengths.sum()
}

/// Returns a value as a line of JSON. Strings and numbers always serialize.
fn json_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

fn digest(text: &str) -> String {
    let bytes = Sha256::digest(text);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn hex(number: u64) -> String {
    format!("{number:016x}")
}

fn checksum(line: usize, hex: &str) -> Result<u64, RecordingError> {
    let is_whole = hex.len() == 16 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u64::from_str_radix(hex, 16).ok().filter(|_| is_whole);
    number.ok_or_else(|| {
        wrong(line, || {
            format!("expected a checksum of 16 digits, found {}", quoted(hex))
        })
    })
}

fn outcome(word: &str) -> Option<Outcome> {
    let mut all = Outcome::ALL.into_iter();
    all.find(|outcome| outcome.word() == word)
}

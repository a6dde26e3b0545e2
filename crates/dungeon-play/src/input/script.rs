//! Scripts: keys written as text, such as `llj.<Esc><C-c><Up><resize 60x20>`. Spaces and line ends between keys are
//! skipped; `<idle 9>` stands for nine times `<idle>`, because games in real time have long runs of this key.
use std::str::FromStr;
use std::{fmt, iter};

use super::key::{Key, NAMES};
use dungeon_format::spelling;
use dungeon_format::untrusted::Untrusted;
use dungeon_model::space::geometry::{Point, Size, at};

/// The largest side of a screen in cells (the smallest is 1), so that every frame fits into memory.
pub const LARGEST: i32 = 1000;

/// The maximum number of idle rounds in one name.
pub const MOST_IDLE: usize = 999;

/// The maximum number of keys in a [`Script`], which is a list: a short text can stand for many keys, and each key
/// takes memory. [`KeyRuns`] reads longer scripts run by run.
pub const MOST_KEYS: usize = 10_000_000;

/// Returns the nearest valid screen size: each side from 1 to [`LARGEST`] cells.
pub fn nearest_size(size: Size) -> Size {
    let side = |side: i32| side.clamp(1, LARGEST);
    Size::new(side(size.width), side(size.height))
}

/// An error in a script, with its position.
///
/// ```
/// use dungeon::session::Script;
///
/// let error = "jj<Upp>".parse::<Script>().unwrap_err();
/// assert_eq!(error.at, 3);
/// assert!(error.to_string().ends_with("did you mean <Up>?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("key script, character {at}: {what}")]
#[non_exhaustive]
pub struct KeyError {
    /// The position of the offending character in the script, counted from 1.
    pub at: usize,
    /// A one-line message: what was expected, what was found, and perhaps how to fix the script.
    pub what: Untrusted,
}

/// A one-line message that names the expected and the found key; becomes the `what` of a [`KeyError`].
pub type KeyErrorText = String;

/// A list of keys in the order they are pressed.
///
/// ```
/// use dungeon::Key;
/// use dungeon::session::Script;
///
/// let Script(keys) = "l l<Esc><C-c>".parse()?;
/// assert_eq!(keys, [Key::Char('l'), Key::Char('l'), Key::Esc, Key::Ctrl('c')]);
/// assert_eq!(Script(keys).to_string(), "ll<Esc><C-c>");
/// # Ok::<(), dungeon::KeyError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script(pub Vec<Key>);

/// Parses a script of at most `MOST_KEYS` keys.
impl FromStr for Script {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Script, KeyError> {
        let mut keys = Vec::new();
        for run in KeyRuns::new(text) {
            let KeyRun { at, key, times } = run?;
            if keys.len() + times > MOST_KEYS {
                let what = format!("expected at most {MOST_KEYS} keys, found more");
                return Err(KeyError {
                    at: position(text, at),
                    what: what.into(),
                });
            }
            keys.extend(iter::repeat_n(key, times));
        }
        Ok(Script(keys))
    }
}

/// A character or a name of a script, and the keys it stands for: one key, `times` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyRun {
    /// The byte offset of the character or name in the script.
    pub at: usize,
    /// The key of the character or name.
    pub key: Key,
    /// The number of times that the key is pressed: up to [`MOST_IDLE`] times for a name such as `<idle 9>`, else once.
    pub times: usize,
}

/// An iterator over the runs of a script, which keeps a short text from becoming many keys in memory. Skips spaces
/// between keys. After an error, continues after the text that is no key.
#[derive(Clone, Debug)]
pub struct KeyRuns<'a> {
    text: &'a str,
    /// The byte offset of the next run, or of a space before it.
    at: usize,
}

impl<'a> KeyRuns<'a> {
    /// Makes a reader that starts at the first run of a script.
    pub fn new(text: &'a str) -> KeyRuns<'a> {
        KeyRuns::from_byte(text, 0)
    }

    /// Makes a reader that starts at the run at a byte offset. The reader is empty if the offset is at or beyond the
    /// end of the script.
    pub fn from_byte(text: &'a str, at: usize) -> KeyRuns<'a> {
        KeyRuns { text, at }
    }

    /// Returns the byte offset after the last run read.
    pub fn at(&self) -> usize {
        self.at
    }
}

impl Iterator for KeyRuns<'_> {
    type Item = Result<KeyRun, KeyError>;

    fn next(&mut self) -> Option<Result<KeyRun, KeyError>> {
        let is_blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
        let rest = self.text.get(self.at..)?.trim_start_matches(is_blank);
        let first = rest.chars().next()?;
        let at = self.text.len() - rest.len();
        let after = &rest[first.len_utf8()..];
        self.at = self.text.len() - after.len();
        let run = match first {
            '<' => match after.split_once('>') {
                None => Err(told(open_end_text)),
                Some((name, behind)) => {
                    self.at = self.text.len() - behind.len();
                    parse_name(name)
                }
            },
            c if c.is_control() => Err(told(|| control_text(c))),
            c => Ok((Key::Char(c), 1)),
        };
        Some(match run {
            Ok((key, times)) => Ok(KeyRun { at, key, times }),
            Err(what) => Err(KeyError {
                at: position(self.text, at),
                what: what.into(),
            }),
        })
    }
}

/// Returns the position of a byte offset in a text, in characters from 1.
fn position(text: &str, at: usize) -> usize {
    text[..at].chars().count() + 1
}

/// Prints the keys as a script that parses to the same keys.
impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_run = |a: &Key, b: &Key| (a, b) == (&Key::Idle, &Key::Idle);
        let runs = self.0.chunk_by(is_run);
        let mut words = runs.flat_map(|run| run.chunks(MOST_IDLE));
        words.try_for_each(|word| match word {
            [] => Ok(()),
            [key] => write!(f, "{key}"),
            idle => write!(f, "<idle {}>", idle.len()),
        })
    }
}

/// Parses a screen size such as `80x24`: columns and rows, 1 to 1000 each.
///
/// # Errors
///
/// Returns a one-line message with what was expected and what was found.
pub fn parse_size(text: &str) -> Result<Size, KeyErrorText> {
    let expected = || told(|| format!("expected a size such as 80x24, found {}", quoted(text)));
    let (width, height) = text.split_once('x').ok_or_else(expected)?;
    let side = |text: &str| text.parse::<u32>().map_err(|_| expected());
    let (width, height) = (side(width)?, side(height)?);
    let is_legal = |side| (1..=LARGEST as u32).contains(&side);
    if !is_legal(width) || !is_legal(height) {
        return Err(told(|| {
            format!("expected 1 to {LARGEST} columns and rows, found {width}x{height}")
        }));
    }
    Ok(Size::new(width as i32, height as i32))
}

/// Parses a name between `<` and `>` into a key and the number of times that it is pressed.
fn parse_name(name: &str) -> Result<(Key, usize), KeyErrorText> {
    let Some(("idle", count)) = name.split_once(' ') else {
        return key_named(name).map(|key| (key, 1));
    };
    let times = count.parse().ok().filter(|n| (1..=MOST_IDLE).contains(n));
    let what = || {
        let found = quoted(count);
        format!(
            "expected a number of idle rounds, 1 to {MOST_IDLE}, such as <idle 9>, found {found}"
        )
    };
    let times = times.ok_or_else(|| told(what))?;
    Ok((Key::Idle, times))
}

/// Returns the key with this name, which must not contain a count.
fn key_named(name: &str) -> Result<Key, KeyErrorText> {
    let mut names = NAMES.iter();
    if let Some((_, key)) = names.find(|(other, _)| other.eq_ignore_ascii_case(name)) {
        return Ok(*key);
    }
    if let Some((word, argument)) = name.split_once(' ') {
        return match word {
            "resize" => parse_size(argument).map(Key::Resize),
            "click" => parse_cell(word, argument).map(Key::Click),
            "hover" => parse_cell(word, argument).map(Key::Hover),
            _ => Err(told(|| unknown_text(name))),
        };
    }
    modified_key(name).ok_or_else(|| told(|| unknown_text(name)))
}

/// Parses a function key or a key with a modifier: `F5`, `C-c`, `A-x` or `M-x`; `None` for other names.
fn modified_key(name: &str) -> Option<Key> {
    if let Some(number) = name.strip_prefix(['F', 'f']) {
        let number = number.parse().ok().filter(|n| (1..=20).contains(n));
        return number.map(Key::F);
    }
    let (modifier, key) = name.split_once('-')?;
    let mut letters = key.chars();
    let letter = match (key, letters.next(), letters.next()) {
        ("gt", ..) => '>',
        ("Space", ..) => ' ',
        (_, Some(c), None) if !c.is_control() => c,
        _ => return None,
    };
    match (modifier, letter.to_ascii_lowercase()) {
        // Terminals send the same byte for Ctrl-I and Tab, and for Ctrl-M and Enter.
        ("C" | "c", 'i') => Some(Key::Tab),
        ("C" | "c", 'm') => Some(Key::Enter),
        ("C" | "c", lower) => Some(Key::Ctrl(lower)),
        ("A" | "a" | "M" | "m", _) => Some(Key::Alt(letter)),
        _ => None,
    }
}

/// Reads a cell such as `10,5`: column and row, counted from 1; `name` is the key's name for the error message.
fn parse_cell(name: &str, text: &str) -> Result<Point, KeyErrorText> {
    let side = |text: &str| {
        let number = text.parse::<i32>().ok()?;
        (1..=LARGEST).contains(&number).then_some(number - 1)
    };
    let point = text
        .split_once(',')
        .and_then(|(x, y)| Some(at(side(x)?, side(y)?)));
    let what = || {
        let found = quoted(text);
        format!(
            "expected a column and a row from 1 to {LARGEST}, such as <{name} 10,5>, found {found}"
        )
    };
    point.ok_or_else(|| told(what))
}

/// Returns a message about a wrong key. A page says the same for all, since the messages are 1 kB of its first load:
/// scripts are not typed in a browser.
fn told(what: impl FnOnce() -> String) -> KeyErrorText {
    if cfg!(target_family = "wasm") {
        "expected a key such as <Esc>".to_owned()
    } else {
        what()
    }
}

fn open_end_text() -> String {
    "expected `>` after a key's name such as <Esc>; a `<` alone is written <lt>".to_owned()
}

fn control_text(c: char) -> String {
    let code = u32::from(c);
    format!(
        "expected a printable character, found U+{code:04X}; write other keys by name, such as <Esc> and <C-c>"
    )
}

fn unknown_text(name: &str) -> String {
    let found = quoted(&format!("<{name}>"));
    let known =
        "expected a key's name such as <Esc>, <C-c>, <Up>, <F1>, <click 10,5> or <resize 60x20>";
    let others = ["resize", "click", "hover"];
    let names = NAMES.iter().map(|(name, _)| *name).chain(others);
    let meant = match spelling::nearest(name, names) {
        Some("resize") => "; did you mean <resize 80x24>?".to_owned(),
        Some(mouse @ ("click" | "hover")) => format!("; did you mean <{mouse} 10,5>?"),
        Some(other) => format!("; did you mean <{other}>?"),
        None => String::new(),
    };
    format!("{known}, found {found}{meant}")
}

/// Returns the first 24 characters of a text in backquotes, escaped for printing.
fn quoted(text: &str) -> String {
    let short: String = text.chars().take(24).collect();
    format!("`{}`", Untrusted::new(short))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Key> {
        text.parse::<Script>()
            .map(|script| script.0)
            .unwrap_or_default()
    }

    fn refused(text: &str) -> String {
        text.parse::<Script>().map_or_else(
            |error| error.to_string(),
            |script| format!("read as {script}"),
        )
    }

    #[test]
    fn scripts_read_letters_names_clicks_and_sizes() {
        let keys = [
            Key::Char('l'),
            Key::Char('.'),
            Key::Esc,
            Key::Ctrl('c'),
            Key::Up,
            Key::Resize(Size::new(60, 20)),
            Key::Char('<'),
            Key::Click(at(9, 4)),
            Key::Hover(at(79, 23)),
            Key::MouseBack,
            Key::WheelDown,
            Key::Alt('X'),
            Key::F(12),
            Key::Char('>'),
        ];
        assert_eq!(
            read(
                "l.<Esc><C-c><Up><resize 60x20><lt><click 10,5><hover 80,24><Mouse-Back><wheel-down><A-X><F12>>"
            ),
            keys
        );
        assert_eq!(
            read("4 h <left>\n"),
            [Key::Char('4'), Key::Char('h'), Key::Left]
        );
        assert_eq!(
            read("<C-I><C-m><space>"),
            [Key::Tab, Key::Enter, Key::Char(' ')]
        );
    }

    #[test]
    fn scripts_say_what_was_expected_and_mend_near_misses() {
        assert_eq!(
            refused("ll<Ecs>"),
            "key script, character 3: expected a key's name such as <Esc>, <C-c>, <Up>, <F1>, <click 10,5> or <resize 60x20>, found `<Ecs>`; did you mean <Esc>?"
        );
        assert!(refused("<resiz 60x20>").ends_with("found `<resiz 60x20>`"));
        assert!(refused("<resize>").ends_with("did you mean <resize 80x24>?"));
        assert!(refused("é<lt").starts_with("key script, character 2: expected `>`"));
        assert!(
            refused("<resize 0x20>").ends_with("expected 1 to 1000 columns and rows, found 0x20")
        );
        assert!(refused("<resize 99999999999x2>").ends_with("found `99999999999x2`"));
        assert!(refused("<click 0,5>").contains("from 1 to 1000, such as <click 10,5>"));
        assert!(refused("<hover 5>").ends_with("such as <hover 10,5>, found `5`"));
        assert!(refused("<hovr>").ends_with("did you mean <hover 10,5>?"));
        assert!(refused("<weel-up>").ends_with("did you mean <wheel-up>?"));
        assert!(refused("<iddle>").ends_with("did you mean <idle>?"));
        assert!(
            refused("<idle 1000>").ends_with("1 to 999, such as <idle 9>, found `1000`"),
            "a recording splits longer runs"
        );
        assert!(refused("<idle 0>").ends_with("found `0`"));
        assert!(refused("<F0>").contains("found `<F0>`"));
        assert!(refused("a\u{1b}[A").contains("found U+001B"));
        assert!(!refused("<\u{1b}\u{202e}>").contains(['\u{1b}', '\u{202e}']));
    }

    #[test]
    fn a_script_of_too_many_keys_is_refused_with_the_limit() {
        let text = "<idle 999>".repeat(MOST_KEYS / 999 + 1);
        let why = refused(&text);
        assert!(
            why.ends_with("expected at most 10000000 keys, found more"),
            "{why}"
        );
        assert_eq!(KeyRuns::new(&text).flatten().count(), MOST_KEYS / 999 + 1);
    }

    #[test]
    fn a_run_of_idle_rounds_is_one_name() {
        assert_eq!(read("l<idle><idle 3>"), read("l<idle><idle><idle><idle>"));
        let some = [Key::Idle, Key::Char('l'), Key::Char('l')];
        let many = some.into_iter().chain([Key::Idle; 2000]);
        let script = Script(many.collect());
        let text = script.to_string();
        assert_eq!(text, "<idle>ll<idle 999><idle 999><idle 2>");
        assert_eq!(read(&text), script.0);
    }

    #[test]
    fn keys_print_as_they_are_read() {
        let some = NAMES.iter().map(|(_, key)| *key).chain([
            Key::Char('é'),
            Key::Ctrl('z'),
            Key::Alt('<'),
            Key::Alt('>'),
            Key::Ctrl(' '),
            Key::F(20),
            Key::Click(at(0, 999)),
            Key::Hover(at(999, 0)),
            Key::Resize(Size::new(1, 1000)),
        ]);
        for key in some {
            assert_eq!(read(&key.to_string()), [key], "{key}");
        }
    }
}

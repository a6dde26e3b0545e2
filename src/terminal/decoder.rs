//! The decoder from the bytes of a terminal to keys. It does no I/O and reads no clock, and its keys do not depend on
//! how reads split the bytes. `vte`'s parser splits the bytes into sequences. The decoder distinguishes the Escape key
//! from the start of a sequence, pasted text from typed text, and keys from a terminal's replies.
use vte::{Params, Parser, Perform};

use super::{mouse, sequences};
use dungeon_play::input::key::Key;

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;
const PASTE_ENDS: &[u8; 6] = b"\x1b[201~";

/// The quiet times after the last byte that have an effect, shortest first. The caller measures the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Timeout {
    /// After an ESC. The timeout is longer than a terminal's pause after the ESC that starts a sequence; if it passes,
    /// the ESC was the Escape key.
    Escape,
    /// Inside a sequence. The timeout is longer than any pause of a connection; if it passes, the rest of the sequence
    /// must have been lost.
    Sequence,
    /// Inside pasted text. The timeout is longer than any pause of a connection; if it passes, the end mark of the text
    /// must have been lost.
    Paste,
}

/// Turns bytes into keys, across any number of reads. Unknown and malformed sequences give no key, and no input causes
/// a panic.
///
/// ```
/// use dungeon::Key;
/// use dungeon::terminal::{Decoder, Timeout};
///
/// let (mut decoder, mut keys) = (Decoder::default(), Vec::new());
/// decoder.feed(b"l\x1b[", &mut keys);
/// decoder.feed(b"A\x1b", &mut keys);
/// assert_eq!(keys, [Key::Char('l'), Key::Up]);
/// assert_eq!(decoder.pending_timeout(), Some(Timeout::Escape));
/// decoder.expire(Timeout::Escape, &mut keys);
/// assert_eq!(keys.last(), Some(&Key::Esc));
/// ```
#[derive(Default)]
pub struct Decoder {
    parser: Parser,
    state: DecoderState,
    /// The last byte, if it followed an ESC and may start a sequence. If no byte follows, the last byte was a character
    /// typed with Alt.
    begun: Option<char>,
}

/// Omits the parser and the unfinished byte.
impl std::fmt::Debug for Decoder {
    dungeon_model::debug_fields!(Decoder: state);
}

/// The unfinished input so far, which the next byte continues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum DecoderState {
    /// Between two keys, or inside a multibyte character, whose bytes the parser counts.
    #[default]
    Ground,
    /// An ESC that the parser has not received yet. It is the Escape key or the start of a sequence.
    Escape,
    /// An ESC that means Alt together with the next character.
    Alt,
    /// The start of a sequence `ESC O`. One more character completes it.
    Single,
    /// The start of a Linux console sequence, `ESC [ [`. One more character completes it.
    Console,
    /// A mouse report in the old format, `ESC [ M`, of which this many numbers are still to come.
    Mouse(u8),
    /// A mouse report in the old format, of which this many numbers are still to come, after a byte that may be the
    /// first half of a number: some terminals send large numbers as two bytes of UTF-8.
    MouseWide(u8),
    /// The sequence `ESC [` with only digits so far.
    Number,
    /// The sequence `ESC [` after its first digits. The parser keeps the details.
    Sequence,
    /// A terminal's reply to a query: OSC, DCS, APC, PM or SOS.
    Text,
    /// An ESC in a reply, which starts the reply's end mark or a new sequence.
    TextEscape,
    /// A reply that a timeout ended after its ESC. A late `\` still belongs to the reply.
    TextOver,
    /// Pasted text, with this many bytes of its end mark read.
    Paste(u8),
    /// A Ctrl-C in pasted text. It is part of the text, or a pressed key after the end mark was lost.
    PasteBreak,
}

impl Decoder {
    /// Appends the keys that these bytes complete, in order. An unfinished sequence waits for more bytes.
    pub fn feed(&mut self, bytes: &[u8], keys: &mut Vec<Key>) {
        for &byte in bytes {
            self.take(byte, keys);
        }
    }

    /// Returns the timeout after which `expire` has an effect; `None` between two keys.
    pub fn pending_timeout(&self) -> Option<Timeout> {
        match self.state {
            DecoderState::Ground => None,
            DecoderState::Escape | DecoderState::TextEscape | DecoderState::PasteBreak => {
                Some(Timeout::Escape)
            }
            DecoderState::Paste(0) => Some(Timeout::Paste),
            _ => Some(Timeout::Sequence),
        }
    }

    /// Tells the decoder that no byte followed for this time, and appends the resulting keys. After `Timeout::Escape`,
    /// an ESC counts as the Escape key, an ESC inside a reply ends the reply, and a Ctrl-C in pasted text counts as a
    /// pressed key. A longer timeout drops unfinished input, except that an ESC followed by one character counts as
    /// that character with Alt.
    pub fn expire(&mut self, lasted: Timeout, keys: &mut Vec<Key>) {
        if self
            .pending_timeout()
            .is_none_or(|awaited| lasted < awaited)
        {
            return;
        }
        match self.state {
            DecoderState::TextEscape if lasted == Timeout::Escape => {
                return self.state = DecoderState::TextOver;
            }
            DecoderState::Escape => keys.push(Key::Esc),
            DecoderState::PasteBreak => keys.push(Key::Ctrl('c')),
            _ => keys.extend(self.begun.take().map(Key::Alt)),
        }
        self.restart(DecoderState::Ground);
    }

    fn take(&mut self, byte: u8, keys: &mut Vec<Key>) {
        self.begun = None;
        match (self.state, byte) {
            (DecoderState::Paste(matched), _) => self.state = pasted(matched, byte),
            (DecoderState::PasteBreak, _) => self.state = pasted(0, byte),
            (DecoderState::Text, 0x20.. | ESC | BEL) => self.state = in_text(byte),
            (DecoderState::TextEscape | DecoderState::TextOver, b'\\') => {
                self.state = DecoderState::Ground
            }
            // No reply contains two ESC in a row, so the second one is a key or starts another sequence.
            (DecoderState::TextEscape, ESC) => self.state = DecoderState::Escape,
            (DecoderState::TextEscape | DecoderState::Escape, _) => self.after_escape(byte, keys),
            (DecoderState::MouseWide(left), 0x80..=0xbf) => self.state = reported(left),
            // Some terminals send 0 for a number larger than a byte.
            (DecoderState::Mouse(left @ 1..) | DecoderState::MouseWide(left @ 1..), 0 | 0x20..) => {
                self.state = in_report(left, byte);
            }
            (_, ESC) => self.restart(DecoderState::Escape),
            // A control character ends any sequence, so that a lost byte cannot hide the keys after it.
            (_, ..0x20 | 0x7f) => {
                self.restart(DecoderState::Ground);
                keys.extend(sequences::control(byte));
            }
            (DecoderState::Number, b'0'..=b'9') => self.parse(byte, keys),
            // In rxvt a `$` ends a number typed with Shift. In other sequences more bytes follow the `$`, so the parser
            // would wait for them. Give the parser rxvt's byte for Ctrl instead, which ends the sequence.
            (DecoderState::Number, b'$') => self.parse_from(DecoderState::Ground, b'^', keys),
            (DecoderState::Number | DecoderState::Sequence, 0x20..0x40) => {
                self.parse_from(DecoderState::Sequence, byte, keys);
            }
            // Sequences are ASCII, so this byte starts a character that interrupts the sequence.
            (DecoderState::Number | DecoderState::Sequence, 0x80..) => {
                self.restart(DecoderState::Ground);
                self.parse(byte, keys);
            }
            (
                DecoderState::Single
                | DecoderState::Console
                | DecoderState::Alt
                | DecoderState::Ground,
                _,
            ) => {
                self.parse(byte, keys);
            }
            _ => self.parse_from(DecoderState::Ground, byte, keys),
        }
    }

    fn parse_from(&mut self, state: DecoderState, byte: u8, keys: &mut Vec<Key>) {
        self.state = state;
        self.parse(byte, keys);
    }

    fn after_escape(&mut self, byte: u8, keys: &mut Vec<Key>) {
        self.state = match byte {
            ESC => {
                keys.push(Key::Esc);
                return self.state = DecoderState::Escape;
            }
            b'[' => {
                self.parse(ESC, keys);
                self.parse(byte, keys);
                DecoderState::Number
            }
            b'O' => DecoderState::Single,
            b'P' | b'X' | b']' | b'^' | b'_' => DecoderState::Text,
            _ => {
                self.state = DecoderState::Alt;
                return self.take(byte, keys);
            }
        };
        self.begun = Some(char::from(byte));
    }

    /// Gives the parser one byte. With several bytes at once, `vte` 0.15 loses the character after a character that two
    /// reads split.
    fn parse(&mut self, byte: u8, keys: &mut Vec<Key>) {
        let mut sink = KeySink {
            state: &mut self.state,
            keys,
        };
        self.parser.advance(&mut sink, &[byte]);
    }

    fn restart(&mut self, state: DecoderState) {
        self.parser = Parser::new();
        self.state = state;
    }
}

/// Returns the state after a byte of pasted text that follows `matched` bytes of the end mark. After a mismatch, the
/// search starts over, because the first byte of the end mark occurs in the mark only once.
fn pasted(matched: u8, byte: u8) -> DecoderState {
    const CTRL_C: u8 = 0x03;
    if byte == CTRL_C {
        return DecoderState::PasteBreak;
    }
    let expected = PASTE_ENDS.get(usize::from(matched));
    let matched = match byte {
        _ if expected == Some(&byte) => matched + 1,
        ESC => 1,
        _ => 0,
    };
    if usize::from(matched) == PASTE_ENDS.len() {
        return DecoderState::Ground;
    }
    DecoderState::Paste(matched)
}

/// Returns the state after a byte of a reply.
fn in_text(byte: u8) -> DecoderState {
    match byte {
        BEL => DecoderState::Ground,
        ESC => DecoderState::TextEscape,
        _ => DecoderState::Text,
    }
}

/// Returns the decoder state after a byte of a mouse report in the old format. Before the byte, `left` numbers were
/// still to come.
fn in_report(left: u8, byte: u8) -> DecoderState {
    match byte {
        0xc2..=0xdf => DecoderState::MouseWide(left - 1),
        _ => reported(left - 1),
    }
}

/// Returns the decoder state inside a mouse report in the old format, with `left` numbers still to come.
fn reported(left: u8) -> DecoderState {
    match left {
        0 => DecoderState::Ground,
        left => DecoderState::Mouse(left),
    }
}

/// Receives each character and each complete `ESC [` sequence from the parser, and appends their keys.
struct KeySink<'a> {
    state: &'a mut DecoderState,
    keys: &'a mut Vec<Key>,
}

impl Perform for KeySink<'_> {
    /// Receives an 8-bit control character. No terminal sends such a character for a key. Such a character is part of
    /// an incomplete UTF-8 character, and is ignored.
    fn execute(&mut self, _: u8) {
        *self.state = DecoderState::Ground;
    }

    fn print(&mut self, c: char) {
        let key = match *self.state {
            // Some terminals also send modifiers here, as in `ESC O 5 A`.
            DecoderState::Single if c.is_ascii_digit() || c == ';' => return,
            DecoderState::Single => sequences::ss3(c),
            DecoderState::Console => sequences::console(c),
            DecoderState::Alt => match sequences::printable(c) {
                Some(Key::Char(c)) => Some(Key::Alt(c)),
                key => key,
            },
            _ => sequences::printable(c),
        };
        *self.state = DecoderState::Ground;
        self.keys.extend(key);
    }

    fn csi_dispatch(&mut self, params: &Params, marks: &[u8], overflow: bool, last: char) {
        let is_bare = params.iter().flatten().eq(&[0]);
        match last {
            // A report that ends in `m` is the release of a button, which gives no key.
            'M' if !overflow && marks == b"<" => self.keys.extend(mouse::pressed(params)),
            // Marks such as `?`, `<` and `$` occur in replies and mouse reports, never in keys.
            _ if overflow || !marks.is_empty() => {}
            '~' if params.iter().flatten().eq(&[200]) => {
                *self.state = DecoderState::Paste(0);
                self.keys.push(Key::Paste);
            }
            '[' if is_bare => *self.state = DecoderState::Console,
            'M' if is_bare => *self.state = DecoderState::Mouse(3),
            _ => self.keys.extend(sequences::csi(params, last)),
        }
    }
}

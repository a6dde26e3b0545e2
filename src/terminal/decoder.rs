//! Bytes from a terminal → keys. Pure and resumable: no I/O, no clock, and how the bytes were cut into reads
//! changes nothing. `vte` takes the sequences apart; here stands what it does not tell apart: the Escape key
//! from the byte that begins a sequence, pasted text from typed, and strings that nobody pressed.
use vte::{Params, Parser, Perform};

use super::{mouse, sequences};
use crate::play::input::key::Key;

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;
const PASTE_ENDS: &[u8; 6] = b"\x1b[201~";

/// For how long nothing follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Timeout {
    /// Longer than between an ESC and what it begins.
    Escape,
    /// Longer than any line hesitates within a sequence.
    Sequence,
    /// Longer than one does within pasted text.
    Paste,
}

/// Turns bytes into keys, across any number of reads; never panics, and swallows what it does not know.
#[derive(Default)]
pub struct Decoder {
    parser: Parser,
    state: DecoderState,
    /// The character after an ESC that came last and that begins a sequence, unless Alt was held with it.
    begun: Option<char>,
}

/// Where in the stream the next byte stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum DecoderState {
    /// Between two keys, or between two bytes of a character, which is the parser's.
    #[default]
    Ground,
    /// After an ESC that the parser has not seen yet: the key, or the beginning of more.
    Escape,
    /// After ESC and before the character that Alt was held with.
    Alt,
    /// After `ESC O`.
    Single,
    /// After `ESC [ [`.
    Console,
    /// This many numbers of an old mouse report are still to come.
    Mouse(u8),
    /// The same after a byte that may be half a number, as large ones are two bytes in some terminals.
    MouseWide(u8),
    /// After `ESC [` and digits.
    Number,
    /// Further inside `ESC [ …`, which is the parser's.
    Sequence,
    /// In a string that answers a query: OSC, DCS, APC, PM or SOS.
    Text,
    /// After an ESC in such a string.
    TextEscape,
    /// After a pause behind that ESC: the string is over, and a `\` still belongs to it.
    TextOver,
    /// In pasted text, after this many bytes of the mark that ends it.
    Paste(u8),
    /// After a Ctrl-C in pasted text: a part of it, or somebody for whom it never ends.
    PasteBreak,
}

impl Decoder {
    /// Appends the keys that these bytes complete.
    pub fn feed(&mut self, bytes: &[u8], keys: &mut Vec<Key>) {
        for &byte in bytes {
            self.take(byte, keys);
        }
    }

    /// For how long nothing must follow for that to mean something; none between two keys.
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

    /// Says that nothing followed for so long. An ESC was the Escape key then, one inside a string broke that off, and a
    /// Ctrl-C in pasted text was pressed. Only what waited far longer has lost its end, and is over; or it had only just
    /// begun, and was a character with Alt held.
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
            // No string holds two of them on end: the second one is a person's, or begins something else.
            (DecoderState::TextEscape, ESC) => self.state = DecoderState::Escape,
            (DecoderState::TextEscape | DecoderState::Escape, _) => self.after_escape(byte, keys),
            (DecoderState::MouseWide(left), 0x80..=0xbf) => self.state = reported(left),
            // Where a number is larger than a byte, some send a 0.
            (DecoderState::Mouse(left @ 1..) | DecoderState::MouseWide(left @ 1..), 0 | 0x20..) => {
                self.state = in_report(left, byte);
            }
            (_, ESC) => self.restart(DecoderState::Escape),
            // A control character breaks off whatever it interrupts, so no lost byte makes the game deaf.
            (_, ..0x20 | 0x7f) => {
                self.restart(DecoderState::Ground);
                keys.extend(sequences::control(byte));
            }
            (DecoderState::Number, b'0'..=b'9') => self.parse(byte, keys),
            // rxvt ends a number so when Shift is held, where all others go on: to the parser it is as with Ctrl.
            (DecoderState::Number, b'$') => self.parse_from(DecoderState::Ground, b'^', keys),
            (DecoderState::Number | DecoderState::Sequence, 0x20..0x40) => {
                self.parse_from(DecoderState::Sequence, byte, keys);
            }
            // Nothing of a sequence is in UTF-8.
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

    /// One byte at a time: given more, `vte` 0.15 loses the character after one that two reads share.
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

/// How many bytes of the end mark stand behind this byte; its first one occurs in it only once.
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

fn in_text(byte: u8) -> DecoderState {
    match byte {
        BEL => DecoderState::Ground,
        ESC => DecoderState::TextEscape,
        _ => DecoderState::Text,
    }
}

/// Behind this byte of an old mouse report, with so many numbers still to come before it.
fn in_report(left: u8, byte: u8) -> DecoderState {
    match byte {
        0xc2..=0xdf => DecoderState::MouseWide(left - 1),
        _ => reported(left - 1),
    }
}

/// Where so many numbers of an old mouse report are still to come.
fn reported(left: u8) -> DecoderState {
    match left {
        0 => DecoderState::Ground,
        left => DecoderState::Mouse(left),
    }
}

/// What the parser calls: a character, or a whole `ESC [` sequence.
struct KeySink<'a> {
    state: &'a mut DecoderState,
    keys: &'a mut Vec<Key>,
}

impl Perform for KeySink<'_> {
    /// A control character of 8 bits. Bare it is torn UTF-8, and no terminal sends one in UTF-8 for a key: it begins
    /// nothing, so that it costs nothing that follows.
    fn execute(&mut self, _: u8) {
        *self.state = DecoderState::Ground;
    }

    fn print(&mut self, c: char) {
        let key = match *self.state {
            // `ESC O 5 A`: some terminals name the modifiers here, too.
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
            // The same with an `m` tells that the button was released.
            'M' if !overflow && marks == b"<" => self.keys.extend(mouse::pressed(params)),
            // Marks such as `?`, `<` and `$` stand in replies and in mouse reports, never in keys.
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

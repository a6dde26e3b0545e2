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
pub enum Silence {
    /// Longer than between an ESC and what it begins.
    Moment,
    /// Longer than any line hesitates within a sequence.
    Pause,
    /// Longer than one does within pasted text.
    Rest,
}

/// Turns bytes into keys, across any number of reads; never panics, and swallows what it does not know.
#[derive(Default)]
pub struct Decoder {
    parser: Parser,
    place: Place,
    /// The character after an ESC that came last and that begins a sequence, unless Alt was held with it.
    begun: Option<char>,
}

/// Where in the stream the next byte stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
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
    pub fn awaits(&self) -> Option<Silence> {
        match self.place {
            Place::Ground => None,
            Place::Escape | Place::TextEscape | Place::PasteBreak => Some(Silence::Moment),
            Place::Paste(0) => Some(Silence::Rest),
            _ => Some(Silence::Pause),
        }
    }

    /// Says that nothing followed for so long. An ESC was the Escape key then, one inside a string broke that off, and a
    /// Ctrl-C in pasted text was pressed. Only what waited far longer has lost its end, and is over; or it had only just
    /// begun, and was a character with Alt held.
    pub fn silence(&mut self, lasted: Silence, keys: &mut Vec<Key>) {
        if self.awaits().is_none_or(|awaited| lasted < awaited) {
            return;
        }
        match self.place {
            Place::TextEscape if lasted == Silence::Moment => {
                return self.place = Place::TextOver;
            }
            Place::Escape => keys.push(Key::Esc),
            Place::PasteBreak => keys.push(Key::Ctrl('c')),
            _ => keys.extend(self.begun.take().map(Key::Alt)),
        }
        self.restart(Place::Ground);
    }

    fn take(&mut self, byte: u8, keys: &mut Vec<Key>) {
        self.begun = None;
        match (self.place, byte) {
            (Place::Paste(matched), _) => self.place = pasted(matched, byte),
            (Place::PasteBreak, _) => self.place = pasted(0, byte),
            (Place::Text, 0x20.. | ESC | BEL) => self.place = in_text(byte),
            (Place::TextEscape | Place::TextOver, b'\\') => self.place = Place::Ground,
            // No string holds two of them on end: the second one is a person's, or begins something else.
            (Place::TextEscape, ESC) => self.place = Place::Escape,
            (Place::TextEscape | Place::Escape, _) => self.after_escape(byte, keys),
            (Place::MouseWide(left), 0x80..=0xbf) => self.place = reported(left),
            // Where a number is larger than a byte, some send a 0.
            (Place::Mouse(left @ 1..) | Place::MouseWide(left @ 1..), 0 | 0x20..) => {
                self.place = in_report(left, byte);
            }
            (_, ESC) => self.restart(Place::Escape),
            // A control character breaks off whatever it interrupts, so no lost byte makes the game deaf.
            (_, ..0x20 | 0x7f) => {
                self.restart(Place::Ground);
                keys.extend(sequences::control(byte));
            }
            (Place::Number, b'0'..=b'9') => self.parse(byte, keys),
            // rxvt ends a number so when Shift is held, where all others go on: to the parser it is as with Ctrl.
            (Place::Number, b'$') => self.parse_from(Place::Ground, b'^', keys),
            (Place::Number | Place::Sequence, 0x20..0x40) => {
                self.parse_from(Place::Sequence, byte, keys);
            }
            // Nothing of a sequence is in UTF-8.
            (Place::Number | Place::Sequence, 0x80..) => {
                self.restart(Place::Ground);
                self.parse(byte, keys);
            }
            (Place::Single | Place::Console | Place::Alt | Place::Ground, _) => {
                self.parse(byte, keys);
            }
            _ => self.parse_from(Place::Ground, byte, keys),
        }
    }

    fn parse_from(&mut self, place: Place, byte: u8, keys: &mut Vec<Key>) {
        self.place = place;
        self.parse(byte, keys);
    }

    fn after_escape(&mut self, byte: u8, keys: &mut Vec<Key>) {
        self.place = match byte {
            ESC => {
                keys.push(Key::Esc);
                return self.place = Place::Escape;
            }
            b'[' => {
                self.parse(ESC, keys);
                self.parse(byte, keys);
                Place::Number
            }
            b'O' => Place::Single,
            b'P' | b'X' | b']' | b'^' | b'_' => Place::Text,
            _ => {
                self.place = Place::Alt;
                return self.take(byte, keys);
            }
        };
        self.begun = Some(char::from(byte));
    }

    /// One byte at a time: given more, `vte` 0.15 loses the character after one that two reads share.
    fn parse(&mut self, byte: u8, keys: &mut Vec<Key>) {
        let mut hand = Hand {
            place: &mut self.place,
            keys,
        };
        self.parser.advance(&mut hand, &[byte]);
    }

    fn restart(&mut self, place: Place) {
        self.parser = Parser::new();
        self.place = place;
    }
}

/// How many bytes of the end mark stand behind this byte; its first one occurs in it only once.
fn pasted(matched: u8, byte: u8) -> Place {
    const CTRL_C: u8 = 0x03;
    if byte == CTRL_C {
        return Place::PasteBreak;
    }
    let expected = PASTE_ENDS.get(usize::from(matched));
    let matched = match byte {
        _ if expected == Some(&byte) => matched + 1,
        ESC => 1,
        _ => 0,
    };
    if usize::from(matched) == PASTE_ENDS.len() {
        return Place::Ground;
    }
    Place::Paste(matched)
}

fn in_text(byte: u8) -> Place {
    match byte {
        BEL => Place::Ground,
        ESC => Place::TextEscape,
        _ => Place::Text,
    }
}

/// Behind this byte of an old mouse report, with so many numbers still to come before it.
fn in_report(left: u8, byte: u8) -> Place {
    match byte {
        0xc2..=0xdf => Place::MouseWide(left - 1),
        _ => reported(left - 1),
    }
}

/// Where so many numbers of an old mouse report are still to come.
fn reported(left: u8) -> Place {
    match left {
        0 => Place::Ground,
        left => Place::Mouse(left),
    }
}

/// What the parser calls: a character, or a whole `ESC [` sequence.
struct Hand<'a> {
    place: &'a mut Place,
    keys: &'a mut Vec<Key>,
}

impl Perform for Hand<'_> {
    /// A control character of 8 bits. Bare it is torn UTF-8, and no terminal sends one in UTF-8 for a key: it begins
    /// nothing, so that it costs nothing that follows.
    fn execute(&mut self, _: u8) {
        *self.place = Place::Ground;
    }

    fn print(&mut self, c: char) {
        let key = match *self.place {
            // `ESC O 5 A`: some terminals name the modifiers here, too.
            Place::Single if c.is_ascii_digit() || c == ';' => return,
            Place::Single => sequences::ss3(c),
            Place::Console => sequences::console(c),
            Place::Alt => match sequences::printable(c) {
                Some(Key::Char(c)) => Some(Key::Alt(c)),
                key => key,
            },
            _ => sequences::printable(c),
        };
        *self.place = Place::Ground;
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
                *self.place = Place::Paste(0);
                self.keys.push(Key::Paste);
            }
            '[' if is_bare => *self.place = Place::Console,
            'M' if is_bare => *self.place = Place::Mouse(3),
            _ => self.keys.extend(sequences::csi(params, last)),
        }
    }
}

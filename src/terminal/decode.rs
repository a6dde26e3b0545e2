//! Bytes from a terminal → keys. Pure and resumable: no I/O, no clock, and how the bytes were cut into reads
//! changes nothing. `vte` takes the sequences apart; here stands what it does not tell apart: the Escape key
//! from the byte that begins a sequence, pasted text from typed, and strings that nobody pressed.
use vte::{Params, Parser, Perform};

use super::{mouse, sequences};
use crate::play::keys::Key;

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;
const PASTE_ENDS: &[u8; 6] = b"\x1b[201~";

/// What a terminal set to 8 bits sends for ESC and a letter, and which of these begin a sequence or a string.
const TO_EIGHT_BITS: u8 = 0x40;
const BEGINNINGS: &[u8; 7] = b"\x8f\x90\x98\x9b\x9d\x9e\x9f";
/// The same for the `ESC \` that ends a string.
const END_OF_TEXT: u8 = 0x9c;

/// Turns bytes into keys, across any number of reads; never panics, and swallows what it does not know.
#[derive(Default)]
pub struct Decoder {
    parser: Parser,
    place: Place,
}

/// Where in the stream the next byte stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// Between two keys, or inside `ESC [ …`, which is the parser's.
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
    /// This many bytes of an old mouse report are still to come.
    Mouse(u8),
    /// After `ESC [` and digits.
    Number,
    /// In a string that answers a query: OSC, DCS, APC, PM or SOS.
    Text,
    /// After a byte of such a string that is not ASCII, so that the next one may belong to the same character.
    TextWide,
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

    /// Whether it means something else if nothing follows soon: an ESC alone is the Escape key.
    pub fn is_undecided(&self) -> bool {
        matches!(
            self.place,
            Place::Escape | Place::TextEscape | Place::PasteBreak
        )
    }

    /// Says that nothing followed for a while. An ESC was the Escape key then, one inside a string broke that off, and a
    /// Ctrl-C in pasted text was pressed. Any other unfinished sequence goes on waiting, however slow the line.
    pub fn timeout(&mut self, keys: &mut Vec<Key>) {
        match self.place {
            Place::Escape => {
                self.place = Place::Ground;
                keys.push(Key::Esc);
            }
            Place::TextEscape => self.place = Place::TextOver,
            Place::PasteBreak => {
                self.place = Place::Ground;
                keys.push(Key::Ctrl('c'));
            }
            _ => {}
        }
    }

    fn take(&mut self, byte: u8, keys: &mut Vec<Key>) {
        match (self.place, byte) {
            (Place::Paste(matched), _) => self.place = pasted(matched, byte),
            (Place::PasteBreak, _) => self.place = pasted(0, byte),
            (Place::Text, END_OF_TEXT) => self.place = Place::Ground,
            (Place::Text | Place::TextWide, 0x20.. | ESC | BEL) => self.place = in_text(byte),
            (Place::TextEscape | Place::TextOver, b'\\') => self.place = Place::Ground,
            // No string holds two of them on end: the second one is a person's, or begins something else.
            (Place::TextEscape, ESC) => self.place = Place::Escape,
            (Place::TextEscape | Place::Escape, _) => self.after_escape(byte, keys),
            (Place::Number, b'0'..=b'9') => self.parse(&[byte], keys),
            // rxvt ends a number so when Shift is held, where all others go on: to the parser it is as with Ctrl.
            (Place::Number, b'$') => self.parse_from_ground(b'^', keys),
            (Place::Mouse(left), 0x20..) => {
                self.place = match left {
                    2.. => Place::Mouse(left - 1),
                    _ => Place::Ground,
                }
            }
            (_, ESC) => self.restart(Place::Escape),
            // A control character breaks off whatever it interrupts, so no lost byte makes the game deaf.
            (_, ..0x20 | 0x7f) => {
                self.restart(Place::Ground);
                keys.extend(sequences::control(byte));
            }
            (Place::Number | Place::TextOver, _) => self.parse_from_ground(byte, keys),
            _ => self.parse(&[byte], keys),
        }
    }

    fn parse_from_ground(&mut self, byte: u8, keys: &mut Vec<Key>) {
        self.place = Place::Ground;
        self.parse(&[byte], keys);
    }

    fn after_escape(&mut self, byte: u8, keys: &mut Vec<Key>) {
        self.place = match byte {
            ESC => {
                keys.push(Key::Esc);
                Place::Escape
            }
            b'[' => {
                self.parse(b"\x1b[", keys);
                Place::Number
            }
            b'O' => Place::Single,
            b'P' | b'X' | b']' | b'^' | b'_' => Place::Text,
            _ => {
                self.place = Place::Alt;
                return self.take(byte, keys);
            }
        }
    }

    /// One byte at a time: given more, `vte` 0.15 loses the character after one that two reads share.
    fn parse(&mut self, bytes: &[u8], keys: &mut Vec<Key>) {
        let mut hand = Hand {
            place: &mut self.place,
            keys,
            control: None,
        };
        self.parser.advance(&mut hand, bytes);
        if let Some(control) = hand.control.filter(|control| BEGINNINGS.contains(control)) {
            self.after_escape(control - TO_EIGHT_BITS, keys);
        }
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
        0x80.. => Place::TextWide,
        _ => Place::Text,
    }
}

/// What the parser calls: a character, or a whole `ESC [` sequence.
struct Hand<'a> {
    place: &'a mut Place,
    keys: &'a mut Vec<Key>,
    /// The control character of 8 bits that came last, as itself or in UTF-8.
    control: Option<u8>,
}

impl Perform for Hand<'_> {
    fn execute(&mut self, byte: u8) {
        *self.place = Place::Ground;
        self.control = Some(byte);
    }

    fn print(&mut self, c: char) {
        if c.is_control() {
            return self.execute(c as u8);
        }
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

//! Bytes from a terminal → keys. Pure and resumable: no I/O, no clock, and how the bytes were cut into reads
//! changes nothing. `vte` takes the sequences apart; here stands what it does not tell apart: the Escape key
//! from the byte that begins a sequence, pasted text from typed, and strings that nobody pressed.
use vte::{Params, Parser, Perform};

use super::{mouse, sequences};
use crate::play::keys::Key;

const ESC: u8 = 0x1b;
const PASTE_ENDS: &[u8; 6] = b"\x1b[201~";

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
    /// In a string that answers a query: OSC, DCS, APC, PM or SOS.
    Text,
    /// After an ESC in such a string.
    TextEscape,
    /// In pasted text, after this many bytes of the mark that ends it.
    Paste(u8),
}

impl Decoder {
    /// Appends the keys that these bytes complete.
    pub fn feed(&mut self, bytes: &[u8], keys: &mut Vec<Key>) {
        for &byte in bytes {
            self.take(byte, keys);
        }
    }

    /// Whether an ESC came last: the Escape key, unless more follows soon.
    pub fn pending_escape(&self) -> bool {
        self.place == Place::Escape
    }

    /// Says that nothing followed for a while: a pending ESC was the Escape key. Any other unfinished
    /// sequence goes on waiting, however slow the line.
    pub fn timeout(&mut self, keys: &mut Vec<Key>) {
        if self.pending_escape() {
            self.place = Place::Ground;
            keys.push(Key::Esc);
        }
    }

    fn take(&mut self, byte: u8, keys: &mut Vec<Key>) {
        match (self.place, byte) {
            (Place::Paste(matched), _) => self.place = pasted(matched, byte),
            (Place::Text, 0x20.. | ESC | 0x07) => self.place = in_text(byte),
            (Place::TextEscape, b'\\') => self.place = Place::Ground,
            (Place::TextEscape, ESC) => {}
            (Place::TextEscape | Place::Escape, _) => self.after_escape(byte, keys),
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
            _ => self.parse(&[byte], keys),
        }
    }

    fn after_escape(&mut self, byte: u8, keys: &mut Vec<Key>) {
        self.place = match byte {
            ESC => {
                keys.push(Key::Esc);
                Place::Escape
            }
            b'[' => {
                self.parse(b"\x1b[", keys);
                Place::Ground
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
        let place = &mut self.place;
        self.parser.advance(&mut Hand { place, keys }, bytes);
    }

    fn restart(&mut self, place: Place) {
        self.parser = Parser::new();
        self.place = place;
    }
}

/// How many bytes of the end mark stand behind this byte; its first one occurs in it only once.
fn pasted(matched: u8, byte: u8) -> Place {
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
        0x07 => Place::Ground,
        ESC => Place::TextEscape,
        _ => Place::Text,
    }
}

/// What the parser calls: a character, or a whole `ESC [` sequence.
struct Hand<'a> {
    place: &'a mut Place,
    keys: &'a mut Vec<Key>,
}

impl Perform for Hand<'_> {
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

//! The wire form of a dungeon: a text that one WebAssembly module writes and another one reads, so that the second
//! needs no parser. A checksum detects damage, and a version detects other tables. The wire form is no file format: it
//! is only stored beside the dungeon's text, and can be written again from it.
use std::fmt;

use crc::{CRC_32_ISCSI, Crc};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::dungeon::{Dungeon, Settings, games};
use crate::space::geometry::Size;
use crate::space::grid::Grid;

/// The version of the tables. Change it with every change of a type in `DungeonTables` or of a profile's parameters;
/// `tests/format/wire.rs` fails otherwise.
const VERSION: u32 = 12;

/// The reason that a text is refused as a wire form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireError {
    /// Another version of the program wrote the text.
    Version,
    /// The text is incomplete, was changed, or belongs to another dungeon.
    Damaged,
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WireError::Version => "another version of this program compiled the dungeon",
            WireError::Damaged => "the compiled dungeon is damaged, or belongs to another text",
        })
    }
}

impl std::error::Error for WireError {}

/// The mark before two hexadecimal digits.
const MARK: u8 = b'~';

/// Returns the wire form of the dungeon of a text: the version, a colon, and the bytes of the tables. A byte that is a
/// printable character without a meaning in JSON and JavaScript stands for itself, so that a compressed page finds the
/// names in it again; any other is written as `~` and two hexadecimal digits.
///
/// # Panics
///
/// Never: every table has a wire form.
pub fn write(dungeon: &Dungeon, text: &str) -> String {
    let mut bytes = postcard::to_allocvec(dungeon).expect("every table has a wire form");
    bytes.extend(checksum(&bytes, text).to_le_bytes());
    let mut wire = format!("{VERSION}:");
    for byte in bytes {
        if (b' '..MARK).contains(&byte) && !b"\"$\\`".contains(&byte) {
            wire.push(char::from(byte));
        } else {
            wire += &format!("{}{byte:02x}", char::from(MARK));
        }
    }
    wire
}

/// Reads the output of [`write`] for the same text. Needs memory in proportion to the wire form.
///
/// # Errors
///
/// [`WireError::Version`] for another version, [`WireError::Damaged`] for a wrong checksum.
pub fn read(wire: &str, text: &str) -> Result<Dungeon, WireError> {
    let (version, written) = wire.split_once(':').ok_or(WireError::Damaged)?;
    if version != VERSION.to_string() {
        return Err(WireError::Version);
    }
    let bytes = bytes_of(written.as_bytes()).ok_or(WireError::Damaged)?;
    let (tables, sum) = bytes.split_last_chunk().ok_or(WireError::Damaged)?;
    if checksum(tables, text) != u32::from_le_bytes(*sum) {
        return Err(WireError::Damaged);
    }
    postcard::from_bytes(tables).map_err(|_| WireError::Damaged)
}

fn checksum(tables: &[u8], text: &str) -> u32 {
    let crc = Crc::<u32>::new(&CRC_32_ISCSI);
    let mut sum = crc.digest();
    sum.update(tables);
    sum.update(text.as_bytes());
    sum.finalize()
}

/// Returns the bytes that [`write`] has written; `None` if two digits are missing after a mark.
fn bytes_of(mut written: &[u8]) -> Option<Vec<u8>> {
    let digit = |digit: u8| u8::try_from(char::from(digit).to_digit(16)?).ok();
    let mut bytes = Vec::new();
    loop {
        let (byte, rest) = match *written {
            [] => return Some(bytes),
            [MARK, high, low, ref rest @ ..] => (digit(high)? << 4 | digit(low)?, rest),
            [MARK, ..] => return None,
            [byte, ref rest @ ..] => (byte, rest),
        };
        bytes.push(byte);
        written = rest;
    }
}

/// The game's word, and its parameters in the order of the profile.
impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let parameters = self.game.parameters.iter();
        let values = parameters.map(|parameter| self.value(parameter.key));
        (self.game.word, values.collect::<Vec<i32>>()).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Settings, D::Error> {
        let (word, values) = <(&str, Vec<i32>)>::deserialize(from)?;
        let game = games::named(word).ok_or(D::Error::custom("no game"))?;
        let mut settings = Settings::published(game);
        for (parameter, value) in game.parameters.iter().zip(values) {
            settings.set(parameter.key, value);
        }
        Ok(settings)
    }
}

impl<T: Copy + Serialize> Serialize for Grid<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (self.size(), self.cells()).serialize(to)
    }
}

impl<'de, T: Copy + Deserialize<'de>> Deserialize<'de> for Grid<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Grid<T>, D::Error> {
        let (size, cells) = <(Size, Vec<T>)>::deserialize(from)?;
        Grid::of(size, cells).ok_or(D::Error::custom("no grid"))
    }
}

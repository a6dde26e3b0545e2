//! A file of another program as its reader understood it: things on cells, before a legend says what each is.
use std::collections::HashMap;

use super::fault::ImportFault;
use dungeon_model::space::geometry::Size;
use dungeon_model::space::narrow::count;

/// What all readers give.
#[derive(Clone, Debug, Default)]
pub struct ForeignFile {
    /// Lines of the format before the first level, such as declarations of terrain.
    pub head: Vec<String>,
    /// Declarations of glyphs, each of which is wanted where its glyph is drawn.
    pub declared: Vec<(char, String)>,
    /// Everything that stands on some cell, each once.
    pub things: Vec<ForeignThing>,
    /// The number of each thing.
    pub(super) numbers: HashMap<ForeignThing, u32>,
    /// The maps in file order.
    pub levels: Vec<ForeignLevel>,
    /// What of the file holds for no one level and is not expressed.
    pub remarks: Vec<Remark>,
}

/// A sort of thing that stands on cells, by all that a legend may know it by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ForeignThing {
    /// The character that draws it.
    pub character: Option<char>,
    /// The number of a tile in all tilesets of a map.
    pub gid: Option<u32>,
    /// The tileset of a tile, and its number in there.
    pub tileset: Option<(String, u32)>,
    /// The value of a grid of numbers.
    pub value: Option<i64>,
    /// Names and classes of a tile, or of an object.
    pub names: Vec<String>,
    /// Whether it is an object with a place of its own, no tile of a grid.
    pub is_object: bool,
    /// Custom properties with their values.
    pub properties: Vec<(String, String)>,
    /// The glyph that the format itself says; a legend goes before it.
    pub certain: Option<char>,
    /// The number of what chance decides among the chances of its level.
    pub chance: Option<u32>,
}

/// Several things of which chance takes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignChance {
    /// The character of the source.
    pub character: char,
    /// The numbers of the things, each with its weight.
    pub alternatives: Vec<(u32, u32)>,
    /// Whether one draw decides for all cells.
    pub is_same: bool,
    /// The number of the shuffle that it is in.
    pub shuffle: Option<u32>,
    /// The line of the source that says so, from 1.
    pub line: Option<usize>,
}

impl ForeignThing {
    /// A thing that a character draws.
    pub fn drawn(character: char) -> ForeignThing {
        ForeignThing {
            character: Some(character),
            ..ForeignThing::default()
        }
    }

    /// What the thing is called in notes, such as ``tile 5 `water` of `outdoor` ``.
    pub fn label(&self) -> String {
        match (self.character, self.names.first()) {
            (Some(character), None) => return format!("glyph `{character}`"),
            (Some(character), Some(name)) => return format!("`{name}` (glyph `{character}`)"),
            (None, _) => {}
        }
        let named = match self.names.first() {
            Some(name) => format!(" `{name}`"),
            None => String::new(),
        };
        let of = match &self.tileset {
            Some((set, id)) => format!(" ({id} of `{set}`)"),
            None => String::new(),
        };
        match (self.is_object, self.value, self.gid) {
            (true, ..) if named.is_empty() => "object without a name".to_owned(),
            (true, ..) => format!("object{named}"),
            (_, Some(value), _) => format!("value {value}{named}"),
            (_, _, Some(gid)) => format!("tile gid {gid}{named}{of}"),
            _ => format!("tile{named}{of}"),
        }
    }
}

/// A map with what stands on it, in layers.
#[derive(Clone, Debug, Default)]
pub struct ForeignLevel {
    /// What the map is called; perhaps nothing.
    pub name: String,
    /// Columns and rows.
    pub size: Size,
    /// Layers from the lowest to the highest.
    pub layers: Vec<ForeignLayer>,
    /// The lines of the source in which the rows of the map stand, and the column in which they begin; none where a map
    /// is no text.
    pub text: Option<RowsInText>,
    /// What chance decides on this map.
    pub chances: Vec<ForeignChance>,
    /// What is not expressed.
    pub remarks: Vec<Remark>,
    /// Why the level cannot be drawn. Such a level keeps its number, and only an import of it fails.
    pub faults: Vec<ImportFault>,
}

/// Where the rows of a map stand in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowsInText {
    /// The line of each row, from 1.
    pub lines: Vec<usize>,
    /// The column of a row's first cell, from 1.
    pub column: usize,
}

/// Things that a layer puts on cells.
#[derive(Clone, Debug, Default)]
pub struct ForeignLayer {
    /// What the layer is called; perhaps nothing.
    pub name: String,
    /// Whether the source hides the layer, which is then not drawn.
    pub is_hidden: bool,
    /// What stands where, in the order in which it is drawn.
    pub placed: Vec<PlacedThing>,
}

/// A thing on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedThing {
    /// The column, from 0.
    pub x: u16,
    /// The row, from 0.
    pub y: u16,
    /// The number of the thing in the file.
    pub thing: u32,
}

impl PlacedThing {
    /// Puts a thing on the cell in this column and row, counted from 0; beyond the largest map there are none.
    pub fn at(x: usize, y: usize, thing: u32) -> PlacedThing {
        let [x, y] = [x, y].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        PlacedThing { x, y, thing }
    }
}

/// Where a remark belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarkPlace {
    /// The whole level or file.
    Whole,
    /// A line of the source, from 1.
    Line(usize),
    /// A cell of the level, from 0.
    Cell(u16, u16),
}

/// Something of the source that the result does not express. The text of the dungeon holds every remark; losses go to
/// standard error too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Where it belongs.
    pub place: RemarkPlace,
    /// What it is, in the words of the source or about it.
    pub text: String,
    /// Whether a part of the map is dropped or read otherwise. If not, the remark holds all that the source says.
    pub is_loss: bool,
}

impl Remark {
    /// A line of the source in its own words.
    pub fn of_line(line: usize, text: impl Into<String>) -> Remark {
        Remark {
            place: RemarkPlace::Line(line),
            ..Remark::about(text)
        }
    }

    /// Something of a whole level or file.
    pub fn about(text: impl Into<String>) -> Remark {
        Remark {
            place: RemarkPlace::Whole,
            text: text.into(),
            is_loss: false,
        }
    }

    /// Something that is dropped or read otherwise.
    pub fn loss(place: RemarkPlace, text: impl Into<String>) -> Remark {
        Remark {
            place,
            text: text.into(),
            is_loss: true,
        }
    }
}

impl ForeignFile {
    /// The number of a thing, which is added where it is new.
    pub fn thing(&mut self, thing: ForeignThing) -> u32 {
        let next = count(self.things.len());
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            self.things.push(thing.clone());
            next
        })
    }

    /// Adds a level with its name, or why it cannot be drawn.
    pub fn push(&mut self, name: String, level: Result<ForeignLevel, Vec<ImportFault>>) {
        let level = level.unwrap_or_else(|faults| ForeignLevel {
            faults,
            ..ForeignLevel::default()
        });
        self.levels.push(ForeignLevel { name, ..level });
    }
}

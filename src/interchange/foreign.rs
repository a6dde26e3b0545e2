//! The content of another program's file: things on cells, not yet mapped to glyphs by a legend.
use std::collections::HashMap;

use super::fault::ImportFault;
use dungeon_format::characters::quoted;
use dungeon_format::untrusted::Untrusted;
use dungeon_model::space::geometry::Size;
use dungeon_model::space::narrow::count;

/// The output of every reader.
#[derive(Clone, Debug, Default)]
pub struct ForeignFile {
    /// Lines that the format implies before the first level, such as declarations of terrain.
    pub head: Vec<String>,
    /// Glyphs with the lines that declare them. A line is used only if its glyph is on a map.
    pub declared: Vec<(char, String)>,
    /// Every sort of thing found on cells, once each. Other fields use indexes into this list.
    pub things: Vec<ForeignThing>,
    /// The index of each thing.
    pub(super) numbers: HashMap<ForeignThing, u32>,
    /// The maps in file order.
    pub levels: Vec<ForeignLevel>,
    /// Remarks that are not about a single level.
    pub remarks: Vec<Remark>,
    /// Whether the hero starts on the way up of the first level, which is then no way up.
    pub starts_on_way_up: bool,
}

/// A sort of thing that is found on cells, with every property that a legend can match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ForeignThing {
    /// The character that stands for the thing; `None` in formats without drawn characters.
    pub character: Option<char>,
    /// The global tile id of Tiled, which counts through all tilesets of a map.
    pub gid: Option<u32>,
    /// The name of a tile's tileset, and the tile's id in the tileset.
    pub tileset: Option<(String, u32)>,
    /// The value in a grid of numbers.
    pub value: Option<i64>,
    /// Names and classes of a tile or an object.
    pub names: Vec<String>,
    /// Whether the thing is an object with its own position, and not a tile of a grid.
    pub is_object: bool,
    /// Custom properties with their values.
    pub properties: Vec<(String, String)>,
    /// The glyph that the format itself implies. Rules of a legend take precedence.
    pub certain: Option<char>,
    /// The line that declares the thing, with the glyph that it should have on the screen. The glyph of the dungeon is
    /// chosen when the file is drawn.
    pub declaration: Option<String>,
    /// The thing that a monster with a declaration looks like; `None` for a thing that looks like itself.
    pub looks: Option<Box<ForeignThing>>,
    /// Keys of the record that places the thing, such as ` hidden=yes`; empty if its glyph alone says all.
    pub keys: String,
    /// The index among the chances of the thing's level; `None` if the thing is fixed.
    pub chance: Option<u32>,
}

/// One draw of chance among things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignDraw {
    /// Indexes into [`ForeignFile::things`], each with its weight.
    pub alternatives: Vec<(u32, u32)>,
    /// Whether all cells share this draw.
    pub is_same: bool,
}

/// The draws that decide the contents of some cells, such as the marks of a glyph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignChance {
    /// The character that stands for the chance in the source file.
    pub character: char,
    /// The draws, whose results add up: at most one of terrain, one of items and one of bodies.
    pub draws: Vec<ForeignDraw>,
    /// The number of the shuffle that the character belongs to; `None` without a shuffle.
    pub shuffle: Option<u32>,
    /// The number of the line that declares the chance, from 1; `None` if unknown.
    pub line: Option<usize>,
}

impl ForeignThing {
    /// Returns the thing that a text character stands for.
    pub fn drawn(character: char) -> ForeignThing {
        ForeignThing {
            character: Some(character),
            ..ForeignThing::default()
        }
    }

    /// Returns the thing's name for remarks, such as ``tile gid 5 `water` (4 of `outdoor`)``.
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

/// A part of a record below a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordPart {
    /// A text of the dungeon format.
    Text(String),
    /// The glyph of a thing, an index into [`ForeignFile::things`].
    Thing(u32),
    /// The glyph of a class of things, each with its weight.
    OneOf(Vec<(u32, u32)>),
    /// A cell of the level: column and row, from 0.
    Cell(u16, u16),
}

/// A record below a map, such as a scatter or a cause. The record is left out if the legend drops one of its things.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignRecord {
    /// The parts in order. The result is one line.
    pub parts: Vec<RecordPart>,
}

impl ForeignRecord {
    /// Returns a record that names no thing.
    pub fn of_text(text: String) -> ForeignRecord {
        ForeignRecord {
            parts: vec![RecordPart::Text(text)],
        }
    }

    /// Returns the indexes of the things that the record names.
    pub fn things(&self) -> impl Iterator<Item = u32> {
        self.parts.iter().flat_map(|part| match part {
            RecordPart::Thing(thing) => vec![*thing],
            RecordPart::OneOf(things) => things.iter().map(|(thing, _)| *thing).collect(),
            RecordPart::Text(_) | RecordPart::Cell(..) => Vec::new(),
        })
    }
}

/// The keys of a map that is a vault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignVault {
    /// The weight among the vaults of the file, at least 1.
    pub weight: u32,
    /// The first and the last level that may have the vault, from 1; `None` for all levels.
    pub depth: Option<(u32, u32)>,
    /// Whether the vault may be mirrored.
    pub flips: bool,
    /// Whether the vault may be turned by quarters.
    pub turns: bool,
    /// A cell of the outer wall that is a door in disguise: column and row, from 0.
    pub secret_door: Option<(u16, u16)>,
}

/// A map with the things on it, in layers.
#[derive(Clone, Debug, Default)]
pub struct ForeignLevel {
    /// The name of the map; empty if it has none.
    pub name: String,
    /// Keys of the `level` line, such as ` fog=no`.
    pub keys: String,
    /// The map that the seed of a game makes, such as `map rooms 76 21`, in place of rows.
    pub made: Option<String>,
    /// Whether every game has a way down, even if its place is left to chance.
    pub has_way_down: bool,
    /// Records below the map.
    pub records: Vec<ForeignRecord>,
    /// The keys of a vault; `None` for a level.
    pub vault: Option<ForeignVault>,
    /// The cell where the hero starts if no level draws a hero: column and row, from 0.
    pub start: Option<(u16, u16)>,
    /// Columns and rows.
    pub size: Size,
    /// Layers from the lowest to the highest.
    pub layers: Vec<ForeignLayer>,
    /// The place of the map's rows in the source; `None` if the source does not draw maps as text.
    pub text: Option<RowsInText>,
    /// The chances of this map.
    pub chances: Vec<ForeignChance>,
    /// Remarks about everything in this map that the dungeon's text does not express.
    pub remarks: Vec<Remark>,
    /// The reasons that the level cannot be drawn. The level keeps its number, and is left out of an import that
    /// includes it.
    pub faults: Vec<ImportFault>,
}

impl ForeignLevel {
    /// Returns the indexes of all things that the level has or may have by chance, possibly with repeats.
    pub fn things(&self) -> impl Iterator<Item = u32> {
        let placed = self.layers.iter().flat_map(|layer| &layer.placed);
        let draws = self.chances.iter().flat_map(|chance| &chance.draws);
        let drawn = draws.flat_map(|draw| &draw.alternatives);
        let named = self.records.iter().flat_map(ForeignRecord::things);
        { placed.map(|placed| placed.thing) }
            .chain(drawn.map(|(thing, _)| *thing))
            .chain(named)
    }
}

impl ForeignLevel {
    /// Returns the indexes of all things that the level has or may have by chance, for a file with other indexes.
    fn things_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        let placed = self.layers.iter_mut().flat_map(|layer| &mut layer.placed);
        let draws = self.chances.iter_mut().flat_map(|chance| &mut chance.draws);
        let drawn = draws.flat_map(|draw| &mut draw.alternatives);
        let parts = self.records.iter_mut().flat_map(|record| &mut record.parts);
        let named = parts.flat_map(|part| match part {
            RecordPart::Thing(thing) => vec![thing],
            RecordPart::OneOf(things) => things.iter_mut().map(|(thing, _)| thing).collect(),
            RecordPart::Text(_) | RecordPart::Cell(..) => Vec::new(),
        });
        { placed.map(|placed| &mut placed.thing) }
            .chain(drawn.map(|(thing, _)| thing))
            .chain(named)
    }
}

/// The place of a map's rows in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowsInText {
    /// The line of each row, from 1.
    pub lines: Vec<usize>,
    /// The column of a row's first cell, from 1.
    pub column: usize,
    /// For each row the first cell of each run of cells, from 0, with its column, from 1. Empty if each cell is one
    /// character.
    pub runs: Vec<Vec<(usize, usize)>>,
}

impl RowsInText {
    /// Returns the line and the column of a cell, whose column and row count from 0. `None` for a row that is not in
    /// the text.
    pub fn place(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let (x, y) = (usize::from(x), usize::from(y));
        let line = *self.lines.get(y)?;
        let run = self.runs.get(y).and_then(|runs| {
            let next = runs.partition_point(|(first, _)| *first <= x);
            runs.get(next.checked_sub(1)?)
        });
        Some((line, run.map_or(self.column + x, |(_, column)| *column)))
    }
}

/// Things that a layer puts on cells.
#[derive(Clone, Debug, Default)]
pub struct ForeignLayer {
    /// The name of the layer; empty if it has none.
    pub name: String,
    /// Whether the source hides the layer. Hidden layers are not drawn.
    pub is_hidden: bool,
    /// The things with their cells, in drawing order.
    pub placed: Vec<PlacedThing>,
}

/// A thing on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedThing {
    /// The column, from 0.
    pub x: u16,
    /// The row, from 0.
    pub y: u16,
    /// The index into [`ForeignFile::things`].
    pub thing: u32,
}

impl PlacedThing {
    /// Makes a thing on a cell. Columns and rows count from 0 and saturate at `u16::MAX`, which is more than the size
    /// of the largest map.
    pub fn at(x: usize, y: usize, thing: u32) -> PlacedThing {
        let [x, y] = [x, y].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        PlacedThing { x, y, thing }
    }
}

/// The subject of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarkPlace {
    /// The whole level or file.
    Whole,
    /// A line of the source, from 1.
    Line(usize),
    /// A line and a column of the source, from 1.
    Position(usize, usize),
    /// A cell of the level: column and row, from 0.
    Cell(u16, u16),
}

/// A remark about a part of the source that the dungeon's text does not express. Remarks become comments in the
/// dungeon's text; losses are also printed on standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The subject of the remark.
    pub place: RemarkPlace,
    /// A text quoted from the source, or a text about it.
    pub text: String,
    /// Whether a part of the map is dropped or reinterpreted. If not, nothing is lost: the remark quotes the part in
    /// full.
    pub is_loss: bool,
}

impl Remark {
    /// Returns a remark that quotes a line of the source. Lines count from 1.
    pub fn of_line(line: usize, text: impl Into<String>) -> Remark {
        Remark {
            place: RemarkPlace::Line(line),
            ..Remark::about(text)
        }
    }

    /// Returns a remark about a whole level or file.
    pub fn about(text: impl Into<String>) -> Remark {
        Remark {
            place: RemarkPlace::Whole,
            text: text.into(),
            is_loss: false,
        }
    }

    /// Returns a remark about something that is dropped or reinterpreted.
    pub fn loss(place: RemarkPlace, text: impl Into<String>) -> Remark {
        Remark {
            place,
            text: text.into(),
            is_loss: true,
        }
    }
}

impl ForeignFile {
    /// Returns the index of a thing, and adds the thing if it is new.
    pub fn thing(&mut self, thing: ForeignThing) -> u32 {
        let next = count(self.things.len());
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            self.things.push(thing.clone());
            next
        })
    }

    /// Adds a level with its name, or the faults that prevent drawing it.
    pub fn push(&mut self, name: String, level: Result<ForeignLevel, Vec<ImportFault>>) {
        let level = level.unwrap_or_else(|faults| ForeignLevel {
            faults,
            ..ForeignLevel::default()
        });
        self.levels.push(ForeignLevel { name, ..level });
    }

    /// Takes out the levels that cannot be drawn, and adds a remark for each of their faults. Returns the number of
    /// levels taken out. `name` is the name of the imported file.
    ///
    /// # Errors
    /// Returns all faults if no level is left.
    pub fn leave_out_faulty(&mut self, name: &Untrusted) -> Result<usize, Vec<ImportFault>> {
        let all = std::mem::take(&mut self.levels);
        let is_sound = |level: &ForeignLevel| level.faults.is_empty();
        let (sound, faulty): (Vec<_>, Vec<_>) = all.into_iter().partition(is_sound);
        self.levels = sound;
        if self.levels.is_empty() && !faulty.is_empty() {
            return Err(faulty.into_iter().flat_map(|level| level.faults).collect());
        }
        for level in &faulty {
            let whose = match level.name.as_str() {
                "" => "a level".to_owned(),
                name => format!("the level {}", quoted(name)),
            };
            self.remarks.extend(level.faults.iter().map(|fault| {
                let in_file = if fault.file == *name {
                    String::new()
                } else {
                    format!("{}: ", fault.file)
                };
                let place = match fault.place {
                    Some((line, column)) if in_file.is_empty() => {
                        RemarkPlace::Position(line, column)
                    }
                    _ => RemarkPlace::Whole,
                };
                let why = &fault.message;
                Remark::loss(place, format!("{whose} is left out: {in_file}{why}"))
            }));
        }
        Ok(faulty.len())
    }

    /// Returns a file for each level, with only the things on that level. The first file keeps the remarks about the
    /// whole file.
    pub fn split(self) -> Vec<ForeignFile> {
        let mut remarks = self.remarks;
        let single = |mut level: ForeignLevel| {
            let mut file = ForeignFile {
                head: self.head.clone(),
                declared: self.declared.clone(),
                remarks: std::mem::take(&mut remarks),
                starts_on_way_up: self.starts_on_way_up,
                ..ForeignFile::default()
            };
            for thing in level.things_mut() {
                *thing = file.thing(self.things[*thing as usize].clone());
            }
            file.levels.push(level);
            file
        };
        self.levels.into_iter().map(single).collect()
    }
}

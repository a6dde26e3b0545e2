//! A foreign file and a legend become the text of a dungeon: rows, records for what shares a cell, remarks for the rest.
use std::collections::{BTreeMap, BTreeSet};

use super::fault::ImportFault;
use super::foreign::{ForeignChance, ForeignFile, ForeignLevel, PlacedThing, Remark};
use super::glyph_sorts::GlyphSorts;
use super::legend::{ImportLegend, Meaning};
use crate::format::characters::{fault, in_quotes};
use crate::format::untrusted::Untrusted;

/// Characters for marks whose own one is taken.
const SPARE: &str = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefijklmnoqrstuvxyz";

/// The most lines that one level's remarks have.
const MOST_REMARKS: usize = 200;

/// The text of a dungeon, and what is to be told of it.
#[derive(Debug, Default)]
pub struct DrawnText {
    /// The text, which is not in its canonical form.
    pub text: String,
    /// What was not in the legend, a line each.
    pub notes: Vec<ImportFault>,
}

/// A text between quotes, of printable characters.
pub fn text_of(text: &str) -> String {
    let printable = text.chars().filter(|c| fault(*c).is_none());
    in_quotes(printable.take(200).collect::<String>().trim())
}

/// Things that no legend knows: how often they stand on a level, and where first.
#[derive(Debug)]
struct UnknownThing {
    times: usize,
    place: (u16, u16),
    is_on_floor: bool,
}

/// Draws all levels.
pub fn draw(name: &Untrusted, title: &str, file: &ForeignFile, legend: &ImportLegend) -> DrawnText {
    let declared = GlyphSorts::of(&(legend.head.join("\n") + "\n" + &file.head.join("\n") + "\n"));
    let own = GlyphSorts::of(&(legend.head.join("\n") + "\n"));
    let meanings: Vec<Option<Meaning>> = { file.things.iter() }
        .map(|thing| legend.meaning(thing))
        .collect();
    let optional = file.declared.iter().map(|(_, line)| format!("{line}\n"));
    let optional = GlyphSorts::of(&optional.collect::<String>());
    let is_terrain = |glyph: char| match own.declares(glyph) || !optional.declares(glyph) {
        true => declared.is_terrain(glyph),
        false => optional.is_terrain(glyph),
    };
    let mut drawing = LevelDrawing {
        name,
        file,
        legend,
        meanings,
        is_terrain: &is_terrain,
        is_explored: declared
            .game
            .as_deref()
            .is_none_or(|game| game == "explore"),
        has_hero: false,
        used: BTreeSet::new(),
        notes: Vec::new(),
    };
    let names = distinct_names(&file.levels);
    let is_titled = file.levels.len() > 1 || names.iter().any(|name| !name.is_empty());
    let levels: Vec<String> = { file.levels.iter().zip(&names) }
        .map(|(level, name)| drawing.level(level, name, is_titled))
        .collect();
    let (used, notes, is_explored) = (drawing.used, drawing.notes, drawing.is_explored);
    let mut text = format!("// Imported from {}.\n", name);
    remarks_text(&mut text, "Not expressed:", &file.remarks);
    if !declared.has_title {
        text += &format!("title {}\n", text_of(title));
    }
    // What the legend says goes before what the format brings along.
    for line in &file.head {
        let is_said = GlyphSorts::of(&(line.clone() + "\n"));
        let is_replaced = is_said
            .declared_glyph()
            .is_some_and(|glyph| own.declares(glyph))
            || is_said.has_goal && own.has_goal
            || is_said.has_title && own.has_title
            || is_said.game.is_some() && own.game.is_some();
        if !is_replaced {
            text += line;
            text.push('\n');
        }
    }
    if is_explored && !declared.has_goal && leads_out(&levels) {
        text += "// The stairs lead out: nothing is said of where to.\ngoal leave=yes\n";
    }
    if is_explored && levels.len() > 1 && !levels.iter().any(|level| has_stairs(level)) {
        text +=
            "// No stairs lead from level to level: draw `>` and `<`, or import one level alone.\n";
    }
    for line in &legend.head {
        text += line;
        text.push('\n');
    }
    for (glyph, line) in &file.declared {
        if used.contains(glyph) && !own.declares(*glyph) {
            text += line;
            text.push('\n');
        }
    }
    for level in levels {
        text.push('\n');
        text += &level;
    }
    DrawnText { text, notes }
}

/// Whether stairs of the first or the last level lead nowhere.
fn leads_out(levels: &[String]) -> bool {
    let has =
        |level: Option<&String>, stairs| level.is_some_and(|level| rows_of(level).contains(stairs));
    has(levels.first(), '<') || has(levels.last(), '>')
}

fn has_stairs(level: &str) -> bool {
    rows_of(level).contains(['<', '>'])
}

/// The rows of a level's text.
fn rows_of(level: &str) -> &str {
    let from = level.find("map\n").map_or(0, |at| at + "map\n".len());
    level[from..].split("\nend\n").next().unwrap_or_default()
}

/// The names of levels, those that are there already with a number.
fn distinct_names(levels: &[ForeignLevel]) -> Vec<String> {
    let mut known = BTreeSet::new();
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    let names = levels.iter().map(|level| {
        let mut name = level.name.clone();
        while !name.is_empty() && !known.insert(name.clone()) {
            let nth = times.entry(&level.name).or_insert(1);
            *nth += 1;
            name = format!("{} ({nth})", level.name);
        }
        name
    });
    names.collect()
}

/// Adds remarks as comments, below a line that says what they are.
fn remarks_text(text: &mut String, about: &str, remarks: &[Remark]) {
    if remarks.is_empty() {
        return;
    }
    *text += &format!("// {about}\n");
    for remark in remarks.iter().take(MOST_REMARKS) {
        let said = Untrusted::new(remark.text.as_str()).to_string();
        *text += &match remark.line {
            Some(line) => format!("//   line {line}: {said}\n"),
            None => format!("//   {said}\n"),
        };
    }
    if remarks.len() > MOST_REMARKS {
        *text += &format!("//   and {} more\n", remarks.len() - MOST_REMARKS);
    }
}

/// The drawing of one file, level after level.
struct LevelDrawing<'a> {
    name: &'a Untrusted,
    file: &'a ForeignFile,
    legend: &'a ImportLegend,
    meanings: Vec<Option<Meaning>>,
    is_terrain: &'a dyn Fn(char) -> bool,
    /// Whether the game is explore, whose rim is nobody's and whose hero is one.
    is_explored: bool,
    has_hero: bool,
    used: BTreeSet<char>,
    notes: Vec<ImportFault>,
}

/// The cells of a level while it is drawn.
struct LevelBoard {
    width: usize,
    cells: Vec<char>,
    /// Columns of rock before the first cell, and rows above it.
    margin: usize,
    /// What lies on the terrain, in the order in which it was put there.
    things: Vec<((u16, u16), char)>,
    unknown: BTreeMap<u32, UnknownThing>,
}

impl LevelDrawing<'_> {
    /// The text of a level.
    fn level(&mut self, level: &ForeignLevel, name: &str, is_titled: bool) -> String {
        let width = level.size.width as usize;
        let mut board = LevelBoard {
            width,
            cells: vec![' '; width * level.size.height as usize],
            margin: 0,
            things: Vec::new(),
            unknown: BTreeMap::new(),
        };
        let mut decided = self.chances(level, &mut board.unknown);
        for layer in &level.layers {
            if layer.name.is_empty() || !self.legend.drops_layer(&layer.name) {
                for placed in &layer.placed {
                    self.put(*placed, &mut decided, &mut board);
                }
            }
        }
        let mut remarks = self.unknown_remarks(level, &board.unknown);
        if self.is_explored {
            self.keep_one_hero(&mut board, &mut remarks);
            if level.records.is_empty() {
                board.close();
            }
        }
        let mut records = board.lay_things();
        self.used.extend(board.cells.iter().copied());
        let width = board.width;
        records.extend(level.records.iter().cloned());
        remarks.extend(level.remarks.iter().cloned());
        let mut text = String::new();
        if is_titled {
            text += "level";
            if !name.is_empty() {
                text += &format!(" {}", text_of(name));
            }
            text.push('\n');
        }
        remarks_text(&mut text, "Not expressed:", &remarks);
        text += "map\n";
        for row in board.cells.chunks(width.max(1)) {
            let row: String = row.iter().collect();
            let row = row.trim_end_matches(' ');
            text += row;
            let first = row.trim_start().strip_prefix("end");
            if first
                .is_some_and(|rest| rest.trim().is_empty() || rest.trim_start().starts_with("//"))
            {
                text.push('.');
            }
            text.push('\n');
        }
        text += "end\n";
        for line in decided.lines.into_iter().chain(records) {
            text += &line;
            text.push('\n');
        }
        text
    }

    /// Puts a thing on its cell.
    fn put(&self, placed: PlacedThing, decided: &mut DecidedMarks, board: &mut LevelBoard) {
        let cell = usize::from(placed.y) * board.width + usize::from(placed.x);
        let thing = &self.file.things[placed.thing as usize];
        if let Some(chance) = thing.chance {
            board.cells[cell] = decided.glyphs[chance as usize];
            return;
        }
        match self.meanings[placed.thing as usize] {
            Some(Meaning::Nothing) => {}
            Some(Meaning::Glyph(glyph)) if (self.is_terrain)(glyph) => board.cells[cell] = glyph,
            Some(Meaning::Glyph(glyph)) => board.things.push(((placed.x, placed.y), glyph)),
            None => {
                let is_on_floor = board.cells[cell] == ' ';
                if is_on_floor {
                    board.cells[cell] = '.';
                }
                let unknown = board.unknown.entry(placed.thing).or_insert(UnknownThing {
                    times: 0,
                    place: (placed.x, placed.y),
                    is_on_floor,
                });
                unknown.times += 1;
            }
        }
    }

    /// Leaves the first hero of the file where he is; another one is floor.
    fn keep_one_hero(&mut self, board: &mut LevelBoard, remarks: &mut Vec<Remark>) {
        board.things.retain(|((x, y), glyph)| {
            let is_spare = *glyph == '@' && std::mem::replace(&mut self.has_hero, true);
            if is_spare {
                let (column, row) = (x + 1, y + 1);
                let what = format!(
                    "a second `@` at {column},{row}: a dungeon has one hero; drawn as floor"
                );
                remarks.push(Remark::about(what));
                let cell = usize::from(*y) * board.width + usize::from(*x);
                if board.cells[cell] == ' ' {
                    board.cells[cell] = '.';
                }
            }
            !is_spare
        });
    }

    /// What is told of things that no legend knows: as remarks in the text, and as notes.
    fn unknown_remarks(
        &mut self,
        level: &ForeignLevel,
        unknown: &BTreeMap<u32, UnknownThing>,
    ) -> Vec<Remark> {
        let mut remarks = Vec::new();
        for (thing, unknown) in unknown {
            let thing = &self.file.things[*thing as usize];
            let (x, y) = (usize::from(unknown.place.0), usize::from(unknown.place.1));
            let times = match unknown.times {
                0 => "by chance".to_owned(),
                1 => "once".to_owned(),
                n => format!("{n} times"),
            };
            let mut said = thing.label();
            for (key, value) in thing.properties.iter().take(4) {
                said += &format!(" {key}={value}");
            }
            let first = match unknown.times {
                0 => String::new(),
                1 => format!(", at {},{}", x + 1, y + 1),
                _ => format!(", first at {},{}", x + 1, y + 1),
            };
            let drawn = match unknown.is_on_floor {
                true => "drawn as floor",
                false => "left out",
            };
            let message = format!("not in the legend: {said} {times}{first}; {drawn}");
            remarks.push(Remark::about(&message));
            let rows = level.text.as_ref().filter(|_| unknown.times > 0);
            let place = rows.and_then(|rows| Some((*rows.lines.get(y)?, rows.column + x)));
            let of = match level.name.as_str() {
                "" => String::new(),
                name if place.is_none() => format!("`{name}`: "),
                _ => String::new(),
            };
            self.notes.push(ImportFault {
                place,
                ..ImportFault::of_file(self.name, of + &message)
            });
        }
        remarks
    }
}

impl LevelBoard {
    /// Surrounds a map with rock whose outermost cells are not all wall or rock: nobody walks there.
    fn close(&mut self) {
        let (width, height) = (self.width, self.cells.len() / self.width);
        let is_rim = |x: usize, y: usize| x == 0 || y == 0 || x + 1 == width || y + 1 == height;
        let mut cells = self.cells.iter().enumerate();
        let is_open = cells
            .any(|(nth, glyph)| is_rim(nth % width, nth / width) && !matches!(glyph, ' ' | '#'))
            || self
                .things
                .iter()
                .any(|((x, y), _)| is_rim(usize::from(*x), usize::from(*y)));
        if !is_open {
            return;
        }
        let wide = width + 2;
        let mut closed = vec![' '; wide * (height + 2)];
        for (nth, row) in self.cells.chunks(width).enumerate() {
            let from = (nth + 1) * wide + 1;
            closed[from..from + width].copy_from_slice(row);
        }
        (self.width, self.cells, self.margin) = (wide, closed, 1);
    }

    /// Draws each thing that has a cell of plain floor for itself, and makes records of the others.
    fn lay_things(&mut self) -> Vec<String> {
        let mut records = Vec::new();
        for ((x, y), glyph) in &self.things {
            let (x, y) = (usize::from(*x) + self.margin, usize::from(*y) + self.margin);
            let cell = &mut self.cells[y * self.width + x];
            match *cell {
                ' ' | '.' => *cell = *glyph,
                _ => records.push(format!("{glyph} {} {}", x + 1, y + 1)),
            }
        }
        records
    }
}

/// What chance decides on a level: the glyph of each mark, and the lines that say so.
#[derive(Debug, Default)]
struct DecidedMarks {
    glyphs: Vec<char>,
    lines: Vec<String>,
}

impl LevelDrawing<'_> {
    /// Makes marks and shuffles of the chances of a level.
    fn chances(
        &mut self,
        level: &ForeignLevel,
        unknown: &mut BTreeMap<u32, UnknownThing>,
    ) -> DecidedMarks {
        let mut decided = DecidedMarks::default();
        let mut taken = self.plain_glyphs(level);
        let mixes: Vec<BTreeMap<char, u64>> = { level.chances.iter() }
            .map(|chance| self.mix(chance, unknown))
            .collect();
        // What a mark may become is no glyph of a mark.
        taken.extend(mixes.iter().flat_map(|mix| mix.keys().copied()));
        self.used
            .extend(mixes.iter().flat_map(|mix| mix.keys().copied()));
        let mut shuffles: BTreeMap<u32, Vec<char>> = BTreeMap::new();
        for (chance, mix) in level.chances.iter().zip(mixes) {
            let only = mix.len() == 1 && chance.shuffle.is_none();
            if let Some(glyph) = mix.keys().next().copied().filter(|_| only) {
                decided.glyphs.push(glyph);
                continue;
            }
            let is_free =
                |c: &char| !taken.contains(c) && fault(*c).is_none() && !"@h \"".contains(*c);
            let private = u32::from(chance.character) >= 0xe000;
            let own = Some(chance.character).filter(|c| !private && is_free(c));
            let glyph = own.or_else(|| SPARE.chars().find(is_free)).unwrap_or('?');
            taken.insert(glyph);
            decided.glyphs.push(glyph);
            let common = mix
                .values()
                .copied()
                .fold(0, greatest_common_divisor)
                .max(1);
            let alternatives = mix.iter().map(|(glyph, weight)| match weight / common {
                1 => glyph.to_string(),
                weight => format!("{glyph}*{}", weight.min(1_000)),
            });
            let alternatives = alternatives.collect::<Vec<_>>();
            let alternatives = match alternatives.as_slice() {
                [only] => only.chars().take(1).collect(),
                several => several.join("|"),
            };
            let same = if chance.is_same { " same=yes" } else { "" };
            decided
                .lines
                .push(format!("mark {glyph} {alternatives}{same}"));
            if let Some(shuffle) = chance.shuffle {
                shuffles.entry(shuffle).or_default().push(glyph);
            }
        }
        for marks in shuffles.values().filter(|marks| marks.len() > 1) {
            let marks: Vec<String> = marks.iter().map(char::to_string).collect();
            decided.lines.push(format!("shuffle {}", marks.join(" ")));
        }
        decided
    }

    /// The glyphs that are drawn on a level without chance.
    fn plain_glyphs(&self, level: &ForeignLevel) -> BTreeSet<char> {
        let placed = level.layers.iter().flat_map(|layer| &layer.placed);
        let things: BTreeSet<u32> = placed.map(|placed| placed.thing).collect();
        let glyphs = things
            .into_iter()
            .filter_map(|thing| match self.meanings[thing as usize] {
                Some(Meaning::Glyph(glyph)) => Some(glyph),
                _ => None,
            });
        glyphs.chain(['.', '#', ' ']).collect()
    }

    /// What may come of a chance, each glyph with its weight. What no legend knows is floor.
    fn mix(
        &self,
        chance: &ForeignChance,
        unknown: &mut BTreeMap<u32, UnknownThing>,
    ) -> BTreeMap<char, u64> {
        let mut mix = BTreeMap::new();
        for (thing, weight) in &chance.alternatives {
            let glyph = match self.meanings[*thing as usize] {
                // A cell that may be rock may be wall: no alternative is a blank.
                Some(Meaning::Glyph(' ')) => '#',
                Some(Meaning::Glyph('@')) | Some(Meaning::Nothing) => '.',
                Some(Meaning::Glyph(glyph)) => glyph,
                None => {
                    let here = UnknownThing {
                        times: 0,
                        place: (0, 0),
                        is_on_floor: true,
                    };
                    unknown.entry(*thing).or_insert(here);
                    '.'
                }
            };
            *mix.entry(glyph).or_insert(0) += u64::from(*weight);
        }
        if mix.is_empty() {
            mix.insert('.', 1);
        }
        mix
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

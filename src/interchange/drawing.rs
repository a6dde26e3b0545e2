//! Writes a foreign file as the text of a dungeon: rows, records for things that share a cell, comments for the rest.
use std::collections::{BTreeMap, BTreeSet};

use super::drawn_chances::{DecidedMarks, KnownGlyphs};
use super::fault::ImportFault;
use super::foreign::{ForeignFile, ForeignLevel, PlacedThing, Remark, RemarkPlace};
use super::glyph_sorts::{GlyphRole, GlyphSorts};
use super::legend::{ImportLegend, Meaning};
use super::level_board::{LevelBoard, UnknownThing};
use dungeon_format::characters::{fault, in_quotes};
use dungeon_format::untrusted::Untrusted;
use dungeon_model::dungeon::game_profile::{GameProfile, Heroes, LevelOrder};

/// The maximum number of remarks printed for one level.
const MOST_REMARKS: usize = 200;

/// The text of a dungeon, and everything from the imported file that the text cannot express.
#[derive(Debug, Default)]
pub struct DrawnText {
    /// The text, not yet in canonical form.
    pub text: String,
    /// Parts of the file that are dropped or reinterpreted.
    pub losses: Vec<ImportFault>,
}

/// Returns the first 200 printable characters of a text.
fn printable(text: &str) -> String {
    let printable = text.chars().filter(|c| fault(*c).is_none());
    printable.take(200).collect::<String>().trim().to_owned()
}

/// Returns the first 200 printable characters of a text, in quotes.
pub fn text_of(text: &str) -> String {
    in_quotes(&printable(text))
}

/// Writes all levels of a file as the text of a dungeon, with the glyphs of a legend.
pub fn draw(name: &Untrusted, title: &str, file: &ForeignFile, legend: &ImportLegend) -> DrawnText {
    let own = GlyphSorts::of(&(legend.head.join("\n") + "\n"));
    let optional: Vec<&str> = { file.declared.iter() }
        .filter(|(glyph, _)| !own.declares(*glyph))
        .map(|(_, line)| line.as_str())
        .collect();
    // The legend comes last, so that its declarations take precedence.
    let heads = [
        optional.join("\n"),
        file.head.join("\n"),
        legend.head.join("\n"),
    ];
    let sorts = GlyphSorts::of(&(heads.join("\n") + "\n"));
    let meanings: Vec<Option<Meaning>> = { file.things.iter() }
        .map(|thing| legend.meaning(thing))
        .collect();
    let glyphs = meanings.iter().filter_map(|meaning| match meaning {
        Some(Meaning::Glyph(glyph)) => Some(*glyph),
        _ => None,
    });
    let mut drawing = LevelDrawing {
        name,
        file,
        legend,
        reserved: glyphs
            .chain(sorts.declared_glyphs())
            .chain(['.', '#', ' '])
            .collect(),
        meanings,
        is_closed: sorts.has_goal && !sorts.has_way_out,
        leading_out: Vec::new(),
        sorts,
        has_hero: false,
        used: BTreeSet::new(),
        losses: Vec::new(),
    };
    let names = distinct_names(&file.levels);
    let is_titled = file.levels.len() > 1 || names.iter().any(|name| !name.is_empty());
    let mut text = format!("// Imported from {}.\n", name);
    drawing.tell(&mut text, None, &file.remarks);
    let mut levels = Vec::new();
    for (nth, (level, name)) in file.levels.iter().zip(&names).enumerate() {
        let ends = (nth == 0, nth + 1 == file.levels.len());
        levels.push(drawing.level(level, name, is_titled, ends));
    }
    if !drawing.sorts.has_title {
        text += &format!("title {}\n", text_of(title));
    }
    // A line of the legend replaces the format's own line.
    for line in &file.head {
        let is_said = GlyphSorts::of(&(line.clone() + "\n"));
        let is_replaced = is_said.declared_glyphs().any(|glyph| own.declares(glyph))
            || is_said.has_goal && own.has_goal
            || is_said.has_title && own.has_title
            || is_said.named_game.is_some() && own.named_game.is_some();
        if !is_replaced {
            text += line;
            text.push('\n');
        }
    }
    let game = drawing.sorts.game();
    if has_exits(game) && !drawing.sorts.has_goal && levels.iter().any(|level| level.leads_out) {
        text += "// The stairs lead out of the file: leaving wins.\ngoal leave=yes\n";
    }
    let are_joined = game.levels == LevelOrder::InTurn || levels.len() == 1;
    if !are_joined && !levels.iter().any(|level| level.has_stairs) {
        text += "// No stairs connect the levels: draw `>` and `<`, or import a single level.\n";
    }
    for line in &legend.head {
        text += line;
        text.push('\n');
    }
    for (glyph, line) in &file.declared {
        if drawing.used.contains(glyph) && !own.declares(*glyph) {
            text += line;
            text.push('\n');
        }
    }
    for level in levels {
        text.push('\n');
        text += &level.text;
    }
    DrawnText {
        text,
        losses: drawing.losses,
    }
}

/// Returns the printable names of the levels. A repeated name gets a number, such as `cave (2)`.
fn distinct_names(levels: &[ForeignLevel]) -> Vec<String> {
    let mut known = BTreeSet::new();
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let names = levels.iter().map(|level| {
        let said = printable(&level.name);
        let mut name = said.clone();
        while !name.is_empty() && !known.insert(name.clone()) {
            let nth = times.entry(said.clone()).or_insert(1);
            *nth += 1;
            name = format!("{said} ({nth})");
        }
        name
    });
    names.collect()
}

/// Returns a map with its rows. A row that would read `end` gets an additional cell of floor. A map with nothing but
/// rock becomes a single wall, because a map must not be empty.
fn rows_text(board: &LevelBoard) -> String {
    if board.cells.iter().all(|glyph| *glyph == ' ') {
        return "map\n#\nend\n".to_owned();
    }
    let mut text = String::from("map\n");
    for row in board.cells.chunks(board.width.max(1)) {
        let drawn = row.iter().rposition(|glyph| *glyph != ' ');
        let row: String = row[..drawn.map_or(0, |last| last + 1)].iter().collect();
        text += &row;
        let first = row.trim_start().strip_prefix("end");
        if first.is_some_and(|rest| rest.trim().is_empty() || rest.trim_start().starts_with("//")) {
            text.push('.');
        }
        text.push('\n');
    }
    text + "end\n"
}

/// The drawing of one file, level after level.
struct LevelDrawing<'a> {
    name: &'a Untrusted,
    file: &'a ForeignFile,
    legend: &'a ImportLegend,
    sorts: GlyphSorts,
    /// The meaning of each thing of the file; `None` for a thing that is not in the legend.
    meanings: Vec<Option<Meaning>>,
    /// Glyphs that have a meaning somewhere in the file, and cannot be used for marks.
    reserved: BTreeSet<char>,
    /// Whether the file has a goal other than leaving the dungeon.
    is_closed: bool,
    /// Stairs of the current level that would lead out of a dungeon where leaving is not possible. They are drawn as
    /// floor.
    leading_out: Vec<char>,
    has_hero: bool,
    /// Glyphs that are drawn, or that chance may produce.
    used: BTreeSet<char>,
    losses: Vec<ImportFault>,
}

/// Whether stairs may lead out of a dungeon of this game.
fn has_exits(game: &GameProfile) -> bool {
    game.one_level.is_none() && game.own_goal.is_none()
}

/// A level as text.
struct DrawnLevel {
    text: String,
    /// Whether stairs on the level lead out of the dungeon.
    leads_out: bool,
    has_stairs: bool,
}

impl LevelDrawing<'_> {
    /// Draws a level as text. `ends` says whether the level is the first of the file, and whether the level is the
    /// last.
    fn level(
        &mut self,
        level: &ForeignLevel,
        name: &str,
        is_titled: bool,
        ends: (bool, bool),
    ) -> DrawnLevel {
        let mut board = LevelBoard::new(level.size.width as usize, level.size.height as usize);
        let mut remarks = Vec::new();
        self.find_leading_out(level, ends, &mut remarks);
        let known = KnownGlyphs {
            meaning: &|thing| self.meaning(thing),
            reserved: &self.reserved,
        };
        let decided = known.chances(level, &mut board.unknown, &mut remarks);
        for layer in &level.layers {
            let is_dropped = !layer.name.is_empty() && self.legend.drops_layer(&layer.name);
            if layer.is_hidden && !is_dropped {
                let what = format!("layer `{}` is hidden: not drawn", layer.name);
                remarks.push(Remark::loss(RemarkPlace::Whole, what));
            } else if !is_dropped {
                for placed in &layer.placed {
                    self.put(*placed, &decided, &mut board);
                }
            }
        }
        remarks.splice(0..0, self.unknown_remarks(&board.unknown));
        self.keep_one_hero(&mut board, &mut remarks);
        board.make_room(&self.sorts, &mut remarks);
        self.used.extend(board.cells.iter().copied());
        self.used
            .extend(board.things.iter().map(|(_, glyph)| *glyph));
        self.used.extend(decided.outcomes.iter().copied());
        let has = |stairs: char| board.cells.contains(&stairs);
        let leads_out = ends.0 && has('<') || ends.1 && has('>');
        let has_stairs = ['<', '>']
            .iter()
            .any(|stairs| has(*stairs) || decided.outcomes.contains(stairs));
        let moved = if self.sorts.game().rim.is_played_on() {
            None
        } else {
            board.close()
        };
        let records = board.lay_things();
        remarks.extend(level.remarks.iter().cloned());
        let mut text = String::new();
        if is_titled {
            text += "level";
            if !name.is_empty() {
                text += &format!(" {}", in_quotes(name));
            }
            text.push('\n');
        }
        if let Some(moved) = moved {
            text += &format!("// {moved}\n");
        }
        self.tell(&mut text, Some(level), &remarks);
        text += &rows_text(&board);
        for line in decided.lines.into_iter().chain(records) {
            text += &line;
            text.push('\n');
        }
        DrawnLevel {
            text,
            leads_out,
            has_stairs,
        }
    }

    /// Returns the meaning of a thing on the current level; `None` for a thing that is not in the legend.
    fn meaning(&self, thing: u32) -> Option<Meaning> {
        match self.meanings[thing as usize] {
            Some(Meaning::Glyph(glyph)) if self.leading_out.contains(&glyph) => {
                Some(Meaning::Glyph('.'))
            }
            meaning => meaning,
        }
    }

    /// Finds the stairs of a level that would lead nowhere, and reports them.
    fn find_leading_out(
        &mut self,
        level: &ForeignLevel,
        ends: (bool, bool),
        remarks: &mut Vec<Remark>,
    ) {
        self.leading_out.clear();
        if has_exits(self.sorts.game()) && (self.is_closed || !self.has_exit()) {
            let stairs = [('<', ends.0), ('>', ends.1)].into_iter();
            let leading_out = stairs.filter(|(_, is_end)| *is_end);
            self.leading_out.extend(leading_out.map(|(glyph, _)| glyph));
            if self.has_lost_stairs(level) {
                let why = if self.is_closed {
                    "leaving is not the goal"
                } else {
                    "not every game has them"
                };
                let what = format!("stairs that lead out of the file are drawn as floor: {why}");
                remarks.push(Remark::loss(RemarkPlace::Whole, what));
            }
        }
    }

    /// Whether the file has stairs that lead out of the dungeon in every game, not only by chance.
    fn has_exit(&self) -> bool {
        let has = |level: Option<&ForeignLevel>, stairs: char| {
            let layers = level.into_iter().flat_map(|level| &level.layers);
            let mut placed = layers.flat_map(|layer| &layer.placed);
            placed.any(|placed| {
                self.meanings[placed.thing as usize] == Some(Meaning::Glyph(stairs))
                    && self.file.things[placed.thing as usize].chance.is_none()
            })
        };
        has(self.file.levels.first(), '<') || has(self.file.levels.last(), '>')
    }

    /// Whether a level has stairs, or may get stairs by chance, that are drawn as floor because they would lead
    /// nowhere.
    fn has_lost_stairs(&self, level: &ForeignLevel) -> bool {
        let placed = level.layers.iter().flat_map(|layer| &layer.placed);
        let placed = placed.map(|placed| placed.thing);
        let alternatives = level.chances.iter().flat_map(|chance| &chance.alternatives);
        let mut things = placed.chain(alternatives.map(|(thing, _)| *thing));
        things.any(|thing| self.meaning(thing) != self.meanings[thing as usize])
    }

    /// Puts a thing on its cell. Counts things that are not in the legend, and draws floor for them.
    fn put(&self, placed: PlacedThing, decided: &DecidedMarks, board: &mut LevelBoard) {
        let cell = usize::from(placed.y) * board.width + usize::from(placed.x);
        let thing = &self.file.things[placed.thing as usize];
        if let Some(chance) = thing.chance {
            board.cells[cell] = decided.glyphs[chance as usize];
            return;
        }
        match self.meaning(placed.thing) {
            Some(Meaning::Nothing) => {}
            Some(Meaning::Glyph(glyph)) => match self.sorts.role(glyph) {
                GlyphRole::Terrain => board.cells[cell] = glyph,
                GlyphRole::Item | GlyphRole::Body => {
                    board.things.push(((placed.x, placed.y), glyph))
                }
            },
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

    /// Keeps the first hero, and draws all other heroes as floor. The first hero is the first of the file, or the first
    /// of each level in games with a hero on every level.
    fn keep_one_hero(&mut self, board: &mut LevelBoard, remarks: &mut Vec<Remark>) {
        let is_single = self.sorts.game().heroes == Heroes::One;
        self.has_hero &= is_single;
        let whose = if is_single { "dungeon" } else { "level" };
        board.things.retain(|((x, y), glyph)| {
            let is_spare = *glyph == '@' && std::mem::replace(&mut self.has_hero, true);
            if is_spare {
                let (column, row) = (x + 1, y + 1);
                let what = format!(
                    "a second `@` at {column},{row}: a {whose} has one hero; drawn as floor"
                );
                remarks.push(Remark::loss(RemarkPlace::Cell(*x, *y), what));
                let cell = usize::from(*y) * board.width + usize::from(*x);
                if board.cells[cell] == ' ' {
                    board.cells[cell] = '.';
                }
            }
            !is_spare
        });
    }

    /// Returns a remark for each thing that is not in the legend.
    fn unknown_remarks(&self, unknown: &BTreeMap<u32, UnknownThing>) -> Vec<Remark> {
        let remark = |(thing, unknown): (&u32, &UnknownThing)| {
            let thing = &self.file.things[*thing as usize];
            let (x, y) = unknown.place;
            let (column, row) = (x + 1, y + 1);
            let (times, first) = match unknown.times {
                0 => ("by chance".to_owned(), String::new()),
                1 => ("once".to_owned(), format!(", at {column},{row}")),
                n => (format!("{n} times"), format!(", first at {column},{row}")),
            };
            let mut said = thing.label();
            for (key, value) in thing.properties.iter().take(4) {
                said += &format!(" {key}={value}");
            }
            let drawn = if unknown.is_on_floor {
                "drawn as floor"
            } else {
                "not imported"
            };
            let place = match unknown.times {
                0 => RemarkPlace::Whole,
                _ => RemarkPlace::Cell(x, y),
            };
            let message = format!("not in the legend: {said} {times}{first}; {drawn}");
            Remark::loss(place, message)
        };
        unknown.iter().map(remark).collect()
    }

    /// Adds remarks of the file, or of one of its levels, to the text as comments. Also records losses for standard
    /// error.
    fn tell(&mut self, text: &mut String, level: Option<&ForeignLevel>, remarks: &[Remark]) {
        if remarks.is_empty() {
            return;
        }
        *text += "// Not imported:\n";
        for remark in remarks.iter().take(MOST_REMARKS) {
            let said = Untrusted::new(remark.text.as_str()).to_string();
            *text += &match remark.place {
                RemarkPlace::Line(line) | RemarkPlace::Position(line, _) => {
                    format!("//   line {line}: {said}\n")
                }
                _ => format!("//   {said}\n"),
            };
        }
        if remarks.len() > MOST_REMARKS {
            *text += &format!("//   and {} more\n", remarks.len() - MOST_REMARKS);
        }
        let of = match level.map(|level| level.name.as_str()) {
            None | Some("") => String::new(),
            Some(name) => format!("`{name}`: "),
        };
        let losses = remarks.iter().filter(|remark| remark.is_loss);
        for remark in losses.clone().take(MOST_REMARKS) {
            let place = match remark.place {
                RemarkPlace::Line(line) => Some((line, 1)),
                RemarkPlace::Position(line, column) => Some((line, column)),
                RemarkPlace::Cell(x, y) => level.and_then(|level| {
                    let rows = level.text.as_ref()?;
                    let line = rows.lines.get(usize::from(y))?;
                    Some((*line, rows.column + usize::from(x)))
                }),
                RemarkPlace::Whole => None,
            };
            let of = if place.is_none() { of.as_str() } else { "" };
            self.losses.push(ImportFault {
                place,
                ..ImportFault::of_file(self.name, format!("{of}{}", remark.text))
            });
        }
        let left = losses.count().saturating_sub(MOST_REMARKS);
        if left > 0 {
            let more = format!("{of}and {left} more like this");
            self.losses.push(ImportFault::of_file(self.name, more));
        }
    }
}

//! Writes a foreign file as the text of a dungeon: rows, records for things that share a cell, comments for the rest.
use std::collections::{BTreeMap, BTreeSet};

use super::chosen_glyphs::{choose_glyphs, disguise, spare_glyph};
use super::drawn_chances::{DecidedMarks, KnownGlyphs, alternatives, greatest_common_divisor};
use super::fault::ImportFault;
use super::foreign::{
    ForeignFile, ForeignLevel, ForeignRecord, PlacedThing, RecordPart, Remark, RemarkPlace,
};
use super::glyph_sorts::{GlyphRole, GlyphSorts};
use super::legend::{ImportLegend, Meaning};
use super::level_board::{LaidThing, LevelBoard, UnknownThing};
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
    /// The declarations that the maps need, without those of the legend.
    pub declared: Vec<String>,
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
    let mut meanings: Vec<Option<Meaning>> = { file.things.iter() }
        .map(|thing| legend.meaning(thing))
        .collect();
    let glyphs = meanings.iter().filter_map(|meaning| match meaning {
        Some(Meaning::Glyph(glyph)) => Some(*glyph),
        _ => None,
    });
    let declared = { file.declared.iter() }.map(|(glyph, _)| *glyph);
    let mut reserved: BTreeSet<char> = { glyphs.chain(own.declared_glyphs()) }
        .chain(declared)
        .chain(GlyphSorts::of(&(file.head.join("\n") + "\n")).declared_glyphs())
        .chain(['.', '#', ' '])
        .collect();
    let chosen = choose_glyphs(file, &mut meanings, &mut reserved);
    let chosen_lines: Vec<&str> = chosen.iter().map(|(_, line)| line.as_str()).collect();
    // The legend comes last, so that its declarations take precedence.
    let heads = [
        optional.join("\n"),
        chosen_lines.join("\n"),
        file.head.join("\n"),
        legend.head.join("\n"),
    ];
    let sorts = GlyphSorts::of(&(heads.join("\n") + "\n"));
    let mut drawing = LevelDrawing {
        name,
        file,
        legend,
        reserved,
        meanings,
        is_start: false,
        marks: BTreeSet::new(),
        classes: BTreeMap::new(),
        is_closed: sorts.has_goal && !sorts.has_way_out,
        leading_out: Vec::new(),
        sorts,
        has_hero: false,
        lacks_exit: false,
        used: BTreeSet::new(),
        losses: Vec::new(),
    };
    let names = distinct_names(&file.levels);
    let has_keys = file.levels.iter().any(|level| !level.keys.is_empty());
    let is_titled = file.levels.len() > 1 || has_keys || names.iter().any(|name| !name.is_empty());
    let mut text = format!("// Imported from {}.\n", name);
    drawing.tell(&mut text, None, &file.remarks);
    let named = || file.levels.iter().zip(&names);
    let weights = { file.levels.iter() }.filter_map(|level| level.vault);
    let weights = weights.map(|vault| u64::from(vault.weight));
    let common_weight = weights.fold(0, greatest_common_divisor);
    let mut levels = Vec::new();
    for (level, name) in named().filter(|(level, _)| level.vault.is_some()) {
        levels.push(drawing.vault(level, name, common_weight));
    }
    let drawn: Vec<_> = named().filter(|(level, _)| level.vault.is_none()).collect();
    if has_exits(drawing.sorts.game()) {
        let made = made_levels(file, !drawn.is_empty() || !drawing.is_closed);
        drawing.has_hero |= !made.is_empty();
        levels.extend(made);
    }
    let is_open = has_exits(drawing.sorts.game()) && !drawing.sorts.has_goal;
    drawing.lacks_exit =
        is_open && levels.iter().all(|level| level.is_vault) && !drawing.has_exit();
    let begins = levels.iter().all(|level| level.is_vault);
    for (nth, (level, name)) in drawn.iter().enumerate() {
        let ends = (begins && nth == 0, nth + 1 == drawn.len());
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
    let is_item = |glyph: &char| drawing.sorts.role(*glyph) == GlyphRole::Item;
    let has_goal = drawing.sorts.has_goal || levels.iter().any(|level| level.leads_out);
    let has_items = file.levels.len() == 1 && drawing.used.iter().any(is_item);
    if file.starts_on_way_up && !has_goal && !has_items {
        text += "// Nothing leads down: write a `goal` in the legend.\ngoal none=yes\n";
    }
    let are_joined = game.levels == LevelOrder::InTurn || levels.len() == 1;
    if !are_joined && !levels.iter().any(|level| level.has_stairs) {
        text += "// No stairs connect the levels: draw `>` and `<`, or import a single level.\n";
    }
    for line in &legend.head {
        text += line;
        text.push('\n');
    }
    let hidden = { chosen.iter() }.filter(|(glyph, _)| drawing.used.contains(glyph));
    let looks: Vec<char> = hidden.filter_map(|(_, line)| disguise(line)).collect();
    drawing.used.extend(looks);
    let declared = file.declared.iter().chain(&chosen);
    let declared = declared
        .filter(|(glyph, _)| drawing.used.contains(glyph) && !own.declares(*glyph))
        .map(|(_, line)| line.clone());
    let declared: Vec<String> = declared.collect();
    for line in &declared {
        text += line;
        text.push('\n');
    }
    for (alternatives, glyph) in &drawing.classes {
        text += &format!("class {glyph} {alternatives} \"one of several\"\n");
    }
    for level in levels {
        text.push('\n');
        text += &level.text;
    }
    DrawnText {
        text,
        declared,
        losses: drawing.losses,
    }
}

/// Returns the number of levels that a file with vaults needs, so that each vault may be on one of them.
pub fn levels_for_vaults(file: &ForeignFile) -> usize {
    let vaults = file.levels.iter().filter_map(|level| level.vault);
    let first = vaults.map(|vault| vault.depth.map_or(1, |(first, _)| first as usize));
    first.max().unwrap_or(0)
}

/// Returns levels of rooms that are large enough for each vault of a file; none for a file without vaults. `leads_on`
/// says whether the last of them has stairs down.
fn made_levels(file: &ForeignFile, leads_on: bool) -> Vec<DrawnLevel> {
    let vaults = || { file.levels.iter() }.filter_map(|level| Some((level.vault?, level.size)));
    let laid = vaults().map(|(vault, size)| match size.width.max(size.height) {
        side if vault.turns => (side, side),
        _ => (size.width, size.height),
    });
    // A map exceeds its vaults by at least four cells.
    let (width, height) = laid.fold((54, 24), |all, laid| (all.0.max(laid.0), all.1.max(laid.1)));
    let (width, height) = (width + 6, height + 6);
    let all = levels_for_vaults(file);
    let made = (1..=all).map(|nth| {
        let mut text = String::new();
        if nth == 1 {
            text += "// Levels for the vaults: replace them by your own.\n";
        }
        let is_here = |first: u32, last: u32| (first as usize..=last as usize).contains(&nth);
        let takes =
            vaults().any(|(vault, _)| vault.depth.is_none_or(|(first, last)| is_here(first, last)));
        text += &format!("level\nmap rooms {width} {height}");
        text += if takes { " vaults=yes\n" } else { "\n" };
        text += if nth == 1 {
            "scatter @ 1\n"
        } else {
            "scatter < 1\n"
        };
        if nth < all || leads_on {
            text += "scatter > 1\n";
        }
        DrawnLevel {
            text,
            is_vault: false,
            leads_out: nth == all && leads_on && vaults().count() == file.levels.len(),
            has_stairs: true,
        }
    });
    made.collect()
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
    /// Whether the hero starts on the way up of the current level.
    is_start: bool,
    /// Glyphs of marks, which have another meaning on each level.
    marks: BTreeSet<char>,
    /// The alternatives of each class, with its glyph.
    classes: BTreeMap<String, char>,
    has_hero: bool,
    /// Whether the first level needs stairs that lead out, where the hero starts.
    lacks_exit: bool,
    /// Glyphs that are drawn, or that chance may produce.
    used: BTreeSet<char>,
    losses: Vec<ImportFault>,
}

/// Whether stairs may lead out of a dungeon of this game.
fn has_exits(game: &GameProfile) -> bool {
    game.form().one_level.is_none() && game.form().own_goal.is_none()
}

/// A level as text.
struct DrawnLevel {
    text: String,
    is_vault: bool,
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
        let mut remarks = Vec::new();
        self.is_start = ends.0 && self.file.starts_on_way_up;
        self.find_leading_out(level, ends, &mut remarks);
        let mut head = String::new();
        if is_titled {
            head += "level";
            if !name.is_empty() {
                head += &format!(" {}", in_quotes(name));
            }
            head += &level.keys;
            head.push('\n');
        }
        let (mut board, decided) = self.board(level, &mut remarks);
        let exit = board.started.filter(|_| self.lacks_exit);
        if exit.is_some() {
            let what = "no stairs lead out: they are below the hero";
            remarks.push(Remark::about(what));
            self.lacks_exit = false;
        }
        let has = |stairs: char| board.cells.contains(&stairs);
        let leads_out = exit.is_some()
            || ends.0 && has('<')
            || ends.1 && (has('>') || self.has_way_down(level));
        let has_stairs = ['<', '>']
            .iter()
            .any(|stairs| has(*stairs) || decided.outcomes.contains(stairs))
            || self.has_way_down(level);
        let moved = if self.sorts.game().rim.is_played_on() {
            None
        } else {
            board.close()
        };
        if let Some(moved) = moved {
            head += &format!("// {moved}\n");
        }
        let exit = exit.map(|(x, y)| {
            let (x, y) = board.moved((x, y));
            format!("< {x} {y}\n")
        });
        DrawnLevel {
            text: self.text(level, head, board, decided, remarks) + &exit.unwrap_or_default(),
            is_vault: false,
            leads_out,
            has_stairs,
        }
    }

    /// Draws a vault as text. The weight is written in units of `common_weight`.
    fn vault(&mut self, level: &ForeignLevel, name: &str, common_weight: u64) -> DrawnLevel {
        let mut remarks = Vec::new();
        self.leading_out = vec!['<', '>'];
        if self.has_lost_stairs(level) {
            let what = "a vault has no stairs: drawn as floor";
            remarks.push(Remark::loss(RemarkPlace::Whole, what));
        }
        let name = if name.is_empty() { "vault" } else { name };
        let mut head = format!("vault {}", in_quotes(name));
        if let Some(vault) = level.vault {
            let weight = u64::from(vault.weight) / common_weight.max(1);
            if weight != 1 {
                head += &format!(" weight={weight}");
            }
            if let Some((first, last)) = vault.depth {
                head += &format!(" depth={first}..{last}");
            }
            head += if vault.flips { " flip=yes" } else { "" };
            head += if vault.turns { " turn=yes" } else { "" };
        }
        head.push('\n');
        let (mut board, mut decided) = self.board(level, &mut remarks);
        let secret = level.vault.and_then(|vault| vault.secret_door);
        let secret = secret.map(|(x, y)| format!("+ {} {} name=\"wall\" glyph=#", x + 1, y + 1));
        decided.lines.extend(secret);
        board.things.retain(|laid| {
            if laid.glyph == '@' {
                let what = "a vault has no hero: drawn as floor";
                let (x, y) = laid.place;
                remarks.push(Remark::loss(RemarkPlace::Cell(x, y), what));
            }
            laid.glyph != '@'
        });
        DrawnLevel {
            text: self.text(level, head, board, decided, remarks),
            is_vault: true,
            leads_out: false,
            has_stairs: false,
        }
    }

    /// Puts everything on a map that has a place there. Adds remarks about all that is left out or changed.
    fn board(
        &mut self,
        level: &ForeignLevel,
        remarks: &mut Vec<Remark>,
    ) -> (LevelBoard, DecidedMarks) {
        let mut board = LevelBoard::new(level.size.width as usize, level.size.height as usize);
        let known = KnownGlyphs {
            file: self.file,
            meaning: &|thing| self.meaning(thing),
            reserved: &self.reserved,
            is_closed: &|glyph| glyph == '#' || self.sorts.is_closed(glyph),
        };
        let decided = known.chances(level, &mut board.unknown, remarks);
        self.marks.extend(decided.glyphs.iter().copied());
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
        if level.vault.is_none() {
            self.start_hero(level, &mut board);
            self.keep_one_hero(&mut board, remarks);
        }
        board.make_room(&self.sorts, remarks);
        self.used.extend(board.cells.iter().copied());
        self.used.extend(board.things.iter().map(|laid| laid.glyph));
        self.used.extend(decided.outcomes.iter().copied());
        (board, decided)
    }

    /// Puts a hero on the start of a level if neither the level nor, in games with one hero, an earlier level has one.
    fn start_hero(&self, level: &ForeignLevel, board: &mut LevelBoard) {
        let is_there = board.things.iter().any(|laid| laid.glyph == '@');
        let is_elsewhere = self.has_hero && self.sorts.game().heroes == Heroes::One;
        let start = level.start.filter(|_| !is_there && !is_elsewhere);
        board.things.extend(start.map(|place| LaidThing {
            place,
            glyph: '@',
            keys: String::new(),
        }));
        board.started = start;
    }

    /// Returns the text of a level or a vault that begins with `head`.
    fn text(
        &mut self,
        level: &ForeignLevel,
        head: String,
        mut board: LevelBoard,
        decided: DecidedMarks,
        mut remarks: Vec<Remark>,
    ) -> String {
        let mut records = board.lay_things();
        let named = level.records.iter();
        records.extend(named.filter_map(|record| self.record(record, &board)));
        remarks.extend(level.remarks.iter().cloned());
        let mut text = head;
        self.tell(&mut text, Some(level), &remarks);
        match &level.made {
            Some(made) => text += &format!("{made}\n"),
            None => text += &rows_text(&board),
        }
        for line in decided.lines.into_iter().chain(records) {
            text += &line;
            text.push('\n');
        }
        text
    }

    /// Returns the meaning of a thing on the current level; `None` for a thing that is not in the legend.
    fn meaning(&self, thing: u32) -> Option<Meaning> {
        match self.meanings[thing as usize] {
            Some(Meaning::Glyph('<')) if self.is_start => Some(Meaning::Glyph('@')),
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
            let stairs = [('<', ends.0 && !self.is_start), ('>', ends.1)].into_iter();
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
        let levels = self.file.levels.iter();
        let drawn: Vec<&ForeignLevel> = levels.filter(|level| level.vault.is_none()).collect();
        // A level after vaults is not the first one.
        let begins = drawn.len() == self.file.levels.len() && !self.file.starts_on_way_up;
        let last = drawn.last().copied();
        begins && has(drawn.first().copied(), '<')
            || has(last, '>')
            || last.is_some_and(|last| self.has_way_down(last))
    }

    /// Whether a level has a way down in every game that the legend leaves in place.
    fn has_way_down(&self, level: &ForeignLevel) -> bool {
        level.has_way_down
            && level
                .things()
                .any(|thing| self.meaning(thing) == Some(Meaning::Glyph('>')))
    }

    /// Returns a record as text; `None` if the legend drops or lacks one of its things.
    fn record(&mut self, record: &ForeignRecord, board: &LevelBoard) -> Option<String> {
        let mut text = String::new();
        let mut used = Vec::new();
        for part in &record.parts {
            match part {
                RecordPart::Text(part) => text += part,
                RecordPart::Cell(x, y) => {
                    let (x, y) = board.moved((*x, *y));
                    text += &format!("{x},{y}");
                }
                RecordPart::Thing(thing) => text.push(self.placed_glyph(*thing, &mut used)?),
                RecordPart::OneOf(things) => {
                    let mut mix: BTreeMap<char, u64> = BTreeMap::new();
                    for (thing, weight) in things {
                        let glyph = self.placed_glyph(*thing, &mut used)?;
                        *mix.entry(glyph).or_insert(0) += u64::from(*weight);
                    }
                    text.push(self.class_of(&mix)?);
                }
            }
        }
        self.used.extend(used);
        Some(text)
    }

    /// Returns the glyph of a thing that a record names, and adds it to `used`; `None` for nothing and for floor.
    fn placed_glyph(&self, thing: u32, used: &mut Vec<char>) -> Option<char> {
        match self.meaning(thing)? {
            Meaning::Nothing | Meaning::Glyph('.' | ' ') => None,
            Meaning::Glyph(glyph) => {
                used.push(glyph);
                Some(glyph)
            }
        }
    }

    /// Returns the glyph of a class with these alternatives; `None` if no glyph is left.
    fn class_of(&mut self, mix: &BTreeMap<char, u64>) -> Option<char> {
        if let (Some((only, _)), 1) = (mix.first_key_value(), mix.len()) {
            return Some(*only);
        }
        let alternatives = alternatives(mix);
        if let Some(known) = self.classes.get(&alternatives) {
            return Some(*known);
        }
        let glyph = spare_glyph(&self.reserved.union(&self.marks).copied().collect())?;
        self.reserved.insert(glyph);
        self.classes.insert(alternatives, glyph);
        Some(glyph)
    }

    /// Whether a level has stairs, or may get stairs by chance, that are drawn as floor because they would lead
    /// nowhere.
    fn has_lost_stairs(&self, level: &ForeignLevel) -> bool {
        let mut things = level.things();
        things.any(|thing| match self.meanings[thing as usize] {
            Some(Meaning::Glyph(glyph)) => self.leading_out.contains(&glyph),
            _ => false,
        })
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
                GlyphRole::Terrain => {
                    board.cells[cell] = glyph;
                    board.features.remove(&(placed.x, placed.y));
                    if !thing.keys.is_empty() {
                        let feature = (glyph, thing.keys.clone());
                        board.features.insert((placed.x, placed.y), feature);
                    }
                }
                GlyphRole::Item | GlyphRole::Body => board.things.push(LaidThing {
                    place: (placed.x, placed.y),
                    glyph,
                    keys: thing.keys.clone(),
                }),
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
        board.things.retain(|laid| {
            let LaidThing {
                place: (x, y),
                glyph,
                ..
            } = laid;
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
                RemarkPlace::Cell(x, y) => level.and_then(|level| level.text.as_ref()?.place(x, y)),
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

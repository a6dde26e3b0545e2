//! The text of one level as the seed has made it: a drawn map, marks for what a single glyph cannot spell, and records.
use std::collections::{BTreeMap, BTreeSet};

use super::begun_file::{BegunFile, JoinedEdit};
use super::settled_numbers::SettledNumbers;
use super::spare_marks::SpareMarks;
use super::spelled_thing::{SpelledThing, ThingLayer, place};
use crate::analysis::file_analysis::{FileScope, GlyphOrigin};
use dungeon_format::characters::in_quotes;
use dungeon_format::file_parts::span;
use dungeon_format::source::Span;
use dungeon_format::syntax::{Head, MapForm, Record, Statement};
use dungeon_model::dungeon::{ItemId, Level, LevelId, Stats, TileId, builtin};
use dungeon_model::space::geometry::Point;

/// The tiles that a generator lays, with their glyphs.
const GENERATED: [(TileId, char); 4] = [
    (builtin::ROCK, ' '),
    (builtin::FLOOR, '.'),
    (builtin::WALL, '#'),
    (builtin::DOOR, '+'),
];

/// The origin of a thing on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlacedBy {
    /// The thing is drawn, without chance.
    Drawn,
    /// A record with this number places the thing, without chance.
    Record(usize),
    /// The seed has put the thing there.
    Decided,
}

/// A thing on a cell of the level.
#[derive(Clone, Debug)]
struct CellThing {
    thing: SpelledThing,
    origin: PlacedBy,
    /// Whether a record is to place the thing, so that the map does not show it.
    is_moved: bool,
    /// Whether the map of the file shows the thing, which a record may describe.
    is_on_the_map: bool,
}

impl CellThing {
    fn new(thing: SpelledThing, origin: PlacedBy) -> CellThing {
        CellThing {
            thing,
            origin,
            is_moved: false,
            is_on_the_map: false,
        }
    }

    /// Whether the map is to show the thing.
    fn is_drawn(&self) -> bool {
        !self.is_moved && !matches!(self.origin, PlacedBy::Record(_))
    }
}

/// A cell of the level: its drawn glyph, and the things on it.
#[derive(Clone, Debug)]
struct LevelCell {
    /// The glyph in the file, or that of generated terrain.
    glyph: char,
    things: Vec<CellThing>,
    /// Whether the glyph must be written anew.
    is_changed: bool,
}

/// A level that is written without chance.
pub(super) struct PlainLevel<'a> {
    file: &'a BegunFile<'a>,
    id: LevelId,
    scope: FileScope,
    /// The level as the seed has decided its marks, before scatters.
    level: &'a Level,
    /// The index of the map's statement.
    map: usize,
    width: i32,
    cells: Vec<LevelCell>,
    /// Statements that are deleted.
    deleted: BTreeSet<usize>,
    /// The records that place moved bodies and items, in order.
    records: Vec<String>,
}

impl<'a> PlainLevel<'a> {
    /// Reads a level with everything that is on it.
    ///
    /// # Errors
    ///
    /// The reason why the level cannot be written.
    pub(super) fn read(file: &'a BegunFile<'a>, id: LevelId) -> Result<PlainLevel<'a>, String> {
        let nth = usize::from(id.0);
        let scope = FileScope::Level(u32::from(id.0));
        let statements = file.analysis().statements();
        let mut own = (0..statements.len()).filter(|nth| file.analysis().scope(*nth) == scope);
        let map = own.find(|nth| matches!(statements[*nth], Statement::Map(_)));
        let map = map.ok_or_else(|| {
            format!(
                "level {} has no map in the file, but the game's own boards",
                nth + 1
            )
        })?;
        let mut plain = PlainLevel {
            file,
            id,
            scope,
            level: &file.world().dungeon().levels()[nth],
            map,
            width: file.world().size(id).width,
            cells: Vec::new(),
            deleted: BTreeSet::new(),
            records: Vec::new(),
        };
        plain.read_map();
        plain.read_records();
        plain.read_vaults();
        plain.read_scatters()?;
        Ok(plain)
    }

    /// Returns everything that lies or stands on the level, with its numbers.
    pub(super) fn numbered(&self) -> Vec<(SpelledThing, Stats)> {
        let world = self.file.world();
        let mut numbered = Vec::new();
        for p in world.size(self.id).points() {
            let cell = world.cell(self.id, p);
            for CellThing { thing, .. } in &self.cells[self.index(p)].things {
                let numbers = match thing.layer {
                    ThingLayer::Body => cell.body().map(|who| world.body(who).stats),
                    ThingLayer::Item => Some(world.item(cell.item).gives),
                    ThingLayer::Terrain => None,
                };
                numbered.extend(numbers.map(|numbers| (thing.clone(), numbers)));
            }
        }
        numbered
    }

    /// Returns the edits after which the level has no chance; none for a level without chance.
    ///
    /// # Errors
    ///
    /// The reason why the level cannot be written.
    pub(super) fn edits(mut self, settled: &SettledNumbers<'_>) -> Result<Vec<JoinedEdit>, String> {
        self.move_bodies(settled);
        self.move_items(settled);
        self.written()
    }

    /// Returns the statements of the level that are records.
    fn own_records(&self) -> Vec<(usize, &'a Record)> {
        let analysis = self.file.analysis();
        let all = (0..analysis.statements().len()).filter(|nth| analysis.scope(*nth) == self.scope);
        all.filter_map(|nth| Some((nth, analysis.record(nth)?)))
            .collect()
    }

    /// Whether the map has the form in which a blank is floor.
    fn is_pasted(&self) -> bool {
        matches!(&self.file.analysis().statements()[self.map],
            Statement::Map(map) if matches!(map.form, MapForm::Pasted { .. }))
    }

    fn cell(&mut self, p: Point) -> &mut LevelCell {
        let nth = p.y as usize * self.width as usize + p.x as usize;
        &mut self.cells[nth]
    }

    /// Reads the glyphs of the map, and the things that they stand for.
    fn read_map(&mut self) {
        let file = self.file;
        let decided = file.decided_on(self.id, self.scope);
        let rows = file.analysis().rows(self.map).iter();
        let rows = rows.map(|row| file.analysis().source().slice(*row).chars().collect());
        let rows: Vec<Vec<char>> = rows.collect();
        let is_drawn = !rows.is_empty();
        let mut certain: BTreeMap<char, Vec<SpelledThing>> = BTreeMap::new();
        for p in file.world().size(self.id).points() {
            let glyph = match rows.get(p.y as usize).and_then(|row| row.get(p.x as usize)) {
                Some(glyph) => *glyph,
                None if is_drawn => ' ',
                None => self.generated_glyph(p),
            };
            let (things, origin) = match decided.get(&p) {
                Some(things) => (things.clone(), PlacedBy::Decided),
                None if !is_drawn => (Vec::new(), PlacedBy::Drawn),
                None => {
                    let known = certain.entry(glyph);
                    let things = known.or_insert_with(|| file.speller.certain(self.scope, glyph));
                    (things.clone(), PlacedBy::Drawn)
                }
            };
            let things = things.into_iter().map(|thing| CellThing {
                is_on_the_map: true,
                ..CellThing::new(thing, origin)
            });
            self.cells.push(LevelCell {
                glyph,
                things: things.collect(),
                is_changed: origin == PlacedBy::Decided,
            });
        }
    }

    /// Returns the glyph of generated terrain; `.` for terrain that something else has put there.
    fn generated_glyph(&self, p: Point) -> char {
        let tile = self.file.world().cell(self.id, p).tile;
        let tiles = self.file.world().dungeon().tiles();
        let is_same = |known: TileId| {
            let [known, tile] = [known, tile].map(|id| &tiles[usize::from(id.0)]);
            (known.glyph, &known.name) == (tile.glyph, &tile.name)
        };
        let found = GENERATED.into_iter().find(|(known, _)| is_same(*known));
        found.map_or('.', |(_, glyph)| glyph)
    }

    /// Adds the things of records. The things of a mark that chance decides are there already.
    fn read_records(&mut self) {
        let file = self.file;
        let decided = file.decided_on(self.id, self.scope);
        for (nth, record) in self.own_records() {
            let (Head::Glyph(glyph), Some(p)) = (&record.head.value, place(record)) else {
                continue;
            };
            if !file.world().size(self.id).contains(p) {
                continue;
            }
            if decided.contains_key(&p) {
                self.deleted.insert(nth);
                continue;
            }
            let things = match file.analysis().origin(self.scope, *glyph) {
                GlyphOrigin::Marked(_) => file.speller.certain(self.scope, *glyph),
                _ => vec![file.speller.of_record(record, *glyph)],
            };
            let own = &mut self.cell(p).things;
            let things = things.into_iter().map(|thing| CellThing {
                is_on_the_map: own.iter().any(|one| one.thing.layer == thing.layer),
                ..CellThing::new(thing, PlacedBy::Record(nth))
            });
            let things: Vec<CellThing> = things.collect();
            // The record describes a drawn thing of its layer.
            own.retain(|one| things.iter().all(|new| new.thing.layer != one.thing.layer));
            own.extend(things);
        }
    }

    /// Adds the things of the vaults that the seed has placed.
    fn read_vaults(&mut self) {
        let file = self.file;
        let mut choices: BTreeMap<String, usize> = BTreeMap::new();
        for (placed, things) in (0..).zip(file.vault_things(self.id)) {
            for (p, things) in things {
                let cell = self.cell(p);
                if cell.glyph != ' ' {
                    cell.glyph = '.';
                }
                cell.is_changed = true;
                let things = things.into_iter().map(|thing| {
                    let thing = thing.in_choice(|name| choice_of_vault(&mut choices, name, placed));
                    CellThing::new(thing, PlacedBy::Decided)
                });
                cell.things = things.collect();
            }
        }
    }

    /// Adds the things that scatters have placed: everything on the level that no glyph, record or vault explains.
    fn read_scatters(&mut self) -> Result<(), String> {
        let world = self.file.world();
        let generated = self.level.generator.is_some();
        let scattered = self.file.scattered(self.id, self.scope);
        for p in world.size(self.id).points() {
            let cell = world.cell(self.id, p);
            let is_as_drawn = self.level.tiles.get(p) == Some(cell.tile);
            let is_laid = is_as_drawn
                || generated
                    && (self.has(p, ThingLayer::Terrain)
                        || GENERATED.iter().any(|(tile, _)| *tile == cell.tile));
            if !is_laid {
                let found = scattered.tile(cell.tile);
                self.replace(p, ThingLayer::Terrain, found)?;
            }
            if cell.item != ItemId::NONE && !self.explains_item(p, cell.item) {
                let found = scattered.item(world.dungeon(), cell.item);
                self.replace(p, ThingLayer::Item, found)?;
            }
            // The rules may have let other bodies be born, which they will do again.
            if let Some(who) = cell.body().filter(|_| !self.has(p, ThingLayer::Body))
                && let Some(found) = scattered.body(world.body(who).kind)
            {
                self.replace(p, ThingLayer::Body, Some(found))?;
            }
        }
        Ok(())
    }

    fn has(&mut self, p: Point, layer: ThingLayer) -> bool {
        let mut things = self.cell(p).things.iter();
        things.any(|one| one.thing.layer == layer)
    }

    /// Whether an item is the one that a glyph, a record or a vault puts on a cell.
    fn explains_item(&mut self, p: Point, item: ItemId) -> bool {
        let dungeon = self.file.world().dungeon();
        let mut listed = self.level.items.iter().filter(|(place, _)| *place == p);
        match listed.next() {
            Some((_, own)) => *own == item || dungeon.is_variant(item, *own),
            None => self.has(p, ThingLayer::Item),
        }
    }

    /// Puts the thing of a scatter on a cell, in place of the thing on its layer.
    fn replace(
        &mut self,
        p: Point,
        layer: ThingLayer,
        found: Option<SpelledThing>,
    ) -> Result<(), String> {
        let thing = found.ok_or_else(|| {
            let name = &self.file.world().dungeon().levels()[usize::from(self.id.0)].name;
            format!("no record spells the thing at {p} of level `{name}`")
        })?;
        let cell = self.cell(p);
        let mut gone = Vec::new();
        cell.things.retain(|one| {
            if one.thing.layer == layer
                && let PlacedBy::Record(nth) = one.origin
            {
                gone.push(nth);
            }
            one.thing.layer != layer
        });
        cell.is_changed = true;
        cell.things.push(CellThing::new(thing, PlacedBy::Decided));
        self.deleted.extend(gone);
        Ok(())
    }

    /// Moves bodies into records, in acting order, where a drawn map cannot keep that order, and gives them the numbers
    /// that the seed has drawn.
    fn move_bodies(&mut self, settled: &SettledNumbers<'_>) {
        let world = self.file.world();
        let ours = world.ours().filter(|who| world.body(*who).level == self.id);
        let ours: Vec<_> = ours.collect();
        let theirs: Vec<_> = world.theirs(self.id).collect();
        let mut numbered = BTreeMap::new();
        for who in ours.iter().chain(&theirs) {
            let body = world.body(*who);
            let things = &mut self.cell(body.at).things;
            let found = things
                .iter()
                .find(|one| one.thing.layer == ThingLayer::Body);
            let Some(found) = found.cloned() else {
                continue; // born by the rules
            };
            let drawn = settled.with_numbers(found.thing.clone(), body.stats);
            numbered.insert(*who, (found, drawn));
        }
        let is_drawn = |who| {
            numbered
                .get(who)
                .is_some_and(|(found, drawn): &(CellThing, _)| found.thing != *drawn)
        };
        let generated = self.level.generator.is_some();
        let is_out_of_order = |who| {
            let found: Option<&(CellThing, SpelledThing)> = numbered.get(who);
            found.is_some_and(|(found, _)| found.origin == PlacedBy::Decided)
        };
        let all_move = theirs.iter().any(is_drawn)
            || generated && theirs.iter().any(is_out_of_order)
            || !self.level.scatters.is_empty() && theirs.iter().any(is_out_of_order);
        let ours_move = ours.len() > 1 && ours.iter().any(is_out_of_order);
        let moving: Vec<_> = { ours.iter().filter(|who| ours_move || is_drawn(who)) }
            .chain(theirs.iter().filter(|_| all_move))
            .filter(|who| numbered.contains_key(who))
            .copied()
            .collect();
        let is_at_kept = |who| self.is_kept(self.cells[self.index(world.body(who).at)].glyph);
        // Drawn bodies act before those of records, so one that must stay in the map keeps all others there.
        let stay = moving.iter().copied().any(is_at_kept);
        for who in moving {
            let p = world.body(who).at;
            let (found, drawn) = numbered[&who].clone();
            if stay && found.is_on_the_map {
                self.keep(p, &found, drawn);
            } else {
                self.move_out(p, ThingLayer::Body, drawn);
            }
        }
    }

    fn index(&self, p: Point) -> usize {
        p.y as usize * self.width as usize + p.x as usize
    }

    /// Whether a glyph is a mark of the level that other lines name, so that its cells keep it.
    fn is_kept(&self, glyph: char) -> bool {
        self.file.is_named(self.scope, glyph)
    }

    /// Gives a body that stays in the map its drawn numbers.
    fn keep(&mut self, p: Point, found: &CellThing, drawn: SpelledThing) {
        if found.thing == drawn && found.origin == PlacedBy::Drawn {
            return;
        }
        if let PlacedBy::Record(nth) = found.origin {
            self.deleted.insert(nth);
        }
        let cell = self.cell(p);
        cell.is_changed = true;
        let mut things = cell.things.iter_mut();
        if let Some(one) = things.find(|one| one.thing == found.thing) {
            one.thing = drawn;
            one.origin = PlacedBy::Decided;
        }
    }

    /// Lets a record place a thing.
    fn move_out(&mut self, p: Point, layer: ThingLayer, drawn: SpelledThing) {
        self.records.push(drawn.record(p));
        let cell = self.cell(p);
        cell.is_changed = true;
        let mut gone = Vec::new();
        for one in cell
            .things
            .iter_mut()
            .filter(|one| one.thing.layer == layer)
        {
            one.is_moved = true;
            if let PlacedBy::Record(nth) = one.origin {
                gone.push(nth);
            }
        }
        // The other things of a record with a mark need records of their own.
        let mut left = Vec::new();
        for one in cell.things.iter_mut().filter(|one| !one.is_moved) {
            if matches!(one.origin, PlacedBy::Record(nth) if gone.contains(&nth)) {
                one.is_moved = true;
                left.push(one.thing.record(p));
            }
        }
        self.records.extend(left);
        self.deleted.extend(gone);
    }

    /// Moves items with drawn numbers into records.
    fn move_items(&mut self, settled: &SettledNumbers<'_>) {
        let world = self.file.world();
        let lying: Vec<(Point, ItemId)> = world.lying(self.id).collect();
        for (p, item) in lying {
            let things = self.cell(p).things.iter();
            let mut found = things.filter(|one| one.thing.layer == ThingLayer::Item);
            let Some(found) = found.next().cloned() else {
                continue;
            };
            let gives = world.item(item).gives;
            let drawn = settled.with_numbers(found.thing.clone(), gives);
            if found.thing == drawn {
                continue;
            }
            if drawn.is_chosen() {
                let cell = self.cell(p);
                cell.is_changed = true;
                for one in &mut cell.things {
                    if one.thing == found.thing {
                        one.thing = drawn.clone();
                    }
                }
            } else {
                self.move_out(p, ThingLayer::Item, drawn);
            }
        }
    }

    /// Returns the edits that write the level.
    fn written(mut self) -> Result<Vec<JoinedEdit>, String> {
        let is_changed = self.cells.iter().any(|cell| cell.is_changed)
            || self.level.generator.is_some()
            || self
                .own_records()
                .iter()
                .any(|(nth, _)| self.file.is_chance(*nth));
        if !is_changed {
            return Ok(Vec::new());
        }
        self.place_what_glyphs_cannot();
        let (rows, marks) = self.drawn()?;
        let mut text = if self.is_pasted() {
            format!("map {} {}", self.width, rows.len())
        } else {
            "map".to_owned()
        };
        for row in rows {
            text.push('\n');
            text += if self.is_pasted() {
                &row
            } else {
                row.trim_end()
            };
        }
        if !self.is_pasted() {
            text += "\nend";
        }
        for line in marks.iter().chain(&self.records) {
            text.push('\n');
            text += line;
        }
        let analysis = self.file.analysis();
        let mut edits = vec![(span(&analysis.statements()[self.map]), text)];
        let gone = self
            .own_records()
            .into_iter()
            .filter(|(nth, _)| self.deleted.contains(nth) || self.file.is_chance(*nth));
        let gone: Vec<Span> = gone.map(|(_, record)| record.span).collect();
        edits.extend(
            gone.into_iter()
                .map(|span| (self.file.deletion(span), String::new())),
        );
        Ok(edits)
    }

    /// Moves items of chance into records if they have keys, and items and terrain of chance if they share their cell with
    /// something else.
    fn place_what_glyphs_cannot(&mut self) {
        let all = self.file.world().size(self.id);
        for p in all.points() {
            let glyph = self.cells[self.index(p)].glyph;
            if self.is_kept(glyph) {
                continue;
            }
            let cell = self.cell(p);
            let things = cell.things.iter().filter(|one| one.is_drawn()).cloned();
            let things: Vec<CellThing> = things.collect();
            let is_alone = things.len() == 1;
            let decided = things.into_iter();
            for one in decided.filter(|one| one.origin == PlacedBy::Decided) {
                let layer = one.thing.layer;
                let fits = is_alone && one.thing.is_plain();
                let is_movable = match layer {
                    ThingLayer::Item => !fits && !one.thing.is_chosen(),
                    ThingLayer::Terrain => !is_alone,
                    ThingLayer::Body => false,
                };
                if is_movable {
                    self.move_out(p, layer, one.thing);
                }
            }
        }
    }

    /// Returns the rows of the map, and the marks that they need.
    fn drawn(&mut self) -> Result<(Vec<String>, Vec<String>), String> {
        let mut marks = SpareMarks::new(self.file, self.scope);
        let changed: BTreeSet<char> = { self.cells.iter() }
            .filter(|cell| cell.is_changed && self.is_kept(cell.glyph))
            .map(|cell| cell.glyph)
            .collect();
        for cell in &self.cells {
            if changed.contains(&cell.glyph) {
                marks.keep(cell.glyph, cell.drawn())?;
            } else if let Some(glyph) = self.plain_glyph(cell) {
                marks.take(glyph);
            }
        }
        for glyph in changed {
            let own = self.file.analysis().marks(self.scope, glyph);
            self.deleted.extend(own.iter().copied());
        }
        let mut rows = vec![String::new(); self.cells.len() / self.width.max(1) as usize];
        for (nth, cell) in self.cells.iter().enumerate() {
            let glyph = match self.plain_glyph(cell) {
                Some(glyph) => glyph,
                None => marks.mark_for(cell.glyph, cell.drawn())?,
            };
            rows[nth / self.width.max(1) as usize].push(glyph);
        }
        Ok((rows, marks.lines()))
    }

    /// Returns the glyph of a cell that needs no new mark; `None` if it needs one.
    fn plain_glyph(&self, cell: &LevelCell) -> Option<char> {
        let (things, file) = (cell.drawn(), self.file);
        let is_generated = self.level.generator.is_some();
        if !cell.is_changed || self.is_kept(cell.glyph) {
            return Some(cell.glyph);
        }
        let is_as_it_was = !is_generated
            && !file.is_freed(self.scope, cell.glyph)
            && things == file.speller.certain(self.scope, cell.glyph);
        match things.as_slice() {
            _ if is_as_it_was => Some(cell.glyph),
            [] if cell.glyph == ' ' || is_generated && "#+".contains(cell.glyph) => {
                Some(cell.glyph)
            }
            [] if self.is_pasted() => Some(' '),
            [] => Some('.'),
            // A map of the classic form shows only marks, and takes other glyphs for walls.
            _ if self.is_pasted() => None,
            [one] if one.is_plain() && !file.is_marked(self.scope, one.glyph) => Some(one.glyph),
            _ => None,
        }
    }
}

impl LevelCell {
    /// Returns the things that the map is to show.
    fn drawn(&self) -> Vec<SpelledThing> {
        let things = self.things.iter().filter(|one| one.is_drawn());
        things.map(|one| one.thing.clone()).collect()
    }
}

/// Returns the name of a vault's choice: its own, unless an earlier vault of the level has a choice of this name.
fn choice_of_vault(known: &mut BTreeMap<String, usize>, name: &str, placed: usize) -> String {
    match *known.entry(name.to_owned()).or_insert(placed) {
        first if first == placed => name.to_owned(),
        _ => in_quotes(&format!("{} {}", name.trim_matches('"'), placed + 1)),
    }
}

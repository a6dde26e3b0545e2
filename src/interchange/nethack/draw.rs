//! Turns a level of NetHack whose statements have run into things on cells, marks, scatters and causes.
use std::collections::BTreeMap;

use super::grid::{DesArea, DesCell, DesCells};
use super::run::{DesArrival, DesOutcomes, DesPlace, DesRun, Placement, WHOLE_WEIGHT};
use super::things::{BOULDER, CROSSINGS, PIT, UNLOCKING, built_in, terrain};
use crate::interchange::fault::FaultText;
use crate::interchange::foreign::{
    ForeignChance, ForeignDraw, ForeignLayer, ForeignLevel, ForeignRecord, ForeignThing,
    PlacedThing, RecordPart, Remark, RemarkPlace,
};
use dungeon_format::characters::in_quotes;
use dungeon_model::space::geometry::Size;
use dungeon_model::space::narrow::{count, length};

/// The maximum number of cells among which a shuffle puts a thing.
const MOST_SHUFFLED: usize = 10;

/// The part of a cell that a thing fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum DesSort {
    Terrain,
    Item,
    Body,
}

/// The things on a cell.
#[derive(Debug, Default)]
struct CellThings {
    /// The outcomes of each thing, with the line of its statement.
    parts: Vec<(DesOutcomes, usize)>,
    /// The shuffle that the cell belongs to.
    shuffle: Option<u32>,
}

fn sort_of(thing: &ForeignThing) -> DesSort {
    match &thing.declaration {
        Some(line) if line.starts_with("kind") => DesSort::Body,
        Some(line) if line.starts_with("item") => DesSort::Item,
        _ if thing.certain == Some(BOULDER) || thing.certain == Some('<') => DesSort::Body,
        _ if thing.certain == Some('$') || thing.certain.is_none() => DesSort::Item,
        _ => DesSort::Terrain,
    }
}

impl DesRun<'_> {
    /// Ends the level.
    ///
    /// # Errors
    /// Returns the reason that there is no level.
    pub fn finish(mut self) -> Result<ForeignLevel, FaultText> {
        self.settle_doors();
        self.settle_pits();
        self.settle_arrival();
        let has_way_down = self.has_way_down();
        let mut cells = self.cell_things();
        let crossings = self.crossings(&cells);
        let scatters = self.scatters(&mut cells);
        let drawn = self.grid_cells(&cells);
        let area = drawn.around();
        if area.is_none() && self.made.is_none() {
            return Err("expected a level with a map or rooms, found none".to_owned());
        }
        let area = area.unwrap_or(DesArea {
            x: 0,
            y: 0,
            width: 0,
            height: 0,
        });
        let mut level = ForeignLevel {
            size: Size::new(length(area.width), length(area.height)),
            keys: self.keys(),
            has_way_down,
            ..ForeignLevel::default()
        };
        self.lay(&mut level, area, cells);
        let records = scatters
            .into_iter()
            .chain(crossings)
            .chain(std::mem::take(&mut self.records));
        level.records = records.map(|record| moved(record, area)).collect();
        level.made = self.made.take();
        level.remarks = self.remarks;
        level.remarks.sort_by_key(|remark| match remark.place {
            RemarkPlace::Line(line) | RemarkPlace::Position(line, _) => line,
            RemarkPlace::Whole | RemarkPlace::Cell(..) => 0,
        });
        Ok(level)
    }

    /// Returns the keys of the `level` line.
    fn keys(&mut self) -> String {
        let [lit, unlit] = std::mem::take(&mut self.lit);
        if self.is_premapped {
            return " fog=no".to_owned();
        }
        if lit.is_empty() && !unlit.is_empty() {
            return " light=no".to_owned();
        }
        for line in unlit {
            self.remarks
                .push(Remark::of_line(line, "an unlit region on a lit level"));
        }
        String::new()
    }

    fn name_of(&self, thing: u32) -> &str {
        self.file.things[thing as usize]
            .names
            .first()
            .map_or("", String::as_str)
    }

    /// Whether every game has an item that opens locks.
    fn has_key(&self) -> bool {
        self.placements.iter().any(|placement| {
            let is_key = |thing: &Option<u32>| {
                thing.is_some_and(|thing| UNLOCKING.contains(&self.name_of(thing)))
            };
            placement.things.iter().all(|(thing, _)| is_key(thing))
        })
    }

    /// Draws doors in their state. A door that no statement mentions is an empty doorway.
    fn settle_doors(&mut self) {
        let has_key = self.has_key();
        for cell in DesArea::WHOLE.cells() {
            if self.grid.at(cell) == '+' && !self.doors.contains_key(&cell) {
                self.grid.set(cell, '.');
            }
        }
        for (cell, (state, line)) in std::mem::take(&mut self.doors) {
            let state = match state {
                'X' if !has_key => {
                    self.lose(
                        line,
                        "the door is closed, not locked: no item surely on the level opens it",
                    );
                    '+'
                }
                state => state,
            };
            if self.grid.at(cell) != 'S' {
                self.odds.remove(&cell);
                self.grid.set(cell, state);
            }
        }
    }

    /// Makes pits terrain that boulders fill, on a level of boulders that is known from the start.
    fn settle_pits(&mut self) {
        let certain = |thing: &ForeignThing| thing.certain;
        let is_boulder = |placement: &&Placement| {
            placement.things.iter().all(|(thing, _)| {
                thing.is_some_and(|thing| {
                    certain(&self.file.things[thing as usize]) == Some(BOULDER)
                })
            })
        };
        if !self.is_premapped
            || !self
                .placements
                .iter()
                .any(|placement| is_boulder(&placement))
        {
            return;
        }
        let mut holes = Vec::new();
        let things = &self.file.things;
        self.placements.retain(|placement| {
            let name = match placement.things.as_slice() {
                [(Some(thing), _)] => things[*thing as usize].names.first().map(String::as_str),
                _ => None,
            };
            let is_hole = matches!(
                name,
                Some("pit trap" | "spiked pit trap" | "hole trap" | "trap door trap")
            );
            match placement.place {
                DesPlace::Cell(cell) if is_hole => {
                    holes.push(cell);
                    false
                }
                _ => true,
            }
        });
        holes.into_iter().for_each(|cell| self.grid.set(cell, PIT));
    }

    /// Chooses the place where the hero enters the level.
    fn settle_arrival(&mut self) {
        let mut arrivals = std::mem::take(&mut self.arrivals);
        arrivals.sort_by_key(|(arrival, ..)| *arrival);
        let mut arrivals = arrivals.into_iter();
        let (_, place, line) = arrivals.next().unwrap_or_else(|| {
            let place = match self.made {
                Some(_) => DesPlace::Anywhere,
                None => DesPlace::Among(self.frame.cells().collect()),
            };
            (DesArrival::Region, place, 1)
        });
        let place = match place {
            DesPlace::Shuffled(list, nth) => {
                self.freeze(line, "the place where the hero starts");
                self.start = Some((list, nth));
                DesPlace::Cell(self.shuffles[list][nth])
            }
            place => place,
        };
        self.put(built_in('<', "way up", String::new()), place, line);
        // The hero comes first, while there is room.
        self.placements[..].rotate_right(1);
        for (_, _, line) in arrivals {
            self.remarks
                .push(Remark::of_line(line, "another way into the level"));
        }
    }

    /// Whether every game has a way down.
    fn has_way_down(&self) -> bool {
        let is_way = |thing: &Option<u32>| {
            thing.is_some_and(|thing| self.file.things[thing as usize].certain == Some('>'))
        };
        let mut placements = self.placements.iter();
        placements.any(|placement| placement.things.iter().all(|(thing, _)| is_way(thing)))
    }

    /// Returns causes that let the hero cross water and lava after taking an item that helps.
    fn crossings(&mut self, cells: &BTreeMap<DesCell, CellThings>) -> Vec<ForeignRecord> {
        let is_drawn = |letters: &str| {
            let mut cells = DesArea::WHOLE.cells();
            cells.any(|cell| letters.contains(self.grid.at(cell)) && !self.odds.contains_key(&cell))
        };
        let fluids = [("}PW", '}'), ("L", 'L')]
            .into_iter()
            .filter(|(letters, _)| is_drawn(letters));
        let fluids: Vec<char> = fluids.map(|(_, letter)| letter).collect();
        let parts = cells.values().flat_map(|things| &things.parts);
        let drawn = parts.flat_map(|(outcomes, _)| outcomes);
        let scattered = self
            .placements
            .iter()
            .flat_map(|placement| &placement.things);
        let things = drawn.chain(scattered).filter_map(|(thing, _)| *thing);
        let mut things: Vec<u32> = things.collect();
        things.sort_unstable();
        things.dedup();
        let mut records = Vec::new();
        for thing in things {
            let name = self.name_of(thing);
            let is_item = sort_of(&self.file.things[thing as usize]) == DesSort::Item;
            let known = CROSSINGS
                .iter()
                .find(|(word, _)| name.contains(word) && is_item);
            let Some((_, said)) = known else { continue };
            for fluid in fluids.iter().filter_map(|fluid| terrain(*fluid)) {
                let fluid = self.file.thing(fluid);
                records.push(ForeignRecord {
                    parts: vec![
                        RecordPart::Text("when take=".to_owned()),
                        RecordPart::Thing(thing),
                        RecordPart::Text(" tile=".to_owned()),
                        RecordPart::Thing(fluid),
                        RecordPart::Text(format!(" into=. {}", in_quotes(said))),
                    ],
                });
            }
        }
        records
    }

    /// Returns the things with a cell of their own, by cell.
    fn cell_things(&mut self) -> BTreeMap<DesCell, CellThings> {
        let mut cells: BTreeMap<DesCell, CellThings> = BTreeMap::new();
        let mut others = Vec::new();
        for placement in std::mem::take(&mut self.placements) {
            let cell = match &placement.place {
                DesPlace::Cell(cell) => *cell,
                DesPlace::Shuffled(list, nth) => {
                    // The cell where the hero starts trades places with no other.
                    let start = self.start.filter(|(of, _)| of == list).map(|(_, nth)| nth);
                    let all = self.shuffles[*list].iter().enumerate();
                    let traded = all.filter(|(at, _)| start != Some(*nth) && start != Some(*at));
                    for (_, cell) in traded {
                        cells.entry(*cell).or_default().shuffle = Some(count(*list));
                    }
                    self.shuffles[*list][*nth]
                }
                DesPlace::Among(all) => {
                    let inner = self.rooms_inside(all);
                    let floor = all.filtered(|cell| {
                        self.is_free(cell) && !inner.iter().any(|room| room.has(cell))
                    });
                    if floor.around().is_none() {
                        self.lose(placement.line, "no cell of the region is free");
                        continue;
                    }
                    let Some(only) = floor.only() else {
                        let place = DesPlace::Among(floor);
                        others.push(Placement { place, ..placement });
                        continue;
                    };
                    only
                }
                DesPlace::Anywhere => {
                    others.push(placement);
                    continue;
                }
            };
            let things = cells.entry(cell).or_default();
            // A cell has room for one thing of each sort, and a boulder stands alone.
            let sort = |outcomes: &DesOutcomes| {
                let first = outcomes.iter().find_map(|(thing, _)| *thing);
                let first = first.map(|thing| &self.file.things[thing as usize]);
                (
                    first.map(sort_of),
                    first.is_some_and(|thing| thing.certain == Some(BOULDER)),
                )
            };
            let own = sort(&placement.things);
            let is_other = |(known, _): &(DesOutcomes, usize)| {
                let known = sort(known);
                known.0 == own.0 || known.1 || own.1
            };
            if things.parts.iter().any(is_other) {
                self.lose(placement.line, "another thing is at this place: dropped");
                continue;
            }
            if own.0 == Some(DesSort::Body) && "}PWLTF0".contains(self.grid.at(cell)) {
                self.lose(placement.line, "nothing can stand in this terrain: dropped");
                continue;
            }
            things.parts.push((placement.things, placement.line));
        }
        self.placements = others;
        cells
    }

    /// Returns the rooms inside a room, if some cells are all its cells: a random place in a room is not in an inner
    /// room.
    fn rooms_inside(&self, cells: &DesCells) -> Vec<DesArea> {
        let Some(area) = cells
            .around()
            .filter(|area| area.cells().all(|cell| cells.has(cell)))
        else {
            return Vec::new();
        };
        if !self.rooms.contains(&area) && !self.inner_rooms.contains(&area) {
            return Vec::new();
        }
        let inside = self
            .inner_rooms
            .iter()
            .filter(|room| **room != area && area.has((room.x, room.y)));
        inside.copied().collect()
    }

    /// Whether a cell is plain floor, or may be.
    fn is_free(&self, cell: DesCell) -> bool {
        self.grid.is_floor(cell)
    }

    /// Returns scatters for the things without a cell of their own. Some of them get marks on cells instead.
    fn scatters(&mut self, cells: &mut BTreeMap<DesCell, CellThings>) -> Vec<ForeignRecord> {
        let mut merged: Vec<Placement> = Vec::new();
        for placement in std::mem::take(&mut self.placements) {
            let is_equal = |known: &&mut Placement| {
                known.things == placement.things && known.place == placement.place
            };
            match merged.iter_mut().rev().take(16).find(is_equal) {
                Some(known) => {
                    known.times.0 += placement.times.0;
                    known.times.1 += placement.times.1;
                }
                None => merged.push(placement),
            }
        }
        let mut shuffles = count(self.shuffles.len());
        let mut records = Vec::new();
        for placement in merged {
            if self.shuffle_among(&placement, cells, shuffles) {
                shuffles += 1;
            } else {
                records.extend(self.scatter(&placement));
            }
        }
        records
    }

    /// Turns a thing on one of a few cells, which are no rectangle, into marks that are shuffled. Returns whether this
    /// was possible.
    fn shuffle_among(
        &mut self,
        placement: &Placement,
        cells: &mut BTreeMap<DesCell, CellThings>,
        shuffle: u32,
    ) -> bool {
        let DesPlace::Among(among) = &placement.place else {
            return false;
        };
        let all: Vec<DesCell> = among.cells().take(MOST_SHUFFLED + 1).collect();
        let is_taken = |cell: &DesCell| cells.contains_key(cell) || self.odds.contains_key(cell);
        let is_hero = placement.things.iter().any(|(thing, _)| {
            thing.is_some_and(|thing| self.file.things[thing as usize].certain == Some('<'))
        });
        if is_hero
            || self.rectangle(among).1
            || placement.times != (1, 1)
            || all.len() > MOST_SHUFFLED
            || all.iter().any(is_taken)
        {
            return false;
        }
        for (nth, cell) in all.into_iter().enumerate() {
            let things = cells.entry(cell).or_default();
            things.shuffle = Some(shuffle);
            if nth == 0 {
                things
                    .parts
                    .push((placement.things.clone(), placement.line));
            }
        }
        true
    }

    /// Returns the rectangle around some free cells, and whether it has no other free cells.
    fn rectangle(&self, among: &DesCells) -> (DesArea, bool) {
        let area = among.around().unwrap_or(DesArea::WHOLE);
        let is_whole = area
            .cells()
            .all(|cell| among.has(cell) || !self.is_free(cell));
        (area, is_whole)
    }

    /// Returns the scatter of a placement; `None` if nothing can be placed.
    fn scatter(&mut self, placement: &Placement) -> Option<ForeignRecord> {
        let known = self.scattered_things(placement)?;
        let times = self.scattered_times(placement);
        let (what, keys) = match known.as_slice() {
            [(only, _)] => (
                RecordPart::Thing(*only),
                self.file.things[*only as usize].keys.clone(),
            ),
            _ => (RecordPart::OneOf(known), String::new()),
        };
        let mut parts = vec![
            RecordPart::Text("scatter ".to_owned()),
            what,
            RecordPart::Text(format!(" {times}")),
        ];
        if let DesPlace::Among(among) = &placement.place {
            let (mut area, is_exact) = self.rectangle(among);
            if !is_exact {
                let why = "the region is no rectangle: only the largest rectangle in it is used";
                self.lose(placement.line, why);
                let all = DesArea::WHOLE.cells();
                let free = all.filter(|cell| self.is_free(*cell)).collect();
                area = among.widest(&free).unwrap_or(area);
            }
            let at = |x: usize, y: usize| RecordPart::Cell(narrow(x), narrow(y));
            parts.extend([
                RecordPart::Text(" in=".to_owned()),
                at(area.x, area.y),
                RecordPart::Text("..".to_owned()),
                at(area.x + area.width - 1, area.y + area.height - 1),
            ]);
        }
        parts.push(RecordPart::Text(keys));
        Some(ForeignRecord { parts })
    }

    /// Returns the things that a scatter may place, with weights: one, or several monsters or several items. `None` if
    /// there are none.
    fn scattered_things(&mut self, placement: &Placement) -> Option<Vec<(u32, u32)>> {
        let things = placement.things.iter();
        let known = things.filter_map(|(thing, weight)| Some(((*thing)?, *weight)));
        let known: Vec<(u32, u32)> = known.collect();
        let sort = |(thing, _): &(u32, u32)| sort_of(&self.file.things[*thing as usize]);
        let sorts: Vec<DesSort> = known.iter().map(sort).collect();
        let is_class = !sorts.contains(&DesSort::Terrain) && sorts.iter().all(|s| *s == sorts[0]);
        // The first of equally likely things.
        let likeliest = known.iter().rev().max_by_key(|(_, weight)| *weight);
        let likeliest = *likeliest?;
        if known.len() == 1 || is_class {
            return Some(known);
        }
        let why = "one of several sorts of things: the likeliest is placed";
        self.lose(placement.line, why);
        Some(vec![likeliest])
    }

    /// Returns how many things a scatter places, such as `1` or `0..2`.
    fn scattered_times(&mut self, placement: &Placement) -> String {
        let (least, most) = placement.times;
        let things = placement.things.iter();
        let known = things.filter(|(thing, _)| thing.is_some());
        let chance: u32 = known.map(|(_, weight)| *weight).sum();
        let is_sure = chance + 100 >= WHOLE_WEIGHT;
        let times = match (is_sure, chance) {
            (true, _) if least < most => format!("{least}..{most}"),
            (true, _) | (false, 7_500..) => most.to_string(),
            (false, _) => format!("0..{most}"),
        };
        if !is_sure && chance != WHOLE_WEIGHT / 2 {
            let percent = chance / 100;
            let why =
                format!("a chance of {percent} % at a random place becomes {times} of the thing");
            self.lose(placement.line, why);
        }
        times
    }

    /// Returns the cells that are drawn: all but stone without anything on it.
    fn grid_cells(&self, cells: &BTreeMap<DesCell, CellThings>) -> DesCells {
        let drawn = DesArea::WHOLE.cells().filter(|cell| {
            self.grid.at(*cell) != ' ' || cells.contains_key(cell) || self.odds.contains_key(cell)
        });
        if self.made.is_some() {
            DesCells::new()
        } else {
            drawn.collect()
        }
    }

    /// Puts terrain and things on the cells of the level.
    fn lay(
        &mut self,
        level: &mut ForeignLevel,
        area: DesArea,
        mut cells: BTreeMap<DesCell, CellThings>,
    ) {
        let mut chances: Vec<ForeignChance> = Vec::new();
        let mut placed = Vec::new();
        for cell in area.cells() {
            let mut put = |thing: u32| {
                placed.push(PlacedThing::at(cell.0 - area.x, cell.1 - area.y, thing));
            };
            let things = cells.remove(&cell).unwrap_or_default();
            let is_sure = |(outcomes, _): &(DesOutcomes, usize)| {
                matches!(outcomes.as_slice(), [(Some(_), _)])
            };
            let odds = self.odds.get(&cell);
            let is_certain = things.shuffle.is_none() && things.parts.iter().all(is_sure);
            if is_certain && (odds.is_none() || !things.parts.is_empty()) {
                let letter = odds.map_or(self.grid.at(cell), |odds| likeliest(odds));
                if let Some(thing) = terrain(letter).filter(|_| letter != ' ') {
                    put(self.file.thing(thing));
                }
                for thing in things
                    .parts
                    .iter()
                    .filter_map(|(outcomes, _)| outcomes.first()?.0)
                {
                    put(thing);
                }
                continue;
            }
            let chance = self.chance(cell, &things);
            // Cells with the same outcomes share a mark, since each of them is drawn separately.
            let same = chances
                .iter()
                .position(|known| *known == chance && known.shuffle.is_none());
            let nth = same.unwrap_or_else(|| {
                chances.push(chance);
                chances.len() - 1
            });
            put(self.file.thing(ForeignThing {
                chance: Some(count(nth)),
                ..ForeignThing::drawn('1')
            }));
        }
        level.chances = chances;
        level.layers = vec![ForeignLayer {
            placed,
            ..ForeignLayer::default()
        }];
    }

    /// Returns the draws that decide a cell.
    fn chance(&mut self, cell: DesCell, things: &CellThings) -> ForeignChance {
        let floor = terrain('.').map(|floor| self.file.thing(floor));
        let mut draws = Vec::new();
        let mut add = |outcomes: DesOutcomes| {
            let alternatives = outcomes
                .into_iter()
                .filter_map(|(thing, weight)| Some((thing.or(floor)?, weight)));
            draws.push(ForeignDraw {
                alternatives: alternatives.collect(),
                is_same: false,
            });
        };
        let letter = self.grid.at(cell);
        match self.odds.get(&cell) {
            Some(odds) if things.parts.is_empty() => {
                let odds: Vec<(char, u32)> = odds.clone();
                let known = odds.into_iter().map(|(letter, weight)| {
                    (terrain(letter).map(|thing| self.file.thing(thing)), weight)
                });
                add(known.collect());
            }
            _ if !matches!(letter, '.' | '#' | 'B' | ' ' | '-' | '|') => {
                let thing = terrain(letter).map(|thing| self.file.thing(thing));
                add(vec![(thing, WHOLE_WEIGHT)]);
            }
            _ => {}
        }
        things
            .parts
            .iter()
            .for_each(|(outcomes, _)| add(outcomes.clone()));
        if draws.is_empty() {
            draws.extend(floor.map(|floor| ForeignDraw {
                alternatives: vec![(floor, 1)],
                is_same: false,
            }));
        }
        ForeignChance {
            character: '1',
            draws,
            shuffle: things.shuffle,
            line: things.parts.first().map(|(_, line)| *line),
        }
    }
}

/// Returns floor if a cell may be floor, otherwise its likeliest terrain.
fn likeliest(odds: &[(char, u32)]) -> char {
    let floor = odds.iter().find(|(letter, _)| *letter == '.');
    let most = floor.or_else(|| odds.iter().max_by_key(|(_, weight)| *weight));
    most.map_or('.', |(letter, _)| *letter)
}

fn narrow(side: usize) -> u16 {
    u16::try_from(side).unwrap_or(u16::MAX)
}

/// Returns a record with cells of the drawn area, which begins further right and below.
fn moved(mut record: ForeignRecord, area: DesArea) -> ForeignRecord {
    for part in &mut record.parts {
        if let RecordPart::Cell(x, y) = part {
            *x = x.saturating_sub(narrow(area.x));
            *y = y.saturating_sub(narrow(area.y));
        }
    }
    record
}

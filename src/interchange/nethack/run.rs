//! The state of a level of NetHack while its statements run, and the values that they compute.
use std::collections::BTreeMap;

use super::grid::{DesArea, DesCell, DesCells, DesGrid, HIGH, WIDE, below, line, within};
use super::syntax::{DesStatement, DesValue};
use super::things::{DesLegend, DesThing};
use crate::interchange::fault::FaultText;
use crate::interchange::foreign::{ForeignFile, ForeignRecord, ForeignThing, Remark, RemarkPlace};
use dungeon_engine::chance::{Chance, Draw, DrawKey, DrawPurpose, NOBODY};
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::narrow::count;

/// The sum of the weights of a placement's alternatives.
pub const WHOLE_WEIGHT: u32 = 10_000;

/// The number of statements that a level may run, loops included.
const MOST_STEPS: usize = 20_000;

/// The place of a thing.
#[derive(Clone, Debug, PartialEq)]
pub enum DesPlace {
    Cell(DesCell),
    /// Some free cell of these.
    Among(DesCells),
    /// Some free cell of the level.
    Anywhere,
    /// A cell of a shuffled list: the number of the list and the index.
    Shuffled(usize, usize),
}

/// Things with their weights, which add up to [`WHOLE_WEIGHT`]; `None` for nothing.
pub type DesOutcomes = Vec<(Option<u32>, u32)>;

/// Things of which a level has one.
#[derive(Clone, Debug)]
pub struct Placement {
    /// What may be put, each with its weight.
    pub things: DesOutcomes,
    pub place: DesPlace,
    /// The smallest and the largest number of these things.
    pub times: (u32, u32),
    /// The line of the statement, from 1.
    pub line: usize,
}

/// The value of a variable. No value in it names a variable.
#[derive(Clone, Debug)]
pub enum Bound {
    Written(DesValue),
    /// A list, and the number of its shuffle.
    List(Vec<DesValue>, Option<usize>),
    Cells(DesCells),
    Place(DesPlace),
}

/// The ways in which the hero may enter a level, in the order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DesArrival {
    StairsUp,
    Branch,
    Region,
}

/// A level while its statements run.
pub struct DesRun<'a> {
    pub file: &'a mut ForeignFile,
    pub legend: &'a DesLegend,
    pub grid: DesGrid,
    /// Cells whose terrain is left to chance, with weights.
    pub odds: BTreeMap<DesCell, Vec<(char, u32)>>,
    /// The area to which coordinates refer.
    pub frame: DesArea,
    pub variables: BTreeMap<String, Bound>,
    pub functions: BTreeMap<String, (&'a [String], &'a [DesStatement])>,
    pub placements: Vec<Placement>,
    pub arrivals: Vec<(DesArrival, DesPlace, usize)>,
    /// The shuffled list and the index of the cell where the hero starts, if it is one of a list.
    pub start: Option<(usize, usize)>,
    /// The cells of each shuffled list.
    pub shuffles: Vec<Vec<DesCell>>,
    /// The state of doors, with the line of the statement.
    pub doors: BTreeMap<DesCell, (char, usize)>,
    pub rooms: Vec<DesArea>,
    /// Rooms inside other rooms.
    pub inner_rooms: Vec<DesArea>,
    /// Causes and other records.
    pub records: Vec<ForeignRecord>,
    pub remarks: Vec<Remark>,
    /// The map that the seed of a game makes, such as `map rooms 76 21`.
    pub made: Option<String>,
    pub is_premapped: bool,
    /// The lines of lit and of unlit regions.
    pub lit: [Vec<usize>; 2],
    /// How often the level's statements name each variable.
    pub uses: BTreeMap<String, usize>,
    /// The values of the last `GEOMETRY`.
    pub geometry: Vec<DesValue>,
    /// Whether an `INIT_MAP` has filled the level.
    pub is_filled: bool,
    /// The number of blocks around the running one.
    pub deep: usize,
    draw: Draw,
    steps: usize,
}

impl<'a> DesRun<'a> {
    /// Makes an empty level. `nth` is the number of the level in the file, which decides the draws.
    pub fn new(file: &'a mut ForeignFile, legend: &'a DesLegend, nth: usize) -> DesRun<'a> {
        let occasion = DrawKey {
            level: LevelId::of(nth),
            purpose: DrawPurpose::Made,
            turn: 0,
            actor: NOBODY,
            nth: 0,
        };
        DesRun {
            file,
            legend,
            grid: DesGrid::filled(' '),
            odds: BTreeMap::new(),
            frame: DesArea::WHOLE,
            variables: BTreeMap::new(),
            functions: BTreeMap::new(),
            placements: Vec::new(),
            arrivals: Vec::new(),
            start: None,
            shuffles: Vec::new(),
            doors: BTreeMap::new(),
            rooms: Vec::new(),
            inner_rooms: Vec::new(),
            records: Vec::new(),
            remarks: Vec::new(),
            made: None,
            is_premapped: false,
            lit: [Vec::new(), Vec::new()],
            uses: BTreeMap::new(),
            geometry: Vec::new(),
            is_filled: false,
            deep: 0,
            draw: Chance(0).draw(occasion),
            steps: 0,
        }
    }

    /// Reports a part of the level that is dropped or changed.
    pub fn lose(&mut self, line: usize, why: impl Into<String>) {
        self.remark(Remark::loss(RemarkPlace::Line(line), why));
    }

    /// Adds a remark. A loop adds its remarks only once.
    pub fn remark(&mut self, remark: Remark) {
        let mut latest = self.remarks.iter().rev().take(20);
        if !latest.any(|known| *known == remark) {
            self.remarks.push(remark);
        }
    }

    /// Reports a choice that NetHack makes anew for each game, and that the import makes once.
    pub fn freeze(&mut self, line: usize, what: &str) {
        self.lose(
            line,
            format!("{what}: drawn by the import, the same in every game"),
        );
    }

    /// Counts a step. Returns whether the level may take more of them, and reports the first that it may not take.
    pub fn step(&mut self, line: usize) -> bool {
        self.steps += 1;
        if self.steps == MOST_STEPS {
            self.lose(
                line,
                format!("the level runs {MOST_STEPS} statements: the rest is skipped"),
            );
        }
        self.steps < MOST_STEPS
    }

    /// Draws a number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        below(&mut self.draw, n)
    }

    /// Returns the stream of random numbers with the grid, for a draw that changes the grid.
    pub fn grid_and_draw(&mut self) -> (&mut DesGrid, &mut Draw) {
        (&mut self.grid, &mut self.draw)
    }

    /// Returns the value of a variable, or of an element of a list.
    fn written(&self, name: &str, index: Option<&DesValue>) -> Option<&DesValue> {
        match (self.variables.get(name)?, index) {
            (Bound::Written(value), _) => Some(value),
            (Bound::List(values, _), Some(index)) => {
                let (first, _) = self.range(index)?;
                values.get(usize::try_from(first).ok()?)
            }
            _ => None,
        }
    }

    /// Gives a variable its value. A random place that several statements use is drawn once.
    ///
    /// # Errors
    /// Returns the reason that the value cannot be computed.
    pub fn bind(&mut self, name: &str, value: &DesValue, line: usize) -> Result<(), FaultText> {
        let unknown = || format!("the value of `{name}` is unknown");
        let is_used_once = self.uses.get(name).is_none_or(|uses| *uses <= 2);
        let bound = match value {
            DesValue::List(values) => self.list(values),
            DesValue::Named(_, inner) if matches!(**inner, DesValue::List(_)) => {
                return self.bind(name, inner, line);
            }
            DesValue::Named(sort, inner) if sort == "selection" => {
                Bound::Cells(self.cells(inner, line).ok_or_else(unknown)?)
            }
            DesValue::Dice(..) if is_used_once => Bound::Written(value.clone()),
            _ => {
                if let Some(number) = self.number(value, line) {
                    Bound::Written(DesValue::Number(number))
                } else if let Some(text) = self.text(value) {
                    Bound::Written(DesValue::Text(text.chars().take(1_000).collect()))
                } else {
                    match self.place(value, line) {
                        Some(DesPlace::Among(_) | DesPlace::Anywhere) if !is_used_once => {
                            let cell = self.one_cell(value, line).ok_or_else(unknown)?;
                            Bound::Place(DesPlace::Cell(cell))
                        }
                        Some(place) => Bound::Place(place),
                        None => Bound::Written(self.closed(value).ok_or_else(unknown)?),
                    }
                }
            }
        };
        self.variables.insert(name.to_owned(), bound);
        Ok(())
    }

    fn list(&self, values: &[DesValue]) -> Bound {
        Bound::List(
            values
                .iter()
                .filter_map(|value| self.closed(value))
                .collect(),
            None,
        )
    }

    /// Returns a value without variables; `None` for a value that must be computed.
    fn closed(&self, value: &DesValue) -> Option<DesValue> {
        match value {
            DesValue::Variable(name, index) => self.written(name, index.as_deref()).cloned(),
            DesValue::Named(_, inner) => self.closed(inner),
            DesValue::Group(parts) => {
                let parts: Option<Vec<_>> = parts.iter().map(|part| self.closed(part)).collect();
                let is_flat = |part: &DesValue| !matches!(part, DesValue::Group(_));
                parts
                    .filter(|parts| parts.iter().all(is_flat))
                    .map(DesValue::Group)
            }
            DesValue::List(_) | DesValue::Call(..) | DesValue::Pair(..) => None,
            plain => Some(plain.clone()),
        }
    }

    /// Returns the smallest and the largest value of a number; `None` for another value.
    pub fn range(&self, value: &DesValue) -> Option<(i64, i64)> {
        match value {
            DesValue::Number(number) => Some((*number, *number)),
            DesValue::Dice(times, sides) => Some((*times, times.saturating_mul(*sides))),
            DesValue::Variable(name, index) => self.range(self.written(name, index.as_deref())?),
            DesValue::Group(inner) => match inner.as_slice() {
                [inner] => self.range(inner),
                _ => None,
            },
            DesValue::Pair(left, sign, right) => {
                let ((a, b), (c, d)) = (self.range(left)?, self.range(right)?);
                Some(match sign {
                    '+' => (a.saturating_add(c), b.saturating_add(d)),
                    '-' => (a.saturating_sub(d), b.saturating_sub(c)),
                    '*' => (a.saturating_mul(c), b.saturating_mul(d)),
                    '/' => (a.checked_div(d)?, b.checked_div(c)?),
                    '%' => (a.checked_rem(c)?, b.checked_rem(d)?),
                    _ => return None,
                })
            }
            _ => None,
        }
    }

    /// Returns a number. A number that dice decide is drawn once, and reported.
    pub fn number(&mut self, value: &DesValue, line: usize) -> Option<i64> {
        let (least, most) = self.range(value)?;
        if least >= most {
            return Some(least);
        }
        self.freeze(line, "a number that dice decide");
        let choices = usize::try_from(most.saturating_sub(least))
            .ok()?
            .saturating_add(1);
        Some(least.saturating_add(self.below(choices) as i64))
    }

    /// Returns a text, which may have several parts.
    pub fn text(&self, value: &DesValue) -> Option<String> {
        match value {
            DesValue::Text(text) => Some(text.clone()),
            DesValue::Variable(name, index) => self.text(self.written(name, index.as_deref())?),
            DesValue::Pair(left, '.', right) => Some(self.text(left)? + &self.text(right)?),
            _ => None,
        }
    }

    /// Returns the character of a terrain.
    pub fn letter(&self, value: &DesValue) -> Option<char> {
        match value {
            DesValue::Character(letter) => Some(*letter),
            DesValue::Group(inner) | DesValue::List(inner) => self.letter(inner.first()?),
            DesValue::Named(_, inner) => self.letter(inner),
            DesValue::Variable(name, index) => {
                // A list of terrain is shuffled to draw one: the first is as good as any.
                let first = match self.variables.get(name)? {
                    Bound::List(values, _) if index.is_none() => values.first(),
                    _ => self.written(name, index.as_deref()),
                };
                self.letter(first?)
            }
            _ => None,
        }
    }

    /// Returns the cell at a column and a row of the frame; `None` outside the level.
    pub fn cell(&self, x: i64, y: i64) -> Option<DesCell> {
        within(
            x.saturating_add(self.frame.x as i64),
            y.saturating_add(self.frame.y as i64),
        )
    }

    /// Returns the cells of a rectangle, given by its first and last column and row. Those of a `levregion` refer to
    /// the level.
    pub fn region(&self, value: &DesValue) -> Option<DesCells> {
        let (ends, is_absolute) = match value {
            DesValue::Group(ends) => (ends, false),
            DesValue::Call(name, ends) if name == "levregion" => (ends, true),
            DesValue::Variable(name, index) => {
                return self.region(self.written(name, index.as_deref())?);
            }
            _ => return None,
        };
        let ends: Option<Vec<i64>> = ends.iter().map(|end| Some(self.range(end)?.0)).collect();
        let [x, y, last_x, last_y] = ends?.try_into().ok()?;
        let origin = if is_absolute {
            (0, 0)
        } else {
            (self.frame.x as i64, self.frame.y as i64)
        };
        let columns = x.saturating_add(origin.0).max(0)
            ..=last_x.saturating_add(origin.0).min(WIDE as i64 - 1);
        let rows = y.saturating_add(origin.1).max(0)
            ..=last_y.saturating_add(origin.1).min(HIGH as i64 - 1);
        let mut cells = DesCells::new();
        for y in rows {
            columns.clone().for_each(|x| cells.add(x, y));
        }
        Some(cells)
    }

    /// Returns a place; `None` for a value that is not a place.
    pub fn place(&mut self, value: &DesValue, line: usize) -> Option<DesPlace> {
        match value {
            DesValue::Word(word) if word == "random" && self.made.is_some() => {
                Some(DesPlace::Anywhere)
            }
            DesValue::Word(word) if word == "random" => {
                Some(DesPlace::Among(self.frame.cells().collect()))
            }
            DesValue::Group(ends) if ends.len() == 2 => {
                let (x, y) = (self.range(&ends[0])?.0, self.range(&ends[1])?.0);
                self.cell(x, y).map(DesPlace::Cell)
            }
            DesValue::Call(name, inner) if name == "rndcoord" => {
                let cells = self.cells(inner.first()?, line)?;
                Some(cells.only().map_or(DesPlace::Among(cells), DesPlace::Cell))
            }
            DesValue::Variable(name, index) => {
                let shuffle = match self.variables.get(name) {
                    Some(Bound::List(_, shuffle)) => *shuffle,
                    Some(Bound::Place(place)) => return Some(place.clone()),
                    _ => None,
                };
                if let (Some(shuffle), Some(index)) = (shuffle, index) {
                    let nth = usize::try_from(self.range(index)?.0).ok()?;
                    let is_in = nth < self.shuffles.get(shuffle)?.len();
                    return is_in.then_some(DesPlace::Shuffled(shuffle, nth));
                }
                let value = self.written(name, index.as_deref())?.clone();
                self.place(&value, line)
            }
            _ => None,
        }
    }

    /// Returns a single cell. A place with several cells is drawn once, and reported.
    pub fn one_cell(&mut self, value: &DesValue, line: usize) -> Option<DesCell> {
        let all: Vec<DesCell> = match self.place(value, line)? {
            DesPlace::Cell(cell) => return Some(cell),
            DesPlace::Among(cells) => cells.cells().collect(),
            DesPlace::Anywhere => self.frame.cells().collect(),
            DesPlace::Shuffled(list, nth) => vec![self.shuffles[list][nth]],
        };
        let floor: Vec<DesCell> = all
            .iter()
            .copied()
            .filter(|cell| self.grid.is_floor(*cell))
            .collect();
        let all = if floor.is_empty() { all } else { floor };
        self.freeze(line, "a random place");
        let nth = self.below(all.len());
        all.get(nth).copied()
    }

    /// Returns the cells of a selection; `None` for a value that is not a selection. Each part of a selection that is
    /// random is drawn once.
    pub fn cells(&mut self, value: &DesValue, line: usize) -> Option<DesCells> {
        match value {
            DesValue::Named(_, inner) => self.cells(inner, line),
            DesValue::Group(inner) if inner.len() == 1 => self.cells(&inner[0], line),
            DesValue::Group(inner) if inner.len() == 4 => self.region(value),
            DesValue::Pair(left, '&', right) => {
                let (left, right) = (self.cells(left, line)?, self.cells(right, line)?);
                Some(left.cells().chain(right.cells()).collect())
            }
            DesValue::Variable(name, None) => match self.variables.get(name)? {
                Bound::Cells(cells) => Some(cells.clone()),
                _ => self
                    .one_cell(value, line)
                    .map(|cell| [cell].into_iter().collect()),
            },
            DesValue::Call(name, inner) if name != "rndcoord" && name != "levregion" => {
                self.selection(name, inner, line)
            }
            _ => self
                .one_cell(value, line)
                .map(|cell| [cell].into_iter().collect()),
        }
    }

    /// Returns the cells that a word such as `fillrect` selects.
    fn selection(&mut self, name: &str, inner: &[DesValue], line_nth: usize) -> Option<DesCells> {
        match (name, inner) {
            ("fillrect", [area]) => self.region(area),
            ("rect", [area]) => {
                let cells = self.region(area)?;
                let around = cells.around()?;
                let ends =
                    |at: usize, from: usize, size: usize| at == from || at + 1 == from + size;
                Some(cells.filtered(|(x, y)| {
                    ends(x, around.x, around.width) || ends(y, around.y, around.height)
                }))
            }
            ("line", [from, to]) => {
                let (from, to) = (self.one_cell(from, line_nth)?, self.one_cell(to, line_nth)?);
                Some(line(from, to).into_iter().collect())
            }
            ("randline", [from, to, rough]) => {
                let (from, to) = (self.one_cell(from, line_nth)?, self.one_cell(to, line_nth)?);
                let rough = self.number(rough, line_nth)?;
                self.freeze(line_nth, "a random line");
                let mut cells = DesCells::new();
                self.random_line(from, to, rough, 12, &mut cells);
                Some(cells)
            }
            ("grow", [.., of]) => {
                let of = self.cells(of, line_nth)?;
                let sides = directions(&inner[..inner.len() - 1]);
                let mut grown = of.clone();
                for (x, y) in of.cells() {
                    for (dx, dy) in &sides {
                        grown.add(x as i64 + dx, y as i64 + dy);
                    }
                }
                Some(grown)
            }
            ("filter", [DesValue::Percent(percent), of]) => {
                let of = self.cells(of, line_nth)?;
                self.freeze(line_nth, "a random share of cells");
                Some(of.filtered(|_| self.below(100) < *percent as usize))
            }
            ("filter", [by, of]) => {
                let of = self.cells(of, line_nth)?;
                if let Some(letter) = self.letter(by) {
                    return Some(of.filtered(|cell| self.grid.at(cell) == letter));
                }
                let by = self.cells(by, line_nth)?;
                Some(of.filtered(|cell| by.has(cell)))
            }
            ("floodfill", [from]) => {
                let from = self.one_cell(from, line_nth)?;
                Some(self.grid.same_around(from))
            }
            ("complement", [of]) => {
                let of = self.cells(of, line_nth)?;
                Some(
                    DesArea::WHOLE
                        .cells()
                        .filter(|cell| !of.has(*cell))
                        .collect(),
                )
            }
            ("circle", [center, radius, ..]) => {
                self.ellipse(center, (radius, radius), inner.len() > 2, line_nth)
            }
            ("ellipse", [center, across, down, ..]) => {
                self.ellipse(center, (across, down), inner.len() > 3, line_nth)
            }
            _ => None,
        }
    }

    /// Returns the cells of an ellipse, or of its rim.
    fn ellipse(
        &mut self,
        center: &DesValue,
        (across, down): (&DesValue, &DesValue),
        is_filled: bool,
        line: usize,
    ) -> Option<DesCells> {
        let (x, y) = self.one_cell(center, line)?;
        let across = self.number(across, line)?.clamp(0, WIDE as i64);
        let down = self.number(down, line)?.clamp(0, HIGH as i64);
        let is_in = |(column, row): (i64, i64)| {
            let (dx, dy) = (column - x as i64, row - y as i64);
            let (a, b) = (2 * across + 1, 2 * down + 1);
            4 * dx * dx * b * b + 4 * dy * dy * a * a <= a * a * b * b
        };
        let cells = DesArea::WHOLE.cells().filter(|(x, y)| {
            let (x, y) = (*x as i64, *y as i64);
            let beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            is_in((x, y)) && (is_filled || beside.into_iter().any(|cell| !is_in(cell)))
        });
        Some(cells.collect())
    }

    /// Adds the cells of a crooked line, which is bent at its middle again and again.
    fn random_line(
        &mut self,
        from: DesCell,
        to: DesCell,
        rough: i64,
        deep: u32,
        cells: &mut DesCells,
    ) {
        let far = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1));
        if far <= 1 || deep == 0 {
            return { line(from, to) }
                .into_iter()
                .for_each(|(x, y)| cells.add(x as i64, y as i64));
        }
        let rough = usize::try_from(rough).unwrap_or(0).min(far);
        let mut bent = |a: usize, b: usize, side: usize| {
            let shift = if rough < 2 {
                0
            } else {
                self.below(rough) as i64 - rough as i64 / 2
            };
            (((a + b) / 2) as i64 + shift).clamp(0, side as i64 - 1)
        };
        let middle = (bent(from.0, to.0, WIDE).max(1), bent(from.1, to.1, HIGH));
        let Some(middle) = within(middle.0, middle.1) else {
            return;
        };
        let rough = (rough * 2 / 3) as i64;
        self.random_line(from, middle, rough, deep - 1, cells);
        self.random_line(middle, to, rough, deep - 1, cells);
    }

    /// Returns the monsters or objects that a value may mean.
    pub fn described(&self, value: &DesValue, is_monster: bool) -> Vec<DesThing> {
        let thing = DesThing {
            is_monster,
            ..DesThing::default()
        };
        match value {
            DesValue::Character(class) => vec![DesThing {
                class: Some(*class),
                ..thing
            }],
            DesValue::Text(name) => vec![DesThing {
                name: Some(name.clone()),
                ..thing
            }],
            DesValue::Word(word) if word == "random" => vec![thing],
            DesValue::Named(_, inner) => self.described(inner, is_monster),
            DesValue::Group(parts) => {
                let class = parts.first().and_then(|class| self.letter(class));
                let name = parts.get(1).and_then(|name| self.text(name));
                vec![DesThing {
                    class,
                    name,
                    is_monster,
                }]
            }
            DesValue::Variable(name, index) => match (self.variables.get(name), index) {
                (Some(Bound::List(values, Some(_))), _) => values
                    .iter()
                    .flat_map(|value| self.described(value, is_monster))
                    .collect(),
                (_, index) => match self.written(name, index.as_deref()) {
                    Some(value) => self.described(value, is_monster),
                    None => Vec::new(),
                },
            },
            _ => Vec::new(),
        }
    }

    /// Returns the things that are meant, with weights that add up to [`WHOLE_WEIGHT`], each changed by `change`.
    pub fn things(
        &mut self,
        described: &[DesThing],
        change: impl Fn(&mut ForeignThing),
    ) -> DesOutcomes {
        let mut all = Vec::new();
        for one in described {
            let things = self.legend.things(self.file, one);
            let share = WHOLE_WEIGHT / count(described.len() * things.len()).max(1);
            for (nth, _) in things {
                let mut thing = self.file.things[nth as usize].clone();
                change(&mut thing);
                all.push((Some(self.file.thing(thing)), share));
            }
        }
        all
    }
}

/// Returns the steps in the directions of a list such as `north|east`; all eight if there are none.
pub fn directions(values: &[DesValue]) -> Vec<(i64, i64)> {
    let mut words = Vec::new();
    let mut open: Vec<&DesValue> = values.iter().collect();
    while let Some(value) = open.pop() {
        match value {
            DesValue::Word(word) => words.push(word.as_str()),
            DesValue::Pair(left, '|', right) => open.extend([&**left, &**right]),
            _ => {}
        }
    }
    let all = [
        ("north", (0, -1)),
        ("south", (0, 1)),
        ("west", (-1, 0)),
        ("east", (1, 0)),
    ];
    let said = all.iter().filter(|(word, _)| words.contains(word));
    let said: Vec<(i64, i64)> = said.map(|(_, step)| *step).collect();
    if !said.is_empty() {
        return said;
    }
    let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
    around.filter(|step| *step != (0, 0)).collect()
}

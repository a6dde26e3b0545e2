//! Runs the statements of a level of NetHack: what each of them puts on the map.
use super::grid::{DesArea, HIGH, WIDE, within};
use super::placing::{NO_PLACE, quoted_text};
use super::run::{
    Bound, DesArrival, DesOutcomes, DesPlace, DesRun, Placement, WHOLE_WEIGHT, directions,
};
use super::syntax::{DesAct, DesStatement, DesTest, DesValue};
use super::things::{built_in, terrain};
use crate::interchange::fault::FaultText;
use crate::interchange::foreign::{ForeignRecord, ForeignThing, Remark};
use dungeon_format::characters::quoted;
use dungeon_model::space::narrow::count;

/// The reason that a block ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesFlow {
    End,
    Break,
    Exit,
}

/// Statements that put a single thing on the map, and change nothing else.
const PLACING: &[&str] = &[
    "MONSTER",
    "OBJECT",
    "TRAP",
    "GOLD",
    "FOUNTAIN",
    "SINK",
    "ALTAR",
    "GRAVE",
    "ENGRAVING",
];

/// Statements about matters that a dungeon does not have, and that change no cell.
const ABOUT: &[&str] = &["NON_DIGGABLE", "NON_PASSWALL", "WALLIFY", "MINERALIZE"];

/// Whether a block puts at most one thing on the map, and does nothing else.
fn is_single(body: &[DesStatement]) -> bool {
    match body {
        [] => true,
        [only] => match &only.act {
            DesAct::Command { word, block, .. } => {
                PLACING.contains(&word.as_str()) && block.is_none()
            }
            DesAct::If {
                then,
                otherwise,
                test: DesTest::Percent(_),
            } => is_single(then) && is_single(otherwise),
            _ => false,
        },
        _ => false,
    }
}

impl<'a> DesRun<'a> {
    /// Runs statements in order.
    pub fn run(&mut self, body: &'a [DesStatement]) -> DesFlow {
        for statement in body {
            if !self.step(statement.line) {
                return DesFlow::Exit;
            }
            match self.statement(statement) {
                Ok(DesFlow::End) => {}
                Ok(flow) => return flow,
                Err(why) => self.lose(statement.line, format!("{} ({why})", statement.shown())),
            }
        }
        DesFlow::End
    }

    fn statement(&mut self, statement: &'a DesStatement) -> Result<DesFlow, FaultText> {
        let line = statement.line;
        match &statement.act {
            DesAct::Break => return Ok(DesFlow::Break),
            DesAct::Exit => return Ok(DesFlow::Exit),
            DesAct::Map(rows) => self.map(rows, line)?,
            DesAct::Let(name, value) => self.bind(name, value, line)?,
            DesAct::Function {
                name,
                parameters,
                body,
            } => {
                self.functions.insert(name.clone(), (parameters, body));
            }
            DesAct::Call(name, values) => {
                let found = self.functions.get(name).copied();
                let (parameters, body) = found.ok_or("no function has this name")?;
                for (parameter, value) in parameters.iter().zip(values) {
                    self.bind(parameter, value, line)?;
                }
                self.nested(body)?;
            }
            DesAct::Loop(times, body) => return self.repeat(times, body, line),
            DesAct::For { name, ends, body } => {
                let ends = (self.number(&ends.0, line), self.number(&ends.1, line));
                let (Some(first), Some(last)) = ends else {
                    return Err("its numbers are unknown".to_owned());
                };
                for nth in first..=last {
                    self.bind(name, &DesValue::Number(nth), line)?;
                    if !self.step(line) || self.nested(body)? == DesFlow::Exit {
                        return Ok(DesFlow::Exit);
                    }
                }
            }
            DesAct::If {
                test,
                then,
                otherwise,
            } => {
                let percent = self.percent(test, line)?;
                let branches = [(&**then, percent), (&**otherwise, 100 - percent)];
                return self.choose(line, &branches);
            }
            DesAct::Switch { value, cases } => return self.switch(value, cases, line),
            DesAct::Command {
                word,
                arguments,
                block,
            } => {
                self.command(statement, word, arguments, block.as_deref())?;
            }
        }
        Ok(DesFlow::End)
    }

    /// Runs a block inside another.
    fn nested(&mut self, body: &'a [DesStatement]) -> Result<DesFlow, FaultText> {
        if self.deep >= 64 {
            return Err("a function calls itself".to_owned());
        }
        self.deep += 1;
        let flow = self.run(body);
        self.deep -= 1;
        Ok(flow)
    }

    /// Returns the chance of a condition in percent.
    fn percent(&mut self, test: &DesTest, line: usize) -> Result<u32, FaultText> {
        let (left, sign, right) = match test {
            DesTest::Percent(percent) => return Ok(*percent),
            DesTest::Compare(left, sign, right) => (left, sign.as_str(), right),
        };
        let unknown = "its numbers are unknown";
        let (left, right) = (self.number(left, line), self.number(right, line));
        let (left, right) = (left.ok_or(unknown)?, right.ok_or(unknown)?);
        let is_so = match sign {
            "==" => left == right,
            "<" => left < right,
            ">" => left > right,
            "<=" => left <= right,
            ">=" => left >= right,
            _ => left != right,
        };
        Ok(if is_so { 100 } else { 0 })
    }

    /// Runs one of several blocks, each with its weight. Blocks that put a single thing in the same place leave the
    /// choice to the seed of a game. Otherwise the likeliest block is run, because what it does belongs together.
    fn choose(
        &mut self,
        line: usize,
        branches: &[(&'a [DesStatement], u32)],
    ) -> Result<DesFlow, FaultText> {
        let possible = branches.iter().filter(|(_, weight)| *weight > 0);
        let possible: Vec<_> = possible.copied().collect();
        if let [(only, _)] = possible.as_slice() {
            return self.nested(only);
        }
        if possible.iter().all(|(body, _)| is_single(body)) {
            let (placed, told) = (self.placements.len(), self.remarks.len());
            let mut outcomes = Vec::new();
            for (body, weight) in &possible {
                self.nested(body)?;
                outcomes.push((self.placements.split_off(placed), *weight));
            }
            if let Some(placement) = merged(&outcomes) {
                self.placements.extend(placement);
                return Ok(DesFlow::End);
            }
            self.remarks.truncate(told);
        }
        // The first of equally likely blocks.
        let likeliest = possible.iter().rev().max_by_key(|(_, weight)| *weight);
        let why =
            "the outcomes of this chance belong together: the likeliest is drawn in every game";
        self.lose(line, why);
        likeliest.map_or(Ok(DesFlow::End), |(body, _)| self.nested(body))
    }

    fn switch(
        &mut self,
        value: &DesValue,
        cases: &'a [(Option<i64>, Vec<DesStatement>)],
        line: usize,
    ) -> Result<DesFlow, FaultText> {
        // A plain number is the number of equally likely cases, from 0.
        let (least, most) = match value {
            DesValue::Number(cases) => (0, cases.saturating_sub(1)),
            _ => self.range(value).ok_or("its number is unknown")?,
        };
        let span = most.saturating_sub(least).saturating_add(1);
        let named = cases
            .iter()
            .filter(|(label, _)| label.is_some_and(|label| (least..=most).contains(&label)));
        let mut branches: Vec<(&'a [DesStatement], u32)> =
            named.map(|(_, body)| (unbroken(body), 1)).collect();
        let left = u32::try_from(span)
            .unwrap_or(u32::MAX)
            .saturating_sub(count(branches.len()));
        let default = cases.iter().find(|(label, _)| label.is_none());
        branches.push((default.map_or(&[], |(_, body)| unbroken(body)), left));
        match self.choose(line, &branches)? {
            DesFlow::Exit => Ok(DesFlow::Exit),
            _ => Ok(DesFlow::End),
        }
    }

    fn repeat(
        &mut self,
        times: &DesValue,
        body: &'a [DesStatement],
        line: usize,
    ) -> Result<DesFlow, FaultText> {
        let (least, most) = self.range(times).ok_or("its number is unknown")?;
        let placed = self.placements.len();
        if least < most && is_single(body) {
            self.nested(body)?;
            if let [only] = &mut self.placements[placed..]
                && !matches!(only.place, DesPlace::Cell(_) | DesPlace::Shuffled(..))
                && only.things.iter().all(|(thing, _)| thing.is_some())
            {
                let number = |times: i64| u32::try_from(times).unwrap_or(0).min(1_000);
                only.times = (number(least), number(most));
                return Ok(DesFlow::End);
            }
            self.placements.truncate(placed);
        }
        let times = self.number(times, line).ok_or("its number is unknown")?;
        for _ in 0..times {
            if !self.step(line) || self.nested(body)? == DesFlow::Exit {
                return Ok(DesFlow::Exit);
            }
        }
        Ok(DesFlow::End)
    }

    /// Puts a thing in a place.
    pub fn put(&mut self, thing: ForeignThing, place: DesPlace, line: usize) {
        let things = vec![(Some(self.file.thing(thing)), WHOLE_WEIGHT)];
        self.put_one_of(things, place, line);
    }

    /// Puts one of some things, each with its weight, in a place.
    pub fn put_one_of(&mut self, things: DesOutcomes, place: DesPlace, line: usize) {
        self.placements.push(Placement {
            things,
            place,
            times: (1, 1),
            line,
        });
    }

    /// Runs a keyword with its arguments.
    fn command(
        &mut self,
        statement: &'a DesStatement,
        word: &str,
        arguments: &'a [DesValue],
        block: Option<&'a [DesStatement]>,
    ) -> Result<(), FaultText> {
        let line = statement.line;
        match (word, arguments) {
            (about, _) if ABOUT.contains(&about) => {
                self.remark(Remark::of_line(line, statement.shown()));
            }
            ("FLAGS", flags) => {
                self.is_premapped = flags.iter().any(|flag| flag.is("premapped"));
                self.remark(Remark::of_line(line, statement.shown()));
            }
            ("MESSAGE", [text]) => {
                let text = self.text(text).ok_or("its text is unknown")?;
                self.records.push(ForeignRecord::of_text(format!(
                    "when turn=1 {}",
                    quoted_text(&text)
                )));
            }
            ("NOMAP", _) => self.frame = DesArea::WHOLE,
            ("GEOMETRY", values) => self.geometry = values.iter().take(2).cloned().collect(),
            ("INIT_MAP", [DesValue::Word(style), values @ ..]) => {
                self.init_map(style, values, line)
            }
            ("ROOM" | "SUBROOM", _) => self.room(statement, word, arguments, block)?,
            ("ROOMDOOR", [is_secret, state, wall, at]) => {
                self.room_door((is_secret, state), wall, at, line)?;
            }
            ("DOOR", [is_secret, state, wall, at]) => {
                self.room_door((is_secret, state), wall, at, line)?;
            }
            ("DOOR", [state, at]) => {
                let state = door_state(state).ok_or("its state is unknown")?;
                let cells = self.cells(at, line).ok_or(NO_PLACE)?;
                cells.cells().for_each(|cell| {
                    self.doors.insert(cell, (state, line));
                });
            }
            ("RANDOM_CORRIDORS", _) => self.join_rooms(),
            ("CORRIDOR", [from, to]) => self.corridor(from, to)?,
            ("MAZEWALK", [from, toward, ..]) => self.maze_walk(from, toward, line)?,
            ("STAIR" | "LADDER" | "BRANCH" | "TELEPORT_REGION", _) => {
                self.way(statement, word, arguments)?
            }
            ("REGION", [area, light, ..]) => {
                let is_whole = self
                    .region(area)
                    .is_some_and(|cells| cells.cells().nth(1).is_some());
                self.lit[usize::from(light.is("unlit"))].extend(is_whole.then_some(line));
                if let Some(block) = block {
                    self.nested(block)?;
                }
            }
            ("SHUFFLE", [DesValue::Variable(name, _)]) => self.shuffle(name)?,
            ("RANDOM_PLACES" | "RANDOM_MONSTERS" | "RANDOM_OBJECTS", values) => {
                let name = match word {
                    "RANDOM_PLACES" => "place",
                    "RANDOM_MONSTERS" => "monster",
                    _ => "object",
                };
                self.bind(name, &DesValue::List(values.to_vec()), line)?;
                self.shuffle(name)?;
            }
            ("TERRAIN" | "REPLACE_TERRAIN" | "DRAWBRIDGE" | "POOL", _) => {
                self.ground(word, arguments, line)?;
            }
            _ => return self.placing(statement, word, arguments, block),
        }
        Ok(())
    }

    fn shuffle(&mut self, name: &str) -> Result<(), FaultText> {
        let Some(Bound::List(values, None)) = self.variables.get(name) else {
            return Err("only a list that no line shuffles can be shuffled".to_owned());
        };
        let values = values.clone();
        let cells = values.iter().filter_map(|value| match value {
            DesValue::Group(ends) if ends.len() == 2 => {
                self.cell(self.range(&ends[0])?.0, self.range(&ends[1])?.0)
            }
            _ => None,
        });
        let cells: Vec<_> = cells.collect();
        if !cells.is_empty() && cells.len() < values.len() {
            return Err("one of its places is outside the level".to_owned());
        }
        self.shuffles.push(cells);
        let shuffle = Some(self.shuffles.len() - 1);
        self.variables
            .insert(name.to_owned(), Bound::List(values, shuffle));
        Ok(())
    }

    /// Draws stairs, or records a place where the hero may enter the level.
    fn way(
        &mut self,
        statement: &DesStatement,
        word: &str,
        arguments: &[DesValue],
    ) -> Result<(), FaultText> {
        let line = statement.line;
        let place = match arguments {
            [area, without, ..] if is_area(area) && is_area(without) => {
                let cells = self.region(area).ok_or(NO_PLACE)?;
                let without = self.region(without).ok_or(NO_PLACE)?;
                // The region `(0,0,0,0)` of a `levregion` is the whole level.
                let cells = match cells.cells().collect::<Vec<_>>().as_slice() {
                    [] | [(0, 0)] => DesArea::WHOLE.cells().collect(),
                    _ => cells,
                };
                match cells.only() {
                    Some(only) => DesPlace::Cell(only),
                    None => DesPlace::Among(cells.filtered(|cell| !without.has(cell))),
                }
            }
            [place, ..] => self.place(place, line).ok_or(NO_PLACE)?,
            [] => return Err(NO_PLACE.to_owned()),
        };
        let is_up = arguments.last().is_some_and(|direction| direction.is("up"));
        match word {
            "STAIR" | "LADDER" if is_up => self.arrivals.push((DesArrival::StairsUp, place, line)),
            "STAIR" | "LADDER" => self.put(built_in('>', "way down", String::new()), place, line),
            "BRANCH" => self.arrivals.push((DesArrival::Branch, place, line)),
            _ if is_up => self.remark(Remark::of_line(line, statement.shown())),
            _ => self.arrivals.push((DesArrival::Region, place, line)),
        }
        Ok(())
    }

    /// Runs a statement that changes the terrain of cells.
    fn ground(&mut self, word: &str, arguments: &[DesValue], line: usize) -> Result<(), FaultText> {
        let unknown = "its terrain is unknown";
        match (word, arguments) {
            ("POOL", [at]) => {
                let cells = self.cells(at, line).ok_or(NO_PLACE)?;
                cells.cells().for_each(|cell| self.set(cell, 'P'));
            }
            ("TERRAIN", [at, into]) => {
                let into = self
                    .letter(into)
                    .filter(|into| terrain(*into).is_some())
                    .ok_or(unknown)?;
                let cells = self.cells(at, line).ok_or(NO_PLACE)?;
                cells.cells().for_each(|cell| self.set(cell, into));
            }
            ("REPLACE_TERRAIN", [area, from, into, DesValue::Percent(percent)]) => {
                let area = self.region(area).ok_or(NO_PLACE)?;
                let from = self.letter(from).ok_or(unknown)?;
                let into = self
                    .letter(into)
                    .filter(|into| terrain(*into).is_some())
                    .ok_or(unknown)?;
                area.cells()
                    .for_each(|cell| self.replace(cell, (from, into), *percent));
            }
            ("DRAWBRIDGE", [at, toward, _]) => {
                let (x, y) = self.one_cell(at, line).ok_or(NO_PLACE)?;
                let gate = directions(std::slice::from_ref(toward));
                let gate = gate
                    .first()
                    .and_then(|(dx, dy)| within(x as i64 + dx, y as i64 + dy));
                self.lose(line, "the drawbridge is down in every game");
                for cell in [Some((x, y)), gate].into_iter().flatten() {
                    self.set(cell, '.');
                }
            }
            _ => return Err("its values are unknown".to_owned()),
        }
        Ok(())
    }

    fn set(&mut self, cell: (usize, usize), letter: char) {
        self.odds.remove(&cell);
        self.grid.set(cell, letter);
    }

    /// Turns a share of a cell's terrain into another.
    fn replace(&mut self, cell: (usize, usize), (from, into): (char, char), percent: u32) {
        let drawn = vec![(self.grid.at(cell), WHOLE_WEIGHT)];
        let mut odds = self.odds.get(&cell).cloned().unwrap_or(drawn);
        let Some(nth) = odds.iter().position(|(letter, _)| *letter == from) else {
            return;
        };
        let share = odds[nth].1 * percent / 100;
        odds[nth].1 -= share;
        match odds.iter_mut().find(|(letter, _)| *letter == into) {
            Some((_, weight)) => *weight += share,
            None => odds.push((into, share)),
        }
        odds.retain(|(_, weight)| *weight > 0);
        if let [(only, _)] = odds.as_slice() {
            self.set(cell, *only);
        } else {
            self.odds.insert(cell, odds);
        }
    }

    /// Draws the rows of a map where the last `GEOMETRY` puts them.
    fn map(&mut self, rows: &[String], line: usize) -> Result<(), FaultText> {
        let width = rows
            .iter()
            .map(|row| row.chars().count())
            .max()
            .unwrap_or(0);
        let height = rows.len();
        if width == 0 || width > WIDE - 1 || height > HIGH {
            let most = format!("{}x{HIGH}", WIDE - 1);
            return Err(format!(
                "expected a map of at most {most} cells, found {width}x{height}"
            ));
        }
        let (x, y) = self.corner(width, height, line);
        self.frame = DesArea {
            x,
            y,
            width,
            height,
        };
        for (nth, row) in rows.iter().enumerate() {
            for (column, letter) in row.chars().enumerate() {
                let cell = (x + column, y + nth);
                match letter {
                    'x' => continue,
                    _ if terrain(letter).is_some() && letter != '_' => self.set(cell, letter),
                    _ => {
                        let found = quoted(&letter.to_string());
                        self.lose(
                            line + 1 + nth,
                            format!("{found} is not terrain of NetHack: drawn as floor"),
                        );
                        self.set(cell, '.');
                    }
                }
                self.doors.remove(&cell);
            }
        }
        Ok(())
    }

    /// Returns the first column and row of a map, from the last `GEOMETRY`.
    fn corner(&mut self, width: usize, height: usize, line: usize) -> (usize, usize) {
        let geometry = std::mem::take(&mut self.geometry);
        let (across, down) = match geometry.as_slice() {
            [across, down] => (
                across.word().unwrap_or("center"),
                down.word().unwrap_or("center"),
            ),
            [place] => {
                let place = self.one_cell(place, line).unwrap_or((1, 0));
                return (place.0.min(WIDE - width), place.1.min(HIGH - height));
            }
            _ => ("center", "center"),
        };
        // NetHack puts a map at odd columns and rows, because a maze around it has its cells there.
        let odd = |at: usize| at + usize::from(at.is_multiple_of(2));
        let spare = 76_usize.saturating_sub(width);
        let x = match across {
            "left" => {
                if self.is_filled {
                    1
                } else {
                    3
                }
            }
            "half-left" => 2 + spare / 4,
            "half-right" => 2 + spare * 3 / 4,
            "right" => 77_usize.saturating_sub(width),
            _ => 2 + spare / 2,
        };
        let y = match down {
            "top" => 3,
            "bottom" => 19_usize.saturating_sub(height),
            _ => 2 + 18_usize.saturating_sub(height) / 2,
        };
        (odd(x).min(WIDE - width), odd(y).min(HIGH - height))
    }
}

fn is_area(value: &DesValue) -> bool {
    match value {
        DesValue::Group(ends) => ends.len() == 4,
        DesValue::Call(name, _) => name == "levregion",
        _ => false,
    }
}

/// Returns the state of a door as terrain: `.` without a door, `o` open, `+` closed, `X` locked, `S` secret.
pub fn door_state(value: &DesValue) -> Option<char> {
    Some(match value.word()? {
        "nodoor" | "broken" => '.',
        "open" => 'o',
        "locked" => 'X',
        "secret" => 'S',
        "closed" | "random" => '+',
        _ => return None,
    })
}

/// Returns the statements of a case up to its `BREAK`.
fn unbroken(body: &[DesStatement]) -> &[DesStatement] {
    let end = body.iter().position(|one| matches!(one.act, DesAct::Break));
    &body[..end.unwrap_or(body.len())]
}

/// Returns one placement that has the outcomes of several, each with its weight; `None` if they are not in the same
/// place. The result is empty if nothing is placed.
fn merged(outcomes: &[(Vec<Placement>, u32)]) -> Option<Vec<Placement>> {
    let first = outcomes.iter().find_map(|(placed, _)| placed.first());
    let Some(first) = first else {
        return Some(Vec::new());
    };
    let all: u32 = outcomes.iter().map(|(_, weight)| *weight).sum();
    let mut things = Vec::new();
    for (placed, weight) in outcomes {
        let share = |of: u32| {
            let share = u64::from(of) * u64::from(*weight) / u64::from(all.max(1));
            u32::try_from(share).unwrap_or(WHOLE_WEIGHT)
        };
        match placed.as_slice() {
            [] => things.push((None, share(WHOLE_WEIGHT))),
            [one] if one.place == first.place && one.times == first.times => {
                things.extend(one.things.iter().map(|(thing, of)| (*thing, share(*of))));
            }
            _ => return None,
        }
    }
    Some(vec![Placement {
        things,
        ..first.clone()
    }])
}

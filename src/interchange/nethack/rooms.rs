//! Rooms, corridors, mazes and filled maps of NetHack's levels.
use super::grid::{DesArea, DesCell, DesGrid, HIGH, WIDE, within};
use super::level::door_state;
use super::run::{DesRun, directions};
use super::syntax::{DesAct, DesLevel, DesStatement, DesValue};
use crate::interchange::fault::FaultText;

/// The number of random places that are tried for a room.
const TRIES: usize = 200;

/// Returns the map that the seed of a game makes for a level that leaves everything about its rooms or caves to chance;
/// `None` for a level that the import must draw.
pub fn made_map(level: &DesLevel) -> Option<String> {
    let mut rooms = 0_usize;
    for statement in &level.body {
        let DesAct::Command {
            word,
            arguments,
            block,
        } = &statement.act
        else {
            return None;
        };
        match (word.as_str(), block) {
            ("ROOM", block) => {
                let [kind, _, rest @ ..] = arguments.as_slice() else {
                    return None;
                };
                let is_plain = *kind == DesValue::Text("ordinary".to_owned()) || kind.is("random");
                let is_random = is_plain && rest.iter().all(|value| value.is("random"));
                let inner = block.iter().flatten();
                if !is_random || !inner.clone().all(is_anywhere) {
                    return None;
                }
                rooms += 1;
            }
            ("RANDOM_CORRIDORS" | "FLAGS" | "NOMAP", _) => {}
            ("INIT_MAP", _) if arguments.first()?.is("mines") => {}
            _ if is_anywhere(statement) => {}
            _ => return None,
        }
    }
    let is_caves = level
        .body
        .iter()
        .any(|statement| statement.text.starts_with("INIT_MAP"));
    match (rooms, is_caves) {
        (0, true) => Some(format!("map caves {} {HIGH}", WIDE - 4)),
        (0, false) | (_, true) => None,
        (rooms, false) => Some(format!(
            "map rooms {} {HIGH} rooms={}",
            WIDE - 4,
            rooms.min(99)
        )),
    }
}

/// Whether a statement puts something anywhere in a room or on the level.
fn is_anywhere(statement: &DesStatement) -> bool {
    let DesAct::Command {
        word, arguments, ..
    } = &statement.act
    else {
        return false;
    };
    let puts = [
        "MONSTER", "OBJECT", "TRAP", "STAIR", "GOLD", "FOUNTAIN", "SINK", "ALTAR", "GRAVE",
    ];
    let mut places = arguments
        .iter()
        .filter(|value| !matches!(value, DesValue::Text(_)));
    puts.contains(&word.as_str())
        && places.all(|value| match value {
            DesValue::Group(parts) => matches!(parts.first(), Some(DesValue::Character(_))),
            DesValue::Variable(..) | DesValue::Call(..) => false,
            _ => true,
        })
}

impl<'a> DesRun<'a> {
    /// Fills the level as an `INIT_MAP` says.
    pub fn init_map(&mut self, style: &str, values: &[DesValue], line: usize) {
        self.is_filled = true;
        let letter = values
            .first()
            .and_then(|value| self.letter(value))
            .unwrap_or(' ');
        match style {
            "solidfill" => self.grid = DesGrid::filled(letter),
            "mazegrid" => self.fill_maze(letter),
            "mines" if self.made.is_none() => {
                self.freeze(line, "the caves");
                let rock = values
                    .get(1)
                    .and_then(|value| self.letter(value))
                    .unwrap_or(' ');
                let is_joined = values.get(3).is_none_or(|value| !value.is("false"));
                let (grid, draw) = self.grid_and_draw();
                grid.caves(letter, rock, is_joined, draw);
            }
            "mines" => {}
            _ => self.lose(
                line,
                format!("INIT_MAP: {style} (the level is filled with stone)"),
            ),
        }
    }

    /// Fills the level with cells that a maze can be carved through.
    pub fn fill_maze(&mut self, wall: char) {
        self.grid = DesGrid::filled(' ');
        let cells = DesArea {
            x: 2,
            y: 2,
            width: WIDE - 3,
            height: HIGH - 2,
        };
        for (x, y) in cells.cells().filter(|(x, y)| x % 2 == 0 || y % 2 == 0) {
            self.grid.set((x, y), wall);
        }
    }

    /// Carves a maze from a cell, in a direction first.
    pub fn maze_walk(
        &mut self,
        from: &DesValue,
        toward: &DesValue,
        line: usize,
    ) -> Result<(), FaultText> {
        let outside = "its place is unknown or outside the level";
        let (x, y) = self.one_cell(from, line).ok_or(outside)?;
        let (dx, dy) = directions(std::slice::from_ref(toward))[0];
        let (mut x, mut y) = (x as i64 + dx, y as i64 + dy);
        self.freeze(line, "the maze");
        let (grid, draw) = self.grid_and_draw();
        let mut open = |x: i64, y: i64| {
            if let Some(cell) = within(x, y).filter(|cell| grid.at(*cell) != '+') {
                grid.set(cell, '.');
            }
        };
        open(x, y);
        // A maze goes by odd columns and rows.
        if x % 2 == 0 {
            x += if dx > 0 { 1 } else { -1 };
            open(x, y);
        }
        if y % 2 == 0 {
            y += if dy > 0 { 1 } else { -1 };
            open(x, y);
        }
        let from = within(x, y).ok_or(outside)?;
        grid.carve(from, '.', draw);
        Ok(())
    }

    /// Draws a room, and runs the statements in it.
    pub fn room(
        &mut self,
        statement: &'a DesStatement,
        word: &str,
        arguments: &[DesValue],
        block: Option<&'a [DesStatement]>,
    ) -> Result<(), FaultText> {
        let before = self.frame;
        if self.made.is_none() {
            let line = statement.line;
            let room = if word == "ROOM" {
                let [_, _, place, align, size, ..] = arguments else {
                    return Err("expected a type, light, place, alignment and size".to_owned());
                };
                self.free_room(place, align, size, line)
            } else {
                let [_, _, place, size, ..] = arguments else {
                    return Err("expected a type, light, place and size".to_owned());
                };
                self.inner_room(place, size, line)
            };
            let room = room.ok_or("no space is left for the room")?;
            self.grid.enclose(room);
            if word == "ROOM" {
                self.rooms.push(room);
            } else {
                self.inner_rooms.push(room);
            }
            self.frame = room;
        }
        // Older files have no block: what follows belongs to the room.
        if let Some(block) = block {
            if self.deep < 64 {
                self.deep += 1;
                self.run(block);
                self.deep -= 1;
            }
            self.frame = before;
        }
        Ok(())
    }

    fn pair(&self, value: &DesValue) -> Option<(i64, i64)> {
        match value {
            DesValue::Group(ends) if ends.len() == 2 => {
                Some((self.range(&ends[0])?.0, self.range(&ends[1])?.0))
            }
            _ => None,
        }
    }

    /// Finds a place for a room on the five by five grid of NetHack, or anywhere.
    fn free_room(
        &mut self,
        place: &DesValue,
        align: &DesValue,
        size: &DesValue,
        line: usize,
    ) -> Option<DesArea> {
        let (place, size) = (self.pair(place), self.pair(size));
        let align = match align {
            DesValue::Group(ends) => {
                [ends.first(), ends.get(1)].map(|end| end.and_then(DesValue::word))
            }
            _ => [None, None],
        };
        if place.is_none() || size.is_none() {
            self.freeze(line, "the room");
        }
        for _ in 0..TRIES {
            let side = |said: Option<i64>, least: usize, more: usize, run: &mut Self| match said {
                Some(said) if said > 0 => usize::try_from(said).unwrap_or(least).min(WIDE - 6),
                _ => least + run.below(more),
            };
            let width = side(size.map(|size| size.0), 3, 9, self);
            let height = side(size.map(|size| size.1), 2, 4, self).min(HIGH - 5);
            let (x, y) = match place {
                Some((column, row)) => {
                    let within = |side: usize, size: usize, align: Option<&str>| match align {
                        Some("left" | "top") => 0,
                        Some("right" | "bottom") => side.saturating_sub(size),
                        _ => side.saturating_sub(size) / 2,
                    };
                    let at = |nth: i64, side: usize| {
                        usize::try_from((nth - 1).clamp(0, 4)).unwrap_or(0) * side / 5 + 1
                    };
                    (
                        at(column, WIDE) + within(WIDE / 5, width, align[0]),
                        at(row, HIGH) + within(HIGH / 5, height, align[1]),
                    )
                }
                None => (2 + self.below(WIDE - 4), 2 + self.below(HIGH - 4)),
            };
            let room = DesArea {
                x: x.clamp(2, WIDE - 3 - width),
                y: y.clamp(2, HIGH - 2 - height),
                width,
                height,
            };
            if !self.rooms.iter().any(|other| other.is_near(room, 4)) {
                return Some(room);
            }
        }
        None
    }

    /// Finds a place for a room inside the current one.
    fn inner_room(&mut self, place: &DesValue, size: &DesValue, line: usize) -> Option<DesArea> {
        let outer = self.frame;
        if outer.width < 4 || outer.height < 4 {
            return None;
        }
        let (place, size) = (self.pair(place), self.pair(size));
        if place.is_none() || size.is_none() {
            self.freeze(line, "the inner room");
        }
        let number = |said: i64| usize::try_from(said).ok();
        let mut along = |place: Option<i64>, size: Option<i64>, outer: usize| {
            let size = size.and_then(number).filter(|size| *size > 0);
            let size = size.unwrap_or_else(|| 1 + self.below(outer - 3)).min(outer);
            let at = place.and_then(number);
            let at = at.unwrap_or_else(|| self.below((outer - size).saturating_sub(1).max(1)));
            // An inner room shares its wall with the outer one, or leaves a way between them.
            let at = if at == 1 { 0 } else { at };
            let at = if at + size + 1 == outer { at + 1 } else { at };
            (at.min(outer - size), size)
        };
        let (x, width) = along(place.map(|at| at.0), size.map(|size| size.0), outer.width);
        let (y, height) = along(place.map(|at| at.1), size.map(|size| size.1), outer.height);
        Some(DesArea {
            x: outer.x + x,
            y: outer.y + y,
            width,
            height,
        })
    }

    /// Puts a door into a wall of the current room.
    pub fn room_door(
        &mut self,
        (is_secret, state): (&DesValue, &DesValue),
        wall: &DesValue,
        at: &DesValue,
        line: usize,
    ) -> Result<(), FaultText> {
        let room = self.frame;
        let state = door_state(state).ok_or("its state is unknown")?;
        let state = if is_secret.is("true") { 'S' } else { state };
        let walls = if wall.is("random") {
            directions(&[])
        } else {
            directions(std::slice::from_ref(wall))
        };
        let at = if at.is("random") {
            None
        } else {
            self.number(at, line)
        };
        let is_said = |nth: usize| at.is_none_or(|at| usize::try_from(at) == Ok(nth));
        let mut doors: Vec<(DesCell, DesCell)> = Vec::new();
        for (dx, dy) in walls.into_iter().filter(|(dx, dy)| dx * dy == 0) {
            let side = if dx == 0 { room.width } else { room.height };
            for nth in (0..side).filter(|nth| is_said(*nth)) {
                doors.extend(beyond(room, (dx, dy), nth));
            }
        }
        let is_wall = |cell: DesCell| matches!(self.grid.at(cell), '-' | '|');
        doors.retain(|(door, _)| is_wall(*door));
        let leads = |(_, outside): &&(DesCell, DesCell)| !self.grid.is_rock(*outside);
        let inner: Vec<_> = doors.iter().filter(leads).copied().collect();
        let doors = if inner.is_empty() { doors } else { inner };
        if doors.len() > 1 {
            self.freeze(line, "the place of the door");
        }
        let nth = self.below(doors.len());
        let (door, _) = doors.get(nth).ok_or("its wall has no place for it")?;
        self.grid.set(*door, '+');
        self.doors.insert(*door, (state, line));
        Ok(())
    }

    /// Connects each room with the next one.
    pub fn join_rooms(&mut self) {
        if self.made.is_none() {
            (1..self.rooms.len()).for_each(|nth| self.join(nth - 1, nth));
        }
    }

    /// Connects the two rooms that a `CORRIDOR` names.
    pub fn corridor(&mut self, from: &DesValue, to: &DesValue) -> Result<(), FaultText> {
        let room = |value: &DesValue| match value {
            DesValue::Group(parts) => {
                let nth = usize::try_from(self.range(parts.first()?)?.0).ok()?;
                (nth < self.rooms.len()).then_some(nth)
            }
            _ => None,
        };
        let (from, to) = (room(from), room(to));
        let (from, to) = from.zip(to).ok_or("its rooms are unknown")?;
        self.join(from, to);
        Ok(())
    }

    /// Digs a corridor between two rooms, with a doorway at each end.
    fn join(&mut self, from: usize, to: usize) {
        let (a, b) = (self.rooms[from], self.rooms[to]);
        let (dx, dy) = if b.x > a.x + a.width {
            (1, 0)
        } else if b.y + b.height < a.y {
            (0, -1)
        } else if b.x + b.width < a.x {
            (-1, 0)
        } else {
            (0, 1)
        };
        let mut end = |room: DesArea, (dx, dy): (i64, i64)| {
            let side = if dx == 0 { room.width } else { room.height };
            beyond(room, (dx, dy), self.below(side))
        };
        if let (Some((door, out)), Some((last, before))) = (end(a, (dx, dy)), end(b, (-dx, -dy))) {
            self.grid.set(door, '.');
            self.grid.set(last, '.');
            self.grid.dig(out, before);
        }
    }
}

/// Returns the cell of a room's wall in a direction at a column or row of the room, and the cell outside of it; `None`
/// if one of them is outside the level.
fn beyond(room: DesArea, (dx, dy): (i64, i64), nth: usize) -> Option<(DesCell, DesCell)> {
    let [x, y, width, height, nth] =
        [room.x, room.y, room.width, room.height, nth].map(|side| side as i64);
    let (x, y) = match (dx, dy) {
        (0, -1) => (x + nth, y - 1),
        (0, _) => (x + nth, y + height),
        (-1, _) => (x - 1, y + nth),
        _ => (x + width, y + nth),
    };
    within(x, y).zip(within(x + dx, y + dy))
}

//! The cells of a level of NetHack while its statements run, and sets of these cells.
use dungeon_engine::chance::Draw;
use dungeon_model::space::narrow::count;

/// Columns of a level; column 0 is never used.
pub const WIDE: usize = 80;

/// Rows of a level.
pub const HIGH: usize = 21;

/// A column and a row, from 0.
pub type DesCell = (usize, usize);

/// A rectangle of cells: its first column and row, and its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DesArea {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
}

impl DesArea {
    /// The area of a whole level.
    pub const WHOLE: DesArea = DesArea {
        x: 1,
        y: 0,
        width: WIDE - 1,
        height: HIGH,
    };

    /// Returns the cells of the area in reading order.
    pub fn cells(self) -> impl Iterator<Item = DesCell> {
        let columns = self.x..(self.x + self.width).min(WIDE);
        (self.y..(self.y + self.height).min(HIGH))
            .flat_map(move |y| columns.clone().map(move |x| (x, y)))
    }

    /// Whether a cell is in the area.
    pub fn has(self, (x, y): DesCell) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }

    /// Whether the area, with a margin around it, has a cell in common with another.
    pub fn is_near(self, other: DesArea, margin: usize) -> bool {
        let apart = |a: usize, size: usize, b: usize| a + size + margin <= b;
        !(apart(self.x, self.width, other.x)
            || apart(other.x, other.width, self.x)
            || apart(self.y, self.height, other.y)
            || apart(other.y, other.height, self.y))
    }
}

/// A set of cells of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesCells(Vec<bool>);

impl DesCells {
    /// Makes an empty set.
    pub fn new() -> DesCells {
        DesCells(vec![false; WIDE * HIGH])
    }

    /// Adds a cell, unless it is outside the level.
    pub fn add(&mut self, x: i64, y: i64) {
        if let Some((x, y)) = within(x, y) {
            self.0[y * WIDE + x] = true;
        }
    }

    /// Whether the set has a cell.
    pub fn has(&self, (x, y): DesCell) -> bool {
        self.0[y * WIDE + x]
    }

    /// Returns the cells of the set in reading order.
    pub fn cells(&self) -> impl Iterator<Item = DesCell> {
        let all = self.0.iter().enumerate().filter(|(_, is_in)| **is_in);
        all.map(|(nth, _)| (nth % WIDE, nth / WIDE))
    }

    /// Returns the cell of a set with a single cell.
    pub fn only(&self) -> Option<DesCell> {
        let mut cells = self.cells();
        cells.next().filter(|_| cells.next().is_none())
    }

    /// Returns the rectangle with the most cells of the set among those whose other cells are not in `free`; `None` for
    /// an empty set.
    pub fn widest(&self, free: &DesCells) -> Option<DesArea> {
        let around = self.around()?;
        let mut best = None;
        let mut most = 0;
        // For each column, the number of usable cells up to the current row, and of cells of the set in them.
        let mut heights = [0; WIDE];
        for y in around.y..around.y + around.height {
            for x in around.x..around.x + around.width {
                let is_usable = self.has((x, y)) || !free.has((x, y));
                heights[x] = if is_usable { heights[x] + 1 } else { 0 };
                let mut height = heights[x];
                let mut count = 0;
                let mut columns: Vec<usize> = Vec::new();
                for first in (around.x..=x).rev() {
                    if heights[first] == 0 {
                        break;
                    }
                    if heights[first] < height {
                        height = heights[first];
                        count = columns.iter().map(|x| self.count(*x, y, height)).sum();
                    }
                    columns.push(first);
                    count += self.count(first, y, height);
                    if count > most {
                        most = count;
                        best = Some(DesArea {
                            x: first,
                            y: y + 1 - height,
                            width: x + 1 - first,
                            height,
                        });
                    }
                }
            }
        }
        best
    }

    /// Returns the number of cells of the set in a column, from a row up.
    fn count(&self, x: usize, y: usize, height: usize) -> usize {
        (y + 1 - height..=y).filter(|y| self.has((x, *y))).count()
    }

    /// Returns the cells for which `keep` says so.
    pub fn filtered(&self, mut keep: impl FnMut(DesCell) -> bool) -> DesCells {
        self.cells().filter(|cell| keep(*cell)).collect()
    }

    /// Returns the smallest rectangle around the set; `None` for an empty set.
    pub fn around(&self) -> Option<DesArea> {
        let (mut first, mut last) = ((WIDE, HIGH), (0, 0));
        for (x, y) in self.cells() {
            first = (first.0.min(x), first.1.min(y));
            last = (last.0.max(x), last.1.max(y));
        }
        (first.0 < WIDE).then(|| DesArea {
            x: first.0,
            y: first.1,
            width: last.0 + 1 - first.0,
            height: last.1 + 1 - first.1,
        })
    }
}

impl FromIterator<DesCell> for DesCells {
    fn from_iter<T: IntoIterator<Item = DesCell>>(cells: T) -> DesCells {
        let mut set = DesCells::new();
        for (x, y) in cells {
            set.0[y * WIDE + x] = true;
        }
        set
    }
}

/// Returns a cell; `None` for a place outside the level.
pub fn within(x: i64, y: i64) -> Option<DesCell> {
    let x = usize::try_from(x).ok().filter(|x| *x < WIDE)?;
    let y = usize::try_from(y).ok().filter(|y| *y < HIGH)?;
    Some((x, y))
}

/// Draws one of the numbers below `n`; 0 if `n` is 0.
pub fn below(draw: &mut Draw, n: usize) -> usize {
    draw.below(count(n)) as usize
}

/// The terrain of a level, in characters of NetHack's maps.
#[derive(Clone, Debug)]
pub struct DesGrid(Vec<char>);

impl DesGrid {
    /// Makes a level that is filled with a character.
    pub fn filled(letter: char) -> DesGrid {
        DesGrid(vec![letter; WIDE * HIGH])
    }

    /// Returns the terrain of a cell.
    pub fn at(&self, (x, y): DesCell) -> char {
        self.0[y * WIDE + x]
    }

    /// Changes the terrain of a cell.
    pub fn set(&mut self, (x, y): DesCell, letter: char) {
        self.0[y * WIDE + x] = letter;
    }

    /// Whether a cell is floor without anything special.
    pub fn is_floor(&self, cell: DesCell) -> bool {
        matches!(self.at(cell), '.' | '#' | 'A' | 'B')
    }

    /// Whether a cell is rock or wall.
    pub fn is_rock(&self, cell: DesCell) -> bool {
        matches!(self.at(cell), ' ' | '-' | '|')
    }

    /// Draws a wall around an area, over everything but walls.
    pub fn enclose(&mut self, area: DesArea) {
        let around = DesArea {
            x: area.x.saturating_sub(1),
            y: area.y.saturating_sub(1),
            width: area.width + 2,
            height: area.height + 2,
        };
        for cell in around.cells() {
            if area.has(cell) {
                self.set(cell, '.');
            } else if !matches!(self.at(cell), '-' | '|') {
                let is_beside = (area.y..area.y + area.height).contains(&cell.1);
                self.set(cell, if is_beside { '|' } else { '-' });
            }
        }
    }

    /// Carves a maze from a cell, in steps of two cells through stone.
    pub fn carve(&mut self, from: DesCell, floor: char, draw: &mut Draw) {
        let mut way = vec![from];
        self.set(from, floor);
        while let Some((x, y)) = way.last().copied() {
            let steps = [(0, -1), (1, 0), (0, 1), (-1, 0)];
            let open = steps.into_iter().filter_map(|(dx, dy): (i64, i64)| {
                let (x, y) = (x as i64, y as i64);
                let end = within(x + 2 * dx, y + 2 * dy)?;
                let is_open = (3..WIDE - 1).contains(&end.0) && (3..HIGH).contains(&end.1);
                Some((within(x + dx, y + dy)?, end)).filter(|_| is_open && self.at(end) == ' ')
            });
            let open: Vec<(DesCell, DesCell)> = open.collect();
            if open.is_empty() {
                way.pop();
                continue;
            }
            let (between, end) = open[below(draw, open.len())];
            self.set(between, floor);
            self.set(end, floor);
            way.push(end);
        }
    }

    /// Fills the level with caves: cells that start at random and become what most cells around them are. Joins the
    /// caves if `is_joined`.
    pub fn caves(&mut self, floor: char, rock: char, is_joined: bool, draw: &mut Draw) {
        for cell in DesArea::WHOLE.cells() {
            let is_inner = (2..WIDE - 2).contains(&cell.0) && (1..HIGH - 1).contains(&cell.1);
            self.set(
                cell,
                if is_inner && below(draw, 100) < 55 {
                    floor
                } else {
                    rock
                },
            );
        }
        for _ in 0..4 {
            let before = self.clone();
            for y in 1..HIGH - 1 {
                for x in 2..WIDE - 2 {
                    let around = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y)));
                    let open = around.filter(|cell| before.at(*cell) == floor).count();
                    self.set((x, y), if open >= 5 { floor } else { rock });
                }
            }
        }
        let mut caves: Vec<DesCells> = Vec::new();
        for cell in DesArea::WHOLE.cells() {
            if self.at(cell) == floor && !caves.iter().any(|cave| cave.has(cell)) {
                caves.push(self.same_around(cell));
            }
        }
        let firsts = caves.iter().filter_map(|cave| cave.cells().next());
        let firsts: Vec<DesCell> = firsts.collect();
        for pair in firsts.windows(2).filter(|_| is_joined) {
            for (x, y) in line(pair[0], pair[1]) {
                // Two cells wide, so that a diagonal line is a way.
                self.set((x, y), floor);
                self.set(((x + 1).min(WIDE - 3), y), floor);
            }
        }
    }

    /// Returns the cells of the same terrain that are connected to a cell.
    pub fn same_around(&self, from: DesCell) -> DesCells {
        let mut found = DesCells::new();
        let mut open = vec![from];
        while let Some((x, y)) = open.pop() {
            if found.has((x, y)) || self.at((x, y)) != self.at(from) {
                continue;
            }
            let (x, y) = (x as i64, y as i64);
            found.add(x, y);
            let beside = [(0, -1), (1, 0), (0, 1), (-1, 0)].into_iter();
            open.extend(beside.filter_map(|(dx, dy)| within(x + dx, y + dy)));
        }
        found
    }

    /// Digs the shortest corridor through stone and corridors from one cell to another; nothing if there is no way.
    pub fn dig(&mut self, from: DesCell, to: DesCell) {
        let is_way = |grid: &DesGrid, cell: DesCell| {
            let is_inner = (1..WIDE - 1).contains(&cell.0) && (1..HIGH - 1).contains(&cell.1);
            is_inner && matches!(grid.at(cell), ' ' | '#')
        };
        let mut came: Vec<Option<DesCell>> = vec![None; WIDE * HIGH];
        let mut open = std::collections::VecDeque::from([from]);
        came[from.1 * WIDE + from.0] = Some(from);
        while let Some((x, y)) = open.pop_front().filter(|cell| *cell != to) {
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let next = within(x as i64 + dx, y as i64 + dy);
                let Some(next) = next.filter(|next| is_way(self, *next)) else {
                    continue;
                };
                let before = &mut came[next.1 * WIDE + next.0];
                if before.is_none() {
                    *before = Some((x, y));
                    open.push_back(next);
                }
            }
        }
        let mut at = to;
        while let Some(before) = came[at.1 * WIDE + at.0] {
            if self.at(at) == ' ' {
                self.set(at, '#');
            }
            if before == at {
                break;
            }
            at = before;
        }
    }
}

/// Returns the cells of a straight line, both ends included.
pub fn line(from: DesCell, to: DesCell) -> Vec<DesCell> {
    let [x, y, tx, ty] = [from.0, from.1, to.0, to.1].map(|side| side as i64);
    let steps = (tx - x).abs().max((ty - y).abs()).max(1);
    let between =
        |a: i64, b: i64, nth: i64| (2 * a * steps + 2 * (b - a) * nth + steps) / (2 * steps);
    let cells = (0..=steps).filter_map(|nth| within(between(x, tx, nth), between(y, ty, nth)));
    cells.collect()
}

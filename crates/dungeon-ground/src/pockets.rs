//! The pockets of one level: the nodes of the graph in which lints and proofs search for the cells that a hero can
//! reach. An area of connected floor is one node. Each locked door is a node of its own, and so is each trap that
//! carries every hero to another place, and each cell that can be entered from some sides only. A generated level, or a
//! level that the hero never enters, is a single node.
use std::borrow::Cow;
use std::collections::HashSet;
use std::iter;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::step::{Tread, step};
use dungeon_model::dungeon::TileId;
use dungeon_model::space::cell_set::{CellSet, WORD};
use dungeon_model::space::disjoint_sets::DisjointSets;
use dungeon_model::space::geometry::{Neighbours, Point, Region, Size, at};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::narrow::{count, length};

/// How a cell lets a hero through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passage {
    /// Floor on which heroes can walk. Closed doors without a lock count as floor, because walking opens them.
    Floor,
    /// Floor with a way that does not carry off every hero who steps there: stairs, a trap that works only once, or a
    /// trap that works only where a move ends.
    Way,
    /// A locked door.
    Locked,
    /// A trap that carries every hero who steps onto it to another place.
    Carrier,
    /// Floor that can be entered from some sides only (T-5).
    Stepwise(Tread),
    /// Terrain that stops heroes but not shots. Used only for games in which shots can win.
    Window,
    /// Neither heroes nor shots pass.
    Solid,
}

/// The number of a node on its level.
pub type Node = u32;

/// How the tiles of a dungeon let a hero through, by `TileId`; shared by many levels.
#[derive(Debug)]
pub struct TileWays {
    /// How each tile lets a hero through.
    pub passages: Vec<Passage>,
    /// The neighbors of a cell that the hero can step to.
    pub neighbours: Neighbours,
}

/// Consecutive cells of one row that belong to one node, both ends included.
#[derive(Clone, Copy, Debug)]
struct FloorRun {
    from: i32,
    to: i32,
    node: Node,
}

/// The node of the floor where the hero arrives. On a level that is a single node, this is the only node.
const MAIN: Node = 0;

/// The cells of a level by node. Takes three bits of memory per cell of the map, and a few words for each run of cells
/// outside of the main pocket.
#[derive(Debug)]
pub struct Pockets<'a> {
    tiles: Cow<'a, Grid<TileId>>,
    ways: Arc<TileWays>,
    is_whole: bool,      // one node, without runs
    ground: Region,      // where the hero can ever be
    main: CellSet,       // the floor of the main pocket, which has no runs
    runs: Vec<FloorRun>, // in reading order
    firsts: Vec<usize>,  // the first run of each node except the main one, in order
    kinds: Vec<Passage>, // by node: the main one, then the others by their first cells
    rows: Vec<usize>,    // the first run of each row, and the end of the last one
    keys: Vec<Point>,
    noted: OnceLock<Vec<(Node, Point)>>, // sorted after a split
    beside: Vec<(Node, Node)>,           // floor, and a door or trap next to it, sorted
}

impl<'a> Pockets<'a> {
    /// Returns a level with these tiles as a single node. `ground` is the region where the hero can be; cells outside
    /// of this region count as solid. `keys` are the cells that may have a key. `noted` will return these cells, and
    /// the cells with a way.
    pub fn whole(
        tiles: Cow<'a, Grid<TileId>>,
        ways: Arc<TileWays>,
        ground: Region,
        keys: impl Iterator<Item = Point>,
    ) -> Pockets<'a> {
        Pockets {
            tiles,
            ground,
            ways,
            is_whole: true,
            main: CellSet::new(Size::new(0, 0)),
            runs: Vec::new(),
            firsts: Vec::new(),
            kinds: vec![Passage::Floor],
            rows: Vec::new(),
            keys: keys.collect(),
            noted: OnceLock::new(),
            beside: Vec::new(),
        }
    }

    /// Splits a level into pockets. `passage` returns how each cell lets a hero through; `neighbours` are the neighbors
    /// that steps lead to.
    pub fn of_cells(
        size: Size,
        neighbours: Neighbours,
        mut passage: impl FnMut(Point) -> Passage,
    ) -> Pockets<'a> {
        let mut tiles = Grid::filled(size, TileId::default());
        let mut passages = Vec::new();
        for (p, tile) in size.points().zip(tiles.cells_mut()) {
            let passage = passage(p);
            let number = passages.iter().position(|known| *known == passage);
            let number = number.unwrap_or_else(|| {
                passages.push(passage);
                passages.len() - 1
            });
            *tile = TileId::of(number);
        }
        let ways = TileWays {
            passages,
            neighbours,
        };
        let ground = size.region();
        let mut pockets = Pockets::whole(Cow::Owned(tiles), Arc::new(ways), ground, iter::empty());
        pockets.split(ground);
        pockets
    }

    /// Splits a drawn level, which must still be a single node, into its pockets. The main pocket is the one with the
    /// first floor in `start`. The choice of `start` affects only the numbering of nodes and the run time, which is
    /// shortest if the main pocket contains most of the floor.
    pub fn split(&mut self, start: Region) {
        self.is_whole = false;
        let mut noted = std::mem::take(&mut self.keys);
        // Most dungeons have few tiles, for which the table is built quickly.
        let PassageSets { mut floor, special } = match self.ways.passages.len() {
            ..=FEW_TILES => self.passage_sets::<FEW_TILES>(),
            _ => self.passage_sets::<{ 1 << 16 }>(),
        };
        let first = (start.from.y..=start.to.y)
            .find_map(|y| Some(at(floor.runs(y, start.from.x, start.to.x).next()?.0, y)));
        if let Some(first) = first {
            self.main = floor.take_connected(first, self.ways.neighbours);
        }
        self.find_runs(&floor, &special, &mut noted);
        self.join();
        let nodes = noted.into_iter();
        let nodes = nodes.filter_map(|p| Some((self.node(p)?, p)));
        self.noted = OnceLock::from(sorted(nodes.collect()));
    }

    /// Reads the tile of every cell where the hero can be. `TILES` is a power of two that is greater than every tile
    /// number.
    fn passage_sets<const TILES: usize>(&self) -> PassageSets {
        let size = self.tiles.size();
        let mut sets = PassageSets {
            floor: CellSet::new(size),
            special: CellSet::new(size),
        };
        // The table has an entry for every possible tile number, so each cell needs a single look-up without a bounds
        // check.
        let mut marks = [0_u8; TILES];
        for (mark, passage) in marks.iter_mut().zip(&self.ways.passages) {
            *mark = match passage {
                Passage::Solid => 0,
                Passage::Floor => IS_FLOOR,
                Passage::Way => IS_FLOOR | IS_SPECIAL,
                _ => IS_SPECIAL,
            };
        }
        let Region { from, to } = self.ground;
        for (y, row) in (0..).zip(self.tiles.rows()) {
            if !(from.y..=to.y).contains(&y) {
                continue;
            }
            let floor = sets.floor.row_mut(y).iter_mut();
            let words = floor.zip(sets.special.row_mut(y)).enumerate();
            for ((nth, (floor, special)), tiles) in words.zip(row.chunks(WORD)) {
                let mut marked = [0; WORD];
                match (&mut marked, <&[TileId; WORD]>::try_from(tiles)) {
                    (marked, Ok(tiles)) => mark(marked, tiles, &marks),
                    (marked, Err(_)) => mark(marked, tiles, &marks),
                }
                let columns = columns(nth, from.x, to.x);
                *floor = with_mark(&marked, IS_FLOOR) & columns;
                *special = with_mark(&marked, IS_SPECIAL) & columns;
            }
        }
        sets
    }

    /// Finds the runs of every row outside of the main pocket. Each run is a node of its own until `join`. Adds the
    /// cells with a way to `noted`.
    fn find_runs(&mut self, floor: &CellSet, special: &CellSet, noted: &mut Vec<Point>) {
        for y in 0..self.tiles.size().height {
            self.rows.push(self.runs.len());
            let row_begin = self.runs.len();
            for (nth, (floor, special)) in floor.row(y).iter().zip(special.row(y)).enumerate() {
                let mut bits = floor | special;
                while bits != 0 {
                    let p = at(length(nth * WORD) + bits.trailing_zeros() as i32, y);
                    bits &= bits - 1;
                    let passage = self.passage(p);
                    if matches!(passage, Passage::Way | Passage::Carrier) {
                        noted.push(p);
                    }
                    if !self.main.contains(p) {
                        self.add_to_runs(row_begin, p.x, node_kind(passage));
                    }
                }
            }
        }
        self.rows.push(self.runs.len());
    }

    /// Adds the next cell of a row to the last run, or begins a new run. `row_begin` is the index of the row's first
    /// run.
    fn add_to_runs(&mut self, row_begin: usize, x: i32, kind: Passage) {
        let last_kind = self.kinds.last().copied();
        let is_of_row = self.runs.len() > row_begin;
        match self.runs.last_mut().filter(|_| is_of_row) {
            Some(run) if run.to + 1 == x && last_kind == Some(kind) && is_wide(kind) => run.to = x,
            _ => {
                let node = count(self.kinds.len());
                self.runs.push(FloorRun {
                    from: x,
                    to: x,
                    node,
                });
                self.kinds.push(kind);
            }
        }
    }

    /// Joins connected runs into nodes, numbers the nodes by their first cells, and finds the doors and traps next to
    /// each node.
    fn join(&mut self) {
        let mut sets = DisjointSets::new(self.kinds.len());
        let mut beside = Vec::new();
        self.touching(self.ways.neighbours, |a, b| {
            match (self.kind(a), self.kind(b)) {
                (one, other) if one == other && is_wide(one) => drop(sets.union(b, a)),
                (Passage::Floor, other) if !is_wide(other) => beside.push((a, b)),
                (other, Passage::Floor) if !is_wide(other) => beside.push((b, a)),
                _ => {}
            }
        });
        let kinds = std::mem::replace(&mut self.kinds, vec![Passage::Floor]);
        let mut numbers = vec![MAIN; kinds.len()];
        for (nth, run) in self.runs.iter_mut().enumerate() {
            let own = sets.find(run.node).unwrap_or(run.node) as usize;
            if numbers[own] == MAIN {
                numbers[own] = count(self.kinds.len());
                self.kinds.push(kinds[own]);
                self.firsts.push(nth);
            }
            numbers[run.node as usize] = numbers[own];
            run.node = numbers[own];
        }
        let beside = beside.into_iter();
        let beside = beside.map(|(a, b)| (numbers[a as usize], numbers[b as usize]));
        self.beside = sorted(beside.collect());
    }

    /// Calls `tell` with the two nodes of each pair of adjacent runs; the node of the upper or left run comes first.
    /// Also calls `tell` with `MAIN` and the node of each run that is adjacent to the main pocket. Two runs are
    /// adjacent if a step to one of the `neighbours` leads from one run to the other.
    pub fn touching(&self, neighbours: Neighbours, mut tell: impl FnMut(Node, Node)) {
        let corner = corner(neighbours);
        for y in 0..self.tiles.size().height {
            let (mut above, row) = (self.row(y - 1), self.row(y));
            for (nth, run) in row.iter().enumerate() {
                if self.is_main_beside(y, run.from, run.to, corner) {
                    tell(MAIN, run.node);
                }
                let left = nth.checked_sub(1).map(|left| row[left]);
                if let Some(left) = left.filter(|left| left.to + 1 == run.from) {
                    tell(left.node, run.node);
                }
                while let [first, rest @ ..] = above
                    && first.to + corner < run.from
                {
                    above = rest;
                }
                let near = above.iter();
                let near = near.take_while(|above| above.from <= run.to + corner);
                near.for_each(|above| tell(above.node, run.node));
            }
        }
    }

    /// Whether a step from the columns `from..=to` of a row can end in the main pocket. `corner` is 1 if diagonal steps
    /// are allowed, otherwise 0.
    fn is_main_beside(&self, y: i32, from: i32, to: i32, corner: i32) -> bool {
        let rows = [(-1, corner), (0, 1), (1, corner)];
        rows.into_iter()
            .any(|(dy, dx)| self.main.any(y + dy, from - dx, to + dx))
    }

    fn row(&self, y: i32) -> &[FloorRun] {
        let first = |y: i32| Some(*self.rows.get(usize::try_from(y).ok()?)?);
        let row: Option<Range<usize>> = first(y).zip(first(y + 1)).map(|(from, to)| from..to);
        row.map_or(&[], |row| &self.runs[row])
    }

    /// Returns the runs of a row that overlap the columns `from..=to`.
    fn between(&self, y: i32, from: i32, to: i32) -> impl Iterator<Item = &FloorRun> {
        let row = self.row(y);
        let first = row.partition_point(|run| run.to < from);
        row[first..].iter().take_while(move |run| run.from <= to)
    }

    /// Returns the number of nodes. Always counts the main node, even if it has no cells.
    pub fn count(&self) -> usize {
        self.kinds.len()
    }

    /// Returns the node of a cell; `None` if the cell is solid.
    pub fn node(&self, p: Point) -> Option<Node> {
        if self.is_whole || self.main.contains(p) {
            return Some(MAIN);
        }
        Some(self.between(p.y, p.x, p.x).next()?.node)
    }

    /// Returns the parts of a region that are not solid, in reading order, each with its node. Each part is in one row.
    /// On a level that is a single node, returns the whole region as one part.
    pub fn parts(&self, region: Region) -> impl Iterator<Item = (Node, Region)> {
        let Region { from, to } = region;
        let rows = from.y.max(0)..=to.y.min(self.tiles.size().height - 1);
        let runs = rows.flat_map(move |y| {
            let main = self.main.runs(y, from.x, to.x);
            let main = main.map(|(first, last)| (first, last, MAIN));
            let others = self.between(y, from.x, to.x);
            let others = others.map(move |run| (run.from.max(from.x), run.to.min(to.x), run.node));
            let parts = in_order(main, others);
            parts.map(move |(first, last, node)| {
                let (from, to) = (at(first, y), at(last, y));
                (node, Region { from, to })
            })
        });
        let whole = self.is_whole.then_some((MAIN, region));
        whole.into_iter().chain(runs)
    }

    /// Returns the nodes that have cells in a region, possibly with repeats.
    pub fn within(&self, region: Region) -> Vec<Node> {
        let mut nodes: Vec<Node> = self.parts(region).map(|(node, _)| node).collect();
        nodes.dedup();
        nodes
    }

    /// Returns the kind of a node: `Floor`, `Locked`, `Carrier`, `Stepwise` or `Window`.
    pub fn kind(&self, node: Node) -> Passage {
        self.kinds[node as usize]
    }

    /// Returns every node that has cells, with its first cell. The main node comes first; all other nodes are ordered
    /// by their first cells.
    pub fn nodes(&self) -> impl Iterator<Item = (Node, Point)> {
        let Size { width, height } = self.tiles.size();
        let first = |y| Some(at(self.main.runs(y, 0, width - 1).next()?.0, y));
        let main = (0..height).find_map(first).map(|p| (MAIN, p));
        let others = (1..count(self.count())).map(|node| (node, self.cell(node)));
        main.into_iter().chain(others)
    }

    /// Returns the first cell of a node other than the main node. It is the only cell of a door, a trap or a stepwise
    /// cell.
    pub fn cell(&self, node: Node) -> Point {
        let run = self.firsts[node as usize - 1];
        let rows = self.rows.partition_point(|first| *first <= run);
        at(self.runs[run].from, length(rows) - 1)
    }

    /// Returns how a cell lets a hero through.
    pub fn passage(&self, p: Point) -> Passage {
        let tile = self.tiles.get(p).filter(|_| self.ground.contains(p));
        let passage = tile.and_then(|tile| self.ways.passages.get(usize::from(tile.0)));
        passage.copied().unwrap_or(Passage::Solid)
    }

    /// Returns the cells of a node that have a way or may have a key.
    pub fn noted(&self, node: Node) -> impl Iterator<Item = Point> + use<'_, 'a> {
        let noted = self.noted.get_or_init(|| self.noted_in_whole());
        entries_of(noted, node).iter().map(|(_, p)| *p)
    }

    /// Returns the cells of a single-node level that have a way or may have a key.
    fn noted_in_whole(&self) -> Vec<(Node, Point)> {
        let is_way = |passage: &Passage| matches!(passage, Passage::Way | Passage::Carrier);
        let is_way: Vec<bool> = self.ways.passages.iter().map(is_way).collect();
        let keys = self.keys.iter().copied();
        if !is_way.contains(&true) {
            // Most dungeons have no ways, so the cells of a level, which may be large, are not read.
            return keys.map(|p| (MAIN, p)).collect();
        }
        let is_way = |tile: &TileId| is_way.get(usize::from(tile.0)) == Some(&true);
        let rows = (0..).zip(self.tiles.rows());
        let ways = rows.flat_map(|(y, row)| {
            let ways = (0..).zip(row).filter(|(_, tile)| is_way(tile));
            ways.map(move |(x, _)| at(x, y))
        });
        keys.chain(ways).map(|p| (MAIN, p)).collect()
    }

    /// Returns two lists. The first contains the nodes where steps from `node` end, each once. The second contains the
    /// stepwise nodes next to `node`: a hero on `node` can take their items and strike their monsters, even if no step
    /// ends there. Windows are in neither list.
    pub fn beside(&self, node: Node) -> (Vec<Node>, Vec<Node>) {
        let is_stepwise = |other: &Node| matches!(self.kind(*other), Passage::Stepwise(_));
        let (touched, mut ends): (Vec<Node>, Vec<Node>) =
            self.around(node).into_iter().partition(is_stepwise);
        let mut seen = HashSet::from([node]);
        let stepwise = touched.iter().flat_map(|onto| self.ends(node, *onto));
        ends.extend(stepwise.filter(|end| seen.insert(*end)));
        (ends, touched)
    }

    /// Returns the nodes where a step from the node `from` toward the single-cell node `onto` can end.
    fn ends(&self, from: Node, onto: Node) -> impl Iterator<Item = Node> {
        let p = self.cell(onto);
        let ways = self.ways.neighbours.directions().iter();
        let ways = ways.map(move |way| (p + way.opposite(), *way));
        let ways = ways.filter(move |(at, _)| self.node(*at) == Some(from));
        ways.filter_map(|(at, way)| self.node(step(at, way, |p| self.tread(p))?))
    }

    fn tread(&self, p: Point) -> Tread {
        match self.passage(p) {
            Passage::Stepwise(tread) => tread,
            _ => Tread::PLAIN,
        }
    }

    /// Returns the nodes next to a node, each once, even if no step leads to them. Omits windows.
    pub fn around(&self, node: Node) -> Vec<Node> {
        if is_wide(self.kind(node)) {
            let beside = entries_of(&self.beside, node).iter();
            return beside.map(|(_, other)| *other).collect();
        }
        let (p, ways) = (self.cell(node), self.ways.neighbours.directions());
        let near = ways.iter().filter_map(|way| self.node(p + *way));
        let mut around = Vec::with_capacity(4);
        for other in near.filter(|other| self.kind(*other) != Passage::Window) {
            if other != node && !around.contains(&other) {
                around.push(other);
            }
        }
        around
    }

    /// Returns the approximate size of the tables in bytes.
    pub fn bytes(&self) -> usize {
        let Size { width, height } = self.tiles.size();
        let main = height.max(0) as usize * (width.max(0) as usize / 8 + 8);
        let runs = size_of_val(&*self.runs) + size_of_val(&*self.beside);
        self.tiles.size().area() * size_of::<TileId>() + main + 2 * runs
    }
}

/// Two sets of cells of a level. `floor` contains the cells with floor, with or without a way. `special` contains the
/// cells that are neither plain floor nor solid. Cells with floor and a way are in both sets.
struct PassageSets {
    floor: CellSet,
    special: CellSet,
}

/// The greatest number of tiles for which the small table of marks is large enough.
const FEW_TILES: usize = 1 << 8;

/// The mark of a tile that is floor.
const IS_FLOOR: u8 = 1;

/// The mark of a tile that is neither plain floor nor solid.
const IS_SPECIAL: u8 = 1 << 1;

/// Writes the mark of each tile into `marked`. The compiler unrolls the loop if the number of tiles is a constant.
#[inline]
fn mark<'a, const TILES: usize>(
    marked: &mut [u8; WORD],
    tiles: impl IntoIterator<Item = &'a TileId>,
    marks: &[u8; TILES],
) {
    for (mark, tile) in marked.iter_mut().zip(tiles) {
        *mark = marks[usize::from(tile.0) % TILES];
    }
}

/// Returns a word with a 1 bit for each byte that has the mark. The lowest bit stands for the first byte. The mark must
/// be a power of two.
fn with_mark(marked: &[u8; WORD], mark: u8) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    // Multiplying by this number copies the lowest bit of each byte into the highest byte. The bit of the first byte
    // becomes the lowest bit there.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = marked.as_chunks::<8>();
    let bits = |eight: &[u8; 8]| {
        let ones = u64::from_le_bytes(*eight) >> mark.trailing_zeros() & ONES;
        ones.wrapping_mul(GATHER) >> 56
    };
    let bits = eights.iter().map(bits).zip((0..).step_by(8));
    bits.fold(0, |all, (bits, shift)| all | bits << shift)
}

/// Returns the bits for the columns `from..=to` in a word of a row. `word` is the index of the word in its row.
fn columns(word: usize, from: i32, to: i32) -> u64 {
    let first = length(word * WORD);
    let below = |x: i32| match x - first {
        bits if bits <= 0 => 0,
        bits if bits >= length(WORD) => u64::MAX,
        bits => (1 << bits) - 1,
    };
    below(to + 1) & !below(from)
}

/// Merges two lists of parts of a row into one. Both lists and the result are ordered by first column.
fn in_order<T>(
    one: impl Iterator<Item = (i32, i32, T)>,
    other: impl Iterator<Item = (i32, i32, T)>,
) -> impl Iterator<Item = (i32, i32, T)> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    iter::from_fn(move || match (one.peek(), other.peek()) {
        (Some(first), Some(second)) if first.0 < second.0 => one.next(),
        (_, Some(_)) => other.next(),
        _ => one.next(),
    })
}

/// Whether neighboring cells of this kind form one node. Each cell of any other kind is a node of its own.
fn is_wide(kind: Passage) -> bool {
    matches!(kind, Passage::Floor | Passage::Window)
}

/// Returns the kind of the node that a cell with this passage belongs to.
fn node_kind(passage: Passage) -> Passage {
    match passage {
        Passage::Way => Passage::Floor,
        other => other,
    }
}

/// Returns the number of columns by which a step to the row above or below can shift: 0 or 1.
fn corner(neighbours: Neighbours) -> i32 {
    match neighbours {
        Neighbours::Four => 0,
        Neighbours::Eight => 1,
    }
}

fn sorted<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the entries of a sorted list for one node.
fn entries_of<T>(all: &[(Node, T)], node: Node) -> &[(Node, T)] {
    let first = all.partition_point(|(other, _)| *other < node);
    let end = all.partition_point(|(other, _)| *other <= node);
    &all[first..end]
}

//! The pockets of one level: the nodes of the graph in which the hero's reach is searched. Connected floor is one
//! node, and so is each locked door, each trap that carries heroes off whenever they walk there, and each cell that
//! only some steps lead onto. A level that the seed makes, or where the hero never comes, is a single node.
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
    /// Heroes walk on. Closed doors without a lock count as open: walking opens them.
    Floor,
    /// Floor where a way may begin: stairs, or a trap that carries heroes off only once or only if they like.
    Way,
    /// A locked door.
    Locked,
    /// A trap that carries heroes off whenever they walk there.
    Carrier,
    /// Floor that only some steps lead onto (T-5).
    Stepwise(Tread),
    /// No floor, but shots pass, in a game that is won by shots.
    Window,
    /// Neither heroes nor shots pass.
    Solid,
}

/// The number of a node among those of its level.
pub type Node = u32;

/// How the tiles of a dungeon let a hero through, by `TileId`; the same on many levels.
#[derive(Debug)]
pub struct TileWays {
    /// How each tile lets a hero through.
    pub passages: Vec<Passage>,
    /// The steps of the hero.
    pub neighbours: Neighbours,
}

/// Cells of one row that belong to one node, both ends included.
#[derive(Clone, Copy, Debug)]
struct FloorRun {
    from: i32,
    to: i32,
    node: Node,
}

/// The node of the floor around where the hero came in; of a level that is a single node, that one.
const MAIN: Node = 0;

/// The cells of a drawn level by the nodes that they belong to. Takes three bits for each cell of the map, and memory for
/// each run of floor outside the main pocket.
#[derive(Debug)]
pub struct Pockets<'a> {
    tiles: Cow<'a, Grid<TileId>>,
    ways: Arc<TileWays>,
    is_whole: bool,      // one node, without runs
    ground: Region,      // where the hero can be at all
    main: CellSet,       // the floor of the main pocket, of which there are no runs
    runs: Vec<FloorRun>, // in reading order
    firsts: Vec<usize>,  // the first run of each node but the main one, in order
    kinds: Vec<Passage>, // by node; the main one is first, then by their first cells
    rows: Vec<usize>,    // the first run of each row, and the end of the last one
    keys: Vec<Point>,
    noted: OnceLock<Vec<(Node, Point)>>, // sorted where the level is split
    beside: Vec<(Node, Node)>,           // floor with a door or trap beside it, sorted
}

impl<'a> Pockets<'a> {
    /// Makes a single node of a level with these tiles, where the hero can be in `ground` at most. Its ways and the cells
    /// in `keys` are noted.
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

    /// Tells the pockets of a level apart, each of whose cells lets a hero through so, by steps in these directions.
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

    /// Tells the pockets of a drawn level apart, which is a single node till then. The main pocket is that of the first
    /// floor in `start`; wherever that is, the nodes are the same but for their numbers, and take the least time where
    /// most floor is in the main one.
    pub fn split(&mut self, start: Region) {
        self.is_whole = false;
        let mut noted = std::mem::take(&mut self.keys);
        // Most dungeons have few tiles, whose table is made in no time.
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

    /// Looks at the tile of every cell where the hero can be. All tiles have numbers below `TILES`, a power of two.
    fn passage_sets<const TILES: usize>(&self) -> PassageSets {
        let size = self.tiles.size();
        let mut sets = PassageSets {
            floor: CellSet::new(size),
            special: CellSet::new(size),
        };
        // One look at a table that has an entry for every number that a tile can have.
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

    /// Finds the runs of every row, each a node of its own, outside the main pocket; and adds the cells with a way to
    /// `noted`.
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
                        self.add_to_runs(row_begin, p.x, kind(passage));
                    }
                }
            }
        }
        self.rows.push(self.runs.len());
    }

    /// Adds the next cell of a row, whose first run has this number, to the runs.
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

    /// Makes one node of all runs that steps join, numbers the nodes by their first cells, and finds the doors and traps beside them.
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

    /// Tells of any two runs that touch by such steps, by the numbers of their nodes, the one above or to the left first;
    /// and of any run that touches the main pocket, after that one.
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

    /// Whether steps lead from a run of a row into the main pocket.
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

    /// The runs of a row from one column to another.
    fn between(&self, y: i32, from: i32, to: i32) -> impl Iterator<Item = &FloorRun> {
        let row = self.row(y);
        let first = row.partition_point(|run| run.to < from);
        row[first..].iter().take_while(move |run| run.from <= to)
    }

    /// How many nodes there are, the main one included, which has no cells on a level without floor.
    pub fn count(&self) -> usize {
        self.kinds.len()
    }

    /// The node that a cell belongs to; none if it is solid.
    pub fn node(&self, p: Point) -> Option<Node> {
        if self.is_whole || self.main.contains(p) {
            return Some(MAIN);
        }
        Some(self.between(p.y, p.x, p.x).next()?.node)
    }

    /// A region without its solid cells, as parts of rows in reading order, each with the node that it belongs to.
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

    /// The nodes that have cells in a region, perhaps more than once.
    pub fn within(&self, region: Region) -> Vec<Node> {
        let mut nodes: Vec<Node> = self.parts(region).map(|(node, _)| node).collect();
        nodes.dedup();
        nodes
    }

    /// Returns the kind of a node: `Floor`, `Locked`, `Carrier`, `Stepwise` or `Window`.
    pub fn kind(&self, node: Node) -> Passage {
        self.kinds[node as usize]
    }

    /// Every node that has cells, with its first one: the main one first, then by these cells.
    pub fn nodes(&self) -> impl Iterator<Item = (Node, Point)> {
        let Size { width, height } = self.tiles.size();
        let first = |y| Some(at(self.main.runs(y, 0, width - 1).next()?.0, y));
        let main = (0..height).find_map(first).map(|p| (MAIN, p));
        let others = (1..count(self.count())).map(|node| (node, self.cell(node)));
        main.into_iter().chain(others)
    }

    /// The first cell of a node other than the main one: the only one of a door, a trap or a gate.
    pub fn cell(&self, node: Node) -> Point {
        let run = self.firsts[node as usize - 1];
        let rows = self.rows.partition_point(|first| *first <= run);
        at(self.runs[run].from, length(rows) - 1)
    }

    /// How a cell lets a hero through.
    pub fn passage(&self, p: Point) -> Passage {
        let tile = self.tiles.get(p).filter(|_| self.ground.contains(p));
        let passage = tile.and_then(|tile| self.ways.passages.get(usize::from(tile.0)));
        passage.copied().unwrap_or(Passage::Solid)
    }

    /// The cells of a node that have a way or perhaps a key.
    pub fn noted(&self, node: Node) -> impl Iterator<Item = Point> + use<'_, 'a> {
        let noted = self.noted.get_or_init(|| self.noted_in_whole());
        with(noted, node).iter().map(|(_, p)| *p)
    }

    /// The cells of a level of a single node that have a way or perhaps a key.
    fn noted_in_whole(&self) -> Vec<(Node, Point)> {
        let is_way = |passage: &Passage| matches!(passage, Passage::Way | Passage::Carrier);
        let is_way: Vec<bool> = self.ways.passages.iter().map(is_way).collect();
        let keys = self.keys.iter().copied();
        if !is_way.contains(&true) {
            // Most dungeons have none, and levels that the seed makes are large.
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

    /// Returns the nodes where steps from a node end, each once, and the stepwise nodes that these steps touch:
    /// heroes take things and strike monsters there, whether or not a step ends there. Leaves windows out.
    pub fn beside(&self, node: Node) -> (Vec<Node>, Vec<Node>) {
        let is_stepwise = |other: &Node| matches!(self.kind(*other), Passage::Stepwise(_));
        let (touched, mut ends): (Vec<Node>, Vec<Node>) =
            self.around(node).into_iter().partition(is_stepwise);
        let mut seen = HashSet::from([node]);
        let stepwise = touched.iter().flat_map(|onto| self.ends(node, *onto));
        ends.extend(stepwise.filter(|end| seen.insert(*end)));
        (ends, touched)
    }

    /// Iterates over the nodes where steps from a node end that lead onto a neighboring node of a single cell.
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

    /// The nodes beside a node, windows left out, each once, whether or not a step leads there.
    pub fn around(&self, node: Node) -> Vec<Node> {
        if is_wide(self.kind(node)) {
            let beside = with(&self.beside, node).iter();
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

    /// The bytes of the tables, about.
    pub fn bytes(&self) -> usize {
        let Size { width, height } = self.tiles.size();
        let main = height.max(0) as usize * (width.max(0) as usize / 8 + 8);
        let runs = size_of_val(&*self.runs) + size_of_val(&*self.beside);
        self.tiles.size().area() * size_of::<TileId>() + main + 2 * runs
    }
}

/// What was seen of the cells of a level: those that are floor, with a way or without, and those of which more is to be
/// said than that they are floor or solid.
struct PassageSets {
    floor: CellSet,
    special: CellSet,
}

/// As many tiles as have a small table of marks.
const FEW_TILES: usize = 1 << 8;

/// The mark of a tile that is floor.
const IS_FLOOR: u8 = 1;

/// The mark of a tile that is neither plain floor nor solid.
const IS_SPECIAL: u8 = 1 << 1;

/// Writes the mark of each tile. A loop over a known number of tiles is unrolled.
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

/// A bit for each byte that has a mark, which is a power of two; the lowest one for the first byte.
fn with_mark(marked: &[u8; WORD], mark: u8) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    // A product with this moves the lowest bit of each byte into the highest byte, the first one's to its lowest bit.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = marked.as_chunks::<8>();
    let bits = |eight: &[u8; 8]| {
        let ones = u64::from_le_bytes(*eight) >> mark.trailing_zeros() & ONES;
        ones.wrapping_mul(GATHER) >> 56
    };
    let bits = eights.iter().map(bits).zip((0..).step_by(8));
    bits.fold(0, |all, (bits, shift)| all | bits << shift)
}

/// The bits of a row's word with this number that are columns from one to another, both included.
fn columns(word: usize, from: i32, to: i32) -> u64 {
    let first = length(word * WORD);
    let below = |x: i32| match x - first {
        bits if bits <= 0 => 0,
        bits if bits >= length(WORD) => u64::MAX,
        bits => (1 << bits) - 1,
    };
    below(to + 1) & !below(from)
}

/// The parts of a row by their first columns, out of two lists that are so ordered.
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

/// Whether cells of a kind that lie side by side are one node.
fn is_wide(kind: Passage) -> bool {
    matches!(kind, Passage::Floor | Passage::Window)
}

/// The kind of the node that such a cell belongs to.
fn kind(passage: Passage) -> Passage {
    match passage {
        Passage::Way => Passage::Floor,
        other => other,
    }
}

/// How many columns a step up or down may lead aside.
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

/// The part of a sorted list that is about one node.
fn with<T>(all: &[(Node, T)], node: Node) -> &[(Node, T)] {
    let first = all.partition_point(|(other, _)| *other < node);
    let end = all.partition_point(|(other, _)| *other <= node);
    &all[first..end]
}

//! The ground of explore as a graph: everything on all levels that a hero could walk on without monsters and harm.
//!
//! Connected ground is one part. Each locked door, each trap that carries heroes off, and each cell that can be entered
//! from some directions only is a part of its own. The graph errs on one side only: where chance, a monster or the
//! order of actions decides, the graph contains every possibility. So anything impossible in the graph is impossible in
//! the game.
use std::collections::HashSet;
use std::sync::Arc;

use super::caused_ground::CausedGround;
use super::possible::Possible;
use crate::search::budget::Meter;
use dungeon_engine::action::ActorId;
use dungeon_ground::ground_tile::GroundTile;
use dungeon_ground::pockets::Pockets;
use dungeon_model::dungeon::{CauseId, LevelId, LockId, TileId};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The number of a part of the ground.
pub type Part = u32;

/// The kind of a part of the ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// Ground connected by steps.
    Open,
    /// A locked door.
    Door(LockId),
    /// A cell that can be entered from some directions only.
    Stepwise,
    /// A trap that carries off heroes who walk onto it. After use, a one-time trap counts as ground.
    Carrier {
        /// Whether the trap works only once.
        once: bool,
        /// Where the trap takes the hero.
        landing: Arrivals,
    },
}

/// The parts where a way may end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrivals {
    /// The parts, each once. A door in the list counts only for a hero who can open it. All ways that may end anywhere
    /// on a level share one list.
    pub parts: Arc<[Part]>,
    /// The cells where the way may end; `None` if that may be any cell of the parts.
    pub cells: Option<Arc<[(LevelId, Point)]>>,
    /// Whether the hero may also stay in place, because there may be no room to arrive.
    pub may_stay: bool,
}

/// A part of the ground.
#[derive(Clone, Debug)]
pub struct GroundPart {
    pub kind: PartKind,
    pub level: LevelId,
    /// A cell of the part; its only cell unless the part is `Open`.
    pub at: Point,
    /// The parts that a step from this part leads onto. For open ground, only doors, traps and stepwise cells are
    /// listed; for other parts, all neighboring parts.
    pub beside: Vec<Part>,
    /// The stairs of the part, each with its possible ends.
    pub stairs: Vec<(Point, Arrivals)>,
    /// The numbers of the things that the hero can take from the part.
    pub things: Vec<u32>,
}

/// An item that lies somewhere or that a monster may drop, a monster that a goal requires to be killed, or the ways
/// out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundThing {
    pub level: LevelId,
    /// The cell of the thing or of its carrier.
    pub at: Point,
    /// Whether the game cannot be won before the hero has the thing.
    pub is_needed: bool,
    /// The lock that the thing opens; `None` if it opens none.
    pub opens: Option<LockId>,
    /// The sort of the thing, which says when the hero has it.
    pub aim: GroundAim,
}

/// The sort of a thing, which says when the hero has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundAim {
    /// An item that lies on a cell. The hero has it once it is taken.
    Lying,
    /// An item that a monster carries and may drop.
    Carried,
    /// A monster that a goal requires to be killed.
    Wanted(ActorId),
    /// All ways out. The hero takes one when everything else is done (G-2).
    Exit,
}

/// A cause that closes cells for good as soon as the hero stands on certain parts or takes certain things.
#[derive(Clone, Debug)]
pub struct GroundCloser {
    pub cause: CauseId,
    /// The parts that the cause closes; each is a single cell.
    pub gates: Vec<Part>,
    /// The parts where the hero's step makes the cause happen; each is a single cell.
    pub plates: Vec<Part>,
    /// The numbers of the things that make the cause happen when the hero takes them.
    pub things: Vec<u32>,
}

/// The pockets of a level, and the part of each pocket.
#[derive(Debug)]
pub(super) struct LevelParts {
    pub pockets: Pockets<'static>,
    pub parts: Vec<Part>, // by node of the pockets
}

/// The ground of all levels.
#[derive(Debug)]
pub struct GroundGraph {
    /// The parts of all levels, by their numbers.
    pub parts: Vec<GroundPart>,
    /// The things worth taking.
    pub things: Vec<GroundThing>,
    /// The hero's part; `None` if the graph does not contain the hero's cell.
    pub start: Option<Part>,
    /// The locks whose keys the hero has.
    pub held: Vec<LockId>,
    /// The number of the thing that stands for the ways out; `None` if no goal needs one or none exists.
    pub exit: Option<usize>,
    /// The causes that close parts.
    pub closers: Vec<GroundCloser>,
    pub(super) levels: Vec<LevelParts>,
    /// The obstacles that may be cleared and the causes that may happen.
    pub possible: Arc<Possible>,
    /// The changes to each level that the dungeon's causes can still make.
    pub(super) caused: Arc<[CausedGround]>,
    /// All parts of each level; `None` until computed.
    pub(super) everywhere: Vec<Option<Arc<[Part]>>>,
    /// The approximate number of entries in all lists of parts: the ends of ways, the neighbors of parts, and the parts
    /// of things.
    pub(super) ends: usize,
}

impl GroundGraph {
    /// Returns the part of a cell; `None` if the cell is solid.
    pub fn part(&self, level: LevelId, p: Point) -> Option<Part> {
        let cells = self.levels.get(usize::from(level.0))?;
        Some(cells.parts[cells.pockets.node(p)? as usize])
    }

    pub fn get(&self, part: Part) -> &GroundPart {
        &self.parts[part as usize]
    }

    /// Returns the most permissive tile of a cell whose terrain may be changed by causes; `None` for other cells.
    pub fn shifting_tile(&self, level: LevelId, p: Point) -> Option<&GroundTile> {
        self.caused[usize::from(level.0)].tile(p)
    }

    /// Returns the possible tiles of a cell whose terrain may be changed by causes; empty for other cells.
    pub fn shifting_tiles(&self, level: LevelId, p: Point) -> &[TileId] {
        self.caused[usize::from(level.0)].tiles(p)
    }

    /// Whether causes may change the terrain of a level.
    pub fn is_shifting(&self, level: LevelId) -> bool {
        self.caused[usize::from(level.0)].is_shifting()
    }

    /// Whether the graph and `more` additional bytes fit into the memory budget.
    pub(super) fn fits(&self, more: usize, meter: &Meter<'_>) -> bool {
        let cells = self.levels.iter();
        let cells = cells.map(|level| level.pockets.bytes() + size_of_val(&*level.parts));
        // A list with fewer than four entries still takes the memory of four.
        let lists = 4 * (self.ends + self.parts.len() + 2 * self.things.len()) * size_of::<Part>();
        let parts = 2 * self.parts.capacity() * size_of::<GroundPart>() + lists;
        let things = 2 * self.things.capacity() * size_of::<GroundThing>();
        let caused = self.caused.iter().map(CausedGround::bytes);
        let all = cells.sum::<usize>() + caused.sum::<usize>() + parts + things;
        meter.fits_beside(all + more)
    }

    pub(super) fn add_part(&mut self, level: LevelId, at: Point, kind: PartKind) -> Part {
        self.parts.push(GroundPart {
            kind,
            level,
            at,
            beside: Vec::new(),
            stairs: Vec::new(),
            things: Vec::new(),
        });
        count(self.parts.len() - 1)
    }

    pub(super) fn add_thing(&mut self, thing: GroundThing, from: &[Part]) {
        let number = count(self.things.len());
        self.things.push(thing);
        self.ends += from.len();
        for part in from {
            self.parts[*part as usize].things.push(number);
        }
    }

    pub(super) fn parts_of(&mut self, level: LevelId) -> Arc<[Part]> {
        let nth = usize::from(level.0);
        self.everywhere.resize(self.levels.len(), None);
        let first = self.parts.partition_point(|part| part.level < level);
        let end = self.parts.partition_point(|part| part.level <= level);
        let all = self.everywhere[nth].get_or_insert_with(|| (count(first)..count(end)).collect());
        Arc::clone(all)
    }

    /// The parts connected to the given part through doors and traps, directly or through other parts; includes the
    /// given part. Doors and traps count as connections because they never stop a monster permanently.
    pub(super) fn hanging_together(&self, part: Part) -> Vec<Part> {
        let mut seen = HashSet::from([part]);
        let mut all = vec![part];
        let mut next = 0;
        while let Some(part) = all.get(next).copied() {
            next += 1;
            let beside = self.get(part).beside.iter();
            all.extend(beside.filter(|beside| seen.insert(**beside)));
        }
        all
    }
}

//! The ground of explore as a graph: what of all levels a hero could walk on whom nobody hinders and nothing hurts.
//!
//! Connected ground is one part. A locked door, a trap that carries heroes off, and a cell that only some steps lead
//! onto are parts of their own.
//! The graph errs on one side only: where chance, a monster or the order of actions decides, all that may be is in it. So
//! what cannot be done in it cannot be done in the game.
use std::collections::HashSet;
use std::sync::Arc;

use super::caused_ground::CausedGround;
use crate::search::budget::Meter;
use dungeon_engine::action::ActorId;
use dungeon_ground::ground_tile::GroundTile;
use dungeon_ground::pockets::Pockets;
use dungeon_model::dungeon::{LevelId, LockId};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The number of a part of the ground.
pub type Part = u32;

/// What a part of the ground is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// Ground that hangs together.
    Open,
    /// A locked door.
    Door(LockId),
    /// A cell that only some steps lead onto.
    Stepwise,
    /// A trap that carries heroes off who walk onto it; one that works once is ground after that.
    Carrier {
        /// Whether it works only once.
        once: bool,
        /// Where it takes the hero.
        landing: Arrivals,
    },
}

/// The parts where a way may end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrivals {
    /// The parts, each once; a door's only when it can be opened. All ways that end anywhere on a level share one list.
    pub parts: Arc<[Part]>,
    /// Whether the hero may stay where he is.
    pub may_stay: bool,
}

/// A part of the ground.
#[derive(Clone, Debug)]
pub struct GroundPart {
    /// What the part is.
    pub kind: PartKind,
    /// The level of the part.
    pub level: LevelId,
    /// A cell of the part: the only one of a part that is not `Open`.
    pub at: Point,
    /// The parts that a step leads onto: from open ground doors, traps and stepwise cells; from these every part.
    pub beside: Vec<Part>,
    /// The stairs of the part, with where they lead.
    pub stairs: Vec<(Point, Arrivals)>,
    /// The numbers of the things that can be taken from the part.
    pub things: Vec<u32>,
}

/// A thing that lies somewhere or that somebody may drop, a monster that a goal wants dead, or the ways out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundThing {
    /// The level of the thing.
    pub level: LevelId,
    /// The cell of the thing, or of who carries it.
    pub at: Point,
    /// Whether the game is not won while the thing lies there.
    pub is_needed: bool,
    /// The lock that the thing opens.
    pub opens: Option<LockId>,
    /// What the thing is, and when it is had.
    pub aim: GroundAim,
}

/// What a thing of the ground is, and when it is had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundAim {
    /// An item that lies there, until it is taken.
    Lying,
    /// An item that a monster carries.
    Carried,
    /// A monster that a goal wants dead.
    Wanted(ActorId),
    /// Every way out: one is taken when all else is done (G-2).
    Exit,
}

/// The cells of a level by their parts.
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
    /// The things that are worth taking.
    pub things: Vec<GroundThing>,
    /// The part where the hero stands; none where the graph knows nothing of his place.
    pub start: Option<Part>,
    /// The locks whose keys he holds.
    pub held: Vec<LockId>,
    /// The number of the thing that stands for the ways out; none where no goal wants one taken, or none is there.
    pub exit: Option<usize>,
    pub(super) levels: Vec<LevelParts>,
    /// What causes may yet make of each level.
    pub(super) caused: Arc<[CausedGround]>,
    /// The parts of each level, where they were asked for.
    pub(super) everywhere: Vec<Option<Arc<[Part]>>>,
    /// How many parts there are in all lists, about: at the ends of ways, beside parts, and of things.
    pub(super) ends: usize,
}

impl GroundGraph {
    /// The part of a cell; none if it is solid.
    pub fn part(&self, level: LevelId, p: Point) -> Option<Part> {
        let cells = self.levels.get(usize::from(level.0))?;
        Some(cells.parts[cells.pockets.node(p)? as usize])
    }

    /// A part by its number.
    pub fn get(&self, part: Part) -> &GroundPart {
        &self.parts[part as usize]
    }

    /// What a cell whose terrain causes may change is at best; none for any other.
    pub fn shifting_tile(&self, level: LevelId, p: Point) -> Option<&GroundTile> {
        self.caused[usize::from(level.0)].tile(p)
    }

    /// Whether there is memory for the graph with so many bytes more.
    pub(super) fn fits(&self, more: usize, meter: &Meter<'_>) -> bool {
        let cells = self.levels.iter();
        let cells = cells.map(|level| level.pockets.bytes() + size_of_val(&*level.parts));
        // A list of few is as large as one of four.
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

    /// All parts of a level.
    pub(super) fn parts_of(&mut self, level: LevelId) -> Arc<[Part]> {
        let nth = usize::from(level.0);
        self.everywhere.resize(self.levels.len(), None);
        let first = self.parts.partition_point(|part| part.level < level);
        let end = self.parts.partition_point(|part| part.level <= level);
        let all = self.everywhere[nth].get_or_insert_with(|| (count(first)..count(end)).collect());
        Arc::clone(all)
    }

    /// The parts of a level that hang together by any doors and traps, which stop no monster for good.
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

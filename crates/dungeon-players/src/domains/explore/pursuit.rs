//! The places where a hero can run from a monster forever: pairs of a hero's cell and a monster's cell.
//!
//! The monster takes shortest paths and strikes when the hero is beside it. A pair is safe if some step of the hero
//! leads to a safe pair again, whichever shortest path the monster takes. This is the largest set of pairs with that
//! property. Closed doors stop the hero, but not the monster. Other bodies are left out, so the set is a guide for a
//! search, not a proof.
use std::collections::VecDeque;

use crate::search::budget::Meter;
use dungeon_engine::world::World;
use dungeon_ground::passage::{Caution, TilePassage};
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_model::space::grid::Grid;

/// The number of a cell that heroes do not walk on, and the distance of cells that no path connects.
const NONE: u16 = u16::MAX;

/// The maximum number of cells of a level: tables of a million pairs.
const MOST_CELLS: usize = 1_000;

/// The maximum number of acts per round to consider.
const MOST_ACTS: usize = 3;

/// The safe pairs of a level, for monsters with a number of acts per round.
#[derive(Debug)]
pub struct Pursuit {
    /// The number of each cell of the level, or `NONE`.
    numbers: Grid<u16>,
    /// For each cell: whether it is no closed door.
    is_open: Vec<bool>,
    /// For each cell: the neighbors to which a body can step.
    ways: Vec<Vec<u16>>,
    /// For each pair: the number of steps of a shortest path, or `NONE`.
    steps: Vec<u16>,
    /// For each pair of the hero's cell and the monster's cell, with the hero to act: whether it is safe.
    safe: Vec<bool>,
}

impl Pursuit {
    /// Returns the safe pairs of a level; `None` if the level is too large, or if the budget ends.
    pub fn of(world: &World, level: LevelId, acts: u32, meter: &Meter<'_>) -> Option<Pursuit> {
        let size = world.size(level);
        let is_way = |p: &Point| {
            let passage = TilePassage::of(world.tile(level, *p));
            passage.lets_hero_in(|lock| world.opens(lock)) && passage.caution() == Caution::None
        };
        let cells: Vec<Point> = size.points().filter(is_way).collect();
        let acts = usize::try_from(acts)
            .unwrap_or(MOST_ACTS)
            .clamp(1, MOST_ACTS);
        // Each pair is visited once for each act, and its neighbors with it.
        let pairs = cells.len() * cells.len();
        let bytes = pairs * (size_of::<u16>() + 3 + acts);
        if cells.len() > MOST_CELLS || !meter.fits_beside(bytes) || !meter.look(2 * acts * pairs) {
            return None;
        }
        let mut numbers = Grid::filled(size, NONE);
        for (nth, p) in (0..).zip(&cells) {
            numbers.set(*p, nth);
        }
        let mut pursuit = Pursuit {
            numbers,
            is_open: cells.iter().map(|p| world.is_valid(level, *p)).collect(),
            ways: Vec::new(),
            steps: Vec::new(),
            safe: Vec::new(),
        };
        let ways = |p: &Point| {
            let near = Direction::ALL.map(|way| *p + way);
            near.into_iter().filter_map(|p| pursuit.number(p)).collect()
        };
        pursuit.ways = cells.iter().map(ways).collect();
        pursuit.steps = pursuit.all_steps();
        pursuit.drop_traps(acts);
        Some(pursuit)
    }

    /// Whether a hero at a cell, who acts next, can run forever from a monster at another cell.
    pub fn is_safe(&self, hero: Point, monster: Point) -> bool {
        let pair = self.pair(hero, monster);
        pair.is_none_or(|pair| self.safe[pair])
    }

    /// Returns the number of steps between two cells; `None` if no path connects them.
    pub fn steps(&self, from: Point, to: Point) -> Option<u16> {
        let steps = self.steps[self.pair(from, to)?];
        (steps != NONE).then_some(steps)
    }

    /// Returns the bytes of the tables.
    pub fn bytes(&self) -> usize {
        self.steps.len() * (size_of::<u16>() + size_of::<bool>())
    }

    fn number(&self, p: Point) -> Option<u16> {
        self.numbers.get(p).filter(|number| *number != NONE)
    }

    fn pair(&self, hero: Point, monster: Point) -> Option<usize> {
        let (hero, monster) = (self.number(hero)?, self.number(monster)?);
        Some(usize::from(hero) * self.ways.len() + usize::from(monster))
    }

    /// The number of steps of a shortest path for each pair of cells.
    fn all_steps(&self) -> Vec<u16> {
        let all = self.ways.len();
        let mut steps = vec![NONE; all * all];
        let mut open = VecDeque::new();
        for (from, row) in (0..).zip(steps.chunks_mut(all.max(1))) {
            row[usize::from(from)] = 0;
            open.push_back(from);
            while let Some(at) = open.pop_front() {
                for to in &self.ways[usize::from(at)] {
                    if row[usize::from(*to)] == NONE {
                        row[usize::from(*to)] = row[usize::from(at)] + 1;
                        open.push_back(*to);
                    }
                }
            }
        }
        steps
    }

    /// Drops the pairs from which every step leads to a blow or to a dropped pair, until none is left.
    ///
    /// Between the hero's step and the next one, the monster has a number of acts. `caught` tells for each number of
    /// acts that are left whether the monster may catch the hero: layer 0 has the dropped pairs. Each entry is set
    /// once, and tells its predecessors.
    fn drop_traps(&mut self, acts: usize) {
        let all = self.ways.len();
        let mut caught = vec![vec![false; all * all]; acts + 1];
        // For each pair with the hero to act: the number of steps that may be safe.
        let mut choices = vec![0u8; all * all];
        let mut open = Vec::new();
        for hero in 0..all {
            let ways = self.ways[hero]
                .iter()
                .map(|to| usize::from(*to))
                .chain([hero]);
            let ways = ways.filter(|to| self.is_open[*to]).count();
            for monster in 0..all {
                let pair = hero * all + monster;
                choices[pair] = u8::try_from(ways).unwrap_or(u8::MAX);
                if self.steps[pair] <= 1 {
                    for (layer, caught) in caught.iter_mut().enumerate().skip(1) {
                        caught[pair] = true;
                        open.push((layer, hero, monster));
                    }
                }
            }
        }
        while let Some((layer, hero, monster)) = open.pop() {
            if layer < acts {
                let steps = self.steps[hero * all + monster];
                for from in self.ways[monster].iter().map(|from| usize::from(*from)) {
                    let pair = hero * all + from;
                    if self.steps[pair] == steps + 1 && !caught[layer + 1][pair] {
                        caught[layer + 1][pair] = true;
                        open.push((layer + 1, hero, from));
                    }
                }
            } else if self.is_open[hero] {
                let near = self.ways[hero].iter().map(|from| usize::from(*from));
                for from in near.chain([hero]) {
                    let pair = from * all + monster;
                    choices[pair] -= 1;
                    if choices[pair] == 0 {
                        caught[0][pair] = true;
                        open.push((0, from, monster));
                    }
                }
            }
        }
        self.safe = caught
            .swap_remove(0)
            .into_iter()
            .map(|is_caught| !is_caught)
            .collect();
    }
}

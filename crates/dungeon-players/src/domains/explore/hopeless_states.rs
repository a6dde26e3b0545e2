//! Whether a later state of a game of explore can still be won, judged by the ground of the search's first state.
//!
//! The ground of the first state stands for the ground of all later states. That is safe: whatever has been opened,
//! sprung or dropped since then only leaves the hero fewer options than the first ground shows.
use std::collections::HashMap;

use super::ground::{GroundAim, GroundGraph, Part};
use super::ground_game::{GroundGame, GroundOutcome, GroundPlay};
use super::relaxation::GroundReach;
use crate::search::budget::Meter;
use dungeon_engine::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{CauseId, LockId, TileId};

/// The bytes of overhead per table entry.
const ENTRY: usize = 64;

/// The maximum number of exits to look at per state: about as much work as the macro-action that led to the state.
const VISITS: usize = 1 << 14;

/// A cache that says which states are lost on the ground.
#[derive(Debug)]
pub struct HopelessStates<'a> {
    meter: &'a Meter<'a>,
    graph: GroundGraph,
    /// Whether the game on the ground is too large to be searched.
    is_large: bool,
    /// The one-time traps in the order of `GroundGame`, each with its tile at the start of the search.
    once: Vec<(Part, TileId)>,
    /// The closing causes of `GroundGame`, each with its bit.
    closers: Vec<(u64, CauseId)>,
    /// The needed things that are out of reach, by the hero's part and the openable locks.
    lacking: HashMap<(Part, Vec<LockId>), Vec<u32>>,
    /// For each play on the ground: whether the play is lost.
    lost: HashMap<GroundPlay, bool>,
    /// The approximate size of both tables in bytes.
    bytes: usize,
}

impl<'a> HopelessStates<'a> {
    /// Prepares the cache for all games that continue from this world. Returns `None` if the budget ends before the
    /// ground is known.
    pub fn new(world: &World, meter: &'a Meter<'a>) -> Option<HopelessStates<'a>> {
        let graph = GroundGraph::new(world, meter)?;
        let game = GroundGame::new(&graph, meter);
        let is_large = game.ways() > VISITS;
        let once = game.once();
        let closers = game.closers().iter();
        let closers = closers.map(|(bit, closer)| (*bit, closer.cause)).collect();
        let once = once.into_iter().map(|part| {
            let trap = graph.get(part);
            (part, world.cell(trap.level, trap.at).tile)
        });
        Some(HopelessStates {
            meter,
            once: once.collect(),
            closers,
            is_large,
            graph,
            lacking: HashMap::new(),
            lost: HashMap::new(),
            bytes: 0,
        })
    }

    /// Whether the hero can no longer get some needed thing.
    pub fn is_lost(&mut self, world: &World) -> bool {
        let hero = world.body(world.commanded());
        let Some(part) = self.graph.part(hero.level, hero.at) else {
            return false;
        };
        let keys = world.held().iter();
        let mut locks: Vec<LockId> = keys.filter_map(|item| world.item(*item).opens).collect();
        locks.sort_unstable();
        locks.dedup();
        if self.bytes > self.meter.share() {
            self.lacking = HashMap::new();
            self.lost = HashMap::new();
            self.bytes = 0;
        }
        self.is_out_of_reach(world, part, &locks) || self.is_cut_off(world, part, locks)
    }

    /// Returns the bytes of the cache.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn is_out_of_reach(&mut self, world: &World, part: Part, locks: &[LockId]) -> bool {
        let (graph, bytes) = (&mut self.graph, &mut self.bytes);
        let lacking = self.lacking.entry((part, locks.to_vec()));
        let lacking = lacking.or_insert_with_key(|(part, held)| {
            graph.start = Some(*part);
            graph.held.clone_from(held);
            let Some(reach) = GroundReach::new(graph, self.meter) else {
                return Vec::new();
            };
            let things = (0..).zip(&graph.things).zip(&reach.is_had);
            let lacking = things.filter(|((_, thing), is_had)| thing.is_needed && !**is_had);
            let lacking: Vec<u32> = lacking.map(|((number, _), _)| number).collect();
            *bytes += ENTRY + 2 * size_of_val(&*lacking) + size_of_val(&**held);
            lacking
        });
        lacking
            .iter()
            .any(|thing| is_left(&self.graph, *thing as usize, world))
    }

    /// Whether the game on the ground is lost once the hero is in this part, because one-way connections cut the hero
    /// off from something needed. The answer is cached for each `GroundPlay`.
    fn is_cut_off(&mut self, world: &World, part: Part, locks: Vec<LockId>) -> bool {
        if self.is_large {
            return false;
        }
        let mut taken = vec![0; self.graph.things.len().div_ceil(64)];
        for thing in 0..self.graph.things.len() {
            if self.graph.things[thing].is_needed && !is_left(&self.graph, thing, world) {
                taken[thing / 64] |= 1 << (thing % 64);
            }
        }
        let is_sprung = |(part, tile): &(Part, TileId)| {
            let trap = self.graph.get(*part);
            let now = TilePassage::of(world.tile(trap.level, trap.at));
            world.cell(trap.level, trap.at).tile != *tile && now.trap.is_none()
        };
        let once = self.once.iter().enumerate();
        let sprung = once
            .filter(|(_, trap)| is_sprung(trap))
            .map(|(n, _)| 1 << n);
        let closers = self.closers.iter();
        let closed = closers.filter(|(_, cause)| world.is_spent(*cause));
        let closed = closed.map(|(bit, _)| *bit);
        let play = GroundPlay {
            part,
            locks,
            taken,
            sprung: sprung.chain(closed).fold(0, |all, bit: u64| all | bit),
        };
        let (graph, bytes) = (&self.graph, &mut self.bytes);
        let lost = self.lost.entry(play).or_insert_with_key(|play| {
            *bytes += ENTRY + play.bytes();
            let outcome = GroundGame::new(graph, self.meter).outcome(play.clone(), VISITS);
            matches!(outcome, GroundOutcome::Lost(_))
        });
        *lost
    }
}

/// Whether a needed thing is left: it still lies in its place, still lives, or is a way out.
fn is_left(graph: &GroundGraph, thing: usize, world: &World) -> bool {
    let thing = &graph.things[thing];
    match thing.aim {
        GroundAim::Lying | GroundAim::Carried => {
            world.item(world.item_at(thing.level, thing.at)).collectable
        }
        GroundAim::Wanted(who) => world.body(who).alive,
        GroundAim::Exit => true,
    }
}

//! The distance to everything left to do: a tree of shortest ways over all levels to things to take and monsters to
//! kill, and from there to a way out.
use std::collections::HashMap;

use super::fields::{FAR, GroundState, StepFields};
use crate::search::budget::Meter;
use dungeon_engine::action::ActorId;
use dungeon_engine::body::Body;
use dungeon_engine::world::World;
use dungeon_ground::arrival::{Room, arrivals};
use dungeon_ground::passage::Aim;
use dungeon_model::dungeon::{Goal, ItemId, LevelId};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The distance that is assumed for a place that cannot be reached now, in steps. Greater than the length of any way
/// over a few levels.
const SHUT_OFF: u32 = 1000;

/// The estimated number of steps to a thing that was dropped since the search began.
const DROPPED: u32 = 12;

/// The maximum number of places for which all ways between them are computed, in cubic time. Each thing beyond this
/// number counts as `DROPPED` steps, like a thing that was dropped since the search began.
const PLACES: usize = 160;

/// The number of places, multiplied by the number of cells of all levels, is at most this. Each place has its own field
/// in each state of the ground.
const FLOODED: usize = 1 << 22;

/// A place that a tour visits or passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    level: LevelId,
    at: Point,
}

/// The ways between the places of a dungeon in one state of the ground.
#[derive(Debug)]
struct WayTable {
    /// The number of steps from each place to every other place, row by row.
    steps: Vec<u32>,
}

/// An aim of the tour: why the hero visits a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TourAim {
    /// To take the item there.
    Item(ItemId),
    /// To kill the monster that was there when the search began.
    Foe(ActorId),
}

/// The places of a dungeon, and the ways between them.
#[derive(Debug)]
pub struct Tours {
    places: Vec<Place>,
    /// The aims of the tour, each with the number of its place.
    things: Vec<(usize, TourAim)>,
    /// The places of the ways out. The tour ends at one of them.
    exits: Vec<usize>,
    /// The ways other than steps, each as its first and its last place.
    jumps: Vec<(usize, usize)>,
    tables: HashMap<GroundState, WayTable>,
    /// The remaining aims while the tree grows, each as the number of steps from the tree to the aim, and the aim's
    /// number.
    left: Vec<(u32, usize)>,
}

impl Tours {
    /// Finds the places of a world: things that must be taken, keys, and the ends of ways.
    pub fn new(world: &World, fields: &StepFields<'_>, meter: &Meter<'_>) -> Tours {
        let mut tours = Tours {
            places: Vec::new(),
            things: Vec::new(),
            exits: Vec::new(),
            jumps: Vec::new(),
            tables: HashMap::new(),
            left: Vec::new(),
        };
        let levels = world.dungeon().numbered_levels();
        let area: usize = levels.map(|(level, _)| world.size(level).area()).sum();
        let most = PLACES.min(FLOODED / area.max(1));
        for (level, _) in world.dungeon().numbered_levels() {
            for at in world.size(level).points() {
                if at.x == 0 && !meter.look(world.size(level).width as usize / 16) {
                    break;
                }
                let item = world.item_at(level, at);
                let is_counted = tours.places.len() < most;
                if is_counted && item != ItemId::NONE && is_wanted(world, item) {
                    let place = tours.place(Place { level, at });
                    tours.things.push((place, TourAim::Item(item)));
                }
            }
        }
        if world.dungeon().goals.contains(&Goal::Kill) {
            for who in world.wanted() {
                let Body { level, at, .. } = *world.body(who);
                if tours.places.len() < most {
                    let place = tours.place(Place { level, at });
                    tours.things.push((place, TourAim::Foe(who)));
                }
            }
        }
        let leaves = world.dungeon().goals.contains(&Goal::Leave);
        for (level, _) in world.dungeon().numbered_levels() {
            for at in world.size(level).points() {
                if at.x == 0 && !meter.look(world.size(level).width as usize / 16) {
                    break;
                }
                let from = Place { level, at };
                let is_exit = || fields.tile(world, level, at).passage.exit().is_some();
                if leaves && tours.places.len() < most && is_exit() {
                    let place = tours.place(from);
                    tours.exits.push(place);
                }
                if tours.places.len() < most
                    && let Some(to) = way_end(world, fields, from, meter)
                {
                    let jump = (tours.place(from), tours.place(to));
                    tours.jumps.push(jump);
                }
            }
        }
        tours
    }

    fn place(&mut self, place: Place) -> usize {
        match self.places.iter().position(|other| *other == place) {
            Some(number) => number,
            None => {
                self.places.push(place);
                self.places.len() - 1
            }
        }
    }

    /// Returns the numbers of the remaining aims.
    pub fn left<'a>(&'a self, world: &'a World) -> impl Iterator<Item = usize> + 'a {
        let things = self.things.iter().enumerate();
        let left = things.filter(|(_, (place, aim))| {
            let Place { level, at } = self.places[*place];
            match *aim {
                TourAim::Item(item) => world.item_at(level, at) == item && is_wanted(world, item),
                TourAim::Foe(who) => world.body(who).alive,
            }
        });
        left.map(|(nth, _)| nth)
    }

    /// Returns the length of a short tree that joins the hero to everything left, and from there to a way out.
    pub fn steps(
        &mut self,
        world: &World,
        fields: &mut StepFields<'_>,
        state: GroundState,
        meter: &Meter<'_>,
    ) -> u32 {
        if !self.tables.contains_key(&state) {
            if self.bytes() > meter.share() {
                self.tables.clear();
            }
            let table = self.table(world, fields, state);
            meter.look(self.places.len().pow(3) / 16);
            self.tables.insert(state, table);
        }
        let mut left = std::mem::take(&mut self.left);
        left.clear();
        left.extend(self.left(world).map(|nth| (SHUT_OFF, nth)));
        self.left = left;
        let out = self.begin_at_hero(world, fields, state);
        let lie = self.left.iter();
        let lie = lie.filter(|(_, nth)| matches!(self.things[*nth].1, TourAim::Item(_)));
        let dropped = (world.collectables() as usize).saturating_sub(lie.count());
        DROPPED * count(dropped) + self.grow(state, out)
    }

    /// Writes the number of steps from the hero to each remaining aim into `left`. Returns the number of steps to a way
    /// out; 0 if no way out is needed.
    fn begin_at_hero(
        &mut self,
        world: &World,
        fields: &mut StepFields<'_>,
        state: GroundState,
    ) -> u32 {
        let (count, table) = (self.places.len(), &self.tables[&state]);
        let hero = world.body(world.commanded());
        let mut out = if self.exits.is_empty() { 0 } else { SHUT_OFF };
        for (number, place) in self.places.iter().enumerate() {
            if place.level != hero.level {
                continue;
            }
            let here = fields
                .to(world, state, place.level, place.at)
                .steps(hero.at);
            if here == FAR {
                continue;
            }
            for (steps, thing) in &mut self.left {
                let on = table.steps[number * count + self.things[*thing].0];
                *steps = (*steps).min(on.saturating_add(here.into()));
            }
            for exit in &self.exits {
                let on = table.steps[number * count + exit];
                out = out.min(on.saturating_add(here.into()));
            }
        }
        out
    }

    /// The length of the tree that results from always adding the nearest remaining aim. The tree ends at a way out,
    /// which is `out` steps from the hero.
    fn grow(&mut self, state: GroundState, mut out: u32) -> u32 {
        let (count, table) = (self.places.len(), &self.tables[&state]);
        let mut sum = 0;
        while let Some(nearest) = (0..self.left.len()).min_by_key(|nth| self.left[*nth].0) {
            let (steps, thing) = self.left.swap_remove(nearest);
            sum += steps;
            let from = self.things[thing].0 * count;
            for (steps, other) in &mut self.left {
                *steps = (*steps).min(table.steps[from + self.things[*other].0]);
            }
            for exit in &self.exits {
                out = out.min(table.steps[from + exit]);
            }
        }
        sum + out
    }

    /// Returns the bytes of the cache.
    pub fn bytes(&self) -> usize {
        self.tables.len() * self.places.len().pow(2) * size_of::<u32>()
    }

    /// Computes all ways between places, from the fields on each level and the jumps between levels.
    fn table(&self, world: &World, fields: &mut StepFields<'_>, state: GroundState) -> WayTable {
        let count = self.places.len();
        let mut steps = vec![SHUT_OFF; count * count];
        for (to, place) in self.places.iter().enumerate() {
            let field = fields.to(world, state, place.level, place.at);
            for (from, other) in self.places.iter().enumerate() {
                if other.level == place.level {
                    let on_foot = u32::from(field.steps(other.at)).min(SHUT_OFF);
                    steps[from * count + to] = on_foot;
                }
            }
        }
        for (from, to) in &self.jumps {
            let jump = &mut steps[from * count + to];
            *jump = (*jump).min(1);
        }
        for over in 0..count {
            for from in 0..count {
                let first = steps[from * count + over];
                if first < SHUT_OFF {
                    for to in 0..count {
                        let sum = first + steps[over * count + to];
                        let whole = &mut steps[from * count + to];
                        *whole = (*whole).min(sum);
                    }
                }
            }
        }
        WayTable { steps }
    }
}

/// Whether an item is worth a visit: the item must be taken, or opens a lock for which the hero has no key.
pub fn is_wanted(world: &World, item: ItemId) -> bool {
    let item = world.item(item);
    item.collectable || item.opens.is_some_and(|lock| !world.opens(lock))
}

/// The place where a way ends if no body blocks its end; `None` if no way begins there or chance decides its end.
fn way_end(
    world: &World,
    fields: &StepFields<'_>,
    from: Place,
    meter: &Meter<'_>,
) -> Option<Place> {
    let Place { level, at } = from;
    let tile = fields.tile(world, level, at);
    let end = tile.passage.lead?.end(world.dungeon(), level, Some(at))?;
    let to = match end.aim {
        Aim::Cell(to) => Some(to),
        Aim::Anywhere => return None,
        Aim::Back => world.sent_back(end.level, level, at),
    };
    let size = world.size(end.level);
    let has_rim = world.dungeon().settings.game.rim.is_the_heros();
    let room = |p| {
        let is_inside = has_rim || size.contains_inside_rim(p);
        let is_own = (level, at) == (end.level, p);
        Room::from(meter.look(1) && is_inside && !is_own && world.is_valid(end.level, p))
    };
    let at = arrivals(size, to, room).next()?.at;
    let level = end.level;
    Some(Place { level, at })
}

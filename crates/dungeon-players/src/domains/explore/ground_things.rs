//! The things worth getting on the ground, and the parts from which the hero can get each thing: items, drops of
//! monsters, monsters to kill, and ways out.
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use super::ground::{GroundAim, GroundCloser, GroundGraph, GroundThing, Part, PartKind};
use super::landing::LandingGround;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{
    CauseEvent, CauseId, Feature, Goal, ItemId, Kind, KindId, LevelId, LockId, Prey, Through,
};
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_model::space::narrow::count;

impl GroundGraph {
    /// Adds the items of a level that are worth taking.
    pub(super) fn add_items(&mut self, ground: &LandingGround<'_>, items: &[(Point, ItemId)]) {
        let (level, world) = (ground.level, ground.world);
        let is_eaten = is_herd_eaten(ground);
        for (at, item) in items.iter().copied() {
            let item = world.item(item);
            let thing = GroundThing {
                level,
                at,
                is_needed: item.collectable && !(item.herd && is_eaten),
                opens: item.opens,
                aim: GroundAim::Lying,
            };
            if thing.is_needed || thing.opens.is_some() {
                let from = self.taken_from(ground, at);
                self.add_thing(thing, &from);
            }
        }
    }

    /// The parts from which a thing on a cell can be taken (E-11).
    fn taken_from(&self, ground: &LandingGround<'_>, p: Point) -> Vec<Part> {
        let own = self.part(ground.level, p);
        if let Some(door) = own.filter(|own| matches!(self.get(*own).kind, PartKind::Door(_))) {
            // Nothing can be taken out of a locked door, unless a monster stands in it or a cause may turn it into a
            // wall.
            if ground.bodies == Some(0) && self.shifting_tile(ground.level, p).is_none() {
                return vec![door];
            }
        }
        let near = Direction::ALL.into_iter().map(|way| p + way);
        let near = near.filter_map(|near| self.part(ground.level, near));
        let from: BTreeSet<Part> = near.chain(own).collect();
        from.into_iter().collect()
    }

    /// Adds the keys that monsters of a level may drop. A monster may die wherever it can walk.
    pub(super) fn add_drops(&mut self, ground: &LandingGround<'_>) -> Option<()> {
        let (world, level) = (ground.world, ground.level);
        // A drop into slime moves to the nearest floor, even behind a wall.
        let tiles = world.tiles_to_come().into_iter();
        let has_pools = tiles
            .map(|tile| world.dungeon().tile(tile).feature)
            .any(|feature| matches!(feature, Feature::Pool(_)));
        let highest = if has_pools {
            Through::Floor
        } else {
            Through::Doors
        };
        let is_one_way = world.may_lead_one_way();
        let mut added: HashSet<(Option<Part>, LockId)> = HashSet::new();
        for who in world.theirs(level) {
            ground.meter.look(1).then_some(())?;
            let (keys, through, has_ally) = drops(world, world.body(who).kind);
            let at = world.body(who).at;
            let own = self.part(level, at).filter(|_| through <= highest);
            // Drops may also land beyond one-way cells, and drops of crushed monsters may land behind a wall.
            let own = own.filter(|_| !is_one_way && !ground.caused.is_shifting());
            // Keys of the same lock that come from the same part are interchangeable.
            let is_new = |lock: &LockId| !added.contains(&(own, *lock));
            let keys: Vec<LockId> = keys.into_iter().filter(is_new).collect();
            if keys.is_empty() {
                continue;
            }
            let from = match own {
                // An ally may die on any level, and so may offspring that is one.
                _ if has_ally => (0..count(self.parts.len())).collect(),
                Some(part) => self.hanging_together(part).into(),
                None => self.parts_of(level),
            };
            for lock in keys {
                let is_known = ground.meter.look(from.len()) && self.fits(0, ground.meter);
                is_known.then_some(())?;
                let thing = GroundThing {
                    level,
                    at,
                    is_needed: false,
                    opens: Some(lock),
                    aim: GroundAim::Carried,
                };
                self.add_thing(thing, &from);
                match own {
                    Some(_) => added.extend(from.iter().map(|part| (Some(*part), lock))),
                    None => drop(added.insert((None, lock))),
                }
            }
        }
        Some(())
    }

    /// Adds the ways out as one thing if a goal needs one. The hero must stand on the cell of a way out to take it.
    pub(super) fn add_exit(&mut self, world: &World, exits: Vec<(LevelId, Point)>) {
        let is_wanted = world.dungeon().goals.contains(&Goal::Leave);
        let Some((level, at)) = exits.first().copied().filter(|_| is_wanted) else {
            return;
        };
        let parts = exits.iter().filter_map(|(level, p)| self.part(*level, *p));
        let mut from: Vec<Part> = parts.collect();
        from.sort_unstable();
        from.dedup();
        self.exit = Some(self.things.len());
        let thing = GroundThing {
            level,
            at,
            is_needed: true,
            opens: None,
            aim: GroundAim::Exit,
        };
        self.add_thing(thing, &from);
    }

    /// Adds the monsters of a level that a goal requires to be killed. Assumes that a monster can only be killed by a
    /// hero who stands near enough to strike it: blows and bolts cross no wall, and traps harm heroes only. So this
    /// adds nothing if allies, bursts or harmful terrain might kill the monsters, or if causes change the level's terrain,
    /// which might crush them.
    pub(super) fn add_wanted(&mut self, ground: &LandingGround<'_>) -> Option<()> {
        let (world, level) = (ground.world, ground.level);
        let goals = &world.dungeon().goals;
        let may_perish = world.has_allies()
            || world.dungeon().kinds.iter().any(Kind::can_burst)
            || world.may_harm_monsters();
        if !goals.contains(&Goal::Kill) || may_perish || ground.caused.is_shifting() {
            return Some(());
        }
        let is_one_way = world.may_lead_one_way();
        for who in world.theirs(level).filter(|who| world.kind(*who).is_wanted) {
            let body = world.body(who);
            let own = self.part(level, body.at);
            // Blows and bolts cross one-way cells from all sides.
            let is_held = body.through == Through::Floor && !is_one_way;
            let from = match own.filter(|_| is_held) {
                Some(part) => self.hanging_together(part).into(),
                None => self.parts_of(level),
            };
            let is_known = ground.meter.look(1 + from.len()) && self.fits(0, ground.meter);
            is_known.then_some(())?;
            let thing = GroundThing {
                level,
                at: body.at,
                is_needed: true,
                opens: None,
                aim: GroundAim::Wanted(who),
            };
            self.add_thing(thing, &from);
        }
        Some(())
    }
}

impl GroundGraph {
    /// Adds the causes that close parts of the ground for good.
    pub(super) fn add_closers(&mut self, world: &World) {
        let caused = Arc::clone(&self.caused);
        let mut gates: BTreeMap<CauseId, Vec<Part>> = BTreeMap::new();
        for ((level, _), caused) in world.dungeon().numbered_levels().zip(&*caused) {
            for (p, causes) in &caused.gates {
                let Some(part) = self.own_part(level, *p) else {
                    continue;
                };
                for cause in causes {
                    gates.entry(*cause).or_default().push(part);
                }
            }
        }
        for (cause, gates) in gates {
            let record = &world.dungeon().causes[usize::from(cause.0)];
            let is_taken = |thing: &GroundThing| {
                let item = world.item_at(thing.level, thing.at);
                // A trap below the thing would carry the hero away.
                let is_carried = self
                    .part(thing.level, thing.at)
                    .is_some_and(|own| matches!(self.get(own).kind, PartKind::Carrier { .. }));
                thing.aim == GroundAim::Lying
                    && !is_carried
                    && record.level.is_none_or(|level| level == thing.level)
                    && match &record.event {
                        CauseEvent::Take(items) => {
                            items.iter().any(|of| world.dungeon().is_variant(item, *of))
                        }
                        CauseEvent::TakeAt(cells) => cells.contains(&thing.at),
                        _ => false,
                    }
            };
            let things = (0..).zip(&self.things).filter(|(_, thing)| is_taken(thing));
            let plates = match (&record.event, record.level) {
                (CauseEvent::Step(cells), Some(level)) => {
                    let plates = cells.iter().filter_map(|p| self.own_part(level, *p));
                    plates.collect()
                }
                _ => Vec::new(),
            };
            self.closers.push(GroundCloser {
                cause,
                gates,
                plates,
                things: things.map(|(nth, _)| nth).collect(),
            });
        }
    }

    /// Returns the part of a cell if the part is that cell alone.
    fn own_part(&self, level: LevelId, p: Point) -> Option<Part> {
        let part = self.part(level, p);
        part.filter(|part| self.get(*part).kind != PartKind::Open)
    }
}

/// Whether a monster of a level, or a monster that is born or brought there, may eat the herd.
fn is_herd_eaten(ground: &LandingGround<'_>) -> bool {
    let dungeon = ground.world.dungeon();
    let eats = |kind: &KindId| {
        let prey = dungeon.kind(*kind).prey;
        matches!(prey, Prey::Herd | Prey::Nearest)
    };
    let living = ground.world.theirs(ground.level);
    let mut living = living.map(|who| ground.world.body(who).kind);
    let is_brought = ground.caused.brought.iter().any(eats);
    is_brought || living.any(|kind| dungeon.with_brood([kind]).iter().any(eats))
}

/// The locks whose keys a kind and its offspring drop, the most permissive terrain that any of these bodies passes, and
/// whether any of them is an ally.
fn drops(world: &World, kind: KindId) -> (Vec<LockId>, Through, bool) {
    let kinds = world.dungeon().with_brood([kind]);
    let kinds = kinds.iter().map(|kind| world.dungeon().kind(*kind));
    let through = kinds.clone().map(|kind| kind.through).max();
    let has_ally = kinds.clone().any(Kind::is_ally);
    let dropped = kinds.flat_map(|kind| kind.drops.all());
    let locks = dropped.filter_map(|item| world.item(item).opens);
    (locks.collect(), through.unwrap_or_default(), has_ally)
}

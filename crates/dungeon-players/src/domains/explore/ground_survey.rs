//! The survey of a world's ground: splits the cells of each level into parts, and joins the parts by the ways between
//! them.
use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Arc;

use super::caused_ground::{caused_grounds, locks_to_open};
use super::ground::{Arrivals, GroundGraph, LevelParts, Part, PartKind};
use super::landing::{Landing, LandingGround, most_bodies};
use super::possible::Possible;
use crate::search::budget::Meter;
use dungeon_engine::world::World;
use dungeon_ground::ground_tile::ground_tiles;
use dungeon_ground::passage::Lead;
use dungeon_ground::pockets::{Passage, Pockets};
use dungeon_ground::step::Tread;
use dungeon_model::dungeon::{ItemId, LevelId, LockId, Stairs};
use dungeon_model::space::geometry::{Neighbours, Point};

/// The maximum number of cells to list for the end of a way. If there are more, any cell of their parts counts as
/// possible.
const MOST_CELLS: usize = 8;

impl GroundGraph {
    /// Returns the ground of a world where only the pushes and causes of `possible` may happen. Returns `None` if the
    /// graph cannot show what causes may do, or if the budget ends.
    pub fn survey(world: &World, possible: Possible, meter: &Meter<'_>) -> Option<GroundGraph> {
        let hero = world.body(world.commanded());
        let possible = Arc::new(possible);
        let tiles = ground_tiles(world.dungeon(), hero.through);
        let caused = caused_grounds(world, &possible, &tiles, meter)?;
        let opened: Vec<LockId> = locks_to_open(world, &possible, &caused).collect();
        let locks = (0..=u16::MAX).map(LockId).zip(world.dungeon().locks.iter());
        let mut graph = GroundGraph {
            parts: Vec::new(),
            things: Vec::new(),
            start: None,
            held: locks
                .map(|(lock, _)| lock)
                .filter(|lock| world.opens(*lock) || opened.contains(lock))
                .collect(),
            exit: None,
            closers: Vec::new(),
            levels: Vec::new(),
            possible: Arc::clone(&possible),
            caused: Arc::clone(&caused),
            everywhere: Vec::new(),
            ends: 0,
        };
        let work = &Cell::new(0);
        let levels = world.dungeon().numbered_levels().map(|(level, _)| level);
        let grounds: Vec<LandingGround<'_>> = levels
            .zip(&tiles)
            .zip(&*caused)
            .map(|((level, tiles), caused)| LandingGround {
                world,
                level,
                tiles,
                caused,
                possible: &possible,
                bodies: most_bodies(world, level, caused),
                work,
                meter,
            })
            .collect();
        let mut found: Vec<LevelFinds> = Vec::new();
        for ground in &grounds {
            found.push(graph.add_level(ground)?);
        }
        let exits = found.iter().flat_map(|found| found.exits.iter().copied());
        graph.add_exit(world, exits.collect());
        for (ground, found) in grounds.iter().zip(&found) {
            graph.add_ways(ground, &grounds, found)?;
            graph.add_items(ground, &found.items);
        }
        for ground in &grounds {
            graph.add_drops(ground)?;
            graph.add_wanted(ground)?;
        }
        graph.add_closers(world);
        graph.start = graph.part(hero.level, hero.at);
        (!meter.is_stopped()).then_some(graph)
    }

    /// Splits a level into parts, and finds the things on it.
    fn add_level(&mut self, ground: &LandingGround<'_>) -> Option<LevelFinds> {
        let (world, level, meter) = (ground.world, ground.level, ground.meter);
        let size = world.size(level);
        if !(meter.look(size.area()) && self.fits(size.area() * size_of::<Part>(), meter)) {
            return None;
        }
        let mut found = LevelFinds::default();
        let way = |p| {
            found.note(ground, p);
            match ground.tile(p).kind {
                Passage::Floor | Passage::Way if ground.caused.is_apart(p) => {
                    Passage::Stepwise(Tread::PLAIN)
                }
                kind => kind,
            }
        };
        let pockets = Pockets::of_cells(size, Neighbours::Eight, way);
        let mut parts = vec![Part::MAX; pockets.count()];
        let is_open = |node| pockets.kind(node) == Passage::Floor;
        let nodes = || pockets.nodes();
        let special = nodes().filter(|(node, _)| !is_open(*node));
        let open = nodes().filter(|(node, _)| is_open(*node));
        for (node, p) in special.chain(open) {
            let tile = ground.tile(p);
            let kind = match (pockets.kind(node), tile.passage.lock()) {
                (Passage::Locked, Some(lock)) => PartKind::Door(lock),
                (Passage::Carrier, _) => PartKind::Carrier {
                    once: tile.is_once,
                    landing: Arrivals::default(),
                },
                (Passage::Stepwise(_), _) => PartKind::Stepwise,
                _ => PartKind::Open,
            };
            parts[node as usize] = self.add_part(level, p, kind);
            self.fits(0, meter).then_some(())?;
        }
        for (node, _) in nodes() {
            let part = parts[node as usize];
            let (ends, _) = pockets.beside(node);
            let beside: Vec<Part> = ends.iter().map(|other| parts[*other as usize]).collect();
            self.ends += beside.len();
            self.parts[part as usize].beside = beside;
        }
        self.levels.push(LevelParts { pockets, parts });
        Some(found)
    }

    /// Finds the possible ends of a level's ways.
    fn add_ways(
        &mut self,
        ground: &LandingGround<'_>,
        all: &[LandingGround<'_>],
        found: &LevelFinds,
    ) -> Option<()> {
        let level = ground.level;
        let end = |lead: Lead, p: Point| lead.end(ground.world.dungeon(), level, Some(p));
        for part in self.parts_of(level).iter().copied() {
            let PartKind::Carrier { once, .. } = self.get(part).kind else {
                continue;
            };
            let is_known = ground.meter.look(1) && self.fits(0, ground.meter);
            is_known.then_some(())?;
            let p = self.get(part).at;
            let end = ground.tile(p).passage.lead.and_then(|lead| end(lead, p));
            if let Some(end) = end {
                let to = &all[usize::from(end.level.0)];
                let mut landing = self.arrivals(&to.landing(end.aim, level, p));
                // If a cause may add or remove the trap, the hero may stand on its cell.
                landing.may_stay |= self.shifting_tile(level, p).is_some();
                self.parts[part as usize].kind = PartKind::Carrier { once, landing };
            }
        }
        for (p, stairs) in found.stairs.iter().copied() {
            let is_known = ground.meter.look(1) && self.fits(0, ground.meter);
            is_known.then_some(())?;
            let (Some(part), Some(end)) = (self.part(level, p), end(Lead::Stairs(stairs), p))
            else {
                continue;
            };
            let to = &all[usize::from(end.level.0)];
            let arrivals = self.arrivals(&to.landing(end.aim, level, p));
            self.parts[part as usize].stairs.push((p, arrivals));
        }
        Some(())
    }

    fn arrivals(&mut self, landing: &Landing) -> Arrivals {
        let parts = match &landing.cells {
            None => self.parts_of(landing.level),
            Some(cells) => {
                let parts = cells.iter().filter_map(|p| self.part(landing.level, *p));
                let mut seen = HashSet::new();
                let parts: Vec<Part> = parts.filter(|part| seen.insert(*part)).collect();
                self.ends += parts.len();
                parts.into()
            }
        };
        let cells = landing
            .cells
            .as_ref()
            .filter(|cells| cells.len() <= MOST_CELLS);
        let cells = cells.map(|cells| {
            let cells = cells.iter().map(|p| (landing.level, *p));
            cells.collect()
        });
        Arrivals {
            parts,
            cells,
            may_stay: landing.may_stay,
        }
    }
}

/// The stairs and things of a level, collected while the level is split into parts.
#[derive(Default)]
struct LevelFinds {
    stairs: Vec<(Point, Stairs)>,
    exits: Vec<(LevelId, Point)>,
    items: Vec<(Point, ItemId)>,
}

impl LevelFinds {
    /// Records the things that lie on a cell or may appear there.
    fn note(&mut self, ground: &LandingGround<'_>, p: Point) {
        let cell = ground.world.cell(ground.level, p);
        if cell.item != ItemId::NONE {
            self.items.push((p, cell.item));
        }
        let shifting = ground.caused.tiles(p);
        let tiles = shifting
            .iter()
            .chain(shifting.is_empty().then_some(&cell.tile));
        for tile in tiles.map(|tile| &ground.tiles[usize::from(tile.0)]) {
            let stairs = tile.passage.stairs();
            self.stairs.extend(stairs.map(|stairs| (p, stairs)));
            let exit = tile.passage.exit();
            self.exits.extend(exit.map(|_| (ground.level, p)));
        }
    }
}

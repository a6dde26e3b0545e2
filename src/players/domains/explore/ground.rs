//! The ground of explore as a graph: what of all levels a hero could walk on whom nobody hinders and nothing hurts.
//!
//! Ground that hangs together is one part; a locked door is a part of its own, and so is a trap that carries heroes off,
//! and a cell that can be entered from some sides only.
//! The graph errs on one side only: where chance, a monster or the order of actions decides, all that may be is in it. So
//! what cannot be done in it cannot be done in the game.
use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Arc;

use super::caused_ground::{CausedGround, caused_grounds, locks_to_open};
use super::landing::{Landing, LandingGround, most_bodies};
use super::tile_class::{GroundTile, TileClass, ground_tiles};
use crate::dungeon::game_profile::GameProfile;
use crate::dungeon::{Feature, Goal, ItemId, Kind, KindId, LevelId, LockId, Prey, Stairs, Through};
use crate::engine::action::ActorId;
use crate::engine::world::World;
use crate::players::search::budget::Meter;
use crate::space::geometry::{Direction, Directions, Point, Size};

/// The number of a part of the ground.
pub type Part = u32;

/// The part of a cell that belongs to none.
const NO_PART: Part = Part::MAX;

/// What a part of the ground is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// Ground that hangs together.
    Open,
    /// A locked door.
    Door(LockId),
    /// A cell that can be entered from some sides only.
    OneWay,
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
    /// The parts that a step leads onto: doors, traps and one-way cells; of those themselves every part.
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
#[derive(Clone, Debug)]
struct LevelParts {
    size: Size,
    parts: Vec<Part>,
}

/// The ground of all levels.
#[derive(Clone, Debug)]
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
    levels: Vec<LevelParts>,
    /// What causes may yet make of each level.
    caused: Arc<[CausedGround]>,
    /// The parts of each level, where they were asked for.
    everywhere: Vec<Option<Arc<[Part]>>>,
    /// How many parts there are in all lists, about: at the ends of ways, beside parts, and of things.
    ends: usize,
}

impl GroundGraph {
    /// The ground of a world as it is, and as causes may yet make it; none where these may do what no ground shows, and where
    /// the budget ends before it is known.
    pub fn new(world: &World, game: &GameProfile, meter: &Meter<'_>) -> Option<GroundGraph> {
        let hero = world.body(world.commanded());
        let levels: Vec<LevelId> = world
            .dungeon()
            .numbered_levels()
            .map(|(id, _)| id)
            .collect();
        let tiles: Vec<Vec<GroundTile>> = levels
            .iter()
            .map(|level| ground_tiles(world.dungeon(), *level, hero.through))
            .collect();
        let caused = caused_grounds(world, &tiles, meter)?;
        let opened: Vec<LockId> = locks_to_open(world, &caused).collect();
        let locks = (0..=u16::MAX).map(LockId).zip(&world.dungeon().locks);
        let mut graph = GroundGraph {
            parts: Vec::new(),
            things: Vec::new(),
            start: None,
            held: locks
                .map(|(lock, _)| lock)
                .filter(|lock| world.opens(*lock) || opened.contains(lock))
                .collect(),
            exit: None,
            levels: Vec::new(),
            caused: Arc::clone(&caused),
            everywhere: Vec::new(),
            ends: 0,
        };
        let has_rim = game.rim.is_the_heros();
        let work = &Cell::new(0);
        let grounds: Vec<LandingGround<'_>> = levels
            .iter()
            .zip(&tiles)
            .zip(&*caused)
            .map(|((level, tiles), caused)| LandingGround {
                world,
                level: *level,
                tiles,
                caused: Some(caused),
                bodies: most_bodies(world, *level, caused),
                has_rim,
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
        for (ground, found) in grounds.iter().zip(found) {
            graph.add_ways(ground, &grounds, found)?;
        }
        for ground in &grounds {
            graph.add_drops(ground)?;
            graph.add_wanted(ground)?;
        }
        graph.start = graph.part(hero.level, hero.at);
        (!meter.is_stopped()).then_some(graph)
    }

    /// The part of a cell; none if it is solid.
    pub fn part(&self, level: LevelId, p: Point) -> Option<Part> {
        let cells = self.levels.get(usize::from(level.0))?;
        let part = cells.parts[index(cells.size, p)?];
        (part != NO_PART).then_some(part)
    }

    /// A part by its number.
    pub fn get(&self, part: Part) -> &GroundPart {
        &self.parts[part as usize]
    }

    /// What a cell whose terrain causes may change is at best; none for any other.
    pub fn shifting_tile(&self, level: LevelId, p: Point) -> Option<&GroundTile> {
        self.caused[usize::from(level.0)].tile(p)
    }

    /// Tells the parts of a level apart, and finds what is on it.
    fn add_level(&mut self, ground: &LandingGround<'_>) -> Option<LevelFinds> {
        let (world, level, meter) = (ground.world, ground.level, ground.meter);
        let size = world.size(level);
        if !self.fits(size.area() * (size_of::<Part>() + 1), meter) {
            return None;
        }
        let mut found = LevelFinds::default();
        let mut cells = LevelParts {
            size,
            parts: vec![NO_PART; size.area()],
        };
        let mut is_open = vec![false; size.area()];
        for (i, p) in size.points().enumerate() {
            if p.x == 0 && !(meter.look(size.width as usize) && self.fits(size.area(), meter)) {
                return None;
            }
            let tile = ground.tile(p);
            found.note(ground, p);
            let kind = match tile.class {
                TileClass::Solid => continue,
                TileClass::Open if tile.enter == Directions::ALL => {
                    is_open[i] = true;
                    continue;
                }
                TileClass::Open => PartKind::OneWay,
                TileClass::Locked(lock) => PartKind::Door(lock),
                TileClass::Carrier { once } => PartKind::Carrier {
                    once,
                    landing: Arrivals::default(),
                },
            };
            cells.parts[i] = self.add_part(level, p, kind);
            found.special.push(cells.parts[i]);
        }
        self.add_open_parts(level, &mut cells, is_open, meter)?;
        self.levels.push(cells);
        Some(found)
    }

    /// Adds the parts of open ground, each of which hangs together; none where the budget ends before.
    fn add_open_parts(
        &mut self,
        level: LevelId,
        cells: &mut LevelParts,
        mut is_open: Vec<bool>,
        meter: &Meter<'_>,
    ) -> Option<()> {
        let size = cells.size;
        let mut stack = Vec::new();
        for (i, p) in size.points().enumerate() {
            if !is_open[i] {
                continue;
            }
            if !meter.look(1) || p.x == 0 && !self.fits(size.area(), meter) {
                return None;
            }
            let part = self.add_part(level, p, PartKind::Open);
            is_open[i] = false;
            cells.parts[i] = part;
            stack.push(p);
            while let Some(p) = stack.pop() {
                if !meter.look(1) {
                    return None;
                }
                for next in Direction::ALL.map(|way| p + way) {
                    if let Some(i) = index(size, next).filter(|i| is_open[*i]) {
                        is_open[i] = false;
                        cells.parts[i] = part;
                        stack.push(next);
                    }
                }
            }
        }
        Some(())
    }

    /// Whether there is memory for the graph with so many bytes more.
    fn fits(&self, more: usize, meter: &Meter<'_>) -> bool {
        let cells = self.levels.iter().map(|level| size_of_val(&*level.parts));
        // A list of few is as large as one of four.
        let lists = 4 * (self.ends + self.parts.len() + 2 * self.things.len()) * size_of::<Part>();
        let parts = 2 * self.parts.capacity() * size_of::<GroundPart>() + lists;
        let things = 2 * self.things.capacity() * size_of::<GroundThing>();
        let caused = self.caused.iter().map(CausedGround::bytes);
        let all = cells.sum::<usize>() + caused.sum::<usize>() + parts + things;
        meter.fits_beside(all + more)
    }

    fn add_part(&mut self, level: LevelId, at: Point, kind: PartKind) -> Part {
        self.parts.push(GroundPart {
            kind,
            level,
            at,
            beside: Vec::new(),
            stairs: Vec::new(),
            things: Vec::new(),
        });
        (self.parts.len() - 1) as Part
    }

    /// Finds where the ways of a level lead, and from where its things can be taken.
    fn add_ways(
        &mut self,
        ground: &LandingGround<'_>,
        all: &[LandingGround<'_>],
        found: LevelFinds,
    ) -> Option<()> {
        let (level, world) = (ground.level, ground.world);
        for special in found.special {
            let is_known = ground.meter.look(1) && self.fits(0, ground.meter);
            is_known.then_some(())?;
            let p = self.get(special).at;
            let enter = |p| ground.tile(p).enter;
            let before = self.around(level, p, special, |way| enter(p).contains(way.opposite()));
            let behind = self.around(level, p, special, |way| enter(p + way).contains(way));
            self.ends += before.len() + behind.len();
            for part in &before {
                if matches!(self.get(*part).kind, PartKind::Open) {
                    self.parts[*part as usize].beside.push(special);
                }
            }
            self.parts[special as usize].beside = behind;
            let harm = ground.tile(p).harm;
            if let (PartKind::Carrier { once, .. }, Some(harm)) = (&self.get(special).kind, harm) {
                let once = *once;
                let to = match harm {
                    crate::dungeon::Harm::Pit(_) => &all[usize::from(level.0) + 1],
                    _ => ground,
                };
                let mut landing = self.arrivals(&to.by_trap(harm, p));
                // Before the trap is there, or when it is there no more, the cell may be stood on.
                landing.may_stay |= self.shifting_tile(level, p).is_some();
                self.parts[special as usize].kind = PartKind::Carrier { once, landing };
            }
        }
        for (p, stairs) in found.stairs {
            let is_known = ground.meter.look(1) && self.fits(0, ground.meter);
            is_known.then_some(())?;
            let Some(part) = self.part(level, p) else {
                continue;
            };
            let to = &all[usize::from(stairs.to.0)];
            let arrivals = self.arrivals(&to.by_stairs(stairs, (level, p)));
            self.parts[part as usize].stairs.push((p, arrivals));
        }
        let is_eaten = is_herd_eaten(ground);
        for (at, item) in found.items {
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
        Some(())
    }

    /// The parts from where a thing that lies at a cell can be taken (E-11).
    fn taken_from(&self, ground: &LandingGround<'_>, p: Point) -> Vec<Part> {
        let own = self.part(ground.level, p);
        if let Some(door) = own.filter(|own| matches!(self.get(*own).kind, PartKind::Door(_))) {
            // A hero takes nothing out of a locked door, unless a monster stands in it, or a cause makes a wall of it.
            if ground.bodies == Some(0) && self.shifting_tile(ground.level, p).is_none() {
                return vec![door];
            }
        }
        let mut from = self.around(ground.level, p, NO_PART, |_| true);
        from.extend(own.filter(|own| !from.contains(own)));
        from
    }

    fn add_thing(&mut self, thing: GroundThing, from: &[Part]) {
        let number = self.things.len() as u32;
        self.things.push(thing);
        self.ends += from.len();
        for part in from {
            self.parts[*part as usize].things.push(number);
        }
    }

    /// Adds the keys that monsters of a level may drop: they may die wherever they may come to.
    fn add_drops(&mut self, ground: &LandingGround<'_>) -> Option<()> {
        let (world, level) = (ground.world, ground.level);
        // What drops into slime comes to rest on the nearest floor, even behind a wall.
        let tiles = world.tiles_to_come().into_iter();
        let has_pools = tiles
            .map(|tile| world.dungeon().tile(tile).feature)
            .any(|feature| matches!(feature, Feature::Pool(_)));
        let highest = match has_pools {
            true => Through::Floor,
            false => Through::Doors,
        };
        let is_one_way = world.may_lead_one_way();
        let mut added: HashSet<(Part, LockId)> = HashSet::new();
        for who in world.theirs(level) {
            ground.meter.look(1).then_some(())?;
            let (keys, through) = drops(world, world.body(who).kind);
            let at = world.body(who).at;
            let own = self.part(level, at).filter(|_| through <= highest);
            // What drops comes to rest behind one-way cells, too, and what drops of who is crushed perhaps behind a wall.
            let own = own.filter(|_| !is_one_way && !ground.is_shifting());
            // One key is as good as another of the same lock that comes from a part where this one may come to.
            let is_new = |lock: &LockId| !added.contains(&(own.unwrap_or(NO_PART), *lock));
            let keys: Vec<LockId> = keys.into_iter().filter(is_new).collect();
            if keys.is_empty() {
                continue;
            }
            let from = match own {
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
                    Some(_) => added.extend(from.iter().map(|part| (*part, lock))),
                    None => drop(added.insert((NO_PART, lock))),
                }
            }
        }
        Some(())
    }

    /// Adds the ways out as one thing, where a goal wants one of them taken: each is taken from its own cell.
    fn add_exit(&mut self, world: &World, exits: Vec<(LevelId, Point)>) {
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

    /// Adds the monsters of a level that a goal wants dead. None dies but by a hero who stands where it may come to: his
    /// blows and bolts cross no wall, traps harm heroes alone, and the bursts of others and terrain that harms monsters,
    /// which might kill it, are nowhere in the dungeon; nor do causes change the terrain of its level, which might crush it.
    fn add_wanted(&mut self, ground: &LandingGround<'_>) -> Option<()> {
        let (world, level) = (ground.world, ground.level);
        let goals = &world.dungeon().goals;
        let may_perish =
            world.dungeon().kinds.iter().any(Kind::can_burst) || world.may_harm_monsters();
        if !goals.contains(&Goal::Kill) || may_perish || ground.is_shifting() {
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

    /// The parts around a cell in the directions that count, but for one.
    fn around(
        &self,
        level: LevelId,
        p: Point,
        own: Part,
        counts: impl Fn(Direction) -> bool,
    ) -> Vec<Part> {
        let mut around = Vec::with_capacity(4);
        for part in Direction::ALL
            .into_iter()
            .filter(|way| counts(*way))
            .filter_map(|way| self.part(level, p + way))
        {
            if part != own && !around.contains(&part) {
                around.push(part);
            }
        }
        around
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
        Arrivals {
            parts,
            may_stay: landing.may_stay,
        }
    }

    /// All parts of a level.
    fn parts_of(&mut self, level: LevelId) -> Arc<[Part]> {
        let nth = usize::from(level.0);
        self.everywhere.resize(self.levels.len(), None);
        let parts = (0..).zip(&self.parts);
        let parts = parts.filter(|(_, part)| part.level == level);
        let all =
            self.everywhere[nth].get_or_insert_with(|| parts.map(|(number, _)| number).collect());
        Arc::clone(all)
    }

    /// The parts of a level that hang together by any doors and traps, which stop no monster for good.
    fn hanging_together(&self, part: Part) -> Vec<Part> {
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

/// What was seen of a level when its parts were told apart.
#[derive(Default)]
struct LevelFinds {
    special: Vec<Part>,
    stairs: Vec<(Point, Stairs)>,
    exits: Vec<(LevelId, Point)>,
    items: Vec<(Point, ItemId)>,
}

impl LevelFinds {
    /// Notes what is at a cell, or may come to be there.
    fn note(&mut self, ground: &LandingGround<'_>, p: Point) {
        let cell = ground.world.cell(ground.level, p);
        if cell.item != ItemId::NONE {
            self.items.push((p, cell.item));
        }
        let shifting = ground.caused.map_or(&[][..], |caused| caused.tiles(p));
        let tiles = shifting
            .iter()
            .chain(shifting.is_empty().then_some(&cell.tile));
        for tile in tiles.map(|tile| &ground.tiles[usize::from(tile.0)]) {
            self.stairs.extend(tile.stairs.map(|stairs| (p, stairs)));
            self.exits.extend(tile.exit.map(|_| (ground.level, p)));
        }
    }
}

fn index(size: Size, p: Point) -> Option<usize> {
    size.contains(p)
        .then(|| p.y as usize * size.width as usize + p.x as usize)
}

/// Whether a monster of a level, or one that is born there or brought, may eat what is of the herd.
fn is_herd_eaten(ground: &LandingGround<'_>) -> bool {
    let dungeon = ground.world.dungeon();
    let eats = |kind: &KindId| dungeon.kind(*kind).prey != Prey::Hero;
    let living = ground.world.theirs(ground.level);
    let mut living = living.map(|who| ground.world.body(who).kind);
    let is_brought = ground
        .caused
        .is_some_and(|caused| caused.brought.iter().any(eats));
    is_brought || living.any(|kind| dungeon.with_brood([kind]).iter().any(eats))
}

/// The locks whose keys a kind and those born of it drop, and the most that any of them passes.
fn drops(world: &World, kind: KindId) -> (Vec<LockId>, Through) {
    let kinds = world.dungeon().with_brood([kind]);
    let kinds = kinds.iter().map(|kind| world.dungeon().kind(*kind));
    let through = kinds.clone().map(|kind| kind.through).max();
    let dropped = kinds.flat_map(|kind| kind.drops.all());
    let locks = dropped.filter_map(|item| world.item(item).opens);
    (locks.collect(), through.unwrap_or_default())
}

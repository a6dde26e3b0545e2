//! The smallest known change of a map of explore that makes an unwinnable game winnable: the fewest tiles on a way to a
//! thing out of reach, with a proof that the hero can then take everything.
use std::collections::{BTreeSet, VecDeque};

use super::ground::{GroundAim, GroundGraph, GroundPart, PartKind};
use super::ground_game::{GroundGame, GroundOutcome, VISITS};
use super::impasse::impasse;
use super::relaxation::GroundReach;
use crate::search::budget::Meter;
use crate::verdict::Mend;
use dungeon_engine::event::Event;
use dungeon_engine::world::World;
use dungeon_ground::ground_tile::{GroundTile, ground_tiles};
use dungeon_ground::passage::{Barrier, TilePassage};
use dungeon_ground::pockets::Passage;
use dungeon_ground::step::step;
use dungeon_model::dungeon::{Footing, Goal, ItemId, LevelId, LockId, Stairs, TileId, builtin};
use dungeon_model::space::geometry::{Direction, Point, cell_at};
use dungeon_model::space::nearest::rings;

/// The maximum number of unreachable things to fix, one after another. If a map seals off more things, its author has
/// probably made another mistake.
const ROUNDS: usize = 8;

/// The maximum number of tiles to try changing, one at a time, if the hero can reach each thing, but not all of them in
/// one game.
const TRIALS: usize = 64;

/// The maximum number of cells to look at for all trials together: about a second's work.
const CELLS: usize = 1 << 22;

/// Returns sets of tile changes after which the hero can take everything. The smallest known set comes first. If it is
/// a single change, the other known single changes follow. Empty if no set is known, or if the budget ends.
pub fn mends(world: &World, meter: &Meter<'_>) -> Vec<Vec<Mend>> {
    let Some(fewest) = fewest(world, meter).filter(|mends| !mends.is_empty()) else {
        return Vec::new();
    };
    let mut sets = vec![fewest];
    if let [only] = sets[0][..] {
        let others = single_mends(world, meter).unwrap_or_default();
        let others = others.into_iter().filter(|mend| *mend != only);
        sets.extend(others.map(|mend| vec![mend]));
    }
    sets
}

/// Returns the smallest known set of tile changes after which the hero can take everything; `None` if no set is known,
/// or if the budget ends.
fn fewest(world: &World, meter: &Meter<'_>) -> Option<Vec<Mend>> {
    let opener = size_of::<(u32, CellNumber)>() + 2 * size_of::<(u32, LevelId, Point)>();
    meter.fits_beside(cells(world) * opener).then_some(())?;
    if let Some(boulder) = fixed_boulder(world, meter) {
        return Some(vec![boulder]);
    }
    let mut mended = world.clone();
    let mut all: Vec<Mend> = Vec::new();
    for _ in 0..=ROUNDS.min(CELLS / cells(world)) {
        let graph = GroundGraph::new(&mended, meter)?;
        let reach = GroundReach::new(&graph, meter)?;
        let Some(thing) = reach.lacks(&graph) else {
            if !can_be_won(&mended, meter) {
                let mut one_for_all = special_tiles(&mended, &graph).into_iter();
                let opens = |mend: &Mend| can_be_won(&after(&mended, &[*mend]), meter);
                all.extend(one_for_all.find(opens));
            }
            return can_be_won(&after(world, &all), meter).then_some(all);
        };
        let opened = WayOpener::new(&mended, &graph, &reach, meter).open(thing);
        if opened.is_empty() {
            break;
        }
        mended = after(&mended, &opened);
        all.extend(opened);
    }
    None
}

/// Returns the tiles whose change alone makes everything reachable in one game: tiles at the edge of the hero's reach,
/// or doors and traps if the hero can reach each thing.
fn single_mends(world: &World, meter: &Meter<'_>) -> Option<Vec<Mend>> {
    let graph = GroundGraph::new(world, meter)?;
    let reach = GroundReach::new(&graph, meter)?;
    let mut mends = match reach.lacks(&graph) {
        Some(thing) => WayOpener::new(world, &graph, &reach, meter).edge(thing),
        None => special_tiles(world, &graph),
    };
    mends.truncate(trials(world));
    mends.retain(|mend| can_be_won(&after(world, &[*mend]), meter));
    Some(mends)
}

/// The maximum number of single tiles to try on this map.
fn trials(world: &World) -> usize {
    TRIALS.min(CELLS / cells(world))
}

/// The maximum number of new boulders to offer for a cell.
const BOULDERS: usize = 2;

/// The removal of a boulder that can never be pushed away, if the hero can then take everything; `None` if there is no
/// such boulder.
fn fixed_boulder(world: &World, meter: &Meter<'_>) -> Option<Mend> {
    let graph = GroundGraph::new(world, meter)?;
    let reach = GroundReach::new(&graph, meter)?;
    let stands = |level, p| {
        let part = graph.part(level, p);
        part.is_some_and(|part| reach.is_reached[part as usize])
    };
    let fixed = graph.possible.fixed_boulders(world);
    let beside = fixed.filter(|(level, p)| {
        let mut ways = Direction::ALL.into_iter();
        ways.any(|way| stands(*level, *p + way))
    });
    let mut mends = beside.take(trials(world)).map(|(level, at)| {
        let from = world.cell(level, at).tile;
        let below = TilePassage::of(world.dungeon().tile(from)).used();
        Mend {
            level,
            at,
            from,
            to: below.unwrap_or(builtin::FLOOR),
        }
    });
    mends.find(|mend| can_be_won(&after(world, &[*mend]), meter))
}

/// Returns boulders to add, each as a set of one change, so that a boulder can be pushed onto a cell. After each of
/// these changes, no reason is known why the game could not be won. Returns at most `BOULDERS`, nearest to the cell
/// first.
pub fn boulders_for(
    world: &World,
    level: LevelId,
    plate: Point,
    meter: &Meter<'_>,
) -> Vec<Vec<Mend>> {
    let dungeon = world.dungeon();
    let mut pushes = dungeon.pushes.iter();
    let Some(on_floor) = pushes.find(|push| push.onto == builtin::FLOOR) else {
        return Vec::new();
    };
    let to = on_floor.becomes;
    let near = rings(world.size(level), plate).skip(1);
    let bare = near.filter(|p| {
        let cell = world.cell(level, *p);
        cell.tile == builtin::FLOOR && cell.item == ItemId::NONE && cell.body().is_none()
    });
    let mends = bare.map(|at| Mend {
        level,
        at,
        from: builtin::FLOOR,
        to,
    });
    let is_sound = |mend: &Mend| {
        let mended = after(world, &[*mend]);
        let is_known = can_be_won(&mended, meter) || dungeon.goals.contains(&Goal::Caused);
        is_known && impasse(&mended, meter).is_none()
    };
    let sound = mends.take(trials(world)).filter(is_sound);
    sound.take(BOULDERS).map(|mend| vec![mend]).collect()
}

/// The number of cells of all levels.
fn cells(world: &World) -> usize {
    let levels = world.dungeon().numbered_levels();
    levels.map(|(level, _)| world.size(level).area()).sum()
}

fn after(world: &World, mends: &[Mend]) -> World {
    let mut mended = world.clone();
    for Mend { level, at, to, .. } in mends.iter().copied() {
        mended.apply(&Event::Rebuilt {
            level,
            at,
            tile: to,
        });
    }
    mended
}

fn can_be_won(world: &World, meter: &Meter<'_>) -> bool {
    GroundGraph::new(world, meter).is_some_and(|graph| {
        let game = GroundGame::new(&graph, meter);
        let outcome = game.begin().map(|begin| game.outcome(begin, VISITS));
        outcome == Some(GroundOutcome::CanBeWon)
    })
}

/// The removals of doors, traps and one-way cells to try.
fn special_tiles(world: &World, graph: &GroundGraph) -> Vec<Mend> {
    let parts = graph.parts.iter();
    let special = parts.filter(|part| part.kind != PartKind::Open);
    let mends = special.take(trials(world)).map(|part| {
        let from = world.cell(part.level, part.at).tile;
        let opened = TilePassage::of(world.dungeon().tile(from)).opened();
        let to = opened.unwrap_or(builtin::FLOOR);
        Mend {
            level: part.level,
            at: part.at,
            from,
            to,
        }
    });
    let walls = graph.closers.iter().flat_map(|closer| &closer.gates);
    let walls = walls.flat_map(|gate| walls_around(world, graph.get(*gate)));
    let mut walls: Vec<Mend> = walls.take(trials(world)).collect();
    walls.sort_by_key(|mend| (mend.level, mend.at.y, mend.at.x));
    walls.dedup();
    mends.chain(walls).collect()
}

/// Returns, for each wall next to a cell that a cause closes, the change that opens the wall. Omits the outermost ring
/// of the level.
fn walls_around(world: &World, gate: &GroundPart) -> impl Iterator<Item = Mend> {
    let (level, at) = (gate.level, gate.at);
    let near = Direction::ALL.into_iter().map(move |way| at + way);
    near.filter_map(move |at| {
        let from = world
            .size(level)
            .contains_inside_rim(at)
            .then(|| world.cell(level, at).tile)?;
        let is_wall = world.tile(level, at).footing > Footing::Openers;
        is_wall.then_some(Mend {
            level,
            at,
            from,
            to: builtin::FLOOR,
        })
    })
}

/// The number of a cell, counted over all levels.
type CellNumber = usize;

/// The search for the way that opens the fewest cells.
struct WayOpener<'a> {
    world: &'a World,
    graph: &'a GroundGraph,
    meter: &'a Meter<'a>,
    tiles: Vec<Vec<GroundTile>>,
    /// The number of the first cell of each level.
    first: Vec<CellNumber>,
    /// For each cell, the cost of the cheapest way to it, and the previous cell on that way.
    best: Vec<(u32, CellNumber)>,
    open: VecDeque<(u32, LevelId, Point)>,
    locks: Vec<LockId>,
}

impl<'a> WayOpener<'a> {
    /// Starts the search from every cell in the hero's reach.
    fn new(
        world: &'a World,
        graph: &'a GroundGraph,
        reach: &GroundReach,
        meter: &'a Meter<'a>,
    ) -> WayOpener<'a> {
        let dungeon = world.dungeon();
        let through = world.body(world.commanded()).through;
        let levels = || dungeon.numbered_levels().map(|(level, _)| level);
        let mut first = Vec::new();
        let mut cells = 0;
        for level in levels() {
            first.push(cells);
            cells += world.size(level).area();
        }
        let mut opener = WayOpener {
            world,
            graph,
            meter,
            tiles: ground_tiles(dungeon, through),
            first,
            best: vec![(u32::MAX, 0); cells],
            open: VecDeque::new(),
            locks: reach.locks().to_vec(),
        };
        for level in levels() {
            for p in world.size(level).points() {
                if !meter.look(1) {
                    break;
                }
                let part = graph.part(level, p);
                if part.is_some_and(|part| reach.is_reached[part as usize]) {
                    let own = opener.number(level, p);
                    opener.reach(own, 0, (level, p));
                }
            }
        }
        opener
    }

    fn number(&self, level: LevelId, p: Point) -> CellNumber {
        let width = self.world.size(level).width as usize;
        self.first[usize::from(level.0)] + p.y as usize * width + p.x as usize
    }

    fn reach(&mut self, from: CellNumber, cost: u32, (level, p): (LevelId, Point)) {
        let number = self.number(level, p);
        if cost < self.best[number].0 {
            let is_dearer = self.open.front().is_some_and(|(first, ..)| cost > *first);
            self.best[number] = (cost, from);
            if is_dearer {
                self.open.push_back((cost, level, p))
            } else {
                self.open.push_front((cost, level, p))
            }
        }
    }

    /// The tiles to change on the cheapest way to a thing. If the thing stands for the ways out, the way may lead to
    /// any of them. Empty if there is no way.
    fn open(mut self, thing: usize) -> Vec<Mend> {
        while let Some((cost, level, p)) = self.open.pop_front() {
            if !self.meter.look(1) {
                break;
            }
            if cost > self.best[self.number(level, p)].0 {
                continue;
            }
            if self.is_at(thing, level, p) {
                return self.changes(level, p);
            }
            self.spread(cost, level, p);
        }
        Vec::new()
    }

    /// Whether a cell is at most one step from a thing, so that the thing can be taken there; for the ways out, whether
    /// the cell has one.
    fn is_at(&self, thing: usize, level: LevelId, p: Point) -> bool {
        let goal = self.graph.things[thing];
        match goal.aim {
            GroundAim::Exit => self.tile(level, p).passage.exit().is_some(),
            _ => level == goal.level && p.chebyshev(goal.at) <= 1,
        }
    }

    /// Continues the ways that lead to a cell by one step in every direction, and by stairs or traps on the cell.
    fn spread(&mut self, cost: u32, level: LevelId, p: Point) {
        let own = self.number(level, p);
        for way in Direction::ALL {
            let next = p + way;
            if self.world.size(level).contains(next)
                && let Some(more) = self.price(level, next, way)
            {
                self.reach(own, cost + more, (level, next));
            }
        }
        for to in self.jumps(level, p) {
            self.reach(own, cost, to);
        }
    }

    /// Changes of single tiles at the edge of the hero's reach. Tiles from which a free way leads to the thing come
    /// first.
    fn edge(mut self, thing: usize) -> Vec<Mend> {
        let mut edge = Vec::new();
        let mut reached = Vec::new();
        while let Some((_, level, p)) = self.open.pop_front().filter(|(cost, ..)| *cost == 0) {
            if !self.meter.look(1) {
                return Vec::new();
            }
            self.spread(0, level, p);
            reached.push((level, p));
        }
        for (level, p) in reached {
            let ways = Direction::ALL.into_iter();
            let dear = ways.filter(|way| {
                let is_inside = self.world.size(level).contains(p + *way);
                is_inside && self.price(level, p + *way, *way) == Some(1)
            });
            edge.extend(dear.map(|way| (level, p + way)));
        }
        edge.sort_unstable();
        edge.dedup();
        let leads = self.leading_to(thing);
        edge.sort_by_key(|(level, p)| !leads.contains(&self.number(*level, *p)));
        let mends = edge.into_iter().map(|(level, at)| self.mend(level, at));
        mends.collect()
    }

    /// The cells from which steps without a change lead to a thing.
    fn leading_to(&self, thing: usize) -> BTreeSet<CellNumber> {
        let levels = self.world.dungeon().numbered_levels();
        let cells = levels.flat_map(|(level, _)| {
            let points = self.world.size(level).points();
            points.map(move |p| (level, p))
        });
        let mut open: Vec<(LevelId, Point)> = cells
            .filter(|(level, p)| self.is_at(thing, *level, *p))
            .collect();
        let mut leading: BTreeSet<CellNumber> = BTreeSet::new();
        leading.extend(open.iter().map(|(level, p)| self.number(*level, *p)));
        while let Some((level, p)) = open.pop().filter(|_| self.meter.look(1)) {
            let ways = Direction::ALL.into_iter();
            for way in ways.filter(|way| self.price(level, p, *way) == Some(0)) {
                let before = p + way.opposite();
                if self.world.size(level).contains(before)
                    && leading.insert(self.number(level, before))
                {
                    open.push((level, before));
                }
            }
        }
        leading
    }

    fn tile(&self, level: LevelId, p: Point) -> &GroundTile {
        let now = self.world.cell(level, p).tile;
        let now = if self.graph.possible.is_fixed(level, p) {
            builtin::WALL
        } else {
            now
        };
        let shifting = self.graph.shifting_tile(level, p);
        shifting.unwrap_or_else(|| &self.tiles[usize::from(level.0)][usize::from(now.0)])
    }

    /// Returns the number of tiles to change for a step in this direction onto a cell: 0 or 1; `None` if no single
    /// change allows the step.
    fn price(&self, level: LevelId, p: Point, way: Direction) -> Option<u32> {
        let is_inside = self.world.size(level).contains_inside_rim(p);
        let tile = self.tile(level, p);
        let opens = |lock| self.locks.contains(&lock);
        let bars = |tread| step(p + way.opposite(), way, |_| tread).is_none();
        match tile.kind {
            Passage::Solid | Passage::Window => is_inside.then_some(1),
            Passage::Carrier => Some(u32::from(!tile.is_once)),
            Passage::Locked => Some(u32::from(!tile.passage.lock().is_some_and(opens))),
            Passage::Stepwise(tread) => Some(u32::from(bars(tread))),
            Passage::Floor | Passage::Way => Some(0),
        }
    }

    /// The tile to put on an impassable cell: the open door, what lies below a boulder, the open tile that the file
    /// draws there if a random placement has replaced it, or otherwise floor.
    fn cleared(&self, level: LevelId, p: Point) -> TileId {
        let dungeon = self.world.dungeon();
        let now = self.world.cell(level, p).tile;
        let passage = TilePassage::of(dungeon.tile(now));
        let is_barred = matches!(passage.barrier, Some(Barrier::Door(_) | Barrier::Boulder));
        if let Some(below) = passage.used().filter(|_| is_barred) {
            return below;
        }
        let drawn = &dungeon.levels[usize::from(level.0)];
        let drawn = drawn.tiles.get(p).filter(|tile| *tile != now);
        let tiles = &self.tiles[usize::from(level.0)];
        let drawn = drawn.filter(|tile| tiles[usize::from(tile.0)].is_open());
        drawn.unwrap_or(builtin::FLOOR)
    }

    /// The stairs on a cell, including stairs that the file draws there but a random placement has replaced.
    fn stairs(&self, level: LevelId, p: Point) -> Option<Stairs> {
        let tile = match self.tile(level, p).kind {
            Passage::Solid => self.cleared(level, p),
            _ => self.world.cell(level, p).tile,
        };
        self.tiles[usize::from(level.0)][usize::from(tile.0)]
            .passage
            .stairs()
    }

    /// The possible landing cells of the ways that begin on a cell.
    fn jumps(&self, level: LevelId, p: Point) -> Vec<(LevelId, Point)> {
        let of = |part: u32| (self.graph.get(part).level, self.graph.get(part).at);
        if let Some(part) = self.graph.part(level, p) {
            let part = self.graph.get(part);
            if let PartKind::Carrier { landing, .. } = &part.kind {
                self.meter.look(landing.parts.len());
                return landing.parts.iter().map(|part| of(*part)).collect();
            }
            if let Some((_, to)) = part.stairs.iter().find(|(at, _)| *at == p) {
                self.meter.look(to.parts.len());
                return to.parts.iter().map(|part| of(*part)).collect();
            }
        }
        let end = self.stairs(level, p).and_then(|stairs| {
            let back = || self.world.sent_back(stairs.to, level, p);
            Some((stairs.to, stairs.at.or_else(back)?))
        });
        end.into_iter().collect()
    }

    /// The tiles to change on the cheapest way to a cell.
    fn changes(&self, level: LevelId, p: Point) -> Vec<Mend> {
        let mut mends = Vec::new();
        let mut number = self.number(level, p);
        loop {
            let (cost, from) = self.best[number];
            if cost > self.best[from].0 {
                let (level, at) = self.cell(number);
                mends.push(self.mend(level, at));
            }
            if cost == 0 || from == number {
                mends.reverse();
                return mends;
            }
            number = from;
        }
    }

    fn mend(&self, level: LevelId, at: Point) -> Mend {
        Mend {
            level,
            at,
            from: self.world.cell(level, at).tile,
            to: self.cleared(level, at),
        }
    }

    fn cell(&self, number: CellNumber) -> (LevelId, Point) {
        let level = self.first.partition_point(|first| *first <= number) - 1;
        let id = LevelId::of(level);
        let width = self.world.size(id).width as usize;
        let index = number - self.first[level];
        (id, cell_at(index % width, index / width))
    }
}

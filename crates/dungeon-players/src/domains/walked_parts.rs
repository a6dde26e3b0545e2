//! Where bodies can ever walk, though all be opened, wiped away and sprung: what certain disproofs are made of.
use crate::search::budget::Meter;
use dungeon_model::dungeon::{Dungeon, Feature, Footing, Guise, Harm, Sight, TileId, builtin};
use dungeon_model::space::geometry::{Neighbours, Point, Size};
use dungeon_model::space::grid::Grid;

/// What a tile may come to be, while a game goes on, by whatever happens to it.
#[derive(Clone, Copy, Debug)]
pub struct TileFuture {
    /// The bodies that may stand there at best.
    pub least: Footing,
    /// The bodies that may stand there at worst.
    pub greatest: Footing,
    /// Whether it may take a hero to another place.
    pub carries: bool,
    /// Whether a line may lead over it.
    pub lets_sight: bool,
}

/// The cells of a board over which some bodies can ever walk, in parts between which they never can.
pub struct WalkedParts {
    /// The number of each cell's part, from 1; 0 where no such body ever walks.
    pub of: Grid<u32>,
    /// How many parts there are.
    pub count: u32,
}

impl WalkedParts {
    /// The parts of a map of this size, over cells that let such bodies in; they lack cells where the budget ends.
    pub fn new(
        size: Size,
        neighbours: Neighbours,
        lets_in: impl Fn(Point) -> bool,
        meter: &Meter<'_>,
    ) -> WalkedParts {
        let mut of = Grid::filled(size, 0);
        let mut count = 0;
        let mut work = Vec::new();
        for p in size.points() {
            if p.x == 0 && !meter.look(size.width as usize / 4) {
                break;
            }
            if of.get(p) != Some(0) || !lets_in(p) {
                continue;
            }
            count += 1;
            of.set(p, count);
            work.push(p);
            while let Some(p) = work.pop().filter(|_| meter.look(1)) {
                for near in neighbours.directions().iter().map(|way| p + *way) {
                    if of.get(near) == Some(0) && lets_in(near) {
                        of.set(near, count);
                        work.push(near);
                    }
                }
            }
        }
        WalkedParts { of, count }
    }
}

/// What each tile may come to be, by `TileId`.
pub fn futures(dungeon: &Dungeon) -> Vec<TileFuture> {
    let numbers = dungeon.numbered_tiles().map(|(id, _)| id);
    let future = |tile| {
        let tiles = becoming(dungeon, tile);
        let all = || tiles.iter().map(|tile| dungeon.tile(*tile));
        let footings = || all().map(|tile| tile.footing);
        TileFuture {
            least: footings().min().unwrap_or(Footing::Nobody),
            greatest: footings().max().unwrap_or(Footing::Nobody),
            carries: all().any(|tile| carries(tile.feature)),
            lets_sight: all().any(|tile| tile.sight == Sight::Clear),
        }
    };
    numbers.map(future).collect()
}

/// Whether terrain takes a hero to another place.
fn carries(feature: Feature) -> bool {
    match feature {
        Feature::Stairs(_) => true,
        Feature::Trap(trap) => matches!(trap.harm, Harm::Pit(_) | Harm::Teleport(_)),
        Feature::Plain
        | Feature::Acting(_)
        | Feature::Exit(_)
        | Feature::Door(_)
        | Feature::Fence(_)
        | Feature::Pool(_)
        | Feature::Boulder(_) => false,
    }
}

/// A tile, and all that its cell may come to be by whatever happens there.
pub fn becoming(dungeon: &Dungeon, tile: TileId) -> Vec<TileId> {
    let mut tiles = vec![tile];
    let mut next = 0;
    while let Some(tile) = tiles.get(next).copied() {
        let mut add = |tile| {
            if !tiles.contains(&tile) {
                tiles.push(tile);
            }
        };
        match dungeon.tile(tile).feature {
            Feature::Plain | Feature::Acting(_) | Feature::Stairs(_) | Feature::Exit(_) => {}
            Feature::Door(door) => add(door.opened),
            Feature::Pool(pool) => add(pool.cleared),
            Feature::Boulder(boulder) => add(boulder.leaves),
            Feature::Fence(fence) => {
                add(fence.torn);
                fence.raised.into_iter().for_each(&mut add);
            }
            Feature::Trap(trap) => {
                add(trap.sprung);
                if let Guise::Hidden(found) = trap.guise {
                    add(found);
                }
            }
        }
        let pushed = dungeon.pushes.iter().filter(|push| push.onto == tile);
        pushed.for_each(|push| add(push.becomes));
        if tile == builtin::FLOOR {
            let trails = dungeon.kinds.iter().filter_map(|kind| kind.trail);
            trails.for_each(add);
        }
        next += 1;
    }
    tiles
}

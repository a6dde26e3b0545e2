//! Where vaults fit into a level that the seed generates (docs/format, "Vaults"). The engine places vaults there, and
//! lints check that needed vaults always find a place.
use crate::passage::TilePassage;
use dungeon_model::dungeon::{Dungeon, Level, LevelId, TileId, Vault, builtin};
use dungeon_model::space::cell_set::CellSet;
use dungeon_model::space::geometry::{Point, Region, Size, at};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::rock::{Pieces, Rock};

/// Returns the needed vaults that may be built into a level, in the order in which they are placed: large vaults first.
/// Each comes with its number in `Dungeon::vaults`.
pub fn needed_vaults(dungeon: &Dungeon, id: LevelId) -> Vec<(usize, &Vault)> {
    let level = &dungeon.levels()[usize::from(id.0)];
    // A vault with `is_once` goes only to levels that may have room for it.
    let is_needed =
        |vault: &Vault| vault.is_needed && (!vault.is_once || vault.may_be_built(id, level));
    let needed = dungeon.vaults_for(id).filter(|(_, vault)| is_needed(vault));
    let mut needed: Vec<(usize, &Vault)> = needed.collect();
    needed.sort_by_key(|(_, vault)| std::cmp::Reverse(vault.within.size().area()));
    needed
}

/// Whether the needed vaults of a level find a place in every game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NeededRoom {
    /// All vaults find a place, except the vaults with these numbers, which may find none.
    AllBut(Vec<usize>),
    /// Unknown, since random marks may divide the level: no connected part is always more than half of it.
    Divided,
}

/// Returns whether the needed vaults of a level find a place, whatever chance decides. A vault that is placed earlier
/// may take as many places as possible.
pub fn needed_room(dungeon: &Dungeon, id: LevelId) -> NeededRoom {
    let needed = needed_vaults(dungeon, id);
    if needed.is_empty() {
        return NeededRoom::AllBut(Vec::new());
    }
    let level = &dungeon.levels()[usize::from(id.0)];
    let (mut rock, kept) = find_diggable(dungeon, &level.tiles);
    let diggable = rock.solid.cell_count();
    for cell in level.chance.iter().flat_map(|chance| &chance.cells) {
        let is_way = |tile: TileId| TilePassage::of(dungeon.tile(tile)).is_way();
        let mut tiles = { level.chance.iter() }.flat_map(|chance| chance.tiles_at(cell));
        if !tiles.all(is_way) {
            rock.fix(cell.at);
        }
    }
    // Where chance may put walls, another part of the level may be the largest, unless this part is more than half.
    let largest = Pieces::of(&rock.solid).largest() as usize;
    if level.chance.is_some() && 2 * largest <= diggable {
        return NeededRoom::Divided;
    }
    let free = FreeGround::new(dungeon, level, &rock, &kept);
    let mut before: Vec<Region> = Vec::new();
    let mut lacking = Vec::new();
    for (number, vault) in needed {
        let taken: i64 = before
            .iter()
            .map(|other| most_blocked(*other, vault.within))
            .sum();
        let size = vault.within.size();
        let turned = vault.turns.then(|| Size::new(size.height, size.width));
        let mut sizes = [size].into_iter().chain(turned);
        let has_room = sizes.any(|size| free.places(size).count() as i64 > taken);
        if !has_room {
            lacking.push(number);
        }
        before.push(vault.within);
    }
    NeededRoom::AllBut(lacking)
}

/// The maximum number of places for `vault` that the vault `other` can take, in either orientation.
pub fn most_blocked(other: Region, vault: Region) -> i64 {
    let sides = |region: Region| [region.size().width, region.size().height].map(i64::from);
    let ([wide, high], [width, height]) = (sides(other), sides(vault));
    let upright = (wide + width + 1) * (high + height + 1);
    upright.max((high + width + 1) * (wide + height + 1))
}

/// Returns the rock that can be dug, and the cells that must be hollow because records use them.
pub fn find_diggable(dungeon: &Dungeon, tiles: &Grid<TileId>) -> (Rock, Vec<Point>) {
    let size = tiles.size();
    let mut rock = Rock::fixed(size);
    let mut kept = Vec::new();
    let is_way = |tile: TileId| TilePassage::of(dungeon.tile(tile)).is_way();
    let is_open = |p: Point| tiles.get(p).is_some_and(is_way);
    let inner = Region {
        from: at(1, 1),
        to: at(size.width - 2, size.height - 2),
    };
    for p in inner.points() {
        let tile = tiles.get(p).unwrap_or(builtin::ROCK);
        if tile == builtin::ROCK || is_way(tile) {
            rock.solid.insert(p);
        }
        if tile != builtin::ROCK && is_way(tile) {
            kept.push(p);
        }
    }
    // The inner neighbor of each opening of the rim must be hollow, so that a path leads in.
    let inside = |p: Point| {
        at(
            p.x.min(size.width - 2).max(1),
            p.y.min(size.height - 2).max(1),
        )
    };
    let gates = size.rim().filter(|p| is_open(*p));
    let behind = gates.map(inside);
    kept.extend(behind.filter(|p| rock.solid.contains(*p)));
    (rock, kept)
}

/// The cells of a level that vaults and the rings around them may cover.
#[derive(Clone)]
pub struct FreeGround(CellSet);

impl FreeGround {
    /// Finds the free cells: the largest diggable part of the level without the cells that records use and the regions
    /// where heroes are scattered. A region for heroes that covers the whole map inside the rim is free.
    pub fn new(dungeon: &Dungeon, level: &Level, rock: &Rock, kept: &[Point]) -> FreeGround {
        let size = rock.size();
        let mut free = CellSet::new(size);
        let parts = Pieces::of(&rock.solid);
        let most = parts.largest();
        let largest = parts.runs().filter(|(_, size)| *size == most);
        largest.for_each(|(run, _)| free.add(run.from.y, run.from.x, run.to.x));
        kept.iter().for_each(|p| free.remove(p.y, p.x, p.x));
        let last = at(size.width - 2, size.height - 2);
        let inside_of = |near: Point, far: Point| near.x <= far.x && near.y <= far.y;
        for scatter in level
            .scatters
            .iter()
            .filter(|one| dungeon.is_ours(one.what.thing()))
        {
            let Region { from, to } = scatter.within;
            if !(inside_of(from, at(1, 1)) && inside_of(last, to)) {
                (from.y..=to.y).for_each(|y| free.remove(y, from.x, to.x));
            }
        }
        FreeGround(free)
    }

    /// Returns the places for a placed vault of this size. The vault and the ring of cells around it must be free. No
    /// cell of the map's rim is free.
    pub fn places(&self, laid: Size) -> VaultPlaces {
        VaultPlaces(self.0.corners(Size::new(laid.width + 2, laid.height + 2)))
    }

    /// Marks the cells of a region, which must be inside the map, as not free.
    pub fn take(&mut self, region: Region) {
        let Region { from, to } = region;
        (from.y..=to.y).for_each(|y| self.0.remove(y, from.x, to.x));
    }
}

/// The places for a placed vault.
pub struct VaultPlaces(CellSet); // the top left corners of the rings around the vault

impl VaultPlaces {
    /// Returns the number of places.
    pub fn count(&self) -> usize {
        self.0.cell_count()
    }

    /// Returns the top left corner of the placed vault at the place with this number, counted from 0 in reading order;
    /// `None` if there are fewer places.
    pub fn nth(&self, nth: usize) -> Option<Point> {
        let ring = self.0.nth(nth)?;
        Some(at(ring.x + 1, ring.y + 1))
    }
}

//! The terrain of a level at the start of a game: as drawn, or generated from the seed. Generated terrain surrounds the
//! level's vaults and the cells that the level's records use.
use std::borrow::Cow;

use super::caves::dig_caves;
use super::chance::{Chance, DrawKey, DrawPurpose};
use super::level_draw::drawn_vault;
use super::rooms::{Doorway, dig_rooms};
use super::vaults::{self, PlacedVault};
use dungeon_ground::passage::TilePassage;
use dungeon_ground::vault_places::{FreeGround, find_diggable};
use dungeon_model::dungeon::{
    Dungeon, Level, LevelId, TerrainGenerator, Tile, TileId, Vault, builtin,
};
use dungeon_model::space::cell_set::{CellSet, WORD, beside, nth_bit};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::grid::Grid;
use dungeon_model::space::narrow::size;
use dungeon_model::space::rock::Rock;

/// Whether a tile leads to another level.
pub(super) fn is_stairs(tile: &Tile) -> bool {
    TilePassage::of(tile).taken_by().is_some()
}

/// The terrain of a level at the start of a game, with the vaults in it.
pub(super) struct MadeLevel<'a> {
    pub tiles: Cow<'a, Grid<TileId>>,
    /// Whether any tile may be stairs.
    pub has_stairs: bool,
    pub vaults: Vec<DrawnVault<'a>>,
}

/// A placed vault, and the vault's drawing with its random marks decided.
pub(super) type DrawnVault<'a> = (PlacedVault, Cow<'a, Vault>);

/// The cells of placed vaults, with their terrain.
type VaultParts = Vec<(Point, TileId)>;

/// The plans of a dungeon's generated levels, kept for the next games of the dungeon. Empty at first.
#[derive(Default)]
pub(super) struct LevelPlans(Vec<Option<LevelPlan>>); // by LevelId

/// The part of a level's generation that no seed changes.
struct LevelPlan {
    rock: Rock,
    kept: Vec<Point>,
    /// Whether stairs are drawn on the level.
    has_stairs: bool,
    /// `None` until a vault is placed.
    free: Option<FreeGround>,
}

/// The maximum size, in cells, of a level whose plan is kept, and of a dungeon whose start is kept.
pub(super) const MOST_PLANNED: usize = 1 << 16;

impl LevelPlan {
    fn new(dungeon: &Dungeon, level: &Level) -> LevelPlan {
        let (rock, kept) = find_diggable(dungeon, &level.tiles);
        LevelPlan {
            rock,
            kept,
            has_stairs: level
                .tiles
                .cells()
                .iter()
                .any(|tile| is_stairs(dungeon.tile(*tile))),
            free: None,
        }
    }
}

impl LevelPlans {
    /// Returns the place for the plan of a level; `None` if chance decides what is drawn on the level, or if the level
    /// is large.
    fn place(&mut self, dungeon: &Dungeon, id: LevelId) -> Option<&mut Option<LevelPlan>> {
        let whole = dungeon.drawn_from.as_deref().unwrap_or(dungeon);
        let level = &whole.levels[usize::from(id.0)];
        self.0.resize_with(whole.levels.len(), || None);
        let place = &mut self.0[usize::from(id.0)];
        let is_kept = level.chance.is_none() && level.tiles.size().area() <= MOST_PLANNED;
        is_kept.then_some(place)
    }
}

/// Generates the terrain of a level at the start of a game; equal seeds give equal maps. All floor of a generated map
/// is connected, including cells that records use and the doors of vaults, unless the terrain of records walls
/// something in.
pub(super) fn make<'a>(
    dungeon: &'a Dungeon,
    id: LevelId,
    chance: Chance,
    plans: &mut LevelPlans,
) -> MadeLevel<'a> {
    let level = &dungeon.levels[usize::from(id.0)];
    let Some(generator) = level.generator else {
        return MadeLevel {
            tiles: Cow::Borrowed(&level.tiles),
            has_stairs: true,
            vaults: Vec::new(),
        };
    };
    let mut draw = chance.draw(DrawKey::of_level(id, DrawPurpose::Made, 0));
    let mut unkept = None;
    let place = plans.place(dungeon, id).unwrap_or(&mut unkept);
    let plan = place.get_or_insert_with(|| LevelPlan::new(dungeon, level));
    let free = &mut plan.free;
    let find_free = || {
        let free =
            free.get_or_insert_with(|| FreeGround::new(dungeon, level, &plan.rock, &plan.kept));
        free.clone()
    };
    let vaults = vaults::place(dungeon, id, chance, find_free).into_iter();
    let (mut rock, mut kept) = (plan.rock.clone(), plan.kept.clone());
    let drawn = |placed: PlacedVault| {
        let vault = &dungeon.vaults[placed.number];
        (placed, drawn_vault(id, placed, vault, chance))
    };
    let vaults: Vec<DrawnVault<'_>> = vaults.map(drawn).collect();
    let areas = vaults.iter().map(|(_, vault)| vault.within.area());
    let mut parts: VaultParts = Vec::with_capacity(size(areas.sum()));
    for (placed, vault) in &vaults {
        parts.extend(placed.parts(vault));
        kept.extend(placed.doorsteps(vault));
    }
    parts.iter().for_each(|(p, _)| rock.fix(*p));
    let doorways = match generator {
        TerrainGenerator::Caves(caves) => {
            dig_caves(&mut rock, &kept, caves, &mut draw);
            Vec::new()
        }
        TerrainGenerator::Rooms(rooms) => dig_rooms(&mut rock, rooms, &mut draw),
    };
    kept.iter().for_each(|p| rock.open(*p));
    rock.join();
    let passages = parts
        .iter()
        .map(|(p, tile)| (*p, TilePassage::of(dungeon.tile(*tile))));
    let ways = { passages.clone() }.filter(|(_, passage)| passage.is_way());
    let mut open = rock.hollow.clone();
    ways.for_each(|(p, _)| _ = open.insert(p));
    let mut tiles = build_terrain(&level.tiles, &rock, &open, &doorways);
    parts.iter().for_each(|(p, tile)| tiles.set(*p, *tile));
    MadeLevel {
        tiles: Cow::Owned(tiles),
        has_stairs: plan.has_stairs || { passages }
            .any(|(_, passage)| passage.taken_by().is_some()),
        vaults,
    }
}

/// Converts rock into terrain: floor in the hollow cells, walls around the `open` cells, doors in doorways whose posts
/// are intact, and the tiles that records put on the map. Open are the hollow cells and the ways in vaults.
fn build_terrain(
    tiles: &Grid<TileId>,
    rock: &Rock,
    open: &CellSet,
    doorways: &[Doorway],
) -> Grid<TileId> {
    let mut made = tiles.clone();
    let width = tiles.size().width.max(1) as usize;
    let rows = made.cells_mut().chunks_mut(width);
    for (tiles, (y, hollow)) in rows.zip(rock.hollow.rows()) {
        let rows = [y - 1, y, y + 1].map(|y| open.row(y));
        for (nth, tiles) in tiles.chunks_mut(WORD).enumerate() {
            let near = rows
                .into_iter()
                .fold(0, |all, row| all | row[nth] | beside(row, nth));
            build(tiles, hollow[nth], builtin::FLOOR);
            build(tiles, near & !hollow[nth], builtin::WALL);
        }
    }
    let is_hollow = |p: Point| rock.hollow.contains(p);
    for doorway in doorways {
        let is_sound = is_hollow(doorway.at) && !doorway.posts.into_iter().any(is_hollow);
        if is_sound && tiles.get(doorway.at) == Some(builtin::ROCK) {
            made.set(doorway.at, builtin::DOOR);
        }
    }
    made
}

/// Makes a tile of those cells of a word that are rock. The cells are bits, of which the first belongs to `tiles[0]`.
fn build(tiles: &mut [TileId], cells: u64, made: TileId) {
    let mut left = cells;
    while left != 0 {
        if let Some(tile) = tiles.get_mut(nth_bit(left, 0))
            && *tile == builtin::ROCK
        {
            *tile = made;
        }
        left &= left - 1;
    }
}

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
use dungeon_model::dungeon::{Dungeon, Level, LevelId, TerrainGenerator, TileId, Vault, builtin};
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::rock::{Rock, join};

/// The terrain of a level at the start of a game, with the vaults in it.
pub(super) struct MadeLevel<'a> {
    pub tiles: Cow<'a, Grid<TileId>>,
    pub vaults: Vec<DrawnVault<'a>>,
}

/// A placed vault, and the vault's drawing with its random marks decided.
pub(super) type DrawnVault<'a> = (PlacedVault, Cow<'a, Vault>);

/// The cells of a placed vault, with their terrain.
type VaultParts = Vec<(Point, TileId)>;

/// The plans of a dungeon's generated levels, kept for the next games of the dungeon. Empty at first.
#[derive(Default)]
pub(super) struct LevelPlans(Vec<Option<LevelPlan>>); // by LevelId

/// The part of a level's generation that no seed changes.
struct LevelPlan {
    rock: Grid<Rock>,
    kept: Vec<Point>,
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
    let parts: Vec<VaultParts> = { vaults.iter() }
        .map(|(placed, vault)| placed.parts(vault).collect())
        .collect();
    { parts.iter().flatten() }.for_each(|(p, _)| rock.set(*p, Rock::Fixed));
    for (placed, vault) in &vaults {
        kept.extend(placed.doorsteps(vault));
    }
    let doorways = match generator {
        TerrainGenerator::Caves(caves) => {
            dig_caves(&mut rock, &kept, caves, &mut draw);
            Vec::new()
        }
        TerrainGenerator::Rooms(rooms) => dig_rooms(&mut rock, rooms, &mut draw),
    };
    kept.iter().for_each(|p| rock.set(*p, Rock::Hollow));
    join(&mut rock);
    let mut tiles = build_terrain(&level.tiles, &rock, &doorways);
    build_vaults(dungeon, &parts, &mut tiles);
    MadeLevel {
        tiles: Cow::Owned(tiles),
        vaults,
    }
}

/// Converts rock into terrain: floor, walls around the floor, doors in doorways whose posts are intact, and the tiles
/// that records put on the map.
fn build_terrain(tiles: &Grid<TileId>, rock: &Grid<Rock>, doorways: &[Doorway]) -> Grid<TileId> {
    let mut made = tiles.clone();
    let is_hollow = |p: Point| rock.get(p) == Some(Rock::Hollow);
    let width = tiles.size().width.max(1) as usize;
    let outside = vec![Rock::Fixed; width];
    let rows: Vec<&[Rock]> = rock.rows().collect();
    let row = |y: usize| rows.get(y).copied().unwrap_or(&outside);
    // For each column, the number of hollow cells in three rows. An extra column is on each side of the map.
    let mut columns = vec![0_u8; width + 2];
    for (y, made) in made.cells_mut().chunks_mut(width).enumerate() {
        let (above, own, below) = (row(y.wrapping_sub(1)), row(y), row(y + 1));
        for (x, column) in columns[1..=width].iter_mut().enumerate() {
            let is_hollow = |row: &[Rock]| u8::from(row[x] == Rock::Hollow);
            *column = is_hollow(above) + is_hollow(own) + is_hollow(below);
        }
        for (x, tile) in made.iter_mut().enumerate() {
            if *tile != builtin::ROCK {
                continue;
            }
            if own[x] == Rock::Hollow {
                *tile = builtin::FLOOR;
            } else if columns[x] + columns[x + 1] + columns[x + 2] > 0 {
                *tile = builtin::WALL;
            }
        }
    }
    for doorway in doorways {
        let is_sound = is_hollow(doorway.at) && !doorway.posts.into_iter().any(is_hollow);
        if is_sound && tiles.get(doorway.at) == Some(builtin::ROCK) {
            made.set(doorway.at, builtin::DOOR);
        }
    }
    made
}

/// Places the terrain of vaults, and walls where the floor of a vault borders on rock.
fn build_vaults(dungeon: &Dungeon, vaults: &[VaultParts], made: &mut Grid<TileId>) {
    for (p, tile) in vaults.iter().flatten() {
        made.set(*p, *tile);
    }
    let is_part = |near| vaults.iter().flatten().any(|(p, _)| *p == near);
    let is_way = |tile: TileId| TilePassage::of(dungeon.tile(tile)).is_way();
    for (p, _) in { vaults.iter().flatten() }.filter(|(_, tile)| is_way(*tile)) {
        for near in Direction::ALL.into_iter().map(|way| *p + way) {
            if made.get(near) == Some(builtin::ROCK) && !is_part(near) {
                made.set(near, builtin::WALL);
            }
        }
    }
}

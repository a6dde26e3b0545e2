//! What the player sees and remembers of a dungeon in fog (docs/format, `fog=`). Sight is no rule: it follows from the
//! keys alone, so a replay rebuilds it, and no checksum includes it.
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::Arc;

use crate::view::scene::Visibility;
use dungeon_engine::ground::CellLayers;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Fog, ItemId, Level, LevelId, MOST_LIT, TileId};
use dungeon_model::space::field::Field;
use dungeon_model::space::geometry::{Point, Size};
use dungeon_model::space::grid::Grid;

/// The cells that the player's living bodies see together, and what is remembered of other cells. Without fog every
/// cell is seen.
#[derive(Clone, Debug)]
pub struct PlayerSight {
    /// How far the heroes see on each level, in cells, by `LevelId`; `None` without fog.
    reaches: Arc<[Option<u32>]>,
    lamps: Lamps,
    at_rest: VisibleCells,
    in_flight: VisibleCells,
    /// Indexed by `LevelId`.
    memories: Vec<RememberedLevel>,
}

/// The world that a question about sight refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldTime {
    /// The game's world as it stands.
    Rest,
    /// The animation's world, right after the event that is shown.
    Flight,
}

impl PlayerSight {
    /// Creates the sight of a game that begins, and takes the first look.
    pub fn new(world: &World) -> PlayerSight {
        let dungeon = world.dungeon();
        let reach = |level: &Level| match level.fog {
            Fog::Lifted => None,
            Fog::Within(reach) => Some(reach),
        };
        let mut sight = PlayerSight {
            reaches: dungeon.levels.iter().map(reach).collect(),
            lamps: Lamps::default(),
            at_rest: VisibleCells::default(),
            in_flight: VisibleCells::default(),
            memories: vec![RememberedLevel::default(); dungeon.levels.len()],
        };
        sight.look(world);
        sight
    }

    /// Looks at the world after a step of the game. Cells seen before the step are remembered as they were then.
    pub fn look(&mut self, world: &World) {
        if !self.has_fog() {
            return;
        }
        if let Some(memory) = self.memories.get_mut(usize::from(self.at_rest.level.0)) {
            memory.remember(&self.at_rest);
        }
        let reach = self.reach(world.here());
        self.lamps.light(world);
        self.at_rest.look(world, reach, &self.lamps);
    }

    /// Looks at the world that an animation shows next, without remembering any of it.
    pub fn look_at_animation(&mut self, world: &World) {
        if self.has_fog() {
            let reach = self.reach(world.here());
            self.lamps.light(world);
            self.in_flight.look(world, reach, &self.lamps);
        }
    }

    /// Whether every cell of a level is seen, as it is without fog.
    #[inline]
    pub fn sees_all(&self, level: LevelId) -> bool {
        self.reach(level).is_none()
    }

    /// Whether a cell is in sight, on any level.
    #[inline]
    pub fn sees(&self, moment: WorldTime, level: LevelId, p: Point) -> bool {
        self.sees_all(level) || self.cells_in_sight(moment).sees(level, p)
    }

    /// Returns what is known of a cell of the current level.
    pub fn visibility(&self, moment: WorldTime, p: Point) -> Visibility {
        let level = self.cells_in_sight(moment).level;
        if self.sees(moment, level, p) {
            return Visibility::Seen;
        }
        let memory = self.memories.get(usize::from(level.0));
        let tile = memory.and_then(|memory| memory.tile(p));
        tile.map_or(Visibility::Unseen, Visibility::Remembered)
    }

    /// Returns the item that lies on a cell of the current level, or lay there when the cell was last seen;
    /// `ItemId::NONE` for none.
    #[inline]
    pub fn item(&self, world: &World, p: Point) -> ItemId {
        let level = world.here();
        if self.sees(WorldTime::Rest, level, p) {
            return world.item_at(level, p);
        }
        let memory = self.memories.get(usize::from(level.0));
        let item = memory.and_then(|memory| memory.items.get(&p));
        item.copied().unwrap_or(ItemId::NONE)
    }

    /// Returns the tile and the item of a cell of any level, as they are or as they were seen last; `None` for a cell
    /// that was never seen.
    pub fn cell(&self, world: &World, level: LevelId, p: Point) -> Option<(TileId, ItemId)> {
        if self.sees(WorldTime::Rest, level, p) {
            let CellLayers { tile, item, .. } = world.cell(level, p);
            return Some((tile, item));
        }
        let memory = self.memories.get(usize::from(level.0))?;
        let item = memory.items.get(&p).copied().unwrap_or(ItemId::NONE);
        Some((memory.tile(p)?, item))
    }

    /// Whether the last look has shown a cell that was never seen before.
    pub fn has_discovered(&self) -> bool {
        let memory = self.memories.get(usize::from(self.at_rest.level.0));
        let is_new = |p| memory.is_none_or(|memory| memory.tile(p).is_none());
        self.at_rest.in_sight.iter().any(|cell| is_new(cell.at))
    }

    /// Whether any level lies in fog.
    fn has_fog(&self) -> bool {
        self.reaches.iter().any(Option::is_some)
    }

    fn reach(&self, level: LevelId) -> Option<u32> {
        self.reaches.get(usize::from(level.0)).copied().flatten()
    }

    fn cells_in_sight(&self, moment: WorldTime) -> &VisibleCells {
        match moment {
            WorldTime::Rest => &self.at_rest,
            WorldTime::Flight => &self.in_flight,
        }
    }
}

/// The cells in sight of one level. A look costs time for the cells in sight before and after it; the grid takes a byte
/// for each cell of the level.
#[derive(Clone, Debug)]
struct VisibleCells {
    field: Field,
    level: LevelId,
    seen: Grid<bool>,
    /// The cells for which `seen` is true, as a list.
    in_sight: Vec<SeenCell>,
}

/// A cell in sight, with its terrain and its item.
#[derive(Clone, Copy, Debug)]
struct SeenCell {
    at: Point,
    tile: TileId,
    item: ItemId,
}

impl VisibleCells {
    /// Sees as far as `reach`; on a level without fog, where nothing needs to be known of single cells, no cell is noted.
    fn look(&mut self, world: &World, reach: Option<u32>, lamps: &Lamps) {
        let (level, seen, in_sight) = (world.here(), &mut self.seen, &mut self.in_sight);
        in_sight.drain(..).for_each(|cell| seen.set(cell.at, false));
        if seen.size() != world.size(level) {
            *seen = Grid::filled(world.size(level), false);
        }
        self.level = level;
        let Some(reach) = reach else { return };
        let clear = |p| world.lets_sight(level, p);
        let is_dark = world.level_here().is_dark;
        for (from, light) in viewpoints(world) {
            self.field.cast(from, reach, clear, |p| {
                if is_dark && from.chebyshev(p) > light && lamps.lit.get(p) != Some(true) {
                    return;
                }
                if let Some(is_seen @ false) = seen.get_mut(p) {
                    *is_seen = true;
                    let CellLayers { tile, item, .. } = world.cell(level, p);
                    in_sight.push(SeenCell { at: p, tile, item });
                }
            });
        }
    }

    fn sees(&self, level: LevelId, p: Point) -> bool {
        self.level == level && self.seen.get(p) == Some(true)
    }
}

/// Returns the cells that the player sees from, each with how far one sees from there in the dark: those of all living
/// heroes, or the cell where the last of them fell.
fn viewpoints(world: &World) -> impl Iterator<Item = (Point, u32)> {
    let here = world.here();
    let heroes = move || {
        world
            .ours()
            .filter(move |who| world.body(*who).level == here)
    };
    let all_have_fallen = heroes().next().is_none();
    let last = all_have_fallen.then(|| world.commanded());
    let all = heroes().chain(last);
    all.map(|who| (world.body(who).at, world.kind(who).light))
}

/// The cells of a dark level that terrain and items shine on. They are lit anew when terrain or an item has changed.
#[derive(Clone, Debug)]
struct Lamps {
    field: Field,
    /// The level and the state of its terrain and items for which the cells were lit; none before that.
    lit_for: Option<(LevelId, u64)>,
    lit: Grid<bool>,
}

impl Lamps {
    /// Lights the level that is awake, if it is dark.
    fn light(&mut self, world: &World) {
        let level = world.here();
        let moment = Some((level, world.edits_hash()));
        if !world.level_here().is_dark || self.lit_for == moment {
            return;
        }
        self.lit_for = moment;
        let (size, lit) = (world.size(level), &mut self.lit);
        *lit = Grid::filled(size, false);
        // Most dark levels have no lamp, and may be large.
        let dungeon = world.dungeon();
        let tiles = dungeon.tiles.iter().map(|tile| tile.glow);
        let mut glows = tiles.chain(dungeon.items.iter().map(|item| item.glow));
        if glows.all(|glow| glow == 0) {
            return;
        }
        let clear = |p| world.lets_sight(level, p);
        // No file has more of them from the start; what comes by chance or falls later might.
        let mut told = 0;
        for p in size.points() {
            let CellLayers { tile, item, .. } = world.cell(level, p);
            let glow = world.dungeon().tile(tile).glow.max(world.item(item).glow);
            if glow > 0 && told < MOST_LIT {
                self.field.cast(p, glow, clear, |p| {
                    lit.set(p, true);
                    told += usize::from(size.contains(p));
                });
            }
        }
    }
}

/// Nothing is lit.
impl Default for Lamps {
    fn default() -> Lamps {
        Lamps {
            field: Field::default(),
            lit_for: None,
            lit: Grid::filled(Size::default(), false),
        }
    }
}

/// No cell of the first level is in sight.
impl Default for VisibleCells {
    fn default() -> VisibleCells {
        VisibleCells {
            field: Field::default(),
            level: LevelId(0),
            seen: Grid::filled(Size::default(), false),
            in_sight: Vec::new(),
        }
    }
}

/// The terrain of a level and its items as they were last seen; empty for a level that was never seen.
#[derive(Clone, Debug)]
struct RememberedLevel {
    /// The tile's id plus 1, so that zeroed memory means "never seen" and takes no page until written.
    tiles: Grid<Option<NonZeroU32>>,
    items: BTreeMap<Point, ItemId>,
}

impl RememberedLevel {
    fn remember(&mut self, cells: &VisibleCells) {
        let RememberedLevel { tiles, items } = self;
        if tiles.size() != cells.seen.size() {
            *tiles = Grid::filled(cells.seen.size(), None);
        }
        for SeenCell { at, tile, item } in &cells.in_sight {
            tiles.set(*at, NonZeroU32::new(u32::from(tile.0) + 1));
            match *item {
                ItemId::NONE if items.is_empty() => {}
                ItemId::NONE => drop(items.remove(at)),
                item => drop(items.insert(*at, item)),
            }
        }
    }

    fn tile(&self, p: Point) -> Option<TileId> {
        let number = self.tiles.get(p).flatten()?.get() - 1;
        Some(TileId::of(number as usize))
    }
}

impl Default for RememberedLevel {
    fn default() -> RememberedLevel {
        RememberedLevel {
            tiles: Grid::filled(Size::default(), None),
            items: BTreeMap::new(),
        }
    }
}

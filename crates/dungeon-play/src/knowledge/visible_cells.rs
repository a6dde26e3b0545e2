//! The cells in sight on one level: fields of view from the heroes, and lamps on dark levels.
use super::field_memory::{FieldWord, KeptFields, LevelWalls};
use super::sparse_cells::SparseCells;
use dungeon_engine::concealed::ShownWorld;
use dungeon_engine::ground::CellLayers;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{LevelId, MOST_LIT};
use dungeon_model::space::field::Field;
use dungeon_model::space::geometry::Point;
use dungeon_model::space::grid::Grid;

/// The cells in sight on one level. The time of a look is proportional to the number of cells in sight before and after
/// it.
#[derive(Clone, Debug, Default)]
pub struct VisibleCells {
    field: Field,
    /// The fields of view that `follow` has cast before; `None` if it keeps none.
    pub memory: Option<Box<dyn KeptFields>>,
    pub level: LevelId,
    /// The `viewpoints` of the last look.
    pub eyes: Vec<(Point, u32)>,
    /// The cells in sight.
    pub in_sight: SparseCells,
    /// The cells of the same level that were in sight before the last look.
    pub before: SparseCells,
    /// The cells in sight after the last look, but not before; all cells in sight after a change of levels.
    pub entered: Vec<Point>,
    /// The cells of the same level that were in sight before the last look, but not after.
    pub left: Vec<Point>,
}

impl VisibleCells {
    /// Finds the cells in sight within `reach`; finds none on a level without fog, where all cells are in sight anyway.
    pub fn look(
        &mut self,
        world: ShownWorld<'_>,
        reach: Option<u32>,
        lamps: &Lamps,
        is_kept: bool,
    ) {
        let (level, size) = (world.here(), world.size(world.here()));
        std::mem::swap(&mut self.in_sight, &mut self.before);
        self.in_sight.clear();
        if self.level != level {
            self.before.clear();
        }
        if self.before.size() != size {
            (self.in_sight, self.before) = (SparseCells::new(size), SparseCells::new(size));
        }
        self.level = level;
        self.eyes.clear();
        if let Some(reach) = reach {
            self.eyes.extend(viewpoints(&world));
            self.cast(world, reach, lamps, is_kept);
        }
        self.entered.clear();
        self.in_sight.list_without(&self.before, &mut self.entered);
        self.left.clear();
        self.before.list_without(&self.in_sight, &mut self.left);
    }

    /// Returns the walls of the current level as they are known; `None` if they are not.
    pub fn walls(&self) -> Option<&LevelWalls> {
        self.memory.as_ref()?.walls()
    }

    /// Notes that another game or another level begins, where the walls may be others.
    pub fn leave(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.leave();
        }
    }

    /// Forgets everything except the fields of view.
    pub fn forget(&mut self) {
        self.leave();
        self.eyes.clear();
        self.in_sight.clear();
        self.before.clear();
        self.entered.clear();
        self.left.clear();
    }

    fn cast(&mut self, world: ShownWorld<'_>, reach: u32, lamps: &Lamps, is_kept: bool) {
        let in_sight = &mut self.in_sight;
        let is_dark = world.level_here().is_dark;
        for (from, light) in self.eyes.iter().copied() {
            let is_lit = |p: &Point| from.chebyshev(*p) <= light || lamps.lit.get(*p) == Some(true);
            if let Some(memory) = self.memory.as_mut().filter(|_| is_kept) {
                for FieldWord { nth, seen, .. } in memory.field(&mut self.field, from, reach) {
                    if is_dark {
                        let lit = in_sight.cells_of((*nth, *seen)).filter(is_lit);
                        lit.for_each(|p| in_sight.insert(p));
                    } else {
                        in_sight.add((*nth, *seen));
                    }
                }
            } else {
                let cells = world.cells_here();
                let clear = |p| cells.lets_sight(p);
                self.field.cast(from, reach, clear, |p| {
                    if !is_dark || is_lit(&p) {
                        in_sight.insert(p);
                    }
                });
            }
        }
    }

    /// Whether a look would find the same cells, if no terrain and no item of the level changed.
    pub fn is_same_place(&self, world: &World) -> bool {
        let mut eyes = self.eyes.iter();
        self.level == world.here()
            && viewpoints(world).all(|eye| eyes.next() == Some(&eye))
            && eyes.next().is_none()
    }

    #[inline]
    pub fn sees(&self, level: LevelId, p: Point) -> bool {
        self.level == level && self.in_sight.contains(p)
    }
}

/// Returns the cells of all living heroes on the level, each with the hero's range of sight in the dark, in cells. If
/// no hero lives, returns the cell where the last hero died.
pub fn viewpoints(world: &World) -> impl Iterator<Item = (Point, u32)> {
    let here = world.here();
    let mut heroes = { world.ours() }.filter(move |who| world.body(*who).level == here);
    let first = heroes.next().unwrap_or_else(|| world.commanded());
    let all = std::iter::once(first).chain(heroes);
    all.map(|who| (world.body(who).at, world.kind(who).light))
}

/// The cells of a dark level lit by terrain and items, recomputed when terrain or items change.
#[derive(Clone, Debug, Default)]
pub struct Lamps {
    field: Field,
    /// The level for which `lit` was computed, and the hash of its terrain and items at that time; `None` before the
    /// first computation.
    pub lit_for: Option<(LevelId, u64)>,
    lit: Grid<bool>,
}

impl Lamps {
    /// Lights the current level if it is dark.
    pub fn light(&mut self, world: ShownWorld<'_>) {
        if !world.level_here().is_dark {
            return;
        }
        let level = world.here();
        let moment = Some((level, world.edits_hash()));
        if self.lit_for == moment {
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
        let cells = world.cells_here();
        let clear = |p| cells.lets_sight(p);
        // The number of lamps in a file is limited, but chance may add items, and monsters may drop them.
        let mut lit_count = 0;
        for p in size.points() {
            let CellLayers { tile, item, .. } = cells.get(p);
            let glow = dungeon.tile(tile).glow.max(dungeon.item(item).glow);
            if glow > 0 && lit_count < MOST_LIT {
                self.field.cast(p, glow, clear, |p| {
                    lit.set(p, true);
                    lit_count += usize::from(size.contains(p));
                });
            }
        }
    }
}

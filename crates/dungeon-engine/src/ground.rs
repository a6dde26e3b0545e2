//! A level in play: its cells, the order of its monsters, and a compact table of terrain for queries in each step.
use std::sync::Arc;

use super::action::ActorId;
use super::body::Body;
use dungeon_ground::passage::TilePassage;
use dungeon_ground::step::{Tread, step};
use dungeon_model::dungeon::{Footing, ItemId, Side, Sight, Through, Tile, TileId};
use dungeon_model::space::geometry::{Point, cell_at};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::shared_grid::{SharedCells, SharedGrid};

/// The three layers of a cell ([X-1]): body, item and tile. The type has eight bytes, so a single read loads all
/// layers.
///
/// ```
/// use dungeon::Session;
/// use dungeon::data::ItemId;
/// use dungeon::geometry::at;
///
/// let session = Session::from_text("map\n#####\n#@.$#\n#####\nend\n")?;
/// let world = session.game().world();
/// let [hero, gold] = [at(1, 1), at(3, 1)].map(|p| world.cell(world.here(), p));
/// assert_eq!(hero.body(), Some(world.commanded()));
/// assert!(gold.item != ItemId::NONE && gold.body().is_none());
/// assert_eq!(gold.tile, hero.tile, "both are on floor");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [X-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-1
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellLayers {
    pub(super) body: u32, // ActorId + 1, so that zeroed memory is an empty cell
    /// The item on the cell; `ItemId::NONE` for none.
    pub item: ItemId,
    /// The cell's terrain.
    pub tile: TileId,
}

impl CellLayers {
    /// Returns the living body on the cell; `None` for a cell without one.
    #[inline]
    pub fn body(self) -> Option<ActorId> {
        self.body.checked_sub(1).map(ActorId)
    }
}

/// The properties of a tile that are needed in each step, in four bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Terrain {
    pub footing: Footing,
    pub sight: Sight,
    /// The tile's footing for monsters, which avoid harmful terrain (T-3).
    pub theirs: Footing,
    pub tread: Tread,
}

impl Terrain {
    pub fn new(tile: &Tile) -> Terrain {
        let passage = TilePassage::of(tile);
        Terrain {
            footing: passage.footing,
            sight: tile.sight,
            theirs: passage.for_monsters(),
            tread: passage.tread,
        }
    }

    /// Whether a body can step from its cell to the cell `p` with this terrain (T-5). Checks only the direction of the
    /// step.
    #[inline]
    fn lets_in(self, body: &Body, p: Point) -> bool {
        self.tread == Tread::PLAIN || self.is_entered_so(body, p)
    }

    #[cold]
    fn is_entered_so(self, body: &Body, p: Point) -> bool {
        let way = body.at.toward(p);
        let leads = |way| step(body.at, way, |_| self.tread).is_some();
        body.through == Through::Walls || way.is_none_or(leads)
    }
}

/// Counters of the changes after which hunters' floods are outdated: changes of footing, of the player's bodies, and of
/// the herd. The counters wrap around, are only compared for equality, and are not part of the game's state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Revisions {
    pub footing: u32,
    pub ours: u32,
    pub herd: u32,
}

/// The state of one level in play.
pub(super) struct Ground {
    /// The layers of every cell. Clones of the world share unchanged cells.
    pub cells: SharedGrid<CellLayers>,
    /// The monsters of the level in acting order (X-4). Dead monsters are removed when a turn or an idle round begins.
    pub roster: Vec<ActorId>,
    /// The number of bodies that died on the level since the dead were last removed from the roster.
    pub dead_in_roster: u32,
    /// The cells that are stairs, in reading order.
    pub stairs: Vec<Point>,
    /// The cells where herd items lie, in reading order.
    pub herd: Vec<Point>,
    /// The number of collectable items on the level.
    pub collectables: u32,
    /// The number of targets for boulders (`Goal::Cover`) without a boulder.
    pub uncovered: u32,
    /// The number of vital items on the level.
    pub vital: u32,
    /// The first round in which the level's alarm no longer sounds.
    pub alarm: u32,
    /// The counters for hunters' floods, indexed by `Through`.
    pub revisions: [Revisions; Through::COUNT],
    /// The sum of the state hashes of the level's living bodies; `None` after the first change since the opening.
    /// Levels that share this number are equal, and so are their bodies.
    pub as_opened: Option<Arc<u64>>,
}

impl Ground {
    /// Creates a level from its tiles, without items and bodies.
    pub fn from_tiles(tiles: &Grid<TileId>) -> Ground {
        let cell = |tile| CellLayers {
            tile,
            ..CellLayers::default()
        };
        Ground {
            cells: SharedGrid::new(tiles.map(cell)),
            roster: Vec::new(),
            dead_in_roster: 0,
            stairs: Vec::new(),
            herd: Vec::new(),
            collectables: 0,
            uncovered: 0,
            vital: 0,
            alarm: 0,
            revisions: Default::default(),
            as_opened: None,
        }
    }

    /// Lists the cells that are stairs. `is_stairs` tells for each `TileId` whether the tile is stairs.
    pub fn list_stairs(&mut self, is_stairs: &[bool]) {
        // Most files without stairs have one level, which may be large.
        if is_stairs.contains(&true) {
            self.stairs = self.cells_that(|cell| is_stairs[usize::from(cell.tile.0)]);
        }
    }

    /// Returns the cells whose layers satisfy a predicate, in reading order.
    pub fn cells_that(&self, fits: impl Fn(CellLayers) -> bool) -> Vec<Point> {
        let width = self.cells.size().width.max(1) as usize;
        let cells = self.cells.cells().that(|cell| fits(*cell)).into_iter();
        let cell = |(nth, _)| cell_at(nth % width, nth / width);
        cells.map(cell).collect()
    }

    /// Whether no event has changed this level and another level since the opening that they share.
    fn is_still(&self, other: &Ground) -> bool {
        let both = self.as_opened.as_ref().zip(other.as_opened.as_ref());
        both.is_some_and(|(own, other)| Arc::ptr_eq(own, other))
    }

    /// Makes this level equal to another level, without sharing cells with it. Useful if most cells will change, or if
    /// the other level changes in between, so that each clone of it copies all cells anyway.
    pub fn copy_from(&mut self, from: &Ground) {
        if !self.is_still(from) {
            self.cells.copy_from(&from.cells);
            self.refill(from);
        }
    }

    /// Makes everything except the cells equal to another level, in the memory that the level has already.
    fn refill(&mut self, from: &Ground) {
        let Ground {
            cells: _,
            roster,
            dead_in_roster,
            stairs,
            herd,
            collectables,
            uncovered,
            vital,
            alarm,
            revisions,
            as_opened,
        } = from;
        self.roster.clone_from(roster);
        self.stairs.clone_from(stairs);
        self.herd.clone_from(herd);
        (self.collectables, self.uncovered, self.vital) = (*collectables, *uncovered, *vital);
        (self.dead_in_roster, self.alarm, self.revisions) = (*dead_in_roster, *alarm, *revisions);
        self.as_opened.clone_from(as_opened);
    }
}

/// Inserts a point into a list in reading order, or removes it.
pub(super) fn set_listed(list: &mut Vec<Point>, p: Point, wanted: bool) {
    match (list.binary_search(&p), wanted) {
        (Err(index), true) => list.insert(index, p),
        (Ok(index), false) => drop(list.remove(index)),
        _ => {}
    }
}

/// Written by hand, like the `Clone` of `World`: a derived `clone_from` frees and allocates memory, and bots refill one
/// game a million times.
impl Clone for Ground {
    fn clone(&self) -> Ground {
        Ground {
            cells: self.cells.clone(),
            roster: self.roster.clone(),
            stairs: self.stairs.clone(),
            herd: self.herd.clone(),
            as_opened: self.as_opened.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, from: &Ground) {
        if !self.is_still(from) {
            self.cells.clone_from(&from.cells);
            self.refill(from);
        }
    }
}

/// The tables of one level, borrowed so that the many queries of a monster's mind are fast.
#[derive(Clone, Copy)]
pub(super) struct LevelLookup<'a> {
    pub cells: SharedCells<'a, CellLayers>,
    pub terrain: &'a [Terrain],
}

impl LevelLookup<'_> {
    #[inline]
    fn terrain(&self, cell: CellLayers) -> Terrain {
        const NOTHING: Terrain = Terrain {
            footing: Footing::Nobody,
            sight: Sight::Blocked,
            theirs: Footing::Nobody,
            tread: Tread::PLAIN,
        };
        let terrain = self.terrain.get(usize::from(cell.tile.0));
        terrain.copied().unwrap_or(NOTHING)
    }

    #[inline]
    pub fn is_valid(&self, p: Point) -> bool {
        self.admits(Through::Floor, p)
    }

    /// Whether a point is floor or a pool of slime.
    #[inline]
    pub fn is_place(&self, p: Point) -> bool {
        self.admits(Through::Slime, p)
    }

    #[inline]
    fn admits(&self, through: Through, p: Point) -> bool {
        self.cells
            .get(p)
            .is_some_and(|cell| self.terrain(cell).footing.admits(through))
    }

    #[inline]
    pub fn lets_sight(&self, p: Point) -> bool {
        self.cells
            .get(p)
            .is_some_and(|cell| self.terrain(cell).sight == Sight::Clear)
    }

    /// Whether a monster that can pass `through` would step onto a point, from any direction. Ignores bodies.
    #[inline]
    pub fn admits_monster(&self, through: Through, p: Point) -> bool {
        self.cells
            .get(p)
            .is_some_and(|cell| self.terrain(cell).theirs.admits(through))
    }

    /// Returns the directions in which a monster that can pass `through` can step onto a cell.
    pub fn tread(&self, through: Through, p: Point) -> Tread {
        let cell = self.cells.get(p).filter(|_| through != Through::Walls);
        cell.map_or(Tread::PLAIN, |cell| self.terrain(cell).tread)
    }

    /// Whether a body could step to a point if no body were there.
    pub fn could_step(&self, body: &Body, p: Point) -> bool {
        let there = self.cells.get(p).and_then(|cell| cell.body());
        there.map_or_else(
            || self.is_free(body, ActorId::WORLD, p),
            |other| self.is_free(body, other, p),
        )
    }

    #[inline]
    pub fn is_free(&self, body: &Body, who: ActorId, p: Point) -> bool {
        let Some(cell) = self.cells.get(p) else {
            return false;
        };
        let terrain = self.terrain(cell);
        let footing = match body.side {
            Side::Ours => terrain.footing,
            Side::Theirs => terrain.theirs,
        };
        footing.admits(body.through)
            && (cell.body == 0 || cell.body == who.0 + 1)
            && terrain.lets_in(body, p)
    }
}

//! The sight and the memory of the player in a dungeon with fog (docs/format, `fog=`). Sight is not part of the rules.
//! A replay rebuilds it from the keys, and checksums do not include it.
use std::sync::Arc;

use super::field_memory::{FieldMemory, KeptFields, LevelWalls, WallNews};
use super::known_level::{CellMemory, KnownLevel};
use super::sparse_cells::SparseCells;
use super::visible_cells::{Lamps, VisibleCells, viewpoints};
use crate::view::scene::Visibility;
use dungeon_engine::concealed::ShownWorld;
use dungeon_engine::event::Event;
use dungeon_engine::ground::CellLayers;
use dungeon_engine::world::World;
use dungeon_ground::passage::{Caution, HeroEntry, TilePassage};
use dungeon_model::dungeon::{Dungeon, Fog, Footing, ItemId, Level, LevelId, Tile, TileId};
use dungeon_model::space::geometry::Point;

/// The cells in sight of the player's living bodies, and the remembered cells. Without fog every cell is in sight.
#[derive(Clone, Debug)]
pub struct PlayerSight {
    /// The heroes' range of sight on each level, in cells, by `LevelId`; `None` without fog.
    reaches: Arc<[Option<u32>]>,
    /// The requirement for a traveler to enter each tile, by `TileId`.
    entries: Arc<[HeroEntry]>,
    /// Whether each tile is a landmark even without an item, by `TileId`.
    landmarks: Arc<[bool]>,
    lamps: Lamps,
    at_rest: VisibleCells,
    in_flight: VisibleCells,
    /// The knowledge of each level, by `LevelId`, including the cells in sight. Clones share it.
    known: Vec<Arc<KnownLevel>>,
    /// The cells of the current level whose memory the last look changed, each with the memory before the look.
    news: Vec<(Point, Option<CellMemory>)>,
    /// An empty list, whose memory each look uses again.
    to_survey: Vec<Point>,
    /// The first look of the last game; `None` if the next game cannot begin with it.
    first: Option<Arc<FirstLook>>,
}

/// The world that a question about sight refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldTime {
    /// The game's current world.
    Rest,
    /// The animation's world, right after the event that the screen shows.
    Flight,
}

impl PlayerSight {
    /// Makes the sight for a new game, and takes the first look.
    pub fn new<'a>(world: impl Into<ShownWorld<'a>>) -> PlayerSight {
        let world = world.into();
        let mut sight = PlayerSight::closed(world.dungeon());
        sight.look(world);
        sight
    }

    /// Makes the sight for a new game before the first look.
    fn closed(dungeon: &Dungeon) -> PlayerSight {
        let reach = |level: &Level| match level.fog {
            Fog::Lifted => None,
            Fog::Within(reach) => Some(reach),
        };
        PlayerSight {
            reaches: dungeon.levels.iter().map(reach).collect(),
            entries: dungeon.tiles.iter().map(safe_entry).collect(),
            landmarks: dungeon.tiles.iter().map(is_landmark).collect(),
            lamps: Lamps::default(),
            at_rest: VisibleCells::default(),
            in_flight: VisibleCells::default(),
            known: vec![Arc::default(); dungeon.levels.len()],
            news: Vec::new(),
            to_survey: Vec::new(),
            first: None,
        }
    }

    /// Looks at the world after a step of the game. Cells that go out of sight stay in memory as they were before the
    /// step.
    pub fn look<'a>(&mut self, world: impl Into<ShownWorld<'a>>) {
        let world = world.into();
        if self.has_fog() {
            self.at_rest.leave();
            self.look_around(world, false);
            let mut seen = std::mem::take(&mut self.to_survey);
            seen.extend(self.at_rest.in_sight.cells());
            self.survey_in_sight(world, seen);
        }
    }

    /// Looks at the world after a step of the game as `look` does, in less time. `edits` are the cells of the current
    /// level whose terrain or item may have changed in this step, and the sight must have looked after the step before.
    pub fn follow(&mut self, world: ShownWorld<'_>, edits: &[Point]) {
        if !self.has_fog() {
            return;
        }
        let here = world.here();
        let is_same_place = self.at_rest.is_same_place(&world);
        if edits.is_empty() && is_same_place {
            return self.stay(world, edits);
        }
        let is_fogged = reach_on(&self.reaches, here).is_some();
        let memory = self.at_rest.memory.as_mut().filter(|_| is_fogged);
        match memory.map_or(WallNews::Unknown, |memory| memory.survey(world, edits)) {
            WallNews::Same if is_same_place && !world.level_here().is_dark => {
                return self.stay(world, edits);
            }
            WallNews::Same | WallNews::Changed => self.look_around(world, true),
            WallNews::Unknown => {
                self.at_rest.leave();
                self.look_around(world, false);
            }
        }
        let mut seen = std::mem::take(&mut self.to_survey);
        seen.extend_from_slice(&self.at_rest.entered);
        self.survey_edits(world, edits, seen);
    }

    /// Takes a look that finds the same cells in sight as before.
    fn stay(&mut self, world: ShownWorld<'_>, edits: &[Point]) {
        self.at_rest.entered.clear();
        self.at_rest.left.clear();
        self.news.clear();
        if !edits.is_empty() {
            let seen = std::mem::take(&mut self.to_survey);
            self.survey_edits(world, edits, seen);
        }
    }

    /// Looks at the first world of another game of the same dungeon, as `PlayerSight::new` does. From now on keeps the
    /// fields of view that `follow` computes, so that the next games take less time. Returns whether the first look is
    /// that of the game before, with the same terrain, items and cells in sight.
    pub fn restart(&mut self, world: ShownWorld<'_>) -> bool {
        let memory = || Box::new(FieldMemory::default()) as Box<dyn KeptFields>;
        self.at_rest.memory.get_or_insert_with(memory);
        self.lamps.lit_for = None;
        self.in_flight.forget();
        self.news.clear();
        let first = self.first.take_if(|first| first.is_of(world));
        let level = first.as_ref().map(|first| usize::from(first.level.0));
        let unseen = Arc::default();
        let unknown = { self.known.iter_mut().enumerate() }.filter(|(nth, _)| Some(*nth) != level);
        unknown.for_each(|(_, known)| *known = Arc::clone(&unseen));
        if let Some(first) = first {
            first.retake(&mut self.at_rest, world);
            let known = &mut self.known[usize::from(first.level.0)];
            match Arc::get_mut(known) {
                Some(known) => known.copy_from(&first.known),
                None => *known = Arc::new(first.known.clone()),
            }
            self.news.extend(first.entered.iter().map(|p| (*p, None)));
            self.first = Some(first);
            return true;
        }
        self.at_rest.forget();
        self.follow(world, &[]);
        self.first = FirstLook::of(self, world).map(Arc::new);
        false
    }

    /// Finds the cells in sight, and remembers nothing. `is_kept` says whether fields of view are kept.
    fn look_around(&mut self, world: ShownWorld<'_>, is_kept: bool) {
        let reach = self.reach(world.here());
        self.lamps.light(world);
        self.at_rest.look(world, reach, &self.lamps, is_kept);
    }

    /// Records the edited cells in sight, and these cells.
    fn survey_edits(&mut self, world: ShownWorld<'_>, edits: &[Point], mut seen: Vec<Point>) {
        let sight = &self.at_rest;
        let edits = edits.iter().filter(|p| sight.sees(world.here(), **p));
        seen.extend(edits);
        self.survey_in_sight(world, seen);
    }

    /// Records these cells in sight, and keeps the memory of the list for the next call.
    fn survey_in_sight(&mut self, world: ShownWorld<'_>, mut seen: Vec<Point>) {
        self.news.clear();
        let here = world.here();
        if !self.sees_all(here)
            && let Some(known) = self.known.get_mut(usize::from(here.0))
        {
            let tell = |p, before| self.news.push((p, before));
            let (size, known) = (world.size(here), Arc::make_mut(known));
            known.survey(size, &self.landmarks, world.cells_here(), &seen, tell);
        }
        seen.clear();
        self.to_survey = seen;
    }

    /// Returns the cells of the current level whose memory the last look changed, each with the memory before; empty on
    /// a level without fog.
    pub fn news(&self) -> &[(Point, Option<CellMemory>)] {
        &self.news
    }

    /// Returns the cells of the current level that came into sight with the last look; all cells in sight after a change
    /// of levels. Empty on a level without fog.
    pub fn entered(&self) -> &[Point] {
        &self.at_rest.entered
    }

    /// Returns the cells of the current level that went out of sight with the last look; empty after a change of levels.
    pub fn left(&self) -> &[Point] {
        &self.at_rest.left
    }

    /// Surveys levels without fog, since bots ask about many cells. The first call surveys the whole current level;
    /// later calls survey only the cells changed by the events of the last step. Skips levels of more than 65,536
    /// cells.
    pub fn survey(&mut self, world: ShownWorld<'_>, events: &[Event]) {
        for (level, p) in events.iter().filter_map(Event::edited_cell) {
            if self.sees_all(level) && self.surveyed(level).is_some() {
                self.survey_open(world, level, &[p]);
            }
        }
        let here = world.here();
        let size = world.size(here);
        if self.sees_all(here) && self.surveyed(here).is_none() && size.area() <= MOST_SURVEYED {
            self.survey_open(world, here, &size.points().collect::<Vec<_>>());
        }
    }

    /// Records these cells of a level without fog.
    fn survey_open(&mut self, world: ShownWorld<'_>, level: LevelId, cells: &[Point]) {
        let known = Arc::make_mut(&mut self.known[usize::from(level.0)]);
        let (size, ground) = (world.size(level), world.cells(level));
        known.survey(size, &self.landmarks, ground, cells, |_, _| {});
    }

    /// Computes the cells in sight of the world that an animation shows next, and remembers nothing.
    pub fn look_at_animation(&mut self, world: &World) {
        if self.has_fog() {
            let reach = self.reach(world.here());
            let world = ShownWorld::from(world);
            self.lamps.light(world);
            self.in_flight.look(world, reach, &self.lamps, false);
        }
    }

    /// Whether the level has no fog, so that every cell is in sight.
    #[inline]
    pub fn sees_all(&self, level: LevelId) -> bool {
        self.reach(level).is_none()
    }

    /// Whether a cell is in sight, on any level.
    #[inline]
    pub fn sees(&self, moment: WorldTime, level: LevelId, p: Point) -> bool {
        self.sees_all(level) || self.cells_in_sight(moment).sees(level, p)
    }

    /// Whether a cell of the last look's level, which has fog, is in sight.
    #[inline]
    pub fn sees_here(&self, p: Point) -> bool {
        self.at_rest.in_sight.contains(p)
    }

    /// Returns what the player knows of a cell of the current level.
    pub fn visibility(&self, moment: WorldTime, p: Point) -> Visibility {
        let level = self.cells_in_sight(moment).level;
        if self.sees(moment, level, p) {
            return Visibility::Seen;
        }
        let is_news =
            |(at, _): &&(Point, Option<CellMemory>)| *at == p && level == self.at_rest.level;
        let news = match moment {
            WorldTime::Rest => None,
            WorldTime::Flight => self.news.iter().find(is_news),
        };
        let memory = news.map_or_else(|| self.surveyed(level)?.memory(p), |(_, before)| *before);
        memory.map_or(Visibility::Unseen, |(tile, item)| Visibility::Remembered {
            tile,
            item,
        })
    }

    /// Returns the tile of a cell of the current level as last seen; `None` for a cell that was never seen.
    #[inline]
    pub fn tile(&self, world: &World, p: Point) -> Option<TileId> {
        let here = world.here();
        match self.surveyed(here) {
            Some(known) => known.tile(p),
            None => self.sees_all(here).then(|| world.cell(here, p).tile),
        }
    }

    /// Returns the requirement for a traveler to enter a cell of the current level, as far as the player knows.
    #[inline]
    pub fn entry(&self, world: &World, p: Point) -> HeroEntry {
        let tile = self.tile(world, p);
        let entry = tile.and_then(|tile| self.entries.get(usize::from(tile.0)));
        entry.copied().unwrap_or(HeroEntry::Never)
    }

    /// Whether a cell of the current level borders on one that was never seen; false without fog.
    #[inline]
    pub fn is_frontier(&self, world: &World, p: Point) -> bool {
        let known = self.surveyed(world.here());
        known.is_some_and(|known| known.is_frontier(p))
    }

    /// Returns the item on a cell of the current level as last seen; `ItemId::NONE` if there is none.
    #[inline]
    pub fn item(&self, world: &World, p: Point) -> ItemId {
        match self.surveyed(world.here()) {
            Some(known) => known.item(p),
            None => world.item_at(world.here(), p),
        }
    }

    /// Returns the tile and the item of a cell of any level as last seen; `None` for a cell that was never seen.
    pub fn cell(&self, world: &World, level: LevelId, p: Point) -> Option<CellMemory> {
        if self.sees_all(level) {
            let CellLayers { tile, item, .. } = world.cell(level, p);
            return Some((tile, item));
        }
        self.surveyed(level)?.memory(p)
    }

    /// Iterates over the cells of the current level that are in sight or remembered, in reading order; over none on a
    /// level that was not surveyed.
    pub fn known_cells(&self, world: &World) -> impl Iterator<Item = Point> {
        let known = self.surveyed(world.here());
        known.into_iter().flat_map(KnownLevel::seen_cells)
    }

    /// Returns the known landmarks of the current level in reading order: the cells with an item, stairs, an exit or a
    /// locked door; `None` for a level that was not surveyed.
    pub fn landmarks(&self, world: &World) -> Option<&[Point]> {
        let known = self.surveyed(world.here())?;
        Some(&known.landmarks)
    }

    /// Whether the last look revealed a cell for the first time.
    pub fn has_discovered(&self) -> bool {
        self.news.iter().any(|(_, before)| before.is_none())
    }

    /// Whether any level has fog.
    fn has_fog(&self) -> bool {
        self.reaches.iter().any(Option::is_some)
    }

    #[inline]
    fn reach(&self, level: LevelId) -> Option<u32> {
        reach_on(&self.reaches, level)
    }

    #[inline]
    fn surveyed(&self, level: LevelId) -> Option<&KnownLevel> {
        let known = self.known.get(usize::from(level.0));
        known
            .map(|known| &**known)
            .filter(|known| known.is_surveyed())
    }

    #[inline]
    fn cells_in_sight(&self, moment: WorldTime) -> &VisibleCells {
        match moment {
            WorldTime::Rest => &self.at_rest,
            WorldTime::Flight => &self.in_flight,
        }
    }
}

#[inline]
fn reach_on(reaches: &[Option<u32>], level: LevelId) -> Option<u32> {
    reaches.get(usize::from(level.0)).copied().flatten()
}

/// Returns the requirement for a traveler to enter a tile. Travelers take no risks. The rim is closed to heroes, even
/// where the map draws passable terrain (E-1).
fn safe_entry(tile: &Tile) -> HeroEntry {
    let passage = TilePassage::of(tile);
    match passage.caution() {
        Caution::None if tile.footing != Footing::Nobody => passage.entry(),
        _ => HeroEntry::Never,
    }
}

/// The maximum size, in cells, at which a level without fog is surveyed. Bots never ask about most cells of a larger
/// level.
const MOST_SURVEYED: usize = 1 << 16;

/// Whether a cell with this tile is a landmark even without an item.
fn is_landmark(tile: &Tile) -> bool {
    let passage = TilePassage::of(tile);
    passage.taken_by().is_some() || passage.lock().is_some()
}

/// The first look of a game in fog. A game of the same dungeon that begins with equal terrain, items and heroes begins
/// with the same look.
#[derive(Debug)]
struct FirstLook {
    edits: u64,
    level: LevelId,
    eyes: Vec<(Point, u32)>,
    in_sight: SparseCells,
    entered: Vec<Point>,
    known: KnownLevel,
    walls: LevelWalls,
}

impl FirstLook {
    /// Returns the look that was just taken; `None` if the seed decides the terrain, so that no other game begins with
    /// it, and for a level without fog or of many cells.
    fn of(sight: &PlayerSight, world: ShownWorld<'_>) -> Option<FirstLook> {
        let look = &sight.at_rest;
        let walls = look.walls().filter(|_| !world.is_made_by_seed())?;
        Some(FirstLook {
            edits: world.edits_hash(),
            level: look.level,
            eyes: look.eyes.clone(),
            in_sight: look.in_sight.clone(),
            entered: look.entered.clone(),
            known: KnownLevel::clone(sight.known.get(usize::from(look.level.0))?),
            walls: walls.clone(),
        })
    }

    /// Whether a new game of the dungeon begins with this look.
    fn is_of(&self, world: ShownWorld<'_>) -> bool {
        !world.is_made_by_seed()
            && (self.edits, self.level) == (world.edits_hash(), world.here())
            && viewpoints(&world).eq(self.eyes.iter().copied())
    }

    /// Takes this look again.
    fn retake(&self, look: &mut VisibleCells, world: ShownWorld<'_>) {
        if let Some(memory) = &mut look.memory {
            memory.recall(world, &self.walls);
        }
        look.level = self.level;
        look.eyes.clone_from(&self.eyes);
        look.in_sight.clone_from(&self.in_sight);
        if look.before.size() != look.in_sight.size() {
            look.before = SparseCells::new(look.in_sight.size());
        }
        look.before.clear();
        look.entered.clone_from(&self.entered);
        look.left.clear();
    }
}

//! Writes the cells of a level into the planes of an observation.
use dungeon_engine::action::ActorId;
use dungeon_engine::concealed::{ShownCells, ShownWorld};
use dungeon_engine::event::{AtTerrain, Event};
use dungeon_engine::ground::CellLayers;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{ItemId, LevelId, Prey, Side, TileId};
use dungeon_model::space::geometry::Point;
use dungeon_play::knowledge::fog::PlayerSight;
use dungeon_play::knowledge::seen_world::SeenWorld;

use super::observation_space::{ObservationSpace, PlaneNumber};

/// Writes what an observer knows of the current level into planes. The ground and the bodies of a level are written
/// apart, because the ground may be the same in many games.
pub struct Painter<'a> {
    space: &'a ObservationSpace,
    /// The player's sight in fog; `None` if every cell is in sight.
    sight: Option<&'a PlayerSight>,
    /// The cells whose ground the last step may have changed; `None` for an observer who sees everything.
    edits: Option<&'a [Point]>,
    /// The game's world as it looks to the observer.
    world: ShownWorld<'a>,
    cells: ShownCells<'a>,
    here: LevelId,
    planes: &'a mut [u8],
    /// The number of cells of a plane, and of a row.
    area: usize,
    width: usize,
}

impl<'a> Painter<'a> {
    #[inline]
    pub fn new(
        space: &'a ObservationSpace,
        seen: Option<&'a SeenWorld>,
        world: &'a World,
        planes: &'a mut [u8],
    ) -> Painter<'a> {
        let here = world.here();
        let sight = seen.map(|seen| &seen.sight);
        let world = seen.map_or_else(|| world.into(), |seen| seen.shown(world));
        Painter {
            sight: sight.filter(|sight| !sight.sees_all(here)),
            edits: seen.map(SeenWorld::edits),
            area: space.width() * space.height(),
            width: space.width(),
            space,
            cells: world.cells(here),
            world,
            here,
            planes,
        }
    }

    /// Writes the ground of all known cells of the level. The planes must be all zeros.
    pub fn paint_level(&mut self) {
        match self.sight {
            Some(sight) => {
                let world = self.world;
                { sight.known_cells(&world) }.for_each(|p| self.paint_known(sight, p));
            }
            None => { self.world.size(self.here).points() }.for_each(|p| self.paint_seen_ground(p)),
        }
    }

    /// Writes the ground of the level at the start of a game, when the player knows only the cells in sight. The planes
    /// must be all zeros, and the last look must have been the first.
    pub fn paint_start(&mut self) {
        match self.sight {
            Some(sight) => {
                let entered = sight.entered().iter();
                entered.for_each(|p| self.paint_seen_ground(*p));
            }
            None => self.paint_level(),
        }
    }

    /// Writes the bodies in sight. No other body may be in the planes.
    pub fn paint_bodies(&mut self) {
        let world = self.world;
        for who in world.theirs(self.here).chain(world.ours()) {
            let body = world.body(who);
            if body.level == self.here
                && self.sees(body.at)
                && self.cells.get(body.at).body() == Some(who)
            {
                self.paint_body(self.number(body.at), who);
            }
        }
    }

    /// Writes what the last look changed on a fogged level: the ground that the player did not know so, and the cells
    /// that came into sight or went out of sight.
    pub fn paint_look(&mut self) {
        let Some(sight) = self.sight else {
            return;
        };
        for (p, _) in sight.news() {
            let (nth, cell) = (self.number(*p), self.cells.get(*p));
            self.paint_ground(nth, cell.tile, cell.item);
        }
        for p in sight.entered() {
            let nth = self.number(*p);
            self.write(PlaneNumber::Sight, nth, 2);
            // No body was in the planes while the cell was out of sight.
            if let Some(who) = self.cells.get(*p).body() {
                self.paint_body(nth, who);
            }
        }
        for p in sight.left() {
            // The ground stays as it was painted while the cell was in sight.
            let nth = self.number(*p);
            self.write(PlaneNumber::Sight, nth, 1);
            if self.read(PlaneNumber::Side, nth) != 0 {
                self.paint_no_body(nth);
            }
        }
    }

    /// Writes the cells in sight whose ground the last step may have changed.
    pub fn paint_edits(&mut self) {
        for p in self.edits.unwrap_or(&[]) {
            if self.sees(*p) {
                self.paint_seen(*p);
            }
        }
    }

    /// Writes the ground of a cell in sight or remembered.
    fn paint_known(&mut self, sight: &PlayerSight, p: Point) {
        if self.sees(p) {
            self.paint_seen_ground(p);
        } else if let Some((tile, item)) = sight.cell(&self.world, self.here, p) {
            let nth = self.number(p);
            self.write(PlaneNumber::Sight, nth, 1);
            self.paint_ground(nth, tile, item);
        }
    }

    /// Writes the ground of a cell in sight.
    fn paint_seen_ground(&mut self, p: Point) {
        let (nth, cell) = (self.number(p), self.cells.get(p));
        self.write(PlaneNumber::Sight, nth, 2);
        self.paint_ground(nth, cell.tile, cell.item);
    }

    /// Writes all planes of a cell in sight.
    fn paint_seen(&mut self, p: Point) {
        let (nth, cell) = (self.number(p), self.cells.get(p));
        self.write(PlaneNumber::Sight, nth, 2);
        self.paint_ground(nth, cell.tile, cell.item);
        self.paint_body_of(nth, cell);
    }

    /// Writes the cells that an event changed, as far as they are in sight.
    #[inline]
    pub fn paint_event(&mut self, event: &Event) {
        match *event {
            Event::Moved {
                level, from, to, ..
            }
            | Event::Swapped {
                level, from, to, ..
            } => {
                self.paint_body_at(level, from);
                self.paint_body_at(level, to);
            }
            Event::Travelled {
                from, left, to, at, ..
            } => {
                self.paint_body_at(from, left);
                self.paint_body_at(to, at);
            }
            Event::Born { level, at, .. } | Event::Died { level, at, .. } => {
                self.paint_body_at(level, at);
            }
            Event::Woke { who, .. }
            | Event::Joined { who }
            | Event::Delayed { who }
            | Event::Lagged { who }
            | Event::Slowed(AtTerrain { who, .. })
            | Event::Changed { who, .. } => {
                let body = self.world.body(who);
                self.paint_body_at(body.level, body.at);
            }
            Event::Commanded { .. } => {
                let world = self.world;
                for at in world.heroes_on(self.here) {
                    self.paint_body_at(self.here, at);
                }
            }
            _ if self.edits.is_none() => {
                let edited = event.edited_cell();
                if let Some((_, p)) = edited.filter(|(level, _)| *level == self.here) {
                    self.paint_seen(p);
                }
            }
            _ => {}
        }
    }

    /// Writes the body of a cell that is in sight. Small, since most events of a fogged level are out of sight.
    #[inline]
    fn paint_body_at(&mut self, level: LevelId, p: Point) {
        if level == self.here && self.sees(p) {
            self.paint_body_in_sight(p);
        }
    }

    #[inline(never)]
    fn paint_body_in_sight(&mut self, p: Point) {
        self.paint_body_of(self.number(p), self.cells.get(p));
    }

    fn paint_ground(&mut self, nth: usize, tile: TileId, item: ItemId) {
        let looks = &self.space.looks;
        let [tile_high, tile] = looks.tile(tile).to_be_bytes();
        let [item_high, item] = looks.item(self.world, item).to_be_bytes();
        self.write(PlaneNumber::Tile, nth, tile);
        self.write(PlaneNumber::Item, nth, item);
        if self.space.is_large() {
            self.write(PlaneNumber::TileHigh, nth, tile_high);
            self.write(PlaneNumber::ItemHigh, nth, item_high);
        }
    }

    #[inline]
    fn paint_body_of(&mut self, nth: usize, cell: CellLayers) {
        match cell.body() {
            None => self.paint_no_body(nth),
            Some(who) => self.paint_body(nth, who),
        }
    }

    fn paint_no_body(&mut self, nth: usize) {
        self.write_body(nth, 0, [0; 3]);
    }

    #[inline]
    fn paint_body(&mut self, nth: usize, who: ActorId) {
        let kind = self.space.looks.kind(self.world.body(who).kind);
        self.write_body(nth, kind, state(&self.world, who));
    }

    #[inline]
    fn write_body(&mut self, nth: usize, kind: u16, [side, pause, life]: [u8; 3]) {
        let [kind_high, kind] = kind.to_be_bytes();
        self.write(PlaneNumber::Kind, nth, kind);
        self.write(PlaneNumber::Side, nth, side);
        self.write(PlaneNumber::Pause, nth, pause);
        self.write(PlaneNumber::Life, nth, life);
        if self.space.is_large() {
            self.write(PlaneNumber::KindHigh, nth, kind_high);
        }
    }

    #[inline]
    fn write(&mut self, plane: PlaneNumber, nth: usize, value: u8) {
        if let Some(slot) = self.planes.get_mut(plane as usize * self.area + nth) {
            *slot = value;
        }
    }

    #[inline]
    fn read(&self, plane: PlaneNumber, nth: usize) -> u8 {
        let slot = self.planes.get(plane as usize * self.area + nth);
        slot.copied().unwrap_or(0)
    }

    #[inline]
    fn sees(&self, p: Point) -> bool {
        self.sight.is_none_or(|sight| sight.sees_here(p))
    }

    /// Returns the number of a cell in a plane. The cell must be on the map.
    #[inline]
    fn number(&self, p: Point) -> usize {
        p.y.cast_unsigned() as usize * self.width + p.x.cast_unsigned() as usize
    }
}

/// Returns the values of a body in the planes `Side`, `Pause` and `Life`.
fn state(world: &World, who: ActorId) -> [u8; 3] {
    let body = world.body(who);
    let side = match (body.side, body.prey) {
        (Side::Ours, _) if who == world.commanded() => 1,
        (Side::Ours, _) => 2,
        (Side::Theirs, Prey::Foes) => 3,
        (Side::Theirs, prey) if !prey.is_hostile() => 4,
        (Side::Theirs, _) => 5,
    };
    let kind = world.kind(who);
    let full = match kind.most[kind.life] {
        i32::MAX => kind.stats[kind.life],
        most => most,
    };
    [side, body.pause as u8, share(body.stat(kind.life), full)]
}

/// Returns a share in 255ths: at least 1 for a life above 0, at most 255, and 0 for no life.
fn share(life: i32, full: i32) -> u8 {
    match life {
        ..=0 => 0,
        life if life >= full => u8::MAX,
        life => {
            let share = i64::from(life) * 255 / i64::from(full);
            u8::try_from(share).unwrap_or(u8::MAX).max(1)
        }
    }
}

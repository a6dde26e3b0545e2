//! Queries about cells: their contents, and whether bodies could stand there, see them or shoot at them.
use super::action::ActorId;
use super::ground::CellLayers;
use super::world::World;
use dungeon_ground::arrival::sent_back;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{ItemId, ItemKind, LevelId, Sight, Stairs, Tile, Weapon};
use dungeon_model::space::geometry::{Point, Size, cell_at};
use dungeon_model::space::sight;

impl World {
    /// Returns the columns and rows of a level.
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    pub fn size(&self, level: LevelId) -> Size {
        self.ground(level).cells.size()
    }

    /// Returns the cell at a point; solid rock outside of the level.
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    #[inline]
    pub fn cell(&self, level: LevelId, p: Point) -> CellLayers {
        self.ground(level).cells.get(p).unwrap_or_default()
    }

    /// Returns the terrain at a point; solid rock outside of the level.
    ///
    /// ```
    /// use dungeon::Session;
    /// use dungeon::geometry::at;
    ///
    /// let session = Session::from_text("map\n#####\n#@.$#\n#####\nend\n")?;
    /// let world = session.game().world();
    /// assert_eq!(world.tile(world.here(), at(2, 1)).name, "floor");
    /// assert_eq!(world.tile(world.here(), at(-5, 1)).glyph, ' ', "rock is all around");
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    pub fn tile(&self, level: LevelId, p: Point) -> &Tile {
        self.dungeon.tile(self.cell(level, p).tile)
    }

    /// Returns for each cell of a level, in reading order, whether lines of sight pass it.
    #[doc(hidden)]
    pub fn clear_cells(&self, level: LevelId) -> impl Iterator<Item = bool> {
        let cells = self.ground(level).cells.cells().iter();
        cells.map(|cell| self.terrain[usize::from(cell.tile.0)].sight == Sight::Clear)
    }

    /// Iterates over the stairs of a level with their cells, in reading order. Omits ways out of the dungeon.
    #[doc(hidden)]
    pub fn flights(&self, level: LevelId) -> impl Iterator<Item = (Point, Stairs)> {
        let stairs = move |p: Point| TilePassage::of(self.tile(level, p)).stairs();
        let cells = self.stairs(level).iter();
        cells.filter_map(move |p| Some((*p, stairs(*p)?)))
    }

    /// Returns the cell on level `to` where stairs lead if they do not name a destination cell ([E-15]). The stairs are
    /// on the cell `at` of level `from`. `None` stands for the first free cell.
    ///
    /// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
    #[doc(hidden)]
    pub fn sent_back(&self, to: LevelId, from: LevelId, at: Point) -> Option<Point> {
        let own = Some(at).filter(|_| from == to);
        sent_back(self.flights(to), from, own, self.entrance(to))
    }

    /// Returns the living body at a point; `None` if no body is there, or if the point is outside of the level.
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    #[inline]
    pub fn body_at(&self, level: LevelId, p: Point) -> Option<ActorId> {
        self.cell(level, p).body()
    }

    /// Returns the body at a point if it is still disguised ([M-7]).
    ///
    /// [M-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-7
    pub(super) fn disguised_at(&self, level: LevelId, p: Point) -> Option<ActorId> {
        let there = self.body_at(level, p);
        there.filter(|who| self.body(*who).is_disguised())
    }

    /// Returns the item at a point; `ItemId::NONE` if no item is there, or if the point is outside of the level.
    ///
    /// ```
    /// use dungeon::Session;
    /// use dungeon::data::ItemId;
    ///
    /// let session = Session::from_text("map\n#######\n#@.$.*#\n#######\nend\n")?;
    /// let world = session.game().world();
    /// let cells = world.size(world.here()).points();
    /// let things = cells.filter(|p| world.item_at(world.here(), *p) != ItemId::NONE);
    /// assert_eq!(things.map(|p| p.x).collect::<Vec<_>>(), [3, 5]);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    #[inline]
    pub fn item_at(&self, level: LevelId, p: Point) -> ItemId {
        self.cell(level, p).item
    }

    /// Iterates over the items that lie on a level with their cells, in reading order.
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    #[doc(hidden)]
    pub fn lying(&self, level: LevelId) -> impl Iterator<Item = (Point, ItemId)> {
        let width = self.size(level).width.max(1) as usize;
        let cells = self.ground(level).cells.cells();
        let lying = cells.that(|cell| cell.item != ItemId::NONE).into_iter();
        lying.map(move |(nth, cell)| (cell_at(nth % width, nth / width), cell.item))
    }

    /// Returns the item with this number.
    ///
    /// # Panics
    ///
    /// If the dungeon has no item of this number.
    pub fn item(&self, id: ItemId) -> &ItemKind {
        self.dungeon.item(id)
    }

    /// Whether a point is a valid place: floor, where every body may stand ([E-1]).
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    ///
    /// [E-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-1
    #[inline]
    pub fn is_valid(&self, level: LevelId, p: Point) -> bool {
        self.lookup(level).is_valid(p)
    }

    /// Whether a line of sight passes a point ([E-23]).
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    ///
    /// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
    #[inline]
    pub fn lets_sight(&self, level: LevelId, p: Point) -> bool {
        self.lookup(level).lets_sight(p)
    }

    /// Whether a point is floor or a pool of slime, where bodies can stand and be seen.
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    #[inline]
    pub fn is_place(&self, level: LevelId, p: Point) -> bool {
        self.lookup(level).is_place(p)
    }

    /// Whether a line of sight of at most `max` steps connects two cells ([E-23]). Both cells must be floor or a pool
    /// of slime. `false` from a point to itself.
    ///
    /// ```
    /// use dungeon::Session;
    /// use dungeon::geometry::at;
    ///
    /// let session = Session::from_text("map\n#######\n#@..#$#\n#.....#\n#######\nend\n")?;
    /// let world = session.game().world();
    /// let hero = world.body(world.commanded()).at;
    /// assert!(world.has_line(world.here(), hero, at(3, 1), 10));
    /// assert!(!world.has_line(world.here(), hero, at(5, 1), 10), "behind the wall");
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    ///
    /// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
    pub fn has_line(&self, level: LevelId, from: Point, to: Point, max: u32) -> bool {
        let lookup = self.lookup(level);
        let line = sight::sees(
            from,
            to,
            max,
            |p| lookup.is_place(p),
            |p| lookup.lets_sight(p),
        );
        line.is_some()
    }

    /// Whether a body's weapon could hit a point ([K-11]). The point must be in reach, and no wall and no other body
    /// may be on the line between the body and the point. `false` for a body without a weapon.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    pub fn is_in_fire(&self, who: ActorId, at: Point) -> bool {
        let (body, weapon) = (self.body(who), self.kind(who).weapon);
        let is_clear = |p: Point| {
            p == at || self.lets_sight(body.level, p) && self.body_at(body.level, p).is_none()
        };
        let in_reach = |weapon: Weapon| (1..=weapon.reach).contains(&body.at.chebyshev(at));
        weapon.is_some_and(in_reach) && sight::line(body.at, at).all(is_clear)
    }

    /// Whether a point is a valid place without a body.
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    pub fn is_vacant(&self, level: LevelId, p: Point) -> bool {
        self.is_valid(level, p) && self.body_at(level, p).is_none()
    }

    /// Whether a body could step to a point if no body were there. Checks what `is_free_for` checks, except bodies.
    pub(crate) fn could_step(&self, who: ActorId, p: Point) -> bool {
        let body = self.body(who);
        self.lookup(body.level).could_step(body, p)
    }

    /// Whether a body could step to a point, or open the door there (*free* in [E-21]). The body must be able to stand
    /// on the point and to enter the point from its cell ([T-5]), and the point must have no other body. Terrain that
    /// harms monsters is not free for monsters ([T-3]).
    ///
    /// ```
    /// use dungeon::Session;
    /// use dungeon::geometry::{Direction, at};
    ///
    /// let session = Session::from_text("map\n#####\n#@.$#\n#####\nend\n")?;
    /// let world = session.game().world();
    /// let hero = world.commanded();
    /// assert!(world.is_free_for(hero, at(2, 1)) && !world.is_free_for(hero, at(1, 0)));
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    ///
    /// [E-21]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-21
    /// [T-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-3
    /// [T-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-5
    #[inline]
    pub fn is_free_for(&self, who: ActorId, p: Point) -> bool {
        let body = self.body(who);
        self.lookup(body.level).is_free(body, who, p)
    }
}

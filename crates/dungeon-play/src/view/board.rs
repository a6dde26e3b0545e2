//! The board: the cells of the current level as far as the player knows them, and the scrolling of a map that is larger
//! than the screen.
use super::frame::{Cell, Frame, Style};
use super::glyphs::{Glyphs, is_own_wall};
use super::window_style::WindowStyle;
use dungeon_engine::action::ActorId;
use dungeon_engine::event::Missile;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Colour, Feature, ItemId, LevelId, Rim, Sight, Tile, TileId};
use dungeon_model::space::geometry::{Direction, Point, Region, at};

/// A level and everything that affects how it is drawn.
#[derive(Clone, Copy)]
pub struct Board<'a> {
    /// The world whose current level is drawn.
    pub world: &'a World,
    /// Returns what the player knows of a cell of the level.
    pub visibility: &'a dyn Fn(Point) -> Visibility,
    /// The characters that the screen can show.
    pub glyphs: Glyphs,
    /// The style of the window. In the classic window, items cover bodies, an arrow stops before its target, and walls
    /// are no brighter than floor.
    pub window: WindowStyle,
    /// How the terrain in view is lit.
    pub lighting: Lighting,
    /// Whether bodies may stand on the map's outermost ring. If they may not, a frame can replace the ring.
    pub rim: Rim,
    /// The missile in flight and the cell that it passes over; `None` if nothing flies.
    pub missile: Option<(Point, Missile)>,
    /// A body that walks or shoots in an animation, and the direction it faces: an arrow is drawn on the cell in front
    /// of it if that cell is bare ground. `None` outside such animations.
    pub facing: Option<(ActorId, Direction)>,
    /// The cells of a route or a line of fire that the player may choose, drawn as dots on bare ground; may be empty.
    pub trail: &'a [Point],
    /// The cell of a bursting body. Fire is drawn on this cell and its neighbors (K-12). `None` if no body bursts.
    pub burst: Option<Point>,
    /// The cell under the player's cursor, shown in reverse; `None` without a cursor.
    pub cursor: Option<Point>,
    /// The cell that stays in view when a map larger than the screen scrolls. With `None`, the cursor stays in view, or
    /// the hero if there is no cursor. Games played by pointing also set the cell during animations, so that the map
    /// does not jump.
    pub follow: Option<Point>,
}

/// How the terrain in view is lit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lighting {
    /// Shows all terrain in the same way.
    #[default]
    Even,
    /// Shows terrain brighter near the hero and near lamps in view.
    Soft,
}

/// The maximum number of lamps drawn with their own light.
const MOST_LAMPS: usize = 16;

/// The topmost thing on a cell, as far as the player knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellContent {
    /// The cell is unknown.
    Unseen,
    /// Floor or wall without a feature, with nothing on it.
    Plain,
    /// Terrain with a feature: a door, slime, a sign.
    Feature,
    /// An item lies on the cell.
    Item,
    /// The commanded unit stands on the cell.
    Commanded,
    /// Another body stands on the cell.
    Body,
}

/// The player's knowledge of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// The cell is in view, so everything on it is known.
    Seen,
    /// The cell is out of view.
    Remembered {
        /// The terrain as last seen.
        tile: TileId,
        /// The item as last seen, which may be gone; `ItemId::NONE` for no item.
        item: ItemId,
    },
    /// The cell was never seen.
    Unseen,
}

impl Frame {
    /// Draws the level of the commanded body, one cell of the frame per cell of the map, without fog, panel and
    /// messages. The cursor rests on the body. [`Session::frame`] draws the screen that a player sees.
    ///
    /// ```
    /// use dungeon::{Action, Frame, Session};
    ///
    /// let mut game = Session::from_text("map\n######\n#@.w$#\n######\nend\n")?.game().clone();
    /// assert_eq!(Frame::of(&game).plain(), "######\n#@.w$#\n######\n");
    /// assert!(game.step(Action::Wait).is_ok());
    /// assert_eq!(Frame::of(&game).turn, 1);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// [`Session::frame`]: https://docs.rs/dungeon/latest/dungeon/session/struct.Session.html#method.frame
    pub fn of(game: &Game) -> Frame {
        let world = game.world();
        let size = world.size(world.here());
        let board = Board {
            world,
            visibility: &|_| Visibility::Seen,
            glyphs: Glyphs::default(),
            window: WindowStyle::usual(world.dungeon()),
            lighting: Lighting::Even,
            rim: game.rules().rim(),
            missile: None,
            facing: None,
            trail: &[],
            burst: None,
            cursor: None,
            follow: None,
        };
        let mut frame = Frame::new(size);
        board.draw(&mut frame, size.region(), 0);
        frame.turn = world.turn();
        frame
    }
}

impl Board<'_> {
    /// Draws as much of the level as fits the area of the screen, without the `rim` outermost rings of its map (0 or
    /// 1). A level that does not fit scrolls to keep the followed cell in view. The frame's cursor rests on
    /// `Board::cursor`, or on the hero if `Board::cursor` is `None`.
    pub fn draw(&self, frame: &mut Frame, area: Region, rim: i32) {
        let first = self.first_shown(area, rim);
        let mut cells = StillCells::new(self);
        for y in area.from.y..=area.to.y {
            let (from, to) = (at(area.from.x.max(0), y), at(area.to.x, y));
            let row = frame.row_mut(Region { from, to });
            let start = at(first.x + from.x - area.from.x, first.y + y - area.from.y);
            for (x, cell) in (start.x..).zip(row) {
                *cell = cells.cell(at(x, start.y));
            }
            if self.glyphs == Glyphs::Lines {
                let row = frame.row_mut(Region { from, to });
                for (x, cell) in (start.x..).zip(row) {
                    *cell = self.as_line(at(x, start.y), *cell);
                }
            }
        }
        for (screen, p) in self.ring(area, rim) {
            let cell = self.as_drawn(p, cells.cell(p));
            // Rock that is drawn as a space keeps the frame.
            if cell.glyph() != ' ' {
                frame.set(screen, cell);
            }
        }
        if self.lighting == Lighting::Soft {
            self.shade(frame, area, rim);
        }
        self.mark_rim(frame, area, rim);
        for p in self.trail {
            let bare = self.screen_of(area, rim, *p);
            let bare = bare.filter(|_| self.content(*p) == CellContent::Plain);
            if let Some(screen) = bare {
                frame.set(screen, Cell::new(self.glyphs.dot(), Style::BOLD));
            }
        }
        self.draw_facing(frame, area, rim);
        for p in self.moving_cells() {
            if let Some(screen) = self.screen_of(area, rim, p) {
                frame.set(screen, self.shown_cell(p));
            }
        }
        let Some(screen) = self.screen_of(area, rim, self.focus()) else {
            return;
        };
        frame.cursor = Some(screen);
        if self.cursor.is_some() {
            frame.restyle(screen, Style::reversed);
        }
    }

    /// Draws an arrow in front of a body that walks or shoots.
    fn draw_facing(&self, frame: &mut Frame, area: Region, rim: i32) {
        let Some((who, way)) = self.facing else {
            return;
        };
        let body = self.world.body(who).at;
        let ahead = body + way;
        let is_bare = |p| {
            let tile = self.terrain(p);
            tile.is_some_and(|tile| tile.sight == Sight::Clear)
                && self.content(p) == CellContent::Plain
        };
        let is_seen = |p| (self.visibility)(p) == Visibility::Seen;
        let screen = self.screen_of(area, rim, ahead);
        if let Some(screen) = screen.filter(|_| is_bare(ahead) && is_seen(ahead) && is_seen(body)) {
            let style = self.body_cell(who).style();
            frame.set(screen, Cell::new(self.glyphs.arrow(way), style));
        }
    }

    /// Darkens terrain in view with its distance from the hero and from lamps in view. Bodies and items keep the colors
    /// that the author chose.
    fn shade(&self, frame: &mut Frame, area: Region, rim: i32) {
        let inside = area.points();
        let inside = inside.filter_map(|screen| Some((screen, self.cell_at(area, rim, screen)?)));
        let all = inside.chain(self.ring(area, rim));
        let cells: Vec<(Point, Point)> = all
            .filter(|(_, p)| (self.visibility)(*p) == Visibility::Seen)
            .collect();
        let (world, here) = (self.world, self.world.here());
        let lamps = cells.iter().filter_map(|(_, p)| {
            let glow = world
                .tile(here, *p)
                .glow
                .max(world.item(world.item_at(here, *p)).glow);
            (glow > 0).then_some((*p, i64::from(glow)))
        });
        let hero = world.body(world.commanded()).at;
        let lights: Vec<(Point, i64)> = [(hero, HERO_LIGHT)]
            .into_iter()
            .chain(lamps.take(MOST_LAMPS))
            .collect();
        for (screen, p) in &cells {
            let shades = lights.iter().map(|(lamp, reach)| {
                let (dx, dy) = (i64::from(lamp.x - p.x), i64::from(lamp.y - p.y));
                // The light of a lamp decreases in three circular steps over its reach.
                let distance = (9 * (dx * dx + dy * dy) / (reach * reach)).isqrt();
                u8::try_from(distance).map_or(3, |shade| shade.min(3))
            });
            let shade = shades.min().unwrap_or(0);
            if matches!(self.content(*p), CellContent::Plain | CellContent::Feature) {
                frame.restyle(*screen, |style| Style { shade, ..style });
            }
        }
    }

    /// Returns the known cells of the map's outermost ring that a frame around the area covers, each with its point of the
    /// screen. They replace the frame, so that walls on the ring are drawn on all four sides. Empty if no frame covers
    /// the ring, and in the classic window, which shows its frame instead.
    fn ring(&self, area: Region, rim: i32) -> impl Iterator<Item = (Point, Point)> {
        let Region { from, to } = area;
        let rows =
            (from.x - 1..=to.x + 1).flat_map(move |x| [from.y - 1, to.y + 1].map(|y| at(x, y)));
        let columns = (from.y..=to.y).flat_map(move |y| [from.x - 1, to.x + 1].map(|x| at(x, y)));
        let has_ring = rim > 0 && self.window != WindowStyle::Book;
        let cells = rows.chain(columns).filter(move |_| has_ring);
        let cells =
            cells.filter_map(move |screen| Some((screen, self.cell_at(area, rim, screen)?)));
        cells.filter(|(_, p)| (self.visibility)(*p) != Visibility::Unseen)
    }

    /// Whether a point of the screen on the frame around the area belongs to the cell `p` of the map's outermost ring.
    fn is_in_ring(&self, area: Region, rim: i32, screen: Point, p: Point) -> bool {
        let size = self.world.size(self.world.here());
        let Region { from, to } = area;
        let framed = Region {
            from: at(from.x - rim, from.y - rim),
            to: at(to.x + rim, to.y + rim),
        };
        let is_framed = rim > 0 && self.window != WindowStyle::Book && framed.contains(screen);
        is_framed && size.contains(p) && !size.contains_inside_rim(p)
    }

    /// Dims the floor of a rim that the hero may not enter, on all four sides; does nothing if the map scrolls.
    fn mark_rim(&self, frame: &mut Frame, area: Region, rim: i32) {
        let size = self.world.size(self.world.here());
        let shown = (area.to.x - area.from.x + 1, area.to.y - area.from.y + 1);
        let is_whole = rim == 0 && shown.0 >= size.width && shown.1 >= size.height;
        if self.rim != Rim::Heroless || !is_whole {
            return;
        }
        let (right, bottom) = (size.width - 1, size.height - 1);
        let rows = (0..size.width).flat_map(|x| [at(x, 0), at(x, bottom)]);
        let columns = (0..size.height).flat_map(|y| [at(0, y), at(right, y)]);
        for p in rows.chain(columns) {
            let is_floor = self
                .terrain(p)
                .is_some_and(|tile| tile.sight == Sight::Clear);
            let screen = self.screen_of(area, rim, p);
            if let Some(screen) =
                screen.filter(|_| is_floor && self.content(p) == CellContent::Plain)
            {
                let glyph = frame.get(screen).glyph();
                frame.set(screen, Cell::new(glyph, Style::DIM));
            }
        }
    }

    /// Returns the cell with a wall as the screen's characters draw it.
    fn as_drawn(&self, p: Point, cell: Cell) -> Cell {
        match self.glyphs {
            Glyphs::Lines => self.as_line(p, cell),
            Glyphs::Unicode | Glyphs::Ascii => cell,
        }
    }

    /// Returns the cell with a wall drawn as a line that joins the known walls beside it. Two walls are joined only if
    /// known open ground touches both, so that solid rock has no lines.
    fn as_line(&self, p: Point, cell: Cell) -> Cell {
        let is_bare = matches!(self.content(p), CellContent::Plain) && cell.glyph() == '#';
        if !is_bare || !self.terrain(p).is_some_and(is_own_wall) {
            return cell;
        }
        let is_solid = |p: Point| {
            let is_joined =
                |tile: &Tile| is_own_wall(tile) || matches!(tile.feature, Feature::Door(_));
            self.terrain(p).is_some_and(is_joined)
        };
        let is_open = |p: Point| self.terrain(p).is_some() && !is_solid(p);
        let joins = [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dy)| {
            let beside = at(p.x + dx, p.y + dy);
            let flanks = [p, beside]
                .into_iter()
                .flat_map(|p| [at(p.x + dy, p.y + dx), at(p.x - dy, p.y - dx)]);
            is_solid(beside) && flanks.into_iter().any(is_open)
        });
        let mut around = Region::around(p, 1).points();
        let is_rock = joins == [false; 4] && !around.any(is_open);
        if is_rock {
            cell
        } else {
            Cell::new(Glyphs::joined_wall(joins), cell.style())
        }
    }

    /// Iterates over the cells that an animation changes: the missile's cell, and the cells that a burst may set on
    /// fire.
    fn moving_cells(&self) -> impl Iterator<Item = Point> {
        let flown = self.missile.map(|(over, _)| over);
        let burning = self.burst.map(|burst| Region::around(burst, 1));
        flown
            .into_iter()
            .chain(burning.into_iter().flat_map(Region::points))
    }

    /// Returns the cell of the level drawn at a point of the screen; `None` if the point is outside the area or shows
    /// no cell. `area` and `rim` are the arguments of `Board::draw`.
    pub fn cell_at(&self, area: Region, rim: i32, screen: Point) -> Option<Point> {
        let first = self.first_shown(area, rim);
        let p = at(
            first.x + screen.x - area.from.x,
            first.y + screen.y - area.from.y,
        );
        let is_drawn = area.contains(screen) && self.world.size(self.world.here()).contains(p);
        (is_drawn || self.is_in_ring(area, rim, screen, p)).then_some(p)
    }

    /// Returns the point of the screen that shows a cell of the level; `None` if the cell is scrolled out of the area.
    /// `area` and `rim` are the arguments of `Board::draw`.
    pub fn screen_of(&self, area: Region, rim: i32, p: Point) -> Option<Point> {
        let first = self.first_shown(area, rim);
        let screen = at(area.from.x + p.x - first.x, area.from.y + p.y - first.y);
        (area.contains(screen) || self.is_in_ring(area, rim, screen, p)).then_some(screen)
    }

    /// Returns the cell to follow after the player points at a cell: usually the same cell as before, so that the map
    /// does not move. If the cell pointed at is at the area's edge, returns a cell that scrolls the map by a quarter of
    /// the area. If the cell pointed at is not in view, returns that cell.
    pub fn followed_at(&self, area: Region, rim: i32, pointed: Point) -> Point {
        let Some(screen) = self.screen_of(area, rim, pointed) else {
            return pointed;
        };
        let followed = self.follow.unwrap_or_else(|| self.focus());
        let first = self.first_shown(area, rim);
        let Region { from, to } = area;
        at(
            next_followed(followed.x, first.x, screen.x - from.x, to.x - from.x + 1),
            next_followed(followed.y, first.y, screen.y - from.y, to.y - from.y + 1),
        )
    }

    /// Returns the topmost thing on a cell, as far as the player knows.
    pub fn content(&self, p: Point) -> CellContent {
        let (world, here) = (self.world, self.world.here());
        let Some(tile) = self.terrain(p) else {
            return CellContent::Unseen;
        };
        let (body, item) = match (self.visibility)(p) {
            Visibility::Seen => (world.body_at(here, p), world.item_at(here, p)),
            Visibility::Remembered { item, .. } => (None, item),
            Visibility::Unseen => (None, ItemId::NONE),
        };
        match body {
            Some(who) if who == world.commanded() => CellContent::Commanded,
            Some(_) => CellContent::Body,
            None if item != ItemId::NONE => CellContent::Item,
            None if tile.feature == Feature::Plain => CellContent::Plain,
            None => CellContent::Feature,
        }
    }

    /// Returns the known terrain of a cell; `None` if the cell was never seen.
    pub fn terrain(&self, p: Point) -> Option<&Tile> {
        match (self.visibility)(p) {
            Visibility::Unseen => None,
            Visibility::Remembered { tile, .. } => Some(self.world.dungeon().tile(tile)),
            Visibility::Seen => Some(self.world.tile(self.world.here(), p)),
        }
    }

    /// Returns the cell where the frame's cursor rests: the player's cursor, or the hero.
    pub(super) fn focus(&self) -> Point {
        let hero = self.world.body(self.world.commanded()).at;
        self.cursor.unwrap_or(hero)
    }

    /// Returns the cell drawn in the area's northwest corner.
    fn first_shown(&self, area: Region, rim: i32) -> Point {
        let map = self.world.size(self.world.here());
        let focus = self.follow.unwrap_or_else(|| self.focus());
        let shown = at(area.to.x - area.from.x + 1, area.to.y - area.from.y + 1);
        at(
            first_shown(map.width, rim, shown.x, focus.x),
            first_shown(map.height, rim, shown.y, focus.y),
        )
    }

    /// Returns the cell as it is drawn; a space for an unknown cell.
    pub fn shown_cell(&self, p: Point) -> Cell {
        let still = || self.as_drawn(p, StillCells::new(self).cell(p));
        match (self.visibility)(p) {
            Visibility::Seen => {
                let flying = self.missile_at(p);
                flying.unwrap_or_else(|| self.in_flames(p, still()))
            }
            Visibility::Remembered { .. } | Visibility::Unseen => still(),
        }
    }

    fn missile_at(&self, p: Point) -> Option<Cell> {
        let (_, missile) = self.missile.filter(|(over, _)| *over == p)?;
        let is_at_target = || self.world.body_at(self.world.here(), p).is_some();
        let (glyph, ink) = match missile {
            Missile::Arrow if self.window == WindowStyle::Book && is_at_target() => return None,
            // A star would look like a crystal (K-13), so a shot is a dot.
            Missile::Shot => return Some(Cell::new(self.glyphs.dot(), FIRE)),
            Missile::Arrow => (':', Colour::BrightYellow),
            Missile::Thing(item) => {
                let item = self.world.item(item);
                let colour = item.colour.unwrap_or(Colour::BrightWhite);
                (item.glyph, colour)
            }
            Missile::Bolt(way) => (bolt_glyph(way), Colour::BrightCyan),
        };
        Some(Cell::new(glyph, coloured(Some(ink), GlyphWeight::Bold)))
    }

    /// Returns the cell in flames if it is next to a bursting body. Bodies keep their glyph so that they stay visible.
    fn in_flames(&self, p: Point, cell: Cell) -> Cell {
        let is_near = |burst: Point| burst.chebyshev(p) <= 1;
        let burns = self.burst.is_some_and(is_near) && self.world.lets_sight(self.world.here(), p);
        match burns {
            true if matches!(self.content(p), CellContent::Body | CellContent::Commanded) => {
                Cell::new(cell.glyph(), FIRE)
            }
            true => Cell::new('*', FIRE),
            false => cell,
        }
    }

    /// Returns the cell of terrain: the tile's glyph, dim and without color if the terrain is out of view.
    #[inline(never)]
    fn tile_cell(&self, id: TileId, visibility: Visibility) -> Cell {
        let tile = self.world.dungeon().tile(id);
        let style = match visibility {
            Visibility::Seen => coloured(tile.colour, self.weight_of(tile)),
            Visibility::Remembered { .. } | Visibility::Unseen => Style::DIM,
        };
        Cell::new(self.glyphs.tile(tile), style)
    }

    /// Returns the weight of terrain in view: walls without a color of their own are brighter than floor.
    fn weight_of(&self, tile: &Tile) -> GlyphWeight {
        let is_wall = tile.sight == Sight::Blocked && tile.feature == Feature::Plain;
        if is_wall && tile.colour.is_none() && self.window != WindowStyle::Book {
            GlyphWeight::Bold
        } else {
            GlyphWeight::Plain
        }
    }

    /// Returns the cell of a body, even if the player cannot see it.
    #[inline(never)]
    pub(super) fn body_cell(&self, who: ActorId) -> Cell {
        let weight = if who == self.world.commanded() {
            GlyphWeight::Bold
        } else {
            GlyphWeight::Plain
        };
        let colour = self.world.kind(who).colour;
        Cell::new(self.world.glyph_of(who), coloured(colour, weight))
    }

    /// Returns the cell of an item, even if the player cannot see it. Herd animals are as bright as walls, because they
    /// are as important: fences protect them.
    #[inline(never)]
    pub(super) fn item_cell(&self, item: ItemId) -> Cell {
        let item = self.world.item(item);
        let weight = if item.herd {
            GlyphWeight::Bold
        } else {
            GlyphWeight::Plain
        };
        Cell::new(item.glyph, coloured(item.colour, weight))
    }
}

/// The cells of a board without animations. Caches the last terrain cell, since neighboring cells often have the same
/// tile.
struct StillCells<'a> {
    board: &'a Board<'a>,
    here: LevelId,
    is_item_on_top: bool,
    seen: Option<(TileId, Cell)>,
    remembered: Option<(TileId, Cell)>,
}

impl<'a> StillCells<'a> {
    fn new(board: &'a Board<'a>) -> StillCells<'a> {
        StillCells {
            board,
            here: board.world.here(),
            is_item_on_top: board.window == WindowStyle::Book,
            seen: None,
            remembered: None,
        }
    }

    /// Returns the cell of the topmost known layer: body, item, then terrain (X-1).
    #[inline]
    fn cell(&mut self, p: Point) -> Cell {
        match (self.board.visibility)(p) {
            Visibility::Seen => {
                let layers = self.board.world.cell(self.here, p);
                match layers.body() {
                    None if layers.item == ItemId::NONE => {
                        self.terrain(layers.tile, Visibility::Seen)
                    }
                    Some(_) if self.is_item_on_top && layers.item != ItemId::NONE => {
                        self.board.item_cell(layers.item)
                    }
                    Some(who) => self.board.body_cell(who),
                    None => self.board.item_cell(layers.item),
                }
            }
            known @ Visibility::Remembered { tile, item } => match item {
                ItemId::NONE => self.terrain(tile, known),
                item => Cell::new(self.board.item_cell(item).glyph(), Style::DIM),
            },
            Visibility::Unseen => Cell::default(),
        }
    }

    /// Returns the cell of terrain that is in view or remembered.
    #[inline]
    fn terrain(&mut self, id: TileId, visibility: Visibility) -> Cell {
        let last = match visibility {
            Visibility::Seen => &mut self.seen,
            _ => &mut self.remembered,
        };
        if let Some((_, cell)) = last.filter(|(known, _)| *known == id) {
            return cell;
        }
        let cell = self.board.tile_cell(id, visibility);
        *last = Some((id, cell));
        cell
    }
}

/// Returns the first visible column (or row) of a map of `map` columns in an area of `room` columns. The `rim`
/// outermost columns on each side are not shown. A map that fits does not scroll. A larger map scrolls by a quarter of
/// the room at a time, and never past the rim. The focus thus stays near the middle without a scroll at every step.
fn first_shown(map: i32, rim: i32, room: i32, focus: i32) -> i32 {
    if map <= room + 2 * rim {
        return rim;
    }
    let step = scroll_step(room);
    let middle = focus - room / 2;
    let snapped = (middle + step / 2).div_euclid(step) * step;
    snapped.clamp(rim, map - rim - room)
}

/// Returns the number of columns (or rows) by which a map scrolls at a time.
fn scroll_step(room: i32) -> i32 {
    (room / 4).max(1)
}

/// Returns the column (or row) to follow after the player points at column `pointed`, counted from the first visible
/// one. The followed column changes only if `pointed` is at either end of the room.
fn next_followed(followed: i32, first: i32, pointed: i32, room: i32) -> i32 {
    let middle = first + room / 2;
    match pointed {
        0 => middle - scroll_step(room),
        last if last == room - 1 => middle + scroll_step(room),
        _ => followed,
    }
}

/// The style of fire and shots. Reverse video distinguishes them from items even without color.
const FIRE: Style = Style::STRONG.inked(Colour::Yellow).on(Colour::Black);

/// The distance in cells at which the hero's light reaches the darkest shade.
const HERO_LIGHT: i64 = 12;

#[derive(Clone, Copy, PartialEq, Eq)]
enum GlyphWeight {
    Plain,
    Bold,
}

/// Returns a style with a color; `None` is the terminal's own color. Bright white would be invisible on a light
/// terminal, so it becomes the terminal's own ink in bold.
fn coloured(ink: Option<Colour>, weight: GlyphWeight) -> Style {
    let is_bright = ink == Some(Colour::BrightWhite);
    Style {
        ink: ink.filter(|_| !is_bright),
        bold: is_bright || weight == GlyphWeight::Bold,
        ..Style::default()
    }
}

/// Returns the character for a bolt that flies in a direction.
fn bolt_glyph(way: Direction) -> char {
    match way {
        Direction::North | Direction::South => '|',
        Direction::West | Direction::East => '-',
        Direction::NorthEast | Direction::SouthWest => '/',
        Direction::NorthWest | Direction::SouthEast => '\\',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_shows_a_map_that_fits_whole_and_never_beyond_a_larger_one() {
        for (map, room) in [(20, 20), (3, 70), (100, 58), (61, 58), (4000, 4)] {
            for (focus, rim) in (0..map).flat_map(|focus| [(focus, 0), (focus, 1)]) {
                let first = first_shown(map, rim, room, focus);
                if map <= room + 2 * rim {
                    assert_eq!(first, rim);
                    continue;
                }
                let is_inside = first >= rim && first + room <= map - rim;
                assert!(is_inside, "{map} {room} {focus} {rim}");
                let margin = (focus - first).min(first + room - 1 - focus);
                let is_at_edge = first == rim || first + room == map - rim;
                let is_on_rim = focus < rim || focus >= map - rim;
                assert!(margin >= 0 || is_on_rim, "{map} {room} {focus} {rim}");
                assert!(is_at_edge || margin >= room / 4, "{map} {room} {focus}");
            }
        }
    }
}

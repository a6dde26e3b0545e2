//! A level while it is made: things are put down in file order, and looked at once all the terrain is known.
use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;
use std::sync::Arc;

use super::board::Board;
use super::census::Census;
use super::customs::Rim;
use super::desk::Desk;
use super::fittings::{Fitting, Site};
use super::forms::{Form, called};
use super::places::{LevelPlaces, Origin, Place, Thing};
use super::route::{cells, walk};
use crate::dungeon::{
    Feature, Footing, ItemId, KindId, Level, Scatter, Side, Spawn, Through, Tile, TileId, builtin,
};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::{Span, Spanned};
use crate::space::geometry::{Point, Size, at};
use crate::space::grid::Grid;

/// A level that is not finished.
#[derive(Debug)]
pub struct Draft {
    /// Terrain so far.
    pub tiles: Grid<TileId>,
    /// What the floor of this level is.
    pub floor: TileId,
    /// Doors, stairs, traps and signs so far, which are no tiles yet; at most one a cell.
    pub fittings: BTreeMap<Point, Site>,
    /// Items so far; at most one a cell.
    items: Vec<Item>,
    /// Bodies so far; at most one a cell.
    bodies: Vec<Body>,
    /// What the seed will put down.
    pub scatters: Vec<Strew>,
    /// What a game needs.
    pub census: Census,
    item_at: HashMap<Point, usize>,
    body_at: HashMap<Point, usize>,
    /// Records that changed the terrain of a cell.
    changed: HashMap<Point, Span>,
}

/// What the seed will put down.
#[derive(Clone, Debug)]
pub struct Strew {
    /// What, how much and where.
    pub scatter: Scatter,
    /// The fitting that it puts down, as long as that is no tile.
    pub fitting: Option<Arc<Fitting>>,
    /// Where it is said.
    pub span: Span,
}

/// An item at its place.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// Where.
    pub at: Point,
    /// What its glyph stands for.
    pub base: ItemId,
    /// What it is with its own numbers.
    pub id: ItemId,
    /// The drawn cell, or the record.
    pub span: Span,
    /// Drawn or recorded.
    pub origin: Origin,
    /// The record that describes it, or added it.
    pub record: Option<Span>,
}

/// A body at its place.
#[derive(Clone, Debug)]
pub struct Body {
    /// Where.
    pub at: Point,
    /// What its glyph stands for.
    pub base: KindId,
    /// What it is with its own numbers.
    pub form: Form,
    /// The drawn cell, or the record.
    pub span: Span,
    /// Drawn or recorded.
    pub origin: Origin,
    /// The record that describes it, or added it.
    pub record: Option<Span>,
}

impl Draft {
    /// A level of this size with the same terrain everywhere, in which such floor is usual.
    pub fn filled(size: Size, ground: TileId, floor: TileId) -> Draft {
        Draft {
            tiles: Grid::filled(size, ground),
            floor,
            fittings: BTreeMap::new(),
            items: Vec::new(),
            bodies: Vec::new(),
            scatters: Vec::new(),
            census: Census::default(),
            item_at: HashMap::new(),
            body_at: HashMap::new(),
            changed: HashMap::new(),
        }
    }

    /// The item at a cell, to describe it.
    pub fn item_mut(&mut self, p: Point) -> Option<&mut Item> {
        self.items.get_mut(*self.item_at.get(&p)?)
    }

    /// The body at a cell, to describe it.
    pub fn body_mut(&mut self, p: Point) -> Option<&mut Body> {
        self.bodies.get_mut(*self.body_at.get(&p)?)
    }

    /// The fitting at a cell.
    pub fn fitting(&self, p: Point) -> Option<&Site> {
        self.fittings.get(&p)
    }

    /// Changes the terrain of a cell, as a record says.
    pub fn change(&mut self, p: Point, tile: TileId, record: Span) {
        self.tiles.set(p, tile);
        self.fittings.remove(&p);
        self.changed.insert(p, record);
    }

    /// The floor that something built into a cell lies in: what is there if it is floor, else what is usual.
    pub fn floor_at(&self, desk: &Desk<'_>, p: Point) -> TileId {
        let is_floor = |tile: &TileId| {
            let tile = desk.tables.tile(*tile);
            tile.footing == Footing::Anyone && tile.feature == Feature::Plain
        };
        self.tiles.get(p).filter(is_floor).unwrap_or(self.floor)
    }

    /// Builds a fitting into a cell; what was there is gone.
    pub fn put_fitting(&mut self, desk: &mut Desk<'_>, p: Point, site: Site) {
        if !desk.admits(1, site.record.unwrap_or(site.place.span)) {
            return;
        }
        self.tiles.set(p, site.floor);
        if let Some(record) = site.record.filter(|_| site.place.origin == Origin::Added) {
            self.changed.insert(p, record);
        }
        self.fittings.insert(p, site);
    }

    /// Puts an item down, or reports that one lies there.
    pub fn put_item(&mut self, desk: &mut Desk<'_>, item: Item) {
        if !desk.admits(1, item.span) {
            return;
        }
        self.census.has_collectables |= desk.tables.item(item.id).collectable;
        if let Some(first) = self.item_mut(item.at).map(|first| *first) {
            let message = format!("expected a cell without an item, found {} taken", item.at);
            let text = format!("the {} lies there", desk.tables.item(first.id).name);
            taken(desk, item.span, message, first.span, text);
            return;
        }
        self.item_at.insert(item.at, self.items.len());
        self.items.push(item);
    }

    /// Puts a body down, or reports that one stands there.
    pub fn put_body(&mut self, desk: &mut Desk<'_>, body: Body) {
        if !desk.admits(1, body.span) {
            return;
        }
        let is_hero = |base: KindId| desk.tables.kind(base).side == Side::Ours;
        let first = self.body_mut(body.at);
        let first = first.map(|first| (first.base, first.form.kind, first.span));
        // A hero on a hero's cell is one problem, not a second hero as well.
        let is_told = first.is_some_and(|(base, ..)| is_hero(base));
        if is_hero(body.base) && !is_told {
            self.census.count_heroes(1, body.span);
        }
        if let Some((_, kind, span)) = first {
            let message = format!("expected a cell without a body, found {} taken", body.at);
            let text = format!("{} stands there", called(desk.tables.kind(kind)));
            taken(desk, body.span, message, span, text);
            return;
        }
        self.body_at.insert(body.at, self.bodies.len());
        self.bodies.push(body);
    }

    /// Reports what stands where it cannot, makes the rim nobody's place, and hands the level on without it.
    pub fn finish(
        mut self,
        desk: &mut Desk<'_>,
        name: String,
        head: Span,
        board: &Board,
    ) -> (Level, LevelPlaces) {
        // What stands on the rim is one problem, the floor under it is none.
        let held = self.items.iter().map(|item| item.at);
        let held = held.chain(self.bodies.iter().map(|body| body.at));
        let is_rim = |p: &Point| !board.size.contains_inside_rim(*p);
        let rim_held: HashSet<Point> = held.filter(is_rim).collect();
        if board.maker.is_some() {
            self.open_what_is_held(desk);
        }
        let (items, item_places) = self.take_items(desk, board);
        let (spawns, spawn_places) = self.take_bodies(desk, board);
        let mut floor_on_rim = match desk.customs.rim {
            Rim::Closed => self.close_rim(desk, head),
            Rim::Heroless => Vec::new(),
        };
        floor_on_rim.retain(|p| !rim_held.contains(p));
        let (scatters, scatter_places) = self
            .scatters
            .into_iter()
            .map(|strew| (strew.scatter, strew.span))
            .unzip();
        let fittings = self.fittings.into_iter();
        let level = Level {
            name,
            tiles: self.tiles,
            maker: board.maker,
            items,
            spawns,
            scatters,
        };
        let places = LevelPlaces {
            head,
            rows: board.rows.clone(),
            items: item_places,
            spawns: spawn_places,
            scatters: scatter_places,
            fittings: fittings.map(|(p, site)| (p, site.place)).collect(),
            floor_on_rim,
            map: board.health,
        };
        (level, places)
    }

    /// On a map that is yet to be made there will be floor under whatever stands there, and along routes.
    fn open_what_is_held(&mut self, desk: &Desk<'_>) {
        let size = self.tiles.size();
        let mut held: Vec<Point> = self.items.iter().map(|item| item.at).collect();
        for body in &self.bodies {
            held.push(body.at);
            let way = body.form.way.as_deref();
            held.extend(
                way.into_iter()
                    .flat_map(|way| cells(way, body.at, desk.limits.route)),
            );
        }
        for p in held.into_iter().filter(|p| size.contains_inside_rim(*p)) {
            if self.tiles.get(p) == Some(builtin::ROCK) {
                self.tiles.set(p, builtin::FLOOR);
            }
        }
    }

    /// The items that can lie where they are; the others are reported.
    fn take_items(
        &mut self,
        desk: &mut Desk<'_>,
        board: &Board,
    ) -> (Vec<(Point, ItemId)>, Vec<Place>) {
        let mut items = mem::take(&mut self.items);
        items.retain(|item| self.can_hold(desk, board, item.at, item.span, Holds::Item(item.id)));
        let place = |item: &Item| Place {
            span: item.span,
            origin: item.origin,
            thing: Thing::Item(item.base),
        };
        let places = items.iter().map(place).collect();
        (
            items.iter().map(|item| (item.at, item.id)).collect(),
            places,
        )
    }

    /// The bodies that can stand where they are, with their routes; the others are reported.
    fn take_bodies(&mut self, desk: &mut Desk<'_>, board: &Board) -> (Vec<Spawn>, Vec<Place>) {
        let bodies = mem::take(&mut self.bodies);
        let mut spawns = Vec::with_capacity(bodies.len());
        let mut places = Vec::with_capacity(bodies.len());
        for body in bodies {
            let start = Spanned {
                value: body.at,
                span: body.span,
            };
            let way = body.form.way.as_deref();
            let through = desk.tables.kind(body.form.kind).through;
            let terrain = (&self.tiles, &board.rows);
            // A route from where nobody can stand is no further problem.
            if !self.can_hold(desk, board, body.at, body.span, Holds::Body(body.form.kind)) {
                continue;
            }
            let route = way.and_then(|way| walk(desk, through, terrain, start, way));
            spawns.push(Spawn {
                kind: body.form.kind,
                at: body.at,
                stats: body.form.stats,
                route,
                says: body.form.says.clone(),
            });
            places.push(Place {
                span: body.span,
                origin: body.origin,
                thing: Thing::Body(body.base),
            });
        }
        (spawns, places)
    }

    /// Whether a thing can stand at a cell (E-1); if not, that is reported.
    fn can_hold(
        &self,
        desk: &mut Desk<'_>,
        board: &Board,
        p: Point,
        span: Span,
        thing: Holds,
    ) -> bool {
        let is_inside = board.size.contains_inside_rim(p);
        let is_ours = match thing {
            Holds::Item(_) => false,
            Holds::Body(id) => desk.tables.kind(id).side == Side::Ours,
        };
        let is_allowed = is_inside || desk.customs.rim == Rim::Heroless && !is_ours;
        let Some(tile) = self.tiles.get(p).map(|tile| desk.tables.tile(tile)) else {
            return false;
        };
        let through = match thing {
            Holds::Item(_) => Through::Floor,
            Holds::Body(id) => desk.tables.kind(id).through,
        };
        // A closed door carries nobody but who drifts through it, a fence also the hero (S-23).
        let is_door = tile.footing == Footing::Openers && through < Through::Walls;
        let is_his_fence = is_ours && matches!(tile.feature, Feature::Fence(_));
        if is_allowed && (tile.footing.admits(through) && !is_door || is_his_fence) {
            return true;
        }
        let what = match thing {
            Holds::Item(id) => format!("the {}", desk.tables.item(id).name),
            Holds::Body(id) => called(desk.tables.kind(id)),
        };
        if !is_allowed {
            let message = format!(
                "expected {what} inside the perimeter, found it on the map's outermost ring, at {p}"
            );
            let finding = Diagnostic::new(Code::OnPerimeter, span, message);
            let who = match desk.customs.rim {
                Rim::Closed => "nobody",
                Rim::Heroless => "no hero",
            };
            desk.report(finding.help(format!("{who} ever stands on the outermost ring; move it inwards, or draw the map one cell larger")));
            return false;
        }
        let finding = self.in_wall(desk, board, (p, span), &what, tile);
        desk.report(finding);
        false
    }

    /// What to say of a thing at a cell whose tile does not hold it.
    fn in_wall(
        &self,
        desk: &Desk<'_>,
        board: &Board,
        (p, span): (Point, Span),
        what: &str,
        tile: &Tile,
    ) -> Diagnostic {
        let message = format!("expected floor under {what}, found {} at {p}", tile.name);
        let mut finding = Diagnostic::new(Code::InWall, span, message);
        if let Some(record) = self.changed.get(&p) {
            finding = finding.label(*record, format!("this puts the {} there", tile.name));
        } else if let Some(cell) = board.rows.cell(desk.source, p).filter(|cell| *cell != span) {
            finding = finding.label(cell, "this is the cell");
        }
        if let Some(free) = self.free_neighbour(desk, p) {
            finding = finding.help(format!("the nearest floor is {free}"));
        }
        finding
    }

    fn free_neighbour(&self, desk: &Desk<'_>, p: Point) -> Option<Point> {
        let size = self.tiles.size();
        let is_floor = |p: &Point| {
            size.contains_inside_rim(*p)
                && self
                    .tiles
                    .get(*p)
                    .is_some_and(|tile| desk.tables.tile(tile).footing == Footing::Anyone)
        };
        let ring = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| at(p.x + dx, p.y + dy)));
        ring.filter(is_floor).min_by_key(|near| near.manhattan(p))
    }

    /// E-1: every tile of the rim becomes its like that nobody can stand on. Returns what was floor there.
    fn close_rim(&mut self, desk: &mut Desk<'_>, head: Span) -> Vec<Point> {
        let mut closed: HashMap<TileId, TileId> = HashMap::new();
        let mut floor = Vec::new();
        for p in rim(self.tiles.size()) {
            let Some(open) = self.tiles.get(p) else {
                continue;
            };
            let tile = desk.tables.tile(open).clone();
            if tile.footing == Footing::Anyone {
                floor.push(p);
            }
            let id = *closed.entry(open).or_insert_with(|| {
                desk.tile(
                    Tile {
                        footing: Footing::Nobody,
                        ..tile
                    },
                    head,
                    open,
                )
            });
            self.tiles.set(p, id);
        }
        floor
    }
}

/// What `Draft::can_hold` asks about.
#[derive(Clone, Copy, Debug)]
enum Holds {
    Item(ItemId),
    Body(KindId),
}

/// Every cell of the outermost ring once, in reading order.
fn rim(size: Size) -> impl Iterator<Item = Point> {
    let Size { width, height } = size;
    (0..height).flat_map(move |y| {
        let step = if y == 0 || y == height - 1 {
            1
        } else {
            (width - 1).max(1)
        };
        (0..width).step_by(step as usize).map(move |x| at(x, y))
    })
}

fn taken(desk: &mut Desk<'_>, span: Span, message: String, first: Span, text: String) {
    desk.report(
        Diagnostic::new(Code::CellTaken, span, message)
            .label(first, text)
            .help("a cell holds one item and one body: move one of the two"),
    );
}

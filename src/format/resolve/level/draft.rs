//! A level while it is made: things are put down in file order, and looked at once all the terrain is known.
use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;
use std::sync::Arc;

use super::placement::{Ground, Holds, company};
use super::requirements::Census;
use super::rim;
use crate::dungeon::{
    Company, Feature, Footing, ItemId, KindId, Level, Rim, Scatter, Side, Spawn, TileId, builtin,
};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::resolve::map::map_text::Board;
use crate::format::resolve::records::bodies_and_items::BodySpec;
use crate::format::resolve::records::features::{FeatureSpec, PlacedFeature};
use crate::format::resolve::records::route::{cells, walk};
use crate::format::resolve::records::stats::called;
use crate::format::resolve::schema::context::Desk;
use crate::format::resolve::schema::source_map::{LevelPlaces, Origin, Place, Thing};
use crate::format::source::{Span, Spanned};
use crate::space::geometry::{Point, Size};
use crate::space::grid::Grid;

/// A level that is not finished.
#[derive(Debug)]
pub struct Draft {
    /// Terrain so far.
    pub tiles: Grid<TileId>,
    /// What the floor of this level is.
    pub floor: TileId,
    /// Doors, stairs, traps and signs so far, which are no tiles yet; at most one a cell.
    pub fittings: BTreeMap<Point, PlacedFeature>,
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
    pub fitting: Option<Arc<FeatureSpec>>,
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
    pub form: BodySpec,
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

    /// The first hero.
    pub fn hero(&self, desk: &Desk<'_>) -> Option<&Body> {
        let mut bodies = self.bodies.iter();
        bodies.find(|body| desk.tables.kind(body.base).side == Side::Ours)
    }

    /// The fitting at a cell.
    pub fn fitting(&self, p: Point) -> Option<&PlacedFeature> {
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
    pub fn put_fitting(&mut self, desk: &mut Desk<'_>, p: Point, site: PlacedFeature) {
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
        self.census.has_enemies |= !is_hero(body.base);
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
        if desk.customs.company == Company::Alone {
            self.mind_the_company(desk);
        }
        let (items, item_places) = self.take_items(desk, board);
        let (spawns, spawn_places) = self.take_bodies(desk, board);
        let is_ours = |spawn: &Spawn| desk.tables.kind(spawn.kind).side == Side::Ours;
        let mut heroes = spawns.iter().zip(&spawn_places);
        let hero = heroes
            .find(|(spawn, _)| is_ours(spawn))
            .map(|(spawn, place)| (spawn.at, place.span));
        let mut floor_on_rim = match desk.customs.rim {
            Rim::Closed => rim::close(desk, &mut self.tiles, head),
            Rim::Heroless | Rim::Open => Vec::new(),
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
            entrance: hero.map(|(at, _)| at),
            items,
            spawns,
            scatters,
        };
        let places = LevelPlaces {
            head,
            entrance: hero.map(|(_, span)| span),
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

    fn ground<'a>(&'a self, board: &'a Board) -> Ground<'a> {
        Ground {
            board,
            tiles: &self.tiles,
            changed: &self.changed,
        }
    }

    /// S-10: reports monsters on cells with an item of the herd.
    fn mind_the_company(&self, desk: &mut Desk<'_>) {
        for item in &self.items {
            let kind = desk.tables.item(item.id);
            let Some(body) = self.body_at.get(&item.at).map(|nth| &self.bodies[*nth]) else {
                continue;
            };
            let monster = desk.tables.kind(body.form.kind);
            if !kind.herd || monster.side == Side::Ours {
                continue;
            }
            let (name, at) = (&kind.name, item.at);
            let whose = called(monster);
            let (first, text, second) = match item.span < body.span {
                true => (item.span, format!("the {name} lies there"), body.span),
                false => (body.span, format!("{whose} stands there"), item.span),
            };
            let message = format!("expected {whose} and the {name} apart, found both at {at}");
            let finding = Diagnostic::new(Code::CellTaken, second, message);
            desk.report(finding.label(first, text).help(company(name)));
        }
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
        for p in held {
            let solid = match (size.contains_inside_rim(p), desk.customs.rim) {
                (true, _) => builtin::ROCK,
                (false, Rim::Heroless) => builtin::WALL,
                (false, Rim::Closed | Rim::Open) => continue,
            };
            if self.tiles.get(p) == Some(solid) && !self.changed.contains_key(&p) {
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
        let ground = self.ground(board);
        items.retain(|item| ground.can_hold(desk, item.at, item.span, Holds::Item(item.id)));
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
            let ground = self.ground(board);
            // A route from where nobody can stand is no further problem.
            if !ground.can_hold(desk, body.at, body.span, Holds::Body(body.form.kind)) {
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
}

fn taken(desk: &mut Desk<'_>, span: Span, message: String, first: Span, text: String) {
    desk.report(
        Diagnostic::new(Code::CellTaken, span, message)
            .label(first, text)
            .help("a cell holds one item and one body: move one of the two"),
    );
}

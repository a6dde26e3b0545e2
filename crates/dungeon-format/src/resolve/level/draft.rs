//! A level while it is made: things are put down in file order, and looked at once all the terrain is known.
use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;
use std::sync::Arc;

use super::level_draws::LevelDraws;
use super::mark_draws::MarkedDraw;
use super::occupancy::Occupancy;
use super::placement::{DraftTerrain, Occupant, company};
use super::requirements::LevelRequirements;
use super::rim;
use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::records::bodies_and_items::BodySpec;
use crate::resolve::records::boulders::is_floor;
use crate::resolve::records::features::{FeatureSpec, PlacedFeature};
use crate::resolve::records::route::cells;
use crate::resolve::records::stats::{DraftNumbers, kind_name};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::source_map::{CausePlace, LevelSourceMap, Origin, SourceRef};
use crate::source::{Span, Spanned};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    CauseRecord, CellSharing, Fog, ItemId, KindId, Level, MarkedThing, Rim, Scatter, Side, Spawn,
    SpawnOwn, Spread, Stat, Stats, StatsId, TileId, builtin,
};
use dungeon_model::space::geometry::{Point, Size};
use dungeon_model::space::grid::Grid;

/// A level that is not finished.
#[derive(Debug)]
pub struct Draft {
    /// Terrain so far.
    pub tiles: Grid<TileId>,
    /// What the floor of this level is.
    pub floor: TileId,
    /// Doors, stairs, traps and signs so far, which are no tiles yet; at most one a cell.
    pub features: BTreeMap<Point, PlacedFeature>,
    /// Items so far; at most one a cell.
    items: Vec<DraftItem>,
    /// Bodies so far; at most one a cell.
    bodies: Vec<DraftBody>,
    /// The patrols whose records say nothing of a route.
    routeless: Vec<(Point, Span)>,
    /// What the seed will put down.
    pub scatters: Vec<DraftScatter>,
    /// The cells that chance has a say in.
    pub draws: LevelDraws,
    /// What comes of what.
    pub causes: Vec<DraftCause>,
    /// What the level has of what a game needs.
    pub requirements: LevelRequirements,
    item_at: Occupancy,
    body_at: Occupancy,
    /// Records that changed the terrain of a cell.
    changed: HashMap<Point, Span>,
}

/// The steps of work that a cell takes when a game begins whose mark leaves something to chance (docs/format, "Limits"):
/// those of a thing that is scattered.
const STEPS_A_DRAWN_CELL: usize = 100;

/// What the seed will put down.
#[derive(Clone, Debug)]
pub struct DraftScatter {
    /// What, how much and where.
    pub scatter: Scatter,
    /// The feature that it puts down, as long as that is no tile.
    pub feature: Option<Arc<FeatureSpec>>,
    /// Where it is said.
    pub span: Span,
}

/// A cause of a level that is not finished.
#[derive(Clone, Debug)]
pub struct DraftCause {
    /// The cause, as far as it names no feature; it is of no level yet.
    pub record: CauseRecord,
    /// The feature that cells become by its first effect, as long as that is no tile.
    pub into: Option<Arc<FeatureSpec>>,
    /// The name of the monsters that it is about, where it names them so.
    pub named: Option<Spanned<String>>,
    /// Where it is said.
    pub place: CausePlace,
}

/// An item of a level that is not finished.
#[derive(Clone, Copy, Debug)]
pub struct DraftItem {
    /// The cell where the item lies.
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

impl DraftItem {
    /// An item that is drawn or recorded at a place in the text.
    pub fn new(at: Point, (base, id): (ItemId, ItemId), span: Span, origin: Origin) -> DraftItem {
        DraftItem {
            at,
            base,
            id,
            span,
            origin,
            record: (origin == Origin::Added).then_some(span),
        }
    }
}

/// A body of a level that is not finished.
#[derive(Clone, Debug)]
pub struct DraftBody {
    /// The cell where the body stands.
    pub at: Point,
    /// What its glyph stands for.
    pub base: KindId,
    /// What it is with its own numbers.
    pub spec: BodySpec,
    /// The drawn cell, or the record.
    pub span: Span,
    /// Drawn or recorded.
    pub origin: Origin,
    /// The record that describes it, or added it.
    pub record: Option<Span>,
}

impl DraftBody {
    /// A body that is drawn or recorded at a place in the text.
    pub fn new(
        at: Point,
        (base, spec): (KindId, BodySpec),
        span: Span,
        origin: Origin,
    ) -> DraftBody {
        DraftBody {
            at,
            base,
            spec,
            span,
            origin,
            record: (origin == Origin::Added).then_some(span),
        }
    }
}

impl Draft {
    /// A level of this size with the same terrain everywhere, in which such floor is usual.
    pub fn filled(size: Size, ground: TileId, floor: TileId) -> Draft {
        Draft {
            tiles: Grid::filled(size, ground),
            floor,
            features: BTreeMap::new(),
            items: Vec::new(),
            bodies: Vec::new(),
            routeless: Vec::new(),
            scatters: Vec::new(),
            draws: LevelDraws::default(),
            causes: Vec::new(),
            requirements: LevelRequirements::default(),
            item_at: Occupancy::new(size),
            body_at: Occupancy::new(size),
            changed: HashMap::new(),
        }
    }

    /// The item at a cell, to describe it.
    pub fn item_mut(&mut self, p: Point) -> Option<&mut DraftItem> {
        let nth = self.item_at.find(p, &self.items, |item| item.at)?;
        self.items.get_mut(nth)
    }

    /// The body at a cell, to describe it.
    pub fn body_mut(&mut self, p: Point) -> Option<&mut DraftBody> {
        let nth = self.body_at.find(p, &self.bodies, |body| body.at)?;
        self.bodies.get_mut(nth)
    }

    /// Takes every body for one whose record says its route, where a record that could not be read may have said one.
    pub fn excuse_routeless(&mut self) {
        let bodies = self.bodies.iter_mut();
        bodies.for_each(|body| body.spec.says_route = true);
    }

    /// How many items and bodies there are.
    pub fn count_things(&self) -> usize {
        self.items.len() + self.bodies.len() + self.draws.cells().count()
    }

    /// The first hero.
    pub fn hero(&self, cx: &Context<'_>) -> Option<&DraftBody> {
        let mut bodies = self.bodies.iter();
        bodies.find(|body| cx.tables.kind(body.base).side == Side::Ours)
    }

    /// The feature at a cell.
    pub fn feature(&self, p: Point) -> Option<&PlacedFeature> {
        self.features.get(&p)
    }

    /// Changes the terrain of a cell, as a record says.
    pub fn change(&mut self, p: Point, tile: TileId, record: Span) {
        self.tiles.set(p, tile);
        self.features.remove(&p);
        self.changed.insert(p, record);
    }

    /// The floor that something built into a cell lies in: what is there if it is floor, else what is usual.
    pub fn floor_at(&self, cx: &Context<'_>, p: Point) -> TileId {
        let drawn = self.tiles.get(p);
        let floor = drawn.filter(|tile| is_floor(cx.tables.tile(*tile)));
        floor.unwrap_or(self.floor)
    }

    /// Builds a feature into a cell; what was there is gone.
    pub fn put_feature(&mut self, cx: &mut Context<'_>, p: Point, feature: PlacedFeature) {
        if !cx.admits(1, feature.record.unwrap_or(feature.place.span)) {
            return;
        }
        self.tiles.set(p, feature.floor);
        if let Some(record) = feature
            .record
            .filter(|_| feature.place.origin == Origin::Added)
        {
            self.changed.insert(p, record);
        }
        self.features.insert(p, feature);
    }

    /// Puts an item down, or reports that one lies there.
    pub fn put_item(&mut self, cx: &mut Context<'_>, item: DraftItem) {
        if !cx.admits(1, item.span) {
            return;
        }
        self.requirements.has_collectables |= cx.tables.item(item.id).collectable;
        if let Some(first) = self.item_mut(item.at).map(|first| *first) {
            let message = format!("expected a cell without an item, found {} taken", item.at);
            let text = format!(
                "{} lies there",
                with_article(&cx.tables.item(first.id).name)
            );
            taken(cx, item.span, message, first.span, text);
            return;
        }
        self.item_at.insert(item.at);
        self.items.push(item);
    }

    /// Puts a mark down that chance has a say in; `group` gives the marks whose meanings it may take.
    pub fn put_mark(
        &mut self,
        cx: &mut Context<'_>,
        mark: (char, Point, Span),
        group: impl FnOnce() -> Vec<(char, Vec<MarkedDraw>)>,
    ) {
        if cx.admits(1, mark.2) && cx.admits_work(STEPS_A_DRAWN_CELL, mark.2) {
            let before = [self.items.len(), self.bodies.len()];
            self.draws.put(cx, mark, before, self.floor, group);
        }
    }

    /// Whether something stands or lies at a cell, or something is built into it.
    pub fn is_taken(&mut self, p: Point) -> bool {
        self.item_mut(p).is_some() || self.body_mut(p).is_some() || self.feature(p).is_some()
    }

    /// Counts what chance puts down in every game, once everything is read, and what it may leave out.
    pub fn count_draws(&mut self, cx: &Context<'_>) {
        let is_item = |thing: &MarkedThing| matches!(thing, MarkedThing::Item(item) if cx.tables.item(*item).collectable);
        let is_body = |thing: &MarkedThing| matches!(thing, MarkedThing::Body(_));
        let chance = self.draws.chance();
        self.requirements.has_collectables |= chance.always_puts(is_item);
        self.requirements.has_enemies |= chance.always_puts(is_body);
        self.requirements.may_have_collectables |= chance.things().any(is_item);
        self.requirements.may_have_enemies |= chance.things().any(is_body);
    }

    /// Puts a body down, or reports that one stands there.
    pub fn put_body(&mut self, cx: &mut Context<'_>, body: DraftBody) {
        if !cx.admits(1, body.span) {
            return;
        }
        let is_hero = |base: KindId| cx.tables.kind(base).side == Side::Ours;
        self.requirements.has_enemies |= !is_hero(body.base);
        let first = self.body_mut(body.at);
        let first = first.map(|first| (first.base, first.spec.kind, first.span));
        // A hero on a hero's cell is one problem, not a second hero as well.
        let is_reported = first.is_some_and(|(base, ..)| is_hero(base));
        if is_hero(body.base) && !is_reported {
            self.requirements.count_heroes(1, body.span);
        }
        if let Some((_, kind, span)) = first {
            let message = format!("expected a cell without a body, found {} taken", body.at);
            let text = format!("{} stands there", kind_name(cx.tables.kind(kind)));
            taken(cx, body.span, message, span, text);
            return;
        }
        self.body_at.insert(body.at);
        self.bodies.push(body);
    }

    /// The finished level and its places in the text. What stands where it cannot is reported and left out; the rim is
    /// closed where the game wants that (E-1).
    pub fn finish(
        mut self,
        cx: &mut Context<'_>,
        name: String,
        head: Span,
        map: &LevelMap,
    ) -> (Level, LevelSourceMap) {
        let mut rim_held = self.rim_held(map);
        if map.generator.is_some() {
            self.clear_occupied_cells(cx);
        }
        if cx.game.sharing == CellSharing::Alone {
            self.check_sharing(cx);
        }
        let (items, item_places) = self.take_items(cx, map);
        let mut stats = StatsTable::default();
        let (spawns, spawn_places) = self.take_bodies(cx, map, &mut stats);
        let draws = mem::take(&mut self.draws);
        let draws = draws.finish(cx, &self.ground(map), head, |own| stats.number(own));
        let (chance, drawn) = draws.unzip();
        stats.all.shrink_to_fit();
        let is_ours = |spawn: &Spawn| cx.tables.kind(spawn.kind).side == Side::Ours;
        let mut heroes = spawns.iter().zip(&spawn_places);
        let hero = heroes.find(|(spawn, _)| is_ours(spawn));
        let hero = hero.map(|(spawn, place)| (spawn.at, place.span));
        let drawn_cells = chance.iter().flat_map(|chance| &chance.cells);
        let closed = drawn_cells.filter(|cell| cell.is_closed);
        rim_held.extend(closed.map(|cell| cell.at));
        let mut floor_on_rim = self.close_rim(cx, head, map);
        floor_on_rim.retain(|p| !rim_held.contains(p));
        let scatters = self.scatters.into_iter();
        let scatters = scatters.map(|scattered| (scattered.scatter, scattered.span));
        let (scatters, scatter_places) = scatters.unzip();
        let features = self.features.into_iter();
        let level = Level {
            name,
            fog: Fog::default(),
            is_dark: false,
            tempo: None,
            tiles: self.tiles,
            generator: map.generator,
            vaults: map.vaults,
            entrance: hero.map(|(at, _)| at),
            items,
            spawns,
            stats: stats.all,
            spreads: stats.spreads,
            scatters,
            chance,
        };
        let places = LevelSourceMap {
            head,
            entrance: hero.map(|(_, span)| span),
            rows: map.rows.clone(),
            items: item_places,
            spawns: spawn_places,
            scatters: scatter_places,
            features: features.map(|(p, feature)| (p, feature.place)).collect(),
            floor_on_rim,
            routeless: self.routeless,
            drawn,
            map: map.integrity,
        };
        (level, places)
    }

    /// The cells of the rim with something on them: that is one problem, and the floor under it is none.
    fn rim_held(&self, map: &LevelMap) -> HashSet<Point> {
        let held = self.items.iter().map(|item| item.at);
        let held = held.chain(self.bodies.iter().map(|body| body.at));
        held.filter(|p| !map.size.contains_inside_rim(*p)).collect()
    }

    /// Closes the rim where the game wants that (E-1); the cells of it that were drawn as floor.
    fn close_rim(&mut self, cx: &mut Context<'_>, head: Span, map: &LevelMap) -> Vec<Point> {
        match map.rim(cx) {
            Rim::Closed => {
                let changed = |p: Point| self.changed.get(&p).copied();
                let drawn = |cx: &Context<'_>, p| map.rows.cell(cx.source, p);
                let place = |cx: &Context<'_>, p| changed(p).or_else(|| drawn(cx, p));
                rim::close(cx, &mut self.tiles, head, place)
            }
            Rim::Heroless | Rim::Open => Vec::new(),
        }
    }

    fn ground<'a>(&'a self, map: &'a LevelMap) -> DraftTerrain<'a> {
        DraftTerrain {
            map,
            tiles: &self.tiles,
            changed: &self.changed,
        }
    }

    /// S-10: reports monsters on cells with an item of the herd.
    fn check_sharing(&mut self, cx: &mut Context<'_>) {
        let bodies = &self.bodies;
        for item in &self.items {
            let kind = cx.tables.item(item.id);
            let Some(nth) = self.body_at.find(item.at, bodies, |body| body.at) else {
                continue;
            };
            let body = &bodies[nth];
            let monster = cx.tables.kind(body.spec.kind);
            if !kind.herd || monster.side == Side::Ours {
                continue;
            }
            let (name, at) = (with_article(&kind.name), item.at);
            let whose = kind_name(monster);
            let (first, text, second) = if item.span < body.span {
                (item.span, format!("{name} lies there"), body.span)
            } else {
                (body.span, format!("{whose} stands there"), item.span)
            };
            let message = format!("expected {whose} and {name} apart, found both at {at}");
            let finding = Diagnostic::new(Code::CellTaken, second, message);
            cx.report(finding.label(first, text).help(company(&kind.name)));
        }
    }

    /// On a map that is yet to be made there will be floor under whatever stands there, and along routes.
    fn clear_occupied_cells(&mut self, cx: &Context<'_>) {
        let size = self.tiles.size();
        let mut held: Vec<Point> = self.items.iter().map(|item| item.at).collect();
        held.extend(self.draws.cells());
        for body in &self.bodies {
            held.push(body.at);
            let route = body.spec.route.as_deref();
            held.extend(
                route
                    .into_iter()
                    .flat_map(|route| cells(route, body.at, cx.limits.route)),
            );
        }
        for p in held {
            let solid = match (size.contains_inside_rim(p), cx.game.rim) {
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
        cx: &mut Context<'_>,
        map: &LevelMap,
    ) -> (Vec<(Point, ItemId)>, Vec<SourceRef>) {
        let mut items = mem::take(&mut self.items);
        let ground = self.ground(map);
        items.retain(|item| ground.can_hold(cx, item.at, item.span, Occupant::Item(item.id)));
        let place = |item: &DraftItem| SourceRef {
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

    /// The bodies that can stand where they are, with their routes and their numbers; the others are reported.
    fn take_bodies(
        &mut self,
        cx: &mut Context<'_>,
        map: &LevelMap,
        numbers: &mut StatsTable,
    ) -> (Vec<Spawn>, Vec<SourceRef>) {
        let bodies = mem::take(&mut self.bodies);
        let mut spawns = Vec::with_capacity(bodies.len());
        let mut places = Vec::with_capacity(bodies.len());
        for body in bodies {
            let start = Spanned::new(body.at, body.span);
            let route = body.spec.route.as_deref();
            let through = cx.tables.kind(body.spec.kind).through;
            let ground = self.ground(map);
            // A route from where the body cannot stand is no further problem.
            if !ground.can_hold(cx, body.at, body.span, Occupant::Body(body.spec.kind)) {
                continue;
            }
            let route = route.and_then(|route| self.draws.walk(cx, through, &ground, start, route));
            if body.base == builtin::PATROL && !body.spec.says_route {
                self.routeless.push((body.at, body.span));
            }
            let says = body.spec.says;
            let has_own = route.is_some() || says.is_some();
            spawns.push(Spawn {
                at: body.at,
                stats: numbers.number(body.spec.numbers),
                kind: body.spec.kind,
                own: has_own.then(|| Box::new(SpawnOwn { route, says })),
            });
            places.push(SourceRef {
                span: body.span,
                origin: body.origin,
                thing: Thing::Body(body.base),
            });
        }
        (spawns, places)
    }
}

/// The numbers of a level's bodies, each once.
#[derive(Debug, Default)]
struct StatsTable {
    all: Vec<Stats>,
    /// As long as the last number that has a spread.
    spreads: Vec<Spread>,
    ids: BTreeMap<([i32; Stat::COUNT], [u32; Stat::COUNT]), StatsId>, // few as a rule, and found sooner than by a keyed hash
}

impl StatsTable {
    fn number(&mut self, DraftNumbers { least, spread }: DraftNumbers) -> StatsId {
        let next = StatsId::of(self.all.len());
        *self.ids.entry((least.0, spread.0)).or_insert_with(|| {
            if !spread.is_none() {
                self.spreads.resize(self.all.len(), Spread::default());
                self.spreads.push(spread);
            }
            self.all.push(least);
            next
        })
    }
}

fn taken(cx: &mut Context<'_>, span: Span, message: String, first: Span, text: String) {
    let twin = cx.source.twin(first, span);
    cx.report(
        Diagnostic::new(Code::CellTaken, span, message)
            .label(first, text)
            .help(match twin {
                Some(_) => "both records say the same: delete one of them",
                None => "a cell holds one item and one body: move one of the two",
            })
            .fix_if(twin.map(|line| (line, String::new()))),
    );
}

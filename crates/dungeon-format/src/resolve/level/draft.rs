//! A draft of a level: things are placed in file order. Their cells are checked once all terrain is known.
use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;
use std::sync::Arc;

use super::choices::DraftChoices;
use super::layer::{DraftLayer, DraftThing};
use super::level_draws::{LevelDraws, MarkGroup};
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
use crate::syntax::KeyValue;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    CauseRecord, CellSharing, ItemId, KindId, Level, MarkedThing, Rim, Scatter, Side, Spawn,
    SpawnOwn, Spread, Stat, Stats, StatsId, TileId, builtin,
};
use dungeon_model::space::geometry::{Point, Size};
use dungeon_model::space::grid::Grid;

/// A level that is not finished.
#[derive(Debug)]
pub struct Draft {
    /// Terrain so far.
    pub tiles: Grid<TileId>,
    /// The usual floor of the level.
    pub floor: TileId,
    /// Doors, stairs, traps and signs so far, before they become tiles; at most one per cell.
    pub features: BTreeMap<Point, PlacedFeature>,
    /// Items so far.
    pub items: DraftLayer<ItemId>,
    /// Bodies so far.
    pub bodies: DraftLayer<BodySpec>,
    /// The patrols without a route in their records.
    routeless: Vec<(Point, Span)>,
    /// The scatters of the level.
    pub scatters: Vec<DraftScatter>,
    /// The cells that chance decides.
    pub draws: LevelDraws,
    /// The choices between items (`choose=`).
    pub choices: DraftChoices,
    /// The causes of the level.
    pub causes: Vec<DraftCause>,
    /// The things of the level that the game requires.
    pub requirements: LevelRequirements,
    /// For each cell whose terrain a record changed, the place of that record in the text.
    changed: HashMap<Point, Span>,
}

/// The steps of work for a cell that chance decides at the start of a game (docs/format, "Limits"). A scattered thing
/// costs the same.
const STEPS_A_DRAWN_CELL: usize = 100;

/// A scatter of an unfinished level, which the seed places.
#[derive(Clone, Debug)]
pub struct DraftScatter {
    /// The thing, the amount and the region.
    pub scatter: Scatter,
    /// The scattered door, stairs, trap or sign; `None` once it has become a tile.
    pub feature: Option<Arc<FeatureSpec>>,
    /// The place in the text.
    pub span: Span,
}

/// A cause of an unfinished level.
#[derive(Clone, Debug)]
pub struct DraftCause {
    /// The cause. Its level, and the feature that it puts on cells, are set later.
    pub record: CauseRecord,
    /// The door, stairs, trap or sign that the first effect puts on cells; `None` once it has become a tile.
    pub into: Option<Arc<FeatureSpec>>,
    /// The name of the cause's monsters, if the cause gives a name instead of a glyph.
    pub named: Option<Spanned<String>>,
    /// The level of the event, if the cause names one.
    pub far: Option<FarEvent>,
    /// The place in the text.
    pub place: CausePlace,
}

/// The event of a cause on another level, which is looked up once all levels are read.
#[derive(Clone, Debug)]
pub struct FarEvent {
    /// The name of the level.
    pub level: Spanned<String>,
    /// The key that names the event's cells; `None` for an event without cells.
    pub cells: Option<KeyValue>,
}

impl Draft {
    /// Makes a level with the same terrain everywhere; `floor` is its usual floor.
    pub fn filled(size: Size, ground: TileId, floor: TileId) -> Draft {
        Draft {
            tiles: Grid::filled(size, ground),
            floor,
            features: BTreeMap::new(),
            items: DraftLayer::new(size),
            bodies: DraftLayer::new(size),
            routeless: Vec::new(),
            scatters: Vec::new(),
            draws: LevelDraws::default(),
            choices: DraftChoices::default(),
            causes: Vec::new(),
            requirements: LevelRequirements::default(),
            changed: HashMap::new(),
        }
    }

    /// Marks all bodies as having a route, so that none is reported as lacking one: an unreadable record may give it.
    pub fn excuse_routeless(&mut self) {
        let bodies = self.bodies.things.iter_mut();
        bodies.for_each(|body| body.what.says_route = true);
    }

    /// Counts the items, the bodies, and the cells whose contents chance decides.
    pub fn count_things(&self) -> usize {
        self.items.things.len() + self.bodies.things.len() + self.draws.cells().count()
    }

    /// Returns the first hero that is drawn or placed; `None` without a hero.
    pub fn hero(&self, cx: &Context<'_>) -> Option<&DraftThing<BodySpec>> {
        let mut bodies = self.bodies.things.iter();
        bodies.find(|body| cx.tables.kind(body.what.kind).side == Side::Ours)
    }

    /// Returns the feature at a cell.
    pub fn feature(&self, p: Point) -> Option<&PlacedFeature> {
        self.features.get(&p)
    }

    /// Sets the terrain of a cell as a record describes it.
    pub fn change(&mut self, p: Point, tile: TileId, record: Span) {
        self.tiles.set(p, tile);
        self.features.remove(&p);
        self.changed.insert(p, record);
    }

    /// Returns the floor for the cell of a feature: the floor that is drawn there, or else the usual floor of the
    /// level.
    pub fn floor_at(&self, cx: &Context<'_>, p: Point) -> TileId {
        let drawn = self.tiles.get(p);
        let floor = drawn.filter(|tile| is_floor(cx.tables.tile(*tile)));
        floor.unwrap_or(self.floor)
    }

    /// Puts a feature on a cell, and replaces the terrain there.
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

    /// Places an item. Reports a cell that already has one.
    pub fn put_item(&mut self, cx: &mut Context<'_>, item: DraftThing<ItemId>) {
        if !cx.admits(1, item.place.span) {
            return;
        }
        self.requirements.has_collectables |= cx.tables.item(item.what).collectable;
        if let Some(first) = self.items.at(item.at) {
            let message = format!("expected a cell without an item, found one at {}", item.at);
            let name = with_article(&cx.tables.item(first.what).name);
            let text = format!("{name} lies there");
            taken(cx, item.place.span, message, first.place.span, text);
        } else {
            self.items.insert(item);
        }
    }

    /// Places a mark whose contents chance decides. `groups` returns the marks that `LevelDraws::put` needs.
    pub fn put_mark(
        &mut self,
        cx: &mut Context<'_>,
        mark: (char, Point, Span),
        groups: impl FnOnce(&dyn Fn(char) -> bool) -> Vec<MarkGroup>,
    ) {
        if cx.admits(1, mark.2) && cx.admits_work(STEPS_A_DRAWN_CELL, mark.2) {
            let before = [self.items.things.len(), self.bodies.things.len()];
            self.draws.put(cx, mark, before, self.floor, groups);
        }
    }

    /// Whether a cell has an item, a body or a feature.
    pub fn is_taken(&mut self, p: Point) -> bool {
        self.items.at(p).is_some() || self.bodies.at(p).is_some() || self.feature(p).is_some()
    }

    /// Counts the items to collect and the monsters that marks place by chance. Only a thing that is placed in every
    /// game meets a requirement of the game.
    pub fn count_draws(&mut self, cx: &Context<'_>) {
        let is_item = |thing: &MarkedThing| matches!(thing, MarkedThing::Item(item) if cx.tables.item(*item).collectable);
        let is_body = |thing: &MarkedThing| matches!(thing, MarkedThing::Body(_));
        let chance = self.draws.chance();
        self.requirements.has_collectables |= chance.always_puts(is_item);
        self.requirements.has_enemies |= chance.always_puts(is_body);
        self.requirements.may_have_collectables |= chance.things().any(is_item);
        self.requirements.may_have_enemies |= chance.things().any(is_body);
    }

    /// Places a body. Reports a cell that already has one.
    pub fn put_body(&mut self, cx: &mut Context<'_>, body: DraftThing<BodySpec>) {
        let span = body.place.span;
        if !cx.admits(1, span) {
            return;
        }
        let is_hero = |kind: KindId| cx.tables.kind(kind).side == Side::Ours;
        self.requirements.has_enemies |= !is_hero(body.what.kind);
        let first = self.bodies.at(body.at);
        let first = first.map(|first| (first.what.kind, first.place.span));
        // A second hero on the cell of the first is reported below as a second body on the cell; do not also count it
        // as a second hero.
        let is_reported = first.is_some_and(|(kind, _)| is_hero(kind));
        if is_hero(body.what.kind) && !is_reported {
            self.requirements.count_heroes(1, span);
        }
        if let Some((kind, first)) = first {
            let message = format!("expected a cell without a body, found one at {}", body.at);
            let text = format!("{} stands there", kind_name(cx.tables.kind(kind)));
            taken(cx, span, message, first, text);
        } else {
            self.bodies.insert(body);
        }
    }

    /// Finishes the level, and returns it with its places in the text. Reports and removes things on cells that cannot
    /// hold them, and makes the outermost ring impassable in games where bodies cannot stand there (E-1).
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
            generator: map.generator,
            vaults: map.vaults,
            entrance: hero.map(|(at, _)| at),
            items,
            spawns,
            stats: stats.all,
            spreads: stats.spreads,
            choices: self.choices.finish(),
            scatters,
            chance,
            ..Level::new(name, self.tiles)
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

    /// Returns the cells of the outermost ring with things on them. Floor on these cells gets no finding of its own.
    fn rim_held(&self, map: &LevelMap) -> HashSet<Point> {
        let held = self.items.things.iter().map(|item| item.at);
        let held = held.chain(self.bodies.things.iter().map(|body| body.at));
        held.filter(|p| !map.size.contains_inside_rim(*p)).collect()
    }

    /// Makes the outermost ring impassable in games where bodies cannot stand there (E-1). Returns the cells of the
    /// ring that were drawn as floor.
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

    /// Reports monsters that share a cell with an item of the herd, which monsters eat (S-10).
    fn check_sharing(&mut self, cx: &mut Context<'_>) {
        for item in &self.items.things {
            let kind = cx.tables.item(item.what);
            let Some(body) = self.bodies.at(item.at) else {
                continue;
            };
            let monster = cx.tables.kind(body.what.kind);
            if !kind.herd || monster.side == Side::Ours {
                continue;
            }
            let (name, at) = (with_article(&kind.name), item.at);
            let whose = kind_name(monster);
            let (item, body) = (item.place.span, body.place.span);
            let (first, text, second) = if item < body {
                (item, format!("{name} lies there"), body)
            } else {
                (body, format!("{whose} stands there"), item)
            };
            let message = format!("expected {whose} and {name} apart, found both at {at}");
            let finding = Diagnostic::new(Code::CellTaken, second, message);
            cx.report(finding.label(first, text).help(company(&kind.name)));
        }
    }

    /// Puts floor under things and along routes, on a map whose other cells are generated later.
    fn clear_occupied_cells(&mut self, cx: &Context<'_>) {
        let size = self.tiles.size();
        let mut held: Vec<Point> = self.items.things.iter().map(|item| item.at).collect();
        held.extend(self.draws.cells());
        for body in &self.bodies.things {
            held.push(body.at);
            let route = body.what.route.as_deref();
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

    /// Takes the items that can lie on their cells, and reports all other items.
    fn take_items(
        &mut self,
        cx: &mut Context<'_>,
        map: &LevelMap,
    ) -> (Vec<(Point, ItemId)>, Vec<SourceRef>) {
        let mut items = mem::take(&mut self.items.things);
        let ground = self.ground(map);
        items.retain(|item| {
            ground.can_hold(cx, item.at, item.place.span, Occupant::Item(item.what))
        });
        let items = items.iter();
        items.map(|item| ((item.at, item.what), item.place)).unzip()
    }

    /// Takes the bodies that can stand on their cells, with their routes and stats, and reports all other bodies.
    fn take_bodies(
        &mut self,
        cx: &mut Context<'_>,
        map: &LevelMap,
        numbers: &mut StatsTable,
    ) -> (Vec<Spawn>, Vec<SourceRef>) {
        let bodies = mem::take(&mut self.bodies.things);
        let mut spawns = Vec::with_capacity(bodies.len());
        let mut places = Vec::with_capacity(bodies.len());
        for DraftThing {
            at, what, place, ..
        } in bodies
        {
            let start = Spanned::new(at, place.span);
            let through = cx.tables.kind(what.kind).through;
            let ground = self.ground(map);
            // Do not check the route of a misplaced body, which has its own finding.
            if !ground.can_hold(cx, at, place.span, Occupant::Body(what.kind)) {
                continue;
            }
            let route = what.route.as_deref();
            let route = route.and_then(|route| self.draws.walk(cx, through, &ground, start, route));
            if place.thing == Thing::Body(builtin::PATROL) && !what.says_route {
                self.routeless.push((at, place.span));
            }
            let says = what.says;
            let has_own = route.is_some() || says.is_some();
            spawns.push(Spawn {
                at,
                stats: numbers.number(what.numbers),
                kind: what.kind,
                own: has_own.then(|| Box::new(SpawnOwn { route, says })),
            });
            places.push(place);
        }
        (spawns, places)
    }
}

/// The stats of a level's bodies, without duplicates.
#[derive(Debug, Default)]
struct StatsTable {
    all: Vec<Stats>,
    /// What the seed may add to each stat (its spread), by `StatsId`. Ends with the last spread that is not 0.
    spreads: Vec<Spread>,
    ids: BTreeMap<([i32; Stat::COUNT], [u32; Stat::COUNT]), StatsId>, // faster than a keyed hash for few entries
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
                Some(_) => "both records are the same: delete one of them",
                None => "a cell holds one item and one body: move one of the two",
            })
            .fix_if(twin.map(|line| (line, String::new()))),
    );
}

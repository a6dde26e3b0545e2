//! `vault "name" …`: its keys, its map, and what its marks and records put there (docs/format, "Vaults").
use std::mem;

use super::draft::Draft;
use super::modern_level::{LevelText, UnlinkedLevel, own_records, read_onto, slashes, the_map};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{DEPTH, FLIP, KeySpec, RecordKind, TURN, WEIGHT};
use crate::resolve::map::map_text::MapExtent;
use crate::resolve::records::features::{FeatureData, FeatureSpec, note_lock};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::resolve::schema::glyphs::GlyphTable;
use crate::resolve::schema::ranges::points;
use crate::resolve::schema::source_map::LevelSourceMap;
use crate::resolve::schema::unknowns::Unknowns;
use crate::source::{Span, Spanned};
use crate::syntax::{Head, Integrity, Map, MapForm, Record, Statement};
use dungeon_model::dungeon::game_profile::FeatureKind;
use dungeon_model::dungeon::grammar::nouns::with_determiner;
use dungeon_model::dungeon::vault::{WAYS_OUT, way_out};
use dungeon_model::dungeon::{Harm, LockId, TileId, Vault, builtin};
use dungeon_model::space::geometry::{Direction, Directions, Point, Region, at};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::narrow::count;

/// The last level that there may be.
const DEEPEST: u32 = 64;

/// A vault that is read, before its features are tiles.
#[derive(Debug)]
pub struct UnbuiltVault {
    head: Span,
    name: String,
    keys: VaultKeys,
    /// What stands there, on its map.
    pub read: UnlinkedLevel,
}

/// What the line of a vault says of it.
#[derive(Clone, Copy, Debug)]
struct VaultKeys {
    weight: u32,
    depth: (u32, u32),
    /// Whether it may be mirrored, with the key that says so.
    flips: Option<Span>,
    /// Whether it may be turned, with the key that says so.
    turns: Option<Span>,
}

impl UnbuiltVault {
    /// Whether it may be on the level of this number, counted from 0.
    pub fn is_of_depth(&self, level: usize) -> bool {
        let (first, last) = self.keys.depth;
        (first as usize..=last as usize).contains(&(level + 1))
    }
}

/// The vault that a text means, in a file of so many levels; none without a usable map.
pub fn read_vault(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    text: &LevelText<'_>,
    levels: usize,
    unknowns: Unknowns,
) -> Option<UnbuiltVault> {
    let keys = match text.statements.first() {
        Some(Statement::Record(line)) => vault_keys(cx, line),
        _ => return None,
    };
    let (first, last) = keys.depth;
    (cx.level, cx.deepest) = (first, last.min(count(levels)));
    let records = own_records(cx, text);
    let is_scatter = |record: &&Record| matches!(record.head.value, Head::Scatter(_));
    let (scatters, records): (Vec<&Record>, Vec<&Record>) =
        records.into_iter().partition(is_scatter);
    for scatter in scatters {
        let message = "expected only what stands at a place in a vault, found a scatter";
        let finding = Diagnostic::new(Code::BadVault, scatter.head.span, message);
        cx.report(finding.help("draw it, or write a record with its place"));
    }
    let mut statements = text.statements.iter();
    let is_drawn = statements.all(|statement| match statement {
        Statement::Map(map) => is_drawn(cx, map),
        Statement::Record(_) => true,
    });
    let mut map = is_drawn.then(|| the_map(cx, text, unknowns, slashes(glyphs, &records)))??;
    map.extent = MapExtent::Vault;
    let read = read_onto(cx, glyphs, text.head, map, &records, unknowns);
    Some(UnbuiltVault {
        head: text.head,
        name: text.name.clone(),
        keys,
        read,
    })
}

/// Reports a vault's map that is not drawn; whether it is.
fn is_drawn(cx: &mut Context<'_>, map: &Map) -> bool {
    if matches!(map.form, MapForm::Drawn(_)) {
        return true;
    }
    let message = "expected a drawn map in a vault, found another one";
    let finding = Diagnostic::new(Code::BadVault, map.head, message);
    cx.report(finding.help("draw it between a line `map` and a line `end`"));
    false
}

fn vault_keys(cx: &mut Context<'_>, line: &Record) -> VaultKeys {
    let mut fields = Fields::new(cx, RecordKind::Vault, line);
    fields.text();
    let weight = fields.whole(cx, &WEIGHT);
    let depth = points(cx, &mut fields, &DEPTH).map(|depth| depth.value);
    let mut place_of = |key: &'static KeySpec| {
        let place = fields.place_of(key);
        fields.yes(cx, key).filter(|yes| yes.value).and(place)
    };
    let (flips, turns) = (place_of(&FLIP), place_of(&TURN));
    fields.finish(cx, "a vault");
    VaultKeys {
        weight: weight.map_or(1, |weight| weight.value),
        depth: depth.unwrap_or((1, DEEPEST)),
        flips,
        turns,
    }
}

/// The finished vault, its places in the text and the locks of its doors, each with the place that names it; none for a
/// drawing of which nothing is left.
pub fn build_vault(
    cx: &mut Context<'_>,
    unbuilt: UnbuiltVault,
) -> Option<(Vault, LevelSourceMap, Vec<Spanned<LockId>>)> {
    let UnbuiltVault {
        head,
        name,
        keys,
        read,
    } = unbuilt;
    let (map, mut draft) = (read.map, read.draft);
    if let Some(hero) = draft.requirements.heroes.first() {
        let message = "expected nobody of the player's in a vault, found a hero";
        let finding = Diagnostic::new(Code::BadVault, *hero, message);
        cx.report(finding.help("put the hero on a level"));
    }
    let (locks, chance_doors) = build_features(cx, &mut draft);
    let doors = doors(&draft);
    let (level, places) = draft.finish(cx, name, head, &map);
    let tiles = parts(&level.tiles);
    let within = extent(&tiles)?;
    let entries = doors.into_iter();
    let entries = entries.filter_map(|p| Some((p, way_out(&tiles, p)?)));
    let entries: Vec<(Point, Direction)> = entries.collect();
    let is_read = map.integrity == Integrity::Whole && read.unknowns == Unknowns::default();
    if entries.is_empty() && chance_doors.is_empty() && is_read {
        let message = "expected a door at the rim of the vault, by which one comes in, found none";
        let finding = Diagnostic::new(Code::BadVault, head, message);
        cx.report(finding.help("draw a `+` in its outer wall"));
    }
    let vault = Vault {
        name: level.name,
        weight: keys.weight,
        depth: keys.depth,
        flips: keys.flips.is_some(),
        turns: keys.turns.is_some(),
        tiles,
        within,
        entries,
        items: level.items,
        spawns: level.spawns,
        stats: level.stats,
        spreads: level.spreads,
        chance: level.chance,
        chance_doors,
    };
    if let Some(key) = keys.flips.or(keys.turns) {
        refuse_one_way(cx, &vault, head, key);
    }
    Some((vault, places, locks))
}

/// Reports a vault that may be mirrored or turned and has terrain that is entered in some directions alone: which these are
/// is said of the terrain, wherever it lies.
fn refuse_one_way(cx: &mut Context<'_>, vault: &Vault, head: Span, key: Span) {
    let mut tiles = vault.all_tiles();
    if let Some(tile) = tiles.find(|tile| cx.tables.tile(*tile).enter() != Directions::ALL) {
        let name = with_determiner("its", &cx.tables.tile(tile).name);
        let message = format!(
            "expected a vault that lies as it is drawn, since {name} is entered in some directions alone"
        );
        let finding = Diagnostic::new(Code::BadVault, head, message);
        let deletion = cx.source.deletion(key);
        cx.report(
            finding
                .help("leave `flip=` and `turn=` out")
                .fix(deletion, ""),
        );
    }
}

/// Makes tiles of a vault's doors, traps and signs; what can stand in no vault is reported and left out. Returns the
/// locks of its doors, each with the place that names it, and the tiles of those that chance may put down.
fn build_features(cx: &mut Context<'_>, draft: &mut Draft) -> (Vec<Spanned<LockId>>, Vec<TileId>) {
    let mut locks = Vec::new();
    for (p, feature) in mem::take(&mut draft.features) {
        let span = feature.place.span;
        if is_unfit(cx, &feature.spec, span) {
            continue;
        }
        note_lock(&mut locks, &feature.spec);
        let tile = feature.spec.tile(cx, feature.floor, None, span);
        draft.tiles.set(p, tile);
        draft.features.insert(p, feature);
    }
    let (mut draws, mut doors) = (mem::take(&mut draft.draws), Vec::new());
    draws.link(cx, |cx, feature, span| {
        if is_unfit(cx, feature, span) {
            return None;
        }
        note_lock(&mut locks, feature);
        let tile = feature.tile(cx, draft.floor, None, span);
        if is_door(feature.kind) {
            doors.push(tile);
        }
        Some(tile)
    });
    draft.draws = draws;
    (locks, doors)
}

/// Whether a feature can stand in no vault, which is reported.
fn is_unfit(cx: &mut Context<'_>, feature: &FeatureSpec, span: Span) -> bool {
    let unfit = unfit(feature);
    if let Some((message, help)) = unfit {
        cx.report_once(Diagnostic::new(Code::BadVault, span, message).help(help));
    }
    unfit.is_some()
}

/// Why a feature can stand in no vault, and the mend.
fn unfit(feature: &FeatureSpec) -> Option<(&'static str, &'static str)> {
    match &feature.data {
        FeatureData::Stairs(_) => Some((
            "expected no stairs in a vault, found some",
            "put them on a level, by a record or a scatter",
        )),
        FeatureData::Trap(trap) if matches!(trap.harm, Harm::Teleport(Some(_))) => Some((
            "expected a teleport that leads anywhere in a vault, found one with `to=`",
            "leave `to=` out: where that cell will be, nobody knows",
        )),
        _ => None,
    }
}

fn is_door(kind: FeatureKind) -> bool {
    matches!(kind, FeatureKind::Door | FeatureKind::OpenDoor)
}

/// The doors of a vault, open ones too.
fn doors(draft: &Draft) -> Vec<Point> {
    let features = draft.features.iter();
    let doors = features.filter(|(_, feature)| is_door(feature.spec.kind));
    doors.map(|(p, _)| *p).collect()
}

/// The terrain of a vault: none where the rock of the drawing hangs together with what is outside of it.
fn parts(tiles: &Grid<TileId>) -> Grid<Option<TileId>> {
    let size = tiles.size();
    let mut parts = Grid::filled(size, None);
    for (part, tile) in parts.cells_mut().iter_mut().zip(tiles.cells()) {
        *part = Some(*tile);
    }
    let mut outside: Vec<Point> = size.rim().collect();
    while let Some(p) = outside.pop() {
        if parts.get(p) == Some(Some(builtin::ROCK)) {
            parts.set(p, None);
            outside.extend(WAYS_OUT.into_iter().map(|way| p + way));
        }
    }
    parts
}

/// The rectangle of what is part of a vault; none where that is nothing.
fn extent(tiles: &Grid<Option<TileId>>) -> Option<Region> {
    let cells = tiles.size().points();
    let parts = cells.filter(|p| tiles.get(*p).flatten().is_some());
    parts
        .map(|p| Region { from: p, to: p })
        .reduce(|all, one| Region {
            from: at(all.from.x.min(one.from.x), all.from.y.min(one.from.y)),
            to: at(all.to.x.max(one.to.x), all.to.y.max(one.to.y)),
        })
}

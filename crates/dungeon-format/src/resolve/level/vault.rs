//! `vault "name" …`: its keys, its map, its marks and its records (docs/format, "Vaults").
use std::mem;

use super::draft::Draft;
use super::modern_level::{LevelText, UnlinkedLevel, own_records, read_onto, slashes, the_map};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{DEPTH, FLIP, KeySpec, NEED, ONCE_A_GAME, RecordKind, TURN, WEIGHT};
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
use dungeon_model::dungeon::grammar::nouns::with_indefinite_article;
use dungeon_model::dungeon::vault::{WAYS_OUT, way_out};
use dungeon_model::dungeon::{Harm, LockId, TileId, Vault, builtin};
use dungeon_model::space::geometry::{Direction, Directions, Point, Region, at};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::narrow::count;

/// The highest level that the key `depth=` of a vault can name.
const DEEPEST: u32 = 64;

/// A vault before its doors, traps and signs become tiles.
#[derive(Debug)]
pub struct UnbuiltVault {
    head: Span,
    name: String,
    keys: VaultKeys,
    /// The map and the draft of the vault.
    pub read: UnlinkedLevel,
}

/// The keys of a vault's line.
#[derive(Clone, Copy, Debug)]
struct VaultKeys {
    weight: u32,
    depth: (u32, u32),
    is_needed: bool,
    is_once: bool,
    /// The place of `flip=yes`; `None` for a vault that is never mirrored.
    flips: Option<Span>,
    /// The place of `turn=yes`; `None` for a vault that is never turned.
    turns: Option<Span>,
}

impl UnbuiltVault {
    /// Whether the level with this index, from 0, may have the vault.
    pub fn is_of_depth(&self, level: usize) -> bool {
        let (first, last) = self.keys.depth;
        (first as usize..=last as usize).contains(&(level + 1))
    }
}

/// Reads a vault of a file with `levels` levels. `None` without a usable map.
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
        let message = "expected no scatter in a vault, found one";
        let finding = Diagnostic::new(Code::BadVault, scatter.head.span, message);
        cx.report(finding.help("draw the thing, or write a record with its place"));
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

/// Returns whether the map of a vault is drawn, and reports any other map.
fn is_drawn(cx: &mut Context<'_>, map: &Map) -> bool {
    if matches!(map.form, MapForm::Drawn(_)) {
        return true;
    }
    let message = "expected a drawn map in a vault, found a map of another form";
    let finding = Diagnostic::new(Code::BadVault, map.head, message);
    cx.report(finding.help("draw it between a `map` line and an `end` line"));
    false
}

fn vault_keys(cx: &mut Context<'_>, line: &Record) -> VaultKeys {
    let mut fields = Fields::new(cx, RecordKind::Vault, line);
    fields.text();
    let weight = fields.whole(&WEIGHT);
    let depth = points(&mut fields, &DEPTH).map(|depth| depth.value);
    let [is_needed, is_once] =
        [&NEED, &ONCE_A_GAME].map(|key| fields.yes(key).is_some_and(|yes| yes.value));
    let mut place_of = |key: &'static KeySpec| {
        let place = fields.place_of(key);
        fields.yes(key).filter(|yes| yes.value).and(place)
    };
    let (flips, turns) = (place_of(&FLIP), place_of(&TURN));
    fields.finish("a vault");
    VaultKeys {
        weight: weight.map_or(1, |weight| weight.value),
        depth: depth.unwrap_or((1, DEEPEST)),
        is_needed,
        is_once,
        flips,
        turns,
    }
}

/// Finishes a vault. Returns it with its places in the text, and the locks of its doors with the places that name them.
/// `None` for a drawing that is only rock open to the outside.
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
        let message = "expected no hero in a vault, found one";
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
        let message = "expected a door in the outer wall of the vault, found none";
        let finding = Diagnostic::new(Code::BadVault, head, message);
        cx.report(finding.help("draw a `+` in that wall"));
    }
    let vault = Vault {
        name: level.name,
        weight: keys.weight,
        depth: keys.depth,
        is_needed: keys.is_needed,
        is_once: keys.is_once,
        flips: keys.flips.is_some(),
        turns: keys.turns.is_some(),
        tiles,
        within,
        entries,
        items: level.items,
        spawns: level.spawns,
        stats: level.stats,
        spreads: level.spreads,
        choices: level.choices,
        chance: level.chance,
        chance_doors,
    };
    if let Some(key) = keys.flips.or(keys.turns) {
        refuse_one_way(cx, &vault, head, key);
    }
    Some((vault, places, locks))
}

/// Reports terrain with `enter=` in a vault that may be mirrored or turned, since the directions would not turn with
/// the vault.
fn refuse_one_way(cx: &mut Context<'_>, vault: &Vault, head: Span, key: Span) {
    let mut tiles = vault.all_tiles();
    if let Some(tile) = tiles.find(|tile| cx.tables.tile(*tile).enter() != Directions::ALL) {
        let name = with_indefinite_article(&cx.tables.tile(tile).name);
        let message = format!(
            "expected no `flip=` or `turn=` on a vault with {name}, which can be entered in some directions only"
        );
        let finding = Diagnostic::new(Code::BadVault, head, message);
        let deletion = cx.source.deletion(key);
        cx.report(finding.help("remove `flip=` and `turn=`").fix(deletion, ""));
    }
}

/// Turns a vault's doors, traps and signs into tiles. Reports and removes features that no vault can have. Returns the
/// locks of the doors with the places that name them, and the tiles of doors that chance may place.
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

/// Whether a feature is not allowed in vaults. Reports the feature if so.
fn is_unfit(cx: &mut Context<'_>, feature: &FeatureSpec, span: Span) -> bool {
    let unfit = unfit(feature);
    if let Some((message, help)) = unfit {
        cx.report_once(Diagnostic::new(Code::BadVault, span, message).help(help));
    }
    unfit.is_some()
}

/// Returns the message and the help text of the finding about a feature that no vault can have.
fn unfit(feature: &FeatureSpec) -> Option<(&'static str, &'static str)> {
    match &feature.data {
        FeatureData::Stairs(_) => Some((
            "expected no stairs in a vault, found some",
            "put them on a level, with a record or a scatter",
        )),
        FeatureData::Trap(trap) if matches!(trap.harm, Harm::Teleport(Some(_))) => Some((
            "expected a teleport without `to=` in a vault, found one with it",
            "remove `to=`: the seed decides where the vault's cells lie",
        )),
        _ => None,
    }
}

fn is_door(kind: FeatureKind) -> bool {
    matches!(kind, FeatureKind::Door | FeatureKind::OpenDoor)
}

/// Returns the cells of a vault's doors, including open doors.
fn doors(draft: &Draft) -> Vec<Point> {
    let features = draft.features.iter();
    let doors = features.filter(|(_, feature)| is_door(feature.spec.kind));
    doors.map(|(p, _)| *p).collect()
}

/// Returns the terrain of a vault; `None` for cells outside of it: rock that is connected to the edge of the drawing.
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

/// Returns the bounding rectangle of a vault's cells; `None` without cells.
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

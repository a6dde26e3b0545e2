//! Findings in drawn vaults: doors that let no hero in, and things that heroes cannot reach.
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::adjacency::near_misses;
use super::cell_reach::cells_where;
use super::hero_reach::{DRAWN, HeroReach, weight};
use super::idle_things::{routeless_patrols, wordless_signs};
use super::key_rings::key_place;
use super::key_sources::{CarriedKeys, KeyIndex};
use super::keyless_doors::keyless_doors;
use super::level_view::LevelView;
use super::number_set::NumberSet;
use super::outcome_reach::SearchedOutcome;
use super::reach_rules::ReachRules;
use super::reachability::sealed_off;
use dungeon_format::characters::in_quotes;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings, Severity};
use dungeon_format::meter::LookMeter;
use dungeon_format::resolve::{LevelSourceMap, Resolved, SourceMap};
use dungeon_format::source::Source;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    Dungeon, DungeonTables, Feature, Footing, Level, LockId, Spawn, StatsId, Tile, TileId, Vault,
    builtin, seal, tables_mut,
};
use dungeon_model::space::geometry::{Direction, Neighbours, Point};
use dungeon_model::space::grid::Grid;

pub struct JudgedVaults<'a> {
    pub source: &'a Source,
    /// The dungeon that the vaults belong to.
    pub dungeon: &'a Dungeon,
    /// The vaults, with their places in the text.
    pub vaults: &'a [(&'a Vault, &'a LevelSourceMap)],
    /// The keys that each kind drops.
    pub carried: &'a CarriedKeys,
    /// How heroes enter a vault and walk in it.
    pub rules: ReachRules,
    /// The locks whose doors and keys are only in this vault; empty if several vaults are judged.
    pub own: BTreeSet<LockId>,
}

impl JudgedVaults<'_> {
    /// Reports findings in vaults that leave nothing to chance.
    pub fn judge(&self, drawn: &Resolved, meter: &LookMeter<'_>, findings: &mut Findings) {
        self.things(drawn, findings);
        self.sealed_off(drawn, meter, findings);
    }

    /// Reports findings about the things and the doors of the vaults.
    pub fn things(&self, drawn: &Resolved, findings: &mut Findings) {
        let views = LevelView::all(self.source, drawn);
        for ((vault, _), view) in self.vaults.iter().zip(&views) {
            near_misses(view, findings);
            routeless_patrols(view, findings);
            wordless_signs(view, findings);
            doors(view, vault, self.rules.neighbours, findings);
            self.keyless(view, findings);
        }
    }

    /// Reports doors whose key is only in this vault, if chance leaves the key out.
    fn keyless(&self, view: &LevelView<'_>, findings: &mut Findings) {
        let dungeon = self.dungeon;
        let cells = view
            .level
            .tiles
            .size()
            .points()
            .zip(view.level.tiles.cells());
        let locked = cells.filter_map(|(p, tile)| Some((lock(dungeon, *tile)?, view.terrain(p))));
        let keys = view.dungeon.opened_locks_on(view.id);
        let is_lost = |lock: LockId| self.own.contains(&lock) && !keys.contains(&lock);
        keyless_doors(dungeon, locked, is_lost, findings);
    }

    /// Reports things that heroes cannot reach from the entrances. Returns the chance cells that heroes reach; `None`
    /// if a vault could not be read completely.
    fn sealed_off(
        &self,
        drawn: &Resolved,
        meter: &LookMeter<'_>,
        findings: &mut Findings,
    ) -> Option<Vec<NumberSet>> {
        let drawn = entered(drawn, self.vaults);
        let views = LevelView::all(self.source, &drawn);
        // If part of a vault is unreadable, ways may be missing.
        if !views.iter().all(LevelView::is_whole) {
            return None;
        }
        let reach = HeroReach::new(&drawn.dungeon, self.rules, self.carried, &[], meter)?;
        let levels = self.vaults.iter().map(|(vault, _)| vault.chance.as_deref());
        let cells = cells_where(levels, |cell| reach.is_reached(cell));
        let sealed = sealed_off(&views, reach).into_iter();
        // A warning, since a fall, a teleport or a generated level may lead there.
        findings.extend(sealed.map(|found| found.severity(Severity::Warning)));
        Some(cells)
    }

    /// Searches a drawn outcome of a vault for things that entering heroes cannot reach, and for locks whose keys they
    /// cannot reach.
    pub fn searched(&self, drawn: &Resolved, meter: &LookMeter<'_>) -> SearchedOutcome {
        meter.look(DRAWN * weight(&drawn.dungeon));
        let mut findings = Findings::of_any_number();
        let cells = self.sealed_off(drawn, meter, &mut findings);
        self.locked_in(drawn, meter, &mut findings);
        SearchedOutcome {
            reached: cells.unwrap_or_default(),
            found: Some(findings.finish()),
            may_happen: None,
        }
    }

    /// Reports doors of a vault if all keys to them lie behind these doors. The finding is a warning, since a fall or a
    /// teleport may lead to the keys.
    pub fn locked_in(&self, drawn: &Resolved, meter: &LookMeter<'_>, findings: &mut Findings) {
        if self.own.is_empty() {
            return;
        }
        let dungeon = self.dungeon;
        let mut shut = self.still_shut(drawn, meter);
        let views = LevelView::all(self.source, drawn);
        let keys = KeyIndex::new(&drawn.dungeon, self.rules, self.carried);
        for view in views.iter().filter(|view| view.is_whole()) {
            let cells = view.level.tiles.size().points();
            for (p, tile) in cells.zip(view.level.tiles.cells()) {
                let Some(lock) = lock(dungeon, *tile).filter(|lock| shut.remove(lock)) else {
                    continue;
                };
                let Some(key) = keys.list.iter().find(|key| key.lock == lock) else {
                    continue;
                };
                let name = with_article(&dungeon.item(key.item).name);
                let door = with_article(view.terrain_name(p));
                let message = format!(
                    "expected {name} in front of {door} at {p} that it opens, found it behind locked doors of the vault"
                );
                let (span, place) = key_place(&views, *key);
                let finding = Diagnostic::new(Code::LockedIn, view.terrain(p), message)
                    .severity(Severity::Warning)
                    .label(span, place);
                findings
                    .push(finding.help("put such a key somewhere else, too, or remove the lock"));
            }
        }
    }

    /// Returns the locks of `own` whose keys all lie behind doors with these locks.
    fn still_shut(&self, drawn: &Resolved, meter: &LookMeter<'_>) -> BTreeSet<LockId> {
        let (dungeon, mut shut) = (self.dungeon, self.own.clone());
        loop {
            // Cloning the tiles below takes time for each tile.
            meter.look(16 * dungeon.tiles.len());
            let mut closed = drawn.clone();
            let tiles = Arc::make_mut(&mut tables_mut(&mut closed.dungeon).tiles);
            for (nth, tile) in tiles.iter_mut().enumerate() {
                if lock(dungeon, TileId::of(nth)).is_some_and(|lock| shut.contains(&lock)) {
                    tile.footing = Footing::Drifters;
                }
            }
            let closed = entered(&closed, self.vaults);
            // Skip levels without heroes: the search would let heroes start anywhere there.
            let heroes = closed.dungeon.levels.iter().flat_map(|level| &level.spawns);
            let is_entered = { heroes }.any(|spawn| spawn.kind == builtin::HERO);
            let reach = is_entered
                .then(|| HeroReach::new(&closed.dungeon, self.rules, self.carried, &[], meter))
                .flatten();
            let is_held = |lock: &LockId| reach.as_ref().is_some_and(|reach| reach.holds(*lock));
            let count = shut.len();
            shut.retain(|lock| !is_held(lock));
            if shut.len() == count || !meter.goes_on() {
                return shut;
            }
        }
    }
}

/// The lock of a locked door; `None` for other tiles.
fn lock(dungeon: &Dungeon, tile: TileId) -> Option<LockId> {
    TilePassage::of(dungeon.tile(tile)).lock()
}

/// Returns vaults as levels with a hero at each entrance.
fn entered(drawn: &Resolved, vaults: &[(&Vault, &LevelSourceMap)]) -> Resolved {
    let mut entered = drawn.clone();
    let DungeonTables { levels, tiles, .. } = tables_mut(&mut entered.dungeon);
    for (level, (vault, _)) in Arc::make_mut(levels).iter_mut().zip(vaults) {
        let is_floor = |tile: TileId| tiles[usize::from(tile.0)].footing <= Footing::Openers;
        let is_part = |p: Point| vault.tiles.get(p).flatten().is_some();
        let comes_in = |p: &Point| {
            let is_at_the_rim = || Direction::ALL.into_iter().any(|way| !is_part(*p + way));
            is_part(*p) && level.tiles.get(*p).is_some_and(is_floor) && is_at_the_rim()
        };
        let cells = level.tiles.size().points().filter(comes_in);
        let comers = cells.map(|at| Spawn {
            at,
            stats: StatsId(0),
            kind: builtin::HERO,
            own: None,
        });
        let comers: Vec<Spawn> = comers.collect();
        level.spawns.extend(comers);
    }
    entered
}

/// Reports doors of a vault without floor behind them, and vaults that chance leaves without any door.
fn doors(view: &LevelView<'_>, vault: &Vault, neighbours: Neighbours, findings: &mut Findings) {
    let tile = |p: Point| {
        let is_part = vault.tiles.get(p).flatten().is_some();
        view.level.tiles.get(p).filter(|_| is_part)
    };
    let leads_on = |p: Point| {
        tile(p).is_some_and(|tile| TilePassage::of(view.dungeon.tile(tile)).may_be_cleared())
    };
    let entries: Vec<Point> = vault.entries_with(&view.level.tiles).collect();
    if entries.is_empty() && !vault.chance_doors.is_empty() {
        let message = format!(
            "expected a door of the vault {} in every game, found none",
            in_quotes(&vault.name)
        );
        let finding = Diagnostic::new(Code::BadVault, view.places.head, message);
        findings.push(finding.help("draw a door without a mark of chance"));
    }
    for p in entries {
        let leads_in = neighbours.directions().iter().any(|way| leads_on(p + *way));
        if !leads_in {
            let message = format!(
                "expected floor behind each door of the vault {}, found none behind the door at {p}",
                in_quotes(&vault.name)
            );
            let finding = Diagnostic::new(Code::BadVault, view.terrain(p), message);
            findings.push(finding.help("draw a `.` behind it, or a `#` in its place"));
        }
    }
}

/// The locks whose doors and keys are in one vault and nowhere else, by the vault's number. Leaves out vaults without
/// such locks.
pub fn own_locks(dungeon: &Dungeon, carried: &CarriedKeys) -> BTreeMap<usize, BTreeSet<LockId>> {
    let keys = |vault: &Vault| {
        let dropped = vault
            .all_kinds()
            .flat_map(|kind| carried.of(kind).items.clone());
        let items = vault.all_items().chain(dropped);
        let locks = items.filter_map(|item| dungeon.item(item).opens);
        locks.collect::<BTreeSet<LockId>>()
    };
    let doors = |vault: &Vault| {
        let locks = vault.all_tiles().filter_map(|tile| lock(dungeon, tile));
        locks.collect::<BTreeSet<LockId>>()
    };
    let keys: Vec<BTreeSet<LockId>> = dungeon.vaults.iter().map(keys).collect();
    let own = { dungeon.vaults.iter() }
        .zip(&keys)
        .map(|(vault, keys)| &doors(vault) & keys);
    let mut own: Vec<BTreeSet<LockId>> = own.collect();
    if own.iter().all(BTreeSet::is_empty) {
        return BTreeMap::new();
    }
    let mut elsewhere = dungeon.clone();
    tables_mut(&mut elsewhere).vaults = Arc::default();
    let elsewhere = elsewhere.opened_locks();
    let is_own = |nth: usize, lock: &LockId| {
        let mut others = keys.iter().enumerate();
        !elsewhere.contains(lock)
            && !others.any(|(other, keys)| other != nth && keys.contains(lock))
    };
    for (nth, locks) in own.iter_mut().enumerate() {
        locks.retain(|lock| is_own(nth, lock));
    }
    let own = own.into_iter().enumerate();
    own.filter(|(_, locks)| !locks.is_empty()).collect()
}

/// Returns vaults as the levels of a dungeon. Terrain that leads elsewhere or needs a key becomes floor, so things out
/// of the hero's reach in the result are out of reach on every level that takes the vault. `opened` holds the dungeon's
/// tiles, each changed by [`opened`].
pub fn as_levels(
    dungeon: &Dungeon,
    opened: &Arc<Vec<Tile>>,
    vaults: &[(&Vault, &LevelSourceMap)],
) -> Resolved {
    let levels = vaults.iter().map(|(vault, _)| as_level(vault));
    let dungeon = seal(DungeonTables {
        goals: dungeon.goals.clone(),
        locks: dungeon.locks.clone(),
        tiles: Arc::clone(opened),
        kinds: dungeon.kinds.clone(),
        items: dungeon.items.clone(),
        pushes: dungeon.pushes.clone(),
        ..DungeonTables::new(dungeon.settings.clone(), levels.collect())
    });
    let places = SourceMap {
        levels: vaults.iter().map(|(_, places)| (*places).clone()).collect(),
        ..SourceMap::default()
    };
    Resolved {
        dungeon,
        places: Arc::new(places),
        tests: Arc::default(),
    }
}

/// The tile with its lock opened and its trap disarmed.
pub fn opened(tile: &Tile) -> Tile {
    match tile.feature {
        Feature::Door(_) => Tile {
            footing: Footing::Anyone,
            feature: Feature::Plain,
            ..tile.clone()
        },
        Feature::Trap(_) => Tile {
            feature: Feature::Plain,
            ..tile.clone()
        },
        _ => tile.clone(),
    }
}

fn as_level(vault: &Vault) -> Level {
    let mut terrain = Grid::filled(vault.tiles.size(), builtin::ROCK);
    for (tile, part) in terrain.cells_mut().iter_mut().zip(vault.tiles.cells()) {
        *tile = part.unwrap_or(builtin::ROCK);
    }
    Level {
        items: vault.items.clone(),
        spawns: vault.spawns.clone(),
        stats: vault.stats.clone(),
        spreads: vault.spreads.clone(),
        chance: vault.chance.clone(),
        ..Level::new(vault.name.clone(), terrain)
    }
}

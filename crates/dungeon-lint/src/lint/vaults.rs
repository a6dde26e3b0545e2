//! Vaults: whether one comes in by each of their doors and to everything inside, and whether any level can take them.
use std::collections::{BTreeMap, BTreeSet};
use std::slice::from_ref;
use std::sync::Arc;

use super::adjacency::near_misses;
use super::cell_reach::cells_where;
use super::hero_reach::{DRAWN, HeroReach, weight};
use super::idle_things::{routeless_patrols, wordless_signs};
use super::key_rings::key_place;
use super::key_sources::{CarriedKeys, KeyIndex};
use super::keyless_doors::keyless_doors;
use super::level_facts::FileState;
use super::level_view::LevelView;
use super::metered::within;
use super::number_set::NumberSet;
use super::outcome_judge::OutcomeJudge;
use super::outcome_reach::SearchedOutcome;
use super::reach_rules::{LevelOrder, ReachRules};
use super::reachability::sealed_off;
use dungeon_format::characters::in_quotes;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings, Severity};
use dungeon_format::keys::VAULTS;
use dungeon_format::meter::LookMeter;
use dungeon_format::resolve::{LevelSourceMap, Resolved, SourceMap};
use dungeon_format::source::{Source, Span};
use dungeon_format::syntax::Integrity;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    Dungeon, DungeonTables, Feature, Fog, Footing, Level, LockId, Rim, Spawn, StatsId, Tile,
    TileId, Vault, builtin, seal, tables_mut,
};
use dungeon_model::space::geometry::{Direction, Neighbours, Point};
use dungeon_model::space::grid::Grid;

/// How many vaults are judged together, as levels of one dungeon: fewer than there are numbers of levels.
const TOGETHER: usize = 200;

/// Cells by which a map must be larger than a vault, across and down: its outermost ring, and one to go round the vault.
const ROOM: i32 = 4;

/// Judges what is drawn in vaults, each at its places in its own map; one that leaves something to chance in each of its
/// outcomes. Returns the head of the first vault that was not judged, or not in all its outcomes, since the meter was spent.
pub fn inside(
    file: FileState<'_>,
    resolved: &Resolved,
    carried: &CarriedKeys,
    meter: &LookMeter<'_>,
    findings: &mut Findings,
) -> Option<Span> {
    let Resolved {
        dungeon, places, ..
    } = resolved;
    let rules = ReachRules {
        rim: Rim::Open,
        levels: LevelOrder::InTurn,
        us: "the doors of the vault",
        ..ReachRules::for_game(resolved)
    };
    let opened = Arc::new(dungeon.tiles.iter().map(opened).collect());
    let as_levels = |vaults: &_| as_levels(dungeon, &opened, vaults);
    let mut own_locks = own_locks(dungeon, carried);
    let vaults = dungeon.vaults.iter().zip(&places.vaults);
    let (by_chance, certain): (Vec<_>, Vec<_>) =
        { vaults.enumerate() }.partition(|(_, (vault, _))| vault.chance.is_some());
    let (numbers, certain): (Vec<usize>, Vec<_>) = certain.into_iter().unzip();
    let judged = |vaults, own| JudgedVaults {
        source: file.source,
        dungeon,
        vaults,
        carried,
        rules,
        own,
    };
    let head = |(_, places): &(&Vault, &LevelSourceMap)| places.head;
    for vaults in certain.chunks(TOGETHER) {
        let judged = judged(vaults, BTreeSet::new());
        let judge = |findings: &mut _| judged.judge(&as_levels(vaults), meter, findings);
        if !within(meter, findings, judge) {
            return vaults.first().map(head);
        }
    }
    for (nth, vault) in numbers.iter().zip(&certain) {
        let Some(own) = own_locks.remove(nth) else {
            continue;
        };
        let judged = judged(from_ref(vault), own);
        let drawn = as_levels(judged.vaults);
        let judge = |findings: &mut _| judged.locked_in(&drawn, meter, findings);
        if !within(meter, findings, judge) {
            return Some(head(vault));
        }
    }
    for (nth, vault) in &by_chance {
        let judged = judged(from_ref(vault), own_locks.remove(nth).unwrap_or_default());
        let drawn = as_levels(judged.vaults);
        let judge = OutcomeJudge::new(file, &drawn, carried, Some(&judged));
        let (count, all) = judge.judge_all(by_chance.len(), meter, findings);
        if count < all {
            return Some(head(vault));
        }
    }
    None
}

/// Vaults that are judged together.
pub struct JudgedVaults<'a> {
    source: &'a Source,
    /// The dungeon of which they are vaults.
    pub dungeon: &'a Dungeon,
    vaults: &'a [(&'a Vault, &'a LevelSourceMap)],
    carried: &'a CarriedKeys,
    /// How one comes into a vault and goes about in it.
    pub rules: ReachRules,
    /// The locks of its doors whose keys are in this vault alone, if it is a single one.
    own: BTreeSet<LockId>,
}

impl JudgedVaults<'_> {
    /// Finds what is to be said of vaults as the levels of a dungeon, in which nothing is left to chance.
    fn judge(&self, drawn: &Resolved, meter: &LookMeter<'_>, findings: &mut Findings) {
        self.things(drawn, findings);
        self.sealed_off(drawn, meter, findings);
    }

    /// Finds what is to be said of things and doors.
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

    /// Reports doors that have their key in this vault alone, where chance leaves the key out.
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

    /// Finds what one who comes in cannot come to. Returns where such a one comes, of the cells that chance has a say in.
    fn sealed_off(
        &self,
        drawn: &Resolved,
        meter: &LookMeter<'_>,
        findings: &mut Findings,
    ) -> Option<Vec<NumberSet>> {
        let drawn = entered(drawn, self.vaults);
        let views = LevelView::all(self.source, &drawn);
        // A vault of which a part could not be read may have ways there.
        if !views.iter().all(LevelView::is_whole) {
            return None;
        }
        let reach = HeroReach::new(&drawn.dungeon, self.rules, self.carried, &[], meter)?;
        let levels = self.vaults.iter().map(|(vault, _)| vault.chance.as_deref());
        let cells = cells_where(levels, |cell| reach.is_reached(cell));
        let sealed = sealed_off(&views, reach).into_iter();
        // A fall, a teleport or a level of which nobody knows how it is made may lead there all the same.
        findings.extend(sealed.map(|found| found.severity(Severity::Warning)));
        Some(cells)
    }

    /// Searches a drawn outcome of a vault for what one who comes in cannot come to.
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

    /// Reports the doors of a vault, of which its own locks have no key elsewhere, that have their key behind them all the
    /// same; as a warning, since a fall or a teleport may lead there.
    fn locked_in(&self, drawn: &Resolved, meter: &LookMeter<'_>, findings: &mut Findings) {
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
                    "expected {name} before {door} at {p} that it opens, found it behind locked doors of the vault"
                );
                let (span, place) = key_place(&views, *key);
                let finding = Diagnostic::new(Code::LockedIn, view.terrain(p), message)
                    .severity(Severity::Warning)
                    .label(span, place);
                findings.push(finding.help("put the key elsewhere, too, or leave the lock out"));
            }
        }
    }

    /// Returns the locks of a vault whose keys lie behind doors that only they open, of these.
    fn still_shut(&self, drawn: &Resolved, meter: &LookMeter<'_>) -> BTreeSet<LockId> {
        let (dungeon, mut shut) = (self.dungeon, self.own.clone());
        loop {
            // Each tile is copied.
            meter.look(16 * dungeon.tiles.len());
            let mut closed = drawn.clone();
            let tiles = Arc::make_mut(&mut tables_mut(&mut closed.dungeon).tiles);
            for (nth, tile) in tiles.iter_mut().enumerate() {
                if lock(dungeon, TileId::of(nth)).is_some_and(|lock| shut.contains(&lock)) {
                    tile.footing = Footing::Drifters;
                }
            }
            let closed = entered(&closed, self.vaults);
            // A level without a hero of its own would be entered anywhere.
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

/// The locks of doors of each vault whose keys are in that vault and nowhere else, by its number; none for most.
fn own_locks(dungeon: &Dungeon, carried: &CarriedKeys) -> BTreeMap<usize, BTreeSet<LockId>> {
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

/// The lock of a tile that is a locked door.
fn lock(dungeon: &Dungeon, tile: TileId) -> Option<LockId> {
    TilePassage::of(dungeon.tile(tile)).lock()
}

/// Vaults as the levels of a dungeon. Whatever leads anywhere else, or needs a key, is floor there: what is out of reach then
/// is so in every level. `opened` are the tiles of the dungeon so.
fn as_levels(
    dungeon: &Dungeon,
    opened: &Arc<Vec<Tile>>,
    vaults: &[(&Vault, &LevelSourceMap)],
) -> Resolved {
    let levels = vaults.iter().map(|(vault, _)| as_level(vault));
    let dungeon = seal(DungeonTables {
        title: String::new(),
        author: String::new(),
        about: String::new(),
        settings: dungeon.settings.clone(),
        seed: None,
        fog: Fog::default(),
        tempo: None,
        goals: dungeon.goals.clone(),
        losses: Vec::new(),
        locks: dungeon.locks.clone(),
        levels: levels.collect(),
        tiles: Arc::clone(opened),
        kinds: dungeon.kinds.clone(),
        items: dungeon.items.clone(),
        pushes: dungeon.pushes.clone(),
        causes: Arc::default(),
        vaults: Arc::default(),
        is_classic: false,
        drawn_from: None,
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

/// Terrain with its locks open, and without what traps do.
fn opened(tile: &Tile) -> Tile {
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

/// Vaults as levels in each of which a hero begins wherever one may come in.
fn entered(drawn: &Resolved, vaults: &[(&Vault, &LevelSourceMap)]) -> Resolved {
    let mut entered = drawn.clone();
    let DungeonTables { levels, tiles, .. } = tables_mut(&mut entered.dungeon);
    for (level, (vault, _)) in levels.iter_mut().zip(vaults) {
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

fn as_level(vault: &Vault) -> Level {
    let mut terrain = Grid::filled(vault.tiles.size(), builtin::ROCK);
    for (tile, part) in terrain.cells_mut().iter_mut().zip(vault.tiles.cells()) {
        *tile = part.unwrap_or(builtin::ROCK);
    }
    Level {
        name: vault.name.clone(),
        fog: Fog::default(),
        is_dark: false,
        tempo: None,
        tiles: terrain,
        generator: None,
        vaults: 0,
        entrance: None,
        items: vault.items.clone(),
        spawns: vault.spawns.clone(),
        stats: vault.stats.clone(),
        spreads: vault.spreads.clone(),
        scatters: Vec::new(),
        chance: vault.chance.clone(),
    }
}

/// Reports doors of a vault behind which no floor of it is, and a vault of which chance leaves no door.
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
            "expected a door of the vault {} in every game, by which one comes in, found none",
            in_quotes(&vault.name)
        );
        let finding = Diagnostic::new(Code::BadVault, view.places.head, message);
        findings.push(finding.help("draw one that is always there"));
    }
    for p in entries {
        let leads_in = neighbours.directions().iter().any(|way| leads_on(p + *way));
        if !leads_in {
            let message = format!(
                "expected floor behind each door of the vault {}, found none behind that at {p}",
                in_quotes(&vault.name)
            );
            let finding = Diagnostic::new(Code::BadVault, view.terrain(p), message);
            findings.push(finding.help("draw a `.` behind it, or a `#` in its place"));
        }
    }
}

/// Reports vaults that no level can take, but for those that another file declares, and levels that can take none.
pub fn idle(source: &Source, resolved: &Resolved, findings: &mut Findings) {
    let Resolved {
        dungeon, places, ..
    } = resolved;
    for (vault, place) in dungeon.vaults.iter().zip(&places.vaults) {
        let mut levels = dungeon.levels.iter().enumerate();
        let is_taken = levels.any(|here| here.1.vaults > 0 && may_take(here, vault));
        let is_included = source.file(place.head.start) > 0;
        if !is_taken && !is_included && place.map == Integrity::Whole {
            findings.push(untaken(source, dungeon, vault, place));
        }
    }
    for (nth, (level, place)) in dungeon.levels.iter().zip(&places.levels).enumerate() {
        let mut vaults = dungeon.vaults.iter();
        let takes_one = vaults.any(|vault| may_take((nth, level), vault));
        if level.vaults > 0 && !takes_one {
            let message = "expected a vault that fits into this level, found none";
            let finding = Diagnostic::new(Code::IdleVault, place.head, message);
            findings.push(finding.help(match dungeon.vaults.is_empty() {
                true => "write `vault \"name\"` before the first level, and its map, or leave `vaults=` out",
                false => "make the map larger, or say of a vault by `depth=` that it may be here",
            }));
        }
    }
}

/// What to say of a vault that no level can take.
fn untaken(
    source: &Source,
    dungeon: &Dungeon,
    vault: &Vault,
    place: &LevelSourceMap,
) -> Diagnostic {
    let name = in_quotes(&vault.name);
    if dungeon.levels.iter().all(|level| level.vaults == 0) {
        let message = format!("expected a level that takes the vault {name}, found none");
        let finding = Diagnostic::new(Code::IdleVault, place.head, message);
        let edit = only_size(source).map(|size| (size, " vaults=yes".to_string()));
        let help = "write `vaults=yes` behind `map caves W H` or `map rooms W H`";
        return finding.help(help).fix_if(edit);
    }
    let message = format!("expected a level into which the vault {name} fits, found none");
    let size = vault.within.size();
    let (first, last) = vault.depth;
    let finding = Diagnostic::new(Code::IdleVault, place.head, message);
    finding.help(format!(
        "it needs a map of at least {} by {} that takes vaults, as one of the levels {first} to {last}",
        size.width + ROOM,
        size.height + ROOM
    ))
}

/// The place behind the size of the only map that the seed makes and that says nothing of vaults; none where there are
/// several or none.
fn only_size(source: &Source) -> Option<Span> {
    let lines = 1..=source.line_of(source.end());
    let mut made = lines.filter_map(|line| {
        let line = source.line_span(line);
        let words: Vec<Span> = source.words(line).take(4).collect();
        let said: Vec<&str> = words.iter().map(|word| source.slice(*word)).collect();
        let is_made = matches!(said.as_slice(), ["map", "caves" | "rooms", _, _]);
        let is_silent = !source.slice(line).contains(VAULTS.word);
        (is_made && is_silent).then(|| Span {
            start: words[3].end,
            ..words[3]
        })
    });
    made.next().filter(|_| made.next().is_none())
}

/// Whether a level that takes vaults may take this one: it is of that depth, and has room on the map.
fn may_take((nth, level): (usize, &Level), vault: &Vault) -> bool {
    let (size, map) = (vault.within.size(), level.tiles.size());
    let has_room =
        |width: i32, height: i32| width + ROOM <= map.width && height + ROOM <= map.height;
    let fits =
        has_room(size.width, size.height) || vault.turns && has_room(size.height, size.width);
    vault.is_of_depth(nth) && fits
}

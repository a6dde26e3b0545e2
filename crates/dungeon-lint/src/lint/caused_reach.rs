//! The hero's reach (the cells that the hero can get to) in dungeons where causes (`when` records) change the terrain.
//! Cells that a cause may open count as open as soon as the cause may happen, and cells that a cause closes still count
//! as open. So a thing is reported only if it is certainly out of the hero's reach.
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::hero_reach::HeroReach;
use super::key_sources::CarriedKeys;
use super::reach_rules::ReachRules;
use super::ways::{Arrival, DungeonCell, anywhere};
use dungeon_format::meter::LookMeter;
use dungeon_format::resolve::Resolved;
use dungeon_ground::ground_tile::carries;
use dungeon_ground::passage::TilePassage;
use dungeon_ground::step::Tread;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, CauseRecord, Dungeon, ItemId, LevelId, LockId, Sight, Tile, TileId,
    builtin, tables_mut,
};
use dungeon_model::space::geometry::Point;

/// The maximum number of rounds of the search for causes that may happen; each round may look at all cells. After the
/// last round, all causes count as possible.
const ROUNDS: usize = 16;

/// Searches the hero's reach in a dungeon where everything that may be opened by causes is open. Passes `judge` the
/// opened dungeon, the hero's reach in it, and for each cause, by `CauseId`, whether the cause may happen. Returns
/// `None` if the effects of causes cannot be predicted, if the hero has no start, or if the meter stops.
pub fn foreseen<R>(
    resolved: &Resolved,
    carried: &CarriedKeys,
    meter: &LookMeter<'_>,
    judge: impl FnOnce(&Resolved, HeroReach<'_>, &[bool]) -> R,
) -> Option<R> {
    let dungeon = &resolved.dungeon;
    let rules = ReachRules::for_game(resolved);
    let causes = &dungeon.causes;
    if causes.is_empty() {
        let reach = HeroReach::new(dungeon, rules, carried, &[], meter)?;
        return meter.goes_on().then(|| judge(resolved, reach, &[]));
    }
    if is_unforeseeable(dungeon) {
        return None;
    }
    let mut opened = OpenedDungeon {
        original: dungeon,
        resolved: resolved.clone(),
        arrivals: Vec::new(),
    };
    let places = ItemPlaces::new(dungeon);
    let shifting = dungeon.shifting_cells();
    meter.look(8 * (places.lying.len() + places.strewn.len() + shifting.len()));
    // Causes that do not wait for the hero happen before the first search.
    let mut may_come: Vec<bool> = causes.iter().map(|cause| !waits_for_hero(cause)).collect();
    let mut news: Vec<usize> = (0..causes.len()).filter(|nth| may_come[*nth]).collect();
    for round in 0.. {
        let mut locks = BTreeSet::new();
        for nth in news {
            opened.come_about(&causes[nth], &shifting, &mut locks);
        }
        unlock(&mut opened.resolved.dungeon, &locks);
        let dungeon = &opened.resolved.dungeon;
        let reach = HeroReach::new(dungeon, rules, carried, &opened.arrivals, meter)?;
        if !meter.goes_on() {
            break;
        }
        let waiting = causes.iter().zip(&may_come).enumerate();
        let more = waiting.filter(|(_, (cause, comes))| {
            !**comes && (round == ROUNDS || may_happen(&reach, &places, cause))
        });
        news = more.map(|(nth, _)| nth).collect();
        news.iter().for_each(|nth| may_come[*nth] = true);
        news.retain(|nth| opened.is_opened_by(&causes[*nth]));
        if news.is_empty() {
            return Some(judge(&opened.resolved, reach, &may_come));
        }
    }
    None
}

/// A dungeon after some of its causes have happened: everything that they open is open.
struct OpenedDungeon<'a> {
    original: &'a Dungeon,
    resolved: Resolved,
    /// The cells to which the hero may be moved by causes.
    arrivals: Vec<Arrival>,
}

impl OpenedDungeon<'_> {
    /// Whether a cause can add cells to the hero's reach.
    fn is_opened_by(&self, cause: &CauseRecord) -> bool {
        let dungeon = &self.resolved.dungeon;
        let mut made = cause.made_tiles();
        let mut effects = cause.effects.iter();
        made.any(|(cell, into)| opened_cell(dungeon, cell, into).is_some())
            || effects.any(|effect| {
                let is_open = matches!(effect, CauseEffect::Open(_) | CauseEffect::Move(_));
                is_open || !keys_of(dungeon, effect).is_empty()
            })
    }

    /// Applies a cause: opens its cells, and adds the locks of the keys that it brings to `opened`. The caller then
    /// opens the doors with these locks.
    fn come_about(
        &mut self,
        cause: &CauseRecord,
        shifting: &HashSet<DungeonCell>,
        opened: &mut BTreeSet<LockId>,
    ) {
        let dungeon = &mut self.resolved.dungeon;
        for (cell, into) in cause.made_tiles() {
            change(dungeon, cell, opened_cell(dungeon, cell, into));
        }
        for effect in &cause.effects {
            match (effect, cause.level) {
                (CauseEffect::Open(cells), Some(level)) => {
                    for p in cells {
                        let now = dungeon.tile_at((level, *p)).map(TilePassage::of);
                        change(dungeon, (level, *p), now.and_then(TilePassage::opened));
                    }
                }
                (CauseEffect::Move(to), Some(level)) => {
                    let arrival = arrival(self.original, (level, *to), shifting);
                    self.arrivals.push(arrival);
                }
                _ => opened.extend(keys_of(dungeon, effect)),
            }
        }
    }
}

/// The locks whose keys an effect gives to the hero, and the locks whose keys are dropped by monsters that the effect
/// brings.
fn keys_of(dungeon: &Dungeon, effect: &CauseEffect) -> Vec<LockId> {
    let opens = |item: ItemId| dungeon.item(item).opens;
    match effect {
        CauseEffect::Give(item) => item.all().filter_map(opens).collect(),
        CauseEffect::Spawn { kind, .. } => {
            let kinds = dungeon.with_brood(kind.all()).into_iter();
            let drops = kinds.flat_map(|kind| dungeon.kind(kind).drops.all());
            drops.filter_map(opens).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns where a hero arrives whom a cause moves to a cell: on the cell if it stays floor for the whole game,
/// otherwise anywhere on the level.
fn arrival(
    dungeon: &Dungeon,
    (level, to): DungeonCell,
    shifting: &HashSet<DungeonCell>,
) -> Arrival {
    let tiles = &dungeon.levels[usize::from(level.0)].tiles;
    let is_floor = |tile: TileId| TilePassage::of(dungeon.tile(tile)).is_floor();
    let is_certain = dungeon.pushes.is_empty() && !shifting.contains(&(level, to));
    if is_certain && tiles.get(to).is_some_and(is_floor) {
        Arrival::At(level, to)
    } else {
        anywhere(level, &dungeon.levels[usize::from(level.0)])
    }
}

/// Whether some cause makes or changes stairs, or a trap that carries the hero elsewhere. In that case, the hero's
/// reach cannot be predicted.
fn is_unforeseeable(dungeon: &Dungeon) -> bool {
    let leads = |level: LevelId, tile: &Tile| {
        TilePassage::of(tile).taken_by().is_some() || carries(dungeon, level, tile)
    };
    let mut made = dungeon.causes.iter().flat_map(CauseRecord::made_tiles);
    made.any(|(cell, into)| {
        let now = dungeon.tile_at(cell);
        now.is_some_and(|now| leads(cell.0, dungeon.tile(into)) || leads(cell.0, now))
    })
}

/// Whether a cause happens only when the hero reaches something. Other causes may happen at any time.
fn waits_for_hero(cause: &CauseRecord) -> bool {
    matches!(
        cause.event,
        CauseEvent::Step(_) | CauseEvent::Leave(_) | CauseEvent::TakeAt(_) | CauseEvent::Take(_)
    )
}

/// Whether a cause that waits for the hero may happen, given the cells that the hero reaches.
fn may_happen(reach: &HeroReach<'_>, places: &ItemPlaces, cause: &CauseRecord) -> bool {
    let comes_to = |cells: &[Point]| {
        let level = cause.heard_on().unwrap_or_default();
        cells.iter().any(|p| reach.is_reached((level, *p)))
    };
    match &cause.event {
        CauseEvent::Step(cells) | CauseEvent::Leave(cells) | CauseEvent::TakeAt(cells) => {
            comes_to(cells)
        }
        CauseEvent::Take(items) => may_be_taken(reach, places, cause.heard_on(), items),
        _ => true,
    }
}

/// The places of a dungeon's items, and where chance may put them.
struct ItemPlaces {
    /// Items that some kind drops; these may lie anywhere.
    dropped: HashSet<ItemId>,
    /// By item: the levels where the seed may put the item, scattered or in a vault.
    strewn: HashMap<ItemId, BTreeSet<LevelId>>,
    lying: HashMap<ItemId, Vec<DungeonCell>>,
}

impl ItemPlaces {
    fn new(dungeon: &Dungeon) -> ItemPlaces {
        let dropped = dungeon.kinds.iter().flat_map(|kind| kind.drops.all());
        let mut places = ItemPlaces {
            dropped: dropped.collect(),
            strewn: HashMap::new(),
            lying: HashMap::new(),
        };
        for (id, level) in dungeon.numbered_levels() {
            let scattered = level.scattered().filter_map(Thing::item);
            let stored = { dungeon.vaults_for(id) }.flat_map(|(_, vault)| vault.all_items());
            for item in scattered.chain(stored) {
                places.strewn.entry(item).or_default().insert(id);
            }
            for (p, item) in &level.items {
                places.lying.entry(*item).or_default().push((id, *p));
            }
        }
        places
    }
}

/// Whether the hero may take one of these items on level `own`, or on any level if `own` is `None`.
fn may_be_taken(
    reach: &HeroReach<'_>,
    places: &ItemPlaces,
    own: Option<LevelId>,
    items: &[ItemId],
) -> bool {
    let is_meant = |level: &LevelId| own.is_none_or(|own| own == *level);
    items.iter().any(|item| {
        reach.meter.look(16);
        let mut strewn = places.strewn.get(item).into_iter().flatten();
        let lying = places.lying.get(item).into_iter().flatten();
        let mut lying = lying.filter(|(level, _)| is_meant(level));
        places.dropped.contains(item)
            || strewn.any(is_meant)
            || lying.any(|cell| reach.is_reached(*cell))
    })
}

/// Puts a tile on a cell; `None` leaves the cell as it is.
fn change(dungeon: &mut Dungeon, (level, p): DungeonCell, becomes: Option<TileId>) {
    if let Some(becomes) = becomes {
        let levels = Arc::make_mut(&mut tables_mut(dungeon).levels);
        let level = &mut levels[usize::from(level.0)];
        level.tiles.set(p, becomes);
    }
}

/// Returns a tile that lets pass everything that the cell lets pass before or after a cause puts `into` there; `None`
/// if `into` opens nothing.
fn opened_cell(dungeon: &Dungeon, cell: DungeonCell, into: TileId) -> Option<TileId> {
    let (old, new) = (dungeon.tile_at(cell)?, dungeon.tile(into));
    let is_seen_through = new.sight == Sight::Clear && old.sight != Sight::Clear;
    let [one, other] = [old, new].map(|tile| TilePassage::of(tile).tread);
    match (is_closed(old), is_closed(new)) {
        // Each of the two tiles may allow steps that the other one stops. Plain floor stands for both.
        (false, false) if one != Tread::PLAIN && one != other => Some(builtin::FLOOR),
        (false, _) => None,
        (true, false) => Some(into),
        // At least one of the tiles is a locked door, which the hero may open while it is there.
        (true, true) if is_locked(old) || is_locked(new) => Some(builtin::FLOOR),
        (true, true) => is_seen_through.then_some(into),
    }
}

/// Opens all doors of some locks.
fn unlock(dungeon: &mut Dungeon, locks: &BTreeSet<LockId>) {
    let opened = |tile: &Tile| {
        let passage = TilePassage::of(tile);
        passage.lock().filter(|lock| locks.contains(lock))?;
        passage.opened()
    };
    let opened: Vec<Option<TileId>> = dungeon.tiles.iter().map(opened).collect();
    if opened.iter().all(Option::is_none) {
        return;
    }
    for level in Arc::make_mut(&mut tables_mut(dungeon).levels) {
        for tile in level.tiles.cells_mut() {
            *tile = opened[usize::from(tile.0)].unwrap_or(*tile);
        }
    }
}

/// Whether a tile is closed to heroes without a key.
fn is_closed(tile: &Tile) -> bool {
    let passage = TilePassage::of(tile);
    passage.lock().is_some() || passage.barrier.is_none() && !passage.is_floor()
}

fn is_locked(tile: &Tile) -> bool {
    TilePassage::of(tile).lock().is_some()
}

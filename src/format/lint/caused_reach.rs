//! What the hero can come to where causes change the terrain: what may be opened counts as open as soon as its cause may
//! come about, and what is closed counts as open still, so that only what is certain is told as out of reach.
use super::hero_reach::HeroReach;
use super::key_sources::CarriedKeys;
use super::pockets::carries;
use super::reach_rules::ReachRules;
use super::ways::Arrival;
use crate::dungeon::{
    CauseEffect, CauseEvent, CauseRecord, Dungeon, Feature, Footing, ItemId, LevelId, LockId,
    ScatteredThing, Sight, Tile, TileId, builtin,
};
use crate::format::resolve::Resolved;
use crate::space::geometry::{Point, Region, at};

/// How often it is asked which causes may come about: each time may cost a look at all cells. After that all may.
const ROUNDS: usize = 16;

/// A dungeon with all open that causes may open.
#[derive(Debug)]
pub struct CausedReach {
    /// The dungeon, as if every cause that may come about had opened what it opens.
    pub resolved: Resolved,
    /// Where causes may bring the hero.
    pub arrivals: Vec<Arrival>,
    /// By `CauseId`: whether it may come about.
    pub may_happen: Vec<bool>,
}

impl CausedReach {
    /// What the hero can come to in a dungeon with causes; none where it has none, where that cannot be foreseen, or where the
    /// hero has no start.
    pub fn foreseen(resolved: &Resolved, carried: &CarriedKeys) -> Option<CausedReach> {
        let dungeon = &resolved.dungeon;
        let is_foreseeable = !dungeon.causes.is_empty() && !is_unforeseeable(dungeon);
        is_foreseeable
            .then(|| CausedReach::new(resolved, carried))
            .flatten()
    }

    /// Follows the causes of a dungeon from where the hero begins; none if it has no start.
    fn new(resolved: &Resolved, carried: &CarriedKeys) -> Option<CausedReach> {
        let rules = ReachRules::for_game(resolved);
        let causes = resolved.dungeon.causes.clone();
        let mut caused = CausedReach {
            resolved: resolved.clone(),
            arrivals: Vec::new(),
            may_happen: vec![false; causes.len()],
        };
        for round in 0..=ROUNDS {
            let reach = HeroReach::new(&caused.resolved.dungeon, rules, carried, &caused.arrivals)?;
            let causes = causes.iter().zip(&caused.may_happen).enumerate();
            let news = causes.filter(|(_, (cause, happens))| {
                !**happens && (round == ROUNDS || may_happen(&reach, cause))
            });
            let news: Vec<usize> = news.map(|(nth, _)| nth).collect();
            if news.is_empty() {
                break;
            }
            for nth in news {
                caused.may_happen[nth] = true;
                caused.come_about(&resolved.dungeon.causes[nth]);
            }
        }
        Some(caused)
    }

    /// Opens all that a cause opens.
    fn come_about(&mut self, cause: &CauseRecord) {
        let dungeon = &mut self.resolved.dungeon;
        for effect in &cause.effects {
            match (effect, cause.level) {
                (CauseEffect::Tile { cells, into }, Some(level)) => {
                    for p in cells {
                        open_cell(dungeon, level, *p, *into);
                    }
                }
                (CauseEffect::Open(cells), Some(level)) => {
                    for p in cells {
                        open_door(dungeon, level, *p);
                    }
                }
                (CauseEffect::Move(to), Some(level)) => {
                    self.arrivals.push(arrival(dungeon, level, *to));
                }
                (CauseEffect::Give(item), _) => {
                    for item in item.all() {
                        let lock = dungeon.item(item).opens;
                        lock.into_iter().for_each(|lock| unlock(dungeon, lock));
                    }
                }
                (CauseEffect::Spawn { kind, .. }, _) => {
                    for kind in dungeon.with_brood(kind.all()) {
                        let drops = dungeon.kind(kind).drops.all();
                        let locks = drops.filter_map(|item| dungeon.item(item).opens);
                        for lock in locks.collect::<Vec<_>>() {
                            unlock(dungeon, lock);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// Where a cause brings the hero: to a cell that is floor as long as the game lasts, or to any of the level.
fn arrival(dungeon: &Dungeon, level: LevelId, to: Point) -> Arrival {
    let tiles = &dungeon.levels[usize::from(level.0)].tiles;
    let is_floor = |tile: TileId| dungeon.tile(tile).footing == Footing::Anyone;
    let is_certain = dungeon.pushes.is_empty() && !dungeon.may_shift(level, to);
    match is_certain && tiles.get(to).is_some_and(is_floor) {
        true => Arrival::At(level, to),
        false => {
            let size = tiles.size();
            let (from, to) = (at(0, 0), at(size.width - 1, size.height - 1));
            Arrival::Within(level, Region { from, to })
        }
    }
}

/// Whether causes change more than what is open: stairs, or traps that carry the hero off, so that it is unforeseeable
/// where he comes to.
fn is_unforeseeable(dungeon: &Dungeon) -> bool {
    let leads = |level: LevelId, tile: &Tile| match tile.feature {
        Feature::Stairs(_) | Feature::Exit(_) => true,
        Feature::Trap(trap) => carries(dungeon, level, trap),
        _ => false,
    };
    let mut shifts = dungeon
        .causes
        .iter()
        .filter_map(|cause| cause.level.zip(Some(cause)));
    shifts.any(|(level, cause)| {
        let mut effects = cause.effects.iter();
        effects.any(|effect| match effect {
            CauseEffect::Tile { cells, into } => {
                let tiles = &dungeon.levels[usize::from(level.0)].tiles;
                let mut now = cells.iter().filter_map(|p| tiles.get(*p));
                leads(level, dungeon.tile(*into))
                    || now.any(|tile| leads(level, dungeon.tile(tile)))
            }
            _ => false,
        })
    })
}

/// Whether a cause may come about where the hero can come to so much.
fn may_happen(reach: &HeroReach<'_>, cause: &CauseRecord) -> bool {
    let comes_to = |cells: &[Point]| {
        let level = cause.level.unwrap_or_default();
        cells.iter().any(|p| reach.is_reached((level, *p)))
    };
    match &cause.event {
        CauseEvent::Step(cells) | CauseEvent::Leave(cells) | CauseEvent::TakeAt(cells) => {
            comes_to(cells)
        }
        CauseEvent::Take(items) => may_be_taken(reach, cause, items),
        CauseEvent::Push(_)
        | CauseEvent::Opened(_)
        | CauseEvent::Kill(_)
        | CauseEvent::AllDead(_)
        | CauseEvent::Turn(_) => true,
    }
}

/// Whether the hero can come to one of these items, or may find one: who drops it may be anywhere, and so may a vault.
fn may_be_taken(reach: &HeroReach<'_>, cause: &CauseRecord, items: &[ItemId]) -> bool {
    let dungeon = reach.dungeon;
    let mut levels = dungeon.numbered_levels();
    let mut dropped = dungeon.kinds.iter().flat_map(|kind| kind.drops.all());
    let is_dropped = dropped.any(|item| items.contains(&item));
    is_dropped
        || levels.any(|(id, level)| {
            let is_meant = cause.level.is_none_or(|own| own == id);
            let mut lying = level.items.iter().filter(|(_, item)| items.contains(item));
            let is_scattered = level.scatters.iter().any(
            |scatter| matches!(scatter.what, ScatteredThing::Item(item) if items.contains(&item)),
        );
            let mut stored = { dungeon.vaults_for(id) }.flat_map(|(_, vault)| vault.all_items());
            let is_stored = stored.any(|item| items.contains(&item));
            let is_strewn = is_scattered || is_stored;
            is_meant && (is_strewn || lying.any(|(p, _)| reach.is_reached((id, *p))))
        })
}

/// Makes a closed cell what a cause makes of it, if that is more open.
fn open_cell(dungeon: &mut Dungeon, level: LevelId, p: Point, into: TileId) {
    let tiles = &dungeon.levels[usize::from(level.0)].tiles;
    let Some(now) = tiles.get(p) else {
        return;
    };
    let (old, new) = (dungeon.tile(now), dungeon.tile(into));
    let is_seen_through = new.sight == Sight::Clear && old.sight != Sight::Clear;
    let becomes = match (is_closed(old), is_closed(new)) {
        (false, _) => return,
        (true, false) => into,
        // Two locks, of which each may be opened in its time.
        (true, true) if is_locked(old) || is_locked(new) => builtin::FLOOR,
        (true, true) if is_seen_through => into,
        (true, true) => return,
    };
    dungeon.levels[usize::from(level.0)].tiles.set(p, becomes);
}

/// Opens the door at a cell, if there is one.
fn open_door(dungeon: &mut Dungeon, level: LevelId, p: Point) {
    let tiles = &dungeon.levels[usize::from(level.0)].tiles;
    let now = tiles.get(p).map(|tile| dungeon.tile(tile).feature);
    if let Some(Feature::Door(door)) = now {
        dungeon.levels[usize::from(level.0)]
            .tiles
            .set(p, door.opened);
    }
}

/// Opens all doors of a lock.
fn unlock(dungeon: &mut Dungeon, lock: LockId) {
    let opened = |tile: &Tile| match tile.feature {
        Feature::Door(door) if door.lock == Some(lock) => Some(door.opened),
        _ => None,
    };
    let opened: Vec<Option<TileId>> = dungeon.tiles.iter().map(opened).collect();
    for level in &mut dungeon.levels {
        for tile in level.tiles.cells_mut() {
            *tile = opened[usize::from(tile.0)].unwrap_or(*tile);
        }
    }
}

/// Whether nobody walks there without a key.
fn is_closed(tile: &Tile) -> bool {
    match tile.feature {
        Feature::Door(door) => door.lock.is_some(),
        Feature::Pool(_) | Feature::Fence(_) | Feature::Boulder(_) => false,
        _ => tile.footing != Footing::Anyone,
    }
}

fn is_locked(tile: &Tile) -> bool {
    matches!(tile.feature, Feature::Door(door) if door.lock.is_some())
}

//! The keys of a dungeon: lying on levels, carried by monsters that drop them, or placed by the seed.
use std::collections::{HashMap, HashSet};

use super::level_view::ThingOrigin;
use super::reach_rules::{Mobility, ReachRules};
use super::ways::DungeonCell;
use dungeon_model::dungeon::{Dungeon, ItemId, KindId, LevelId, LockId, ScatteredThing, Through};
use dungeon_model::space::geometry::Point;

/// An item that opens a lock, with its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockKey {
    pub lock: LockId,
    pub item: ItemId,
    /// The level of the key when the game begins.
    pub level: LevelId,
    /// The origin of the key, or of the body that drops it.
    pub from: ThingOrigin,
}

/// Every key of a dungeon.
#[derive(Clone, Debug, Default)]
pub struct KeyIndex {
    /// All keys, in file order of their levels.
    pub list: Vec<LockKey>,
    at: Vec<(DungeonCell, usize)>, // sorted
    drifting: HashMap<LevelId, Vec<usize>>,
    scattered: HashSet<(LevelId, usize)>,
}

impl KeyIndex {
    /// Finds the keys of a dungeon: keys that lie on levels, are scattered or are in vaults, and keys that bodies and
    /// their offspring drop.
    pub fn new(dungeon: &Dungeon, rules: ReachRules, carried: &CarriedKeys) -> KeyIndex {
        let mut keys = KeyIndex::default();
        let drops = |kind: KindId| carried.of(kind);
        for (id, level) in dungeon.numbered_levels() {
            for (i, (p, item)) in level.items.iter().enumerate() {
                let key = keys.add(dungeon, id, *item, ThingOrigin::Item(i));
                keys.put_at((id, *p), key);
            }
            for (i, spawn) in level.spawns.iter().enumerate() {
                let drops = drops(spawn.kind);
                for item in &drops.items {
                    let key = keys.add(dungeon, id, *item, ThingOrigin::Body(i));
                    if drops.drifts(rules) {
                        keys.drifting.entry(id).or_default().extend(key)
                    } else {
                        keys.put_at((id, spawn.at), key)
                    }
                }
            }
            for (i, scatter) in level.used_scatters() {
                let items = match scatter.what {
                    ScatteredThing::Tile(_) => continue,
                    ScatteredThing::Item(item) => &[item][..],
                    ScatteredThing::Body(kind, _) => &drops(kind).items,
                };
                for item in items {
                    let key = keys.add(dungeon, id, *item, ThingOrigin::Scatter(i));
                    keys.scattered.extend(key.map(|_| (id, i)));
                }
            }
            for (nth, vault) in dungeon.vaults_for(id) {
                let carried = vault.all_kinds().flat_map(|kind| drops(kind).items.clone());
                for item in vault.all_items().chain(carried) {
                    let key = keys.add(dungeon, id, item, ThingOrigin::Vault(nth));
                    keys.drifting.entry(id).or_default().extend(key);
                }
            }
        }
        keys.at.sort_unstable();
        keys
    }

    /// Returns the indexes in `list` of the keys on a cell: keys that lie there, and keys dropped by mobile monsters
    /// that start there.
    pub fn at(&self, cell: DungeonCell) -> impl Iterator<Item = usize> {
        let first = self.at.partition_point(|(other, _)| *other < cell);
        let here = self.at[first..].iter();
        here.take_while(move |(other, _)| *other == cell)
            .map(|(_, key)| *key)
    }

    /// Returns the cells of a level where keys are, in ascending order. A cell occurs once for each of its keys.
    pub fn cells(&self, level: LevelId) -> impl Iterator<Item = Point> {
        let first = self.at.partition_point(|((other, _), _)| *other < level);
        let here = self.at[first..].iter();
        here.take_while(move |((other, _), _)| *other == level)
            .map(|((_, p), _)| *p)
    }

    /// Returns the indexes in `list` of the level's keys without a fixed cell: keys whose carriers cross terrain that
    /// the hero cannot cross, and keys that vaults may bring.
    pub fn drifting(&self, level: LevelId) -> &[usize] {
        self.drifting.get(&level).map_or(&[], Vec::as_slice)
    }

    /// Whether a scatter may place a key, or a body that drops a key.
    pub fn is_scattered(&self, level: LevelId, scatter: usize) -> bool {
        self.scattered.contains(&(level, scatter))
    }

    fn add(
        &mut self,
        dungeon: &Dungeon,
        level: LevelId,
        item: ItemId,
        from: ThingOrigin,
    ) -> Option<usize> {
        let lock = dungeon.item(item).opens?;
        self.list.push(LockKey {
            lock,
            item,
            level,
            from,
        });
        Some(self.list.len() - 1)
    }

    fn put_at(&mut self, cell: DungeonCell, key: Option<usize>) {
        self.at.extend(key.map(|key| (cell, key)));
    }
}

/// The keys that each kind of a dungeon drops, by `KindId`. The same for all outcomes, since chance does not decide
/// drops.
#[derive(Debug)]
pub struct CarriedKeys(Vec<KindDrops>);

impl CarriedKeys {
    /// Finds the keys of all kinds of a dungeon.
    pub fn new(dungeon: &Dungeon) -> CarriedKeys {
        let kinds = dungeon.numbered_kinds().map(|(kind, _)| kind);
        CarriedKeys(kinds.map(|kind| KindDrops::new(dungeon, kind)).collect())
    }

    /// Returns the drops of a kind and its offspring.
    pub fn of(&self, kind: KindId) -> &KindDrops {
        &self.0[usize::from(kind.0)]
    }
}

/// The keys that a kind and its offspring drop, and the greatest mobility of the carriers.
#[derive(Debug)]
pub struct KindDrops {
    /// The dropped keys.
    pub items: Vec<ItemId>,
    /// The terrain that carriers pass.
    pub through: Through,
    /// How carriers move, by themselves or pulled by the hero.
    pub mobility: Mobility,
}

impl KindDrops {
    fn new(dungeon: &Dungeon, kind: KindId) -> KindDrops {
        let mut drops = KindDrops {
            items: Vec::new(),
            through: Through::Floor,
            mobility: if dungeon.may_pull() {
                Mobility::Slanting
            } else {
                Mobility::Stands
            },
        };
        for kind in dungeon.with_brood([kind]) {
            let kind = dungeon.kind(kind);
            let is_key = |item: &ItemId| dungeon.item(*item).opens.is_some();
            drops.items.extend(kind.drops.all().filter(is_key));
            drops.through = drops.through.max(kind.through);
            drops.mobility = drops.mobility.max(Mobility::for_kind(kind));
        }
        drops
    }

    /// Whether carriers can cross terrain that the hero cannot, and so may come to the hero.
    fn drifts(&self, rules: ReachRules) -> bool {
        self.through == Through::Walls || rules.is_less_mobile_than(self.mobility)
    }
}

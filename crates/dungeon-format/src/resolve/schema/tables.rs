//! The dungeon's tables while they grow. Equal entries share one number, except declared kinds, whose drops and spawns
//! are added later.
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use dungeon_model::dungeon::file_form::BuiltinTables;
use dungeon_model::dungeon::{
    DungeonTables, Family, FamilyId, ItemId, ItemKind, Kind, KindId, Level, Settings, Spread, Tile,
    TileId, games,
};

/// Tiles, kinds, items and locks. The built-in entries are first.
#[derive(Debug)]
pub struct Tables {
    /// The tiles by `TileId`.
    pub tiles: Table<Tile>,
    /// The kinds by `KindId`.
    pub kinds: Table<Kind>,
    /// The items by `ItemId`.
    pub items: Table<ItemKind>,
    /// The names of locks by `LockId`.
    pub locks: Table<String>,
    /// The families by `FamilyId`.
    pub families: Vec<DraftFamily>,
}

/// A family of items while its file is read.
#[derive(Debug)]
pub struct DraftFamily {
    /// The name in the file, such as "vial".
    pub name: String,
    /// The looks, as items without effects; empty for a family without a faultless `family` line.
    pub looks: Vec<ItemKind>,
    /// The kinds, in file order.
    pub kinds: Vec<ItemId>,
    /// Whether each kind has the look with its number.
    pub is_in_order: bool,
}

impl Tables {
    /// Makes the tables for the parameters of a game, before any declaration.
    pub fn new(settings: &Settings) -> Tables {
        let BuiltinTables {
            tiles,
            kinds,
            items,
        } = (settings.game.form().tables)(settings);
        Tables {
            tiles: Table::new(tiles),
            kinds: Table::new(kinds),
            items: Table::new(items),
            locks: Table::new(Vec::new()),
            families: Vec::new(),
        }
    }

    /// Makes a dungeon of these levels with these tables, the default game, and no title or goals.
    pub fn tables(mut self, levels: Vec<Level>) -> DungeonTables {
        self.add_variants();
        let families = self.add_looks();
        DungeonTables {
            families: Arc::new(families),
            locks: Arc::new(self.locks.rows),
            tiles: Arc::new(self.tiles.rows),
            kinds: Arc::new(self.kinds.rows),
            items: Arc::new(self.items.rows),
            ..DungeonTables::new(Settings::published(games::DEFAULT), levels)
        }
    }

    /// Adds the variants of items with ranges, from which the seed chooses.
    fn add_variants(&mut self) {
        let rows = &mut self.items.rows;
        for plan in 0..rows.len() {
            let ItemKind { gives, spread, .. } = rows[plan];
            if spread.is_none() {
                continue;
            }
            rows[plan].variants = ItemId::of(rows.len());
            let variant = ItemKind {
                spread: Spread::default(),
                variants: ItemId::NONE,
                ..rows[plan].clone()
            };
            rows.extend((0..spread.count()).map(|nth| ItemKind {
                gives: spread.nth(gives, nth),
                ..variant.clone()
            }));
        }
    }

    /// Adds the looks of families to the items. Items of families without looks become ordinary items.
    fn add_looks(&mut self) -> Vec<Family> {
        let rows = &mut self.items.rows;
        let is_whole = |family: FamilyId| !self.families[usize::from(family.0)].looks.is_empty();
        for row in rows.iter_mut() {
            row.family = row.family.filter(|family| is_whole(*family));
        }
        let families = self.families.drain(..).map(|draft| {
            let first_look = ItemId::of(rows.len());
            let look_count = u16::try_from(draft.looks.len()).unwrap_or(u16::MAX);
            rows.extend(draft.looks);
            Family {
                name: draft.name,
                first_look,
                look_count,
                kinds: draft.kinds,
                is_in_order: draft.is_in_order,
            }
        });
        families.collect()
    }

    /// Returns the number of the family with a name, and adds a family without looks if there is none.
    pub fn family(&mut self, name: &str) -> FamilyId {
        let known = self.families.iter().position(|family| family.name == name);
        FamilyId::of(known.unwrap_or_else(|| {
            self.families.push(DraftFamily {
                name: name.to_string(),
                looks: Vec::new(),
                kinds: Vec::new(),
                is_in_order: false,
            });
            self.families.len() - 1
        }))
    }

    /// Returns the tile with this id.
    pub fn tile(&self, id: TileId) -> &Tile {
        &self.tiles.rows[usize::from(id.0)]
    }

    /// Returns the kind with this id.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds.rows[usize::from(id.0)]
    }

    /// Returns the item with this id.
    pub fn item(&self, id: ItemId) -> &ItemKind {
        &self.items.rows[usize::from(id.0)]
    }
}

/// A table of the dungeon while it grows. Its entries are numbered with 16 bits.
#[derive(Debug)]
pub struct Table<T> {
    /// The entries by their numbers.
    pub rows: Vec<T>,
    /// The number of each entry; empty until the first lookup, since many tables never need one.
    numbers: HashMap<T, u16>,
}

impl<T: Clone + Eq + Hash> Table<T> {
    fn new(rows: Vec<T>) -> Table<T> {
        let numbers = HashMap::new();
        Table { rows, numbers }
    }

    /// Returns the index of each entry. The first call fills the map.
    fn numbers(&mut self) -> &mut HashMap<T, u16> {
        if self.numbers.is_empty() {
            let numbers = (0..=u16::MAX).zip(&self.rows);
            self.numbers = numbers.map(|(number, row)| (row.clone(), number)).collect();
        }
        &mut self.numbers
    }

    /// Returns the number of an entry, and adds a new entry. `None` if the table is full.
    pub fn number(&mut self, entry: T) -> Option<u16> {
        if let Some(number) = self.numbers().get(&entry) {
            return Some(*number);
        }
        self.push(entry)
    }

    /// Adds an entry, even if an equal one exists, and returns its number. `None` if the table is full.
    pub fn push(&mut self, entry: T) -> Option<u16> {
        let number = u16::try_from(self.rows.len()).ok()?;
        self.numbers().insert(entry.clone(), number);
        self.rows.push(entry);
        Some(number)
    }

    /// Returns the number of an entry that contains its own number, such as a trap that stays after it springs. `entry`
    /// makes the entry for a number. Entries that differ only in this number share one. `None` if the table is full.
    pub fn number_naming_itself(&mut self, entry: impl Fn(u16) -> T) -> Option<u16> {
        let nameless = entry(u16::MAX);
        if let Some(number) = self.numbers().get(&nameless) {
            return Some(*number);
        }
        let number = u16::try_from(self.rows.len()).ok()?;
        self.rows.push(entry(number));
        self.numbers.insert(entry(number), number);
        self.numbers.insert(nameless, number);
        Some(number)
    }

    /// Changes the entry with this number.
    pub fn change(&mut self, number: u16, change: impl FnOnce(&mut T)) {
        if let Some(mut entry) = self.rows.get(usize::from(number)).cloned() {
            change(&mut entry);
            self.replace(number, entry);
        }
    }

    /// Replaces the entry with this number.
    pub fn replace(&mut self, number: u16, entry: T) {
        self.numbers();
        if let Some(row) = self.rows.get_mut(usize::from(number)) {
            self.numbers.remove(row);
            *row = entry.clone();
            self.numbers.insert(entry, number);
        }
    }
}

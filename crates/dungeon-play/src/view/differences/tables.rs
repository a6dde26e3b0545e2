//! The tables of two dungeons: which kinds, items, tiles and levels are the same, and what is changed of them.
use std::collections::{HashMap, HashSet};

use super::change::{Change, ChangedPart};
use super::facts::Facts;
use super::naming::{Naming, PairedTable};
use super::thing_facts::{item_facts, kind_facts, tile_facts};
use dungeon_model::dungeon::{Dungeon, Feature, Footing, ItemId, Level, Tile};

/// A thing of a table, by what it is found again.
struct TableEntry {
    glyph: char,
    name: String,
    facts: Facts,
    /// Whether one of the same glyph and name is the same thing with other facts. A door with another lock is another
    /// door: what changed is told of its cells.
    is_declared: bool,
}

/// The things that are the same in two dungeons.
#[derive(Debug)]
pub struct PairedTables {
    /// The kinds, by `KindId`.
    pub kinds: PairedTable,
    /// The items, by `ItemId`.
    pub items: PairedTable,
    /// The tiles, by `TileId`.
    pub tiles: PairedTable,
    /// The levels, by `LevelId`.
    pub levels: PairedTable,
}

/// Finds out what is the same in two dungeons, and gives it the names of the second in both.
pub fn pair_tables(before: &mut Naming<'_>, after: &mut Naming<'_>) -> PairedTables {
    let levels = paired_levels(&before.dungeon.levels, &after.dungeon.levels);
    take_names(&mut before.levels, &after.levels, &levels);
    let kinds = paired_entries(&kind_entries(before), &kind_entries(after));
    let items = paired_entries(&item_entries(before), &item_entries(after));
    take_names(&mut before.kinds, &after.kinds, &kinds);
    take_names(&mut before.items, &after.items, &items);
    let tiles = paired_entries(&tile_entries(before), &tile_entries(after));
    take_names(&mut before.tiles, &after.tiles, &tiles);
    PairedTables {
        kinds,
        items,
        tiles,
        levels,
    }
}

fn take_names(before: &mut [String], after: &[String], pairs: &PairedTable) {
    for (name, other) in before.iter_mut().zip(&pairs.after) {
        if let Some(other) = other {
            name.clone_from(&after[*other]);
        }
    }
}

fn kind_entries(naming: &Naming<'_>) -> Vec<TableEntry> {
    let kinds = naming.dungeon.kinds.iter();
    let entries = kinds.map(|kind| TableEntry {
        glyph: kind.glyph,
        name: kind.name.clone(),
        facts: kind_facts(naming, kind),
        is_declared: true,
    });
    entries.collect()
}

fn item_entries(naming: &Naming<'_>) -> Vec<TableEntry> {
    let items = naming.dungeon.items.iter();
    let entries = items.map(|item| TableEntry {
        glyph: item.glyph,
        name: item.name.clone(),
        facts: item_facts(naming, item),
        is_declared: true,
    });
    entries.collect()
}

fn tile_entries(naming: &Naming<'_>) -> Vec<TableEntry> {
    let tiles = naming.dungeon.numbered_tiles();
    let entries = tiles.map(|(id, tile)| TableEntry {
        glyph: tile.glyph,
        // What stands on a rim that is closed looks like what it was made of.
        name: match tile.footing {
            Footing::Nobody => format!("outer {}", tile.name),
            _ => tile.name.clone(),
        },
        facts: tile_facts(naming, id, tile),
        is_declared: is_declared(tile),
    });
    entries.collect()
}

/// Whether a tile is one of the file wherever it stands; doors, stairs, traps and what has words differ from place to
/// place.
fn is_declared(tile: &Tile) -> bool {
    let is_of_its_place = matches!(
        tile.feature,
        Feature::Door(_) | Feature::Stairs(_) | Feature::Trap(_)
    );
    !is_of_its_place && tile.says.is_empty()
}

/// Pairs things that are alike in everything, then those of one glyph and name, then those that have the one or the other
/// alone.
fn paired_entries(before: &[TableEntry], after: &[TableEntry]) -> PairedTable {
    let mut pairs = PairedTable::of_lengths(before.len(), after.len());
    let mut alike: HashMap<&Facts, Vec<usize>> = HashMap::new();
    for (nth, entry) in after.iter().enumerate().rev() {
        alike.entry(&entry.facts).or_default().push(nth);
    }
    for (nth, entry) in before.iter().enumerate() {
        if let Some(others) = alike.get_mut(&entry.facts) {
            let other = match others.len() {
                1 => others[0],
                _ => others.pop().unwrap_or_default(),
            };
            pairs.pair(nth, other);
        }
    }
    // What is alike in all that is told is the same thing, however often the table has it.
    for (nth, entry) in after.iter().enumerate() {
        if pairs.before[nth].is_none() {
            let mut twins = before.iter();
            pairs.before[nth] = twins.position(|other| other.facts == entry.facts);
        }
    }
    let both = |entry: &TableEntry| format!("{} {}", entry.glyph, entry.name);
    pair_left(&mut pairs, before, after, both, false);
    pair_left(
        &mut pairs,
        before,
        after,
        |entry| entry.glyph.to_string(),
        true,
    );
    pair_left(&mut pairs, before, after, |entry| entry.name.clone(), true);
    pairs
}

/// Pairs declared things of one key that have no partner yet, in their order, or only where there is one of each.
fn pair_left(
    pairs: &mut PairedTable,
    before: &[TableEntry],
    after: &[TableEntry],
    key: impl Fn(&TableEntry) -> String,
    is_alone: bool,
) {
    let mut groups: HashMap<String, [Vec<usize>; 2]> = HashMap::new();
    for (side, (entries, partners)) in [(before, &pairs.after), (after, &pairs.before)]
        .into_iter()
        .enumerate()
    {
        for (nth, entry) in entries.iter().enumerate() {
            if partners[nth].is_none() && entry.is_declared {
                groups.entry(key(entry)).or_default()[side].push(nth);
            }
        }
    }
    for [ones, others] in groups.into_values() {
        if !is_alone || ones.len() == 1 && others.len() == 1 {
            for (one, other) in ones.into_iter().zip(others) {
                pairs.pair(one, other);
            }
        }
    }
}

/// Pairs levels by their names where these are their own, then those of the same number.
fn paired_levels(before: &[Level], after: &[Level]) -> PairedTable {
    let mut pairs = PairedTable::of_lengths(before.len(), after.len());
    let only = |levels: &[Level], name: &str| {
        let mut named = levels
            .iter()
            .enumerate()
            .filter(|(_, level)| level.name == name);
        let first = named.next().map(|(nth, _)| nth);
        first.filter(|_| !name.is_empty() && named.next().is_none())
    };
    for (nth, level) in before.iter().enumerate() {
        if only(before, &level.name).is_some()
            && let Some(other) = only(after, &level.name)
        {
            pairs.pair(nth, other);
        }
    }
    for nth in 0..before.len().min(after.len()) {
        if pairs.after[nth].is_none() && pairs.before[nth].is_none() {
            pairs.pair(nth, nth);
        }
    }
    pairs
}

/// What is changed of the kinds, items and tiles that the files declare.
pub fn table_changes(
    before: &Naming<'_>,
    after: &Naming<'_>,
    tables: &PairedTables,
) -> Vec<Change> {
    let mut changes = Vec::new();
    let both = [before, after];
    let kinds = both.map(|naming| told("kind", &naming.kinds, kind_entries(naming)));
    tell(&mut changes, ChangedPart::Kind, &kinds, &tables.kinds);
    let items = both.map(|naming| {
        let mut items = told("item", &naming.items, item_entries(naming));
        items.truncate(own_items(naming.dungeon));
        items
    });
    tell(&mut changes, ChangedPart::Item, &items, &tables.items);
    let tiles = both.map(|naming| told("tile", &naming.tiles, tile_entries(naming)));
    tell_tiles(&mut changes, both, &tiles, &tables.tiles);
    changes
}

/// The things of a table as they are told: "kind rat", and what is said of it.
fn told(sort: &str, names: &[String], entries: Vec<TableEntry>) -> Vec<(String, Facts)> {
    let named = names.iter().zip(entries);
    let told = named.map(|(name, entry)| (format!("{sort} {name}"), entry.facts));
    told.collect()
}

/// The number of items before those that the seed chooses from, which stand at the end of the table.
fn own_items(dungeon: &Dungeon) -> usize {
    let firsts = dungeon.items.iter().map(|item| item.variants);
    let firsts = firsts.filter(|first| *first != ItemId::NONE);
    firsts
        .min()
        .map_or(dungeon.items.len(), |first| usize::from(first.0))
}

/// Tells what is gone, changed and new of a table.
fn tell(
    changes: &mut Vec<Change>,
    part: ChangedPart,
    [old, new]: &[Vec<(String, Facts)>; 2],
    pairs: &PairedTable,
) {
    for (nth, (name, facts)) in old.iter().enumerate() {
        match pairs.after[nth].and_then(|other| new.get(other)) {
            None => changes.push(Change::everywhere(part, format!("{name} is gone"))),
            Some((name, other)) => changed(changes, part, name, facts, other),
        }
    }
    for (nth, (name, _)) in new.iter().enumerate() {
        if pairs.before[nth].is_none() {
            changes.push(Change::everywhere(part, format!("{name} is new")));
        }
    }
}

fn changed(changes: &mut Vec<Change>, part: ChangedPart, name: &str, old: &Facts, new: &Facts) {
    let phrases = old.changes_to(new);
    if !phrases.is_empty() {
        let text = format!("{name}: {}", phrases.join(", "));
        changes.push(Change::everywhere(part, text));
    }
}

/// Tells what is changed of tiles; of those without a partner only what has a look of its own, since the others are
/// told of their cells.
fn tell_tiles(
    changes: &mut Vec<Change>,
    namings: [&Naming<'_>; 2],
    [old, new]: &[Vec<(String, Facts)>; 2],
    pairs: &PairedTable,
) {
    let look = |tile: &Tile| (tile.glyph, tile.name.clone());
    let looks = namings.map(|naming| -> HashSet<(char, String)> {
        naming.dungeon.tiles.iter().map(look).collect()
    });
    let is_own = |side: usize, nth: usize| {
        let tile = &namings[side].dungeon.tiles[nth];
        is_declared(tile) && !looks[1 - side].contains(&look(tile))
    };
    // What differs in the terrain that it is built into alone is told once.
    let mut told = HashSet::new();
    let mut tell = |text: String| {
        if told.insert(text.clone()) {
            changes.push(Change::everywhere(ChangedPart::Tile, text));
        }
    };
    for (nth, (name, facts)) in old.iter().enumerate() {
        match pairs.after[nth].map(|other| &new[other]) {
            Some((name, other)) => {
                let phrases = facts.changes_to(other);
                if !phrases.is_empty() {
                    tell(format!("{name}: {}", phrases.join(", ")));
                }
            }
            None if is_own(0, nth) => tell(format!("{name} is gone")),
            None => {}
        }
    }
    for (nth, (name, _)) in new.iter().enumerate() {
        if pairs.before[nth].is_none() && is_own(1, nth) {
            tell(format!("{name} is new"));
        }
    }
}

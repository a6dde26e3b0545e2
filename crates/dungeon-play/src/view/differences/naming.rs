//! Names for the things of two dungeons, so that the same thing has the same name in both.
use std::collections::{BTreeSet, HashMap, HashSet};

use super::pairs::paired_by;
use dungeon_model::dungeon::Dungeon;
use dungeon_model::dungeon::grammar::nouns::in_sentence;

/// A level or a vault of a dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardId {
    /// The level with this index.
    Level(usize),
    /// The vault with this index.
    Vault(usize),
}

/// The names of a dungeon's things.
#[derive(Debug)]
pub struct Naming<'a> {
    /// The dungeon whose things have these names.
    pub dungeon: &'a Dungeon,
    /// The names of the kinds, by `KindId`.
    pub kinds: Vec<String>,
    /// The names of the items, by `ItemId`.
    pub items: Vec<String>,
    /// The names of the tiles, by `TileId`.
    pub tiles: Vec<String>,
    /// The levels, then the vaults, each with its name as it is written within a sentence.
    pub boards: Vec<(BoardId, String)>,
}

impl<'a> Naming<'a> {
    /// Names a dungeon's things without regard to another dungeon.
    pub fn new(dungeon: &'a Dungeon) -> Naming<'a> {
        let levels = dungeon.levels.iter().enumerate();
        let sort = dungeon.settings.game.terms.level;
        let levels = levels.map(|(nth, level)| match level.name.as_str() {
            "" => (BoardId::Level(nth), format!("{sort} {}", nth + 1)),
            name => (BoardId::Level(nth), in_sentence(name)),
        });
        let vaults = dungeon.vaults.iter().enumerate();
        let vaults =
            vaults.map(|(nth, vault)| (BoardId::Vault(nth), format!("vault {}", vault.name)));
        let [kinds, items, tiles] = looks(dungeon).map(|looks| names(&looks));
        Naming {
            dungeon,
            kinds,
            items,
            tiles,
            boards: levels.chain(vaults).collect(),
        }
    }

    /// Gives each thing the name of the same thing in the dungeon `after`.
    pub fn take_names(&mut self, after: &Naming<'_>) {
        let [kinds, items, tiles] = looks(self.dungeon);
        let [new_kinds, new_items, new_tiles] = looks(after.dungeon);
        rename(&mut self.kinds, &kinds, &after.kinds, &new_kinds);
        rename(&mut self.items, &items, &after.items, &new_items);
        rename(&mut self.tiles, &tiles, &after.tiles, &new_tiles);
    }

    /// Returns the name for each glyph; for a shared glyph, kinds take precedence over items, and items over tiles.
    pub fn by_glyph(&self) -> HashMap<char, String> {
        let looks = looks(self.dungeon).into_iter().rev().flatten();
        let names = [&self.tiles, &self.items, &self.kinds];
        let names = names.into_iter().flatten().cloned();
        looks.map(|(glyph, _)| glyph).zip(names).collect()
    }
}

/// The glyph and the name of a thing.
type Look<'a> = (char, &'a str);

/// Returns the looks of kinds, items and tiles.
fn looks(dungeon: &Dungeon) -> [Vec<Look<'_>>; 3] {
    let kinds = dungeon.kinds.iter();
    let items = dungeon.items.iter();
    let tiles = dungeon.tiles.iter();
    [
        kinds.map(|kind| (kind.glyph, kind.name.as_str())).collect(),
        items.map(|item| (item.glyph, item.name.as_str())).collect(),
        tiles.map(|tile| (tile.glyph, tile.name.as_str())).collect(),
    ]
}

/// Returns names that distinguish things with different glyphs: the glyph is appended to every name except its first
/// occurrence.
fn names(things: &[Look<'_>]) -> Vec<String> {
    let mut firsts: HashMap<&str, char> = HashMap::new();
    let named = things
        .iter()
        .map(|(glyph, name)| match firsts.entry(name).or_insert(*glyph) {
            first if first == glyph => (*name).to_owned(),
            _ => with_glyph(name, *glyph),
        });
    named.collect()
}

fn with_glyph(name: &str, glyph: char) -> String {
    format!("{name} ({glyph})")
}

/// Renames the things of one table to match another table. The partner of a thing has the same look, or else the same
/// glyph, or else the same name. A thing without a partner gets a name that the other table does not use.
fn rename(names: &mut [String], old: &[Look<'_>], new_names: &[String], new: &[Look<'_>]) {
    let by_look: HashMap<Look<'_>, &String> = { new.iter().copied().zip(new_names) }.collect();
    let [before, after] = [old, new].map(|looks| {
        let unique: BTreeSet<Look<'_>> = looks.iter().copied().collect();
        Vec::from_iter(unique)
    });
    let keys = |(glyph, name): &Look<'_>| {
        let (glyph, name) = (glyph.to_string(), (*name).to_owned());
        [Some(format!("{glyph}{name}")), Some(glyph), Some(name)]
    };
    let [old_keys, new_keys] =
        [&before, &after].map(|looks| Vec::from_iter(looks.iter().map(keys)));
    let partners = { after.iter() }.zip(paired_by(&old_keys, &new_keys));
    let renamed: HashMap<Look<'_>, &String> = partners
        .filter_map(|(look, partner)| Some((before[partner?], by_look[look])))
        .collect();
    let taken: HashSet<&String> = new_names.iter().collect();
    for (name, look) in names.iter_mut().zip(old) {
        match renamed.get(look) {
            Some(other) => name.clone_from(other),
            None if taken.contains(name) => *name = with_glyph(look.1, look.0),
            None => {}
        }
    }
}

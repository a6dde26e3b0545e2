//! What the things of two dungeons are called, so that one thing has one name in both.
use std::collections::HashMap;

use dungeon_model::dungeon::grammar::nouns::{in_sentence, with_article};
use dungeon_model::dungeon::{Choice, Dungeon, ItemId, KindId, LevelId, LockId, TileId};
use dungeon_model::space::narrow::count;

/// The things of one table that are the same in two dungeons, by their numbers.
#[derive(Debug, Default)]
pub struct PairedTable {
    /// By the numbers of the first dungeon: the number in the second; none for what is gone.
    pub after: Vec<Option<usize>>,
    /// By the numbers of the second dungeon: the number in the first; none for what is new.
    pub before: Vec<Option<usize>>,
}

impl PairedTable {
    /// Tables of so many things, none of which are the same.
    pub fn of_lengths(before: usize, after: usize) -> PairedTable {
        PairedTable {
            after: vec![None; before],
            before: vec![None; after],
        }
    }

    /// Notes that two things are the same.
    pub fn pair(&mut self, before: usize, after: usize) {
        self.after[before] = Some(after);
        self.before[after].get_or_insert(before);
    }

    /// A number for a thing of the first dungeon, which its partner of the second has, too, as its own number.
    pub fn class(&self, before: usize) -> u32 {
        self.after[before].map_or(u32::MAX - count(before), count)
    }

    /// The number of a thing of the second dungeon: that of its partner, which several may have that are alike.
    pub fn class_after(&self, after: usize) -> u32 {
        self.before[after].map_or(count(after), |before| self.class(before))
    }
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
    /// The names of the levels, by `LevelId`.
    pub levels: Vec<String>,
}

impl<'a> Naming<'a> {
    /// The names of a dungeon's things by themselves.
    pub fn new(dungeon: &'a Dungeon) -> Naming<'a> {
        let kinds = dungeon.kinds.iter();
        let items = dungeon.items.iter();
        let tiles = dungeon.tiles.iter();
        let levels = dungeon.levels.iter().enumerate();
        let sort = dungeon.settings.game.terms.level;
        let levels = levels.map(|(nth, level)| match level.name.as_str() {
            "" => format!("{sort} {}", nth + 1),
            name => in_sentence(name),
        });
        Naming {
            dungeon,
            kinds: names(kinds.map(|kind| (kind.name.as_str(), kind.glyph))),
            items: names(items.map(|item| (item.name.as_str(), item.glyph))),
            tiles: names(tiles.map(|tile| (tile.name.as_str(), tile.glyph))),
            levels: levels.collect(),
        }
    }

    /// The name of a kind.
    pub fn kind(&self, id: KindId) -> &str {
        &self.kinds[usize::from(id.0)]
    }

    /// The name of an item.
    pub fn item(&self, id: ItemId) -> &str {
        match id {
            ItemId::NONE => "",
            ItemId(id) => &self.items[usize::from(id)],
        }
    }

    /// The name of a tile.
    pub fn tile(&self, id: TileId) -> &str {
        &self.tiles[usize::from(id.0)]
    }

    /// The name of a level.
    pub fn level(&self, id: LevelId) -> &str {
        &self.levels[usize::from(id.0)]
    }

    /// What opens a lock: "the bronze key", or the word of the file for a lock that nothing opens.
    pub fn key_to(&self, lock: LockId) -> String {
        let keys = self.dungeon.numbered_items();
        let mut keys = keys.filter(|(_, item)| item.opens == Some(lock));
        match keys.next() {
            Some((key, _)) => with_article(self.item(key)),
            None => format!("a key to {}", self.dungeon.locks[usize::from(lock.0)]),
        }
    }

    /// What is chosen: a name, or those of a class with their weights.
    pub fn choice<T: Copy>(&self, choice: &Choice<T>, name: impl Fn(T) -> String) -> String {
        let class = match choice {
            Choice::Always(one) => return name(*one),
            Choice::OfClass(class) => class,
        };
        let member = |(weight, thing): &(u32, T)| match weight {
            1 => name(*thing),
            weight => format!("{}*{weight}", name(*thing)),
        };
        let lines = class.lines.iter();
        let lines = lines.map(|line| line.iter().map(member).collect::<Vec<_>>().join("|"));
        let lines: Vec<String> = lines.collect();
        match lines.as_slice() {
            [line] => line.clone(),
            _ => {
                let by_level = class.by_level.iter().map(|line| match line {
                    None => "nothing",
                    Some(line) => &lines[*line as usize],
                });
                by_level.collect::<Vec<_>>().join(", then ")
            }
        }
    }
}

/// Names that tell things of different glyphs apart: the first of a name has it alone.
fn names<'n>(things: impl Iterator<Item = (&'n str, char)>) -> Vec<String> {
    let mut firsts: HashMap<&str, char> = HashMap::new();
    let named = things.map(|(name, glyph)| match *firsts.entry(name).or_insert(glyph) {
        first if first == glyph => name.to_owned(),
        _ => format!("{name} ({glyph})"),
    });
    named.collect()
}

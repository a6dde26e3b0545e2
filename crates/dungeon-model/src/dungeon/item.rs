//! What items are, and what becomes of one that is taken: plain data.
use super::colour::Colour;
use super::ids::{ItemId, LockId};
use super::stats::{Spread, Stat, Stats};

/// A kind of thing that lies on a cell.
///
/// ```
/// use dungeon::data::Stat;
/// use dungeon::diagnostics::Source;
///
/// let text = "item b \"loaf of bread\" health=5\nmap\n#####\n#@.b#\n#####\nend\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let bread = dungeon.items().iter().find(|item| item.glyph == 'b').unwrap();
/// assert_eq!((bread.name.as_str(), bread.gives[Stat::Health]), ("loaf of bread", 5));
/// assert!(bread.collectable, "it must be taken to win");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ItemKind {
    /// The name as sentences say it, without an article: "bread".
    pub name: String,
    /// The character on the map, one column wide.
    pub glyph: char,
    /// The colour on the map; without one the scene chooses.
    pub colour: Option<Colour>,
    /// The numbers that are added to the taker's stats, each of which may be negative; of a thing that is kept to be used,
    /// when it is used. Of an item that has variants, the least of each.
    pub gives: Stats,
    /// How much more the seed gives to each item that the file puts somewhere ([X-14]); none for most items, and for
    /// every item that lies in a world.
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub spread: Spread,
    /// The first of the items that the seed chooses from in place of this one, one for each of the numbers that its
    /// spread allows; they follow each other in the table. `ItemId::NONE` for an item without a spread.
    pub variants: ItemId,
    /// What becomes of the item when it is taken.
    pub keeping: Keeping,
    /// Whether the game is not over while one is left (explore).
    pub collectable: bool,
    /// The lock that the item opens, for which it is kept; none for an item that is no key.
    pub opens: Option<LockId>,
    /// Whether monsters with a taste for the herd hunt it, and eat it.
    pub herd: bool,
    /// How far the item shines in the dark where it lies, in cells ([X-12]); 0 for an item that does not.
    ///
    /// [X-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-12
    pub glow: u32,
    /// Whether a game is lost without one, where its file says so.
    pub is_vital: bool,
    /// The words that are told when the item is taken; may be empty.
    pub says: String,
    /// The verb for what the hero does with the item, as the file gives it: "eat"; empty for the usual verb.
    pub verb: String,
}

impl ItemKind {
    /// The numbers that are added to the stats of who takes the item, at once.
    pub fn gives_at_once(&self) -> Stats {
        match self.keeping {
            Keeping::ToUse => Stats::default(),
            Keeping::No | Keeping::ToWear { .. } => self.gives,
        }
    }

    /// Returns the verb for what the hero does with the item when it takes effect: the one that the file gives, else "wield"
    /// for an item that is worn, "drink" for one that gives or takes health when used, "use" for another that is kept, and
    /// "take" for the rest.
    pub fn verb(&self) -> &str {
        match self.keeping {
            _ if !self.verb.is_empty() => &self.verb,
            Keeping::ToWear { .. } => "wield",
            Keeping::ToUse if self.gives[Stat::Health] != 0 => "drink",
            Keeping::ToUse => "use",
            Keeping::No => "take",
        }
    }

    /// How much strength the item adds while it is worn; 0 for an item that is not worn.
    pub fn worn_strength(&self) -> i32 {
        match self.keeping {
            Keeping::ToWear { strength } => strength,
            Keeping::No | Keeping::ToUse => 0,
        }
    }

    /// Whether the item goes into the pack of who takes it.
    pub fn is_kept(&self) -> bool {
        self.keeping != Keeping::No
    }
}

/// What becomes of an item that is taken ([P-1]).
///
/// ```
/// use dungeon::data::Keeping;
/// use dungeon::diagnostics::Source;
///
/// let text = "item ! \"potion\" health=10 keep=yes\nmap\n#####\n#@.!#\n#####\nend\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let potion = dungeon.items().iter().find(|item| item.name == "potion").unwrap();
/// assert_eq!(potion.keeping, Keeping::ToUse);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [P-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-1
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Keeping {
    /// The item gives what it gives, and is gone; a key is held.
    #[default]
    No,
    /// The item is kept in the pack, and gives what it gives when it is used, which it is once ([P-2]).
    ///
    /// [P-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-2
    ToUse,
    /// The item is kept in the pack, and may be worn there ([P-3]).
    ///
    /// [P-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-3
    ToWear {
        /// The strength that is added while the item is worn; at least 1 in files.
        strength: i32,
    },
}

/// The most items of different kinds that a file may have kept: each has a letter in the pack, small or capital.
pub const MOST_KEPT: usize = 52;

//! Items, and what happens to them when taken: plain data.
use super::colour::Colour;
use super::ids::{FamilyId, ItemId, LockId};
use super::stats::{Spread, Stat, Stats};
use super::timed_state::StateGift;

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
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct ItemKind {
    /// The name in sentences, without an article: "loaf of bread".
    pub name: String,
    /// The character on the map, one column wide.
    pub glyph: char,
    /// The color on the map; `None` for the default color of the screen.
    pub colour: Option<Colour>,
    /// The changes to the stats of the body that takes the item; may be negative. With `Keeping::ToUse`, the stats
    /// change when the item is used. For an item with a spread, these are the minimum changes.
    pub gives: Stats,
    /// The maximum that the seed may add to each number of `gives` ([X-14]); zero for most items. In a running game, an
    /// item with a spread is replaced with one of its variants, which have no spread.
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub spread: Spread,
    /// The first variant of this item; `ItemId::NONE` for an item without a spread. When the item is placed, the seed
    /// replaces the item with one of its variants. The variants are consecutive in the table, one for each set of
    /// numbers that `spread` allows.
    pub variants: ItemId,
    /// The family of the item, whose kinds look alike until they are known ([X-19]); `None` for most items.
    ///
    /// [X-19]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-19
    pub family: Option<FamilyId>,
    /// Whether the item takes effect as soon as it is taken, or goes into the inventory to be used or worn later.
    pub keeping: Keeping,
    /// The name of the slot in which the item is worn; empty for the slot of all items without `slot=`. Only one item
    /// of each slot is worn at a time ([P-3]).
    ///
    /// [P-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-3
    pub slot: String,
    /// The distance in cells (Chebyshev) to which the item can be thrown from the inventory ([P-4]); 0 for an item that
    /// cannot be thrown. Only items with `Keeping::ToUse` can be thrown.
    ///
    /// [P-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-4
    pub throw_reach: u32,
    /// The number of turns after which the item is ready again when used ([P-6]); 0 for an item that is used up. Only
    /// items with `Keeping::ToUse` can recharge.
    ///
    /// [P-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-6
    pub recharge: u32,
    /// Whether all items of this kind must be taken to win, in games that are won by taking items.
    pub collectable: bool,
    /// The lock that the item opens; `None` for an item that is no key.
    pub opens: Option<LockId>,
    /// Whether the item makes all kinds in the inventory known when it is used, or when it is taken if it is not kept
    /// ([X-20]).
    ///
    /// [X-20]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-20
    pub identifies: bool,
    /// The state that the item gives whenever it changes stats, also to a body that it hits when thrown ([B-1]); `None`
    /// for most items.
    ///
    /// [B-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-1
    pub state: Option<StateGift>,
    /// Whether the item belongs to the herd, which some monsters hunt and eat.
    pub herd: bool,
    /// The radius of the item's light in the dark, in cells ([X-12]); 0 for no light.
    ///
    /// [X-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-12
    pub glow: u32,
    /// Whether a game with `lose without=` is lost when no item of a vital kind is left.
    pub is_vital: bool,
    /// The text shown when the item is taken; may be empty.
    pub says: String,
    /// The file's verb for taking, using or wielding the item, such as "eat"; empty for the usual verb.
    pub verb: String,
}

impl ItemKind {
    /// Returns the changes to a body's stats at the moment when the body takes the item.
    pub fn gives_at_once(&self) -> Stats {
        match self.keeping {
            Keeping::ToUse => Stats::default(),
            Keeping::No | Keeping::ToWear { .. } => self.gives,
        }
    }

    /// Returns the state that the item gives at the moment when a body takes it.
    pub fn state_at_once(&self) -> Option<StateGift> {
        self.state.filter(|_| self.keeping != Keeping::ToUse)
    }

    /// Returns the verb for taking, using or wielding the item. Without a verb in the file: "wield" for an item that
    /// can be worn, or "wear" if it has a named slot, "drink" for a usable item that changes health, "use" for any
    /// other usable item and for missiles that harm, and "take" for all other items.
    pub fn verb(&self) -> &str {
        match self.keeping {
            _ if !self.verb.is_empty() => &self.verb,
            Keeping::ToWear { .. } if !self.slot.is_empty() => "wear",
            Keeping::ToWear { .. } => "wield",
            Keeping::ToUse if self.throw_reach > 0 && self.gives[Stat::Health] < 0 => "use",
            Keeping::ToUse if self.gives[Stat::Health] != 0 => "drink",
            Keeping::ToUse => "use",
            Keeping::No => "take",
        }
    }

    /// Returns the word for an item while worn: "wielded" if its verb is "wield", else "worn".
    pub fn worn_word(&self) -> &'static str {
        match self.verb() {
            "wield" => "wielded",
            _ => "worn",
        }
    }

    /// Returns the strength that the item adds while worn; 0 if it cannot be worn.
    pub fn worn_strength(&self) -> i32 {
        match self.keeping {
            Keeping::ToWear { strength, .. } => strength,
            Keeping::No | Keeping::ToUse => 0,
        }
    }

    /// Returns the shape of the hero's blows while the item is worn; `BlowShape::Single` if it cannot be worn.
    pub fn blow_shape(&self) -> BlowShape {
        match self.keeping {
            Keeping::ToWear { shape, .. } => shape,
            Keeping::No | Keeping::ToUse => BlowShape::Single,
        }
    }

    /// Returns the distance in cells (Chebyshev) within which the item lets the hero hurt or move bodies, by an aimed act
    /// or a blow; 0 for an item that leaves blows as they are.
    #[doc(hidden)]
    pub fn reach(&self) -> u32 {
        let by_blow = match self.blow_shape() {
            BlowShape::Single | BlowShape::Shoot(_) | BlowShape::Pull(_) => 0,
            BlowShape::Sweep => 1,
            BlowShape::Line => 2,
        };
        by_blow.max(self.aim_reach())
    }

    /// Returns what the hero can do with the item at a distance; `None` for most items. The hero must wear the item to
    /// shoot or pull.
    pub fn aimed_act(&self) -> Option<AimedAct> {
        match self.blow_shape() {
            BlowShape::Shoot(_) => Some(AimedAct::Shoot),
            BlowShape::Pull(_) => Some(AimedAct::Pull),
            BlowShape::Single | BlowShape::Line | BlowShape::Sweep => {
                (self.throw_reach > 0).then_some(AimedAct::Throw)
            }
        }
    }

    /// Returns the distance in cells (Chebyshev) of the item's aimed act; 0 for an item without one.
    pub fn aim_reach(&self) -> u32 {
        match self.blow_shape() {
            BlowShape::Shoot(reach) | BlowShape::Pull(reach) => reach,
            BlowShape::Single | BlowShape::Line | BlowShape::Sweep => self.throw_reach,
        }
    }

    /// Whether the item goes into the taker's inventory.
    pub fn is_kept(&self) -> bool {
        self.keeping != Keeping::No
    }
}

/// Whether an item takes effect as soon as it is taken, or goes into the inventory to be used or worn later ([P-1]).
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
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Keeping {
    /// The item takes effect when it is taken, and is then gone. A key is held for the rest of the game.
    #[default]
    No,
    /// The item goes into the inventory, takes effect when it is used, and is then gone unless it recharges ([P-2]).
    ///
    /// [P-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-2
    ToUse,
    /// The item goes into the inventory, and can be worn ([P-3]).
    ///
    /// [P-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-3
    ToWear {
        /// The strength added while the item is worn; at least 1 in files.
        strength: i32,
        /// The bodies that the hero's blows hit while the item is worn ([P-5]).
        ///
        /// [P-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-5
        shape: BlowShape,
    },
}

/// The bodies that a blow of the hero hits while an item is worn ([P-5]), and what else the item lets the hero do.
///
/// ```
/// use dungeon::data::BlowShape;
///
/// let text = "item / \"spear\" wear=strength:2 attack=line\nmap\n#####\n#@./#\n#####\nend\n";
/// let dungeon = dungeon::load_text(text)?;
/// let spear = dungeon.items().iter().find(|item| item.name == "spear").unwrap();
/// assert_eq!(spear.blow_shape(), BlowShape::Line);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [P-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-5
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum BlowShape {
    /// Only the enemy that the hero attacks.
    #[default]
    Single,
    /// `line`: also the enemy behind it, in the same direction.
    Line,
    /// `sweep`: also all other enemies around the hero.
    Sweep,
    /// `shoot:N`: only the enemy that the hero attacks; but the hero can shoot the item N cells far ([P-7]).
    ///
    /// [P-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-7
    Shoot(u32),
    /// `pull:N`: only the enemy that the hero attacks; but the hero can pull bodies from N cells away ([P-8]).
    ///
    /// [P-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-8
    Pull(u32),
}

/// An act of the hero at a distance with an item of the inventory, which flies at a cell and works on the first body in
/// its way ([P-4], [P-7], [P-8]).
///
/// ```
/// use dungeon::data::AimedAct;
///
/// let text = "item ) \"bow\" wear=strength:1 attack=shoot:6\nmap\n#####\n#@.)#\n#####\nend\n";
/// let dungeon = dungeon::load_text(text)?;
/// let bow = dungeon.items().iter().find(|item| item.name == "bow").unwrap();
/// assert_eq!((bow.aimed_act(), bow.aim_reach()), (Some(AimedAct::Shoot), 6));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [P-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-4
/// [P-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-7
/// [P-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-8
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AimedAct {
    /// `throw=N`: the item is used up and changes the body's health and strength.
    Throw,
    /// `attack=shoot:N`: the item stays worn, and the hero's strength wounds the body.
    Shoot,
    /// `attack=pull:N`: the item stays worn, and the body comes to the hero.
    Pull,
}

impl AimedAct {
    /// Returns the verb of the act: "throw", "shoot", "pull".
    pub fn verb(self) -> &'static str {
        match self {
            AimedAct::Throw => "throw",
            AimedAct::Shoot => "shoot",
            AimedAct::Pull => "pull",
        }
    }
}

/// The maximum number of item kinds in a file that go into the inventory. Each kind needs a letter, lowercase or
/// uppercase.
pub const MOST_KEPT: usize = 52;

/// The maximum number of turns after which a file can let an item be ready again.
pub const LONGEST_RECHARGE: u32 = 10_000;

/// The maximum distance to which a file can let an item be thrown, shoot or pull, in cells.
pub const FARTHEST_THROW: u32 = 20;

//! Ids: numbers of entries in the tables of a dungeon.

/// Number of a kind in `Dungeon::kinds`, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct KindId(pub u16);

/// Number of an item in `Dungeon::items`; 0 stands for no item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct ItemId(pub u16);

impl ItemId {
    /// The id on cells without an item.
    pub const NONE: ItemId = ItemId(0);
}

/// Number of a level in `Dungeon::levels`, from 0.
///
/// ```
/// use dungeon::Session;
/// use dungeon::data::LevelId;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let floor = "map\n######\n#@.>$#\n######\nend\n";
/// let cellar = "map\n######\n#<..$#\n######\nend\n";
/// let mut game = Session::from_text(format!("level \"Floor\"\n{floor}level \"Cellar\"\n{cellar}"))?;
/// game.press("ll>")?;
/// assert_eq!(game.game().world().here(), LevelId(1));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct LevelId(pub u8);

/// Number of a tile in `Dungeon::tiles`, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct TileId(pub u16);

/// Number of a lock in `Dungeon::locks`, from 0; named by `locked=` on doors and `opens=` on items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct LockId(pub u16);

/// Number of a family in `Dungeon::families`, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct FamilyId(pub u16);

/// Number of a cause in `Dungeon::causes`, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct CauseId(pub u16);

/// Number of an entry in `Level::stats` or `Vault::stats`, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct StatsId(pub u32);

/// Returns every entry of a table with its id, in order.
pub fn numbered<'a, T, Id>(
    rows: &'a [T],
    of: impl Fn(usize) -> Id + 'a,
) -> impl Iterator<Item = (Id, &'a T)> {
    let rows = rows.iter().enumerate();
    rows.map(move |(index, row)| (of(index), row))
}

/// Gives id types a constructor from an index. No other code converts an index to an id.
macro_rules! ids_of_indices {
    ($($id:ident),+) => {$(
        impl $id {
            /// Returns the id of the entry at this index of its table, from 0.
            ///
            /// # Panics
            ///
            /// If the index is outside of the id's range, which `format` prevents.
            #[doc(hidden)]
            pub fn of(index: usize) -> $id {
                $id(index.try_into().expect("a table has no more entries than ids"))
            }
        }
    )+};
}

ids_of_indices!(KindId, ItemId, FamilyId, LevelId, TileId, CauseId, StatsId);

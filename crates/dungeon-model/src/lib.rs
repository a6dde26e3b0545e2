//! Dungeons as plain data, and the geometry of maps. This crate reads no files and plays no turns.
//!
//! Input: numbers and tables from `dungeon-format`, which makes and seals every [`Dungeon`](dungeon::Dungeon). Output:
//! data from these tables, and results of searches on maps. The module `dungeon` has the tables of a file and the
//! `GameProfile` of each game. `space` has points, grids, lines, fields of view and searches, and depends on no game. `wire`
//! writes a dungeon as bytes for another WebAssembly module.
//!
//! All numbers are integers, and arithmetic saturates, so no file can make a number overflow. `space::narrow` converts
//! counts and lengths.
//!
//! Reading order: `space::geometry`, `space::grid`, `space::distances`, `space::sight`, and then `dungeon` in the order
//! that its `mod.rs` gives.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
pub mod space;

pub mod dungeon;

#[cfg(feature = "wire")]
pub mod wire;

/// Defines the `fmt` method of `Debug` for a type. It prints only the listed fields.
#[doc(hidden)]
#[macro_export]
macro_rules! debug_fields {
    ($name:ident $(: $($field:ident),+)?) => {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.debug_struct(stringify!($name))
                $($(.field(stringify!($field), &self.$field))+)?
                .finish_non_exhaustive()
        }
    };
}

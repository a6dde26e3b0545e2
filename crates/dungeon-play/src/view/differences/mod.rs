//! Differences: the changes between two dungeons, in the game's terms.
//!
//! The input is two dungeons. The output is a list of changes, each a phrase with the affected cells, and pictures of
//! the changed levels.
//!
//! Reading order: `change` (the results), `facts`, `pairs` (matching the things of two lists), `naming` (the same names
//! in both dungeons), `rows` (records), `boards` (a level or a vault), `dungeons` (the comparison), `inventory` (the
//! contents of one dungeon) and `picture`.
pub mod change;

mod facts;

mod pairs;

mod naming;

mod rows;

mod boards;

mod dungeons;

mod inventory;
mod picture;

pub use change::Change;
pub use dungeons::{ComparedFile, Differences, contents_text, differences};
pub use inventory::inventory;
pub use picture::{ChangeMarks, picture};

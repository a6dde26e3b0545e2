//! Differences: what is changed from one dungeon to another, in the game's terms.
//!
//! Two dungeons come in; changes go out, each a phrase with the cells that it is about, and pictures of changed levels.
//!
//! Reading order: `change` (the results), `facts`, `pairs` (the same thing in two lists), `naming` (one name in both
//! dungeons), `rows` (records), `boards` (a level or a vault), `dungeons` (the comparison), `inventory` (one dungeon
//! alone) and `picture`.
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

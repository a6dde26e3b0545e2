//! Differences: what is changed from one dungeon to another, in the game's terms.
//!
//! Two dungeons come in; changes go out, each a phrase with the cells that it is about, and pictures of changed levels.
//!
//! To be read in this order: `change` (what comes out), `facts` (what is said of a thing), `pairs` (which things are the
//! same), `naming` (what things are called in both dungeons), `rows` (what the records of a file say, and what is changed
//! of it), `boards` (a level or a vault), `dungeons` (all of it) and `inventory` (one dungeon alone), `picture`.
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

//! Differences: what is changed from one dungeon to another, in the game's terms.
//!
//! Two dungeons come in; changes go out, each a phrase with the cells that it is about, and pictures of changed levels.
//!
//! To be read in this order: `change` (what comes out), `facts` (what is said of a thing), `naming` (what things are
//! called in both dungeons), `nearest_pairs` (which things on cells are the same), `thing_facts`,
//! `settings_facts` and `record_facts` (what is said of what), `tables` (which declared things are the same), `boards` (a level or a vault), `dungeons` (all of
//! it) and `inventory` (one dungeon alone), `picture`.
pub mod change;

mod facts;
mod naming;
mod nearest_pairs;

mod settings_facts;
mod thing_facts;

mod record_facts;
mod tables;

mod boards;

mod dungeons;
mod inventory;

mod picture;

pub use change::Change;
pub use dungeons::{Differences, contents_text, differences};
pub use inventory::inventory;
pub use picture::{ChangeMarks, picture};

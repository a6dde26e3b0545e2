//! Every `key=` of the format, in one table.
//!
//! Each key is one [`KeySpec`], and [`KEYS`] lists them all. A spec gives the records and games of a key, the shape of
//! its value, its meaning, and a help text for records that do not take the key. Specs drive the hints of `parse` about
//! keys without `=`, the checks of `resolve`, the help about keys of another game, and the tables of docs/format
//! (`tests/format/keys.rs` compares them).
//!
//! Reading order: `spec` (what a spec contains), `table` (the keys), `lookup` (queries).

pub mod spec;

pub mod table;

pub mod lookup;

pub use lookup::*;
pub use spec::{Beside, GameSet, KeySpec, RecordKind, ValueShape};
pub use table::*;

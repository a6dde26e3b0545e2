//! Keys: every `key=` of the format, said once.
//!
//! Each key is one [`KeySpec`], and [`KEYS`] lists them all. A spec says in which records of which games its key
//! stands, what its value looks like, what it means, and what is said of it where it does not belong. The hints of
//! `parse` (a key without `=`), the reader of `resolve` (which keys a record of a game takes, their shapes and ranges), the
//! mends for keys of another game, and the tables of docs/format are all made of these specs (`tests/format/keys.rs` holds
//! them together).
//!
//! To be read in this order: `spec` (what is said of a key), `table` (the keys), `lookup` (what
//! is asked of them).

pub mod spec;

pub mod table;

pub mod lookup;

pub use lookup::*;
pub use spec::{Beside, GameSet, KeySpec, RecordKind, ValueShape};
pub use table::*;

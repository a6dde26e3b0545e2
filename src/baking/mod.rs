//! Files with chance as files without: what one seed has decided, written as a text of its own.
//!
//! The input is a file and a seed; the output is the text of a file that begins with the same level. `same_start`
//! compares both games, so that no other file is ever returned.
//!
//! Read the files in this order: `spelled_thing` (a thing as a record spells it), `scattered_things`, `begun_file` (what the seed has decided,
//! by records), `settled_numbers` (numbers in place of ranges), `spare_marks` (glyphs for things that need keys), `plain_level` (one
//! level), `same_start` (the comparison), `baked_file`, `file_traits` (by which files differ) and `generate` (the search for seeds).
mod spelled_thing;

mod scattered_things;

mod begun_file;

mod settled_numbers;

mod spare_marks;

mod plain_level;
mod same_start;

pub mod baked_file;

mod file_traits;

pub mod generate;

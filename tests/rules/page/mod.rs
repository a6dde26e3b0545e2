//! Scenarios for the rows of docs/format that no other file covers. `source/format_page.rs` checks that each row has a
//! test.
mod arena;
mod rows;
mod siege;
mod tactics;

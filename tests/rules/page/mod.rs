//! The rows of docs/format: scenarios of those that no other file plays. `source/format_page.rs` holds that
//! each row has a test.
mod arena;
mod rows;
mod siege;
mod tactics;

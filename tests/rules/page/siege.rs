//! Scenarios for the rows of docs/format, "Siege". `source/format_page.rs` lists the tests of all rows; other tests
//! cover the rules themselves.

//! Scenarios of the rows of docs/format, "Siege": a picture, keys, and what happened. `source/format_page.rs` names
//! the tests of all rows; the rules themselves are proved elsewhere.

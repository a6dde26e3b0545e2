//! Tests of the project's texts: its sources, its pages and the names of its tests.
mod bases;
mod comments;
mod docs;
mod editors;
mod explain;
mod features;
mod format_page;
mod game_nouns;
mod layers;
mod library;
mod lock_files;
mod narrowing;
mod no_luck;
mod opening;
mod plain_english;
#[cfg(feature = "program")]
mod players_page;
mod printing;
mod public_face;
mod readme;
mod rules_page;
mod shown;
mod sources;
mod test_names;
mod type_names;

#[path = "../corpus/mod.rs"]
mod corpus;

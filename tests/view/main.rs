//! The screen: frames and their cells, snapshots of each game's screen, and events as sentences.
#[macro_use]
#[path = "../support/drawn.rs"]
mod drawn;

mod animated_svg;
mod arena_screen;
mod articles;
mod battle;
mod danger;
mod film_page;
mod frame;
mod glyphs;
mod large_screens;
mod scenes;
mod siege_screen;
mod small_screens;
mod tactics_film;
mod tactics_layout;
mod tactics_screen;
mod told;
mod words;

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../support/session_cases.rs"]
mod session_cases;
#[path = "../support/mod.rs"]
mod support;

//! Journeys: what one key does in many steps (E-15).
mod cursor;
mod explore;
mod explore_care;
mod explore_ends;
mod stairs;
mod steps;

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../support/mod.rs"]
mod support;

//! Journeys: one key that leads to many steps (E-15). `journeys.rs` tests their display and recording.
mod cursor;
mod explore;
mod explore_care;
mod explore_ends;
mod stairs;

//! Journeys: where one key leads in many steps (E-15). How they are seen and recorded stands in `journeys.rs`.
mod cursor;
mod explore;
mod explore_care;
mod explore_ends;
mod stairs;

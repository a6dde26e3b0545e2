//! What files mean: each test reads a small file and looks at the dungeon it gives, or at what it must not say.
mod arena;
mod classic;
mod ghosts;
mod goals;
mod properties;
mod siege;
mod slime;
mod tactics;
mod units;

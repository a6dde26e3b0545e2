//! Machine players: whatever is pressed, the world is what the rules say it can be.
mod arena;
mod battle;
mod every_game;
mod goals;
mod ladder;
mod mirrored_game;
mod paddocks;
mod siege;
mod sight;
mod tactics;

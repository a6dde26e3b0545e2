//! Bots: after any keys the world satisfies the rules.
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

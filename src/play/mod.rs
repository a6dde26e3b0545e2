//! A game driven by keys: no terminal, no clock. Everything a person can do is a key to `Show::press`,
//! everything he sees is `Show::frame`.
pub mod keys;

pub mod script;
pub mod show;

pub mod menu;
pub mod session;

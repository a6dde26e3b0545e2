//! The shipped games: the published ones are unchanged, and each can be won.
mod arena;
mod crypt;
mod depths;
mod siege;
mod tactics;

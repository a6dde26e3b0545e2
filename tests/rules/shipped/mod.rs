//! The games that come with the program: the published ones are the published ones, and each can be won.
mod arena;
mod depths;
mod siege;
mod tactics;

//! The game in lines of text, for whoever hears it or has a screen that draws nothing: what was said, then what an eye
//! would have seen change, with distances and directions. It asks nothing but what the screen shows.
mod doings;
mod narrated;
mod order;
mod spoken;

mod eye;

mod phrases;
mod stretches;

mod ground;
mod picture;

mod closure;

mod changes;
mod pace;
mod pages;
mod pointing;
mod steps;

mod places;

mod shots;
mod surroundings;

mod narrator;

pub use narrated::Narrated;
pub use narrator::Narrator;
pub use spoken::{List, Spoken};

//! The game in lines of text, for whoever hears it or has a screen that draws nothing: what was said, then what an eye
//! would have seen change, with distances and directions. It asks nothing but what the screen shows.
mod facts;
mod line_command;
mod line_interface;
mod own_action;
mod session_show;

mod observer;

mod phrases;
mod stretches;

mod narrated_state;
mod terrain;

mod enclosures;

mod changes;
mod interruption;
mod pages;
mod pointing;
mod step_preview;

mod target_words;

mod shot_preview;
mod surroundings;

mod narrator;

pub use line_interface::{LineInterface, LineMenu};
pub use narrator::Narrator;
pub use session_show::SessionShow;

//! What happened, in words.
mod witnessed;

mod names;

mod sentences;

mod teller;

pub use names::{
    capitalised, level_name, terrain, terrain_as, with_article, with_indefinite_article, word,
};
pub use teller::{tell, tell_opening};
pub use witnessed::Witnessed;

//! What happened, in words.
mod names;

mod sentences;

mod teller;

pub use names::{
    capitalised, level_name, name, terrain, with_article, with_indefinite_article, word,
};
pub use teller::{tell, tell_opening};

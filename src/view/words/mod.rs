//! What happened, in words.
mod witnessed;

mod names;

mod life;

mod obstacle;
mod season;
mod sentences;
mod tally;

mod deed;
mod story;

mod teller;

pub use life::{lives_by_gold, vigour, word};
pub use names::{
    capitalised, counted, grouped, level_name, roll, terrain, terrain_as, terrain_in_full,
    terrain_with_strength, with_article, with_indefinite_article,
};
pub use season::herd;
pub use teller::{tell, tell_by_turns, tell_opening};
pub use witnessed::Witnessed;

//! What happened, in words.
mod stakes;
mod witnessed;

mod names;

mod boards;
mod life;

mod ending;
mod obstacle;
mod season;
mod sentences;
mod tally;

mod deed;
mod story;

mod teller;

mod account;

pub use account::{tell, tell_by_turns, tell_opening};
pub use boards::{enemies, place_in_run};
pub use ending::turns;
pub use life::{lives, vigour, word};
pub use names::{
    capitalised, counted, grouped, level_name, roll, terrain, terrain_as, terrain_in_full,
    terrain_with_strength, with_article, with_indefinite_article,
};
pub use season::herd;
pub use stakes::{Stakes, stakes};
pub use witnessed::Witnessed;

//! What happened, in words.
mod bearing;
mod stakes;
mod witnessed;

mod names;

mod boards;
mod life;

mod ability;
mod people;

mod ending;
mod obstacle;
mod season;
mod sentences;
mod tally;

mod blast;
mod story;
mod toll;

mod deed;

mod upshot;

mod teller;

mod account;

pub use ability::{Detail, abilities, bestiary, supplies};
pub use account::{tell, tell_by_turns, tell_opening};
pub use bearing::{bearing, direction, direction_called, end_of, runs, steps};
pub use boards::{enemies, place_in_run};
pub use ending::turns;
pub use life::{gains, lives, vigour, word};
pub use names::{
    capitalised, counted, grouped, level_name, roll, terrain, terrain_as, terrain_in_full,
    terrain_with_strength, with_article, with_indefinite_article,
};
pub use people::{enemies_left, has_enemies, task};
pub use season::herd;
pub use stakes::{Stakes, stakes};
pub use witnessed::Witnessed;

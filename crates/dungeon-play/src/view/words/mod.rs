//! Words: events and things in English.
//!
//! The input is a world, its events, and the cells that the player saw. The output is sentences and nouns. The rules of
//! the game do not depend on this text.
//!
//! Reading order, as in the `mod` lines: `tone` (the meaning of a sentence for the player), `terms` (names of things),
//! `events` (the events of a step). English that does not depend on a game is in `dungeon/grammar`.
mod tone;

mod terms;

mod events;

pub use dungeon_model::dungeon::grammar::bearing::{
    bearing, direction, direction_called, end_of, runs, steps,
};
pub use dungeon_model::dungeon::grammar::lists::{
    counted_list, enumerate_groups, enumeration, groups, joined, preceded, times, unbroken,
};
pub use dungeon_model::dungeon::grammar::nouns::{
    be, capitalised, counted, number_of, one, several, turns, with_article, with_indefinite_article,
};
pub use events::account::{tell, tell_by_turns, tell_opening, tell_words};
pub use events::period::{herd, next_period};
pub use terms::ability::{AbilityDetail, abilities, bestiary, deeds, mood, pack_ties, supplies};
pub use terms::boards::{enemies, place_in_run};
pub use terms::danger::{aim_effect, blow, bolt, danger, explosions};
pub use terms::game_terms::{commands_people, game_terms};
pub use terms::goals::{TurnLimit, goal_sentences, leave_task, loss_name, progress_text};
pub use terms::life::{
    charge, gains, lives, recharges, slot, throws, uses, vigour, word as stat_word,
};
pub use terms::names::{
    fence_strength, level_name, terrain, terrain_as, terrain_in_full, terrain_with_strength,
};
pub use terms::people::{enemies_left, has_enemies, killer_name, task_text};
pub use terms::perception::Perception;
pub use terms::states::{brief_states, states};
pub use tone::{Sentence, Tone};

//! The rules of all games, one file each, and the parts that games share. A new game needs a row in `ALL` here, and its
//! data in `games::ALL` of the model.
//!
//! Read in this order: `bare` (rules without actions, the base of all others), `combat` (attacks, deaths, births),
//! `goals` (the goals and losses of a file), `terrain` (doors, traps, stairs), `sleep` (sleepers and noise), `company`
//! (allies, neutral monsters), `causes` (cause and effect), `luck` (whether chance still matters), `pack` (using and
//! wearing items), `states` (timed states), `throwing` (the hero's aimed acts), `blows` (the hero's blows), `common_actions` (the actions of heroes
//! and monsters in every game), `keys` (shared key bindings). Then read a game: `explore`, `arena`, `tactics`, or
//! `siege` with `fences` and `spawn_wave`.
pub mod bare;
pub mod combat;
pub mod goals;
mod luck;
mod pack;
mod sleep;

pub mod blows;

pub mod terrain;

pub mod throwing;

mod states;

mod company;

pub mod causes;
pub mod common_actions;
mod fences;
pub mod keys;
mod spawn_wave;

pub mod arena;
pub mod explore;
pub mod siege;
pub mod tactics;

use std::sync::Arc;

use crate::ruleset::Ruleset;
use dungeon_model::dungeon::{Dungeon, GameProfile, Settings, games};

/// A function that creates the rules of a game from its parameters. The flag tells whether the dungeon has stairs; if
/// not, some games omit the keys for stairs.
type MakeRules = fn(&Settings, bool) -> Arc<dyn Ruleset>;

/// The profile of every game with the function that creates its rules, in the order of `games::ALL`.
const ALL: [(&GameProfile, MakeRules); games::ALL.len()] = [
    (&games::explore::PROFILE, explore::rules),
    (&games::siege::PROFILE, siege::rules),
    (&games::arena::PROFILE, arena::rules),
    (&games::tactics::PROFILE, tactics::rules),
];

/// Returns the rules of a dungeon's game, with the parameters of the dungeon.
///
/// ```
/// use dungeon::diagnostics::Source;
/// use dungeon::geometry::Neighbours;
///
/// let file = Source::from_text("pit.dng", "rules arena\nmap\n.....\n.@.%.\n.....\nend\n");
/// let rules = dungeon::rules::rules_for(&dungeon::load_source(file)?);
/// assert_eq!(rules.neighbours(), Neighbours::Four);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// # Panics
///
/// If the dungeon's game is not in `ALL`. A test in this file makes sure that `ALL` has every game that a file can
/// name.
pub fn pick(dungeon: &Dungeon) -> Arc<dyn Ruleset> {
    let settings = &dungeon.settings;
    let mut games = ALL.into_iter();
    let (_, rules) = games
        .find(|(game, _)| *game == settings.game)
        .expect("every game of files has rules");
    rules(settings, keys::has_stairs(dungeon))
}

/// Returns the word and the rules of every game, in the order of `games::WORDS`. The rules have the published
/// parameters, and have keys for stairs.
pub fn all() -> [(&'static str, Arc<dyn Ruleset>); ALL.len()] {
    ALL.map(|(game, rules)| (game.word, rules(&Settings::published(game), true)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_files_has_rules_in_the_same_order() {
        assert_eq!(ALL.map(|(game, _)| game.word), games::WORDS);
    }
}

//! The rules of every game, one file each, and what several games share. `ALL` is the only list of the games beside
//! that of their data (`dungeon/games`).
//!
//! To be read in this order: `combat` (attacks, deaths, births), `goals` (what a file says wins and loses),
//! `terrain` (doors, traps, stairs), `causes` (what comes of what), `luck`
//! (what of all that asks chance), `pack` (things that are kept, used and worn), `common_actions`
//! (what every game lets a hero or a monster do), `keys` (bindings that several games share), then a game: `explore`,
//! `arena`, `tactics`, or `siege` with its `fences` and `spawn_wave`.
pub mod combat;
pub mod goals;
mod luck;
mod pack;

pub mod terrain;

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

/// Makes the rules of a game with these parameters; with the keys of stairs if there are any (`true`).
type MakeRules = fn(&Settings, bool) -> Arc<dyn Ruleset>;

/// The data of every game with its rules, in the order of `games::ALL`.
const ALL: [(&GameProfile, MakeRules); games::ALL.len()] = [
    (&games::explore::PROFILE, explore::rules),
    (&games::siege::PROFILE, siege::rules),
    (&games::arena::PROFILE, arena::rules),
    (&games::tactics::PROFILE, tactics::rules),
];

/// The rules that a dungeon is played by.
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
/// If the dungeon's game is none of `ALL`, which a test of this file rules out for the games of files.
pub fn pick(dungeon: &Dungeon) -> Arc<dyn Ruleset> {
    let settings = &dungeon.settings;
    let mut games = ALL.into_iter();
    let (_, rules) = games
        .find(|(game, _)| *game == settings.game)
        .expect("every game of files has rules");
    rules(settings, keys::has_stairs(dungeon))
}

/// Every game by its word in files, in the order of `games::WORDS`, with the published parameters and all keys that it
/// has in any dungeon.
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

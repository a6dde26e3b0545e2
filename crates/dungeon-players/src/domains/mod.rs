//! What machine players know of each game: what is worth trying in it, and what can never be won.
//!
//! A game comes in; disproofs, attempts and dead ends go out. `ALL` is a list of all games, as their data
//! (`dungeon/games`), their rules (`rulesets`) and the bots' ways to play them (`bots/styles`) have one.
//!
//! To be read in this order: `expert` (what is asked of a game), `states` (which states of a game are one),
//! `lost_lines` (how a game is lost that goes on), `walked_parts` (where bodies can ever walk), then a game: `explore`, `arena`, `siege`, `tactics`.
mod expert;

pub mod lost_lines;
pub mod states;
mod walked_parts;

mod arena;
mod explore;
mod siege;
mod tactics;

pub use expert::Expert;

use dungeon_model::dungeon::{Dungeon, GameProfile, games};

/// The data of every game with what is known of it, in the order of `games::ALL`.
const ALL: [(&GameProfile, Expert); games::ALL.len()] = [
    (&games::explore::PROFILE, explore::EXPERT),
    (&games::siege::PROFILE, siege::EXPERT),
    (&games::arena::PROFILE, arena::EXPERT),
    (&games::tactics::PROFILE, tactics::EXPERT),
];

/// What is known of the game that a dungeon is for. Where causes may help with which it does not reckon, it knows of nothing
/// that is impossible.
///
/// # Panics
///
/// If the dungeon's game is none of `ALL`, which a test of this file rules out for the games of files.
pub fn expert_for(dungeon: &Dungeon) -> Expert {
    let mut games = ALL.into_iter();
    let expert = games.find(|(game, _)| *game == dungeon.settings.game);
    let expert = expert.expect("every game of files has an expert").1;
    if expert.reckons_with_causes || !dungeon.may_help_by_causes() {
        expert
    } else {
        Expert {
            disprove: |_, _| None,
            dead_ends: |_, _, _| Vec::new(),
            ..expert
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_files_has_an_expert_in_the_same_order() {
        assert_eq!(ALL.map(|(game, _)| game.word), games::WORDS);
    }
}

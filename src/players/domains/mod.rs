//! What machine players know of each game: what is worth trying in it, and what can never be won.
//!
//! A game comes in; disproofs, attempts and dead ends go out. `ALL` is the third list of all games, beside their data
//! (`dungeon/games`) and their rules (`rulesets`).
use super::search::budget::Meter;
use super::search::domain::Attempt;
use super::verdict::{DeadEnd, Disproof};
use crate::dungeon::{Dungeon, GameProfile, games};
use crate::engine::game::Game;

mod any_game;
mod walked_parts;

mod arena;
mod explore;
mod siege;
mod tactics;

/// What machine players know of a game.
#[derive(Clone, Copy)]
pub struct Expert {
    /// Why a game can never be won from where it stands, as far as that can be said without playing it; for certain.
    pub disprove: fn(&Game) -> Option<Disproof>,
    /// Searches for a win; a later attempt, from 0, spends more on each state than the one before.
    pub attempt: fn(&Game, nth: u32, &mut Meter<'_>) -> Attempt,
    /// Where a player can lose a game that could be won, without being told.
    pub dead_ends: fn(&Game, &mut Meter<'_>) -> Vec<DeadEnd>,
}

/// The data of every game with what is known of it, in the order of `games::ALL`.
const ALL: [(&GameProfile, Expert); games::ALL.len()] = [
    (&games::explore::PROFILE, explore::EXPERT),
    (&games::siege::PROFILE, siege::EXPERT),
    (&games::arena::PROFILE, arena::EXPERT),
    (&games::tactics::PROFILE, tactics::EXPERT),
];

/// What is known of the game that a dungeon is for.
///
/// # Panics
///
/// If the dungeon's game is none of `ALL`, which a test of this file rules out for the games of files.
pub fn expert_for(dungeon: &Dungeon) -> Expert {
    let mut games = ALL.into_iter();
    let expert = games.find(|(game, _)| *game == dungeon.settings.game);
    expert.expect("every game of files has an expert").1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_files_has_an_expert_in_the_same_order() {
        assert_eq!(ALL.map(|(game, _)| game.word), games::WORDS);
    }
}

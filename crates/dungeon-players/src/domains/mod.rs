//! Knowledge about each game for the prover: actions worth trying, and games that can never be won.
//!
//! Input: a game. Output: disproofs, attempts and dead ends. `ALL` lists all games, as do `dungeon/games` (their data),
//! `rulesets` (their rules) and `bots/styles` (how bots play them).
//!
//! Reading order: `expert` (what the prover knows about a game), `states` (which states of a game count as one),
//! `needed_causes` (causes that can never happen, in any game), `lost_choices` (choices between items that lose,
//! whatever the hero takes), `lost_lines` (lines after which a game can no longer be won but is not over),
//! `walked_parts` (where bodies can ever walk), then the games: `explore`, `arena`, `siege`, `tactics`.
mod expert;
mod lost_choices;
mod needed_causes;

pub mod lost_lines;
pub mod states;
mod walked_parts;

pub mod spared_health;

mod arena;
mod explore;
mod siege;
mod tactics;

pub use expert::Expert;

use crate::search::budget::Meter;
use crate::verdict::Reason;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::goals;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{CauseEffect, GameProfile, games};

/// The data of every game and the expert for it, in the order of `games::ALL`.
const ALL: [(&GameProfile, Expert); games::ALL.len()] = [
    (&games::explore::PROFILE, explore::EXPERT),
    (&games::siege::PROFILE, siege::EXPERT),
    (&games::arena::PROFILE, arena::EXPERT),
    (&games::tactics::PROFILE, tactics::EXPERT),
];

/// Returns the expert for a game. Turns off the expert's disproofs and dead ends if the rules or minds are not those of
/// the file, or if the dungeon's causes may help the hero and the expert does not consider causes.
///
/// # Panics
///
/// If the dungeon's game is not in `ALL`, which a test of this file rules out for games of files.
pub fn expert_for(game: &Game) -> Expert {
    let dungeon = game.world().dungeon();
    let mut games = ALL.into_iter();
    let expert = games.find(|(game, _)| *game == dungeon.settings.game);
    let expert = expert.expect("every game of files has an expert").1;
    let reckons_with_causes = expert.reckons_with_causes || !dungeon.may_help_by_causes();
    if game.is_as_written() && reckons_with_causes {
        expert
    } else {
        Expert {
            disprove: |_, _| None,
            least_turn: |_, _| None,
            mends: |_, _| Vec::new(),
            dead_ends: |_, _, _| Vec::new(),
            ..expert
        }
    }
}

/// Returns a reason why a game can never be won from its current state, without playing it. The reason holds for
/// certain. `None` if no reason is found, or if the meter stops.
pub fn disproof(game: &Game, meter: &Meter<'_>) -> Option<Reason> {
    let expert = expert_for(game);
    if !game.is_as_written() {
        return (expert.disprove)(game, meter);
    }
    let disproof = |game: &Game| {
        let needed = needed_causes::never_happens(game.world(), meter);
        needed
            .or_else(|| survives_too_long(game.world()))
            .or_else(|| (expert.disprove)(game, meter))
    };
    let is_lost = |game: &Game| disproof(game).is_some();
    disproof(game).or_else(|| lost_choices::lost_choice(game, is_lost, meter))
}

/// Returns a reason if the game is lost by its turn limit before a goal has counted its turns; `None` if not, or if a
/// cause may win before.
fn survives_too_long(world: &World) -> Option<Reason> {
    let (counted, left) = (goals::turns_to_wait(world), goals::turns_left(world));
    let mut effects = world.effects_to_come();
    let is_lost = counted > left && !effects.any(|effect| *effect == CauseEffect::Win);
    is_lost.then(|| Reason::TooFewTurns {
        level: world.here(),
        at: world.body(world.commanded()).at,
        at_least: world.turn().saturating_add(counted),
        allowed: world.turn().saturating_add(left),
        enough: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_files_has_an_expert_in_the_same_order() {
        assert_eq!(ALL.map(|(game, _)| game.word), games::WORDS);
    }
}

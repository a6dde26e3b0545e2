//! The prover's knowledge about a game, as a table of functions.
use crate::search::budget::Meter;
use crate::search::domain::Attempt;
use crate::verdict::{DeadEnd, Mend, Reason};
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;

/// The prover's knowledge about one of the games. The functions take a game in any state.
#[derive(Clone, Copy)]
pub struct Expert {
    /// Returns a reason why a game can never be won from its current state, without playing it. The reason holds for
    /// certain. `None` if no reason is found, or if the meter stops.
    pub disprove: fn(&Game, &Meter<'_>) -> Option<Reason>,
    /// Returns a turn before which no line wins; `None` if nothing is known, or if the meter stops.
    pub least_turn: fn(&Game, &Meter<'_>) -> Option<u32>,
    /// Returns sets of map changes after which `disprove` finds no reason any more, smallest first. If one change is
    /// enough, the other known single changes follow.
    pub mends: fn(&Game, &Meter<'_>) -> Vec<Vec<Mend>>,
    /// Plays fights that take long rests between the blows. Returns a winning line; `None` if none is found.
    pub outlast: fn(&Game, &Meter<'_>) -> Option<Vec<Action>>,
    /// Searches for a win. Later attempts (`nth` counts from 0) spend more on each state.
    pub attempt: fn(&Game, nth: u32, &Meter<'_>) -> Attempt,
    /// Returns the positions where a player can unknowingly lose a game that this line wins.
    pub dead_ends: fn(&Game, &[Action], &Meter<'_>) -> Vec<DeadEnd>,
    /// Whether the disproofs and the dead ends consider causes that may still happen. If false, they are not used for
    /// dungeons whose causes may help the hero.
    pub reckons_with_causes: bool,
}

//! What is asked of a game by who wants to prove something of it.
use crate::search::budget::Meter;
use crate::search::domain::Attempt;
use crate::verdict::{DeadEnd, Disproof};
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;

/// What machine players know of a game.
#[derive(Clone, Copy)]
pub struct Expert {
    /// Why a game can never be won from where it stands, as far as that can be said without playing it; for certain.
    /// Who is stopped in the middle of it says nothing.
    pub disprove: fn(&Game, &Meter<'_>) -> Option<Disproof>,
    /// Searches for a win; a later attempt, from 0, spends more on each state than the one before.
    pub attempt: fn(&Game, nth: u32, &Meter<'_>) -> Attempt,
    /// Where a player can lose a game that could be won, without being told; this line wins it.
    pub dead_ends: fn(&Game, &[Action], &Meter<'_>) -> Vec<DeadEnd>,
    /// Whether the disproofs and the dead ends reckon with what causes may yet do; where they do not, neither is asked of a
    /// dungeon whose causes may help.
    pub reckons_with_causes: bool,
}

//! What machine players know of arena.
use super::expert::Expert;

/// What is known of arena.
pub const EXPERT: Expert = super::any_game::EXPERT;

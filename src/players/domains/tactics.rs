//! What machine players know of tactics.
use super::Expert;

/// What is known of tactics.
pub const EXPERT: Expert = super::any_game::EXPERT;

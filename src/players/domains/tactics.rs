//! What machine players know of tactics.
use super::expert::Expert;

/// What is known of tactics.
pub const EXPERT: Expert = super::any_game::EXPERT;

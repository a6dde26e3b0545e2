//! What machine players know of explore.
use super::expert::Expert;

/// What is known of explore.
pub const EXPERT: Expert = super::any_game::EXPERT;

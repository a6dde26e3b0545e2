//! What machine players know of siege.
use super::Expert;

/// What is known of siege.
pub const EXPERT: Expert = super::any_game::EXPERT;

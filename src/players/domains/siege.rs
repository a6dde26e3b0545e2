//! What machine players know of siege.
use super::expert::Expert;

/// What is known of siege.
pub const EXPERT: Expert = super::any_game::EXPERT;

//! The greedy player.
use super::styles::BegunStyle;
use crate::engine::action::Action;
use crate::players::player::Player;
use crate::players::player_view::PlayerView;

/// A player that takes what is nearest, strikes any monster beside the hero, and looks neither ahead nor back.
#[derive(Debug, Default)]
pub struct Greedy {
    style: BegunStyle,
}

impl Player for Greedy {
    fn begin(&mut self, view: &PlayerView<'_>, _luck: u64) {
        self.style.begin(view);
    }

    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let (styles, notes) = self.style.get(view);
        (styles.greedy)(notes, view, legal)
    }
}

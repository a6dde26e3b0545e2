//! The greedy player.
use super::notes::Notes;
use super::styles::{PlayStyles, styles_of};
use crate::engine::action::Action;
use crate::players::player::Player;
use crate::players::player_view::PlayerView;

/// A player that takes what is nearest, strikes any monster beside the hero, and looks neither ahead nor back.
#[derive(Debug, Default)]
pub struct Greedy {
    game: Option<(PlayStyles, Notes)>,
}

impl Player for Greedy {
    fn begin(&mut self, view: &PlayerView<'_>, _luck: u64) {
        self.game = Some((styles_of(view), Notes::begin(view)));
    }

    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let begin = || (styles_of(view), Notes::begin(view));
        let (styles, notes) = self.game.get_or_insert_with(begin);
        (styles.greedy)(notes, view, legal)
    }
}

//! The careful player.
use super::notes::Notes;
use super::styles::{PlayStyles, styles_of};
use crate::engine::action::Action;
use crate::players::player::Player;
use crate::players::player_view::PlayerView;

/// A player that rests, lets monsters come to him, keeps out of their fire, and fights where few can come at him.
#[derive(Debug, Default)]
pub struct Careful {
    game: Option<(PlayStyles, Notes)>,
}

impl Player for Careful {
    fn begin(&mut self, view: &PlayerView<'_>, _luck: u64) {
        self.game = Some((styles_of(view), Notes::begin(view)));
    }

    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let begin = || (styles_of(view), Notes::begin(view));
        let (styles, notes) = self.game.get_or_insert_with(begin);
        (styles.careful)(notes, view, legal)
    }
}

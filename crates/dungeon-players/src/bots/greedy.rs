//! The greedy bot.
use super::styles::BegunStyle;
use crate::player::Player;
use crate::player_view::PlayerView;
use dungeon_engine::action::Action;

/// A player that takes the nearest item, strikes any adjacent monster, and neither plans nor remembers.
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

//! The careful bot.
use super::styles::BegunStyle;
use crate::player::Player;
use crate::player_view::PlayerView;
use dungeon_engine::action::Action;

/// A player that rests, lets monsters come, avoids their fire, and fights where few can reach the hero.
#[derive(Debug, Default)]
pub struct Careful {
    style: BegunStyle,
}

impl Player for Careful {
    fn begin(&mut self, view: &PlayerView<'_>, _luck: u64) {
        self.style.begin(view);
    }

    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let (styles, notes) = self.style.get(view);
        (styles.careful)(notes, view, legal)
    }
}

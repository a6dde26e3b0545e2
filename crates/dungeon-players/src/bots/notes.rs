//! The memory of the bundled bots from turn to turn, with the settings and the paddock of siege.
use super::errands::ExploreErrands;
use super::paddock::{MARGIN, Paddock, known_herd};
use crate::player_view::PlayerView;
use dungeon_model::dungeon::games::siege::SiegeSettings;

/// A bot's memory from turn to turn.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    pub errands: ExploreErrands,
    /// Whether the bot rests longer each time it has had to hide.
    pub is_patient: bool,
    /// The life up to which the bot rests: the starting life, or more for a patient bot.
    pub full: i32,
    /// Whether the bot is hiding from fire and has not rested since.
    pub hides: bool,
    /// Whether the bot has ever hidden from fire.
    pub has_hidden: bool,
    /// The number of turns in a row spent waiting for a monster to come.
    pub waited: u32,
    /// The number of consecutive steps backward.
    pub backed: u32,
    /// The number of turns spent resting.
    pub rests: u32,
    /// The settings of siege, as shown in the game's help.
    pub siege: SiegeSettings,
    /// The paddock of siege; `None` if there is no room for one.
    pub paddock: Option<Paddock>,
}

impl Notes {
    pub fn begin(view: &PlayerView<'_>) -> Notes {
        Notes {
            full: view.life(),
            paddock: Paddock::around(known_herd(view), MARGIN, view.size()),
            siege: SiegeSettings::from_settings(view.map.world().dungeon().settings()),
            ..Notes::default()
        }
    }

    /// Whether the bot has hidden before and already rests up to the maximum life, so that hiding again would not help.
    pub fn is_fully_rested(&self, view: &PlayerView<'_>) -> bool {
        self.has_hidden && self.full >= view.most_life()
    }

    /// Copies other notes of the same or an imagined game into these notes, and reuses the memory that these have
    /// allocated.
    pub fn copy_from(&mut self, from: &Notes) {
        let mut errands = std::mem::take(&mut self.errands);
        errands.clone_from(&from.errands);
        *self = Notes {
            errands,
            ..from.clone()
        };
    }
}

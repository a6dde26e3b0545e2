//! What the shipped players remember from turn to turn; of siege, its numbers and its paddock.
use super::errands::ExploreErrands;
use super::paddock::{MARGIN, Paddock, known_herd};
use crate::player_view::PlayerView;
use dungeon_model::dungeon::games::siege::SiegeSettings;

/// What a player remembers from turn to turn.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// What is to be done.
    pub errands: ExploreErrands,
    /// Whether he rests longer each time that he had to hide.
    pub is_patient: bool,
    /// The life up to which he rests: what the game began with, and more if he is patient.
    pub full: i32,
    /// Whether he hides from fire, and has not rested since.
    pub hides: bool,
    /// Whether he has hidden from fire at all.
    pub has_hidden: bool,
    /// How many turns in a row he has waited for somebody to come.
    pub waited: u32,
    /// How many steps in a row he has stepped back.
    pub backed: u32,
    /// How many turns he has rested.
    pub rests: u32,
    /// The numbers of siege that its help says.
    pub siege: SiegeSettings,
    /// The paddock of siege, where there is room for one.
    pub paddock: Option<Paddock>,
}

impl Notes {
    /// Begins to take notes of a game.
    pub fn begin(view: &PlayerView<'_>) -> Notes {
        Notes {
            full: view.life(),
            paddock: Paddock::around(known_herd(view), MARGIN, view.size()),
            siege: SiegeSettings::from_settings(view.map.world().dungeon().settings()),
            ..Notes::default()
        }
    }

    /// Whether hiding once more makes nothing better: he came out with all the life that he can have.
    pub fn is_at_his_best(&self, view: &PlayerView<'_>) -> bool {
        self.has_hidden && self.full >= view.most_life()
    }

    /// Becomes as other notes are, of the same game or of one imagined from it, with the working memory that these have.
    pub fn copy_from(&mut self, from: &Notes) {
        let mut errands = std::mem::take(&mut self.errands);
        errands.clone_from(&from.errands);
        *self = Notes {
            errands,
            ..from.clone()
        };
    }
}

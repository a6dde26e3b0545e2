//! How the bundled bots play explore, siege, arena and tactics. `ALL` lists all games, as in `domains`.
use super::notes::Notes;
use super::{arena, explore, siege, tactics};
use crate::player_view::PlayerView;
use dungeon_engine::action::Action;
use dungeon_model::dungeon::{GameProfile, games};

/// Chooses one of the legal actions.
pub type ChooseAction = fn(&mut Notes, &PlayerView<'_>, &[Action]) -> Action;

/// The playing styles of the bundled bots for a game.
#[derive(Clone, Copy, Debug)]
pub struct PlayStyles {
    /// How the greedy bot chooses.
    pub greedy: ChooseAction,
    /// How the careful bot chooses.
    pub careful: ChooseAction,
    /// How the planner chooses when it does not plan ahead, and in the games that it imagines.
    pub planned: ChooseAction,
}

/// The styles and the notes of a game in progress.
#[derive(Debug, Default)]
pub struct BegunStyle(Option<(PlayStyles, Notes)>);

impl BegunStyle {
    pub fn begin(&mut self, view: &PlayerView<'_>) {
        self.0 = Some((styles_of(view), Notes::begin(view)));
    }

    /// Returns the styles and the notes; begins the game with this view if needed.
    pub fn get(&mut self, view: &PlayerView<'_>) -> &mut (PlayStyles, Notes) {
        self.0
            .get_or_insert_with(|| (styles_of(view), Notes::begin(view)))
    }
}

/// The data of every game and the bots' styles for it, in the order of `games::ALL`.
const ALL: [(&GameProfile, PlayStyles); games::ALL.len()] = [
    (
        &games::explore::PROFILE,
        PlayStyles {
            greedy: explore::greedy,
            careful: explore::careful,
            planned: explore::careful,
        },
    ),
    (
        &games::siege::PROFILE,
        PlayStyles {
            greedy: siege::greedy,
            careful: siege::careful,
            planned: siege::careful,
        },
    ),
    (
        &games::arena::PROFILE,
        PlayStyles {
            greedy: arena::greedy,
            careful: arena::careful,
            planned: arena::careful,
        },
    ),
    (
        &games::tactics::PROFILE,
        PlayStyles {
            greedy: tactics::greedy,
            careful: tactics::careful,
            planned: tactics::planned,
        },
    ),
];

/// Returns the styles for the game of a view.
///
/// # Panics
///
/// If the game is not in `ALL`, which a test of this file rules out for games of files.
pub fn styles_of(view: &PlayerView<'_>) -> PlayStyles {
    let settings = view.map.world().dungeon().settings();
    let mut games = ALL.into_iter();
    let styles = games.find(|(game, _)| *game == settings.game);
    styles.expect("every game of files is played").1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_files_is_played_in_the_same_order() {
        assert_eq!(ALL.map(|(game, _)| game.word), games::WORDS);
    }
}

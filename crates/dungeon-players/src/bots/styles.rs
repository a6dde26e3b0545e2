//! How the shipped players play explore, siege, arena and tactics. `ALL` is a list of all games, as `domains` has one.
use super::notes::Notes;
use super::{arena, explore, siege, tactics};
use crate::player_view::PlayerView;
use dungeon_engine::action::Action;
use dungeon_model::dungeon::{GameProfile, games};

/// Chooses an action from those that are legal.
pub type ChooseAction = fn(&mut Notes, &PlayerView<'_>, &[Action]) -> Action;

/// How the shipped players play a game.
#[derive(Clone, Copy, Debug)]
pub struct PlayStyles {
    /// How the greedy player chooses.
    pub greedy: ChooseAction,
    /// How the careful player chooses.
    pub careful: ChooseAction,
    /// How the planner chooses where it does not look ahead, and in the games that it imagines.
    pub planned: ChooseAction,
}

/// How a game is played that was begun, and what was noted of it.
#[derive(Debug, Default)]
pub struct BegunStyle(Option<(PlayStyles, Notes)>);

impl BegunStyle {
    /// Begins another game.
    pub fn begin(&mut self, view: &PlayerView<'_>) {
        self.0 = Some((styles_of(view), Notes::begin(view)));
    }

    /// How the game is played; begun by this view if it was not.
    pub fn get(&mut self, view: &PlayerView<'_>) -> &mut (PlayStyles, Notes) {
        self.0
            .get_or_insert_with(|| (styles_of(view), Notes::begin(view)))
    }
}

/// The data of every game with how it is played, in the order of `games::ALL`.
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

/// How the game of a view is played.
///
/// # Panics
///
/// If the game is none of `ALL`, which a test of this file rules out for the games of files.
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

//! The greedy and the careful bot, and how the bundled bots play explore, siege, arena and tactics. `ALL` lists all
//! games, as in `domains`.
use super::notes::Notes;
use super::{arena, explore, siege, tactics};
use crate::player::Player;
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

/// A player that takes the nearest item, strikes any adjacent monster, and neither plans nor remembers.
#[derive(Debug, Default)]
pub struct Greedy(BegunStyle);

impl Player for Greedy {
    fn begin(&mut self, view: &PlayerView<'_>, _luck: u64) {
        self.0.begin(view);
    }

    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let (styles, notes) = self.0.get(view);
        (styles.greedy)(notes, view, legal)
    }
}

/// A player that rests, lets monsters come, avoids their fire, and fights where few can reach the hero.
#[derive(Debug, Default)]
pub struct Careful(BegunStyle);

impl Player for Careful {
    fn begin(&mut self, view: &PlayerView<'_>, _luck: u64) {
        self.0.begin(view);
    }

    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let (styles, notes) = self.0.get(view);
        (styles.careful)(notes, view, legal)
    }
}

/// The styles and the notes of a game in progress.
#[derive(Debug, Default)]
struct BegunStyle(Option<(PlayStyles, Notes)>);

impl BegunStyle {
    fn begin(&mut self, view: &PlayerView<'_>) {
        self.0 = Some((styles_of(view), Notes::begin(view)));
    }

    /// Returns the styles and the notes; begins the game with this view if needed.
    fn get(&mut self, view: &PlayerView<'_>) -> &mut (PlayStyles, Notes) {
        self.0
            .get_or_insert_with(|| (styles_of(view), Notes::begin(view)))
    }
}

/// The data of every game with its greedy, careful and planned style, in the order of `games::ALL`.
const ALL: [(&GameProfile, [ChooseAction; 3]); games::ALL.len()] = [
    (
        &games::explore::PROFILE,
        [explore::greedy, explore::careful, explore::careful],
    ),
    (
        &games::siege::PROFILE,
        [siege::greedy, siege::careful, siege::careful],
    ),
    (
        &games::arena::PROFILE,
        [arena::greedy, arena::careful, arena::careful],
    ),
    (
        &games::tactics::PROFILE,
        [tactics::greedy, tactics::careful, tactics::planned],
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
    let [greedy, careful, planned] = styles.expect("every game of files is played").1;
    PlayStyles {
        greedy,
        careful,
        planned,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_files_is_played_in_the_same_order() {
        assert_eq!(ALL.map(|(game, _)| game.word), games::WORDS);
    }
}

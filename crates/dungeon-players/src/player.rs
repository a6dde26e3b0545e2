//! The trait `Player`: the interface between a game and a program that chooses actions.
use super::player_view::PlayerView;
use dungeon_engine::action::Action;

/// A program that plays a game. It sees what a person would see, and chooses actions.
///
/// [`play`](crate::play) plays a game to its end with a player.
///
/// ```
/// use dungeon::Action;
/// use dungeon::geometry::Direction;
/// use dungeon::players::{SeenGame, Player, PlayerView, play};
///
/// /// A player that knows one way.
/// struct Eastward;
///
/// impl Player for Eastward {
///     fn choose(&mut self, _view: &PlayerView<'_>, _legal: &[Action]) -> Action {
///         Action::Step(Direction::East)
///     }
/// }
///
/// let file = dungeon::diagnostics::Source::from_text("a.dng", "map\n######\n#@..$#\n######\nend\n");
/// let mut played = SeenGame::begin(dungeon::load_source(file)?.into(), 7);
/// let record = play(&mut played, &mut Eastward, 100);
/// assert_eq!((record.outcome, record.turns), (Some(dungeon::Outcome::Won), 3));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub trait Player {
    /// Begins a game. A player draws all its random choices from `luck`, which depends only on the game's seed. So a
    /// player plays the same seed the same way every time. The default does nothing.
    fn begin(&mut self, _view: &PlayerView<'_>, _luck: u64) {}

    /// Chooses the next action. `legal` is not empty and should contain the choice. The rules refuse other actions, and
    /// a refused choice becomes a wait.
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action;

    /// Returns the number of game steps that the player has taken so far in imagined games. A proof's budget pays for
    /// these steps. The default is 0.
    #[doc(hidden)]
    fn steps_in_thought(&self) -> u64 {
        0
    }
}

//! The trait `Player`: what stands between a game and a program that chooses.
use super::player_view::PlayerView;
use dungeon_engine::action::Action;

/// A player: it sees what a person would see, and chooses what to do.
///
/// A game with it is played to its end by [`play`](crate::play).
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
    /// Begins a game. Whatever the player leaves to chance it draws from `luck`, which is a number of this game's own,
    /// so that it plays the same game again. By default nothing is remembered from game to game.
    fn begin(&mut self, _view: &PlayerView<'_>, _luck: u64) {}

    /// Chooses the next action, best one of `legal`, which is not empty. The rules refuse any other one; a player whose
    /// choice is refused waits.
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action;
}

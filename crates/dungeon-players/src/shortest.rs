//! The fewest turns in which a game can be won.
use super::domains::{self, states::States};
use super::search::budget::{Budget, Meter};
use super::search::shorten::wins;
use super::search::turn_search::{TurnSearch, turn_of_end};
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;

/// The shortest win that was found, and a lower bound of the turns of any win.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShortestWin {
    /// The line with the fewest turns that is known.
    pub actions: Vec<Action>,
    /// The turn in which this line wins, counted from 1; 0 if the game is won already.
    pub turns: u32,
    /// A turn before which no line can win. If it equals `turns`, no win is shorter.
    pub at_least: u32,
    /// The game steps that the search took.
    pub steps: u64,
}

/// Looks for a win in fewer turns than a winning line takes, and for a proof that there is none. Returns `None` if the
/// line does not win.
///
/// ```
/// use dungeon::Session;
/// use dungeon::players::{Budget, Verdict, prove_game, shortest_win};
///
/// let session = Session::from_text("map\n#######\n#.@..$#\n#######\nend\n")?;
/// let budget = Budget::of_steps(10_000);
/// let Verdict::Winnable(line) = prove_game(session.game(), &budget).verdict else {
///     panic!("the gold is within reach");
/// };
/// let shortest = shortest_win(session.game(), &line, &budget).expect("the line wins");
/// assert_eq!((shortest.turns, shortest.at_least), (3, 3));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub fn shortest_win(game: &Game, line: &[Action], budget: &Budget<'_>) -> Option<ShortestWin> {
    let meter = &Meter::new(budget);
    let mut shortest = ShortestWin {
        actions: line.to_vec(),
        turns: turn_of_win(game, line)?,
        at_least: game.world().turn() + 1,
        steps: 0,
    };
    if line.is_empty() {
        shortest.at_least = shortest.turns;
    }
    let known = (domains::expert_for(game).least_turn)(game, meter);
    shortest.at_least = shortest.at_least.max(known.unwrap_or(0));
    // The first search may count health as unlimited. Such a search finds a bound, and perhaps a line that also wins
    // with the real health; the second search then counts health exactly.
    for states in [States::of(game), States::Recovering] {
        if shortest.at_least >= shortest.turns {
            break;
        }
        let search = TurnSearch::new(game, states, shortest.turns).run(meter);
        shortest.at_least = shortest.at_least.max(search.at_least);
        let found = search.won.filter(|line| turn_of_win(game, line).is_some());
        if let Some(line) = found {
            shortest.turns = turn_of_win(game, &line)?;
            shortest.actions = line;
        }
        if states != States::Endless {
            break;
        }
    }
    shortest.steps = meter.spent();
    Some(shortest)
}

/// Returns the turn in which a line wins; `None` if it does not win.
fn turn_of_win(game: &Game, line: &[Action]) -> Option<u32> {
    if line.is_empty() {
        return (game.outcome() == Some(Outcome::Won)).then(|| game.world().turn());
    }
    let mut game = game.clone();
    wins(&mut game, line, &Meter::new(&Budget::of_steps(u64::MAX)))?;
    turn_of_end(&game)
}

//! Push puzzles: levels on which boulders must be pushed onto targets.
//!
//! Input: a game. Output: a line of play that covers the targets of its levels, or the certainty that none does. The
//! search runs on a compact model of a level that knows only boxes and the hero's region. The line is played in the real
//! game, so the model never judges a win.
//!
//! Reading order: `board` (cells, boxes and regions), `distances` (pushes to targets), `freeze` and `corral` (states
//! that cannot be won, and pushes that need not be tried), `plan` (the order of covering targets), `shifts` (where one
//! box can go), `push_search` (the search), `reading` (the puzzle of a level), `push_line` (the actions of a solution).
mod board;

mod corral;
mod distances;
mod freeze;
mod plan;
mod shifts;
mod shut_off;

mod push_search;

mod push_line;
mod reading;

use crate::search::budget::Meter;
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use push_line::PushLine;
use push_search::{PushEnd, PushSearch};
use reading::PushPuzzle;

/// The divisor of the remaining budget for a puzzle that leaves out some of what the game allows.
const SHARE: u64 = 4;

/// The most steps for such a puzzle. A time limit counts no steps, and other searches need time, too.
const MOST_STEPS: u64 = 4_000_000;

/// The divisor of the remaining budget that a complete puzzle leaves to other searches.
const OTHERS: u64 = 8;

/// How the puzzles of a game ended.
pub enum BoxesEnd {
    /// This line wins the game.
    Won(Vec<Action>),
    /// The targets of a level can never be covered: so many states were tried.
    Never(u64),
    /// The puzzles that were solved, as a game and the line that leads there.
    Solved(Box<Game>, Vec<Action>),
    /// No puzzle was solved.
    Unknown,
}

/// Solves the puzzle of the hero's level, then that of the next level to which the game leads, until one cannot be
/// solved or the game ends.
pub fn solve(game: &Game, meter: &Meter<'_>) -> BoxesEnd {
    let mut line = PushLine::new(game, meter);
    let mut solved = 0;
    while let Some(puzzle) = PushPuzzle::of(&line.game) {
        let most = meter.left();
        meter.limit(if puzzle.is_complete {
            most - most / OTHERS
        } else {
            u64::min(most / SHARE, MOST_STEPS)
        });
        let end = PushSearch::new(&puzzle.board, &puzzle.start, meter).run(&puzzle.start);
        meter.limit(meter.left());
        let followed = match end {
            PushEnd::NoneWins(states) if puzzle.is_complete => return BoxesEnd::Never(states),
            PushEnd::Won(states) => line.follow(&puzzle.board, &states),
            PushEnd::NoneWins(_) | PushEnd::Spent | PushEnd::Full => None,
        };
        if followed.is_none() {
            break;
        }
        solved = line.actions.len();
        if line.game.outcome().is_some() {
            break;
        }
    }
    match line.game.outcome() {
        Some(Outcome::Won) => BoxesEnd::Won(line.actions),
        None if solved > 0 && solved == line.actions.len() => {
            BoxesEnd::Solved(Box::new(line.game), line.actions)
        }
        _ => BoxesEnd::Unknown,
    }
}

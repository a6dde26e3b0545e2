//! Push puzzles: levels on which boulders must be pushed onto targets, or out of the hero's way.
//!
//! Input: a game. Output: a line of play that covers the targets of its levels, or the result that no line does. The
//! search runs on a compact model of a level, which contains only the places of the boulders, called boxes, and the
//! hero's region: the cells that the hero reaches without a push. The line is then played in the real game, so a
//! mistake in the model cannot produce a false win.
//!
//! Reading order: `board` (cells, boxes and regions), `distances` (pushes to targets), `freeze` and `corral` (boxes
//! that can never move again, and pushes that need not be tried), `plan` (the order of covering targets), `shifts`
//! (where one box can go), `shut_off` (small searches around areas out of reach), `outlook` (measures of a state),
//! `push_search` (the search), `reading` (the puzzle of a level), `push_line` (the actions of a solution).
mod board;

mod corral;
mod distances;
mod freeze;

mod plan;
mod shifts;
mod shut_off;

mod outlook;

mod push_search;

mod push_line;
mod reading;

use crate::search::budget::Meter;
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use push_line::PushLine;
use push_search::{Grouping, PushEnd, PushSearch};
use reading::PushPuzzle;

/// If a puzzle leaves out some of the moves that the game allows, its search may spend 1/`SHARE` of the remaining
/// budget.
const SHARE: u64 = 4;

/// The maximum number of steps for the search of a puzzle that leaves out some of the moves that the game allows.
/// Leaves time for other searches if the budget is limited by time and not by steps.
const MOST_STEPS: u64 = 4_000_000;

/// If a puzzle allows all moves that the game allows, its search leaves 1/`OTHERS` of the remaining budget to other
/// searches.
const OTHERS: u64 = 8;

/// The maximum number of steps of the first search with each grouping of states (`Grouping`). The maximum doubles with
/// each further search with the same grouping.
const FIRST_STEPS: u64 = 1_000_000;

/// The result of solving the puzzles of a game.
pub enum BoxesEnd {
    /// A line that wins the game.
    Won(Vec<Action>),
    /// The targets of a level can never be covered. Holds the number of states that were tried.
    Never(u64),
    /// Some puzzles were solved. Holds the game after the last solved puzzle, and the line that leads there.
    Solved(Box<Game>, Vec<Action>),
    /// No puzzle was solved.
    Unknown,
}

/// Covers the targets of the hero's level, then those of each level to which the game leads next, until one puzzle
/// cannot be solved or the game ends.
pub fn cover_targets(game: &Game, meter: &Meter<'_>) -> BoxesEnd {
    let mut line = PushLine::new(game, meter);
    let mut solved = 0;
    while let Some(puzzle) = PushPuzzle::of_targets(&line.game) {
        match solve(&puzzle, &mut line, meter) {
            PushEnd::NoneWins(states) if puzzle.is_complete => return BoxesEnd::Never(states),
            PushEnd::Won(_) => solved = line.actions.len(),
            _ => break,
        }
        if line.game.outcome().is_some() {
            break;
        }
    }
    ended(line, solved)
}

/// Clears a way for the hero past the boulders of a level, to one of the things that the boulders shut off.
pub fn clear_way(game: &Game, meter: &Meter<'_>) -> BoxesEnd {
    let mut line = PushLine::new(game, meter);
    let end = PushPuzzle::of_ways(game).map(|puzzle| solve(&puzzle, &mut line, meter));
    let solved = match end {
        Some(PushEnd::Won(_)) => line.actions.len(),
        _ => 0,
    };
    ended(line, solved)
}

/// Solves a puzzle and plays the solution. Returns `PushEnd::Spent` if the real game does not allow the solution.
fn solve(puzzle: &PushPuzzle, line: &mut PushLine<'_>, meter: &Meter<'_>) -> PushEnd {
    let end = search(puzzle, meter);
    meter.limit(meter.left());
    match end {
        PushEnd::Won(states) if line.follow(&puzzle.board, &states).is_none() => PushEnd::Spent,
        end => end,
    }
}

/// Returns the result of a line that was played. Its first `solved` actions solve puzzles.
fn ended(line: PushLine<'_>, solved: usize) -> BoxesEnd {
    match line.game.outcome() {
        Some(Outcome::Won) => BoxesEnd::Won(line.actions),
        None if solved > 0 && solved == line.actions.len() => {
            BoxesEnd::Solved(Box::new(line.game), line.actions)
        }
        _ => BoxesEnd::Unknown,
    }
}

/// Searches for a solution of a puzzle again and again: with the two groupings of states in turn, and with more steps
/// each time.
fn search(puzzle: &PushPuzzle, meter: &Meter<'_>) -> PushEnd {
    let left = meter.left();
    let most = if puzzle.is_complete {
        left - left / OTHERS
    } else {
        u64::min(left / SHARE, MOST_STEPS)
    };
    let end = meter.spent().saturating_add(most);
    let mut fulls = 0;
    for nth in 0_u32.. {
        let left = end.saturating_sub(meter.spent());
        let grouping = if nth.is_multiple_of(2) {
            Grouping::Fine
        } else {
            Grouping::Coarse
        };
        meter.limit(left.min(FIRST_STEPS << (nth / 2).min(32)));
        let mut search = PushSearch::new(&puzzle.board, &puzzle.start, grouping, meter);
        match search.run(&puzzle.start) {
            PushEnd::Spent if meter.spent() < end && meter.left() > 0 => {}
            PushEnd::Full if fulls == 0 => fulls += 1,
            end => return end,
        }
    }
    PushEnd::Spent
}

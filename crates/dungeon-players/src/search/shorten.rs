//! Drops needless actions from a line of play.
use super::budget::Meter;
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;

/// Removes runs of actions that a line does not need to win, longest runs first, within the budget. `turn` is the
/// game's turn after the line wins. The result wins, too, in no later turn.
pub fn shorten(start: &Game, line: Vec<Action>, turn: u32, meter: &Meter<'_>) -> Vec<Action> {
    let (mut line, mut turn) = (line, turn);
    let mut trial = start.clone();
    let mut run = line.len().next_power_of_two() / 2;
    while run > 0 {
        // The game before the actions that the current trial leaves out.
        let mut before = start.clone();
        let mut from = 0;
        while from < line.len() {
            let run = run.min(line.len() - from);
            trial.clone_from(&before);
            let won = wins(&mut trial, &line[from + run..], meter);
            match won.filter(|_| trial.world().turn() <= turn) {
                Some(taken) => {
                    turn = trial.world().turn();
                    let end = from + run + taken;
                    line.truncate(end);
                    line.drain(from..from + run);
                }
                None if meter.left() == 0 => return line,
                None => {
                    for action in &line[from..from + run] {
                        if before.step(*action).is_err() {
                            return line;
                        }
                    }
                    from += run;
                }
            }
        }
        run /= 2;
    }
    line
}

/// Plays a line. Returns the number of actions after which the game is won; `None` if an action is refused or the game
/// is not won.
pub fn wins(game: &mut Game, actions: &[Action], meter: &Meter<'_>) -> Option<usize> {
    for (taken, action) in (1..).zip(actions) {
        if !meter.pay() || game.step(*action).is_err() {
            return None;
        }
        match game.outcome() {
            Some(Outcome::Won) => return Some(taken),
            Some(_) => return None,
            None => {}
        }
    }
    None
}

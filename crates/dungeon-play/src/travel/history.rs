//! The commands of a game that its player can take back. Taking back a command continues with an earlier game,
//! which is played again from a clone: no event is undone, and no rule knows about it.
use std::collections::VecDeque;
use std::sync::Arc;

use super::observed_game::ObservedGame;
use super::snapshots::Snapshots;
use dungeon_engine::action::Action;

/// The maximum number of commands and idle rounds that can be taken back. It is a number of steps and not of bytes, so
/// that a recording plays the same on every machine.
pub const MOST_STEPS: usize = 10_000;

/// The steps of one game, oldest first, each with a `mark` of the screen before it.
#[derive(Clone)]
pub struct History<M> {
    /// The game before the oldest step.
    start: Arc<ObservedGame>,
    /// The number of steps before `start`, which can no longer be taken back.
    forgotten: usize,
    steps: VecDeque<TakenStep<M>>,
    snapshots: Snapshots<Arc<ObservedGame>>,
}

/// A step of a game: a command of the player, or an idle round.
#[derive(Clone)]
struct TakenStep<M> {
    action: Action,
    mark: M,
}

/// The game before a command that was taken back.
pub struct EarlierGame<M> {
    /// The game, without a running animation.
    pub observed: ObservedGame,
    /// The command that was taken back.
    pub action: Action,
    /// The mark of the screen before the command.
    pub mark: M,
}

impl<M> History<M> {
    /// Begins the history of a game in which no step was taken.
    pub fn begin(observed: &ObservedGame) -> History<M> {
        History {
            start: Arc::new(observed.clone()),
            forgotten: 0,
            steps: VecDeque::new(),
            snapshots: Snapshots::default(),
        }
    }

    /// Adds a step, with the mark of the screen before it and the game after it.
    pub fn add(&mut self, action: Action, mark: M, after: &ObservedGame) {
        self.steps.push_back(TakenStep { action, mark });
        if self.steps.len() > MOST_STEPS
            && let Some(oldest) = self.steps.pop_front()
        {
            retake(Arc::make_mut(&mut self.start), oldest.action);
            self.forgotten += 1;
        }
        self.keep(self.forgotten + self.steps.len(), None, after);
    }

    /// Whether the player has given a command that can be taken back.
    pub fn has_command(&self) -> bool {
        self.steps.iter().any(TakenStep::is_command)
    }

    /// Takes back the last command, with the idle rounds after it, and returns the game before it; `None` if there is
    /// no command to take back.
    pub fn take_back(&mut self) -> Option<EarlierGame<M>> {
        let last = self.steps.iter().rposition(TakenStep::is_command)?;
        self.steps.truncate(last + 1);
        let TakenStep { action, mark } = self.steps.pop_back()?;
        let goal = self.forgotten + last;
        self.snapshots.forget_after(goal);
        let nearest = self.snapshots.until(goal);
        let nearest = nearest.filter(|(position, _)| *position >= self.forgotten);
        let (from, game) = nearest.unwrap_or((self.forgotten, &self.start));
        let mut observed = ObservedGame::clone(game);
        for position in from..goal {
            retake(&mut observed, self.steps[position - self.forgotten].action);
            self.keep(position + 1, Some(goal), &observed);
        }
        Some(EarlierGame {
            observed,
            action,
            mark,
        })
    }

    /// Estimates the memory of a clone, in bytes.
    pub fn weight(&self) -> usize {
        self.steps.len() * size_of::<TakenStep<M>>() + self.snapshots.weight()
    }

    /// Keeps a snapshot of the game at a position if it is worth its memory.
    fn keep(&mut self, position: usize, goal: Option<usize>, observed: &ObservedGame) {
        if self.snapshots.needs(position, goal) {
            let game = || Arc::new(observed.clone());
            self.snapshots.keep(position, observed.weight(), game);
        }
    }
}

impl<M> TakenStep<M> {
    fn is_command(&self) -> bool {
        self.action != Action::Idle
    }
}

/// Takes a step that was taken once before in the same state.
fn retake(observed: &mut ObservedGame, action: Action) {
    let taken = observed.execute(action);
    taken.expect("equal games allow the same actions");
}

//! What a search must know of a game.
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;

/// What a search must know of a game: what to try, how far a state is from a win, and when all is lost. A domain may
/// remember what it has worked out; it is one search's.
pub trait Domain {
    /// A macro-action: a run of actions with one aim, such as walking to a thing.
    type Macro: Copy;

    /// Adds the macros that are worth trying in a state to `out`, which is empty.
    fn list_macros(&mut self, game: &Game, out: &mut Vec<Self::Macro>);

    /// The next action of a macro of which `nth` actions were taken; none where its aim is reached, or not to be reached
    /// any more.
    fn next_action(&mut self, game: &Game, doing: Self::Macro, nth: u32) -> Option<Action>;

    /// How far a state is from a win, in no unit: the less, the sooner a search goes on from there.
    fn cost(&mut self, game: &Game) -> i64;

    /// Whether no win is possible any more. True only where that is certain.
    fn is_hopeless(&mut self, _game: &Game) -> bool {
        false
    }

    /// The part of the game that a state is in: a beam compares only states of one stage, and goes on from those of the
    /// next one when nothing better comes there. By default the whole game is one stage.
    fn stage(&mut self, _game: &Game) -> u64 {
        0
    }

    /// A number that is equal for states which compete with one another for a place in a beam: the places are shared
    /// out evenly among groups, so that a state which has paid for something is not crowded out by those that have not.
    fn group(&mut self, _game: &Game) -> u64 {
        0
    }

    /// The bytes of what the domain remembers.
    fn bytes(&self) -> usize {
        0
    }

    /// The hash by which the search knows a state again.
    fn state(&mut self, game: &Game) -> u64 {
        game.state_hash()
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// Its line of play wins.
    Won,
    /// Nothing was left to try, of what its domain lists: that proves nothing.
    Dry,
    /// The budget had no more.
    Spent,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// How the search ended.
    pub end: SearchEnd,
    /// The line of play that wins, or else that leads to the state of the least cost.
    pub actions: Vec<Action>,
}

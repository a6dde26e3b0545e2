//! The trait `Domain`: what a search needs to know about a game.
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;

/// A search's knowledge about a game: what to try, how far a state is from a win, and when no win is possible any more.
/// A domain may cache results, so each search has a domain of its own.
pub trait Domain {
    /// A macro-action: a run of actions with one aim, such as walking to an item.
    type Macro: Copy;

    /// Adds the macros worth trying in a state to `out`, which is empty.
    fn list_macros(&mut self, game: &Game, out: &mut Vec<Self::Macro>);

    /// Returns the next action of a macro after `nth` actions; `None` if its aim is reached or out of reach.
    fn next_action(&mut self, game: &Game, doing: Self::Macro, nth: u32) -> Option<Action>;

    /// Returns how far a state is from a win, as a dimensionless number. Searches continue from the state with the
    /// lowest cost.
    fn cost(&mut self, game: &Game) -> i64;

    /// Whether no win is possible any more. Returns true only if that is certain.
    fn is_hopeless(&mut self, _game: &Game) -> bool {
        false
    }

    /// Returns the stage of a state. A beam search compares only states of the same stage, and moves on to the next
    /// stage when no better states arrive there any more. By default, the whole game is one stage.
    fn stage(&mut self, _game: &Game) -> u64 {
        0
    }

    /// Returns the group of a state. The places in a beam are shared evenly among groups. So a state that has paid for
    /// an advantage is not crowded out by states that have not paid.
    fn group(&mut self, _game: &Game) -> u64 {
        0
    }

    /// Returns the bytes of the domain's caches.
    fn bytes(&self) -> usize {
        0
    }

    /// Returns the hash by which the search recognizes a state.
    fn state(&mut self, game: &Game) -> u64 {
        game.state_hash()
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// The search found a line of play that wins. Holds the game's turn after the win.
    Won(u32),
    /// All macros of the domain were tried, and none wins. Other actions may still win, but another attempt would find
    /// the same.
    Dry,
    /// All states that were kept were tried, but others were dropped: a search with more room may find a win.
    Thinned,
    /// The budget is spent.
    Spent,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub end: SearchEnd,
    /// The winning line, or if there is none, the line to the state with the lowest cost.
    pub actions: Vec<Action>,
}

impl Attempt {
    /// Returns the result of another search if this one neither won nor spent its budget. The result counts as thinned
    /// if either search was thinned.
    pub fn or_else(self, other: impl FnOnce() -> Attempt) -> Attempt {
        match self.end {
            SearchEnd::Won(_) | SearchEnd::Spent => self,
            SearchEnd::Dry => other(),
            SearchEnd::Thinned => match other() {
                Attempt {
                    end: SearchEnd::Dry,
                    actions,
                } => Attempt {
                    end: SearchEnd::Thinned,
                    actions,
                },
                other => other,
            },
        }
    }
}

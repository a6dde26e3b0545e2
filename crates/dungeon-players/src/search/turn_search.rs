//! A search through all states of a game, those of the fewest turns first.
use std::collections::{BTreeMap, HashMap};

use super::budget::{Meter, grown};
use super::exhaustive::{Frontier, StateSpace, list_actions};
use super::kept_games::KeptGames;
use super::tree::Tree;
use dungeon_engine::action::Action;
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::game::Game;

/// The approximate number of bytes per state for its hash and its turn.
const BYTES_A_STATE: usize = (size_of::<(u64, u32)>() + 1) * 8 / 7;

/// Returns the turn in which the last step of a game ended it; `None` if it did not.
pub fn turn_of_end(game: &Game) -> Option<u32> {
    game.events().iter().find_map(|event| match event {
        Event::Ended { turn, .. } => Some(*turn),
        _ => None,
    })
}

/// The result of a search for the fewest turns.
pub struct SearchedTurns {
    /// The winning line with the fewest turns that the search found; `None` if no line beats the known win. Takes
    /// `at_least` turns if the search was finished.
    pub won: Option<Vec<Action>>,
    /// A turn before which no line wins.
    pub at_least: u32,
}

/// A search through the states of a game in the order of their turns.
pub struct TurnSearch<S> {
    states: S,
    games: KeptGames,
    tree: Tree,
    /// The fewest turns of each state seen so far.
    turns: HashMap<u64, u32>,
    /// The states to continue from, by their turns.
    open: BTreeMap<u32, Vec<Frontier>>,
    count: usize,
    /// The turn of the shortest win that is known, and its node if the search found it.
    best: (u32, Option<u32>),
}

impl<S: StateSpace> TurnSearch<S> {
    /// Starts a search for a win before the turn `best`. `states` says which states count as one.
    pub fn new(start: &Game, states: S, best: u32) -> TurnSearch<S> {
        let mut games = KeptGames::default();
        let mut game = games.begin(start);
        states.ease(&mut game);
        let turn = game.world().turn();
        TurnSearch {
            turns: HashMap::from([(states.key(&game), turn)]),
            open: BTreeMap::from([(turn, vec![Frontier { node: None, game }])]),
            tree: Tree::default(),
            count: 1,
            best: (best, None),
            states,
            games,
        }
    }

    /// Searches until no shorter win is possible, or until the budget or the memory ends.
    pub fn run(mut self, meter: &Meter<'_>) -> SearchedTurns {
        let mut at_least = self.best.0;
        while let Some(mut first) = self.open.first_entry() {
            // A step from a state of this turn cannot win before the next turn.
            let turn = *first.key();
            if turn + 1 >= self.best.0 {
                break;
            }
            let Some(from) = first.get_mut().pop() else {
                first.remove();
                continue;
            };
            self.count -= 1;
            let is_late = self.turns.get(&self.states.key(&from.game)) != Some(&turn);
            if is_late {
                self.games.put(from.game);
            } else if !self.expand(from, meter) {
                at_least = turn + 1;
                break;
            }
        }
        SearchedTurns {
            won: self.best.1.map(|node| self.tree.line(Some(node))),
            at_least: at_least.min(self.best.0),
        }
    }

    /// Tries all actions in a state. Returns false if the budget or the memory ends.
    fn expand(&mut self, from: Frontier, meter: &Meter<'_>) -> bool {
        let Frontier { node, game } = from;
        let mut actions = Vec::new();
        meter.weigh(&game);
        list_actions(&game, &mut actions);
        for action in actions {
            if !meter.pay() {
                return false;
            }
            let mut child = self.games.awake(&game);
            child.step(action).expect("it is legal");
            let won = turn_of_end(&child).filter(|_| child.outcome() == Some(Outcome::Won));
            self.states.ease(&mut child);
            self.games.rest(&mut child);
            let turn = child.world().turn();
            if let Some(turn) = won.filter(|turn| *turn < self.best.0) {
                self.best = (turn, Some(self.tree.add(action, node)));
            }
            let is_on = child.outcome().is_none() && turn + 1 < self.best.0;
            let key = self.states.key(&child);
            if is_on && self.turns.get(&key).is_none_or(|known| turn < *known) {
                self.turns.insert(key, turn);
                let node = Some(self.tree.add(action, node));
                let open = self.open.entry(turn).or_default();
                open.push(Frontier { node, game: child });
                self.count += 1;
            } else {
                self.games.put(child);
            }
        }
        self.games.put(game);
        let seen = self.turns.capacity() * BYTES_A_STATE;
        let open = 2 * self.count * size_of::<Frontier>();
        meter.fits(grown([seen, open, self.tree.bytes()]) + self.games.bytes())
    }
}

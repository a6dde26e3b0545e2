//! All states of a game and the moves between them, for games with few states. Says which states can no longer be won,
//! and which moves lead to them.
use std::collections::{HashMap, VecDeque};

use super::budget::{Meter, grown};
use super::exhaustive::{Frontier, StateSpace, list_actions};
use super::kept_games::KeptGames;
use super::tree::Tree;
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_model::space::narrow::count;

/// The number that stands for all won states.
pub const WON: u32 = u32::MAX;

/// The bytes per state while winnable states are computed: a flag, and a list of the states before it.
const BYTES_A_STATE: usize = 1 + size_of::<Vec<u32>>() + 16;

/// An action in a state, and the resulting state.
#[derive(Clone, Copy, Debug)]
pub struct GraphMove {
    pub action: Action,
    pub to: u32,
    /// The number that the function `mark` of [`StateGraph::new`] returned for the game after the action.
    pub mark: u32,
}

/// A move from a winnable state to one that cannot be won, in which the game goes on.
#[derive(Clone, Copy, Debug)]
pub struct LosingMove {
    from: u32,
    action: Action,
    to: u32,
}

/// All states of a game in progress, numbered by their distance from the start, and all moves between them. Leaves out
/// moves that end a game without a win.
#[derive(Debug)]
pub struct StateGraph {
    /// The shortest line to each state. Number 0 is the start, which has no node in the tree.
    tree: Tree,
    numbers: HashMap<u64, u32>,
    moves: Vec<GraphMove>,
    /// The index of each state's first move. The moves of the last state reach to the end of the list.
    first: Vec<usize>,
}

impl StateGraph {
    /// Searches all states of a game. `space` says which states count as one; `mark` returns the number to store with a
    /// move, given the game after it. Returns `None` if the budget or the memory ends before all states are known.
    pub fn new(
        start: &Game,
        space: &impl StateSpace,
        meter: &Meter<'_>,
        mut mark: impl FnMut(&Game) -> u32,
    ) -> Option<StateGraph> {
        let mut games = KeptGames::default();
        let mut game = games.begin(start);
        space.ease(&mut game);
        let mut graph = StateGraph {
            tree: Tree::default(),
            numbers: HashMap::from([(space.key(&game), 0)]),
            moves: Vec::new(),
            first: Vec::new(),
        };
        let mut open = VecDeque::from([Frontier { node: None, game }]);
        let mut actions = Vec::new();
        while let Some(Frontier { node, game }) = open.pop_front() {
            meter.weigh(&game);
            graph.first.push(graph.moves.len());
            list_actions(&game, &mut actions);
            for action in actions.drain(..) {
                if !meter.pay() {
                    return None;
                }
                let mut child = games.awake(&game);
                child.step(action).ok()?;
                let mark = mark(&child);
                space.ease(&mut child);
                games.rest(&mut child);
                if child.outcome().is_none() {
                    let next = count(graph.numbers.len());
                    let to = *graph.numbers.entry(space.key(&child)).or_insert(next);
                    graph.moves.push(GraphMove { action, to, mark });
                    if to == next {
                        let node = Some(graph.tree.add(action, node));
                        open.push_back(Frontier { node, game: child });
                        continue;
                    }
                } else if child.outcome() == Some(Outcome::Won) {
                    graph.moves.push(GraphMove {
                        action,
                        to: WON,
                        mark,
                    });
                }
                games.put(child);
            }
            games.put(game);
            let frontier = open.capacity() * size_of::<Frontier>();
            if !meter.fits(graph.bytes(frontier) + games.bytes()) {
                return None;
            }
        }
        Some(graph)
    }

    /// The bytes of the graph, plus `beside` bytes for a list outside it. Includes the reversed moves, which are needed
    /// to compute winnable states.
    fn bytes(&self, beside: usize) -> usize {
        let numbers = self.numbers.capacity() / 7 * 8 * (size_of::<(u64, u32)>() + 1);
        let moves = self.moves.capacity() * size_of::<GraphMove>();
        let first = self.first.capacity() * size_of::<usize>();
        let before = self.first.len() * BYTES_A_STATE + 2 * self.moves.len() * size_of::<u32>();
        grown([numbers, moves, first, self.tree.bytes(), beside]) + before
    }

    /// Returns the moves from a state.
    pub fn moves(&self, state: u32) -> &[GraphMove] {
        let state = state as usize;
        let next = self.first.get(state + 1);
        &self.moves[self.first[state]..next.copied().unwrap_or(self.moves.len())]
    }

    /// Returns the moves after which a winnable game goes on but can no longer be won, in the order of their states.
    pub fn losing_moves(&self) -> Vec<LosingMove> {
        let is_winnable = self.winnable();
        let states = (0..).zip(&is_winnable);
        let winnable = states.filter(|(_, is_winnable)| **is_winnable);
        let moves = winnable.flat_map(|(from, _)| {
            let moves = self.moves(from).iter();
            let moves = moves.filter(|on| on.to != WON && !is_winnable[on.to as usize]);
            moves.map(move |GraphMove { action, to, .. }| LosingMove {
                from,
                action: *action,
                to: *to,
            })
        });
        moves.collect()
    }

    /// Returns, by state, whether it can be won, computed backward from the wins.
    pub fn winnable(&self) -> Vec<bool> {
        let mut is_winnable = vec![false; self.first.len()];
        let mut before = vec![Vec::new(); self.first.len()];
        let mut open = Vec::new();
        for state in 0..count(self.first.len()) {
            for GraphMove { to, .. } in self.moves(state) {
                match before.get_mut(*to as usize) {
                    Some(before) => before.push(state),
                    None => open.push(state),
                }
            }
        }
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut is_winnable[state as usize], true) {
                open.append(&mut before[state as usize]);
            }
        }
        is_winnable
    }

    /// Returns a shortest line that ends with a losing move.
    pub fn line(&self, last: LosingMove) -> Vec<Action> {
        let mut line = self.tree.line(last.from.checked_sub(1));
        line.push(last.action);
        line
    }

    /// Whether a game is in the state after a losing move.
    pub fn is_after(&self, last: LosingMove, game: &Game, space: &impl StateSpace) -> bool {
        let mut game = game.clone();
        space.ease(&mut game);
        self.numbers.get(&space.key(&game)) == Some(&last.to)
    }

    /// Returns the number of states that can follow a losing move, including the one right after it.
    pub fn states_after(&self, last: LosingMove) -> u64 {
        let mut is_seen = vec![false; self.first.len()];
        let mut open = vec![last.to];
        let mut count = 0;
        while let Some(state) = open.pop() {
            if state != WON && !std::mem::replace(&mut is_seen[state as usize], true) {
                count += 1;
                open.extend(self.moves(state).iter().map(|on| on.to));
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::budget::Budget;
    use dungeon_engine::{monsters, rulesets};
    use dungeon_format::source;

    /// States identified by their hash alone, for games without a clock.
    struct Hashed;

    impl StateSpace for Hashed {
        fn key(&self, game: &Game) -> u64 {
            game.state_hash()
        }
    }

    fn begun(map: &str) -> Game {
        let text = format!("rules arena\nkind s \"statue\" is=enemy sense=never roam=stand\n{map}");
        let file = source::Source::from_text("a.dng", text);
        let (dungeon, _) = dungeon_lint::read(&file, &source::Limits::default());
        let dungeon = std::sync::Arc::new(dungeon.expect("a sound dungeon"));
        let rules = rulesets::pick(&dungeon);
        Game::new(dungeon, rules, monsters::mind_for, 0)
    }

    /// A board with a teleport next to the hero that leads away from the statue.
    const AWAY: &str = "map\n.@.s\n####\n...#\nend\n^ 1 1 trap=teleport to=1,3\n";

    #[test]
    fn a_move_loses_that_leads_from_where_a_win_is_left_to_where_none_is() {
        let game = begun(AWAY);
        let meter = &Meter::new(&Budget::of_steps(1_000));
        let graph = StateGraph::new(&game, &Hashed, meter, |_| 0).expect("few states");
        let [away] = graph.losing_moves()[..] else {
            panic!("the teleport alone: {:?}", graph.losing_moves());
        };
        assert_eq!(graph.line(away).len(), 1);
        assert_eq!(graph.states_after(away), 3);
        let mut after = game.clone();
        after.step(graph.line(away)[0]).expect("it is legal");
        assert!(graph.is_after(away, &after, &Hashed));
        assert!(!graph.is_after(away, &game, &Hashed));
    }

    #[test]
    fn a_graph_whose_states_cost_more_than_its_budget_is_none() {
        let game = begun(AWAY);
        let graph =
            |budget: &Budget<'_>| StateGraph::new(&game, &Hashed, &Meter::new(budget), |_| 0);
        assert!(graph(&Budget::of_steps(10)).is_none());
        let little = Budget {
            memory: 100,
            ..Budget::of_steps(1_000)
        };
        assert!(graph(&little).is_none());
    }
}

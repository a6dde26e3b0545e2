//! Search through all states of a game, nearest first. Ends with a shortest winning line, or with the certainty that
//! there is none.
use std::collections::VecDeque;

use super::budget::{Meter, grown};
use super::kept_games::KeptGames;
use super::seen_states::SeenStates;
use super::tree::Tree;
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::throwing;

/// How an exhaustive search identifies and simplifies states. Every line that wins the real game must also win the
/// simplified one. Otherwise the search might call a possible win impossible.
pub trait StateSpace {
    /// Simplifies a state. Every line that wins from the original state must also win from the simplified one.
    fn ease(&self, _game: &mut Game) {}

    /// Returns the hash by which a state is recognized. Hashes are equal only for states from which the same actions
    /// win.
    fn key(&self, game: &Game) -> u64;
}

/// How an exhaustive search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exhaustion {
    /// A shortest line that wins the game as the state space simplifies it.
    Won(Vec<Action>),
    /// No reachable state is won. Holds the number of reachable states.
    NoneWins(u64),
    /// The budget, or its current part, ended.
    Spent,
    /// The memory is full.
    Full,
}

/// A state to continue from.
pub(super) struct Frontier {
    pub node: Option<u32>,
    pub game: Box<Game>,
}

/// Searches through all states of a game. Tries all legal actions, and also `Action::Idle` in games where time passes
/// by itself.
pub fn search(start: &Game, space: &impl StateSpace, meter: &Meter<'_>) -> Exhaustion {
    let mut games = KeptGames::default();
    let mut game = games.begin(start);
    space.ease(&mut game);
    let mut tree = Tree::default();
    let mut seen = SeenStates::default();
    seen.insert(space.key(&game));
    let mut open = VecDeque::from([Frontier { node: None, game }]);
    let mut actions = Vec::new();
    while let Some(Frontier { node, game }) = open.pop_front() {
        meter.weigh(&game);
        list_actions(&game, &mut actions);
        for action in actions.drain(..) {
            if !meter.pay() {
                return Exhaustion::Spent;
            }
            let mut child = games.awake(&game);
            child.step(action).expect("it is legal");
            space.ease(&mut child);
            games.rest(&mut child);
            match child.outcome() {
                Some(Outcome::Won) => {
                    let last = tree.add(action, node);
                    return Exhaustion::Won(tree.line(Some(last)));
                }
                Some(_) => games.put(child),
                None => {
                    if seen.insert(space.key(&child)) {
                        let node = Some(tree.add(action, node));
                        open.push_back(Frontier { node, game: child });
                    } else {
                        games.put(child);
                    }
                }
            }
        }
        games.put(game);
        let frontier = open.capacity() * size_of::<Frontier>();
        if !meter.fits(grown([frontier, seen.bytes(), tree.bytes()]) + games.bytes()) {
            return Exhaustion::Full;
        }
    }
    Exhaustion::NoneWins(seen.len() as u64)
}

/// Lists all possible actions, including idling, with one of all throws that have the same effects. Waiting comes
/// first, so that a line waits rather than bumps into a wall.
pub fn list_actions(game: &Game, out: &mut Vec<Action>) {
    game.legal_actions(out);
    let (world, hero) = (game.world(), game.world().commanded());
    let before = out.len();
    out.retain(|action| !matches!(action, Action::Throw(..)));
    if out.len() < before {
        for thing in world.pack().things() {
            let throws = throwing::distinct(world, hero, thing.item).into_iter();
            out.extend(throws.map(|(_, at)| Action::Throw(thing.item, at)));
        }
    }
    if let Some(wait) = out.iter().position(|action| *action == Action::Wait) {
        out[..=wait].rotate_right(1);
    }
    if game.check(Action::Idle).is_ok() {
        out.push(Action::Idle);
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

    fn searched(map: &str, budget: &Budget<'_>) -> Exhaustion {
        let text = format!("rules arena\nkind s \"statue\" is=enemy sense=never roam=stand\n{map}");
        let file = source::Source::from_text("a.dng", text);
        let (dungeon, _) = dungeon_lint::read(&file, &source::Limits::default());
        let dungeon = std::sync::Arc::new(dungeon.expect("a sound dungeon"));
        let rules = rulesets::pick(&dungeon);
        let game = Game::new(dungeon, rules, monsters::mind_for, 0);
        search(&game, &Hashed, &Meter::new(budget))
    }

    #[test]
    fn a_search_ends_with_a_shortest_line_with_all_states_or_with_its_budget() {
        let budget = &Budget::of_steps(1_000);
        let Exhaustion::Won(line) = searched("map\n@..\n##s\nend\n", budget) else {
            panic!("it can be won");
        };
        assert_eq!(line.len(), 3);
        let shut = "map\n@..\n###\n..s\nend\n";
        assert_eq!(searched(shut, budget), Exhaustion::NoneWins(3));
        assert_eq!(searched(shut, &Budget::of_steps(2)), Exhaustion::Spent);
        let little = &Budget {
            memory: 100,
            ..*budget
        };
        assert_eq!(searched(shut, little), Exhaustion::Full);
    }
}

//! The lines of play that a search has tried, as a tree. Each node is a run of actions that follows its parent's run.
use super::budget::{Meter, grown};
use super::domain::Domain;
use super::kept_games::KeptGames;
use super::seen_states::SeenStates;
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_model::space::narrow::count;

/// The parent number of a node that follows the start.
const ROOT: u32 = u32::MAX;

/// The lines that were tried.
#[derive(Debug, Default)]
pub struct Tree {
    actions: Vec<Action>,
    nodes: Vec<TreeNode>,
}

/// A run of actions after another node. The run ends where the next node's run begins.
#[derive(Debug)]
struct TreeNode {
    parent: u32,
    first: usize,
}

/// The result of playing a macro.
#[derive(Debug)]
pub enum Course {
    /// The new node and its game, in a state that was never seen before.
    New(u32, Box<Game>),
    /// The node where the game is won, and the game's turn after the win.
    Won(u32, u32),
    /// The macro had no action, the state was seen before, or the game ended without a win.
    Closed,
    /// The budget is spent.
    Spent,
}

/// The memory of a search by macros: its lines, the states that it has seen, and its games.
#[derive(Default)]
pub struct SearchMemory {
    pub tree: Tree,
    pub seen: SeenStates,
    /// The games to continue from, and the spare games.
    pub games: KeptGames,
}

impl SearchMemory {
    /// Plays a macro from a node, or from the start if the node is `None`. Keeps the line if it leads to a new state or
    /// to a win.
    pub fn follow<D: Domain>(
        &mut self,
        domain: &mut D,
        from: Option<u32>,
        game: &Game,
        doing: D::Macro,
        meter: &Meter<'_>,
    ) -> Course {
        let mut child = self.games.awake(game);
        let done = self.tree.follow(domain, &mut child, doing, from, meter);
        self.games.rest(&mut child);
        let course = match (done, child.outcome()) {
            (Err(closed), _) => closed,
            (Ok(node), Some(_)) => Course::Won(node, child.world().turn()),
            (Ok(node), None) if self.seen.insert(domain.state(&child)) => {
                return Course::New(node, child);
            }
            (Ok(_), None) => {
                self.tree.forget_last();
                Course::Closed
            }
        };
        self.games.put(child);
        course
    }

    /// Removes the last node, and keeps its game as spare memory.
    pub fn forget_last(&mut self, game: Box<Game>) {
        self.tree.forget_last();
        self.games.put(game);
    }

    /// Returns the bytes of all parts of the memory, plus `beside` bytes for a list outside it. One of these lists may
    /// be growing.
    pub fn bytes(&self, beside: usize) -> usize {
        grown([beside, self.seen.bytes(), self.tree.bytes()]) + self.games.bytes()
    }
}

impl Tree {
    /// Returns the bytes of all nodes and actions.
    pub fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<TreeNode>();
        nodes + self.actions.capacity() * size_of::<Action>()
    }

    /// Adds a node with one action after `parent`, or after the start if `parent` is `None`.
    pub fn add(&mut self, action: Action, parent: Option<u32>) -> u32 {
        let first = self.actions.len();
        self.actions.push(action);
        self.add_node(first, parent)
    }

    /// Plays a macro in a game, and adds its actions as a node after `parent`, or after the start if `parent` is
    /// `None`.
    ///
    /// # Errors
    /// Returns the reason if no node was added.
    fn follow<D: Domain>(
        &mut self,
        domain: &mut D,
        game: &mut Game,
        doing: D::Macro,
        parent: Option<u32>,
        meter: &Meter<'_>,
    ) -> Result<u32, Course> {
        let first = self.actions.len();
        let mut nth = 0;
        while let Some(action) = domain.next_action(game, doing, nth) {
            if !meter.pay() {
                self.actions.truncate(first);
                return Err(Course::Spent);
            }
            if game.step(action).is_err() {
                break;
            }
            self.actions.push(action);
            nth += 1;
            if game.outcome().is_some() {
                break;
            }
        }
        let is_over = !matches!(game.outcome(), None | Some(Outcome::Won));
        if self.actions.len() == first || is_over {
            self.actions.truncate(first);
            return Err(Course::Closed);
        }
        Ok(self.add_node(first, parent))
    }

    fn add_node(&mut self, first: usize, parent: Option<u32>) -> u32 {
        let node = count(self.nodes.len());
        let parent = parent.unwrap_or(ROOT);
        self.nodes.push(TreeNode { parent, first });
        node
    }

    pub fn forget_last(&mut self) {
        if let Some(node) = self.nodes.pop() {
            self.actions.truncate(node.first);
        }
    }

    /// Returns the actions from the start to the end of a node; empty for the start.
    pub fn line(&self, node: Option<u32>) -> Vec<Action> {
        let mut runs = Vec::new();
        let mut at = node.unwrap_or(ROOT);
        while let Some(node) = self.nodes.get(at as usize) {
            let next = self.nodes.get(at as usize + 1);
            let end = next.map_or(self.actions.len(), |next| next.first);
            runs.push(&self.actions[node.first..end]);
            at = node.parent;
        }
        runs.into_iter().rev().flatten().copied().collect()
    }
}

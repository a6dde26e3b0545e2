//! A walk toward states from which no win is possible. The walk starts either at the beginning of the game, and
//! continues from the few states that the domain rates nearest to a hopeless state, or at the states of a winning line.
//! A walk that finds nothing proves nothing.
use super::budget::Meter;
use super::domain::Domain;
use super::tree::{Course, SearchMemory};
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;

/// A state to continue from, with its cost.
struct WalkedState {
    cost: i64,
    node: Option<u32>, // `None` for the start
    game: Box<Game>,
}

/// A walk toward hopeless states of a game.
pub struct LosingWalk<'a, D: Domain> {
    domain: &'a mut D,
    memory: SearchMemory,
    macros: Vec<D::Macro>,
}

impl<'a, D: Domain> LosingWalk<'a, D> {
    /// Creates a walk. The costs of the domain say how far a state is from a hopeless one.
    pub fn new(domain: &'a mut D) -> LosingWalk<'a, D> {
        LosingWalk {
            domain,
            memory: SearchMemory::default(),
            macros: Vec::new(),
        }
    }

    /// Tries every macro from the start, then from the best `width` states of each depth. Calls `tell` with the lines
    /// that lead into hopeless states, lines with fewer macros first. Ends when `tell` returns false or the budget
    /// ends.
    pub fn ahead(
        &mut self,
        start: &Game,
        width: usize,
        meter: &Meter<'_>,
        mut tell: impl FnMut(Vec<Action>) -> bool,
    ) {
        let mut layer = vec![WalkedState {
            cost: 0,
            node: None,
            game: self.memory.games.begin(start),
        }];
        while !layer.is_empty() {
            let mut next = Vec::new();
            for state in layer {
                if !self.fits(meter) || !self.try_all(&state, meter, &mut next, &mut tell) {
                    return;
                }
                self.memory.games.put(state.game);
                if next.len() > 2 * width {
                    self.thin(&mut next, width);
                }
            }
            self.thin(&mut next, width);
            layer = next;
        }
    }

    /// Tries every macro in each state of a line of play. Calls `tell` with the lines that lead into hopeless states,
    /// in the order of the line of play. Ends when `tell` returns false or the budget ends.
    pub fn aside(
        &mut self,
        start: &Game,
        line: &[Action],
        meter: &Meter<'_>,
        mut tell: impl FnMut(Vec<Action>) -> bool,
    ) {
        let mut state = WalkedState {
            cost: 0,
            node: None,
            game: Box::new(start.clone()),
        };
        for action in line {
            let mut next = Vec::new();
            let goes_on = self.fits(meter)
                && self.try_all(&state, meter, &mut next, &mut tell)
                && meter.pay();
            self.thin(&mut next, 0);
            if !goes_on || state.game.step(*action).is_err() || state.game.outcome().is_some() {
                return;
            }
            state.node = Some(self.memory.tree.add(*action, state.node));
        }
    }

    /// Tries every macro in a state, and adds the new states to `next`. Returns false if the walk ends.
    fn try_all(
        &mut self,
        state: &WalkedState,
        meter: &Meter<'_>,
        next: &mut Vec<WalkedState>,
        tell: &mut impl FnMut(Vec<Action>) -> bool,
    ) -> bool {
        meter.weigh(&state.game);
        let mut macros = std::mem::take(&mut self.macros);
        macros.clear();
        self.domain.list_macros(&state.game, &mut macros);
        let goes_on = macros.drain(..).all(|doing| {
            let (from, game) = (state.node, &state.game);
            let (node, game) = match self.memory.follow(self.domain, from, game, doing, meter) {
                Course::New(node, game) => (node, game),
                Course::Won(..) => {
                    self.memory.tree.forget_last();
                    return true;
                }
                Course::Closed => return true,
                Course::Spent => return false,
            };
            if !self.domain.is_hopeless(&game) {
                next.push(WalkedState {
                    cost: self.domain.cost(&game),
                    node: Some(node),
                    game,
                });
                return true;
            }
            let line = self.memory.tree.line(Some(node));
            self.memory.forget_last(game);
            let from = self.memory.tree.line(state.node).len();
            tell(self.until_hopeless(&state.game, line, from))
        });
        self.macros = macros;
        goes_on
    }

    /// Cuts a line after the first action that makes the game hopeless. Ignores the first `from` actions.
    fn until_hopeless(&mut self, before: &Game, mut line: Vec<Action>, from: usize) -> Vec<Action> {
        let mut game = before.clone();
        let is_hopeless = |action: &Action| {
            let is_done = game.step(*action).is_ok();
            is_done && self.domain.is_hopeless(&game)
        };
        if let Some(nth) = line[from..].iter().position(is_hopeless) {
            line.truncate(from + nth + 1);
        }
        line
    }

    /// Drops all but the best `width` states, and sorts these in the order in which the walk continues from them.
    fn thin(&mut self, states: &mut Vec<WalkedState>, width: usize) {
        states.sort_unstable_by_key(|state| (state.cost, state.node));
        let given_up = states.drain(width.min(states.len())..);
        given_up.for_each(|state| self.memory.games.put(state.game));
    }

    /// Whether there is memory to go on.
    fn fits(&self, meter: &Meter<'_>) -> bool {
        meter.fits(self.memory.bytes(self.domain.bytes()))
    }
}

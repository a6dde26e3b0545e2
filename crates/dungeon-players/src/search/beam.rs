//! Beam search: from each of the best few states, tries every macro-action, and continues from the best few of the
//! resulting states.
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::budget::Meter;
use super::domain::{Attempt, Domain, SearchEnd};
use super::kept_games::KeptGames;
use super::tree::{Course, SearchMemory};
use dungeon_engine::game::Game;

/// The number of layers (one macro-action each) without a better state in later stages after which the search moves on
/// to the next stage. In short games of siege, the best macro-actions of a stage can come after several useless ones.
const PATIENCE: u32 = 8;

/// The beam width of the first attempt.
const FIRST_WIDTH: usize = 30;

/// Returns the beam width of attempt `nth`, counted from 0: `FIRST_WIDTH`, multiplied by `wider` for each earlier
/// attempt.
pub fn width_of(nth: u32, wider: usize) -> usize {
    FIRST_WIDTH.saturating_mul(wider.saturating_pow(nth))
}

/// Searches for a win with a beam of the best `width` states of each depth. In domains with stages, the beam goes from
/// one stage to the next. Among states of equal cost, older ones go first.
pub fn search<D: Domain>(domain: &mut D, start: &Game, width: usize, meter: &Meter<'_>) -> Attempt {
    let mut memory = SearchMemory::default();
    let game = memory.games.begin(start);
    // Up to two layers (the states after equally many macro-actions) of twice the width are in memory at once, counting
    // the spare games of dropped states.
    let most = meter.memory() / (4 * memory.games.bytes());
    if most < width {
        meter.refuse_memory();
    }
    memory.seen.insert(domain.state(start));
    let mut front = BeamFront {
        width: width.min(most).max(1),
        memory,
        best: ((Reverse(0), i64::MAX), None),
        stage: domain.stage(start),
        next: Vec::new(),
        later: BTreeMap::new(),
        best_later: i64::MAX,
        stale: 0,
        has_dropped: false,
    };
    let mut macros = Vec::new();
    let mut layer = vec![BeamState {
        cost: 0,
        node: None,
        group: 0,
        game,
    }];
    while !layer.is_empty() && front.fits(domain, meter) {
        for BeamState { node, game, .. } in layer.drain(..) {
            meter.weigh(&game);
            if !meter.look(1) {
                return front.end(SearchEnd::Spent, front.best.1);
            }
            macros.clear();
            domain.list_macros(&game, &mut macros);
            for doing in macros.drain(..) {
                if let Some(attempt) = front.follow(domain, node, &game, doing, meter) {
                    return attempt;
                }
            }
            front.memory.games.put(game);
        }
        layer = front.next_layer(layer);
    }
    let end = if front.has_dropped {
        SearchEnd::Thinned
    } else {
        SearchEnd::Dry
    };
    front.end(end, front.best.1)
}

/// The state of a beam search.
struct BeamFront {
    width: usize,
    memory: SearchMemory,
    /// The cheapest state of the latest stage reached, with its node.
    best: ((Reverse<u64>, i64), Option<u32>),
    /// The stage of the current layer.
    stage: u64,
    /// The states of the next layer, at most twice the width.
    next: Vec<BeamState>,
    /// The states of later stages, at most twice the width of each.
    later: BTreeMap<u64, Vec<BeamState>>,
    /// The least cost of all states of later stages.
    best_later: i64,
    /// The number of layers since `best_later` last fell.
    stale: u32,
    /// Whether a state was dropped that a wider beam would have kept.
    has_dropped: bool,
}

impl BeamFront {
    /// Plays a macro-action in a state, and adds the resulting state. Returns the result if the search ends.
    fn follow<D: Domain>(
        &mut self,
        domain: &mut D,
        from: Option<u32>,
        game: &Game,
        doing: D::Macro,
        meter: &Meter<'_>,
    ) -> Option<Attempt> {
        match self.memory.follow(domain, from, game, doing, meter) {
            Course::Won(node, turn) => return Some(self.end(SearchEnd::Won(turn), Some(node))),
            Course::Spent => return Some(self.end(SearchEnd::Spent, self.best.1)),
            Course::New(_, child) if domain.is_hopeless(&child) => self.memory.forget_last(child),
            Course::New(node, child) => {
                let (cost, stage) = (domain.cost(&child), domain.stage(&child));
                self.best = self.best.min(((Reverse(stage), cost), Some(node)));
                let state = BeamState {
                    cost,
                    node: Some(node),
                    group: domain.group(&child),
                    game: child,
                };
                self.add(stage, state);
            }
            Course::Closed => {}
        }
        None
    }

    /// Whether there is memory to go on. Halves the beam if memory is short.
    fn fits<D: Domain>(&mut self, domain: &D, meter: &Meter<'_>) -> bool {
        if meter.fits(self.bytes() + domain.bytes()) {
            return true;
        }
        self.width = (self.width / 2).max(1);
        for states in self.later.values_mut() {
            self.has_dropped |= thin(states, self.width, &mut self.memory.games);
        }
        self.memory.games.give_up_spare();
        meter.fits(self.bytes() + domain.bytes())
    }

    fn bytes(&self) -> usize {
        let later = self.later.values().map(Vec::capacity).sum::<usize>();
        let states = (2 * self.next.capacity() + later) * size_of::<BeamState>();
        states + self.memory.bytes(0)
    }

    fn end(&self, end: SearchEnd, node: Option<u32>) -> Attempt {
        let actions = self.memory.tree.line(node);
        Attempt { end, actions }
    }

    fn add(&mut self, stage: u64, state: BeamState) {
        let states = if stage <= self.stage {
            &mut self.next
        } else {
            if state.cost < self.best_later {
                (self.best_later, self.stale) = (state.cost, 0);
            }
            self.later.entry(stage).or_default()
        };
        states.push(state);
        if states.len() > 2 * self.width {
            self.has_dropped |= thin(states, self.width, &mut self.memory.games);
        }
    }

    /// Returns the states of the next layer. `layer` is the previous layer, already empty, whose memory is reused.
    fn next_layer(&mut self, layer: Vec<BeamState>) -> Vec<BeamState> {
        let mut layer = std::mem::replace(&mut self.next, layer);
        self.stale += 1;
        if layer.is_empty() || self.stale > PATIENCE && !self.later.is_empty() {
            self.has_dropped |= !layer.is_empty();
            layer
                .drain(..)
                .for_each(|state| self.memory.games.put(state.game));
            if let Some((stage, states)) = self.later.pop_first() {
                self.stage = stage;
                layer = states;
            }
            (self.best_later, self.stale) = (i64::MAX, 0);
        }
        self.has_dropped |= thin(&mut layer, self.width, &mut self.memory.games);
        layer
    }
}

/// A state to continue from.
struct BeamState {
    cost: i64,
    node: Option<u32>, // `None` for the start
    group: u64,
    game: Box<Game>,
}

/// Keeps the best states of each group, `width` in all, and sorts them in the order in which the search continues from
/// them. Returns whether a state was dropped.
fn thin(states: &mut Vec<BeamState>, width: usize, games: &mut KeptGames) -> bool {
    states.sort_unstable_by_key(|state| (state.cost, state.node));
    let first = states.first().map(|state| state.group);
    if states.iter().any(|state| Some(state.group) != first) {
        let mut before: HashMap<u64, u32> = HashMap::new();
        // The sort is stable, so states of equal rank stay sorted by cost.
        states.sort_by_cached_key(|state| {
            let rank = before.entry(state.group).or_default();
            *rank += 1;
            *rank
        });
    }
    let dropped = states.drain(width.min(states.len())..);
    let has_dropped = dropped.len() > 0;
    dropped.for_each(|state| games.put(state.game));
    has_dropped
}

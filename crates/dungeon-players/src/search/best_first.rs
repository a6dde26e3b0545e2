//! Best-first search: always continues from the cheapest state.
use std::collections::BTreeMap;

use super::budget::Meter;
use super::domain::{Attempt, Domain, SearchEnd};
use super::tree::{Course, SearchMemory};
use dungeon_engine::game::Game;

/// Searches for a win, always from the cheapest open state. When memory runs out, drops the worse half of the open
/// states. Ends if the tried lines alone fill the memory.
pub fn search<D: Domain>(domain: &mut D, start: &Game, meter: &Meter<'_>) -> Attempt {
    let mut search = BestFirst::default();
    search.memory.seen.insert(domain.state(start));
    let mut macros = Vec::new();
    let mut at = Some((None, search.memory.games.begin(start)));
    while let Some((node, game)) = at.take() {
        meter.weigh(&game);
        if !meter.look(1) {
            return search.end(SearchEnd::Spent);
        }
        macros.clear();
        domain.list_macros(&game, &mut macros);
        for doing in macros.drain(..) {
            let course = search.memory.follow(domain, node, &game, doing, meter);
            match course {
                Course::New(node, child) => search.open(domain, node, child),
                Course::Won(node, turn) => {
                    search.best = Some((i64::MIN, node));
                    return search.end(SearchEnd::Won(turn));
                }
                Course::Spent => return search.end(SearchEnd::Spent),
                Course::Closed => {}
            }
        }
        search.memory.games.put(game);
        if !meter.fits(search.bytes() + domain.bytes()) {
            search.halve();
            if !meter.fits(search.bytes() + domain.bytes()) {
                break;
            }
        }
        let next = search.open.pop_first();
        at = next.map(|((_, node), game)| (Some(node), game));
    }
    search.end(SearchEnd::Dry)
}

/// The state of a best-first search.
#[derive(Default)]
struct BestFirst {
    memory: SearchMemory,
    /// The open states, by cost and node; among equal costs, the older node comes first.
    open: BTreeMap<(i64, u32), Box<Game>>,
    /// The smallest cost of all states, and the node of that state; `None` before the first state after the start.
    best: Option<(i64, u32)>,
}

impl BestFirst {
    /// Queues a state, unless it is hopeless.
    fn open<D: Domain>(&mut self, domain: &mut D, node: u32, game: Box<Game>) {
        if domain.is_hopeless(&game) {
            return self.memory.forget_last(game);
        }
        let cost = domain.cost(&game);
        if self.best.is_none_or(|(least, _)| cost < least) {
            self.best = Some((cost, node));
        }
        self.open.insert((cost, node), game);
    }

    /// Drops the worse half of the open states.
    fn halve(&mut self) {
        let kept = self.open.len() - self.open.len() / 2;
        if let Some(first) = self.open.keys().nth(kept).copied() {
            let worse = self.open.split_off(&first);
            self.memory.games.give_up(worse.into_values());
        }
        self.memory.games.give_up_spare();
    }

    /// The number of bytes in use. The nodes of a B-tree are at least half full.
    fn bytes(&self) -> usize {
        let open = 2 * self.open.len() * size_of::<((i64, u32), Box<Game>)>();
        self.memory.bytes(open)
    }

    fn end(&self, end: SearchEnd) -> Attempt {
        let actions = self.memory.tree.line(self.best.map(|(_, node)| node));
        Attempt { end, actions }
    }
}

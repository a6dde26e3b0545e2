//! Search best first: on from the state of the least cost, whatever line led there.
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::budget::{Meter, grown};
use super::domain::{Attempt, Domain, SearchEnd};
use super::kept_games::KeptGames;
use super::seen_states::SeenStates;
use super::tree::{Course, Tree};
use dungeon_engine::game::Game;

/// A state to go on from; ordered by its cost, then by its age, so that a search is the same on every machine.
struct OpenState {
    rank: Reverse<(i64, u32)>,
    game: Box<Game>,
}

impl PartialEq for OpenState {
    fn eq(&self, other: &OpenState) -> bool {
        self.rank == other.rank
    }
}

impl Eq for OpenState {}

impl PartialOrd for OpenState {
    fn partial_cmp(&self, other: &OpenState) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OpenState {
    fn cmp(&self, other: &OpenState) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

/// Searches for a win best first. Where memory ends, the worse half of what is open is given up; and all, where what was
/// tried fills it alone.
pub fn search<D: Domain>(domain: &mut D, start: &Game, meter: &Meter<'_>) -> Attempt {
    let mut search = BestFirst::default();
    search.seen.insert(domain.state(start));
    let mut macros = Vec::new();
    let mut at = Some((None, search.games.begin(start)));
    while let Some((node, game)) = at.take() {
        meter.weigh(&game);
        if !meter.look(1) {
            return search.end(SearchEnd::Spent);
        }
        macros.clear();
        domain.list_macros(&game, &mut macros);
        for doing in macros.drain(..) {
            match search.follow(domain, (node, &game), doing, meter) {
                Course::Won(node) => {
                    search.best = Some((i64::MIN, node));
                    return search.end(SearchEnd::Won);
                }
                Course::Spent => return search.end(SearchEnd::Spent),
                Course::Open(_) | Course::Closed => {}
            }
        }
        search.games.put(game);
        if !meter.fits(search.bytes() + domain.bytes()) {
            search.halve();
            if !meter.fits(search.bytes() + domain.bytes()) {
                break;
            }
        }
        let next = search.open.pop();
        at = next.map(|OpenState { rank, game }| (Some(rank.0.1), game));
    }
    search.end(SearchEnd::Dry)
}

/// What a search goes on from, and what it remembers.
#[derive(Default)]
struct BestFirst {
    tree: Tree,
    seen: SeenStates,
    open: BinaryHeap<OpenState>,
    /// The least cost of all states, and its node; none where only the start is known.
    best: Option<(i64, u32)>,
    games: KeptGames,
}

impl BestFirst {
    /// Does a macro in a state, and keeps what comes of it if that is new.
    fn follow<D: Domain>(
        &mut self,
        domain: &mut D,
        (from, game): (Option<u32>, &Game),
        doing: D::Macro,
        meter: &Meter<'_>,
    ) -> Course {
        let mut child = self.games.awake(game);
        let course = self.tree.follow(domain, &mut child, doing, from, meter);
        self.games.rest(&mut child);
        if let Course::Open(node) = course {
            if self.seen.insert(domain.state(&child)) && !domain.is_hopeless(&child) {
                let cost = domain.cost(&child);
                if self.best.is_none_or(|(least, _)| cost < least) {
                    self.best = Some((cost, node));
                }
                let rank = Reverse((cost, node));
                self.open.push(OpenState { rank, game: child });
                return course;
            }
            self.tree.forget_last();
        }
        self.games.put(child);
        course
    }

    /// Gives up the worse half of what is open.
    fn halve(&mut self) {
        let mut states = std::mem::take(&mut self.open).into_sorted_vec();
        let worse = states.drain(..states.len() / 2);
        self.games.give_up(worse.map(|state| state.game));
        self.games.give_up_spare();
        states.shrink_to_fit();
        self.open = states.into();
    }

    fn bytes(&self) -> usize {
        let open = self.open.capacity() * size_of::<OpenState>();
        grown([open, self.seen.bytes(), self.tree.bytes()]) + self.games.bytes()
    }

    fn end(&self, end: SearchEnd) -> Attempt {
        let actions = self.tree.line(self.best.map(|(_, node)| node));
        Attempt { end, actions }
    }
}

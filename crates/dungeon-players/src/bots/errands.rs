//! The errands of a bot in explore: items to take, unseen ground, monsters that a goal requires to be killed, and ways
//! to other levels and out.
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::ways::beside;
use crate::player_view::PlayerView;
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::rulesets::terrain;
use dungeon_ground::passage::{Caution, Lead};
use dungeon_model::dungeon::{Footing, LevelId, LockId};
use dungeon_model::space::geometry::Point;
use dungeon_play::knowledge::known_ways::{Errand, KnownWays};

/// A bot's memory of the levels so far.
#[derive(Debug, Default)]
pub struct ExploreErrands {
    /// The working memory for finding ways.
    pub ways: KnownWays,
    levels: BTreeMap<LevelId, LevelNotes>,
}

/// Clones start without working memory, which is cheap to rebuild and expensive to copy.
impl Clone for ExploreErrands {
    fn clone(&self) -> ExploreErrands {
        ExploreErrands {
            levels: self.levels.clone(),
            ..ExploreErrands::default()
        }
    }

    fn clone_from(&mut self, from: &ExploreErrands) {
        self.levels.clone_from(&from.levels);
    }
}

/// A bot's memory of one level.
#[derive(Clone, Debug, Default)]
struct LevelNotes {
    /// The known stairs, with the levels that they lead to.
    stairs: BTreeMap<Point, LevelId>,
    /// Whether something worth taking, or a monster that a goal requires to be killed, is left on the level.
    has_more: bool,
    /// Whether a way out is known on the level.
    has_exit: bool,
    /// The locks of the level's known locked doors.
    locks: BTreeSet<LockId>,
    /// The number of keys that the hero had on the last visit.
    keys: usize,
}

impl ExploreErrands {
    /// Returns the next step of an errand on this level. Without errands here, returns the next step of the way to
    /// another level; `None` if everything known is done.
    pub fn next(&mut self, view: &PlayerView<'_>) -> Option<Action> {
        if let Some(out) = self.way_out(view) {
            return Some(out);
        }
        let here = self.here(view, |_| true);
        let here = here.or_else(|| self.hunt_prey(view));
        here.or_else(|| self.travel(view))
    }

    /// Returns the next step to a known way out on this level, or the action that takes the way out; `None` if leaving
    /// would not win or no way out is known.
    pub fn way_out(&mut self, view: &PlayerView<'_>) -> Option<Action> {
        if !view.may_leave() {
            return None;
        }
        let exit = |p| view.passage(p)?.exit();
        match exit(view.at()) {
            Some(way) => Some(terrain::taking(way)),
            None => {
                let is_exit = |p| exit(p).is_some();
                // A search for an exit that is not known would flood the whole level in each turn.
                if !view.may_have(is_exit) {
                    return None;
                }
                let mut search = self.ways.over(view.map, |p| view.is_open(p));
                search.errand(is_exit).map(Errand::action)
            }
        }
    }

    /// Returns the next step of an errand on this level, only over cells that `is_safe` accepts; `None` if no errand is
    /// left or within reach.
    pub fn here(
        &mut self,
        view: &PlayerView<'_>,
        is_safe: impl Fn(Point) -> bool,
    ) -> Option<Action> {
        let has_frontier = view.has_frontier();
        let wanted = |p| view.is_wanted(p);
        let has_wanted = view.may_have_wanted();
        if !has_frontier && !has_wanted {
            return None;
        }
        let mut search = (self.ways).over(view.map, |p| view.is_open(p) && is_safe(p));
        if has_wanted {
            let thing = search.errand(wanted).map(Errand::action);
            if let Some(step) = thing.or_else(|| wanted_beside(view)) {
                return Some(step);
            }
        }
        if has_frontier && let Some(errand) = search.errand(|p| view.is_frontier(p)) {
            return Some(errand.action());
        }
        let careless = |p| (view.is_open(p) || is_bearable(view, p)) && is_safe(p);
        let mut search = self.ways.over(view.map, careless);
        let errand = search.errand(|p| has_wanted && wanted(p) || view.is_frontier(p))?;
        Some(errand.action())
    }

    /// Returns the next step to another level; `None` if no level is worth a visit or no way is known.
    fn travel(&mut self, view: &PlayerView<'_>) -> Option<Action> {
        self.note(view);
        // The reachable stairs: first without crossing any trap, then across traps that the hero can bear. The second
        // search runs only if needed.
        let mut reached = [None, None];
        let wants = |notes: Option<&LevelNotes>| {
            notes.is_none_or(|notes| {
                let mut locks = notes.locks.iter();
                notes.has_more && view.held().len() > notes.keys
                    || locks.any(|lock| view.opens(*lock))
            })
        };
        let hope = |notes: Option<&LevelNotes>| notes.is_none_or(|notes| notes.has_more);
        let leads_out = |notes: Option<&LevelNotes>| {
            view.may_leave() && notes.is_some_and(|notes| notes.has_exit)
        };
        for rule in [
            &leads_out as &dyn Fn(Option<&LevelNotes>) -> bool,
            &wants,
            &hope,
        ] {
            for (is_careless, reached) in [false, true].into_iter().zip(&mut reached) {
                let reached = reached.get_or_insert_with(|| self.reached_stairs(view, is_careless));
                if let Some(at) = self.first_stairs(view, reached, rule) {
                    return self.take(view, at, is_careless);
                }
            }
            if let Some(pit) = self.pit(view, rule) {
                return Some(pit);
            }
        }
        None
    }

    /// Records what is known about the level.
    fn note(&mut self, view: &PlayerView<'_>) {
        let notes = self.levels.entry(view.level()).or_default();
        notes.keys = view.held().len();
        notes.locks.clear();
        let mut known = view.monsters().chain(view.remembered().map(|(who, _)| who));
        notes.has_more = known.any(|who| view.is_prey(who));
        let landmarks = view.landmarks();
        let all = landmarks.is_none().then(|| view.size().points());
        let landmarks = landmarks.unwrap_or_default().iter().copied();
        for p in landmarks.chain(all.into_iter().flatten()) {
            notes.has_more |= view.is_wanted(p);
            if let Some(passage) = view.passage(p) {
                notes.has_exit |= passage.exit().is_some();
                notes.locks.extend(passage.lock());
                let stairs = passage.stairs().into_iter();
                notes.stairs.extend(stairs.map(|stairs| (p, stairs.to)));
            }
        }
    }

    /// Returns the reachable stairs of this level, each with its target level and the number of steps to it. If
    /// `is_careless`, the hero crosses traps that the hero can bear (`is_bearable`).
    fn reached_stairs(
        &mut self,
        view: &PlayerView<'_>,
        is_careless: bool,
    ) -> Vec<(Point, LevelId, u32)> {
        let Some(notes) = self.levels.get(&view.level()) else {
            return Vec::new();
        };
        let open = |p| view.is_open(p) || is_careless && is_bearable(view, p);
        self.ways.over(view.map, open).lay_out_all();
        let stairs = notes.stairs.iter();
        let reached = stairs.filter_map(|(p, to)| Some((*p, *to, self.ways.steps(*p)?)));
        reached.collect()
    }

    /// Returns the stairs of this level that begin the shortest known way to a level that `suits` accepts.
    fn first_stairs(
        &self,
        view: &PlayerView<'_>,
        reached: &[(Point, LevelId, u32)],
        suits: &dyn Fn(Option<&LevelNotes>) -> bool,
    ) -> Option<Point> {
        let mut reached = reached.to_vec();
        reached.sort_by_key(|(p, _, steps)| (*steps, *p));
        let mut seen = BTreeSet::from([view.level()]);
        let mut next: VecDeque<(LevelId, Point)> =
            reached.iter().map(|(p, to, _)| (*to, *p)).collect();
        while let Some((level, first)) = next.pop_front() {
            if !seen.insert(level) {
                continue;
            }
            let notes = self.levels.get(&level);
            if suits(notes) {
                return Some(first);
            }
            let further = notes.iter().flat_map(|notes| notes.stairs.values());
            next.extend(further.map(|to| (*to, first)));
        }
        None
    }

    /// Returns the action that takes the stairs on a cell, or a step to the stairs.
    fn take(&mut self, view: &PlayerView<'_>, at: Point, is_careless: bool) -> Option<Action> {
        if at != view.at() {
            let open = |p| view.is_open(p) || is_careless && is_bearable(view, p);
            let errand = self.ways.over(view.map, open).errand(|p| p == at)?;
            return Some(errand.action());
        }
        Some(terrain::taking(view.stairs_at(at)?.way))
    }

    /// Returns a step to a visible pit if `suits` accepts the level below.
    fn pit(
        &mut self,
        view: &PlayerView<'_>,
        suits: &dyn Fn(Option<&LevelNotes>) -> bool,
    ) -> Option<Action> {
        let below = LevelId(view.level().0.checked_add(1)?);
        if !suits(self.levels.get(&below)) {
            return None;
        }
        let is_pit = |p| {
            let passage = view.passage(p);
            passage.is_some_and(|passage| passage.lead == Some(Lead::Pit))
        };
        let open = |p| view.is_open(p) || is_pit(p);
        let errand = self.ways.over(view.map, open).errand(is_pit)?;
        Some(errand.action())
    }

    /// Returns a step toward the nearest reachable monster; monsters that a goal requires to be killed come first.
    /// `None` if no monster can be reached.
    pub fn hunt(&mut self, view: &PlayerView<'_>) -> Option<Action> {
        let prey = self.hunt_prey(view);
        prey.or_else(|| self.hunt_those(view, |_| true))
    }

    /// Returns a step toward the nearest monster that a goal requires to be killed, or toward the cell where such a
    /// monster was last seen.
    fn hunt_prey(&mut self, view: &PlayerView<'_>) -> Option<Action> {
        if view.monsters().any(|who| view.is_prey(who))
            && let Some(step) = self.hunt_those(view, |who| view.is_prey(who))
        {
            return Some(step);
        }
        let seen = view.remembered().filter(|(who, _)| view.is_prey(*who));
        let seen: BTreeSet<Point> = seen.map(|(_, at)| at).collect();
        if seen.is_empty() {
            return None;
        }
        let mut search = self.ways.over(view.map, |p| view.is_open(p));
        Some(search.errand(|p| seen.contains(&p))?.action())
    }

    /// Returns a step toward the nearest reachable monster in sight that `suits` accepts.
    fn hunt_those(
        &mut self,
        view: &PlayerView<'_>,
        suits: impl Fn(ActorId) -> bool,
    ) -> Option<Action> {
        if let Some((_, way)) = beside(view).find(|(who, _)| suits(*who)) {
            return Some(Action::Step(way));
        }
        let is_foe = |p| {
            let body = view.body_at(p);
            body.is_some_and(|who| suits(who) && view.ours().all(|own| own != who))
        };
        let mut search = self.ways.over(view.map, |p| view.is_open(p));
        Some(search.errand(is_foe)?.action())
    }
}

/// A step toward a wanted item on an adjacent cell that the hero may not be able to enter. The step takes the item.
fn wanted_beside(view: &PlayerView<'_>) -> Option<Action> {
    let is_bare = |p| {
        let passage = view.passage(p);
        passage.is_some_and(|passage| passage.footing != Footing::Nobody && !passage.is_door())
    };
    let mut ways = view.neighbours().directions().iter().copied();
    let way = ways.find(|way| view.is_wanted(view.at() + *way) && is_bare(view.at() + *way))?;
    Some(Action::Step(way))
}

/// Before entering harmful ground, a hero must be able to survive on it for this many rounds: enough steps to cross
/// most pools and streams.
const ACROSS: i32 = 4;

/// Whether the hero may cross a visible trap or harmful ground if no other way leads on. A hero who already stands on
/// harmful ground goes on.
fn is_bearable(view: &PlayerView<'_>, p: Point) -> bool {
    match view.caution(p) {
        Caution::EachRound(by) => {
            view.is_harmed_at(view.at()) || by.saturating_mul(ACROSS) < view.life()
        }
        Caution::Once(by) => by < view.life(),
        Caution::None | Caution::Shun => false,
    }
}

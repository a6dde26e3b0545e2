//! How bots play siege: from inside a paddock whose fences kill the hordlings that tear at them.
use super::notes::Notes;
use super::paddock::{FenceWork, known_herd};
use super::ways::beside;
use crate::player_view::PlayerView;
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::rulesets::siege::{BUILD_FENCE, BUY_COW, SKIP};
use dungeon_model::dungeon::games::siege;
use dungeon_model::dungeon::{Feature, Hunt, Stat};
use dungeon_model::space::geometry::Point;
use dungeon_play::knowledge::known_ways::Errand;

/// The strength of the weakest fence that hurts its attackers (S-22).
const THORNY: i32 = 2;

/// The strength of the strongest fence.
const STRONGEST: i32 = siege::FENCES as i32 - 1;

/// The gold to keep in reserve when paying for a fence or a cow, since thieves take gold.
const KEPT_BY_FENCES: i32 = 2;
const KEPT_BY_COWS: i32 = 5;

/// Raises the fences until they hurt attackers, then spends the remaining gold on cows.
pub fn greedy(notes: &mut Notes, view: &PlayerView<'_>, legal: &[Action]) -> Action {
    farm(notes, view, legal, THORNY)
}

/// Raises the fences to full strength before buying cows.
pub fn careful(notes: &mut Notes, view: &PlayerView<'_>, legal: &[Action]) -> Action {
    farm(notes, view, legal, STRONGEST)
}

/// Strikes adjacent monsters, hunts monsters inside the paddock, mends the fences, buys cows as long as they pay, and
/// skips the rest of the season.
fn farm(notes: &mut Notes, view: &PlayerView<'_>, legal: &[Action], wanted: i32) -> Action {
    let strike = strike(view);
    let hunt = || hunt(notes, view);
    let action = strike.or_else(hunt);
    let action = action.or_else(|| fence(notes, view, legal, wanted));
    let action = action.or_else(|| buy(notes, view, legal));
    action.unwrap_or(Action::Do(SKIP))
}

/// Strikes the weakest adjacent monster. Bodies on the outermost ring cannot be struck (S-10).
fn strike(view: &PlayerView<'_>) -> Option<Action> {
    let inside = beside(view).filter(|(_, way)| is_inside(view, view.at() + *way));
    let weakest = inside.min_by_key(|(who, _)| view.life_of(*who));
    weakest.map(|(_, way)| Action::Step(way))
}

/// Steps toward the nearest monster inside the paddock; without a paddock, toward the nearest monster anywhere. Ignores
/// monsters that never hunt.
fn hunt(notes: &mut Notes, view: &PlayerView<'_>) -> Option<Action> {
    let comes = |who: &ActorId| {
        let parts = view.kind(*who).and_then(|kind| kind.behaviour.parts());
        parts.is_none_or(|parts| parts.hunt != Hunt::Stand)
    };
    let is_near = |p: &Point| notes.paddock.is_none_or(|paddock| paddock.depth(*p) >= 0);
    let thieves = view.monsters().filter(comes);
    let cells = thieves.filter_map(|who| Some(view.body(who)?.at));
    let prey: Vec<Point> = cells
        .filter(|p| is_inside(view, *p) && is_near(p))
        .collect();
    if prey.is_empty() {
        return None;
    }
    let suits = |p: Point| prey.contains(&p);
    let open = |p: Point| suits(p) || view.is_open(p) && is_inside(view, p);
    let mut search = notes.errands.ways.over(view.map, open);
    search.errand(suits).map(Errand::action)
}

/// Builds or raises the weakest fence of the paddock, or goes to that fence without leaving the paddock.
fn fence(
    notes: &mut Notes,
    view: &PlayerView<'_>,
    legal: &[Action],
    wanted: i32,
) -> Option<Action> {
    let paddock = notes.paddock?;
    let price = notes.siege.fence.saturating_add(KEPT_BY_FENCES);
    if view.stat(Stat::Wealth) < price {
        return None;
    }
    let strength = |p: Point| {
        let is_bare = is_bare(view, p) && view.body_at(p).is_none_or(|who| who == view.commanded());
        let fence = view.map.tile_id(p).and_then(siege::fence_strength);
        fence.map(i32::from).or(is_bare.then_some(-1))
    };
    let build = Action::Do(BUILD_FENCE);
    match paddock.work(view.at(), wanted, strength)? {
        FenceWork::Build => Some(build).filter(|build| legal.contains(build)),
        FenceWork::Raise(way) => Some(Action::Step(way)),
        FenceWork::GoTo(cells) => {
            let open = |p: Point| paddock.depth(p) >= 0 && view.is_open(p);
            let suits = |p: Point| cells.contains(&p) && open(p);
            let mut search = notes.errands.ways.over(view.map, open);
            search.errand(suits).map(Errand::action)
        }
    }
}

/// Buys a cow here, or steps to a cell where one can be bought, as deep inside the paddock as possible. Returns `None`
/// if gold is short or cows no longer pay.
fn buy(notes: &mut Notes, view: &PlayerView<'_>, legal: &[Action]) -> Option<Action> {
    let price = notes.siege.cow.saturating_add(KEPT_BY_COWS);
    if view.stat(Stat::Wealth) < price || !pays(notes, view) {
        return None;
    }
    let depth = |p: Point| notes.paddock.map_or(1, |paddock| paddock.depth(p));
    let open = |p: Point| {
        view.is_open(p) && is_bare(view, p) && view.body_at(p).is_none() && is_inside(view, p)
    };
    let cells = view.size().points();
    let deepest = cells.filter(|p| open(*p)).map(depth).max().unwrap_or(0);
    let buy = Action::Do(BUY_COW);
    let mut from = (1..=deepest.max(depth(view.at()))).rev();
    from.find_map(|deep| {
        if depth(view.at()) >= deep && legal.contains(&buy) {
            return Some(buy);
        }
        let suits = |p: Point| open(p) && depth(p) >= deep;
        let mut search = notes.errands.ways.over(view.map, open);
        search.errand(suits).map(Errand::action)
    })
}

/// Whether a new cow earns more than its price before the herd's current income reaches the goal.
fn pays(notes: &Notes, view: &PlayerView<'_>) -> bool {
    let rules = notes.siege;
    let [goal, profit, cow] = [rules.goal, rules.profit, rules.cow].map(i64::from);
    let cows = known_herd(view).count().max(1) as i64;
    let lacking = goal - i64::from(view.stat(Stat::Wealth));
    let seasons = lacking / (cows * profit).max(1) + 1;
    seasons * profit > cow
}

fn is_bare(view: &PlayerView<'_>, p: Point) -> bool {
    let is_plain = view
        .tile(p)
        .is_some_and(|tile| tile.feature == Feature::Plain);
    is_plain && view.item(p).is_none() && view.is_open(p)
}

fn is_inside(view: &PlayerView<'_>, p: Point) -> bool {
    view.size().contains_inside_rim(p)
}

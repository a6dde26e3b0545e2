//! How machine players play siege.
use super::notes::Notes;
use super::ways::beside;
use crate::dungeon::Stat;
use crate::engine::action::Action;
use crate::players::player_view::PlayerView;
use crate::rulesets::siege::{BUY_COW, SKIP};
use crate::space::geometry::Point;

/// The turns before a season ends with which a careful player goes at hordlings that are far away.
const ENOUGH: u32 = 8;

/// The wealth that a careful player keeps for thieves.
const RESERVE: i32 = 30;

/// The cells around a careful player within which he goes at hordlings.
const GUARDED: u32 = 4;

/// Buys a cow wherever he can pay for one, and skips to the next season.
pub fn greedy(notes: &mut Notes, view: &PlayerView<'_>, legal: &[Action]) -> Action {
    if let Some((_, way)) = beside(view).next() {
        return Action::Step(way);
    }
    spend(notes, view, legal, 0).unwrap_or(Action::Do(SKIP))
}

/// Keeps some gold, goes at the hordlings that come near, and skips only where none is on the board.
pub fn careful(notes: &mut Notes, view: &PlayerView<'_>, legal: &[Action]) -> Action {
    let thieves: Vec<Point> = view
        .monsters()
        .filter(|who| view.strikes(*who))
        .filter_map(|who| view.body(who))
        .map(|body| body.at)
        .collect();
    if let Some((_, way)) = beside(view).next() {
        return Action::Step(way);
    }
    let is_near = |p: Point| thieves.contains(&p);
    let hunt = notes
        .errands
        .ways
        .step_to(view, is_near, |p| view.is_open(p) || is_near(p));
    let has_time = view.turns_left().is_some_and(|left| left > ENOUGH);
    if let Some((way, _, steps)) = hunt
        && (steps <= GUARDED || has_time)
    {
        return Action::Step(way);
    }
    let spent = spend(notes, view, legal, RESERVE);
    spent.unwrap_or(if thieves.is_empty() {
        Action::Do(SKIP)
    } else {
        Action::Wait
    })
}

/// Buys a cow here, or steps to where one can be bought; `None` where gold is short or no cow pays any more.
fn spend(
    notes: &mut Notes,
    view: &PlayerView<'_>,
    legal: &[Action],
    reserve: i32,
) -> Option<Action> {
    let price = notes.price;
    if view.stat(Stat::Wealth) < price.saturating_add(reserve) {
        return None;
    }
    let buy = Action::Do(BUY_COW);
    if legal.contains(&buy) {
        return Some(buy);
    }
    let is_free = |p: Point| view.item(p).is_none() && view.body_at(p).is_none();
    let open = |p: Point| view.is_open(p) && is_free(p) && view.size().contains_inside_rim(p);
    let (way, ..) = notes.errands.ways.step_to(view, open, open)?;
    Some(Action::Step(way))
}

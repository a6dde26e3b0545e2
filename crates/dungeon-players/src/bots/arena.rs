//! How bots play arena.
use super::explore;
use super::notes::Notes;
use super::ways::beside;
use crate::player_view::PlayerView;
use dungeon_engine::action::Action;
use dungeon_model::space::geometry::{Direction, Point};

/// The maximum number of turns in a row that the careful bot waits for an enemy to come closer. Some enemies stagger
/// about and never come.
const PATIENCE: u32 = 6;

/// Stomps an adjacent enemy. Without an adjacent enemy, heads for the nearest one, regardless of risk.
pub fn greedy(notes: &mut Notes, view: &PlayerView<'_>, _legal: &[Action]) -> Action {
    if let Some((_, way)) = beside(view).next() {
        return Action::Step(way);
    }
    if let Some(action) = finish(notes, view) {
        return action;
    }
    let hunt = notes.errands.hunt(view);
    hunt.or_else(|| notes.errands.next(view))
        .unwrap_or(Action::Wait)
}

/// Waits or goes to a way out once the file's goals need nothing else; `None` before that.
fn finish(notes: &mut Notes, view: &PlayerView<'_>) -> Option<Action> {
    if view.only_time_is_left() {
        Some(Action::Wait)
    } else {
        notes.errands.way_out(view)
    }
}

/// Stomps an adjacent enemy, waits for enemies two steps away, and avoids steps next to enemies.
pub fn careful(notes: &mut Notes, view: &PlayerView<'_>, legal: &[Action]) -> Action {
    if let Some((_, way)) = beside(view).next() {
        notes.waited = 0;
        return Action::Step(way);
    }
    if let Some(action) = finish(notes, view) {
        return action;
    }
    let enemies: Vec<Point> = view
        .monsters()
        .filter_map(|who| view.body(who))
        .map(|body| body.at)
        .collect();
    let is_beside = |p: Point| enemies.iter().any(|at| at.manhattan(p) == 1);
    let is_near = enemies.iter().any(|at| at.manhattan(view.at()) == 2);
    if is_near && notes.waited < PATIENCE {
        notes.waited += 1;
        return Action::Wait;
    }
    let has_waited = is_near;
    notes.waited = 0;
    if view.may_have_wanted() {
        let open = |p| view.is_open(p) && !is_beside(p);
        let mut search = notes.errands.ways.over(view.map, open);
        if let Some(near) = search.errand_within(8, |p| view.is_wanted(p)) {
            return near.action();
        }
    }
    let hunted = notes.errands.hunt(view);
    match hunted {
        // An enemy strikes first at a hero who steps next to it. Any safe step is better.
        Some(Action::Step(way)) if is_beside(view.at() + way) && !has_waited => {
            let mut others = view.neighbours().directions().iter().copied();
            let safe = |way: &Direction| {
                let to = view.at() + *way;
                legal.contains(&Action::Step(*way)) && view.is_open(to) && !is_beside(to)
            };
            others.find(safe).map_or(Action::Wait, Action::Step)
        }
        Some(action) => action,
        None => explore::go_on(&mut notes.errands, view),
    }
}

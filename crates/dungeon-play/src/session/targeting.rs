//! Choosing cells and aiming at targets, in games played by pointing (K-4, K-11).
use super::actions;
use super::active_journey::ActiveJourney;
use crate::input::key::Key;
use crate::input::keymap::Cycle;
use crate::knowledge::fog::WorldTime;
use crate::screen::game_screen::GameScreen;
use crate::screen::target_preview::action_at;
use crate::text::{look, notices};
use crate::travel::observed_game::ObservedGame;
use crate::view::scene::Visibility;
use dungeon_engine::action::{Action, Refusal};
use dungeon_engine::ruleset_face::Pointing;
use dungeon_model::space::geometry::Point;

/// Chooses the cell under the cursor or the clicked cell: commands the unit there, shows a range, aims, shoots or walks
/// there. Drops an earlier aim. A click outside the board chooses no cell, but may press the button that ends the turn.
/// Returns the journey that the choice begins; `None` if it begins no journey.
pub fn choose(screen: &mut GameScreen, key: Key) -> Option<ActiveJourney> {
    if let Key::Click(p) = key {
        match screen.cell_at(p) {
            Some(cell) => screen.point_at(cell),
            None => return press_button(screen, p),
        }
    }
    let target_cursor = screen.target_cursor.as_mut()?;
    let (at, aimed) = (target_cursor.cell, target_cursor.aimed.take());
    if actions::refuse_if_over(screen) {
        return None;
    }
    let rules = screen.observed.game.rules().face().pointing()?;
    let Some(action) = action_at(&screen.observed, rules, at) else {
        let why = no_action_text(&screen.observed, at);
        actions::answer_key(screen, why);
        return None;
    };
    let is_chosen = action == Action::Command(screen.observed.seen_world().commanded());
    let is_shot = matches!(action, Action::Shoot(_) | Action::ShootAt(_));
    let is_new_aim = is_shot && aimed != Some(at) && screen.observed.game.check(action).is_ok();
    match &mut screen.target_cursor {
        Some(target_cursor) if is_chosen => target_cursor.overlay = target_cursor.overlay.next(),
        Some(target_cursor) if is_new_aim => target_cursor.aimed = Some(at),
        _ => return actions::act(screen, action),
    }
    None
}

/// Handles a click outside the board: ends the turn if the click is on the button for that.
fn press_button(screen: &mut GameScreen, p: Point) -> Option<ActiveJourney> {
    let face = screen.observed.game.rules().face();
    let end = face.pointing()?.end_of_turn();
    let is_pressed = screen.button_at(p);
    is_pressed.then(|| actions::act(screen, end)).flatten()
}

fn no_action_text(observed: &ObservedGame, at: Point) -> String {
    match observed.visibility(WorldTime::Rest, at) {
        Visibility::Unseen => format!("{}.", look::UNSEEN),
        Visibility::Seen | Visibility::Remembered { .. } => Refusal::UnknownHere.to_string(),
    }
}

/// Moves the cursor to the next or previous target and aims at it, nearest target first, wrapping around. A target
/// under the cursor that is not aimed at yet comes first.
pub fn aim(screen: &mut GameScreen, cycle: Cycle) {
    let Some(target_cursor) = screen
        .target_cursor
        .filter(|_| !actions::refuse_if_over(screen))
    else {
        return;
    };
    let Some(rules) = screen.observed.game.rules().face().pointing() else {
        return;
    };
    let targets = targets(&screen.observed, rules);
    let (now, last) = (
        targets.iter().position(|p| *p == target_cursor.cell),
        targets.len().saturating_sub(1),
    );
    let next = match (now, cycle) {
        (Some(now), _) if target_cursor.aimed != Some(target_cursor.cell) => now,
        (Some(now), Cycle::Next) if now < last => now + 1,
        (Some(_) | None, Cycle::Next) => 0,
        (Some(now @ 1..), Cycle::Previous) => now - 1,
        (Some(_) | None, Cycle::Previous) => last,
    };
    let Some(target) = targets.get(next) else {
        let why = no_target_text(&screen.observed, rules);
        return actions::answer_key(screen, why);
    };
    screen.point_at(*target);
    if let Some(target_cursor) = &mut screen.target_cursor {
        target_cursor.aimed = Some(*target);
    }
}

/// Returns the cells of the visible targets that the commanded unit can shoot, nearest first; cells at the same
/// distance are in reading order.
fn targets(observed: &ObservedGame, rules: &dyn Pointing) -> Vec<Point> {
    let world = observed.seen_world();
    let unit = world.body(world.commanded()).at;
    let targets = rules.targets(world).into_iter().map(|target| target.at);
    let mut targets: Vec<Point> = targets.filter(|p| is_seen(observed, *p)).collect();
    unit.sort_by_distance(&mut targets);
    targets
}

/// Describes in a whole sentence why the unit cannot shoot: it lacks points, ammunition, or a target.
pub fn no_target_text(observed: &ObservedGame, rules: &dyn Pointing) -> String {
    let world = observed.seen_world();
    let theirs = world.theirs(world.here()).map(|who| world.body(who).at);
    let seen = theirs.filter(|p| is_seen(observed, *p));
    let mut refusals = seen.filter_map(|p| observed.game.check(rules.pointed(world, p)?).err());
    let lacks = refusals.find(|why| matches!(why, Refusal::NoPoints | Refusal::NoAmmo));
    lacks.map_or_else(|| notices::NO_TARGET.to_owned(), |why| why.to_string())
}

fn is_seen(observed: &ObservedGame, p: Point) -> bool {
    observed.visibility(WorldTime::Rest, p) == Visibility::Seen
}

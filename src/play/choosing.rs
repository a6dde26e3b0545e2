//! What it means to choose a cell, and to look for a target (K-4, K-11).
use super::fog::Moment;
use super::keymap::Cycle;
use super::keys::Key;
use super::live::Live;
use super::look;
use super::notices;
use super::outlook::meaning;
use super::screen::Screen;
use crate::engine::action::{Action, ActorId, Refusal};
use crate::engine::event::Event;
use crate::engine::game::Game;
use crate::engine::ruleset::Pointing;
use crate::space::geometry::Point;
use crate::view::scene::Light;

/// What is left to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing: it is seen.
    Shown,
    /// To try this.
    Deed(Action),
    /// To say this.
    Said(String),
}

/// Chooses the cell that is pointed at, or was clicked; what was aimed at before is no more then. A click beside the board
/// chooses no cell, but may press the button.
pub fn choose(screen: &mut Screen, key: Key) -> Answer {
    if let Key::Click(p) = key {
        match screen.cell_at(p) {
            Some(cell) => screen.point_at(cell),
            None => return press(screen, p),
        }
    }
    let (Some(rules), Some(pointer)) = (screen.live.game.rules().pointing(), &mut screen.pointer)
    else {
        return Answer::Shown;
    };
    let (at, aimed) = (pointer.cursor, pointer.aimed.take());
    if screen.live.game.outcome().is_some() {
        return Answer::Said(Refusal::GameOver.to_string());
    }
    match meaning(&screen.live, rules, at) {
        None => Answer::Said(nothing_there(&screen.live, at)),
        Some(Action::Command(who)) if who == screen.live.game.world().commanded() => {
            pointer.overlay = pointer.overlay.next();
            Answer::Shown
        }
        Some(shot @ (Action::Shoot(_) | Action::ShootAt(_)))
            if aimed != Some(at) && screen.live.game.check(shot).is_ok() =>
        {
            pointer.aimed = Some(at);
            Answer::Shown
        }
        Some(action) => Answer::Deed(action),
    }
}

/// A click beside the board: on the button that ends the turn, or on nothing.
fn press(screen: &Screen, p: Point) -> Answer {
    match screen.live.game.rules().pointing() {
        Some(rules) if screen.button_at(p) => Answer::Deed(rules.end_of_turn()),
        _ => Answer::Shown,
    }
}

fn nothing_there(live: &Live, at: Point) -> String {
    match live.light(Moment::Rest, at) {
        Light::Unseen => look::UNSEEN.to_owned(),
        Light::Seen | Light::Remembered(_) => Refusal::UnknownHere.to_string(),
    }
}

/// Points and aims at the target after the one that is pointed at, or before it, the nearest one first and round again;
/// whoever is pointed at and not aimed at yet comes first.
pub fn aim(screen: &mut Screen, cycle: Cycle) -> Answer {
    let (Some(rules), Some(pointer)) = (screen.live.game.rules().pointing(), screen.pointer) else {
        return Answer::Shown;
    };
    if screen.live.game.outcome().is_some() {
        return Answer::Said(Refusal::GameOver.to_string());
    }
    let targets = targets(&screen.live, rules);
    let (now, last) = (
        targets.iter().position(|p| *p == pointer.cursor),
        targets.len().saturating_sub(1),
    );
    let next = match (now, cycle) {
        (Some(now), _) if pointer.aimed != Some(pointer.cursor) => now,
        (Some(now), Cycle::Next) if now < last => now + 1,
        (Some(_) | None, Cycle::Next) => 0,
        (Some(now @ 1..), Cycle::Previous) => now - 1,
        (Some(_) | None, Cycle::Previous) => last,
    };
    let Some(target) = targets.get(next) else {
        return Answer::Said(no_target(&screen.live, rules));
    };
    screen.point_at(*target);
    if let Some(pointer) = &mut screen.pointer {
        pointer.aimed = Some(*target);
    }
    Answer::Shown
}

/// Whom the commanded unit can shoot at and the player sees, the nearest first, those equally far in reading order.
fn targets(live: &Live, rules: &dyn Pointing) -> Vec<Point> {
    let world = live.game.world();
    let unit = world.body(world.commanded()).at;
    let targets = rules.targets(world).into_iter().map(|target| target.at);
    let mut targets: Vec<Point> = targets.filter(|p| is_seen(live, *p)).collect();
    targets.sort_by_key(|p| unit.chebyshev(*p));
    targets
}

/// What the unit lacks to shoot at anybody, or that nobody is there for it.
pub fn no_target(live: &Live, rules: &dyn Pointing) -> String {
    let world = live.game.world();
    let theirs = world.theirs(world.here()).map(|who| world.body(who).at);
    let seen = theirs.filter(|p| is_seen(live, *p));
    let mut refusals = seen.filter_map(|p| live.game.check(rules.pointed(world, p)?).err());
    let lacks = refusals.find(|why| matches!(why, Refusal::NoPoints | Refusal::NoAmmo));
    lacks.map_or_else(|| notices::NO_TARGET.to_owned(), |why| why.to_string())
}

fn is_seen(live: &Live, p: Point) -> bool {
    live.light(Moment::Rest, p) == Light::Seen
}

/// Who is commanded, and where he stands.
pub fn whereabouts(game: &Game) -> (ActorId, Point) {
    let who = game.world().commanded();
    (who, game.world().body(who).at)
}

/// After a deed nothing is aimed at, and the cursor is on whoever came to be commanded or went somewhere since he was there
/// (K-4). When a turn begins it is on the commanded unit too, and when a shot has emptied its cell: one choice too many
/// would send the unit there.
pub fn follow(screen: &mut Screen, before: (ActorId, Point)) {
    let now = whereabouts(&screen.live.game);
    let Some(pointer) = &mut screen.pointer else {
        return;
    };
    pointer.aimed = None;
    let cursor = pointer.cursor;
    if now != before || new_turn(&screen.live).is_some() || has_emptied(&screen.live, now.0, cursor)
    {
        screen.point_at(now.1);
    }
}

/// The number of the turn, from 1, that has just begun where the player points: then he looks who is commanded.
pub fn new_turn(live: &Live) -> Option<u32> {
    live.game.rules().pointing()?;
    let number = |event: &Event| match *event {
        Event::TurnBegan { turn } => Some(turn.saturating_add(1)),
        _ => None,
    };
    live.game.events().iter().find_map(number)
}

/// Whether a unit has just shot away whoever or whatever was at a cell.
fn has_emptied(live: &Live, unit: ActorId, at: Point) -> bool {
    let is_its_shot = |event: &Event| match *event {
        Event::Shot { who, .. } | Event::Fired { who, .. } => who == unit,
        _ => false,
    };
    let rules = live.game.rules().pointing();
    let now = rules.and_then(|rules| meaning(live, rules, at));
    matches!(now, Some(Action::Go(_))) && live.game.events().iter().any(is_its_shot)
}

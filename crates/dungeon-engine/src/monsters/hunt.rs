//! Hunts: ways to advance on sensed prey, shared by all minds. Each function returns the monster's next action. If a
//! hunt is impossible, for example without a line of sight, it returns `None`, and the monster makes its normal move.
use crate::action::Action;
use crate::chance::DrawPurpose;
use crate::monster::Memory;
use crate::monster_view::{PathStep, Sighting, View};
use dungeon_model::space::geometry::{Direction, Point};

/// Returns a step to the first cell of the line of sight to the prey (E-21). If the prey was sensed but not seen, looks
/// for a line of sight of at most `sight` steps; `None` if there is no line.
pub fn follow(view: &mut View<'_>, prey: Sighting, sight: u32) -> Option<Action> {
    let next = line(view, prey, sight)?;
    Some(step(view.at().toward(next)))
}

/// Returns a shot at the prey (E-22). If the prey was sensed but not seen, looks for a line of sight of at most `sight`
/// steps. `None` if there is no line, or if the prey is a herd item.
pub fn shoot(view: &mut View<'_>, prey: Sighting, sight: u32) -> Option<Action> {
    line(view, prey, sight)?;
    prey.whom.map(Action::Shoot)
}

/// Returns the first cell of the line of sight to the prey. If the prey was sensed but not seen, looks for a line of
/// sight of at most `sight` steps; `None` if there is no line.
fn line(view: &mut View<'_>, prey: Sighting, sight: u32) -> Option<Point> {
    prey.next.or_else(|| view.sees(sight)?.next)
}

/// Returns a step straight toward the prey, even if the next cell is blocked (E-20).
pub fn drift(view: &mut View<'_>, prey: Sighting) -> Action {
    step(view.at().toward(prey.at))
}

/// Returns a step toward the prey, in one of eight directions; `None` if the next cell in this direction is not free.
pub fn greedy(view: &mut View<'_>, prey: Sighting) -> Option<Action> {
    let way = view.at().toward(prey.at)?;
    view.is_free(view.at() + way).then_some(Action::Step(way))
}

/// Returns a step along the axis on which the prey is farther away; if both distances are equal, along the row. If this
/// step is blocked, returns a step along the other axis; if both are blocked, a wait.
pub fn axis(view: &mut View<'_>, prey: Sighting) -> Action {
    let (here, there) = (view.at(), prey.at);
    let Some(way) = here.toward(there) else {
        return Action::Wait;
    };
    let row = Direction::from_delta(way.dx(), 0);
    let column = Direction::from_delta(0, way.dy());
    let ways = if there.x.abs_diff(here.x) >= there.y.abs_diff(here.y) {
        [row, column]
    } else {
        [column, row]
    };
    let mut ways = ways.into_iter().flatten();
    step(ways.find(|way| view.is_free(here + *way)))
}

/// Returns a step along a shortest path around obstacles, or a wait if other bodies block the path. `None` if no path
/// leads to the prey.
pub fn path(view: &mut View<'_>) -> Option<Action> {
    toward(view.next_step())
}

/// Returns the action for a step of a path: the step, or a wait if other bodies block the path. `None` without a path.
pub fn toward(step: PathStep) -> Option<Action> {
    match step {
        PathStep::Step(way) => Some(Action::Step(way)),
        PathStep::Barred => Some(Action::Wait),
        PathStep::Nowhere => None,
    }
}

/// Returns a step to the free neighboring cell that is farthest from its nearest threat (Euclidean, then keypad order).
/// The monster flees from `prey`, and from every other hero that it can see within `sight` steps. `None` if no free
/// neighbor is farther from its nearest threat than the monster's own cell.
pub fn flee(view: &mut View<'_>, prey: Sighting, sight: u32) -> Option<Action> {
    let here = view.at();
    let others = view.other_heroes(prey, sight);
    let room = |p: Point| {
        let threats = others.iter().chain([&prey.at]);
        threats.map(|threat| threat.euclid_squared(p)).min()
    };
    let mut best = (room(here), None);
    for way in Direction::ALL {
        let far = room(here + way);
        if far > best.0 && view.is_free(here + way) {
            best = (far, Some(way));
        }
    }
    best.1.map(Action::Step)
}

/// Returns a skirmisher's next action (K-12). Without a target for its weapon, the skirmisher approaches along a
/// shortest path. With a target, it falls back with a chance of 1 in 6, and otherwise shoots. If it cannot fall back,
/// it waits with a chance of 1 in 3, and otherwise shoots. A walk that begins as a retreat stays a retreat.
pub fn skirmish(
    memory: &mut Memory,
    view: &mut View<'_>,
    prey: Sighting,
    sight: u32,
) -> Option<Action> {
    if view.steps() > 0 && memory.retreats {
        return flee(view, prey, sight);
    }
    memory.retreats = false;
    let Some(target) = view.target() else {
        return path(view);
    };
    let shot = Action::Shoot(target);
    if view.steps() > 0 {
        return Some(shot);
    }
    let mut nerve = view.draw(DrawPurpose::Nerve);
    Some(match flee(view, prey, sight) {
        Some(back) if nerve.once_in(6) => {
            memory.retreats = true;
            back
        }
        None if nerve.once_in(3) => Action::Wait,
        Some(_) | None => shot,
    })
}

fn step(way: Option<Direction>) -> Action {
    way.map_or(Action::Wait, Action::Step)
}

//! Advances: the actions of monsters that have sensed prey, shared by the book's kinds and those from files. An advance
//! that returns `None` lacks its line or its way, and the monster makes its normal move instead.
use crate::action::Action;
use crate::chance::DrawPurpose;
use crate::monster::Memory;
use crate::monster_view::{PathStep, Sighting, View};
use dungeon_model::space::geometry::{Direction, Point};

/// Steps to the first cell of the line of sight to the prey, if there is one of at most `sight` steps (E-21).
pub fn follow(view: &mut View<'_>, prey: Sighting, sight: u32) -> Option<Action> {
    let next = line(view, prey, sight)?;
    Some(step(view.at().toward(next)))
}

/// Shoots along the line of sight, if there is one of at most `sight` steps and the prey at its end is a body (E-22).
pub fn shoot(view: &mut View<'_>, prey: Sighting, sight: u32) -> Option<Action> {
    line(view, prey, sight)?;
    prey.whom.map(Action::Shoot)
}

/// Returns the first cell of the line of sight to the prey: the known one if the prey was seen, else that of a line of
/// at most `sight` steps.
fn line(view: &mut View<'_>, prey: Sighting, sight: u32) -> Option<Point> {
    prey.next.or_else(|| view.sees(sight)?.next)
}

/// Steps straight at the prey, whatever stands in the way (E-20).
pub fn drift(view: &mut View<'_>, prey: Sighting) -> Action {
    step(view.at().toward(prey.at))
}

/// Steps by the signs of both differences to the prey, if that cell is free.
pub fn greedy(view: &mut View<'_>, prey: Sighting) -> Option<Action> {
    let way = view.at().toward(prey.at)?;
    view.is_free(view.at() + way).then_some(Action::Step(way))
}

/// Steps along the longer of the two differences to the prey, of equal ones along the row; where that cell is blocked,
/// along the other difference, if there is one; else waits.
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

/// Steps along the shortest way round obstacles, or waits behind other bodies.
pub fn path(view: &mut View<'_>) -> Option<Action> {
    match view.next_step() {
        PathStep::Step(way) => Some(Action::Step(way)),
        PathStep::Barred => Some(Action::Wait),
        PathStep::Nowhere => None,
    }
}

/// Steps to the free neighbour that is farthest from the prey (Euclid, then keypad order), if that is farther than the
/// monster's own cell. Of several heroes in sight, the nearest one to the neighbour counts.
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

/// Acts as a skirmisher (K-12): shoots at prey that the weapon can hit, or falls back; without a shot it comes nearer
/// until it has one. With both a shot and a way back, the skirmisher falls back once in six times; with a shot alone,
/// it stays put once in three. A walk keeps the direction in which it began: away or nearer.
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
        Some(back) if nerve.below(6) == 0 => {
            memory.retreats = true;
            back
        }
        None if nerve.below(3) == 0 => Action::Wait,
        Some(_) | None => shot,
    })
}

fn step(way: Option<Direction>) -> Action {
    way.map_or(Action::Wait, Action::Step)
}

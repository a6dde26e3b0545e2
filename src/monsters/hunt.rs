//! Advances: what a monster does about prey, shared by the book's kinds and those from files. An advance that returns
//! `None` lacks its line or its way, and the monster makes its normal move instead.
use crate::engine::action::Action;
use crate::engine::chance::Purpose;
use crate::engine::monster::{Memory, PathStep, Sighting, View};
use crate::space::geometry::{Direction, Point};

/// E-21: to the first cell of the line of sight, if there is one of at most `sight` steps.
pub fn follow(view: &mut View<'_>, prey: Sighting, sight: u32) -> Option<Action> {
    let next = line(view, prey, sight)?;
    Some(step(view.at().toward(next)))
}

/// E-22: shoots along the line of sight, if there is one of at most `sight` steps, and at its end a body.
pub fn shoot(view: &mut View<'_>, prey: Sighting, sight: u32) -> Option<Action> {
    line(view, prey, sight)?;
    prey.whom.map(Action::Shoot)
}

/// The first cell of the line to the prey: known, if it was seen, else looked for.
fn line(view: &mut View<'_>, prey: Sighting, sight: u32) -> Option<Point> {
    prey.next.or_else(|| view.sees(sight)?.next)
}

/// E-20: straight at it, whatever stands there.
pub fn drift(view: &mut View<'_>, prey: Sighting) -> Action {
    step(view.at().toward(prey.at))
}

/// By the signs of both differences, if it can go there.
pub fn greedy(view: &mut View<'_>, prey: Sighting) -> Option<Action> {
    let way = view.at().toward(prey.at)?;
    view.is_free(view.at() + way).then_some(Action::Step(way))
}

/// along the longer difference (both alike: the row); where that is blocked along the other, if there is
/// one; else it stays.
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

/// The shortest way round obstacles; behind others it waits for its turn.
pub fn path(view: &mut View<'_>) -> Option<Action> {
    match view.way() {
        PathStep::Step(way) => Some(Action::Step(way)),
        PathStep::Barred => Some(Action::Wait),
        PathStep::Nowhere => None,
    }
}

/// To the free neighbour that is farthest from it (Euclid, then keypad order), if that is farther than here; where it sees
/// several heroes, that is farthest from the nearest of them.
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

/// K-12: a skirmisher shoots at prey that its weapon can hit, or falls back; without a shot it comes nearer until it
/// has one. Where it could do both it falls back once in six times, where it could only shoot it stays once in three. A
/// walk ends as it began: away or nearer.
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
    let mut nerve = view.draw(Purpose::Nerve);
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

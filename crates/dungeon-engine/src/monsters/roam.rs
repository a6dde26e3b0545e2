//! Normal moves: the actions of monsters that sense no prey, shared by all minds.
use super::hunt::toward;
use crate::action::Action;
use crate::chance::DrawPurpose;
use crate::monster::Memory;
use crate::monster_view::View;
use dungeon_model::dungeon::Attack;
use dungeon_model::space::geometry::{Direction, Neighbours, at};

/// Returns a step in the remembered direction. If the next cell is blocked, slides along the wall. Without a remembered
/// direction, draws a direction (E-21).
#[inline]
pub fn wander(memory: &mut Memory, view: &mut View<'_>) -> Action {
    match memory.heading {
        Some(heading) if view.is_free(view.at() + heading) => Action::Step(heading),
        Some(heading) => slide(heading, memory, view),
        None => draw_heading(memory, view),
    }
}

/// Splits a blocked heading into a step along the row and a step along the column. Takes the first step that ends on a
/// free cell, and remembers its direction; draws a new heading if both are blocked. For a straight heading, one of the
/// two steps has length 0, and the monster's own cell counts as free. The monster then waits and forgets its heading.
/// This loss of a turn is a quirk of the book, which is imitated on purpose.
fn slide(heading: Direction, memory: &mut Memory, view: &mut View<'_>) -> Action {
    let aside = [(heading.dx(), 0), (0, heading.dy())]
        .into_iter()
        .find(|(dx, dy)| view.is_free(at(view.at().x + dx, view.at().y + dy)));
    let Some((dx, dy)) = aside else {
        return draw_heading(memory, view);
    };
    memory.heading = Direction::from_delta(dx, dy);
    memory.heading.map_or(Action::Wait, Action::Step)
}

/// Draws one of the eight directions or the middle, with equal probability. If the direction is free, the monster steps
/// and remembers the direction. If it is blocked, the monster waits, and its memory stays unchanged. For the middle,
/// the monster waits and forgets its heading.
fn draw_heading(memory: &mut Memory, view: &mut View<'_>) -> Action {
    let key = view.draw(DrawPurpose::Roam).below(9) as i32;
    match Direction::from_delta(key % 3 - 1, key / 3 - 1) {
        None => {
            memory.heading = None;
            Action::Wait
        }
        Some(way) => head(way, memory, view),
    }
}

/// Walks the monster's route back and forth (E-22). After a hunt, the monster walks straight back to the point where it
/// left the route, and wanders while its way is blocked. A monster without a route waits.
pub fn patrol(memory: &mut Memory, view: &mut View<'_>) -> Action {
    let route = view.route();
    let Some(&stop) = route.get(usize::from(memory.stop)) else {
        return Action::Wait;
    };
    match view.at().toward(stop) {
        None => walk_route(memory, view),
        // A step onto the route's point is tried even if the point is blocked: the monster may just have opened a door
        // there, or the body there may move away.
        Some(way) if view.at() + way == stop || view.is_free(view.at() + way) => Action::Step(way),
        Some(_) => wander(memory, view),
    }
}

/// Steps from a point of the route to the next point. At either end of the route, the monster turns around, which takes
/// an act.
fn walk_route(memory: &mut Memory, view: &mut View<'_>) -> Action {
    let route = view.route();
    let end = if memory.back { 0 } else { route.len() - 1 };
    if usize::from(memory.stop) == end {
        memory.back = !memory.back;
        return Action::Wait;
    }
    memory.stop = if memory.back {
        memory.stop - 1
    } else {
        memory.stop + 1
    };
    // Two equal points in a row mean a pause.
    view.at()
        .toward(route[usize::from(memory.stop)])
        .map_or(Action::Wait, Action::Step)
}

/// Steps toward the monster's leader, and waits at most `BESIDE` steps away from it (M-8). `None` without a leader, or
/// if no path leads to it.
pub fn follow(view: &mut View<'_>) -> Option<Action> {
    if view.steps_to_leader()? <= BESIDE {
        return Some(Action::Wait);
    }
    toward(view.step_to_leader())
}

/// The number of steps to its leader at which a monster stays (M-8).
const BESIDE: u32 = 2;

/// Steps in the remembered direction. If there is no such direction, or if the next cell is blocked, draws one of eight
/// directions and tries a step there.
pub fn drift(memory: &mut Memory, view: &mut View<'_>) -> Action {
    match memory.heading {
        Some(way) if view.is_free(view.at() + way) => Action::Step(way),
        _ => {
            let key = view.draw(DrawPurpose::Roam).below(8);
            head(Direction::ALL[key as usize], memory, view)
        }
    }
}

/// Draws one of four directions and steps there, or waits if the next cell is blocked. A monster that rams
/// attacks prey on the next cell, even if it has not sensed the prey.
pub fn stray(view: &mut View<'_>, attack: Attack) -> Action {
    const FOUR: &[Direction] = Neighbours::Four.directions();
    let way = FOUR[view.draw(DrawPurpose::Roam).below(4) as usize];
    let to = view.at() + way;
    match view.prey_at(to) {
        Some(prey) if attack == Attack::Ram => Action::Attack(prey),
        _ if view.is_free(to) => Action::Step(way),
        _ => Action::Wait,
    }
}

/// Steps in a direction and remembers the direction. If the next cell is not free, waits, and the memory stays
/// unchanged.
fn head(way: Direction, memory: &mut Memory, view: &View<'_>) -> Action {
    if !view.is_free(view.at() + way) {
        return Action::Wait;
    }
    memory.heading = Some(way);
    Action::Step(way)
}

//! Normal moves: the actions of monsters that sense no prey, shared by the book's kinds and those from files.
use crate::action::Action;
use crate::chance::DrawPurpose;
use crate::monster::Memory;
use crate::monster_view::View;
use dungeon_model::dungeon::Attack;
use dungeon_model::space::geometry::{Direction, Neighbours, at};

/// Steps in the remembered direction, slides along walls, or else draws a new direction (E-21).
#[inline]
pub fn wander(memory: &mut Memory, view: &mut View<'_>) -> Action {
    match memory.heading {
        Some(heading) if view.is_free(view.at() + heading) => Action::Step(heading),
        Some(heading) => slide(heading, memory, view),
        None => draw_heading(memory, view),
    }
}

/// Steps along the row or the column where the way straight on is blocked, or else draws a new direction. Where the
/// free cell is the mover's own, it waits. That is a quirk of the book, kept on purpose: a blocked mover that goes
/// straight finds its own cell free, and loses one turn and its direction.
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

/// Draws one of nine directions. The middle one waits and forgets the heading; a free one is taken and remembered; a
/// blocked one waits and changes nothing.
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

/// Walks a route to and fro, as a patrol does (E-22). After a hunt the patrol goes straight back to the point where it
/// left the route, and wanders where something stands in the way.
pub fn patrol(memory: &mut Memory, view: &mut View<'_>) -> Action {
    let route = view.route();
    let Some(&stop) = route.get(usize::from(memory.stop)) else {
        return Action::Wait;
    };
    match view.at().toward(stop) {
        None => walk_route(memory, view),
        // The step is still to be taken: the patrol opened a door and has yet to walk through, or a body stands there
        // that will move on.
        Some(way) if view.at() + way == stop || view.is_free(view.at() + way) => Action::Step(way),
        Some(_) => wander(memory, view),
    }
}

/// Steps from a point of the route to the next one, and turns round at either end, which takes a turn.
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
    // An equal point is a pause.
    view.at()
        .toward(route[usize::from(memory.stop)])
        .map_or(Action::Wait, Action::Step)
}

/// Steps in the remembered direction until something stops the monster, then draws one of eight.
pub fn drift(memory: &mut Memory, view: &mut View<'_>) -> Action {
    match memory.heading {
        Some(way) if view.is_free(view.at() + way) => Action::Step(way),
        _ => {
            let key = view.draw(DrawPurpose::Roam).below(8);
            head(Direction::ALL[key as usize], memory, view)
        }
    }
}

/// Draws one of four directions, and waits where that one is blocked. A ramming monster may stumble over prey
/// that it has not sensed.
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

/// Steps in a direction and remembers it if the cell is free; else waits.
fn head(way: Direction, memory: &mut Memory, view: &View<'_>) -> Action {
    if !view.is_free(view.at() + way) {
        return Action::Wait;
    }
    memory.heading = Some(way);
    Action::Step(way)
}

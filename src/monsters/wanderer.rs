//! E-21: keeps its direction, slides along walls, else draws a new one; walks at the hero when it sees him.
use crate::engine::action::Action;
use crate::engine::chance::Purpose;
use crate::engine::monster::{Memory, Monster, Sighting, View};
use crate::space::geometry::{Direction, at};

/// The book's wanderer.
#[derive(Clone, Copy, Debug)]
pub struct Wanderer {
    /// Longest line of sight in steps; 10 in the book.
    pub sight: u32,
}

impl Monster for Wanderer {
    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        view.sees(self.sight)
    }

    fn advance(&self, _: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
        view.at()
            .toward(prey.next)
            .map_or(Action::Wait, Action::Step)
    }

    fn normal_move(&self, memory: &mut Memory, view: &mut View<'_>) -> Action {
        match memory.heading.and_then(|heading| slide(view, heading)) {
            Some(heading) => {
                memory.heading = heading;
                heading.map_or(Action::Wait, Action::Step)
            }
            None => set_out(memory, view),
        }
    }
}

/// The first of straight on, along the row, along the column that is free; `Some(None)` when that is its own
/// cell. That is the book's quirk, kept: a straight mover that is blocked finds its own cell free and loses
/// one turn and its direction.
fn slide(view: &mut View<'_>, heading: Direction) -> Option<Option<Direction>> {
    let (dx, dy) = (heading.dx(), heading.dy());
    [(dx, dy), (dx, 0), (0, dy)]
        .into_iter()
        .find(|(dx, dy)| view.is_free(at(view.at().x + dx, view.at().y + dy)))
        .map(|(dx, dy)| Direction::of(dx, dy))
}

/// Draws one of nine: the middle one stands and forgets, a free one is taken and remembered, any other
/// changes nothing.
fn set_out(memory: &mut Memory, view: &mut View<'_>) -> Action {
    let key = view.draw(Purpose::Roam).below(9) as i32;
    match Direction::of(key % 3 - 1, key / 3 - 1) {
        None => {
            memory.heading = None;
            Action::Wait
        }
        Some(way) if view.is_free(view.at() + way) => {
            memory.heading = Some(way);
            Action::Step(way)
        }
        Some(_) => Action::Wait,
    }
}

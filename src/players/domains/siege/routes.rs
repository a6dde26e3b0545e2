//! The ways of a siege's hero over free cells, without the memory of a flood for each question.
use crate::dungeon::{Feature, LevelId};
use crate::engine::world::World;
use crate::space::geometry::{Direction, Point, Size};
use crate::space::grid::Grid;

/// The working memory for finding ways.
#[derive(Default)]
pub struct Routes {
    /// For each cell when it was last entered, and by which step.
    entered: Grid<(u32, Option<Direction>)>,
    times: u32,
    queue: Vec<Point>,
}

impl Routes {
    /// The first step to the nearest cell that suits, over cells that let the hero in, and the number of steps; none
    /// where he stands on one, or no way leads to one.
    pub fn first_step(
        &mut self,
        size: Size,
        from: Point,
        suits: impl Fn(Point) -> bool,
        lets_in: impl Fn(Point) -> bool,
    ) -> Option<(Direction, u32)> {
        if self.entered.size() != size {
            self.entered = Grid::filled(size, (0, None));
        }
        self.times += 1;
        self.queue.clear();
        self.queue.push(from);
        self.entered.set(from, (self.times, None));
        let mut next = 0;
        while let Some(p) = self.queue.get(next).copied() {
            next += 1;
            for way in Direction::ALL {
                let near = p + way;
                let Some(cell) = self.entered.get_mut(near) else {
                    continue;
                };
                if cell.0 == self.times {
                    continue;
                }
                let is_goal = suits(near);
                if !is_goal && !lets_in(near) {
                    continue;
                }
                *cell = (self.times, Some(way));
                if is_goal {
                    return self.back(from, near);
                }
                self.queue.push(near);
            }
        }
        None
    }

    /// The first of the steps that led to a cell, and their number.
    fn back(&self, from: Point, to: Point) -> Option<(Direction, u32)> {
        let mut at = to;
        let mut steps = 0;
        loop {
            let (_, way) = self.entered.get(at)?;
            let way = way?;
            steps += 1;
            let before = Point {
                x: at.x - way.dx(),
                y: at.y - way.dy(),
            };
            if before == from {
                return Some((way, steps));
            }
            at = before;
        }
    }
}

/// Whether a step of the hero brings him to a cell, or opens the door there: nobody, no cow and no trap is there.
pub fn lets_hero_in(world: &World, level: LevelId, p: Point) -> bool {
    let cell = world.cell(level, p);
    if cell.body().is_some() || !world.size(level).contains_inside_rim(p) {
        return false;
    }
    let lets_in = match world.tile(level, p).feature {
        Feature::Plain | Feature::Stairs(_) | Feature::Exit(_) => world.is_valid(level, p),
        Feature::Door(door) => door.lock.is_none_or(|lock| world.opens(lock)),
        Feature::Pool(_) => true,
        Feature::Trap(_) | Feature::Fence(_) => false,
    };
    lets_in && !world.item(cell.item).herd
}

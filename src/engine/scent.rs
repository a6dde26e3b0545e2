//! The ways that hunters share: one lazy flood a round from each sort of prey for each sort of passage.
use super::world::World;
use crate::dungeon::{LevelId, Through};
use crate::space::distances::Distances;
use crate::space::geometry::Point;

/// What hunters by `hunt=path` run after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quarry {
    Hero,
    Herd,
}

/// Scratch, not state: a clone of a game begins with none, and a round begins with none laid.
#[derive(Default)]
pub(super) struct Scents {
    laid: [[Option<LevelId>; 3]; 2],
    floods: [[Distances; 3]; 2],
}

impl Scents {
    /// Nothing of the last round is true any more.
    pub fn begin_round(&mut self) {
        self.laid = Default::default();
    }

    /// Steps from a point to the nearest quarry of its level for whoever passes so much; none without a way. Other
    /// bodies are no obstacles: they may have gone when he comes there.
    pub fn to(
        &mut self,
        world: &World,
        quarry: Quarry,
        through: Through,
        level: LevelId,
        p: Point,
    ) -> Option<u32> {
        let (row, column) = (quarry as usize, through as usize);
        let flood = &mut self.floods[row][column];
        if self.laid[row][column] != Some(level) {
            self.laid[row][column] = Some(level);
            let size = world.size(level);
            match quarry {
                Quarry::Herd => flood.begin(size, world.herd(level).iter().copied()),
                Quarry::Hero => {
                    let ours = world.ours().map(|who| world.body(who));
                    flood.begin(
                        size,
                        ours.filter(|body| body.level == level).map(|body| body.at),
                    );
                }
            }
        }
        let lens = world.lens(level);
        flood.to(p, |p| lens.admits(through, p))
    }

    /// Steps from a point that the last question for these has come to.
    pub fn known(&self, quarry: Quarry, through: Through, p: Point) -> Option<u32> {
        self.floods[quarry as usize][through as usize].known(p)
    }
}

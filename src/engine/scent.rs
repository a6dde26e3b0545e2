//! The ways that hunters share: one lazy flood from each sort of prey for each sort of passage.
use super::ground::Revisions;
use super::world::World;
use crate::dungeon::{LevelId, Through};
use crate::space::distances::Distances;
use crate::space::geometry::Point;

/// What hunters by `hunt=path` run after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FloodSource {
    Hero,
    Herd,
}

/// Scratch, not state: a clone of a game begins with none. A flood is good as long as nothing that it depends on
/// has changed; then the next one who asks begins it anew.
#[derive(Default)]
pub(super) struct Scents {
    laid: [[Option<(LevelId, Revisions)>; Through::COUNT]; 2],
    floods: [[Distances; Through::COUNT]; 2],
}

impl Scents {
    /// What was laid was laid in another world.
    pub fn forget(&mut self) {
        self.laid = Default::default();
    }

    /// The number of steps from a point to the nearest prey of its level, for a body that passes such terrain; `None`
    /// without a way. Other bodies are no obstacles: they may have gone by the time the hunter arrives.
    pub fn to(
        &mut self,
        world: &World,
        quarry: FloodSource,
        through: Through,
        level: LevelId,
        p: Point,
    ) -> Option<u32> {
        let (row, column) = (quarry as usize, through as usize);
        let flood = &mut self.floods[row][column];
        let lens = world.lens(level);
        let open = |p| lens.admits(through, p);
        let now = Some((level, relevant(world.ground(level).changes, quarry)));
        if self.laid[row][column] != now {
            self.laid[row][column] = now;
            let size = world.size(level);
            match quarry {
                // Food must be stepped on, so it attracts only bodies that can stand on its cell.
                FloodSource::Herd => {
                    let herd = world.herd(level).iter().copied();
                    flood.begin(size, herd.filter(|p| open(*p)));
                }
                FloodSource::Hero => {
                    let ours = world.ours().map(|who| world.body(who));
                    let here = ours.filter(|body| body.level == level);
                    flood.begin(size, here.map(|body| body.at));
                }
            }
        }
        flood.to(p, open)
    }

    /// Steps from a point that the last question for these has come to.
    pub fn known(&self, quarry: FloodSource, through: Through, p: Point) -> Option<u32> {
        self.floods[quarry as usize][through as usize].known(p)
    }
}

/// What a flood from such a quarry depends on.
fn relevant(changes: Revisions, quarry: FloodSource) -> Revisions {
    match quarry {
        FloodSource::Hero => Revisions { herd: 0, ..changes },
        FloodSource::Herd => Revisions { ours: 0, ..changes },
    }
}

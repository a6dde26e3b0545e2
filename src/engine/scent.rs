//! The floods of distances by which hunters find their way: one lazy flood from each sort of prey for each sort of
//! passage, shared by all hunters.
use super::ground::Revisions;
use super::world::World;
use crate::dungeon::{LevelId, Through};
use crate::space::distances::Distances;
use crate::space::geometry::Point;

/// The prey from which a flood starts, for hunters with `hunt=path`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FloodSource {
    Hero,
    Herd,
}

/// The floods of the current world, as a cache and not as state: a clone of a game begins without any, and most games
/// never have one.
#[derive(Default)]
pub(super) struct Scents {
    floods: Option<Box<[[PreyFlood; Through::COUNT]; 2]>>, // by source and passage
}

/// One flood, which is valid as long as nothing that it depends on has changed; the next question then begins it anew.
#[derive(Default)]
struct PreyFlood {
    made_for: Option<(LevelId, [u32; 2])>,
    distances: Distances,
}

impl Scents {
    /// Invalidates all floods, as the world they were made in is replaced by another.
    pub fn forget(&mut self) {
        let floods = self.floods.iter_mut().flat_map(|floods| floods.iter_mut());
        floods.flatten().for_each(|flood| flood.made_for = None);
    }

    /// Returns the number of steps from a point to the nearest prey of its level, for a body that passes such terrain;
    /// `None` without a way. Other bodies are no obstacles: they may have gone by the time the hunter arrives.
    pub fn distance(
        &mut self,
        world: &World,
        source: FloodSource,
        through: Through,
        level: LevelId,
        p: Point,
    ) -> Option<u32> {
        let floods = self.floods.get_or_insert_default();
        let PreyFlood {
            made_for,
            distances,
        } = &mut floods[source as usize][through as usize];
        let lookup = world.lookup(level);
        let open = |p| lookup.admits(through, p);
        let now = Some((
            level,
            relevant_revisions(world.ground(level).revisions, source, through),
        ));
        if *made_for != now {
            *made_for = now;
            let size = world.size(level);
            match source {
                // Food must be stepped on, so it attracts only bodies that can stand on its cell.
                FloodSource::Herd => {
                    let herd = world.herd(level).iter().copied();
                    distances.begin(size, herd.filter(|p| open(*p)));
                }
                FloodSource::Hero => {
                    let ours = world.ours().map(|who| world.body(who));
                    let here = ours.filter(|body| body.level == level);
                    distances.begin(size, here.map(|body| body.at));
                }
            }
        }
        distances.to(p, open)
    }

    /// Returns the steps from a point to the prey, as far as the last `distance` with these arguments has flooded the
    /// level.
    pub fn known(&self, source: FloodSource, through: Through, p: Point) -> Option<u32> {
        let floods = self.floods.as_deref()?;
        floods[source as usize][through as usize].distances.known(p)
    }
}

/// Returns the revisions that a flood from a source depends on, for bodies that pass such terrain.
fn relevant_revisions(revisions: Revisions, source: FloodSource, through: Through) -> [u32; 2] {
    let prey = match source {
        FloodSource::Hero => revisions.ours,
        FloodSource::Herd => revisions.herd,
    };
    [revisions.footing[through as usize], prey]
}

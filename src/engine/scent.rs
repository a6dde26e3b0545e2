//! The floods of distances by which hunters find their way: one lazy flood from each sort of prey for each sort of
//! passage, shared by all hunters.
use super::ground::Revisions;
use super::prey_distances::PreyDistances;
use super::world::World;
use crate::dungeon::{LevelId, Through};
use crate::space::geometry::Point;

/// The prey from which a flood starts, for hunters with `hunt=path`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FloodSource {
    Hero,
    Herd,
}

/// The floods of the current world, as a cache and not as state: a clone of a game begins without any. A flood is valid
/// as long as nothing that it depends on has changed; the next question then begins the flood anew, or lets it follow.
#[derive(Default)]
pub(super) struct Scents {
    floods: [[Option<Box<Flood>>; Through::COUNT]; 2], // boxed, because machine players clone games by the million
}

/// The distances from one sort of prey for one sort of passage, and what they were made for.
#[derive(Default)]
struct Flood {
    made_for: Option<(LevelId, Revisions)>,
    distances: PreyDistances,
}

impl Scents {
    /// Invalidates all floods, as the world they were made in is replaced by another.
    pub fn forget(&mut self) {
        let floods = self.floods.as_flattened_mut();
        floods
            .iter_mut()
            .flatten()
            .for_each(|flood| flood.made_for = None);
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
        let flood = self.floods[source as usize][through as usize].get_or_insert_default();
        let distances = &mut flood.distances;
        let lookup = world.lookup(level);
        let open = |p| lookup.admits(through, p);
        let now = Some((
            level,
            relevant_revisions(world.ground(level).revisions, source),
        ));
        let before = std::mem::replace(&mut flood.made_for, now);
        if before != now {
            let size = world.size(level);
            match source {
                // Food must be stepped on, so it attracts only bodies that can stand on its cell.
                FloodSource::Herd => {
                    let herd = world.herd(level).iter().copied();
                    distances.begin(size, herd.filter(|p| open(*p)));
                }
                FloodSource::Hero => {
                    let mut heroes = world.heroes_on(level);
                    let only = heroes.next().filter(|_| heroes.next().is_none());
                    let is_same_ground = |(on, revisions): (LevelId, Revisions)| {
                        on == level && revisions.footing == world.ground(level).revisions.footing
                    };
                    let is_followed = before.is_some_and(is_same_ground)
                        && only.is_some_and(|hero| distances.follow(hero, open));
                    if !is_followed {
                        distances.begin(size, world.heroes_on(level));
                    }
                }
            }
        }
        distances.to(p, open)
    }

    /// Returns the steps from a point to the prey, as far as the last `distance` with these arguments has flooded the
    /// level.
    pub fn known(&self, source: FloodSource, through: Through, p: Point) -> Option<u32> {
        let flood = self.floods[source as usize][through as usize].as_ref()?;
        flood.distances.known(p)
    }
}

/// Returns the revisions that a flood from a source depends on, and zeros for the others.
fn relevant_revisions(revisions: Revisions, source: FloodSource) -> Revisions {
    match source {
        FloodSource::Hero => Revisions {
            herd: 0,
            ..revisions
        },
        FloodSource::Herd => Revisions {
            ours: 0,
            ..revisions
        },
    }
}

//! The floods of distances by which hunters find their way: one lazy flood from each sort of prey for each sort of
//! passage, shared by all hunters.
use super::ground::Revisions;
use super::world::World;
use dungeon_ground::step::steps_to;
use dungeon_model::dungeon::{LevelId, Through};
use dungeon_model::space::distances::Distances;
use dungeon_model::space::geometry::{Direction, Point};

/// The prey from which a flood starts, for hunters with `hunt=path`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FloodSource {
    Hero,
    Herd,
}

/// The floods of the current world, as a cache and not as state: a clone of a game begins without any. A flood is valid
/// as long as nothing that it depends on has changed; the next question then begins the flood anew.
#[derive(Default)]
pub(super) struct Scents {
    made_for: [[Option<(LevelId, Revisions)>; Through::COUNT]; 2],
    floods: [[Distances; Through::COUNT]; 2],
}

impl Scents {
    /// Invalidates all floods, as the world they were made in is replaced by another.
    pub fn forget(&mut self) {
        self.made_for = Default::default();
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
        let (row, column) = (source as usize, through as usize);
        let flood = &mut self.floods[row][column];
        let lookup = world.lookup(level);
        let open = |p| lookup.admits_monster(through, p);
        // The flood goes from the prey to the hunters, who come the other way.
        let steps = |to: Point, back: Direction, goes_on: &mut dyn FnMut(Point)| {
            let tread = |p| lookup.tread(through, p);
            steps_to(to, back.opposite(), tread).for_each(goes_on);
        };
        let now = Some((
            level,
            relevant_revisions(world.ground(level).revisions[through as usize], source),
        ));
        let before = self.made_for[row][column];
        if before != now {
            self.made_for[row][column] = now;
            let ground = |made: Option<(LevelId, Revisions)>| made.map(|(l, r)| (l, r.footing));
            if ground(before) != ground(now) {
                flood.begin(world.size(level), []);
            }
            match source {
                // Food must be stepped on, so it attracts only bodies that can stand on its cell.
                FloodSource::Herd => {
                    let herd = world.herd(level).iter().copied();
                    flood.begin_again(herd.filter(|p| open(*p)));
                }
                FloodSource::Hero => {
                    let ours = world.ours().map(|who| world.body(who));
                    let here = ours.filter(|body| body.level == level);
                    flood.begin_again(here.map(|body| body.at));
                }
            }
        }
        flood.lay_to(p, open, world.has_treads.then_some(&steps))
    }

    /// Returns the steps from a point to the prey, as far as the last `distance` with these arguments has flooded the
    /// level.
    pub fn known(&self, source: FloodSource, through: Through, p: Point) -> Option<u32> {
        self.floods[source as usize][through as usize].known(p)
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

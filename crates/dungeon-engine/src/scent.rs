//! Distance floods for hunters. All hunters with the same sort of prey and the same `Through` share one flood, which is
//! computed only as far as needed.
use super::ground::Revisions;
use super::world::World;
use dungeon_ground::step::steps_to;
use dungeon_model::dungeon::{LevelId, Through, TimedState};
use dungeon_model::space::distances::{Distances, Steps};
use dungeon_model::space::geometry::{Direction, Point};

/// The prey from which a flood starts, for hunters with `hunt=path`. For allies, the cell of a foe or of the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FloodSource {
    Hero,
    Herd,
    Cell(Point),
}

impl FloodSource {
    /// Returns the row of the floods from this source. Floods from different cells share a row.
    fn row(self) -> usize {
        match self {
            FloodSource::Hero => 0,
            FloodSource::Herd => 1,
            FloodSource::Cell(_) => 2,
        }
    }
}

/// The most steps of a flood from a cell (M-4), so that an ally that is cut off does not flood a whole level.
const FOLLOWED: u32 = 40;

/// The floods of the current world. Floods are a cache and not state, so a clone of a game starts without floods. A
/// flood is valid until a revision counter that it depends on changes. The next query then restarts the flood.
#[derive(Default)]
pub(super) struct Scents {
    made_for: [[Option<(LevelId, Revisions, FloodSource)>; Through::COUNT]; 3],
    floods: [[Distances; Through::COUNT]; 3],
}

impl Scents {
    /// Invalidates all floods. Must be called before the floods are used for another world.
    pub fn forget(&mut self) {
        self.made_for = Default::default();
    }

    /// Returns the number of steps from a point to the nearest prey on a level, for a body that can pass `through`;
    /// `None` without a path. Other bodies do not block the path, because they may have moved by the time the hunter
    /// arrives.
    pub fn distance(
        &mut self,
        world: &World,
        source: FloodSource,
        through: Through,
        level: LevelId,
        p: Point,
    ) -> Option<u32> {
        let (row, column) = (source.row(), through as usize);
        let flood = &mut self.floods[row][column];
        let lookup = world.lookup(level);
        let open = |p| lookup.admits_monster(through, p);
        // The flood goes from the prey to the hunters, so steps are reversed.
        let steps = |to: Point, back: Direction, goes_on: &mut dyn FnMut(Point)| {
            let tread = |p| lookup.tread(through, p);
            steps_to(to, back.opposite(), tread).for_each(goes_on);
        };
        let now = Some((
            level,
            relevant_revisions(world.ground(level).revisions[through as usize], source),
            source,
        ));
        let before = self.made_for[row][column];
        if before != now {
            self.made_for[row][column] = now;
            let ground = |made: Option<(LevelId, Revisions, FloodSource)>| {
                made.map(|(level, revisions, _)| (level, revisions.footing))
            };
            if ground(before) != ground(now) {
                flood.begin(world.size(level), []);
            }
            match source {
                // A hunter must step onto a herd item, so the item attracts only bodies that can stand on its cell.
                FloodSource::Herd => {
                    let herd = world.herd(level).iter().copied();
                    flood.begin_again(herd.filter(|p| open(*p)));
                }
                FloodSource::Hero => {
                    let seen = world.hunted(level);
                    let seen = seen.filter(|who| !world.has_state(*who, TimedState::Unseen));
                    flood.begin_again(seen.map(|who| world.body(who).at));
                }
                FloodSource::Cell(at) => flood.begin_again([at]),
            }
        }
        let steps: Option<Steps<'_>> = world.has_treads.then_some(&steps);
        if matches!(source, FloodSource::Cell(_)) {
            let known = flood.known(p);
            return known.or_else(|| {
                let found = flood.nearest_by(FOLLOWED, |goal| goal == p, open, steps);
                found.map(|(_, far)| far)
            });
        }
        flood.lay_to(p, open, steps)
    }

    /// Returns the number of steps from a point to the nearest prey, according to the flood of the last call of
    /// `distance` with this source and `through`; `None` if this flood has not reached the point.
    pub fn known(&self, source: FloodSource, through: Through, p: Point) -> Option<u32> {
        self.floods[source.row()][through as usize].known(p)
    }
}

/// Returns `revisions` with every counter that a flood from this source does not depend on set to 0.
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
        FloodSource::Cell(_) => Revisions {
            ours: 0,
            herd: 0,
            ..revisions
        },
    }
}

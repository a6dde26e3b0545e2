//! Run: steps in one direction as long as nothing new is to be seen. It stops before what blocks, on what can be taken or
//! used, and where a passage opens beside the way.
use crate::knowledge::known_map::KnownMap;
use dungeon_model::dungeon::{Feature, ItemId};
use dungeon_model::space::geometry::{Direction, Point};

/// A run under way.
#[derive(Clone, Copy)]
pub struct Run {
    way: Direction,
    /// The cell where the run began, from which the first step is taken whatever is beside it.
    start: Point,
}

impl Run {
    /// Begins a run; `None` where no step leads that way.
    pub fn begin(known_map: KnownMap<'_>, way: Direction) -> Option<Run> {
        let start = known_map.hero();
        let is_way = known_map.directions().any(|other| other == way);
        (is_way && is_free(known_map, start, way)).then_some(Run { way, start })
    }

    /// Returns the direction of the run.
    pub fn way(&self) -> Direction {
        self.way
    }

    /// Whether the next step is to be taken.
    pub fn goes_on(&self, known_map: KnownMap<'_>) -> bool {
        let at = known_map.hero();
        let has_news = is_notable(known_map, at) || opens_beside(known_map, at, self.way);
        is_free(known_map, at, self.way) && (at == self.start || !has_news)
    }
}

/// Whether a step leads to a known cell where nobody stands and that does no harm.
fn is_free(known_map: KnownMap<'_>, from: Point, way: Direction) -> bool {
    let to = known_map.step(from, way);
    to.is_some_and(|to| known_map.is_open(to) && known_map.body(to).is_none())
}

/// Whether a passage begins beside the next cell of a straight run, where beside the runner there is none.
fn opens_beside(known_map: KnownMap<'_>, at: Point, way: Direction) -> bool {
    let (dx, dy) = (way.dx(), way.dy());
    if dx != 0 && dy != 0 {
        return false;
    }
    let sides = [
        Direction::from_delta(dy, dx),
        Direction::from_delta(-dy, -dx),
    ];
    let mut sides = sides.into_iter().flatten();
    sides.any(|side| !known_map.is_open(at + side) && known_map.is_open(at + way + side))
}

/// Whether there is something to take, to use or to read on a cell.
fn is_notable(known_map: KnownMap<'_>, at: Point) -> bool {
    let is_thing = known_map.item(at) != ItemId::NONE;
    let tile = known_map.tile(at);
    let is_place = tile.is_some_and(|tile| tile.feature != Feature::Plain || !tile.says.is_empty());
    is_thing || is_place
}

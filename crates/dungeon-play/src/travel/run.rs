//! Run: steps in one direction as long as there is nothing new to see. A run stops before obstacles, on items, features
//! and signs, and at side passages.
use crate::knowledge::known_map::KnownMap;
use dungeon_model::dungeon::{Feature, ItemId};
use dungeon_model::space::geometry::{Direction, Point};

/// A run in progress.
#[derive(Clone, Copy)]
pub struct Run {
    way: Direction,
    /// The cell where the run began. Side passages at this cell do not stop the run.
    start: Point,
}

impl Run {
    /// Begins a run; `None` if the first step is blocked.
    pub fn begin(known_map: KnownMap<'_>, way: Direction) -> Option<Run> {
        let start = known_map.hero();
        let is_way = known_map.directions().any(|other| other == way);
        (is_way && is_free(known_map, start, way)).then_some(Run { way, start })
    }

    /// Returns the direction of the run.
    pub fn way(&self) -> Direction {
        self.way
    }

    /// Whether the run continues with another step.
    pub fn goes_on(&self, known_map: KnownMap<'_>) -> bool {
        let at = known_map.hero();
        let has_news = is_notable(known_map, at) || opens_beside(known_map, at, self.way);
        is_free(known_map, at, self.way) && (at == self.start || !has_news)
    }
}

/// Whether a step leads to a known cell without a body, without harm and without an item of a choice.
fn is_free(known_map: KnownMap<'_>, from: Point, way: Direction) -> bool {
    let to = known_map.step(from, way);
    to.is_some_and(|to| {
        known_map.is_open(to) && known_map.body(to).is_none() && !known_map.is_choice(to)
    })
}

/// Whether a side passage opens beside the next cell of a straight run but not beside the runner.
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

/// Whether a cell has an item, a feature or a text.
fn is_notable(known_map: KnownMap<'_>, at: Point) -> bool {
    let is_thing = known_map.item(at) != ItemId::NONE;
    let tile = known_map.tile(at);
    let is_place = tile.is_some_and(|tile| tile.feature != Feature::Plain || !tile.says.is_empty());
    is_thing || is_place
}

//! Typed facts about the things on cells, and the comparison of two lists of facts. Facts are turned into words last,
//! and no code reads the words.
use std::collections::{BTreeMap, BTreeSet};

use dungeon_engine::action::ActorId;
use dungeon_model::space::geometry::Point;

/// A thing that the player knows to be on a cell of the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The name in the dungeon's file, without an article; any text is possible.
    pub name: String,
    /// The cell of the thing.
    pub at: Point,
    /// The kind of thing, with its numbers.
    pub kind: FactKind,
}

/// The kind of thing that a fact is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// A unit or a monster.
    Body(BodyFact),
    /// An item on the ground.
    Item,
    /// A door, stairs, a visible trap, a sign, or other terrain worth walking to.
    Landmark,
    /// A fence with its current strength.
    Fence {
        /// The number of attacks that the fence withstands, at least 1.
        strength: usize,
        /// The maximum strength of this fence: at least `strength`.
        most: usize,
    },
    /// Terrain without numbers: walls, water, reeds, slime.
    Terrain,
}

/// Facts about a body, in addition to its name and cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyFact {
    /// The identity of the body in the world.
    pub id: ActorId,
    /// The body's strength, if the screen shows it as the body's glyph; otherwise `None`.
    pub strength: Option<i32>,
    /// The name of the terrain that the body is inside of, such as the wall around a ghost; `None` on ordinary ground.
    pub inside: Option<String>,
    /// Whether the body is near enough to be mentioned at every move.
    pub is_near: bool,
    /// Whether the body never leaves its cell.
    pub is_rooted: bool,
}

impl Fact {
    /// Returns the body that the fact is about; `None` for other facts.
    pub fn body(&self) -> Option<&BodyFact> {
        match &self.kind {
            FactKind::Body(body) => Some(body),
            _ => None,
        }
    }

    /// Whether the fact is about a body near enough to be mentioned at every move.
    pub fn is_near(&self) -> bool {
        self.body().is_some_and(|body| body.is_near)
    }

    /// Whether the fact is about an item or a landmark.
    pub fn is_thing(&self) -> bool {
        matches!(self.kind, FactKind::Item | FactKind::Landmark)
    }

    pub fn is_fence(&self) -> bool {
        matches!(self.kind, FactKind::Fence { .. })
    }

    /// Whether the fact is about terrain, including fences.
    pub fn is_terrain(&self) -> bool {
        self.is_fence() || self.kind == FactKind::Terrain
    }

    /// Returns the identity of the fact's thing, which is equal for facts about the same thing at different times.
    fn identity(&self) -> Identity<'_> {
        match &self.kind {
            FactKind::Body(body) => Identity::Body(body.id),
            FactKind::Item | FactKind::Landmark => Identity::Thing(self.at, &self.name),
            FactKind::Fence { .. } | FactKind::Terrain => Identity::Terrain(self.at),
        }
    }
}

/// The part of a fact that identifies its thing over time: a body keeps its identity when it moves, and terrain keeps
/// its identity when it changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Identity<'a> {
    Body(ActorId),
    Thing(Point, &'a str),
    Terrain(Point),
}

/// The differences between two lists of facts. `gone` holds facts of the earlier list; all other fields hold facts of
/// the later one.
#[derive(Debug, PartialEq, Eq)]
pub struct FactDiff<'a> {
    /// Things that were not known before.
    pub new: Vec<&'a Fact>,
    /// Things that are no longer known.
    pub gone: Vec<&'a Fact>,
    /// Things that are on another cell.
    pub moved: Vec<&'a Fact>,
    /// Things on the same cell with another name or other numbers.
    pub altered: Vec<&'a Fact>,
}

/// Compares two lists of facts; every list of the result keeps their order.
pub fn diff<'a>(
    before: impl IntoIterator<Item = &'a Fact>,
    now: impl IntoIterator<Item = &'a Fact>,
) -> FactDiff<'a> {
    let mut gone: Vec<&Fact> = before.into_iter().collect();
    let index = gone.iter().map(|fact| (fact.identity(), *fact));
    let index: BTreeMap<Identity<'_>, &Fact> = index.collect();
    let (mut new, mut moved, mut altered) = (Vec::new(), Vec::new(), Vec::new());
    let mut known = BTreeSet::new();
    for fact in now {
        known.insert(fact.identity());
        match index.get(&fact.identity()) {
            None => new.push(fact),
            Some(old) if old.at != fact.at => moved.push(fact),
            Some(old) if *old != fact => altered.push(fact),
            Some(_) => {}
        }
    }
    gone.retain(|fact| !known.contains(&fact.identity()));
    FactDiff {
        new,
        gone,
        moved,
        altered,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_model::space::geometry::at;

    fn fence(x: i32, strength: usize) -> Fact {
        Fact {
            name: "fence".to_owned(),
            at: at(x, 0),
            kind: FactKind::Fence { strength, most: 5 },
        }
    }

    fn body(id: u32, x: i32) -> Fact {
        Fact {
            name: "hordling".to_owned(),
            at: at(x, 1),
            kind: FactKind::Body(BodyFact {
                id: ActorId(id),
                strength: Some(3),
                inside: None,
                is_near: true,
                is_rooted: false,
            }),
        }
    }

    #[test]
    fn facts_are_new_gone_moved_or_altered() {
        let before = [
            fence(1, 2),
            fence(2, 2),
            fence(3, 2),
            body(7, 4),
            body(8, 5),
        ];
        let now = [
            fence(1, 2),
            fence(2, 1),
            fence(9, 1),
            body(7, 6),
            body(8, 5),
        ];
        let differences = FactDiff {
            new: vec![&now[2]],
            gone: vec![&before[2]],
            moved: vec![&now[3]],
            altered: vec![&now[1]],
        };
        assert_eq!(diff(&before, &now), differences);
    }
}

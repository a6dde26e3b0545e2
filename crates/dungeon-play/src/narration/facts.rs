//! Typed facts: what stands or lies on which cell, with its numbers; and the one comparison of the facts that were told
//! last with the facts that hold now. Words are made of facts last, and no rule reads the words again.
use std::collections::{BTreeMap, BTreeSet};

use dungeon_engine::action::ActorId;
use dungeon_model::space::geometry::Point;

/// A thing that the player knows to be on a cell of the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The thing's name in the dungeon's file, without an article; authors may write anything there.
    pub name: String,
    /// The thing's cell.
    pub at: Point,
    /// The thing's sort, with its numbers.
    pub kind: FactKind,
}

/// The sort of thing that a fact is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// A person or a monster.
    Body(BodyFact),
    /// An item that can be taken.
    Item,
    /// A door, stairs, a trap in plain sight, or words to read.
    Landmark,
    /// A fence, as strong as it is now.
    Fence {
        /// How many times the fence can be torn at before nothing of it is left: at least 1.
        strength: usize,
        /// The strength of the same fence once it is raised to the full: at least `strength`.
        most: usize,
    },
    /// Terrain without numbers: walls, water, reeds, slime.
    Terrain,
}

/// What is known of a body beside its name and its cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyFact {
    /// The body's number in the world.
    pub id: ActorId,
    /// The body's strength, where the screen draws the body by its strength.
    pub strength: Option<i32>,
    /// The name of the terrain that the body is inside of, such as the wall around a ghost; none on ordinary ground.
    pub inside: Option<String>,
    /// Whether the body is near enough to be told of at every move.
    pub is_near: bool,
    /// Whether the body never leaves its cell.
    pub is_rooted: bool,
}

impl Fact {
    /// The body that the fact is about, if it is about one.
    pub fn body(&self) -> Option<&BodyFact> {
        match &self.kind {
            FactKind::Body(body) => Some(body),
            _ => None,
        }
    }

    /// Whether the fact is about a body near enough to be told of at every move.
    pub fn is_near(&self) -> bool {
        self.body().is_some_and(|body| body.is_near)
    }

    /// Whether the fact is about an item or a landmark.
    pub fn is_thing(&self) -> bool {
        matches!(self.kind, FactKind::Item | FactKind::Landmark)
    }

    /// Whether the fact is about a fence.
    pub fn is_fence(&self) -> bool {
        matches!(self.kind, FactKind::Fence { .. })
    }

    /// Whether the fact is about terrain, fences among it.
    pub fn is_terrain(&self) -> bool {
        self.is_fence() || self.kind == FactKind::Terrain
    }

    /// What makes two facts of different times facts about the same thing.
    fn identity(&self) -> Identity<'_> {
        match &self.kind {
            FactKind::Body(body) => Identity::Body(body.id),
            FactKind::Item | FactKind::Landmark => Identity::Thing(self.at, &self.name),
            FactKind::Fence { .. } | FactKind::Terrain => Identity::Terrain(self.at),
        }
    }
}

/// The part of a fact that does not change: a body is the same wherever it goes, terrain whatever it becomes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Identity<'a> {
    Body(ActorId),
    Thing(Point, &'a str),
    Terrain(Point),
}

/// The differences between the facts of two times, each fact as it is now, or as it was if it is gone.
#[derive(Debug, PartialEq, Eq)]
pub struct FactDiff<'a> {
    /// The things that are known now and were not known before.
    pub new: Vec<&'a Fact>,
    /// The things that were known before and are known no more.
    pub gone: Vec<&'a Fact>,
    /// The things that are on another cell.
    pub moved: Vec<&'a Fact>,
    /// The things that are on the same cell, but with another name or other numbers.
    pub altered: Vec<&'a Fact>,
}

/// Compares two sets of facts; every list keeps the order in which its facts come.
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

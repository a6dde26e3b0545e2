//! The state of a game that the listener has been told, for comparison with the current state.
use super::facts::Fact;
use super::observer::Observer;
use crate::screen::target_cursor::TargetCursor;
use dungeon_engine::action::ActorId;
use dungeon_engine::ruleset_face::Reading;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::{Direction, Point};

/// The last narrated state of a game.
#[derive(Clone, Debug)]
pub struct NarratedState {
    /// The current level.
    pub level: LevelId,
    /// The commanded body: the hero, or one of several units.
    pub unit: ActorId,
    /// The cell of the commanded body.
    pub stand: Point,
    /// The terrain under the commanded body with its article; empty for plain floor.
    pub floor: String,
    /// The facts in three groups: the bodies in view, nearest first; the items and landmarks ever noticed on this
    /// level, by cell; the fences and slime of a board.
    pub facts: Vec<Fact>,
    /// The directions in which a step is possible.
    pub ways: Vec<Direction>,
    /// The stats displayed for the commanded body, such as health and ammo.
    pub readings: Vec<Reading>,
    /// The number of turns passed.
    pub turn: u32,
    /// The cursor and the aim; `None` in games not played by pointing.
    pub target_cursor: Option<TargetCursor>,
    /// Whether the game is over.
    pub is_over: bool,
}

impl NarratedState {
    /// Records the state that the observer sees now. Keeps the items and landmarks from `before` that are on the same
    /// level and out of reach now.
    pub fn taken(observer: Observer<'_>, before: Option<&NarratedState>) -> NarratedState {
        let (world, rules) = (observer.world(), observer.screen.observed.game.rules());
        let (level, stand) = (world.here(), observer.stand());
        // Players remember things that have gone out of view.
        let known = before
            .into_iter()
            .flat_map(|before| before.things_on(level));
        let mut things: Vec<Fact> = known
            .filter(|thing| !observer.is_in_reach(thing.at))
            .cloned()
            .collect();
        things.extend(observer.things_in_view());
        things.sort_by_key(|thing| thing.at);
        things.dedup();
        let mut terrain = observer.raised();
        terrain.sort_by_key(|fact| fact.at);
        let ways = rules.neighbours().directions().iter().copied();
        NarratedState {
            level,
            unit: world.commanded(),
            stand,
            floor: observer.ground(),
            facts: [observer.in_view(), things, terrain].concat(),
            ways: ways.filter(|way| observer.is_way(*way)).collect(),
            readings: rules.face().readings(world),
            turn: world.turn(),
            target_cursor: observer.screen.target_cursor,
            is_over: world.outcome().is_some(),
        }
    }

    /// Iterates over the facts about a level; empty if the state is about another level.
    pub fn facts_on(&self, level: LevelId) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(move |_| self.level == level)
    }

    /// Iterates over the items and landmarks of a level, by cell.
    pub fn things_on(&self, level: LevelId) -> impl Iterator<Item = &Fact> {
        self.facts_on(level).filter(|fact| fact.is_thing())
    }

    /// Iterates over the bodies in view, nearest first.
    pub fn bodies(&self) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(|fact| fact.body().is_some())
    }

    /// Iterates over the fences and slime of a board, by cell.
    pub fn terrain(&self) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(|fact| fact.is_terrain())
    }

    /// Iterates over the nearby bodies.
    pub fn near(&self) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(|fact| fact.is_near())
    }
}

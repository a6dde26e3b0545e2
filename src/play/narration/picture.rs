//! What the listener has been told so far, to be compared with what there is now.
use std::collections::BTreeMap;

use super::eye::{Eye, Sighting};
use crate::dungeon::LevelId;
use crate::engine::action::ActorId;
use crate::engine::ruleset::Reading;
use crate::play::screen::target_cursor::TargetCursor;
use crate::space::geometry::{Direction, Point};

/// How things were when they were told last.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The level.
    pub level: LevelId,
    /// The hero, or the commanded unit.
    pub unit: ActorId,
    /// Where he stood.
    pub stand: Point,
    /// What he stood on, if it is worth a word.
    pub floor: String,
    /// Whom he noticed, and where each one was from him, in words.
    pub others: Vec<(Sighting, String)>,
    /// Who was to be seen, those farther off too.
    pub seen: Vec<Sighting>,
    /// What lay about, wherever on the level he has come.
    pub things: BTreeMap<Point, Vec<Sighting>>,
    /// Fences and slime, where they are seen as a whole.
    pub ground: BTreeMap<Point, Sighting>,
    /// Which ways were open.
    pub ways: Vec<Direction>,
    /// His numbers.
    pub readings: Vec<Reading>,
    /// How many turns had passed.
    pub turn: u32,
    /// What was pointed at.
    pub pointer: Option<TargetCursor>,
    /// Whether the game was over.
    pub is_over: bool,
}

impl Picture {
    /// What there is now; things that he knew of on the same level he still knows.
    pub fn taken(eye: Eye<'_>, before: Option<&Picture>) -> Picture {
        let (world, rules) = (eye.world(), eye.screen.live.game.rules());
        let (level, stand) = (world.here(), eye.stand());
        let known = before.filter(|before| before.level == level);
        let mut things = known.map_or_else(BTreeMap::new, |before| before.things.clone());
        // What is gone and was not seen to go stays in his mind.
        things.retain(|p, _| !eye.is_in_reach(*p));
        for thing in eye.things_in_view() {
            things.entry(thing.at).or_default().push(thing);
        }
        let others = eye.noticed().into_iter();
        let ways = rules.neighbours().directions().iter().copied();
        Picture {
            level,
            unit: world.commanded(),
            stand,
            floor: eye.ground(),
            others: others.map(|one| (one.clone(), eye.place(&one))).collect(),
            seen: eye.in_view(),
            things,
            ground: eye.raised().into_iter().map(|one| (one.at, one)).collect(),
            ways: ways.filter(|way| eye.is_way(*way)).collect(),
            readings: rules.readings(world),
            turn: world.turn(),
            pointer: eye.screen.pointer,
            is_over: world.outcome().is_some(),
        }
    }
}

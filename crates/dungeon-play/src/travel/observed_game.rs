//! A game in progress with its player's knowledge. The messages about a step describe only events that the player saw.
//! The visible events of the last step wait to be animated.
use std::collections::BTreeMap;

use super::animation::AnimationWorld;
use super::journey::{Journey, JourneyEnd, JourneyStatus};
use crate::knowledge::fog::WorldTime;
use crate::knowledge::known_map::KnownMap;
use crate::knowledge::player_notes::PlayerNotes;
use crate::knowledge::seen_world::SeenWorld;
use crate::view::countdown::Countdown;
use crate::view::scene::Visibility;
use crate::view::thirds::Third;
use crate::view::words::{self, Perception, Sentence, Tone};
use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::space::geometry::Point;

/// The memory of a game per cell, in bytes: two `CellLayers`, the player's memory of the cell, and whether the cell is
/// in sight.
const CELL: usize = 22;

/// A game, the player's knowledge of it, and the copy of its world that animations show.
pub struct ObservedGame {
    /// The game in its current state.
    pub game: Game,
    animation: AnimationWorld,
    seen: SeenWorld,
    met: BTreeMap<ActorId, Point>,
    notes: PlayerNotes,
    /// The monsters whose words the player has yet to read, because they noticed their prey out of sight.
    unread: Vec<ActorId>,
    /// The life that each body started with, by `ActorId`.
    born_with: Vec<i32>,
    /// Whether auto-explore uses the notes.
    heeds_notes: bool,
    /// Whether messages include the places of their events.
    pub place_mention: PlaceMention,
    /// The lowest third of the hero's health for which a warning was given since the health was last in the upper
    /// third.
    third: Third,
}

/// Whether the messages of a turn include the places of their events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceMention {
    /// Messages have no places, because the player sees the board.
    Omitted,
    /// Only the messages that answer the last key have places, because the player may both see and hear the game.
    Heard,
    /// Messages have places, because the player only hears the game.
    Included,
}

/// A step taken by a journey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JourneyStep {
    /// The action: a step, or a wait.
    pub action: Action,
    /// The messages of the step in order and in whole sentences; may be empty.
    pub messages: Vec<Sentence>,
    /// The state of the journey after the step.
    pub status: JourneyStatus,
}

/// Clones have no running animation, since a cloned game has no last events.
impl Clone for ObservedGame {
    fn clone(&self) -> ObservedGame {
        let game = self.game.clone();
        ObservedGame {
            animation: AnimationWorld::new(&game),
            seen: self.seen.clone(),
            met: self.met.clone(),
            notes: self.notes.clone(),
            unread: self.unread.clone(),
            born_with: self.born_with.clone(),
            heeds_notes: self.heeds_notes,
            place_mention: self.place_mention,
            third: self.third,
            game,
        }
    }
}

impl ObservedGame {
    /// Wraps a new game.
    pub fn new(game: Game) -> ObservedGame {
        let mut observed = ObservedGame {
            animation: AnimationWorld::new(&game),
            seen: SeenWorld::new(game.world()),
            met: BTreeMap::new(),
            notes: PlayerNotes::default(),
            unread: Vec::new(),
            born_with: Vec::new(),
            heeds_notes: false,
            place_mention: PlaceMention::Omitted,
            third: Third::Upper,
            game,
        };
        observed.third = Third::of_hero(observed.seen_world()).unwrap_or(Third::Upper);
        observed.look_around();
        observed
    }

    /// Lets auto-explore use the player's notes: it visits unread signs, leaves items that trigger something to the
    /// player, and does not keep checking whether monsters that stay in place have gone.
    pub fn heed_notes(&mut self) {
        self.heeds_notes = true;
    }

    /// Tells the player's later steps in the same way as another game of the player, and lets auto-explore use the
    /// notes if it did so there.
    pub fn adopt_settings(&mut self, other: &ObservedGame) {
        self.place_mention = other.place_mention;
        self.heeds_notes = other.heeds_notes;
    }

    /// Estimates the memory of a clone, in bytes: the maps of the game and of its animation, and the player's memory of
    /// the maps.
    pub fn weight(&self) -> usize {
        let world = self.game.world();
        let levels = world.dungeon().numbered_levels();
        let cells = levels.map(|(level, _)| world.size(level).area());
        let bodies = size_of_val(world.bodies()) * 2;
        cells.sum::<usize>() * CELL + bodies
    }

    /// Returns the messages about the events before the first turn, in order and in whole sentences; may be empty.
    pub fn opening(&self) -> Vec<Sentence> {
        self.describe(words::tell_opening, self.place_mention)
    }

    /// Takes an action, and returns its messages in order, one list per turn. There is usually one list; there are two
    /// if a new pay period begins. Returns no list if there is nothing to say and no time passed.
    ///
    /// # Errors
    ///
    /// Returns the rules' [`Refusal`]. In that case no turn has passed.
    pub fn execute(&mut self, action: Action) -> Result<Vec<Vec<Sentence>>, Refusal> {
        let before = Countdown::of(self.game.world());
        let mut turns = self.take(action)?;
        if let Some(warning) = self.time_warning(before) {
            add_to_last(&mut turns, warning);
        }
        Ok(turns)
    }

    /// Takes an action, and returns its messages without the warning that time runs out. A running animation is over
    /// first, because it needs the events of the step before.
    fn take(&mut self, action: Action) -> Result<Vec<Vec<Sentence>>, Refusal> {
        self.finish_animation();
        self.game.step(action)?;
        self.animation.begin(&self.game);
        self.seen.follow(&self.game);
        self.look_around();
        let mut turns = self.describe(words::tell_by_turns, self.place_mention);
        if self.place_mention == PlaceMention::Heard {
            let heard = self.describe(words::tell_by_turns, PlaceMention::Included);
            add_places(&mut turns, heard);
        }
        for words in self.words_of_speakers() {
            add_to_last(&mut turns, words);
        }
        if let Some(warning) = self.health_warning() {
            add_to_last(&mut turns, warning);
        }
        Ok(turns)
    }

    /// Returns the words of the monsters that noticed their prey out of sight and have come into view since. Remembers
    /// those that noticed it out of sight in the last step.
    fn words_of_speakers(&mut self) -> Vec<Sentence> {
        let spoke = self.game.events().iter().filter_map(|event| match event {
            Event::Spoke { who } => Some(*who),
            _ => None,
        });
        let spoke: Vec<ActorId> = spoke.collect();
        if spoke.is_empty() && self.unread.is_empty() {
            return Vec::new();
        }
        let mut unread = std::mem::take(&mut self.unread);
        let is_alive = |who: ActorId| self.game.world().life_of(who) > 0;
        let (words, later) = self.witness(PlaceMention::Omitted, |witnessed| {
            let (now, mut later): (Vec<ActorId>, Vec<ActorId>) =
                unread.drain(..).partition(|who| witnessed.sees(*who));
            later.extend(spoke.into_iter().filter(|who| !witnessed.sees(*who)));
            later.retain(|who| is_alive(*who));
            let told = now.into_iter().filter(|who| is_alive(*who));
            let words: Vec<Sentence> = told.map(|who| words::tell_words(witnessed, who)).collect();
            (words, later)
        });
        self.unread = later;
        words
    }

    /// Updates the known monsters, the initial life of new bodies, and the player's notes.
    fn look_around(&mut self) {
        let world = self.game.world();
        let newborn = self.born_with.len()..world.bodies().len();
        let life = |nth: usize| world.life_of(ActorId::of(nth));
        self.born_with.extend(newborn.map(life));
        let in_view = self.known_map().in_view();
        let met = self.known_map().met_after_look(&in_view);
        let world = self.seen.world(self.game.world());
        self.notes.look(world, in_view, &self.met);
        self.met = met;
    }

    /// Returns the warning that few turns are left before the turn limit; `None` if none is due.
    fn time_warning(&self, before: Option<Countdown>) -> Option<Sentence> {
        let left = Countdown::of(self.game.world()).filter(|_| self.game.outcome().is_none())?;
        let text = left.warning(before?)?;
        Some(Sentence::new(Tone::Warning, text))
    }

    /// Returns the warning that the hero's health fell below two thirds or one third. Each warning is given once until
    /// the health is above two thirds again; `None` if none is due.
    fn health_warning(&mut self) -> Option<Sentence> {
        let world = self.game.world();
        let third = Third::of_hero(world).filter(|_| self.game.outcome().is_none())?;
        let is_lower = third < self.third;
        if is_lower || third == Third::Upper {
            self.third = third;
        }
        let text = third.warning().filter(|_| is_lower)?;
        Some(Sentence::new(Tone::Warning, text))
    }

    /// Returns the current level as the player knows it.
    pub fn known_map(&self) -> KnownMap<'_> {
        KnownMap {
            game: &self.game,
            seen: self.seen.disguised(self.game.world()),
            sight: &self.seen.sight,
            met: &self.met,
            notes: self.heeds_notes.then_some(&self.notes),
        }
    }

    /// Takes the next step of a journey.
    ///
    /// # Errors
    ///
    /// Returns the reason that there is no next step; [`JourneyEnd::Refused`] if the rules refuse the step.
    pub fn take_journey_step(&mut self, journey: &mut Journey) -> Result<JourneyStep, JourneyEnd> {
        let action = journey.next(self.known_map())?;
        let before = Countdown::of(self.game.world());
        let mut messages = match self.take(action) {
            Ok(turns) => turns.concat(),
            Err(refusal) => return Err(JourneyEnd::Refused(refusal)),
        };
        // The warning does not stop the journey, so that key scripts older than the warning still work.
        let status = journey.after_step(self.known_map(), messages.len());
        messages.extend(self.time_warning(before));
        Ok(JourneyStep {
            action,
            messages,
            status,
        })
    }

    /// Returns the life that each body started with, by `ActorId`, at the end of the turn it appeared in.
    pub fn born_with(&self) -> &[i32] {
        &self.born_with
    }

    /// Finishes a running animation.
    pub fn finish_animation(&mut self) {
        self.animation.finish(&self.game);
    }

    /// Advances the animation to the next shown event that is in view, and returns the event; `None` when the animation
    /// is over. Events out of view are skipped and take no time.
    pub fn next_shown(&mut self) -> Option<Event> {
        loop {
            let event = self.animation.next_shown(&self.game)?;
            let world = self.animation.world();
            self.seen.sight.look_at_animation(world);
            let sees = |level, p| {
                level == world.here() && self.seen.sight.sees(WorldTime::Flight, level, p)
            };
            let is_seen = match event {
                Event::Flew { level, over, .. } => sees(level, over),
                Event::Moved {
                    level, from, to, ..
                }
                | Event::Swapped {
                    level, from, to, ..
                } => sees(level, from) || sees(level, to),
                Event::Burst { level, at, .. } => sees(level, at),
                _ => true,
            };
            if is_seen {
                return Some(event);
            }
        }
    }

    /// Returns the game's world, or the animation's world right after the event last returned by `next_shown`, as it
    /// looks to the player.
    pub fn world(&self, moment: WorldTime) -> &World {
        match moment {
            WorldTime::Rest => self.seen_world(),
            WorldTime::Flight => self.animation.world(),
        }
    }

    /// Returns the game's world as it looks to the player (`World::as_seen`).
    pub fn seen_world(&self) -> &World {
        self.seen.world(self.game.world())
    }

    /// Returns what the player knows of a cell of the current level.
    pub fn visibility(&self, moment: WorldTime, p: Point) -> Visibility {
        self.seen.sight.visibility(moment, p)
    }

    /// Describes the events of the game's last step as far as the player saw them.
    fn describe<T>(
        &self,
        tell: fn(Perception<'_>, &[Event]) -> T,
        place_mention: PlaceMention,
    ) -> T {
        self.witness(place_mention, |witnessed| {
            tell(witnessed, self.game.events())
        })
    }

    /// Returns what `tell` makes of the world as the player sees it.
    fn witness<T>(&self, place_mention: PlaceMention, tell: impl FnOnce(Perception<'_>) -> T) -> T {
        let seen = &|level, p| self.seen.sight.sees(WorldTime::Rest, level, p);
        let (stand, ways) = (self.known_map().hero(), self.game.rules().neighbours());
        let place = |p| words::bearing(stand, p, ways);
        tell(Perception {
            world: self.seen_world(),
            seen,
            place: (place_mention == PlaceMention::Included).then_some(&place),
        })
    }
}

/// Adds the same sentences with places.
fn add_places(turns: &mut [Vec<Sentence>], heard: Vec<Vec<Sentence>>) {
    let sentences = turns.iter_mut().flatten();
    for (sentence, heard) in sentences.zip(heard.into_iter().flatten()) {
        sentence.heard = Some(heard.text);
    }
}

/// Adds a sentence to the messages of the last turn, or makes it the only message if there are none.
fn add_to_last(turns: &mut Vec<Vec<Sentence>>, sentence: Sentence) {
    match turns.last_mut() {
        Some(turn) => turn.push(sentence),
        None => turns.push(vec![sentence]),
    }
}

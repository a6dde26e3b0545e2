//! One game of a vector, and its episodes one after the other.
use std::sync::Arc;

use dungeon::players::{Environment, Transition, Vision};
use dungeon::{Action, Dungeon, Glyphs, Outcome, Session};
use pyo3::prelude::*;

use crate::joint_space::JointSpace;

/// The parts that a reward can be made of, with their names in Python.
pub const REWARDS: [&str; 7] = [
    "outcome",
    "collected",
    "wealth",
    "damage_dealt",
    "damage_taken",
    "levels",
    "turns",
];

/// The number of bytes of a message.
const MESSAGE: usize = 256;

/// What all lanes of a vector have in common.
pub struct Course {
    /// The text of each dungeon, with its included files.
    pub texts: Vec<String>,
    pub dungeons: Vec<Arc<Dungeon>>,
    /// A game of each dungeon. Lanes clone them, because clones share what does not change.
    pub games: Vec<Environment>,
    pub space: JointSpace,
    pub settings: GameSettings,
    /// The number of steps after which an episode is truncated; steps that are refused count.
    pub most_steps: Option<u32>,
    /// The seeds to play; `None` for all.
    pub seeds: Option<PlayedSeeds>,
    /// The difference between the seeds of two episodes of a lane.
    pub stride: u64,
    /// The factor of each of `REWARDS`.
    pub weights: [f64; REWARDS.len()],
    /// Whether observations have messages.
    pub tells: bool,
    /// Whether the games can be drawn.
    pub is_drawn: bool,
    /// What follows the end of an episode.
    pub autoreset: Autoreset,
}

/// Seeds to play, at least one.
#[derive(Clone, FromPyObject, IntoPyObject)]
pub enum PlayedSeeds {
    /// The first seed, the difference between two seeds modulo 2⁶⁴, and the number of seeds.
    Range(u64, u64, u64),
    List(Vec<u64>),
}

impl PlayedSeeds {
    /// Returns the number of seeds.
    pub fn count(&self) -> u64 {
        match self {
            PlayedSeeds::Range(_, _, count) => *count,
            PlayedSeeds::List(seeds) => seeds.len() as u64,
        }
    }

    /// Returns the seed that a number stands for. The first seed follows the last.
    fn nth(&self, number: u64) -> u64 {
        let nth = number % self.count();
        match self {
            PlayedSeeds::Range(first, step, _) => first.wrapping_add(nth.wrapping_mul(*step)),
            PlayedSeeds::List(seeds) => seeds[nth as usize],
        }
    }
}

/// The settings of all games.
#[derive(Clone, Copy)]
pub struct GameSettings {
    pub vision: Vision,
    pub masks_prices: bool,
    pub most_turns: Option<u32>,
}

impl GameSettings {
    /// Begins a game of a dungeon.
    pub fn begin(self, dungeon: &Arc<Dungeon>, seed: u64) -> Environment {
        Environment::begin(Arc::clone(dungeon), seed)
            .with_vision(self.vision)
            .with_prices_masked(self.masks_prices)
            .with_max_turns(self.most_turns)
    }
}

/// What follows the end of an episode, as gymnasium names it.
#[derive(Clone, Copy, PartialEq)]
pub enum Autoreset {
    /// Nothing: further steps are refused.
    Disabled,
    /// The next step begins another episode instead of taking the action.
    NextStep,
    /// The same step begins another episode. The last observation of the ended one is kept apart.
    SameStep,
}

/// The part of the arrays that one observation fills.
pub struct ObservationSlot<'a> {
    pub planes: &'a mut [u8],
    pub vector: &'a mut [i32],
    pub mask: &'a mut [u8],
    /// UTF-8, padded with zeros.
    pub message: &'a mut [u8],
}

/// The part of the arrays that one lane fills.
pub struct Slot<'a> {
    pub observation: ObservationSlot<'a>,
    /// The last observation of an episode that ended in the same step; `None` if such ends are not told.
    pub last: Option<ObservationSlot<'a>>,
    pub reward: &'a mut f64,
    pub is_terminated: &'a mut bool,
    pub is_truncated: &'a mut bool,
    pub is_refused: &'a mut bool,
    pub seed: &'a mut u64,
    pub turn: &'a mut i64,
    pub file: &'a mut i64,
}

/// The end of an episode.
#[derive(Clone)]
pub struct EpisodeEnd {
    /// The result of the game, `won`, `lost` or `drawn`; `None` if the episode was truncated.
    pub outcome: Option<&'static str>,
    /// The cause of a loss or draw, in words.
    pub lost_to: Option<String>,
    /// The number of turns.
    pub turn: u32,
}

/// A game and its episode.
#[derive(Clone)]
pub struct Lane {
    environment: Environment,
    /// The number of the episode's dungeon.
    file: usize,
    /// The number that the seed of the next episode is made of.
    next: u64,
    steps: u32,
    is_done: bool,
    /// The end of an episode that ended in the last step.
    end: Option<EpisodeEnd>,
    /// The reward of a game that was over at its start, for the first step.
    owed: f64,
    /// The actions of the episode, by their numbers in the dungeon's own space.
    taken: Vec<u32>,
    /// The same actions, if the episode can be drawn.
    line: Vec<Action>,
    /// The episode as a person sees it, and the number of actions that it shows.
    shown: Option<(Session, usize)>,
    /// The last message of a game that was saved: clones of a game forget the events that the message tells.
    told: Option<Vec<String>>,
    /// The vector and the mask in the dungeon's own space, if that is not the common one.
    own: OwnObservation,
}

/// A lane as a dictionary of Python: the actions from which its game can be played again, and what does not follow from
/// them.
#[derive(FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub struct LaneRecord {
    file: usize,
    seed: u64,
    taken: Vec<u32>,
    next: u64,
    steps: u32,
    is_done: bool,
    owed: f64,
    /// The checksum of the game after the actions.
    checksum: u64,
}

#[derive(Clone, Default)]
struct OwnObservation {
    vector: Vec<i32>,
    mask: Vec<u8>,
}

impl Course {
    /// Returns the number of bytes of a message.
    pub fn message_length(&self) -> usize {
        if self.tells { MESSAGE } else { 0 }
    }

    /// Returns the numbers of bytes of the planes, the mask and the message of an observation.
    pub fn bytes(&self) -> [usize; 3] {
        let space = &self.space;
        let planes = space.planes.len() * space.height * space.width;
        [planes, space.actions, self.message_length()]
    }

    /// Returns the number of 32-bit words of an observation in a row.
    pub fn row_length(&self) -> usize {
        let bytes: usize = self.bytes().iter().sum();
        self.space.numbers.len() + bytes.div_ceil(4)
    }

    /// Returns the seed that a number stands for.
    fn seed(&self, number: u64) -> u64 {
        self.seeds
            .as_ref()
            .map_or(number, |seeds| seeds.nth(number))
    }

    fn reward(&self, turn: &Transition) -> f64 {
        let parts = &turn.rewards;
        let values = [
            f64::from(turn.reward),
            parts.collected.into(),
            parts.wealth.into(),
            parts.damage_dealt.into(),
            parts.damage_taken.into(),
            parts.levels.into(),
            parts.turns.into(),
        ];
        values
            .iter()
            .zip(self.weights)
            .map(|(value, weight)| value * weight)
            .sum()
    }
}

impl Lane {
    /// Creates a lane before its first episode.
    pub fn new(course: &Course) -> Lane {
        Lane {
            environment: course.games[0].clone(),
            file: 0,
            next: 0,
            steps: 0,
            is_done: false,
            end: None,
            owed: 0.0,
            taken: Vec::new(),
            line: Vec::new(),
            shown: None,
            told: None,
            own: OwnObservation::default(),
        }
    }

    /// Begins an episode with the seed that a number stands for, or with the next seed, and fills the slot.
    pub fn reset(
        &mut self,
        course: &Course,
        file: usize,
        number: Option<u64>,
        slot: &mut Slot<'_>,
    ) {
        (*slot.is_terminated, *slot.is_truncated, *slot.is_refused) = (false, false, false);
        (*slot.reward, self.end) = (0.0, None);
        self.restart(course, file, number, slot);
    }

    /// Begins an episode, and writes its first observation and its seed.
    fn restart(&mut self, course: &Course, file: usize, number: Option<u64>, slot: &mut Slot<'_>) {
        let number = number.unwrap_or(self.next);
        let seed = course.seed(number);
        self.next = number.wrapping_add(course.stride);
        if self.file != file {
            self.environment = course.games[file].clone();
        }
        let turn = self.environment.reset(seed);
        (self.file, self.steps, self.is_done) = (file, 0, false);
        self.owed = course.reward(&turn);
        self.taken.clear();
        self.line.clear();
        (self.shown, self.told) = (None, None);
        *slot.seed = seed;
        self.tell_progress(slot);
        self.observe(course, &mut slot.observation);
    }

    /// Takes an action of the common space, or does what `Autoreset` says after the end of an episode.
    pub fn step(&mut self, course: &Course, file: usize, action: usize, slot: &mut Slot<'_>) {
        if self.is_done && course.autoreset == Autoreset::NextStep {
            return self.reset(course, file, None, slot);
        }
        self.act(course, action, slot);
        match &mut slot.last {
            Some(last) if self.is_done => {
                self.observe(course, last);
                self.restart(course, file, None, slot);
            }
            _ => self.observe(course, &mut slot.observation),
        }
    }

    fn messages(&self) -> Vec<String> {
        let told = self.told.clone();
        told.unwrap_or_else(|| self.environment.messages())
    }

    /// Returns a lane that goes on like this one and shows the same.
    pub fn saved(&self, course: &Course) -> Lane {
        Lane {
            told: course.tells.then(|| self.messages()),
            ..self.clone()
        }
    }

    /// Returns what `replayed` makes an equal lane of.
    pub fn record(&self) -> LaneRecord {
        LaneRecord {
            file: self.file,
            seed: self.environment.game().world().seed(),
            taken: self.taken.clone(),
            next: self.next,
            steps: self.steps,
            is_done: self.is_done,
            owed: self.owed,
            checksum: self.checksum(),
        }
    }

    /// Plays the actions of a record. Returns `None` if the game does not come out as it was recorded.
    pub fn replayed(course: &Course, record: &LaneRecord) -> Option<Lane> {
        let mut lane = Lane::new(course);
        lane.environment = course.games.get(record.file)?.clone();
        lane.environment.reset(record.seed);
        for own in &record.taken {
            let (space, game) = (lane.environment.action_space(), lane.environment.game());
            let action = space.action(game, *own as usize)?;
            lane.environment.step(action).ok()?;
            if course.is_drawn {
                lane.line.push(action);
            }
        }
        let lane = Lane {
            file: record.file,
            next: record.next,
            steps: record.steps,
            is_done: record.is_done,
            owed: record.owed,
            taken: record.taken.clone(),
            ..lane
        };
        (lane.checksum() == record.checksum).then_some(lane)
    }

    /// Fills the slot with the current state.
    pub fn show(&mut self, course: &Course, slot: &mut Slot<'_>) {
        let is_over = self.environment.game().outcome().is_some();
        *slot.is_terminated = self.is_done && is_over;
        *slot.is_truncated = self.is_done && (!is_over || self.is_late(course));
        (*slot.reward, *slot.is_refused) = (0.0, false);
        *slot.seed = self.environment.game().world().seed();
        self.tell_progress(slot);
        self.observe(course, &mut slot.observation);
    }

    fn act(&mut self, course: &Course, action: usize, slot: &mut Slot<'_>) {
        let game = self.environment.game();
        let own = course.space.places[self.file].own_action(action);
        let action = own.and_then(|own| self.environment.action_space().action(game, own));
        if action.is_some() {
            self.told = None;
        }
        let taken = action.and_then(|action| Some((action, self.environment.step(action).ok()?)));
        self.steps = self.steps.saturating_add(1);
        *slot.is_refused = taken.is_none();
        let turn = taken.map(|(action, turn)| {
            self.taken
                .extend(own.and_then(|own| u32::try_from(own).ok()));
            if course.is_drawn {
                self.line.push(action);
            }
            turn
        });
        *slot.reward =
            turn.map_or(0.0, |turn| course.reward(&turn)) + std::mem::take(&mut self.owed);
        *slot.is_terminated = self.environment.game().outcome().is_some();
        *slot.is_truncated = self.is_late(course) || turn.is_some_and(|turn| turn.is_truncated);
        self.is_done = *slot.is_terminated || *slot.is_truncated;
        self.end = self.is_done.then(|| {
            let info = self.environment.info();
            EpisodeEnd {
                outcome: info.outcome.map(Outcome::word),
                lost_to: info.lost_to.map(|lost_to| lost_to.by),
                turn: info.turn,
            }
        });
        self.tell_progress(slot);
    }

    /// Whether the episode has lasted the steps after which it is truncated, also if the last step ended the game: so
    /// counts gymnasium's `TimeLimit`.
    fn is_late(&self, course: &Course) -> bool {
        course.most_steps.is_some_and(|most| self.steps >= most)
    }

    /// Writes the turn and the dungeon of the episode.
    fn tell_progress(&self, slot: &mut Slot<'_>) {
        *slot.turn = self.environment.game().world().turn().into();
        *slot.file = self.file as i64;
    }

    fn observe(&mut self, course: &Course, out: &mut ObservationSlot<'_>) {
        if course.tells {
            write_message(&self.messages(), out.message);
        }
        let (game, places) = (&mut self.environment, &course.space.places[self.file]);
        if places.is_whole {
            game.observe_planes(out.planes);
            game.observe_vector(out.vector);
            return game.mask(out.mask);
        }
        let own = &mut self.own;
        own.vector.resize(places.numbers.len(), 0);
        own.mask.resize(places.actions.len(), 0);
        game.observe_vector(&mut own.vector);
        game.mask(&mut own.mask);
        out.planes.fill(0);
        let (width, area) = (course.space.width, course.space.width * course.space.height);
        let rows = game.planes().chunks_exact(places.width);
        for (nth, row) in rows.enumerate() {
            let (plane, y) = (places.planes[nth / places.height], nth % places.height);
            out.planes[plane * area + y * width..][..places.width].copy_from_slice(row);
        }
        course.space.translate(places, out.planes);
        scatter(&own.vector, &places.numbers, out.vector);
        scatter(&own.mask, &places.actions, out.mask);
    }

    /// Returns the names of the actions of the lane's own dungeon.
    pub fn action_names(&self) -> Vec<String> {
        let space = self.environment.action_space();
        (0..space.len()).map(|nth| space.name(nth)).collect()
    }

    /// Returns a checksum of the whole state of the game.
    pub fn checksum(&self) -> u64 {
        self.environment.game().checksum()
    }

    /// Returns the end of an episode that ended in the last step.
    pub fn end(&self) -> Option<&EpisodeEnd> {
        self.end.as_ref()
    }

    /// Returns the points of life that the most expensive legal action costs.
    pub fn price_in_life(&self) -> i32 {
        self.environment.info().price_in_life
    }

    /// Returns the episode as a person sees it, on a screen of this size. The course must be drawn.
    pub fn session(&mut self, course: &Course, (width, height): (i32, i32)) -> &Session {
        let seed = self.environment.game().world().seed();
        let dungeon = &course.dungeons[self.file];
        let (session, acted) = self.shown.get_or_insert_with(|| {
            let session = Session::seeded(Arc::clone(dungeon), seed).with_size(width, height);
            (session.glyphs(Glyphs::Ascii), 0)
        });
        session.act(&self.line[*acted..]);
        *acted = self.line.len();
        session
    }
}

/// Writes values to their places, and 0 to all others.
fn scatter<T: Copy + Default>(values: &[T], places: &[usize], out: &mut [T]) {
    out.fill(T::default());
    for (value, place) in values.iter().zip(places) {
        out[*place] = *value;
    }
}

/// Writes sentences in UTF-8, separated by spaces and cut at a whole character, and fills the rest with zeros.
fn write_message(sentences: &[String], out: &mut [u8]) {
    let mut rest = &mut *out;
    let separators = std::iter::once("").chain(std::iter::repeat(" "));
    let parts = separators.zip(sentences);
    for part in parts.flat_map(|(separator, sentence)| [separator, sentence]) {
        let (fitting, _) = part.split_at(part.floor_char_boundary(rest.len()));
        let (written, after) = rest.split_at_mut(fitting.len());
        written.copy_from_slice(fitting.as_bytes());
        rest = after;
        if fitting.len() < part.len() {
            break;
        }
    }
    rest.fill(0);
}

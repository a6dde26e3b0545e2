//! Games for reinforcement learning: any number of them, stepped on threads without the interpreter's lock into arrays
//! that Python shares.
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use dungeon::ColourDepth;
use dungeon::diagnostics::Source;
use dungeon::players::Vision;
use numpy::{
    PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::arguments::not_one_of;
use crate::joint_space::JointSpace;
use crate::lane::{
    Autoreset, Course, GameSettings, Lane, LaneRecord, ObservationSlot, PlayedSeeds, REWARDS, Slot,
};
use crate::pixels;
use crate::reading::{DungeonArguments, NEW, dungeon, source};
use crate::threads::Threads;
use crate::waiting::{EngineError, engine_error, is_set, stopped, wait_for};

/// The maximum number of games.
const MOST_LANES: usize = 1 << 16;

/// A number of games of the same dungeons. Their observations, rewards and ends are in arrays with a row for each game,
/// which every step overwrites.
#[pyclass(module = "dungeon_gym._engine")]
pub struct Games {
    course: Arc<Course>,
    lanes: Vec<Lane>,
    threads: Threads,
    /// Whether a panic has left the games in an unknown state.
    is_dead: bool,
    /// The number of the dungeon that later episodes are played in.
    #[pyo3(get)]
    file: usize,
    #[pyo3(get)]
    observation: Py<Observations>,
    /// The caller's rows, one for each game, which get the observations in place of `observation`: the vector, then
    /// planes, mask and message as bytes, then padding.
    rows: Option<Py<PyArray2<i32>>>,
    /// The last observations of episodes that ended in the last step; `None` unless a step also begins the next one.
    #[pyo3(get)]
    last: Option<Py<Observations>>,
    #[pyo3(get)]
    rewards: Py<PyArray1<f64>>,
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    refused: Py<PyArray1<bool>>,
    #[pyo3(get)]
    seeds: Py<PyArray1<u64>>,
    /// The turn of each game.
    #[pyo3(get)]
    turns: Py<PyArray1<i64>>,
    /// The number of the dungeon of each game.
    #[pyo3(get)]
    played: Py<PyArray1<i64>>,
}

/// The state of games, to go on from later.
#[pyclass(module = "dungeon_gym._engine", frozen)]
pub struct State {
    course: Arc<Course>,
    lanes: Vec<Lane>,
    file: usize,
}

#[pymethods]
impl State {
    /// Refuses to be pickled: a state belongs to its environment.
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a state belongs to its environment and cannot be pickled: set it, and pickle the environment instead",
        ))
    }
}

/// The arrays of observations.
#[pyclass(module = "dungeon_gym._engine", frozen, get_all)]
pub struct Observations {
    planes: Py<PyArray4<u8>>,
    vector: Py<PyArray2<i32>>,
    action_mask: Py<PyArray2<u8>>,
    message: Py<PyArray2<u8>>,
}

/// The texts or paths of dungeons, and the number of games.
type Dungeons = (Vec<(Option<String>, Option<PathBuf>)>, usize);

/// The dungeon of later episodes, and all games.
type GamesRecord = (usize, Vec<LaneRecord>);

/// A plane or a number: its name, its lowest and its highest value.
type Bounds = (String, i64, i64);

/// The number of a game whose episode ended, its outcome, what it was lost to, and its last turn.
type EndedGame = (usize, Option<&'static str>, Option<String>, u32);

/// The reward, whether the episode is terminated, truncated, and the action refused, the turn and the dungeon.
type Step = (f64, bool, bool, bool, i64, i64);

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (
        dungeons, lanes, *, threads=1, autoreset="disabled", vision="player", mask_prices=false, max_turns=None,
        max_steps=None, seeds=None, rewards=None, messages=true, drawn=false,
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        dungeons: Vec<(Option<String>, Option<PathBuf>)>,
        lanes: usize,
        threads: usize,
        autoreset: &str,
        vision: &str,
        mask_prices: bool,
        max_turns: Option<u32>,
        max_steps: Option<u32>,
        seeds: Option<PlayedSeeds>,
        rewards: Option<Vec<(String, f64)>>,
        messages: bool,
        drawn: bool,
    ) -> PyResult<Games> {
        if !(1..=MOST_LANES).contains(&lanes) {
            let text = format!("expected 1 to {MOST_LANES} games, found {lanes}");
            return Err(PyValueError::new_err(text));
        }
        if seeds.as_ref().is_some_and(|seeds| seeds.count() == 0) {
            return Err(none_of("seed"));
        }
        if dungeons.is_empty() {
            return Err(none_of("dungeon"));
        }
        let several = dungeons.len() > 1;
        let numbered = dungeons.into_iter().enumerate();
        let sources = numbered.map(|(nth, (text, path))| {
            let numbered = format!("<text {nth}>");
            let name = if several { &numbered } else { NEW.name };
            source(text, path, &DungeonArguments { name, ..NEW })
        });
        let sources = sources.collect::<PyResult<Vec<_>>>()?;
        let count = lanes;
        let settings = GameSettings {
            vision: named("vision", &VISIONS, vision)?,
            masks_prices: mask_prices,
            most_turns: max_turns,
        };
        let (weights, autoreset) = (
            weights(rewards)?,
            named("autoreset", &AUTORESETS, autoreset)?,
        );
        let (course, lanes) = wait_for(py, |stop| {
            let dungeons = sources.iter().map(|source| dungeon(source, stop));
            let dungeons = dungeons.collect::<PyResult<Vec<_>>>()?;
            let games = dungeons.iter().map(|dungeon| settings.begin(dungeon, 0));
            let games: Vec<_> = games.collect();
            let course = Course {
                space: JointSpace::new(&games)?,
                texts: sources.iter().map(Source::whole_text).collect(),
                dungeons,
                games,
                settings,
                most_steps: max_steps,
                seeds,
                stride: lanes as u64,
                weights,
                tells: messages,
                is_drawn: drawn,
                autoreset,
            };
            let lane = |_| (!is_set(stop)).then(|| Lane::new(&course));
            let lanes: Option<Vec<Lane>> = (0..lanes).map(lane).collect();
            let lanes = lanes.ok_or_else(stopped)?;
            Ok((course, lanes))
        })?;
        Games::with(py, Arc::new(course), lanes, Threads::new(threads, count)?)
    }

    /// Begins an episode in each game, with the seed that a number stands for; without numbers, with the seed after the
    /// last. `which` leaves out games.
    #[pyo3(signature = (numbers=None, which=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        numbers: Option<Vec<u64>>,
        which: Option<Vec<bool>>,
    ) -> PyResult<()> {
        let lanes = self.lanes.len();
        let counts = [numbers.as_ref().map(Vec::len), which.as_ref().map(Vec::len)];
        if let Some(count) = counts.into_iter().flatten().find(|count| *count != lanes) {
            let text = format!("expected a value for each of {lanes} games, found {count}");
            return Err(PyValueError::new_err(text));
        }
        let file = self.file;
        self.advance(py, |course, lane, nth, slot| {
            if which.as_ref().is_none_or(|which| which[nth]) {
                let number = numbers.as_ref().map(|numbers| numbers[nth]);
                lane.reset(course, file, number, slot);
            }
        })
    }

    /// Takes an action in each game.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        if actions.len() != self.lanes.len() {
            let text = format!(
                "expected {} actions, found {}",
                self.lanes.len(),
                actions.len()
            );
            return Err(PyValueError::new_err(text));
        }
        let expected = "actions to be whole numbers";
        let actions = actions.iter().map(|action| self.action(*action, expected));
        let actions = actions.collect::<PyResult<Vec<usize>>>()?;
        let file = self.file;
        self.advance(py, |course, lane, nth, slot| {
            lane.step(course, file, actions[nth], slot)
        })
    }

    /// Takes an action in the only game.
    fn step_one(&mut self, py: Python<'_>, action: i64) -> PyResult<Step> {
        let action = self.action(action, "action to be a whole number")?;
        let file = self.file;
        self.advance(py, |course, lane, _, slot| {
            lane.step(course, file, action, slot)
        })?;
        let ends = [&self.terminated, &self.truncated, &self.refused];
        let [terminated, truncated, refused] =
            ends.map(|array| array.bind(py).get_owned(0) == Some(true));
        let reward = self.rewards.bind(py).get_owned(0).unwrap_or_default();
        let progress = [&self.turns, &self.played];
        let [turn, file] = progress.map(|array| array.bind(py).get_owned(0).unwrap_or_default());
        Ok((reward, terminated, truncated, refused, turn, file))
    }

    #[setter]
    fn set_file(&mut self, file: usize) -> PyResult<()> {
        let files = self.course.dungeons.len();
        if file >= files {
            let text = format!("expected a file from 0 to {}, found {file}", files - 1);
            return Err(PyValueError::new_err(text));
        }
        self.file = file;
        Ok(())
    }

    /// Lets observations fill rows of the caller from now on.
    #[setter]
    fn set_rows(&mut self, py: Python<'_>, rows: Py<PyArray2<i32>>) -> PyResult<()> {
        let found = rows.bind(py).shape();
        let expected = [self.lanes.len(), self.course.row_length()];
        if found != expected {
            let text = format!("expected rows of the shape {expected:?}, found {found:?}");
            return Err(PyValueError::new_err(text));
        }
        self.rows = Some(rows);
        Ok(())
    }

    /// Returns the state of all games, for `set_state` of these games and of their copies.
    fn state(&self) -> PyResult<State> {
        self.check_alive()?;
        Ok(State {
            course: Arc::clone(&self.course),
            lanes: { self.lanes.iter().map(|lane| lane.saved(&self.course)) }.collect(),
            file: self.file,
        })
    }

    /// Goes on from a state of these games or of a copy, and fills the arrays.
    fn set_state(&mut self, py: Python<'_>, state: &State) -> PyResult<()> {
        if !Arc::ptr_eq(&self.course, &state.course) {
            return Err(PyValueError::new_err(
                "expected a state of this environment or of a copy of it",
            ));
        }
        self.file = state.file;
        self.advance(py, |course, lane, nth, slot| {
            lane.clone_from(&state.lanes[nth]);
            lane.show(course, slot);
        })
    }

    /// Returns games in the same state, with arrays and threads of their own.
    fn __deepcopy__(&self, py: Python<'_>, _memo: Py<PyAny>) -> PyResult<Games> {
        let (course, lanes) = (Arc::clone(&self.course), self.lanes.clone());
        let mut copy = Games::with(py, course, lanes, self.threads.another()?)?;
        copy.set_state(py, &self.state()?)?;
        Ok(copy)
    }

    /// Returns the arguments of `new` for games of the same dungeons, which pickles hold.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Dungeons, Bound<'py, PyDict>)> {
        let course = &self.course;
        let texts = course.texts.iter().map(|text| (Some(text.clone()), None));
        let settings = PyDict::new(py);
        settings.set_item("threads", self.threads.count())?;
        settings.set_item("autoreset", word(&AUTORESETS, &course.autoreset))?;
        settings.set_item("vision", word(&VISIONS, &course.settings.vision))?;
        settings.set_item("mask_prices", course.settings.masks_prices)?;
        settings.set_item("max_turns", course.settings.most_turns)?;
        settings.set_item("max_steps", course.most_steps)?;
        settings.set_item("seeds", course.seeds.clone())?;
        let weights: Vec<_> = REWARDS.into_iter().zip(course.weights).collect();
        settings.set_item("rewards", weights)?;
        settings.set_item("messages", course.tells)?;
        settings.set_item("drawn", course.is_drawn)?;
        Ok(((texts.collect(), self.lanes.len()), settings))
    }

    /// Returns the state of all games for `__setstate__`.
    fn __getstate__(&self) -> PyResult<GamesRecord> {
        self.check_alive()?;
        let lanes = self.lanes.iter().map(Lane::record);
        Ok((self.file, lanes.collect()))
    }

    /// Plays the recorded actions in new games of the same dungeons.
    fn __setstate__(&mut self, py: Python<'_>, record: GamesRecord) -> PyResult<()> {
        let (file, records) = record;
        let course = Arc::clone(&self.course);
        let lanes = wait_for(py, |stop| {
            let lane = |record| match is_set(stop) {
                true => Err(stopped()),
                false => Lane::replayed(&course, record).ok_or_else(unlike),
            };
            records.iter().map(lane).collect::<PyResult<Vec<_>>>()
        })?;
        if lanes.len() != self.lanes.len() || file >= self.course.dungeons.len() {
            return Err(unlike());
        }
        let course = Arc::clone(&self.course);
        self.set_state(
            py,
            &State {
                course,
                lanes,
                file,
            },
        )
    }

    #[getter]
    fn files(&self) -> usize {
        self.course.dungeons.len()
    }

    #[getter]
    fn action_names(&self) -> Vec<String> {
        let names = &self.course.space.action_names;
        if names.is_empty() {
            return self.lanes[0].action_names();
        }
        names.clone()
    }

    #[getter]
    fn planes(&self) -> Vec<Bounds> {
        let planes = self.course.space.planes.iter();
        let bounds = planes.map(|plane| {
            (
                plane.name.clone(),
                plane.lowest.into(),
                plane.highest.into(),
            )
        });
        bounds.collect()
    }

    #[getter]
    fn numbers(&self) -> Vec<Bounds> {
        let numbers = self.course.space.numbers.iter();
        let bounds = numbers.map(|number| {
            (
                number.name.clone(),
                number.lowest.into(),
                number.highest.into(),
            )
        });
        bounds.collect()
    }

    /// Returns the names of the values of the planes `tile`, `item` and `kind`.
    #[getter]
    fn legend(&self) -> [Vec<String>; 3] {
        let planes = &self.course.space.numbered;
        [0, 1, 2].map(|nth| planes[nth].names.clone())
    }

    /// Returns a checksum of the state of each game.
    fn checksums(&self) -> PyResult<Vec<u64>> {
        self.check_alive()?;
        Ok(self.lanes.iter().map(Lane::checksum).collect())
    }

    /// Returns the points of life that the most expensive legal action of each game costs.
    fn prices_in_life(&self) -> PyResult<Vec<i32>> {
        self.check_alive()?;
        Ok(self.lanes.iter().map(Lane::price_in_life).collect())
    }

    /// Returns the ends of the episodes that ended in the last step.
    fn ends(&self) -> Vec<EndedGame> {
        let ends = { self.lanes.iter().enumerate() }.filter_map(|(nth, lane)| {
            let end = lane.end()?;
            Some((nth, end.outcome, end.lost_to.clone(), end.turn))
        });
        ends.collect()
    }

    /// Returns the screen of a game with escape codes for colors.
    fn ansi(&mut self, py: Python<'_>, lane: usize, size: (i32, i32)) -> PyResult<String> {
        self.look(py, lane, |lane, course| {
            lane.session(course, size)
                .frame()
                .to_ansi(ColourDepth::True)
        })
    }

    /// Returns the screen of a game as pixels: rows, columns, and red, green and blue.
    fn pixels<'py>(
        &mut self,
        py: Python<'py>,
        lane: usize,
        size: (i32, i32),
    ) -> PyResult<Bound<'py, numpy::PyArray3<u8>>> {
        let (pixels, rows) = self.look(py, lane, |lane, course| {
            let frame = lane.session(course, size).frame();
            (
                pixels::pixels(&frame),
                frame.rows().count() * pixels::HEIGHT,
            )
        })?;
        let columns = pixels.len() / 3 / rows.max(1);
        PyArray1::from_vec(py, pixels).reshape([rows, columns, 3])
    }

    /// Panics, to try what Python sees then.
    fn _panic(&mut self, py: Python<'_>) -> PyResult<()> {
        self.advance(py, |_, _, nth, _| panic!("game {nth} was told to"))
    }
}

impl Games {
    /// Makes the arrays and the threads for games.
    fn with(
        py: Python<'_>,
        course: Arc<Course>,
        lanes: Vec<Lane>,
        threads: Threads,
    ) -> PyResult<Games> {
        let count = lanes.len();
        Ok(Games {
            threads,
            rows: None,
            is_dead: false,
            file: 0,
            observation: Observations::new(py, &course, count)?,
            last: match course.autoreset {
                Autoreset::SameStep => Some(Observations::new(py, &course, count)?),
                Autoreset::Disabled | Autoreset::NextStep => None,
            },
            rewards: PyArray::zeros(py, count, false).unbind(),
            terminated: PyArray::from_vec(py, vec![false; count]).unbind(),
            truncated: PyArray::from_vec(py, vec![false; count]).unbind(),
            refused: PyArray::from_vec(py, vec![false; count]).unbind(),
            seeds: PyArray::zeros(py, count, false).unbind(),
            turns: PyArray::zeros(py, count, false).unbind(),
            played: PyArray::zeros(py, count, false).unbind(),
            course,
            lanes,
        })
    }

    fn action(&self, action: i64, expected: &str) -> PyResult<usize> {
        let count = self.course.space.actions;
        let known = usize::try_from(action).ok();
        known.filter(|action| *action < count).ok_or_else(|| {
            let most = count - 1;
            let text = format!("expected {expected} from 0 to {most}, found {action}");
            PyValueError::new_err(text)
        })
    }

    /// Does work in each game, on all threads, and lets it fill the game's part of the arrays.
    fn advance(
        &mut self,
        py: Python<'_>,
        work: impl Fn(&Course, &mut Lane, usize, &mut Slot<'_>) + Sync,
    ) -> PyResult<()> {
        self.check_alive()?;
        self.threads.renew_after_fork()?;
        let count = self.lanes.len();
        let observation = self.observation.get();
        let mut lent = observation.lend(py)?;
        let mut lent_last = self
            .last
            .as_ref()
            .map(|last| last.get().lend(py))
            .transpose()?;
        let rows = self.rows.as_ref().map(|rows| rows.bind(py).try_readwrite());
        let mut rows = rows.transpose()?;
        let mut observations: Box<dyn Iterator<Item = ObservationSlot<'_>>> = match &mut rows {
            Some(rows) => Box::new(row_slots(&self.course, rows.as_slice_mut()?, count)),
            None => Box::new(lent.slots(count)?),
        };
        let mut last = lent_last
            .as_mut()
            .map(|last| last.slots(count))
            .transpose()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut terminated = self.terminated.bind(py).try_readwrite()?;
        let mut truncated = self.truncated.bind(py).try_readwrite()?;
        let mut refused = self.refused.bind(py).try_readwrite()?;
        let mut seeds = self.seeds.bind(py).try_readwrite()?;
        let mut turns = self.turns.bind(py).try_readwrite()?;
        let mut played = self.played.bind(py).try_readwrite()?;
        let ends = { terminated.as_slice_mut()?.iter_mut() }
            .zip(truncated.as_slice_mut()?)
            .zip(refused.as_slice_mut()?);
        let numbers = rewards
            .as_slice_mut()?
            .iter_mut()
            .zip(seeds.as_slice_mut()?);
        let progress = turns.as_slice_mut()?.iter_mut().zip(played.as_slice_mut()?);
        let mut slots = Vec::with_capacity(count);
        for (((((is_terminated, is_truncated), is_refused), (reward, seed)), (turn, file)), lane) in
            ends.zip(numbers).zip(progress).zip(&mut self.lanes)
        {
            let slot = Slot {
                observation: observations.next().expect("a part for each game"),
                last: last.as_mut().and_then(Iterator::next),
                reward,
                is_terminated,
                is_truncated,
                is_refused,
                seed,
                turn,
                file,
            };
            slots.push((lane, slot));
        }
        let (course, threads) = (&*self.course, self.threads.pool());
        let one = |(nth, (lane, slot)): (usize, &mut (&mut Lane, Slot<'_>))| {
            work(course, lane, nth, slot)
        };
        let all = || match threads {
            None => slots.iter_mut().enumerate().for_each(one),
            Some(threads) => threads.install(|| slots.par_iter_mut().enumerate().for_each(one)),
        };
        let done = py.detach(|| catch_unwind(AssertUnwindSafe(all)));
        done.map_err(|panic| self.die(&*panic))
    }

    /// Looks at a game. Course must be drawn.
    fn look<T: Send>(
        &mut self,
        py: Python<'_>,
        lane: usize,
        see: impl FnOnce(&mut Lane, &Course) -> T + Send,
    ) -> PyResult<T> {
        self.check_alive()?;
        let (course, count) = (&*self.course, self.lanes.len());
        let lane = self.lanes.get_mut(lane).filter(|_| course.is_drawn);
        let lane = lane.ok_or_else(|| {
            PyValueError::new_err(format!(
                "only drawn games have a screen, and only games 0 to {}",
                count - 1
            ))
        })?;
        let seen = py.detach(|| catch_unwind(AssertUnwindSafe(|| see(lane, course))));
        seen.map_err(|panic| self.die(&*panic))
    }

    fn check_alive(&self) -> PyResult<()> {
        if self.is_dead {
            return Err(EngineError::new_err(
                "a bug has stopped these games before: make a new environment",
            ));
        }
        Ok(())
    }

    fn die(&mut self, panic: &(dyn Any + Send)) -> PyErr {
        self.is_dead = true;
        engine_error(panic)
    }
}

impl Observations {
    fn new(py: Python<'_>, course: &Course, lanes: usize) -> PyResult<Py<Observations>> {
        let space = &course.space;
        let planes = [lanes, space.planes.len(), space.height, space.width];
        let arrays = Observations {
            planes: PyArray::zeros(py, planes, false).unbind(),
            vector: PyArray::zeros(py, [lanes, space.numbers.len()], false).unbind(),
            action_mask: PyArray::zeros(py, [lanes, space.actions], false).unbind(),
            message: PyArray::zeros(py, [lanes, course.message_length()], false).unbind(),
        };
        Py::new(py, arrays)
    }

    fn lend<'py>(&self, py: Python<'py>) -> PyResult<LentObservations<'py>> {
        Ok(LentObservations {
            planes: self.planes.bind(py).try_readwrite()?,
            vector: self.vector.bind(py).try_readwrite()?,
            mask: self.action_mask.bind(py).try_readwrite()?,
            message: self.message.bind(py).try_readwrite()?,
        })
    }
}

/// The arrays of observations while they are written.
struct LentObservations<'py> {
    planes: numpy::PyReadwriteArray4<'py, u8>,
    vector: numpy::PyReadwriteArray2<'py, i32>,
    mask: numpy::PyReadwriteArray2<'py, u8>,
    message: numpy::PyReadwriteArray2<'py, u8>,
}

impl LentObservations<'_> {
    /// Returns the part of each game.
    fn slots(&mut self, lanes: usize) -> PyResult<impl Iterator<Item = ObservationSlot<'_>>> {
        let planes = parts(self.planes.as_slice_mut()?, lanes);
        let vector = parts(self.vector.as_slice_mut()?, lanes);
        let mask = parts(self.mask.as_slice_mut()?, lanes);
        let message = parts(self.message.as_slice_mut()?, lanes);
        let all = planes.zip(vector).zip(mask).zip(message);
        Ok(
            all.map(|(((planes, vector), mask), message)| ObservationSlot {
                planes,
                vector,
                mask,
                message,
            }),
        )
    }
}

/// Returns the part of each game in rows.
fn row_slots<'a>(
    course: &Course,
    rows: &'a mut [i32],
    lanes: usize,
) -> impl Iterator<Item = ObservationSlot<'a>> + use<'a> {
    let (numbers, bytes) = (course.space.numbers.len(), course.bytes());
    parts(rows, lanes).map(move |row| {
        let (vector, rest) = row.split_at_mut(numbers);
        let mut rest: &mut [u8] = bytemuck::cast_slice_mut(rest);
        let [planes, mask, message] = bytes.map(|length| {
            let part = rest.split_off_mut(..length);
            part.expect("a row as long as its parts")
        });
        ObservationSlot {
            planes,
            vector,
            mask,
            message,
        }
    })
}

/// Returns the exception for a pickle whose games come out differently.
fn unlike() -> PyErr {
    PyValueError::new_err("expected games that this version of dungeon_gym has pickled")
}

/// Returns the exception for an empty list.
fn none_of(what: &str) -> PyErr {
    PyValueError::new_err(format!("expected at least one {what}, found none"))
}

/// Divides a slice into parts of equal length, which may be empty.
fn parts<T>(mut rest: &mut [T], count: usize) -> impl Iterator<Item = &mut [T]> {
    let length = rest.len() / count;
    (0..count).map_while(move |_| rest.split_off_mut(..length))
}

/// The words for whom observations are made.
const VISIONS: [(&str, Vision); 2] = [
    ("player", Vision::Player),
    ("everything", Vision::Everything),
];

/// The words for what follows the end of an episode.
const AUTORESETS: [(&str, Autoreset); 3] = [
    ("disabled", Autoreset::Disabled),
    ("next_step", Autoreset::NextStep),
    ("same_step", Autoreset::SameStep),
];

/// Returns the value of a word.
fn named<T: Copy>(argument: &str, words: &[(&str, T)], found: &str) -> PyResult<T> {
    let known = words.iter().find(|(word, _)| *word == found);
    known.map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        not_one_of(argument, &words, found)
    })
}

/// Returns the word of a value.
fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> Option<&'static str> {
    let known = words.iter().find(|(_, known)| known == value);
    known.map(|(word, _)| *word)
}

/// Returns the factor of each part of a reward: only the outcome counts if none is given.
fn weights(given: Option<Vec<(String, f64)>>) -> PyResult<[f64; REWARDS.len()]> {
    let mut weights = [0.0; REWARDS.len()];
    for (name, weight) in given.unwrap_or(vec![(REWARDS[0].to_owned(), 1.0)]) {
        let nth = REWARDS.iter().position(|known| *known == name);
        weights[nth.ok_or_else(|| not_one_of("rewards", &REWARDS, &name))?] = weight;
    }
    Ok(weights)
}

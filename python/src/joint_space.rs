//! The common space of the actions and observations of several dungeons. Actions, planes and numbers with the same name
//! share a place; tiles, items and kinds with the same name share a value in the planes.
use std::collections::HashMap;

use pyo3::PyResult;
use pyo3::exceptions::PyValueError;

use dungeon::players::{Environment, ObservationSpace, ObservedNumber, ObservedPlane};

/// The common space: planes of the largest size, and each name once, in order of its first appearance.
pub struct JointSpace {
    pub height: usize,
    pub width: usize,
    pub planes: Vec<ObservedPlane>,
    pub numbers: Vec<ObservedNumber>,
    /// The number of actions.
    pub actions: usize,
    /// The names of the actions. Empty if there is one dungeon, which names its own: they may be as many as cells.
    pub action_names: Vec<String>,
    /// The planes whose values are numbers of tiles, of items and of kinds.
    pub numbered: [NumberedPlane; 3],
    /// The places of each dungeon's own space.
    pub places: Vec<Places>,
}

/// A plane whose values are numbers of things.
#[derive(Default)]
pub struct NumberedPlane {
    /// The name of each value from 0 on; empty for 0 and for a value that no thing has.
    pub names: Vec<String>,
    /// The place of the plane.
    low: usize,
    /// The place of the plane with the upper bytes, if there is one.
    high: Option<usize>,
}

/// The names of the planes with numbers of tiles, of items and of kinds.
const NUMBERED: [&str; 3] = ["tile", "item", "kind"];

/// Returns the name of the plane with the upper bytes.
fn high_name(name: &str) -> String {
    format!("{name} / 256")
}

/// The places of one dungeon's actions, planes and numbers in the common space.
#[derive(Default)]
pub struct Places {
    /// Whether the dungeon's own space is the common one. The lists may then be empty.
    pub is_whole: bool,
    pub height: usize,
    pub width: usize,
    pub planes: Vec<usize>,
    pub numbers: Vec<usize>,
    /// For each action of the dungeon, its place in the common space.
    pub actions: Vec<usize>,
    /// For each action of the common space, the dungeon's own action; `None` if it has none with this name.
    own_actions: Vec<Option<usize>>,
    /// The common value for each of the dungeon's own values in the planes with numbers of tiles, of items and of kinds;
    /// empty if they are equal.
    values: [Vec<u16>; 3],
}

impl Places {
    /// Returns the dungeon's own action for one of the common space; `None` if it has none with this name.
    pub fn own_action(&self, action: usize) -> Option<usize> {
        if self.is_whole {
            return Some(action);
        }
        self.own_actions.get(action).copied().flatten()
    }
}

impl JointSpace {
    /// Joins the spaces of one game of each dungeon.
    ///
    /// # Errors
    /// Returns `ValueError` if the dungeons have more names of tiles, of items or of kinds than a plane has values.
    pub fn new(games: &[Environment]) -> PyResult<JointSpace> {
        let mut joint = JointSpace {
            height: 0,
            width: 0,
            planes: Vec::new(),
            numbers: Vec::new(),
            actions: 0,
            action_names: Vec::new(),
            numbered: Default::default(),
            places: Vec::new(),
        };
        if let [game] = games {
            let space = game.observation_space();
            joint.places.push(Places {
                is_whole: true,
                ..Places::default()
            });
            return Ok(JointSpace {
                height: space.height(),
                width: space.width(),
                planes: space.planes().to_vec(),
                numbers: space.vector().to_vec(),
                actions: game.action_space().len(),
                numbered: own_names(space).map(|names| NumberedPlane {
                    names: names.to_vec(),
                    ..NumberedPlane::default()
                }),
                ..joint
            });
        }
        let mut known = KnownNames::default();
        games.iter().for_each(|game| joint.add(&mut known, game));
        joint.finish()?;
        Ok(joint)
    }

    /// Adds the space of a game.
    fn add(&mut self, known: &mut KnownNames, game: &Environment) {
        let (space, own) = (game.observation_space(), game.action_space());
        let names: Vec<String> = (0..own.len()).map(|nth| own.name(nth)).collect();
        let mut places = Places {
            height: space.height(),
            width: space.width(),
            planes: join(
                &mut known.planes,
                &mut self.planes,
                space.planes(),
                |plane| &plane.name,
            ),
            numbers: join(
                &mut known.numbers,
                &mut self.numbers,
                space.vector(),
                |number| &number.name,
            ),
            actions: join(&mut known.actions, &mut self.action_names, &names, |name| {
                name
            }),
            ..Places::default()
        };
        self.height = self.height.max(places.height);
        self.width = self.width.max(places.width);
        for (own, place) in space.vector().iter().zip(&places.numbers) {
            let number = &mut self.numbers[*place];
            number.lowest = own.lowest.min(number.lowest);
            number.highest = own.highest.max(number.highest);
        }
        let all = self.numbered.iter_mut().zip(&mut known.things);
        for ((all, known), (own, values)) in
            all.zip(own_names(space).into_iter().zip(&mut places.values))
        {
            // Values without a name share the empty one, so that the first dungeon keeps its own values.
            let joined = join(known, &mut all.names, own, |name| name).into_iter();
            // More values than numbers are refused at the end.
            *values = joined
                .map(|value| u16::try_from(value).unwrap_or(0))
                .collect();
        }
        self.places.push(places);
    }

    /// Completes the space once all dungeons are added.
    fn finish(&mut self) -> PyResult<()> {
        self.actions = self.action_names.len();
        self.number_planes()?;
        for places in &mut self.places {
            let mut own_actions = vec![None; self.actions];
            for (own, place) in places.actions.iter().enumerate() {
                own_actions[*place] = Some(own);
            }
            places.own_actions = own_actions;
            for values in &mut places.values {
                if (0..).zip(&*values).all(|(own, value)| own == *value) {
                    values.clear();
                }
            }
            let is_in_order = |own: &[usize], all: usize| own.iter().copied().eq(0..all);
            places.is_whole = (places.height, places.width) == (self.height, self.width)
                && is_in_order(&places.planes, self.planes.len())
                && is_in_order(&places.numbers, self.numbers.len())
                && is_in_order(&places.actions, self.actions)
                && places.values.iter().all(Vec::is_empty);
        }
        Ok(())
    }

    /// Sets the places and bounds of the planes with common values, and adds planes for upper bytes if they are needed
    /// only for all dungeons together.
    fn number_planes(&mut self) -> PyResult<()> {
        let most = self.numbered.iter().map(|plane| plane.names.len() - 1);
        let is_large = most.max() > Some(u8::MAX.into());
        for (name, plane) in NUMBERED.into_iter().zip(&mut self.numbered) {
            let most = u16::try_from(plane.names.len() - 1).map_err(|_| {
                let most = u16::MAX;
                let text = format!("expected at most {most} different {name}s in all dungeons");
                PyValueError::new_err(text)
            })?;
            let place = |planes: &[ObservedPlane], name: &str| {
                planes.iter().position(|plane| plane.name == name)
            };
            plane.low = place(&self.planes, name).expect("a plane of every dungeon");
            self.planes[plane.low].highest = u8::try_from(most).unwrap_or(u8::MAX);
            if is_large {
                let name = high_name(name);
                let high = place(&self.planes, &name).unwrap_or_else(|| {
                    let mut plane = self.planes[plane.low].clone();
                    plane.name = name;
                    self.planes.push(plane);
                    self.planes.len() - 1
                });
                self.planes[high].highest = most.to_be_bytes()[0];
                plane.high = Some(high);
            }
        }
        Ok(())
    }

    /// Replaces a dungeon's own values in planes of the common space by the common ones.
    pub fn translate(&self, places: &Places, planes: &mut [u8]) {
        let area = self.width * self.height;
        for (plane, values) in self.numbered.iter().zip(&places.values) {
            if values.is_empty() {
                continue;
            }
            let value = |own: usize| values.get(own).copied().unwrap_or(0).to_be_bytes();
            for low in plane.low * area..(plane.low + 1) * area {
                let high = plane.high.map(|high| (high - plane.low) * area + low);
                let upper = high.map_or(0, |high| planes[high]);
                let [upper, lower] = value(u16::from_be_bytes([upper, planes[low]]).into());
                planes[low] = lower;
                if let Some(high) = high {
                    planes[high] = upper;
                }
            }
        }
    }
}

/// Returns the names of a dungeon's own values in the planes with numbers of tiles, of items and of kinds.
fn own_names(space: &ObservationSpace) -> [&[String]; 3] {
    [space.tile_names(), space.item_names(), space.kind_names()]
}

/// The place of a name, and of a name that a dungeon has several times: those of each time, counted from 0.
type KnownPlaces = HashMap<(String, usize), usize>;

/// The places of all names so far.
#[derive(Default)]
struct KnownNames {
    planes: KnownPlaces,
    numbers: KnownPlaces,
    actions: KnownPlaces,
    things: [KnownPlaces; 3],
}

/// Adds what is new by name, and returns the place of each.
fn join<T: Clone>(
    known: &mut KnownPlaces,
    all: &mut Vec<T>,
    own: &[T],
    name: impl Fn(&T) -> &String,
) -> Vec<usize> {
    let mut times = HashMap::new();
    let places = own.iter().map(|one| {
        let time = times.entry(name(one)).and_modify(|n| *n += 1).or_insert(0);
        *known.entry((name(one).clone(), *time)).or_insert_with(|| {
            all.push(one.clone());
            all.len() - 1
        })
    });
    places.collect()
}

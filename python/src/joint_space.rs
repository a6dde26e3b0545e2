//! The common space of the actions and observations of several dungeons. Actions, planes and numbers with the same name
//! share a place.
use std::collections::HashMap;

use dungeon::players::{Environment, ObservedNumber, ObservedPlane};

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
    /// The places of each dungeon's own space.
    pub places: Vec<Places>,
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
    pub fn new(games: &[Environment]) -> JointSpace {
        let mut joint = JointSpace {
            height: 0,
            width: 0,
            planes: Vec::new(),
            numbers: Vec::new(),
            actions: 0,
            action_names: Vec::new(),
            places: Vec::new(),
        };
        if let [game] = games {
            let space = game.observation_space();
            joint.places.push(Places {
                is_whole: true,
                ..Places::default()
            });
            return JointSpace {
                height: space.height(),
                width: space.width(),
                planes: space.planes().to_vec(),
                numbers: space.vector().to_vec(),
                actions: game.action_space().len(),
                ..joint
            };
        }
        let mut known = Default::default();
        games.iter().for_each(|game| joint.add(&mut known, game));
        joint.finish();
        joint
    }

    /// Adds the space of a game.
    fn add(&mut self, known: &mut KnownNames, game: &Environment) {
        let (space, own) = (game.observation_space(), game.action_space());
        let names: Vec<String> = (0..own.len()).map(|nth| own.name(nth)).collect();
        let places = Places {
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
        for (own, place) in space.planes().iter().zip(&places.planes) {
            let highest = &mut self.planes[*place].highest;
            *highest = own.highest.max(*highest);
        }
        for (own, place) in space.vector().iter().zip(&places.numbers) {
            let number = &mut self.numbers[*place];
            number.lowest = own.lowest.min(number.lowest);
            number.highest = own.highest.max(number.highest);
        }
        self.places.push(places);
    }

    /// Completes the places once all dungeons are added.
    fn finish(&mut self) {
        self.actions = self.action_names.len();
        for places in &mut self.places {
            let mut own_actions = vec![None; self.actions];
            for (own, place) in places.actions.iter().enumerate() {
                own_actions[*place] = Some(own);
            }
            places.own_actions = own_actions;
            let is_in_order = |own: &[usize], all: usize| own.iter().copied().eq(0..all);
            places.is_whole = (places.height, places.width) == (self.height, self.width)
                && is_in_order(&places.planes, self.planes.len())
                && is_in_order(&places.numbers, self.numbers.len())
                && is_in_order(&places.actions, self.actions);
        }
    }
}

/// The places of all names so far.
#[derive(Default)]
struct KnownNames {
    planes: HashMap<String, usize>,
    numbers: HashMap<String, usize>,
    actions: HashMap<String, usize>,
}

/// Adds what is new by name, and returns the place of each.
fn join<T: Clone>(
    known: &mut HashMap<String, usize>,
    all: &mut Vec<T>,
    own: &[T],
    name: impl Fn(&T) -> &String,
) -> Vec<usize> {
    let place = |one: &T| {
        *known.entry(name(one).clone()).or_insert_with(|| {
            all.push(one.clone());
            all.len() - 1
        })
    };
    own.iter().map(place).collect()
}

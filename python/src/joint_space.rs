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
    pub actions: Vec<String>,
    /// The places of each dungeon's own space.
    pub places: Vec<Places>,
}

/// The places of one dungeon's actions, planes and numbers in the common space.
pub struct Places {
    /// Whether the dungeon's own space is the common one.
    pub is_whole: bool,
    pub height: usize,
    pub width: usize,
    pub planes: Vec<usize>,
    pub numbers: Vec<usize>,
    /// For each action of the dungeon, its place in the common space.
    pub actions: Vec<usize>,
    /// For each action of the common space, the dungeon's own action; `None` if it has none with this name.
    pub own_actions: Vec<Option<usize>>,
}

impl JointSpace {
    /// Joins the spaces of one game of each dungeon.
    pub fn new(games: &[Environment]) -> JointSpace {
        let mut joint = JointSpace {
            height: 0,
            width: 0,
            planes: Vec::new(),
            numbers: Vec::new(),
            actions: Vec::new(),
            places: Vec::new(),
        };
        let (mut planes, mut numbers, mut actions) = Default::default();
        for game in games {
            let (space, own) = (game.observation_space(), game.action_space());
            joint.height = joint.height.max(space.height());
            joint.width = joint.width.max(space.width());
            let names: Vec<String> = (0..own.len()).map(|nth| own.name(nth)).collect();
            let places = Places {
                is_whole: false,
                height: space.height(),
                width: space.width(),
                planes: join(&mut planes, &mut joint.planes, space.planes(), |plane| {
                    &plane.name
                }),
                numbers: join(&mut numbers, &mut joint.numbers, space.vector(), |number| {
                    &number.name
                }),
                actions: join(&mut actions, &mut joint.actions, &names, |name| name),
                own_actions: Vec::new(),
            };
            for (own, place) in space.planes().iter().zip(&places.planes) {
                let highest = &mut joint.planes[*place].highest;
                *highest = own.highest.max(*highest);
            }
            for (own, place) in space.vector().iter().zip(&places.numbers) {
                let number = &mut joint.numbers[*place];
                number.lowest = own.lowest.min(number.lowest);
                number.highest = own.highest.max(number.highest);
            }
            joint.places.push(places);
        }
        joint.finish();
        joint
    }

    fn finish(&mut self) {
        for places in &mut self.places {
            let mut own_actions = vec![None; self.actions.len()];
            for (own, place) in places.actions.iter().enumerate() {
                own_actions[*place] = Some(own);
            }
            places.own_actions = own_actions;
            let is_in_order = |own: &[usize], all: usize| own.iter().copied().eq(0..all);
            places.is_whole = (places.height, places.width) == (self.height, self.width)
                && is_in_order(&places.planes, self.planes.len())
                && is_in_order(&places.numbers, self.numbers.len())
                && is_in_order(&places.actions, self.actions.len());
        }
    }
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

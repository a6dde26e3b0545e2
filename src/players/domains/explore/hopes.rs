//! Whether a game of explore that came of another can still be won, as far as the ground of that other one tells.
//!
//! The ground of the game that a search began with stands for that of all later ones: what was opened, worked once or
//! was dropped since then only makes less possible than is in it.
use std::collections::HashMap;

use super::ground::{GroundGraph, Part};
use super::relaxation::GroundReach;
use crate::dungeon::LockId;
use crate::engine::world::World;

/// What can still be come to from each part of the ground.
#[derive(Debug)]
pub struct Hopes {
    graph: GroundGraph,
    /// By the hero's part and the locks that he opens: the things that are out of his reach.
    lacking: HashMap<(Part, Vec<LockId>), Vec<u32>>,
}

impl Hopes {
    /// The hopes of all games that come of this world.
    pub fn new(world: &World) -> Hopes {
        Hopes {
            graph: GroundGraph::new(world, world.dungeon().settings.game),
            lacking: HashMap::new(),
        }
    }

    /// Whether a thing that is needed lies where the hero cannot come any more.
    pub fn is_lost(&mut self, world: &World) -> bool {
        let hero = world.body(world.commanded());
        let Some(part) = self.graph.part(hero.level, hero.at) else {
            return false;
        };
        let mut held: Vec<LockId> = world
            .held()
            .iter()
            .filter_map(|item| world.item(*item).opens)
            .collect();
        held.sort_unstable();
        held.dedup();
        let graph = &mut self.graph;
        let lacking = self
            .lacking
            .entry((part, held))
            .or_insert_with_key(|(part, held)| {
                graph.start = Some(*part);
                graph.held.clone_from(held);
                let Some(reach) = GroundReach::new(graph) else {
                    return Vec::new();
                };
                let things = (0..).zip(&graph.things).zip(&reach.is_had);
                let lacking = things.filter(|((_, thing), is_had)| thing.is_needed && !**is_had);
                lacking.map(|((number, _), _)| number).collect()
            });
        lacking.iter().any(|thing| {
            let thing = &self.graph.things[*thing as usize];
            world.item(world.item_at(thing.level, thing.at)).collectable
        })
    }
}

//! Names of bodies, items, terrain and levels within a sentence.
use std::fmt;
use std::iter::successors;

use super::acting::effects;
use super::game_terms::game_terms;
use super::perception::Perception;
use dungeon_engine::action::ActorId;
use dungeon_engine::world::World;
use dungeon_model::dungeon::grammar::nouns::{
    in_sentence, is_proper, third_person, with_article, with_indefinite_article,
};
use dungeon_model::dungeon::{Dungeon, Feature, Fence, Footing, Guise, LevelId, TileId, Trap};
use dungeon_model::space::geometry::Point;

/// Returns the name of a cell's terrain, without an article. An impassable cell of the rim is an "outer wall", even if
/// the map shows other terrain there (E-1).
///
/// # Panics
///
/// If the world has no such level.
pub fn terrain(world: &World, level: LevelId, at: Point) -> &str {
    terrain_as(world, level, at, world.cell(level, at).tile)
}

/// Returns the name that `terrain` would give if the cell had this tile, for example a remembered one.
///
/// # Panics
///
/// If the world has no such level or tile.
pub fn terrain_as(world: &World, level: LevelId, at: Point, tile: TileId) -> &str {
    let is_inside = world.size(level).contains_inside_rim(at);
    let tile = world.dungeon().tile(tile);
    match (is_inside, tile.footing) {
        (false, Footing::Nobody) => "outer wall",
        _ => &tile.name,
    }
}

/// Returns the name of a cell's terrain, with the strength of a fence: "fence, strength 2 of 5".
///
/// # Panics
///
/// If the world has no such level or tile.
pub fn terrain_with_strength(world: &World, level: LevelId, at: Point, tile: TileId) -> String {
    let name = terrain_as(world, level, at, tile);
    match fence_strength(world.dungeon(), tile) {
        Some((strength, most)) => format!("{name}, strength {strength} of {most}"),
        None => name.to_owned(),
    }
}

/// Returns the name of a cell's terrain with its special properties, such as "fence, strength 3 of 5" or thorns, as a
/// phrase for use in a sentence.
///
/// # Panics
///
/// If the world has no such level or tile.
pub fn terrain_in_full(world: &World, level: LevelId, at: Point, tile: TileId) -> String {
    let fence = terrain_with_strength(world, level, at, tile);
    match world.dungeon().tile(tile).feature {
        Feature::Fence(Fence { thorns: 1.., .. }) => {
            format!("{fence}, which hurts its attackers")
        }
        Feature::Acting(acting) => {
            let name = terrain_as(world, level, at, tile);
            format!("{fence}, {}", effects(name, acting))
        }
        Feature::Boulder(boulder) if world.dungeon().tile(tile).is_target => {
            let target = &world.dungeon().tile(boulder.leaves).name;
            format!("{fence} on {}", with_article(target))
        }
        _ => fence,
    }
}

/// Returns a fence's strength and its maximum strength, both at least 1. The strength is the number of attacks that the
/// fence withstands. `None` for tiles that are not fences.
pub fn fence_strength(dungeon: &Dungeon, tile: TileId) -> Option<(usize, usize)> {
    let fence = |tile: TileId| match dungeon.tile(tile).feature {
        Feature::Fence(fence) => Some(fence),
        _ => None,
    };
    fence(tile)?;
    let weaker = |tile: &TileId| fence(*tile).map(|fence| fence.torn);
    let torn = successors(Some(tile), weaker).take_while(|tile| fence(*tile).is_some());
    let raised = successors(fence(tile)?.raised, |tile| fence(*tile)?.raised);
    let strength = torn.count();
    Some((strength, strength + raised.count()))
}

/// Returns a level's name for use in a sentence, such as "Lower halls", or "the nave" for a level named "The nave". A
/// level without a name is "level 2", or "board 2" in games with their own word for a level.
pub fn level_name(world: &World, level: LevelId) -> String {
    let named = world.dungeon().levels.get(usize::from(level.0));
    match named.map(|level| level.name.as_str()) {
        None | Some("") => {
            let sort = game_terms(world).level;
            format!("{sort} {}", u32::from(level.0) + 1)
        }
        Some(name) => in_sentence(name),
    }
}

/// Returns the name of a trap that was found. Until then, the tile of a hidden trap has the name of the floor.
pub fn trap(world: &World, tile: TileId) -> &str {
    let dungeon = world.dungeon();
    let seen = match dungeon.tile(tile).feature {
        Feature::Trap(Trap {
            guise: Guise::Hidden(found),
            ..
        }) => found,
        _ => tile,
    };
    &dungeon.tile(seen).name
}

/// The name of every body out of view.
const UNSEEN: &str = "something";

/// The name of a body within a sentence, in parts: "the ghost", "another ghost", "Andy", "you".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyName {
    /// "the" or "another"; empty before a proper name.
    determiner: &'static str,
    noun: String,
}

impl BodyName {
    fn new(determiner: &'static str, noun: &str) -> BodyName {
        BodyName {
            determiner,
            noun: noun.to_owned(),
        }
    }

    fn of(noun: &str) -> BodyName {
        if is_proper(noun) {
            BodyName::new("", &in_sentence(noun))
        } else {
            BodyName::new("the", noun)
        }
    }

    /// Returns the noun that all bodies with this name share; `None` for a proper name.
    pub fn common(&self) -> Option<&str> {
        (!self.determiner.is_empty()).then_some(&self.noun)
    }

    /// Returns the name for a second body with this name; `None` for a proper name, and if this name already says
    /// "another".
    pub fn another(&self) -> Option<BodyName> {
        (self.determiner == "the").then(|| BodyName::new("another", &self.noun))
    }
}

impl fmt::Display for BodyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.common() {
            Some(noun) => write!(f, "{} {noun}", self.determiner),
            None => f.write_str(&self.noun),
        }
    }
}

/// Returns the name of a body: "you", "the ghost", "Andy", "something".
pub fn body_name(world: Perception<'_>, who: ActorId) -> BodyName {
    match world.sees(who) {
        true if world.is_you(who) => BodyName::new("", "you"),
        true => BodyName::of(&world.kind(who).name),
        false => BodyName::new("", UNSEEN),
    }
}

/// Returns the name of a body as text: "you", "the ghost", "Andy", "something".
pub fn name(world: Perception<'_>, who: ActorId) -> String {
    let BodyName { determiner, noun } = body_name(world, who);
    if determiner.is_empty() {
        noun
    } else {
        [determiner, " ", &noun].concat()
    }
}

/// Returns the name of a body that touched `other`, or was touched by it. The player knows the names of such bodies,
/// even if the place is now out of view.
pub fn name_of_met(world: Perception<'_>, who: ActorId, other: ActorId) -> BodyName {
    if world.is_ours(other) {
        BodyName::of(&world.kind(who).name)
    } else {
        body_name(world, who)
    }
}

/// Returns "a ghost", "Andy", "something".
pub fn one_like(world: Perception<'_>, who: ActorId) -> String {
    if world.sees(who) {
        with_indefinite_article(&world.kind(who).name)
    } else {
        UNSEEN.to_owned()
    }
}

/// Returns "your", "the ghost's".
pub fn possessive(world: Perception<'_>, who: ActorId) -> String {
    if world.is_you(who) {
        "your".to_owned()
    } else {
        name(world, who) + "'s"
    }
}

/// Returns a body with its verb: "you hit", "the ghost hits", "Andy misses".
pub fn doing(world: Perception<'_>, who: ActorId, verb: &str) -> String {
    if world.is_you(who) {
        ["you ", verb].concat()
    } else {
        [name(world, who).as_str(), " ", &third_person(verb)].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_common_noun_has_another() {
        let another = |noun: &str| BodyName::of(noun).another().map(|name| name.to_string());
        assert_eq!(another("ghost").as_deref(), Some("another ghost"));
        for proper in ["the Beast", "Andy", "a shade"] {
            assert_eq!(another(proper), None);
            assert_eq!(BodyName::of(proper).to_string(), proper);
        }
    }
}

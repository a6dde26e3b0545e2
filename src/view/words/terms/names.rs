//! What bodies, things, terrain and levels are called in the middle of a sentence.
use std::iter::successors;

use super::game_terms::game_terms;
use super::witnessed::Witnessed;
use crate::dungeon::{Dungeon, Feature, Fence, Footing, Guise, LevelId, TileId, Trap};
use crate::engine::action::ActorId;
use crate::engine::world::World;
use crate::space::geometry::Point;

/// What the terrain of a cell is called; a rim that nobody enters is a wall, whatever is drawn there (E-1).
pub fn terrain(world: &World, level: LevelId, at: Point) -> &str {
    terrain_as(world, level, at, world.cell(level, at).tile)
}

/// The same of a cell that has, or had, this tile.
pub fn terrain_as(world: &World, level: LevelId, at: Point, tile: TileId) -> &str {
    let is_inside = world.size(level).contains_inside_rim(at);
    let tile = world.dungeon().tile(tile);
    match (is_inside, tile.footing) {
        (false, Footing::Nobody) => "outer wall",
        _ => &tile.name,
    }
}

/// The same with how strong it is, if it is a fence: "fence, strength 2 of 5".
pub fn terrain_with_strength(world: &World, level: LevelId, at: Point, tile: TileId) -> String {
    let name = terrain_as(world, level, at, tile);
    match fence_strength(world.dungeon(), tile) {
        Some((strength, most)) => format!("{name}, strength {strength} of {most}"),
        None => name.to_owned(),
    }
}

/// The same with all that is to be known of it: "fence, strength 3 of 5, which hurts whoever tears at it".
pub fn terrain_in_full(world: &World, level: LevelId, at: Point, tile: TileId) -> String {
    let fence = terrain_with_strength(world, level, at, tile);
    match world.dungeon().tile(tile).feature {
        Feature::Fence(Fence { thorns: 1.., .. }) => {
            format!("{fence}, which hurts whoever tears at it")
        }
        _ => fence,
    }
}

/// How often a fence can be torn at until nothing of it is left, and how often one that is raised to the full; none
/// of what is no fence.
pub(crate) fn fence_strength(dungeon: &Dungeon, tile: TileId) -> Option<(usize, usize)> {
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

/// What a level is called: "Lower halls", "the nave" though its name is "The nave", or "level 2" if it has none, which
/// has the game's own word for a level: "board 2".
pub fn level_name(world: &World, level: LevelId) -> String {
    let named = world.dungeon().levels.get(usize::from(level.0));
    match named.map(|level| level.name.as_str()) {
        None | Some("") => {
            let sort = game_terms(world).level;
            format!("{sort} {}", u32::from(level.0) + 1)
        }
        Some(name) => match name.strip_prefix("The ") {
            Some(rest) => format!("the {rest}"),
            None => name.to_owned(),
        },
    }
}

/// What a trap is called once it is seen: hidden, it has the floor's name.
pub(crate) fn trap(world: &World, tile: TileId) -> &str {
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

/// Whoever is not seen.
const UNSEEN: &str = "something";

/// "you", "the ghost", "Andy", "something": in the middle of a sentence.
pub(crate) fn name(world: Witnessed<'_>, who: ActorId) -> String {
    match world.sees(who) {
        true if world.is_you(who) => "you".to_owned(),
        true => with_article(&world.kind(who).name),
        false => UNSEEN.to_owned(),
    }
}

/// The same of somebody who touched another body, or was touched by it: whom one meets one knows, even if one is
/// elsewhere by now and nobody sees the place.
pub(crate) fn name_of_met(world: Witnessed<'_>, who: ActorId, other: ActorId) -> String {
    match world.is_ours(other) {
        true => with_article(&world.kind(who).name),
        false => name(world, who),
    }
}

/// "a ghost", "Andy", "something".
pub(crate) fn one_like(world: Witnessed<'_>, who: ActorId) -> String {
    match world.sees(who) {
        true => with_indefinite_article(&world.kind(who).name),
        false => UNSEEN.to_owned(),
    }
}

/// "your", "the ghost's".
pub(crate) fn possessive(world: Witnessed<'_>, who: ActorId) -> String {
    match world.is_you(who) {
        true => "your".to_owned(),
        false => format!("{}'s", name(world, who)),
    }
}

/// "you hit", "the ghost hits", "Andy misses": for verbs that only add an s, or es behind an s.
pub(crate) fn doing(world: Witnessed<'_>, who: ActorId, verb: &str) -> String {
    let s = match verb.ends_with('s') {
        _ if world.is_you(who) => "",
        true => "es",
        false => "s",
    };
    format!("{} {verb}{s}", name(world, who))
}

/// "the ghost", but "Andy" and "the Beast": a name with a capital, or its own article, is somebody's own.
pub fn with_article(name: &str) -> String {
    match is_own(name) {
        true => name.to_owned(),
        false => format!("the {name}"),
    }
}

pub(crate) fn is_own(name: &str) -> bool {
    name.starts_with("the ") || name.chars().next().is_some_and(char::is_uppercase)
}

/// "a ghost", "an archer", "Andy", "the Beast".
pub fn with_indefinite_article(name: &str) -> String {
    match name.chars().next() {
        _ if is_own(name) => name.to_owned(),
        Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

/// The text with its first letter large.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// "a cow", "3 cows", "no cows".
pub fn counted(count: i64, name: &str) -> String {
    match count {
        0 => format!("no {}", plural(name)),
        1 => with_indefinite_article(name),
        n => format!("{n} {}", plural(name)),
    }
}

/// "a cow, 2 fences and Igor": those of one name together, in the order of their names.
pub fn roll(names: &[&str]) -> String {
    grouped(names, |count, name| counted(count as i64, name))
}

/// Those of one name together, in the order of their names, each said as `say` says a number of them.
pub fn grouped(names: &[&str], say: fn(usize, &str) -> String) -> String {
    let mut names = names.to_vec();
    names.sort_unstable();
    let same = names.chunk_by(|a, b| a == b);
    let things: Vec<String> = same.map(|same| say(same.len(), same[0])).collect();
    match things.as_slice() {
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => String::new(),
    }
}

/// What several of a name are called. English has more exceptions than these; authors' monsters seldom do.
pub(crate) fn plural(name: &str) -> String {
    let ends = |endings: &[&str]| endings.iter().any(|end| name.ends_with(end));
    let stem = |cut: usize| name.get(..name.len() - cut).unwrap_or(name);
    if let Some((head, of)) = name.split_once(" of ") {
        format!("{} of {of}", plural(head))
    } else if name == "sheep" {
        name.to_owned()
    } else if ends(&["s", "x", "z", "ch", "sh"]) {
        format!("{name}es")
    } else if ends(&["y"]) && !ends(&["ay", "ey", "oy", "uy"]) {
        format!("{}ies", stem(1))
    } else if ends(&["lf", "eaf", "oaf", "thief"]) {
        format!("{}ves", stem(1))
    } else if ends(&["woman", "sman"]) {
        format!("{}men", stem(3))
    } else {
        format!("{name}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_of_a_name() {
        let table = [
            ("wolf", "wolves"),
            ("loaf of bread", "loaves of bread"),
            ("sheep", "sheep"),
            ("fox", "foxes"),
            ("key", "keys"),
            ("swordsman", "swordsmen"),
        ];
        for (name, many) in table {
            assert_eq!(plural(name), many);
        }
    }
}

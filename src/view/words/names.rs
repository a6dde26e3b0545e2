//! What bodies, things, terrain and levels are called in the middle of a sentence.
use super::witnessed::Witnessed;
use crate::dungeon::{Feature, Guise, LevelId, Stat, TileId, Trap};
use crate::engine::action::ActorId;
use crate::engine::world::World;
use crate::space::geometry::Point;

/// What the terrain of a cell is called; the rim of a level is a wall, whatever is drawn there (E-1).
pub fn terrain(world: &World, level: LevelId, at: Point) -> &str {
    terrain_as(world, level, at, world.cell(level, at).tile)
}

/// The same of a cell that has, or had, this tile.
pub fn terrain_as(world: &World, level: LevelId, at: Point, tile: TileId) -> &str {
    match world.size(level).contains_inside_rim(at) {
        true => &world.dungeon().tile(tile).name,
        false => "outer wall",
    }
}

/// What a level is called: "Lower halls", "the nave" though its name is "The nave", or "level 2" if it has none.
pub fn level_name(world: &World, level: LevelId) -> String {
    let named = world.dungeon().levels.get(usize::from(level.0));
    match named.map(|level| level.name.as_str()) {
        None | Some("") => format!("level {}", u32::from(level.0) + 1),
        Some(name) => match name.strip_prefix("The ") {
            Some(rest) => format!("the {rest}"),
            None => name.to_owned(),
        },
    }
}

/// What a trap is called once it is seen: hidden, it has the floor's name.
pub(super) fn trap(world: &World, tile: TileId) -> &str {
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
pub(super) fn name(world: Witnessed<'_>, who: ActorId) -> String {
    match world.sees(who) {
        true if world.is_you(who) => "you".to_owned(),
        true => with_article(&world.kind(who).name),
        false => UNSEEN.to_owned(),
    }
}

/// "a ghost", "Andy", "something".
pub(super) fn one_like(world: Witnessed<'_>, who: ActorId) -> String {
    match world.sees(who) {
        true => with_indefinite_article(&world.kind(who).name),
        false => UNSEEN.to_owned(),
    }
}

/// "your", "the ghost's".
pub(super) fn possessive(world: Witnessed<'_>, who: ActorId) -> String {
    match world.is_you(who) {
        true => "your".to_owned(),
        false => format!("{}'s", name(world, who)),
    }
}

/// "you hit", "the ghost hits": for verbs that only add an s.
pub(super) fn doing(world: Witnessed<'_>, who: ActorId, verb: &str) -> String {
    let s = if world.is_you(who) { "" } else { "s" };
    format!("{} {verb}{s}", name(world, who))
}

/// "the ghost", but "Andy": a name with a capital is somebody's own.
pub fn with_article(name: &str) -> String {
    match name.chars().next() {
        Some(first) if first.is_uppercase() => name.to_owned(),
        _ => format!("the {name}"),
    }
}

/// "a ghost", "an archer", "Andy".
pub fn with_indefinite_article(name: &str) -> String {
    match name.chars().next() {
        Some(first) if first.is_uppercase() => name.to_owned(),
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

/// A stat's name in the middle of a sentence.
pub fn word(stat: Stat) -> &'static str {
    match stat {
        Stat::Health => "health",
        Stat::Strength => "strength",
        Stat::Manna => "manna",
        Stat::Wealth => "wealth",
    }
}

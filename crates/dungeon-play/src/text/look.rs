//! Looking at a cell: the body, the item and the terrain on it in words, as far as the player knows them.

use crate::input::keymap::{Command, Keymap};
use crate::knowledge::known_map::{KnownMap, NOTICED};
use crate::view::scene::Visibility;
use crate::view::words::{
    AbilityDetail, abilities, bolt, capitalised, commands_people, danger, gains, game_terms,
    terrain, terrain_in_full, uses, vigour, with_article, with_indefinite_article,
};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::threat::Threat;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Feature, ItemId, Keeping, Side};
use dungeon_model::space::geometry::{Direction, Point};

/// The sentence about a cell that the player has never seen, without its full stop.
pub const UNSEEN: &str = "You have not seen that place";

/// The sentence about the keys of the look cursor, shown until it is moved.
pub const HINT: &str = "Move to look elsewhere, Tab: next in sight; Esc: back.";

/// Describes a cell of the current level in one sentence, as far as the player knows it, its column and row counted
/// from 1 first: "3,2: A ghost, health 6; floor."
pub fn describe(world: &World, p: Point, visibility: Visibility) -> String {
    match visibility {
        Visibility::Seen => format!("{p}: {}", describe_things(world, p)),
        Visibility::Remembered(tile) => {
            let terrain = terrain_in_full(world, world.here(), p, tile);
            format!("{p}: {}, as you remember it.", capitalised(&terrain))
        }
        Visibility::Unseen => format!("{p}: {UNSEEN}."),
    }
}

/// Describes what the monster on a cell of the current level can do next to the commanded body, in full and in short;
/// `None` where the player sees no monster. What the player does not see is taken to favour the monster.
pub fn describe_danger(known_map: KnownMap<'_>, p: Point) -> Option<[String; 2]> {
    let (game, world) = (known_map.game, known_map.world());
    let is_theirs = |who: &ActorId| world.body(*who).side == Side::Theirs;
    let who = known_map.body(p).filter(is_theirs)?;
    if game.outcome().is_some() {
        return None;
    }
    let ends = (who, world.commanded());
    let threat = Threat::new(game.rules(), world, ends, |p| !known_map.sees(p));
    Some(danger(world, who, (game.prey_of(who), threat)))
}

/// Describes what the hero's bolt would do to the monster on a cell of the current level, or that none reaches it though it
/// stands in line; `None` where the player sees no monster, or stands in no line with it ([E-13]).
///
/// [E-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-13
pub fn describe_bolt(known_map: KnownMap<'_>, keymap: &Keymap, p: Point) -> Option<String> {
    let world = known_map.world();
    let Some((action, flight)) = bolt_to(known_map, keymap, p) else {
        return unreached(known_map, keymap, p);
    };
    let whom = known_map.body(p)?;
    let (_, harm) = flight.into_iter().find(|(over, _)| *over == p)?;
    let key = keymap.key_for(Command::Act(action));
    let price = known_map.game.rules().face().price_in_life(world, action);
    Some(bolt(world, whom, (&key, harm, price)))
}

/// Describes that no bolt reaches the monster on a cell, and the rule by which: it is too far, or a wall is before it or
/// round it. `None` where no bolt can be cast, and of who is in no line or far away, whom none would be expected to reach.
fn unreached(known_map: KnownMap<'_>, keymap: &Keymap, p: Point) -> Option<String> {
    let hero = known_map.hero();
    let (dx, dy) = ((p.x - hero.x).abs(), (p.y - hero.y).abs());
    let is_in_line = p.chebyshev(hero) <= NOTICED && (dx == 0 || dy == 0 || dx == dy);
    let is_theirs = |who: &ActorId| known_map.world().body(*who).side == Side::Theirs;
    known_map.body(p).filter(is_theirs)?;
    let way = hero.toward(p)?;
    let is_its_way = |action: Action| matches!(action, Action::DoToward(_, to) if to == way);
    let bolts: Vec<_> = bolts(known_map, keymap).collect();
    let has_key = bolts.iter().any(|(action, _)| is_its_way(*action));
    let casts = bolts.iter().any(|(_, flight)| !flight.is_empty());
    let rule = game_terms(known_map.world()).bolt;
    (is_in_line && has_key && casts).then(|| format!("No bolt reaches it. {rule}"))
}

/// Returns the cells of the current level over which a bolt at the monster on a cell would fly, as far as the player sees
/// them; empty where there is no monster to hit.
pub fn bolt_trail(known_map: KnownMap<'_>, keymap: &Keymap, p: Point) -> Vec<Point> {
    let flight = bolt_to(known_map, keymap, p).map_or_else(Vec::new, |(_, flight)| flight);
    let cells = flight.into_iter().map(|(over, _)| over);
    cells.filter(|over| known_map.sees(*over)).collect()
}

/// Finds the action that has a key and lets a bolt fly over the monster that the player sees on a cell, with the flight.
fn bolt_to(
    known_map: KnownMap<'_>,
    keymap: &Keymap,
    p: Point,
) -> Option<(Action, Vec<(Point, i32)>)> {
    let is_theirs = |who: &ActorId| known_map.world().body(*who).side == Side::Theirs;
    known_map.body(p).filter(is_theirs)?;
    let mut flights = bolts(known_map, keymap);
    flights.find(|(_, flight)| flight.iter().any(|(over, _)| *over == p))
}

/// Iterates over the actions that have a key and are allowed now, each with the flight of its bolt; most have none.
fn bolts<'a>(
    known_map: KnownMap<'a>,
    keymap: &'a Keymap,
) -> impl Iterator<Item = (Action, Vec<(Point, i32)>)> + 'a {
    let (game, world) = (known_map.game, known_map.world());
    let actions = game.rules().face().bindings().iter();
    let allowed = actions
        .map(|binding| binding.action)
        .filter(|action| keymap.first_key(Command::Act(*action)).is_some())
        .filter(move |action| game.check(*action).is_ok());
    allowed.map(move |action| (action, game.rules().face().flight(world, action)))
}

/// Describes all that is on a cell of the current level in one sentence: "A ghost, health 6; floor."
pub fn describe_things(world: &World, p: Point) -> String {
    let things = things_in(world, p, AbilityDetail::Full).join("; ");
    format!("{}.", capitalised(&things))
}

/// Returns the things on a cell of the current level from top to bottom, at least one, each with what is to be known of
/// it: "a ghost, health 8", "floor".
pub fn things(world: &World, p: Point) -> Vec<String> {
    things_in(world, p, AbilityDetail::Brief)
}

fn things_in(world: &World, p: Point, detail: AbilityDetail) -> Vec<String> {
    let here = world.here();
    // A body stands on ground, and "in" a wall or other tile that is none; only ground is a thing of its own.
    let feature = world.tile(here, p).feature;
    let is_waded = matches!(feature, Feature::Fence(_) | Feature::Pool(_));
    let is_ground = is_waded || world.is_valid(here, p);
    let mut parts = Vec::new();
    if let Some(who) = world.body_at(here, p) {
        let place = if is_ground {
            String::new()
        } else {
            format!(" in {}", with_article(terrain(world, here, p)))
        };
        let mut words = vec![format!("{}{place}", body_name(world, who))];
        words.extend(vigour(world, who));
        words.extend(abilities(world, who, detail));
        words.extend(world.kind(who).is_wanted.then(|| "to be killed".to_owned()));
        parts.push(words.join(", "));
    }
    if world.item_at(here, p) != ItemId::NONE {
        let id = world.item_at(here, p);
        let item = world.item(id);
        let mut words = vec![item.name.clone()];
        let is_told = commands_people(world) || world.dungeon().variant_of(id).is_some();
        match item.keeping {
            Keeping::No if is_told => words.extend(gains(world, item)),
            Keeping::No => {}
            Keeping::ToUse => words.push(kept("used", uses(world, item))),
            Keeping::ToWear { .. } => words.push(kept("worn", uses(world, item))),
        }
        parts.push(words.join(", "));
    }
    if parts.is_empty() || is_ground {
        parts.push(terrain_in_full(world, here, p, world.cell(here, p).tile));
    }
    parts
}

/// Describes what a thing does that is kept: "+10 health when used", "to be used".
fn kept(how: &str, uses: Vec<String>) -> String {
    if uses.is_empty() {
        format!("to be {how}")
    } else {
        format!("{} when {how}", uses.join(", "))
    }
}

/// Returns the uppermost thing of a cell in fewer and fewer words: "green ghost, health 6, explodes for 10", "green
/// ghost, health 6", "green ghost".
pub fn describe_briefly(world: &World, p: Point) -> [String; 3] {
    let Some(who) = world.body_at(world.here(), p) else {
        let thing = things(world, p).swap_remove(0);
        return [(); 3].map(|()| thing.clone());
    };
    let kind = world.kind(who);
    let name = kind.name.clone();
    let vital = match vigour(world, who) {
        Some(vigour) => format!("{name}, {vigour}"),
        None => name.clone(),
    };
    let gist = match kind.bursts {
        1.. => format!("{vital}, explodes for {}", kind.bursts),
        _ => vital.clone(),
    };
    [gist, vital, name]
}

/// Returns the name of a body: "you", "a ghost", "Andy".
fn body_name(world: &World, who: ActorId) -> String {
    if who == world.commanded() && !commands_people(world) {
        "you".to_owned()
    } else {
        with_indefinite_article(&world.kind(who).name)
    }
}

/// Returns the cell next to a cursor in a direction, or the cursor's own cell at the map's edge.
pub fn next_cell(world: &World, cursor: Point, way: Direction) -> Point {
    let next = cursor + way;
    if world.size(world.here()).contains(next) {
        next
    } else {
        cursor
    }
}

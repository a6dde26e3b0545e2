//! Looking at a cell: the body, the item and the terrain on it in words, as far as the player knows.

use crate::input::keymap::{Command, Keymap};
use crate::knowledge::known_map::{KnownMap, NOTICED};
use crate::view::scene::Visibility;
use crate::view::words::{
    AbilityDetail, abilities, blow, bolt, capitalised, commands_people, danger, explosions, gains,
    game_terms, mood, pack_ties, preceded, recharges, slot, states, terrain, terrain_in_full,
    throws, uses, vigour, with_article, with_indefinite_article,
};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::rulesets::blows;
use dungeon_engine::threat::{self, Threat};
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Feature, ItemId, Keeping, Side, Stat, TileId};
use dungeon_model::space::geometry::{Direction, Point};

/// The sentence about a cell that the player has never seen, without its period.
pub const UNSEEN: &str = "You haven't seen that place";

/// The sentence about the keys of the look cursor, shown until the cursor moves.
pub const HINT: &str = "Move: look elsewhere, Tab: next in sight, Esc: back.";

/// Describes a cell of the current level in one sentence as far as the player knows, with column and row counted from
/// 1: "3,2: A ghost, health 6; floor."
pub fn describe(world: &World, p: Point, visibility: Visibility) -> String {
    match visibility {
        Visibility::Seen => format!("{p}: {}", describe_things(world, p)),
        Visibility::Remembered { tile, item } => {
            let [all, _] = describe_remembered(world, p, tile, item);
            format!("{p}: {}.", capitalised(&all))
        }
        Visibility::Unseen => format!("{p}: {UNSEEN}."),
    }
}

/// Describes a cell of the current level from memory, in a long and a short form: "vial of warmth, +20 health when used;
/// floor (remembered)" and "vial of warmth".
pub fn describe_remembered(world: &World, p: Point, tile: TileId, item: ItemId) -> [String; 2] {
    let terrain = terrain_in_full(world, world.here(), p, tile);
    match item {
        ItemId::NONE => [format!("{terrain} (remembered)"), terrain],
        item => [
            format!("{}; {terrain} (remembered)", lying_words(world, p, item)),
            world.item(item).name.clone(),
        ],
    }
}

/// Describes what the monster on a cell of the current level can do next to the commanded body, in a long and a short
/// form; `None` if the player sees no monster there. Assumes the worst case for cells that the player cannot see.
pub fn describe_danger(known_map: KnownMap<'_>, p: Point) -> Option<[String; 2]> {
    let (game, world) = (known_map.game, known_map.world());
    let is_theirs = |who: &ActorId| world.body(*who).side == Side::Theirs;
    let who = known_map.body(p).filter(is_theirs)?;
    if game.outcome().is_some() {
        return None;
    }
    let is_hidden = |p| !known_map.sees(p);
    let threat = Threat::new(game.rules(), world, who, world.commanded(), is_hidden);
    let sees = |other: ActorId| {
        let at = world.body(other).at;
        known_map.sees(at) && known_map.body(at) == Some(other)
    };
    let ties = pack_ties(world, who, sees);
    Some(danger(world, who, game.prey_of(who), threat, ties))
}

/// Describes the effect of the hero's blow at the enemy on a cell beside the hero, and on all other enemies in view that
/// it hits ([P-5]). `None` if no such enemy is in view, or in games without an inventory, where a hero attacks otherwise.
///
/// [P-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-5
pub fn describe_blow(known_map: KnownMap<'_>, p: Point) -> Option<String> {
    let (game, world) = (known_map.game, known_map.world());
    let is_told = game.outcome().is_none() && world.dungeon().settings.game.keeps;
    let is_beside = p.chebyshev(known_map.hero()) == 1;
    let foe = known_map.body(p).filter(|who| world.is_foe(*who));
    let whom = foe.filter(|_| is_told && is_beside)?;
    let also = blows::also_hit(world, world.commanded(), whom);
    let seen = also.filter(|other| known_map.sees(world.body(*other).at));
    let seen: Vec<ActorId> = seen.collect();
    let harm = world.body(world.commanded()).stat(Stat::Strength).max(0);
    let struck = [whom].into_iter().chain(seen.iter().copied());
    let hits: Vec<(ActorId, i32)> = struck.map(|who| (who, harm)).collect();
    let explosions = describe_explosions(known_map, &hits);
    Some(blow(world, whom, &seen) + &preceded(" ", &explosions))
}

/// Describes the bodies in view that explosions hurt if an attack takes these points of life from these bodies; empty
/// without such bodies.
pub fn describe_explosions(known_map: KnownMap<'_>, hits: &[(ActorId, i32)]) -> String {
    let world = known_map.world();
    let is_known = |who: ActorId| {
        let at = world.body(who).at;
        known_map.sees(at) && known_map.body(at) == Some(who)
    };
    let hurt = threat::set_off(world, hits, &is_known);
    explosions(world, &hurt, hits)
}

/// Describes the effect of the hero's bolt on the monster on a cell of the current level, or tells that no bolt reaches
/// it. `None` if the player sees no monster there, or if the monster is not in line with the hero ([E-13]).
///
/// [E-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-13
pub fn describe_bolt(known_map: KnownMap<'_>, keymap: &Keymap, p: Point) -> Option<String> {
    let world = known_map.world();
    let Some((action, flight)) = bolt_to(known_map, keymap, p) else {
        return unreached_text(known_map, keymap, p);
    };
    let whom = known_map.body(p)?;
    let (_, harm) = *flight.iter().find(|(over, _)| *over == p)?;
    let key = keymap.key_for(Command::Act(action));
    let price = known_map.game.rules().face().price_in_life(world, action);
    let hits = flight
        .iter()
        .filter_map(|(over, harm)| Some((known_map.body(*over)?, *harm)));
    let explosions = describe_explosions(known_map, &hits.collect::<Vec<_>>());
    Some(bolt(world, whom, &key, harm, price) + &preceded(" ", &explosions))
}

/// Tells that no bolt reaches the monster on a cell, with the rule for bolts. `None` if no bolt can be cast, or if
/// players would expect no bolt to reach the monster, because it is far away or not in line.
fn unreached_text(known_map: KnownMap<'_>, keymap: &Keymap, p: Point) -> Option<String> {
    let hero = known_map.hero();
    let (dx, dy) = ((p.x - hero.x).abs(), (p.y - hero.y).abs());
    let is_in_line = p.chebyshev(hero) <= NOTICED && (dx == 0 || dy == 0 || dx == dy);
    let is_theirs = |who: &ActorId| known_map.world().body(*who).side == Side::Theirs;
    known_map.body(p).filter(is_theirs)?;
    let way = hero.toward(p)?;
    let is_its_way = |action: Action| matches!(action, Action::DoToward(_, to) if to == way);
    let bolts: Vec<_> = castable_bolts(known_map, keymap).collect();
    let has_key = bolts.iter().any(|(action, _)| is_its_way(*action));
    let casts = bolts.iter().any(|(_, flight)| !flight.is_empty());
    let rule = game_terms(known_map.world()).bolt;
    (is_in_line && has_key && casts).then(|| format!("No bolt reaches it. {rule}"))
}

/// Returns the visible cells of the current level on the path of a bolt cast at the monster on a cell; empty if there
/// is no monster to hit.
pub fn bolt_trail(known_map: KnownMap<'_>, keymap: &Keymap, p: Point) -> Vec<Point> {
    let flight = bolt_to(known_map, keymap, p).map_or_else(Vec::new, |(_, flight)| flight);
    let cells = flight.into_iter().map(|(over, _)| over);
    cells.filter(|over| known_map.sees(*over)).collect()
}

/// Finds an action that has a key and whose bolt flies over the visible monster on a cell. Returns the action and the
/// bolt's path.
fn bolt_to(
    known_map: KnownMap<'_>,
    keymap: &Keymap,
    p: Point,
) -> Option<(Action, Vec<(Point, i32)>)> {
    let is_theirs = |who: &ActorId| known_map.world().body(*who).side == Side::Theirs;
    known_map.body(p).filter(is_theirs)?;
    let mut flights = castable_bolts(known_map, keymap);
    flights.find(|(_, flight)| flight.iter().any(|(over, _)| *over == p))
}

/// Iterates over the allowed actions that have a key, each with the path of its bolt; actions without a bolt are left
/// out.
fn castable_bolts<'a>(
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

/// Describes everything on a cell of the current level in one sentence: "A ghost, health 6; floor."
pub fn describe_things(world: &World, p: Point) -> String {
    let things = things_in(world, p, AbilityDetail::Full).join("; ");
    format!("{}.", capitalised(&things))
}

/// Returns the things on a cell of the current level from top to bottom with their details, at least one: "a ghost,
/// health 8", "floor".
pub fn things(world: &World, p: Point) -> Vec<String> {
    things_in(world, p, AbilityDetail::Brief)
}

fn things_in(world: &World, p: Point, detail: AbilityDetail) -> Vec<String> {
    let here = world.here();
    // A body stands on ground, but "in" a wall or another blocked tile. Only ground is listed as a separate thing.
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
        words.extend(mood(world, who).map(str::to_owned));
        words.extend(states(world, who));
        words.extend(abilities(world, who, detail));
        words.extend(world.kind(who).is_wanted.then(|| "your target".to_owned()));
        parts.push(words.join(", "));
    }
    if world.item_at(here, p) != ItemId::NONE {
        parts.push(lying_words(world, p, world.item_at(here, p)));
    }
    if parts.is_empty() || is_ground {
        parts.push(terrain_in_full(world, here, p, world.cell(here, p).tile));
    }
    parts
}

/// The words for an item whose kind the player does not know.
pub const EFFECT_UNKNOWN: &str = "effect unknown";

/// Returns the name and the known effects of an item that lies on a cell of the current level, or did when it was last
/// seen, and whether it is one of a choice.
fn lying_words(world: &World, p: Point, item: ItemId) -> String {
    let words = item_words(world, item);
    match world.rivals(world.here(), p).len() {
        0 => words,
        1 => format!("{words} (take one of 2: the other vanishes)"),
        others => format!("{words} (take one of {}: the others vanish)", others + 1),
    }
}

/// Returns the name of an item and its known effects: "vial of warmth, +20 health when used".
fn item_words(world: &World, id: ItemId) -> String {
    let item = world.item(id);
    let mut words = vec![item.name.clone()];
    let is_told = commands_people(world) || world.dungeon().variant_of(id).is_some();
    match item.keeping {
        _ if world.is_unknown(id) => words.push(EFFECT_UNKNOWN.to_owned()),
        Keeping::No if is_told => words.extend(gains(world, item)),
        Keeping::No => {}
        Keeping::ToUse => {
            words.push(effect_text("used", uses(world, item)));
            words.extend(throws(item));
            words.extend(recharges(item));
        }
        Keeping::ToWear { .. } => {
            words.push(effect_text(item.worn_word(), uses(world, item)));
            words.extend(slot(item));
        }
    }
    words.join(", ")
}

/// Describes the effect of an item for the inventory: "+10 health when used", "can be used".
fn effect_text(how: &str, uses: Vec<String>) -> String {
    if uses.is_empty() {
        format!("can be {how}")
    } else {
        format!("{} when {how}", uses.join(", "))
    }
}

/// Returns the topmost thing of a cell in three lengths: "green ghost, health 6, explodes for 10", "green ghost, health
/// 6", "green ghost".
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

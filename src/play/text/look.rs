//! Looking around: what stands, lies and is on a cell, in words, as far as it is known.

use crate::dungeon::{Feature, ItemId};
use crate::engine::action::ActorId;
use crate::engine::world::World;
use crate::space::geometry::{Direction, Point};
use crate::view::scene::Visibility;
use crate::view::words::{
    Detail, abilities, capitalised, commands_people, gains, terrain, terrain_in_full, vigour,
    with_article, with_indefinite_article,
};

/// What is out of sight in fog, and always was.
pub const UNSEEN: &str = "You have not seen that place.";

/// How to go on, where the cursor stands first.
pub const HINT: &str = "Move to look elsewhere; Esc: back.";

/// Everything that is known of a cell of the level that is awake.
pub fn said(world: &World, p: Point, light: Visibility) -> String {
    match light {
        Visibility::Seen => describe(world, p),
        Visibility::Remembered(tile) => {
            let terrain = terrain_in_full(world, world.here(), p, tile);
            format!("{p}: {}, as you remember it.", capitalised(&terrain))
        }
        Visibility::Unseen => format!("{p}: {UNSEEN}"),
    }
}

/// Everything on a cell of the level that is awake, as a sentence.
fn describe(world: &World, p: Point) -> String {
    let things = things_in(world, p, Detail::Full).join("; ");
    format!("{p}: {}.", capitalised(&things))
}

/// Everything on a cell of the level that is awake, from top to bottom: "a ghost, health 8", "floor".
pub fn things(world: &World, p: Point) -> Vec<String> {
    things_in(world, p, Detail::Brief)
}

fn things_in(world: &World, p: Point, detail: Detail) -> Vec<String> {
    let here = world.here();
    // Who stands there stands on the ground, or else in it.
    let feature = world.tile(here, p).feature;
    let is_waded = matches!(feature, Feature::Fence(_) | Feature::Pool(_));
    let is_ground = is_waded || world.is_valid(here, p);
    let mut parts = Vec::new();
    if let Some(who) = world.body_at(here, p) {
        let place = match is_ground {
            true => String::new(),
            false => format!(" in {}", with_article(terrain(world, here, p))),
        };
        let mut told = vec![format!("{}{place}", somebody(world, who))];
        told.extend(vigour(world, who));
        told.extend(abilities(world, who, detail));
        parts.push(told.join(", "));
    }
    if world.item_at(here, p) != ItemId::NONE {
        let item = world.item(world.item_at(here, p));
        let mut told = vec![item.name.clone()];
        if commands_people(world) {
            told.extend(gains(world, item));
        }
        parts.push(told.join(", "));
    }
    if parts.is_empty() || is_ground {
        parts.push(terrain_in_full(world, here, p, world.cell(here, p).tile));
    }
    parts
}

/// The uppermost thing of a cell in fewer and fewer words: "green ghost, health 6, explodes for 10", "green ghost, health
/// 6", "green ghost".
pub fn briefly(world: &World, p: Point) -> [String; 3] {
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

/// "you", "a ghost", "Andy"
fn somebody(world: &World, who: ActorId) -> String {
    match who == world.commanded() && !commands_people(world) {
        true => "you".to_owned(),
        false => with_indefinite_article(&world.kind(who).name),
    }
}

/// The pointer a cell further, or where it was at the map's edge.
pub fn moved(world: &World, pointer: Point, way: Direction) -> Point {
    let next = pointer + way;
    match world.size(world.here()).contains(next) {
        true => next,
        false => pointer,
    }
}

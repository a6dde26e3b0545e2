//! Looking around: what stands, lies and is on a cell, in words, as far as it is known.
use crate::dungeon::{ItemId, Stat};
use crate::engine::world::World;
use crate::space::geometry::{Direction, Point};
use crate::view::scene::Light;
use crate::view::words::{capitalised, terrain, terrain_as, with_article, with_indefinite_article};

/// What is said of the cell under the cursor; where the cursor stands first, also how to go on.
pub fn said(world: &World, p: Point, light: Light) -> Vec<String> {
    let mut said = vec![match light {
        Light::Seen => describe(world, p),
        Light::Remembered(tile) => {
            let terrain = terrain_as(world, world.here(), p, tile);
            format!("{p}: {}, as you remember it.", capitalised(terrain))
        }
        Light::Unseen => format!("{p}: You have not seen that place."),
    }];
    if world.body(world.commanded()).at == p {
        said.push("Move to look elsewhere; Esc: back.".to_owned());
    }
    said
}

/// Everything on a cell of the level that is awake, from top to bottom.
fn describe(world: &World, p: Point) -> String {
    let here = world.here();
    let terrain = terrain(world, here, p);
    let mut parts = Vec::new();
    if let Some(who) = world.body_at(here, p) {
        let health = world.body(who).stat(Stat::Health);
        let name = match who == world.commanded() {
            true => "you".to_owned(),
            false => with_indefinite_article(&world.kind(who).name),
        };
        let place = match world.is_valid(here, p) {
            true => String::new(),
            false => format!(" in {}", with_article(terrain)),
        };
        parts.push(format!("{name}{place}, health {health}"));
    }
    let item = world.item_at(here, p);
    if item != ItemId::NONE {
        parts.push(world.item(item).name.clone());
    }
    if parts.is_empty() || world.is_valid(here, p) {
        parts.push(terrain.to_owned());
    }
    format!("{p}: {}.", capitalised(&parts.join("; ")))
}

/// The pointer a cell further, or where it was at the map's edge.
pub fn moved(world: &World, pointer: Point, way: Direction) -> Point {
    let next = pointer + way;
    match world.size(world.here()).contains(next) {
        true => next,
        false => pointer,
    }
}

//! The obstacle that the player bumped into.
use crate::view::words::terms::names::terrain;
use crate::view::words::terms::perception::Perception;
use dungeon_engine::event::Event;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{Feature, Footing, ItemId, LevelId, TileId};
use dungeon_model::space::geometry::{Directions, Point};

/// Returns the sentence for the player's bump into a cell of a level; `later` holds the events after the bump.
pub fn bump(world: Perception<'_>, level: LevelId, at: Point, later: &[Event]) -> String {
    let tile = world
        .dungeon()
        .tile(torn(at, later).unwrap_or(world.cell(level, at).tile));
    let item = eaten(at, later).unwrap_or(world.item_at(level, at));
    let is_on_rim = !world.size(level).contains_inside_rim(at);
    if is_on_rim && matches!(tile.footing, Footing::Anyone | Footing::Openers) {
        return "you can't enter the outer ring.".to_owned();
    }
    if let Feature::Fence(fence) = tile.feature {
        let fence_name = with_article(&tile.name);
        return match fence.raised {
            Some(_) => format!("you can't afford to raise {fence_name}."),
            None => format!("{fence_name} is already at full strength."),
        };
    }
    if tile.footing == Footing::Anyone && world.item(item).herd {
        return format!("{} is in your way.", with_article(&world.item(item).name));
    }
    let obstacle = with_article(terrain(&world, level, at));
    if tile.footing == Footing::Anyone && tile.enter() != Directions::ALL {
        return format!("you can't enter {obstacle} from here.");
    }
    // Terrain that can be seen across, such as water, stops a body without a bump.
    if world.lets_sight(level, at) {
        format!("you can't pass {obstacle}.")
    } else {
        format!("you bump into {obstacle}.")
    }
}

/// Returns the tile of a cell before the later events damaged it; `None` if no later event damaged it.
fn torn(place: Point, later: &[Event]) -> Option<TileId> {
    later.iter().find_map(|event| match *event {
        Event::Torn(on) if on.at == place => Some(on.tile),
        _ => None,
    })
}

/// Returns the item on a cell before the later events ate it; `None` if no later event ate an item there.
fn eaten(place: Point, later: &[Event]) -> Option<ItemId> {
    later.iter().find_map(|event| match *event {
        Event::Eaten { at, item, .. } if at == place => Some(item),
        _ => None,
    })
}

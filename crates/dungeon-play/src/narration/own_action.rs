//! The action of the commanded body after a key, according to the events of the step. Narration reports this action
//! before the actions of others, and sometimes in more words than the messages.
use std::collections::BTreeSet;

use dungeon_engine::event::{AtTerrain, Event};
use dungeon_engine::game::Game;
use dungeon_model::space::geometry::Point;

/// The first action of the commanded body in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnAction {
    /// The body moved; anything else it did followed from that.
    Went,
    /// The body did something, and may have moved afterward.
    Acted,
    /// The body stayed on its cell because something was in the way.
    Bumped,
    /// The body built or raised a fence on a cell.
    Built(Point),
    /// The body bought an item, which is placed on a cell.
    Bought(Point),
}

/// Returns the action in the last step of a game; `None` if the commanded body did nothing, was moved by a trap, or
/// changed levels.
pub fn own(game: &Game) -> Option<OwnAction> {
    let world = game.world();
    let (unit, stand) = (world.commanded(), world.body(world.commanded()).at);
    let is_carried = |event: &Event| match *event {
        Event::Travelled { who, .. } | Event::Sprung(AtTerrain { who, .. }) => who == unit,
        _ => false,
    };
    if game.events().iter().any(is_carried) {
        return None;
    }
    game.events().iter().find_map(|event| {
        let (who, doing) = match *event {
            Event::Moved { who, .. } | Event::Swapped { who, .. } => (who, OwnAction::Went),
            Event::Bumped { who, .. } => (who, OwnAction::Bumped),
            Event::Built(on) => (on.who, OwnAction::Built(on.at)),
            Event::Bought { who, .. } => (who, OwnAction::Bought(stand)),
            Event::Struck { who, .. }
            | Event::Stomped { who, .. }
            | Event::Shot { who, .. }
            | Event::Fired(AtTerrain { who, .. })
            | Event::Cast { who, .. }
            | Event::Used { who, .. }
            | Event::Thrown { who, .. }
            | Event::Worn { who, .. }
            | Event::Opened(AtTerrain { who, .. }) => (who, OwnAction::Acted),
            _ => return None,
        };
        (who == unit).then_some(doing)
    })
}

/// Whether the commanded body lost an act in the last step of a game, so that all other bodies acted twice (T-4). False
/// for a hasted body, which loses its second act of the turn (B-2).
pub fn is_held_up(game: &Game) -> bool {
    let unit = game.world().commanded();
    let events = game.events();
    let turns = events
        .iter()
        .filter(|event| matches!(event, Event::TurnBegan { .. }));
    events.contains(&Event::Delayed { who: unit }) && turns.count() > 1
}

/// Returns the cells of the current level whose terrain was rebuilt in the last step: fences that were raised or
/// damaged, and slime that a body left.
pub fn rebuilt(game: &Game) -> BTreeSet<Point> {
    let here = game.world().here();
    let cells = game.events().iter().filter_map(|event| match *event {
        Event::Rebuilt { level, at, .. } if level == here => Some(at),
        _ => None,
    });
    cells.collect()
}

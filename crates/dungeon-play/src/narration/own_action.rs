//! The action of the commanded body at a key, by the events of the step. Narration tells that action before the actions
//! of others, and some of them in more words than their sentences have.
use std::collections::BTreeSet;

use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_model::space::geometry::Point;

/// The first action of the commanded body in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnAction {
    /// The body went somewhere, and anything else that it did came of that.
    Went,
    /// The body did something after which it may have gone somewhere.
    Acted,
    /// The body stayed on its cell, since something was in the way.
    Bumped,
    /// The body built or raised a fence on a cell.
    Built(Point),
    /// The body bought an item, which lies on a cell.
    Bought(Point),
}

/// The own action in the last step of a game; none if the commanded body did nothing, or was carried off by a trap or
/// to another level.
pub fn own(game: &Game) -> Option<OwnAction> {
    let world = game.world();
    let (unit, stand) = (world.commanded(), world.body(world.commanded()).at);
    let is_carried = |event: &Event| match *event {
        Event::Travelled { who, .. } | Event::Sprung { who, .. } => who == unit,
        _ => false,
    };
    if game.events().iter().any(is_carried) {
        return None;
    }
    game.events().iter().find_map(|event| {
        let (who, doing) = match *event {
            Event::Moved { who, .. } => (who, OwnAction::Went),
            Event::Bumped { who, .. } => (who, OwnAction::Bumped),
            Event::Built { who, at, .. } => (who, OwnAction::Built(at)),
            Event::Bought { who, .. } => (who, OwnAction::Bought(stand)),
            Event::Struck { who, .. }
            | Event::Stomped { who, .. }
            | Event::Shot { who, .. }
            | Event::Fired { who, .. }
            | Event::Cast { who, .. }
            | Event::Used { who, .. }
            | Event::Worn { who, .. }
            | Event::Opened { who, .. } => (who, OwnAction::Acted),
            _ => return None,
        };
        (who == unit).then_some(doing)
    })
}

/// Whether ground held the commanded body up in the last step of a game, so that others acted twice (T-4).
pub fn is_held_up(game: &Game) -> bool {
    let unit = game.world().commanded();
    let mut events = game.events().iter();
    events.any(|event| *event == Event::Delayed { who: unit })
}

/// The cells of the level that is awake whose terrain was raised, torn at or left behind in the last step.
pub fn rebuilt(game: &Game) -> BTreeSet<Point> {
    let here = game.world().here();
    let cells = game.events().iter().filter_map(|event| match *event {
        Event::Rebuilt { level, at, .. } if level == here => Some(at),
        _ => None,
    });
    cells.collect()
}

//! What whoever is commanded did himself at a key, by the events of the step: it is told before what the others did, and
//! some of it says more than its sentence.
use std::collections::BTreeSet;

use crate::engine::event::Event;
use crate::engine::game::Game;
use crate::space::geometry::Point;

/// His first deed of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnAction {
    /// He went somewhere, and whatever he did came of that.
    Went,
    /// He did something that he may have gone after.
    Acted,
    /// He stayed where he was, since something was in his way.
    Bumped,
    /// He built or raised something at a cell.
    Built(Point),
    /// He bought something, which lies at a cell.
    Bought(Point),
}

/// That, in the last step of a game; none if he did nothing, or was carried off.
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
            | Event::Opened { who, .. } => (who, OwnAction::Acted),
            _ => return None,
        };
        (who == unit).then_some(doing)
    })
}

/// Where the ground was raised, torn at or left in the last step, on the level that is awake.
pub fn rebuilt(game: &Game) -> BTreeSet<Point> {
    let here = game.world().here();
    let cells = game.events().iter().filter_map(|event| match *event {
        Event::Rebuilt { level, at, .. } if level == here => Some(at),
        _ => None,
    });
    cells.collect()
}

//! What a game's commands do to its screen: what is done and told at once, and the journeys that begin.
use super::choosing;
use super::keys::Key;
use super::messages::Messages;
use super::notices;
use super::page::Page;
use super::screen::{Mode, Screen};
use super::travel::{Journey, Stay};
use super::walk::Walk;
use crate::engine::action::{Action, Refusal};
use crate::space::geometry::Point;

/// what is refused costs no turn, and the reason is shown, unless it is done elsewhere: then the way there begins.
pub fn act(screen: &mut Screen, action: Action) -> Option<Walk> {
    let before = choosing::whereabouts(&screen.live.game);
    match screen.live.obey(action) {
        Ok(turns) => {
            let is_silent = turns.iter().all(Vec::is_empty);
            tell(&mut screen.messages, turns);
            if let Some(turn) = choosing::new_turn(&screen.live).filter(|_| is_silent) {
                screen.messages.add([notices::next_turn(turn)]);
            }
            choosing::follow(screen, before);
        }
        Err(refusal) => match Journey::plan(screen.live.chart(), action) {
            Ok(journey) => return Some(Walk::begin(screen, journey, None)),
            Err(Stay::NoWay) => reply(screen, notices::NO_WAY.to_owned()),
            Err(_) => reply(screen, refusal.to_string()),
        },
    }
    None
}

/// The monsters run. What the screen says stays until something else is to be said.
pub fn idle(screen: &mut Screen) {
    if screen.live.game.outcome().is_some() {
        return;
    }
    match screen.live.obey(Action::Idle) {
        Ok(turns) => {
            let told = turns.into_iter().filter(|said| !said.is_empty());
            tell(&mut screen.messages, told);
        }
        Err(why) => reply(screen, why.to_string()),
    }
}

/// Goes to the cell that was clicked, if one was.
pub fn travel_there(screen: &mut Screen, key: Key) -> Option<Walk> {
    match key {
        Key::Click(p) => travel_to(screen, screen.cell_at(p)?),
        _ => None,
    }
}

/// Goes to a cell; a cursor that is open stays open if no way leads there.
pub fn travel_to(screen: &mut Screen, cell: Point) -> Option<Walk> {
    if is_over(screen) {
        return None;
    }
    let closing = match screen.mode {
        Mode::Play => None,
        _ => Some(Key::Esc),
    };
    match Journey::to(screen.live.chart(), cell) {
        Ok(journey) => {
            screen.mode = Mode::Play;
            Some(Walk::begin(screen, journey, closing))
        }
        Err(stay) => {
            let why = notices::staying(screen.live.game.world(), cell, stay);
            reply(screen, why);
            None
        }
    }
}

/// Goes to whatever is left to see or take.
pub fn explore(screen: &mut Screen) -> Option<Walk> {
    if is_over(screen) {
        return None;
    }
    let journey = Journey::about(screen.live.chart());
    Some(Walk::begin(screen, journey, None))
}

/// The page of messages, at its end.
pub fn last_messages() -> Mode {
    Mode::Messages(Page::at_end("Messages"))
}

/// The cursor of a look, where the player points or else where he is.
pub fn looking(screen: &Screen) -> Mode {
    let hero = screen.live.chart().hero();
    Mode::Look(screen.pointer.map_or(hero, |pointer| pointer.cursor))
}

/// Answers a key that takes no turn. How the game ended stays readable whatever is pressed afterwards.
pub fn reply(screen: &mut Screen, what: String) {
    match screen.live.game.outcome() {
        None => screen.messages.add([what]),
        Some(_) => screen.messages.answer(what),
    }
}

/// Answers a key that means nothing in this game: no message that anybody would want to read again.
pub fn hint(screen: &mut Screen, what: String) {
    match screen.live.game.outcome() {
        None => screen.messages.hint(what),
        Some(_) => screen.messages.answer(what),
    }
}

/// Whether nobody goes anywhere any more, which is then said.
fn is_over(screen: &mut Screen) -> bool {
    let is_over = screen.live.game.outcome().is_some();
    if is_over {
        reply(screen, Refusal::GameOver.to_string());
    }
    is_over
}

fn tell(messages: &mut Messages, turns: impl IntoIterator<Item = Vec<String>>) {
    turns.into_iter().for_each(|said| messages.add(said));
}

//! What actions do to the screen of a game: the messages they add, where the cursor goes, and the journeys they begin.
use super::walk::ActiveJourney;
use crate::engine::action::{Action, ActorId, Refusal};
use crate::engine::event::Event;
use crate::engine::game::Game;
use crate::play::input::key::Key;
use crate::play::screen::game_screen::{GameScreen, InputMode};
use crate::play::screen::target_preview::meaning;
use crate::play::text::messages::Messages;
use crate::play::text::notices;
use crate::play::travel::journey::{Journey, NoJourney};
use crate::play::travel::observed_game::ObservedGame;
use crate::space::geometry::Point;

/// Takes an action. A refused action costs no turn and its reason is shown, unless the action can be done
/// elsewhere: then the journey there begins.
pub fn act(screen: &mut GameScreen, action: Action) -> Option<ActiveJourney> {
    let before = stand(&screen.live.game);
    match screen.live.obey(action) {
        Ok(turns) => {
            let is_silent = turns.iter().all(Vec::is_empty);
            tell(&mut screen.messages, turns);
            if let Some(turn) = new_turn(&screen.live).filter(|_| is_silent) {
                screen.messages.add([notices::next_turn(turn)]);
            }
            follow(screen, before);
        }
        Err(refusal) => match Journey::plan(screen.live.chart(), action) {
            Ok(journey) => return Some(ActiveJourney::begin(screen, journey, None)),
            Err(NoJourney::NoWay) => reply(screen, notices::NO_WAY.to_owned()),
            Err(_) => reply(screen, refusal.to_string()),
        },
    }
    None
}

/// Runs an idle round of the monsters. A round without messages leaves the last messages on the screen.
pub fn idle(screen: &mut GameScreen) {
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

/// Begins a journey to a cell. If no way leads there, the reason is shown and an open cursor stays open.
pub fn travel_to(screen: &mut GameScreen, cell: Point) -> Option<ActiveJourney> {
    if is_over(screen) {
        return None;
    }
    let closing = match screen.mode {
        InputMode::Play => None,
        _ => Some(Key::Esc),
    };
    match Journey::to(screen.live.chart(), cell) {
        Ok(journey) => {
            screen.mode = InputMode::Play;
            Some(ActiveJourney::begin(screen, journey, closing))
        }
        Err(stay) => {
            let why = notices::staying(screen.live.game.world(), cell, stay);
            reply(screen, why);
            None
        }
    }
}

/// Begins a journey that explores.
pub fn explore(screen: &mut GameScreen) -> Option<ActiveJourney> {
    if is_over(screen) {
        return None;
    }
    let journey = Journey::about(screen.live.chart());
    Some(ActiveJourney::begin(screen, journey, None))
}

/// Answers a key that takes no turn. After the end of the game the answer goes only to listeners, so that the outcome
/// stays on the screen.
pub fn reply(screen: &mut GameScreen, what: String) {
    match screen.live.game.outcome() {
        None => screen.messages.add([what]),
        Some(_) => screen.messages.answer(what),
    }
}

/// Answers a key that does nothing in this game, by a hint that is gone with the next key.
pub fn hint(screen: &mut GameScreen, what: String) {
    match screen.live.game.outcome() {
        None => screen.messages.hint(what),
        Some(_) => screen.messages.answer(what),
    }
}

/// Whether the game is over; if so, answers the key by saying that nothing can be done.
pub fn is_over(screen: &mut GameScreen) -> bool {
    let is_over = screen.live.game.outcome().is_some();
    if is_over {
        reply(screen, Refusal::GameOver.to_string());
    }
    is_over
}

fn tell(messages: &mut Messages, turns: impl IntoIterator<Item = Vec<String>>) {
    turns.into_iter().for_each(|said| messages.add(said));
}

/// Returns the commanded unit and its cell.
fn stand(game: &Game) -> (ActorId, Point) {
    let who = game.world().commanded();
    (who, game.world().body(who).at)
}

/// Updates the target cursor after an action (K-4): the aim is dropped, and the cursor moves to the commanded unit if
/// that unit is another one, has moved, or begins a turn. The cursor also moves there when a shot has emptied the cell
/// under it, since choosing that cell once more would send the unit there.
fn follow(screen: &mut GameScreen, before: (ActorId, Point)) {
    let now = stand(&screen.live.game);
    let Some(pointer) = &mut screen.pointer else {
        return;
    };
    pointer.aimed = None;
    let cursor = pointer.cursor;
    if now != before || new_turn(&screen.live).is_some() || has_emptied(&screen.live, now.0, cursor)
    {
        screen.point_at(now.1);
    }
}

/// Returns the number of the turn that has just begun, from 1, in games whose player points at cells.
fn new_turn(live: &ObservedGame) -> Option<u32> {
    live.game.rules().pointing()?;
    let number = |event: &Event| match *event {
        Event::TurnBegan { turn } => Some(turn.saturating_add(1)),
        _ => None,
    };
    live.game.events().iter().find_map(number)
}

/// Whether a shot of a unit has just emptied a cell.
fn has_emptied(live: &ObservedGame, unit: ActorId, at: Point) -> bool {
    let is_its_shot = |event: &Event| match *event {
        Event::Shot { who, .. } | Event::Fired { who, .. } => who == unit,
        _ => false,
    };
    let rules = live.game.rules().pointing();
    let now = rules.and_then(|rules| meaning(live, rules, at));
    matches!(now, Some(Action::Go(_))) && live.game.events().iter().any(is_its_shot)
}

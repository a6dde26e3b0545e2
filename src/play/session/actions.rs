//! What deeds do to the screen of a game: what is told of them, where the cursor goes, and the journeys that begin.
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

/// what is refused costs no turn, and the reason is shown, unless it is done elsewhere: then the way there begins.
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

/// The monsters run. What the screen says stays until something else is to be said.
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

/// Goes to a cell; a cursor that is open stays open if no way leads there.
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

/// Goes to whatever is left to see or take.
pub fn explore(screen: &mut GameScreen) -> Option<ActiveJourney> {
    if is_over(screen) {
        return None;
    }
    let journey = Journey::about(screen.live.chart());
    Some(ActiveJourney::begin(screen, journey, None))
}

/// Answers a key that takes no turn. How the game ended stays readable whatever is pressed afterwards.
pub fn reply(screen: &mut GameScreen, what: String) {
    match screen.live.game.outcome() {
        None => screen.messages.add([what]),
        Some(_) => screen.messages.answer(what),
    }
}

/// Answers a key that means nothing in this game: no message that anybody would want to read again.
pub fn hint(screen: &mut GameScreen, what: String) {
    match screen.live.game.outcome() {
        None => screen.messages.hint(what),
        Some(_) => screen.messages.answer(what),
    }
}

/// Whether nothing can be done any more, which is then said.
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

/// Who is commanded, and where he stands.
fn stand(game: &Game) -> (ActorId, Point) {
    let who = game.world().commanded();
    (who, game.world().body(who).at)
}

/// After a deed nothing is aimed at, and the cursor is on whoever came to be commanded or went somewhere since he was there
/// (K-4). When a turn begins it is on the commanded unit too, and when a shot has emptied its cell: one choice too many
/// would send the unit there.
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

/// The number of the turn, from 1, that has just begun where the player points: then he looks who is commanded.
fn new_turn(live: &ObservedGame) -> Option<u32> {
    live.game.rules().pointing()?;
    let number = |event: &Event| match *event {
        Event::TurnBegan { turn } => Some(turn.saturating_add(1)),
        _ => None,
    };
    live.game.events().iter().find_map(number)
}

/// Whether a unit has just shot away whoever or whatever was at a cell.
fn has_emptied(live: &ObservedGame, unit: ActorId, at: Point) -> bool {
    let is_its_shot = |event: &Event| match *event {
        Event::Shot { who, .. } | Event::Fired { who, .. } => who == unit,
        _ => false,
    };
    let rules = live.game.rules().pointing();
    let now = rules.and_then(|rules| meaning(live, rules, at));
    matches!(now, Some(Action::Go(_))) && live.game.events().iter().any(is_its_shot)
}

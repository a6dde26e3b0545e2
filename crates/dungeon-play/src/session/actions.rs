//! The effects of actions on the screen of a game: messages, the cursor's position, and journeys.
use super::active_journey::ActiveJourney;
use crate::input::key::Key;
use crate::screen::game_screen::{GameScreen, InputMode, OfferedJourney};
use crate::screen::target_preview::action_at;
use crate::screen::throw_cursor::ThrowCursor;
use crate::text::messages::Messages;
use crate::text::question::Question;
use crate::text::{journey_notices, notices};
use crate::travel::journey::{Journey, JourneyGoal, NoJourney};
use crate::travel::observed_game::ObservedGame;
use crate::travel::rest;
use crate::view::countdown::Countdown;
use crate::view::words::Sentence;
use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::event::{AtTerrain, Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_model::space::geometry::{Direction, Point};

/// Takes an action. A refused action costs no turn, and the screen shows the reason. If the action is possible on
/// another cell, begins a journey to that cell instead, and returns the journey; otherwise returns `None`.
pub fn act(screen: &mut GameScreen, action: Action) -> Option<ActiveJourney> {
    let before = commanded_at(&screen.observed.game);
    let mark = screen.mark(screen.messages.mark());
    match screen.observed.execute(action) {
        Ok(turns) => {
            screen.remember(action, mark);
            let is_silent = turns.iter().all(Vec::is_empty);
            add_turns(&mut screen.messages, turns);
            if let Some(turn) = new_turn(&screen.observed).filter(|_| is_silent) {
                screen.messages.add([notices::next_turn_text(turn)]);
            }
            update_target_cursor(screen, before);
        }
        Err(refusal) => match Journey::begin_to_action(screen.observed.known_map(), action) {
            Ok(journey) => return Some(ActiveJourney::begin(screen, journey, None)),
            Err(NoJourney::NoWay) => {
                let goal = JourneyGoal::Action(action);
                if !offer_to_cross(screen, goal, None) {
                    answer_key(screen, journey_notices::NO_WAY.to_owned());
                }
            }
            Err(_) => {
                let world = screen.observed.seen_world();
                let why = journey_notices::refusal_text(world, refusal);
                answer_key(screen, why);
            }
        },
    }
    None
}

/// Runs an idle round, in which only the monsters act. A round without messages leaves the last messages on the screen.
pub fn idle(screen: &mut GameScreen) {
    if screen.observed.game.outcome().is_some() {
        return;
    }
    let mark = screen.mark(screen.messages.mark());
    match screen.observed.execute(Action::Idle) {
        Ok(turns) => {
            screen.remember(Action::Idle, mark);
            let messages = turns.into_iter().filter(|messages| !messages.is_empty());
            add_turns(&mut screen.messages, messages);
        }
        Err(why) => answer_key(screen, why.to_string()),
    }
}

/// Takes back the last command, and returns whether there was one. Otherwise shows the reason that nothing can
/// be taken back.
pub fn take_back(screen: &mut GameScreen) -> bool {
    let is_final = screen
        .observed
        .game
        .outcome()
        .is_some_and(|end| end != Outcome::Lost);
    let Some(history) = &mut screen.history else {
        show_hint(screen, notices::NO_UNDO.to_owned());
        return false;
    };
    if is_final {
        return !refuse_if_over(screen);
    }
    let Some(mut earlier) = history.take_back() else {
        show_hint(screen, notices::NOTHING_TO_UNDO.to_owned());
        return false;
    };
    earlier.observed.adopt_settings(&screen.observed);
    screen.observed = earlier.observed;
    screen.target_cursor = earlier.mark.target_cursor;
    screen.messages.rewind(earlier.mark.log);
    show_hint(screen, notices::undone_text(earlier.action, &screen.keymap));
    true
}

/// Throws an item at the cell of a cursor, and closes the cursor. If the throw is refused, shows the reason, and the
/// cursor moves to the cell. Throws begin no journey.
pub fn throw(screen: &mut GameScreen, cursor: ThrowCursor) -> Option<ActiveJourney> {
    if refuse_if_over(screen) {
        return None;
    }
    if let Err(refusal) = screen.observed.game.check(cursor.action()) {
        screen.mode = InputMode::Throw(cursor);
        let why = journey_notices::refusal_text(screen.observed.seen_world(), refusal);
        show_hint(screen, why);
        return None;
    }
    screen.mode = InputMode::Play;
    act(screen, cursor.action())
}

/// Begins a journey to a cell, and returns the journey. If no way leads there, shows the reason, keeps an open cursor,
/// and returns `None`.
pub fn travel_to(screen: &mut GameScreen, cell: Point) -> Option<ActiveJourney> {
    if refuse_if_over(screen) {
        return None;
    }
    let closing = match screen.mode {
        InputMode::Play => None,
        _ => Some(Key::Esc),
    };
    match Journey::begin_to_cell(screen.observed.known_map(), cell) {
        Ok(journey) => {
            screen.mode = InputMode::Play;
            Some(ActiveJourney::begin(screen, journey, closing))
        }
        Err(NoJourney::NoWay) if offer_to_cross(screen, JourneyGoal::Cell(cell), closing) => None,
        Err(refused) => {
            let why = journey_notices::no_journey_text(screen.observed.known_map(), cell, refused);
            match screen.mode {
                InputMode::Play => answer_key(screen, why),
                _ => show_hint(screen, why),
            }
            None
        }
    }
}

/// Offers a journey over a visible trap or harmful ground, and returns whether there is such a way. Never offers one
/// to a player who is not asked first.
fn offer_to_cross(screen: &mut GameScreen, goal: JourneyGoal, closing: Option<Key>) -> bool {
    let known_map = screen.observed.known_map();
    if known_map.notes.is_none() {
        return false;
    }
    let Some((journey, risk)) = Journey::begin_across(known_map, goal) else {
        return false;
    };
    let question = if known_map.has_trap(risk) {
        Question::CrossTrap
    } else {
        Question::CrossHarm
    };
    screen.offer = Some(OfferedJourney {
        journey,
        closing,
        question,
    });
    true
}

/// Begins auto-explore and returns it as a journey. If a monster stops it at once and there is a way past the monster,
/// offers that way to a player who is asked first, and returns `None`. If the game is over, shows a message and returns
/// `None`.
pub fn explore(screen: &mut GameScreen) -> Option<ActiveJourney> {
    if refuse_if_over(screen) {
        return None;
    }
    let known_map = screen.observed.known_map();
    let journey = Journey::begin_exploring(known_map, &screen.passed);
    let is_asked = known_map.notes.is_some();
    let past = is_asked.then(|| journey.past_monsters(known_map)).flatten();
    if let Some((journey, who)) = past {
        screen.offer = Some(OfferedJourney {
            journey,
            closing: None,
            question: Question::PassMonster(who),
        });
        return None;
    }
    Some(ActiveJourney::begin(screen, journey, None))
}

/// Begins a rest and returns it as a journey. Offers a rest for manna alone to a player who is asked first and whose
/// turns are limited. If the game is over, shows a message and returns `None`.
pub fn rest(screen: &mut GameScreen) -> Option<ActiveJourney> {
    if refuse_if_over(screen) {
        return None;
    }
    let known_map = screen.observed.known_map();
    let journey = Journey::begin_resting(known_map);
    let is_limited = Countdown::of(known_map.world()).is_some() && known_map.notes.is_some();
    if let Some(turns) = is_limited
        .then(|| rest::turns_for_manna(known_map))
        .flatten()
    {
        screen.offer = Some(OfferedJourney {
            journey,
            closing: None,
            question: Question::RestForManna { turns },
        });
        return None;
    }
    Some(ActiveJourney::begin(screen, journey, None))
}

/// Begins a run and returns it as a journey. If the first step is blocked or the game is over, shows a message and
/// returns `None`.
pub fn run(screen: &mut GameScreen, way: Direction) -> Option<ActiveJourney> {
    if refuse_if_over(screen) {
        return None;
    }
    match Journey::begin_running(screen.observed.known_map(), way) {
        Ok(journey) => Some(ActiveJourney::begin(screen, journey, None)),
        Err(_) => {
            show_hint(screen, journey_notices::NO_RUN.to_owned());
            None
        }
    }
}

/// Answers a key that takes no turn with a message of whole sentences. After the end of the game only listeners get the
/// answer, so that the outcome stays on the screen.
pub fn answer_key(screen: &mut GameScreen, what: String) {
    match screen.observed.game.outcome() {
        None => screen.messages.add([what]),
        Some(_) => screen.messages.answer(what),
    }
}

/// Answers a key that has no effect with a hint of whole sentences, which disappears with the next key.
pub fn show_hint(screen: &mut GameScreen, what: String) {
    match screen.observed.game.outcome() {
        None => screen.messages.hint(what),
        Some(_) => screen.messages.answer(what),
    }
}

/// Returns whether the game is over; if so, answers the key with a message.
pub fn refuse_if_over(screen: &mut GameScreen) -> bool {
    let is_over = screen.observed.game.outcome().is_some();
    if is_over {
        answer_key(screen, Refusal::GameOver.to_string());
    }
    is_over
}

fn add_turns(log: &mut Messages, turns: impl IntoIterator<Item = Vec<Sentence>>) {
    turns
        .into_iter()
        .for_each(|messages| log.add_turn(messages));
}

/// Returns the commanded unit and its cell.
fn commanded_at(game: &Game) -> (ActorId, Point) {
    let who = game.world().commanded();
    (who, game.world().body(who).at)
}

/// Updates the target cursor after an action (K-4): drops the aim, and moves the cursor to the commanded unit if
/// another unit is commanded, or if the unit moved or begins a turn. The cursor also returns to the unit after a shot
/// has emptied the target's cell, because choosing that cell again would make the unit walk there.
fn update_target_cursor(screen: &mut GameScreen, before: (ActorId, Point)) {
    let now = commanded_at(&screen.observed.game);
    let Some(target_cursor) = &mut screen.target_cursor else {
        return;
    };
    target_cursor.aimed = None;
    let cursor = target_cursor.cell;
    if now != before
        || new_turn(&screen.observed).is_some()
        || has_emptied(&screen.observed, now.0, cursor)
    {
        screen.point_at(now.1);
    }
}

/// Returns the number of the turn that has just begun, from 1, in games played by pointing; `None` if no turn has
/// begun.
fn new_turn(observed: &ObservedGame) -> Option<u32> {
    observed.game.rules().face().pointing()?;
    let number = |event: &Event| match *event {
        Event::TurnBegan { turn } => Some(turn.saturating_add(1)),
        _ => None,
    };
    observed.game.events().iter().find_map(number)
}

/// Whether a shot of the unit has just emptied a cell.
fn has_emptied(observed: &ObservedGame, unit: ActorId, at: Point) -> bool {
    let is_its_shot = |event: &Event| match *event {
        Event::Shot { who, .. } | Event::Fired(AtTerrain { who, .. }) => who == unit,
        _ => false,
    };
    let rules = observed.game.rules().face().pointing();
    let now = rules.and_then(|rules| action_at(observed, rules, at));
    matches!(now, Some(Action::Go(_))) && observed.game.events().iter().any(is_its_shot)
}

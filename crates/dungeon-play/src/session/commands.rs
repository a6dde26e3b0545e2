//! The effect of each command of the keymap on the screen. Commands that end a game or begin another one are handled by
//! the session.
use super::active_journey::ActiveJourney;
use super::{actions, targeting};
use crate::input::key::Key;
use crate::input::keymap::Command;
use crate::screen::game_screen::{GameScreen, InputMode};
use crate::screen::throw_cursor::ThrowCursor;
use crate::screen::travel_cursor::TravelCursor;
use crate::text::page::Page;
use crate::text::{notices, standing};

/// Carries out the command of a key. Returns the journey that the command begins; `None` if it begins no journey.
pub fn execute(screen: &mut GameScreen, command: Command, key: Key) -> Option<ActiveJourney> {
    match command {
        Command::Act(action) => return actions::act(screen, action),
        Command::TravelThere => return travel_there(screen, key),
        Command::Explore => return actions::explore(screen),
        Command::Rest => return actions::rest(screen),
        Command::Run(way) => return actions::run(screen, way),
        Command::Choose => return targeting::choose(screen, key),
        Command::Aim(cycle) => targeting::aim(screen, cycle),
        Command::Point(way) => screen.move_cursor(way),
        Command::Help => screen.mode = InputMode::Help(Page::titled("Keys")),
        Command::Messages => screen.mode = InputMode::Messages(Page::at_end("Messages")),
        Command::Look => screen.mode = looking(screen),
        Command::Travel => {
            screen.mode = InputMode::Travel(TravelCursor::first(screen.observed.known_map()))
        }
        Command::Throw => open_throw_cursor(screen),
        Command::Pack if !screen.observed.seen_world().pack().things().is_empty() => {
            screen.mode = InputMode::Pack(Page::titled("Inventory"));
        }
        Command::Pack => {
            let pack = standing::inventory_text(screen.observed.seen_world());
            actions::answer_key(screen, pack);
        }
        // Hovering is handled earlier: the session moves the cursor before it looks up keys.
        Command::PointThere => {}
        Command::Restart
        | Command::NewGame
        | Command::Undo
        | Command::Quit
        | Command::Save
        | Command::Back => {}
    }
    None
}

/// Returns the look mode, with the cursor on the cell of the target cursor if there is one, otherwise on the hero.
fn looking(screen: &GameScreen) -> InputMode {
    let hero = screen.observed.known_map().hero();
    InputMode::Look(
        screen
            .target_cursor
            .map_or(hero, |target_cursor| target_cursor.cell),
    )
}

/// Opens the cursor for throws, or tells that there is nothing to throw.
fn open_throw_cursor(screen: &mut GameScreen) {
    if actions::refuse_if_over(screen) {
        return;
    }
    match ThrowCursor::first(screen.observed.known_map()) {
        Some(cursor) => screen.mode = InputMode::Throw(cursor),
        None => {
            let why = notices::nothing_to_aim(screen.observed.seen_world());
            actions::answer_key(screen, why);
        }
    }
}

/// Begins a journey to the clicked cell.
fn travel_there(screen: &mut GameScreen, key: Key) -> Option<ActiveJourney> {
    match key {
        Key::Click(p) => actions::travel_to(screen, screen.cell_at(p)?),
        _ => None,
    }
}

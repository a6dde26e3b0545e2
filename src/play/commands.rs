//! What each command of a game does to its screen, but for those that end the game or begin another one.
use super::acting;
use super::choosing;
use super::cursor::Cursor;
use super::keymap::Command;
use super::keys::Key;
use super::notices;
use super::page::Page;
use super::screen::{Mode, Screen};
use super::walk::Walk;

/// Obeys a command that a key stands for; it may begin a journey.
pub fn obey(screen: &mut Screen, command: Command, key: Key) -> Option<Walk> {
    match command {
        Command::Act(action) => return acting::act(screen, action),
        Command::TravelThere => return travel_there(screen, key),
        Command::Explore => return acting::explore(screen),
        Command::Choose => return choosing::choose(screen, key),
        Command::Aim(cycle) => choosing::aim(screen, cycle),
        Command::Point(way) => screen.move_cursor(way),
        Command::Help => screen.mode = Mode::Help(Page::titled("Keys")),
        Command::Messages => screen.mode = Mode::Messages(Page::at_end("Messages")),
        Command::Look => screen.mode = looking(screen),
        Command::Travel => screen.mode = Mode::Travel(Cursor::first(screen.live.chart())),
        Command::Pack => {
            let pack = notices::pack(screen.live.game.world());
            acting::reply(screen, pack);
        }
        // The mouse points while it moves.
        Command::PointThere => {}
        Command::Restart | Command::NewGame | Command::Quit | Command::Save | Command::Back => {}
    }
    None
}

/// The cursor of a look, where the player points or else where he is.
fn looking(screen: &Screen) -> Mode {
    let hero = screen.live.chart().hero();
    Mode::Look(screen.pointer.map_or(hero, |pointer| pointer.cursor))
}

/// Goes to the cell that was clicked, if one was.
fn travel_there(screen: &mut Screen, key: Key) -> Option<Walk> {
    match key {
        Key::Click(p) => acting::travel_to(screen, screen.cell_at(p)?),
        _ => None,
    }
}

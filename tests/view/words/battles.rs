//! Small battles, and the messages about their steps.
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::tactics::END_TURN;

use super::*;

/// Three wizards whose hits do 4 damage.
pub const UNITS: &str = "
mark a @ name=\"Andy\"  damage=4
mark d @ name=\"Danny\" damage=4
mark i @ name=\"Izzy\"  damage=4";

/// A battle with these declarations in which `a`, `d` and `i` are wizards.
pub fn battle(declared: &str, rows: &str) -> String {
    let rows = rows.trim();
    format!("rules tactics\n{GHOSTS}\n{declared}\nmap\n{rows}\nend{UNITS}\n")
}

/// Returns the game after these actions.
pub fn after(text: &str, seed: u64, actions: &[Action]) -> Game {
    let mut game = support::game(text, seed);
    for action in actions {
        game.step(*action).expect("allowed");
    }
    game
}

/// Returns the messages about a game's last step.
pub fn told_of_step(game: &Game) -> Vec<String> {
    tell(all_of(game.world()), game.events())
}

/// Returns the messages about the last of these actions, with the first seed whose game has such events.
pub fn told_when(text: &str, actions: &[Action], is_so: impl Fn(&[Event]) -> bool) -> Vec<String> {
    let mut games = (0..1000).map(|seed| after(text, seed, actions));
    let game = games.find(|game| is_so(game.events()));
    told_of_step(&game.expect("a seed"))
}

/// Returns the messages about the last of these actions, with the first seed.
pub fn said(text: &str, actions: &[Action]) -> Vec<String> {
    told_when(text, actions, |_| true)
}

pub fn is_hit(events: &[Event]) -> bool {
    !is_miss(events)
}

pub fn is_miss(events: &[Event]) -> bool {
    events
        .iter()
        .any(|event| matches!(event, Event::Missed { .. }))
}

pub fn go(x: i32, y: i32) -> Action {
    Action::Go(at(x - 1, y - 1))
}

pub fn shoot(whom: u32) -> Action {
    Action::Shoot(ActorId(whom))
}

pub const END: Action = Action::Do(END_TURN);

/// Returns the number of the first body after all wizards of these rows.
pub fn first_ghost(rows: &str) -> u32 {
    rows.chars().filter(|c| "adi".contains(*c)).count() as u32
}

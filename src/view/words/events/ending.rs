//! The last sentence of a game: how it ended, after how many turns, and what the player is told of in the end.
use crate::engine::event::Outcome;
use crate::view::words::grammar::nouns::turns;
use crate::view::words::terms::boards::{enemies, place_in_run};
use crate::view::words::terms::life::{is_spent, lives};
use crate::view::words::terms::people::aftermath;
use crate::view::words::terms::perception::Perception;
use crate::view::words::terms::stakes::{Stakes, stakes};

/// The cause of the hero's death.
#[derive(Default)]
pub enum CauseOfDeath {
    /// A cause that is not known.
    #[default]
    Unknown,
    /// A culprit by name: "a ghost", "your own magic".
    PendingAction(String),
    /// A body that rammed the hero: "an enemy".
    Ram(String),
}

impl CauseOfDeath {
    fn name(&self) -> Option<&str> {
        match self {
            CauseOfDeath::Unknown => None,
            CauseOfDeath::PendingAction(name) | CauseOfDeath::Ram(name) => Some(name),
        }
    }
}

/// The last sentence of a game.
pub fn ending(world: Perception<'_>, outcome: Outcome, bane: &CauseOfDeath) -> String {
    let turns = turns(world.turn());
    match stakes(&world) {
        Stakes::Points => verdict(world, outcome, &turns, bane),
        Stakes::Gold => settlement(world, outcome, &turns, bane),
        Stakes::Lives => reckoning(world, outcome, &turns, bane),
        Stakes::People => aftermath(&world, outcome),
    }
}

/// The ending of games of health (E-4).
fn verdict(world: Perception<'_>, outcome: Outcome, turns: &str, bane: &CauseOfDeath) -> String {
    match (outcome, bane.name()) {
        (Outcome::Won, _) => format!("You have won in {turns}."),
        (Outcome::Lost, None) if is_dead(world) => format!("You have died after {turns}."),
        (Outcome::Lost, Some(bane)) if is_dead(world) => {
            format!("You have died after {turns}, killed by {bane}.")
        }
        (Outcome::Lost, _) => format!("You have lost after {turns}."),
        (Outcome::Drawn, _) => format!("It is a draw after {turns}."),
    }
}

/// The ending of games of gold (S-2).
fn settlement(world: Perception<'_>, outcome: Outcome, turns: &str, bane: &CauseOfDeath) -> String {
    let gold = i64::from(world.life_of(world.commanded()));
    let debt = format!("You are bankrupt after {turns}, {} gold in debt", -gold);
    match (outcome, bane.name()) {
        (Outcome::Won, _) => format!("You are rich: you have won in {turns}, with {gold} gold."),
        (Outcome::Lost, None) => format!("{debt}."),
        (Outcome::Lost, Some(bane)) => format!("{debt}, ruined by {bane}."),
        (Outcome::Drawn, _) => format!("It is a draw after {turns}, with {gold} gold."),
    }
}

/// The ending of games of lives, which says how far the player came.
fn reckoning(world: Perception<'_>, outcome: Outcome, turns: &str, bane: &CauseOfDeath) -> String {
    let left = lives(world.life_of(world.commanded()).into());
    let boards = world.dungeon().levels.len();
    let fate = match bane {
        _ if !is_dead(world) => "You have lost".to_owned(),
        CauseOfDeath::Unknown => "You have died".to_owned(),
        CauseOfDeath::PendingAction(name) => format!("You have been killed by {name}"),
        CauseOfDeath::Ram(name) => format!("You have been stomped by {name}"),
    };
    let reached = match place_in_run(&world) {
        Some(board) => format!("on {board}"),
        None => format!("with {} left", enemies(&world)),
    };
    match (outcome, boards) {
        (Outcome::Won, 1) => format!("You have won in {turns}, with {left} left."),
        (Outcome::Won, n) => format!("You have won all {n} boards in {turns}, with {left} left."),
        (Outcome::Lost, _) => format!("{fate} after {turns}, {reached}."),
        (Outcome::Drawn, _) => format!("It is a draw after {turns}, {reached}."),
    }
}

fn is_dead(world: Perception<'_>) -> bool {
    let hero = world.commanded();
    is_spent(world.kind(hero).life, world.life_of(hero).into())
}

//! Adds rests to a line of play that a hero with too little health cannot survive.
use super::budget::Meter;
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;

/// The most turns of one rest without a gain of health: longer than any hero needs for one point (E-3).
const LONGEST_WAIT: u32 = 64;

/// Returns a line that wins a game by these actions and waits between them. The hero waits before each action that
/// costs health, until health is full or enough for the whole line. `None` if that does not win, or if the budget ends.
pub fn rested(start: &Game, line: &[Action], meter: &Meter<'_>) -> Option<Vec<Action>> {
    let mut game = start.clone();
    let mut trial = start.clone();
    let enough = cost_of(&mut trial, line, meter)?;
    let mut rested = Vec::new();
    for action in line {
        trial.clone_from(&game);
        if !meter.pay() || trial.step(*action).is_err() {
            return None;
        }
        if health(trial.world()) < health(game.world()) || trial.outcome().is_some() {
            rest(&mut game, &mut trial, enough, &mut rested, meter);
        }
        if !meter.pay() || game.step(*action).is_err() {
            return None;
        }
        rested.push(*action);
        match game.outcome() {
            Some(Outcome::Won) => return Some(rested),
            Some(_) => return None,
            None => {}
        }
    }
    None
}

/// Returns more health than a line of play costs a hero of unlimited health. `None` if the line ends otherwise than
/// with a win.
fn cost_of(game: &mut Game, line: &[Action], meter: &Meter<'_>) -> Option<i32> {
    let mut cost = 1;
    for action in line {
        let life = game.world().kind(game.world().commanded()).life;
        game.fill(&[life]);
        let before = health(game.world());
        if !meter.pay() || game.step(*action).is_err() {
            return None;
        }
        cost += (before - health(game.world())).max(0);
    }
    (game.outcome() == Some(Outcome::Won)).then_some(cost)
}

/// Waits as long as that raises the hero's health below `enough`.
fn rest(game: &mut Game, trial: &mut Game, enough: i32, line: &mut Vec<Action>, meter: &Meter<'_>) {
    let mut waits = 0;
    trial.clone_from(game);
    while health(game.world()) < enough && waits < LONGEST_WAIT && trial.outcome().is_none() {
        if !meter.pay() || trial.step(Action::Wait).is_err() {
            return;
        }
        waits += 1;
        if health(trial.world()) < health(game.world()) {
            return;
        }
        if health(trial.world()) > health(game.world()) && trial.outcome().is_none() {
            line.extend((0..waits).map(|_| Action::Wait));
            game.clone_from(trial);
            waits = 0;
        }
    }
}

fn health(world: &World) -> i32 {
    world.life_of(world.commanded())
}

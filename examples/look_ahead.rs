//! A bot that plays arena: it tries every key on copies of the game, a few turns deep, and presses the best one. It
//! prints the keys of its game for `dungeon render --keys-from`. Run with `cargo run --release --example look_ahead
//! dungeons/arena-run.dng 5`.
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use dungeon::data::Feature;
use dungeon::diagnostics::{Limits, Source};
use dungeon::geometry::{Grid, Neighbours, Point};
use dungeon::{Action, Game, Outcome, World, minds, rules};

/// The number of turns that the bot looks ahead. With 1 it plays like a careful beginner; with 3 it rarely loses.
const DEPTH: u32 = 3;

/// The turn after which the bot gives up, such as when an enemy is walled in or every door is too dangerous.
const LONGEST: u32 = 1_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or("dungeons/arena.dng".to_owned());
    let seed = args.next().map_or(Ok(0), |seed| seed.parse())?;
    let source = Source::open(Path::new(&file), &Limits::default())?;
    let (dungeon, _) = dungeon::read(&source, &Limits::default());
    let dungeon = Arc::new(dungeon.ok_or("`dungeon check` says what is wrong with this file")?);
    let rules = rules::rules_for(&dungeon);
    let mut game = Game::new(dungeon, rules, minds::mind_for, seed);
    while game.outcome().is_none() && game.world().turn() < LONGEST {
        let (_, key, action) = best(&game, DEPTH).ok_or("there is always something to do")?;
        game.step(action)?;
        print!("{key}");
    }
    println!();
    let end = game
        .outcome()
        .map_or("Given up".to_owned(), |end| format!("{end:?}"));
    eprintln!("{end} in turn {}", game.world().turn());
    Ok(())
}

/// Returns the best action: its value after `depth` turns, its key, and the action.
fn best(game: &Game, depth: u32) -> Option<(i64, &'static str, Action)> {
    let bindings = game.rules().face().bindings().iter();
    let options = bindings.filter_map(|binding| {
        let mut later = game.clone();
        later.step(binding.action).ok()?;
        let now = worth(&later);
        let worth = match (later.outcome(), depth) {
            (None, 2..) => now / 20 + best(&later, depth - 1)?.0,
            _ => now + now / 20 * i64::from(depth), // an earlier gain is worth a little more
        };
        let key = binding.keys.split(' ').next()?;
        Some((worth, key, binding.action))
    });
    options.max_by_key(|(worth, ..)| *worth)
}

/// Rates a game: lives first, then dead enemies and keys, then the distance to the nearest enemy or key.
fn worth(game: &Game) -> i64 {
    let world = game.world();
    let lives = i64::from(world.life_of(world.commanded()));
    let dead = world.bodies().iter().filter(|body| !body.alive).count();
    match game.outcome() {
        Some(Outcome::Lost) => -10_000_000,
        Some(_) => 10_000_000 + lives,
        None => {
            let done = (dead + world.held().len()) as i64;
            let whim = (game.checksum() % 15) as i64; // a tie must not make the bot wait forever
            lives * 100_000 + done * 2_000 - i64::from(steps_to_a_goal(world)) * 10 + whim
        }
    }
}

/// Returns the steps from the hero to the nearest enemy or key on the board; 500 if none can be reached.
fn steps_to_a_goal(world: &World) -> u32 {
    let (here, hero) = (world.here(), world.commanded());
    let lets_in = |p: Point| match world.tile(here, p).feature {
        Feature::Door(door) => door.lock.is_none_or(|lock| world.opens(lock)),
        _ => world.is_valid(here, p),
    };
    let is_goal = |p: Point| {
        let is_key = world.item(world.item_at(here, p)).opens.is_some();
        is_key || world.body_at(here, p).is_some_and(|who| who != hero)
    };
    let mut seen = Grid::filled(world.size(here), false);
    let mut next = VecDeque::from([(world.body(hero).at, 0)]);
    while let Some((p, steps)) = next.pop_front() {
        if is_goal(p) {
            return steps;
        }
        for way in Neighbours::Four.directions() {
            let there = p + *way;
            if seen.get(there) == Some(false) && lets_in(there) {
                seen.set(there, true);
                next.push_back((there, steps + 1));
            }
        }
    }
    500
}

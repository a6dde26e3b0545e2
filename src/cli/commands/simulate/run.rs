//! The games of one bot in one dungeon, on all threads; in whatever order they end, their numbers are the same.
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::{Contestant, Simulate};
use crate::dungeon::Dungeon;
use crate::engine::game::Game;
use crate::players::{PlayedGame, Tally, play};
use crate::{monsters, rulesets};

/// Games that are counted together: few enough that threads end together, and many enough that adding costs nothing.
const BATCH: u32 = 16;

/// Plays the games, and adds them up.
pub fn tally(dungeon: &Arc<Dungeon>, contestant: Contestant, asked: &Simulate) -> Tally {
    let progress = SharedProgress::new(contestant.name(), asked.games);
    let batches = asked.games.div_ceil(BATCH);
    let first = Game::new(
        Arc::clone(dungeon),
        rulesets::pick(dungeon),
        monsters::mind_for,
        asked.seed,
    );
    let batch = |batch: u32| {
        let (mut tally, mut game) = (Tally::default(), first.clone());
        for nth in batch * BATCH..asked.games.min((batch + 1) * BATCH) {
            let seed = asked.seed.wrapping_add(nth.into());
            game.reset(seed);
            let mut played = PlayedGame::new(game.clone());
            tally.add(seed, &play(&mut played, &mut *contestant.player(), asked.most));
            progress.count();
        }
        tally
    };
    let tallies = (0..batches).into_par_iter().map(batch);
    tallies.reduce(Tally::default, |mut one, other| {
        one.merge(other);
        one
    })
}

/// A line on standard error that tells how many games were played and when the last one will be, where standard error
/// is a terminal; wiped out when it is dropped.
struct SharedProgress {
    bot: &'static str,
    games: u32,
    done: AtomicU32,
    is_seen: bool,
    began: Instant,
    /// Tenths of a second after which the line is written next.
    due: AtomicU32,
}

/// Tenths of a second before the first line: nothing is told of what is over sooner.
const PATIENCE: u32 = 5;

impl SharedProgress {
    fn new(bot: &'static str, games: u32) -> SharedProgress {
        SharedProgress {
            bot,
            games,
            done: AtomicU32::new(0),
            is_seen: io::stderr().is_terminal(),
            began: Instant::now(),
            due: AtomicU32::new(PATIENCE),
        }
    }

    /// Counts a game that is over, and writes the line if it is time to.
    fn count(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let passed = self.began.elapsed();
        let tenths = u32::try_from(passed.as_millis() / 100).unwrap_or(u32::MAX);
        let due = self.due.load(Ordering::Relaxed);
        let is_mine = || {
            let next = tenths.saturating_add(2);
            let taken = self.due.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed);
            taken.is_ok()
        };
        if self.is_seen && tenths >= due && is_mine() {
            let left = estimate(passed, done, self.games);
            let line = format!("{}: {done} of {} games, {left}", self.bot, self.games);
            let _ = write!(io::stderr(), "\r{line:WIDTH$}\r");
        }
    }
}

/// Columns of the line of progress.
const WIDTH: usize = 70;

impl Drop for SharedProgress {
    fn drop(&mut self) {
        if self.is_seen && self.due.load(Ordering::Relaxed) > PATIENCE {
            let _ = write!(io::stderr(), "\r{:WIDTH$}\r", "");
        }
    }
}

/// How long the rest takes, if it goes on so.
fn estimate(passed: Duration, done: u32, of: u32) -> String {
    let left = passed.as_secs_f64() * f64::from(of - done) / f64::from(done.max(1));
    match left {
        ..120.0 => format!("about {left:.0} s left"),
        _ => format!("about {:.0} min left", left / 60.0),
    }
}

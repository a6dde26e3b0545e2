//! Plays the games of one bot in one dungeon on all threads. The result does not depend on the order in which games
//! end.
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::contestants::{Contestant, GamePlan, RunPlan, SimulatedDungeon};
use super::game_line::GameLine;
use crate::balance::compare::compare;
use crate::cli::output::progress::SharedProgress;
use crate::cli::output::stdout::{is_terminal, print_row};
use dungeon_engine::action::Action;
use dungeon_format::json::Row;
use dungeon_model::dungeon::Dungeon;
use dungeon_players::{
    GameRecord, PairedTally, Player, PlayerView, SeenGame, Tally, play, play_many,
};

/// The number of games per task: few enough to balance the threads, and enough to make the overhead small.
const BATCH: u32 = 16;

/// Plays the games, and returns their combined results.
pub fn tally(dungeon: &Arc<Dungeon>, contestant: Contestant, asked: GamePlan) -> Tally {
    let progress = SharedProgress::counting(contestant.name(), "game", asked.games as usize);
    let batches = asked.games.div_ceil(BATCH);
    let batch = |batch: u32| {
        let mut player = contestant.player();
        let game = |nth: u32| {
            let seed = asked.seed.wrapping_add(nth.into());
            let played = play_many(dungeon, [seed], asked.most, &mut *player);
            progress.count();
            played
        };
        (batch * BATCH..asked.games.min((batch + 1) * BATCH))
            .map(game)
            .sum::<Tally>()
    };
    (0..batches).into_par_iter().map(batch).sum()
}

/// Plays the games of each seed in both dungeons, and returns their combined results.
pub fn paired_tally(
    dungeons: [&Arc<Dungeon>; 2],
    contestant: Contestant,
    asked: GamePlan,
) -> PairedTally {
    let games = asked.games as usize * dungeons.len();
    let progress = SharedProgress::counting(contestant.name(), "game", games);
    let play = seeds(contestant, asked.most, || false, |_| progress.count());
    let played = compare(dungeons, asked.seed, asked.games.into(), &play);
    played.expect("nothing stops these games")
}

/// Returns a function that plays each seed of a range on any thread, until `is_over`: then it returns `None`, at once also
/// in the middle of long games.
pub fn seeds(
    contestant: Contestant,
    most: u32,
    is_over: impl Fn() -> bool + Sync,
    on_game: impl Fn(&GameRecord) + Sync,
) -> impl Fn(&Arc<Dungeon>, &[u64]) -> Option<Vec<GameRecord>> {
    move |dungeon, seeds| {
        let game = |seed: &u64| {
            let mut played = SeenGame::begin(Arc::clone(dungeon), *seed);
            let mut player = StoppablePlayer {
                player: contestant.player(),
                is_over: &is_over,
            };
            let record = play(&mut played, &mut player, most);
            (!is_over()).then(|| {
                on_game(&record);
                record
            })
        };
        seeds.par_iter().map(game).collect()
    }
}

/// A player that waits out its game once the game is over for its caller, which drops the result.
struct StoppablePlayer<'a> {
    player: Box<dyn Player>,
    is_over: &'a (dyn Fn() -> bool + Sync),
}

impl Player for StoppablePlayer<'_> {
    fn begin(&mut self, view: &PlayerView<'_>, luck: u64) {
        self.player.begin(view, luck);
    }

    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        if (self.is_over)() {
            Action::Wait
        } else {
            self.player.choose(view, legal)
        }
    }
}

/// Plays the games of a run, and prints each as a line as soon as all games with lower seeds are printed.
///
/// # Errors
/// Returns an error if writing fails; the remaining games are not played.
pub fn print_games(
    file: &SimulatedDungeon,
    contestant: Contestant,
    run: &RunPlan,
) -> io::Result<()> {
    let [first, last] = run.seeds;
    let games = usize::try_from(last - first).unwrap_or(usize::MAX);
    // On a terminal, the lines themselves show the progress.
    let progress = (!is_terminal())
        .then(|| SharedProgress::counting(contestant.name(), "game", games.saturating_add(1)));
    let names = [file.name.raw(), &file.id];
    let printer = Mutex::new(OrderedPrinter::from(first));
    // A bridge hands out seeds in ascending order, so that few lines wait for an earlier one.
    (first..=last).par_bridge().try_for_each(|seed| {
        let mut played = SeenGame::begin(Arc::clone(&file.dungeon), seed);
        let record = play(&mut played, &mut *contestant.player(), run.most);
        let world = played.game().world();
        let line = GameLine::new(names, contestant, run, &record, world);
        if let Some(progress) = &progress {
            progress.count();
        }
        let printer = printer.lock();
        // After a panic in another thread, the lines of that game and of later games are missing.
        let mut printer = printer.unwrap_or_else(PoisonError::into_inner);
        printer.print(seed, Row::of(&line))
    })
}

/// Prints rows in the order of their seeds, whatever the order in which they arrive.
struct OrderedPrinter {
    /// The seed of the next row to print.
    next: u64,
    /// Rows that wait for an earlier one.
    waiting: BTreeMap<u64, Row>,
}

impl From<u64> for OrderedPrinter {
    fn from(first: u64) -> OrderedPrinter {
        OrderedPrinter {
            next: first,
            waiting: BTreeMap::new(),
        }
    }
}

impl OrderedPrinter {
    fn print(&mut self, seed: u64, row: Row) -> io::Result<()> {
        self.waiting.insert(seed, row);
        while let Some(row) = self.waiting.remove(&self.next) {
            print_row(&row)?;
            self.next = self.next.wrapping_add(1);
        }
        Ok(())
    }
}

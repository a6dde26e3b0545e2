//! Questions about difficulty, as `dungeon tune`, `simulate --against`, `simulate --sensitivity` and `generate` answer them.
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use dungeon::Dungeon;
use dungeon::baking::baked_file::{BakedFile, ChanceFile};
use dungeon::baking::generate::{
    FileProof, FittingSeed, SeedOrder, UnfitSeed, generate as find_seeds,
};
use dungeon::balance::tune_goal::unconfirmable;
use dungeon::balance::tune_words::{WantedWins, conclusion, end_word};
use dungeon::diagnostics::{IncludeFolders, Limits, Source};
use dungeon::players::{
    Budget, DungeonText, GameRecord, Interval, PairedCounts, PlaySeeds, SeenGame, TuneGoal,
    Verdict, WinCount, compare as both_versions, play, prove, sensitivity as influences,
    tune as find_numbers,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::questions::{BotMaker, Stoppable, bot_maker};
use crate::reading::{DungeonError, NEW, OLD, dungeon, source};
use crate::waiting::{is_set, stopped, wait_for};

/// A bot with the smallest and the largest share of games that it should win.
type Expected = (String, f64, f64);

/// A share of wins.
#[derive(IntoPyObject)]
struct WinRate {
    bot: String,
    games: u64,
    won: u64,
    win_rate: f64,
    interval: (f64, f64),
}

fn ends(Interval { from, to }: Interval) -> (f64, f64) {
    (from, to)
}

fn win_rates(expect: &[Expected], wins: &[WinCount]) -> Vec<WinRate> {
    let rates = expect.iter().zip(wins).map(|((bot, ..), count)| WinRate {
        bot: bot.clone(),
        games: count.games,
        won: count.won,
        win_rate: count.share(),
        interval: ends(count.interval()),
    });
    rates.collect()
}

/// Plays and proves games on several threads until it is stopped or late.
struct Arena<'a> {
    stop: &'a AtomicBool,
    begun: Instant,
    time: Option<Duration>,
    most: u32,
}

impl Arena<'_> {
    fn is_over(&self) -> bool {
        is_set(self.stop) || self.time.is_some_and(|time| self.begun.elapsed() >= time)
    }

    /// Returns a function that plays games of a bot.
    fn playing<'p>(&'p self, make: BotMaker) -> Box<PlaySeeds<'p>> {
        Box::new(move |dungeon: &Arc<Dungeon>, seeds: &[u64]| {
            let game = |seed: &u64| {
                let is_over = || self.is_over();
                let mut player = Stoppable::new(make(), &is_over);
                let mut begun = SeenGame::begin(Arc::clone(dungeon), *seed);
                play(&mut begun, &mut player, self.most)
            };
            let played: Option<Vec<GameRecord>> = { seeds.par_iter() }
                .map(|seed| (!self.is_over()).then(|| game(seed)))
                .collect();
            played.filter(|_| !self.is_over())
        })
    }

    /// Looks for a proof within a number of steps; `None` if the time ends before it is found.
    fn proved(&self, dungeon: &Arc<Dungeon>, seed: u64, steps: u64) -> Option<Verdict> {
        let budget = Budget {
            goes_on: &|_| !self.is_over(),
            ..Budget::of_steps(steps)
        };
        let proof = (!self.is_over()).then(|| prove(dungeon, seed, &budget))?;
        let is_certain = matches!(proof.verdict, Verdict::Winnable(_) | Verdict::Unwinnable(_));
        (is_certain || !self.is_over()).then_some(proof.verdict)
    }

    /// Returns those of the seeds that cannot be won, as the prover finds within these steps per seed.
    fn refuted(&self, dungeon: &Arc<Dungeon>, seeds: &[u64], steps: u64) -> Option<Vec<u64>> {
        let lost = seeds.par_iter().map(|seed| {
            let verdict = self.proved(dungeon, *seed, steps)?;
            Some(matches!(verdict, Verdict::Unwinnable(_)).then_some(*seed))
        });
        let lost: Option<Vec<Option<u64>>> = lost.collect();
        Some(lost?.into_iter().flatten().collect())
    }
}

/// The number of threads, with the time and the length of games.
struct PlayLimits {
    threads: rayon::ThreadPool,
    time: Option<Duration>,
    most: u32,
}

impl PlayLimits {
    fn new(threads: u16, seconds: Option<f64>, most: u32) -> PyResult<PlayLimits> {
        // More threads than processors take longer to start than to play.
        let available = std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = usize::from(threads).min(available);
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let threads =
            threads.map_err(|error| PyValueError::new_err(format!("threads: {error}")))?;
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| PyValueError::new_err(format!("seconds: {error}")))?;
        Ok(PlayLimits {
            threads,
            time,
            most,
        })
    }

    /// Does work that plays games, on these threads.
    fn play<T: Send>(
        &self,
        stop: &AtomicBool,
        work: impl FnOnce(&Arena<'_>) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let arena = Arena {
            stop,
            begun: Instant::now(),
            time: self.time,
            most: self.most,
        };
        let done = self.threads.install(|| work(&arena));
        if is_set(stop) { Err(stopped()) } else { done }
    }
}

/// Reads the text of a dungeon, or the file at a path, whose included files stay as they are.
fn authored(text: Option<String>, path: Option<PathBuf>) -> PyResult<DungeonText> {
    let joined = source(text.clone(), path.clone(), &NEW)?;
    let limits = Limits::default();
    let read = match path {
        None => DungeonText::new(joined, Box::new(|own| own)),
        Some(path) => {
            let own = Source::open_at_once(&path, &limits)?;
            let join = move |own: Source| {
                own.with_includes(&IncludeFolders::of(&path, &[]), &Limits::default())
            };
            DungeonText::new(own, Box::new(join))
        }
    };
    read.map_err(|report| DungeonError::new_err(report.to_string()))
}

/// Returns the goals of a search for the arena.
fn goals<'g>(expect: &[Expected], plays: &'g [Box<PlaySeeds<'g>>]) -> Vec<TuneGoal<'g>> {
    let goals = expect.iter().zip(plays);
    let goals = goals.map(|((_, from, to), play)| TuneGoal {
        from: *from,
        to: *to,
        play,
    });
    goals.collect()
}

fn makers(expect: &[Expected]) -> PyResult<Vec<BotMaker>> {
    expect.iter().map(|(bot, ..)| bot_maker(bot)).collect()
}

/// A number with a new value.
#[derive(IntoPyObject)]
struct Tuned {
    name: String,
    line: usize,
    before: String,
    after: String,
}

/// Games that the search played with some values.
#[derive(IntoPyObject)]
struct Trial {
    step: String,
    wins: Vec<WinRate>,
    refused: Option<String>,
}

/// The answer of `tune`.
#[derive(IntoPyObject)]
pub struct TunedText {
    end: &'static str,
    wins: Vec<WinRate>,
    changed: Vec<Tuned>,
    trials: Vec<Trial>,
    text: String,
    report: String,
}

/// Finds numbers with which bots win as often as wanted.
#[pyfunction]
#[pyo3(signature = (text=None, *, path=None, expect, games=4000, seed=0, most=3000, seconds=None, threads=0))]
#[allow(clippy::too_many_arguments)]
pub fn tune(
    py: Python<'_>,
    text: Option<String>,
    path: Option<PathBuf>,
    expect: Vec<Expected>,
    games: u32,
    seed: u64,
    most: u32,
    seconds: Option<f64>,
    threads: u16,
) -> PyResult<TunedText> {
    let makers = makers(&expect)?;
    let mut narrow =
        { expect.iter() }.filter_map(|(_, from, to)| unconfirmable([*from, *to], games.into()));
    if let Some(why) = narrow.next() {
        return Err(PyValueError::new_err(format!("expect: {why}")));
    }
    let limits = PlayLimits::new(threads, seconds, most)?;
    wait_for(py, |stop| {
        limits.play(stop, |arena| {
            let text = authored(text, path)?;
            let plays: Vec<_> = makers.into_iter().map(|make| arena.playing(make)).collect();
            let found = find_numbers(
                &text,
                &goals(&expect, &plays),
                seed,
                games.into(),
                &|dungeon, seeds, steps| arena.refuted(dungeon, seeds, steps),
                &|_| {},
            );
            let found = found.ok_or_else(|| PyValueError::new_err(text.why_untunable()))?;
            let wanted = expect.iter().map(|(bot, from, to)| WantedWins {
                bot: bot_name(bot),
                shares: [*from, *to],
            });
            let report = conclusion(&found, &wanted.collect::<Vec<_>>());
            let trials = found.trials.iter().map(|trial| Trial {
                step: trial.step.clone(),
                wins: { trial.result.as_ref() }
                    .map_or_else(|_| Vec::new(), |wins| win_rates(&expect, wins)),
                refused: trial.result.as_ref().err().cloned(),
            });
            let changed = found.changed.iter().map(|tuned| {
                let [before, after] = tuned.values.clone();
                Tuned {
                    name: tuned.name.clone(),
                    line: tuned.line,
                    before,
                    after,
                }
            });
            Ok(TunedText {
                end: end_word(&found.end),
                wins: win_rates(&expect, &found.wins),
                changed: changed.collect(),
                trials: trials.collect(),
                report: report.trim_end().to_owned(),
                text: found.text,
            })
        })
    })
}

/// Returns the name of a bot that `bot_maker` knows.
fn bot_name(bot: &str) -> &'static str {
    let names = ["random", "greedy", "careful", "planner"];
    names
        .into_iter()
        .find(|name| *name == bot)
        .unwrap_or_default()
}

/// How often something happened in both versions.
#[derive(IntoPyObject)]
struct ShareChange {
    old: f64,
    new: f64,
    change: f64,
    interval: (f64, f64),
}

impl From<&PairedCounts> for ShareChange {
    fn from(counts: &PairedCounts) -> ShareChange {
        let [old, new] = counts.shares();
        ShareChange {
            old,
            new,
            change: counts.change(),
            interval: ends(counts.change_interval()),
        }
    }
}

/// The answer of `compare`.
#[derive(IntoPyObject)]
pub struct Compared {
    bot: String,
    games: u64,
    wins: ShareChange,
    turns: Option<f64>,
    turns_interval: Option<(f64, f64)>,
    lost_to: BTreeMap<String, ShareChange>,
}

/// Plays the same seeds in two versions of a dungeon.
#[pyfunction]
#[pyo3(signature = (text=None, *, path=None, old=None, old_path=None, bot="careful", games=1000, seed=0, most=3000, threads=0))]
#[allow(clippy::too_many_arguments)]
pub fn compare(
    py: Python<'_>,
    text: Option<String>,
    path: Option<PathBuf>,
    old: Option<String>,
    old_path: Option<PathBuf>,
    bot: &str,
    games: u32,
    seed: u64,
    most: u32,
    threads: u16,
) -> PyResult<Compared> {
    let make = bot_maker(bot)?;
    let limits = PlayLimits::new(threads, None, most)?;
    let sources = [source(old, old_path, &OLD)?, source(text, path, &NEW)?];
    let tally = wait_for(py, |stop| {
        limits.play(stop, |arena| {
            let [old, new] = &sources;
            let dungeons = [dungeon(old, stop)?, dungeon(new, stop)?];
            let playing = arena.playing(make);
            let found = both_versions(dungeons.each_ref(), seed, games.into(), &playing);
            found.ok_or_else(stopped)
        })
    })?;
    let losses = tally.losses().into_iter();
    let lost_to = losses.map(|(_, name, lost)| (name.to_owned(), ShareChange::from(&lost)));
    Ok(Compared {
        bot: bot.to_owned(),
        games: tally.won.seeds(),
        wins: ShareChange::from(&tally.won),
        turns: tally.turns.mean(),
        turns_interval: tally.turns.interval().map(ends),
        lost_to: lost_to.collect(),
    })
}

/// The influence of a change.
#[derive(IntoPyObject)]
struct Influenced {
    name: String,
    line: usize,
    alteration: &'static str,
    values: Option<(String, Option<String>)>,
    wins: Option<ShareChange>,
    refused: Option<String>,
    met: bool,
}

/// The answer of `sensitivity`.
#[derive(IntoPyObject)]
pub struct Influences {
    bot: String,
    games: u64,
    won: u64,
    changes: Vec<Influenced>,
}

/// Measures how much the wins of a bot depend on each number and thing.
#[pyfunction]
#[pyo3(signature = (text=None, *, path=None, bot="careful", games=200, seed=0, most=3000, threads=0))]
#[allow(clippy::too_many_arguments)]
pub fn sensitivity(
    py: Python<'_>,
    text: Option<String>,
    path: Option<PathBuf>,
    bot: &str,
    games: u32,
    seed: u64,
    most: u32,
    threads: u16,
) -> PyResult<Influences> {
    let make = bot_maker(bot)?;
    let limits = PlayLimits::new(threads, None, most)?;
    wait_for(py, |stop| {
        limits.play(stop, |arena| {
            let text = authored(text, path)?;
            let changes = text.changes();
            let playing = arena.playing(make);
            let found = influences(&text, &changes, seed, games.into(), &playing);
            let found = found.ok_or_else(stopped)?;
            let all = changes.into_iter().zip(found.influences);
            let all = all.map(|(change, influence)| Influenced {
                name: change.name,
                line: change.line,
                alteration: change.alteration.word(),
                values: change.values,
                wins: influence.won.as_ref().ok().map(ShareChange::from),
                refused: influence.won.err(),
                met: influence.is_met,
            });
            let mut changes: Vec<Influenced> = all.collect();
            let size = |one: &Influenced| one.wins.as_ref().map_or(-1.0, |wins| wins.change.abs());
            changes.sort_by(|one, other| size(other).total_cmp(&size(one)));
            Ok(Influences {
                bot: bot.to_owned(),
                games: found.games,
                won: found.won,
                changes,
            })
        })
    })
}

/// A chosen seed.
#[derive(IntoPyObject)]
struct Chosen {
    seed: u64,
    text: String,
    keys: String,
    turns: u32,
    recording: String,
    wins: Vec<WinRate>,
    apart: f64,
}

/// The answer of `generate`.
#[derive(IntoPyObject)]
pub struct Generated {
    end: &'static str,
    seeds: Vec<Chosen>,
    fitting: usize,
    unproved: usize,
    out_of_range: usize,
    unwritten: usize,
    reason: Option<String>,
}

/// Chooses seeds of a file with chance that can be won, are as hard as wanted and differ most from one another.
#[pyfunction]
#[pyo3(signature = (text=None, *, path=None, number=20, seeds=(0, 9999), expect, games=200, most=3000, steps=2_000_000, seconds=None, threads=0))]
#[allow(clippy::too_many_arguments)]
pub fn generate(
    py: Python<'_>,
    text: Option<String>,
    path: Option<PathBuf>,
    number: u32,
    seeds: (u64, u64),
    expect: Vec<Expected>,
    games: u32,
    most: u32,
    steps: u64,
    seconds: Option<f64>,
    threads: u16,
) -> PyResult<Generated> {
    let makers = makers(&expect)?;
    let limits = PlayLimits::new(threads, seconds, most)?;
    let source = source(text, path, &NEW)?;
    wait_for(py, |stop| {
        limits.play(stop, |arena| {
            let dungeon = dungeon(&source, stop)?;
            let name = source.name.to_string();
            let file = ChanceFile::new(source, dungeon).map_err(PyValueError::new_err)?;
            let plays: Vec<_> = makers.into_iter().map(|make| arena.playing(make)).collect();
            let order = SeedOrder {
                wanted: number as usize,
                seeds: seeds.0..=seeds.1,
                games: games.into(),
                name,
            };
            if let Some(why) = order.fault() {
                return Err(PyValueError::new_err(format!("seeds: {why}")));
            }
            let proofs = |files: &[(u64, &BakedFile)]| {
                let proofs = files
                    .par_iter()
                    .map(|(seed, baked)| FileProof::of(arena.proved(&baked.dungeon, *seed, steps)));
                proofs.collect()
            };
            let found = find_seeds(&file, &goals(&expect, &plays), &order, &proofs, &|_, _| {});
            let chosen = found.chosen.iter().map(|one| chosen(one, &expect));
            let chosen: Vec<Chosen> = chosen.collect();
            let count = |is_it: &dyn Fn(&UnfitSeed) -> bool| {
                found.unfit.iter().filter(|(_, why)| is_it(why)).count()
            };
            Ok(Generated {
                end: if found.is_cut {
                    "cut"
                } else if chosen.len() < number as usize {
                    "too few"
                } else {
                    "found"
                },
                seeds: chosen,
                fitting: found.fitting,
                unproved: count(&|why| matches!(why, UnfitSeed::Unproved)),
                out_of_range: count(&|why| matches!(why, UnfitSeed::OutOfRange(_))),
                unwritten: count(&|why| matches!(why, UnfitSeed::Unwritten(_))),
                reason: found.unfit.iter().find_map(|(_, why)| match why {
                    UnfitSeed::Unwritten(why) => Some(why.clone()),
                    _ => None,
                }),
            })
        })
    })
}

fn chosen(fitting: &FittingSeed, expect: &[Expected]) -> Chosen {
    let certificate = &fitting.certificate;
    Chosen {
        seed: fitting.seed,
        text: fitting.text.clone(),
        keys: certificate.keys.text().to_owned(),
        turns: certificate.turns,
        recording: certificate.recording.to_text(),
        wins: win_rates(expect, &fitting.wins),
        apart: fitting.apart,
    }
}

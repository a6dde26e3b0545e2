//! Questions about a dungeon, as `dungeon check`, `prove`, `simulate` and `render` answer them. Answers become Python
//! dictionaries, of which the package makes its dataclasses.
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use dungeon::diagnostics::{Diagnostic, Source};
use dungeon::players::{
    Budget, Careful, Greedy, Planner, Player, PlayerView, Proof, ProofLimit, Random, Tally,
    Verdict, play_many, proof_findings, prove as prove_game, prove_fair, prove_layout,
};
use dungeon::recordings::Certificate;
use dungeon::session::Script;
use dungeon::{Action, ColourDepth, Dungeon, Frame, Session};
use dungeon_play::view::words::loss_name;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arguments::not_one_of;
use crate::reading::{NEW, dungeon, read, report, source, tested};
use crate::waiting::{is_set, stopped, wait_for};

/// A finding of `check` or `prove`.
#[derive(IntoPyObject)]
struct Finding {
    severity: &'static str,
    code: &'static str,
    message: String,
    help: Option<String>,
    file: String,
    line: usize,
    column: usize,
}

impl Finding {
    fn new(source: &Source, found: &Diagnostic) -> Finding {
        let place = source.place(found.span.start);
        Finding {
            severity: found.severity.word(),
            code: found.code.name(),
            message: found.message.to_string(),
            help: found.help.as_ref().map(ToString::to_string),
            file: place.name.to_string(),
            line: place.line,
            column: place.column,
        }
    }
}

fn findings(source: &Source, found: &[Diagnostic]) -> Vec<Finding> {
    let findings = found.iter().map(|found| Finding::new(source, found));
    findings.collect()
}

/// The answer of `check`.
#[derive(IntoPyObject)]
pub struct Checked {
    playable: bool,
    findings: Vec<Finding>,
    report: String,
}

/// Finds the mistakes of a dungeon.
#[pyfunction]
#[pyo3(signature = (text=None, *, path=None))]
pub fn check(py: Python<'_>, text: Option<String>, path: Option<PathBuf>) -> PyResult<Checked> {
    let source = source(text, path, &NEW)?;
    wait_for(py, |stop| {
        let file = tested(&source, stop)?;
        Ok(Checked {
            playable: file.dungeon.is_some(),
            findings: findings(&source, &file.findings),
            report: report(&source, &file.findings),
        })
    })
}

/// The answer of `prove`.
#[derive(IntoPyObject)]
pub struct Proved {
    verdict: &'static str,
    seed: u64,
    keys: Option<String>,
    turns: Option<u32>,
    recording: Option<String>,
    steps: u64,
    stopped_by: Option<&'static str>,
    findings: Vec<Finding>,
    report: String,
}

/// The question and the limits of a proof.
struct ProofQuestion {
    scope: Scope,
    steps: u64,
    time: Option<Duration>,
    memory: usize,
}

/// What a proof asks for.
#[derive(Clone, Copy, PartialEq)]
enum Scope {
    Game,
    Fair,
    Layout,
}

impl Scope {
    fn from_name(name: &str) -> PyResult<Scope> {
        match name {
            "game" => Ok(Scope::Game),
            "fair" => Ok(Scope::Fair),
            "layout" => Ok(Scope::Layout),
            _ => Err(not_one_of("scope", &["game", "fair", "layout"], name)),
        }
    }
}

/// Decides whether a dungeon can be won.
#[pyfunction]
#[pyo3(signature = (text=None, *, path=None, seed=None, scope="game", steps=10_000_000, seconds=None, memory=1 << 30))]
#[allow(clippy::too_many_arguments)]
pub fn prove(
    py: Python<'_>,
    text: Option<String>,
    path: Option<PathBuf>,
    seed: Option<u64>,
    scope: &str,
    steps: u64,
    seconds: Option<f64>,
    memory: usize,
) -> PyResult<Proved> {
    let source = source(text, path, &NEW)?;
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|error| PyValueError::new_err(format!("seconds: {error}")))?;
    let question = ProofQuestion {
        scope: Scope::from_name(scope)?,
        steps,
        time,
        memory,
    };
    wait_for(py, |stop| {
        let (dungeon, found) = read(&source, stop)?;
        let Some(dungeon) = dungeon else {
            return Ok(Proved::without_proof(&source, seed.unwrap_or(0), &found));
        };
        let seed = seed.or(dungeon.seed).unwrap_or(0);
        question.answer(&source, &Arc::new(dungeon), seed, stop)
    })
}

impl Proved {
    /// Returns an answer with findings only, as for a dungeon with errors.
    fn without_proof(source: &Source, seed: u64, found: &[Diagnostic]) -> Proved {
        Proved {
            verdict: "invalid",
            seed,
            keys: None,
            turns: None,
            recording: None,
            steps: 0,
            stopped_by: None,
            findings: findings(source, found),
            report: report(source, found),
        }
    }
}

impl ProofQuestion {
    fn answer(
        &self,
        source: &Source,
        dungeon: &Arc<Dungeon>,
        seed: u64,
        stop: &AtomicBool,
    ) -> PyResult<Proved> {
        let begun = Instant::now();
        let is_late = || self.time.is_some_and(|time| begun.elapsed() >= time);
        let budget = Budget {
            steps: self.steps,
            memory: self.memory,
            goes_on: &|_| !is_set(stop) && !is_late(),
            on_win: &|| (),
        };
        let proof = match self.scope {
            Scope::Game => prove_game(dungeon, seed, &budget),
            Scope::Fair => prove_fair(dungeon, seed, &budget),
            Scope::Layout => prove_layout(dungeon, seed, &budget),
        };
        if is_set(stop) {
            return Err(stopped());
        }
        let won = match &proof.verdict {
            Verdict::Winnable(line) => Certificate::new(source, seed, line),
            _ => None,
        };
        let ends = proof.dead_ends.iter();
        let ways = ends.map(|end| {
            let mut session = Session::seeded(Arc::clone(dungeon), seed);
            session.act(&end.actions).text().to_owned()
        });
        let ways: Vec<String> = ways.collect();
        let start = Session::seeded(Arc::clone(dungeon), seed);
        let found = proof_findings(&proof, start.game(), source, &ways);
        Ok(Proved {
            verdict: self.verdict(&proof, won.is_some()),
            keys: won.as_ref().map(|won| won.keys.text().to_owned()),
            turns: won.as_ref().map(|won| won.turns),
            recording: won.as_ref().map(|won| won.recording.to_text()),
            steps: proof.steps,
            stopped_by: proof.stopped_by.map(limit),
            ..Proved::without_proof(source, seed, &found)
        })
    }

    /// Returns the verdict as a word. A win counts only if keys can repeat it.
    fn verdict(&self, proof: &Proof, has_keys: bool) -> &'static str {
        match &proof.verdict {
            Verdict::Winnable(_) if has_keys => "winnable",
            Verdict::Unwinnable(_) => "unwinnable",
            Verdict::Unfair => "unfair",
            Verdict::Goalless => "goalless",
            _ if self.scope == Scope::Layout && proof.stopped_by.is_none() => "open",
            _ => "unknown",
        }
    }
}

fn limit(limit: ProofLimit) -> &'static str {
    match limit {
        ProofLimit::Budget => "budget",
        ProofLimit::Memory => "memory",
        ProofLimit::Worlds => "worlds",
    }
}

/// The answer of `simulate`.
#[derive(IntoPyObject)]
pub struct Simulated {
    bot: String,
    games: u64,
    won: u64,
    lost: u64,
    unfinished: u64,
    win_rate: f64,
    interval: (f64, f64),
    turns: (Option<u32>, Option<u32>, Option<u32>),
    lost_to: BTreeMap<String, u64>,
}

/// Lets a bot play many games of a dungeon.
#[pyfunction]
#[pyo3(signature = (text=None, *, path=None, bot="careful", games=1000, seed=0, most=3000, threads=0))]
#[allow(clippy::too_many_arguments)]
pub fn simulate(
    py: Python<'_>,
    text: Option<String>,
    path: Option<PathBuf>,
    bot: &str,
    games: u32,
    seed: u64,
    most: u32,
    threads: u16,
) -> PyResult<Simulated> {
    let source = source(text, path, &NEW)?;
    let make = bot_maker(bot)?;
    // More threads than processors take longer to start than to play.
    let most_threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads =
        rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads).min(most_threads));
    let threads = threads
        .build()
        .map_err(|error| PyValueError::new_err(format!("threads: {error}")))?;
    let (dungeon, tally) = wait_for(py, |stop| {
        let dungeon = dungeon(&source, stop)?;
        let game = |nth: u32| {
            if is_set(stop) {
                return Tally::default();
            }
            let is_over = || is_set(stop);
            let mut player = Stoppable::new(make(), &is_over);
            play_many(&dungeon, [seed.wrapping_add(nth.into())], most, &mut player)
        };
        let tally = threads.install(|| (0..games).into_par_iter().map(game).sum::<Tally>());
        Ok((dungeon, tally))
    })?;
    let mut lost_to = BTreeMap::new();
    for (cause, games) in tally.loss_causes() {
        *lost_to.entry(loss_name(&dungeon, cause)).or_default() += games;
    }
    let interval = tally.interval();
    Ok(Simulated {
        bot: bot.to_owned(),
        games: tally.games,
        won: tally.won,
        lost: tally.lost,
        unfinished: tally.unfinished,
        win_rate: tally.win_rate(),
        interval: (interval.from, interval.to),
        turns: (tally.quantile(10), tally.quantile(50), tally.quantile(90)),
        lost_to,
    })
}

/// A function that makes a bot.
pub type BotMaker = fn() -> Box<dyn Player>;

/// Returns the function that makes a bot with a name.
pub fn bot_maker(name: &str) -> PyResult<BotMaker> {
    match name {
        "random" => Ok(|| Box::new(Random::default())),
        "greedy" => Ok(|| Box::new(Greedy::default())),
        "careful" => Ok(|| Box::new(Careful::default())),
        "planner" => Ok(|| Box::new(Planner::default())),
        _ => {
            let bots = ["random", "greedy", "careful", "planner"];
            Err(not_one_of("bot", &bots, name))
        }
    }
}

/// A bot that thinks until its games are over for the caller.
pub struct Stoppable<'a> {
    bot: Box<dyn Player>,
    is_over: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Stoppable<'a> {
    pub fn new(bot: Box<dyn Player>, is_over: &'a (dyn Fn() -> bool + Sync)) -> Stoppable<'a> {
        Stoppable { bot, is_over }
    }
}

impl Player for Stoppable<'_> {
    fn begin(&mut self, view: &PlayerView<'_>, luck: u64) {
        self.bot.begin(view, luck);
    }

    /// Waits out the game once it should stop: its result is dropped.
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        if (self.is_over)() {
            Action::Wait
        } else {
            self.bot.choose(view, legal)
        }
    }
}

/// Plays keys and returns the screen after them.
#[pyfunction]
#[pyo3(signature = (text=None, *, path=None, seed=None, keys="", size=(80, 24), format="text"))]
#[allow(clippy::too_many_arguments)]
pub fn render(
    py: Python<'_>,
    text: Option<String>,
    path: Option<PathBuf>,
    seed: Option<u64>,
    keys: &str,
    size: (i32, i32),
    format: &str,
) -> PyResult<String> {
    let source = source(text, path, &NEW)?;
    let keys = keys.parse::<Script>();
    let Script(keys) = keys.map_err(|error| PyValueError::new_err(format!("keys: {error}")))?;
    let print = match format {
        "text" => |frame: Frame| frame.to_string(),
        "ansi" => |frame: Frame| frame.to_ansi(ColourDepth::True),
        "svg" => |frame: Frame| frame.to_svg(),
        _ => return Err(not_one_of("format", &["text", "ansi", "svg"], format)),
    };
    wait_for(py, |stop| {
        let dungeon = dungeon(&source, stop)?;
        let seed = seed.or(dungeon.seed).unwrap_or(0);
        let mut session = Session::seeded(dungeon, seed).with_size(size.0, size.1);
        for key in keys {
            if is_set(stop) {
                return Err(stopped());
            }
            session.press_key(key);
        }
        Ok(print(session.frame()))
    })
}

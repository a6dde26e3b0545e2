//! `dungeon tune`: finds numbers with which bots win as often as an author wants, and prints or makes the change.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use clap::ValueEnum;
use rayon::prelude::*;

use super::simulate::contestants::{Bot, Contestant};
use super::simulate::expectation::Expectation;
use super::simulate::json::rounded_range;
use super::simulate::run;
use crate::balance::dungeon_text::PlaySeeds;
use crate::balance::tune::{TuneEnd, Tuning, tune};
use crate::balance::tune_goal::{TuneGoal, WinCount, unconfirmable};
use crate::balance::tune_trials::{RefuteSeeds, TuneTrial};
use crate::balance::tune_words::{WantedWins, conclusion, end_word, result_text};
use crate::cli::game::authored_text::{self, AuthoredText};
use crate::cli::options::amounts::{AmountError, BudgetOption, thread_pool};
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{print_error, refuse};
use crate::cli::output::exit::Exit;
use crate::cli::output::printable;
use crate::cli::output::progress::SearchProgress;
use crate::cli::output::row::{RowFormat, RowPrinter, formats};
use crate::cli::output::stdout::ended;
use crate::cli::output::text_diff::unified_diff;
use crate::terminal::Interrupt;
use dungeon_format::characters::quoted;
use dungeon_format::json::Row;
use dungeon_format::untrusted::Untrusted;
use dungeon_model::dungeon::Dungeon;
use dungeon_play::view::words::number_of;
use dungeon_players::{Budget, Verdict, prove};

/// Find numbers with which bots win as often as you want
///
/// Varies the health, strength and count of monsters and the count of food, each from half to twice its value: first
/// all by one scale, then one by one, the most important first. Prints the change as a diff with the trials on the way.
/// Fresh seeds confirm that the 95 % interval of the wins is inside the range. The result depends on the file and the
/// options alone, not on the number of threads.
///
/// The prover looks for seeds of the first hundred that cannot be won. Values with such a seed do not reach the range, and
/// are the result only if nothing better was found; the output then says how many seeds are lost. `--write` writes
/// only values that reach the range.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon tune mine.dng --bot careful --expect 10%..20%
  dungeon tune mine.dng --expect careful:60%..80%,greedy:..10% --write
  dungeon tune mine.dng --expect 40%..60% --budget 60s

Exit codes: 0 the wins are in the range with the printed change or without one,
1 the dungeon has errors, or no change reaches the range, 2 usage error, a file
in which nothing varies, or one that cannot be read or written, 3 the budget or Ctrl-C ended the search, or
fresh seeds did not confirm its result.")]
pub struct Tune {
    /// Dungeon file, or the name of a bundled dungeon; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    include: IncludeOption,
    /// Wanted share of wins, such as 20%..60% or ..5%; for several bots careful:10%..20%,greedy:..3%
    #[arg(long, value_name = "FROM..TO", required = true, value_delimiter = ',')]
    expect: Vec<BotExpectation>,
    /// Bot for a share without the name of a bot [default: careful]
    #[arg(long, value_name = "BOT", value_enum)]
    bot: Option<Bot>,
    /// Change the file
    #[arg(long)]
    write: bool,
    /// Stop the search after this time, or after this many actions of the bots: 60s, 10M
    #[arg(long, value_name = "AMOUNT")]
    budget: Option<BudgetOption>,
    /// Maximum number of games per bot in a trial; the confirmation of a result may always take as many, and more if a
    /// narrow range needs them
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Seed of the first game
    #[arg(long, value_name = "FIRST", default_value_t = 0)]
    seed: u64,
    /// Number of actions after which a game counts as unfinished
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most: u32,
    /// Number of games to play at once; does not change the results [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Output format
    #[arg(long, value_parser = formats(FORMATS), default_value = "human")]
    format: RowFormat,
}

/// The supported output formats, with their help.
const FORMATS: &[(RowFormat, &str)] = &[
    (RowFormat::Human, "The trials and a diff"),
    (RowFormat::Json, "One JSON object"),
];

/// A wanted share of wins, for a named bot or the bot of `--bot`.
#[derive(Clone, Copy, Debug)]
pub(super) struct BotExpectation {
    bot: Option<Bot>,
    wanted: Expectation,
}

impl FromStr for BotExpectation {
    type Err = String;

    /// Parses a share such as `10%..20%` or `greedy:..3%`.
    fn from_str(text: &str) -> Result<BotExpectation, String> {
        let (bot, share) = match text.split_once(':') {
            Some((bot, share)) => (Some(bot_named(bot.trim())?), share),
            None => (None, text),
        };
        let wanted = share
            .parse()
            .map_err(|error: AmountError| error.to_string())?;
        Ok(BotExpectation { bot, wanted })
    }
}

/// Returns each bot with its wanted share. `usual` is the bot of `--bot`, for shares without the name of a bot.
///
/// # Errors
/// Reports a bot that is named twice, or a needless `--bot`, and returns the exit code.
pub(super) fn bot_expectations(
    expect: &[BotExpectation],
    usual: Option<Bot>,
) -> Result<Vec<(Bot, Expectation)>, Exit> {
    let goals: Vec<(Bot, Expectation)> = { expect.iter() }
        .map(|one| (one.bot.or(usual).unwrap_or(Bot::Careful), one.wanted))
        .collect();
    if usual.is_some() && expect.iter().all(|one| one.bot.is_some()) {
        return Err(refuse(
            "`--bot` is for a share without the name of a bot, and `--expect` names a bot for each: remove `--bot`",
        ));
    }
    for (nth, (bot, _)) in goals.iter().enumerate() {
        if goals[..nth].iter().any(|(other, _)| other == bot) {
            return Err(refuse(format_args!(
                "`--expect` names {} twice: give each bot one range",
                contestant(*bot).name()
            )));
        }
    }
    Ok(goals)
}

/// Returns the wanted shares: "careful 10 % to 20 %, greedy 0 % to 3 %".
pub(super) fn expectations_text(goals: &[(Bot, Expectation)]) -> String {
    let goals = goals.iter();
    let goals = goals.map(|(bot, wanted)| format!("{} {wanted}", contestant(*bot).name()));
    goals.collect::<Vec<_>>().join(", ")
}

/// Returns the bot with a name.
fn bot_named(name: &str) -> Result<Bot, String> {
    Bot::from_str(name, false).map_err(|_| {
        let bots = Bot::value_variants().iter();
        let names = bots.map(|bot| contestant(*bot).name());
        let names = names.collect::<Vec<_>>().join(", ");
        format!("expected a bot ({names}), found {}", quoted(name))
    })
}

/// The result of a command's search.
struct TunedFile {
    name: Untrusted,
    goals: Vec<(Bot, Expectation)>,
    tuning: Tuning,
    diff: String,
    has_includes: bool,
    budget: Option<BudgetOption>,
}

impl Tune {
    /// Searches, prints the result, and writes the file if asked.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self) -> Result<Exit, Exit> {
        let goals = bot_expectations(&self.expect, self.bot)?;
        let mut narrow = { goals.iter() }
            .filter_map(|(_, wanted)| unconfirmable(wanted.shares(), self.games.into()));
        if let Some(why) = narrow.next() {
            return Err(refuse(format_args!("`--expect`: {why} (`--games`)")));
        }
        let pool = thread_pool(self.threads)?;
        pool.install(|| self.searched(goals))
    }

    fn searched(&self, goals: Vec<(Bot, Expectation)>) -> Result<Exit, Exit> {
        let authored = authored_text::open(&self.file, &self.include)?;
        if self.write && authored.file.is_none() {
            return Err(refuse(
                "`--write` needs a file: save the dungeon first, such as with `dungeon export`",
            ));
        }
        let tuned = self.tuned(&authored, goals)?;
        let mut out = RowPrinter::new(self.format);
        let text = || printable::lines(&tuned.text()) + &printable::diff(&tuned.diff);
        let printed = out.print(text, || [tuned.row()]);
        if self.write {
            self.write(&authored, &tuned)?;
        }
        Ok(ended(printed, tuned.exit()))
    }

    fn tuned(
        &self,
        authored: &AuthoredText,
        goals: Vec<(Bot, Expectation)>,
    ) -> Result<TunedFile, Exit> {
        let limit = SearchLimit::new(self.budget, "Playing");
        let plays = goals
            .iter()
            .map(|(bot, _)| limit.playing(contestant(*bot), self.most));
        let plays: Vec<Box<PlaySeeds<'_>>> = plays.collect();
        let wanted = goals.iter().zip(&plays).map(|((_, wanted), play)| {
            let [from, to] = wanted.shares();
            TuneGoal { from, to, play }
        });
        let wanted: Vec<TuneGoal<'_>> = wanted.collect();
        let on_trial = |trial: &TuneTrial| {
            let told = result_text(&wanted_wins(&goals), trial);
            limit.progress.tell(format!("{}: {told}", trial.step));
        };
        let refuted =
            |dungeon: &Arc<Dungeon>, seeds: &[u64], steps| limit.refuted(dungeon, seeds, steps);
        let refute: &RefuteSeeds<'_> = &refuted;
        let found = tune(
            &authored.text,
            &wanted,
            self.seed,
            self.games.into(),
            refute,
            &on_trial,
        );
        limit.progress.wipe();
        let name = authored.text.name().clone();
        let tuning = found
            .ok_or_else(|| refuse(format_args!("{name}: {}", authored.text.why_untunable())))?;
        Ok(TunedFile {
            diff: unified_diff(&name, authored.text.text(), &tuning.text),
            has_includes: authored.text.has_includes(),
            budget: self.budget,
            name,
            goals,
            tuning,
        })
    }

    /// Writes the changed text if its wins are in the range.
    fn write(&self, authored: &AuthoredText, tuned: &TunedFile) -> Result<(), Exit> {
        if tuned.tuning.end != TuneEnd::Reached {
            let why = "its wins are not confirmed to be in the range";
            print_error(format_args!("{}: not changed, since {why}", tuned.name));
            return Ok(());
        }
        let file = authored
            .file
            .as_ref()
            .filter(|_| !tuned.tuning.changed.is_empty());
        if let Some(file) = file {
            file.write(&tuned.tuning.text).map_err(refuse)?;
            let count = number_of(tuned.tuning.changed.len() as i64, "number");
            print_error(format_args!("{}: changed {count}", tuned.name));
        }
        Ok(())
    }
}

/// Returns goals as the words of a result need them.
pub(super) fn wanted_wins(goals: &[(Bot, Expectation)]) -> Vec<WantedWins> {
    let wanted = goals.iter().map(|(bot, wanted)| WantedWins {
        bot: contestant(*bot).name(),
        shares: wanted.shares(),
    });
    wanted.collect()
}

/// Returns a line for a search that a budget of actions has ended at once; empty for other budgets.
pub(super) fn budget_hint(budget: Option<BudgetOption>) -> &'static str {
    match budget {
        Some(BudgetOption::Steps(_)) => {
            "A budget without a unit counts actions: write `60s` for seconds.\n"
        }
        _ => "",
    }
}

pub(super) fn contestant(bot: Bot) -> Contestant {
    Contestant {
        bot,
        is_omniscient: false,
    }
}

/// The limit of a search, what it has used of it, and its progress.
pub(super) struct SearchLimit {
    budget: Option<BudgetOption>,
    began: Instant,
    actions: AtomicU64,
    interrupt: Interrupt,
    pub(super) progress: SearchProgress,
}

impl SearchLimit {
    /// Begins a search; `what` is the first word of its progress.
    pub(super) fn new(budget: Option<BudgetOption>, what: &str) -> SearchLimit {
        SearchLimit {
            budget,
            began: Instant::now(),
            actions: AtomicU64::new(0),
            interrupt: Interrupt::caught(),
            progress: SearchProgress::new(what),
        }
    }

    /// Whether the search may go on. Actions are compared only between batches of games, so that the answer does not
    /// depend on threads.
    fn goes_on(&self) -> bool {
        match self.budget {
            _ if self.interrupt.is_pressed() => false,
            None => true,
            Some(BudgetOption::Time(time)) => self.began.elapsed() < time,
            Some(BudgetOption::Steps(most)) => self.actions.load(Ordering::Relaxed) < most,
        }
    }

    /// Returns a function that plays seeds until the limit is reached.
    pub(super) fn playing(&self, contestant: Contestant, most: u32) -> Box<PlaySeeds<'_>> {
        let is_over = || self.is_late();
        let play = run::seeds(contestant, most, is_over, |record| {
            let actions = record.actions.len() as u64;
            self.actions.fetch_add(actions, Ordering::Relaxed);
            self.progress.count();
        });
        Box::new(move |dungeon, seeds| self.goes_on().then(|| play(dungeon, seeds))?)
    }

    /// Whether the time is over, or Ctrl-C was pressed.
    pub(super) fn is_late(&self) -> bool {
        let is_timed = matches!(self.budget, Some(BudgetOption::Time(_)));
        self.interrupt.is_pressed() || is_timed && !self.goes_on()
    }

    /// Looks for a proof within a number of steps, and shows the progress; `None` if the time ends before it is found.
    pub(super) fn proved(&self, dungeon: &Arc<Dungeon>, seed: u64, steps: u64) -> Option<Verdict> {
        let budget = Budget {
            goes_on: &|_| {
                self.progress.refresh();
                !self.is_late()
            },
            ..Budget::of_steps(steps)
        };
        let proof = (!self.is_late()).then(|| prove(dungeon, seed, &budget))?;
        let is_certain = matches!(proof.verdict, Verdict::Winnable(_) | Verdict::Unwinnable(_));
        (is_certain || !self.is_late()).then_some(proof.verdict)
    }

    /// Returns those of the seeds that the prover calls unwinnable within these steps per seed; `None` once the limit is
    /// reached.
    fn refuted(&self, dungeon: &Arc<Dungeon>, seeds: &[u64], steps: u64) -> Option<Vec<u64>> {
        let refuted = seeds.par_iter().map(|seed| {
            let verdict = self.proved(dungeon, *seed, steps)?;
            Some(matches!(verdict, Verdict::Unwinnable(_)).then_some(*seed))
        });
        let refuted: Option<Vec<Option<u64>>> = refuted.collect();
        Some(refuted?.into_iter().flatten().collect())
    }
}

impl TunedFile {
    fn exit(&self) -> Exit {
        match self.tuning.end {
            TuneEnd::Reached => Exit::Clean,
            TuneEnd::Bound(_) | TuneEnd::Refused(_) | TuneEnd::Unwinnable(_) | TuneEnd::Nearest => {
                Exit::Errors
            }
            TuneEnd::Unconfirmed | TuneEnd::Unclear | TuneEnd::Cut => Exit::Unknown,
        }
    }

    /// Returns the trials and the result, for people.
    fn text(&self) -> String {
        let mut text = format!(
            "{}: wanted wins: {}\n",
            self.name,
            expectations_text(&self.goals)
        );
        let wanted = wanted_wins(&self.goals);
        for (nth, trial) in (1..).zip(&self.tuning.trials) {
            let told = result_text(&wanted, trial);
            text += &format!("  {nth:>2} {:36} {told}\n", trial.step);
        }
        text += &conclusion(&self.tuning, &wanted);
        if self.tuning.trials.is_empty() {
            text += budget_hint(self.budget);
        }
        if self.has_includes && self.exit() == Exit::Errors {
            text += "Numbers of included files do not vary.\n";
        }
        text
    }

    /// Returns the result for programs.
    fn row(&self) -> Row {
        let counts = |wins: &[WinCount]| {
            let rows = self.goals.iter().zip(wins).map(|((bot, _), count)| {
                let interval = count.interval();
                Row::default()
                    .with("bot", contestant(*bot).name())
                    .with("games", count.games)
                    .with("won", count.won)
                    .with("interval", rounded_range(interval))
            });
            rows.collect::<Vec<_>>()
        };
        let trials = self.tuning.trials.iter().map(|trial| {
            Row::default()
                .with("step", &trial.step)
                .with("wins", trial.result.as_ref().ok().map(|wins| counts(wins)))
                .with("refused", trial.result.as_ref().err())
                .with("unwinnable", trial.unwinnable)
        });
        let changed = self.tuning.changed.iter().map(|tuned| {
            Row::default()
                .with("what", &tuned.name)
                .with("line", tuned.line)
                .with("values", &tuned.values)
        });
        Row::default()
            .with("file", self.name.raw())
            .with("end", end_word(&self.tuning.end))
            .with("wins", counts(&self.tuning.wins))
            .with("unwinnable", self.tuning.unwinnable)
            .with("changed", changed.collect::<Vec<_>>())
            .with("trials", trials.collect::<Vec<_>>())
            .with("diff", &self.diff)
    }
}

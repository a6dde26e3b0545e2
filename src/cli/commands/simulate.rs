//! `dungeon simulate`: lets bots play many games, and prints statistics and maps.
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use crate::cli::game::{authored_text, shipped};
use crate::cli::options::amounts::{SeedRange, thread_pool};
use crate::cli::options::colours::Colours;
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{ErrorText, print_error, refuse};
use crate::cli::output::exit::Exit;
use crate::cli::output::printable;
use crate::cli::output::row::{RowFormat, RowPrinter, formats};
use crate::cli::output::stdout::{ended, is_terminal};
use crate::terminal::Interrupt;
use dungeon_format::untrusted::Untrusted;
use dungeon_model::space::narrow;
use dungeon_players::heat_map::MapPaint;

pub mod contestants;
mod coverage;
pub mod expectation;

mod against;

mod level_curve;

mod film_strip;
mod game_line;
mod human;
mod problems;

pub mod json;
mod named_games;

mod merge;
mod page;
pub mod run;

mod sensitivity;

use against::{Compared, VersionPair, open_pairs};
use contestants::{Bot, Contestant, GamePlan, RunPlan, Simulated, SimulatedDungeon, SimulatedFile};
use expectation::{Expectation, Judgement};
use merge::Merge;
use sensitivity::MeasuredFile;

/// Let bots play many games and report the results
///
/// Bots see only what a person sees: no hidden traps, nothing in unexplored fog, and no future random results. The
/// exception is the planner with --omniscient, which the output marks.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon simulate crypt.dng                              how hard it is
  dungeon simulate --bot greedy --bot careful mine.dng    compare two bots
  dungeon simulate --bot careful --expect 20%..60% mine.dng
  dungeon simulate --format json dungeons/*.dng | jq .win_rate
  dungeon simulate --format html mine.dng > mine.html     maps, charts, films
  dungeon simulate --format svg mine.dng > mine.svg      the difficulty curve
  dungeon simulate --seeds 0..499 --format jsonl mine.dng > a.jsonl
  dungeon simulate --seeds 500..999 --format jsonl mine.dng > b.jsonl
  dungeon simulate --merge a.jsonl b.jsonl                as one run of 0..999
  dungeon simulate new.dng --against old.dng              did it become harder?
  dungeon simulate mine.dng --against HEAD~1 --expect-change -5..5
  dungeon simulate --sensitivity --bot careful mine.dng   what decides it?

Exit codes: 0 success, 1 a file has errors, games to merge are missing or
repeated, or the wins are outside the range of --expect or --expect-change,
2 usage error, or a file or revision that cannot be read, 3 Ctrl-C ended --sensitivity,
which prints what it has.")]
pub struct Simulate {
    /// Dungeon files, or names of bundled dungeons; with --merge, files of games; `-` reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    /// Bots to use; repeat the option or separate names with commas [default: random, greedy and careful]
    #[arg(long = "bot", value_name = "BOT", value_enum, value_delimiter = ',')]
    bots: Vec<Bot>,
    /// Let the planner see hidden things and future random results, to estimate the best possible play
    #[arg(long)]
    omniscient: bool,
    /// Number of games per bot and file
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Seed of the first game; later games count up
    #[arg(long, value_name = "FIRST", default_value_t = 0)]
    seed: u64,
    /// Play the games with seeds A to B, both included; with --merge, the seeds that the games must have
    #[arg(long, value_name = "A..B", conflicts_with_all = ["seed", "games"])]
    seeds: Option<SeedRange>,
    /// Add up the games that runs with --format jsonl printed into these files, and report them as one run
    ///
    /// The runs may have different seeds, bots or dungeons, and need the same --most and the same version. If games are
    /// missing, repeated or unreadable, every such place is reported, and there is no table. The dungeons are read
    /// again, by the names that the runs had. Names of the same text count as one dungeon.
    #[arg(long, conflicts_with_all = ["bots", "omniscient", "games", "seed", "most", "threads"])]
    merge: bool,
    /// Number of actions after which a game counts as unfinished
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most: u32,
    /// Number of games to play at once; does not change the results [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Expected share of wins of every bot, such as 20%..60% or ..5%
    ///
    /// Compares the range with the 95 % interval of the wins. If they do not overlap, the exit code is 1. If they
    /// overlap only in part, the result is inconclusive: a message suggests more games, and the exit code is 0.
    #[arg(long, value_name = "FROM..TO", conflicts_with = "against")]
    expect: Option<Expectation>,
    /// Play the same seeds in an older version, and report what changed
    ///
    /// Compares the file with another file or bundled dungeon, or each file with itself in a git revision such as
    /// `HEAD~1`, for which the installed git is called. A file of that name goes first.
    #[arg(long, value_name = "OLD", conflicts_with = "merge")]
    against: Option<String>,
    /// Expected change of the share of wins of every bot in points, such as -5..5, -3.. or ..0
    ///
    /// Compares the range with the 95 % interval of the change. If they do not overlap, the exit code is 1. If they
    /// overlap only in part, the result is inconclusive: a message suggests more games, and the exit code is 0.
    #[arg(long, value_name = "FROM..TO", requires = "against", allow_hyphen_values = true, value_parser = Expectation::of_change)]
    expect_change: Option<Expectation>,
    /// Report how much the share of wins depends on each number, monster, item and door of a file
    ///
    /// Halves, doubles and removes each number of the file, and removes each kind of monster and item and each door, one
    /// at a time, and plays the same seeds again. The changes are in points with their 95 % intervals. Numbers of included files
    /// stay. Built-in monsters count as if the file declared them.
    #[arg(long, conflicts_with_all = ["merge", "against", "expect"])]
    sensitivity: bool,
    /// Output format
    #[arg(long, value_parser = formats(FORMATS), default_value = "human")]
    format: RowFormat,
    /// Colors of the maps; without colors, digits mark deaths
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colours::Auto)]
    color: Colours,
}

/// The supported output formats, with their help.
const FORMATS: &[(RowFormat, &str)] = &[
    (RowFormat::Human, "Tables and maps"),
    (
        RowFormat::Json,
        "One JSON object per line, for each file and bot",
    ),
    (
        RowFormat::Jsonl,
        "One JSON object per line, for each game as it ends, in the order of seeds; see --merge",
    ),
    (
        RowFormat::Svg,
        "A picture of the difficulty curve: games that reach each level and win, turns and life lost",
    ),
    (
        RowFormat::Html,
        "One web page with maps, charts, and films of the best and the worst game",
    ),
];

impl Simulate {
    /// Plays the games file by file and bot by bot, or reads them from lines, and prints the results. A closed pipe is
    /// not an error.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self) -> Result<Exit, Exit> {
        if self.merge {
            return self.merged();
        }
        if self.omniscient && !self.bots.contains(&Bot::Planner) {
            return Err(refuse(
                "`--omniscient` needs `--bot planner`: no other bot can use it",
            ));
        }
        let pool = thread_pool(self.threads)?;
        if let Some(old) = &self.against {
            return pool.install(|| self.compared(old));
        }
        if self.sensitivity {
            return pool.install(|| self.measured());
        }
        let (files, exit) = self.open()?;
        if self.format == RowFormat::Jsonl {
            let seeds = self.line_seeds(&files).map_err(refuse)?;
            let written = pool.install(|| self.print_games(&files, seeds));
            return Ok(ended(written, exit));
        }
        let files = files.into_iter();
        let simulated = files.map(|file| pool.install(|| self.simulate(file)));
        Ok(self.report(simulated, exit))
    }

    /// Reads all dungeons, so that a fault in the last is known before a long run.
    ///
    /// # Errors
    /// Reports a file that cannot be read, and returns the exit code.
    fn open(&self) -> Result<(Vec<SimulatedDungeon>, Exit), Exit> {
        let (mut exit, mut files) = (Exit::Clean, Vec::new());
        for path in &self.files {
            let source = shipped::source(path, &self.include)?;
            match SimulatedDungeon::read(source) {
                Ok(file) => files.push(file),
                Err(failed) => exit = exit.or_worse(failed),
            }
        }
        Ok((files, exit))
    }

    /// Adds up the games of the given lines, and prints the results.
    fn merged(&self) -> Result<Exit, Exit> {
        if self.format == RowFormat::Jsonl {
            return Err(refuse(
                "`--merge` prints the table of games: choose another `--format` than `jsonl`",
            ));
        }
        let mut paths = BTreeSet::new();
        if let Some(path) = self.files.iter().find(|path| !paths.insert(*path)) {
            let path = Untrusted::from(path.as_path());
            return Err(refuse(format_args!("{path} is given twice")));
        }
        let mut merge = Merge::new(&self.include);
        self.files.iter().for_each(|path| merge.read(path));
        Ok(self.report(merge.finish(self.seeds)?, Exit::Clean))
    }

    /// Judges and prints the results. Returns the exit code, which is at least as bad as `exit`.
    fn report(&self, files: impl IntoIterator<Item = SimulatedFile>, mut exit: Exit) -> Exit {
        let mut out = RowPrinter::new(self.format);
        let mut shown = Vec::new();
        for file in files {
            exit = exit.or_worse(self.judge(&file));
            let human = || human::text(&file, self.paint());
            let written = out.print(human, || json::rows(&file));
            if written.is_err() {
                return ended(written, exit);
            }
            if matches!(self.format, RowFormat::Html | RowFormat::Svg) {
                shown.push(file);
            }
        }
        let written = match self.format {
            RowFormat::Html => page::page(&shown).and_then(|page| out.text(&page)),
            RowFormat::Svg => out.text(&level_curve::document(&shown)),
            _ => Ok(()),
        };
        ended(written, exit)
    }

    fn simulate(&self, file: SimulatedDungeon) -> SimulatedFile {
        let bots = self.contestants().into_iter().map(|contestant| Simulated {
            contestant,
            tally: run::tally(&file.dungeon, contestant, self.plan()),
        });
        SimulatedFile {
            name: file.name,
            seed: self.plan().seed,
            most: self.most,
            bots: bots.collect(),
            dungeon: file.dungeon,
        }
    }

    /// Plays all files in both versions, and prints what changed.
    ///
    /// # Errors
    /// Reports why nothing can be compared, and returns the exit code.
    fn compared(&self, against: &str) -> Result<Exit, Exit> {
        if !matches!(self.format, RowFormat::Human | RowFormat::Json) {
            return Err(refuse(
                "`--against` prints what changed: choose `--format human` or `json`",
            ));
        }
        let pairs = open_pairs(&self.files, against, &self.include)?;
        let mut out = RowPrinter::new(self.format);
        let mut exit = Exit::Clean;
        for [old, new] in pairs {
            let dungeons = [&old.dungeon, &new.dungeon];
            let bots = self.contestants().into_iter().map(|contestant| Compared {
                contestant,
                games: run::paired_tally(dungeons, contestant, self.plan()),
            });
            let bots = bots.collect();
            let file = VersionPair { old, new, bots };
            exit = self
                .expect_change
                .map_or(exit, |wanted| exit.or_worse(file.judge(wanted)));
            let text = || printable::lines(&file.text(self.most));
            let written = out.print(text, || json::change_rows(&file, self.most));
            if written.is_err() {
                return Ok(ended(written, exit));
            }
        }
        Ok(exit)
    }

    /// Measures and prints how much the wins depend on each number and thing of each file.
    ///
    /// # Errors
    /// Reports why nothing can be measured, and returns the exit code.
    fn measured(&self) -> Result<Exit, Exit> {
        if matches!(self.format, RowFormat::Jsonl | RowFormat::Svg) {
            return Err(refuse(
                "`--sensitivity` prints changes: choose `--format human`, `json` or `html`",
            ));
        }
        let (mut exit, mut texts) = (Exit::Clean, Vec::new());
        for path in &self.files {
            match authored_text::open(path, &self.include) {
                Ok(authored) => texts.push(authored.text),
                Err(failed) => exit = exit.or_worse(failed),
            }
        }
        let mut out = RowPrinter::new(self.format);
        let mut shown = Vec::new();
        let interrupt = Interrupt::caught();
        for text in texts {
            let (bots, plan) = (self.contestants(), self.plan());
            let file = MeasuredFile::measure(&text, bots, plan, &interrupt);
            for bot in file.unplayed(&self.contestants()) {
                print_error(format_args!(
                    "{}: the games of {bot} were ended before those of the unchanged file were played: give them more time",
                    file.name
                ));
            }
            let written = out.print(|| printable::lines(&file.text()), || file.rows());
            if written.is_err() {
                return Ok(ended(written, exit));
            }
            shown.extend((self.format == RowFormat::Html).then_some(file));
        }
        let written = match self.format {
            RowFormat::Html => out.text(&sensitivity::document(&shown)),
            _ => Ok(()),
        };
        if interrupt.is_pressed() {
            exit = exit.or_worse(Exit::Unknown);
        }
        Ok(ended(written, exit))
    }

    /// Returns the first and the last seed of a run that prints its games as lines.
    ///
    /// # Errors
    /// Returns why the lines could not be merged.
    fn line_seeds(&self, files: &[SimulatedDungeon]) -> Result<[u64; 2], ErrorText> {
        if self.expect.is_some() {
            return Err(
                "`--format jsonl` prints games without judging them: give `--expect` to `--merge`"
                    .to_owned(),
            );
        }
        let mut bots = BTreeSet::new();
        let repeated = |bot: &&Contestant| !bots.insert(bot.name());
        if let Some(bot) = self.contestants().iter().find(repeated) {
            return Err(format!("`--bot {}` is given twice", bot.name()));
        }
        let mut names = BTreeSet::new();
        if let Some(file) = files.iter().find(|file| !names.insert(file.name.raw())) {
            return Err(format!("{} is given twice", file.name));
        }
        let GamePlan { seed, games, .. } = self.plan();
        let last = seed.checked_add(u64::from(games) - 1);
        let last = last.ok_or_else(|| {
            format!(
                "the greatest seed is {}: lower `--seed` or `--games`",
                u64::MAX
            )
        })?;
        Ok([seed, last])
    }

    /// Plays the games, and prints a line for each.
    fn print_games(&self, files: &[SimulatedDungeon], seeds: [u64; 2]) -> io::Result<()> {
        let contestants = self.contestants();
        for (nth, file) in (1..).zip(files) {
            let run = RunPlan {
                seeds,
                most: self.most,
                bots: contestants
                    .iter()
                    .map(|bot| bot.name().to_owned())
                    .collect(),
                file: nth,
                files: narrow::count(files.len()),
            };
            for contestant in &contestants {
                run::print_games(file, *contestant, &run)?;
            }
        }
        Ok(())
    }

    fn plan(&self) -> GamePlan {
        let games = |seeds: SeedRange| narrow::count(seeds.iter().count());
        GamePlan {
            games: self.seeds.map_or(self.games, games),
            seed: self.seeds.map_or(self.seed, |seeds| seeds.first),
            most: self.most,
        }
    }

    fn contestants(&self) -> Vec<Contestant> {
        let usual = [Bot::Random, Bot::Greedy, Bot::Careful];
        let bots = if self.bots.is_empty() {
            &usual[..]
        } else {
            &self.bots
        };
        let contestant = |bot: &Bot| Contestant {
            bot: *bot,
            is_omniscient: self.omniscient && *bot == Bot::Planner,
        };
        bots.iter().map(contestant).collect()
    }

    /// Reports each bot whose share of wins is outside the expected range, or too uncertain to judge.
    fn judge(&self, file: &SimulatedFile) -> Exit {
        let Some(wanted) = self.expect else {
            return Exit::Clean;
        };
        let mut exit = Exit::Clean;
        for Simulated { contestant, tally } in &file.bots {
            let told = contestant.name();
            match wanted.judge(tally.interval()) {
                Judgement::Inside => {}
                Judgement::Outside => {
                    print_error(format_args!(
                        "{}: {told} wins {tally}, expected {wanted}",
                        file.name
                    ));
                    exit = Exit::Errors;
                }
                Judgement::Open => print_error(format_args!(
                    "{}: {told} wins {tally}, too uncertain for {wanted}: raise `--games`",
                    file.name
                )),
            }
        }
        exit
    }

    /// Returns the colors of the maps. Without `--color`, the maps have no colors unless standard output is a terminal.
    fn paint(&self) -> MapPaint {
        let is_plain = self.color == Colours::Auto && !is_terminal();
        if is_plain {
            MapPaint::Plain
        } else {
            MapPaint::Coloured(self.color.for_terminal())
        }
    }
}

//! `dungeon simulate`: lets bots play many games, and prints statistics and maps.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::game::shipped;
use crate::cli::options::amounts::thread_pool;
use crate::cli::options::colours::Colours;
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{print_error, refuse};
use crate::cli::output::exit::Exit;
use crate::cli::output::row::{RowFormat, RowPrinter, formats};
use crate::cli::output::stdout::{ended, is_terminal};
use dungeon_players::heat_map::MapPaint;

mod contestants;
mod expectation;

mod film_strip;
mod human;
mod run;

mod json;
mod page;

use contestants::{Bot, Contestant, GamePlan, Simulated, SimulatedFile};
use expectation::{Expectation, Judgement};

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

Exit codes: 0 success, 1 a file has errors, or the wins are outside the range of
--expect, 2 usage error, or a file that cannot be read.")]
pub struct Simulate {
    /// Dungeon files, or names of bundled dungeons; `-` reads standard input
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
    #[arg(long, value_name = "FROM..TO")]
    expect: Option<Expectation>,
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
        RowFormat::Html,
        "One web page with maps, charts, and films of the best and the worst game",
    ),
];

impl Simulate {
    /// Plays the games file by file and bot by bot, and prints the results. A closed pipe is not an error.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self) -> Result<Exit, Exit> {
        let is_planned = self.bots.contains(&Bot::Planner);
        if self.omniscient && !is_planned {
            return Err(refuse(
                "`--omniscient` needs `--bot planner`: no other bot can use it",
            ));
        }
        let pool = thread_pool(self.threads)?;
        let (mut exit, mut files) = (Exit::Clean, Vec::new());
        let mut out = RowPrinter::new(self.format);
        for path in &self.files {
            let file = match pool.install(|| self.simulate(path)) {
                Ok(file) => file,
                Err(Exit::Usage) => return Err(Exit::Usage),
                Err(failed) => {
                    exit = exit.or_worse(failed);
                    continue;
                }
            };
            exit = exit.or_worse(self.judge(&file));
            let human = || human::text(&file, self.paint(), self.most);
            let written = out.print(human, || json::rows(&file, self.most));
            if written.is_err() {
                return Ok(ended(written, exit));
            }
            files.push(file);
        }
        let written = match self.format {
            RowFormat::Html => page::page(&files, self.most).and_then(|page| out.text(&page)),
            _ => Ok(()),
        };
        Ok(ended(written, exit))
    }

    fn simulate(&self, path: &Path) -> Result<SimulatedFile, Exit> {
        let source = shipped::source(path, &self.include)?;
        let name = source.name.clone();
        let dungeon = Arc::new(shipped::dungeon(source)?);
        let contestants = self.contestants();
        let bots = contestants.iter().map(|contestant| Simulated {
            contestant: *contestant,
            tally: run::tally(&dungeon, *contestant, self.plan()),
        });
        Ok(SimulatedFile {
            name,
            seed: self.seed,
            bots: bots.collect(),
            dungeon,
        })
    }

    fn plan(&self) -> GamePlan {
        GamePlan {
            games: self.games,
            seed: self.seed,
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

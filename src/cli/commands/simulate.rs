//! `dungeon simulate`: many games of machine players, in numbers and maps.
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

/// Let machine players play many games, and tell how they went
///
/// Each player sees what a person sees: no hidden trap, nothing in the fog that was not seen, no future. Only the planner
/// with --omniscient looks at what it cannot know, and is called so wherever its games are told of.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon simulate crypt.dng                              how hard is it?
  dungeon simulate --bot greedy --bot careful mine.dng    for whom?
  dungeon simulate --bot careful --expect 20%..60% mine.dng
  dungeon simulate --format json dungeons/*.dng | jq .win_rate
  dungeon simulate --format html mine.dng > mine.html     maps, curves and films

Exit codes: 0 all is well, 1 a file has errors or wins lie outside of what
--expect says, 2 wrong usage or a file that cannot be read.")]
pub struct Simulate {
    /// Dungeons to play: files, or names of some that come with the program; `-` reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    /// Who plays; may be given several times, or with commas [default: random, greedy and careful]
    #[arg(long = "bot", value_name = "BOT", value_enum, value_delimiter = ',')]
    bots: Vec<Bot>,
    /// Let the planner see what is hidden and what chance will decide: how well can one play who cheats?
    #[arg(long)]
    omniscient: bool,
    /// How many games each bot plays of each file
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The seed of the first game; each further one has the next seed
    #[arg(long, value_name = "FIRST", default_value_t = 0)]
    seed: u64,
    /// The actions after which a game counts as unfinished
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most: u32,
    /// How many games are played at once; the numbers are the same for any [default: one a processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The share of wins that is wanted, such as 20%..60% or ..5%, of every bot
    ///
    /// The 95 % interval of the wins is compared with it. Where the two have nothing in common, the exit code is 1;
    /// where the interval reaches beyond, more games would tell: that is said, and the exit code is 0.
    #[arg(long, value_name = "FROM..TO")]
    expect: Option<Expectation>,
    /// How it is printed
    #[arg(long, value_parser = formats(FORMATS), default_value = "human")]
    format: RowFormat,
    /// How much colour the maps have; without colours deaths are digits
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colours::Auto)]
    color: Colours,
}

/// How the numbers are printed.
const FORMATS: &[(RowFormat, &str)] = &[
    (RowFormat::Human, "Tables and maps"),
    (RowFormat::Json, "An object a line for each file and bot"),
    (
        RowFormat::Html,
        "One page for a browser, with maps, curves, and films of the best and of the worst game",
    ),
];

impl Simulate {
    /// Plays the games, file by file and bot by bot, and prints what they came to. A closed pipe ends it quietly.
    ///
    /// # Errors
    /// Returns the exit code after the reason was reported.
    pub fn run(self) -> Result<Exit, Exit> {
        let is_planned = self.bots.contains(&Bot::Planner);
        if self.omniscient && !is_planned {
            return Err(refuse(
                "expected --bot planner with --omniscient: no other bot can cheat",
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

    /// Tells of each bot whose wins are not those that are wanted.
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
                        "{}: {told} wins {tally}, not {wanted}",
                        file.name
                    ));
                    exit = Exit::Errors;
                }
                Judgement::Open => print_error(format_args!(
                    "{}: {told} wins {tally}, which may be {wanted} or not: more --games would tell",
                    file.name
                )),
            }
        }
        exit
    }

    /// How the maps are coloured: a pipe has none, unless colours are asked for.
    fn paint(&self) -> MapPaint {
        let is_plain = self.color == Colours::Auto && !is_terminal();
        if is_plain {
            MapPaint::Plain
        } else {
            MapPaint::Coloured(self.color.for_terminal())
        }
    }
}

//! `dungeon generate`: seeds of a file with chance that can be won, are as hard as an author wants and differ most from
//! one another, each as a plain file if asked.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::simulate::contestants::Bot;
use super::simulate::json::rounded_range;
use super::tune::{
    BotExpectation, SearchLimit, bot_expectations, budget_hint, contestant, expectations_text,
    wanted_wins,
};
use crate::baking::baked_file::{BakedFile, ChanceFile};
use crate::baking::generate::{
    FileProof, FittingSeed, GeneratedSeeds, SeedOrder, UnfitSeed, generate,
};
use crate::balance::dungeon_text::PlaySeeds;
use crate::balance::tune_goal::TuneGoal;
use crate::balance::tune_words::{WantedWins, wins_text};
use crate::cli::game::shipped;
use crate::cli::options::amounts::{BudgetOption, SeedRange, thread_pool};
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{ErrorText, refuse, system_message};
use crate::cli::output::exit::Exit;
use crate::cli::output::printable;
use crate::cli::output::row::{RowFormat, RowPrinter, formats};
use crate::cli::output::stdout::ended;
use crate::cli::save::game_file::stem;
use crate::cli::save::new_file::write_new;
use crate::interchange::begun_level::map_rows;
use dungeon_format::json::Row;
use dungeon_format::source::{Limits, Source};
use dungeon_format::untrusted::Untrusted;
use dungeon_play::session::session::Session;
use dungeon_play::view::words::number_of;

/// The steps within which a proof must succeed.
const PROOF_STEPS: u64 = 2_000_000;

/// Choose seeds that can be won, are as hard as you want, and differ most
///
/// Takes a file with chance: marks with alternatives, scatters, generated maps, vaults or ranges of numbers. A seed fits
/// if its level is proved winnable and the bots win it as often as `--expect` asks, over the luck of its fights. Of the
/// seeds that fit, prints those that differ most in layout, in the things that the proof meets and in its way of
/// winning. The result depends on the file and the options alone, not on the number of threads.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon generate depths -n 5
  dungeon generate mine.dng -n 20 --expect careful:40%..60% --bake levels
  dungeon generate mine.dng --seeds 0..99 --budget 60s --format json

Exit codes: 0 as many seeds as asked, 1 the dungeon has errors, or fewer seeds
fit, 2 usage error, a file without chance, or one that cannot be read or
written, 3 the budget or Ctrl-C ended the search.")]
pub struct Generate {
    /// Dungeon file with chance, or the name of a bundled dungeon; `-` reads standard input
    #[arg(value_name = "TEMPLATE")]
    file: PathBuf,
    #[command(flatten)]
    include: IncludeOption,
    /// Number of seeds to choose
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    number: u16,
    /// Wanted share of wins, such as 20%..60% or ..5%; for several bots careful:10%..20%,greedy:..3% [default: any]
    #[arg(long, value_name = "FROM..TO", value_delimiter = ',')]
    expect: Vec<BotExpectation>,
    /// Bot for a share without the name of a bot [default: careful]
    #[arg(long, value_name = "BOT", value_enum)]
    bot: Option<Bot>,
    /// Write each chosen seed as a file without chance into this folder, with a test that plays its win
    #[arg(long, value_name = "DIR")]
    bake: Option<PathBuf>,
    /// Seeds to choose from, judged four at a time; the search ends when at least four times as many fit as wanted
    #[arg(long, value_name = "A..B", default_value = "0..9999")]
    seeds: SeedRange,
    /// Stop the search after this time, or after this many actions of the bots: 60s, 10M
    #[arg(long, value_name = "AMOUNT")]
    budget: Option<BudgetOption>,
    /// Maximum number of games per bot and seed
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
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
    (RowFormat::Human, "Each seed with its picture"),
    (
        RowFormat::Json,
        "One JSON object per seed, and one for the search",
    ),
];

/// A chosen seed.
struct ChosenSeed {
    fitting: FittingSeed,
    /// The path of the file; `None` without `--bake`.
    path: Option<PathBuf>,
}

/// The result of a command's search.
struct GeneratedFile {
    name: Untrusted,
    wanted: usize,
    bots: Vec<WantedWins>,
    chosen: Vec<ChosenSeed>,
    found: GeneratedSeeds,
    budget: Option<BudgetOption>,
}

impl Generate {
    /// Searches, writes the files if asked, and prints the chosen seeds.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self) -> Result<Exit, Exit> {
        let pool = thread_pool(self.threads)?;
        pool.install(|| self.searched())
    }

    fn searched(&self) -> Result<Exit, Exit> {
        let any = || vec![(self.bot.unwrap_or(Bot::Careful), "0%..100%".parse().ok())];
        let goals = match self.expect.as_slice() {
            [] => any()
                .into_iter()
                .filter_map(|(bot, wanted)| Some((bot, wanted?)))
                .collect(),
            _ => bot_expectations(&self.expect, self.bot)?,
        };
        let source = shipped::source(&self.file, &self.include)?;
        let name = source.name.clone();
        let dungeon = Arc::new(shipped::dungeon(source.clone())?);
        let file = ChanceFile::new(source, dungeon)
            .map_err(|why| refuse(format_args!("{name}: {why}")))?;
        self.check_folder().map_err(refuse)?;
        let order = SeedOrder {
            wanted: self.number.into(),
            seeds: self.seeds.first..=self.seeds.last,
            games: self.games.into(),
            name: file_name(&name).to_string(),
        };
        if let Some(why) = order.fault() {
            return Err(refuse(format_args!("`--seeds {}`: {why}", self.seeds)));
        }
        let limit = SearchLimit::new(self.budget, "Judging seeds");
        let plays = goals
            .iter()
            .map(|(bot, _)| limit.playing(contestant(*bot), self.most));
        let plays: Vec<Box<PlaySeeds<'_>>> = plays.collect();
        let wanted = goals.iter().zip(&plays).map(|((_, wanted), play)| {
            let [from, to] = wanted.shares();
            TuneGoal { from, to, play }
        });
        let wanted: Vec<TuneGoal<'_>> = wanted.collect();
        let found = self.found(&file, &order, &wanted, &limit);
        let chosen = self.written(&name, &found)?;
        let result = GeneratedFile {
            name,
            wanted: self.number.into(),
            bots: wanted_wins(&goals),
            chosen,
            found,
            budget: self.budget,
        };
        let heading = expectations_text(&goals);
        let mut out = RowPrinter::new(self.format);
        let printed = out.print(
            || printable::lines(&result.text(&heading)),
            || result.rows(),
        );
        Ok(ended(printed, result.exit()))
    }

    /// Searches for seeds, and shows the progress.
    fn found(
        &self,
        file: &ChanceFile,
        order: &SeedOrder,
        wanted: &[TuneGoal<'_>],
        limit: &SearchLimit,
    ) -> GeneratedSeeds {
        let fitting = Cell::new(0_usize);
        let on_seed = |seed: u64, judged: &Result<(), UnfitSeed>| {
            fitting.set(fitting.get() + usize::from(judged.is_ok()));
            limit
                .progress
                .tell(format!("Seed {seed}: {} fit", fitting.get()));
        };
        let prove = |files: &[(u64, &BakedFile)]| proofs(files, limit);
        let found = generate(file, wanted, order, &prove, &on_seed);
        limit.progress.wipe();
        found
    }

    /// Checks that `--bake` names a folder, or a path where one can be made.
    fn check_folder(&self) -> Result<(), ErrorText> {
        match &self.bake {
            Some(folder) if folder.exists() && !folder.is_dir() => Err(format!(
                "{} is not a folder",
                Untrusted::from(folder.as_path())
            )),
            _ => Ok(()),
        }
    }

    /// Writes the files of the chosen seeds if asked: all of them, or none.
    fn written(&self, name: &Untrusted, found: &GeneratedSeeds) -> Result<Vec<ChosenSeed>, Exit> {
        let chosen = found.chosen.iter().map(|fitting| {
            let file_name = format!("{}-{}.dng", stem(name.raw()), fitting.seed);
            ChosenSeed {
                fitting: fitting.clone(),
                path: self.bake.as_ref().map(|folder| folder.join(file_name)),
            }
        });
        let chosen: Vec<ChosenSeed> = chosen.collect();
        if let Some(folder) = &self.bake {
            write_all(folder, &chosen).map_err(refuse)?;
        }
        Ok(chosen)
    }
}

/// Returns the name of a file without its folders.
fn file_name(name: &Untrusted) -> Untrusted {
    let path = Path::new(name.raw());
    Untrusted::from(path.file_name().map_or(path, Path::new))
}

/// Looks for a winning line of each file, until the limit is reached.
fn proofs(files: &[(u64, &BakedFile)], limit: &SearchLimit) -> Vec<FileProof> {
    let proofs = files.par_iter().map(|(seed, baked)| {
        let verdict = limit.proved(&baked.dungeon, *seed, PROOF_STEPS);
        FileProof::of(verdict)
    });
    proofs.collect()
}

/// Writes the files of all seeds into a folder. If one cannot be written, removes those that were.
fn write_all(folder: &Path, chosen: &[ChosenSeed]) -> Result<(), ErrorText> {
    let is_new = !folder.exists();
    fs::create_dir_all(folder).map_err(|error| {
        format!(
            "cannot write into {}: {}",
            Untrusted::from(folder),
            system_message(&error)
        )
    })?;
    let mut written: Vec<&Path> = Vec::new();
    for one in chosen {
        let Some(path) = &one.path else {
            continue;
        };
        // A file of an earlier run with the same text stays.
        let there = Source::open_at_once(path, &Limits::default());
        if there.is_ok_and(|source| source.text == one.fitting.text) {
            continue;
        }
        if let Err(why) = write_new(path, &one.fitting.text) {
            let gone = written
                .iter()
                .map(fs::remove_file)
                .all(|removed| removed.is_ok());
            if is_new && gone {
                let _ = fs::remove_dir(folder); // only an empty one
            }
            return Err(format!("{why}; wrote none of the {} files", chosen.len()));
        }
        written.push(path);
    }
    Ok(())
}

impl ChosenSeed {
    /// Returns the levels at the start of the game as rows.
    fn pictures(&self) -> Vec<Vec<String>> {
        let dungeon = Arc::clone(&self.fitting.file.dungeon);
        let session = Session::seeded(dungeon, self.fitting.seed);
        let world = session.game().world();
        let levels = 0..world.dungeon().levels().len();
        levels.map(|nth| map_rows(world, nth)).collect()
    }

    /// Returns the numbers and the picture of the seed, for people.
    fn text(&self, bots: &[WantedWins]) -> String {
        let FittingSeed {
            seed,
            certificate,
            wins,
            apart,
            ..
        } = &self.fitting;
        let mut text = format!(
            "seed {seed}: {}, won in {}, {} % apart\n",
            wins_text(bots, wins),
            number_of(certificate.turns.into(), "turn"),
            (apart * 100.0).round()
        );
        if let Some(path) = &self.path {
            text += &format!("  file: {}\n", Untrusted::from(path.as_path()));
        }
        text += &format!("  keys: {}\n", certificate.keys.text());
        for rows in self.pictures() {
            text += &rows
                .iter()
                .map(|row| format!("  {}\n", row.trim_end()))
                .collect::<String>();
        }
        text
    }

    /// Returns the seed for programs.
    fn row(&self, file: &Untrusted, bots: &[WantedWins]) -> Row {
        let FittingSeed {
            seed,
            certificate,
            wins,
            apart,
            ..
        } = &self.fitting;
        let wins = bots.iter().zip(wins).map(|(bot, count)| {
            Row::default()
                .with("bot", bot.bot)
                .with("games", count.games)
                .with("won", count.won)
                .with("interval", rounded_range(count.interval()))
        });
        Row::default()
            .with("file", file.raw())
            .with("seed", *seed)
            .with("wins", wins.collect::<Vec<_>>())
            .with("keys", certificate.keys.text())
            .with("turns", certificate.turns)
            .with("apart", (apart * 1e4).round() / 1e4)
            .with("levels", self.pictures())
            .with(
                "baked",
                self.path
                    .as_ref()
                    .map(|path| Untrusted::from(path.as_path()).raw().to_owned()),
            )
            .with("text", &self.fitting.text)
    }
}

impl GeneratedFile {
    fn exit(&self) -> Exit {
        if self.found.is_cut {
            Exit::Unknown
        } else if self.chosen.len() < self.wanted {
            Exit::Errors
        } else {
            Exit::Clean
        }
    }

    /// Returns how many seeds do not fit, by reason.
    fn unfit(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for (_, why) in &self.found.unfit {
            counts[match why {
                UnfitSeed::Unproved => 0,
                UnfitSeed::OutOfRange(_) => 1,
                UnfitSeed::Unwritten(_) => 2,
            }] += 1;
        }
        counts
    }

    /// Returns the first reason why a seed cannot be written.
    fn unwritten(&self) -> Option<(u64, &str)> {
        self.found.unfit.iter().find_map(|(seed, why)| match why {
            UnfitSeed::Unwritten(why) => Some((*seed, why.as_str())),
            _ => None,
        })
    }

    /// Returns the chosen seeds and a summary, for people.
    fn text(&self, heading: &str) -> String {
        let mut text = format!("{}: wanted wins: {heading}\n", self.name);
        text.extend(self.chosen.iter().map(|one| one.text(&self.bots)));
        let [unproved, out, unwritten] = self.unfit();
        let judged = self.found.fitting + self.found.unfit.len();
        text += &format!(
            "Chose {} of {} that fit, of {} judged: {out} out of the range, {unproved} without a proof, \
             {unwritten} that cannot be written.\n",
            self.chosen.len(),
            number_of(self.found.fitting as i64, "seed"),
            judged
        );
        if let Some((seed, why)) = self.unwritten() {
            text += &format!("Seed {seed}, for example: {why}.\n");
        }
        if self.found.is_cut {
            text += "The search was ended early.\n";
            if judged == 0 {
                text += "No seed was judged: give it more time.\n";
                text += budget_hint(self.budget);
            }
        }
        text
    }

    /// Returns the chosen seeds and a summary, for programs.
    fn rows(&self) -> Vec<Row> {
        let [unproved, out_of_range, unwritten] = self.unfit();
        let end = match self.exit() {
            Exit::Clean => "found",
            Exit::Unknown => "cut",
            _ => "too few",
        };
        let summary = Row::default()
            .with("file", self.name.raw())
            .with("end", end)
            .with("chosen", self.chosen.len())
            .with("fitting", self.found.fitting)
            .with("unproved", unproved)
            .with("out_of_range", out_of_range)
            .with("unwritten", unwritten)
            .with("reason", self.unwritten().map(|(_, why)| why));
        let seeds = self
            .chosen
            .iter()
            .map(|one| one.row(&self.name, &self.bots));
        seeds.chain([summary]).collect()
    }
}

//! `dungeon prove`: decides whether games can be won.
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::cli::game::shipped;
use crate::cli::options::amounts::{BudgetOption, SeedRange, parse_memory, thread_pool};
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{ErrorText, refuse, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::cli::output::progress::ProgressLine;
use crate::cli::output::row::{RowFormat, formats};
use crate::cli::output::stdout::ended;
use dungeon_format::report::Report;
use dungeon_format::{Limits, Source};
use dungeon_model::dungeon::Dungeon;

mod answer;

mod certificate_file;
mod unproved;

mod output;

use answer::{GameAnswer, GameQuestion, ProofScope, SearchWatch};
use output::{FORMATS, ProofPrinter};
use unproved::Unproved;

/// Prove that a dungeon can or cannot be won
///
/// A game is WINNABLE if the search found keys that win it and replayed them; UNWINNABLE if no keys can win it, for
/// certain; and UNKNOWN if the budget ran out first. A file with `goal none=yes` cannot be won, so there is nothing to
/// prove.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon prove mine.dng                         find keys that win it
  dungeon prove --seeds 0..99 mine.dng           count winnable seeds
  dungeon prove --layout --seeds 0..999 mine.dng the map, without monsters
  dungeon prove --fair mine.dng                  win by what the hero sees
  dungeon prove --shortest mine.dng              win in the fewest turns
  dungeon prove --solutions 100 mine.dng         count ways to win
  dungeon prove --certificate wins *.dng         record each won game
  dungeon prove --format json mine.dng           for programs

Exit codes: 0 all games can be won, 1 a game cannot be won or is unfair, or a file
has errors,
2 usage error, or a file that cannot be read, 3 a game is unknown.")]
pub struct Prove {
    /// Dungeon files, or names of bundled dungeons; `-` reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    /// Seed of the game [default: the file's seed, or 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Check the games with seeds A to B, both included
    #[arg(long, value_name = "A..B", conflicts_with = "seed")]
    seeds: Option<SeedRange>,
    /// Budget per game: steps such as 500k or 10M, or time such as 30s
    ///
    /// A number of steps gives the same answer on every machine; a time does not. The time to read the file counts.
    #[arg(long, value_name = "STEPS|TIME", default_value = "10M")]
    budget: BudgetOption,
    /// Memory limit, such as 256M, shared equally by all games that are searched at once
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = parse_memory)]
    memory: usize,
    /// Number of games to search at once [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Check only the map, as if nothing blocked or hurt the hero
    #[arg(long, conflicts_with_all = ["certificate"])]
    layout: bool,
    /// Ask for a player who sees only what the hero sees, and wins in every world that looks the same
    #[arg(long, conflicts_with = "layout")]
    fair: bool,
    /// Look for a win in the fewest turns, with what the proof leaves of the budget, and say the bound that is proved
    #[arg(long, conflicts_with_all = ["layout", "fair"])]
    shortest: bool,
    /// Count up to N essentially different wins, with what is left of the budget
    ///
    /// Wins differ if they take things, open locked doors, push boulders, kill monsters or leave in different orders.
    /// A win with a detour does not count beside the win without it.
    #[arg(long, value_name = "N", conflicts_with_all = ["layout", "fair"], value_parser = clap::value_parser!(u16).range(1..))]
    solutions: Option<u16>,
    /// Write a recording of each won game into this folder
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    /// Output format
    #[arg(long, value_parser = formats(FORMATS), default_value = "human")]
    format: RowFormat,
}

/// The time to wait for an answer before the progress line is updated.
const PERIOD: Duration = Duration::from_millis(100);

/// A dungeon to prove, with the seeds of its games.
struct ProvedFile {
    source: Source,
    dungeon: Arc<Dungeon>,
    /// The budget of each game, minus the time for reading the file.
    budget: BudgetOption,
    seeds: SeedRange,
}

/// A file that is not proved: its position, as the number of proved files before it, and the reason.
type RefusedFile = (usize, Unproved);

impl Prove {
    /// Proves each game of each file, and prints the answers in the order of the games.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self) -> Result<Exit, Exit> {
        let mut exit = Exit::Clean;
        let (mut files, mut refused) = (Vec::new(), Vec::new());
        for path in &self.files {
            match self.open(path) {
                Ok(file) => files.push(file),
                Err(unproved) => {
                    exit = exit.or_worse(unproved.exit());
                    refused.push((files.len(), unproved));
                }
            }
        }
        if let Some(name) = self.shared_name(&files) {
            return Err(refuse(format!(
                "two files are named `{name}`, so their certificates would collide: prove them one at a time"
            )));
        }
        self.free_places(&files).map_err(refuse)?;
        let threads = thread_pool(self.threads)?;
        let written = self.answer_all(&files, &refused, &threads, &mut exit);
        Ok(ended(written, exit))
    }

    /// Returns a name shared by the certificates of two files; `None` if there is no shared name or no certificates are
    /// written.
    fn shared_name(&self, files: &[ProvedFile]) -> Option<String> {
        self.certificate.as_ref()?;
        let mut names = BTreeSet::new();
        let mut all = files
            .iter()
            .map(|file| certificate_file::stem(&file.source));
        all.find(|name| !names.insert(name.clone()))
    }

    /// Checks that no certificate would overwrite another file.
    ///
    /// # Errors
    /// Returns a message about the first file that would be overwritten.
    fn free_places(&self, files: &[ProvedFile]) -> Result<(), ErrorText> {
        let Some(folder) = &self.certificate else {
            return Ok(());
        };
        let mut places = files
            .iter()
            .flat_map(|file| file.seeds.iter().map(move |seed| (&file.source, seed)));
        places.try_for_each(|(source, seed)| certificate_file::is_free(folder, source, seed))
    }

    fn scope(&self) -> ProofScope {
        match (self.fair, self.layout) {
            (true, _) => ProofScope::Fair,
            (_, true) => ProofScope::Layout,
            _ => ProofScope::Game,
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Returns why the file cannot be proved.
    fn open(&self, path: &PathBuf) -> Result<ProvedFile, Unproved> {
        let source = shipped::open(path, &self.include, &Limits::default())
            .map_err(|error| Unproved::Unreadable(path.into(), unreadable_text(path, &error)))?;
        let begun = Instant::now();
        let has_time =
            || !matches!(self.budget, BudgetOption::Time(time) if begun.elapsed() >= time);
        let read = shipped::read_while(&source, &Limits::default(), &has_time);
        let Some((dungeon, diagnostics)) = read else {
            let name = &source.name;
            let text = format!("{name}: time ran out while reading the file; raise `--budget`");
            return Err(Unproved::OutOfTime(source.name, text));
        };
        let Some(dungeon) = dungeon else {
            return Err(Unproved::Errors(Box::new(Report::new(source, diagnostics))));
        };
        // Count the reading time twice, because the certificate reads the dungeon again.
        let budget = match self.budget {
            BudgetOption::Time(time) => {
                BudgetOption::Time(time.saturating_sub(2 * begun.elapsed()))
            }
            steps => steps,
        };
        let own = self.seed.or(dungeon.seed).unwrap_or(0);
        Ok(ProvedFile {
            source,
            dungeon: Arc::new(dungeon),
            budget,
            seeds: self.seeds.unwrap_or(SeedRange::of_one(own)),
        })
    }

    /// Answers all questions on these threads, and prints the answers in the order of the questions.
    fn answer_all(
        &self,
        files: &[ProvedFile],
        refused: &[RefusedFile],
        threads: &rayon::ThreadPool,
        exit: &mut Exit,
    ) -> io::Result<()> {
        let (send, receive) = mpsc::channel();
        let questions = files.iter().zip(0..).flat_map(|(file, nth)| {
            let seeds = file.seeds.iter();
            seeds.map(move |seed| (nth, seed))
        });
        let questions: Vec<(usize, u64)> = questions.collect();
        let together = threads.current_num_threads().min(questions.len());
        let memory = self.memory / together.max(1);
        let watch = &SearchWatch::default();
        let ask = |place: usize| {
            let (nth, seed) = questions[place];
            let file = &files[nth];
            GameQuestion {
                source: &file.source,
                dungeon: &file.dungeon,
                seed,
                budget: file.budget,
                memory,
                scope: self.scope(),
                wants_shortest: self.shortest,
                solutions: self.solutions,
            }
            .answer(watch)
        };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let places = 0..questions.len();
                threads.install(|| {
                    places
                        .into_par_iter()
                        .with_max_len(1)
                        .for_each_with(send, |send, place| {
                            // Sending fails once the output is closed and the printer has stopped.
                            let _ = send.send((place, ask(place)));
                        });
                });
            });
            let printed = self.print_all(files, refused, &questions, &receive, watch, exit);
            watch.is_over.store(true, Ordering::Relaxed);
            printed
        })
    }

    /// Prints the answers in the order of their questions as they arrive, and shows the progress.
    fn print_all(
        &self,
        files: &[ProvedFile],
        refused: &[RefusedFile],
        questions: &[(usize, u64)],
        answers: &mpsc::Receiver<(usize, GameAnswer)>,
        watch: &SearchWatch,
        exit: &mut Exit,
    ) -> io::Result<()> {
        let mut output = ProofPrinter::new(self.format, self.memory);
        let mut progress = ProgressLine::counting("Proving", "game", questions.len());
        let mut waiting: Vec<Option<GameAnswer>> = questions.iter().map(|_| None).collect();
        let (mut next, mut done) = (0, 0);
        let mut refused = refused.iter().peekable();
        loop {
            match answers.recv_timeout(PERIOD) {
                Ok((place, answer)) => waiting[place] = Some(answer),
                Err(RecvTimeoutError::Timeout) => {
                    let steps = watch.steps.load(Ordering::Relaxed) / 1000;
                    progress.tell_more(done, &format!(", {steps}k search steps"));
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
            done += 1;
            while let Some(answer) = waiting.get_mut(next).and_then(Option::take) {
                progress.wipe();
                let (nth, _) = questions[next];
                while let Some((_, why)) = refused.next_if(|(before, _)| *before <= nth) {
                    output.refuse(why)?;
                }
                *exit = exit
                    .or_worse(answer.exit())
                    .or_worse(self.keep(&files[nth].source, &answer));
                output.tell(&files[nth].source, &answer)?;
                next += 1;
                if questions.get(next).is_none_or(|(later, _)| *later != nth) {
                    output.finish_file(&files[nth].source)?;
                }
            }
        }
        refused.try_for_each(|(_, why)| output.refuse(why))
    }

    /// Writes the certificate of an answer if the user asked for one.
    fn keep(&self, source: &Source, answer: &GameAnswer) -> Exit {
        let (Some(folder), Some(certificate)) = (&self.certificate, &answer.certificate) else {
            return Exit::Clean;
        };
        match certificate_file::write(folder, source, certificate) {
            Ok(()) => Exit::Clean,
            Err(error) => refuse(error),
        }
    }
}

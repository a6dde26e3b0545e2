//! The tables of proofs in `docs/PLAYERS.md`: the bundled dungeons, and the puzzles of a folder beside `soukoban`. The
//! folder is the value of the variable `PUZZLES`, with one collection of Sokoban in each `.xsb` or `.txt` file.
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

use dungeon::interchange::import::{ForeignFormat, Import, LevelChoice};
use dungeon::interchange::side_file::SideFileError;
use dungeon::{Action, Dungeon, Session};
use dungeon_format::source::{Limits, Source};
use dungeon_lint::load::read_sound;
use dungeon_players::{Budget, Proof, Verdict, prove, shortest_win};
use soukoban::level::Level;
use soukoban::solver::{Algorithm, Solver, Strategy};

use super::counts::Search;
use super::ratios::spent;

/// The steps of a proof with the dungeon's own seed, and with each of the seeds 0 to 20.
const STEPS: [u64; 2] = [10_000_000, 2_000_000];

/// The time that each solver has for a puzzle.
const TIME: Duration = Duration::from_secs(10);

/// Returns both tables, which are also printed.
pub fn measure() -> io::Result<String> {
    let mut text = bundled();
    if let Some(folder) = env::var_os("PUZZLES") {
        text.push_str(&puzzles(Path::new(&folder))?);
    }
    println!("{text}");
    Ok(text)
}

/// Returns the processor time of some work, in seconds, and its result.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let before = spent();
    let done = work();
    ((spent() - before).as_secs_f64(), done)
}
/// Returns the table of the bundled dungeons.
fn bundled() -> String {
    let mut text =
        "| file | turns | steps | seconds | memory | seeds 0 to 20 |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for search in Search::all() {
        let own = |seed, steps| prove(&search.dungeon, seed, &Budget::of_steps(steps));
        let (seconds, proof) = timed(|| own(search.seed, STEPS[0]));
        let turns = match &proof.verdict {
            Verdict::Winnable(line) => turns(&search, line).to_string(),
            other => word(other).to_owned(),
        };
        let verdicts: Vec<&str> = (0..=20)
            .map(|seed| word(&own(seed, STEPS[1]).verdict))
            .collect();
        let shares = WORDS.map(|word| (word, verdicts.iter().filter(|one| **one == word).count()));
        let shares = shares.iter().filter(|(_, count)| *count > 0);
        let shares: Vec<String> = shares
            .map(|(word, count)| format!("{count} {word}"))
            .collect();
        text.push_str(&format!(
            "| `{}.dng` | {turns} | {} k | {seconds:.2} | {:.1} MB | {} |\n",
            search.name,
            proof.steps.div_ceil(1_000),
            megabytes(&proof),
            shares.join(", "),
        ));
    }
    text
}

/// Returns the turn in which a line of play wins, counted from 1 as `dungeon prove` counts.
fn turns(search: &Search, line: &[Action]) -> u32 {
    let session = Session::seeded(Arc::clone(&search.dungeon), search.seed);
    let win = shortest_win(session.game(), line, &Budget::of_steps(1));
    win.expect("a winning line wins").turns
}

/// The words for the verdicts on games with goals.
const WORDS: [&str; 3] = ["won", "unwinnable", "unknown"];

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Winnable(_) => WORDS[0],
        Verdict::Unwinnable(_) => WORDS[1],
        _ => WORDS[2],
    }
}

fn megabytes(proof: &Proof) -> f64 {
    proof.memory as f64 / f64::from(1 << 20)
}

/// The results of one solver on a set of puzzles.
#[derive(Default)]
struct SetResult {
    solved: usize,
    /// The processor time of each puzzle, in seconds.
    seconds: Vec<f64>,
}

impl SetResult {
    fn add(&mut self, (seconds, is_solved): (f64, bool)) {
        self.solved += usize::from(is_solved);
        self.seconds.push(seconds);
    }

    /// Returns cells of a table: the share solved, and the median, the maximum and the sum of the seconds.
    fn cells(&mut self) -> String {
        self.seconds.sort_by(f64::total_cmp);
        let median = self.seconds.get(self.seconds.len() / 2).unwrap_or(&0.0);
        let most = self.seconds.last().unwrap_or(&0.0);
        let sum: f64 = self.seconds.iter().sum();
        let (solved, all) = (self.solved, self.seconds.len());
        format!("{solved} of {all} | {median:.3} | {most:.2} | {sum:.1}")
    }
}

/// Returns the table of the puzzles in a folder.
fn puzzles(folder: &Path) -> io::Result<String> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| {
        file.extension()
            .is_some_and(|end| end == "xsb" || end == "txt")
    });
    files.sort();
    let seconds = TIME.as_secs();
    let mut text = format!(
        "\nPush puzzles, each within {seconds} seconds:\n\n\
         | set | solver | solved | median s | slowest s | all s | memory |\n|---|---|---|---|---|---|---|\n"
    );
    for file in files {
        let name = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let (mut ours, mut theirs, mut memory) = (SetResult::default(), SetResult::default(), 0.0);
        for level in Level::load_from_str(&fs::read_to_string(&file)?).flatten() {
            let (time, proof) = timed(|| proved(&level));
            memory = proof
                .as_ref()
                .map_or(memory, |proof| megabytes(proof).max(memory));
            let is_won = |proof: Proof| matches!(proof.verdict, Verdict::Winnable(_));
            ours.add((time, proof.is_some_and(is_won)));
            theirs.add(timed(|| is_solved(&level)));
        }
        let (ours, theirs) = (ours.cells(), theirs.cells());
        text.push_str(&format!("| {name} | `prove` | {ours} | {memory:.0} MB |\n"));
        text.push_str(&format!("| {name} | `soukoban` | {theirs} | |\n"));
    }
    Ok(text)
}

/// Returns our proof of a puzzle; `None` if it is refused.
fn proved(level: &Level) -> Option<Proof> {
    let source = Source::from_text("puzzle.xsb", level.map().to_string());
    let import = Import {
        source: &source,
        format: ForeignFormat::Sokoban,
        legend: None,
        beside: &|_| Err(SideFileError::Unreadable(io::ErrorKind::NotFound.into())),
        choice: &LevelChoice::default(),
        title: "Puzzle",
    };
    let text = import.run(&Limits::default()).ok()?.text;
    let source = Source::from_text("puzzle.dng", text);
    let dungeon: Arc<Dungeon> = Arc::new(read_sound(&source, &Limits::default())?);
    let end = Instant::now() + TIME;
    let budget = Budget {
        goes_on: &|_| Instant::now() < end,
        ..Budget::of_steps(1 << 40)
    };
    Some(prove(&dungeon, 0, &budget))
}

/// Whether `soukoban` solves a puzzle in time.
fn is_solved(level: &Level) -> bool {
    let solver = Solver::new(level.map().clone(), Strategy::Quick);
    let (done, wait) = mpsc::channel();
    thread::scope(|scope| {
        let search = scope.spawn(|| {
            let is_solved = solver.search(Algorithm::AStar).is_ok();
            let _ = done.send(());
            is_solved
        });
        if wait.recv_timeout(TIME).is_err() {
            solver.request_stop();
        }
        search.join().unwrap_or(false)
    })
}

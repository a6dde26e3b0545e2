//! Runs the tests of one file on all threads. The results do not depend on the number of threads.
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;

use super::test_folder::{TestFileError, TestFolder};
use crate::cli::options::amounts::BudgetOption;
use crate::cli::output::exit::Exit;
use crate::cli::output::progress::SharedProgress;
use crate::testing::frame_text::{FrameLine, FrameText};
use crate::testing::trial::{FailingMoment, Trial, TrialResult};
use crate::testing::watched_game::Shortfall;
use crate::testing::whole_game::{USUAL_GAMES, WinAnswer, play_by_bot};
use dungeon_format::diagnostic::Diagnostic;
use dungeon_format::source::Source;
use dungeon_format::test_case::{NumberBounds, TestCase, TestClaim, TestPlay, TestedBot};
use dungeon_model::dungeon::Dungeon;
use dungeon_play::replay::recording::Recording;
use dungeon_play::view::words::number_of;
use dungeon_players::{Budget, Tally};

/// The number of bot games per task.
const BATCH: u64 = 16;

/// The maximum number of failed seeds that are listed.
const MOST_SEEDS: usize = 10;

/// The budget of `winnable=`.
#[derive(Clone, Copy)]
pub struct TestBudget {
    /// Steps or time per game.
    pub spent: BudgetOption,
    /// Bytes per game.
    pub memory: usize,
}

/// A dungeon file, with everything that its tests need to run.
pub struct TestRun<'a> {
    /// The text of the file.
    pub source: &'a Source,
    /// The dungeon read from the text.
    pub dungeon: &'a Arc<Dungeon>,
    /// The folder with the files that its tests refer to.
    pub folder: &'a TestFolder,
    /// The budget of `winnable=`.
    pub budget: TestBudget,
}

/// The result of one test.
pub struct TestReport {
    /// The test that was run.
    pub test: TestCase,
    /// The number of games that the test played.
    pub games: u64,
    /// The seeds of the failed games, in order.
    pub failed: Vec<u64>,
    /// The unmet claims in the first failed game; empty if the test passed.
    pub shortfalls: Vec<Shortfall>,
    /// The key at which the first failed game failed.
    pub moment: Option<FailingMoment>,
    /// The diff between the expected and the found screen.
    pub difference: Vec<FrameLine>,
    /// A note about a passed test; usually empty.
    pub note: String,
    /// The last screen, if the test has `frame=`.
    frame: Option<FrameText>,
}

/// The results of one file.
pub struct RunFile {
    /// The text of the file.
    pub source: Source,
    /// The result of each test, in file order.
    pub tests: Vec<TestReport>,
    /// Why no test of the file could run; `None` if they ran.
    pub fault: Option<FileFault>,
}

/// Why no test of a file can run.
pub enum FileFault {
    /// The file cannot be read. Holds the message.
    Unreadable(String),
    /// The file has errors. Holds all findings.
    Errors(Vec<Diagnostic>),
}

impl RunFile {
    /// Returns the exit code of this file alone.
    pub(crate) fn exit(&self) -> Exit {
        match self.fault {
            Some(FileFault::Unreadable(_)) => Exit::Usage,
            Some(FileFault::Errors(_)) => Exit::Errors,
            None if self.tests.iter().any(TestReport::has_failed) => Exit::Errors,
            None => Exit::Clean,
        }
    }

    /// Whether the file has errors.
    pub fn is_broken(&self) -> bool {
        matches!(self.fault, Some(FileFault::Errors(_)))
    }

    /// Returns the place of a test as `file:line`.
    pub fn place(&self, test: &TestReport) -> String {
        let place = self.source.place(test.test.span.start);
        format!("{}:{}", place.name, place.line)
    }
}

impl TestRun<'_> {
    /// Runs the tests, and returns their results in the same order.
    pub fn all(&self, tests: Vec<TestCase>) -> Vec<TestReport> {
        let progress = SharedProgress::counting("Testing", "test", tests.len());
        let run = |test: TestCase| {
            let report = self.one(test);
            progress.count();
            report
        };
        tests.into_par_iter().with_max_len(1).map(run).collect()
    }

    fn one(&self, test: TestCase) -> TestReport {
        let is_played = test.claims.iter().all(|claim| claim.value.is_of_one_game());
        if is_played {
            self.played(test)
        } else {
            self.asked(test)
        }
    }

    /// Plays the games of a test.
    fn played(&self, test: TestCase) -> TestReport {
        let recording = match &test.play {
            TestPlay::Keys(_) => Ok(None),
            TestPlay::Recording(path) => self.folder.recording(&path.value).map(Some),
        };
        let recording = match recording {
            Ok(recording) => recording,
            Err(found) => return TestReport::lacking(test, "the recording".to_owned(), &found),
        };
        let mut claims = test.claims.iter();
        let frame = claims.find_map(|claim| match &claim.value {
            TestClaim::Frame(path) => Some((claim.value.to_string(), self.folder.frame(path))),
            _ => None,
        });
        let frame = match frame {
            Some((_, Ok(frame))) => frame,
            Some((expected, Err(found))) => return TestReport::lacking(test, expected, &found),
            None => None,
        };
        let play = |seed: u64| {
            let trial = Trial {
                dungeon: self.dungeon,
                test: &test,
                seed,
                recording: recording.as_ref(),
                frame: frame.as_ref(),
            };
            PlayedGames::of(trial.play())
        };
        let (first, last) = self.seeds(&test, recording.as_ref());
        let games = last - first + 1;
        let played = (first..=last).into_par_iter().map(play);
        let played = played.reduce(PlayedGames::default, PlayedGames::and);
        let mut report = TestReport::of(test);
        (report.games, report.failed) = (games, played.failed);
        if let Some(game) = played.shown {
            (report.shortfalls, report.difference) = (game.shortfalls, game.difference);
            (report.frame, report.moment) = (game.frame, game.moment);
        }
        report
    }

    /// Returns the first and the last seed of the games that a test plays.
    fn seeds(&self, test: &TestCase, recording: Option<&Recording>) -> (u64, u64) {
        let own = self.dungeon.seed.unwrap_or(0);
        let of_one = recording.map_or(own, |recording| recording.seed);
        test.seeds.unwrap_or((of_one, of_one))
    }

    /// Runs a test of winnability or of win rates, which plays no keys.
    fn asked(&self, test: TestCase) -> TestReport {
        let mut report = TestReport::of(test);
        for claim in report.test.claims.clone() {
            let expected = claim.value.to_string();
            let found = match claim.value {
                TestClaim::Winnable(is_winnable) => self.winnable(&mut report, is_winnable),
                TestClaim::WinRate(bot, share) => self.win_rate(&mut report, bot, share),
                _ => None,
            };
            report.shortfalls.extend(found.map(|found| Shortfall {
                expected,
                found,
                keys: 0,
            }));
        }
        report
    }

    /// Returns the verdict for the first seed whose verdict is not as expected; `None` if all verdicts are as expected.
    fn winnable(&self, report: &mut TestReport, is_winnable: bool) -> Option<String> {
        let (first, last) = self.seeds(&report.test, None);
        let ask = |seed: u64| {
            let begun = Instant::now();
            let goes_on = |_| match self.budget.spent {
                BudgetOption::Steps(_) => true,
                BudgetOption::Time(time) => begun.elapsed() < time,
            };
            let budget = Budget {
                steps: match self.budget.spent {
                    BudgetOption::Steps(steps) => steps,
                    BudgetOption::Time(_) => u64::MAX,
                },
                memory: self.budget.memory,
                goes_on: &goes_on,
                on_win: &|| (),
            };
            let answer = WinAnswer::find(self.source, self.dungeon, seed, &budget);
            answer.shortfall(is_winnable).map(|found| (seed, found))
        };
        let failed = (first..=last).into_par_iter().filter_map(ask);
        let failed: Vec<(u64, String)> = failed.collect();
        report.games += last - first + 1;
        report.failed.extend(failed.iter().map(|(seed, _)| *seed));
        failed.into_iter().next().map(|(_, found)| found)
    }

    /// Returns the bot's win rate as text if it is not in the expected range; otherwise `None`.
    fn win_rate(
        &self,
        report: &mut TestReport,
        bot: TestedBot,
        share: NumberBounds,
    ) -> Option<String> {
        let (first, last) = report.test.seeds.unwrap_or((0, USUAL_GAMES - 1));
        let games = last - first + 1;
        let batch = |nth: u64| {
            let from = first + nth * BATCH;
            play_by_bot(bot, self.dungeon, from..=last.min(from + BATCH - 1))
        };
        let tally: Tally = (0..games.div_ceil(BATCH)).into_par_iter().map(batch).sum();
        report.games += games;
        let told = format!("{} wins {tally} of {games} games", bot.word());
        if share.contain_share(tally.win_rate() * 100.0) {
            report.note = told;
            return None;
        }
        Some(told)
    }
}

/// The results of the games of a test.
#[derive(Default)]
struct PlayedGames {
    failed: Vec<u64>,
    /// The game to report: the first failed game, or the first game if none failed.
    shown: Option<TrialResult>,
}

impl PlayedGames {
    fn of(game: TrialResult) -> PlayedGames {
        let has_failed = !game.shortfalls.is_empty();
        PlayedGames {
            failed: has_failed.then_some(game.seed).into_iter().collect(),
            shown: Some(game),
        }
    }

    /// Adds the results of games with later seeds.
    fn and(mut self, later: PlayedGames) -> PlayedGames {
        if self.shown.is_none() || self.failed.is_empty() && !later.failed.is_empty() {
            self.shown = later.shown;
        }
        self.failed.extend(later.failed);
        self
    }
}

impl TestReport {
    /// Creates the report of a test that has played no game.
    fn of(test: TestCase) -> TestReport {
        TestReport {
            test,
            games: 0,
            failed: Vec::new(),
            shortfalls: Vec::new(),
            moment: None,
            difference: Vec::new(),
            note: String::new(),
            frame: None,
        }
    }

    /// Creates the report of a test whose recording or screen is missing or invalid.
    fn lacking(test: TestCase, expected: String, found: &TestFileError) -> TestReport {
        let mut report = TestReport::of(test);
        report.shortfalls.push(Shortfall {
            expected,
            found: found.to_string(),
            keys: 0,
        });
        report
    }

    /// Whether a claim of the test is unmet.
    pub fn has_failed(&self) -> bool {
        !self.shortfalls.is_empty()
    }

    /// Returns a text about the failed games; empty if no game failed.
    pub fn failed_games(&self) -> String {
        let Some(first) = self.failed.first() else {
            return String::new();
        };
        if self.games <= 1 {
            return format!("seed {first}");
        }
        let listed = self.failed.iter().take(MOST_SEEDS);
        let listed: Vec<String> = listed.map(u64::to_string).collect();
        let more = if self.failed.len() > MOST_SEEDS {
            ", …"
        } else {
            ""
        };
        let (failed, games) = (self.failed.len(), number_of(self.games as i64, "game"));
        format!("{failed} of {games}: seed {}{more}", listed.join(", "))
    }

    /// Returns the path and the new text of the screen file, if the screen is the only unmet claim.
    pub fn to_bless(&self) -> Option<(String, FrameText)> {
        let [only] = self.shortfalls.as_slice() else {
            return None;
        };
        let mut claims = self.test.claims.iter();
        let path = claims.find_map(|claim| match &claim.value {
            TestClaim::Frame(path) if only.expected == claim.value.to_string() => Some(path),
            _ => None,
        })?;
        Some((path.clone(), self.frame.clone()?))
    }

    /// Marks the test as passed, after its screen was written.
    pub fn was_blessed(&mut self) {
        let written = self.shortfalls.drain(..).map(|only| only.expected);
        self.note = format!("{} written", written.collect::<String>());
        self.failed.clear();
        self.difference.clear();
    }

    /// Records why the screen could not be written.
    pub fn was_not_blessed(&mut self, why: &str) {
        for shortfall in &mut self.shortfalls {
            shortfall.found = why.to_owned();
        }
    }
}

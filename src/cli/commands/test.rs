//! `dungeon test`: runs the tests in dungeon files.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::game::shipped;
use crate::cli::options::amounts::{BudgetOption, parse_memory, thread_pool};
use crate::cli::options::colours::Colours;
use crate::cli::options::dependents::DependentsOption;
use crate::cli::options::include::IncludeOption;
use crate::cli::options::no_color;
use crate::cli::output::errors::{print_error, print_report, refuse, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::cli::output::row::{RowFormat, RowPrinter, formats};
use crate::cli::output::stdout::{ended, is_terminal};
use crate::testing::frame_text::FrameText;
use crate::testing::tested_file::TestedFile;
use dungeon_format::test_case::TestCase;
use dungeon_format::{Limits, Report, Source};

mod test_folder;

mod test_run;

mod human;
mod json;

mod junit;

use test_folder::TestFolder;
use test_run::{FileFault, RunFile, TestBudget, TestReport, TestRun};

/// Run the tests in dungeon files
///
/// A line such as `test "straight to the gold" keys="llll" expect=won turns=..4` says what to play and what must hold.
/// See docs/format/tests.md for all checks.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon test mine.dng                        run every test
  dungeon test --name gold dungeons/*.dng      run tests by name
  dungeon test --bless mine.dng                update expected screens
  dungeon test --format junit *.dng > report.xml

Exit codes: 0 all tests passed, 1 a test failed or a file has errors, 2 usage
error, a file that cannot be read, or no test to run.")]
pub struct TestCommand {
    /// Dungeon files; `-` reads standard input, where tests cannot refer to other files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    #[command(flatten)]
    dependents: DependentsOption,
    /// Run only tests whose names contain this text
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// Exit with 0 if no file has a test, as in a hook that passes only changed files
    #[arg(long)]
    allow_none: bool,
    /// Update the expected screens of `frame=` in tests that fail for no other reason
    ///
    /// Overwrites only screen files, and only inside the folder of the dungeon file.
    #[arg(long)]
    bless: bool,
    /// Budget of `winnable=` per game: steps such as 500k or 10M, or time such as 30s
    #[arg(long, value_name = "STEPS|TIME", default_value = "10M")]
    budget: BudgetOption,
    /// Memory limit of `winnable=`, shared equally by the threads
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = parse_memory)]
    memory: usize,
    /// Number of games to play at once; does not change the results [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Output format
    #[arg(long, value_parser = formats(FORMATS), default_value = "human")]
    format: RowFormat,
}

/// The supported output formats, with their help.
const FORMATS: &[(RowFormat, &str)] = &[
    (
        RowFormat::Human,
        "One line per test; a failure adds what was expected, what was found, and the screens",
    ),
    (RowFormat::Json, "One JSON object per line, for each test"),
    (RowFormat::Junit, "JUnit XML, one document"),
];

impl TestCommand {
    /// Runs the tests file by file, and prints the results. A closed pipe is not an error.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(mut self) -> Result<Exit, Exit> {
        self.files = self.dependents.files(self.files, &self.include);
        let threads = thread_pool(self.threads)?;
        let mut out = RowPrinter::new(self.format);
        let (mut exit, mut files) = (Exit::Clean, Vec::new());
        for path in &self.files {
            let file = threads.install(|| self.test(path));
            exit = exit.or_worse(file.exit());
            let written = out.print(|| human::text(&file, depth()), || json::rows(&file));
            if written.is_err() {
                return Ok(ended(written, exit));
            }
            files.push(file);
        }
        let written = match self.format {
            RowFormat::Junit => out.text(&junit::document(&files)),
            _ => out.print(|| human::summary(&files, depth()), || None),
        };
        if written.is_err() {
            return Ok(ended(written, exit));
        }
        let is_idle = files.iter().all(|file| file.tests.is_empty());
        match exit {
            Exit::Clean if is_idle && !self.allow_none => Err(refuse(self.nothing_to_run())),
            exit => Ok(exit),
        }
    }

    fn nothing_to_run(&self) -> String {
        match &self.name {
            Some(name) => format!("no test has a name that contains `{name}`"),
            None => "no tests found: add a `test` line to a file".to_owned(),
        }
    }

    /// Runs the tests of one file. If none can run, prints the reason and returns it in the result.
    fn test(&self, path: &Path) -> RunFile {
        let limits = Limits::default();
        let unrun = |source: Source, fault: FileFault| RunFile {
            source,
            tests: Vec::new(),
            fault: Some(fault),
        };
        let source = match shipped::open(path, &self.include, &limits) {
            Ok(source) => source,
            Err(error) => {
                let why = unreadable_text(path, &error);
                print_error(&why);
                return unrun(Source::from_text(path, ""), FileFault::Unreadable(why));
            }
        };
        let file = TestedFile::read(&source, &limits);
        let Some(dungeon) = file.dungeon else {
            let report = Report::new(source, file.findings);
            print_report(&report);
            return unrun(report.source, FileFault::Errors(report.diagnostics));
        };
        let is_chosen = |test: &TestCase| {
            let name = self.name.as_deref();
            name.is_none_or(|name| test.name.contains(name))
        };
        let tests: Vec<TestCase> = file.tests.into_iter().filter(is_chosen).collect();
        let folder = TestFolder::of(path);
        let run = TestRun {
            source: &source,
            dungeon: &Arc::new(dungeon),
            folder: &folder,
            budget: TestBudget {
                spent: self.budget,
                memory: self.memory / rayon::current_num_threads().max(1),
            },
        };
        let mut tests = run.all(tests);
        if self.bless {
            bless(&folder, &mut tests);
        }
        RunFile {
            source,
            tests,
            fault: None,
        }
    }
}

/// Writes the screens of tests that fail only because their screen differs, in file order.
fn bless(folder: &TestFolder, tests: &mut [TestReport]) {
    let mut written: BTreeMap<String, FrameText> = BTreeMap::new();
    for test in tests {
        let Some((path, frame)) = test.to_bless() else {
            continue;
        };
        match written.get(&path) {
            Some(other) if *other == frame => test.was_blessed(),
            Some(_) => test.was_not_blessed("a different screen, already written by another test"),
            None => match folder.write_frame(&path, &frame) {
                Ok(()) => {
                    written.insert(path, frame);
                    test.was_blessed();
                }
                Err(why) => test.was_not_blessed(&why.to_string()),
            },
        }
    }
}

/// Returns the color depth of text for people; `None` for a pipe, and if `NO_COLOR` is set.
fn depth() -> Option<dungeon_play::view::ColourDepth> {
    let is_coloured = is_terminal() && !no_color::is_set();
    is_coloured.then(|| Colours::Auto.for_terminal())
}

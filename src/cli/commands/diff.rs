//! `dungeon diff`: what is changed from one dungeon to another, for people, for programs and for git.
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::game::shipped;
use crate::cli::options::colours::Colours;
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{print_report, refuse, unprinted_text, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::cli::output::printable;
use dungeon_format::Limits;
use dungeon_format::Report;
use dungeon_format::Source;
use dungeon_format::json::to_json;
use dungeon_format::untrusted::Untrusted;
use dungeon_lint::read;
use dungeon_model::dungeon::Dungeon;
use dungeon_model::space::geometry::Region;
use dungeon_play::view::ColourDepth;
use dungeon_play::view::differences::{
    Change, ChangeMarks, Differences, contents_text, differences, inventory, picture,
};

/// Tell what is changed from one dungeon to another
///
/// What is told is the game: bodies and things that moved, cells that became others, numbers of kinds, rules, goals.
/// Comments and the layout of a file change nothing. With one file it lists what stands in it, a thing a line, for
/// programs that compare lines.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon diff old.dng new.dng                what is changed, with pictures
  dungeon diff --format json old.dng new.dng  an object a change
  dungeon diff crypt.dng                      what there is, a thing a line

Exit codes: 0 the same game, 1 it differs, 2 wrong usage, or a file that has
errors or cannot be read. Called by git as its diff.dungeon.command, it is 0
where a plain 1 or errors of a file would end git, too.")]
pub struct DiffCommand {
    /// The first file and the second; `-` is standard input, `/dev/null` no file
    ///
    /// Git calls its external diff with seven words, nine for a file that was renamed: they are understood, too.
    #[arg(required = true, num_args = 1..=GIT_WORDS_OF_RENAMED, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    /// How the changes are printed
    #[arg(long, value_enum, default_value_t = DiffFormat::Human)]
    format: DiffFormat,
    /// How much colour the pictures have
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colours::Auto)]
    color: Colours,
}

/// The words with which git calls an external diff: path, old file, hash and mode, new file, hash and mode.
const GIT_WORDS: usize = 7;

/// See `GIT_WORDS`: of a renamed file there are its new path and a text about it behind them.
const GIT_WORDS_OF_RENAMED: usize = 9;

/// The columns of a picture that is printed into no terminal.
const USUAL_WIDTH: i32 = 80;

/// How changes are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum DiffFormat {
    /// A line a change, and pictures of changed levels.
    Human,
    /// One JSON object a line.
    Json,
}

/// One change as JSON.
#[derive(Serialize)]
struct JsonChange<'a> {
    /// What is changed.
    part: &'static str,
    /// The level or the vault; empty for what holds everywhere.
    place: &'a str,
    text: &'a str,
    /// Rectangles of cells of the first file, as columns and rows of two corners, counted from 1.
    before: Vec<[i32; 4]>,
    /// Rectangles of cells of the second file.
    after: Vec<[i32; 4]>,
}

impl<'a> JsonChange<'a> {
    fn new(change: &'a Change) -> JsonChange<'a> {
        let corners = |regions: &[Region]| {
            let regions = regions.iter();
            let corners = regions.map(|Region { from, to }| [from.x, from.y, to.x, to.y]);
            corners.map(|corners| corners.map(|n| n + 1)).collect()
        };
        JsonChange {
            part: change.part.word(),
            place: &change.place,
            text: &change.text,
            before: corners(&change.before),
            after: corners(&change.after),
        }
    }
}

impl DiffCommand {
    /// Compares the files and prints what is changed. A closed pipe ends the command quietly.
    pub fn run(self) -> Exit {
        let files: Vec<&Path> = self.files.iter().map(PathBuf::as_path).collect();
        let (name, [before, after]) = match files.as_slice() {
            [file] => return self.list(file),
            [before, after] => (None, [*before, *after]),
            [name, before, _, _, after, _, _, ..]
                if [GIT_WORDS, GIT_WORDS_OF_RENAMED].contains(&files.len()) =>
            {
                (Some(*name), [*before, *after])
            }
            _ => {
                let why = format_args!("expected two files, found {}", files.len()).to_string();
                return refuse(why);
            }
        };
        if before == after && before == Path::new("-") {
            return refuse("expected one file on standard input, found two");
        }
        // A difference is no failure to git, and would end its listing; nor is a file with errors, which are told.
        let for_git = |exit| match (name, exit) {
            (Some(_), Differ::Yes | Differ::Unknown) => Exit::Clean,
            (_, Differ::No) => Exit::Clean,
            (None, Differ::Yes) => Exit::Errors,
            (None, Differ::Unknown) | (_, Differ::Unreadable) => Exit::Usage,
        };
        let mut out = io::BufWriter::new(io::stdout().lock());
        let compared = self.compare(name, before, after, &mut out);
        let compared = compared.and_then(|differ| out.flush().map(|()| differ));
        match compared {
            Ok(differ) => for_git(differ),
            // The reader has closed the pipe: it has read enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => for_git(Differ::Yes),
            Err(error) => refuse(unprinted_text(&error)),
        }
    }

    fn compare(
        &self,
        name: Option<&Path>,
        before: &Path,
        after: &Path,
        out: &mut impl Write,
    ) -> io::Result<Differ> {
        // Of both files all is told that is wrong with them.
        let read = [self.read(before, name), self.read(after, name)];
        let [Ok(before), Ok(after)] = read else {
            let is_unreadable = |side: &Result<Option<Dungeon>, ReadFault>| {
                matches!(side, Err(ReadFault::Unreadable))
            };
            return Ok(match read.iter().any(is_unreadable) {
                true => Differ::Unreadable,
                false => Differ::Unknown,
            });
        };
        if let (Some(name), DiffFormat::Human) = (name, self.format) {
            writeln!(out, "{}:", Untrusted::from(name))?;
        }
        let found = match (&before, &after) {
            (Some(before), Some(after)) => differences(before, after),
            (None, None) => Differences::default(),
            (None, Some(new)) => Differences::of_whole(format!("new: {}", contents_text(new))),
            (Some(old), None) => Differences::of_whole(format!("gone: {}", contents_text(old))),
        };
        for change in &found.changes {
            let line = match self.format {
                DiffFormat::Human => printable::lines(&change.to_string()),
                DiffFormat::Json => to_json(&JsonChange::new(change))?,
            };
            writeln!(out, "{line}")?;
        }
        if let (Some(before), Some(after), DiffFormat::Human) = (&before, &after, self.format) {
            self.draw(before, after, &found, out)?;
            if name.is_some() && found.changes.is_empty() {
                writeln!(out, "the same game: the text alone differs")?;
            }
        }
        Ok(match found.changes.is_empty() {
            true => Differ::No,
            false => Differ::Yes,
        })
    }

    /// Draws every level that has changed cells, as it was and as it is.
    fn draw(
        &self,
        before: &Dungeon,
        after: &Dungeon,
        found: &Differences,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let is_terminal = io::stdout().is_terminal();
        let size = is_terminal
            .then(termion::terminal_size)
            .and_then(Result::ok);
        let width = size.map_or(USUAL_WIDTH, |(width, _)| i32::from(width));
        let depth = match self.color {
            Colours::Auto if !is_terminal => ColourDepth::Mono,
            asked => asked.for_terminal(),
        };
        let marks = match depth {
            ColourDepth::Mono => ChangeMarks::Carets,
            _ => ChangeMarks::Coloured,
        };
        for (nth, board) in found.boards.iter().enumerate() {
            let Some(frame) = picture([before, after], found, nth, width, marks) else {
                continue;
            };
            writeln!(out, "\n{}\n", printable::lines(&board.name))?;
            match marks {
                ChangeMarks::Carets => write!(out, "{}", frame.plain())?,
                ChangeMarks::Coloured => write!(out, "{}", frame.to_ansi(depth))?,
            }
        }
        Ok(())
    }

    /// Lists what stands in one file; of a file with errors its lines, so that a comparison of lines goes on.
    fn list(&self, file: &Path) -> Exit {
        let source = match shipped::open(file, &self.include, &Limits::default()) {
            Ok(source) => source,
            Err(error) => return refuse(unreadable_text(file, &error)),
        };
        let (dungeon, diagnostics) = read(&source, &Limits::default());
        let Some(dungeon) = dungeon else {
            let text = source.text.clone();
            print_report(&Report {
                source,
                diagnostics,
            });
            return crate::cli::output::stdout::print(&text);
        };
        let lines: String = inventory(&dungeon)
            .into_iter()
            .map(|line| line + "\n")
            .collect();
        crate::cli::output::stdout::print(&lines)
    }

    /// Reads one side; none for no file. What is wrong is reported. Git hands over copies, whose name in the repository
    /// says where the files are that they include.
    fn read(&self, path: &Path, name: Option<&Path>) -> Result<Option<Dungeon>, ReadFault> {
        if path == Path::new("/dev/null") {
            return Ok(None);
        }
        let limits = Limits::default();
        let opened = match name {
            Some(name) => {
                let copy = Source::open(path, &limits);
                copy.map(|copy| self.include.with_includes(name, copy, &limits))
            }
            None => shipped::open(path, &self.include, &limits),
        };
        let source = opened.map_err(|error| {
            refuse(unreadable_text(path, &error));
            ReadFault::Unreadable
        })?;
        let (dungeon, diagnostics) = read(&source, &limits);
        let report = |()| {
            print_report(&Report {
                source,
                diagnostics,
            });
            ReadFault::Wrong
        };
        dungeon.map(Some).ok_or(()).map_err(report)
    }
}

/// Why a side cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadFault {
    /// The file cannot be read.
    Unreadable,
    /// The file has errors.
    Wrong,
}

/// Whether two files are different games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Differ {
    No,
    Yes,
    /// A file has errors.
    Unknown,
    /// A file cannot be read.
    Unreadable,
}

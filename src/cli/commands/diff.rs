//! `dungeon diff`: shows what changed between two dungeons, for people, for programs and for git.
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::game::shipped;
use crate::cli::options::colours::Colours;
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{print_findings, refuse, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::cli::output::printable;
use crate::cli::output::row::{RowFormat, RowPrinter, formats};
use crate::cli::output::stdout::{ended, is_terminal, print};
use dungeon_format::json::Row;
use dungeon_format::untrusted::Untrusted;
use dungeon_format::{Limits, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::Dungeon;
use dungeon_model::space::geometry::Region;
use dungeon_play::view::ColourDepth;
use dungeon_play::view::differences::{
    Change, ChangeMarks, ComparedFile, Differences, contents_text, differences, inventory, picture,
};

/// Show what changed between two dungeons
///
/// Compares the games, not the text: bodies and items that moved, cells that changed, statistics of kinds, rules and
/// goals. Comments and layout make no difference. With one file, lists its contents one per line, for tools that
/// compare lines.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon diff old.dng new.dng                the changes, with pictures
  dungeon diff --format json old.dng new.dng  one object per change
  dungeon diff crypt.dng                      its contents, line by line

Exit codes: 0 the same game, 1 a different game, 2 usage error, or a file that
has errors or cannot be read. When git calls it as diff.dungeon.command, the
code is 0 for differences and file errors, since another code would stop git.")]
pub struct DiffCommand {
    /// The old file and the new one; `-` reads standard input, `/dev/null` stands for no file
    ///
    /// The seven arguments that git passes to an external diff are accepted too, and the nine for a renamed file.
    #[arg(required = true, num_args = 1..=GIT_WORDS_OF_RENAMED, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    /// Output format
    #[arg(long, value_parser = formats(FORMATS), default_value = "human")]
    format: RowFormat,
    /// Colors of the pictures
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colours::Auto)]
    color: Colours,
}

/// The number of arguments that git passes to an external diff: path, old file, hash and mode, new file, hash and mode.
const GIT_WORDS: usize = 7;

/// The number of arguments for a renamed file: the seven for any file, the new path, and a description of the rename.
const GIT_WORDS_OF_RENAMED: usize = 9;

/// The width of pictures if standard output is not a terminal, in columns.
const USUAL_WIDTH: i32 = 80;

/// The supported output formats, with their help.
const FORMATS: &[(RowFormat, &str)] = &[
    (
        RowFormat::Human,
        "One line per change, and pictures of changed levels",
    ),
    (RowFormat::Json, "One JSON object per line"),
];

/// Returns the row of a change. A rectangle is `[column, row, column, row]` of two opposite corners, counted from 1.
fn row(change: &Change) -> Row {
    let corners = |regions: &[Region]| {
        let regions = regions.iter();
        let corners = regions.map(|Region { from, to }| [from.x, from.y, to.x, to.y]);
        corners
            .map(|corners| corners.map(|n| n + 1))
            .collect::<Vec<_>>()
    };
    Row::default()
        .with("part", change.part)
        .with("place", &change.place)
        .with("text", &change.text)
        .with("before", corners(&change.before))
        .with("after", corners(&change.after))
}

impl DiffCommand {
    /// Compares the files and prints the changes. A closed pipe is not an error.
    pub fn run(self) -> Exit {
        let files: Vec<&Path> = self.files.iter().map(PathBuf::as_path).collect();
        let (name, [before, after]) = match files.as_slice() {
            [file] => return self.list(file).into(),
            [before, after] => (None, [*before, *after]),
            [name, before, _, _, after, _, _, ..]
                if [GIT_WORDS, GIT_WORDS_OF_RENAMED].contains(&files.len()) =>
            {
                (Some(*name), [*before, *after])
            }
            _ => {
                let why =
                    format_args!("expected one or two files, found {}", files.len()).to_string();
                return refuse(why);
            }
        };
        if before == after && before == Path::new("-") {
            return refuse("only one of the two files can be standard input");
        }
        // Git stops at a nonzero exit code, so differences and file errors give 0. File errors are reported.
        let for_git = |exit| match (name, exit) {
            (Some(_), Differ::Yes | Differ::Unknown) => Exit::Clean,
            (_, Differ::No) => Exit::Clean,
            (None, Differ::Yes) => Exit::Errors,
            (None, Differ::Unknown) | (_, Differ::Unreadable) => Exit::Usage,
        };
        match self.compare(name, before, after) {
            Ok(differ) => for_git(differ),
            // A reader that closed the pipe has read enough.
            Err(error) => ended(Err(error), for_git(Differ::Yes)),
        }
    }

    fn compare(&self, name: Option<&Path>, before: &Path, after: &Path) -> io::Result<Differ> {
        // Read both files first, so that the errors of both are reported.
        let read = [self.read(before, name), self.read(after, name)];
        let [Ok(before), Ok(after)] = read else {
            let is_unreadable = |side: &Result<Option<(Source, Dungeon)>, ReadFault>| {
                matches!(side, Err(ReadFault::Unreadable))
            };
            return Ok(if read.iter().any(is_unreadable) {
                Differ::Unreadable
            } else {
                Differ::Unknown
            });
        };
        let found = match (&before, &after) {
            (Some(before), Some(after)) => differences(as_read(before), as_read(after)),
            (None, None) => Differences::default(),
            (None, Some((_, new))) => Differences::of_whole(format!("new: {}", contents_text(new))),
            (Some((_, old)), None) => {
                Differences::of_whole(format!("gone: {}", contents_text(old)))
            }
        };
        let is_git = name.is_some();
        let human = || {
            let name = name.map(|name| format!("{}:\n", Untrusted::from(name)));
            let changes = found.changes.iter();
            let changes = changes.map(|change| printable::lines(&change.to_string()) + "\n");
            let mut text: String = name.into_iter().chain(changes).collect();
            if let (Some((_, before)), Some((_, after))) = (&before, &after) {
                text += &self.pictures(before, after, &found);
                if is_git && found.changes.is_empty() {
                    text += "same game: only the text differs\n";
                }
            }
            text
        };
        RowPrinter::new(self.format).print(human, || found.changes.iter().map(row))?;
        Ok(if found.changes.is_empty() {
            Differ::No
        } else {
            Differ::Yes
        })
    }

    /// Returns pictures of each level with changed cells, before and after.
    fn pictures(&self, before: &Dungeon, after: &Dungeon, found: &Differences) -> String {
        let is_terminal = is_terminal();
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
        let mut text = String::new();
        for (nth, board) in found.boards.iter().enumerate() {
            let Some(frame) = picture([before, after], found, nth, width, marks) else {
                continue;
            };
            let drawn = match marks {
                ChangeMarks::Carets => frame.plain(),
                ChangeMarks::Coloured => frame.to_ansi(depth),
            };
            text += &format!("\n{}\n\n{drawn}", printable::lines(&board.name));
        }
        text
    }

    /// Lists the contents of one file. Prints the lines of a file with errors unchanged, so that tools can still
    /// compare lines.
    fn list(&self, file: &Path) -> Result<Exit, Exit> {
        let source = shipped::source(file, &self.include)?;
        let (dungeon, diagnostics) = read(&source, &Limits::default());
        let Some(dungeon) = dungeon else {
            let text = source.text.clone();
            print_findings(source, diagnostics);
            return Ok(print(&text));
        };
        let lines: String = inventory(as_read(&(source, dungeon)))
            .into_iter()
            .map(|line| line + "\n")
            .collect();
        Ok(print(&lines))
    }

    /// Reads one of the two files, and reports its errors. Returns `None` for `/dev/null`. Git passes temporary copies,
    /// so includes are resolved from `name`, the path in the repository.
    fn read(
        &self,
        path: &Path,
        name: Option<&Path>,
    ) -> Result<Option<(Source, Dungeon)>, ReadFault> {
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
        match dungeon {
            Some(dungeon) => Ok(Some((source, dungeon))),
            None => {
                print_findings(source, diagnostics);
                Err(ReadFault::Wrong)
            }
        }
    }
}

fn as_read((source, dungeon): &(Source, Dungeon)) -> ComparedFile<'_> {
    ComparedFile { source, dungeon }
}

/// Why one of the two files cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadFault {
    /// The file cannot be read.
    Unreadable,
    /// The file has errors.
    Wrong,
}

/// The result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Differ {
    No,
    Yes,
    /// The result is unknown, because a file has errors.
    Unknown,
    /// The result is unknown, because a file cannot be read.
    Unreadable,
}

//! The bundled dungeons. The menu offers them, and commands accept their names if no file has the name. Some are named
//! after their game (siege, arena) or, in tactics, after the units (wizards).
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;

use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{print_findings, refuse, unreadable_text};
use crate::cli::output::exit::Exit;
use dungeon_format::diagnostic::Diagnostic;
use dungeon_format::report::Report;
use dungeon_format::source::{Limits, Source};
use dungeon_lint::load;
use dungeon_model::dungeon::Dungeon;
use dungeon_play::replay::recording::Recording;

/// A dungeon whose text is compiled into the program.
pub struct Shipped {
    /// The file name, such as `crypt.dng`.
    pub name: &'static str,
    /// The title and the description of a dungeon in the classic format, whose files cannot hold them; `None` for other
    /// dungeons.
    words: Option<(&'static str, &'static str)>,
    text: &'static str,
}

/// The bundled dungeons in menu order.
pub const SHIPPED: [Shipped; 13] = [
    titled("depths.dng", include_str!("../../../dungeons/depths.dng")),
    titled(
        "tutorial.dng",
        include_str!("../../../dungeons/tutorial.dng"),
    ),
    titled("crypt.dng", include_str!("../../../dungeons/crypt.dng")),
    Shipped {
        name: "classic.dng",
        words: Some((
            "The Classic Dungeon",
            "Wanderers, ghosts and patrols, in the file format of the book's game.",
        )),
        text: include_str!("../../../dungeons/classic.dng"),
    },
    titled("gallery.dng", include_str!("../../../dungeons/gallery.dng")),
    titled("horde.dng", include_str!("../../../dungeons/horde.dng")),
    titled(
        "siege-small.dng",
        include_str!("../../../dungeons/siege-small.dng"),
    ),
    titled("raiders.dng", include_str!("../../../dungeons/raiders.dng")),
    titled("arena.dng", include_str!("../../../dungeons/arena.dng")),
    titled(
        "arena-10.dng",
        include_str!("../../../dungeons/arena-10.dng"),
    ),
    titled(
        "arena-run.dng",
        include_str!("../../../dungeons/arena-run.dng"),
    ),
    titled("wizards.dng", include_str!("../../../dungeons/wizards.dng")),
    titled("battle.dng", include_str!("../../../dungeons/battle.dng")),
];

/// Creates a dungeon whose file contains its title.
const fn titled(name: &'static str, text: &'static str) -> Shipped {
    let words = None;
    Shipped { name, words, text }
}

impl Shipped {
    /// Whether a path is the name of the dungeon, with or without `.dng`.
    fn is_named(&self, path: &Path) -> bool {
        let name = Path::new(self.name);
        path == name || path.as_os_str() == name.file_stem().unwrap_or_default()
    }

    /// Returns the title and the description, each empty if absent. Reads only their two lines, so that the menu need
    /// not parse every dungeon.
    pub fn words(&self) -> (&'static str, &'static str) {
        let said = |keyword| quoted_after(self.text, keyword).unwrap_or_default();
        self.words.unwrap_or_else(|| (said("title"), said("about")))
    }

    /// Returns the text of the dungeon as a source, like one read from a file.
    pub fn source(&self) -> Source {
        Source::from_text(self.name, self.text)
    }
}

/// Returns the quoted text on the first line that starts with a keyword; `None` if there is no such line.
pub fn quoted_after<'a>(text: &'a str, keyword: &str) -> Option<&'a str> {
    let lines = text.lines();
    let mut lines = lines.filter_map(|line| line.strip_prefix(keyword)?.strip_prefix(' '));
    let (_, text) = lines.next()?.split_once('"')?;
    text.split('"').next()
}

/// Whether a path names a bundled dungeon.
pub fn is_name(path: &Path) -> bool {
    SHIPPED.iter().any(|shipped| shipped.is_named(path))
}

/// Reads the dungeon that a path names: `-` for standard input, a file, or the name of a bundled dungeon, in this
/// order.
///
/// # Errors
/// Returns an error if none of these can be read.
pub fn open(path: &Path, include: &IncludeOption, limits: &Limits) -> io::Result<Source> {
    or_shipped(path, include.open(path, limits))
}

/// Reads the dungeon that a path names, like [`open`].
///
/// # Errors
/// Reports the reason, and returns the exit code.
pub fn source(path: &Path, include: &IncludeOption) -> Result<Source, Exit> {
    let source = open(path, include, &Limits::default());
    source.map_err(|error| refuse(unreadable_text(path, &error)))
}

/// Reads the file that a path names, or else the bundled dungeon with that name. Rejects pipes.
///
/// # Errors
/// Returns an error if neither can be read.
pub fn open_at_once(path: &Path, include: &IncludeOption, limits: &Limits) -> io::Result<Source> {
    or_shipped(path, include.open_at_once(path, limits))
}

/// Returns `opened`, or the bundled dungeon that the path names if the file does not exist.
fn or_shipped(path: &Path, opened: io::Result<Source>) -> io::Result<Source> {
    let shipped = SHIPPED.iter().find(|shipped| shipped.is_named(path));
    match (opened, shipped) {
        (Err(error), Some(shipped)) if error.kind() == ErrorKind::NotFound => Ok(shipped.source()),
        (result, _) => result,
    }
}

/// Parses a source, and returns the dungeon with all findings. Skips the lints for a bundled dungeon: they find nothing
/// there, and take half a second for the largest one.
pub fn read(source: &Source, limits: &Limits) -> (Option<Dungeon>, Vec<Diagnostic>) {
    match shipped_dungeon(source, limits) {
        Some(dungeon) => (Some(dungeon), Vec::new()),
        None => load::read(source, limits),
    }
}

/// Parses a source like [`read`]. Calls `goes_on` about every millisecond, and returns `None` once `goes_on` returns
/// `false`.
pub fn read_while(
    source: &Source,
    limits: &Limits,
    goes_on: &dyn Fn() -> bool,
) -> Option<(Option<Dungeon>, Vec<Diagnostic>)> {
    match shipped_dungeon(source, limits) {
        Some(dungeon) => Some((Some(dungeon), Vec::new())),
        None => load::read_while(source, limits, goes_on),
    }
}

/// Parses a source if it has the text of a bundled dungeon, from any file; returns `None` for any other text.
fn shipped_dungeon(source: &Source, limits: &Limits) -> Option<Dungeon> {
    let text = source.whole_text();
    let is_shipped = SHIPPED.iter().any(|shipped| shipped.text == text);
    is_shipped.then(|| load::read_sound(source, limits))?
}

/// Parses a source for a command that needs a dungeon.
///
/// # Errors
/// Reports all findings if one is an error, and returns the exit code.
pub fn dungeon(source: Source) -> Result<Dungeon, Exit> {
    let (dungeon, diagnostics) = read(&source, &Limits::default());
    dungeon.ok_or_else(|| {
        print_findings(source, diagnostics);
        Exit::Errors
    })
}

/// Parses the dungeon in a recording.
///
/// # Errors
/// Returns the report if one of its findings is an error.
pub fn recorded_dungeon(recording: &Recording) -> Result<Arc<Dungeon>, Box<Report>> {
    let source = Source::from_text(recording.name.clone(), &recording.text);
    let (dungeon, diagnostics) = read(&source, &Limits::default());
    let report = Report::new(source, diagnostics);
    dungeon.map(Arc::new).ok_or(Box::new(report))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_finds_its_dungeon_with_and_without_its_ending() {
        let found = |name: &str| {
            open(
                Path::new(name),
                &IncludeOption::default(),
                &Limits::default(),
            )
            .map(|found| found.name.to_string())
        };
        assert_eq!(found("arena.dng").ok().as_deref(), Some("arena.dng"));
        assert_eq!(found("arena-run").ok().as_deref(), Some("arena-run.dng"));
        assert!(found("arena-").is_err());
    }

    #[test]
    fn every_shipped_dungeon_can_be_played_and_says_what_it_is() {
        for shipped in SHIPPED {
            let (name, source) = (shipped.name, shipped.source());
            let (dungeon, found) = load::read(&source, &Limits::default());
            let found: Vec<_> = found.iter().map(|found| &found.message).collect();
            assert!(found.is_empty(), "{name}: {found:?}");
            let dungeon = dungeon.expect("a dungeon without errors");
            let unlinted = shipped_dungeon(&source, &Limits::default());
            assert_eq!(unlinted.as_ref(), Some(&dungeon), "{name}");
            if shipped.words.is_none() {
                let read = (dungeon.title.as_str(), dungeon.about.as_str());
                assert_eq!(shipped.words(), read, "{name}");
            }
            let (title, about) = shipped.words();
            assert!(!title.is_empty() && !about.is_empty(), "{name}");
        }
    }

    #[test]
    fn a_text_that_differs_from_a_shipped_one_is_linted() {
        let arena = SHIPPED.iter().find(|shipped| shipped.name == "arena.dng");
        let text = format!("{}\n", arena.expect("a shipped dungeon").text);
        let source = Source::from_text("arena.dng", text);
        assert_eq!(shipped_dungeon(&source, &Limits::default()), None);
        assert!(read(&source, &Limits::default()).0.is_some());
    }
}

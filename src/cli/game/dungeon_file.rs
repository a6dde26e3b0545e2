//! The file of a dungeon in play, which is read again when it changes.
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::Arc;

use crate::cli::file_watch::{FileWatch, WatchError, WatchedFiles};
use crate::cli::options::include::IncludeOption;
use crate::cli::options::tempo::TempoOption;
use crate::cli::output::errors::unreadable_text;
use dungeon_format::diagnostic::{Diagnostic, Severity};
use dungeon_format::report::Summary;
use dungeon_format::source::{Limits, Source};
use dungeon_lint::load::read_while;
use dungeon_play::input::keys_file::KeysFile;
use dungeon_play::session::session::Session;
use dungeon_play::view::status_bar::StatusBar;

/// A dungeon file, with the options for the games that start from it.
pub struct DungeonFile {
    path: PathBuf,
    include: IncludeOption,
    tempo: TempoOption,
    /// The player's own keys.
    keys: KeysFile,
    /// Watches the file and its includes; the stream gets a byte for each change. `None` if the file is reloaded only
    /// when the player starts a new game.
    watch: Option<(FileWatch, Arc<UnixStream>)>,
}

/// The result of reloading a file.
pub enum Reread {
    /// The text is the same as in the game in play.
    Unchanged,
    /// The text has changed. Holds the new source and a new session.
    Sound(Source, Box<Session>),
    /// The text cannot be played. Holds a status bar with the first error and the number of further errors.
    Broken(StatusBar),
}

impl DungeonFile {
    /// Creates a file that is reloaded only when the player starts a new game.
    pub fn new(
        path: PathBuf,
        include: IncludeOption,
        tempo: TempoOption,
        keys: KeysFile,
    ) -> DungeonFile {
        DungeonFile {
            path,
            include,
            tempo,
            keys,
            watch: None,
        }
    }

    /// Whether the file is reloaded whenever it changes.
    pub fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// Starts to watch the file and the includes of its text `source`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be watched.
    pub fn watch(&mut self, source: &Source) -> Result<(), WatchError> {
        let (mut watch, changes) = FileWatch::new()?;
        watch.follow(&self.watched_files(source))?;
        self.watch = Some((watch, changes.stream()?));
        Ok(())
    }

    /// Returns the stream that gets a byte when the file changes; `None` if the file is not watched.
    pub fn changes(&self) -> Option<Arc<UnixStream>> {
        self.watch.as_ref().map(|(_, changes)| Arc::clone(changes))
    }

    /// Reloads the file and compares it with the text in play. A new session gets `seed`. Calls `goes_on` about every
    /// millisecond, and returns `None` once `goes_on` returns `false`.
    pub fn reread(
        &mut self,
        played: &str,
        seed: u64,
        goes_on: &dyn Fn() -> bool,
    ) -> Option<Reread> {
        let limits = Limits::default();
        let source = match self.include.open_at_once(&self.path, &limits) {
            Ok(source) => source,
            Err(error) => {
                return Some(Reread::Broken(StatusBar {
                    text: unreadable_text(&self.path, &error),
                    end: String::new(),
                }));
            }
        };
        let watched = self.watched_files(&source);
        if let Some((watch, _)) = &mut self.watch {
            // Ignore failures: without a watch, `R` still reloads the file.
            let _ = watch.follow(&watched);
        }
        if source.whole_text() == played {
            return Some(Reread::Unchanged);
        }
        let reread = match read_while(&source, &limits, goes_on)? {
            (Some(dungeon), _) => match self.tempo.applied(dungeon) {
                Ok(dungeon) => {
                    let session = Session::seeded(Arc::new(dungeon), seed).keymap(&self.keys);
                    Reread::Sound(source, Box::new(session))
                }
                Err(text) => Reread::Broken(StatusBar {
                    text,
                    end: String::new(),
                }),
            },
            (None, findings) => Reread::Broken(first_finding(&source, &findings)),
        };
        Some(reread)
    }

    /// Returns the files to watch while this text is in play.
    fn watched_files(&self, source: &Source) -> WatchedFiles {
        let mut watched = WatchedFiles::default();
        watched.add(&self.path, self.include.folders(), Some(source));
        watched
    }
}

/// Returns a status bar with the first error in one line, and the number of further errors.
fn first_finding(source: &Source, findings: &[Diagnostic]) -> StatusBar {
    let first = findings
        .iter()
        .find(|found| found.severity == Severity::Error);
    let text = first.map(|found| {
        let place = source.place(found.span.start);
        let (severity, code) = (found.severity.word(), found.code);
        let (name, line, column) = (place.name, place.line, place.column);
        format!(
            "{name}:{line}:{column} {severity}[{code}]: {}",
            found.message
        )
    });
    let end = match Summary::count(findings).errors.saturating_sub(1) {
        0 => String::new(),
        more => format!("({more} more)"),
    };
    StatusBar {
        text: text.unwrap_or_default(),
        end,
    }
}

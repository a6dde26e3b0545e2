//! The file of a dungeon in play, read anew when its author has changed it.
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

/// A dungeon's file, and how a game of what it holds begins.
pub struct DungeonFile {
    path: PathBuf,
    include: IncludeOption,
    tempo: TempoOption,
    /// The player's own keys.
    keys: KeysFile,
    /// The watch over the file and those that it includes, and the stream that gets a byte for each change; `None` where
    /// the player alone asks for the text.
    watch: Option<(FileWatch, Arc<UnixStream>)>,
}

/// What a file holds now.
pub enum Reread {
    /// The text that is played.
    Unchanged,
    /// Another text, and the first session of its dungeon.
    Sound(Source, Box<Session>),
    /// No text that can be played: what is wrong first, and how much more is.
    Broken(StatusBar),
}

impl DungeonFile {
    /// A file that is read when the player asks for another game.
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

    /// Whether the file is read by itself when it changes.
    pub fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// Watches the file from now on, of which this is the text.
    ///
    /// # Errors
    /// Why it cannot be watched.
    pub fn watch(&mut self, source: &Source) -> Result<(), WatchError> {
        let (mut watch, changes) = FileWatch::new()?;
        watch.follow(&self.watched_files(source))?;
        self.watch = Some((watch, changes.stream()?));
        Ok(())
    }

    /// Returns the stream that gets a byte when the file has changed; `None` where it is not watched.
    pub fn changes(&self) -> Option<Arc<UnixStream>> {
        self.watch.as_ref().map(|(_, changes)| Arc::clone(changes))
    }

    /// Reads the file, and compares it with the text that is played; a game of another one begins with this seed. Returns
    /// `None` where that was given up: `goes_on` is asked about every millisecond.
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
            // A folder that cannot be watched is one that `R` still reads.
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

    /// The files to watch while this text is played.
    fn watched_files(&self, source: &Source) -> WatchedFiles {
        let mut watched = WatchedFiles::default();
        watched.add(&self.path, self.include.folders(), Some(source));
        watched
    }
}

/// The first error in one line, and how many there are besides.
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

//! Files that are watched while somebody edits them: the folders of the files are, since editors save by renaming.
use std::cell::Cell;
use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::output::errors::system_message;
use dungeon_format::source::Source;
use dungeon_format::untrusted::Untrusted;

/// How long nothing must happen to the files after a change: a save is several events, and its text is whole behind the
/// last one.
const REST: Duration = Duration::from_millis(50);

/// How long a change waits at most for that rest, where a file is written without end.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// Why files are not watched, as part of a sentence.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    #[error("the folder of {0} is not there")]
    NoFolder(Untrusted),
    #[error("{}", describe(.0))]
    Watcher(#[from] notify::Error),
    #[error("{}", system_message(.0))]
    System(#[from] io::Error),
    #[error("the system tells of no more changes")]
    Over,
}

/// A watch over files.
pub struct FileWatch {
    watcher: RecommendedWatcher,
    followed: Arc<Mutex<FollowedFiles>>,
    folders: BTreeSet<PathBuf>,
}

/// What of the watched folders matters.
#[derive(Default)]
struct FollowedFiles {
    /// The files, each in its folder as the system names that.
    files: BTreeSet<PathBuf>,
    /// Whether any other file of the folders may be one that is missed.
    is_any: bool,
}

/// The files to watch.
#[derive(Default, PartialEq, Eq)]
pub struct WatchedFiles {
    /// The files by path; they need not be there, but their folders must.
    pub files: Vec<PathBuf>,
    /// Further folders, in which any file matters: one that is missed may come there.
    pub folders: Vec<PathBuf>,
    /// Whether any file matters in the folders of the files, too.
    pub lacks_files: bool,
}

impl WatchedFiles {
    /// Adds the file of a dungeon, those that it includes, and the folders where those may come that it lacks, of these
    /// too. A file that could not be read has no source.
    pub fn add(&mut self, path: &Path, include: &[PathBuf], source: Option<&Source>) {
        self.files.push(path.to_owned());
        let Some(source) = source else { return };
        let included = source.included_names();
        self.files
            .extend(included.map(|name| PathBuf::from(name.raw())));
        if source.lacks_files() {
            self.lacks_files = true;
            self.folders.extend_from_slice(include);
        }
    }
}

/// The changes of watched files. FileChanges that nobody has taken are one.
pub struct FileChanges {
    changes: Receiver<()>,
    /// Whether a change was seen that no wait has returned.
    has_come: Cell<bool>,
}

impl FileWatch {
    /// Begins to watch, nothing yet. The first change comes at once: the files may have changed since they were read.
    ///
    /// # Errors
    /// Why the system watches nothing.
    pub fn new() -> Result<(FileWatch, FileChanges), WatchError> {
        // One change that waits stands for all that come meanwhile.
        let (sender, receiver) = sync_channel(1);
        // A change before the watch began is seen by the look that this one leads to.
        let _ = sender.try_send(());
        let followed = Arc::default();
        let watcher = notify::recommended_watcher(handler(Arc::clone(&followed), sender));
        let watch = FileWatch {
            watcher: watcher?,
            followed,
            folders: BTreeSet::new(),
        };
        Ok((
            watch,
            FileChanges {
                changes: receiver,
                has_come: Cell::new(false),
            },
        ))
    }

    /// Watches these files from now on, and those of before no more.
    ///
    /// # Errors
    /// Why a folder cannot be watched; all others are.
    pub fn follow(&mut self, watched: &WatchedFiles) -> Result<(), WatchError> {
        let files = watched.files.iter().flat_map(|file| places(file));
        let files: BTreeSet<PathBuf> = files.collect();
        let folders = files.iter().filter_map(|file| file.parent());
        let others = watched
            .folders
            .iter()
            .filter_map(|folder| folder.canonicalize().ok());
        let folders: BTreeSet<PathBuf> = folders.map(Path::to_owned).chain(others).collect();
        for left in self.folders.difference(&folders) {
            // What is gone is watched no more anyway.
            let _ = self.watcher.unwatch(left);
        }
        *locked(&self.followed) = FollowedFiles {
            files,
            is_any: watched.lacks_files,
        };
        let is_lost = |file: &PathBuf| places(file).next().is_none();
        let lost = watched.files.iter().find(|file| is_lost(file));
        let mut failed = lost.map(|file| WatchError::NoFolder(file.as_path().into()));
        // A folder that was removed and made anew is another one under its old name: all are asked for again.
        for folder in &folders {
            if let Err(error) = self.watcher.watch(folder, RecursiveMode::NonRecursive) {
                failed.get_or_insert(error.into());
            }
        }
        self.folders = folders;
        failed.map_or(Ok(()), Err)
    }
}

impl FileChanges {
    /// Waits for the next change, and until the files have been at rest. Returns whether there was one: the watch may be
    /// over.
    pub fn wait(&self) -> bool {
        let FileChanges { changes, has_come } = self;
        if !has_come.take() && changes.recv().is_err() {
            return false;
        }
        let end = Instant::now() + LONGEST_WAIT;
        while Instant::now() < end {
            match changes.recv_timeout(REST) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
        true
    }

    /// Whether a change came that no wait has returned, so that earlier readings are out of date.
    pub fn have_come(&self) -> bool {
        if self.changes.try_recv().is_ok() {
            self.has_come.set(true);
        }
        self.has_come.get()
    }

    /// Returns a stream that gets a byte for each change, for a loop that waits for more than files.
    ///
    /// # Errors
    /// Why the system gives no stream or no thread.
    pub fn stream(self) -> io::Result<Arc<UnixStream>> {
        let (to, from) = UnixStream::pair()?;
        to.set_nonblocking(true)?;
        let name = thread::Builder::new().name("changes".to_owned());
        name.spawn(move || while self.wait() && is_sent(&to) {})?;
        Ok(Arc::new(from))
    }
}

/// Sends a byte to who waits; returns whether anybody does. Where bytes wait already, one more would say no more.
fn is_sent(mut to: &UnixStream) -> bool {
    loop {
        match to.write(&[0]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return error.kind() == ErrorKind::WouldBlock,
            Ok(_) => return true,
        }
    }
}

/// Returns what the watcher calls for each event, in a thread of its own.
fn handler(
    followed: Arc<Mutex<FollowedFiles>>,
    changes: SyncSender<()>,
) -> impl Fn(notify::Result<Event>) {
    move |event| {
        // After an error events may be missing, so that anything may have changed.
        if event.is_ok_and(|event| !locked(&followed).is_concerned(&event)) {
            return;
        }
        // A full channel has a change that nobody has taken yet.
        let _ = changes.try_send(());
    }
}

impl FollowedFiles {
    /// Whether an event may have changed one of the files. That they are read is an event, too.
    fn is_concerned(&self, event: &Event) -> bool {
        let is_change = match event.kind {
            EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
            _ => true,
        };
        let is_ours = |path: &PathBuf| self.files.contains(path);
        is_change && (self.is_any || event.need_rescan() || event.paths.iter().any(is_ours))
    }
}

/// The places whose change is a change of a file: where it is named, and where a link leads to.
fn places(file: &Path) -> impl Iterator<Item = PathBuf> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let named = folder.canonicalize().ok().zip(file.file_name());
    let named = named.map(|(folder, name)| folder.join(name));
    named.into_iter().chain(file.canonicalize().ok())
}

/// Why the system does not watch, as part of a sentence.
fn describe(error: &notify::Error) -> String {
    match &error.kind {
        notify::ErrorKind::Io(error) => system_message(error),
        notify::ErrorKind::MaxFilesWatch => {
            "the system watches no more folders (fs.inotify.max_user_watches)".to_owned()
        }
        notify::ErrorKind::PathNotFound => "its folder is not there".to_owned(),
        _ => Untrusted::new(error.to_string()).to_string(),
    }
}

fn locked(followed: &Mutex<FollowedFiles>) -> MutexGuard<'_, FollowedFiles> {
    followed.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Watches files for changes. The watched paths are the folders of the files, because editors save by renaming.
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

/// The quiet time to wait after a change before it is reported. Saving a file causes several events, and the text is
/// complete only after the last event.
const REST: Duration = Duration::from_millis(50);

/// The longest wait for a quiet time, for files that are written all the time.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// Why files cannot be watched, as part of a sentence.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    #[error("the folder of {0} does not exist")]
    NoFolder(Untrusted),
    #[error("{}", describe(.0))]
    Watcher(#[from] notify::Error),
    #[error("{}", system_message(.0))]
    System(#[from] io::Error),
    #[error("the system stopped reporting changes")]
    Over,
}

/// A watch over files and their folders.
pub struct FileWatch {
    watcher: RecommendedWatcher,
    followed: Arc<Mutex<FollowedFiles>>,
    folders: BTreeSet<PathBuf>,
}

/// The files whose changes are reported.
#[derive(Default)]
struct FollowedFiles {
    /// The paths of the files, with symbolic links in their folders resolved.
    files: BTreeSet<PathBuf>,
    /// Whether changes of any file in the folders are reported, because a changed file may be a missing include.
    is_any: bool,
}

/// The files to watch.
#[derive(Default, PartialEq, Eq)]
pub struct WatchedFiles {
    /// The paths of the files. They need not exist, but their folders must.
    pub files: Vec<PathBuf>,
    /// More folders to watch, because a missing include may appear there.
    pub folders: Vec<PathBuf>,
    /// Whether changes of any file in the watched folders are reported, because includes are missing.
    pub lacks_files: bool,
}

impl WatchedFiles {
    /// Adds a dungeon file and its includes. If includes are missing, also adds the folders where they may appear.
    /// `source` is `None` for an unreadable file.
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

/// The changes of watched files. All changes since the last wait count as one change.
pub struct FileChanges {
    changes: Receiver<()>,
    /// Whether `have_come` has seen a change that `wait` has not returned yet.
    has_come: Cell<bool>,
}

impl FileWatch {
    /// Creates a watch without files. The first change is reported right away, because the files may have changed
    /// since they were read.
    ///
    /// # Errors
    /// Returns an error if the system cannot watch files.
    pub fn new() -> Result<(FileWatch, FileChanges), WatchError> {
        // One pending change is enough, because later changes need no second check.
        let (sender, receiver) = sync_channel(1);
        // Report a first change, for changes from before the watch began.
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

    /// Watches these files instead of the files watched before.
    ///
    /// # Errors
    /// Returns the first error. All folders without an error are watched.
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
            // The folder may be gone already.
            let _ = self.watcher.unwatch(left);
        }
        *locked(&self.followed) = FollowedFiles {
            files,
            is_any: watched.lacks_files,
        };
        let is_lost = |file: &PathBuf| places(file).next().is_none();
        let lost = watched.files.iter().find(|file| is_lost(file));
        let mut failed = lost.map(|file| WatchError::NoFolder(file.as_path().into()));
        // Watch all folders again: a folder that was deleted and created again is a different folder with the same
        // name.
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
    /// Waits for the next change and for a quiet time after it. Returns `false` if the watch is over.
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

    /// Whether a change is pending, so that anything read earlier is out of date.
    pub fn have_come(&self) -> bool {
        if self.changes.try_recv().is_ok() {
            self.has_come.set(true);
        }
        self.has_come.get()
    }

    /// Returns a stream that receives a byte for each change, for loops that poll.
    ///
    /// # Errors
    /// Returns an error if the system cannot create a stream or a thread.
    pub fn stream(self) -> io::Result<Arc<UnixStream>> {
        let (to, from) = UnixStream::pair()?;
        to.set_nonblocking(true)?;
        let name = thread::Builder::new().name("changes".to_owned());
        name.spawn(move || while self.wait() && is_sent(&to) {})?;
        Ok(Arc::new(from))
    }
}

/// Sends a byte on the stream. Returns whether the stream is still open. A full stream counts as sent, because its
/// reader will wake anyway.
fn is_sent(mut to: &UnixStream) -> bool {
    loop {
        match to.write(&[0]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return error.kind() == ErrorKind::WouldBlock,
            Ok(_) => return true,
        }
    }
}

/// Returns the callback of the watcher, which runs in the watcher's thread.
fn handler(
    followed: Arc<Mutex<FollowedFiles>>,
    changes: SyncSender<()>,
) -> impl Fn(notify::Result<Event>) {
    move |event| {
        // After an error, events may be missing, so any file may have changed.
        if event.is_ok_and(|event| !locked(&followed).is_concerned(&event)) {
            return;
        }
        // A full channel already holds a pending change.
        let _ = changes.try_send(());
    }
}

impl FollowedFiles {
    /// Whether an event may have changed one of the files. The watcher also reports files that are only read.
    fn is_concerned(&self, event: &Event) -> bool {
        let is_change = match event.kind {
            EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
            _ => true,
        };
        let is_ours = |path: &PathBuf| self.files.contains(path);
        is_change && (self.is_any || event.need_rescan() || event.paths.iter().any(is_ours))
    }
}

/// Returns the paths to watch for a file: the named path, and the target if the path is a link.
fn places(file: &Path) -> impl Iterator<Item = PathBuf> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let named = folder.canonicalize().ok().zip(file.file_name());
    let named = named.map(|(folder, name)| folder.join(name));
    named.into_iter().chain(file.canonicalize().ok())
}

/// Returns the message of a watcher's error, as part of a sentence.
fn describe(error: &notify::Error) -> String {
    match &error.kind {
        notify::ErrorKind::Io(error) => system_message(error),
        notify::ErrorKind::MaxFilesWatch => {
            "the system cannot watch more folders; raise fs.inotify.max_user_watches".to_owned()
        }
        notify::ErrorKind::PathNotFound => "its folder does not exist".to_owned(),
        _ => Untrusted::new(error.to_string()).to_string(),
    }
}

fn locked(followed: &Mutex<FollowedFiles>) -> MutexGuard<'_, FollowedFiles> {
    followed.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Watches included files on the disk, because editors do not always report changes by other programs.
use std::sync::mpsc::Sender;
use std::thread;

use super::messages::HeardEvent;
use crate::cli::file_watch::{FileChanges, FileWatch, WatchedFiles};

/// A watch over included files. It starts when a file first has an include.
pub struct IncludeWatch {
    /// The channel that gets an event for each change.
    to: Sender<HeardEvent>,
    watch: Option<FileWatch>,
    followed: WatchedFiles,
}

impl IncludeWatch {
    /// Creates a watch without files. Changes are sent to `to`.
    pub fn new(to: Sender<HeardEvent>) -> IncludeWatch {
        IncludeWatch {
            to,
            watch: None,
            followed: WatchedFiles::default(),
        }
    }

    /// Watches these files from now on. A file that cannot be watched is read again at the next edit.
    pub fn follow(&mut self, files: WatchedFiles) {
        if files == self.followed {
            return;
        }
        self.followed = files;
        if self.watch.is_none() {
            self.watch = FileWatch::new().ok().map(|(watch, changes)| {
                self.pass_on(changes);
                watch
            });
        }
        self.follow_again();
    }

    /// Watches the same files again after a change: a folder may have been replaced.
    pub fn follow_again(&mut self) {
        if let Some(watch) = &mut self.watch {
            let _ = watch.follow(&self.followed);
        }
    }

    fn pass_on(&self, changes: FileChanges) {
        let to = self.to.clone();
        thread::spawn(move || while changes.wait() && to.send(HeardEvent::FilesChanged).is_ok() {});
    }
}

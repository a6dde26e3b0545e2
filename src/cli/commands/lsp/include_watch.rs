//! The files that open ones include, watched on the disk: no editor must tell of what other programs write there.
use std::sync::mpsc::Sender;
use std::thread;

use super::messages::HeardEvent;
use crate::cli::file_watch::{FileChanges, FileWatch, WatchedFiles};

/// A watch over included files, which begins when the first file is included.
pub struct IncludeWatch {
    /// Gets a message at each change.
    to: Sender<HeardEvent>,
    watch: Option<FileWatch>,
    followed: WatchedFiles,
}

impl IncludeWatch {
    /// A watch that follows nothing yet, and tells of changes there.
    pub fn new(to: Sender<HeardEvent>) -> IncludeWatch {
        IncludeWatch {
            to,
            watch: None,
            followed: WatchedFiles::default(),
        }
    }

    /// Watches these files from now on. What cannot be watched is read anew at the next edit.
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

    /// Watches the same files anew after a change: a folder may be another one under its old name.
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

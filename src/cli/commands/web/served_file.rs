//! The served file, and the pages that wait for its changes.
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;

use dungeon_format::json::to_json;
use dungeon_format::source::Source;
use dungeon_format::untrusted::Untrusted;

/// A file whose text can change while it is served.
pub struct ServedFile {
    /// The file name without its folder.
    name: String,
    text: Mutex<ServedText>,
    changed: Condvar,
}

/// The text of the file, and its version number from 0.
struct ServedText {
    text: String,
    number: u64,
}

/// The content of `served.json`.
#[derive(Serialize)]
struct ServedJson<'a> {
    name: &'a str,
    text: &'a str,
}

impl ServedFile {
    /// Creates the file from a source, with all includes inserted.
    pub fn new(path: &Path, source: &Source) -> ServedFile {
        let text = source.whole_text();
        let name = path.file_name().map(Path::new).unwrap_or(path);
        ServedFile {
            name: Untrusted::from(name).to_string(),
            text: Mutex::new(ServedText { text, number: 0 }),
            changed: Condvar::new(),
        }
    }

    /// Replaces the text and wakes the waiting pages. Does nothing if the text is the same.
    pub fn replace(&self, source: &Source) {
        let text = source.whole_text();
        let mut served = self.locked();
        if served.text != text {
            served.text = text;
            served.number += 1;
            self.changed.notify_all();
        }
    }

    /// Returns the file as JSON.
    pub fn to_json(&self) -> String {
        let served = self.locked();
        let json = to_json(&ServedJson {
            name: &self.name,
            text: &served.text,
        });
        // Serializing strings never fails.
        json.unwrap_or_default()
    }

    /// Returns the version number of the current text.
    pub fn number(&self) -> u64 {
        self.locked().number
    }

    /// Waits at most `longest` for a version other than `known`, and returns the current version number.
    pub fn wait(&self, known: u64, longest: Duration) -> u64 {
        let waited = self
            .changed
            .wait_timeout_while(self.locked(), longest, |served| served.number == known);
        let (served, _) = waited.unwrap_or_else(PoisonError::into_inner);
        served.number
    }

    fn locked(&self) -> MutexGuard<'_, ServedText> {
        self.text.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

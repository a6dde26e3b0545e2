//! The file that is served, and those who wait for its next text.
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;

use dungeon_format::json::to_json;
use dungeon_format::source::Source;
use dungeon_format::untrusted::Untrusted;

/// A file whose text changes while it is served.
pub struct ServedFile {
    /// The name without its folder.
    name: String,
    text: Mutex<ServedText>,
    changed: Condvar,
}

/// The text of the file, and how many texts it has had.
struct ServedText {
    text: String,
    number: u64,
}

/// The file as the page reads it.
#[derive(Serialize)]
struct ServedJson<'a> {
    name: &'a str,
    text: &'a str,
}

impl ServedFile {
    /// A file as it was read, what it includes put in.
    pub fn new(path: &Path, source: &Source) -> ServedFile {
        let text = source.whole_text();
        let name = path.file_name().map(Path::new).unwrap_or(path);
        ServedFile {
            name: Untrusted::from(name).to_string(),
            text: Mutex::new(ServedText { text, number: 0 }),
            changed: Condvar::new(),
        }
    }

    /// Serves what was read anew, and tells those who wait, if it is another text.
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
        // Texts alone cannot fail to be written.
        json.unwrap_or_default()
    }

    /// Returns the number of the text that is served now.
    pub fn number(&self) -> u64 {
        self.locked().number
    }

    /// Waits until another text than the one of this number is served, at most so long, and returns the number of the one
    /// that is served then.
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

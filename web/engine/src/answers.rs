//! The interface of the modules that answer requests.
use dungeon::recordings::SharedRecording;
use serde::{Deserialize, Serialize};

/// An answer as JSON, or a sentence for the user that says why there is none.
pub type Answer = Result<String, String>;

/// The part of a module that answers its requests.
pub trait Answers {
    /// Answers a request. `progress` is called from time to time with the number of steps that a proof has taken, or
    /// with the percentage of a link's keys that are pressed.
    fn answer(&mut self, request: &str, progress: &(dyn Fn(u64) + Sync)) -> Answer;

    /// Returns the recording of the current game, which is updated as the game goes on and can be rescued after a
    /// panic.
    fn recording(&self) -> Option<SharedRecording> {
        None
    }
}

/// Writes an answer as JSON. Strings, numbers, lists and structs always serialize.
pub fn written(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}

/// Parses a request.
pub fn read<'a, Request: Deserialize<'a>>(request: &'a str) -> Result<Request, String> {
    serde_json::from_str(request)
        .map_err(|_| "the request is not valid JSON, or has other details".to_owned())
}

/// Parses a seed that a user typed.
pub fn seed_of(typed: &str) -> Result<u64, String> {
    let read = typed.trim().parse();
    read.map_err(|_| format!("expected a seed from 0 to {}, found `{typed}`", u64::MAX))
}

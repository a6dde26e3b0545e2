//! What is common to everybody who answers requests.
use dungeon::recordings::SharedRecording;
use serde::Deserialize;
use serde_json::Value;

/// An answer, or why there is none, as a sentence for the person.
pub type Answer = Result<Value, String>;

/// Who answers the requests to a module.
pub trait Answers {
    /// Answers a request. `progress` is called now and then with the steps that a proof has taken.
    fn answer(&mut self, request: &str, progress: &(dyn Fn(u64) + Sync)) -> Answer;

    /// The recording of the game in play, which goes on growing with it: what can be rescued after a panic.
    fn recording(&self) -> Option<SharedRecording> {
        None
    }
}

/// Reads a request.
pub fn read<'a, Request: Deserialize<'a>>(request: &'a str) -> Result<Request, String> {
    serde_json::from_str(request).map_err(|error| error.to_string())
}

/// Reads a seed that a person typed.
pub fn seed_of(typed: &str) -> Result<u64, String> {
    let read = typed.trim().parse();
    read.map_err(|_| format!("expected a seed from 0 to {}, found `{typed}`", u64::MAX))
}

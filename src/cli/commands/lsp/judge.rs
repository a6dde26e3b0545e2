//! Checks open files in a separate thread, so that edits never wait for a check.
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::buffers::Buffer;
use super::include_buffers::IncludeBuffers;
use crate::testing::tested_file::TestedFile;
use dungeon_format::diagnostic::{Code, Diagnostic};
use dungeon_format::source::{Limits, Source};

/// The type of the function that checks a text. Only tests use a function other than `find_faults`.
pub type FindFaults = fn(&Source, &Limits, &dyn Fn() -> bool) -> Vec<Diagnostic>;

/// Checks a text like `dungeon check`. Returns no findings once `goes_on` returns `false`.
pub fn find_faults(
    source: &Source,
    limits: &Limits,
    goes_on: &dyn Fn() -> bool,
) -> Vec<Diagnostic> {
    let checked = TestedFile::read_while(source, limits, goes_on);
    checked.unwrap_or_default().findings
}

/// A file to check.
#[derive(Debug)]
pub struct JudgeJob {
    /// The file and its text at the time of the request.
    pub buffer: Buffer,
    /// The files that the text may include.
    pub files: IncludeBuffers,
    /// The number of edits in all files so far, which identifies the state of the workspace.
    pub edits: u64,
    /// The function that checks the text.
    pub find_faults: FindFaults,
}

/// The result of a check.
#[derive(Debug)]
pub struct Judged {
    /// The checked file.
    pub job: JudgeJob,
    /// The text with its includes.
    pub source: Source,
    /// The findings of `dungeon check`; empty if the check panicked.
    pub findings: Vec<Diagnostic>,
    /// Whether the check panicked.
    pub is_broken: bool,
}

impl JudgeJob {
    /// Checks the file like `dungeon check`. Returns no findings if the file is edited meanwhile. A panic is caught
    /// after the panic hook has printed it, so that other files keep their findings.
    pub fn judged(self) -> Judged {
        let limits = Limits::default();
        let checked = catch_unwind(AssertUnwindSafe(|| {
            let source = self.files.join(self.buffer.source(&limits), &limits);
            let goes_on = || !self.buffer.is_stale.load(Ordering::Relaxed);
            let findings = (self.find_faults)(&source, &limits, &goes_on);
            (source, findings)
        }));
        let is_broken = checked.is_err();
        let (source, findings) = checked.unwrap_or_default();
        Judged {
            job: self,
            source,
            findings,
            is_broken,
        }
    }
}

impl Judged {
    /// Whether the file has no map, and so is meant only for inclusion.
    pub fn lacks_a_map(&self) -> bool {
        self.findings.iter().any(|found| found.code == Code::NoMap)
    }
}

/// Starts a thread that checks the files sent to it one after another. Passes each result to `hand_on`, and ends when
/// `hand_on` returns `false`.
pub fn start(hand_on: impl Fn(Arc<Judged>) -> bool + Send + 'static) -> Sender<JudgeJob> {
    let (jobs, waiting): (Sender<JudgeJob>, Receiver<JudgeJob>) = mpsc::channel();
    thread::spawn(move || {
        for job in waiting {
            if !hand_on(Arc::new(job.judged())) {
                return;
            }
        }
    });
    jobs
}

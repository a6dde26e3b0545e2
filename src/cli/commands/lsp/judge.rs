//! Findings of open files, looked for beside the conversation: an edit waits for nothing.
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

/// What finds the faults of a text: what `dungeon check` does, but in tests.
pub type FindFaults = fn(&Source, &Limits, &dyn Fn() -> bool) -> Vec<Diagnostic>;

/// Finds the faults of a text as `dungeon check` does, as long as `goes_on` says; none where it said no.
pub fn find_faults(
    source: &Source,
    limits: &Limits,
    goes_on: &dyn Fn() -> bool,
) -> Vec<Diagnostic> {
    let checked = TestedFile::read_while(source, limits, goes_on);
    checked.unwrap_or_default().findings
}

/// A file to judge.
#[derive(Debug)]
pub struct JudgeJob {
    /// The file as it stands.
    pub buffer: Buffer,
    /// The files that it may include.
    pub files: IncludeBuffers,
    /// How many edits of any file there were before.
    pub edits: u64,
    /// What finds the faults of its text.
    pub find_faults: FindFaults,
}

/// What was found in a file.
#[derive(Debug)]
pub struct Judged {
    /// What was judged.
    pub job: JudgeJob,
    /// Its text, with the files that it includes.
    pub source: Source,
    /// What `dungeon check` says of it; nothing where the check broke down.
    pub findings: Vec<Diagnostic>,
    /// Whether a bug of this program ended the check.
    pub is_broken: bool,
}

impl JudgeJob {
    /// Reads the file as `dungeon check` does, and returns no findings if the file is edited meanwhile. Catches a panic, which
    /// the panic hook has printed, so that the other files keep their findings.
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
    /// Whether the file has declarations for other ones, and is no dungeon by itself.
    pub fn lacks_a_map(&self) -> bool {
        self.findings.iter().any(|found| found.code == Code::NoMap)
    }
}

/// Begins to judge what is sent, one file after another, and hands on what was found as long as somebody takes it.
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

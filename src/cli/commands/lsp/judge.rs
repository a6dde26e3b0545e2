//! Findings of open files, looked for beside the conversation: an edit waits for nothing.
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::buffers::Buffer;
use super::include_buffers::IncludeBuffers;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::{Limits, Source};
use crate::play::testing::tested_file::TestedFile;

/// A file to judge.
#[derive(Debug)]
pub struct JudgeJob {
    /// The file as it stands.
    pub buffer: Buffer,
    /// The files that it may include.
    pub files: IncludeBuffers,
    /// How many edits of any file there were before.
    pub edits: u64,
}

/// What was found in a file.
#[derive(Debug)]
pub struct Judged {
    /// What was judged.
    pub job: JudgeJob,
    /// Its text, with the files that it includes.
    pub source: Source,
    /// What `dungeon check` says of it.
    pub findings: Vec<Diagnostic>,
}

impl JudgeJob {
    /// Reads the file as `dungeon check` does.
    pub fn judged(self) -> Judged {
        let limits = Limits::default();
        let source = self.files.join(self.buffer.source(&limits), &limits);
        let findings = TestedFile::read(&source, &limits).findings;
        Judged {
            job: self,
            source,
            findings,
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

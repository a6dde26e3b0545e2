//! The workspace: the open files, with their analyses and findings.
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use lsp_types::{
    DidChangeTextDocumentParams, DidOpenTextDocumentParams, PublishDiagnosticsParams, Uri,
};

use super::answers::OpenFile;
use super::buffers::{Buffer, Buffers};
use super::include_buffers::{IncludeBuffers, OpenPlaces, open_places};
use super::judge::{FindFaults, JudgeJob, Judged};
use super::positions::ColumnUnit;
use super::published::PublishedFindings;
use crate::cli::file_watch::WatchedFiles;

/// The open files, with their analyses and findings.
#[derive(Debug)]
pub struct Workspace {
    /// The unit of columns.
    pub unit: ColumnUnit,
    /// The folders of `--include`, from which files may include others.
    include: Vec<PathBuf>,
    open: Buffers,
    /// The open files by path. Computed when first needed after an edit.
    places: OnceCell<OpenPlaces>,
    /// The number of edits in all files so far.
    edits: u64,
    /// The edited files that must be checked again. The last one is checked next.
    unjudged: Vec<String>,
    /// For each file with includes, the number of edits at its last check. The file is checked again after any edit.
    asked: BTreeMap<String, u64>,
    published: PublishedFindings,
    find_faults: FindFaults,
    /// The analyzed files, each with the number of edits at the time of its analysis.
    analysed: BTreeMap<String, (u64, Rc<OpenFile>)>,
}

impl Workspace {
    /// Creates a workspace without open files. `include` holds the folders of `--include`; `find_faults` checks the
    /// files.
    pub fn new(include: Vec<PathBuf>, find_faults: FindFaults) -> Workspace {
        Workspace {
            unit: ColumnUnit::Utf16,
            include,
            open: Buffers::new(),
            places: OnceCell::new(),
            edits: 0,
            unjudged: Vec::new(),
            asked: BTreeMap::new(),
            published: PublishedFindings::default(),
            find_faults,
            analysed: BTreeMap::new(),
        }
    }

    /// Returns an open file; `None` if it is not open.
    pub fn buffer(&self, uri: &Uri) -> Option<&Buffer> {
        self.open.get(uri.as_str())
    }

    pub fn open(&mut self, opened: DidOpenTextDocumentParams) {
        let file = opened.text_document.uri.to_string();
        let buffer = Buffer::opened(opened.text_document);
        self.open.insert(file.clone(), buffer);
        self.edited(&file);
    }

    /// Applies an edit to an open file; does nothing if the file is not open.
    pub fn edit(&mut self, changed: DidChangeTextDocumentParams) {
        let file = changed.text_document.uri.to_string();
        self.places = OnceCell::new(); // an edit copies a text that is still shared
        if let Some(buffer) = self.open.get_mut(&file) {
            buffer.version = changed.text_document.version;
            buffer.edit(changed.content_changes, self.unit);
            self.edited(&file);
        }
    }

    /// Closes a file, and returns the diagnostics to publish.
    pub fn close(&mut self, uri: &Uri) -> Vec<PublishDiagnosticsParams> {
        if let Some(closed) = self.open.remove(uri.as_str()) {
            closed.is_stale.store(true, Ordering::Relaxed);
        }
        self.analysed.remove(uri.as_str());
        self.asked.remove(uri.as_str());
        let told = self.published.forget(uri.as_str(), &self.open);
        self.edited(uri.as_str());
        told
    }

    /// Marks all files with includes to be checked again, because files on the disk may have changed.
    pub fn files_changed(&mut self) {
        self.edited("");
    }

    /// Marks a file, and every file that may include it, to be checked again. The file itself is checked first.
    fn edited(&mut self, file: &str) {
        self.edits += 1;
        self.places = OnceCell::new();
        self.unjudged.retain(|waiting| waiting != file);
        self.unjudged.push(file.to_owned());
    }

    /// Returns the next file to check; `None` if all are checked.
    pub fn next_job(&mut self) -> Option<JudgeJob> {
        let edited =
            std::iter::from_fn(|| self.unjudged.pop()).find(|file| self.open.contains_key(file));
        let is_due = |(file, buffer): &(&String, &Buffer)| {
            buffer.may_include && self.asked.get(*file) != Some(&self.edits)
        };
        let due = || {
            self.open
                .iter()
                .rev()
                .find(is_due)
                .map(|(file, _)| file.clone())
        };
        let file = edited.or_else(due)?;
        let job = self.job(self.open.get(&file)?);
        if job.buffer.may_include {
            self.asked.insert(file, self.edits);
        }
        Some(job)
    }

    fn job(&self, buffer: &Buffer) -> JudgeJob {
        JudgeJob {
            buffer: buffer.clone(),
            files: self.files(buffer),
            edits: self.edits,
            find_faults: self.find_faults,
        }
    }

    /// Returns the files to watch: the included files on the disk, and the folders where missing includes may appear.
    pub fn included(&self) -> WatchedFiles {
        let mut watched = WatchedFiles::default();
        for judged in self.published.judged() {
            let includes = judged.source.included_names().next().is_some();
            if (includes || judged.source.lacks_files())
                && let Some(path) = &judged.job.buffer.path
            {
                watched.add(path, &self.include, Some(&judged.source));
            }
        }
        watched
    }

    /// Returns the files that an open file may include.
    fn files(&self, buffer: &Buffer) -> IncludeBuffers {
        let places = self.places.get_or_init(|| open_places(&self.open));
        IncludeBuffers::of(buffer, &self.include, places)
    }

    /// Stores the result of a check, and returns the diagnostics to publish. Returns no diagnostics if the file was
    /// edited since the check began.
    pub fn take(&mut self, judged: Arc<Judged>) -> Vec<PublishDiagnosticsParams> {
        let now = self.buffer(&judged.job.buffer.uri);
        let is_stale = judged.job.buffer.is_stale.load(Ordering::Relaxed);
        if !is_stale && now.is_some_and(|now| now.is_same_text(&judged.job.buffer)) {
            self.published.take(judged, &self.open, self.unit)
        } else {
            Vec::new()
        }
    }

    /// Returns the result for the current text of an open file; `None` until it is checked.
    pub fn newest(&self, uri: &Uri) -> Option<&Arc<Judged>> {
        self.published.newest(self.buffer(uri)?, self.edits)
    }

    /// Returns the result for the current text of an open file, checking it now if necessary; `None` if the file is
    /// not open.
    pub fn judged(&self, uri: &Uri) -> Option<Arc<Judged>> {
        let buffer = self.buffer(uri)?;
        let judge = || Arc::new(self.job(buffer).judged());
        Some(self.newest(uri).map_or_else(judge, Arc::clone))
    }

    /// Returns the analyses of the open files with includes, except `but_for`.
    pub fn including(&mut self, but_for: &Uri) -> Vec<Rc<OpenFile>> {
        let others = self.open.values();
        let others = others.filter(|other| other.may_include && other.uri != *but_for);
        let others: Vec<Uri> = others.map(|other| other.uri.clone()).collect();
        others.iter().filter_map(|uri| self.analysed(uri)).collect()
    }

    /// Returns the analysis of an open file; `None` if it is not open.
    pub fn analysed(&mut self, uri: &Uri) -> Option<Rc<OpenFile>> {
        let buffer = self.buffer(uri)?.clone();
        if let Some((edits, file)) = self.analysed.get(uri.as_str())
            && file.version() == buffer.version
            && (*edits == self.edits || !buffer.may_include)
        {
            return Some(Rc::clone(file));
        }
        let files = self.files(&buffer);
        let file = Rc::new(OpenFile::new(buffer, files, self.unit));
        let kept = (self.edits, Rc::clone(&file));
        self.analysed.insert(uri.to_string(), kept);
        Some(file)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::iter;

    use serde_json::json;

    use super::*;
    use crate::cli::commands::lsp::judge::find_faults;

    /// Returns a workspace of `count` files that may include each other.
    fn workspace(count: usize) -> Workspace {
        let mut workspace = Workspace::new(Vec::new(), find_faults);
        for nth in 0..count {
            let uri = format!("untitled:{nth:02}");
            open(&mut workspace, &uri, "include \"a.dng\"\nwhatever\n");
        }
        workspace
    }

    fn open(workspace: &mut Workspace, file: &str, text: &str) {
        let item = json!({"uri": file, "languageId": "dungeon", "version": 1, "text": text});
        let opened = serde_json::from_value(json!({"textDocument": item}));
        workspace.open(opened.expect("a file"));
    }

    fn edit(workspace: &mut Workspace, file: &str, version: i32) {
        let changed = serde_json::from_value(json!({
            "textDocument": {"uri": file, "version": version},
            "contentChanges": [{"text": "include \"b.dng\"\nwhatever\n"}],
        }));
        workspace.edit(changed.expect("an edit"));
    }

    #[test]
    fn however_many_edits_there_were_each_file_is_judged_once_and_the_edited_one_first() {
        let mut workspace = workspace(50);
        assert_eq!(iter::from_fn(|| workspace.next_job()).count(), 50);
        for version in 2..9 {
            edit(&mut workspace, "untitled:07", version);
        }
        let jobs: Vec<JudgeJob> = iter::from_fn(|| workspace.next_job()).collect();
        let files: BTreeSet<&str> = jobs.iter().map(|job| job.buffer.uri.as_str()).collect();
        assert_eq!((jobs.len(), files.len()), (50, 50));
        assert_eq!(jobs[0].buffer.uri.as_str(), "untitled:07");
    }

    #[test]
    fn a_check_of_a_text_that_is_edited_meanwhile_is_given_up_and_not_told() {
        let mut workspace = workspace(1);
        let first = workspace.next_job().expect("a job");
        assert!(!first.buffer.is_stale.load(Ordering::Relaxed));
        edit(&mut workspace, "untitled:00", 2);
        let judged = first.judged();
        assert!(judged.findings.is_empty());
        assert!(workspace.take(Arc::new(judged)).is_empty());
        let second = workspace.next_job().expect("a job").judged();
        assert!(!second.findings.is_empty());
        assert_eq!(workspace.take(Arc::new(second)).len(), 1);
    }

    #[test]
    fn a_file_that_is_opened_anew_is_never_told_what_was_found_in_the_text_before() {
        let mut workspace = workspace(1);
        let uri = workspace.open["untitled:00"].uri.clone();
        let is_stopped_too_late = |job: &mut JudgeJob| job.buffer.is_stale = Arc::default();
        for stop in [|_: &mut JudgeJob| {}, is_stopped_too_late] {
            let mut first = workspace.next_job().expect("a job");
            stop(&mut first);
            assert!(workspace.close(&uri).is_empty());
            open(&mut workspace, uri.as_str(), "map\n####\n#@$#\n####\nend\n");
            assert!(workspace.take(Arc::new(first.judged())).is_empty());
            let second = workspace.next_job().expect("a job").judged();
            let told = workspace.take(Arc::new(second));
            assert_eq!(told[0].diagnostics, []);
            assert_eq!(workspace.close(&uri).len(), 1);
            open(&mut workspace, uri.as_str(), "whatever\n");
        }
    }
}

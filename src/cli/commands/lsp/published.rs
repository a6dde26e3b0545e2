//! Keeps track of the findings sent to the editor, so that outdated findings can be withdrawn.
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lsp_types::{PublishDiagnosticsParams, Uri};

use super::buffers::{Buffer, Buffers};
use super::findings::DiagnosticsByFile;
use super::judge::Judged;
use super::positions::ColumnUnit;

/// The latest results of each open file, by URI.
#[derive(Debug, Default)]
pub struct PublishedFindings {
    judged: BTreeMap<String, (Arc<Judged>, DiagnosticsByFile)>,
    /// The diagnostics that the editor shows for each file.
    told: BTreeMap<String, PublishDiagnosticsParams>,
    /// For each file, the checked files whose results contain findings in it.
    told_by: BTreeMap<String, BTreeSet<String>>,
    /// For each file, the checked files that include it.
    included_by: BTreeMap<String, BTreeSet<String>>,
}

impl PublishedFindings {
    /// Returns the result for an open file; `None` if the file was edited since the check. A file that may include
    /// other files loses its result with any edit in any file.
    pub fn newest(&self, file: &Buffer, edits: u64) -> Option<&Arc<Judged>> {
        let (judged, _) = self.judged.get(file.uri.as_str())?;
        let job = &judged.job;
        let is_new = job.buffer.is_same_text(file);
        (is_new && (job.edits == edits || !file.may_include)).then_some(judged)
    }

    /// Stores the result for an open file, and returns the diagnostics to publish.
    pub fn take(
        &mut self,
        judged: Arc<Judged>,
        open: &Buffers,
        unit: ColumnUnit,
    ) -> Vec<PublishDiagnosticsParams> {
        let found = judged.diagnostics(unit);
        let file = judged.job.buffer.uri.to_string();
        let mut changed = files(&found);
        if let Some(before) = self.remove(&file) {
            changed.extend(files(&before));
        }
        for told in found.keys() {
            let by = self.told_by.entry(told.clone()).or_default();
            by.insert(file.clone());
        }
        for included in included(&judged) {
            let by = self.included_by.entry(included).or_default();
            by.insert(file.clone());
        }
        self.judged.insert(file, (judged, found));
        self.told(changed, open)
    }

    /// Removes a closed file, and returns the diagnostics to publish.
    pub fn forget(&mut self, file: &str, open: &Buffers) -> Vec<PublishDiagnosticsParams> {
        let changed = self.remove(file).map(|before| files(&before));
        self.told(changed.unwrap_or_default(), open)
    }

    /// Removes the result of a file, and returns its diagnostics.
    fn remove(&mut self, file: &str) -> Option<DiagnosticsByFile> {
        let (judged, before) = self.judged.remove(file)?;
        for told in before.keys() {
            leave_out(&mut self.told_by, told, file);
        }
        for included in included(&judged) {
            leave_out(&mut self.included_by, &included, file);
        }
        Some(before)
    }

    /// Returns the results of all files.
    pub fn judged(&self) -> impl Iterator<Item = &Judged> {
        self.judged.values().map(|(judged, _)| &**judged)
    }

    /// Returns the diagnostics to publish for each of these files: merged from all checks that found something in the
    /// file, without duplicates. Omits files whose diagnostics the editor already has.
    fn told(
        &mut self,
        changed: BTreeMap<String, Uri>,
        open: &Buffers,
    ) -> Vec<PublishDiagnosticsParams> {
        let mut news = Vec::new();
        for (file, uri) in changed {
            let mut diagnostics: Vec<lsp_types::Diagnostic> = Vec::new();
            let is_part = self.is_part(&file);
            for from in self.told_by.get(&file).into_iter().flatten() {
                // A file without a map is checked only as part of the files that include it.
                let found = self.judged.get(from).filter(|_| *from != file || !is_part);
                let here = found.and_then(|(_, found)| found.get(&file));
                for one in here.into_iter().flat_map(|(_, all)| all) {
                    if !diagnostics.contains(one) {
                        diagnostics.push(one.clone());
                    }
                }
            }
            let judged = self.judged.get(&file);
            let version = judged.map(|(judged, _)| judged.job.buffer.version);
            let version = version.filter(|_| open.contains_key(&file));
            let params = PublishDiagnosticsParams::new(uri, diagnostics, version);
            if self.told.get(&file) != Some(&params) {
                news.push(params.clone());
            }
            if params.diagnostics.is_empty() && params.version.is_none() {
                self.told.remove(&file)
            } else {
                self.told.insert(file, params)
            };
        }
        news
    }

    /// Whether an open file has no map and another open file includes it.
    fn is_part(&self, file: &str) -> bool {
        let judged = self.judged.get(file);
        judged.is_some_and(|(judged, _)| judged.lacks_a_map())
            && self.included_by.contains_key(file)
    }
}

/// Returns the URIs of the files that a checked file includes.
fn included(judged: &Judged) -> BTreeSet<String> {
    let names = judged.source.included_names();
    let uris = names.filter_map(|name| judged.job.files.uri(&judged.source, name));
    uris.map(|uri| uri.to_string())
        .filter(|file| file != judged.job.buffer.uri.as_str())
        .collect()
}

/// Removes `file` from the set stored for the key `of`, and removes the set if it becomes empty.
fn leave_out(by: &mut BTreeMap<String, BTreeSet<String>>, of: &str, file: &str) {
    if let Some(files) = by.get_mut(of) {
        files.remove(file);
        if files.is_empty() {
            by.remove(of);
        }
    }
}

/// Returns the files of a set of diagnostics.
fn files(found: &DiagnosticsByFile) -> BTreeMap<String, Uri> {
    let files = found
        .iter()
        .map(|(file, (uri, _))| (file.clone(), uri.clone()));
    files.collect()
}

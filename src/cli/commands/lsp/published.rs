//! Which findings the editor was told, so that those are taken back that are none any more.
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lsp_types::{PublishDiagnosticsParams, Uri};

use super::buffers::{Buffer, Buffers};
use super::findings::DiagnosticsByFile;
use super::judge::Judged;
use super::positions::ColumnUnit;

/// What was found in each open file, by its name.
#[derive(Debug, Default)]
pub struct PublishedFindings {
    judged: BTreeMap<String, (Arc<Judged>, DiagnosticsByFile)>,
    /// What the editor was told of each file last, of those of which it was told anything.
    told: BTreeMap<String, PublishDiagnosticsParams>,
    /// The judged files whose findings stand in each file.
    told_by: BTreeMap<String, BTreeSet<String>>,
    /// The judged files that include each file.
    included_by: BTreeMap<String, BTreeSet<String>>,
}

impl PublishedFindings {
    /// What was found in an open file, if nothing that it is made of was edited since.
    pub fn newest(&self, file: &Buffer, edits: u64) -> Option<&Arc<Judged>> {
        let (judged, _) = self.judged.get(file.uri.as_str())?;
        let job = &judged.job;
        let is_new = job.buffer.is_same_text(file);
        (is_new && (job.edits == edits || !file.may_include)).then_some(judged)
    }

    /// Takes what was found in an open file; returns what the editor is to be told.
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

    /// Forgets a file that was closed; returns what the editor is to be told.
    pub fn forget(&mut self, file: &str, open: &Buffers) -> Vec<PublishDiagnosticsParams> {
        let changed = self.remove(file).map(|before| files(&before));
        self.told(changed.unwrap_or_default(), open)
    }

    /// Takes out what was found in a file.
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

    /// Everything that was found, file by file.
    pub fn judged(&self) -> impl Iterator<Item = &Judged> {
        self.judged.values().map(|(judged, _)| &**judged)
    }

    /// What is found in each of these files by all that include it, each finding once; nothing where the editor was told
    /// the same before.
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
                // What lacks a map of its own is judged where it is included.
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

    /// Whether an open file has no map and is included by another one that is open.
    fn is_part(&self, file: &str) -> bool {
        let judged = self.judged.get(file);
        judged.is_some_and(|(judged, _)| judged.lacks_a_map())
            && self.included_by.contains_key(file)
    }
}

/// The other files that a judged one includes.
fn included(judged: &Judged) -> BTreeSet<String> {
    let names = judged.source.included_names();
    let uris = names.filter_map(|name| judged.job.files.uri(&judged.source, name));
    uris.map(|uri| uri.to_string())
        .filter(|file| file != judged.job.buffer.uri.as_str())
        .collect()
}

/// Takes a file out of those that are listed for another one.
fn leave_out(by: &mut BTreeMap<String, BTreeSet<String>>, of: &str, file: &str) {
    if let Some(files) = by.get_mut(of) {
        files.remove(file);
        if files.is_empty() {
            by.remove(of);
        }
    }
}

/// The files in which something was found, and those that were looked through.
fn files(found: &DiagnosticsByFile) -> BTreeMap<String, Uri> {
    let files = found
        .iter()
        .map(|(file, (uri, _))| (file.clone(), uri.clone()));
    files.collect()
}

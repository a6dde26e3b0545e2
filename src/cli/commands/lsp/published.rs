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
        if let Some((_, before)) = self.judged.insert(file, (judged, found)) {
            changed.extend(files(&before));
        }
        self.told(changed, open)
    }

    /// Forgets a file that was closed; returns what the editor is to be told.
    pub fn forget(&mut self, file: &str, open: &Buffers) -> Vec<PublishDiagnosticsParams> {
        let before = self.judged.remove(file);
        let changed = before.map(|(_, before)| files(&before));
        self.told(changed.unwrap_or_default(), open)
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
        let parts = self.parts();
        let mut news = Vec::new();
        for (file, uri) in changed {
            let mut diagnostics: Vec<lsp_types::Diagnostic> = Vec::new();
            for (from, (_, found)) in &self.judged {
                // What lacks a map of its own is judged where it is included.
                let is_no_dungeon = *from == file && parts.contains(&file);
                let here = found.get(&file).filter(|_| !is_no_dungeon);
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
            match params.diagnostics.is_empty() && params.version.is_none() {
                true => self.told.remove(&file),
                false => self.told.insert(file, params),
            };
        }
        news
    }

    /// The open files that have no map and are included by other ones that are open.
    fn parts(&self) -> BTreeSet<String> {
        let open = self.judged.iter();
        let included = open.flat_map(|(from, (judged, _))| {
            let names = judged.source.included_names();
            let uris = names.filter_map(|name| judged.job.files.uri(&judged.source, name));
            uris.map(|uri| uri.to_string())
                .filter(move |file| file != from)
        });
        let has_map = |file: &String| {
            let judged = self.judged.get(file);
            judged.is_none_or(|(judged, _)| !judged.lacks_a_map())
        };
        included.filter(|file| !has_map(file)).collect()
    }
}

/// The files in which something was found, and those that were looked through.
fn files(found: &DiagnosticsByFile) -> BTreeMap<String, Uri> {
    let files = found
        .iter()
        .map(|(file, (uri, _))| (file.clone(), uri.clone()));
    files.collect()
}

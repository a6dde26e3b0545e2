//! `--dependents`: the files that include the given ones.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::include::IncludeOption;
use dungeon_format::source::{Limits, Source};
use dungeon_lint::load::lacks_a_map;

/// The `--dependents` option of commands that check files.
#[derive(Clone, Copy, Default, clap::Args)]
pub struct DependentsOption {
    /// Add the files in and below the current folder that include a given file
    ///
    /// A given file without a map is left out if another includes it: its mistakes are reported there. Folders whose
    /// names begin with a dot are not searched.
    #[arg(long)]
    dependents: bool,
}

impl DependentsOption {
    /// Returns the given files, with the option also their dependents.
    pub fn files(self, given: Vec<PathBuf>, include: &IncludeOption) -> Vec<PathBuf> {
        if !self.dependents {
            return given;
        }
        let by = dependents(include);
        let place = |path: &PathBuf| path.canonicalize().ok();
        let of = |path: &PathBuf| place(path).and_then(|place| by.get(&place));
        let is_whole = |path: &PathBuf| of(path).is_none() || !is_part(path, include);
        let mut taken: BTreeSet<PathBuf> = given.iter().filter_map(place).collect();
        let added: BTreeSet<PathBuf> = given.iter().filter_map(of).flatten().cloned().collect();
        let added = added.into_iter().filter(is_whole);
        let added = added.filter(|path| place(path).is_some_and(|place| taken.insert(place)));
        let added: Vec<PathBuf> = added.collect();
        given.into_iter().filter(is_whole).chain(added).collect()
    }
}

/// Returns the dungeon files in and below the current folder that include each file, by its canonical path.
fn dependents(include: &IncludeOption) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
    let mut by: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
    for path in dungeon_files(Path::new("")) {
        let limits = Limits::default();
        let source = Source::open_at_once(&path, &limits);
        let Some(source) = source.ok().filter(|read| read.text.contains("include")) else {
            continue;
        };
        let source = include.with_includes(&path, source, &limits);
        let included = source.included_names();
        for place in included.filter_map(|name| Path::new(name.raw()).canonicalize().ok()) {
            by.entry(place).or_default().insert(path.clone());
        }
    }
    by
}

/// Returns the dungeon files in and below a folder. Follows no links, and skips folders that cannot be read.
fn dungeon_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    // An empty path names no folder.
    for entry in fs::read_dir(Path::new(".").join(folder))
        .into_iter()
        .flatten()
        .flatten()
    {
        let (name, kind) = (entry.file_name(), entry.file_type());
        let path = folder.join(&name);
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        match kind {
            Ok(kind) if kind.is_dir() && !is_hidden => files.extend(dungeon_files(&path)),
            Ok(kind) if kind.is_file() && path.extension().is_some_and(|end| end == "dng") => {
                files.push(path);
            }
            _ => {}
        }
    }
    files
}

/// Whether a file has no map, so that it can only be a part of others.
fn is_part(path: &Path, include: &IncludeOption) -> bool {
    let limits = Limits::default();
    let source = include.open_at_once(path, &limits);
    source.is_ok_and(|source| lacks_a_map(&source, &limits))
}

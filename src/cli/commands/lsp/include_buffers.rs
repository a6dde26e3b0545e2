//! Reads included files from the editor if they are open, otherwise from the disk.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::Uri;

use super::buffers::{Buffer, Buffers};
use super::uris::uri_of;
use dungeon_format::include::IncludeFiles;
use dungeon_format::include_folder::IncludeFolders;
use dungeon_format::source::{Limits, Source};
use dungeon_format::untrusted::Untrusted;

/// The files that one open file may include.
#[derive(Clone, Debug)]
pub struct IncludeBuffers {
    /// The folders to search; `None` for a file that was never saved and so has no folder.
    folders: Option<IncludeFolders>,
    own: Uri,
    open: OpenPlaces,
}

/// The open files that exist on the disk, by their paths with links resolved. Shared by all files that may include
/// them.
pub type OpenPlaces = Arc<BTreeMap<PathBuf, (Uri, Arc<String>)>>;

/// Returns the open files that exist on the disk.
pub fn open_places(open: &Buffers) -> OpenPlaces {
    let placed = open.values().filter_map(|buffer| {
        let place = buffer.place.clone()?;
        Some((place, (buffer.uri.clone(), Arc::clone(&buffer.text))))
    });
    Arc::new(placed.collect())
}

impl IncludeBuffers {
    /// Returns the files that `file` may include, from its own folder and from the folders `others`.
    pub fn of(file: &Buffer, others: &[PathBuf], open: &OpenPlaces) -> IncludeBuffers {
        IncludeBuffers {
            folders: file
                .path
                .as_deref()
                .map(|path| IncludeFolders::of(path, others)),
            own: file.uri.clone(),
            open: Arc::clone(open),
        }
    }

    /// Inserts the included files into a text.
    pub fn join(&self, source: Source, limits: &Limits) -> Source {
        match self.folders {
            Some(_) => source.with_includes(self, limits),
            None => source,
        }
    }

    /// Returns the URI of the file with this name in `main`, a text with its includes. `None` if the name is not a
    /// valid path.
    pub fn uri(&self, main: &Source, name: &Untrusted) -> Option<Uri> {
        if main.name == *name {
            return Some(self.own.clone());
        }
        let path = Path::new(name.raw());
        match self.open.get(path) {
            Some((uri, _)) => Some(uri.clone()),
            None => uri_of(path),
        }
    }

    /// Returns the URI of the file that an `include` record of the open file names; `None` if it cannot be found.
    pub fn included(&self, path: &str) -> Option<Uri> {
        let place = self.find("", path).ok()?;
        match self.open.get(Path::new(&place)) {
            Some((uri, _)) => Some(uri.clone()),
            None => uri_of(Path::new(&place)),
        }
    }
}

impl IncludeFiles for IncludeBuffers {
    fn find(&self, from: &str, path: &str) -> Result<String, String> {
        let folders = self.folders.as_ref();
        folders.map_or_else(
            || Err("cannot be included: save this file first".to_owned()),
            |all| all.find(from, path),
        )
    }

    fn read(&self, key: &str, limits: &Limits) -> Result<Source, String> {
        if let Some((_, text)) = self.open.get(Path::new(key)) {
            let read = Source::read(Path::new(key), text.as_bytes(), limits);
            return read.map_err(|error| format!("cannot be read ({error})"));
        }
        let folders = self
            .folders
            .as_ref()
            .ok_or("cannot be included: save this file first")?;
        let mut source = folders.read(key, limits)?;
        source.name = Path::new(key).into();
        Ok(source)
    }
}

//! Included files on a disk: from the dungeon's folder and from folders that the user allows.
use std::path::{Path, PathBuf};

use super::include::IncludeFiles;
use super::source::{Limits, Source};

/// The folders from which a dungeon may include files. Symbolic links to places outside these folders are not followed.
#[derive(Clone, Debug)]
pub struct IncludeFolders {
    /// The canonical path of the dungeon's file; `None` if the file does not exist.
    first: Option<PathBuf>,
    /// The folder of the dungeon's file.
    base: PathBuf,
    /// The canonical paths of the allowed folders.
    allowed: Vec<PathBuf>,
}

impl IncludeFolders {
    /// Allows the folder that contains the file at `path`, and the folders `others`. Ignores folders that do not exist.
    pub fn of(path: &Path, others: &[PathBuf]) -> IncludeFolders {
        let base = match path.parent() {
            Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
            Some(parent) => parent.to_path_buf(),
            None => PathBuf::from("."),
        };
        let folders = std::iter::once(&base).chain(others);
        let allowed = folders.filter_map(|folder| folder.canonicalize().ok());
        IncludeFolders {
            allowed: allowed.collect(),
            first: path.canonicalize().ok(),
            base,
        }
    }
}

/// The message for every forbidden path. Always the same, so that the message does not reveal which files exist.
const NOT_HERE: &str = "is in neither the dungeon's folder nor a folder given by `--include DIR`";

impl IncludeFiles for IncludeFolders {
    fn find(&self, from: &str, path: &str) -> Result<String, String> {
        if Path::new(path).is_absolute() {
            return Err("is not a relative path".to_string());
        }
        let folder = match from {
            "" => &self.base,
            from => Path::new(from).parent().unwrap_or(&self.base),
        };
        let place = folder.join(path).canonicalize();
        let is_allowed = |place: &PathBuf| self.allowed.iter().any(|root| place.starts_with(root));
        let place = place.ok().filter(is_allowed).ok_or(NOT_HERE)?;
        if self.first.as_ref() == Some(&place) {
            return Ok(String::new());
        }
        let key = place.to_str().ok_or("has a name that is not UTF-8")?;
        Ok(key.to_string())
    }

    fn read(&self, key: &str, limits: &Limits) -> Result<Source, String> {
        let place = Path::new(key);
        if !place.is_file() {
            return Err("is not a file".to_string());
        }
        let source = Source::open_at_once(place, limits);
        let mut source = source.map_err(|error| format!("cannot be read ({error})"))?;
        let base = self.base.canonicalize().unwrap_or_default();
        let name = match place.strip_prefix(&base) {
            Ok(below) if self.base == Path::new(".") => below.to_path_buf(),
            Ok(below) => self.base.join(below),
            Err(_) => place.to_path_buf(),
        };
        source.name = name.as_path().into();
        Ok(source)
    }
}

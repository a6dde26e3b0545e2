//! The files that dungeons on a disk include: those of a folder, and of other folders that a person names.
use std::path::{Path, PathBuf};

use super::include::IncludeFiles;
use super::source::{Limits, Source};

/// The folder of a dungeon's file, and further ones, as places from which it may include files. Links that lead out of all
/// of them are not followed.
#[derive(Clone, Debug)]
pub struct IncludeFolders {
    /// The first file, as the system names it; none where it is not there.
    first: Option<PathBuf>,
    /// The folder of the first file.
    base: PathBuf,
    /// The folders from which a file may come, as the system names them.
    allowed: Vec<PathBuf>,
}

impl IncludeFolders {
    /// The folder of the file at `path`, and `others`. One that is not there allows nothing.
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

impl IncludeFiles for IncludeFolders {
    fn open(&self, from: &str, path: &str, limits: &Limits) -> Result<(String, Source), String> {
        if Path::new(path).is_absolute() {
            return Err("is no relative path".to_string());
        }
        let folder = match from {
            "" => &self.base,
            from => Path::new(from).parent().unwrap_or(&self.base),
        };
        let shown = folder.join(path);
        let place = shown
            .canonicalize()
            .map_err(|error| format!("cannot be read ({error})"))?;
        if !self.allowed.iter().any(|root| place.starts_with(root)) {
            return Err(
                "lies outside of the dungeon's folder, which `--include DIR` allows".to_string(),
            );
        }
        if !place.is_file() {
            return Err("is no file".to_string());
        }
        let key = match self.first.as_ref() == Some(&place) {
            true => "",
            false => place.to_str().ok_or("has a name that is no UTF-8")?,
        };
        let key = key.to_string();
        let source =
            Source::open(&place, limits).map_err(|error| format!("cannot be read ({error})"))?;
        let base = self.base.canonicalize().unwrap_or_default();
        let name = match place.strip_prefix(&base) {
            Ok(below) => match self.base == Path::new(".") {
                true => below.to_path_buf(),
                false => self.base.join(below),
            },
            Err(_) => place,
        };
        let name = name.as_path().into();
        let mut source = source;
        source.name = name;
        Ok((key, source))
    }
}

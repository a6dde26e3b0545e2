//! Dungeons from Python: a text or a path.
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dungeon::diagnostics::{Diagnostic, IncludeFolders, Limits, LoadError, Source};
use dungeon::testing::tested_file::TestedFile;
use dungeon::{Dungeon, Report};
use dungeon_lint::load::read_while;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::waiting::{is_set, stopped};

pyo3::create_exception!(
    dungeon_gym,
    DungeonError,
    PyValueError,
    "A dungeon with errors; the message is the report of `dungeon check`."
);

/// The name of a text in reports.
pub const TEXT: &str = "<text>";

/// Returns the source of a dungeon: a text, with a name for reports, or the file at a path with its includes.
///
/// # Errors
/// Returns `TypeError` unless exactly one of both is given, and `OSError` if the file cannot be read.
pub fn source(text: Option<String>, path: Option<PathBuf>, name: &str) -> PyResult<Source> {
    let limits = Limits::default();
    match (text, path) {
        (Some(text), None) => Ok(Source::from_text(name, text)),
        (None, Some(path)) => {
            let opened = Source::open_at_once(&path, &limits).map_err(|error| {
                let kind = error.kind();
                let name = path.as_path().into();
                io::Error::new(kind, LoadError::Io { name, error }.to_string())
            })?;
            Ok(opened.with_includes(&IncludeFolders::of(&path, &[]), &limits))
        }
        _ => Err(PyTypeError::new_err(
            "pass either the text of a dungeon or `path=`, and not both",
        )),
    }
}

/// Reads a source with its tests, as `dungeon check` does.
///
/// # Errors
/// Returns `KeyboardInterrupt` once `stop` is true.
pub fn tested(source: &Source, stop: &AtomicBool) -> PyResult<TestedFile> {
    let file = TestedFile::read_while(source, &Limits::default(), &|| !is_set(stop));
    file.ok_or_else(stopped)
}

/// Reads a source: its dungeon, `None` if it has errors, and all findings.
///
/// # Errors
/// Returns `KeyboardInterrupt` once `stop` is true.
pub fn read(source: &Source, stop: &AtomicBool) -> PyResult<(Option<Dungeon>, Vec<Diagnostic>)> {
    let read = read_while(source, &Limits::default(), &|| !is_set(stop));
    read.ok_or_else(stopped)
}

/// Reads the dungeon of a source.
///
/// # Errors
/// Returns [`DungeonError`] if the source has errors, and `KeyboardInterrupt` once `stop` is true.
pub fn dungeon(source: &Source, stop: &AtomicBool) -> PyResult<Arc<Dungeon>> {
    let (dungeon, found) = read(source, stop)?;
    let dungeon = dungeon.ok_or_else(|| DungeonError::new_err(report(source, &found)))?;
    Ok(Arc::new(dungeon))
}

/// Returns findings as `dungeon check` prints them.
pub fn report(source: &Source, found: &[Diagnostic]) -> String {
    let report = Report {
        source: source.clone(),
        diagnostics: found.to_vec(),
    };
    report.to_string()
}

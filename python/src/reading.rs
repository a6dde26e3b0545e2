//! Dungeons from Python: a text or a path.
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dungeon::diagnostics::{Diagnostic, IncludeFolders, Limits, Source};
use dungeon::testing::tested_file::TestedFile;
use dungeon::{Dungeon, Report};
use dungeon_lint::load::read_while;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::waiting::{is_set, stopped};

pyo3::create_exception!(
    dungeon_gym,
    DungeonError,
    PyValueError,
    "A dungeon with errors; the message is the report of `dungeon check`."
);

/// The arguments that give a dungeon.
pub struct DungeonArguments<'a> {
    /// The name of a text in reports.
    pub name: &'a str,
    /// What callers have to pass.
    pub expected: &'static str,
}

/// The arguments `text` and `path`.
pub const NEW: DungeonArguments<'_> = DungeonArguments {
    name: "<text>",
    expected: "pass either the text of a dungeon or `path=`, and not both",
};

/// The arguments of the old version of a dungeon.
pub const OLD: DungeonArguments<'_> = DungeonArguments {
    name: "<old>",
    expected: "pass either `old=`, the text of the old version, or `old_path=`, and not both",
};

/// Returns the source of a dungeon: a text, with a name for reports, or the file at a path with its includes.
///
/// # Errors
/// Returns `TypeError` unless exactly one of both is given, and `OSError` if the file cannot be read.
pub fn source(
    text: Option<String>,
    path: Option<PathBuf>,
    arguments: &DungeonArguments<'_>,
) -> PyResult<Source> {
    match (text, path) {
        (Some(text), None) => Ok(Source::from_text(arguments.name, text)),
        (None, Some(path)) => file(path),
        _ => Err(PyTypeError::new_err(arguments.expected)),
    }
}

/// Opens the file at a path with its includes.
///
/// # Errors
/// Returns `OSError` with its `filename`, such as `FileNotFoundError`.
pub fn file(path: PathBuf) -> PyResult<Source> {
    let limits = Limits::default();
    let opened = Source::open_at_once(&path, &limits);
    let opened = opened.map_err(|error| unreadable(path.clone(), error))?;
    Ok(opened.with_includes(&IncludeFolders::of(&path, &[]), &limits))
}

/// The number of the error "invalid argument" on every system.
const INVALID: i32 = 22;

/// Returns the exception for a file that cannot be read, with `errno` and `filename`.
fn unreadable(path: PathBuf, error: io::Error) -> PyErr {
    let number = error.raw_os_error();
    let mut text = error.to_string();
    if let Some(number) = number {
        let plain = text.trim_end_matches(&format!(" (os error {number})"));
        text = plain.to_owned();
    }
    // Python chooses the class by the number, such as `FileNotFoundError`.
    PyOSError::new_err((number.unwrap_or(INVALID), text, path.into_os_string()))
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

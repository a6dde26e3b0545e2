//! `dungeon check --watch`: checks files again whenever one of them changes.
use std::io;
use std::path::{Path, PathBuf};

use super::output::Output;
use crate::cli::file_watch::{FileWatch, WatchError, WatchedFiles};
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{ErrorText, print_error, refuse, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::ended;
use crate::testing::tested_file::TestedFile;
use dungeon_format::report::Summary;
use dungeon_format::untrusted::Untrusted;
use dungeon_format::{Limits, Report};

/// The findings of a file, or why the file could not be read.
type Found = Result<Report, ErrorText>;

/// Checks files again and again, until the user stops the command or standard output is closed.
pub fn run(files: &[PathBuf], include: &IncludeOption, output: &mut Output) -> Exit {
    if files.iter().any(|file| file.as_os_str() == "-") {
        return refuse("expected files with `--watch`, found standard input");
    }
    match check_again(files, include, output) {
        Ok(why) => refuse(format_args!("cannot watch the files: {why}")),
        Err(error) => ended(Err(error), Exit::Clean),
    }
}

/// Checks files again and again, until they can no longer be watched. Returns why.
///
/// # Errors
/// Returns an error if writing to the output fails.
fn check_again(
    files: &[PathBuf],
    include: &IncludeOption,
    output: &mut Output,
) -> io::Result<WatchError> {
    let (mut watch, changes) = match FileWatch::new() {
        Ok(started) => started,
        Err(why) => return Ok(why),
    };
    let mut known: Vec<Found> = Vec::new();
    loop {
        // The first check always finishes. Later checks start over if files change meanwhile.
        let goes_on = || known.is_empty() || !changes.have_come();
        let found = files.iter().map(|file| check(file, include, &goes_on));
        let Some(found) = found.collect::<Option<Vec<Found>>>() else {
            if !changes.wait() {
                return Ok(WatchError::Over);
            }
            continue;
        };
        let followed = watch.follow(&watched_files(files, include, &found));
        if let (Err(why), true) = (followed, known.is_empty()) {
            return Ok(why);
        }
        let is_same = |nth: &usize| {
            known
                .get(*nth)
                .is_some_and(|known| are_alike(known, &found[*nth]))
        };
        let changed: Vec<usize> = (0..files.len()).filter(|nth| !is_same(nth)).collect();
        if !changed.is_empty() {
            if !known.is_empty() {
                let names = changed
                    .iter()
                    .map(|nth| Untrusted::from(files[*nth].as_path()).to_string());
                output.begin_again(&names.collect::<Vec<_>>().join(", "))?;
            }
            print(&found, output)?;
            known = found;
        }
        if !changes.wait() {
            return Ok(WatchError::Over);
        }
    }
}

/// Checks a file; `None` if `goes_on` stopped the check.
fn check(file: &Path, include: &IncludeOption, goes_on: &dyn Fn() -> bool) -> Option<Found> {
    let limits = Limits::default();
    let source = match include.open_at_once(file, &limits) {
        Ok(source) => source,
        Err(error) => return Some(Err(unreadable_text(file, &error))),
    };
    let diagnostics = TestedFile::read_while(&source, &limits, goes_on)?.findings;
    Some(Ok(Report::new(source, diagnostics)))
}

/// Whether two results have the same findings in the same text, or the same error.
fn are_alike(one: &Found, other: &Found) -> bool {
    match (one, other) {
        (Ok(one), Ok(other)) => {
            one.diagnostics == other.diagnostics && one.source.text == other.source.text
        }
        (Err(one), Err(other)) => one == other,
        _ => false,
    }
}

fn watched_files(files: &[PathBuf], include: &IncludeOption, found: &[Found]) -> WatchedFiles {
    let mut watched = WatchedFiles::default();
    for (file, found) in files.iter().zip(found) {
        watched.add(
            file,
            include.folders(),
            found.as_ref().ok().map(|report| &report.source),
        );
    }
    watched
}

/// Prints the findings of all files, like a check without `--watch`.
fn print(found: &[Found], output: &mut Output) -> io::Result<()> {
    let mut summary = Summary::default();
    for found in found {
        match found {
            Ok(report) => {
                summary = summary.plus(Summary::count(&report.diagnostics));
                output.report(report)?;
            }
            Err(why) => print_error(why),
        }
    }
    output.finish(found.iter().flatten().count(), summary)
}

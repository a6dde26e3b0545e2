//! Files of a git repository as they were in a revision, read by the installed git.
use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::cli::options::include::IncludeOption;
use dungeon_format::include::IncludeFiles;
use dungeon_format::source::{Limits, Source};
use dungeon_format::untrusted::Untrusted;

/// A revision, with the folders from which a dungeon may include files.
pub struct GitRevision<'a> {
    /// The revision as the user named it, such as `HEAD~1`.
    name: &'a str,
    /// The hash of the commit.
    commit: String,
    /// The top folder of the repository, without symbolic links.
    top: PathBuf,
    /// The path of the dungeon's file, without symbolic links in its folder.
    first: PathBuf,
    /// The folder of the dungeon's file, and the folders that the user allows, without symbolic links.
    allowed: Vec<PathBuf>,
}

impl<'a> GitRevision<'a> {
    /// Reads a dungeon's file and its includes as they were in a revision, such as `HEAD~1`, of the repository that
    /// contains the file's folder; `None` for a file that the revision does not have.
    ///
    /// # Errors
    /// Returns the reason as a sentence: git cannot be run, the folder is in no repository, or the revision does not
    /// exist. Missing includes are findings of the source.
    pub fn source(
        name: &'a str,
        path: &Path,
        include: &IncludeOption,
        limits: &Limits,
    ) -> Result<Option<Source>, String> {
        let revision = GitRevision::find(name, path, include)?;
        let Some(key) = revision.key(&revision.first) else {
            return Ok(None);
        };
        match revision.read_file(&key, limits) {
            Ok(source) => Ok(Some(source.with_includes(&revision, limits))),
            Err(GitFault::Refused(_)) => Ok(None),
            Err(GitFault::NotRun(error)) => Err(format!("{}: {error}", Untrusted::from(path))),
        }
    }

    fn find(
        name: &'a str,
        path: &Path,
        include: &IncludeOption,
    ) -> Result<GitRevision<'a>, String> {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize();
        let folder = folder.map_err(|error| format!("{}: {error}", Untrusted::from(path)))?;
        let others = include
            .folders()
            .iter()
            .filter_map(|folder| folder.canonicalize().ok());
        let verified = format!("{name}^{{commit}}");
        let asked = [
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &verified,
        ];
        let commit = git(&folder, asked).map_err(|fault| match fault {
            GitFault::Refused(_) => format!(
                "`{}` is neither a file nor a revision of a git repository that has {}",
                Untrusted::from(name),
                Untrusted::from(path)
            ),
            GitFault::NotRun(error) => not_run(&error),
        })?;
        let top = git(&folder, ["rev-parse", "--show-toplevel"]).map_err(|fault| match fault {
            GitFault::Refused(why) => format!("git: {why}"),
            GitFault::NotRun(error) => not_run(&error),
        })?;
        let line = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).trim_end().to_owned();
        Ok(GitRevision {
            name,
            commit: line(commit),
            top: PathBuf::from(line(top)),
            first: folder.join(path.file_name().unwrap_or_default()),
            allowed: std::iter::once(folder.clone()).chain(others).collect(),
        })
    }

    /// The name as printable text.
    fn told(&self) -> Untrusted {
        Untrusted::from(self.name)
    }

    /// Returns the path of a file from the top of the repository; `None` outside of it.
    fn key(&self, place: &Path) -> Option<String> {
        let below = place.strip_prefix(&self.top).ok()?;
        below.to_str().map(str::to_owned)
    }

    /// Reads the file with a key.
    fn read_file(&self, key: &str, limits: &Limits) -> Result<Source, GitFault> {
        let blob = format!("{}:{key}", self.commit);
        let text = git(&self.top, ["cat-file", "blob", &blob])?;
        let name = format!("{}:{key}", self.name);
        Source::read(name, &text[..], limits).map_err(GitFault::NotRun)
    }
}

impl IncludeFiles for GitRevision<'_> {
    fn find(&self, from: &str, path: &str) -> Result<String, String> {
        if Path::new(path).is_absolute() {
            return Err("is not a relative path".to_owned());
        }
        let from = match from {
            "" => self.first.clone(),
            from => self.top.join(from),
        };
        let place = without_dots(&from.parent().unwrap_or(&self.top).join(path));
        if !self.allowed.iter().any(|folder| place.starts_with(folder)) {
            return Err(
                "is in neither the dungeon's folder nor a folder given by `--include DIR`"
                    .to_owned(),
            );
        }
        if place == self.first {
            return Ok(String::new());
        }
        let outside = || format!("is not in the repository of the revision {}", self.told());
        self.key(&place).ok_or_else(outside)
    }

    fn read(&self, key: &str, limits: &Limits) -> Result<Source, String> {
        let missing = |_| format!("is not in the revision {}", self.told());
        self.read_file(key, limits).map_err(missing)
    }
}

/// Resolves `.` and `..` in a path by its text alone, since the folders of a revision need not exist.
fn without_dots(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut whole, part| {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                whole.pop();
            }
            part => whole.push(part),
        }
        whole
    })
}

/// Why git gave no answer.
enum GitFault {
    /// Git could not be run, or its answer could not be read.
    NotRun(io::Error),
    /// Git ended with an error, which it told in these words.
    Refused(String),
}

fn not_run(error: &io::Error) -> String {
    format!("cannot run git: {error}")
}

/// Runs git in a folder, and returns its standard output. Git fetches nothing that the repository lacks.
fn git<T: AsRef<OsStr>>(
    folder: &Path,
    arguments: impl IntoIterator<Item = T>,
) -> Result<Vec<u8>, GitFault> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .env("GIT_NO_LAZY_FETCH", "1")
        .output();
    let output = output.map_err(GitFault::NotRun)?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        let why = String::from_utf8_lossy(&output.stderr);
        Err(GitFault::Refused(Untrusted::from(why.trim()).to_string()))
    }
}

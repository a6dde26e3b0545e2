//! Writes files whole or not at all: first to a temporary file in the same folder, then to the disk, and only then to
//! the final name. A process that is killed meanwhile leaves the old file or the new one.
use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::geteuid;
use tempfile::{Builder, NamedTempFile};

use super::fault::{self, WriteStep};
use super::folder_lock::{mark_as_ours, unmarked};
use dungeon_format::opened_file::open_at_once;

/// The prefix of temporary files: hidden, and never the name of a save.
const PREFIX: &str = ".writing-";
const SUFFIX: &str = ".tmp";

/// The number of random letters and digits between the prefix and the suffix.
const LETTERS: usize = 6;

/// The maximum number of attempts to create a temporary file. An attempt fails if another process sweeps the file away
/// before it is marked.
const TRIALS: usize = 100;

/// The age from which a temporary file counts as left over. Only for file systems without locks, where no process can
/// mark its files.
const STALE: Duration = Duration::from_secs(60 * 60);

/// The permissions of a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAccess {
    /// Only the owner can read and write the file.
    Owner,
    /// The permissions of the replaced file; for a new file, the default permissions.
    Usual,
}

/// Writes a file to a free path, and returns the open file. The name survives a power failure only after
/// [`sync_folder`].
///
/// # Errors
/// `AlreadyExists` if the path is taken; otherwise the system's error. No file was changed.
pub fn create(path: &Path, bytes: &[u8], access: FileAccess) -> io::Result<File> {
    let file = written(path, bytes, access)?;
    fault::attempt(WriteStep::Rename)?;
    Ok(file.persist_noclobber(path)?)
}

/// Writes a file, and replaces an existing file at that path. Calls `check` right before the replacement, and stops if
/// `check` fails.
///
/// # Errors
/// Returns the error of `check`, or the system's error. The old file at that path is then unchanged, unless the only
/// step that failed was syncing the folder.
pub fn replace(
    path: &Path,
    bytes: &[u8],
    access: FileAccess,
    check: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    replace_and_open(path, bytes, access, check)?;
    sync_folder(folder(path))
}

/// Writes a file like [`replace`], and returns the open file. The replacement survives a power failure only after
/// [`sync_folder`].
///
/// # Errors
/// Returns the error of `check`, or the system's error. No file was changed.
pub fn replace_and_open(
    path: &Path,
    bytes: &[u8],
    access: FileAccess,
    check: impl FnOnce() -> io::Result<()>,
) -> io::Result<File> {
    let file = written(path, bytes, access)?;
    check()?;
    if access == FileAccess::Usual
        && let Ok(before) = fs::metadata(path)
    {
        // Keep the permissions that the owner chose for the old file.
        fault::attempt(WriteStep::Permissions)?;
        file.as_file().set_permissions(before.permissions())?;
    }
    fault::attempt(WriteStep::Rename)?;
    Ok(file.persist(path)?)
}

/// Checks that a file could be written to a path later, without changing anything. A file with several hard links is
/// rejected: the other names would keep the old bytes.
///
/// # Errors
/// Returns why the file could not be written.
pub fn try_place(path: &Path) -> io::Result<()> {
    let name = path.as_os_str().as_bytes();
    if name.ends_with(b"/") || name.ends_with(b"/.") {
        // A path that ends in `/` or `/.` can only be a folder.
        return Err(Errno::ISDIR.into());
    }
    if let Ok(about) = fs::metadata(path)
        && about.is_file()
        && about.nlink() > 1
    {
        let why = format!(
            "it has {} names (hard links), and the others would keep the old text; replace it with a copy first",
            about.nlink()
        );
        return Err(io::Error::other(why));
    }
    tempfile::tempfile_in(folder(path)).map(drop)
}

/// Whether two paths name the same file, once it is written. `false` if the folder of either path does not exist.
pub fn are_one(path: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        fs::canonicalize(path).or_else(|_| Ok(fs::canonicalize(folder(path))?.join(name)))
    };
    let places: [io::Result<PathBuf>; 2] = [place(path), place(other)];
    matches!(places, [Ok(place), Ok(other)] if place == other)
}

/// Removes the temporary files of processes that were killed while they wrote into this folder. Failures are ignored,
/// because such files do no harm.
fn sweep(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let unfinished = entries.filter(|entry| is_unfinished(&entry.file_name().to_string_lossy()));
    for path in unfinished.map(|entry| entry.path()) {
        // While this process holds the lock, no other process can mark the file.
        let _held = match fs::symlink_metadata(&path).map(|about| (unmarked(&path), about)) {
            Ok((Ok(Some(file)), about)) if is_ours(&about) => Some(file),
            Ok((Err(_), about)) if is_ours(&about) && is_stale(&about) => None,
            _ => continue,
        };
        let _ = fs::remove_file(&path);
    }
}

/// Whether a file has the name of a temporary file.
fn is_unfinished(name: &str) -> bool {
    let letters = name
        .strip_prefix(PREFIX)
        .and_then(|name| name.strip_suffix(SUFFIX));
    letters.is_some_and(|letters| {
        letters.len() == LETTERS && letters.bytes().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// Whether a process of this user may have left the file: a regular file with the same owner and without further hard
/// links.
fn is_ours(about: &Metadata) -> bool {
    about.is_file() && about.nlink() == 1 && about.uid() == geteuid().as_raw()
}

fn is_stale(about: &Metadata) -> bool {
    let age = about.modified().ok().and_then(|date| date.elapsed().ok());
    age.is_some_and(|age| age >= STALE)
}

/// Syncs a folder, so that a power failure cannot undo that files were renamed or removed there.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    fault::attempt(WriteStep::SyncFolder)?;
    match open_at_once(folder)?.sync_all() {
        // Some file systems cannot sync folders.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        result => result,
    }
}

/// Returns the folder that contains a file; `.` for a bare name.
pub fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes bytes to the disk, in a temporary file in the folder of their final path. The file is marked as this
/// process's own. Also removes the temporary files of killed processes from that folder.
fn written(path: &Path, bytes: &[u8], access: FileAccess) -> io::Result<NamedTempFile> {
    let mode = match access {
        FileAccess::Owner => 0o600,
        FileAccess::Usual => 0o666,
    };
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(LETTERS);
    builder.permissions(Permissions::from_mode(mode));
    let folder = folder(path);
    sweep(folder);
    fault::attempt(WriteStep::Open)?;
    let mut file = unfinished(&builder, folder)?;
    let (first, rest) = bytes.split_at(bytes.len() / 2);
    file.write_all(first)?;
    // A full disk or a size limit is usually noticed in the middle of a file.
    fault::attempt(WriteStep::Write)?;
    file.write_all(rest)?;
    fault::attempt(WriteStep::Sync)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Creates a temporary file marked as this process's own. Tries again if another process removed the file before it was
/// marked.
fn unfinished(builder: &Builder<'_, '_>, folder: &Path) -> io::Result<NamedTempFile> {
    for _ in 0..TRIALS {
        let file = builder.tempfile_in(folder)?;
        if mark_as_ours(file.as_file()) && file.as_file().metadata()?.nlink() > 0 {
            return Ok(file);
        }
    }
    Err(ErrorKind::WouldBlock.into())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use rustix::fs::{FlockOperation, flock};

    use super::*;

    #[test]
    fn what_only_a_folder_is_called_is_no_place_for_a_file() {
        let home = tempfile::tempdir().expect("a folder");
        for name in ["new/", "new/.", "./new//", "no/new"] {
            let path = home.path().join(name);
            assert!(try_place(&path).is_err(), "{name}");
            assert!(
                replace(&path, b"", FileAccess::Usual, || Ok(())).is_err(),
                "{name}"
            );
        }
        for name in ["new", "./new", "new."] {
            let tried = try_place(&home.path().join(name));
            assert_eq!(tried.map_err(|why| why.to_string()), Ok(()), "{name}");
        }
        assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn the_next_write_removes_what_a_killed_process_left_and_nothing_else() {
        let home = tempfile::tempdir().expect("a folder");
        let place = |name: &str| home.path().join(name);
        let [litter, held, foreign, linked] = [
            ".writing-AbC123.tmp",
            ".writing-Held00.tmp",
            ".writing-notes.tmp",
            ".writing-Link00.tmp",
        ]
        .map(place);
        for file in [&litter, &held, &foreign] {
            fs::write(file, "half").expect("a file");
        }
        symlink(&foreign, &linked).expect("a link");
        // The mark of a process that is still writing, such as another program or thread.
        let marked = open_at_once(&held).expect("a file");
        assert!(mark_as_ours(&marked));
        assert!(replace(&place("new"), b"whole", FileAccess::Usual, || Ok(())).is_ok());
        assert!(!litter.exists());
        assert!(held.exists() && foreign.exists() && linked.exists());
        // Unlocked and not just closed: a process that another test starts may hold a copy of the file for a moment.
        flock(&marked, FlockOperation::Unlock).expect("no mark");
        assert!(create(&place("other"), b"whole", FileAccess::Owner).is_ok());
        assert!(!held.exists() && foreign.exists() && linked.exists());
    }

    #[test]
    fn a_file_is_not_replaced_when_its_last_check_fails() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("old");
        fs::write(&path, "old").expect("a file");
        let refuse = || Err(io::Error::other("no"));
        assert!(replace(&path, b"new", FileAccess::Usual, refuse).is_err());
        assert_eq!(fs::read(&path).ok().as_deref(), Some(&b"old"[..]));
        assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn one_place_has_many_names() {
        let home = tempfile::tempdir().expect("a folder");
        let [new, old, link] = ["new", "old", "link"].map(|name| home.path().join(name));
        fs::write(&old, "").expect("a file");
        symlink(&old, &link).expect("a link");
        let around = home.path().join("./.").join("new");
        assert!(are_one(&new, &around) && are_one(&link, &old));
        assert!(!are_one(&new, &old) && !are_one(&new, &link));
    }
}

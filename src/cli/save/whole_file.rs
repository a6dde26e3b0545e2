//! Files that are written whole or not at all: beside their place, to the disk, and only then into it. A process that
//! is killed meanwhile leaves the old file, or the new one.
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

/// How the name of a file begins while it is being written: hidden, and not the name of a save.
const PREFIX: &str = ".writing-";
const SUFFIX: &str = ".tmp";

/// How many letters and digits stand between the two.
const LETTERS: usize = 6;

/// How often an unfinished file is made anew that another process took for litter just then.
const TRIALS: usize = 100;

/// The age from which an unfinished file is litter where the file system has no marks.
const STALE: Duration = Duration::from_secs(60 * 60);

/// Permissions of a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAccess {
    /// Read and write for the person alone.
    Owner,
    /// The permissions of the file that is replaced, or else the usual ones of the person's files.
    Usual,
}

/// Writes a file at a path that is free, and returns it. Its name outlasts a power failure after `sync_folder`.
///
/// # Errors
/// `AlreadyExists` if the path is taken; otherwise what the system said. No file has changed then.
pub fn create(path: &Path, bytes: &[u8], access: FileAccess) -> io::Result<File> {
    let file = written(path, bytes, access)?;
    fault::attempt(WriteStep::Rename)?;
    Ok(file.persist_noclobber(path)?)
}

/// Writes a file in the place of the one at that path, if there is one, and if `check` still succeeds right before.
///
/// # Errors
/// That of `check`, or what the system said. The file at that path is then the old one or, if only the folder could not be
/// synced, the new one.
pub fn replace(
    path: &Path,
    bytes: &[u8],
    access: FileAccess,
    check: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    replace_and_open(path, bytes, access, check)?;
    sync_folder(folder(path))
}

/// Writes a file as `replace` does, and returns it. That it took the place outlasts a power failure after `sync_folder`.
///
/// # Errors
/// That of `check`, or what the system said. No file has changed then.
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
        // The owner of the old file chose these permissions.
        fault::attempt(WriteStep::Permissions)?;
        file.as_file().set_permissions(before.permissions())?;
    }
    fault::attempt(WriteStep::Rename)?;
    Ok(file.persist(path)?)
}

/// Sees whether a file could be written there some time later, and changes nothing. A file with several names is none
/// that can be replaced: the others would go on leading to the old bytes.
///
/// # Errors
/// Why it could not.
pub fn try_place(path: &Path) -> io::Result<()> {
    let name = path.as_os_str().as_bytes();
    if name.ends_with(b"/") || name.ends_with(b"/.") {
        // Only a folder is called so.
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

/// Whether a file that is written to the one path is found at the other.
pub fn are_one(path: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        fs::canonicalize(path).or_else(|_| Ok(fs::canonicalize(folder(path))?.join(name)))
    };
    let places: [io::Result<PathBuf>; 2] = [place(path), place(other)];
    matches!(places, [Ok(place), Ok(other)] if place == other)
}

/// Removes the unfinished files of processes that were killed while they wrote into this folder. Litter that cannot be
/// removed does no harm.
fn sweep(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let unfinished = entries.filter(|entry| is_unfinished(&entry.file_name().to_string_lossy()));
    for path in unfinished.map(|entry| entry.path()) {
        // No process marks the file as its own while this one holds it.
        let _held = match fs::symlink_metadata(&path).map(|about| (unmarked(&path), about)) {
            Ok((Ok(Some(file)), about)) if is_ours(&about) => Some(file),
            Ok((Err(_), about)) if is_ours(&about) && is_stale(&about) => None,
            _ => continue,
        };
        let _ = fs::remove_file(&path);
    }
}

/// Whether a file in a folder is called as those that are being written.
fn is_unfinished(name: &str) -> bool {
    let letters = name
        .strip_prefix(PREFIX)
        .and_then(|name| name.strip_suffix(SUFFIX));
    letters.is_some_and(|letters| {
        letters.len() == LETTERS && letters.bytes().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// Whether a file may be one that this person's processes left: a file, and no link, of the same owner, with one name.
fn is_ours(about: &Metadata) -> bool {
    about.is_file() && about.nlink() == 1 && about.uid() == geteuid().as_raw()
}

fn is_stale(about: &Metadata) -> bool {
    let age = about.modified().ok().and_then(|date| date.elapsed().ok());
    age.is_some_and(|age| age >= STALE)
}

/// Makes what was renamed or removed in a folder outlast a power failure.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    fault::attempt(WriteStep::SyncFolder)?;
    match open_at_once(folder)?.sync_all() {
        // Some file systems have no such thing.
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

/// The folder that a file is in.
pub fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes the bytes to the disk, in a file beside their place that is marked as one of this process; what killed
/// processes left there goes.
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
    // A disk is full, or a limit met, in the middle of a file.
    fault::attempt(WriteStep::Write)?;
    file.write_all(rest)?;
    fault::attempt(WriteStep::Sync)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Makes a file that is marked as one of this process before another one takes it for litter.
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
        // A process that writes now, as another program or another thread does.
        let marked = open_at_once(&held).expect("a file");
        assert!(mark_as_ours(&marked));
        assert!(replace(&place("new"), b"whole", FileAccess::Usual, || Ok(())).is_ok());
        assert!(!litter.exists());
        assert!(held.exists() && foreign.exists() && linked.exists());
        drop(marked);
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

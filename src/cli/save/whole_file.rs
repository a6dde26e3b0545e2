//! Files that are written whole or not at all: beside their place, to the disk, and only then into it. A process that
//! is killed meanwhile leaves the old file, or the new one.
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rustix::io::Errno;
use tempfile::{Builder, NamedTempFile};

use super::fault::{self, WriteStep};

/// How the name of a file begins while it is being written: hidden, and not the name of a save.
const PREFIX: &str = ".writing-";
const SUFFIX: &str = ".tmp";

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

/// Writes a file in the place of the one at that path, if there is one.
///
/// # Errors
/// What the system said. The file at that path is then the old one or, if only the folder could not be synced, the new
/// one.
pub fn replace(path: &Path, bytes: &[u8], access: FileAccess) -> io::Result<()> {
    replace_and_open(path, bytes, access)?;
    sync_folder(folder(path))
}

/// Writes a file in the place of the one at that path, if there is one, and returns it. That it took the place outlasts a
/// power failure after `sync_folder`.
///
/// # Errors
/// What the system said. No file has changed then.
pub fn replace_and_open(path: &Path, bytes: &[u8], access: FileAccess) -> io::Result<File> {
    let file = written(path, bytes, access)?;
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

/// Sees whether a file could be written there some time later, and changes nothing.
///
/// # Errors
/// Why it could not.
pub fn try_place(path: &Path) -> io::Result<()> {
    let name = path.as_os_str().as_bytes();
    if name.ends_with(b"/") || name.ends_with(b"/.") {
        // Only a folder is called so.
        return Err(Errno::ISDIR.into());
    }
    tempfile::tempfile_in(folder(path)).map(drop)
}

/// Whether a file that is written to the one path is found at the other.
pub fn are_one(path: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let there = fs::canonicalize(path);
        there.or_else(|_| {
            let name = path.file_name().unwrap_or_default();
            fs::canonicalize(folder(path)).map(|folder| folder.join(name))
        })
    };
    match (place(path), place(other)) {
        (Ok(path), Ok(other)) => path == other,
        _ => false,
    }
}

/// Removes the unfinished files of processes that were killed while they wrote into this folder. The caller makes sure
/// that no process is writing into it now.
pub fn sweep(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && name.ends_with(SUFFIX) {
            // Litter that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}

/// Makes what was renamed or removed in a folder outlast a power failure.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    fault::attempt(WriteStep::SyncFolder)?;
    match File::open(folder)?.sync_all() {
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

/// Writes the bytes to the disk, in a file beside their place.
fn written(path: &Path, bytes: &[u8], access: FileAccess) -> io::Result<NamedTempFile> {
    let mode = match access {
        FileAccess::Owner => 0o600,
        FileAccess::Usual => 0o666,
    };
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    builder.permissions(Permissions::from_mode(mode));
    fault::attempt(WriteStep::Open)?;
    let mut file = builder.tempfile_in(folder(path))?;
    let (first, rest) = bytes.split_at(bytes.len() / 2);
    file.write_all(first)?;
    // A disk is full, or a limit met, in the middle of a file.
    fault::attempt(WriteStep::Write)?;
    file.write_all(rest)?;
    fault::attempt(WriteStep::Sync)?;
    file.as_file().sync_all()?;
    Ok(file)
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
            assert!(replace(&path, b"", FileAccess::Usual).is_err(), "{name}");
        }
        for name in ["new", "./new", "new."] {
            let tried = try_place(&home.path().join(name));
            assert_eq!(tried.map_err(|why| why.to_string()), Ok(()), "{name}");
        }
        assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 0);
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

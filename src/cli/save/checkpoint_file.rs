//! The checkpoint of the game in play: a save that is written on the way, for an end that nothing can catch, such as
//! SIGKILL or a power failure. The file goes when the game is saved, ended or left; what is found of one whose process
//! has ended can be resumed.
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::folder_lock::mark_as_ours;
use super::save_folder::SaveFolder;
use super::save_name::CHECKPOINT_EXTENSION;
use super::whole_file::sync_folder;

/// The checkpoint that this process writes, if there is one yet.
#[derive(Default)]
pub struct CheckpointFile {
    written: Option<WrittenCheckpoint>,
}

/// A checkpoint as it was written last.
struct WrittenCheckpoint {
    path: PathBuf,
    /// The file, kept open so that its mark stays.
    file: File,
}

impl CheckpointFile {
    /// Writes the game: over the checkpoint that this process wrote before, if that is still there, and otherwise under
    /// the first free name. No other file is written over.
    ///
    /// # Errors
    /// What the system said. The checkpoint from before is then still there.
    pub fn write(&mut self, folder: &SaveFolder, stem: &str, text: &str) -> io::Result<()> {
        let held = self.path();
        let (path, file) = folder.write(held, stem, CHECKPOINT_EXTENSION, text.as_bytes())?;
        if held.is_some_and(|held| held != path) {
            self.remove();
        }
        mark_as_ours(&file);
        // The checkpoint is there, whatever its date, and even if a power failure might take it.
        let _ = folder.date_last(&path);
        let _ = sync_folder(&folder.path);
        self.written = Some(WrittenCheckpoint { path, file });
        Ok(())
    }

    /// The checkpoint that was written last; none if there is none, or it is no more.
    pub fn path(&self) -> Option<&Path> {
        let written = self.written.as_ref()?;
        written.is_ours().then_some(&written.path)
    }

    /// Removes the checkpoint, if there is one.
    pub fn remove(&mut self) {
        if let Some(written) = self.written.take()
            && written.is_ours()
        {
            // A checkpoint that cannot be removed can be resumed, and loses nothing.
            let _ = fs::remove_file(&written.path);
        }
    }
}

impl WrittenCheckpoint {
    /// Whether the file at the path is still the one that this process wrote.
    fn is_ours(&self) -> bool {
        let (Ok(there), Ok(ours)) = (fs::symlink_metadata(&self.path), self.file.metadata()) else {
            return false;
        };
        (there.dev(), there.ino()) == (ours.dev(), ours.ino())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::save::save_folder::SaveKind;
    use crate::cli::save::save_folder::tests::folder;
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    /// Waits until nobody holds the mark of a file that was closed. A process that another test is starting holds it for
    /// a moment, as it holds all files of this one until it runs its own program.
    fn await_release(path: &Path) {
        let file = File::open(path).expect("a file");
        while flock(&file, FlockOperation::LockExclusive) == Err(Errno::INTR) {}
        // The lock is given up by name: closing the file would leave the lock to a process that is started just now.
        flock(&file, FlockOperation::Unlock).expect("a lock");
    }

    /// The names, kinds and texts of what is in the folder.
    fn found(folder: &SaveFolder) -> Vec<(String, SaveKind, String)> {
        let saves = folder.saves().expect("a folder").into_iter();
        let found = saves.map(|found| {
            let text = fs::read_to_string(&found.path).expect("a file");
            (found.name.raw().to_owned(), found.kind, text)
        });
        found.collect()
    }

    #[test]
    fn two_games_have_a_checkpoint_each_and_one_whose_process_is_gone_is_kept() {
        let (folder, _home) = folder();
        let [mut one, mut two] = [CheckpointFile::default(), CheckpointFile::default()];
        let write = |file: &mut CheckpointFile, text| {
            file.write(&folder, "crypt", text).expect("a checkpoint");
        };
        write(&mut one, "one");
        write(&mut two, "two");
        write(&mut one, "one on");
        let names = ["crypt-2.checkpoint", "crypt.checkpoint"].map(str::to_owned);
        let expected = |kinds: [SaveKind; 2], texts: [&str; 2]| {
            let rows = names.clone().into_iter().zip(kinds).zip(texts);
            let rows = rows.map(|((name, kind), text)| (name, kind, text.to_owned()));
            rows.collect::<Vec<_>>()
        };
        let in_play = SaveKind::CheckpointInPlay;
        assert_eq!(found(&folder), expected([in_play; 2], ["two", "one on"]));
        // As when the process is killed: nothing is removed, and the system closes the file.
        drop(one);
        await_release(&folder.path.join("crypt.checkpoint"));
        let kinds = [in_play, SaveKind::Checkpoint];
        assert_eq!(found(&folder), expected(kinds, ["two", "one on"]));
        let mut three = CheckpointFile::default();
        write(&mut three, "three");
        assert_eq!(three.path(), Some(&*folder.path.join("crypt-3.checkpoint")));
        three.remove();
        two.remove();
        assert_eq!(found(&folder).len(), 1);
    }

    #[test]
    fn a_checkpoint_that_somebody_removed_or_replaced_is_written_anew_and_theirs_is_kept() {
        let (folder, _home) = folder();
        let mut file = CheckpointFile::default();
        let path = folder.path.join("crypt.checkpoint");
        file.write(&folder, "crypt", "one").expect("a checkpoint");
        fs::remove_file(&path).expect("a file");
        assert_eq!(file.path(), None);
        file.write(&folder, "crypt", "two").expect("a checkpoint");
        assert_eq!(file.path(), Some(&*path));
        fs::remove_file(&path).expect("a file");
        fs::write(&path, "theirs").expect("a file");
        file.write(&folder, "crypt", "three").expect("a checkpoint");
        assert_eq!(file.path(), Some(&*folder.path.join("crypt-2.checkpoint")));
        file.remove();
        file.remove();
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("theirs"));
        assert_eq!(found(&folder).len(), 1);
    }
}

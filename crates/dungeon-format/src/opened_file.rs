//! Opens files for reading, at once or waiting for the writer of a pipe. Nothing else in the program opens a file to
//! read it (`tests/source/opening.rs`).
use std::path::Path;
use std::{fs, io};

/// Opens a file or a folder for reading, without waiting. Refuses pipes, sockets and devices, even if one of them
/// replaces the file during the call. Reading the result never waits either.
///
/// # Errors
///
/// The system's error, or the kind of a refused stream.
pub fn open_at_once(path: &Path) -> io::Result<fs::File> {
    // Opening a device may have effects, so check first.
    refuse_streams(&fs::metadata(path)?)?;
    let mut options = fs::OpenOptions::new();
    options.read(true);
    never_wait(&mut options);
    let file = options.open(path)?;
    refuse_streams(&file.metadata()?)?;
    Ok(file)
}

/// Opens a file that is named on the command line. If the file is a pipe, waits for its writer. A running game or watch
/// calls `open_at_once` instead, because this call blocks everything else.
///
/// # Errors
///
/// The system's error.
pub fn open_and_wait(path: &Path) -> io::Result<fs::File> {
    fs::File::open(path)
}

/// Refuses everything but files and folders.
fn refuse_streams(about: &fs::Metadata) -> io::Result<()> {
    if about.is_file() || about.is_dir() {
        Ok(())
    } else {
        Err(io::Error::other(format!(
            "it is a {}, not a file",
            stream_word(about)
        )))
    }
}

/// Returns the word for a kind of stream in messages.
#[cfg(unix)]
fn stream_word(about: &fs::Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match about.file_type() {
        stream if stream.is_fifo() => "pipe",
        stream if stream.is_socket() => "socket",
        _ => "device",
    }
}

/// Returns the word for a kind of stream in messages.
#[cfg(not(unix))]
fn stream_word(_: &fs::Metadata) -> &'static str {
    "device"
}

/// Makes opening a pipe return at once, even without a writer.
#[cfg(all(unix, feature = "program"))]
fn never_wait(options: &mut fs::OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK);
}

/// Does nothing: the flag `O_NONBLOCK` needs `libc`, which only the program on Unix uses. Elsewhere, `open_at_once`
/// relies on its check before opening.
#[cfg(not(all(unix, feature = "program")))]
fn never_wait(_: &mut fs::OpenOptions) {}

#[cfg(test)]
#[cfg(all(unix, feature = "program"))]
mod tests {
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    #[test]
    fn what_may_keep_its_reader_waiting_is_refused_in_plain_words() {
        let home = tempfile::tempdir().expect("a folder");
        let [pipe, socket, file] = ["pipe", "socket", "file"].map(|name| home.path().join(name));
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let _listener = UnixListener::bind(&socket).expect("a socket");
        fs::write(&file, "").expect("a file");
        let why = |path: &Path| open_at_once(path).err().map(|error| error.to_string());
        let refused = |what: &str| Some(format!("it is a {what}, not a file"));
        assert_eq!(why(&pipe), refused("pipe"));
        assert_eq!(why(&socket), refused("socket"));
        assert_eq!(why(Path::new("/dev/zero")), refused("device"));
        assert_eq!((why(&file), why(home.path())), (None, None));
    }

    #[test]
    fn a_pipe_that_takes_the_place_of_a_file_just_then_is_not_waited_for() {
        let home = tempfile::tempdir().expect("a folder");
        let pipe = home.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let mut options = fs::OpenOptions::new();
        options.read(true);
        never_wait(&mut options);
        // Without `O_NONBLOCK`, the call waits for a writer that never comes.
        let opened = options.open(&pipe).expect("a pipe");
        assert!(refuse_streams(&opened.metadata().expect("a pipe")).is_err());
    }
}

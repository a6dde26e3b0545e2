//! How files are opened for reading: at once, or, where a person named a pipe, when its writer is there. Nothing else in
//! the program opens a file to read it (`tests/source/opening.rs`).
use std::path::Path;
use std::{fs, io};

/// Opens a file or a folder for reading, and never waits: a pipe, a socket or a device is refused, even one that takes
/// the place of the file while it is opened. Reading what was opened never waits either.
///
/// # Errors
/// What the system said, or what stands there in place of a file.
pub fn open_at_once(path: &Path) -> io::Result<fs::File> {
    // A device may act when it is opened, so it is refused before.
    refuse_streams(&fs::metadata(path)?)?;
    let mut options = fs::OpenOptions::new();
    options.read(true);
    never_wait(&mut options);
    let file = options.open(path)?;
    refuse_streams(&file.metadata()?)?;
    Ok(file)
}

/// Opens what a person named on the command line: a pipe too, whose writer is waited for. A game or a watch that runs
/// already calls `open_at_once`, since nothing else is heard while this function waits.
///
/// # Errors
/// What the system said.
pub fn open_and_wait(path: &Path) -> io::Result<fs::File> {
    fs::File::open(path)
}

/// Succeeds for files and folders alone.
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

/// What a stream is called.
#[cfg(unix)]
fn stream_word(about: &fs::Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match about.file_type() {
        stream if stream.is_fifo() => "pipe",
        stream if stream.is_socket() => "socket",
        _ => "device",
    }
}

/// What a stream is called.
#[cfg(not(unix))]
fn stream_word(_: &fs::Metadata) -> &'static str {
    "device"
}

/// Has opening a pipe return at once.
#[cfg(all(unix, feature = "program"))]
fn never_wait(options: &mut fs::OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK);
}

/// The library alone has no name for the flag; it looks before it opens.
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
        // Without the flag the call returns when a writer comes, and none does.
        let opened = options.open(&pipe).expect("a pipe");
        assert!(refuse_streams(&opened.metadata().expect("a pipe")).is_err());
    }
}

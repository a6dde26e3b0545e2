//! The stream that wakes a loop which waits for a person: another thread sends a byte when there is something to show.
use std::io::{ErrorKind, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;

/// The end of the stream that a loop waits at; `None` where nobody wakes it.
pub(super) struct WakeStream(Option<Arc<UnixStream>>);

impl WakeStream {
    /// Waits at a stream, whose reads will not block from now on.
    ///
    /// # Errors
    /// If the stream cannot be told that.
    pub(super) fn new(stream: Option<Arc<UnixStream>>) -> std::io::Result<WakeStream> {
        if let Some(stream) = &stream {
            stream.set_nonblocking(true)?;
        }
        Ok(WakeStream(stream))
    }

    /// The file descriptor that can be read when somebody wakes the loop.
    pub(super) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.0.as_deref().map(AsFd::as_fd)
    }

    /// Takes all bytes that wait: however many there are, the loop is woken once. A stream that has ended is waited at no
    /// more, as it could be read for ever.
    pub(super) fn drain(&mut self) {
        let mut bytes = [0; 64];
        while let Some(stream) = &self.0 {
            match (&**stream).read(&mut bytes) {
                Ok(1..) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Ok(0) | Err(_) => self.0 = None,
            }
        }
    }
}

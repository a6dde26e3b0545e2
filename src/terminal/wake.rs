//! The stream that wakes a waiting loop. Another thread sends a byte when there is something new to show.
use std::io::{ErrorKind, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;

/// The end of the stream that receives the bytes; `None` if nothing wakes the loop.
pub(super) struct WakeStream(Option<Arc<UnixStream>>);

impl WakeStream {
    /// Takes a stream, and makes its reads nonblocking.
    ///
    /// # Errors
    /// Returns an error if the stream cannot be made nonblocking.
    pub(super) fn new(stream: Option<Arc<UnixStream>>) -> std::io::Result<WakeStream> {
        if let Some(stream) = &stream {
            stream.set_nonblocking(true)?;
        }
        Ok(WakeStream(stream))
    }

    /// Returns a file descriptor that becomes readable when the loop is woken.
    pub(super) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.0.as_deref().map(AsFd::as_fd)
    }

    /// Reads all waiting bytes, so that several bytes wake the loop once. Drops a closed stream, because it would stay
    /// readable forever.
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

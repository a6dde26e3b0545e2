//! What an editor sends on standard input, and what it is sent on standard output: messages of JSON, each behind a header
//! with its length. The length is the editor's word alone, so no memory is taken for bytes that have not come.
use std::io::{self, BufRead, Read};
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde::Deserialize;
use serde_json::Value;

use crate::format::source::Limits;

/// The bytes of the longest line of a header.
const LONGEST_LINE: u64 = 4096;

/// The threads that read and write.
#[derive(Debug)]
pub struct EditorStreams {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl EditorStreams {
    /// Begins to read and to write; returns the other end of the conversation.
    pub fn open() -> (Connection, EditorStreams) {
        let (server, editor) = Connection::memory();
        let Connection { sender, receiver } = editor;
        let reader = thread::spawn(move || {
            let mut from = io::stdin().lock();
            while let Some(message) = read_message(&mut from)? {
                let is_last =
                    matches!(&message, Message::Notification(said) if said.method == "exit");
                if sender.send(message).is_err() || is_last {
                    break;
                }
            }
            Ok(())
        });
        let writer = thread::spawn(move || {
            let mut to = io::stdout().lock();
            receiver
                .into_iter()
                .try_for_each(|message| message.write(&mut to))
        });
        (server, EditorStreams { reader, writer })
    }

    /// Waits until all is written that was said.
    ///
    /// # Errors
    /// Why what the editor sent is no message, or why nothing could be written.
    pub fn join(self) -> io::Result<()> {
        let joined = |thread: JoinHandle<io::Result<()>>| {
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let read = joined(self.reader);
        joined(self.writer).and(read)
    }
}

/// Reads the next message; none at the end.
fn read_message(from: &mut impl BufRead) -> io::Result<Option<Message>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if from.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let Some(header) = line.strip_suffix("\r\n") else {
            return Err(wrong(format!(
                "expected a line of a header, found {line:?}"
            )));
        };
        if header.is_empty() {
            break;
        }
        let Some((name, value)) = header.split_once(':') else {
            return Err(wrong(format!(
                "expected `name: value` in a header, found {header:?}"
            )));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(content_length(value.trim())?);
        }
    }
    let length = length.ok_or_else(|| wrong("expected Content-Length in a header, found none"))?;
    let mut bytes = Vec::new();
    let read = from.take(length).read_to_end(&mut bytes)?;
    if (read as u64) < length {
        return Err(wrong(format!(
            "expected {length} bytes, found the end after {read}"
        )));
    }
    let sent: SentMessage = serde_json::from_slice(&bytes).map_err(wrong)?;
    let message = sent.message();
    let message = message.ok_or_else(|| wrong("expected a method or the id of an answer"))?;
    Ok(Some(message))
}

/// Every sort of message in one: which it is, its fields tell. The type of lsp-server copies a message before it knows
/// that, and a message may be a file of many megabytes.
#[derive(Deserialize)]
struct SentMessage {
    id: Option<RequestId>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    result: Value,
}

impl SentMessage {
    fn message(self) -> Option<Message> {
        let SentMessage {
            id,
            method,
            params,
            result,
        } = self;
        Some(match (id, method) {
            (Some(id), Some(method)) => Message::Request(Request { id, method, params }),
            (None, Some(method)) => Message::Notification(Notification { method, params }),
            (Some(id), None) => Message::Response(Response::new_ok(id, result)),
            (None, None) => return None,
        })
    }
}

/// The length of a message, which holds a file of the largest size at most, each of its bytes escaped.
fn content_length(value: &str) -> io::Result<u64> {
    let most = 6 * Limits::default().file as u64 + (1 << 20);
    let length = value.parse().ok().filter(|length| *length <= most);
    length.ok_or_else(|| {
        wrong(format!(
            "expected a Content-Length of at most {most}, found {value:?}"
        ))
    })
}

fn wrong(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_one_after_another_until_the_end() {
        let said = "{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{}}";
        let framed = format!("content-length:{}\r\nX-Other: 3\r\n\r\n{said}", said.len());
        let both = framed.repeat(2);
        let mut from = both.as_bytes();
        for _ in 0..2 {
            let message = read_message(&mut from).expect("a message");
            assert!(matches!(message, Some(Message::Notification(_))));
        }
        assert!(read_message(&mut from).expect("the end").is_none());
    }

    #[test]
    fn what_is_no_message_is_told_and_takes_no_memory() {
        let endless = "x".repeat(1 << 20);
        for (sent, why) in [
            ("Content-Length: 9000000000000000000\r\n\r\n{}", "at most"),
            ("Content-Length: 40000000000\r\n\r\n{}", "at most"),
            ("Content-Length: -1\r\n\r\n{}", "found \"-1\""),
            ("Content-Length: 300000000\r\n\r\n{}", "the end after 2"),
            ("Content-Length: 2\r\n\r\n[]", "invalid length"),
            ("Content-Length: 2\r\n\r\n{}", "a method"),
            ("Content-Length: 2\n\n{}", "a line of a header"),
            ("\r\n", "found none"),
            ("garbage\r\n", "`name: value`"),
            (&endless, "a line of a header"),
        ] {
            let error = read_message(&mut sent.as_bytes()).expect_err(why);
            assert!(error.to_string().contains(why), "{error}");
            assert!(error.to_string().len() < 5000);
        }
    }
}

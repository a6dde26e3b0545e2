//! Reads and writes the messages of the protocol on standard input and output. A message is JSON after a header with
//! its length. The length is not trusted: memory grows only with the bytes that arrive.
use std::io::{self, BufRead, Read, Write};
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use dungeon_format::source::Limits;

/// The maximum length of a header line, in bytes.
const LONGEST_LINE: u64 = 4096;

/// The threads that read and write messages.
#[derive(Debug)]
pub struct EditorStreams {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl EditorStreams {
    /// Starts the threads, and returns the server's end of the connection.
    pub fn open() -> (Connection, EditorStreams) {
        let (server, editor) = Connection::memory();
        let Connection { sender, receiver } = editor;
        let answers = server.sender.clone();
        let reader = thread::spawn(move || {
            let mut from = io::stdin().lock();
            while let Some(read) = read_message(&mut from)? {
                let is_last =
                    matches!(&read, Ok(Message::Notification(said)) if said.method == "exit");
                let is_heard = match read {
                    Ok(message) => sender.send(message).is_ok(),
                    Err(refusal) => answers.send(refusal.into()).is_ok(),
                };
                if !is_heard || is_last {
                    break;
                }
            }
            Ok(())
        });
        let writer = thread::spawn(move || {
            let mut to = io::stdout().lock();
            receiver
                .into_iter()
                .try_for_each(|message| write_message(&mut to, message))
        });
        (server, EditorStreams { reader, writer })
    }

    /// Waits until all messages are written and both threads have ended.
    ///
    /// # Errors
    /// Returns an error if the editor sent an invalid message or nothing could be written.
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

/// Reads the next message. For an invalid message, returns the error response to send. `None` at the end of the input.
///
/// # Errors
/// Returns an error if the header gives no length, or if reading fails.
fn read_message(from: &mut impl BufRead) -> io::Result<Option<Result<Message, Response>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if from.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let Some(header) = line.strip_suffix("\r\n") else {
            return Err(wrong(format!("expected a header line, found {line:?}")));
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
    let length = length.ok_or_else(|| wrong("expected a Content-Length header, found none"))?;
    let mut bytes = Vec::new();
    let read = from.take(length).read_to_end(&mut bytes)?;
    if (read as u64) < length {
        return Err(wrong(format!(
            "expected {length} bytes, found the end after {read}"
        )));
    }
    Ok(Some(understood(bytes)))
}

/// Parses a message. For an invalid message, returns the error response to send.
fn understood(mut bytes: Vec<u8>) -> Result<Message, Response> {
    let refuse = |code, why: String| Response::new_err(request_id(Value::Null), code as i32, why);
    let mut sent: Result<SentMessage, _> = serde_json::from_slice(&bytes);
    if sent.is_err() && replace_half_characters(&mut bytes) {
        sent = serde_json::from_slice(&bytes);
    }
    let sent = sent.map_err(|error| refuse(ErrorCode::ParseError, error.to_string()))?;
    sent.message().ok_or_else(|| {
        let why = "expected a method or a response id, found neither";
        refuse(ErrorCode::InvalidRequest, why.to_owned())
    })
}

/// Replaces each lone surrogate escape, such as `\ud800`, by the escape of the replacement character. Columns do not
/// change, because both are one UTF-16 code unit. Returns whether there was a lone surrogate.
fn replace_half_characters(json: &mut [u8]) -> bool {
    let unit = |json: &[u8], at: usize| {
        let escape = json.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(str::from_utf8(escape).ok()?, 16).ok()
    };
    let (mut at, mut found) = (0, false);
    while at < json.len() {
        at += match (unit(json, at), unit(json, at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                json[at + 2..at + 6].copy_from_slice(b"fffd");
                found = true;
                6
            }
            _ if json[at] == b'\\' => 2,
            _ => 1,
        };
    }
    found
}

/// The prefix of an encoded id. Editors do not send such strings as ids.
const OTHER_ID: char = '\0';

/// Converts the id of a request to lsp-server's type. Numbers that do not fit, and values that are neither a number nor
/// a string, are encoded as strings, which `write_message` decodes again.
pub fn request_id(said: Value) -> RequestId {
    let small = said.as_i64().and_then(|number| i32::try_from(number).ok());
    match (small, said) {
        (Some(number), _) => RequestId::from(number),
        (None, Value::String(text)) if !text.starts_with(OTHER_ID) => RequestId::from(text),
        (None, other) => RequestId::from(format!("{OTHER_ID}{other}")),
    }
}

/// Decodes an id that [`request_id`] has encoded; `None` for any other id.
fn other_id(id: &RequestId) -> Option<Value> {
    let said = json!(id);
    serde_json::from_str(said.as_str()?.strip_prefix(OTHER_ID)?).ok()
}

/// Writes a message after its header.
fn write_message(to: &mut impl Write, message: Message) -> io::Result<()> {
    let said = match &message {
        Message::Response(response) => other_id(&response.id).map(|id| (id, response)),
        _ => None,
    };
    let Some((id, response)) = said else {
        return message.write(to);
    };
    let mut answer = json!(response);
    answer["jsonrpc"] = "2.0".into();
    answer["id"] = id;
    let text = answer.to_string();
    write!(to, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    to.flush()
}

/// A message of any kind: the fields that are present tell the kind. lsp-server's own type would copy a message, which
/// can be many megabytes, before it knows the kind.
#[derive(Deserialize)]
struct SentMessage {
    id: Option<Value>,
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
        Some(match (id.map(request_id), method) {
            (Some(id), Some(method)) => Message::Request(Request { id, method, params }),
            (None, Some(method)) => Message::Notification(Notification { method, params }),
            (Some(id), None) => Message::Response(Response::new_ok(id, result)),
            (None, None) => return None,
        })
    }
}

/// Parses the length of a message. The limit has room for the largest file, with every byte escaped.
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
            assert!(matches!(message, Some(Ok(Message::Notification(_)))));
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
            ("Content-Length: 2\n\n{}", "a header line"),
            ("\r\n", "found none"),
            ("garbage\r\n", "`name: value`"),
            (&endless, "a header line"),
        ] {
            let error = read_message(&mut sent.as_bytes()).expect_err(why);
            assert!(error.to_string().contains(why), "{error}");
            assert!(error.to_string().len() < 5000);
        }
    }

    /// Returns the parsed message or the error response, as JSON.
    fn heard(sent: &str) -> Value {
        let framed = format!("Content-Length: {}\r\n\r\n{sent}", sent.len());
        let read = read_message(&mut framed.as_bytes()).expect("a message");
        let message = read.expect("a message").unwrap_or_else(Message::from);
        let mut written = Vec::new();
        write_message(&mut written, message).expect("room");
        let text = String::from_utf8(written).expect("UTF-8");
        let (header, json) = text.split_once("\r\n\r\n").expect("a header");
        assert_eq!(header, format!("Content-Length: {}", json.len()));
        serde_json::from_str(json).expect("JSON")
    }

    #[test]
    fn what_makes_no_sense_is_answered_and_the_conversation_goes_on() {
        for (sent, code) in [
            ("no JSON", -32700),
            ("[]", -32700),
            ("{\"id\":1,\"method\":2}", -32700),
            ("{}", -32600),
        ] {
            let answer = heard(sent);
            assert_eq!(answer["error"]["code"], code, "{sent}");
            assert_eq!(
                (&answer["id"], &answer["jsonrpc"]),
                (&Value::Null, &json!("2.0"))
            );
        }
    }

    #[test]
    fn half_a_character_is_replaced_and_whole_ones_stay() {
        for (text, read) in [
            (r"\ud800", "\u{fffd}"),
            (r"a\uDFFF\ud83d\udE00\ud83d", "a\u{fffd}😀\u{fffd}"),
            (r"\\ud800 \ud800", "\\ud800 \u{fffd}"),
            (r"\ud800\\udc00", "\u{fffd}\\udc00"),
        ] {
            let said = format!("{{\"method\":\"a\",\"params\":\"{text}\"}}");
            assert_eq!(heard(&said)["params"], read, "{text}");
        }
    }

    #[test]
    fn an_answer_bears_the_very_id_that_was_sent() {
        let ids = [
            json!(7),
            json!("7"),
            json!(4_294_967_296_i64),
            json!(-3_000_000_000_i64),
            json!(u64::MAX),
            json!(1.5),
            json!(true),
            json!("\0true"),
            json!([null]),
        ];
        for id in ids {
            let response = Response::new_ok(request_id(id.clone()), 1);
            let mut written = Vec::new();
            write_message(&mut written, response.into()).expect("room");
            let text = String::from_utf8(written).expect("UTF-8");
            let (_, json) = text.split_once("\r\n\r\n").expect("a header");
            let answer: Value = serde_json::from_str(json).expect("JSON");
            assert_eq!((&answer["id"], &answer["result"]), (&id, &json!(1)));
        }
    }
}

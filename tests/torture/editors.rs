//! Editors that send anything in any order: files opened, edited in the middle of words and closed, every request about
//! any position, messages with parts of wrong types, and bytes that are not a message. The server ends by itself in
//! bounded memory, and answers each request before the first invalid bytes exactly once.
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::mutation::mutated;
use super::process::{by_shell, ended};
use super::{Ordeal, try_on};

/// Conversations of random messages.
pub const EDITORS: Ordeal = Ordeal {
    name: "editors",
    cost: 16,
    run: |config| {
        let home = tempfile::tempdir().expect("a folder");
        let said = prop::collection::vec(said(), 1..24);
        try_on(config, &said, |said| converse(home.path(), &said))
    },
};

/// The address space of the server in KiB: mostly that of its threads.
const MEMORY: usize = 2 << 20;

/// The requests of an editor.
const QUESTIONS: &[&str] = &[
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/codeLens",
    "textDocument/codeAction",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/nonsense",
    "initialize",
    "shutdown",
];

/// An item of an editor's output.
#[derive(Clone, Debug)]
enum Said {
    /// A valid message.
    Message(Value),
    /// A message with one part replaced.
    Changed(Value, usize, Value),
    /// Bytes without a header, or with an invalid one.
    Bytes(Vec<u8>),
}

fn said() -> impl Strategy<Value = Said> {
    prop_oneof![
        24 => message().prop_map(Said::Message),
        6 => (message(), any::<usize>(), odd()).prop_map(|(message, at, odd)| Said::Changed(message, at, odd)),
        1 => bytes().prop_map(Said::Bytes),
    ]
}

/// Returns bytes that are not a message.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let headers = prop::sample::select(vec![
        "Content-Length: 9000000000000000000\r\n\r\n{}",
        "Content-Length: 300000000\r\n\r\n{",
        "Content-Length: -1\r\n\r\n",
        "Content-Length: 2\r\n\r\n[]",
        "Content-Type: x\r\n\r\n{}",
        "\r\n\r\n",
        "{}",
    ]);
    prop_oneof![
        headers.prop_map(|text| text.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 1..60),
    ]
}

/// Returns a value that a message does not expect.
fn odd() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<i64>().prop_map(Value::from),
        Just(json!(4294967295u32)),
        "\\PC{0,12}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!("file:///no/such/%ff%00")),
    ]
}

fn place() -> impl Strategy<Value = Value> {
    (0..40u32, 0..60u32).prop_map(|(line, character)| json!({"line": line, "character": character}))
}

fn range() -> impl Strategy<Value = Value> {
    (place(), place()).prop_map(|(start, end)| json!({"start": start, "end": end}))
}

/// Returns a message about one of three files, without a number.
fn message() -> impl Strategy<Value = Value> {
    let file = || (0..3u8).prop_map(|nth| format!("untitled:{nth}"));
    let text = mutated().prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let opened = (file(), text).prop_map(|(uri, text)| {
        let item = json!({"uri": uri, "languageId": "dungeon", "version": 1, "text": text});
        note("textDocument/didOpen", json!({"textDocument": item}))
    });
    let piece = "[a-zA-Z0-9=\"#@.|~ ]{0,6}|\r\n|\n|end\n|map\n|𝄞|\u{200b}|include \"x.dng\"\n";
    let edited = (file(), 2..90i32, range(), piece).prop_map(|(uri, version, range, text)| {
        let file = json!({"uri": uri, "version": version});
        let changes = json!([{"range": range, "text": text}]);
        note(
            "textDocument/didChange",
            json!({"textDocument": file, "contentChanges": changes}),
        )
    });
    let closed = file().prop_map(|uri| {
        note(
            "textDocument/didClose",
            json!({"textDocument": {"uri": uri}}),
        )
    });
    let other = prop::sample::select(vec![
        note("initialized", json!({})),
        note(
            "textDocument/didSave",
            json!({"textDocument": {"uri": "untitled:0"}}),
        ),
        note("workspace/didChangeWatchedFiles", json!({"changes": []})),
        note("$/cancelRequest", json!({"id": 3})),
        note("exit", Value::Null),
    ]);
    let asked = (prop::sample::select(QUESTIONS), file(), place(), range());
    let asked = asked.prop_map(|(method, uri, position, range)| {
        let params = json!({
            "textDocument": {"uri": uri},
            "position": position,
            "range": range,
            "newName": "x",
            "options": {"tabSize": 4, "insertSpaces": true},
            "context": {"includeDeclaration": true, "triggerKind": 1, "diagnostics": []},
            "capabilities": {},
        });
        json!({"jsonrpc": "2.0", "id": 0, "method": method, "params": params})
    });
    prop_oneof![3 => opened, 6 => edited, 1 => closed, 2 => other, 9 => asked]
}

fn note(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

/// Replaces a part of a message's params, or a part of that, chosen by a number of any size.
fn change(part: &mut Value, at: usize, odd: Value) {
    match part {
        Value::Object(parts) if !parts.is_empty() && !at.is_multiple_of(4) => {
            let nth = at / 4 % parts.len();
            let part = parts.values_mut().nth(nth).expect("it is one of them");
            change(part, at / 4 / 7, odd);
        }
        _ => *part = odd,
    }
}

/// Sends all items to a server after `initialize`, and checks the answers and the end.
fn converse(home: &Path, said: &[Said]) {
    let hello =
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}});
    let mut sent = framed(&hello);
    let mut asked = BTreeSet::from([0]);
    let mut is_heard = true;
    for (id, said) in (1..).zip(said) {
        let mut message = match said {
            Said::Bytes(bytes) => {
                sent.extend(bytes);
                is_heard = false;
                continue;
            }
            Said::Message(message) => message.clone(),
            Said::Changed(message, at, odd) => {
                let mut message = message.clone();
                change(&mut message["params"], *at, odd.clone());
                message
            }
        };
        if message.get("id").is_some() {
            message["id"] = id.into();
            if is_heard {
                asked.insert(id);
            }
        }
        is_heard &= message["method"] != "exit";
        sent.extend(framed(&message));
    }
    let line = format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"");
    let mut child = by_shell(&line, home, &["lsp"]).spawn().expect("a shell");
    let mut input = child.stdin.take().expect("a pipe");
    // The server may have ended already.
    let _ = input.write_all(&sent);
    drop(input);
    let output = ended(child, &said);
    let code = output.status.code();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        matches!(code, Some(0..=2)) && errors.lines().count() <= 1,
        "{code:?}: {errors}"
    );
    let mut answers: BTreeMap<i64, usize> = asked.iter().map(|id| (*id, 0)).collect();
    for message in messages(&output.stdout) {
        if let (Some(id), None) = (message["id"].as_i64(), message.get("method")) {
            *answers.entry(id).or_insert(0) += 1;
        }
    }
    // Requests after invalid bytes or after `exit` may stay unanswered, but are never answered twice.
    let is_wrong = |(id, count): &(&i64, &usize)| {
        if asked.contains(id) {
            **count != 1
        } else {
            **count > 1
        }
    };
    let wrong: Vec<_> = answers.iter().filter(is_wrong).collect();
    assert!(wrong.is_empty(), "{wrong:?} of {answers:?}");
}

/// Returns a message with its length header.
fn framed(message: &Value) -> Vec<u8> {
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

/// Returns the messages of the server, which must be complete.
fn messages(mut sent: &[u8]) -> Vec<Value> {
    let mut messages = Vec::new();
    while !sent.is_empty() {
        let head = sent
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .expect("a header");
        let header = std::str::from_utf8(&sent[..head]).expect("ASCII");
        let length = header.strip_prefix("Content-Length: ").expect("a length");
        let length: usize = length.parse().expect("a number");
        let text = sent
            .get(head + 4..head + 4 + length)
            .expect("a whole message");
        messages.push(serde_json::from_slice(text).expect("JSON"));
        sent = &sent[head + 4 + length..];
    }
    messages
}

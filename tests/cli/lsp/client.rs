//! An editor's side of a conversation with `dungeon lsp`, over pipes.
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// An editor that sends `initialize` on creation.
pub struct Client {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    last_id: i64,
    /// Received messages not yet processed.
    told: Vec<Value>,
    /// The server's answer to `initialize`.
    pub server: Value,
}

impl Client {
    /// Creates an editor without capabilities.
    pub fn new() -> Client {
        Client::with(&[], json!({}))
    }

    /// Creates an editor with these capabilities, which starts the server with these arguments.
    pub fn with(arguments: &[&str], capabilities: Value) -> Client {
        let mut client = Client::silent(arguments);
        let hello = json!({"processId": null, "rootUri": null, "capabilities": capabilities});
        client.server = client.ask("initialize", hello);
        client.note("initialized", json!({}));
        client
    }

    /// Creates an editor that has not sent `initialize`.
    pub fn silent(arguments: &[&str]) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
        let command = command.arg("lsp").args(arguments);
        let piped = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = piped.spawn().expect("the program starts");
        Client {
            to: child.stdin.take(),
            from: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
            last_id: 0,
            told: Vec::new(),
            server: Value::Null,
        }
    }

    /// Sends bytes unchanged.
    pub fn send(&mut self, bytes: &[u8]) {
        let to = self.to.as_mut().expect("the pipe is open");
        to.write_all(bytes).expect("the server reads");
        to.flush().expect("the server reads");
    }

    /// Returns a message with its header.
    pub fn framed(message: &Value) -> Vec<u8> {
        let text = message.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
    }

    /// Sends a notification.
    pub fn note(&mut self, method: &str, params: Value) {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.send(&Client::framed(&message));
    }

    /// Sends a request. Returns its number.
    pub fn begin(&mut self, method: &str, params: Value) -> i64 {
        let (id, message) = self.request(method, params);
        self.send(&Client::framed(&message));
        id
    }

    /// Returns a request that is not sent yet, and its number.
    pub fn request(&mut self, method: &str, params: Value) -> (i64, Value) {
        self.last_id += 1;
        let id = self.last_id;
        (
            id,
            json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}),
        )
    }

    /// Waits for the complete answer to a request.
    pub fn answer(&mut self, id: i64) -> Value {
        loop {
            let message = self.hear().expect("an answer");
            if message["id"] == id {
                return message;
            } else {
                self.told.push(message)
            }
        }
    }

    /// Sends a request. Returns its result, or its error if it is refused.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let mut answer = self.answer(id);
        match answer.get("error") {
            Some(error) => error.clone(),
            None => answer["result"].take(),
        }
    }

    /// Returns the next message; `None` at the end.
    pub fn hear(&mut self) -> Option<Value> {
        let mut length = None;
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line).expect("UTF-8") == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().ok(),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length.expect("a length")];
        self.from.read_exact(&mut bytes).expect("a whole message");
        Some(serde_json::from_slice(&bytes).expect("JSON"))
    }

    /// Opens a file with the editor's text.
    pub fn open(&mut self, uri: &str, text: &str) {
        let item = json!({"uri": uri, "languageId": "dungeon", "version": 1, "text": text});
        self.note("textDocument/didOpen", json!({"textDocument": item}));
    }

    /// Sends edits of a file.
    pub fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let file = json!({"uri": uri, "version": version});
        let params = json!({"textDocument": file, "contentChanges": changes});
        self.note("textDocument/didChange", params);
    }

    /// Waits for the findings in a file, of this version if one is given. Returns them.
    pub fn findings(&mut self, uri: &str, version: Option<i64>) -> Vec<Value> {
        let is_it = |message: &Value| {
            let params = &message["params"];
            let is_new = version.is_none_or(|version| params["version"] == version);
            message["method"] == "textDocument/publishDiagnostics" && params["uri"] == uri && is_new
        };
        let found = loop {
            match self.told.iter().position(is_it) {
                Some(nth) => break self.told.remove(nth),
                None => {
                    let message = self.hear().expect("findings");
                    self.told.push(message);
                }
            }
        };
        found["params"]["diagnostics"]
            .as_array()
            .cloned()
            .expect("a list")
    }

    /// Sends a request about a position in a file.
    pub fn at(&mut self, method: &str, uri: &str, (line, character): (usize, usize)) -> Value {
        let params = json!({
            "textDocument": {"uri": uri},
            "position": {"line": line, "character": character},
            "context": {"includeDeclaration": true, "triggerKind": 1},
        });
        self.ask(&format!("textDocument/{method}"), params)
    }

    /// Sends a request about a file.
    pub fn of(&mut self, method: &str, uri: &str) -> Value {
        let params = json!({
            "textDocument": {"uri": uri},
            "options": {"tabSize": 4, "insertSpaces": true},
        });
        self.ask(&format!("textDocument/{method}"), params)
    }

    /// Shuts the server down. Returns the exit code.
    pub fn end(mut self) -> i32 {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.note("exit", Value::Null);
        self.code()
    }

    /// Closes the pipe to the server. Returns the exit code.
    pub fn code(mut self) -> i32 {
        drop(self.to.take());
        let status = self.child.wait().expect("the server ends");
        status.code().expect("an exit code, no signal")
    }
}

//! The conversation with an editor. Notifications change open files; requests are answered.
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Exit, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{Initialize, Request as _, Shutdown};
use lsp_types::{InitializeParams, MessageType, PublishDiagnosticsParams, ShowMessageParams};

use super::capabilities::introduction;
use super::findings::BROKEN;
use super::include_watch::IncludeWatch;
use super::judge::{self, FindFaults, JudgeJob, Judged};
use super::messages::{Dropped, Heard, HeardEvent, listen};
use super::positions::ColumnUnit;
use super::requests::{Refused, answer};
use super::workspace::Workspace;
use dungeon_format::untrusted::Untrusted;

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConversationEnd {
    /// The editor sent `shutdown`, then `exit`.
    Told,
    /// The editor left without `shutdown`.
    Gone,
    /// The editor no longer reads answers.
    Deaf,
}

/// The editor no longer reads answers.
struct EditorGone;

/// The phase of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConversationPhase {
    /// Before `initialize`.
    Uninitialized,
    /// Between `initialize` and `shutdown`.
    Working,
    /// After `shutdown`.
    ShutDown,
}

/// The server's state in a conversation.
struct Server {
    connection: Connection,
    workspace: Workspace,
    judge: Sender<JudgeJob>,
    is_judging: bool,
    watch: IncludeWatch,
    phase: ConversationPhase,
}

/// Serves an editor until the conversation ends. `find_faults` checks the files.
pub fn serve(
    connection: Connection,
    include: &[PathBuf],
    find_faults: FindFaults,
) -> ConversationEnd {
    let (events, heard) = mpsc::channel();
    listen(&connection, events.clone());
    let mut server = Server {
        connection,
        workspace: Workspace::new(include.to_vec(), find_faults),
        watch: IncludeWatch::new(events.clone()),
        judge: judge::start(move |judged| events.send(HeardEvent::Judged(judged)).is_ok()),
        is_judging: false,
        phase: ConversationPhase::Uninitialized,
    };
    let end = server.converse(&mut Heard::new(heard));
    end.unwrap_or(ConversationEnd::Deaf)
}

impl Server {
    /// Handles events until the end.
    fn converse(&mut self, heard: &mut Heard) -> Result<ConversationEnd, EditorGone> {
        loop {
            if !heard.is_waiting() {
                self.judge_next();
            }
            match heard.next() {
                HeardEvent::Silence => return Ok(ConversationEnd::Gone),
                HeardEvent::Judged(judged) => {
                    self.is_judging = false;
                    if judged.is_broken {
                        self.tell_of_a_bug(&judged)?;
                    }
                    let told = self.workspace.take(judged);
                    self.tell(told)?;
                }
                HeardEvent::FilesChanged => {
                    self.watch.follow_again();
                    self.workspace.files_changed();
                }
                HeardEvent::Said(Message::Response(_)) => {}
                HeardEvent::Said(Message::Notification(said)) if said.method == Exit::METHOD => {
                    return Ok(match self.phase {
                        ConversationPhase::ShutDown => ConversationEnd::Told,
                        _ => ConversationEnd::Gone,
                    });
                }
                HeardEvent::Said(Message::Notification(said)) => self.take_note(said)?,
                HeardEvent::Said(Message::Request(request)) => {
                    let dropped = heard.dropped(&request);
                    let response = self.response(request, dropped);
                    self.say(response.into())?;
                }
            }
        }
    }

    /// Starts the next check, unless one is running. After the last check, watches the included files.
    fn judge_next(&mut self) {
        if self.is_judging {
            return;
        }
        match self.workspace.next_job() {
            Some(job) => self.is_judging = self.judge.send(job).is_ok(),
            None => self.watch.follow(self.workspace.included()),
        }
    }

    /// Shows the user a message about a file whose check panicked.
    fn tell_of_a_bug(&self, judged: &Judged) -> Result<(), EditorGone> {
        let name = Untrusted::from(judged.job.buffer.name());
        let params = ShowMessageParams {
            typ: MessageType::ERROR,
            message: format!("{name}: {BROKEN}"),
        };
        self.say(Notification::new(ShowMessage::METHOD.to_owned(), params).into())
    }

    /// Handles a notification. Ignores an invalid notification, because notifications have no response.
    fn take_note(&mut self, said: Notification) -> Result<(), EditorGone> {
        if self.phase != ConversationPhase::Working {
            return Ok(());
        }
        match said.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Some(opened) = params::<DidOpenTextDocument>(said) {
                    self.workspace.open(opened);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Some(changed) = params::<DidChangeTextDocument>(said) {
                    self.workspace.edit(changed);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Some(closed) = params::<DidCloseTextDocument>(said) {
                    let told = self.workspace.close(&closed.text_document.uri);
                    self.tell(told)?;
                }
            }
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => {
                self.workspace.files_changed();
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the response to a request. `dropped` says why a request must not be answered.
    fn response(&mut self, request: Request, dropped: Option<Dropped>) -> Response {
        let id = request.id.clone();
        match self.answer(request, dropped) {
            Ok(response) => response,
            Err((code, why)) => Response::new_err(id, code as i32, why),
        }
    }

    fn answer(&mut self, request: Request, dropped: Option<Dropped>) -> Result<Response, Refused> {
        let refuse = |code, why: &str| Err((code, why.to_owned()));
        match (self.phase, request.method.as_str(), dropped) {
            (ConversationPhase::Uninitialized, Initialize::METHOD, _) => self.introduce(request),
            (ConversationPhase::Uninitialized, ..) => {
                refuse(ErrorCode::ServerNotInitialized, "send `initialize` first")
            }
            (ConversationPhase::ShutDown, ..) => {
                refuse(ErrorCode::InvalidRequest, "the server is shut down")
            }
            (_, Initialize::METHOD, _) => refuse(
                ErrorCode::InvalidRequest,
                "the server is already initialized",
            ),
            (_, Shutdown::METHOD, _) => {
                self.phase = ConversationPhase::ShutDown;
                Ok(Response::new_ok(request.id, ()))
            }
            (_, _, Some(Dropped::Cancelled)) => {
                refuse(ErrorCode::RequestCanceled, "the request was canceled")
            }
            (_, _, Some(Dropped::Stale)) => refuse(
                ErrorCode::ContentModified,
                "the file was edited after the request",
            ),
            // The panic hook has printed the panic. The findings of other files must stay in the editor.
            (_, _, None) => catch_unwind(AssertUnwindSafe(|| answer(&mut self.workspace, request)))
                .unwrap_or_else(|_| {
                    refuse(
                        ErrorCode::InternalError,
                        "a bug in dungeon prevented the answer",
                    )
                }),
        }
    }

    /// Handles `initialize`: reads the editor's capabilities, and returns the server's capabilities.
    fn introduce(&mut self, request: Request) -> Result<Response, Refused> {
        let params: Result<InitializeParams, _> = serde_json::from_value(request.params);
        let params = params.map_err(|error| (ErrorCode::InvalidParams, error.to_string()))?;
        let general = params.capabilities.general;
        let offered = general.and_then(|general| general.position_encodings);
        self.workspace.unit = ColumnUnit::agreed(offered.as_deref());
        self.phase = ConversationPhase::Working;
        let said = introduction(self.workspace.unit);
        Ok(Response::new_ok(request.id, said))
    }

    /// Sends diagnostics to the editor.
    fn tell(&self, told: Vec<PublishDiagnosticsParams>) -> Result<(), EditorGone> {
        for params in told {
            let method = PublishDiagnostics::METHOD.to_owned();
            self.say(Notification::new(method, params).into())?;
        }
        Ok(())
    }

    fn say(&self, message: Message) -> Result<(), EditorGone> {
        let said = self.connection.sender.send(message);
        said.map_err(|_| EditorGone)
    }
}

/// Parses the parameters of a notification; `None` if they are invalid.
fn params<N: lsp_types::notification::Notification>(said: Notification) -> Option<N::Params> {
    serde_json::from_value(said.params).ok()
}

#[cfg(test)]
mod tests {
    use std::thread;

    use serde_json::{Value, json};

    use super::*;
    use crate::cli::commands::lsp::judge::find_faults;
    use dungeon_format::diagnostic::Diagnostic;
    use dungeon_format::source::{Limits, Source};

    /// Panics on some texts, like a check with a bug.
    fn find_faults_or_panic(
        source: &Source,
        limits: &Limits,
        goes_on: &dyn Fn() -> bool,
    ) -> Vec<Diagnostic> {
        assert!(!source.text.contains("bug"), "the bug");
        find_faults(source, limits, goes_on)
    }

    /// Returns the next notification of the server: its method and its parameters.
    fn told(editor: &Connection) -> (String, Value) {
        let said = editor.receiver.iter().find_map(|said| match said {
            Message::Notification(said) => Some((said.method, said.params)),
            _ => None,
        });
        said.expect("a notification")
    }

    #[test]
    fn a_check_that_panics_is_told_and_costs_no_other_file_its_findings() {
        let (server, editor) = Connection::memory();
        let serving = thread::spawn(move || serve(server, &[], find_faults_or_panic));
        let send = |method: &str, params| {
            let said = Notification::new(method.to_owned(), params);
            editor.sender.send(said.into()).expect("a server");
        };
        let open = |name: &str, text: &str| {
            let item = json!({"uri": name, "languageId": "dungeon", "version": 1, "text": text});
            send("textDocument/didOpen", json!({"textDocument": item}));
        };
        let hello = json!({"capabilities": {}});
        let hello = Request::new(1.into(), Initialize::METHOD.to_owned(), hello);
        editor.sender.send(hello.into()).expect("a server");
        open("untitled:a", "// a bug\n");
        let (method, params) = told(&editor);
        assert_eq!(
            (method.as_str(), &params["type"]),
            (ShowMessage::METHOD, &json!(1))
        );
        assert_eq!(params["message"], format!("untitled:a: {BROKEN}"));
        let (method, params) = told(&editor);
        assert_eq!(
            (method.as_str(), &params["uri"]),
            (PublishDiagnostics::METHOD, &json!("untitled:a"))
        );
        assert_eq!(params["diagnostics"][0]["message"], BROKEN);
        open("untitled:b", "map\n#####\n#@o$#\n#####\nend\n");
        let (_, params) = told(&editor);
        assert_eq!(params["uri"], "untitled:b");
        assert_eq!(params["diagnostics"][0]["code"], "unknown-glyph");
        let change = json!({
            "textDocument": {"uri": "untitled:a", "version": 2},
            "contentChanges": [{"text": "map\n####\n#@$#\n####\nend\n"}],
        });
        send("textDocument/didChange", change);
        let (_, params) = told(&editor);
        assert_eq!(
            (&params["uri"], &params["diagnostics"]),
            (&json!("untitled:a"), &json!([]))
        );
        send("exit", Value::Null);
        assert_eq!(serving.join().ok(), Some(ConversationEnd::Gone));
    }
}

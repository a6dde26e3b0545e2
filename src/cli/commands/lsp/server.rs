//! The conversation with an editor: notifications change what is open, requests are answered.
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Exit, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{CodeActionRequest, Initialize, Request as _, Shutdown};
use lsp_types::{CodeActionOrCommand, InitializeParams, Uri};
use serde::de::DeserializeOwned;

use super::buffers::{Buffer, Buffers};
use super::capabilities::introduction;
use super::include_buffers::IncludeBuffers;
use super::judge::{self, JudgeJob, Judged};
use super::messages::{Dropped, Event, Heard, listen};
use super::positions::ColumnUnit;
use super::published::PublishedFindings;

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The editor said that it ends, and then that it is gone.
    Told,
    /// The editor is gone without a word.
    Gone,
    /// Nobody reads what is said.
    Deaf,
}

impl End {
    /// Whether the editor said that it ends.
    pub fn is_told(self) -> bool {
        self == End::Told
    }
}

/// A request that cannot be answered, or an editor that reads no answers.
#[derive(Debug)]
enum Trouble {
    /// What is wrong with the request.
    Refused(ErrorCode, String),
    /// The editor is gone.
    Deaf,
}

impl Trouble {
    fn wrong(why: impl Into<String>) -> Trouble {
        Trouble::Refused(ErrorCode::InvalidParams, why.into())
    }
}

/// What the server knows.
struct Server {
    connection: Connection,
    /// Folders from which files may include others, beside their own.
    include: Vec<PathBuf>,
    unit: ColumnUnit,
    open: Buffers,
    /// How many edits of any file there were.
    edits: u64,
    /// The files that are to be judged anew, the next one last.
    unjudged: Vec<String>,
    judge: Sender<JudgeJob>,
    is_judging: bool,
    published: PublishedFindings,
    phase: Phase,
}

/// How far the conversation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nobody has said who he is.
    Strange,
    /// Everything is asked and answered.
    Working,
    /// The editor ends, and asks nothing more.
    Ending,
}

/// Answers an editor until it ends.
pub fn serve(connection: Connection, include: Vec<PathBuf>) -> End {
    let (events, heard) = mpsc::channel();
    listen(&connection, events.clone());
    let judge = judge::start(move |judged| events.send(Event::Judged(judged)).is_ok());
    let mut server = Server {
        connection,
        include,
        unit: ColumnUnit::Utf16,
        open: Buffers::new(),
        edits: 0,
        unjudged: Vec::new(),
        judge,
        is_judging: false,
        published: PublishedFindings::default(),
        phase: Phase::Strange,
    };
    let mut heard = Heard::new(heard);
    server.converse(&mut heard).unwrap_or(End::Deaf)
}

impl Server {
    /// Hears and answers until the end; none where nobody reads the answers.
    fn converse(&mut self, heard: &mut Heard) -> Option<End> {
        loop {
            if !heard.is_waiting() {
                self.judge_next();
            }
            let done = match heard.next() {
                Event::Silence => return Some(End::Gone),
                Event::Judged(judged) => self.tell(judged),
                Event::Said(Message::Response(_)) => Ok(()),
                Event::Said(Message::Notification(said)) if said.method == Exit::METHOD => {
                    return Some(match self.phase {
                        Phase::Ending => End::Told,
                        _ => End::Gone,
                    });
                }
                Event::Said(Message::Notification(said)) => self.take_note(said),
                Event::Said(Message::Request(request)) => {
                    let dropped = heard.dropped(&request);
                    self.respond(request, dropped)
                }
            };
            if let Err(Trouble::Deaf) = done {
                return None;
            }
        }
    }

    /// Has the next file judged that waits for it, unless one is being judged.
    fn judge_next(&mut self) {
        if self.is_judging {
            return;
        }
        while let Some(file) = self.unjudged.pop() {
            let Some(buffer) = self.open.get(&file) else {
                continue;
            };
            let job = self.job(buffer);
            self.is_judging = self.judge.send(job).is_ok();
            return;
        }
    }

    fn job(&self, buffer: &Buffer) -> JudgeJob {
        JudgeJob {
            buffer: buffer.clone(),
            files: IncludeBuffers::of(buffer, &self.include, &self.open),
            edits: self.edits,
        }
    }

    /// Tells what was found in a file, unless it was edited since.
    fn tell(&mut self, judged: Arc<Judged>) -> Result<(), Trouble> {
        self.is_judging = false;
        let file = judged.job.buffer.uri.to_string();
        let now = self.open.get(&file).map(|buffer| buffer.version);
        if now != Some(judged.job.buffer.version) {
            return Ok(());
        }
        for params in self.published.take(judged, &self.open, self.unit) {
            self.notify::<PublishDiagnostics>(params)?;
        }
        Ok(())
    }

    /// Has a file judged anew, and every one that may include it, the file itself first.
    fn edited(&mut self, file: &str) {
        self.edits += 1;
        let others = self.open.iter();
        let others = others.filter(|(_, buffer)| buffer.text.contains("include"));
        let others: Vec<String> = others.map(|(other, _)| other.clone()).collect();
        for file in others.into_iter().chain([file.to_owned()]) {
            self.unjudged.retain(|waiting| *waiting != file);
            self.unjudged.push(file);
        }
    }

    /// Takes a notification; one that makes no sense changes nothing, since nobody can be answered.
    fn take_note(&mut self, said: Notification) -> Result<(), Trouble> {
        if self.phase != Phase::Working {
            return Ok(());
        }
        match said.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Some(opened) = params::<DidOpenTextDocument>(said) {
                    let file = opened.text_document.uri.to_string();
                    self.open
                        .insert(file.clone(), Buffer::opened(opened.text_document));
                    self.edited(&file);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Some(changed) = params::<DidChangeTextDocument>(said) {
                    let file = changed.text_document.uri.to_string();
                    if let Some(buffer) = self.open.get_mut(&file) {
                        buffer.version = changed.text_document.version;
                        buffer.edit(changed.content_changes, self.unit);
                        self.edited(&file);
                    }
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Some(closed) = params::<DidCloseTextDocument>(said) {
                    let file = closed.text_document.uri.to_string();
                    self.open.remove(&file);
                    for params in self.published.forget(&file, &self.open) {
                        self.notify::<PublishDiagnostics>(params)?;
                    }
                    self.edited(&file);
                }
            }
            // A file that is included may be another now.
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => self.edited(""),
            _ => {}
        }
        Ok(())
    }

    /// Answers a request, if only by saying why it is not answered.
    fn respond(&mut self, request: Request, dropped: Option<Dropped>) -> Result<(), Trouble> {
        let id = request.id.clone();
        let refused = match (self.phase, dropped) {
            (Phase::Strange, _) if request.method != Initialize::METHOD => {
                Some((ErrorCode::ServerNotInitialized, "say who you are first"))
            }
            (Phase::Ending, _) => Some((ErrorCode::InvalidRequest, "you said that you end")),
            (Phase::Working, Some(Dropped::Cancelled)) => {
                Some((ErrorCode::RequestCanceled, "you took it back"))
            }
            (Phase::Working, Some(Dropped::Stale)) => {
                Some((ErrorCode::ContentModified, "the text was edited since"))
            }
            _ => None,
        };
        let response = match refused {
            Some((code, why)) => Response::new_err(id, code as i32, why.to_owned()),
            None => match self.answer(request) {
                Ok(response) => response,
                Err(Trouble::Refused(code, why)) => Response::new_err(id, code as i32, why),
                Err(deaf) => return Err(deaf),
            },
        };
        self.say(response.into())
    }

    fn answer(&mut self, request: Request) -> Result<Response, Trouble> {
        match request.method.as_str() {
            Initialize::METHOD => {
                let (id, params): (_, InitializeParams) = asked(request)?;
                let general = params
                    .capabilities
                    .general
                    .and_then(|all| all.position_encodings);
                self.unit = ColumnUnit::agreed(general.as_deref());
                self.phase = Phase::Working;
                Ok(Response::new_ok(id, introduction(self.unit)))
            }
            Shutdown::METHOD => {
                self.phase = Phase::Ending;
                Ok(Response::new_ok(request.id, ()))
            }
            CodeActionRequest::METHOD => {
                let (id, params) = asked_as::<CodeActionRequest>(request)?;
                let judged = self.judged(&params.text_document.uri)?;
                let fixes = judged.quick_fixes(params.range, self.unit).into_iter();
                let fixes: Vec<_> = fixes.map(CodeActionOrCommand::CodeAction).collect();
                Ok(Response::new_ok(id, fixes))
            }
            other => Err(Trouble::Refused(
                ErrorCode::MethodNotFound,
                format!("there is no request `{other}`"),
            )),
        }
    }

    /// What is found in a file as it stands now.
    fn judged(&self, uri: &Uri) -> Result<Arc<Judged>, Trouble> {
        let buffer = self.buffer(uri)?;
        let newest = self.published.newest(uri.as_str(), self.edits);
        let judge = || Arc::new(self.job(buffer).judged());
        Ok(newest.map_or_else(judge, Arc::clone))
    }

    fn buffer(&self, uri: &Uri) -> Result<&Buffer, Trouble> {
        let buffer = self.open.get(uri.as_str());
        buffer.ok_or_else(|| Trouble::wrong("that file is not open"))
    }

    fn notify<N: lsp_types::notification::Notification>(
        &self,
        params: N::Params,
    ) -> Result<(), Trouble> {
        self.say(Notification::new(N::METHOD.to_owned(), params).into())
    }

    fn say(&self, message: Message) -> Result<(), Trouble> {
        self.connection
            .sender
            .send(message)
            .map_err(|_| Trouble::Deaf)
    }
}

/// What a notification says; none where it does not say what it must.
fn params<N: lsp_types::notification::Notification>(said: Notification) -> Option<N::Params> {
    serde_json::from_value(said.params).ok()
}

/// What a request asks, by its kind.
fn asked_as<R: lsp_types::request::Request>(
    request: Request,
) -> Result<(RequestId, R::Params), Trouble> {
    asked(request)
}

/// What a request asks.
fn asked<P: DeserializeOwned>(request: Request) -> Result<(RequestId, P), Trouble> {
    let params = serde_json::from_value(request.params);
    let params = params.map_err(|error| Trouble::wrong(error.to_string()))?;
    Ok((request.id, params))
}

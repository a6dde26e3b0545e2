//! The events that the server handles: messages of the editor, results of checks, and changed files.
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use lsp_server::{Connection, Message, Request};
use lsp_types::notification::{Cancel, DidChangeTextDocument, Notification};

use super::judge::Judged;
use super::streams::request_id;

/// An event for the server.
#[derive(Debug)]
pub enum HeardEvent {
    /// A message from the editor.
    Said(Message),
    /// The result of a check.
    Judged(Arc<Judged>),
    /// Files on the disk may have changed.
    FilesChanged,
    /// The editor closed the connection.
    Silence,
}

/// Starts a thread that forwards the editor's messages.
pub fn listen(connection: &Connection, to: Sender<HeardEvent>) {
    let said = connection.receiver.clone();
    thread::spawn(move || {
        let heard = said
            .into_iter()
            .map(HeardEvent::Said)
            .chain([HeardEvent::Silence]);
        for event in heard {
            if to.send(event).is_err() {
                return;
            }
        }
    });
}

/// The queue of events that are not handled yet.
#[derive(Debug)]
pub struct Heard {
    from: Receiver<HeardEvent>,
    waiting: VecDeque<HeardEvent>,
}

/// Why a request is dropped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// The editor canceled the request.
    Cancelled,
    /// The file was edited after the request.
    Stale,
}

impl Heard {
    /// Creates a queue that is filled from a channel.
    pub fn new(from: Receiver<HeardEvent>) -> Heard {
        let waiting = VecDeque::new();
        Heard { from, waiting }
    }

    /// Whether an event is waiting.
    pub fn is_waiting(&mut self) -> bool {
        self.waiting.extend(self.from.try_iter());
        !self.waiting.is_empty()
    }

    /// Returns the next event, and waits for it if the queue is empty.
    pub fn next(&mut self) -> HeardEvent {
        self.waiting.extend(self.from.try_iter());
        let next = self.waiting.pop_front();
        next.unwrap_or_else(|| self.from.recv().unwrap_or(HeardEvent::Silence))
    }

    /// Returns why a request must be dropped, judging by the events queued after it; `None` if it must be answered.
    pub fn dropped(&mut self, request: &Request) -> Option<Dropped> {
        self.waiting.extend(self.from.try_iter());
        let file = &request.params["textDocument"]["uri"];
        self.waiting.iter().find_map(|event| match event {
            HeardEvent::Said(Message::Notification(said)) if said.method == Cancel::METHOD => {
                let id = request_id(said.params["id"].clone());
                (id == request.id).then_some(Dropped::Cancelled)
            }
            HeardEvent::Said(Message::Notification(said))
                if said.method == DidChangeTextDocument::METHOD =>
            {
                let is_it = said.params["textDocument"]["uri"] == *file;
                is_it.then_some(Dropped::Stale)
            }
            _ => None,
        })
    }
}

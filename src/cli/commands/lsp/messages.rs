//! What the server hears: messages of the editor, and findings of its own.
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use lsp_server::{Connection, Message, Request};
use lsp_types::notification::{Cancel, DidChangeTextDocument, Notification};

use super::judge::Judged;
use super::streams::request_id;

/// Something that the server hears.
#[derive(Debug)]
pub enum HeardEvent {
    /// A message of the editor.
    Said(Message),
    /// What was found in a file.
    Judged(Arc<Judged>),
    /// Files on the disk may have changed.
    FilesChanged,
    /// The editor says nothing more.
    Silence,
}

/// Begins to pass on what an editor says.
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

/// What was heard and not answered yet.
#[derive(Debug)]
pub struct Heard {
    from: Receiver<HeardEvent>,
    waiting: VecDeque<HeardEvent>,
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// The editor took it back.
    Cancelled,
    /// The text that it is about was edited since.
    Stale,
}

impl Heard {
    /// What comes from there.
    pub fn new(from: Receiver<HeardEvent>) -> Heard {
        let waiting = VecDeque::new();
        Heard { from, waiting }
    }

    /// Whether something was heard that waits.
    pub fn is_waiting(&mut self) -> bool {
        self.waiting.extend(self.from.try_iter());
        !self.waiting.is_empty()
    }

    /// The next that was heard, once there is something.
    pub fn next(&mut self) -> HeardEvent {
        self.waiting.extend(self.from.try_iter());
        let next = self.waiting.pop_front();
        next.unwrap_or_else(|| self.from.recv().unwrap_or(HeardEvent::Silence))
    }

    /// Why a request that came next is not to be answered, as what was heard behind it tells.
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

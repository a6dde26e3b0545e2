//! `dungeon lsp`: a language server that talks to an editor over standard input and output.
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::refuse;
use crate::cli::output::exit::Exit;

mod positions;
mod streams;
mod uris;

mod buffers;

mod include_buffers;

mod judge;

mod answers;
mod findings;
mod messages;

mod published;

mod workspace;

mod capabilities;
mod include_watch;
mod requests;

mod server;

use judge::find_faults;
use server::ConversationEnd;
use streams::EditorStreams;

/// Run the language server for an editor
///
/// Shows problems as you type, explains words, and completes, renames and formats. See docs/EDITORS.md for the setup
/// of VS Code, Vim, Neovim, Helix and Emacs.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon lsp                   the command that an editor runs
  dungeon lsp --include shared  allow includes from this folder

Exit codes: 0 the editor shut the server down, 1 the editor left without a
shutdown, 2 the editor sent an invalid header.")]
pub struct LanguageServer {
    #[command(flatten)]
    include: IncludeOption,
}

impl LanguageServer {
    /// Serves an editor on standard input and output until the conversation ends.
    pub fn run(self) -> Exit {
        let (connection, streams) = EditorStreams::open();
        let end = server::serve(connection, self.include.folders(), find_faults);
        if end == ConversationEnd::Deaf {
            return Exit::Errors; // joining the reader could block: the input may still be open
        }
        match (streams.join(), end) {
            (Err(error), _) => refuse(format_args!("the editor sent an invalid message: {error}")),
            (Ok(()), ConversationEnd::Told) => Exit::Clean,
            (Ok(()), _) => Exit::Errors,
        }
    }
}

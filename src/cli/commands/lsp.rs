//! `dungeon lsp`: the language server that editors start, which talks by the standard streams.
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

/// Serve an editor: findings as one types, and what words mean
///
/// docs/EDITORS.md has the lines for VS Code, Vim, Neovim, Helix and Emacs.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon lsp                   what an editor is told to start
  dungeon lsp --include shared  files may include those of this folder, too

Exit codes: 0 the editor said that it ends, 1 it ended without saying so, 2
what it sent has no valid header.")]
pub struct LanguageServer {
    #[command(flatten)]
    include: IncludeOption,
}

impl LanguageServer {
    /// Answers an editor on standard input and output until it ends.
    pub fn run(self) -> Exit {
        let (connection, streams) = EditorStreams::open();
        let end = server::serve(connection, self.include.folders(), find_faults);
        if end == ConversationEnd::Deaf {
            return Exit::Errors; // the input may be open still, with nobody at the other end
        }
        match (streams.join(), end) {
            (Err(error), _) => refuse(format_args!("what the editor sent is no message: {error}")),
            (Ok(()), ConversationEnd::Told) => Exit::Clean,
            (Ok(()), _) => Exit::Errors,
        }
    }
}

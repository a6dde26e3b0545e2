//! `dungeon lsp`: the language server that editors start, which talks by the standard streams.
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::refuse;
use crate::cli::output::exit::Exit;

mod positions;
mod uris;

mod buffers;

mod include_buffers;

mod judge;

mod findings;
mod messages;

mod published;

mod capabilities;

mod server;

/// Serve an editor: findings as one types, and what words mean
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon lsp                   what an editor is told to start
  dungeon lsp --include shared  files may include those of this folder, too

docs/EDITORS.md has the lines for VS Code, Vim, Neovim, Helix and Emacs.

Exit codes: 0 the editor said that it ends, 1 it ended without saying so, 2
what it sent is no message.")]
pub struct LanguageServer {
    #[command(flatten)]
    include: IncludeOption,
}

impl LanguageServer {
    /// Answers an editor on standard input and output until it ends.
    pub fn run(self) -> Exit {
        let (connection, threads) = lsp_server::Connection::stdio();
        let end = server::serve(connection, self.include.folders());
        match (end, end.is_told()) {
            // The streams may be open still, with nobody at the other end.
            (server::End::Deaf, _) => Exit::Errors,
            (_, is_told) => match threads.join() {
                Err(error) => refuse(format_args!("what the editor sent is no message: {error}")),
                Ok(()) if is_told => Exit::Clean,
                Ok(()) => Exit::Errors,
            },
        }
    }
}

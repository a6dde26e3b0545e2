//! `dungeon web`: the page of `web/`, served on this machine alone, with the file that its author edits.
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use crate::cli::file_watch::{FileWatch, WatchError, WatchedFiles};
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{ErrorText, print_error, refuse, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print_line;
use dungeon_format::Limits;
use dungeon_format::source::Source;
use dungeon_format::untrusted::Untrusted;

mod served_file;

mod answers;

use answers::Site;
use served_file::ServedFile;

/// The threads that answer: a browser asks for a few files at once.
const THREADS: usize = 4;

/// Serve the page for drawing, checking and playing in a browser
///
/// The page is the program's own, and is served on this machine alone. It shows the file anew each time it is saved:
/// a second screen for its author.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon web                    the page, with the shipped dungeons
  dungeon web mine.dng           the page with a file, until Ctrl-C
  dungeon web --port 8000 mine.dng

Exit codes: 0 all is well, 2 wrong usage, a file that cannot be read, or a port
that is taken.")]
pub struct Web {
    /// The dungeon's file, which is read anew each time it is saved
    file: Option<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    /// The port of this machine; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 7878)]
    port: u16,
}

impl Web {
    /// Serves the page until the process is ended.
    pub fn run(self) -> Exit {
        let file = match self.file.as_deref().map(|path| (path, self.opened(path))) {
            None => None,
            Some((path, Ok(source))) => Some(Arc::new(ServedFile::new(path, &source))),
            Some((_, Err(why))) => return refuse(why),
        };
        let server = match tiny_http::Server::http((Ipv4Addr::LOCALHOST, self.port)) {
            Ok(server) => Arc::new(server),
            Err(error) => {
                let why = Untrusted::new(error.to_string());
                return refuse(format_args!(
                    "nothing is served on port {}: {why}; `--port` names another one",
                    self.port
                ));
            }
        };
        let Some(address) = server.server_addr().to_ip() else {
            return refuse("nothing is served: the system tells of no address");
        };
        let site = Arc::new(Site::new(address.port(), file.clone()));
        let answering: Vec<_> = (0..THREADS)
            .map(|_| {
                let (server, site) = (Arc::clone(&server), Arc::clone(&site));
                thread::spawn(move || {
                    while let Ok(request) = server.recv() {
                        site.answer(request);
                    }
                })
            })
            .collect();
        print_line(&format!("http://{address}/ until Ctrl-C"));
        if let (Some(path), Some(file)) = (&self.file, &file)
            && let Err(why) = self.watch(path, file)
        {
            print_error(format_args!("the file is watched no more: {why}"));
        }
        for thread in answering {
            let _ = thread.join();
        }
        Exit::Clean
    }

    /// Reads a file, with those that it includes.
    ///
    /// # Errors
    /// Why it cannot be read, as a sentence.
    fn opened(&self, path: &Path) -> Result<Source, ErrorText> {
        let source = self.include.open_at_once(path, &Limits::default());
        source.map_err(|error| unreadable_text(path, &error))
    }

    /// Reads the file anew each time it is saved, or one that it includes. A file that cannot be read just now leaves
    /// what was served before.
    ///
    /// # Errors
    /// Why nothing is watched.
    fn watch(&self, path: &Path, file: &ServedFile) -> Result<(), WatchError> {
        let (mut watch, changes) = FileWatch::new()?;
        loop {
            let source = self.opened(path).ok();
            let mut watched = WatchedFiles::default();
            watched.add(path, self.include.folders(), source.as_ref());
            watch.follow(&watched)?;
            if let Some(source) = source {
                file.replace(&source);
            }
            if !changes.wait() {
                return Err(WatchError::Over);
            }
        }
    }
}

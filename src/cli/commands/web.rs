//! `dungeon web`: serves the page of `web/` on this machine, together with a file that its author edits.
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

/// The number of threads that answer requests, because a browser loads a few files at once.
const THREADS: usize = 4;

/// Serve the browser page for drawing, checking and playing
///
/// The page is built into the program, and only this machine can reach it. It reloads the file whenever it is saved: a
/// second screen for its author.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon web                    the page with bundled dungeons
  dungeon web mine.dng           the page with a file
  dungeon web --port 8000 mine.dng

Exit codes: 0 success, 2 usage error, a file that cannot be read, or a port that
is in use.")]
pub struct Web {
    /// Dungeon file, reloaded whenever it is saved
    file: Option<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 7878)]
    port: u16,
}

impl Web {
    /// Serves the page until the process ends.
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
                    "cannot serve on port {}: {why}; choose another with `--port`",
                    self.port
                ));
            }
        };
        let Some(address) = server.server_addr().to_ip() else {
            return refuse("cannot serve: the system reports no address");
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
        print_line(&format!("Serving http://{address}/ until Ctrl-C"));
        if let (Some(path), Some(file)) = (&self.file, &file)
            && let Err(why) = self.watch(path, file)
        {
            print_error(format_args!("stopped watching the file: {why}"));
        }
        for thread in answering {
            let _ = thread.join();
        }
        Exit::Clean
    }

    /// Reads a file and the files that it includes.
    ///
    /// # Errors
    /// Returns the message for an unreadable file.
    fn opened(&self, path: &Path) -> Result<Source, ErrorText> {
        let source = self.include.open_at_once(path, &Limits::default());
        source.map_err(|error| unreadable_text(path, &error))
    }

    /// Reloads the file whenever the file or one of its includes is saved. While the file cannot be read, the last text
    /// is served.
    ///
    /// # Errors
    /// Returns why watching ended.
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

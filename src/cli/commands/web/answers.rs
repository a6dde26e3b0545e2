//! Answers the requests of a browser: the files of the page, the author's file, and its changes. No other file of this
//! machine can be requested, and other sites cannot send requests.
use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use include_dir::{Dir, include_dir};
use tiny_http::{Method, Request, StatusCode};

use super::served_file::ServedFile;

/// The files of the page, built by `web/build`.
static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/web/dist");

/// The maximum number of references to the author's file. The site and its watch hold one each, and each listening page
/// holds one in its own thread.
const MOST_HOLDERS: usize = 32;

/// The time without changes after which a listening page gets an empty event. If the page is gone, writing the event
/// fails.
const SILENCE: Duration = Duration::from_secs(15);

/// The content security policy: a page may load only what this server serves. The same policy as in the page, and also
/// for its workers.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'";

/// The headers of every answer that never differ.
const FIXED: &str = "Cache-Control: no-store\r\nCross-Origin-Resource-Policy: same-origin\r\n\
                     X-Content-Type-Options: nosniff\r\nConnection: close\r\n";

/// The page's tag that says what serves it, without the end of the tag.
const SERVED: &str = "<meta name=\"served\" content=\"";

/// The site: the page and the author's file.
pub struct Site {
    /// The accepted `Host` headers. Any other host is a foreign domain whose address was changed to this machine (DNS
    /// rebinding).
    hosts: [String; 2],
    file: Option<Arc<ServedFile>>,
}

/// A response that was not sent yet.
struct SiteAnswer {
    status: u16,
    content_type: &'static str,
    body: Vec<u8>,
}

impl Site {
    /// Creates a site on a port, with the author's file if there is one.
    pub fn new(port: u16, file: Option<Arc<ServedFile>>) -> Site {
        let hosts = ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}"));
        Site { hosts, file }
    }

    /// Answers a request. Does nothing if the connection is closed.
    pub fn answer(&self, request: Request) {
        let path = request.url().split(['?', '#']).next().unwrap_or_default();
        let is_listening = path == "/changes" && *request.method() == Method::Get;
        match (&self.file, self.refusal(&request)) {
            (Some(file), None) if is_listening && Arc::strong_count(file) < MOST_HOLDERS => {
                let file = Arc::clone(file);
                // The thread ends once the page is gone.
                thread::spawn(move || tell_changes(request.into_writer(), &file));
            }
            (_, refusal) => {
                let answer = refusal.unwrap_or_else(|| self.found(path));
                let _ = answer.send(request);
            }
        }
    }

    /// Returns an error response if the method could change something or if the request came from another site.
    fn refusal(&self, request: &Request) -> Option<SiteAnswer> {
        let said = |name: &'static str| {
            let named = request
                .headers()
                .iter()
                .find(|header| header.field.equiv(name));
            named.map(|header| header.value.as_str().to_owned())
        };
        let is_own = |host: &str| self.hosts.iter().any(|own| own == host);
        let is_own_origin = |origin: String| origin.strip_prefix("http://").is_some_and(is_own);
        if !matches!(request.method(), Method::Get | Method::Head) {
            return Some(SiteAnswer::text(405, "only GET and HEAD are allowed\n"));
        }
        if !said("Host").is_some_and(|host| is_own(&host))
            || !said("Origin").is_none_or(is_own_origin)
        {
            return Some(SiteAnswer::text(
                403,
                "only pages on this machine are allowed\n",
            ));
        }
        None
    }

    /// Returns the file at a path: a file of the page, or the author's file.
    fn found(&self, path: &str) -> SiteAnswer {
        let name = match path.trim_start_matches('/') {
            "" => "index.html",
            name => name,
        };
        if let ("served.json", Some(file)) = (name, &self.file) {
            let body = file.to_json().into_bytes();
            return SiteAnswer::of(name, body);
        }
        // Files are looked up by their full names, so no path can lead out of the folder.
        let Some(page) = PAGE.get_file(name) else {
            return SiteAnswer::text(404, "not found\n");
        };
        match page.contents_utf8() {
            Some(text) if name == "index.html" => {
                // Without a file, too, the page must not be stored in the browser: the next one may have a file.
                let server = if self.file.is_some() {
                    "yes"
                } else {
                    "program"
                };
                let tags = [SERVED.to_owned() + "no", SERVED.to_owned() + server];
                SiteAnswer::of(name, text.replace(&tags[0], &tags[1]).into_bytes())
            }
            _ => SiteAnswer::of(name, page.contents().to_vec()),
        }
    }
}

impl SiteAnswer {
    /// Creates a response whose content type fits the file name.
    fn of(name: &str, body: Vec<u8>) -> SiteAnswer {
        let (_, ending) = name.rsplit_once('.').unwrap_or_default();
        let content_type = match ending {
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "json" => "application/json; charset=utf-8",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "wasm" => "application/wasm",
            "webmanifest" => "application/manifest+json",
            _ => "text/plain; charset=utf-8",
        };
        SiteAnswer {
            status: 200,
            content_type,
            body,
        }
    }

    fn text(status: u16, text: &str) -> SiteAnswer {
        SiteAnswer {
            status,
            ..SiteAnswer::of("", text.into())
        }
    }

    /// Sends the response and asks the browser to close the connection. tiny_http may leave a new connection waiting
    /// for a thread until another connection closes, so an open one could make a page wait forever.
    ///
    /// # Errors
    /// Returns the error that ended the connection.
    fn send(self, request: Request) -> io::Result<()> {
        let is_body_wanted = *request.method() != Method::Head;
        let mut page = request.into_writer();
        write!(
            page,
            "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nContent-Security-Policy: {POLICY}\r\n{FIXED}\r\n",
            self.status,
            StatusCode(self.status).default_reason_phrase(),
            self.content_type,
            self.body.len(),
        )?;
        if is_body_wanted {
            page.write_all(&self.body)?;
        }
        page.flush()
    }
}

/// Sends an event to a page for each change, until the page is gone.
///
/// # Errors
/// Returns the error that ended the connection.
fn tell_changes(mut page: impl Write, file: &ServedFile) -> io::Result<()> {
    write!(
        page,
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )?;
    page.flush()?;
    let mut known = file.number();
    loop {
        let number = file.wait(known, SILENCE);
        if number == known {
            write!(page, ":\n\n")?
        } else {
            write!(page, "event: change\ndata: {number}\n\n")?
        }
        page.flush()?;
        known = number;
    }
}

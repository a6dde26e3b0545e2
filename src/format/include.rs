//! `include "bestiary.dng"`: the declarations of other files are put where the record stands, so that every later stage
//! reads one text, and each line of it remembers its file.
use super::characters::in_quotes;
use super::parse::parse;
use super::source::{IncludeFault, IncludedFile, Joined, Limits, LineRun, Source, Span};
use super::syntax::{Head, Modern, Record, Statement, Syntax};

/// The most files that may be included one within the other.
const DEEPEST: usize = 8;

/// The most files that a dungeon may include.
const MOST_FILES: usize = 64;

/// Finds the files that a dungeon includes.
pub trait IncludeFiles {
    /// Reads the file that `path` names in the file of the key `from`; returns it with a key of its own, which is the same
    /// whatever path named it. The first file's key is empty.
    ///
    /// # Errors
    ///
    /// Why the file is not there or may not be read, as half a sentence: "it lies outside of the folder".
    fn open(&self, from: &str, path: &str, limits: &Limits) -> Result<(String, Source), String>;
}

/// A text that is put together.
struct Joiner<'a> {
    files: &'a dyn IncludeFiles,
    limits: &'a Limits,
    text: String,
    not_utf8: Vec<Span>,
    joined: Joined,
    /// The keys of all files, by number.
    keys: Vec<String>,
    /// The bytes of all files.
    bytes: usize,
}

impl Source {
    /// Puts the declarations of the files that it includes in their place. What cannot be included is reported when the
    /// source is read; without this step every `include` is.
    #[must_use]
    pub fn with_includes(self, files: &dyn IncludeFiles, limits: &Limits) -> Source {
        if self.is_too_large || !self.text.contains("include") {
            return self;
        }
        let mut joiner = Joiner {
            files,
            limits,
            text: String::new(),
            not_utf8: Vec::new(),
            joined: Joined::default(),
            keys: vec![String::new()],
            bytes: self.text.len(),
        };
        let Syntax::Modern(modern) = parse(&self, limits).0 else {
            return self;
        };
        joiner.join(&self, &modern, 0);
        let mut source = Source::from_text(self.name.clone(), joiner.text);
        source.not_utf8 = joiner.not_utf8;
        source.joined = joiner.joined;
        source
    }
}

impl Joiner<'_> {
    /// Adds the lines of a file: all of the first one, and what another one declares.
    fn join(&mut self, source: &Source, modern: &Modern, file: usize) {
        let mut copied = 0;
        let mut end = source.text.len();
        for statement in &modern.statements {
            let record = match statement {
                Statement::Record(record) if record.head.value != Head::Level => record,
                Statement::Record(Record { span, .. }) => {
                    end = first_of_line(source, *span);
                    break;
                }
                Statement::Map(map) => {
                    end = first_of_line(source, map.span);
                    break;
                }
            };
            let behind = behind_lines(source, record.span);
            if record.head.value == Head::Include {
                let before = record.span.start as usize - copied;
                let at = self.text.len() + before;
                self.copy(source, file, copied..behind);
                copied = behind;
                self.include(record, at, file);
            } else if file > 0 && !is_shared(&record.head.value) {
                self.copy(source, file, copied..first_of_line(source, record.span));
                copied = behind;
            }
        }
        let end = match file {
            0 => source.text.len(),
            _ => end,
        };
        self.copy(source, file, copied..end);
    }

    /// Adds lines of a file.
    fn copy(&mut self, source: &Source, file: usize, lines: std::ops::Range<usize>) {
        if lines.is_empty() {
            return;
        }
        let start = self.text.len();
        self.joined.runs.push(LineRun {
            start: start as u32,
            file,
            line: source.line_of(lines.start as u32),
        });
        let moved = |byte: u32| byte as usize - lines.start + start;
        let inside = |span: &&Span| lines.contains(&(span.start as usize));
        let not_utf8 = source.not_utf8.iter().filter(inside);
        self.not_utf8
            .extend(not_utf8.map(|span| Span::new(moved(span.start), moved(span.end))));
        self.text.push_str(&source.text[lines]);
        if !self.text.ends_with(['\n', '\r']) {
            self.text.push('\n');
        }
    }

    /// Adds what the file declares that a record includes, which stands at a byte of the text.
    fn include(&mut self, record: &Record, at: usize, parent: usize) {
        let Some(path) = record.text.as_ref() else {
            return; // reported as a record without a text
        };
        let here = |span: Span| Span::new(at, at + span.range().len());
        let nth = self.joined.includes.len();
        self.joined.includes.push((here(record.span), Ok(())));
        let opened = self.open(&path.value, parent);
        match opened {
            Ok(None) => {}
            Ok(Some((source, modern))) => {
                self.joined.files.push(IncludedFile {
                    name: source.name.clone(),
                    parent,
                    record: here(record.span),
                });
                self.join(&source, &modern, self.joined.files.len());
            }
            Err(fault) => self.joined.includes[nth].1 = Err(fault),
        }
    }

    /// The file of a path, read; none for one that is included already.
    fn open(
        &mut self,
        path: &str,
        parent: usize,
    ) -> Result<Option<(Source, Modern)>, IncludeFault> {
        let fault = |found: String, help: &str| IncludeFault {
            message: format!("expected a file with declarations, found {found}"),
            help: help.to_string(),
        };
        let named = in_quotes(path);
        let limit = |what: String, help: &str| IncludeFault {
            message: what,
            help: help.to_string(),
        };
        let depth = self.joined.chain(parent).count();
        if depth >= DEEPEST {
            let message = format!("expected at most {DEEPEST} files within each other, found more");
            return Err(limit(message, "include it from a file further up"));
        }
        let opened = self.files.open(&self.keys[parent], path, self.limits);
        let (key, source) = opened.map_err(|why| {
            let help = "paths are relative to the file that includes";
            fault(format!("that {named} {why}"), help)
        })?;
        if let Some(known) = self.keys.iter().position(|known| *known == key) {
            let is_circle = known == parent || self.joined.is_above(known, parent);
            return match is_circle {
                true => Err(fault(
                    format!("that {named} includes itself{}", self.circle(known, parent)),
                    "delete one `include` of the circle",
                )),
                false => Ok(None),
            };
        }
        if self.joined.files.len() >= MOST_FILES {
            let message = format!("expected at most {MOST_FILES} included files, found more");
            return Err(limit(message, "put several of them into one"));
        }
        self.bytes = self.bytes.saturating_add(source.text.len());
        if source.is_too_large || self.bytes > self.limits.file {
            let most = self.limits.file;
            let message =
                format!("expected at most {most} bytes in all files together, found more");
            return Err(limit(message, "include less"));
        }
        let Syntax::Modern(modern) = parse(&source, self.limits).0 else {
            let found = format!("that {named} is of the classic format");
            return Err(fault(found, "only modern files declare anything"));
        };
        self.keys.push(key);
        Ok(Some((source, modern)))
    }

    /// The files between one and another that it includes, in words.
    fn circle(&self, above: usize, file: usize) -> String {
        let mut between = Vec::new();
        let mut at = file;
        while at != above {
            let included = &self.joined.files[at - 1];
            between.push(format!(", through {}", included.name));
            at = included.parent;
        }
        between.reverse();
        between.concat()
    }
}

/// Whether a record is brought into the file that includes: what glyphs mean, and further files.
fn is_shared(head: &Head) -> bool {
    matches!(
        head,
        Head::Tile(_)
            | Head::Item(_)
            | Head::Kind(_)
            | Head::Class(..)
            | Head::Mark(..)
            | Head::Include
    )
}

/// The first byte of the line in which a span begins.
fn first_of_line(source: &Source, span: Span) -> usize {
    source.line_span(source.line_of(span.start)).start as usize
}

/// The first byte of the line below a span.
fn behind_lines(source: &Source, span: Span) -> usize {
    source.line_span(source.line_of(span.end) + 1).start as usize
}

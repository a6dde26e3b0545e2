//! Inserts the declarations and vaults of included files, as in `include "bestiary.dng"`, so that later stages read one
//! text. Each line remembers its file.
use super::characters::in_quotes;
use super::file_parts::{FileParts, as_record};
use super::parse::parse;
use super::source::{IncludeFault, IncludedFile, Joined, Limits, LineRun, Source, Span};
use super::syntax::{Head, Integrity, Modern, Record, Statement, Syntax};
use dungeon_model::space::narrow::count;

/// The maximum nesting depth of included files.
const DEEPEST: usize = 8;

/// The maximum number of files that a dungeon may include.
const MOST_FILES: usize = 64;

/// The maximum number of `include` lines: one for each pair of files.
const MOST_LINES: usize = MOST_FILES * MOST_FILES;

/// Finds and reads the files that a dungeon includes. An error is the end of a sentence that begins with the path, such
/// as "lies outside of the folder", and is shown in a finding.
pub trait IncludeFiles {
    /// Finds the file at `path`, as named in the file with the key `from`, without reading it. Returns the key of the
    /// found file, which is the same for all paths to that file. The key of the first file is empty.
    ///
    /// # Errors
    ///
    /// The reason why the file can't be used: "lies outside of the folder".
    fn find(&self, from: &str, path: &str) -> Result<String, String>;

    /// Reads the file with a key from `find`.
    ///
    /// # Errors
    ///
    /// The reason why the file can't be read, as the end of a sentence that begins with the path.
    fn read(&self, key: &str, limits: &Limits) -> Result<Source, String>;
}

/// Several files that are being joined into one text.
struct Joiner<'a> {
    files: &'a dyn IncludeFiles,
    limits: &'a Limits,
    text: String,
    not_utf8: Vec<Span>,
    joined: Joined,
    /// The key of each file, as returned by `IncludeFiles::find`, by the number of the file.
    keys: Vec<String>,
    /// The number of `include` lines so far.
    asked: usize,
    /// The number of files read so far, including files that declare nothing.
    read: usize,
    /// The total bytes of all files.
    bytes: usize,
}

impl Source {
    /// Inserts the declarations and vaults of included files. `resolve` later reports files that could not be included.
    /// Without this call, every `include` record is an error.
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
            asked: 0,
            read: 0,
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
    /// Adds the lines of a file: all lines of the first file, but only the declarations and vaults of an included file.
    fn join(&mut self, source: &Source, modern: &Modern, file: usize) {
        let parts = FileParts::new(source, &modern.statements);
        let mut copied = 0;
        let end = match modern.statements.get(parts.levels) {
            Some(Statement::Record(record)) => first_of_line(source, record.span),
            Some(Statement::Map(map)) => first_of_line(source, map.span),
            None => source.text.len(),
        };
        for (nth, statement) in modern.statements[..parts.levels].iter().enumerate() {
            let Statement::Record(record) = statement else {
                continue; // of a vault
            };
            if parts.is_of_a_vault(nth) {
                continue;
            }
            let behind = behind_lines(source, record);
            if record.head.value == Head::Include {
                let before = record.span.start as usize - copied;
                let at = self.text.len() + before;
                self.copy(source, file, copied..behind);
                copied = behind;
                self.include(record, at, file);
            } else if file > 0 && is_shared_allow(&modern.statements, nth) {
                if is_at_top(&modern.statements, nth) {
                    let at = self.text.len() + record.span.start as usize - copied;
                    self.joined.top_allows.push(count(at));
                }
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

    /// Adds lines of a file. `lines` is their range of bytes.
    fn copy(&mut self, source: &Source, file: usize, lines: std::ops::Range<usize>) {
        if lines.is_empty() {
            return;
        }
        let start = self.text.len();
        self.joined.runs.push(LineRun {
            start: count(start),
            file,
            line: source.line_of(count(lines.start)),
        });
        let moved = |byte: u32| byte as usize - lines.start + start;
        let nth = |byte| {
            let starts = |span: &Span| (span.start as usize) < byte;
            source.not_utf8.partition_point(starts)
        };
        let not_utf8 = &source.not_utf8[nth(lines.start)..nth(lines.end)];
        let not_utf8 = not_utf8.iter();
        self.not_utf8
            .extend(not_utf8.map(|span| Span::new(moved(span.start), moved(span.end))));
        self.text.push_str(&source.text[lines]);
        if !self.text.ends_with(['\n', '\r']) {
            self.text.push('\n');
        }
    }

    /// Adds the declarations and vaults of an included file. `at` is the byte of the `include` record in the joined
    /// text.
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

    /// Opens the file at a path that the file `parent` includes; `None` if that file is included already.
    fn open(
        &mut self,
        path: &str,
        parent: usize,
    ) -> Result<Option<(Source, Modern)>, IncludeFault> {
        let named = in_quotes(path);
        let fault = |found: &str, help: &str| IncludeFault {
            message: format!("expected a file with declarations, but {named} {found}"),
            help: help.to_string(),
        };
        if self.joined.chain(parent).count() >= DEEPEST {
            let help = "include the file further up";
            return Err(too_many(DEEPEST, "nested includes", help));
        }
        if self.asked >= MOST_LINES {
            let help = "include each file once";
            return Err(too_many(MOST_LINES, "`include` lines", help));
        }
        self.asked += 1;
        let key = self.files.find(&self.keys[parent], path);
        let key =
            key.map_err(|why| fault(&why, "write the path relative to the including file"))?;
        if let Some(known) = self.keys.iter().position(|known| *known == key) {
            let is_circle = known == parent || self.joined.is_above(known, parent);
            return if is_circle {
                Err(fault(
                    &format!("includes itself{}", self.circle(known, parent)),
                    "delete one `include` of the cycle",
                ))
            } else {
                Ok(None)
            };
        }
        let source = self.read(&key)?;
        let source =
            source.map_err(|why| fault(&why, "check that the path names a readable file"))?;
        let Syntax::Modern(modern) = parse(&source, self.limits).0 else {
            let found = "is in the classic format";
            return Err(fault(found, "include only files of the modern format"));
        };
        self.keys.push(key);
        Ok(Some((source, modern)))
    }

    /// Reads a file, unless this exceeds the limits on the number and the total size of files.
    fn read(&mut self, key: &str) -> Result<Result<Source, String>, IncludeFault> {
        if self.read >= MOST_FILES {
            let help = "merge some of the files";
            return Err(too_many(MOST_FILES, "included files", help));
        }
        self.read += 1;
        let most = self.limits.file;
        let left = Limits {
            file: most.saturating_sub(self.bytes),
            ..*self.limits
        };
        let read = self.files.read(key, &left);
        if let Ok(source) = &read {
            self.bytes = self.bytes.saturating_add(source.text.len());
            if source.is_too_large || self.bytes > most {
                self.bytes = most; // not one more byte is read
                let what = "bytes in all files together";
                return Err(too_many(most, what, "include less"));
            }
        }
        Ok(read)
    }

    /// Returns the includes that lead from the file `above` to `file`, each as ", through NAME".
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

fn too_many(most: usize, what: &str, help: &str) -> IncludeFault {
    IncludeFault {
        message: format!("expected at most {most} {what}, found more"),
        help: help.to_string(),
    }
}

/// Whether `statements[nth]` of an included file is an `allow` line that is inserted into the including file: a line at
/// the top of the included file, or right above an inserted record or vault.
fn is_shared_allow(statements: &[Statement], nth: usize) -> bool {
    let is_allow = |statement: &&Statement| is_allow(statement);
    let mut behind = statements[nth..].iter();
    let meant = behind.find(|statement| !is_allow(statement));
    let meant = meant.and_then(as_record).map(|record| &record.head.value);
    let is_brought = meant.is_some_and(|head| is_shared(head) || *head == Head::Vault);
    statements.get(nth).as_ref().is_some_and(is_allow) && (is_brought || is_at_top(statements, nth))
}

/// Whether all statements above `statements[nth]` are `allow` lines.
fn is_at_top(statements: &[Statement], nth: usize) -> bool {
    statements[..nth].iter().all(is_allow)
}

fn is_allow(statement: &Statement) -> bool {
    as_record(statement).is_some_and(|record| matches!(record.head.value, Head::Allow(_)))
}

/// Whether a record of an included file is inserted into the including file. True for declarations, marks and includes;
/// vaults are inserted separately.
fn is_shared(head: &Head) -> bool {
    matches!(
        head,
        Head::Tile(_)
            | Head::Item(_)
            | Head::Family
            | Head::Kind(_)
            | Head::Class(..)
            | Head::Mark(..)
            | Head::Include
    )
}

/// Returns the first byte of the line in which a span begins.
fn first_of_line(source: &Source, span: Span) -> usize {
    source.line_span(source.line_of(span.start)).start as usize
}

/// Returns the first byte of the line after a record; after a broken record, also after the lines that continue it.
fn behind_lines(source: &Source, record: &Record) -> usize {
    let mut behind = source.line_of(record.span.end) + 1;
    let start = |line: usize| source.line_span(line).start as usize;
    let goes_on = |line: usize| source.text[start(line)..].starts_with(char::is_whitespace);
    while record.integrity == Integrity::Broken && goes_on(behind) {
        behind += 1;
    }
    start(behind)
}

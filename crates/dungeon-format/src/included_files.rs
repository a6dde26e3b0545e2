//! Places in a text that is joined from several files.
use super::source::{IncludeFault, IncludedFile, Joined, LineRun, Source, Span};
use super::untrusted::Untrusted;

/// A place in the file that a line comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePlace<'a> {
    /// The file's name.
    pub name: &'a Untrusted,
    /// The number of the line in that file, counted from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl Joined {
    /// Returns a file and all files that include it, innermost first, without the source's own file.
    pub fn chain(&self, file: usize) -> impl Iterator<Item = &IncludedFile> {
        let of = |file: usize| self.files.get(file.checked_sub(1)?);
        std::iter::successors(of(file), move |included| of(included.parent))
    }

    /// Whether the file with the number `above` includes the file with the number `file`, directly or indirectly.
    pub fn is_above(&self, above: usize, file: usize) -> bool {
        self.chain(file).any(|included| included.parent == above)
    }
}

impl Source {
    /// Returns the place of a byte in the file that its line comes from.
    pub fn place(&self, byte: u32) -> FilePlace<'_> {
        let (line, column) = self.line_column(byte);
        let Some(run) = self.run(byte) else {
            let name = &self.name;
            return FilePlace { name, line, column };
        };
        FilePlace {
            name: self.file_name(run.file),
            line: run.line + line - self.line_of(run.start),
            column,
        }
    }

    /// Returns the places of the records that include the file of a byte, innermost first; empty for the source's own
    /// file.
    pub fn included_by(&self, byte: u32) -> Vec<FilePlace<'_>> {
        let records = self.including_records(byte);
        records.map(|record| self.place(record.start)).collect()
    }

    /// Returns the records through which the file that contains a byte is included, innermost first; empty for the
    /// source's own file.
    #[doc(hidden)]
    pub fn including_records(&self, byte: u32) -> impl Iterator<Item = Span> {
        let chain = self.joined.chain(self.file(byte));
        chain.map(|file| file.record)
    }

    /// Returns the number of the file that a byte comes from; 0 for the source's own file.
    #[doc(hidden)]
    pub fn file(&self, byte: u32) -> usize {
        self.run(byte).map_or(0, |run| run.file)
    }

    /// Returns a span of the joined text as a span of the source's own file; `None` if part of it is in an included
    /// file. The span may reach one byte past the end of a file without a final newline.
    #[doc(hidden)]
    pub fn own_span(&self, span: Span) -> Option<Span> {
        let last = span.end.saturating_sub(1).max(span.start);
        let (run, last) = (self.run(span.start), self.run(last));
        if run != last || run.is_some_and(|run| run.file > 0) {
            return None;
        }
        let runs = &self.joined.runs;
        let before = runs.iter().enumerate();
        let before = before.take_while(|(_, run)| run.start <= span.start);
        let end = |nth: usize| runs.get(nth + 1).map_or(span.start, |next| next.start);
        let foreign = before.filter(|(_, run)| run.file > 0);
        let foreign: u32 = foreign.map(|(nth, run)| end(nth) - run.start).sum();
        Some(Span {
            start: span.start - foreign,
            end: span.end - foreign,
        })
    }

    /// Returns the result of the `include` record at a span; `None` if `Source::with_includes` has not run.
    pub(super) fn include_at(&self, record: Span) -> Option<&Result<(), IncludeFault>> {
        let includes = &self.joined.includes;
        let nth = includes.binary_search_by_key(&record.start, |(span, _)| span.start);
        nth.ok().map(|nth| &includes[nth].1)
    }

    /// Whether two bytes are in the same run of lines: they come from one file, with no text of another file between
    /// them.
    pub(super) fn is_same_run(&self, one: u32, other: u32) -> bool {
        self.run(one) == self.run(other)
    }

    fn file_name(&self, file: usize) -> &Untrusted {
        let included = file
            .checked_sub(1)
            .and_then(|nth| self.joined.files.get(nth));
        included.map_or(&self.name, |included| &included.name)
    }

    /// If an `allow` line at the top of an included file begins at this byte, returns the lines of that file; otherwise
    /// `None`.
    pub(super) fn below_top_allow(&self, byte: u32) -> Option<Vec<Span>> {
        self.joined.top_allows.binary_search(&byte).ok()?;
        let file = self.file(byte);
        let runs = &self.joined.runs;
        let ends = runs.iter().skip(1).map(|run| run.start as usize);
        let ends = ends.chain([self.text.len()]);
        let own = runs.iter().zip(ends).filter(|(run, _)| run.file == file);
        let spans = own.map(|(run, end)| Span::new(run.start as usize, end));
        Some(spans.collect())
    }

    fn run(&self, byte: u32) -> Option<LineRun> {
        let runs = &self.joined.runs;
        let behind = runs.partition_point(|run| run.start <= byte);
        runs.get(behind.checked_sub(1)?).copied()
    }

    /// Whether a byte is in the source's own file.
    #[doc(hidden)]
    pub fn is_own(&self, byte: u32) -> bool {
        self.file(byte) == 0
    }

    /// Returns the names of the included files.
    #[doc(hidden)]
    pub fn included_names(&self) -> impl Iterator<Item = &Untrusted> {
        self.joined.files.iter().map(|file| &file.name)
    }

    /// Returns the span of a line of the source's own file, counted from 1, without its line end; the empty span at the
    /// end of the text if there is no such line.
    #[doc(hidden)]
    pub fn own_line(&self, line: usize) -> Span {
        let own = self.joined.runs.iter().filter(|run| run.file == 0);
        let run = own.take_while(|run| run.line <= line).last();
        self.line_span(match run {
            Some(run) => self.line_of(run.start) + line - run.line,
            None => line,
        })
    }

    /// Whether an included file is missing.
    #[doc(hidden)]
    pub fn lacks_files(&self) -> bool {
        self.joined
            .includes
            .iter()
            .any(|(_, result)| result.is_err())
    }

    /// Returns the text as a file without includes: included files are inserted, and the `include` records become
    /// comments.
    ///
    /// ```
    /// use dungeon::diagnostics::Source;
    ///
    /// assert_eq!(Source::from_text("a.dng", "seed 7\n").whole_text(), "seed 7\n");
    /// ```
    pub fn whole_text(&self) -> String {
        let mut text = String::with_capacity(self.text.len());
        let mut copied = 0;
        let brought = self.joined.includes.iter();
        for (span, _) in brought.filter(|(_, result)| result.is_ok()) {
            // A record may have several lines.
            let (first, last) = (self.line_of(span.start), self.line_of(span.end));
            for line in first..=last {
                let start = self.line_span(line).start as usize;
                text.push_str(&self.text[copied..start]);
                text.push_str("// ");
                copied = start;
            }
        }
        text + &self.text[copied..]
    }
}

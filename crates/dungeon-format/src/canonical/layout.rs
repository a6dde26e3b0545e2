//! Lays out the records of a file, and copies everything between them.
use super::items::{CanonicalItem, ItemSort, items, items_of_a_made_map, size_of_a_map};
use super::rows::{TextCell, TextRow, align, width};
use crate::source::{Source, Span};
use crate::syntax::{Head, Map, MapForm, Modern, Record, Statement};

/// The maximum width of a line of a record, in columns. Wider records are broken into several lines. The bundled
/// dungeons keep to this width.
const WIDEST: usize = 120;

/// The indentation of a line that continues a record.
const INDENT: &str = "    ";

/// The alignment label of records about the whole file, such as `title` and `seed`: they share their columns.
const SORT_OF_FILES: &str = "title";

/// The alignment label of lines that begin or end a map.
const SORT_OF_MAPS: &str = "map";

/// A line of the canonical text.
enum LaidLine<'a> {
    /// A line copied with its line end.
    Kept(&'a str),
    /// An empty line.
    Blank,
    /// A line of a record.
    Laid(TextRow<'a>),
}

/// A record or the first line of a map, before it is laid out in lines.
struct UnlaidRecord<'a> {
    /// The cells of the head, each of which may be padded to the width of a column.
    head: Vec<TextCell<'a>>,
    /// The byte after the head.
    head_end: u32,
    /// The bytes from the end of the head to the last item.
    span: Span,
    /// The items in source order.
    items: Vec<CanonicalItem<'a>>,
}

/// A partly laid out file.
pub struct LaidFile<'a> {
    source: &'a Source,
    lines: Vec<LaidLine<'a>>,
    /// The next line to lay out, counted from 1.
    next: usize,
}

impl<'a> LaidFile<'a> {
    /// Lays out a file that was read without errors.
    pub fn of(source: &'a Source, modern: &'a Modern) -> LaidFile<'a> {
        let mut layout = LaidFile {
            source,
            lines: Vec::new(),
            next: 1,
        };
        for statement in &modern.statements {
            match statement {
                Statement::Record(record) => layout.write(UnlaidRecord::record(source, record)),
                Statement::Map(map) => layout.map(map),
            }
        }
        layout.pass_over(source.line_of(source.end()) + 1);
        while matches!(layout.lines.last(), Some(LaidLine::Blank)) {
            layout.lines.pop();
        }
        layout
    }

    /// Returns the canonical text. Lines end like the first non-empty line, except copied lines, whose line ends do not
    /// change.
    pub fn text(self) -> String {
        let mut text = String::with_capacity(self.source.text.len());
        let line_end = first_line_end(&self.source.text);
        let mut rows = Vec::new();
        for line in self.lines.into_iter().map(Some).chain([None]) {
            if let Some(LaidLine::Laid(row)) = line {
                rows.push(row);
                continue;
            }
            align(&mut rows);
            for row in rows.drain(..) {
                row.write(&mut text);
                text.push_str(line_end);
            }
            match line {
                Some(LaidLine::Kept(kept)) => {
                    text.push_str(kept);
                    if !kept.ends_with(['\n', '\r']) {
                        text.push_str(line_end);
                    }
                }
                Some(LaidLine::Blank) => text.push_str(line_end),
                Some(LaidLine::Laid(_)) | None => {}
            }
        }
        text
    }

    /// Copies the lines before `line`, which belong to no record. Several empty lines in a row become one.
    fn pass_over(&mut self, line: usize) {
        while self.next < line {
            let text = self.source.slice(self.source.line_span(self.next));
            if text.trim().is_empty() {
                self.blank()
            } else {
                self.lines.push(LaidLine::Kept(self.whole_line(self.next)))
            }
            self.next += 1;
        }
    }

    fn blank(&mut self) {
        if !matches!(self.lines.last(), None | Some(LaidLine::Blank)) {
            self.lines.push(LaidLine::Blank);
        }
    }

    /// Copies the lines before `line`, which are rows of a map.
    fn keep(&mut self, line: usize) {
        while self.next < line {
            self.lines.push(LaidLine::Kept(self.whole_line(self.next)));
            self.next += 1;
        }
    }

    /// Returns a line with its line end.
    fn whole_line(&self, line: usize) -> &'a str {
        let start = |line: usize| self.source.line_span(line).start as usize;
        &self.source.text[start(line)..start(line + 1)]
    }

    fn map(&mut self, map: &'a Map) {
        self.write(UnlaidRecord::map(self.source, map));
        match &map.form {
            MapForm::Drawn(_) => {
                let last = self.source.line_of(map.span.end);
                self.keep(last);
                let line = self.source.slice(self.source.line_span(last));
                let behind = line.trim_start().strip_prefix("end").unwrap_or_default();
                self.laid(
                    vec![TextCell::new(SORT_OF_MAPS, "end")],
                    Vec::new(),
                    remark_in(behind),
                );
                self.next = last + 1;
            }
            MapForm::Pasted { rows, .. } => {
                if let Some(row) = rows.last() {
                    self.keep(self.source.line_of(row.start) + 1);
                }
            }
            MapForm::Made { .. } => {}
        }
    }

    /// Adds the lines of a record. A record with comments inside it keeps its line breaks.
    fn write(&mut self, written: UnlaidRecord<'a>) {
        let line_of = |byte| self.source.line_of(byte);
        let (first, last) = (line_of(written.span.start), line_of(written.span.end));
        self.pass_over(first);
        self.next = last + 1;
        let mut lines: Vec<(Vec<CanonicalItem<'a>>, u32)> = Vec::new();
        lines.resize_with(last - first + 1, || (Vec::new(), 0));
        lines[0].1 = written.head_end;
        for item in written.items {
            let (items, end) = &mut lines[line_of(item.span.start) - first];
            *end = item.span.end;
            items.push(item);
        }
        let remark = |nth: usize, end: u32| {
            let line = self.source.line_span(first + nth);
            remark_in(
                self.source
                    .slice(Span::new(end.max(line.start) as usize, line.end as usize)),
            )
        };
        let remarks: Vec<Option<&str>> = { lines.iter().enumerate() }
            .map(|(nth, (_, end))| remark(nth, *end))
            .collect();
        let has_remarks = remarks.iter().any(Option::is_some);
        if lines.len() == 1 || !has_remarks {
            let items = lines.into_iter().flat_map(|(items, _)| items).collect();
            let remark = remarks.into_iter().next().flatten();
            self.wrapped(written.head, items, remark);
            return;
        }
        let sort = written.head[0].label;
        let mut head = Some(written.head);
        for (nth, ((items, _), remark)) in lines.into_iter().zip(remarks).enumerate() {
            match head.take() {
                Some(head) => self.laid(head, items, remark),
                None if !items.is_empty() => self.continued(sort, items, remark),
                None if remark.is_some() => {
                    self.lines
                        .push(LaidLine::Kept(self.whole_line(first + nth)));
                }
                None => self.blank(),
            }
        }
    }

    /// Adds a record without comments inside it: on one line if it fits, otherwise on several.
    fn wrapped(
        &mut self,
        head: Vec<TextCell<'a>>,
        items: Vec<CanonicalItem<'a>>,
        remark: Option<&'a str>,
    ) {
        let sort = head[0].label;
        let so_far = head.iter().map(|cell| width(&cell.text) + 1).sum::<usize>() - 1;
        let widths = items.iter().map(|item| width(&item.text) + 1);
        if so_far + widths.sum::<usize>() <= WIDEST || remark.is_some() {
            self.laid(head, items, remark);
            return;
        }
        let mut lines = broken(so_far, items);
        let with_head = lines.remove(0);
        match lines.as_mut_slice() {
            // A line of its own would not make a single item any narrower.
            [only] if only.len() == 1 => {
                let items = with_head.into_iter().chain(lines.remove(0)).collect();
                self.laid(head, items, None);
            }
            _ => {
                self.laid(head, with_head, None);
                for line in lines {
                    self.continued(sort, line, None);
                }
            }
        }
    }

    /// Adds the first line of a record.
    fn laid(
        &mut self,
        mut cells: Vec<TextCell<'a>>,
        mut items: Vec<CanonicalItem<'a>>,
        remark: Option<&'a str>,
    ) {
        items.sort_by_key(|item| item.sort);
        let mut before = None;
        for item in items {
            match cells.last_mut() {
                Some(cell) if before == Some(item.sort) && item.sort.is_a_list() => {
                    cell.text.push(' ');
                    cell.text.push_str(&item.text);
                }
                _ => cells.push(TextCell::new(item.sort.label(), item.text)),
            }
            before = Some(item.sort);
        }
        self.lines.push(LaidLine::Laid(TextRow { cells, remark }));
    }

    /// Adds a line that continues a record.
    fn continued(
        &mut self,
        sort: &'a str,
        mut items: Vec<CanonicalItem<'a>>,
        remark: Option<&'a str>,
    ) {
        items.sort_by_key(|item| item.sort);
        let texts: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
        let text = INDENT.to_string() + &texts.join(" ");
        let cells = vec![TextCell::new(sort, text)];
        self.lines.push(LaidLine::Laid(TextRow { cells, remark }));
    }
}

impl<'a> UnlaidRecord<'a> {
    fn record(source: &'a Source, record: &'a Record) -> UnlaidRecord<'a> {
        let head = &record.head.value;
        let keyword = head.keyword();
        let cells = match head {
            Head::Title | Head::Author | Head::About | Head::Seed => {
                vec![TextCell::new(SORT_OF_FILES, keyword)]
            }
            Head::Rules(game) => vec![
                TextCell::new(SORT_OF_FILES, keyword),
                TextCell::new("game", game.value.as_str()),
            ],
            _ => vec![TextCell::new(keyword, head.to_string())],
        };
        UnlaidRecord {
            head: cells,
            head_end: head.end().unwrap_or(record.head.span.end),
            span: record.span,
            items: items(source, record),
        }
    }

    /// Returns the first line of a drawn or pasted map, or the whole record of a generated map.
    fn map(source: &'a Source, map: &'a Map) -> UnlaidRecord<'a> {
        let (head, head_end, items) = match &map.form {
            MapForm::Drawn(_) => ("map".to_string(), map.head.end, Vec::new()),
            MapForm::Pasted { width, height, .. } => {
                let head = "map classic".to_string();
                (head, map.head.end, size_of_a_map(*width, *height).to_vec())
            }
            MapForm::Made {
                how,
                width,
                height,
                keys,
            } => {
                let head = format!("map {}", how.value);
                let items = items_of_a_made_map(source, *width, *height, keys);
                (head, how.span.end, items)
            }
        };
        let last = items.iter().map(|item| item.span);
        UnlaidRecord {
            head: vec![TextCell::new(SORT_OF_MAPS, head)],
            head_end,
            span: last.fold(map.head, Span::to),
            items,
        }
    }
}

/// Breaks the items of a record into lines. The name, glyph, color and message of a thing get a line of their own. If a
/// line is still too wide, each key gets its own line. The items of a list, such as the points of a route, fill lines.
fn broken(head: usize, mut items: Vec<CanonicalItem<'_>>) -> Vec<Vec<CanonicalItem<'_>>> {
    items.sort_by_key(|item| item.sort);
    let wide = |items: &[CanonicalItem<'_>]| {
        let widths = items.iter().map(|item| width(&item.text) + 1);
        widths.sum::<usize>()
    };
    let looks = { items.iter() }.position(|item| item.sort.is_of_looks());
    let looks = looks.unwrap_or(items.len());
    let (deeds, words) = items.split_at(looks);
    if head + wide(deeds) <= WIDEST && INDENT.len() + wide(words) <= WIDEST {
        let words = items.split_off(looks);
        return vec![items, words];
    }
    let mut lines = vec![Vec::new()];
    let (mut so_far, mut before) = (head, None);
    for item in items {
        let wide = width(&item.text) + 1;
        let goes_on = match item.sort {
            ItemSort::First | ItemSort::Second | ItemSort::Name => true,
            ItemSort::Further => so_far + wide <= WIDEST,
            sort => sort.is_a_list() && before == Some(sort) && so_far + wide <= WIDEST,
        };
        if !goes_on {
            lines.push(Vec::new());
            so_far = INDENT.len() - 1;
        }
        so_far += wide;
        before = Some(item.sort);
        if let Some(line) = lines.last_mut() {
            line.push(item);
        }
    }
    lines
}

/// Returns the comment at the end of a line. `rest` is the part of the line after its last item. `None` without a
/// comment.
fn remark_in(rest: &str) -> Option<&str> {
    Some(rest.trim_start()).filter(|rest| rest.starts_with("//"))
}

/// Returns the line end of the first non-empty line, because empty lines before it are dropped; LF for a text without
/// line ends.
fn first_line_end(text: &str) -> &'static str {
    let bytes = text.trim_start().as_bytes();
    match bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(at) if bytes[at] == b'\n' => "\n",
        Some(at) if bytes.get(at + 1) == Some(&b'\n') => "\r\n",
        Some(_) => "\r",
        None => "\n",
    }
}

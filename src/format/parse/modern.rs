//! The modern format (FORMAT.md, "Reference"): a record is a line, an indented line continues it.
use std::collections::BTreeSet;

use super::head::{self, Begun};
use super::lines::{Line, Lines};
use super::map;
use super::map_size::Size;
use super::reader::Reader;
use super::record::Items;
use super::rows::report_odd_blanks;
use super::shape::{self, Dialect, Shape};
use super::token;
use crate::format::diagnostic::{Code, Diagnostic, Severity};
use crate::format::source::{Span, Spanned};
use crate::format::syntax::{Head, Health, Map, MapForm, Modern, Number, Record, Statement};

/// Reads a whole file.
pub fn modern(reader: &mut Reader<'_>, lines: Lines<'_>) -> Modern {
    let mut file = File {
        reader,
        lines,
        statements: Vec::new(),
        perhaps_declared: BTreeSet::new(),
        health: Health::Whole,
        open: Open::Nothing,
        unreadable: None,
        ended: None,
        counts: Counts::default(),
    };
    file.read();
    Modern {
        statements: file.statements,
        perhaps_declared: file.perhaps_declared,
        health: file.health,
    }
}

/// What an indented line would continue.
enum Open<'s> {
    Nothing,
    /// A line that made no sense: what continues it makes none either.
    Unreadable,
    Record(Spanned<Head>, Items<'s>),
    MadeMap(Span, Spanned<String>, Items<'s>),
}

/// How many of what is limited were seen.
#[derive(Default)]
struct Counts {
    records: usize,
    levels: usize,
    kinds: usize,
    items: usize,
    tiles: usize,
}

/// After a `q`, until the next level.
struct Ended {
    q: Span,
    /// The worst that was told of what follows.
    told: Option<Severity>,
}

struct File<'r, 't, 's> {
    reader: &'r mut Reader<'t>,
    lines: Lines<'s>,
    statements: Vec<Statement>,
    perhaps_declared: BTreeSet<char>,
    health: Health,
    open: Open<'s>,
    /// A run of lines that make no sense: one finding, growing.
    unreadable: Option<(Diagnostic, usize)>,
    ended: Option<Ended>,
    counts: Counts,
}

impl<'s> File<'_, '_, 's> {
    fn read(&mut self) {
        while let Some(line) = self.lines.next() {
            if line.is_silent() {
                continue;
            }
            if line.text.starts_with(char::is_whitespace) {
                self.go_on(line);
            } else {
                self.close();
                if !self.begin(line) {
                    break;
                }
            }
        }
        self.close();
        self.flush();
    }

    /// An indented line.
    fn go_on(&mut self, line: Line<'s>) {
        match &mut self.open {
            Open::Record(_, items) | Open::MadeMap(_, _, items) => {
                items.read_line(self.reader, line, 0);
            }
            Open::Unreadable => {
                if let Some((found, count)) = &mut self.unreadable {
                    found.span = found.span.to(line.inked());
                    *count += 1;
                }
            }
            Open::Nothing => {
                let inked = line.inked();
                let gap = Span::new(line.start, inked.start as usize);
                report_odd_blanks(self.reader, self.reader.source.slice(gap), line.start);
                let found = Diagnostic::new(Code::UnknownRecord, inked, "expected a record in the first column, found an indented line that continues none")
                    .help("delete the blanks before it")
                    .fix(gap, "");
                self.unreadable(found);
            }
        }
    }

    /// The keyword that a word is but for its capitals: that is reported, and its record read all the same.
    fn capitalised(&mut self, begun: Begun<'_>) -> Option<&'static Shape> {
        let shape = shape::of_keyword(&begun.word.to_ascii_lowercase())?;
        self.flush();
        self.reader.report(head::unknown(begun));
        Some(shape)
    }

    /// A line that starts in the first column; false if reading must stop.
    fn begin(&mut self, line: Line<'s>) -> bool {
        let first = line.text.chars().next().unwrap_or(' ');
        let word = match token::bare(line.text) {
            "" => &line.text[..first.len_utf8()],
            word => word,
        };
        let begun = Begun { line, word };
        if word.len() == first.len_utf8() {
            return self.begin_glyph(begun, first);
        }
        if word == "map" {
            self.flush();
            self.after_q(begun.span());
            self.begin_map(begun);
            return true;
        }
        let Some(shape) = shape::of_keyword(word).or_else(|| self.capitalised(begun)) else {
            self.perhaps_declared(begun);
            // Only the first line of a run has words of its own; a million lines need no million words.
            let found = match self.unreadable {
                None => head::unknown(begun),
                Some(_) => Diagnostic::new(Code::UnknownRecord, begun.span(), ""),
            };
            self.unreadable(found);
            return true;
        };
        self.flush();
        if !matches!(shape.keyword, "level" | "test") {
            self.after_q(begun.span());
        }
        self.begin_keyword(begun, shape)
    }

    fn begin_glyph(&mut self, begun: Begun<'s>, glyph: char) -> bool {
        if !head::is_glyph(self.reader, glyph, begun.span()) {
            self.open = Open::Unreadable;
            self.health = Health::Broken;
            return true;
        }
        self.flush();
        if !self.count_record(begun.span()) {
            return false;
        }
        self.after_q(begun.span());
        let head = Spanned {
            value: Head::Glyph(glyph),
            span: begun.span(),
        };
        self.open_record(begun, head, begun.word.len(), &shape::GLYPH);
        true
    }

    fn begin_keyword(&mut self, begun: Begun<'s>, shape: &'static Shape) -> bool {
        if !self.count_record(begun.span()) || !self.count_declaration(shape.keyword, begun.span())
        {
            return false;
        }
        if shape.keyword == "level" {
            self.ended = None;
        }
        match head::head(self.reader, begun, shape) {
            Some((head, read)) => {
                let head = Spanned {
                    value: head,
                    span: begun.span(),
                };
                self.open_record(begun, head, read, shape);
            }
            None => {
                self.perhaps_declared(begun);
                self.health = Health::Broken;
                self.open = Open::Unreadable;
            }
        }
        true
    }

    /// Notes the glyph that follows a word which could not be read as a declaration or a mark.
    fn perhaps_declared(&mut self, begun: Begun<'s>) {
        let behind = begun.line.text[begun.word.len()..].trim_start();
        let mut glyph = token::bare(behind).chars();
        if let (Some(glyph), None) = (glyph.next(), glyph.next()) {
            self.perhaps_declared.insert(glyph);
        }
    }

    fn open_record(
        &mut self,
        begun: Begun<'s>,
        head: Spanned<Head>,
        read: usize,
        shape: &'static Shape,
    ) {
        let called = begun.line.text.get(..read).unwrap_or(begun.word);
        let span = Span::new(begun.line.start, begun.line.start + read);
        let mut items = Items::of(called, shape, span);
        items.read_line(self.reader, begun.line, read);
        self.open = Open::Record(head, items);
    }

    fn begin_map(&mut self, begun: Begun<'s>) {
        let line = begun.line;
        let (first, first_span) = head::next_word(self.reader, line, begun.word.len());
        if first.is_empty() {
            let (rows, span, health) = map::drawn(self.reader, &mut self.lines, begun.span());
            self.push_map(begun.span(), MapForm::Drawn(rows), span, health);
        } else if token::starts_number(first) {
            self.pasted_map(begun);
        } else {
            let how = Spanned {
                value: first.to_string(),
                span: first_span,
            };
            let read = first_span.end as usize - line.start;
            let called = format!("map {first}");
            let mut items = Items::of(&called, &shape::MADE_MAP, begun.span().to(first_span));
            items.read_line(self.reader, line, read);
            self.open = Open::MadeMap(begun.span(), how, items);
        }
    }

    fn pasted_map(&mut self, begun: Begun<'s>) {
        let head = begun.span();
        let mut items = Items::of("map", &shape::MADE_MAP, head);
        items.read_line(self.reader, begun.line, begun.word.len());
        items.check_complete(self.reader);
        let (Health::Whole, [width, height]) = (items.health, items.numbers.as_slice()) else {
            map::skip_rows(&mut self.lines, Dialect::Modern);
            self.push_map(head, MapForm::Drawn(Vec::new()), items.span, Health::Broken);
            return;
        };
        let mut size = Size {
            width: int(width),
            height: int(height),
            code_if_empty: Code::NumberOutOfRange,
        };
        let (rows, health) = map::pasted(self.reader, &mut self.lines, &mut size, Dialect::Modern);
        let span = rows.iter().fold(items.span, |span, row| span.to(*row));
        let form = MapForm::Pasted {
            width: size.width,
            height: size.height,
            rows,
        };
        self.push_map(head, form, span, health);
    }

    fn push_map(&mut self, head: Span, form: MapForm, span: Span, health: Health) {
        self.open = Open::Nothing;
        self.statements.push(Statement::Map(Map {
            head,
            form,
            span,
            health,
        }));
    }

    /// Ends the record that is open.
    fn close(&mut self) {
        match std::mem::replace(&mut self.open, Open::Nothing) {
            Open::Nothing | Open::Unreadable => {}
            Open::Record(head, items) => self.close_record(head, items),
            Open::MadeMap(head, how, mut items) => {
                items.check_complete(self.reader);
                let form = match items.numbers.as_slice() {
                    [width, height, ..] => MapForm::Made {
                        how,
                        width: int(width),
                        height: int(height),
                        keys: items.keys,
                    },
                    _ => MapForm::Drawn(Vec::new()),
                };
                let health = self.made_health(&form, items.health);
                self.push_map(head, form, items.span, health);
            }
        }
    }

    fn made_health(&mut self, form: &MapForm, health: Health) -> Health {
        let MapForm::Made { width, height, .. } = form else {
            return Health::Broken;
        };
        let size = Size {
            width: *width,
            height: *height,
            code_if_empty: Code::NumberOutOfRange,
        };
        match size.is_sound(self.reader) {
            true => health,
            false => Health::Broken,
        }
    }

    fn close_record(&mut self, head: Spanned<Head>, mut items: Items<'s>) {
        let is_bare = items.numbers.is_empty() && items.keys.is_empty() && items.text.is_none();
        let is_q = head.value == Head::Glyph('q') && is_bare && items.health == Health::Whole;
        if is_q {
            self.ended.get_or_insert(Ended {
                q: head.span,
                told: None,
            });
        } else {
            items.check_complete(self.reader);
        }
        self.statements.push(Statement::Record(Record {
            head,
            numbers: items.numbers,
            keys: items.keys,
            text: items.text,
            span: items.span,
            health: items.health,
        }));
    }

    fn count_record(&mut self, span: Span) -> bool {
        self.counts.records += 1;
        let most = self.reader.limits.entities;
        self.is_within(self.counts.records, most, "records", span)
    }

    fn count_declaration(&mut self, keyword: &str, span: Span) -> bool {
        let (levels, kinds) = (self.reader.limits.levels, self.reader.limits.kinds);
        let (count, most, name) = match keyword {
            "level" => (&mut self.counts.levels, levels, "levels"),
            "kind" => (&mut self.counts.kinds, kinds, "kinds"),
            "item" => (&mut self.counts.items, kinds, "declared items"),
            "tile" => (&mut self.counts.tiles, kinds, "declared tiles"),
            _ => return true,
        };
        *count += 1;
        let count = *count;
        self.is_within(count, most, name, span)
    }

    fn is_within(&mut self, count: usize, most: usize, name: &str, span: Span) -> bool {
        if count <= most {
            return true;
        }
        self.reader
            .over_limit(span, format!("expected at most {most} {name}, found more"));
        self.health = Health::Broken;
        false
    }

    /// Tells of the first record behind a `q`.
    fn after_q(&mut self, span: Span) {
        self.tell_after_q(
            span,
            Severity::Error,
            "a record",
            "delete the `q`: a modern level needs none",
        );
    }

    fn tell_after_q(&mut self, span: Span, severity: Severity, what: &str, help: &str) {
        let Some(ended) = self.ended.as_mut() else {
            return;
        };
        if ended.told >= Some(severity) {
            return;
        }
        ended.told = Some(severity);
        let message =
            format!("expected a level or the end of the file behind the `q`, found {what}");
        let found = Diagnostic::new(Code::TextAfterQ, span, message)
            .severity(severity)
            .label(ended.q, "the level's records end here")
            .help(help);
        self.reader.report(found);
    }

    /// Notes a line that makes no sense; one more of a run makes the finding longer.
    fn unreadable(&mut self, found: Diagnostic) {
        self.open = Open::Unreadable;
        if self.ended.is_some() {
            let help = "delete it, or begin it with `//`";
            self.tell_after_q(found.span, Severity::Warning, "text that is not read", help);
            return;
        }
        self.health = Health::Broken;
        match &mut self.unreadable {
            Some((first, count)) => {
                first.span = first.span.to(found.span);
                first.fix = None;
                *count += 1;
            }
            None => self.unreadable = Some((found, 1)),
        }
    }

    /// Reports the run of lines that ends here, if there is one.
    fn flush(&mut self) {
        let Some((mut found, count)) = self.unreadable.take() else {
            return;
        };
        if count > 1 {
            found.message = format!("{}; {count} lines in all make no sense", found.message);
        }
        let span = found.span;
        self.reader.report_senseless(found, span);
    }
}

fn int(number: &Spanned<Number>) -> Spanned<i64> {
    let (Number::Int(value) | Number::Percent(value)) = number.value;
    Spanned {
        value,
        span: number.span,
    }
}

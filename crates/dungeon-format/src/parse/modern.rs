//! The modern format (docs/format, "Grammar"): a record is a line, and an indented line continues it. `Statements`
//! holds the state between statements: limits, lines after a `q`, and runs of unreadable lines.
use std::collections::{BTreeMap, BTreeSet};

use nom::Parser;
use nom::sequence::preceded;

use super::glyphs::is_glyph;
use super::head::{FirstWord, LineStart, first_word, glued_keyword, head, unknown};
use super::lines::{gap, indented_line, line, rest_of_file, rest_of_line, silent_lines};
use super::located::Located;
use super::map::{drawn_rows, is_closed_by_end, pasted_rows, unsized_rows};
use super::map_size::MapSize;
use super::mistake::{Mistake, of_lines};
use super::outline::{Dialect, continuation, looks_like_indented_record};
use super::reader::Reader;
use super::record::Items;
use super::recovery::{Mismatch, Parsed, UnreadableRun, recover, wrong};
use super::shape::{self, Shape};
use super::token::{any_word, starts_number};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Span, Spanned};
use crate::syntax::{Head, Integrity, Map, MapForm, Modern, Number, Record, Statement};

/// Parses a file in the modern format: `modern = { silent_line | statement } ;`
pub fn modern(input: Located<'_>) -> Modern {
    let mut read = Statements::new(input.file);
    let mut rest = input;
    loop {
        let statement = |input| read.statement(input);
        let statement = recover(preceded(silent_lines, statement), rest_of_file);
        let Ok((after, _)) = { statement }.parse(rest) else {
            break;
        };
        rest = after;
    }
    read.finish()
}

/// The longest word, in characters, that may be a misspelled glyph.
const LONGEST_SLIP: usize = 2;

/// The failure of a parser at an exceeded limit, which ends the reading of a file.
pub type LimitPassed = nom::Err<Mismatch>;

/// A level whose records have been ended by a `q`. Stored until the next level begins.
struct ClosedLevel {
    q: Span,
    /// The worst severity reported for text after the `q` that ended the level; `None` if nothing was reported yet.
    reported: Option<Severity>,
}

/// The statements that have been read so far.
pub struct Statements<'a> {
    file: &'a Reader<'a>,
    statements: Vec<Statement>,
    perhaps_declared: BTreeSet<char>,
    integrity: Integrity,
    unreadable: Option<UnreadableRun>,
    closed: Option<ClosedLevel>,
    /// The number of all records, and the number of records with each keyword that has its own limit.
    counts: BTreeMap<&'static str, usize>,
}

impl<'a> Statements<'a> {
    /// Makes an empty list of statements.
    pub fn new(file: &'a Reader<'a>) -> Statements<'a> {
        Statements {
            file,
            statements: Vec::new(),
            perhaps_declared: BTreeSet::new(),
            integrity: Integrity::Whole,
            unreadable: None,
            closed: None,
            counts: BTreeMap::new(),
        }
    }

    /// Reports the last run of unreadable lines, and returns the file.
    pub fn finish(mut self) -> Modern {
        self.flush();
        Modern {
            statements: self.statements,
            perhaps_declared: self.perhaps_declared,
            integrity: self.integrity,
        }
    }

    /// Parses a statement or an unreadable line: `statement = map | record ;` Fails at a statement that exceeds a
    /// limit.
    fn statement(&mut self, input: Located<'a>) -> Parsed<Located<'a>, ()> {
        let (below, line) = match indented_line(input) {
            Ok((below, line)) if self.closed.is_none() && looks_like_indented_record(line) => {
                (below, self.indented_record(line)?)
            }
            Ok((below, line)) => {
                self.stray_line(line)?;
                return self.unreadable_lines(below);
            }
            Err(_) => line(input)?,
        };
        let (behind, (word, first)) = first_word(line)?;
        let start = LineStart { line, word };
        match first {
            FirstWord::Glyph(glyph) if !is_glyph(self.file, glyph, word.span()) => {
                self.integrity = Integrity::Broken;
                self.unreadable_lines(below)
            }
            FirstWord::Glyph(glyph) => {
                self.flush();
                self.count_record(shape::GLYPH.keyword, word.span())?;
                self.report_after_q(word.span());
                self.record(start, Head::Glyph(glyph), &shape::GLYPH, behind, below)
            }
            FirstWord::Map => {
                self.flush();
                self.report_after_q(word.span());
                self.map(start, behind, below)
            }
            FirstWord::Keyword(shape) => self.keyword_record(start, shape, behind, below),
            FirstWord::Capitalised(shape) => {
                self.flush();
                self.file.report(unknown(start));
                self.keyword_record(start, shape, behind, below)
            }
            FirstWord::Unknown => {
                self.note_perhaps_declared(start);
                // Only the first of several unreadable lines gets a message, because there may be a million of them.
                let found = match self.unreadable {
                    None => unknown(start),
                    Some(_) => Diagnostic::new(Code::UnknownRecord, word.span(), ""),
                };
                self.unreadable(found);
                self.unreadable_lines(below)
            }
        }
    }

    /// Reports a record that does not begin in the first column. Returns its line without the indentation, so that the
    /// record is read anyway.
    fn indented_record(&mut self, line: Located<'a>) -> Result<Located<'a>, LimitPassed> {
        self.flush();
        let (inked, found) = indented(line, Mistake::IndentedRecord)?;
        self.file.report(found);
        Ok(inked)
    }

    /// Treats an indented line as unreadable, because there is no record above that it could continue.
    fn stray_line(&mut self, line: Located<'a>) -> Parsed<Located<'a>, ()> {
        let (inked, found) = indented(line, Mistake::StrayLine)?;
        self.unreadable(found);
        Ok((inked, ()))
    }

    /// Skips the lines that continue an unreadable line, `{ continuation }`, as unreadable, too.
    fn unreadable_lines(&mut self, input: Located<'a>) -> Parsed<Located<'a>, ()> {
        let mut input = input;
        while let Ok((below, line)) = continuation(input) {
            if let Some(run) = &mut self.unreadable {
                run.extend(line.trimmed().span());
            }
            input = below;
        }
        Ok((input, ()))
    }

    /// Reads a record that begins with a keyword. If its head is unreadable, the lines that continue the record are,
    /// too.
    fn keyword_record(
        &mut self,
        start: LineStart<'a>,
        shape: &'static Shape,
        behind: Located<'a>,
        below: Located<'a>,
    ) -> Parsed<Located<'a>, ()> {
        self.flush();
        if !matches!(shape.keyword, "level" | "vault" | "test") {
            self.report_after_q(start.word.span());
        }
        self.count_record(shape.keyword, start.word.span())?;
        if matches!(shape.keyword, "level" | "vault") {
            self.closed = None;
        }
        let (behind, head) = recover(head(shape), rest_of_line).parse(behind)?;
        match head {
            Some(head) => self.record(start, head, shape, behind, below),
            None => {
                self.leave_out(start);
                self.unreadable_lines(below)
            }
        }
    }

    /// Parses the rest of `record = head items line_end { continuation } ;` after the head.
    fn record(
        &mut self,
        start: LineStart<'a>,
        head: Head,
        shape: &'static Shape,
        behind: Located<'a>,
        below: Located<'a>,
    ) -> Parsed<Located<'a>, ()> {
        let head = start.word.spanned(head);
        let called = start.line.before(behind);
        let mut items = Items::new(called.text(), shape, called.span());
        items.items(behind);
        let (rest, _) = items.read_continuations(below)?;
        self.add_record(head, items);
        Ok((rest, ()))
    }

    /// Adds a record whose items are complete.
    pub fn add_record(&mut self, head: Spanned<Head>, mut items: Items<'_>) {
        if head.value == Head::Glyph('q') && items.is_bare() {
            self.closed.get_or_insert(ClosedLevel {
                q: head.span,
                reported: None,
            });
        } else {
            items.check_complete(self.file);
        }
        self.statements.push(Statement::Record(Record {
            head,
            numbers: items.numbers,
            keys: items.keys,
            text: items.text,
            span: items.span,
            integrity: items.integrity,
        }));
    }

    /// Adds a map.
    pub fn add_map(&mut self, map: Map) {
        self.statements.push(Statement::Map(map));
    }

    /// Drops a record whose head is unreadable.
    pub fn leave_out(&mut self, start: LineStart<'_>) {
        self.note_perhaps_declared(start);
        self.integrity = Integrity::Broken;
    }

    /// Parses the rest of `map = "map" ( drawn_map | pasted_map | made_map ) ;` after the word `map`.
    fn map(
        &mut self,
        start: LineStart<'a>,
        behind: Located<'a>,
        below: Located<'a>,
    ) -> Parsed<Located<'a>, ()> {
        let (behind, _) = gap(behind)?;
        let (_, first) = any_word(behind)?;
        let head = start.word.span();
        let (after, _) = any_word(behind)?;
        let (sized, _) = gap(after)?;
        let (rest, map) = if first.is_empty() {
            drawn_map(head, below)?
        } else if first.text() == "classic" && starts_number(sized.text()) {
            pasted_map(head.to(first.span()), sized, below)?
        } else if starts_number(first.text()) && is_closed_by_end(behind.text(), below) {
            report_drawn_with_a_size(below.file, head, behind);
            drawn_map(head, below)?
        } else if starts_number(first.text()) {
            pasted_map(head, behind, below)?
        } else {
            made_map(head, behind, below)?
        };
        self.add_map(map);
        Ok((rest, ()))
    }

    /// Collects the glyphs that an unreadable declaration or mark may define: a glyph that follows the keyword without
    /// a space, and the characters of short words. If the keyword is spelled correctly, the second word may have two
    /// characters, and later words one. If it is misspelled, only the second word counts, if it has one character.
    fn note_perhaps_declared(&mut self, start: LineStart<'_>) {
        let line = start.line.text();
        let glued = glued_keyword(line).map(|(_, glyph)| glyph);
        let is_keyword = shape::of_keyword(start.word.text()).is_some();
        let behind = line[start.word.text().len()..].split_whitespace();
        let words = behind.take_while(|word| !word.starts_with("//"));
        let short = words.enumerate().filter(|(nth, word)| {
            let most = match (nth, is_keyword) {
                (0, true) => LONGEST_SLIP,
                (0, false) | (_, true) => 1,
                (_, false) => return false,
            };
            word.chars().nth(most).is_none()
        });
        let glyphs = short.flat_map(|(_, word)| word.chars());
        self.perhaps_declared
            .extend(glued.into_iter().chain(glyphs));
    }

    /// Counts a record. Fails if the file then has too many records, or too many of this keyword.
    pub fn count_record(&mut self, keyword: &'static str, span: Span) -> Result<(), LimitPassed> {
        let limits = self.file.limits;
        self.count("", limits.entities, span)?;
        match keyword {
            "level" => self.count(keyword, limits.levels, span),
            "kind" | "class" | "item" | "family" | "tile" | "vault" => {
                self.count(keyword, limits.kinds, span)
            }
            _ => Ok(()),
        }
    }

    fn count(&mut self, keyword: &'static str, most: usize, span: Span) -> Result<(), LimitPassed> {
        let count = self.counts.entry(keyword).or_default();
        *count += 1;
        if *count <= most {
            return Ok(());
        }
        self.integrity = Integrity::Broken;
        wrong(Mistake::ManyRecords(most, keyword).at(span)).map(|((), ())| ())
    }

    /// Reports the first record after a `q`.
    fn report_after_q(&mut self, span: Span) {
        let deletion = |q| (self.file.source.deletion(q), String::new());
        let edit = self.closed.as_ref().map(|closed| deletion(closed.q));
        if let Some(found) = self.found_behind_q(span, Severity::Error) {
            self.file.report(found.fix_if(edit));
        }
    }

    /// Returns the finding about text after a `q`: an error for a record, a warning for other text. `None` if the level
    /// already has a finding at least as severe.
    fn found_behind_q(&mut self, span: Span, severity: Severity) -> Option<Diagnostic> {
        let closed = self.closed.as_mut()?;
        if closed.reported >= Some(severity) {
            return None;
        }
        closed.reported = Some(severity);
        let mistake = match severity {
            Severity::Error => Mistake::RecordAfterQ(closed.q),
            Severity::Warning => Mistake::LineAfterQ(closed.q),
        };
        Some(mistake.at(span).severity(severity))
    }

    /// Adds an unreadable line to the run of unreadable lines directly above it, or begins a new run.
    fn unreadable(&mut self, found: Diagnostic) {
        if self.closed.is_some() {
            let start = found.span.before();
            if let Some(found) = self.found_behind_q(found.span, Severity::Warning) {
                self.file.report(found.fix(start, "// "));
            }
            return;
        }
        self.integrity = Integrity::Broken;
        match &mut self.unreadable {
            Some(run) => {
                run.extend(found.span);
                run.without_fix();
            }
            None => self.unreadable = Some(UnreadableRun::new(found)),
        }
    }

    /// Reports the run of unreadable lines that ends here, if there is one.
    fn flush(&mut self) {
        if let Some(run) = self.unreadable.take() {
            run.report(self.file, of_lines);
        }
    }
}

/// Returns an indented line without its indentation, and the finding about the indentation.
fn indented<'a>(line: Located<'a>, mistake: Mistake<'_>) -> Parsed<Located<'a>, Diagnostic> {
    let (inked, gap) = gap(line)?;
    let found = mistake.at(inked.trimmed_end().span());
    Ok((inked, found.fix(gap.span(), "")))
}

/// Parses a drawn map from the line below `map` on: `drawn_map = gap [ comment ] line_end drawn_rows ;` `head` is the
/// word `map`.
fn drawn_map(head: Span, below: Located<'_>) -> Parsed<Located<'_>, Map> {
    let (rest, ((rows, integrity), span)) = drawn_rows(head, below)?;
    let map = Map {
        head,
        form: MapForm::Drawn(rows),
        span,
        integrity,
    };
    Ok((rest, map))
}

/// Reports the size of a map that ends with `end`, because only a pasted map has a size.
fn report_drawn_with_a_size(file: &Reader<'_>, head: Span, behind: Located<'_>) {
    let size = behind.trimmed_end().text();
    let size = size.split("//").next().unwrap_or_default().trim_end();
    let start = behind.start();
    let span = Span::new(start, start + size.len());
    let found = Mistake::SizedDrawing(size).at(span);
    file.report(found.fix(Span::new(head.end as usize, span.end as usize), ""));
}

/// Parses a map with a size, from the size on: `pasted_map = [ gap "classic" ] items line_end pasted_rows ;` `head` is
/// the text before the size: `map` or `map classic`.
fn pasted_map<'a>(head: Span, behind: Located<'a>, below: Located<'a>) -> Parsed<Located<'a>, Map> {
    let called = below.file.source.slice(head);
    let mut items = Items::new(called, &shape::PASTED_MAP, head);
    items.items(behind);
    items.check_complete(below.file);
    let (Integrity::Whole, [width, height]) = (items.integrity, items.numbers.as_slice()) else {
        let (rest, _) = unsized_rows(Dialect::Modern, below)?;
        let map = Map {
            head,
            form: MapForm::Drawn(Vec::new()),
            span: items.span,
            integrity: Integrity::Broken,
        };
        return Ok((rest, map));
    };
    let mut size = modern_size(width, height);
    let (rest, (rows, integrity)) = pasted_rows(&mut size, Dialect::Modern, below)?;
    let map = Map {
        head,
        span: rows.iter().fold(items.span, |span, row| span.to(*row)),
        form: MapForm::Pasted {
            width: size.width,
            height: size.height,
            rows,
        },
        integrity,
    };
    Ok((rest, map))
}

/// Parses a generated map after the word `map`: `made_map = gap word items line_end { continuation } ;` `head` is the
/// word `map`.
fn made_map<'a>(head: Span, behind: Located<'a>, below: Located<'a>) -> Parsed<Located<'a>, Map> {
    let (behind, how) = any_word(behind)?;
    let called = format!("map {}", how.text());
    let mut items = Items::new(called, &shape::MADE_MAP, head.to(how.span()));
    items.items(behind);
    let (rest, _) = items.read_continuations(below)?;
    let how = how.spanned(how.text().to_string());
    Ok((rest, map_to_make(below.file, head, how, items)))
}

/// Makes the node of a generated map from its items, all of which have been read.
pub fn map_to_make(
    file: &Reader<'_>,
    head: Span,
    how: Spanned<String>,
    mut items: Items<'_>,
) -> Map {
    items.check_complete(file);
    let (form, integrity) = match items.numbers.as_slice() {
        [width, height] => {
            let size = modern_size(width, height);
            let form = MapForm::Made {
                how,
                width: size.width,
                height: size.height,
                keys: items.keys,
            };
            if size.is_sound(file) {
                (form, items.integrity)
            } else {
                (form, Integrity::Broken)
            }
        }
        _ => (MapForm::Drawn(Vec::new()), Integrity::Broken),
    };
    Map {
        head,
        form,
        span: items.span,
        integrity,
    }
}

fn modern_size(width: &Spanned<Number>, height: &Spanned<Number>) -> MapSize {
    let int = |number: &Spanned<Number>| Spanned::new(number.value.last(), number.span);
    MapSize {
        width: int(width),
        height: int(height),
        code_if_empty: Code::NumberOutOfRange,
    }
}

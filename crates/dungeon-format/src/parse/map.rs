//! Maps (docs/format, "Grammar"). Rows are cut from the text, not parsed. Pasted maps have a size; drawn maps end with
//! `end`. A map that lacks its `end` or some rows ends before the first line that looks like a record.
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, tag_no_case};
use nom::character::complete::space1;
use nom::combinator::{eof, opt, value, verify};
use nom::multi::{fold_many_m_n, fold_many0, many0_count};

use super::lines::{blanks, comment, line};
use super::located::Located;
use super::map_size::MapSize;
use super::mistake::Mistake;
use super::odd_row::warn_of_odd_rows;
use super::outline::{Dialect, looks_like_record};
use super::reader::Reader;
use super::recovery::{Parsed, absent};
use super::rows::{check_glyphs, check_widths, columns};
use super::token::bare;
use crate::source::Span;
use crate::syntax::Integrity;

/// The rows of a map. The second value is `Integrity::Whole` if all rows exist and are long enough.
pub type MapRows = (Vec<Span>, Integrity);

/// Parses the rows of a map with a size: `pasted_rows = { line } ;` Reads as many rows as the header says. Reports
/// errors, including additional rows. If only swapping width and height fits the rows, reports that and swaps them.
pub fn pasted_rows<'a>(
    size: &mut MapSize,
    dialect: Dialect,
    input: Located<'a>,
) -> Parsed<Located<'a>, MapRows> {
    let file = input.file;
    if !size.is_sound(file) {
        let (rest, _) = unsized_rows(dialect, input)?;
        return Ok((rest, (Vec::new(), Integrity::Broken)));
    }
    let (rest, mut rows) = rows_of_size(size, dialect, input)?;
    let mut integrity = Integrity::Whole;
    if is_turned(file, &rows, size) {
        report_turned(file, size);
        *size = size.turned();
    }
    if rows.len() < usize::try_from(size.height.value).unwrap_or(usize::MAX) {
        drop_blank_rows(file, &mut rows);
        too_short(file, size, &rows, dialect, rest.start());
        integrity = Integrity::Broken;
    }
    if !check_widths(file, &rows, size) {
        integrity = Integrity::Broken;
    }
    check_glyphs(
        file,
        &rows,
        usize::try_from(size.width.value).unwrap_or(usize::MAX),
    );
    if integrity == Integrity::Broken {
        return Ok((rest, (rows, integrity)));
    }
    let (rest, left_over) = left_over_rows(size, dialect, rest)?;
    if let Some(left_over) = left_over {
        report_left_over(file, size, &rows, left_over);
    }
    Ok((rest, (rows, integrity)))
}

/// Reads the rows of a map, at most as many as its height says. A line that looks like a record is a row only if it has
/// the map's width.
fn rows_of_size<'a>(
    size: &MapSize,
    dialect: Dialect,
    input: Located<'a>,
) -> Parsed<Located<'a>, Vec<Span>> {
    let width = usize::try_from(size.width.value).unwrap_or(usize::MAX);
    let height = usize::try_from(size.height.value).unwrap_or(usize::MAX);
    let is_row =
        |line: &Located<'_>| !looks_like_record(*line, dialect) || columns(line.text()) == width;
    fold_many_m_n(0, height, verify(line, is_row), Vec::new, with_row).parse(input)
}

fn with_row(mut rows: Vec<Span>, row: Located<'_>) -> Vec<Span> {
    rows.push(row.span());
    rows
}

/// Skips the rows of a map of unknown size: all lines before the first line that looks like a record.
pub fn unsized_rows(dialect: Dialect, input: Located<'_>) -> Parsed<Located<'_>, usize> {
    let is_row = |line: &Located<'_>| !looks_like_record(*line, dialect);
    many0_count(verify(line, is_row)).parse(input)
}

/// Whether the rows after `map W H` end with a line `end`, as only a drawn map does. `size` is the rest of the line
/// after `map`, from the first number on. In a map three cells wide, `end` may be a row instead.
pub fn is_closed_by_end(size: &str, input: Located<'_>) -> bool {
    let mut sides = size
        .split(' ')
        .filter_map(|word| word.parse::<usize>().ok());
    let (width, height) = (sides.next().unwrap_or(0), sides.next().unwrap_or(0));
    let (mut input, mut nth) = (input, 0);
    while let Ok((rest, line)) = line(input) {
        let is_row = nth < height && columns(line.text()) == width;
        if !is_row && is_end(&line) {
            return true;
        }
        if !is_row && looks_like_record(line, Dialect::Modern) {
            return false;
        }
        (input, nth) = (rest, nth + 1);
    }
    false
}

/// Drops empty rows at the end of a map that is incomplete.
fn drop_blank_rows(file: &Reader<'_>, rows: &mut Vec<Span>) {
    let is_blank = |row: &Span| file.source.slice(*row).trim().is_empty();
    let kept = rows.iter().rposition(|row| !is_blank(row));
    rows.truncate(kept.map_or(0, |last| last + 1));
}

/// Whether the rows fit the size in the header once its width and height are swapped.
fn is_turned(file: &Reader<'_>, rows: &[Span], size: &MapSize) -> bool {
    let is_high = |row: &Span| columns(file.source.slice(*row)) as i64 == size.height.value;
    size.width.value < size.height.value
        && rows.len() as i64 == size.width.value
        && rows.iter().all(is_high)
}

fn report_turned(reader: &Reader<'_>, size: &MapSize) {
    let (width, height) = (size.height.value, size.width.value);
    let found = Mistake::TurnedSize(width, height).at(size.span());
    reader.report(found.write(format!("{width} {height}")));
}

fn too_short(reader: &Reader<'_>, size: &MapSize, rows: &[Span], dialect: Dialect, at: usize) {
    let (width, height, there) = (size.width.value, size.height.value, rows.len());
    let stop = rows.last().map_or(Span::new(at, at), |row| row.behind());
    let place = size.height.span;
    reader.report(match there {
        0 if dialect == Dialect::Modern => {
            let found = Mistake::UndrawnMap(width, height, stop).at(place);
            found.suggest(size.width.span.before(), "open ")
        }
        0 => Mistake::NoRows(height, stop).at(place),
        _ => {
            let found = Mistake::FewRows(height, there, stop).at(place);
            found.suggest(place, there.to_string())
        }
    });
}

/// The rows that follow the last row of a map, because its height is too small.
#[derive(Clone, Copy)]
struct LeftOver {
    span: Span,
    count: usize,
    /// Whether all surplus rows have the map's width.
    fits: bool,
}

/// Reads the rows that follow the last row of a map, because the height in its header is too small.
fn left_over_rows<'a>(
    size: &MapSize,
    dialect: Dialect,
    input: Located<'a>,
) -> Parsed<Located<'a>, Option<LeftOver>> {
    let width = usize::try_from(size.width.value).unwrap_or(usize::MAX);
    let is_row = |line: &Located<'_>| {
        let text = line.text().trim_end();
        let is_drawn_alike = text.len() > 2 && text.starts_with('#') && text.ends_with('#');
        let is_silent = text.trim_start().is_empty() || text.trim_start().starts_with("//");
        !is_silent
            && !looks_like_record(*line, dialect)
            && (columns(line.text()) == width && width > 2 || is_drawn_alike)
    };
    let count = |found: Option<LeftOver>, row: Located<'_>| {
        let this = LeftOver {
            span: row.span(),
            count: 1,
            fits: columns(row.text()) == width,
        };
        Some(found.map_or(this, |before| LeftOver {
            span: before.span.to(this.span),
            count: before.count + 1,
            fits: before.fits && this.fits,
        }))
    };
    fold_many0(verify(line, is_row), || None, count).parse(input)
}

fn report_left_over(file: &Reader<'_>, size: &MapSize, rows: &[Span], left_over: LeftOver) {
    let Some(last) = rows.last() else { return };
    let LeftOver { span, count, fits } = left_over;
    let (all, height) = (rows.len() + count, size.height.span);
    let width = (!fits).then_some(size.width.value);
    let found = Mistake::RowsLeftOver(rows.len(), all, width, height, *last).at(span);
    file.report(found.fix_if(fits.then(|| (height, all.to_string()))));
}

/// Parses the rows of a drawn map below the line `map`, and its end: `drawn_rows = { line - end } end ;` `head` is the
/// word `map`. Returns the rows and the span of the map.
pub fn drawn_rows<'a>(head: Span, input: Located<'a>) -> Parsed<Located<'a>, (MapRows, Span)> {
    let (rest, mut drawn) = alt((closed, closed_by_misspelt_end, unclosed)).parse(input)?;
    let file = input.file;
    let mut integrity = Integrity::Whole;
    match drawn.ending {
        Ending::End => {}
        Ending::Misspelt(word) => report_misspelt_end(file, word),
        Ending::Missing => {
            drop_blank_rows(file, &mut drawn.rows.spans);
            report_unclosed(file, head, drawn.end);
            integrity = Integrity::Broken;
        }
    }
    let whole = head.to(Span::new(drawn.end, drawn.end));
    Ok((
        rest,
        (judged_rows(file, head, drawn.rows, integrity), whole),
    ))
}

/// Checks the rows of a drawn map given by a program.
pub fn given_rows(file: &Reader<'_>, head: Span, rows: Vec<Span>) -> MapRows {
    let mut integrity = Integrity::Whole;
    let mut within = RowsWithin::default();
    let mut seen_record = false;
    for row in rows.into_iter().map(|row| Located::at(file, row)) {
        if is_end(&row) || is_after_map(&row, seen_record) {
            file.report(Mistake::EndingRow(row.text().trim()).at(row.span()));
            integrity = Integrity::Broken;
        } else {
            seen_record = seen_record || looks_like_record(row, Dialect::Modern);
            within = within.with(row);
        }
    }
    judged_rows(file, head, within, integrity)
}

/// Checks the rows of a drawn map. If they exceed the limits, reports this and returns no rows.
fn judged_rows(file: &Reader<'_>, head: Span, rows: RowsWithin, integrity: Integrity) -> MapRows {
    if let Some(over) = rows.over {
        file.report(over.at(head));
        return (Vec::new(), Integrity::Broken);
    }
    check_glyphs(file, &rows.spans, usize::MAX);
    if integrity == Integrity::Whole {
        warn_of_odd_rows(file, &rows.spans);
    }
    (rows.spans, integrity)
}

/// A drawn map.
struct Drawn {
    rows: RowsWithin,
    /// The byte after the last byte of the map.
    end: usize,
    ending: Ending,
}

/// How a drawn map ends.
enum Ending {
    /// A line `end`.
    End,
    /// A misspelled `end`, such as `END` or `end.`, with its place.
    Misspelt(Span),
    /// No end before the next record or the end of the file.
    Missing,
}

/// The rows of a drawn map that have been read so far, if they are within the limits.
#[derive(Default)]
struct RowsWithin {
    spans: Vec<Span>,
    widest: usize,
    /// The limit that the rows exceed, after which no further rows are stored; `None` if they exceed none.
    over: Option<Mistake<'static>>,
}

impl RowsWithin {
    fn with(mut self, row: Located<'_>) -> RowsWithin {
        if self.over.is_some() {
            return self;
        }
        let drawn = row.text().trim_end_matches(' ');
        self.widest = self.widest.max(columns(drawn));
        self.spans.push(row.span());
        let (side, cells) = (row.file.limits.side as usize, row.file.limits.cells);
        if self.spans.len() > side || self.widest > side {
            self.over = Some(Mistake::ManyRows(side));
        } else if self.spans.len().saturating_mul(self.widest) > cells {
            self.over = Some(Mistake::ManyCells(cells));
        }
        self
    }
}

/// Reads a drawn map with its `end`.
fn closed(input: Located<'_>) -> Parsed<Located<'_>, Drawn> {
    let drawn = |(rows, last): (RowsWithin, Located<'_>)| Drawn {
        rows,
        end: last.end(),
        ending: Ending::End,
    };
    rows_up_to(is_end).map(drawn).parse(input)
}

/// Reads a drawn map that ends with a misspelled `end`.
fn closed_by_misspelt_end(input: Located<'_>) -> Parsed<Located<'_>, Drawn> {
    let drawn = |(rows, last): (RowsWithin, Located<'_>)| Drawn {
        rows,
        end: last.end(),
        ending: Ending::Misspelt(last.span()),
    };
    rows_up_to(is_nearly_end).map(drawn).parse(input)
}

/// Reads rows up to the first line for which `closes` is true. Returns the rows, and that line without spaces around
/// it. Fails at a line that cannot be a row, because the `end` must be missing then.
fn rows_up_to<'a>(
    closes: impl Fn(&Located<'a>) -> bool,
) -> impl FnMut(Located<'a>) -> Parsed<Located<'a>, (RowsWithin, Located<'a>)> {
    move |input| {
        let mut seen_record = false;
        let row = |input| {
            let (rest, line) = line(input)?;
            if closes(&line) || is_after_map(&line, seen_record) {
                return absent();
            }
            seen_record = seen_record || looks_like_record(line, Dialect::Modern);
            Ok((rest, line))
        };
        let (rest, rows) = fold_many0(row, RowsWithin::default, RowsWithin::with).parse(input)?;
        let (rest, last) = verify(line, &closes).parse(rest)?;
        Ok((rest, (rows, last.trimmed())))
    }
}

/// Whether a line cannot be a row of a map: it looks like a record with a key or a text, or it is the next `map` after
/// a line that looks like a record.
fn is_after_map(line: &Located<'_>, seen_record: bool) -> bool {
    let text = line.text();
    let is_lowercase = |c: char| c.is_ascii_lowercase();
    let mut parts = text.split('=');
    let has_key = parts.next_back().is_some() && parts.any(|part| part.ends_with(is_lowercase));
    let is_record = || looks_like_record(*line, Dialect::Modern);
    (has_key || text.contains('"')) && is_record() || seen_record && bare(text) == "map"
}

/// Reads a drawn map up to the first line that looks like a record, or the end of the file.
fn unclosed(input: Located<'_>) -> Parsed<Located<'_>, Drawn> {
    let is_row = |line: &Located<'_>| !looks_like_record(*line, Dialect::Modern);
    let (rest, rows) =
        fold_many0(verify(line, is_row), RowsWithin::default, RowsWithin::with).parse(input)?;
    let drawn = Drawn {
        rows,
        end: rest.start(),
        ending: Ending::Missing,
    };
    Ok((rest, drawn))
}

/// Whether a line ends a drawn map.
fn is_end(line: &Located<'_>) -> bool {
    end(*line).is_ok()
}

/// Parses the last line of a drawn map: `end = gap "end" gap [ comment ] line_end ;` `line` is that line without its
/// line end.
fn end(line: Located<'_>) -> Parsed<Located<'_>, ()> {
    value((), (blanks, tag("end"), blanks, alt((eof, comment)))).parse(line)
}

/// Whether a line is nearly an `end`, such as `END`, `end.`, `endmap`, `end level` or `end foo=3`. Such a line is a row
/// only if a correct `end` follows. A line with a `#` after its `end` is always a row.
fn is_nearly_end(line: &Located<'_>) -> bool {
    let tail = alt((tag("."), tag(";"), tag(":"), tag_no_case("map")));
    let alone = value((), (blanks, opt(tail), blanks, eof));
    let of_what = value((), (space1, is_not("#"), eof));
    let nearly_end = (blanks, tag_no_case("end"), alt((alone, of_what))).parse(*line);
    nearly_end.is_ok()
}

fn report_misspelt_end(file: &Reader<'_>, word: Span) {
    let line = file.source.slice(word);
    let found = Mistake::MisspeltEnd(line).at(word);
    file.report(if line.contains(['=', '"']) {
        found.suggest(word, "end") // the rest of the line belongs elsewhere
    } else {
        found.fix(word, "end")
    });
}

fn report_unclosed(file: &Reader<'_>, head: Span, rows_end: usize) {
    let place = Span::new(rows_end, rows_end);
    let needs_line_end = !file.source.text[..rows_end].ends_with(['\n', '\r']);
    let fix = if needs_line_end { "\nend\n" } else { "end\n" };
    file.report(Mistake::MissingEnd(place).at(head).fix(place, fix));
}

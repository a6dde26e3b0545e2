//! Maps: rows are sliced, not parsed. Pasted ones know their size beforehand, drawn ones end with `end`.
use super::lines::{Line, Lines};
use super::map_size::Size;
use super::reader::Reader;
use super::rows::{check_glyphs, check_widths, columns};
use super::shape::{Dialect, looks_like_record};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::Span;
use crate::format::syntax::Health;

/// The rows after `W H`, and whether all were there. What is wrong with them is reported here, rows that
/// are left over behind them too. A size the wrong way round is turned.
pub fn pasted(
    reader: &mut Reader<'_>,
    lines: &mut Lines<'_>,
    size: &mut Size,
    dialect: Dialect,
) -> (Vec<Span>, Health) {
    if !size.is_sound(reader) {
        skip_rows(lines, dialect);
        return (Vec::new(), Health::Broken);
    }
    let mut width = usize::try_from(size.width.value).unwrap_or(usize::MAX);
    let mut height = usize::try_from(size.height.value).unwrap_or(usize::MAX);
    let mut rows: Vec<Span> = Vec::new();
    while rows.len() < height {
        let mut ahead = *lines;
        let Some(line) = ahead.next() else { break };
        if looks_like_record(line.text, dialect) && columns(line.text) != width {
            break;
        }
        rows.push(line.span());
        *lines = ahead;
    }
    let mut health = Health::Whole;
    if is_turned(reader, &rows, size) {
        report_turned(reader, size);
        *size = size.turned();
        (width, height) = (height, width);
    }
    if rows.len() < height {
        while rows
            .last()
            .is_some_and(|row| reader.source.slice(*row).trim().is_empty())
        {
            rows.pop();
        }
        too_short(reader, size, &rows, lines.at());
        health = Health::Broken;
    }
    if !check_widths(reader, &rows, size) {
        health = Health::Broken;
    }
    check_glyphs(reader, &rows, width);
    if health == Health::Whole {
        left_over(reader, lines, size, &rows, dialect);
    }
    (rows, health)
}

/// Whether the rows are just as the header says, but for its numbers standing the wrong way round.
fn is_turned(reader: &Reader<'_>, rows: &[Span], size: &Size) -> bool {
    let is_high = |row: &Span| columns(reader.source.slice(*row)) as i64 == size.height.value;
    size.width.value < size.height.value
        && rows.len() as i64 == size.width.value
        && rows.iter().all(is_high)
}

fn report_turned(reader: &mut Reader<'_>, size: &Size) {
    let (width, height) = (size.height.value, size.width.value);
    let message = format!("expected the width before the height, found {height} and then {width}");
    let found = Diagnostic::new(Code::BadHeader, size.span(), message);
    let mend = format!("{width} {height}");
    reader.report(found.help(format!("write `{mend}`")).fix(size.span(), mend));
}

fn too_short(reader: &mut Reader<'_>, size: &Size, rows: &[Span], at: usize) {
    let (asked, there) = (size.height.value, rows.len());
    let message = format!("expected {asked} map rows, found {there}");
    let place = rows.last().map_or(Span::new(at, at), |row| {
        Span::new(row.end as usize, row.end as usize)
    });
    let found = Diagnostic::new(Code::MapTooShort, size.height.span, message)
        .label(place, "the map stops here");
    reader.report(match there {
        0 => found.help("draw the rows right below the line with the size"),
        _ => found
            .help(format!(
                "write {there} as the height, or draw the missing rows"
            ))
            .fix(size.height.span, there.to_string()),
    });
}

/// Rows behind the last one: the header's height is too small.
fn left_over(
    reader: &mut Reader<'_>,
    lines: &mut Lines<'_>,
    size: &Size,
    rows: &[Span],
    dialect: Dialect,
) {
    let width = usize::try_from(size.width.value).unwrap_or(usize::MAX);
    let Some(last) = rows.last() else { return };
    let is_row = |line: Line<'_>| {
        let text = line.text.trim_end();
        let is_drawn_alike = text.len() > 2 && text.starts_with('#') && text.ends_with('#');
        !line.is_silent()
            && !looks_like_record(line.text, dialect)
            && (columns(line.text) == width && width > 2 || is_drawn_alike)
    };
    let mut found: Option<(Span, usize)> = None;
    let mut ahead = *lines;
    while let Some(line) = ahead.next().filter(|line| is_row(*line)) {
        found = Some(match found {
            None => (line.span(), 1),
            Some((span, count)) => (span.to(line.span()), count + 1),
        });
        *lines = ahead;
    }
    let Some((span, count)) = found else { return };
    let right = rows.len() + count;
    let rows_are = if count == 1 {
        "1 map row is"
    } else {
        "the map rows are"
    };
    let message = format!(
        "expected records after {} map rows, but {rows_are} left over",
        rows.len()
    );
    reader.report(
        Diagnostic::new(Code::RowsLeftOver, span, message)
            .label(size.height.span, "the height is given here")
            .label(*last, "the last row that belongs to the map")
            .help(format!(
                "write {right} as the height: so many rows stand here"
            ))
            .fix(size.height.span, right.to_string()),
    );
}

/// Passes over the rows of a map whose size is unknown.
pub fn skip_rows(lines: &mut Lines<'_>, dialect: Dialect) {
    let mut ahead = *lines;
    while let Some(line) = ahead.next() {
        if looks_like_record(line.text, dialect) {
            return;
        }
        *lines = ahead;
    }
}

/// The rows of a drawn map up to its `end`, where the block ends, and whether it did.
pub fn drawn(
    reader: &mut Reader<'_>,
    lines: &mut Lines<'_>,
    head: Span,
) -> (Vec<Span>, Span, Health) {
    let block = find_end(*lines);
    let mut walk = Walk::default();
    while lines.at() < block.rows_end {
        let Some(line) = lines.next() else { break };
        walk.row(reader, line);
    }
    *lines = block.after;
    let whole = head.to(Span::new(block.end, block.end));
    let mut health = Health::Whole;
    match block.ending {
        Ending::End => {}
        Ending::Shouted(word) => shouted(reader, word),
        Ending::Missing => {
            unterminated(reader, head, &mut walk, block.rows_end);
            health = Health::Broken;
        }
    }
    if let Some(sentence) = walk.over {
        reader.over_limit(head, sentence);
        return (Vec::new(), whole, Health::Broken);
    }
    check_glyphs(reader, &walk.rows, usize::MAX);
    (walk.rows, whole, health)
}

/// The rows gathered so far, none of them once they are too many.
#[derive(Default)]
struct Walk {
    rows: Vec<Span>,
    widest: usize,
    /// Which limit is passed, in words.
    over: Option<String>,
}

impl Walk {
    fn row(&mut self, reader: &Reader<'_>, line: Line<'_>) {
        if self.over.is_some() {
            return;
        }
        self.widest = self.widest.max(columns(line.text.trim_end_matches(' ')));
        self.rows.push(line.span());
        let (side, cells) = (reader.limits.side as usize, reader.limits.cells);
        if self.rows.len() > side || self.widest > side {
            self.over = Some(format!(
                "expected at most {side} rows and columns in a map, found more"
            ));
        } else if self.rows.len().saturating_mul(self.widest) > cells {
            self.over = Some(format!(
                "expected at most {cells} cells in a map, found more"
            ));
        }
    }
}

struct Block<'a> {
    /// Where the last row ends.
    rows_end: usize,
    /// Where the block ends.
    end: usize,
    /// What to read next.
    after: Lines<'a>,
    ending: Ending,
}

/// How a drawn map ends.
#[derive(Clone, Copy)]
enum Ending {
    /// With its `end`.
    End,
    /// With an `End` or `END`, which stands there.
    Shouted(Span),
    /// Not at all.
    Missing,
}

/// Looks for `end`. Where it is missing, the map is taken to stop at a line that would be one in small letters,
/// or before the first line that reads as a record; to notice that, the search stops at a further `map`.
fn find_end(from: Lines<'_>) -> Block<'_> {
    let mut suspect: Option<Lines<'_>> = None;
    let mut shouted: Option<Block<'_>> = None;
    let mut lines = from;
    loop {
        let before = lines;
        let next = lines.next();
        let starts_map = |line: Line<'_>| suspect.is_some() && token_is_map(line.text);
        match next {
            Some(line) if is_end(line.text) => {
                return Block {
                    rows_end: line.start,
                    end: line.inked().end as usize,
                    after: lines,
                    ending: Ending::End,
                };
            }
            Some(line) if shouted.is_none() && is_end(&line.text.to_ascii_lowercase()) => {
                let word = Span::new(line.inked().start as usize, line.inked().start as usize + 3);
                shouted = Some(Block {
                    rows_end: line.start,
                    end: line.inked().end as usize,
                    after: lines,
                    ending: Ending::Shouted(word),
                });
            }
            Some(line) if !starts_map(line) => {
                if suspect.is_none() && looks_like_record(line.text, Dialect::Modern) {
                    suspect = Some(before);
                }
            }
            _ => {
                let after = suspect.unwrap_or(before);
                return shouted.unwrap_or(Block {
                    rows_end: after.at(),
                    end: after.at(),
                    after,
                    ending: Ending::Missing,
                });
            }
        }
    }
}

fn token_is_map(line: &str) -> bool {
    super::token::bare(line) == "map"
}

fn is_end(line: &str) -> bool {
    line.trim_start()
        .strip_prefix("end")
        .map(str::trim_start)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with("//"))
}

fn shouted(reader: &mut Reader<'_>, word: Span) {
    let found = reader.source.slice(word);
    let message = format!("expected a line `end` behind the map, found `{found}`");
    reader.report(
        Diagnostic::new(Code::UnterminatedMap, word, message)
            .help("write it in small letters")
            .fix(word, "end"),
    );
}

fn unterminated(reader: &mut Reader<'_>, head: Span, walk: &mut Walk, rows_end: usize) {
    while walk
        .rows
        .last()
        .is_some_and(|row| reader.source.slice(*row).trim().is_empty())
    {
        walk.rows.pop();
    }
    let place = Span::new(rows_end, rows_end);
    let needs_line_end = !reader.source.text[..rows_end].ends_with(['\n', '\r']);
    let fix = if needs_line_end { "\nend\n" } else { "end\n" };
    reader.report(
        Diagnostic::new(
            Code::UnterminatedMap,
            head,
            "expected a line `end` behind the map, found none",
        )
        .label(place, "the map seems to stop before this")
        .help("close the map with a line that holds only `end`")
        .fix(place, fix),
    );
}

//! Checks of the rows of a map: their widths, and characters that are not glyphs.
use std::collections::BTreeMap;

use super::glyphs::{half_width, odd_blank};
use super::map_size::MapSize;
use super::mistake::{Mistake, row_has};
use super::reader::Reader;
use crate::characters::{Fault, fault, is_plain_ascii};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Returns the number of characters in a row.
pub fn columns(row: &str) -> usize {
    if row.is_ascii() {
        row.len()
    } else {
        row.chars().count()
    }
}

/// Rows that are all too short or too long by the same number of characters.
struct OddRows {
    width: usize,
    rows: Vec<(usize, Span)>,
}

/// Reports rows that are longer or shorter than the header says; rows of the same wrong width share a finding. Returns
/// `false` if any row is too short.
pub fn check_widths(reader: &Reader<'_>, rows: &[Span], size: &MapSize) -> bool {
    let asked = usize::try_from(size.width.value).unwrap_or(usize::MAX);
    let mut strays: BTreeMap<usize, OddRows> = BTreeMap::new();
    for (i, row) in rows.iter().enumerate() {
        let width = columns(reader.source.slice(*row));
        if width != asked {
            let stray = strays.entry(width).or_insert(OddRows {
                width,
                rows: Vec::new(),
            });
            stray.rows.push((i + 1, *row));
        }
    }
    let mut is_long_enough = true;
    for stray in strays.into_values() {
        is_long_enough &= stray.width > asked;
        match stray.rows.as_slice() {
            [(number, row)] => reader.report(one_row(reader, asked, stray.width, *number, *row)),
            _ => reader.report(many_rows(size, asked, &stray, rows.len())),
        }
    }
    is_long_enough
}

fn one_row(
    reader: &Reader<'_>,
    asked: usize,
    width: usize,
    number: usize,
    row: Span,
) -> Diagnostic {
    if width < asked {
        let place = if width == 0 {
            row
        } else {
            last_character(reader, row)
        };
        return Mistake::ShortRow(asked, number, width).at(place);
    }
    let kept: usize = reader
        .source
        .slice(row)
        .chars()
        .take(asked)
        .map(char::len_utf8)
        .sum();
    let tail = Span::new(row.start as usize + kept, row.end as usize);
    let found = Mistake::LongRow(asked, number, width).at(tail);
    found.fix(tail, "")
}

fn last_character(reader: &Reader<'_>, row: Span) -> Span {
    let last = reader.source.slice(row).chars().next_back();
    let length = last.map_or(0, char::len_utf8);
    Span::new(row.end as usize - length, row.end as usize)
}

/// Makes the finding at the header about several rows of the same wrong width.
fn many_rows(size: &MapSize, asked: usize, stray: &OddRows, all: usize) -> Diagnostic {
    let (width, count) = (stray.width, stray.rows.len());
    let mistake = if width < asked {
        Mistake::ShortRows
    } else {
        Mistake::LongRows
    };
    let is_most = count * 2 > all;
    let mut found = mistake(asked, width, count, is_most).at(size.width.span);
    for (number, row) in stray.rows.iter().take(3) {
        found = found.label(*row, row_has(*number, width));
    }
    found.fix_if(is_most.then(|| (size.width.span, width.to_string())))
}

/// Reports characters in the first `width` columns that are not glyphs; adjacent characters with the same fault share a
/// finding.
pub fn check_glyphs(reader: &Reader<'_>, rows: &[Span], width: usize) {
    let text = &reader.source.text;
    for row in rows {
        let row_text = &text[row.range()];
        if is_plain_ascii(row_text) {
            continue;
        }
        let mut run: Option<(Fault, Span)> = None;
        for (offset, c) in row_text.char_indices().take(width) {
            let start = row.start as usize + offset;
            let here = Span::new(start, start + c.len_utf8());
            run = match (run, fault(c)) {
                (Some((kind, span)), Some(same)) if kind == same => Some((kind, span.to(here))),
                (before, now) => {
                    { before.into_iter() }.for_each(|run| report_run(reader, rows, *row, run));
                    now.map(|kind| (kind, here))
                }
            };
        }
        run.into_iter()
            .for_each(|run| report_run(reader, rows, *row, run));
    }
}

/// The usual distances of tab stops, and 1 for a tab in place of a single space.
const TAB_STOPS: [usize; 3] = [8, 4, 1];

/// Returns the spaces to write in place of tabs, so that the row becomes as wide as the widest row without tabs. `None`
/// if no number of spaces achieves this, or several do.
fn blanks_for(reader: &Reader<'_>, rows: &[Span], row: Span, tabs: Span) -> Option<String> {
    let text = |row: &Span| reader.source.slice(*row);
    let others = rows.iter().map(text).filter(|row| !row.contains('\t'));
    let widest = others.map(columns).max()?;
    let end_at = |until: u32, stop: usize| {
        let until = Span { end: until, ..row };
        let advance = |at: usize, c: char| match c {
            '\t' => (at / stop + 1) * stop,
            _ => at + 1,
        };
        text(&until).chars().fold(0, advance)
    };
    let fits = |stop: &usize| end_at(row.end, *stop) == widest;
    let wide = |stop: usize| end_at(tabs.end, stop) - end_at(tabs.start, stop);
    let mut counts: Vec<usize> = { TAB_STOPS.into_iter() }.filter(fits).map(wide).collect();
    counts.dedup();
    match counts.as_slice() {
        [count] => Some(" ".repeat(*count)),
        _ => None,
    }
}

fn report_run(reader: &Reader<'_>, rows: &[Span], row: Span, (kind, span): (Fault, Span)) {
    if kind == Fault::Tab {
        return reader.report_lazily(Code::TabInMap, span, |span| {
            let edit = blanks_for(reader, rows, row, span).map(|blanks| (span, blanks));
            Mistake::Tab.at(span).fix_if(edit)
        });
    }
    let text = &reader.source.text[span.range()];
    let first = text.chars().next().unwrap_or(' ');
    let count = text.chars().count();
    reader.report(match kind {
        Fault::Control | Fault::Tab => return, // the scan of the whole text reports control characters
        Fault::OddBlank => odd_blank(span, first, count),
        Fault::Wide => {
            let edit = half_width(text).map(|plain| (span, plain));
            Mistake::WideGlyph(first).at(span).fix_if(edit)
        }
    });
}

//! Warns about a row of a drawn map that probably lost cells or has one too many, so that the rest of the row is
//! shifted and the walls have gaps. Since rows may differ in width, the warning is limited to two cases: a single row
//! whose width differs from all rows around it, and a row in which every straight wall after some column is shifted by
//! one.
use std::cmp::Reverse;

use super::mistake::Mistake;
use super::reader::Reader;
use super::rows::columns;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// How many rows of a map must have the same width if only one row has another: at least the top, the bottom and a row
/// between them.
const REST_OF_A_MAP: usize = 3;

/// How many rows around an odd row must have the same width if the widths of the map differ elsewhere. Some of them
/// must be above and some below.
const STRAIGHT_RUN: usize = 6;

/// How many rows around an odd row must have the same width if the odd row's own walls are also shifted by one column.
const STRAIGHT_RUN_WITH_WALLS: usize = 4;

/// A wall counts as straight if it stays in one column for this many rows above the odd row, and for as many rows below
/// it.
const WALL_RUN: usize = 2;

/// The mistake in an odd row, which shifts the cells after it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slip {
    /// The row has lost this many cells, at least one.
    Lost(usize),
    /// The row has one cell too many.
    Extra,
}

/// Where a row lost cells or has an extra one: in some column from `first` to `last`, counted from 0.
struct SlipPlace {
    first: usize,
    last: usize,
}

/// Warns about rows that probably lost cells or have one cell too many.
pub fn warn_of_odd_rows(reader: &Reader<'_>, rows: &[Span]) {
    let texts: Vec<&str> = rows.iter().map(|row| drawn(reader, *row)).collect();
    let widths: Vec<usize> = texts.iter().map(|text| columns(text)).collect();
    let height = widths.iter().rposition(|width| *width > 0);
    let widths = &widths[..height.map_or(0, |last| last + 1)];
    for nth in 0..widths.len() {
        let found = odd_width(&texts, widths, nth).or_else(|| odd_walls(&texts, widths, nth));
        let found = found.and_then(|slip| odd_row(&texts, rows, nth, slip));
        found.into_iter().for_each(|found| reader.report(found));
    }
}

fn drawn<'a>(reader: &'a Reader<'_>, row: Span) -> &'a str {
    reader.source.slice(row).trim_end_matches(' ')
}

/// Returns the mistake in a row that is shorter than all rows around it, or one cell longer; `None` for any other row.
fn odd_width(texts: &[&str], widths: &[usize], nth: usize) -> Option<Slip> {
    let width = widths[nth];
    let beside = [nth.checked_sub(1), Some(nth + 1)];
    let mut beside = beside.into_iter().flatten().filter_map(|n| widths.get(n));
    let usual = *beside.next()?;
    let slip = match usual.checked_sub(width) {
        Some(0) => return None,
        Some(lost) if width > 0 && (lost == 1 || is_open_behind(texts, nth)) => Slip::Lost(lost),
        None if width == usual + 1 && usual > 0 => Slip::Extra,
        _ => return None,
    };
    let has_width = |other: &&usize| **other == usual;
    let above = widths[..nth].iter().rev().take_while(has_width).count();
    let below = widths[nth + 1..].iter().take_while(has_width).count();
    let run = above + below;
    let is_whole_map = run + 1 == widths.len();
    let is_at_an_end = nth == 0 || nth + 1 == widths.len();
    let (ends, others) = (texts[nth].chars(), neighbour(texts, nth).chars());
    let has_its_ends = ends.clone().next_back() == others.clone().next_back()
        && (!is_at_an_end || ends.clone().next() == others.clone().next());
    // The first or last row of a round shape may be narrower than the row next to it.
    let blanks = |text: &str| text.len() - text.trim_start_matches(' ').len();
    let is_narrower = blanks(texts[nth]) > blanks(neighbour(texts, nth)) + 1;
    let is_alone = match (is_whole_map, is_at_an_end) {
        (true, _) => run >= REST_OF_A_MAP && !(is_at_an_end && is_narrower),
        (false, true) => false,
        (false, false) => {
            let ends_in_a_wall = texts[nth].ends_with('#');
            let has_walls = || shifts_walls(texts, nth, slip);
            above.min(below) >= WALL_RUN
                && (run >= STRAIGHT_RUN && ends_in_a_wall
                    || run >= STRAIGHT_RUN_WITH_WALLS && has_walls())
        }
    };
    let is_cut = || is_whole_map && slip != Slip::Extra && is_open_behind(texts, nth);
    (is_alone && (has_its_ends || is_cut())).then_some(slip)
}

/// Whether the row above or below has anything but rock and walls to the right of this row's end. If not, the short row
/// may be a notch in the outline of the map.
fn is_open_behind(texts: &[&str], nth: usize) -> bool {
    let end = columns(texts[nth]);
    let beside = [nth.checked_sub(1), Some(nth + 1)];
    let beside = beside.into_iter().flatten().filter_map(|n| texts.get(n));
    let mut behind = beside.flat_map(|row| row.chars().skip(end));
    behind.any(|c| !matches!(c, '#' | ' '))
}

/// Returns the mistake in a row whose neighboring rows differ in width: every straight wall after some column is
/// shifted by one, and no wall before that column. `None` for any other row.
fn odd_walls(texts: &[&str], widths: &[usize], nth: usize) -> Option<Slip> {
    let (above, below) = (nth.checked_sub(1)?, nth + 1);
    if below >= widths.len() || widths[above] == widths[below] {
        return None;
    }
    let slips = [Slip::Lost(1), Slip::Extra];
    slips
        .into_iter()
        .find(|slip| shifts_walls(texts, nth, *slip))
}

/// Whether a mistake shifts a straight wall in a row, and all walls that it does not shift are to the left.
fn shifts_walls(texts: &[&str], nth: usize, slip: Slip) -> bool {
    let row = texts[nth].as_bytes();
    let is_wall = |x: usize| row.get(x) == Some(&b'#');
    let mut has_slipped = false;
    for x in straight_walls(texts, nth) {
        let shifted = match slip {
            Slip::Lost(cells) => x.checked_sub(cells),
            Slip::Extra => Some(x + 1),
        };
        match (is_wall(x), shifted.is_some_and(is_wall)) {
            (false, true) => has_slipped = true,
            (true, false) if !has_slipped => {}
            _ => return false,
        }
    }
    has_slipped
}

/// Returns the columns of thin vertical walls that run above and below a row; empty if the rows are not ASCII.
fn straight_walls(texts: &[&str], nth: usize) -> Vec<usize> {
    let Some(first) = nth.checked_sub(WALL_RUN) else {
        return Vec::new();
    };
    let Some(round) = texts.get(first..=nth + WALL_RUN) else {
        return Vec::new();
    };
    if !round.iter().all(|row| row.is_ascii()) {
        return Vec::new();
    }
    let others = [&round[..WALL_RUN], &round[WALL_RUN + 1..]].concat();
    let stands = |x: usize| {
        let mut rows = others.iter().map(|row| row.as_bytes());
        rows.all(|row| {
            let at = |x: usize| row.get(x).copied();
            at(x) == Some(b'#') && at(x - 1) != Some(b'#') && at(x + 1) != Some(b'#')
        })
    };
    let above = round[WALL_RUN - 1].bytes().enumerate();
    above
        .filter(|(x, byte)| *byte == b'#' && *x > 0 && stands(*x))
        .map(|(x, _)| x)
        .collect()
}

/// Returns the row above; for the first row, the row below.
fn neighbour<'a>(texts: &[&'a str], nth: usize) -> &'a str {
    let nth = nth.checked_sub(1).unwrap_or(nth + 1);
    texts.get(nth).copied().unwrap_or_default()
}

/// Returns the columns where a cell may have been lost or added: there, undoing the mistake makes the row most similar
/// to the rows around it.
fn slip_place(row: &[char], beside: &[Vec<char>], slip: Slip) -> SlipPlace {
    let agrees = |x: usize, c: char| beside.iter().filter(|row| row.get(x) == Some(&c)).count();
    // A lost cell was probably the same as its neighbor above or below.
    let found_again = |x: usize| {
        let cells = beside.iter().filter_map(|row| row.get(x));
        cells.map(|c| agrees(x, *c)).max().unwrap_or_default()
    };
    let (places, skipped, lost) = match slip {
        Slip::Lost(cells) => (row.len() + 1, 0, cells),
        Slip::Extra => (row.len(), 1, 0),
    };
    // A character that occurs only once in the row, such as the hero's, is probably not the surplus cell.
    let is_meant = |x: usize| {
        let is_only = row.iter().filter(|c| **c == row[x]).count() == 1;
        slip == Slip::Extra && is_only && !matches!(row[x], '.' | '#' | ' ')
    };
    let mut own: usize = (0..lost).map(found_again).sum();
    let stays = |x: usize| agrees(x, row[x]);
    let moved = |x: usize| match slip {
        Slip::Lost(cells) => agrees(x + cells, row[x]),
        Slip::Extra => agrees(x - 1, row[x]),
    };
    // The number of cells that match the rows around them: before the column of the mistake, where nothing is shifted,
    // and after it, where everything is.
    let (mut before, mut behind) = (0, (skipped..row.len()).map(moved).sum::<usize>());
    let (mut best, mut place) = (0, SlipPlace { first: 0, last: 0 });
    for x in 0..places {
        let score = before + own + behind;
        if x < row.len() && is_meant(x) {
            // The author probably meant this cell, so it is not the surplus one.
        } else if score > best {
            (best, place) = (score, SlipPlace { first: x, last: x });
        } else if score == best {
            place.last = x;
        }
        if x + 1 < places {
            before += stays(x);
            behind -= moved(x + skipped);
            if lost > 0 {
                own = own + found_again(x + lost) - found_again(x);
            }
        }
    }
    place
}

/// Returns the warning about an odd row. `None` if the mistake may only have made the wall at the end of the row
/// thicker or thinner, because no other cell is shifted then.
fn odd_row(texts: &[&str], rows: &[Span], nth: usize, slip: Slip) -> Option<Diagnostic> {
    let row: Vec<char> = texts[nth].chars().collect();
    let round = nth.saturating_sub(WALL_RUN)..=nth + WALL_RUN;
    let beside = round.filter(|n| *n != nth).filter_map(|n| texts.get(n));
    let beside: Vec<Vec<char>> = beside.map(|row| row.chars().collect()).collect();
    let is_cut = row.last() != neighbour(texts, nth).chars().last().as_ref();
    let place = match slip {
        Slip::Lost(_) if is_cut => SlipPlace {
            first: row.len(),
            last: row.len(),
        },
        _ => slip_place(&row, &beside, slip),
    };
    let end = match slip {
        Slip::Lost(_) => row.len(),
        Slip::Extra => row.len() - 1,
    };
    let is_thicker_wall = place.last == end && row.ends_with(&['#', '#']);
    (!is_thicker_wall).then(|| slipped(rows[nth], nth, &row, &beside, slip, place))
}

/// Makes the finding about an odd row, with a fix if it is clear which cell to add or delete.
fn slipped(
    span: Span,
    nth: usize,
    row: &[char],
    beside: &[Vec<char>],
    slip: Slip,
    SlipPlace { first, last }: SlipPlace,
) -> Diagnostic {
    let start = span.start as usize;
    let byte = |x: usize| start + row.iter().take(x).map(|c| c.len_utf8()).sum::<usize>();
    // If the row lost cells at its end, mark its last cell.
    let (from, to) = (first.min(row.len() - 1), (last + 1).min(row.len()));
    let place = Span::new(byte(from), byte(to));
    let lost = match slip {
        Slip::Lost(cells) => cells,
        Slip::Extra => 0,
    };
    if lost > 0 && first >= row.len() {
        return Mistake::CutRow(nth + 1, lost).at(place);
    }
    let found = |cell| Mistake::OddRow(nth + 1, lost, first + 1, last + 1, cell).at(place);
    let count = |x: usize, c: char| beside.iter().filter(|row| row.get(x) == Some(&c)).count();
    let cells = (first..=last).flat_map(|x| ['.', '#'].map(|c| (count(x, c), Reverse(x), c)));
    match slip {
        Slip::Lost(lost) => match cells.max() {
            Some((count, Reverse(x), c)) if lost == 1 && count > beside.len() / 2 => {
                found(Some(c)).suggest(Span::new(byte(x), byte(x)), c)
            }
            _ => found(None),
        },
        Slip::Extra => match (first..=last).find(|x| matches!(row.get(*x), Some('.' | '#'))) {
            Some(x) => found(Some(row[x])).suggest(Span::new(byte(x), byte(x + 1)), ""),
            None => found(None),
        },
    }
}

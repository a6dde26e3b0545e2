//! Sokoban: `.xsb` collections, and the numbered boards of Boxoban. Each puzzle is a level of arena, whose boards last
//! until they are done.
use super::drawing::text_of;
use super::fault::ImportFault;
use super::foreign::{ForeignFile, ForeignLevel, ForeignThing, Remark};
use super::text_rows::{CellBudget, NumberedRow, level, lines};
use crate::format::source::{Limits, Source};

/// What the file is about: a box on each goal. `-` and `_` are floor, too.
const HEAD: [&str; 4] = [
    "rules arena",
    "goal cover=T",
    "tile T \"goal\" colour=green",
    "tile B \"box\" push=yes colour=yellow",
];

/// Characters of puzzles.
const DRAWN: &str = "#@+$*. -_";

/// Lines between two puzzles: a name, words about the one above, or a remark.
#[derive(Debug, Default)]
struct LinesBetween<'a> {
    lines: Vec<(usize, &'a str)>,
}

/// Reads all puzzles of a file.
///
/// # Errors
/// What no map can hold; a file without any puzzle.
pub fn read(source: &Source, limits: &Limits) -> Result<ForeignFile, Vec<ImportFault>> {
    let mut file = ForeignFile {
        head: HEAD.map(str::to_owned).to_vec(),
        ..ForeignFile::default()
    };
    let mut budget = CellBudget::new(limits);
    let mut rows: Vec<NumberedRow> = Vec::new();
    let mut between = LinesBetween::default();
    let text = lines(source)?;
    for (nth, line) in text.iter().chain([&""]).enumerate() {
        let line = line.trim_end();
        if is_row(line) {
            rows.push((nth + 1, line.chars().collect()));
            continue;
        }
        if !rows.is_empty() {
            let puzzle = puzzle(&mut file, source, &std::mem::take(&mut rows), &mut budget)?;
            between.end(&mut file, Some(puzzle));
        }
        if !line.trim().is_empty() {
            between.lines.push((nth + 1, line.trim()));
        }
    }
    between.end(&mut file, None);
    if file.levels.is_empty() {
        let why = "expected a puzzle, rows of `#@+$*. `, found none";
        return Err(vec![ImportFault::of_file(&source.name, why)]);
    }
    Ok(file)
}

/// Whether a line is a row of a puzzle: it has a wall, and nothing else but what puzzles are drawn with.
fn is_row(line: &str) -> bool {
    line.contains('#') && line.chars().all(|c| DRAWN.contains(c))
}

impl<'a> LinesBetween<'a> {
    /// Hands out the lines that were read: `Title: …` and other words with a colon belong to the puzzle above, the last
    /// other line is the name of the one below, and the rest are remarks.
    fn end(&mut self, file: &mut ForeignFile, puzzle: Option<ForeignLevel>) {
        let mut name = None;
        for (line, text) in self.lines.drain(..) {
            let said: Option<(&'a str, &'a str)> = text.split_once(':');
            match (said, file.levels.last_mut()) {
                (Some((key, title)), Some(above)) if key.eq_ignore_ascii_case("title") => {
                    above.name = title.trim().to_owned();
                }
                (Some(_), Some(above)) => above.remarks.push(Remark::of_line(line, text)),
                (Some((key, title)), None) if key.eq_ignore_ascii_case("title") => {
                    file.head.push(format!("title {}", text_of(title.trim())));
                }
                (Some(_), None) => file.remarks.push(Remark::of_line(line, text)),
                (None, _) => {
                    if let Some((line, text)) = name.replace((line, text)) {
                        file.remarks.push(Remark::of_line(line, text));
                    }
                }
            }
        }
        match (puzzle, name) {
            (Some(mut puzzle), name) => {
                if let Some((_, name)) = name {
                    puzzle.name = name.trim_start_matches([';', ' ']).to_owned();
                }
                file.levels.push(puzzle);
            }
            (None, Some((line, text))) => file.remarks.push(Remark::of_line(line, text)),
            (None, None) => {}
        }
    }
}

/// Makes a level of a puzzle. What lies outside of its walls is rock; a box on a goal, and the hero on one, are a goal
/// with a record.
fn puzzle(
    file: &mut ForeignFile,
    source: &Source,
    rows: &[NumberedRow],
    budget: &mut CellBudget<'_>,
) -> Result<ForeignLevel, Vec<ImportFault>> {
    let width = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
    let size = budget.take(width, rows.len());
    size.map_err(|why| vec![ImportFault::at(&source.name, (rows[0].0, 1), why)])?;
    let cells: Vec<Vec<char>> = { rows.iter() }
        .map(|(_, row)| {
            let blank = width - row.len();
            let floor = |c: &char| if "-_".contains(*c) { ' ' } else { *c };
            row.iter()
                .map(floor)
                .chain(std::iter::repeat_n(' ', blank))
                .collect()
        })
        .collect();
    let outside = outside(&cells);
    let mut records = Vec::new();
    let mut drawn = Vec::new();
    for (y, (line, _)) in rows.iter().enumerate() {
        let row = (0..width).map(|x| {
            let (column, row) = (x + 1, y + 1);
            match cells[y][x] {
                ' ' if outside[y * width + x] => ' ',
                ' ' => '.',
                '.' => 'T',
                '$' => 'B',
                '*' => {
                    records.push(format!("B {column} {row}"));
                    'T'
                }
                '+' => {
                    records.push(format!("@ {column} {row}"));
                    'T'
                }
                c => c,
            }
        });
        drawn.push((*line, row.collect()));
    }
    // The cells were counted above.
    let limits = Limits::default();
    let mut free = CellBudget::new(&limits);
    let mut level = level(file, &source.name, &drawn, 1, &mut free, |c| ForeignThing {
        certain: Some(c),
        ..ForeignThing::drawn(c)
    })?;
    level.records = records;
    Ok(level)
}

/// The blank cells that hang together with the edge of a drawing.
fn outside(cells: &[Vec<char>]) -> Vec<bool> {
    let (height, width) = (cells.len(), cells[0].len());
    let mut outside = vec![false; width * height];
    let edge = |x: usize, y: usize| x == 0 || y == 0 || x + 1 == width || y + 1 == height;
    let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let mut open: Vec<(usize, usize)> = all.filter(|(x, y)| edge(*x, *y)).collect();
    while let Some((x, y)) = open.pop() {
        if cells[y][x] != ' ' || std::mem::replace(&mut outside[y * width + x], true) {
            continue;
        }
        let left = x.checked_sub(1).map(|x| (x, y));
        let up = y.checked_sub(1).map(|y| (x, y));
        let right = (x + 1 < width).then_some((x + 1, y));
        let down = (y + 1 < height).then_some((x, y + 1));
        open.extend([left, up, right, down].into_iter().flatten());
    }
    outside
}

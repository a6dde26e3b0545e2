//! Rows of Sokoban puzzles in all their spellings: signs, letters, walls drawn as `X`, run lengths, tabs, and `|` between
//! rows.
use super::foreign::{Remark, RemarkPlace};

/// Signs of puzzles. `-` and `_` are floor, like a blank.
const SIGNS: &str = "#@+$*. -_";

/// Letters of puzzles, each with the sign that it stands for.
const LETTERS: &[(char, char)] = &[
    ('p', '@'),
    ('P', '+'),
    ('b', '$'),
    ('B', '*'),
    ('o', '.'),
    ('O', '.'),
];

/// Walls in puzzles without `#`.
const X_WALLS: [char; 2] = ['X', 'x'];

/// The minimum height of a puzzle with `X` walls. Fewer lines may be Roman numbers.
const FEWEST_X_ROWS: usize = 3;

/// The distance of tab stops.
const TAB: usize = 8;

/// Equal cells side by side.
#[derive(Clone, Copy, Debug)]
pub struct CellRun {
    /// The character in the source.
    pub sign: char,
    /// The number of cells, up to 65,535.
    pub times: usize,
    /// The column in the source, from 1.
    pub column: usize,
}

/// A line of the source that has rows, or a part of one.
#[derive(Clone, Copy, Debug)]
pub struct SourceLine<'a> {
    /// The number of the line, from 1.
    pub line: usize,
    /// The column at which the text begins, from 1.
    pub column: usize,
    /// The text without blanks at its end.
    pub text: &'a str,
}

/// A row of a puzzle.
#[derive(Debug)]
pub struct PuzzleRow {
    /// The number of its line, from 1.
    pub line: usize,
    /// The cells from west to east.
    pub runs: Vec<CellRun>,
}

impl PuzzleRow {
    /// Returns the first cell of each run, from 0, with its column in the source.
    pub fn places(&self) -> Vec<(usize, usize)> {
        let runs = self.runs.iter().scan(0, |cell, run| {
            let first = *cell;
            *cell += run.times;
            Some((first, run.column))
        });
        runs.collect()
    }
}

/// A line of a file, classified by its appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleLine {
    /// A row of a puzzle.
    Row,
    /// A row with run lengths, such as `3#-#`.
    Runs,
    /// A line that consists mostly of characters of puzzles. The line is a row if it is next to rows.
    Near,
    /// A whole puzzle in run lengths, with `|` between its rows.
    Packed,
    /// Rows that end with `|`, which continue on the next line.
    Part,
    /// Any other text, or an empty line.
    Other,
}

impl PuzzleLine {
    /// Classifies all lines of a file.
    pub fn of_all(text: &[&str]) -> Vec<PuzzleLine> {
        let mut lines: Vec<PuzzleLine> = text.iter().map(|line| PuzzleLine::of(line)).collect();
        end_parts(&mut lines, text);
        unpack_alone(&mut lines, text);
        find_walled(&mut lines, text);
        find_x_walled(&mut lines, text);
        lines
    }

    /// Classifies a line without regard to its neighbors.
    fn of(line: &str) -> PuzzleLine {
        let line = line.trim_end();
        let has_walls = line.contains('#');
        if line.starts_with(';') || !has_walls && !line.contains(X_WALLS) {
            return PuzzleLine::Other;
        }
        if has_walls && line.chars().all(|c| SIGNS.contains(c) || c == '\t') {
            return PuzzleLine::Row;
        }
        let is_row = |runs: &Vec<CellRun>| is_walled(runs) || has_walls && has(runs, &['#']);
        if let Some(rows) = pieces(line, 1).filter(|rows| rows.iter().all(is_row)) {
            let has_hero = rows.iter().any(|row| has(row, &['@', '+', 'p', 'P']));
            if rows.len() > 1 && has_hero {
                return PuzzleLine::Packed;
            }
            if line.ends_with('|') {
                return PuzzleLine::Part;
            }
            let has_runs = line.contains(|c: char| c.is_ascii_digit());
            if has_walls && has_runs && rows.len() == 1 && is_walled(&rows[0]) {
                return PuzzleLine::Runs;
            }
        }
        let signs = line.chars().filter(|c| "#@+$*.".contains(*c)).count();
        let others = line.chars().filter(|c| !SIGNS.contains(*c)).count();
        let is_spelled = is_in_walls(line, &['#']) && is_spelled(line);
        if has_walls && (signs > others || is_spelled) {
            PuzzleLine::Near
        } else {
            PuzzleLine::Other
        }
    }

    fn is_row(self) -> bool {
        matches!(self, PuzzleLine::Row | PuzzleLine::Runs)
    }

    /// Whether the line is a row, or may be one next to others.
    pub fn may_be_row(self) -> bool {
        self.is_row() || matches!(self, PuzzleLine::Near | PuzzleLine::Part)
    }
}

/// Turns a line after rows that end with `|` into a row if all of it can be read as rows.
fn end_parts(lines: &mut [PuzzleLine], text: &[&str]) {
    for nth in 1..lines.len() {
        let is_after_part = lines[nth - 1] == PuzzleLine::Part && lines[nth] == PuzzleLine::Other;
        let rows = is_after_part
            .then(|| pieces(text[nth].trim_end(), 1))
            .flatten();
        if rows.is_some_and(|rows| rows.iter().all(|row| is_walled(row))) {
            lines[nth] = PuzzleLine::Near;
        }
    }
}

/// Turns a line with a packed puzzle into a part of the puzzle that it is next to.
fn unpack_alone(lines: &mut [PuzzleLine], text: &[&str]) {
    let mut take = |nth: usize, beside: usize| {
        if lines[nth] == PuzzleLine::Packed && lines[beside].may_be_row() {
            let is_part = text[nth].trim_end().ends_with('|');
            lines[nth] = if is_part {
                PuzzleLine::Part
            } else {
                PuzzleLine::Near
            };
        }
    };
    (1..text.len()).for_each(|nth| take(nth, nth - 1));
    (1..text.len()).rev().for_each(|nth| take(nth - 1, nth));
}

/// Turns a line between rows into a row if it begins with a wall, and either ends with a wall or consists mostly of
/// characters of puzzles.
fn find_walled(lines: &mut [PuzzleLine], text: &[&str]) {
    for first in 1..lines.len() {
        if !lines[first - 1].may_be_row() {
            continue;
        }
        let walled = (first..lines.len()).take_while(|nth| {
            lines[*nth] == PuzzleLine::Other && is_almost_row(text[*nth].trim(), &['#'])
        });
        let end = first + walled.count();
        if lines.get(end).is_some_and(|line| line.may_be_row()) {
            lines[first..end].fill(PuzzleLine::Near);
        }
    }
}

/// Finds the puzzles with `X` walls: lines next to each other that begin or end with `X`, with a hero.
fn find_x_walled(lines: &mut [PuzzleLine], text: &[&str]) {
    let is_row = |line: &str| match run_row(line, 1) {
        Some(runs) => [is_end(runs.iter()), is_end(runs.iter().rev())].contains(&true),
        None => is_almost_row(line.trim(), &X_WALLS),
    };
    let mut first = 0;
    while first < lines.len() {
        let rows = (first..lines.len()).take_while(|nth| {
            lines[*nth] == PuzzleLine::Other && !text[*nth].contains('#') && is_row(text[*nth])
        });
        let end = first + rows.count();
        let rows = text[first..end].iter().map(|line| run_row(line, 1));
        let known: Vec<Vec<CellRun>> = rows.flatten().collect();
        let has_hero = known.iter().any(|row| has(row, &['@', '+', 'p', 'P']));
        if end - first >= FEWEST_X_ROWS && known.len() * 2 > end - first && has_hero {
            for nth in first..end {
                let has_runs = text[nth].contains(|c: char| c.is_ascii_digit());
                lines[nth] = match run_row(text[nth], 1) {
                    Some(_) if has_runs => PuzzleLine::Runs,
                    Some(_) => PuzzleLine::Row,
                    None => PuzzleLine::Near,
                };
            }
        }
        first = end.max(first + 1);
    }
}

/// Whether other text may be meant as rows: walls with `|` between them, or a wall of `X`.
pub fn looks_drawn(line: &str) -> bool {
    let is_x_wall = line.len() > FEWEST_X_ROWS && is_in_walls(line, &X_WALLS) && is_spelled(line);
    !line.starts_with(';') && (line.contains('#') && line.contains('|') || is_x_wall)
}

/// Whether a line begins and ends with a wall.
fn is_in_walls(line: &str, walls: &[char]) -> bool {
    let line = line.trim();
    line.starts_with(walls) && line.ends_with(walls)
}

/// Whether a line begins with a wall, and either ends with a wall or consists mostly of characters of puzzles.
fn is_almost_row(line: &str, walls: &[char]) -> bool {
    let known = line
        .chars()
        .filter(|c| SIGNS.contains(*c) || walls.contains(c));
    let is_mostly_known = known.count() * 2 > line.chars().count();
    line.starts_with(walls) && (line.ends_with(walls) || is_mostly_known || is_spelled(line))
}

/// Whether a line consists only of characters of puzzles.
fn is_spelled(line: &str) -> bool {
    line.chars().all(is_of_puzzles)
}

fn is_of_puzzles(c: char) -> bool {
    SIGNS.contains(c)
        || X_WALLS.contains(&c)
        || c == '&'
        || LETTERS.iter().any(|(letter, _)| *letter == c)
}

/// Whether the first cell that is not floor is a wall.
fn is_end<'a>(mut runs: impl Iterator<Item = &'a CellRun>) -> bool {
    let first = runs.find(|run| !" -_".contains(run.sign));
    first.is_some_and(|run| run.sign == '#' || X_WALLS.contains(&run.sign))
}

/// Whether a row has walls at both ends.
fn is_walled(runs: &[CellRun]) -> bool {
    is_end(runs.iter()) && is_end(runs.iter().rev())
}

fn has(runs: &[CellRun], signs: &[char]) -> bool {
    runs.iter().any(|run| signs.contains(&run.sign))
}

/// Reads run lengths: `3#-` is `###-`. `None` if the text is not a row, or a run is longer than 65,535 cells.
fn run_row(row: &str, column: usize) -> Option<Vec<CellRun>> {
    let mut runs = Vec::new();
    let mut count: Option<usize> = None;
    for (nth, sign) in row.trim_end().chars().enumerate() {
        if let Some(digit) = sign.to_digit(10) {
            count = Some(count.unwrap_or(0) * 10 + digit as usize).filter(|count| *count < 1 << 16);
            count?;
        } else if is_of_puzzles(sign) {
            runs.push(CellRun {
                sign,
                times: count.take().unwrap_or(1),
                column: column + nth,
            });
        } else {
            return None;
        }
    }
    count.is_none().then_some(runs)
}

/// Reads rows with `|` between them, and possibly behind the last one. `None` if a part is not a row.
fn pieces(line: &str, column: usize) -> Option<Vec<Vec<CellRun>>> {
    let line = line.strip_suffix('|').unwrap_or(line);
    let mut column = column;
    let rows = line.split('|').map(|piece| {
        let row = run_row(piece, column);
        column += piece.chars().count() + 1;
        row
    });
    rows.collect()
}

/// Reads a row without run lengths. A tab is floor up to the next tab stop.
fn plain_row(line: SourceLine<'_>) -> PuzzleRow {
    let mut runs = Vec::new();
    let mut cells = 0;
    for (nth, sign) in line.text.chars().enumerate() {
        let times = if sign == '\t' { TAB - cells % TAB } else { 1 };
        cells += times;
        let column = line.column + nth;
        runs.push(CellRun {
            sign,
            times,
            column,
        });
    }
    let line = line.line;
    PuzzleRow { line, runs }
}

/// Reads rows with run lengths or with `|` between them. `None` if a line is not such a row.
fn packed_rows(lines: &[SourceLine<'_>]) -> Option<Vec<PuzzleRow>> {
    let mut rows = Vec::new();
    for SourceLine { line, column, text } in lines.iter().copied() {
        let runs = pieces(text, column)?.into_iter();
        rows.extend(runs.map(|runs| PuzzleRow { line, runs }));
    }
    Some(rows)
}

fn plain_rows(lines: &[SourceLine<'_>]) -> Vec<PuzzleRow> {
    lines.iter().map(|line| plain_row(*line)).collect()
}

/// Reads lines of which each is a row, or has rows with `|` between them. Numbers are run lengths if every line can be
/// read in this way.
pub fn all_rows(lines: &[SourceLine<'_>]) -> Vec<PuzzleRow> {
    let is_packed = |c: char| c.is_ascii_digit() || c == '|';
    let has_runs = lines.iter().any(|line| line.text.contains(is_packed));
    let packed = has_runs.then(|| packed_rows(lines)).flatten();
    packed.unwrap_or_else(|| plain_rows(lines))
}

/// The rows of a block of lines next to each other.
#[derive(Debug, Default)]
pub struct BlockRows {
    /// The rows of the puzzle; none if the block is not a puzzle.
    pub rows: Vec<PuzzleRow>,
    /// Whether numbers in the rows are read as run lengths, although there is no `|` to confirm it.
    pub has_runs: bool,
}

/// Reads the rows of a block of lines, each of which may be a row. Numbers are run lengths if every line can be read in
/// this way.
pub fn block_rows(kinds: &[PuzzleLine], lines: &[SourceLine<'_>]) -> BlockRows {
    let (parts, last) = kinds.split_at(kinds.len().saturating_sub(1));
    let is_packed = last == [PuzzleLine::Packed]
        || !parts.is_empty() && parts.iter().all(|line| *line == PuzzleLine::Part);
    let has_runs = kinds.contains(&PuzzleLine::Runs);
    if !is_packed && !kinds.iter().any(|line| line.is_row()) {
        return BlockRows::default();
    }
    let packed = (is_packed || has_runs)
        .then(|| packed_rows(lines))
        .flatten();
    match packed.filter(|rows| is_packed || rows.len() == lines.len()) {
        Some(rows) => BlockRows {
            rows,
            has_runs: !is_packed,
        },
        None => BlockRows {
            rows: plain_rows(lines),
            has_runs: false,
        },
    }
}

/// The meanings of the characters of one puzzle. The hero decides whether letters are read, and the walls decide what `*`
/// is.
#[derive(Debug)]
pub struct PuzzleSpelling {
    /// Whether letters are read: the hero is a letter.
    has_letters: bool,
    /// Whether walls are `X`, which makes `&` a box on a goal.
    has_x_walls: bool,
    /// Whether `*` is a box that is not on a goal: walls are `X`, and no other character is such a box.
    has_star_boxes: bool,
}

impl PuzzleSpelling {
    /// Finds out how a puzzle is spelled.
    pub fn of(rows: &[PuzzleRow]) -> PuzzleSpelling {
        let has = |signs: &[char]| rows.iter().any(|row| has(&row.runs, signs));
        let has_letters = has(&['p', 'P']) && !has(&['@', '+']);
        let has_x_walls = has(&X_WALLS) && !has(&['#']);
        PuzzleSpelling {
            has_letters,
            has_x_walls,
            has_star_boxes: has_x_walls && !has(&['$']) && !(has_letters && has(&['b'])),
        }
    }

    /// Returns the sign that a character stands for. Floor is a blank. Other characters stay as they are.
    pub fn sign(&self, character: char) -> char {
        let letter = LETTERS.iter().find(|(letter, _)| *letter == character);
        match (character, letter) {
            ('-' | '_' | '\t', _) => ' ',
            ('X' | 'x', _) if self.has_x_walls => '#',
            ('&', _) if self.has_x_walls => '*',
            ('*', _) if self.has_star_boxes => '$',
            (_, Some((_, sign))) if self.has_letters => *sign,
            _ => character,
        }
    }

    /// Returns remarks about a tab, whose width is a convention, and about letters that are not read.
    pub fn remarks(&self, rows: &[PuzzleRow]) -> Vec<Remark> {
        let first = |is_meant: &dyn Fn(char) -> bool| {
            rows.iter().find_map(|row| {
                let run = row.runs.iter().find(|run| is_meant(run.sign))?;
                Some((RemarkPlace::Position(row.line, run.column), run.sign))
            })
        };
        let is_letter = |c: char| LETTERS.iter().any(|(letter, _)| *letter == c);
        let tab = first(&|c| c == '\t').map(|(place, _)| {
            let what =
                format!("a tab is floor up to the next tab stop, every {TAB} cells: check the row");
            Remark::loss(place, what)
        });
        let unread = first(&|c| !self.has_letters && is_letter(c)).map(|(place, letter)| {
            let what = format!(
                "letters such as `{letter}` are read only in a puzzle with the hero `p` or `P`, and without `@` and `+`"
            );
            Remark {
                place,
                ..Remark::about(what)
            }
        });
        tab.into_iter().chain(unread).collect()
    }
}

//! Sokoban: collections in `.xsb` files, and the numbered boards of Boxoban. Each puzzle becomes a level of arena, a
//! game in which a level lasts until its goal is met.
use super::drawing::text_of;
use super::fault::ImportFault;
use super::foreign::{
    ForeignFile, ForeignLayer, ForeignLevel, ForeignThing, PlacedThing, Remark, RemarkPlace,
};
use super::text_rows::{CellBudget, NumberedRow, level, lines};
use dungeon_format::source::{Limits, Source};

/// The first lines of every imported file. The player must push a box onto each goal cell.
const HEAD: [&str; 4] = [
    "rules arena",
    "goal cover=T",
    "tile T \"goal\" colour=green",
    "tile B \"box\" push=yes colour=yellow",
];

/// Characters of puzzles. `-` and `_` are floor, like a blank.
const DRAWN: &str = "#@+$*. -_";

/// Lines between two puzzles: names, comments about the puzzle above, and other text.
#[derive(Debug, Default)]
struct LinesBetween<'a> {
    lines: Vec<(usize, &'a str)>,
}

/// A line of a file, classified by its appearance.
#[derive(Debug, PartialEq, Eq)]
enum PuzzleLine {
    /// A row of a puzzle.
    Row(Vec<char>),
    /// A row with run lengths, such as `3#-#`.
    Runs(Vec<char>),
    /// A line that consists mostly of characters of puzzles. The line is a row if it is next to rows.
    Near(Vec<char>),
    /// A whole puzzle in run lengths, with `|` between its rows.
    Packed(Vec<Vec<char>>),
    /// Any other text, or an empty line.
    Other,
}

/// Reads all puzzles of a file.
///
/// # Errors
/// Returns a fault for a map that is too large, and for a file without puzzles.
pub fn read(source: &Source, limits: &Limits) -> Result<ForeignFile, Vec<ImportFault>> {
    let mut file = ForeignFile {
        head: HEAD.map(str::to_owned).to_vec(),
        ..ForeignFile::default()
    };
    let mut budget = CellBudget::new(limits);
    let mut between = LinesBetween::default();
    let text = lines(source)?;
    let mut sorts: Vec<PuzzleLine> = text.iter().map(|line| PuzzleLine::of(line)).collect();
    unpack_alone(&mut sorts, &text);
    find_walled(&mut sorts, &text);
    let mut at = 0;
    while at < sorts.len() {
        let block = sorts[at..]
            .iter()
            .take_while(|line| line.may_be_row())
            .count();
        let lines = &mut sorts[at..at + block.max(1)];
        let is_drawn = lines.iter().any(PuzzleLine::is_row);
        let mut remarks = Vec::new();
        let rows = match &mut lines[0] {
            PuzzleLine::Packed(rows) => {
                let rows = std::mem::take(rows).into_iter();
                rows.map(|row| (at + 1, row)).collect()
            }
            _ if is_drawn => rows_of(lines, at + 1, &mut remarks),
            _ => Vec::new(),
        };
        if rows.is_empty() {
            for (nth, line) in text[at..].iter().take(block.max(1)).enumerate() {
                between.add(&mut file, at + nth + 1, line.trim(), block > 0);
            }
        } else {
            let mut puzzle = puzzle(&mut file, source, &rows, &mut budget);
            if let Ok(puzzle) = &mut puzzle {
                puzzle.remarks.splice(0..0, remarks);
            }
            between.end(&mut file, Some(puzzle));
        }
        at += block.max(1);
    }
    between.end(&mut file, None);
    if file.levels.is_empty() {
        let why = "expected a puzzle, rows of `#@+$*. `, found none";
        return Err(vec![ImportFault::of_file(&source.name, why)]);
    }
    Ok(file)
}

impl PuzzleLine {
    /// Classifies a line without regard to its neighbors.
    fn of(line: &str) -> PuzzleLine {
        let line = line.trim_end();
        let letters: Vec<char> = line.chars().collect();
        if !line.contains('#') || line.starts_with(';') {
            return PuzzleLine::Other;
        }
        if letters.iter().all(|c| DRAWN.contains(*c)) {
            return PuzzleLine::Row(letters);
        }
        let line = line.strip_suffix('|').unwrap_or(line);
        let rows: Option<Vec<Vec<char>>> = line.split('|').map(unpacked).collect();
        match rows {
            Some(rows) if rows.len() > 1 => {
                let has_hero = rows.iter().flatten().any(|c| "@+".contains(*c));
                if has_hero && rows.iter().all(|row| row.contains(&'#')) {
                    return PuzzleLine::Packed(rows);
                }
            }
            Some(_) if line.contains(|c: char| c.is_ascii_digit()) => {
                return PuzzleLine::Runs(line.chars().collect());
            }
            _ => {}
        }
        let signs = letters.iter().filter(|c| "#@+$*.".contains(**c)).count();
        let others = letters.iter().filter(|c| !DRAWN.contains(**c)).count();
        if signs > others {
            PuzzleLine::Near(letters)
        } else {
            PuzzleLine::Other
        }
    }

    fn is_row(&self) -> bool {
        matches!(self, PuzzleLine::Row(_) | PuzzleLine::Runs(_))
    }

    fn may_be_row(&self) -> bool {
        self.is_row() || matches!(self, PuzzleLine::Near(_))
    }
}

/// Turns a line with a packed puzzle into a row if the line is next to rows.
fn unpack_alone(lines: &mut [PuzzleLine], text: &[&str]) {
    let mut take = |nth: usize, beside: usize| {
        if matches!(lines[nth], PuzzleLine::Packed(_)) && lines[beside].may_be_row() {
            lines[nth] = PuzzleLine::Near(text[nth].trim_end().chars().collect());
        }
    };
    (1..text.len()).for_each(|nth| take(nth, nth - 1));
    (1..text.len()).rev().for_each(|nth| take(nth - 1, nth));
}

/// Turns a line between rows into a row if it begins with a wall, and either ends with a wall or consists mostly of
/// characters of puzzles.
fn find_walled(lines: &mut [PuzzleLine], text: &[&str]) {
    let is_walled = |nth: usize| {
        let line = text[nth].trim();
        let signs = line.chars().filter(|c| DRAWN.contains(*c)).count();
        line.starts_with('#') && (line.ends_with('#') || signs * 2 > line.chars().count())
    };
    for first in 1..lines.len() {
        if !lines[first - 1].may_be_row() {
            continue;
        }
        let walled = (first..lines.len())
            .take_while(|nth| lines[*nth] == PuzzleLine::Other && is_walled(*nth));
        let end = first + walled.count();
        if lines.get(end).is_some_and(PuzzleLine::may_be_row) {
            for nth in first..end {
                lines[nth] = PuzzleLine::Near(text[nth].trim_end().chars().collect());
            }
        }
    }
}

/// Whether other text may be meant as rows, because it has walls with `|` between them.
fn looks_drawn(line: &str) -> bool {
    !line.starts_with(';') && line.contains('#') && line.contains('|')
}

/// Expands run lengths: `3#-` becomes `###-`. `None` if the text is not a row, or a run is longer than 65,535 cells.
fn unpacked(row: &str) -> Option<Vec<char>> {
    let mut unpacked = Vec::new();
    let mut count: Option<usize> = None;
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            count = Some(count.unwrap_or(0) * 10 + digit as usize).filter(|count| *count < 1 << 16);
            count?;
        } else if DRAWN.contains(letter) {
            unpacked.extend(std::iter::repeat_n(letter, count.take().unwrap_or(1)));
        } else {
            return None;
        }
    }
    count.is_none().then_some(unpacked)
}

/// Returns the rows of a block of lines; `first` is the number of the first line. If a line has run lengths and every
/// line can be read as a row with run lengths, expands them and adds a remark.
fn rows_of(block: &mut [PuzzleLine], first: usize, remarks: &mut Vec<Remark>) -> Vec<NumberedRow> {
    let has_runs = block.iter().any(|line| matches!(line, PuzzleLine::Runs(_)));
    let is_near = block.iter().any(|line| matches!(line, PuzzleLine::Near(_)));
    let mut rows = Vec::new();
    for (nth, line) in block.iter_mut().enumerate() {
        let (PuzzleLine::Row(letters) | PuzzleLine::Runs(letters) | PuzzleLine::Near(letters)) =
            line
        else {
            continue;
        };
        let row = std::mem::take(letters);
        let unpacked = unpacked(&row.iter().collect::<String>()).filter(|_| has_runs && !is_near);
        rows.push((first + nth, unpacked.unwrap_or(row)));
    }
    if has_runs && !is_near {
        let what = "numbers in the rows are read as run lengths";
        remarks.push(Remark::loss(RemarkPlace::Line(first), what));
    }
    rows
}

impl<'a> LinesBetween<'a> {
    /// Adds a line that is not a row. Reports a line that looks like a row.
    fn add(&mut self, file: &mut ForeignFile, line: usize, text: &'a str, is_near: bool) {
        if is_near || looks_drawn(text) {
            let what = format!("`{text}` is not a row of a puzzle: ignored");
            let remark = Remark::loss(RemarkPlace::Line(line), what);
            file.remarks.push(remark);
        } else if !text.is_empty() {
            self.lines.push((line, text));
        }
    }

    /// Distributes the lines since the last puzzle. `Title: …` and other texts with a colon belong to the puzzle above.
    /// The last text without a colon is the name of the puzzle below. The remaining lines become remarks.
    fn end(
        &mut self,
        file: &mut ForeignFile,
        puzzle: Option<Result<ForeignLevel, Vec<ImportFault>>>,
    ) {
        let mut name = None;
        for (line, text) in self.lines.drain(..) {
            let said: Option<(&'a str, &'a str)> = text.split_once(':');
            match (said, file.levels.last_mut()) {
                (Some((key, title)), Some(above)) if key.eq_ignore_ascii_case("title") => {
                    above.name = title.trim().to_owned();
                }
                (Some(_), Some(above)) => above.remarks.push(Remark::of_line(line, text)),
                (Some((key, title)), None)
                    if key.eq_ignore_ascii_case("title") && file.head.len() == HEAD.len() =>
                {
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
            (Some(puzzle), name) => {
                let name = name.map(|(_, name)| name.trim_start_matches([';', ' ']));
                file.push(name.unwrap_or_default().to_owned(), puzzle);
            }
            (None, Some((line, text))) => file.remarks.push(Remark::of_line(line, text)),
            (None, None) => {}
        }
    }
}

/// Turns a puzzle into a level. Cells outside of the walls become rock. `*` and `+` become a box and a hero on a goal.
fn puzzle(
    file: &mut ForeignFile,
    source: &Source,
    rows: &[NumberedRow],
    budget: &mut CellBudget<'_>,
) -> Result<ForeignLevel, Vec<ImportFault>> {
    let cells: Vec<Vec<char>> = { rows.iter() }
        .map(|(_, row)| {
            let floor = |c: &char| if "-_".contains(*c) { ' ' } else { *c };
            row.iter().map(floor).collect()
        })
        .collect();
    let outside = reached(&cells, |x, y| is_edge(&cells, x, y), |c| c == ' ');
    let mut above = ForeignLayer::default();
    let mut drawn = Vec::new();
    for (y, (line, _)) in rows.iter().enumerate() {
        let mut row = Vec::new();
        for (x, c) in cells[y].iter().copied().enumerate() {
            let over = match c {
                '*' => Some('$'),
                '+' => Some('@'),
                _ => None,
            };
            if let (Some(over), Ok(x), Ok(y)) = (over, u16::try_from(x), u16::try_from(y)) {
                let thing = file.thing(sign(over));
                above.placed.push(PlacedThing { x, y, thing });
            }
            row.push(if c == ' ' && !outside[y][x] { '-' } else { c });
        }
        drawn.push((*line, row));
    }
    let mut level = level(file, &source.name, &drawn, 1, budget, sign)?;
    level.layers.push(above);
    let is_hero = |x: usize, y: usize| "@+".contains(cells[y][x]);
    let walked = reached(&cells, is_hero, |c| c != '#');
    let mut places = places(&cells).filter(|(x, y)| walked[*y][*x]);
    if let Some((x, y)) = places.find(|(x, y)| is_edge(&cells, *x, *y) || outside[*y][*x]) {
        let what = format!(
            "the hero can leave the puzzle at {},{}: a row may be missing; cells outside become rock",
            x + 1,
            y + 1
        );
        level
            .remarks
            .push(Remark::loss(RemarkPlace::Line(rows[y].0), what));
    }
    Ok(level)
}

/// Returns the terrain, the box or the hero that a character of a puzzle stands for. For `*` and `+`, returns the goal
/// underneath the box or hero.
fn sign(sign: char) -> ForeignThing {
    let certain = match sign {
        '#' | ' ' | '@' => Some(sign),
        '-' => Some('.'),
        '.' | '*' | '+' => Some('T'),
        '$' => Some('B'),
        _ => None,
    };
    ForeignThing {
        certain,
        ..ForeignThing::drawn(sign)
    }
}

/// Returns the cells of a drawing, column and row from 0.
fn places(cells: &[Vec<char>]) -> impl Iterator<Item = (usize, usize)> {
    let rows = cells.iter().enumerate();
    rows.flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)))
}

/// Whether a cell is at the edge of a drawing, so that it has no neighbor on at least one side.
fn is_edge(cells: &[Vec<char>], x: usize, y: usize) -> bool {
    let has = |x: usize, y: usize| cells.get(y).is_some_and(|row| x < row.len());
    x == 0 || y == 0 || !has(x + 1, y) || !has(x, y + 1) || !has(x, y - 1)
}

/// Marks the cells that can be reached from the start cells over open cells. Takes time linear in the number of cells.
fn reached(
    cells: &[Vec<char>],
    is_start: impl Fn(usize, usize) -> bool,
    is_open: impl Fn(char) -> bool,
) -> Vec<Vec<bool>> {
    let mut reached: Vec<Vec<bool>> = cells.iter().map(|row| vec![false; row.len()]).collect();
    let mut next: Vec<(usize, usize)> = places(cells).filter(|(x, y)| is_start(*x, *y)).collect();
    while let Some((x, y)) = next.pop() {
        let here = cells.get(y).and_then(|row| row.get(x)).copied();
        if !here.is_some_and(&is_open) || std::mem::replace(&mut reached[y][x], true) {
            continue;
        }
        let before = [(x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        next.extend([(x + 1, y), (x, y + 1)].into_iter().chain(before));
    }
    reached
}

//! Sokoban: collections in `.xsb` and `.slc` files, and the numbered boards of Boxoban. Each puzzle becomes a level of
//! arena, a game in which a level lasts until its goal is met.
use std::iter::repeat_n;

use super::drawing::text_of;
use super::fault::ImportFault;
use super::foreign::{
    ForeignFile, ForeignLayer, ForeignLevel, ForeignThing, PlacedThing, Remark, RemarkPlace,
    RowsInText,
};
use super::sokoban_rows::{
    PuzzleLine, PuzzleRow, PuzzleSpelling, SourceLine, all_rows, block_rows, looks_drawn,
};
use super::sokoban_slc;
use super::text_rows::{CellBudget, level, lines};
use dungeon_format::source::{Limits, Source};

/// The first lines of every imported file. The player must push a box onto each goal cell.
const HEAD: [&str; 4] = [
    "rules arena undo=yes",
    "goal cover=T",
    "tile T \"goal\" colour=green",
    "tile B \"box\" push=yes colour=yellow",
];

/// Lines between two puzzles: names, comments about the puzzle above, and other text.
#[derive(Debug, Default)]
struct LinesBetween<'a> {
    lines: Vec<(usize, &'a str)>,
}

/// Reads all puzzles of a file.
///
/// # Errors
/// Returns the errors of a collection in XML, and a fault for a file without puzzles. A puzzle that is too large, or has
/// unsupported characters, keeps its own faults.
pub fn read(source: &Source, limits: &Limits) -> Result<ForeignFile, Vec<ImportFault>> {
    let mut file = ForeignFile {
        head: HEAD.map(str::to_owned).to_vec(),
        ..ForeignFile::default()
    };
    let mut budget = CellBudget::new(limits);
    if source.text.trim_start().starts_with('<') {
        read_collection(&mut file, source, &mut budget)?;
    } else {
        read_lines(&mut file, source, &mut budget)?;
    }
    if file.levels.is_empty() {
        let why = "expected a puzzle, rows of `#@+$*. `, found none";
        return Err(vec![ImportFault::of_file(&source.name, why)]);
    }
    Ok(file)
}

/// Reads the puzzles of a text file.
fn read_lines(
    file: &mut ForeignFile,
    source: &Source,
    budget: &mut CellBudget<'_>,
) -> Result<(), Vec<ImportFault>> {
    let mut between = LinesBetween::default();
    let text = lines(source)?;
    let sorts = PuzzleLine::of_all(&text);
    let mut at = 0;
    while at < sorts.len() {
        let block = sorts[at..].iter().take_while(|line| line.may_be_row());
        let block = block.count();
        let end = at + block.max(1);
        let block_lines: Vec<SourceLine<'_>> = (at..end)
            .map(|nth| SourceLine {
                line: nth + 1,
                column: 1,
                text: text[nth].trim_end(),
            })
            .collect();
        let read = block_rows(&sorts[at..end], &block_lines);
        if read.rows.is_empty() {
            for line in block_lines {
                between.add(file, line.line, line.text.trim(), block > 0);
            }
        } else {
            let mut puzzle = puzzle(file, source, &read.rows, budget);
            if let (Ok(puzzle), true) = (&mut puzzle, read.has_runs) {
                let what = "numbers in the rows are read as run lengths";
                let remark = Remark::loss(RemarkPlace::Line(at + 1), what);
                puzzle.remarks.insert(0, remark);
            }
            between.end(file, Some(puzzle));
        }
        at = end;
    }
    between.end(file, None);
    Ok(())
}

/// Reads the puzzles of a collection in XML.
fn read_collection(
    file: &mut ForeignFile,
    source: &Source,
    budget: &mut CellBudget<'_>,
) -> Result<(), Vec<ImportFault>> {
    let read = sokoban_slc::read(source)?;
    for (key, said) in [("title", &read.title), ("author", &read.author)] {
        if !said.is_empty() {
            file.head.push(format!("{key} {}", text_of(said)));
        }
    }
    file.remarks.extend(read.remarks);
    for puzzle_read in read.puzzles {
        let lines: Vec<SourceLine<'_>> = { puzzle_read.rows.iter() }
            .map(|(line, column, text)| SourceLine {
                line: *line,
                column: *column,
                text,
            })
            .collect();
        let rows = all_rows(&lines);
        let made = if rows.is_empty() {
            let why = "expected rows in elements `L`, found none";
            Err(vec![ImportFault::at(&source.name, puzzle_read.place, why)])
        } else {
            puzzle(file, source, &rows, budget)
        };
        let made = made.map(|mut made| {
            made.remarks.extend(puzzle_read.remarks);
            made
        });
        file.push(puzzle_read.name, made);
    }
    Ok(())
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

    /// Distributes the lines since the last puzzle. `Title: …` and other texts with a colon belong to the puzzle above,
    /// and so does everything from `Comment:` to `Comment-End:`. The last other text is the name of the puzzle below.
    /// The remaining lines become remarks.
    fn end(
        &mut self,
        file: &mut ForeignFile,
        puzzle: Option<Result<ForeignLevel, Vec<ImportFault>>>,
    ) {
        let is_end = |text: &str| text.to_ascii_lowercase().starts_with("comment-end");
        let end_of_comment = self.lines.iter().rposition(|(_, text)| is_end(text));
        let mut is_comment = false;
        let mut name = None;
        for (nth, (line, text)) in self.lines.drain(..).enumerate() {
            let (key, said) = text.split_once(':').unwrap_or_default();
            let key = key.to_ascii_lowercase();
            is_comment |= key == "comment";
            let is_inside = is_comment && end_of_comment.is_some_and(|end| nth <= end);
            if !is_inside && !text.contains(':') {
                if let Some((line, text)) = name.replace((line, text)) {
                    file.remarks.push(Remark::of_line(line, text));
                }
                continue;
            }
            let is_new = !has_line(file, &key);
            match (key.as_str(), file.levels.last_mut()) {
                ("title", Some(above)) => above.name = said.trim().to_owned(),
                (_, Some(above)) => above.remarks.push(Remark::of_line(line, text)),
                ("title" | "author", None) if is_new => {
                    file.head.push(format!("{key} {}", text_of(said.trim())));
                }
                (_, None) => file.remarks.push(Remark::of_line(line, text)),
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

/// Whether a line before the first level begins with a word.
fn has_line(file: &ForeignFile, word: &str) -> bool {
    file.head
        .iter()
        .any(|line| line.split(' ').next() == Some(word))
}

/// Turns a puzzle into a level. Cells outside of the walls become rock. `*` and `+` become a box and a hero on a goal.
fn puzzle(
    file: &mut ForeignFile,
    source: &Source,
    rows: &[PuzzleRow],
    budget: &mut CellBudget<'_>,
) -> Result<ForeignLevel, Vec<ImportFault>> {
    let width = { rows.iter() }.map(|row| row.runs.iter().map(|run| run.times).sum());
    let size = budget.take(width.max().unwrap_or(0), rows.len());
    let place = (
        rows[0].line,
        rows[0].runs.first().map_or(1, |run| run.column),
    );
    size.map_err(|why| vec![ImportFault::at(&source.name, place, why)])?;
    let spelling = PuzzleSpelling::of(rows);
    let cells: Vec<Vec<char>> = { rows.iter() }
        .map(|row| {
            let cells = row.runs.iter();
            cells
                .flat_map(|run| repeat_n(spelling.sign(run.sign), run.times))
                .collect()
        })
        .collect();
    let outside = reached(&cells, |x, y| is_edge(&cells, x, y), |c| c == ' ');
    let mut above = ForeignLayer::default();
    let mut drawn = Vec::new();
    for (y, row) in cells.iter().enumerate() {
        for (x, c) in row.iter().enumerate() {
            let over = match c {
                '*' => '$',
                '+' => '@',
                _ => continue,
            };
            let thing = file.thing(sign(over));
            above.placed.push(PlacedThing::at(x, y, thing));
        }
        let cells = row.iter().zip(&outside[y]);
        let inside =
            |(c, is_outside): (&char, &bool)| if *c == ' ' && !is_outside { '-' } else { *c };
        drawn.push((rows[y].line, cells.map(inside).collect()));
    }
    // The cells are already counted.
    let mut own = CellBudget::new(budget.limits());
    let mut level = level(file, &source.name, &drawn, place.1, &mut own, sign)?;
    level.layers.push(above);
    let runs: Vec<_> = rows.iter().map(PuzzleRow::places).collect();
    let mut places = runs.iter().flatten();
    if places.any(|(cell, column)| *column != place.1 + cell) {
        level.text = level.text.map(|text| RowsInText { runs, ..text });
    }
    level.remarks.extend(spelling.remarks(rows));
    level.remarks.extend(way_out(&cells, &outside, rows));
    Ok(level)
}

/// Returns a remark if the hero can leave a puzzle.
fn way_out(cells: &[Vec<char>], outside: &[Vec<bool>], rows: &[PuzzleRow]) -> Option<Remark> {
    let is_hero = |x: usize, y: usize| "@+".contains(cells[y][x]);
    let walked = reached(cells, is_hero, |c| c != '#');
    let mut places = places(cells).filter(|(x, y)| walked[*y][*x]);
    let (x, y) = places.find(|(x, y)| is_edge(cells, *x, *y) || outside[*y][*x])?;
    let what = format!(
        "the hero can leave the puzzle at {},{}: a row may be missing; cells outside become rock",
        x + 1,
        y + 1
    );
    Some(Remark::loss(RemarkPlace::Line(rows[y].line), what))
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

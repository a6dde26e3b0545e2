//! Maps that are rows of characters: what each reader of text makes of such rows.
use std::collections::HashMap;

use super::fault::{FaultText, ImportFault};
use super::foreign::{
    ForeignFile, ForeignLayer, ForeignLevel, ForeignThing, PlacedThing, RowsInText,
};
use dungeon_format::characters::fault;
use dungeon_format::source::{Limits, Source};
use dungeon_format::untrusted::Untrusted;
use dungeon_model::space::geometry::Size;
use dungeon_model::space::narrow::length;

/// A row: the line that it stands on, from 1, and its cells.
pub type NumberedRow = (usize, Vec<char>);

/// Reads a text line by line. Bytes that are no UTF-8 are a fault.
///
/// # Errors
/// A fault where the text is none, or too long.
pub fn lines(source: &Source) -> Result<Vec<&str>, Vec<ImportFault>> {
    if source.is_too_large {
        let why = "expected a file of at most 64 MiB";
        return Err(vec![ImportFault::of_file(&source.name, why)]);
    }
    let wrong = source.not_utf8.iter().take(20).map(|span| {
        let place = source.line_column(span.start);
        ImportFault::at(&source.name, place, "expected UTF-8, found other bytes")
    });
    let wrong: Vec<ImportFault> = wrong.collect();
    if wrong.is_empty() {
        Ok(source.text.lines().collect())
    } else {
        Err(wrong)
    }
}

/// Counts the cells of a file, which has a limit.
#[derive(Debug)]
pub struct CellBudget<'a> {
    limits: &'a Limits,
    cells: usize,
}

impl CellBudget<'_> {
    /// A budget of which nothing is used.
    pub fn new(limits: &Limits) -> CellBudget<'_> {
        CellBudget { limits, cells: 0 }
    }

    /// Takes the cells of a map, or of a layer.
    ///
    /// # Errors
    /// What is too large, in words.
    pub fn take(&mut self, width: usize, height: usize) -> Result<Size, FaultText> {
        let Limits {
            side,
            cells,
            all_cells,
            ..
        } = *self.limits;
        if width == 0 || height == 0 {
            return Err("expected a map, found no cell".to_owned());
        }
        if width > side as usize || height > side as usize {
            return Err(format!(
                "expected sides of at most {side} cells, found {width}x{height}"
            ));
        }
        self.cells = self.cells.saturating_add(width * height);
        if width * height > cells || self.cells > all_cells {
            return Err(format!(
                "expected at most {cells} cells, found {width}x{height}"
            ));
        }
        Ok(Size::new(length(width), length(height)))
    }
}

/// Makes a level of rows: each cell stands for what its character is. Rows may be of different lengths.
///
/// # Errors
/// A fault for each of the first characters that no map can hold.
pub fn level(
    file: &mut ForeignFile,
    name: &Untrusted,
    rows: &[NumberedRow],
    column: usize,
    budget: &mut CellBudget<'_>,
    thing_of: impl Fn(char) -> ForeignThing,
) -> Result<ForeignLevel, Vec<ImportFault>> {
    let line = rows.first().map_or(1, |(line, _)| *line);
    let width = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
    let size = budget.take(width, rows.len());
    let size = size.map_err(|why| vec![ImportFault::at(name, (line, column), why)])?;
    let mut faults = Vec::new();
    let mut placed = Vec::new();
    let mut known: HashMap<char, u32> = HashMap::new();
    for (y, (line, row)) in rows.iter().enumerate() {
        for (x, character) in row.iter().copied().enumerate() {
            if fault(character).is_some() {
                let found = Untrusted::new(character.to_string());
                let why = format!("expected characters one column wide, found `{found}`");
                faults.push(ImportFault::at(name, (*line, column + x), why));
                if faults.len() >= 20 {
                    return Err(faults);
                }
                continue;
            }
            let thing = *known
                .entry(character)
                .or_insert_with(|| file.thing(thing_of(character)));
            placed.push(PlacedThing::at(x, y, thing));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let text = RowsInText {
        lines: rows.iter().map(|(line, _)| *line).collect(),
        column,
    };
    Ok(ForeignLevel {
        size,
        layers: vec![ForeignLayer {
            placed,
            ..ForeignLayer::default()
        }],
        text: Some(text),
        ..ForeignLevel::default()
    })
}

//! Maps drawn as rows of characters: functions that all readers of text share.
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

/// A row: its line in the source, from 1, and its cells.
pub type NumberedRow = (usize, Vec<char>);

/// Splits a text into lines.
///
/// # Errors
/// Returns a fault for a file over 64 MiB, or a fault for each of the first 20 places that are not UTF-8.
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

/// A count of the cells of a file, checked against the limits.
#[derive(Debug)]
pub struct CellBudget<'a> {
    limits: &'a Limits,
    cells: usize,
}

impl<'a> CellBudget<'a> {
    /// Creates a budget with nothing spent yet.
    pub fn new(limits: &'a Limits) -> CellBudget<'a> {
        CellBudget { limits, cells: 0 }
    }

    /// Returns the limits that the cells are checked against.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// Counts the cells of a map or a layer.
    ///
    /// # Errors
    /// Returns a message if the map is empty or exceeds a limit.
    pub fn take(&mut self, width: usize, height: usize) -> Result<Size, FaultText> {
        let Limits {
            side,
            cells,
            all_cells,
            ..
        } = *self.limits;
        if width == 0 || height == 0 {
            return Err("expected a map, found no cells".to_owned());
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

/// Turns rows into a level. `thing_of` returns the thing that a character stands for; a thing that the file names has no
/// `character` of its own, and may be written with any character. `column` is the column of the
/// first cell in the source, from 1. Rows may have different lengths.
///
/// # Errors
/// Returns a fault for a map that exceeds a limit, or for the first 20 characters that are not one column wide.
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
            if fault(character).is_some() && thing_of(character).character.is_some() {
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
        runs: Vec::new(),
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

//! A plain grid of characters: the whole file is one map.
use super::fault::ImportFault;
use super::foreign::{ForeignFile, ForeignThing};
use super::text_rows::{CellBudget, NumberedRow, level, lines};
use dungeon_format::source::{Limits, Source};

/// Characters that have the same meaning in most drawn dungeons.
const CERTAIN: &str = " #.+'<>@^$";

/// Reads the file. Empty lines above and below the map are ignored.
///
/// # Errors
/// Returns a fault for a map that is empty, too large or has unsupported characters.
pub fn read(source: &Source, limits: &Limits) -> Result<ForeignFile, Vec<ImportFault>> {
    let mut file = ForeignFile::default();
    let text = lines(source)?;
    let rows: Vec<NumberedRow> = { text.iter().enumerate() }
        .map(|(nth, line)| (nth + 1, line.trim_end_matches('\r').chars().collect()))
        .collect();
    let is_drawn = |(_, row): &NumberedRow| row.iter().any(|c| *c != ' ');
    let first = rows.iter().position(is_drawn).unwrap_or(rows.len());
    let last = rows
        .iter()
        .rposition(is_drawn)
        .map_or(first, |last| last + 1);
    let mut budget = CellBudget::new(limits);
    let drawn = level(
        &mut file,
        &source.name,
        &rows[first..last],
        1,
        &mut budget,
        |c| ForeignThing {
            certain: CERTAIN.contains(c).then_some(c),
            ..ForeignThing::drawn(c)
        },
    )?;
    file.levels.push(drawn);
    Ok(file)
}

//! Angband's `vault.txt`, of version 3 (`N:`, `X:`, `D:`) and of version 4 (`name:`, `type:`, `D:`).
use super::fault::ImportFault;
use super::foreign::{ForeignFile, ForeignThing, Remark};
use super::text_rows::{CellBudget, NumberedRow, level, lines};
use crate::format::source::{Limits, Source};

/// What each sign of version 4 is certain to be: walls, doors, traps, stairs, gold.
const MODERN: &[(char, char)] = &[
    (' ', ' '),
    ('.', '.'),
    ('%', '#'),
    ('#', '#'),
    ('@', '#'),
    ('+', '+'),
    ('^', '^'),
    ('<', '<'),
    ('>', '>'),
    ('$', '$'),
];

/// What each sign of version 3 is certain to be: `X` is its rock that nobody digs, and `@` a monster.
const OLD: &[(char, char)] = &[
    (' ', ' '),
    ('.', '.'),
    ('%', '#'),
    ('#', '#'),
    ('X', '#'),
    ('+', '+'),
    ('^', '^'),
];

/// A vault that is being read.
#[derive(Debug, Default)]
struct AngbandEntry {
    name: String,
    rows: Vec<NumberedRow>,
    remarks: Vec<Remark>,
    is_old: bool,
}

/// Reads all vaults of a file.
///
/// # Errors
/// What no map can hold; lines that no version has; a file without any vault.
pub fn read(source: &Source, limits: &Limits) -> Result<ForeignFile, Vec<ImportFault>> {
    let mut file = ForeignFile::default();
    let mut budget = CellBudget::new(limits);
    let mut entry: Option<AngbandEntry> = None;
    let mut faults = Vec::new();
    for (nth, line) in lines(source)?.into_iter().enumerate() {
        let line = line.trim_end_matches('\r');
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((key, said)) = line.split_once(':') else {
            let why = "expected a line such as `D:###`, with a colon, found none";
            faults.push(ImportFault::at(&source.name, (nth + 1, 1), why));
            if faults.len() >= 20 {
                return Err(faults);
            }
            continue;
        };
        match (key, &mut entry) {
            ("name" | "N", entry) => {
                if let Some(done) = entry.take() {
                    end(&mut file, source, done, &mut budget)?;
                }
                // `N:12:Lesser vault (chamber)`
                let is_old = key == "N";
                let name = match said.split_once(':') {
                    Some((_, name)) if is_old => name,
                    _ => said,
                };
                *entry = Some(AngbandEntry {
                    name: name.trim().to_owned(),
                    is_old,
                    ..AngbandEntry::default()
                });
            }
            ("D", Some(entry)) => entry.rows.push((nth + 1, said.chars().collect())),
            ("D", None) => {
                let why = "expected a `name:` or an `N:` above the first `D:`, found none";
                return Err(vec![ImportFault::at(&source.name, (nth + 1, 1), why)]);
            }
            // The sides, which the rows say.
            ("rows" | "columns", _) => {}
            ("V", None) => {}
            (_, Some(entry)) => entry.remarks.push(Remark::of_line(nth + 1, line)),
            (_, None) => file.remarks.push(Remark::of_line(nth + 1, line)),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    if let Some(done) = entry {
        end(&mut file, source, done, &mut budget)?;
    }
    if file.levels.is_empty() {
        let why = "expected a vault with rows `D:`, found none";
        return Err(vec![ImportFault::of_file(&source.name, why)]);
    }
    Ok(file)
}

fn end(
    file: &mut ForeignFile,
    source: &Source,
    mut entry: AngbandEntry,
    budget: &mut CellBudget<'_>,
) -> Result<(), Vec<ImportFault>> {
    if entry.rows.is_empty() {
        file.remarks.append(&mut entry.remarks);
        return Ok(());
    }
    let signs = if entry.is_old { OLD } else { MODERN };
    let drawn = level(file, &source.name, &entry.rows, 3, budget, |c| {
        ForeignThing {
            certain: { signs.iter() }
                .find(|(sign, _)| *sign == c)
                .map(|(_, glyph)| *glyph),
            ..ForeignThing::drawn(c)
        }
    });
    let mut drawn = drawn?;
    drawn.name = entry.name;
    drawn.remarks = entry.remarks;
    file.levels.push(drawn);
    Ok(())
}

//! Vaults of Angband's `vault.txt`, in version 3 (`N:`, `X:`, `D:`) and version 4 (`name:`, `type:`, `D:`).
use super::fault::ImportFault;
use super::foreign::{ForeignFile, ForeignLevel, ForeignThing, Remark, RemarkPlace};
use super::text_rows::{CellBudget, NumberedRow, level, lines};
use dungeon_format::source::{Limits, Source};

/// Version 4 characters whose meaning is unambiguous, each with its glyph: walls, doors, traps, stairs, gold.
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

/// Version 3 characters whose meaning is unambiguous, each with its glyph. `X` is permanent rock. There is no row for
/// `@`, which is a monster.
const OLD: &[(char, char)] = &[
    (' ', ' '),
    ('.', '.'),
    ('%', '#'),
    ('#', '#'),
    ('X', '#'),
    ('+', '+'),
    ('^', '^'),
];

/// A vault while its lines are read.
#[derive(Debug, Default)]
struct AngbandEntry {
    name: String,
    /// The line of the name, from 1.
    named: usize,
    rows: Vec<NumberedRow>,
    /// The line that declares the number of rows, counted from 1, and the number as written.
    declared_rows: Option<(usize, String)>,
    declared_columns: Option<(usize, String)>,
    remarks: Vec<Remark>,
    /// Errors in the lines of the vault. A vault with errors is left out.
    faults: Vec<ImportFault>,
    is_old: bool,
}

/// Keys of lines that are not about the map, but about the vault's place and frequency.
const ABOUT: &[&str] = &[
    "type",
    "rating",
    "min-depth",
    "max-depth",
    "flags",
    "doors",
    "tval",
    "V",
    "X",
];

/// Reads all vaults of a file.
///
/// # Errors
/// Returns a fault for a file without vaults. A vault with a map that is too large, with unsupported characters or with
/// a line without a colon keeps its own faults.
pub fn read(source: &Source, limits: &Limits) -> Result<ForeignFile, Vec<ImportFault>> {
    let mut file = ForeignFile::default();
    let mut budget = CellBudget::new(limits);
    let mut entry: Option<AngbandEntry> = None;
    for (nth, line) in lines(source)?.into_iter().enumerate() {
        let line = line.trim_end_matches('\r');
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((key, said)) = line.split_once(':') else {
            let why = "expected a line such as `D:###`, with a colon, found none";
            let fault = ImportFault::at(&source.name, (nth + 1, 1), why);
            entry.get_or_insert_default().add_fault(fault);
            continue;
        };
        match (key, &mut entry) {
            ("name" | "N", entry) => {
                if let Some(done) = entry.take() {
                    end(&mut file, source, done, &mut budget);
                }
                // `N:12:Lesser vault (chamber)`
                let is_old = key == "N";
                let name = match said.split_once(':') {
                    Some((_, name)) if is_old => name,
                    _ => said,
                };
                *entry = Some(AngbandEntry {
                    name: name.trim().to_owned(),
                    named: nth + 1,
                    is_old,
                    ..AngbandEntry::default()
                });
            }
            ("D", entry) => {
                if entry.is_none() {
                    let why = "expected a `name:` or an `N:` above the first `D:`, found none";
                    let fault = ImportFault::at(&source.name, (nth + 1, 1), why);
                    entry.get_or_insert_default().add_fault(fault);
                }
                let row = (nth + 1, said.chars().collect());
                entry.get_or_insert_default().rows.push(row);
            }
            ("rows", Some(entry)) => entry.declared_rows = Some((nth + 1, said.to_owned())),
            ("columns", Some(entry)) => entry.declared_columns = Some((nth + 1, said.to_owned())),
            // The version of the file.
            ("V", None) => {}
            (key, entry) => {
                let remark = if ABOUT.contains(&key) {
                    Remark::of_line(nth + 1, line)
                } else {
                    Remark::loss(RemarkPlace::Line(nth + 1), line)
                };
                let remarks = entry
                    .as_mut()
                    .map_or(&mut file.remarks, |entry| &mut entry.remarks);
                remarks.push(remark);
                // `X:type:rating:rows:columns`
                if let (("X", [_, _, rows, columns, ..]), Some(entry)) =
                    ((key, said.split(':').collect::<Vec<_>>().as_slice()), entry)
                {
                    entry.declared_rows = Some((nth + 1, (*rows).to_owned()));
                    entry.declared_columns = Some((nth + 1, (*columns).to_owned()));
                }
            }
        }
    }
    if let Some(done) = entry {
        end(&mut file, source, done, &mut budget);
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
) {
    if entry.faults.is_empty() && entry.rows.is_empty() {
        let why = "expected a vault with rows `D:`, found none";
        entry.add_fault(ImportFault::at(&source.name, (entry.named, 1), why));
    }
    if !entry.faults.is_empty() {
        return file.push(entry.name, Err(entry.faults));
    }
    entry.compare_sides();
    let signs = if entry.is_old { OLD } else { MODERN };
    let drawn = level(file, &source.name, &entry.rows, 3, budget, |c| {
        ForeignThing {
            certain: { signs.iter() }
                .find(|(sign, _)| *sign == c)
                .map(|(_, glyph)| *glyph),
            ..ForeignThing::drawn(c)
        }
    });
    let drawn = drawn.map(|level| ForeignLevel {
        remarks: entry.remarks,
        ..level
    });
    file.push(entry.name, drawn);
}

impl AngbandEntry {
    /// Adds an error, up to 20 of them.
    fn add_fault(&mut self, fault: ImportFault) {
        if self.faults.len() < 20 {
            self.faults.push(fault);
        }
    }

    /// Reports a number of rows or columns that differs from the declared number. The map is read as drawn.
    fn compare_sides(&mut self) {
        let mut told = Vec::new();
        let mut tell = |line: usize, what: String| {
            told.push(Remark::loss(
                RemarkPlace::Line(line),
                what + ": read as drawn",
            ));
        };
        if let Some((line, said)) = &self.declared_rows {
            let found = self.rows.len();
            if said.trim().parse() != Ok(found) {
                tell(
                    *line,
                    format!(
                        "the entry declares {} rows, the drawing has {found}",
                        said.trim()
                    ),
                );
            }
        }
        if let Some((line, said)) = &self.declared_columns {
            let said = said.trim();
            let mut lengths = self.rows.iter().map(|(line, row)| (*line, row.len()));
            let first = self.rows[0].1.len();
            match said.parse::<usize>() {
                Ok(columns) if lengths.clone().any(|(_, found)| found == columns) => {
                    for (row, found) in lengths.filter(|(_, found)| *found != columns) {
                        tell(
                            row,
                            format!("the entry declares {columns} columns, this row has {found}"),
                        );
                    }
                }
                _ if lengths.all(|(_, found)| found == first) => {
                    tell(
                        *line,
                        format!("the entry declares {said} columns, the drawing has {first}"),
                    );
                }
                _ => tell(
                    *line,
                    format!("the entry declares {said} columns, no row has that many"),
                ),
            }
        }
        self.remarks.append(&mut told);
    }
}

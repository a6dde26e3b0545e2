//! Levels of PuzzleScript: the objects on each cell by the file's own legend. Rules are not imported. The game is arena,
//! in which a level lasts until its goal is met.
use std::collections::BTreeMap;

use super::drawing::text_of;
use super::fault::ImportFault;
use super::foreign::{
    ForeignFile, ForeignLayer, ForeignLevel, ForeignRecord, ForeignThing, PlacedThing, RecordPart,
    Remark, RemarkPlace, RowsInText,
};
use super::puzzlescript_objects::ScriptObjects;
use super::puzzlescript_sections::{ScriptSection, SectionLine, sections};
use super::text_rows::{CellBudget, NumberedRow, level};
use dungeon_format::source::{Limits, Source};

/// The game of every imported file: a level lasts until its goal is met.
const HEAD: &str = "rules arena undo=yes";

/// Reads all levels of a file.
///
/// # Errors
/// Returns a fault for each missing section, and for a legend that is too large. A level that is too large, or has
/// unsupported characters, keeps its own faults.
pub fn read(source: &Source, limits: &Limits) -> Result<ForeignFile, Vec<ImportFault>> {
    let lines = sections(source)?;
    let wanted = [ScriptSection::Objects, ScriptSection::Levels].into_iter();
    let missing = wanted.filter(|wanted| !lines.iter().any(|line| line.section == *wanted));
    let missing: Vec<ImportFault> = missing
        .map(|section| {
            let why = format!("expected a section {}, found none", section.name());
            ImportFault::of_file(&source.name, why)
        })
        .collect();
    if !missing.is_empty() {
        return Err(missing);
    }
    let mut file = ForeignFile {
        head: vec![HEAD.to_owned()],
        ..ForeignFile::default()
    };
    let objects = ScriptObjects::read(source, &lines, &mut file)?;
    let mut levels = ScriptLevels {
        source,
        objects,
        budget: CellBudget::new(limits),
        rows: Vec::new(),
        columns: Vec::new(),
        messages: Vec::new(),
    };
    tell_sections(&mut file, &lines);
    for line in &lines {
        match line.section {
            ScriptSection::Prelude if !line.is_heading => prelude(&mut file, line),
            ScriptSection::Levels => levels.line(&mut file, line),
            _ => {}
        }
    }
    levels.end(&mut file);
    if file.levels.is_empty() {
        let why = "expected a level, rows of characters below LEVELS, found none";
        return Err(vec![ImportFault::of_file(&source.name, why)]);
    }
    Ok(file)
}

/// Reads a line above the first section.
fn prelude(file: &mut ForeignFile, line: &SectionLine<'_>) {
    let text = line.text.trim();
    let (key, said) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let key = key.to_ascii_lowercase();
    let mut known = file.head.iter();
    let is_new = !known.any(|line| line.split(' ').next() == Some(&key));
    match key.as_str() {
        "title" | "author" if is_new && !said.trim().is_empty() => {
            file.head.push(format!("{key} {}", text_of(said.trim())));
        }
        "" => {}
        _ => file.remarks.push(Remark::of_line(line.line, text)),
    }
}

/// Adds a remark for each section that says how the game is played.
fn tell_sections(file: &mut ForeignFile, lines: &[SectionLine<'_>]) {
    for (section, why) in [
        (
            ScriptSection::Rules,
            "declare what can be pushed in the legend",
        ),
        (ScriptSection::WinConditions, "write a `goal` in the legend"),
    ] {
        let mut said = lines.iter().filter(|line| {
            line.section == section && !line.is_heading && !line.text.trim().is_empty()
        });
        if let Some(first) = said.next() {
            let count = 1 + said.count();
            let s = if count == 1 { "" } else { "s" };
            let what = format!("{count} line{s} of {} not imported: {why}", section.name());
            file.remarks
                .push(Remark::loss(RemarkPlace::Line(first.line), what));
        }
    }
}

/// The levels while their lines are read.
struct ScriptLevels<'a> {
    source: &'a Source,
    objects: ScriptObjects,
    budget: CellBudget<'a>,
    /// The rows of the current level.
    rows: Vec<NumberedRow>,
    /// The column at which each row begins, from 1.
    columns: Vec<usize>,
    /// Messages since the last level, with their lines.
    messages: Vec<(usize, String)>,
}

impl ScriptLevels<'_> {
    /// Reads a line: a row, a message, or the empty line that ends a level.
    fn line(&mut self, file: &mut ForeignFile, line: &SectionLine<'_>) {
        let text = line.text.trim();
        if let Some(message) = line.message() {
            self.end_level(file);
            self.messages.push((line.line, message.to_owned()));
        } else if text.is_empty() || line.is_heading {
            self.end_level(file);
        } else {
            let indent = line.text.chars().take_while(|c| c.is_whitespace());
            self.columns.push(1 + indent.count());
            self.rows.push((line.line, text.chars().collect()));
        }
    }

    /// Ends the file: messages below the last level have no place.
    fn end(&mut self, file: &mut ForeignFile) {
        self.end_level(file);
        file.remarks
            .extend(self.messages.drain(..).map(|(line, text)| {
                let what = format!("a message below the last level is not imported: {text}");
                Remark::loss(RemarkPlace::Line(line), what)
            }));
    }

    fn end_level(&mut self, file: &mut ForeignFile) {
        if self.rows.is_empty() {
            return;
        }
        let rows = std::mem::take(&mut self.rows);
        let columns = std::mem::take(&mut self.columns);
        let mut level = self.level(file, &rows, &columns);
        if let Ok(level) = &mut level {
            self.add_messages(file, level);
        }
        file.push(String::new(), level);
    }

    /// Adds the messages since the last level as texts that are shown when the hero first leaves its cell.
    fn add_messages(&mut self, file: &ForeignFile, level: &mut ForeignLevel) {
        let mut placed = level.layers.iter().flat_map(|layer| &layer.placed);
        let is_hero = |thing: u32| file.things[thing as usize].certain == Some('@');
        let hero = placed
            .find(|placed| is_hero(placed.thing))
            .map(|hero| (hero.x, hero.y));
        for (line, text) in self.messages.drain(..) {
            match hero {
                _ if text.is_empty() => {}
                Some((x, y)) => level.records.push(ForeignRecord {
                    parts: vec![
                        RecordPart::Text("when leave=".to_owned()),
                        RecordPart::Cell(x, y),
                        RecordPart::Text(format!(" {}", text_of(&text))),
                    ],
                }),
                None => {
                    let what =
                        format!("a message above a level without a hero is not imported: {text}");
                    level
                        .remarks
                        .push(Remark::loss(RemarkPlace::Line(line), what));
                }
            }
        }
    }

    /// Turns rows into a level, with a layer for each collision layer.
    fn level(
        &mut self,
        file: &mut ForeignFile,
        rows: &[NumberedRow],
        columns: &[usize],
    ) -> Result<ForeignLevel, Vec<ImportFault>> {
        let objects = &self.objects;
        let base = |c: char| match objects.on_cell(c) {
            Some(cell) => objects.base(cell),
            None => ForeignThing::drawn(c),
        };
        let name = &self.source.name;
        let mut level = level(file, name, rows, columns[0], &mut self.budget, base)?;
        if columns.iter().any(|column| *column != columns[0]) {
            let cells = rows.iter().zip(columns);
            let runs =
                cells.map(|((_, row), column)| (0..row.len()).map(|x| (x, column + x)).collect());
            let runs = runs.collect();
            level.text = level.text.map(|text| RowsInText { runs, ..text });
        }
        let mut stacks: BTreeMap<char, Vec<(usize, u32)>> = BTreeMap::new();
        for c in rows.iter().flat_map(|(_, row)| row) {
            stacks.entry(*c).or_insert_with(|| {
                let above = objects.above(objects.on_cell(*c).unwrap_or_default());
                let above = above.into_iter();
                above
                    .map(|(layer, thing)| (layer, file.thing(thing)))
                    .collect()
            });
        }
        let highest = stacks.values().map(Vec::len).max().unwrap_or_default();
        for _ in 0..highest {
            let (width, height) = (level.size.width as usize, level.size.height as usize);
            let counted = self.budget.take(width, height);
            let place = (rows[0].0, columns[0]);
            counted.map_err(|why| vec![ImportFault::at(name, place, why)])?;
        }
        let mut layers: BTreeMap<usize, ForeignLayer> = BTreeMap::new();
        for (y, (_, row)) in rows.iter().enumerate() {
            for (x, c) in row.iter().enumerate() {
                for (layer, thing) in stacks[c].iter().copied() {
                    let placed = PlacedThing::at(x, y, thing);
                    layers.entry(layer).or_default().placed.push(placed);
                }
            }
        }
        level
            .layers
            .extend(layers.into_iter().map(|(nth, layer)| ForeignLayer {
                name: objects.layer_name(nth).to_owned(),
                ..layer
            }));
        let width = rows.iter().map(|(_, row)| row.len()).max();
        let short = rows.iter().find(|(_, row)| Some(row.len()) < width);
        if let Some((line, row)) = short {
            let (found, width) = (row.len(), width.unwrap_or_default());
            let what = format!("the row has {found} cells, the longest has {width}: read as drawn");
            level
                .remarks
                .push(Remark::loss(RemarkPlace::Line(*line), what));
        }
        Ok(level)
    }
}

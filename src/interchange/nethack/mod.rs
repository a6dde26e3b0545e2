//! Levels of NetHack 3.6 and MiniHack in the level language of `.des` files.
//!
//! `parse` reads the statements, `placing`, `level` and `rooms` run them on the grid of `run`, and `draw` turns the
//! result into things, marks, scatters and causes.
mod grid;
mod syntax;
mod things;

mod parse;
mod run;

mod placing;

mod level;

mod rooms;

mod draw;

pub use self::syntax::{begins_level, nethack_word};

use std::collections::BTreeMap;

use self::parse::DesParser;
use self::rooms::made_map;
use self::run::DesRun;
use self::syntax::{DesAct, DesLevel, DesStatement};
use self::things::{BOULDER, DesLegend, PIT};
use super::fault::ImportFault;
use super::foreign::{ForeignFile, Remark, RemarkPlace};
use super::text_rows::{CellBudget, lines};
use dungeon_format::source::{Limits, Source};

/// Reads all levels of a file.
///
/// # Errors
/// Returns a fault for a file without levels, and for a file of version 3.7, which is Lua. A level without cells keeps
/// its own fault.
pub fn read(source: &Source, limits: &Limits) -> Result<ForeignFile, Vec<ImportFault>> {
    let text = lines(source)?;
    let is_lua = |line: &&str| line.trim_start().starts_with("des.");
    if let Some(nth) = text.iter().position(is_lua) {
        let why = "expected levels of NetHack 3.6, found Lua of version 3.7, which is not run";
        return Err(vec![ImportFault::at(&source.name, (nth + 1, 1), why)]);
    }
    let mut file = ForeignFile {
        head: vec!["rules explore fog=yes".to_owned()],
        starts_on_way_up: true,
        ..ForeignFile::default()
    };
    let legend = DesLegend::bundled();
    let mut budget = CellBudget::new(limits);
    let levels = DesParser::new(&source.text).levels();
    if levels.is_empty() {
        let why = "expected a level that begins with `MAZE:` or `LEVEL:`, found none";
        return Err(vec![ImportFault::of_file(&source.name, why)]);
    }
    for (nth, level) in levels.iter().enumerate() {
        let mut run = DesRun::new(&mut file, &legend, nth);
        begin(&mut run, level);
        let drawn = run.finish().and_then(|drawn| {
            let sides = (drawn.size.width as usize, drawn.size.height as usize);
            match drawn.made {
                Some(_) => budget.take(80, 21)?,
                None => budget.take(sides.0, sides.1)?,
            };
            Ok(drawn)
        });
        let drawn = drawn.map_err(|why| vec![ImportFault::at(&source.name, (level.line, 1), why)]);
        file.push(level.name.clone(), drawn);
    }
    let has_pits = file.things.iter().any(|thing| thing.certain == Some(PIT));
    let fills = if has_pits {
        format!(" fills={PIT}")
    } else {
        String::new()
    };
    file.declared = vec![
        (
            BOULDER,
            format!("tile {BOULDER} \"boulder\" push=yes{fills}"),
        ),
        (
            PIT,
            format!("tile {PIT} \"pit\" walk=no see=yes glyph=^ colour=grey"),
        ),
    ];
    Ok(file)
}

/// Runs the statements of a level.
fn begin<'a>(run: &mut DesRun<'a>, level: &'a DesLevel) {
    for (line, column, why) in &level.mistakes {
        run.remarks
            .push(Remark::loss(RemarkPlace::Position(*line, *column), why));
    }
    count_uses(&level.body, &mut run.uses);
    run.made = made_map(level);
    if let Some(filling) = level.filling.filter(|filling| *filling != ' ') {
        run.fill_maze(filling);
    }
    run.run(&level.body);
}

/// Counts how often the statements name each variable.
fn count_uses(body: &[DesStatement], uses: &mut BTreeMap<String, usize>) {
    for statement in body {
        let inner: Vec<&[DesStatement]> = match &statement.act {
            DesAct::If {
                then, otherwise, ..
            } => vec![then, otherwise],
            DesAct::Switch { cases, .. } => cases.iter().map(|(_, body)| body.as_slice()).collect(),
            DesAct::Loop(_, body) | DesAct::For { body, .. } | DesAct::Function { body, .. } => {
                vec![body]
            }
            DesAct::Command {
                block: Some(block), ..
            } => vec![block],
            _ => Vec::new(),
        };
        inner.into_iter().for_each(|inner| count_uses(inner, uses));
        if !matches!(statement.act, DesAct::If { .. }) {
            for after in statement.text.split('$').skip(1) {
                let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                let name = format!("${}", &after[..end.unwrap_or(after.len())]);
                *uses.entry(name).or_insert(0) += 1;
            }
        }
    }
}

//! Maps of Crawl's `.des` files. The reader interprets the glyphs and the lines that change glyphs by chance. It
//! reports Lua code, and never runs it.
//!
//! This file splits the text into entries; `crawl_glyphs` turns their glyph lines into marks and shuffles.
use std::collections::BTreeMap;

use super::crawl_glyphs::{CrawlGlyphs, GlyphChange, declarations};
use super::fault::ImportFault;
use super::foreign::{ForeignFile, ForeignLevel, ForeignThing, Remark, RemarkPlace};
use super::nethack_syntax::nethack_word;
use super::text_rows::{CellBudget, NumberedRow, level, lines};
use dungeon_format::source::{Limits, Source};

/// An entry of the file while its lines are read, up to `ENDMAP`.
#[derive(Debug, Default)]
struct CrawlEntry {
    name: String,
    /// The line of the name, from 1.
    named: Option<usize>,
    changes: Vec<(usize, String, GlyphChange)>,
    remarks: Vec<Remark>,
}

/// Keys of lines that are not about cells, but about a map's place, frequency and appearance.
const ABOUT: &[&str] = &[
    "TAGS",
    "DEPTH",
    "default-depth",
    "PLACE",
    "CHANCE",
    "WEIGHT",
    "DESC",
    "ORDER",
    "COLOUR",
    "FTILE",
    "RTILE",
    "TILE",
    "FHEIGHT",
    "FLOORCOL",
    "ROCKCOL",
    "LFLOORCOL",
    "LROCKCOL",
    "LFLOORTILE",
    "LROCKTILE",
];

/// Reads all maps of a file.
///
/// # Errors
/// Returns a fault for a map that is too large or has unsupported characters, for a map or a block of Lua without an
/// end, for a file of NetHack, and for a file without maps.
pub fn read(source: &Source, limits: &Limits) -> Result<ForeignFile, Vec<ImportFault>> {
    let mut file = ForeignFile {
        declared: declarations(),
        ..ForeignFile::default()
    };
    let mut budget = CellBudget::new(limits);
    let mut entry = CrawlEntry::default();
    // The line at which the current block of Lua begins, from 1.
    let mut lua_begun = None;
    let text = joined(&lines(source)?);
    let text_lines = text.len();
    let mut text = text.iter();
    while let Some((nth, line)) = text.next() {
        let said = line.trim();
        if lua_begun.is_some() {
            lua_begun = lua_begun.filter(|_| !said.ends_with("}}"));
            continue;
        }
        if said.is_empty() || said.starts_with('#') {
            continue;
        }
        let key = said.split([':', '(', ' ']).next().unwrap_or_default();
        if let Some(word) = nethack_word(said) {
            let why = format!(
                "expected maps of Crawl, found NetHack's `{word}`: import the file with `--from nethack`"
            );
            return Err(vec![ImportFault::at(&source.name, (*nth, 1), why)]);
        }
        if said == "MAP" {
            let rows = rows(source, *nth, &mut text)?;
            let entry = std::mem::take(&mut entry);
            if rows.iter().any(|(_, row)| !row.is_empty()) {
                end(&mut file, source, entry, &rows, &mut budget)
            } else {
                entry.without_map(&mut file, *nth)
            }
            continue;
        }
        if key == "NAME" && entry.named.is_some() {
            std::mem::take(&mut entry).without_map(&mut file, *nth);
        }
        if let Some(lua) = lua_block(said) {
            lua_begun = Some(*nth).filter(|_| !lua.ends_with("}}"));
            entry
                .remarks
                .push(Remark::loss(RemarkPlace::Line(*nth), NO_LUA));
            continue;
        }
        entry.line(*nth, said);
    }
    if let Some(begun) = lua_begun {
        let why = "expected a `}}` after this `{{`, found the end of the file";
        return Err(vec![ImportFault::at(&source.name, (begun, 1), why)]);
    }
    entry.without_map(&mut file, text_lines);
    if file.levels.is_empty() {
        let why = "expected a map between `MAP` and `ENDMAP`, found none";
        return Err(vec![ImportFault::of_file(&source.name, why)]);
    }
    Ok(file)
}

/// The remark about a block or a line of Lua code.
const NO_LUA: &str = "Lua, which is not run";

/// Returns the lines of a text, each with its number from 1. A line that ends with `\` is joined with the next one,
/// except in a map.
fn joined(lines: &[&str]) -> Vec<(usize, String)> {
    let mut joined: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    let mut is_map = false;
    for (nth, line) in lines.iter().enumerate() {
        let line = line.trim_end_matches('\r');
        let is_continued = !is_map && line.ends_with('\\');
        let part = if is_continued {
            &line[..line.len() - 1]
        } else {
            line
        };
        match joined.last_mut().filter(|_| goes_on) {
            Some((_, before)) => {
                before.push(' ');
                before.push_str(part.trim());
            }
            None => joined.push((nth + 1, part.to_owned())),
        }
        is_map = match line.trim() {
            "MAP" => true,
            "ENDMAP" => false,
            _ => is_map,
        };
        goes_on = is_continued;
    }
    joined
}

/// Returns the text after the `{{` that begins a block of Lua; `None` for another line.
fn lua_block(line: &str) -> Option<&str> {
    let words = ["lua", "prelude", "veto", "validate", "epilogue"];
    let said = words
        .iter()
        .find_map(|word| line.strip_prefix(word))
        .unwrap_or(line);
    said.trim_start().strip_prefix("{{")
}

/// Returns the rows of a map up to `ENDMAP`. `begun` is the number of the `MAP` line, from 1.
fn rows<'a>(
    source: &Source,
    begun: usize,
    text: &mut impl Iterator<Item = &'a (usize, String)>,
) -> Result<Vec<NumberedRow>, Vec<ImportFault>> {
    let mut rows: Vec<NumberedRow> = Vec::new();
    let mut found = "the end of the file";
    for (nth, line) in text {
        match line.trim() {
            "ENDMAP" => return Ok(rows),
            "MAP" => {
                found = "another `MAP`";
                break;
            }
            _ => rows.push((*nth, line.trim_end().chars().collect())),
        }
    }
    let why = format!("expected an `ENDMAP` after this `MAP`, found {found}");
    Err(vec![ImportFault::at(&source.name, (begun, 1), why)])
}

impl CrawlEntry {
    /// Ends an entry that has no map. `line` is the line where the entry ends, counted from 1. Keeps the entry's
    /// remarks. Reports the entry as left out if it has a name or glyph lines.
    fn without_map(mut self, file: &mut ForeignFile, line: usize) {
        if self.named.is_none() && self.changes.is_empty() && self.remarks.is_empty() {
            return;
        }
        file.remarks.append(&mut self.remarks);
        if self.named.is_some() || !self.changes.is_empty() {
            let what = format!("the entry `{}` has no map: skipped", self.name);
            let place = RemarkPlace::Line(self.named.unwrap_or(line));
            file.remarks.push(Remark::loss(place, what));
        }
    }

    /// Reads a line such as `SUBST: 1 = 2:3 .`.
    fn line(&mut self, nth: usize, line: &str) {
        let (key, said) = match line.split_once(':') {
            Some(("", _)) => {
                let remark = Remark::loss(RemarkPlace::Line(nth), NO_LUA);
                return self.remarks.push(remark);
            }
            Some((key, said)) => (key.trim(), said.trim()),
            None => (line, ""),
        };
        if key == "NAME" {
            self.name = said.to_owned();
            self.named = Some(nth);
            return;
        }
        let changes = GlyphChange::of_line(key, said);
        if changes.is_empty() {
            self.remarks.push(if ABOUT.contains(&key) {
                Remark::of_line(nth, line)
            } else {
                Remark::loss(RemarkPlace::Line(nth), line)
            });
        }
        for change in changes {
            self.changes.push((nth, line.to_owned(), change));
        }
    }
}

fn end(
    file: &mut ForeignFile,
    source: &Source,
    entry: CrawlEntry,
    rows: &[NumberedRow],
    budget: &mut CellBudget<'_>,
) {
    let mut glyphs = CrawlGlyphs::of(rows);
    let mut remarks = entry.remarks;
    for (nth, line, change) in entry.changes {
        if let Err(why) = glyphs.apply(nth, change) {
            let what = format!("{line} ({why})");
            remarks.push(Remark::loss(RemarkPlace::Line(nth), what));
        }
    }
    let rows: Vec<NumberedRow> = { rows.iter().zip(glyphs.rows()) }
        .map(|((line, _), row)| (*line, row.clone()))
        .collect();
    let drawn = level(file, &source.name, &rows, 1, budget, ForeignThing::drawn);
    let drawn = drawn.map(|mut level| {
        level.chances = glyphs.chances(file);
        let mut known = BTreeMap::new();
        for placed in level.layers.iter_mut().flat_map(|layer| &mut layer.placed) {
            let is_entry = glyphs.is_first_entry(placed.x, placed.y);
            let drawn = placed.thing;
            placed.thing = *known.entry((drawn, is_entry)).or_insert_with(|| {
                let character = file.things[drawn as usize].character;
                glyphs.thing(file, character.unwrap_or('.'), is_entry)
            });
        }
        ForeignLevel { remarks, ..level }
    });
    file.push(entry.name, drawn);
}

//! Maps of Crawl's `.des` files. The reader interprets the glyphs and the lines that change glyphs by chance. It
//! reports Lua code, and never runs it.
//!
//! This file splits the text into entries; `lines` reads their glyph lines, `glyphs` turns them into marks
//! and shuffles, and `vault` finds the doors and the keys of vaults.
mod legend;

mod lines;

mod glyphs;

mod vault;

use self::glyphs::{CrawlGlyphs, GroupContent};
use self::lines::{GlyphChange, ListedNames};
use self::vault::{VaultDoors, VaultLines};
use super::fault::ImportFault;
use super::foreign::{ForeignFile, ForeignLevel, ForeignThing, PlacedThing, Remark, RemarkPlace};
use super::nethack::nethack_word;
use super::text_rows::{CellBudget, NumberedRow, level, lines};
use dungeon_format::source::{Limits, Source};

/// An entry of the file while its lines are read, up to `ENDMAP`.
#[derive(Debug, Default)]
struct CrawlEntry {
    name: String,
    /// The line of the name, from 1.
    named: Option<usize>,
    changes: Vec<(usize, String, GlyphChange)>,
    /// The number of monsters and items that lists have named.
    listed: ListedNames,
    vault: VaultLines,
    remarks: Vec<Remark>,
}

/// The maximum number of glyph changes of an entry. Later changes are reported and ignored.
const MOST_CHANGES: usize = 1_000;

/// Keys of lines that are not about cells, but about a map's place, frequency and appearance.
const ABOUT: &[&str] = &[
    "ORIENT",
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
    "KMASK",
    "KPROP",
];

/// Reads all maps of a file.
///
/// # Errors
/// Returns a fault for a map that is too large or has unsupported characters, for a map or a block of Lua without an
/// end, for a file of NetHack, and for a file without maps.
pub fn read(source: &Source, limits: &Limits) -> Result<ForeignFile, Vec<ImportFault>> {
    let mut file = ForeignFile::default();
    // The depth of entries without a `DEPTH` line.
    let mut usual_depth = String::new();
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
                entry.end(&mut file, source, &usual_depth, &rows, &mut budget)
            } else {
                entry.without_map(&mut file, source, *nth)
            }
            continue;
        }
        if key == "NAME" && entry.named.is_some() {
            std::mem::take(&mut entry).without_map(&mut file, source, *nth);
        }
        if let Some(lua) = lua_block(said) {
            lua_begun = Some(*nth).filter(|_| !lua.ends_with("}}"));
            entry
                .remarks
                .push(Remark::loss(RemarkPlace::Line(*nth), NO_LUA));
            continue;
        }
        if let Some(depth) = said.strip_prefix("default-depth:") {
            usual_depth = depth.trim().to_owned();
        }
        entry.line(*nth, said);
    }
    if let Some(begun) = lua_begun {
        let why = "expected a `}}` after this `{{`, found the end of the file";
        return Err(vec![ImportFault::at(&source.name, (begun, 1), why)]);
    }
    entry.without_map(&mut file, source, text_lines);
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
    /// Ends an entry that has no map. `line` is the line where the entry ends, counted from 1. An entry with a name or
    /// glyph lines is left out with a fault; of other lines, the remarks are kept.
    fn without_map(mut self, file: &mut ForeignFile, source: &Source, line: usize) {
        if self.named.is_none() && self.changes.is_empty() {
            return file.remarks.append(&mut self.remarks);
        }
        let place = (self.named.unwrap_or(line), 1);
        let why = "expected rows between `MAP` and `ENDMAP`, found none";
        let fault = ImportFault::at(&source.name, place, why);
        file.push(self.name, Err(vec![fault]));
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
        self.vault.line(key, said);
        let changes = GlyphChange::of_line(key, said, &mut self.listed);
        if changes.is_empty() || self.changes.len() + changes.len() > MOST_CHANGES {
            self.remarks.push(if ABOUT.contains(&key) {
                Remark::of_line(nth, line)
            } else {
                Remark::loss(RemarkPlace::Line(nth), line)
            });
            return;
        }
        for change in changes {
            self.changes.push((nth, line.to_owned(), change));
        }
    }

    /// Ends an entry with its map, and adds the map to the file as a vault or a level.
    fn end(
        mut self,
        file: &mut ForeignFile,
        source: &Source,
        usual_depth: &str,
        rows: &[NumberedRow],
        budget: &mut CellBudget<'_>,
    ) {
        let drawn = level(file, &source.name, rows, 1, budget, ForeignThing::drawn);
        let Ok(mut level) = drawn else {
            return file.push(self.name, drawn);
        };
        let mut glyphs = CrawlGlyphs::of(rows);
        for (nth, line, change) in std::mem::take(&mut self.changes) {
            if let Err(why) = glyphs.apply(nth, change) {
                let what = format!("{line} ({why})");
                self.remarks
                    .push(Remark::loss(RemarkPlace::Line(nth), what));
            }
        }
        let doors = self.doors(usual_depth, &mut glyphs, &mut level);
        if level.vault.is_none() && level.start.is_none() {
            let why = "expected floor where a way leads in or the hero can start, found none";
            let place = (rows[0].0, 1);
            return file.push(
                self.name,
                Err(vec![ImportFault::at(&source.name, place, why)]),
            );
        }
        let (contents, chances, inexact) = glyphs.contents(file);
        level.chances = chances;
        for (line, what) in inexact {
            let place = line.map_or(RemarkPlace::Whole, RemarkPlace::Line);
            self.remarks.push(Remark::loss(place, what));
        }
        let mut placed = Vec::new();
        for (y, row) in glyphs.rows.iter().enumerate() {
            for (x, group) in row.iter().enumerate() {
                if let Some(glyph) = doors.drawn.get(&(x, y)) {
                    let thing = ForeignThing {
                        certain: Some(*glyph),
                        ..ForeignThing::drawn(rows[y].1[x])
                    };
                    placed.push(PlacedThing::at(x, y, file.thing(thing)));
                    continue;
                }
                match &contents[*group as usize] {
                    GroupContent::Certain(things) => {
                        placed.extend(things.iter().map(|thing| PlacedThing::at(x, y, *thing)));
                    }
                    GroupContent::ByChance(thing) => placed.push(PlacedThing::at(x, y, *thing)),
                }
            }
        }
        level.layers[0].placed = placed;
        level.remarks = self.remarks;
        file.push(self.name, Ok(level));
    }

    /// Makes the map a vault with doors if it can be one, or else a level with a start for the hero. Returns the doors
    /// of the vault.
    fn doors(
        &mut self,
        usual_depth: &str,
        glyphs: &mut CrawlGlyphs,
        level: &mut ForeignLevel,
    ) -> VaultDoors {
        if !self.vault.is_level() {
            let doors = VaultDoors::find(glyphs);
            if doors.has_door {
                self.make_vault(usual_depth, &doors, level);
                return doors;
            }
            glyphs.shut.clear();
            glyphs.entered.clear();
            let what = "no way leads into the map from outside: a level, not a vault";
            self.remarks.push(Remark::loss(RemarkPlace::Whole, what));
        }
        let start = glyphs.start();
        level.start = start
            .map(|((x, y), _)| PlacedThing::at(x, y, 0))
            .map(|cell| (cell.x, cell.y));
        let by_chance = start.filter(|(_, is_by_chance)| *is_by_chance);
        VaultDoors {
            drawn: by_chance.map(|(cell, _)| (cell, '.')).into_iter().collect(),
            ..VaultDoors::default()
        }
    }

    /// Gives a map the keys of a vault, and adds remarks about its doors.
    fn make_vault(&mut self, usual_depth: &str, doors: &VaultDoors, level: &mut ForeignLevel) {
        let (mut keys, lost) = self.vault.keys(usual_depth);
        let lost = lost
            .into_iter()
            .map(|what| Remark::loss(RemarkPlace::Whole, what));
        self.remarks.extend(lost);
        if doors.shut > 0 {
            let what = format!(
                "entries that lead nowhere: {}, drawn as floor or wall",
                doors.shut
            );
            self.remarks.push(Remark::loss(RemarkPlace::Whole, what));
        }
        let cells = doors
            .chosen
            .iter()
            .map(|(x, y)| format!("{},{}", x + 1, y + 1));
        let cells = cells.collect::<Vec<_>>().join(" ");
        if !cells.is_empty() {
            let what = format!("no entry is drawn: open doors at {cells}");
            self.remarks.push(Remark::about(what));
        }
        if let Some((x, y)) = doors.secret {
            let what = format!(
                "no way leads in: a secret door in the wall at {},{}",
                x + 1,
                y + 1
            );
            self.remarks.push(Remark::loss(RemarkPlace::Whole, what));
            let cell = PlacedThing::at(x, y, 0);
            keys.secret_door = Some((cell.x, cell.y));
        }
        level.vault = Some(keys);
    }
}

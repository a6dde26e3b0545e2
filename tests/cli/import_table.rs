//! The table of docs/IMPORT.md: what `dungeon import` makes of a folder of files.
//!
//! Imports every file below a folder, checks each result, compares cells with an independent reader, and prints the
//! table. The folder is `fixtures/import`, or the one that `IMPORT_TABLE` names, such as one of real files, which are
//! not part of this repository: `IMPORT_TABLE=DIR cargo test --test cli the_table_of_imports -- --nocapture`.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;

use dungeon::diagnostics::{Code, Severity};
use dungeon::interchange::import::ForeignFormat;
use dungeon_format::source::{Limits, Source};
use tiled::{LayerType, Loader, TileLayer};

/// The results of all files of one format.
#[derive(Debug, Default)]
struct FormatRow {
    files: usize,
    /// Levels and vaults in the results.
    maps: usize,
    whole: usize,
    in_part: usize,
    /// Files with entries that are left out.
    left_out: usize,
    /// Reasons of refused files, each with the number of files.
    refused: BTreeMap<String, usize>,
    /// Errors of `dungeon check`, except those about a hero or a goal, which foreign files rarely have.
    errors: Vec<String>,
    /// Cells compared with the independent reader.
    compared: usize,
    wrong: Vec<String>,
}

/// Cells that an independent reader expects: glyphs by column and row.
type ExpectedCells = BTreeMap<(usize, usize), char>;

/// A level or a vault of a result: its name, and its rows without added walls.
struct MadeMap {
    name: String,
    rows: Vec<Vec<char>>,
}

#[test]
fn the_table_of_imports() {
    let folder = std::env::var_os("IMPORT_TABLE").unwrap_or("fixtures/import".into());
    let mut files = Vec::new();
    collect(Path::new(&folder), &mut files);
    files.sort_by(|a, b| a.1.cmp(&b.1));
    let mut rows: BTreeMap<String, FormatRow> = BTreeMap::new();
    for (format, file) in &files {
        let row = rows.entry(format!("{format:?}")).or_default();
        let outcome = std::panic::catch_unwind(|| measured(Path::new(&folder), *format, file));
        match outcome {
            Ok(outcome) => row.add(outcome),
            Err(_) => row.wrong.push(format!("{}: a panic", file.display())),
        }
    }
    print!("{}", table(&rows));
    let all = rows.values();
    let bad: Vec<&String> = all
        .flat_map(|row| row.errors.iter().chain(&row.wrong))
        .collect();
    assert!(bad.is_empty(), "{bad:#?}");
    assert!(
        rows.values().any(|row| row.compared > 0),
        "no cell is compared"
    );
}

/// Collects the files below a folder whose names imply a format.
fn collect(folder: &Path, files: &mut Vec<(ForeignFormat, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&path, files);
        } else if let Some(format) = ForeignFormat::of_path(&path) {
            files.push((format, path));
        }
    }
}

/// Imports one file into a folder of its own, one dungeon for each level, and measures the results.
fn measured(root: &Path, format: ForeignFormat, file: &Path) -> FormatRow {
    let home = tempfile::tempdir().expect("a folder");
    let (legend, made) = (home.path().join("a.legend"), home.path().join("made"));
    let is_tiled = format == ForeignFormat::Tmx;
    let expected = if is_tiled { tiled_cells(file) } else { None };
    let rules = expected.as_ref().map_or("", |(rules, _)| rules.as_str());
    fs::write(&legend, rules).expect("a legend");
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    command.arg("import").arg(file).arg("--include").arg(root);
    command
        .arg("--legend")
        .arg(&legend)
        .arg("--split")
        .arg(&made);
    let done = command.output().expect("the program starts");
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    let mut row = FormatRow {
        files: 1,
        ..FormatRow::default()
    };
    match done.status.code() {
        Some(0 | 1) if told.lines().all(is_about_errors) => row.whole = 1,
        Some(1 | 3) => row.in_part = 1,
        Some(4) => row.left_out = 1,
        Some(2) => {
            let name = file.display().to_string();
            let first = told.lines().next().unwrap_or_default();
            let reason = first.rsplit_once(&name).map_or(first, |(_, reason)| reason);
            let reason = reason
                .trim_start_matches([':', ' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
            row.refused.insert(reason.to_owned(), 1);
            return row;
        }
        code => row
            .wrong
            .push(format!("{}: exit code {code:?}", file.display())),
    }
    let mut maps = Vec::new();
    for entry in fs::read_dir(&made).expect("results").flatten() {
        let text = fs::read_to_string(entry.path()).expect("a dungeon");
        row.errors.extend(errors(file, &text));
        maps.extend(made_maps(&text));
    }
    row.maps = maps.len();
    match expected {
        Some((_, cells)) => row.compare(file, &maps[0], &cells),
        None if !is_tiled => row.compare_text(file, &maps),
        None => {}
    }
    row
}

/// Whether a line of standard error only counts errors of the result.
fn is_about_errors(line: &str) -> bool {
    line.contains("the result has ") || line.contains(" files have errors")
}

/// The errors of `dungeon check`, except a missing hero, goal or item.
fn errors(file: &Path, text: &str) -> Vec<String> {
    let source = Source::from_text("made", text);
    let (_, findings) = dungeon::read(&source, &Limits::default());
    let errors = findings.iter().filter(|found| {
        let is_missing = [
            Code::NoHero,
            Code::NoGoal,
            Code::NoEnemies,
            Code::NothingToCollect,
        ]
        .contains(&found.code);
        found.severity == Severity::Error && !is_missing
    });
    errors
        .map(|found| format!("{}: {}: {}", file.display(), found.code, found.message))
        .collect()
}

/// Splits a result at its maps, and takes off the walls that the import added in the west and the north.
fn made_maps(text: &str) -> Vec<MadeMap> {
    let mut maps = Vec::new();
    let (mut name, mut cut) = (String::new(), (0, 0));
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("level") || line.starts_with("vault") {
            name = line.split('"').nth(1).unwrap_or_default().to_owned();
        } else if line.starts_with("// A wall is added in the west") {
            cut = (1, 0);
        } else if line.starts_with("// A wall is added in the north") {
            cut = (0, 1);
        } else if line.starts_with("// Walls are added in the west") {
            cut = (1, 1);
        } else if line == "map" {
            let rows = lines.by_ref().take_while(|row| *row != "end").skip(cut.1);
            let rows = rows.map(|row| row.chars().skip(cut.0).collect());
            maps.push(MadeMap {
                name: std::mem::take(&mut name),
                rows: rows.collect(),
            });
            cut = (0, 0);
        }
    }
    maps
}

/// Reads the tiles of a Tiled map with the library `tiled`: a legend that gives tiles glyphs of their own, and the glyph
/// of the topmost tile of each cell. `None` if the library cannot read the map, or if two tilesets have the same name.
fn tiled_cells(file: &Path) -> Option<(String, ExpectedCells)> {
    let loaded = |path: &Path| fs::read_to_string(path).map(|text| Cursor::new(completed(&text)));
    let map = Loader::with_reader(loaded).load_tmx_map(file).ok()?;
    let names: BTreeSet<&str> = map.tilesets().iter().map(|set| set.name.as_str()).collect();
    if names.len() < map.tilesets().len() || map.orientation != tiled::Orientation::Orthogonal {
        return None;
    }
    let mut cells: BTreeMap<(i32, i32), (usize, u32)> = BTreeMap::new();
    let mut layers: Vec<_> = map.layers().map(|layer| (layer, 0.0, 0.0, true)).collect();
    layers.reverse();
    let (mut tile_names, mut other_names) = (BTreeSet::new(), BTreeSet::new());
    while let Some((layer, right, down, is_shown)) = layers.pop() {
        let (right, down) = (right + layer.offset_x, down + layer.offset_y);
        let is_shown = is_shown && layer.visible && layer.opacity > 0.0;
        let tiles = match layer.layer_type() {
            LayerType::Group(group) => {
                let inner = group.layers().map(|layer| (layer, right, down, is_shown));
                let mut inner: Vec<_> = inner.collect();
                inner.reverse();
                layers.extend(inner);
                continue;
            }
            LayerType::Tiles(tiles) => tiles,
            _ => {
                other_names.insert(layer.name.clone());
                continue;
            }
        };
        tile_names.insert(layer.name.clone());
        let shift = |by: f32, side: u32| (f64::from(by) / f64::from(side.max(1))).round() as i32;
        let (right, down) = (shift(right, map.tile_width), shift(down, map.tile_height));
        let sides = (map.width as i32, map.height as i32);
        let areas = match &tiles {
            TileLayer::Finite(layer) => vec![(0, 0, layer.width() as i32, layer.height() as i32)],
            TileLayer::Infinite(layer) => {
                let chunks = layer.chunks();
                chunks.map(|((x, y), _)| (x * 16, y * 16, 16, 16)).collect()
            }
        };
        for (left, top, width, height) in areas {
            for (x, y) in
                (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)))
            {
                let at = (x + right, y + down);
                let is_inside = matches!(tiles, TileLayer::Infinite(_))
                    || (0..sides.0).contains(&at.0) && (0..sides.1).contains(&at.1);
                if let Some(tile) = tiles.get_tile(x, y).filter(|_| is_shown && is_inside) {
                    cells.insert(at, (tile.tileset_index(), tile.id()));
                }
            }
        }
    }
    // Objects are dropped by the names of their layers.
    if !other_names.is_disjoint(&tile_names) || other_names.contains("") {
        return None;
    }
    let sorts: BTreeSet<(usize, u32)> = cells.values().copied().collect();
    let glyphs: Vec<char> = ('\u{2801}'..='\u{28c8}').collect();
    let glyph = |nth: usize| glyphs[nth % glyphs.len()];
    let sorts: BTreeMap<(usize, u32), char> = { sorts.into_iter().enumerate() }
        .map(|(nth, sort)| (sort, glyph(nth)))
        .collect();
    let quoted = |name: &str| format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    let mut rules = String::new();
    for glyph in sorts.values().collect::<BTreeSet<_>>() {
        let _ = writeln!(rules, "tile {glyph} \"tile {:x}\"", *glyph as u32);
    }
    for ((set, id), glyph) in &sorts {
        let _ = writeln!(
            rules,
            "tile {} {id} = {glyph}",
            quoted(&map.tilesets()[*set].name)
        );
    }
    for name in &other_names {
        let _ = writeln!(rules, "layer {} = nothing", quoted(name));
    }
    let left = cells.keys().map(|(x, _)| *x).min().unwrap_or(0).min(0);
    let top = cells.keys().map(|(_, y)| *y).min().unwrap_or(0).min(0);
    let cells = cells.iter().map(|((x, y), sort)| {
        let at = (x.abs_diff(left) as usize, y.abs_diff(top) as usize);
        (at, sorts[sort])
    });
    Some((rules, cells.collect()))
}

/// Adds the attributes of tilesets that the library requires, and that older versions of Tiled do not write.
fn completed(text: &str) -> String {
    let mut completed = String::with_capacity(text.len());
    for (nth, part) in text.split("<tileset").enumerate() {
        if nth > 0 {
            completed += "<tileset";
            let tag = part.split('>').next().unwrap_or_default();
            let is_whole = tag.contains("tilecount=") || tag.contains("source=");
            completed += if is_whole {
                ""
            } else {
                " tilecount=\"0\" columns=\"0\""
            };
        }
        completed += part;
    }
    completed
}

/// The entries of a text with drawn maps: the name, the characters whose meaning lines above the map change, and rows.
fn text_entries(text: &str) -> Vec<(String, String, Vec<Vec<char>>)> {
    let mut entries = Vec::new();
    let (mut name, mut changed) = (String::new(), String::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let key = line.split([':', ' ']).next().unwrap_or_default();
        match key.trim() {
            "NAME" | "LEVEL" | "MAZE" => {
                let said = line.split_once(':').map_or("", |(_, said)| said);
                let said = said.split("\",").next().unwrap_or_default();
                name = said.trim().trim_matches('"').to_owned();
                changed.clear();
            }
            "MAP" => {
                let rows = lines.by_ref().take_while(|row| row.trim() != "ENDMAP");
                let rows = rows.map(|row| row.trim_end().chars().collect()).collect();
                entries.push((name.clone(), std::mem::take(&mut changed), rows));
            }
            _ => changed += line,
        }
    }
    entries
}

impl FormatRow {
    fn add(&mut self, other: FormatRow) {
        self.files += other.files;
        self.maps += other.maps;
        self.whole += other.whole;
        self.in_part += other.in_part;
        self.left_out += other.left_out;
        for (reason, n) in other.refused {
            *self.refused.entry(reason).or_default() += n;
        }
        self.errors.extend(other.errors);
        self.compared += other.compared;
        self.wrong.extend(other.wrong);
    }

    /// Compares all cells of a map with expected glyphs. Cells without an expected glyph must be rock.
    fn compare(&mut self, file: &Path, made: &MadeMap, expected: &ExpectedCells) {
        let width = expected.keys().map(|(x, _)| x + 1).max().unwrap_or(0);
        let height = expected.keys().map(|(_, y)| y + 1).max().unwrap_or(0);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let row = made.rows.get(y);
            let found = row.and_then(|row| row.get(x)).copied().unwrap_or(' ');
            let wanted = expected.get(&(x, y)).copied().unwrap_or(' ');
            self.compared += 1;
            if found != wanted {
                let place = format!("{},{}", x + 1, y + 1);
                let what = format!("{}: {place}: `{found}`, not `{wanted}`", file.display());
                return self.wrong.push(what);
            }
        }
    }

    /// Compares maps with the drawings of a text by the entries' names: a character that no line changes must always
    /// become the same glyph. Floor may get a thing, but never a wall. `@` is left out, because only the first becomes
    /// the hero. As docs/IMPORT.md says, the import may put the hero or an open door on any cell but a wall, and a wall
    /// in place of a door that leads nowhere.
    fn compare_text(&mut self, file: &Path, made: &[MadeMap]) {
        let bytes = fs::read(file).expect("a file");
        let entries = text_entries(&String::from_utf8_lossy(&bytes));
        for (name, changed, rows) in &entries {
            let is_single = entries.iter().filter(|entry| entry.0 == *name).count() == 1;
            let Some(map) = made.iter().find(|map| map.name == *name && is_single) else {
                continue;
            };
            let mut meanings: BTreeMap<char, char> = BTreeMap::new();
            for (y, row) in rows.iter().enumerate() {
                for (x, sign) in row.iter().copied().enumerate() {
                    if sign == '@' || changed.contains(sign) {
                        continue;
                    }
                    let found = map.rows.get(y).and_then(|row| row.get(x));
                    let found = found.copied().unwrap_or(' ');
                    self.compared += 1;
                    let is_moved = matches!(found, '\'' | '@') && !"xcvb".contains(sign);
                    if is_moved || matches!(sign, '+' | '\'') && found == '#' {
                        continue;
                    }
                    let is_wrong = if sign == '.' {
                        matches!(found, '#' | ' ')
                    } else {
                        *meanings.entry(sign).or_insert(found) != found
                    };
                    if is_wrong {
                        let place = format!("{name}: {},{}", x + 1, y + 1);
                        let what = format!("{}: {place}: `{sign}` is `{found}`", file.display());
                        self.wrong.push(what);
                        return;
                    }
                }
            }
        }
    }
}

/// Prints a row for each format, and below it the reasons of refusals.
fn table(rows: &BTreeMap<String, FormatRow>) -> String {
    let mut text = "| format | files | whole | in part | entries left out | refused | maps | errors | cells compared | wrong |\n\
                    |---|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for (format, row) in rows {
        let refused: usize = row.refused.values().sum();
        let _ = writeln!(
            text,
            "| {format} | {} | {} | {} | {} | {refused} | {} | {} | {} | {} |",
            row.files,
            row.whole,
            row.in_part,
            row.left_out,
            row.maps,
            row.errors.len(),
            row.compared,
            row.wrong.len()
        );
    }
    for (format, row) in rows {
        for (reason, n) in &row.refused {
            let _ = writeln!(text, "{format} refused, {n}: {reason}");
        }
    }
    text
}

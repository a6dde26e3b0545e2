//! A dungeon as a Tiled map. Each level or vault is a group with one tile layer, and each glyph is a tile. Properties
//! hold the text around the drawings, so that an import restores the whole dungeon.
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::map_text::CutText;
use super::tiled_map::{ABOVE, BELOW, GLYPH, HEAD};
use dungeon_model::dungeon::Dungeon;

/// The side of a tile, in pixels.
const SIDE: usize = 16;

/// The number of tiles in a row of the sheet.
const COLUMNS: usize = 16;

/// Writes the map. `sheet` is the file name of the image with its tiles.
pub fn tmx(text: &CutText, dungeon: &Dungeon, sheet: &str) -> String {
    let glyphs = glyphs(text);
    let width = text
        .parts
        .iter()
        .flat_map(|part| &part.rows)
        .map(|row| row.chars().count());
    let width = width.max().unwrap_or(1).max(1);
    let heights = text.parts.iter().map(|part| part.rows.len());
    let height = heights.sum::<usize>().max(1);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut line = |indent: usize, text: String| {
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{:indent$}{text}", "");
    };
    line(
        0,
        format!(
            "<map version=\"1.10\" orientation=\"orthogonal\" renderorder=\"right-down\" width=\"{width}\" height=\"{height}\" \
         tilewidth=\"{SIDE}\" tileheight=\"{SIDE}\" infinite=\"0\" nextlayerid=\"{}\" nextobjectid=\"1\">",
            text.parts.len() * 2 + 1
        ),
    );
    line(1, "<properties>".to_owned());
    line(2, property(HEAD, &text.head));
    line(1, "</properties>".to_owned());
    let rows = glyphs.len().div_ceil(COLUMNS).max(1);
    line(
        1,
        format!(
            "<tileset firstgid=\"1\" name=\"glyphs\" tilewidth=\"{SIDE}\" tileheight=\"{SIDE}\" tilecount=\"{}\" columns=\"{COLUMNS}\">",
            rows * COLUMNS
        ),
    );
    line(
        2,
        format!(
            "<image source=\"{}\" width=\"{}\" height=\"{}\"/>",
            escaped(sheet),
            COLUMNS * SIDE,
            rows * SIDE
        ),
    );
    for (glyph, id) in &glyphs {
        line(
            2,
            format!(
                "<tile id=\"{id}\" type=\"{}\">",
                escaped(&name(dungeon, *glyph))
            ),
        );
        line(3, "<properties>".to_owned());
        line(4, property(GLYPH, &glyph.to_string()));
        line(3, "</properties>".to_owned());
        line(2, "</tile>".to_owned());
    }
    line(1, "</tileset>".to_owned());
    let mut down = 0;
    for (nth, part) in text.parts.iter().enumerate() {
        let name = if part.name.is_empty() {
            format!("level {}", nth + 1)
        } else {
            part.name.clone()
        };
        line(
            1,
            format!(
                "<group id=\"{}\" name=\"{}\" offsety=\"{}\">",
                nth * 2 + 1,
                escaped(&name),
                down * SIDE
            ),
        );
        line(2, "<properties>".to_owned());
        line(3, property(ABOVE, &part.above));
        line(3, property(BELOW, &part.below));
        line(2, "</properties>".to_owned());
        if !part.rows.is_empty() {
            let (width, height) = (width, part.rows.len());
            line(
                2,
                format!(
                    "<layer id=\"{}\" name=\"map\" width=\"{width}\" height=\"{height}\">",
                    nth * 2 + 2
                ),
            );
            line(3, "<data encoding=\"csv\">".to_owned());
            for (y, row) in part.rows.iter().enumerate() {
                let ids = row
                    .chars()
                    .map(|glyph| glyphs.get(&glyph).map_or(0, |id| id + 1));
                let ids = ids.chain(std::iter::repeat(0)).take(width);
                let ids = ids.map(|id| id.to_string()).collect::<Vec<_>>().join(",");
                let comma = if y + 1 < height { "," } else { "" };
                line(0, ids + comma);
            }
            line(3, "</data>".to_owned());
            line(2, "</layer>".to_owned());
        }
        line(1, "</group>".to_owned());
        down += part.rows.len();
    }
    line(0, "</map>".to_owned());
    out
}

/// Draws the image with the tiles of a map.
pub fn sheet_svg(text: &CutText) -> String {
    let glyphs = glyphs(text);
    let rows = glyphs.len().div_ceil(COLUMNS).max(1);
    let (width, height) = (COLUMNS * SIDE, rows * SIDE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"14\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#101014\"/>\n"
    );
    for (glyph, id) in glyphs.iter().filter(|(glyph, _)| **glyph != ' ') {
        let (x, y) = (id % COLUMNS * SIDE + SIDE / 2, id / COLUMNS * SIDE + 12);
        let glyph = escaped(&glyph.to_string());
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" fill=\"#d8d8d0\">{glyph}</text>"
        );
    }
    svg + "</svg>\n"
}

/// Returns the glyphs of all maps and the glyphs that all games have in common, each with its tile id.
fn glyphs(text: &CutText) -> BTreeMap<char, usize> {
    let drawn = text
        .parts
        .iter()
        .flat_map(|part| &part.rows)
        .flat_map(|row| row.chars());
    let mut glyphs: BTreeMap<char, usize> = drawn
        .chain(" .#+'<>@".chars())
        .map(|glyph| (glyph, 0))
        .collect();
    glyphs
        .values_mut()
        .enumerate()
        .for_each(|(nth, id)| *id = nth);
    glyphs
}

/// Returns the name of a glyph in a dungeon. Glyphs that are neither declared nor stairs have a name that calls them
/// marks.
fn name(dungeon: &Dungeon, glyph: char) -> String {
    let tile = dungeon
        .tiles()
        .iter()
        .find(|tile| tile.glyph == glyph)
        .map(|tile| &tile.name);
    let kind = dungeon
        .kinds()
        .iter()
        .find(|kind| kind.glyph == glyph)
        .map(|kind| &kind.name);
    let item = dungeon
        .items()
        .iter()
        .find(|item| item.glyph == glyph)
        .map(|item| &item.name);
    let stairs = match glyph {
        '<' => "stairs up",
        '>' => "stairs down",
        _ => "mark",
    };
    let named = tile.or(kind).or(item).map(String::as_str);
    named.unwrap_or(stairs).to_owned()
}

fn property(name: &str, value: &str) -> String {
    format!("<property name=\"{name}\" value=\"{}\"/>", escaped(value))
}

/// Escapes the value of an attribute, including line ends and tabs, which XML readers would otherwise turn into blanks.
fn escaped(text: &str) -> String {
    let escaped = quick_xml::escape::escape(text);
    escaped
        .replace('\n', "&#10;")
        .replace('\t', "&#9;")
        .replace('\r', "&#13;")
}

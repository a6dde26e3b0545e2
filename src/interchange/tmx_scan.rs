//! Checks of a Tiled file in XML before the library reads it, because the library trusts the numbers in a file. The
//! checks ensure that the text is XML, that its depth and size are within limits, and that each layer has the declared
//! number of cells.
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use super::fault::{FaultText, ImportFault};
use super::text_rows::CellBudget;
use super::tile_data;
use dungeon_format::characters::{quoted, quoted_or_nothing};
use dungeon_format::source::{Limits, Source};
use dungeon_model::space::narrow::{count, size};

/// The maximum depth of nested elements.
const DEEPEST: usize = 40;

/// The maximum number of tiles in all tilesets of a file.
const MOST_TILES: u32 = 1 << 20;

/// The maximum number of attributes of an element. The check for duplicates compares each attribute with all others.
const MOST_ATTRIBUTES: usize = 64;

/// The maximum number of tilesets of a map. The library searches them for each cell.
const MOST_TILESETS: usize = 1_000;

/// Facts about a map that the library does not expose, and the changes that make the map readable for it.
#[derive(Clone, Debug, Default)]
pub struct TmxScan {
    /// The global id of the first tile of each tileset.
    pub first_gids: Vec<u32>,
    /// The chunks of infinite maps: column, row, width and height.
    pub chunks: Vec<(i32, i32, u32, u32)>,
    /// Replacements in the text: the first byte, the byte after the last, and the new text, which is an attribute or
    /// empty.
    mended: Vec<(usize, usize, &'static str)>,
}

impl TmxScan {
    /// Returns the text of the file with the attributes that the library requires, and without its Wang sets.
    pub fn completed(&self, text: &str) -> String {
        let mut completed = String::with_capacity(text.len() + self.mended.len() * 16);
        let mut done = 0;
        for (from, to, attribute) in &self.mended {
            completed += &text[done..*from];
            completed += attribute;
            done = *to;
        }
        completed + &text[done..]
    }
}

/// The element with cells that is being read: the format, the expected number of cells, and the byte at which its text
/// starts.
#[derive(Clone, Debug, Default)]
struct ScannedCells {
    encoding: Option<String>,
    compression: Option<String>,
    expected: usize,
    start: usize,
}

/// Scans a file.
///
/// # Errors
/// Returns the first error with its place.
pub fn scan(source: &Source, limits: &Limits) -> Result<TmxScan, Vec<ImportFault>> {
    let text = source.text.as_str();
    let mut reader = Reader::from_str(text);
    let fault = |byte: usize, why: String| {
        let place = source.line_column(count(byte));
        vec![ImportFault::at(&source.name, place, why)]
    };
    let mut scan = TmxScan::default();
    let mut budget = CellBudget::new(limits);
    let (mut layer, mut cells) = ((0, 0), ScannedCells::default());
    let (mut encoding, mut compression) = (None, None);
    let (mut open, mut is_infinite, mut elements) = (Vec::new(), false, 0_usize);
    let (mut tilesets, mut tiles) = (0, 0_i64);
    // The byte at which the current `wangsets` begins, and its depth in elements.
    let mut wang_sets = None;
    loop {
        let start = size(reader.buffer_position());
        let event = reader.read_event();
        let event = event.map_err(|why| {
            fault(
                size(reader.error_position()),
                format!("expected XML: {why}"),
            )
        })?;
        let (element, is_empty) = match &event {
            Event::Eof if open.is_empty() && elements > 0 => return Ok(scan),
            Event::Eof => {
                return Err(fault(
                    start,
                    "expected the end of an element, found the end of the file".to_owned(),
                ));
            }
            Event::DocType(_) => {
                return Err(fault(start, "expected no DOCTYPE, found one".to_owned()));
            }
            Event::End(_) => {
                let name = open.pop().unwrap_or_default();
                if cells.expected > 0 && (name == "data" && !is_infinite || name == "chunk") {
                    let said = text.get(cells.start..start).unwrap_or_default();
                    let read = tile_data::cells(
                        cells.encoding.as_deref(),
                        cells.compression.as_deref(),
                        said.trim(),
                        cells.expected,
                    );
                    read.map_err(|why| fault(cells.start, why))?;
                    cells.expected = 0;
                }
                if let Some((from, _)) = wang_sets.take_if(|(_, depth)| *depth == open.len()) {
                    scan.mended.push((from, size(reader.buffer_position()), ""));
                }
                continue;
            }
            Event::Start(element) => (element, false),
            Event::Empty(element) => (element, true),
            _ => continue,
        };
        elements += 1;
        let name = element.name().as_ref().to_owned();
        let mut attributes = element.attributes();
        if attributes.with_checks(false).nth(MOST_ATTRIBUTES).is_some() {
            let why = format!("expected at most {MOST_ATTRIBUTES} attributes, found more");
            return Err(fault(start, why));
        }
        let number = |key: &str| -> Result<Option<i64>, Vec<ImportFault>> {
            let said = attribute(element, key).map_err(|why| fault(start, why))?;
            said.map(|said| {
                let number = said.parse::<i64>();
                number.map_err(|_| {
                    fault(
                        start,
                        format!("expected a number as `{key}`, found {}", quoted(&said)),
                    )
                })
            })
            .transpose()
        };
        let side = |key: &str| -> Result<usize, Vec<ImportFault>> {
            let found = number(key)?.unwrap_or(0);
            usize::try_from(found)
                .map_err(|_| fault(start, format!("expected a `{key}` from 0, found {found}")))
        };
        let mut wanted: &[(&str, &'static str)] = &[];
        match name.as_str() {
            "map" => {
                let said = attribute(element, "infinite").map_err(|why| fault(start, why))?;
                is_infinite = match said.as_deref() {
                    None | Some("0") => false,
                    Some("1") => true,
                    // The library treats any other value as 0, and would read cells that were not counted.
                    Some(said) => {
                        let why = format!("expected `infinite` 0 or 1, found {}", quoted(said));
                        return Err(fault(start, why));
                    }
                };
            }
            "tileset" => {
                if let Some(first) = number("firstgid")? {
                    scan.first_gids.push(u32::try_from(first).unwrap_or(0));
                }
                let count = number("tilecount")?;
                tiles = tiles.saturating_add(count.unwrap_or(0));
                if !(0..=i64::from(MOST_TILES)).contains(&count.unwrap_or(0))
                    || tiles > i64::from(MOST_TILES)
                {
                    return Err(fault(
                        start,
                        format!(
                            "expected at most {MOST_TILES} tiles, found {}",
                            count.unwrap_or(0).max(tiles)
                        ),
                    ));
                }
                tilesets += 1;
                if tilesets > MOST_TILESETS {
                    let why = format!("expected at most {MOST_TILESETS} tilesets, found more");
                    return Err(fault(start, why));
                }
                let source = attribute(element, "source").map_err(|why| fault(start, why))?;
                if source.is_none() {
                    whole_tileset(element, !open.is_empty()).map_err(|why| fault(start, why))?;
                    wanted = &[
                        ("tilecount", " tilecount=\"0\""),
                        ("columns", " columns=\"0\""),
                    ];
                }
            }
            // The library requires attributes that Tiled before 1.5 does not write. Dungeons need no Wang sets.
            "wangsets" if !is_empty && wang_sets.is_none() => wang_sets = Some((start, open.len())),
            "image" => {
                wanted = &[
                    ("source", " source=\"\""),
                    ("width", " width=\"0\""),
                    ("height", " height=\"0\""),
                ]
            }
            "object" if attribute(element, "template").is_ok_and(|said| said.is_some()) => {
                let why = "expected an object without a template, found one with a template: in Tiled, detach it (Object > Detach)";
                return Err(fault(start, why.to_owned()));
            }
            "layer" => layer = (side("width")?, side("height")?),
            "data" => {
                encoding = attribute(element, "encoding").map_err(|why| fault(start, why))?;
                compression = attribute(element, "compression").map_err(|why| fault(start, why))?;
                if !is_infinite {
                    budget
                        .take(layer.0, layer.1)
                        .map_err(|why| fault(start, why))?;
                    cells.expected = layer.0 * layer.1;
                }
            }
            "chunk" if !is_infinite => {
                let why = "expected chunks only in an infinite map, found one in a finite map";
                return Err(fault(start, why.to_owned()));
            }
            "chunk" => {
                let (width, height) = (side("width")?, side("height")?);
                let far = i64::from(limits.side);
                let (x, y) = (number("x")?.unwrap_or(0), number("y")?.unwrap_or(0));
                let near = |n: i64| i32::try_from(n).ok().filter(|_| n.abs() <= far);
                let (Some(x), Some(y)) = (near(x), near(y)) else {
                    return Err(fault(
                        start,
                        format!("expected a chunk within {far} cells, found {x},{y}"),
                    ));
                };
                budget
                    .take(width, height)
                    .map_err(|why| fault(start, why))?;
                cells.expected = width * height;
                scan.chunks.push((x, y, count(width), count(height)));
            }
            _ => {}
        }
        for (key, mended) in wanted {
            let said = attribute(element, key).map_err(|why| fault(start, why))?;
            if said.is_none() && wang_sets.is_none() {
                let behind = start + 1 + name.len();
                scan.mended.push((behind, behind, mended));
            }
        }
        if name == "data" || name == "chunk" {
            cells = ScannedCells {
                encoding: encoding.clone(),
                compression: compression.clone(),
                start: size(reader.buffer_position()),
                ..cells
            };
            if is_empty && cells.expected > 0 {
                return Err(fault(
                    start,
                    format!("expected {} cells, found none", cells.expected),
                ));
            }
        }
        if !is_empty {
            open.push(name);
            if open.len() > DEEPEST {
                return Err(fault(
                    start,
                    format!("expected elements nested at most {DEEPEST} deep, found deeper ones"),
                ));
            }
        }
    }
}

/// Checks that an inline tileset has the attributes that the library requires. The library would treat an incomplete
/// tileset as a reference to another file.
fn whole_tileset(element: &BytesStart<'_>, is_in_map: bool) -> Result<(), FaultText> {
    let number = |key: &str, is_wanted: bool| match attribute(element, key)? {
        Some(said) if said.parse::<u32>().is_ok() => Ok(()),
        None if !is_wanted => Ok(()),
        found => Err(format!(
            "expected a number as the `{key}` of this tileset, found {}",
            quoted_or_nothing(&found.unwrap_or_default())
        )),
    };
    number("firstgid", is_in_map)?;
    for (key, is_wanted) in [
        ("tilewidth", true),
        ("tileheight", true),
        ("tilecount", false),
        ("columns", false),
        ("spacing", false),
        ("margin", false),
    ] {
        number(key, is_wanted)?;
    }
    let word = |key: &str, is_known: fn(&str) -> bool| match attribute(element, key)? {
        Some(found) if !is_known(&found) => {
            let found = quoted_or_nothing(&found);
            Err(format!(
                "expected a known `{key}` of this tileset, found {found}"
            ))
        }
        _ => Ok(()),
    };
    word("objectalignment", |said| {
        said.parse::<tiled::ObjectAlignment>().is_ok()
    })?;
    word("tilerendersize", |said| {
        said.parse::<tiled::TileRenderSize>().is_ok()
    })?;
    word("fillmode", |said| said.parse::<tiled::FillMode>().is_ok())
}

/// Returns the value of an attribute.
fn attribute(element: &BytesStart<'_>, key: &str) -> Result<Option<String>, FaultText> {
    let found = element.try_get_attribute(key);
    let found = found.map_err(|why| format!("cannot read the attributes: {why}"))?;
    found
        .map(|found| {
            let value = found.normalized_value(XmlVersion::Explicit1_0);
            value
                .map(|value| value.into_owned())
                .map_err(|why| format!("cannot read the value: {why}"))
        })
        .transpose()
}

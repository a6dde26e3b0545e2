//! Tiled's files in XML: maps (`.tmx`), tilesets (`.tsx`) and templates of objects (`.tx`). An attribute that Tiled can
//! do without is optional. Elements without a meaning for a dungeon, such as Wang sets, are not looked at.
use serde_json::Value;

use super::fault::ImportFault;
use super::tiled_file::{
    TiledChunk, TiledCorner, TiledLayerFile, TiledMapFile, TiledObjectFile, TiledProperty,
    TiledTemplateFile, TiledTileFile, TiledTilesetFile,
};
use super::xml_tree::{FromXml, XmlElement, XmlReading, read_xml};
use dungeon_format::source::Source;

/// The elements that are read.
const KNOWN: &[&str] = &[
    "map",
    "tileset",
    "tileoffset",
    "tile",
    "properties",
    "property",
    "layer",
    "data",
    "chunk",
    "objectgroup",
    "object",
    "polygon",
    "polyline",
    "imagelayer",
    "group",
    "template",
];

/// Reads a map, a tileset or a template.
///
/// # Errors
/// Returns the first error of the XML, or all wrong attributes.
pub fn read<T: FromXml>(source: &Source) -> Result<T, Vec<ImportFault>> {
    read_xml(source, KNOWN)
}

impl FromXml for TiledMapFile {
    const NAME: &'static str = "map";

    fn from_xml(map: &XmlElement, reading: &mut XmlReading<'_>) -> TiledMapFile {
        let tilesets = map.named("tileset");
        TiledMapFile {
            orientation: text(map, "orientation").unwrap_or_default(),
            tilewidth: reading.wanted(map, "tilewidth"),
            tileheight: reading.wanted(map, "tileheight"),
            width: reading.number(map, "width"),
            height: reading.number(map, "height"),
            infinite: reading.flag(map, "infinite").unwrap_or(false),
            layers: layers(map, reading),
            tilesets: tilesets
                .map(|set| TiledTilesetFile::from_xml(set, reading))
                .collect(),
            properties: properties(map),
        }
    }
}

impl FromXml for TiledTilesetFile {
    const NAME: &'static str = "tileset";

    fn from_xml(set: &XmlElement, reading: &mut XmlReading<'_>) -> TiledTilesetFile {
        let offset = set.named("tileoffset").next();
        let mut offset = |key: &str| offset.and_then(|offset| reading.number(offset, key));
        let tileoffset = TiledCorner {
            x: offset("x").unwrap_or(0.0),
            y: offset("y").unwrap_or(0.0),
        };
        let tile = |tile: &XmlElement| TiledTileFile {
            id: reading.wanted(tile, "id"),
            class: class(tile).unwrap_or_default(),
            properties: properties(tile),
        };
        TiledTilesetFile {
            tiles: set.named("tile").map(tile).collect(),
            firstgid: reading.number(set, "firstgid"),
            source: text(set, "source"),
            name: text(set, "name"),
            objectalignment: text(set, "objectalignment").unwrap_or_default(),
            tilewidth: reading.number(set, "tilewidth").unwrap_or(0.0),
            tileheight: reading.number(set, "tileheight").unwrap_or(0.0),
            tileoffset,
            place: Some(reading.place(set)),
        }
    }
}

impl FromXml for TiledTemplateFile {
    const NAME: &'static str = "template";

    fn from_xml(template: &XmlElement, reading: &mut XmlReading<'_>) -> TiledTemplateFile {
        let set = template.named("tileset").next();
        let described = template.named("object").next();
        TiledTemplateFile {
            tileset: set.map(|set| TiledTilesetFile::from_xml(set, reading)),
            object: described.map_or_else(TiledObjectFile::default, |described| {
                object(described, reading)
            }),
        }
    }
}

fn text(element: &XmlElement, key: &str) -> Option<String> {
    element.attribute(key).map(str::to_owned)
}

/// Returns the class of a tile or an object. Tiled 1.9 called it `class`, all other versions call it `type`.
fn class(element: &XmlElement) -> Option<String> {
    text(element, "type").or_else(|| text(element, "class"))
}

/// Returns the properties of an element. A value of several lines is the text of its element. A value with members has
/// no text.
fn properties(element: &XmlElement) -> Vec<TiledProperty> {
    let all = element.named("properties");
    let all = all.flat_map(|properties| properties.named("property"));
    let value = |property: &XmlElement| match property.attribute("value") {
        Some(value) => Value::from(value),
        None if property.attribute("type") == Some("class") => Value::Null,
        None => Value::from(property.text.as_str()),
    };
    all.map(|property| TiledProperty {
        name: text(property, "name").unwrap_or_default(),
        value: value(property),
    })
    .collect()
}

/// Returns the layers of a map or a group in file order.
fn layers(parent: &XmlElement, reading: &mut XmlReading<'_>) -> Vec<TiledLayerFile> {
    let layer = |element: &XmlElement| {
        let sort = match element.name.as_str() {
            "layer" => "tilelayer",
            sort @ ("objectgroup" | "imagelayer" | "group") => sort,
            _ => return None,
        };
        Some(layer(element, sort, reading))
    };
    parent.children.iter().filter_map(layer).collect()
}

fn layer(element: &XmlElement, sort: &str, reading: &mut XmlReading<'_>) -> TiledLayerFile {
    let data = element.named("data").next();
    let chunk = |chunk: &XmlElement| TiledChunk {
        x: reading.number(chunk, "x").unwrap_or(0),
        y: reading.number(chunk, "y").unwrap_or(0),
        width: reading.number(chunk, "width").unwrap_or(0),
        height: reading.number(chunk, "height").unwrap_or(0),
        data: cells(chunk, reading),
        place: Some(reading.place_inside(chunk)),
    };
    let chunks: Vec<TiledChunk> =
        data.map_or_else(Vec::new, |data| data.named("chunk").map(chunk).collect());
    let is_drawn = |data: &&XmlElement| chunks.is_empty() && !is_blank(data);
    let own = data.filter(is_drawn);
    TiledLayerFile {
        sort: sort.to_owned(),
        name: text(element, "name").unwrap_or_default(),
        properties: properties(element),
        opacity: reading.number(element, "opacity").unwrap_or(1.0),
        visible: reading.flag(element, "visible").unwrap_or(true),
        offsetx: reading.number(element, "offsetx").unwrap_or(0.0),
        offsety: reading.number(element, "offsety").unwrap_or(0.0),
        width: reading.number(element, "width").unwrap_or(0),
        height: reading.number(element, "height").unwrap_or(0),
        encoding: data.and_then(|data| text(data, "encoding")),
        compression: data.and_then(|data| text(data, "compression")),
        place: data.map(|data| reading.place_inside(data)),
        data: own.map(|data| cells(data, reading)),
        draworder: text(element, "draworder"),
        objects: { element.named("object") }
            .map(|described| object(described, reading))
            .collect(),
        layers: layers(element, reading),
        chunks,
    }
}

/// Whether a layer has neither encoded cells nor tiles, which Tiled reads as a layer of empty cells.
fn is_blank(data: &XmlElement) -> bool {
    data.attribute("encoding").is_none() && data.named("tile").next().is_none()
}

/// Returns the cells of a layer or a chunk: an encoded text, or the numbers of its tiles.
fn cells(data: &XmlElement, reading: &mut XmlReading<'_>) -> Value {
    let gid = |tile: &XmlElement| Value::from(reading.number::<u32>(tile, "gid").unwrap_or(0));
    let tiles: Vec<Value> = data.named("tile").map(gid).collect();
    if tiles.is_empty() {
        Value::from(data.text.trim())
    } else {
        Value::Array(tiles)
    }
}

fn object(element: &XmlElement, reading: &mut XmlReading<'_>) -> TiledObjectFile {
    let corners = ["polygon", "polyline"].map(|name| element.named(name).next());
    let corners = corners.into_iter().flatten().next();
    let corners = corners.map(|shape| {
        let points = reading.points(shape, "points").into_iter();
        points.map(|(x, y)| TiledCorner { x, y }).collect()
    });
    TiledObjectFile {
        name: text(element, "name"),
        class: class(element),
        gid: reading.number(element, "gid"),
        x: reading.number(element, "x").unwrap_or(0.0),
        y: reading.number(element, "y").unwrap_or(0.0),
        width: reading.number(element, "width"),
        height: reading.number(element, "height"),
        rotation: reading.number(element, "rotation"),
        opacity: reading.number(element, "opacity"),
        visible: reading.flag(element, "visible"),
        polygon: corners,
        properties: properties(element),
        template: text(element, "template"),
    }
}

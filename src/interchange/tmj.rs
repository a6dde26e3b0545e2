//! Tiled maps in JSON, `.tmj`, which the library `tiled` does not read.
use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::fault::{FaultText, ImportFault};
use super::foreign::ForeignThing;
use super::json_text::{list, read as read_json, value_text, yes};
use super::text_rows::CellBudget;
use super::tile_data;
use super::tiled_map::{
    DescribedObject, KnownTileset, ObjectBox, TiledContent, TiledLayer, TiledMap, TiledObject,
    named_tile,
};
use super::tmx::{SideFile, plain_path, tileset};
use dungeon_format::characters::quoted;
use dungeon_format::source::{Limits, Source};
use dungeon_model::space::narrow::length;

#[derive(Deserialize)]
struct TmjMap {
    orientation: String,
    tilewidth: f64,
    tileheight: f64,
    width: Option<i64>,
    height: Option<i64>,
    #[serde(default)]
    infinite: bool,
    layers: Vec<TmjLayer>,
    tilesets: Vec<TmjTileset>,
    #[serde(default)]
    properties: Vec<TmjProperty>,
}

#[derive(Deserialize)]
struct TmjProperty {
    name: String,
    #[serde(default)]
    value: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TmjTileset {
    firstgid: Option<u32>,
    source: Option<String>,
    name: Option<String>,
    objectalignment: String,
    tilewidth: f64,
    tileheight: f64,
    tileoffset: TmjCorner,
    tiles: Vec<TmjTile>,
}

#[derive(Deserialize)]
struct TmjTile {
    id: u32,
    #[serde(rename = "type", default)]
    class: String,
    #[serde(default)]
    properties: Vec<TmjProperty>,
}

#[derive(Deserialize)]
struct TmjLayer {
    #[serde(rename = "type")]
    sort: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    properties: Vec<TmjProperty>,
    #[serde(default = "one")]
    opacity: f64,
    #[serde(default = "yes")]
    visible: bool,
    #[serde(default)]
    offsetx: f64,
    #[serde(default)]
    offsety: f64,
    #[serde(default)]
    width: usize,
    #[serde(default)]
    height: usize,
    data: Option<Value>,
    encoding: Option<String>,
    compression: Option<String>,
    draworder: Option<String>,
    #[serde(default, deserialize_with = "list")]
    chunks: Vec<TmjChunk>,
    #[serde(default, deserialize_with = "list")]
    objects: Vec<TmjObject>,
    #[serde(default, deserialize_with = "list")]
    layers: Vec<TmjLayer>,
}

#[derive(Deserialize)]
struct TmjChunk {
    x: i32,
    y: i32,
    width: usize,
    height: usize,
    data: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TmjObject {
    name: String,
    #[serde(rename = "type")]
    class: String,
    gid: Option<u32>,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    rotation: f64,
    #[serde(default = "one")]
    opacity: f64,
    #[serde(default = "yes")]
    visible: bool,
    #[serde(alias = "polyline", deserialize_with = "list")]
    polygon: Vec<TmjCorner>,
    properties: Vec<TmjProperty>,
    template: Option<String>,
}

#[derive(Default, Deserialize)]
struct TmjCorner {
    x: f64,
    y: f64,
}

fn one() -> f64 {
    1.0
}

/// The tilesets of a map, each with its first global id, sorted by that id.
type TmjTilesets = Vec<(u32, KnownTileset)>;

/// Reads a map, and its tilesets in other files of the same folder.
///
/// # Errors
/// Returns the first error.
pub fn read(
    source: &Source,
    beside: &SideFile<'_>,
    limits: &Limits,
) -> Result<TiledMap, Vec<ImportFault>> {
    let map: TmjMap = read_json(source)?;
    let fault = |why: String| vec![ImportFault::of_file(&source.name, why)];
    let mut sets = TmjTilesets::new();
    for set in map.tilesets {
        let first = set.firstgid.unwrap_or(1);
        let known = match &set.source {
            None => set.known(),
            Some(path) => external(path, beside, limits)
                .map_err(|why| fault(format!("cannot read the tileset {}: {why}", quoted(path))))?,
        };
        sets.push((first, known));
    }
    sets.sort_by_key(|(first, _)| *first);
    let mut read = TiledMap {
        cell: (map.tilewidth, map.tileheight),
        properties: properties(map.properties),
        orientation: map.orientation,
        size: map.width.zip(map.height).filter(|_| !map.infinite),
        ..TiledMap::default()
    };
    for (_, set) in &sets {
        read.tell_tile_offset(&set.name, set.tile_offset);
    }
    let mut budget = CellBudget::new(limits);
    let layers = map
        .layers
        .into_iter()
        .map(|layer| layer_of(layer, &sets, &mut read, &mut budget));
    let layers = layers.collect::<Result<Vec<TiledLayer>, FaultText>>();
    read.layers = layers.map_err(fault)?;
    Ok(read)
}

/// Reads a tileset from a separate file, in JSON or XML.
fn external(path: &str, beside: &SideFile<'_>, limits: &Limits) -> Result<KnownTileset, FaultText> {
    let path = plain_path(Path::new(path));
    if path.extension().is_some_and(|extension| extension == "tsx") {
        return tileset(&path, beside, limits);
    }
    let bytes = beside(&path).map_err(|why| why.to_string())?;
    let source =
        Source::read(path.as_path(), bytes.as_slice(), limits).map_err(|why| why.to_string())?;
    let set: TmjTileset = read_json(&source).map_err(|faults| faults[0].to_string())?;
    Ok(set.known())
}

impl TmjTileset {
    fn known(self) -> KnownTileset {
        KnownTileset {
            name: self.name.unwrap_or_default(),
            alignment: self.objectalignment,
            tile_size: (self.tilewidth, self.tileheight),
            tile_offset: (self.tileoffset.x, self.tileoffset.y),
            tiles: self.tiles.into_iter().map(known_tile).collect(),
        }
    }
}

fn known_tile(tile: TmjTile) -> (u32, ForeignThing) {
    let properties = properties(tile.properties);
    (tile.id, named_tile(tile.class, properties))
}

/// Returns the tileset of a global tile id, with its first id.
fn tileset_of(gid: u32, sets: &TmjTilesets) -> Option<&(u32, KnownTileset)> {
    sets[..sets.partition_point(|(first, _)| *first <= gid)].last()
}

/// Returns the tile with this global id, with everything that a legend can match.
fn tile_thing(gid: u32, sets: &TmjTilesets) -> ForeignThing {
    let Some((first, set)) = tileset_of(gid, sets) else {
        return ForeignThing {
            gid: Some(gid),
            ..ForeignThing::default()
        };
    };
    let id = gid - first;
    ForeignThing {
        gid: Some(gid),
        tileset: Some((set.name.clone(), id)),
        ..set.tiles.get(&id).cloned().unwrap_or_default()
    }
}

fn properties(all: Vec<TmjProperty>) -> Vec<(String, String)> {
    let texts = all
        .into_iter()
        .filter_map(|property| Some((property.name, value_text(&property.value)?)));
    let mut texts: Vec<(String, String)> = texts.collect();
    texts.sort();
    texts
}

fn layer_of(
    layer: TmjLayer,
    sets: &TmjTilesets,
    read: &mut TiledMap,
    budget: &mut CellBudget<'_>,
) -> Result<TiledLayer, FaultText> {
    let name = layer.name;
    let at = |why: String| format!("layer {}: {why}", quoted(&name));
    let height = u32::try_from(layer.height).unwrap_or(0);
    let content = match layer.sort.as_str() {
        "tilelayer" => {
            let format = (layer.encoding.as_deref(), layer.compression.as_deref());
            let mut parts = layer.chunks;
            parts.extend(layer.data.map(|data| TmjChunk {
                x: 0,
                y: 0,
                width: layer.width,
                height: layer.height,
                data,
            }));
            let mut known = BTreeMap::new();
            let mut tiles = Vec::new();
            for part in parts {
                budget.take(part.width, part.height).map_err(at)?;
                if part.x.unsigned_abs() > 65_535 || part.y.unsigned_abs() > 65_535 {
                    return Err(at("expected a chunk within 65535 cells".to_owned()));
                }
                let gids = gids(&part.data, format, part.width * part.height).map_err(at)?;
                for (nth, gid) in gids.into_iter().enumerate().filter(|(_, gid)| *gid > 0) {
                    let thing = *known
                        .entry(gid)
                        .or_insert_with(|| read.file.thing(tile_thing(gid, sets)));
                    let (x, y) = (nth % part.width, nth / part.width);
                    tiles.push((part.x + length(x), part.y + length(y), thing));
                }
            }
            tiles.sort_by_key(|(x, y, _)| (*y, *x));
            TiledContent::Tiles(tiles)
        }
        "objectgroup" => {
            let objects = layer
                .objects
                .into_iter()
                .map(|object| object_of(object, sets, read));
            let objects = objects.collect::<Result<_, FaultText>>().map_err(at)?;
            TiledContent::objects(objects, layer.draworder.as_deref() != Some("index"))
        }
        "group" => {
            let layers = layer
                .layers
                .into_iter()
                .map(|layer| layer_of(layer, sets, read, budget));
            TiledContent::Group(layers.collect::<Result<_, FaultText>>()?)
        }
        _ => TiledContent::Picture,
    };
    let properties = properties(layer.properties);
    Ok(TiledLayer {
        name,
        properties,
        height,
        offset: (layer.offsetx, layer.offsety),
        is_hidden: !layer.visible || layer.opacity <= 0.0,
        content,
    })
}

/// Returns an object at the place where Tiled draws it.
fn object_of(
    object: TmjObject,
    sets: &TmjTilesets,
    read: &mut TiledMap,
) -> Result<TiledObject, FaultText> {
    if object.template.is_some() {
        return Err("expected an object without a template, found one with a template: in Tiled, detach it (Object > Detach)".to_owned());
    }
    let tile = object.gid.map(|gid| {
        let gid = gid & 0x0fff_ffff;
        let set = tileset_of(gid, sets).map(|(_, set)| (set.alignment.clone(), set.tile_size));
        let (alignment, size) = set.unwrap_or_default();
        (tile_thing(gid, sets), alignment, size)
    });
    let corners = object.polygon.iter();
    Ok(read.object(DescribedObject {
        names: vec![object.name, object.class],
        properties: properties(object.properties),
        around: ObjectBox {
            anchor: (object.x, object.y),
            size: (object.width, object.height),
            rotation: object.rotation,
        },
        corners: corners.map(|corner| (corner.x, corner.y)).collect(),
        tile,
        is_hidden: !object.visible || object.opacity <= 0.0,
    }))
}

/// Returns the cells of a layer from a list of numbers or an encoded text.
fn gids(
    data: &Value,
    format: (Option<&str>, Option<&str>),
    expected: usize,
) -> Result<Vec<u32>, FaultText> {
    match data {
        Value::String(text) => tile_data::cells(format.0, format.1, text, expected),
        Value::Array(numbers) if numbers.len() == expected => {
            let gids = numbers.iter().map(|number| {
                let gid = number.as_u64().and_then(|gid| u32::try_from(gid).ok());
                gid.map(|gid| gid & 0x0fff_ffff)
            });
            let gids: Option<Vec<u32>> = gids.collect();
            gids.ok_or_else(|| "expected tile numbers, found something else".to_owned())
        }
        Value::Array(numbers) => Err(format!(
            "expected {expected} cells, found {}",
            numbers.len()
        )),
        _ => Err("expected cells, found something else".to_owned()),
    }
}

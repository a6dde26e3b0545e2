//! Tiled maps in XML, `.tmx`, read with the library `tiled` from the project of the Tiled editor.
use std::collections::HashMap;
use std::io::{self, Cursor};
use std::path::{Component, Path, PathBuf};

use tiled::{LayerType, Loader, ObjectShape, Properties, PropertyValue, Tile, TileLayer, Tileset};

use super::fault::{FaultText, ImportFault};
use super::foreign::ForeignThing;
use super::tiled_map::{
    DescribedObject, KnownTileset, ObjectBox, TiledContent, TiledLayer, TiledMap, named_tile,
};
use super::tmx_scan::{TmxScan, scan};
use dungeon_format::source::{Limits, Source};
use dungeon_format::untrusted::Untrusted;

/// A function that reads another file for an import. The path is relative to the folder of the imported file.
pub type SideFile<'a> = dyn Fn(&Path) -> io::Result<Vec<u8>> + 'a;

/// The path that the library gets for the map. Other paths are relative to its folder.
const MAP: &str = "map.tmx";

/// Reads a map, and its tilesets in other files of the same folder.
///
/// # Errors
/// Returns the first error of the map or of a tileset.
pub fn read(
    source: &Source,
    beside: &SideFile<'_>,
    limits: &Limits,
) -> Result<TiledMap, Vec<ImportFault>> {
    let seen = scan(source, limits)?;
    let map = Loader::with_reader(|path: &Path| -> io::Result<Cursor<Vec<u8>>> {
        if path == Path::new(MAP) {
            Ok(Cursor::new(seen.completed(&source.text).into_bytes()))
        } else {
            tileset_bytes(path, beside, limits).map(Cursor::new)
        }
    })
    .load_tmx_map(MAP);
    let map = map.map_err(|why| {
        vec![ImportFault::of_file(
            &source.name,
            format!("cannot be read: {}", error_text(&why)),
        )]
    })?;
    let mut read = TiledMap {
        cell: (f64::from(map.tile_width), f64::from(map.tile_height)),
        properties: properties(&map.properties),
        orientation: map.orientation.to_string(),
        size: (!map.infinite()).then_some((i64::from(map.width), i64::from(map.height))),
        ..TiledMap::default()
    };
    let mut known = HashMap::new();
    let tilesets = map.tilesets();
    for set in tilesets {
        read.tell_tile_offset(
            &set.name,
            (f64::from(set.offset_x), f64::from(set.offset_y)),
        );
    }
    let layers = map
        .layers()
        .map(|layer| layer_of(layer, &seen, tilesets, &mut read, &mut known));
    let layers: Vec<TiledLayer> = layers.collect();
    read.layers = layers;
    Ok(read)
}

/// Reads a tileset in XML that a map in JSON refers to.
///
/// # Errors
/// Returns the reason that the tileset cannot be read.
pub fn tileset(
    path: &Path,
    beside: &SideFile<'_>,
    limits: &Limits,
) -> Result<KnownTileset, FaultText> {
    let loaded =
        Loader::with_reader(|path: &Path| tileset_bytes(path, beside, limits).map(Cursor::new))
            .load_tsx_tileset(path);
    let set = loaded.map_err(|why| error_text(&why))?;
    let thing = |(id, tile): (u32, Tile<'_>)| (id, tile_thing(&set, id, 0, Some(tile)));
    Ok(KnownTileset {
        name: set.name.clone(),
        alignment: set.object_alignment.to_string(),
        tile_size: (f64::from(set.tile_width), f64::from(set.tile_height)),
        tile_offset: (f64::from(set.offset_x), f64::from(set.offset_y)),
        tiles: set.tiles().map(thing).collect(),
    })
}

/// Returns the text of a tileset, which is scanned and completed for the library like the text of a map.
fn tileset_bytes(path: &Path, beside: &SideFile<'_>, limits: &Limits) -> io::Result<Vec<u8>> {
    let path = plain_path(path);
    let bytes = beside(&path)?;
    let source = Source::read(path.as_path(), bytes.as_slice(), limits)?;
    if source.is_too_large || !source.not_utf8.is_empty() {
        return Err(io::Error::other("it is not UTF-8, or too large"));
    }
    let seen = scan(&source, limits);
    let seen = seen.map_err(|faults| io::Error::other(faults[0].to_string()))?;
    Ok(seen.completed(&source.text).into_bytes())
}

/// Normalizes a path relative to the map's folder. A path that leads out of the folder begins with `..` or is absolute.
pub fn plain_path(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// Returns the library's message. For a file that cannot be loaded, returns the file's path and the cause.
fn error_text(error: &tiled::Error) -> String {
    match error {
        tiled::Error::ResourceLoadingError { path, err } => {
            format!("{}: {err}", Untrusted::from(path.as_path()))
        }
        other => other.to_string(),
    }
}

fn layer_of(
    layer: tiled::Layer<'_>,
    seen: &TmxScan,
    tilesets: &[std::sync::Arc<Tileset>],
    read: &mut TiledMap,
    known: &mut HashMap<(usize, u32), u32>,
) -> TiledLayer {
    let height = match layer.layer_type() {
        LayerType::Tiles(tiles) => tiles.height().unwrap_or(0),
        _ => 0,
    };
    let content = match layer.layer_type() {
        LayerType::Tiles(tiles) => {
            TiledContent::Tiles(tile_cells(&tiles, seen, tilesets, read, known))
        }
        LayerType::Objects(objects) => {
            let is_top_down = objects.draw_order == tiled::DrawOrder::TopDown;
            let objects = objects.objects().map(|object| {
                let tile = object.get_tile().map(|tile| {
                    let set = tile.get_tileset();
                    let first = tilesets
                        .iter()
                        .position(|other| std::ptr::eq(&**other, set));
                    let first = first
                        .and_then(|nth| seen.first_gids.get(nth))
                        .copied()
                        .unwrap_or(0);
                    let size = (f64::from(set.tile_width), f64::from(set.tile_height));
                    let thing = tile_thing(set, tile.id(), first, tile.get_tile());
                    (thing, set.object_alignment.to_string(), size)
                });
                let (size, corners) = match &object.shape {
                    ObjectShape::Rect { width, height }
                    | ObjectShape::Ellipse { width, height }
                    | ObjectShape::Capsule { width, height }
                    | ObjectShape::Text { width, height, .. } => {
                        ((f64::from(*width), f64::from(*height)), Vec::new())
                    }
                    ObjectShape::Polygon { points } | ObjectShape::Polyline { points } => {
                        let points = points.iter();
                        let points = points.map(|(x, y)| (f64::from(*x), f64::from(*y)));
                        ((0.0, 0.0), points.collect())
                    }
                    _ => ((0.0, 0.0), Vec::new()),
                };
                read.object(DescribedObject {
                    names: vec![object.name.clone(), object.user_type.clone()],
                    properties: properties(&object.properties),
                    around: ObjectBox {
                        anchor: (f64::from(object.x), f64::from(object.y)),
                        size,
                        rotation: f64::from(object.rotation),
                    },
                    corners,
                    tile,
                    is_hidden: !object.visible || object.opacity <= 0.0,
                })
            });
            TiledContent::objects(objects.collect(), is_top_down)
        }
        LayerType::Group(group) => {
            let layers = group
                .layers()
                .map(|layer| layer_of(layer, seen, tilesets, read, known));
            TiledContent::Group(layers.collect())
        }
        LayerType::Image(_) => TiledContent::Picture,
    };
    TiledLayer {
        name: layer.name.clone(),
        properties: properties(&layer.properties),
        height,
        offset: (f64::from(layer.offset_x), f64::from(layer.offset_y)),
        is_hidden: !layer.visible || layer.opacity <= 0.0,
        content,
    }
}

/// Returns the tiles of a layer in reading order.
fn tile_cells(
    tiles: &TileLayer<'_>,
    seen: &TmxScan,
    tilesets: &[std::sync::Arc<Tileset>],
    read: &mut TiledMap,
    known: &mut HashMap<(usize, u32), u32>,
) -> Vec<(i32, i32, u32)> {
    let areas = match tiles {
        TileLayer::Finite(finite) => vec![(0, 0, finite.width(), finite.height())],
        TileLayer::Infinite(_) => seen.chunks.clone(),
    };
    let mut cells = Vec::new();
    for (left, top, width, height) in areas {
        for (x, y) in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y))) {
            let (x, y) = (left + x, top + y);
            let Some(tile) = tiles.get_tile(x, y) else {
                continue;
            };
            let key = (tile.tileset_index(), tile.id());
            let thing = *known.entry(key).or_insert_with(|| {
                let first = seen.first_gids.get(key.0).copied().unwrap_or(0);
                read.file
                    .thing(tile_thing(&tilesets[key.0], key.1, first, tile.get_tile()))
            });
            cells.push((x, y, thing));
        }
    }
    // The chunks of all layers of an infinite map overlap.
    cells.sort_by_key(|(x, y, _)| (*y, *x));
    cells.dedup_by_key(|(x, y, _)| (*x, *y));
    cells
}

/// Returns a tile with everything that a legend can match.
fn tile_thing(set: &Tileset, id: u32, first_gid: u32, tile: Option<Tile<'_>>) -> ForeignThing {
    let class = tile.as_ref().map(|tile| tile.user_type.clone());
    let properties = tile.map(|tile| properties(&tile.properties));
    ForeignThing {
        gid: Some(first_gid.saturating_add(id)),
        tileset: Some((set.name.clone(), id)),
        ..named_tile(class.unwrap_or_default(), properties.unwrap_or_default())
    }
}

/// Returns properties as strings, sorted by name.
fn properties(all: &Properties) -> Vec<(String, String)> {
    let mut texts: Vec<(String, String)> = { all.iter() }
        .filter_map(|(key, value)| Some((key.clone(), value_text(value)?)))
        .collect();
    texts.sort();
    texts
}

/// Returns a property's value as text; `None` for a value that is an object.
fn value_text(value: &PropertyValue) -> Option<String> {
    Some(match value {
        PropertyValue::BoolValue(value) => value.to_string(),
        PropertyValue::FloatValue(value) => value.to_string(),
        PropertyValue::IntValue(value) => value.to_string(),
        PropertyValue::StringValue(value) | PropertyValue::FileValue(value) => value.clone(),
        PropertyValue::ObjectValue(value) => value.to_string(),
        _ => return None,
    })
}

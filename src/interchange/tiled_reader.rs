//! Reads a Tiled map with everything that it names: tilesets and templates in other files, in XML or in JSON.
//!
//! A tileset that cannot be read costs the names of its tiles, a template the objects made from it.
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fault::{FaultText, ImportFault};
use super::foreign::{ForeignThing, Remark, RemarkPlace};
use super::json_text::{read as read_json, value_text};
use super::side_file::{SideFile, SideFileError, plain_path, side_text};
use super::text_rows::CellBudget;
use super::tile_data;
use super::tiled_file::{
    TiledChunk, TiledLayerFile, TiledMapFile, TiledObjectFile, TiledProperty, TiledTemplateFile,
    TiledTilesetFile,
};
use super::tiled_map::{
    DescribedObject, KnownTileset, ObjectBox, TiledContent, TiledLayer, TiledMap, TiledObject,
    named_tile,
};
use super::tmx;
use super::xml_tree::FromXml;
use dungeon_format::characters::quoted;
use dungeon_format::source::{Limits, Source};
use dungeon_format::untrusted::Untrusted;
use dungeon_model::space::narrow::length;

/// The largest distance of a chunk from the origin of an infinite map, in cells.
const FARTHEST: u32 = 65_535;

/// A tile of a tile object: the tile itself, and its tileset's object alignment and tile size.
type ObjectTile = (ForeignThing, String, (f64, f64));

/// A template, with its tile.
type KnownTemplate = (TiledObjectFile, Option<ObjectTile>);

/// Reads a map. `is_xml` says whether the map is in XML; other files are told apart by their first character.
///
/// # Errors
/// Returns all errors of the map, and a fault for each named file that is outside of the folders that may be read.
pub fn read(
    source: &Source,
    is_xml: bool,
    beside: &SideFile<'_>,
    limits: &Limits,
) -> Result<TiledMap, Vec<ImportFault>> {
    let map: TiledMapFile = parsed(source, is_xml)?;
    let mut reader = TiledReader {
        name: &source.name,
        beside,
        limits,
        read: TiledMap {
            cell: (map.tilewidth, map.tileheight),
            properties: texts(map.properties),
            orientation: map.orientation,
            size: map.width.zip(map.height).filter(|_| !map.infinite),
            ..TiledMap::default()
        },
        sets: Vec::new(),
        files: HashMap::new(),
        templates: HashMap::new(),
        known: HashMap::new(),
        budget: CellBudget::new(limits),
        faults: Vec::new(),
    };
    for set in map.tilesets {
        reader.add_set(set);
    }
    reader.sets.sort_by_key(|(first, _)| *first);
    let layers = map.layers.into_iter();
    reader.read.layers = layers.map(|layer| reader.layer(layer)).collect();
    if reader.faults.is_empty() {
        Ok(reader.read)
    } else {
        Err(reader.faults)
    }
}

fn parsed<T: FromXml + DeserializeOwned>(
    source: &Source,
    is_xml: bool,
) -> Result<T, Vec<ImportFault>> {
    if is_xml {
        tmx::read(source)
    } else {
        read_json(source)
    }
}

/// Returns properties as strings, sorted by name. Values that are lists or objects are left out.
fn texts(all: Vec<TiledProperty>) -> Vec<(String, String)> {
    let texts = all.into_iter();
    let texts = texts.filter_map(|property| Some((property.name, value_text(&property.value)?)));
    let mut texts: Vec<(String, String)> = texts.collect();
    texts.sort();
    texts
}

/// A map while it is read.
struct TiledReader<'a> {
    name: &'a Untrusted,
    beside: &'a SideFile<'a>,
    limits: &'a Limits,
    read: TiledMap,
    /// The tilesets of the map, each with its first global id, sorted by that id.
    sets: Vec<(u32, Rc<KnownTileset>)>,
    /// Tilesets in other files, by path.
    files: HashMap<PathBuf, Rc<KnownTileset>>,
    /// Templates by path; `None` for a template that cannot be read.
    templates: HashMap<PathBuf, Option<Rc<KnownTemplate>>>,
    /// The index of the thing of each global tile id on the layers.
    known: HashMap<u32, u32>,
    budget: CellBudget<'a>,
    faults: Vec<ImportFault>,
}

impl TiledReader<'_> {
    fn fault(&mut self, place: Option<(usize, usize)>, why: FaultText) {
        self.faults.push(ImportFault {
            place,
            ..ImportFault::of_file(self.name, why)
        });
    }

    fn add_set(&mut self, set: TiledTilesetFile) {
        let Some(first) = set.firstgid else {
            let why = "expected a number as the `firstgid` of this tileset, found nothing";
            return self.fault(set.place, why.to_owned());
        };
        let set = match &set.source {
            Some(path) => self.set_of_file(plain_path(Path::new(path))),
            None => self.know(set, None),
        };
        self.sets.push((first, set));
    }

    /// Reads a tileset or a template from another file. `None` if that fails: reports a file outside of the folders that
    /// may be read as a fault, and any other reason as a loss with the consequence `so`.
    fn file<T: FromXml + DeserializeOwned>(
        &mut self,
        path: &Path,
        what: &str,
        so: &str,
    ) -> Option<T> {
        let said = Untrusted::from(path);
        let why = match side_text(path, self.beside, self.limits) {
            Ok(source) => {
                let is_xml = source.text.trim_start().starts_with('<');
                match parsed(&source, is_xml) {
                    Ok(read) => return Some(read),
                    Err(faults) => faults[0].to_string(),
                }
            }
            Err(SideFileError::Outside) => {
                let why = SideFileError::Outside;
                self.fault(None, format!("cannot read the {what} `{said}`: {why}"));
                return None;
            }
            Err(SideFileError::Unreadable(why)) => format!("{said}: {why}"),
        };
        let loss = format!("cannot read a {what}, so {so}: {why}");
        let loss = Remark::loss(RemarkPlace::Whole, loss);
        self.read.file.remarks.push(loss);
        None
    }

    /// Returns the tileset of a file. A tileset that cannot be read is named after its file, as in Tiled.
    fn set_of_file(&mut self, path: PathBuf) -> Rc<KnownTileset> {
        if let Some(known) = self.files.get(&path) {
            return Rc::clone(known);
        }
        let read = self.file(&path, "tileset", "its tiles have numbers only");
        let mut read: TiledTilesetFile = read.unwrap_or_default();
        let stem = path.file_stem().and_then(OsStr::to_str);
        read.name = read.name.or(stem.map(str::to_owned));
        let set = self.know(read, Some(path.clone()));
        self.files.insert(path, Rc::clone(&set));
        set
    }

    /// Takes over a tileset, and reports the offset of its tiles. `path` is the file of the tileset, if it has one.
    fn know(&mut self, set: TiledTilesetFile, path: Option<PathBuf>) -> Rc<KnownTileset> {
        let tiles = set.tiles.into_iter();
        let tiles = tiles.map(|tile| (tile.id, named_tile(tile.class, texts(tile.properties))));
        let name = set.name.unwrap_or_default();
        let offset = (set.tileoffset.x, set.tileoffset.y);
        self.read.tell_tile_offset(&name, offset);
        Rc::new(KnownTileset {
            name,
            path,
            alignment: set.objectalignment,
            tile_size: (set.tilewidth, set.tileheight),
            tiles: tiles.collect(),
        })
    }

    fn template(&mut self, path: PathBuf) -> Option<Rc<KnownTemplate>> {
        if let Some(known) = self.templates.get(&path) {
            return known.clone();
        }
        let read = self.file(&path, "template", "its objects are left out");
        let known = read.map(|read: TiledTemplateFile| {
            let set = read.tileset.map(|set| {
                let folder = path.parent().unwrap_or(Path::new(""));
                let first = set.firstgid.unwrap_or(1);
                match &set.source {
                    Some(source) => (first, self.set_of_file(plain_path(&folder.join(source)))),
                    None => (first, self.know(set, None)),
                }
            });
            let sets: Vec<(u32, Rc<KnownTileset>)> = set.into_iter().collect();
            let tile = read.object.gid.map(|gid| self.template_tile(gid, &sets));
            Rc::new((read.object, tile))
        });
        self.templates.insert(path, known.clone());
        known
    }

    /// Returns the tile of a template. It has a number only if the map has the tileset, too.
    fn template_tile(&self, gid: u32, sets: &[(u32, Rc<KnownTileset>)]) -> ObjectTile {
        let (mut thing, alignment, size) = object_tile(gid, sets);
        let set = set_of(gid, sets).and_then(|(_, set)| set.path.as_ref());
        let same = { self.sets.iter() }.find(|(_, own)| set.is_some() && own.path.as_ref() == set);
        let id = thing.tileset.as_ref().map_or(0, |(_, id)| *id);
        thing.gid = same.map(|(first, _)| first.saturating_add(id));
        (thing, alignment, size)
    }

    fn layer(&mut self, layer: TiledLayerFile) -> TiledLayer {
        let height = u32::try_from(layer.height).unwrap_or(0);
        let (offset, is_hidden) = (
            (layer.offsetx, layer.offsety),
            !layer.visible || layer.opacity <= 0.0,
        );
        let content = match layer.sort.as_str() {
            "tilelayer" => {
                let format = (layer.encoding.as_deref(), layer.compression.as_deref());
                let mut parts = layer.chunks;
                parts.extend(layer.data.map(|data| TiledChunk {
                    x: 0,
                    y: 0,
                    width: layer.width,
                    height: layer.height,
                    data,
                    place: layer.place,
                }));
                TiledContent::Tiles(self.tiles(&parts, format, &layer.name))
            }
            "objectgroup" => {
                let objects = layer.objects.into_iter();
                let objects = objects.filter_map(|object| self.object(object)).collect();
                TiledContent::objects(objects, layer.draworder.as_deref() != Some("index"))
            }
            "group" => {
                let layers = layer.layers.into_iter();
                TiledContent::Group(layers.map(|layer| self.layer(layer)).collect())
            }
            _ => TiledContent::Picture,
        };
        TiledLayer {
            name: layer.name,
            properties: texts(layer.properties),
            height,
            offset,
            is_hidden,
            content,
        }
    }

    /// Returns the tiles of a layer in reading order. Reports parts that cannot be decoded.
    fn tiles(
        &mut self,
        parts: &[TiledChunk],
        format: (Option<&str>, Option<&str>),
        layer: &str,
    ) -> Vec<(i32, i32, u32)> {
        let mut tiles = Vec::new();
        for part in parts {
            let is_far = part.x.unsigned_abs() > FARTHEST || part.y.unsigned_abs() > FARTHEST;
            let size = self.budget.take(part.width, part.height);
            let gids = match size {
                Ok(_) if is_far => Err(format!("expected a chunk within {FARTHEST} cells")),
                Ok(_) => gids(&part.data, format, part.width * part.height),
                Err(why) => Err(why),
            };
            let gids = match gids {
                Ok(gids) => gids,
                Err(why) => {
                    let whose = match layer {
                        "" => String::new(),
                        layer => format!("layer {}: ", quoted(layer)),
                    };
                    self.fault(part.place, whose + &why);
                    continue;
                }
            };
            for (nth, gid) in gids.into_iter().enumerate().filter(|(_, gid)| *gid > 0) {
                let (sets, file) = (&self.sets, &mut self.read.file);
                let thing = self.known.entry(gid);
                let thing = *thing.or_insert_with(|| file.thing(tile_thing(gid, sets)));
                let (x, y) = (nth % part.width, nth / part.width);
                tiles.push((part.x + length(x), part.y + length(y), thing));
            }
        }
        // Of chunks that overlap, the last one counts.
        tiles.reverse();
        tiles.sort_by_key(|(x, y, _)| (*y, *x));
        tiles.dedup_by_key(|(x, y, _)| (*x, *y));
        tiles
    }

    /// Returns an object at the place where Tiled draws it; `None` if its template cannot be read.
    fn object(&mut self, mut object: TiledObjectFile) -> Option<TiledObject> {
        let mut tile = object.gid.map(|gid| object_tile(gid, &self.sets));
        if let Some(path) = &object.template {
            let template = self.template(plain_path(Path::new(path)))?;
            tile = tile.or_else(|| template.1.clone());
            object = object.or(&template.0);
        }
        let corners = object.polygon.unwrap_or_default();
        let side = |side: Option<f64>| side.unwrap_or(0.0);
        Some(self.read.object(DescribedObject {
            names: [object.name, object.class].into_iter().flatten().collect(),
            properties: texts(object.properties),
            around: ObjectBox {
                anchor: (object.x, object.y),
                size: (side(object.width), side(object.height)),
                rotation: side(object.rotation),
            },
            corners: corners.iter().map(|corner| (corner.x, corner.y)).collect(),
            tile,
            is_hidden: object.visible == Some(false) || object.opacity.unwrap_or(1.0) <= 0.0,
        }))
    }
}

/// Returns the tileset of a global tile id, with its first id.
fn set_of(gid: u32, sets: &[(u32, Rc<KnownTileset>)]) -> Option<&(u32, Rc<KnownTileset>)> {
    sets[..sets.partition_point(|(first, _)| *first <= gid)].last()
}

/// Returns the tile with this global id, with everything that a legend can match.
fn tile_thing(gid: u32, sets: &[(u32, Rc<KnownTileset>)]) -> ForeignThing {
    let (of, tile) = match set_of(gid, sets) {
        None => (None, None),
        Some((first, set)) => {
            let id = gid - first;
            (Some((set.name.clone(), id)), set.tiles.get(&id).cloned())
        }
    };
    ForeignThing {
        gid: Some(gid),
        tileset: of,
        ..tile.unwrap_or_default()
    }
}

fn object_tile(gid: u32, sets: &[(u32, Rc<KnownTileset>)]) -> ObjectTile {
    let gid = gid & !tile_data::FLIPS;
    let set = set_of(gid, sets).map(|(_, set)| (set.alignment.clone(), set.tile_size));
    let (alignment, size) = set.unwrap_or_default();
    (tile_thing(gid, sets), alignment, size)
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
                gid.map(|gid| gid & !tile_data::FLIPS)
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

//! Projects of LDtk: grids of values, tiles, entities.
use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::fault::ImportFault;
use super::foreign::{ForeignFile, ForeignLayer, ForeignLevel, ForeignThing, PlacedThing, Remark};
use super::json_text::{list, read as read_json, value_text};
use super::text_rows::CellBudget;
use super::tmx::{SideFile, inside};
use crate::format::characters::quoted;
use crate::format::source::{Limits, Source};
use crate::format::untrusted::Untrusted;

#[derive(Deserialize)]
struct LdtkProject {
    #[serde(default)]
    defs: LdtkDefinitions,
    #[serde(default, deserialize_with = "list")]
    levels: Vec<LdtkLevel>,
    #[serde(default, deserialize_with = "list")]
    worlds: Vec<LdtkWorld>,
}

#[derive(Deserialize)]
struct LdtkWorld {
    #[serde(default, deserialize_with = "list")]
    levels: Vec<LdtkLevel>,
}

#[derive(Default, Deserialize)]
struct LdtkDefinitions {
    #[serde(default, deserialize_with = "list")]
    layers: Vec<LdtkLayerDefinition>,
    #[serde(default, deserialize_with = "list")]
    tilesets: Vec<LdtkTilesetDefinition>,
}

#[derive(Deserialize)]
struct LdtkLayerDefinition {
    uid: i64,
    #[serde(rename = "intGridValues", default, deserialize_with = "list")]
    values: Vec<LdtkValueDefinition>,
}

#[derive(Deserialize)]
struct LdtkValueDefinition {
    value: i64,
    identifier: Option<String>,
}

#[derive(Deserialize)]
struct LdtkTilesetDefinition {
    uid: i64,
    #[serde(default)]
    identifier: String,
    #[serde(rename = "enumTags", default, deserialize_with = "list")]
    tags: Vec<LdtkTileTag>,
}

#[derive(Deserialize)]
struct LdtkTileTag {
    #[serde(rename = "enumValueId")]
    name: String,
    #[serde(rename = "tileIds", default, deserialize_with = "list")]
    tiles: Vec<u32>,
}

#[derive(Deserialize)]
struct LdtkLevel {
    #[serde(default)]
    identifier: String,
    #[serde(rename = "layerInstances", default, deserialize_with = "list")]
    layers: Vec<LdtkLayer>,
    #[serde(rename = "externalRelPath")]
    external: Option<String>,
    #[serde(rename = "fieldInstances", default, deserialize_with = "list")]
    fields: Vec<LdtkField>,
}

#[derive(Deserialize)]
struct LdtkLayer {
    #[serde(rename = "__identifier", default)]
    name: String,
    #[serde(rename = "__type", default)]
    sort: String,
    #[serde(rename = "__cWid")]
    width: usize,
    #[serde(rename = "__cHei")]
    height: usize,
    #[serde(rename = "__gridSize")]
    grid: i64,
    #[serde(rename = "layerDefUid", default)]
    definition: i64,
    #[serde(rename = "__tilesetDefUid")]
    tileset: Option<i64>,
    #[serde(rename = "intGridCsv", default, deserialize_with = "list")]
    values: Vec<i64>,
    #[serde(rename = "gridTiles", default, deserialize_with = "list")]
    tiles: Vec<LdtkTile>,
    #[serde(rename = "entityInstances", default, deserialize_with = "list")]
    entities: Vec<LdtkEntity>,
}

#[derive(Deserialize)]
struct LdtkTile {
    px: [i64; 2],
    t: u32,
}

#[derive(Deserialize)]
struct LdtkEntity {
    #[serde(rename = "__identifier")]
    name: String,
    #[serde(rename = "__grid")]
    cell: [i64; 2],
    #[serde(rename = "__tags", default, deserialize_with = "list")]
    tags: Vec<String>,
    #[serde(rename = "fieldInstances", default, deserialize_with = "list")]
    fields: Vec<LdtkField>,
}

#[derive(Deserialize)]
struct LdtkField {
    #[serde(rename = "__identifier")]
    name: String,
    #[serde(rename = "__value", default)]
    value: Value,
}

/// Reads all levels of a project, those in files of their own too.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn read(
    source: &Source,
    beside: &SideFile<'_>,
    limits: &Limits,
) -> Result<ForeignFile, Vec<ImportFault>> {
    let project: LdtkProject = read_json(source)?;
    let mut levels = project.levels;
    levels.extend(project.worlds.into_iter().flat_map(|world| world.levels));
    let mut reader = ProjectReader {
        definitions: &project.defs,
        file: ForeignFile::default(),
        budget: CellBudget::new(limits),
    };
    for level in levels {
        match level
            .external
            .as_deref()
            .filter(|_| level.layers.is_empty())
        {
            None => reader.level(&source.name, level)?,
            Some(path) => {
                let read = inside(Path::new(path))
                    .ok_or("it lies outside of the folder of the project".to_owned());
                let read = read.and_then(|path| {
                    let bytes = beside(&path).map_err(|why| why.to_string())?;
                    let own = Source::read(path.as_path(), bytes.as_slice(), limits);
                    own.map_err(|why| why.to_string())
                });
                let own = read.map_err(|why| {
                    let why = format!("cannot read the level {}: {why}", quoted(path));
                    vec![ImportFault::of_file(&source.name, why)]
                })?;
                reader.level(&own.name, read_json(&own)?)?;
            }
        }
    }
    if reader.file.levels.is_empty() {
        let why = "expected a level with layers, found none";
        return Err(vec![ImportFault::of_file(&source.name, why)]);
    }
    Ok(reader.file)
}

/// A project while levels are made of its parts.
struct ProjectReader<'a> {
    definitions: &'a LdtkDefinitions,
    file: ForeignFile,
    budget: CellBudget<'a>,
}

impl ProjectReader<'_> {
    fn level(&mut self, name: &Untrusted, level: LdtkLevel) -> Result<(), Vec<ImportFault>> {
        let mut read = ForeignLevel {
            name: level.identifier,
            ..ForeignLevel::default()
        };
        for field in &level.fields {
            if let Some(value) = value_text(&field.value) {
                read.remarks
                    .push(Remark::about(format!("field {} = {value}", field.name)));
            }
        }
        // Of layers with different grids the finest says how many cells there are.
        let finest = level
            .layers
            .iter()
            .map(|layer| layer.grid)
            .min()
            .unwrap_or(1);
        // The first layer of the file is the highest.
        for layer in level.layers.into_iter().rev() {
            let at = |why: String| {
                let why = format!("layer {}: {why}", quoted(&layer.name));
                vec![ImportFault::of_file(name, why)]
            };
            if layer.grid < 1 || layer.grid != finest {
                let why = format!(
                    "expected the grid of the other layers, {finest}, found {}",
                    layer.grid
                );
                return Err(at(why));
            }
            let size = self.budget.take(layer.width, layer.height).map_err(at)?;
            read.size.width = read.size.width.max(size.width);
            read.size.height = read.size.height.max(size.height);
            if !matches!(layer.sort.as_str(), "IntGrid" | "Tiles" | "Entities") {
                let text = format!("layer `{}`: tiles by rules, which are looks", layer.name);
                read.remarks.push(Remark::about(text));
                continue;
            }
            if !layer.values.is_empty() && layer.values.len() != layer.width * layer.height {
                let why = format!(
                    "expected {} values, found {}",
                    layer.width * layer.height,
                    layer.values.len()
                );
                return Err(at(why));
            }
            let placed = self.placed(&layer).map_err(at)?;
            read.layers.push(ForeignLayer {
                name: layer.name,
                placed,
            });
        }
        if !read.layers.is_empty() {
            self.file.levels.push(read);
        }
        Ok(())
    }

    /// What a layer puts on cells.
    fn placed(&mut self, layer: &LdtkLayer) -> Result<Vec<PlacedThing>, String> {
        let mut placed = Vec::new();
        let mut known = BTreeMap::new();
        for (nth, value) in layer
            .values
            .iter()
            .enumerate()
            .filter(|(_, value)| **value != 0)
        {
            let thing = *known.entry(*value).or_insert_with(|| {
                let thing = self.value_thing(layer.definition, *value);
                self.file.thing(thing)
            });
            let (x, y) = (nth % layer.width, nth / layer.width);
            placed.push(PlacedThing::at(x, y, thing));
        }
        let on_cell = |x: i64, y: i64| {
            let inside = |n: i64, side: usize| usize::try_from(n).ok().filter(|n| *n < side);
            Some((inside(x, layer.width)?, inside(y, layer.height)?))
        };
        let mut known = BTreeMap::new();
        for tile in &layer.tiles {
            let [x, y] = tile.px.map(|pixel| pixel.div_euclid(layer.grid));
            let Some((x, y)) = on_cell(x, y) else {
                continue;
            };
            let thing = *known.entry(tile.t).or_insert_with(|| {
                let thing = self.tile_thing(layer.tileset, tile.t);
                self.file.thing(thing)
            });
            placed.push(PlacedThing::at(x, y, thing));
        }
        for entity in &layer.entities {
            let [x, y] = entity.cell;
            let (x, y) = on_cell(x, y).ok_or_else(|| {
                format!(
                    "expected the entity {} on a cell, found it at {x},{y}",
                    quoted(&entity.name)
                )
            })?;
            let fields = entity.fields.iter();
            let properties =
                fields.filter_map(|field| Some((field.name.clone(), value_text(&field.value)?)));
            let thing = self.file.thing(ForeignThing {
                is_object: true,
                names: std::iter::once(&entity.name)
                    .chain(&entity.tags)
                    .cloned()
                    .collect(),
                properties: properties.collect(),
                ..ForeignThing::default()
            });
            placed.push(PlacedThing::at(x, y, thing));
        }
        Ok(placed)
    }

    fn value_thing(&self, layer: i64, value: i64) -> ForeignThing {
        let mut layers = self.definitions.layers.iter();
        let values = layers
            .find(|definition| definition.uid == layer)
            .map(|definition| &definition.values);
        let named = values
            .into_iter()
            .flatten()
            .find(|definition| definition.value == value);
        ForeignThing {
            value: Some(value),
            names: named
                .and_then(|named| named.identifier.clone())
                .into_iter()
                .collect(),
            ..ForeignThing::default()
        }
    }

    /// What a tile is known by; its tags are its names.
    fn tile_thing(&self, tileset: Option<i64>, id: u32) -> ForeignThing {
        let mut sets = self.definitions.tilesets.iter();
        let set = sets.find(|set| Some(set.uid) == tileset);
        let tags = set.into_iter().flat_map(|set| &set.tags);
        ForeignThing {
            tileset: Some((
                set.map(|set| set.identifier.clone()).unwrap_or_default(),
                id,
            )),
            names: tags
                .filter(|tag| tag.tiles.contains(&id))
                .map(|tag| tag.name.clone())
                .collect(),
            ..ForeignThing::default()
        }
    }
}

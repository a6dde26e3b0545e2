//! LDtk projects: grids of values, tiles and entities.
use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::fault::ImportFault;
use super::foreign::{
    ForeignFile, ForeignLayer, ForeignLevel, ForeignThing, PlacedThing, Remark, RemarkPlace,
};
use super::json_text::{list, read as read_json, value_text, yes};
use super::legend::ImportLegend;
use super::side_file::{SideFile, plain_path, side_text};
use super::text_rows::CellBudget;
use dungeon_format::characters::{in_quotes, quoted};
use dungeon_format::source::{Limits, Source};
use dungeon_format::untrusted::Untrusted;
use dungeon_model::space::geometry::Size;
use dungeon_model::space::narrow::length;

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
    #[serde(rename = "__pxTotalOffsetX", default)]
    right: i64,
    #[serde(rename = "__pxTotalOffsetY", default)]
    down: i64,
    #[serde(default = "yes")]
    visible: bool,
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

/// Reads all levels of a project, including levels in separate files. Layers that the legend drops may have any grid.
///
/// # Errors
/// Returns the first error of the project, or a fault for a project without levels. A level that cannot be read keeps
/// its own faults.
pub fn read(
    source: &Source,
    legend: &ImportLegend,
    beside: &SideFile<'_>,
    limits: &Limits,
) -> Result<ForeignFile, Vec<ImportFault>> {
    let project: LdtkProject = read_json(source)?;
    let mut levels = project.levels;
    levels.extend(project.worlds.into_iter().flat_map(|world| world.levels));
    let mut reader = ProjectReader {
        legend,
        names: ThingNames::of(&project.defs),
        file: ForeignFile::default(),
        budget: CellBudget::new(limits),
    };
    for level in levels {
        match level
            .external
            .as_deref()
            .filter(|_| level.layers.is_empty())
        {
            None => reader.level(&source.name, level),
            Some(path) => {
                let near = plain_path(Path::new(path));
                let own = side_text(&near, beside, limits).map_err(|why| {
                    let why = format!("cannot read the level {}: {why}", quoted(path));
                    vec![ImportFault::of_file(&source.name, why)]
                });
                match own.and_then(|own| Ok((own.name.clone(), read_json(&own)?))) {
                    Ok((name, level)) => reader.level(&name, level),
                    Err(faults) => reader.file.push(level.identifier, Err(faults)),
                }
            }
        }
    }
    if reader.file.levels.is_empty() {
        let why = "expected a level, found none";
        return Err(vec![ImportFault::of_file(&source.name, why)]);
    }
    Ok(reader.file)
}

/// Names of values, tilesets and tiles, by the numbers that layers use.
struct ThingNames {
    /// Names of values in a grid, by the layer's definition and the value.
    values: HashMap<(i64, i64), String>,
    /// Names of tilesets, by their numbers.
    tilesets: HashMap<i64, String>,
    /// Tags of tiles, by tileset and tile.
    tags: HashMap<(i64, u32), Vec<String>>,
}

impl ThingNames {
    fn of(definitions: &LdtkDefinitions) -> ThingNames {
        let mut names = ThingNames {
            values: HashMap::new(),
            tilesets: HashMap::new(),
            tags: HashMap::new(),
        };
        for layer in &definitions.layers {
            for value in &layer.values {
                if let Some(name) = &value.identifier {
                    let key = (layer.uid, value.value);
                    names.values.entry(key).or_insert(name.clone());
                }
            }
        }
        for set in &definitions.tilesets {
            names
                .tilesets
                .entry(set.uid)
                .or_insert(set.identifier.clone());
            for tag in &set.tags {
                for tile in &tag.tiles {
                    let tags = names.tags.entry((set.uid, *tile)).or_default();
                    tags.push(tag.name.clone());
                }
            }
        }
        names
    }

    fn value_thing(&self, layer: i64, value: i64) -> ForeignThing {
        ForeignThing {
            value: Some(value),
            names: self
                .values
                .get(&(layer, value))
                .into_iter()
                .cloned()
                .collect(),
            ..ForeignThing::default()
        }
    }

    /// Returns a tile with everything that a legend can match. The names of the tile are its tags.
    fn tile_thing(&self, tileset: Option<i64>, id: u32) -> ForeignThing {
        let set = tileset.and_then(|set| self.tilesets.get(&set));
        let tags = tileset.and_then(|set| self.tags.get(&(set, id)));
        ForeignThing {
            tileset: Some((set.cloned().unwrap_or_default(), id)),
            names: tags.cloned().unwrap_or_default(),
            ..ForeignThing::default()
        }
    }
}

/// The types of layers that are drawn. Tiles of all other layers are drawn by rules.
const DRAWN: [&str; 3] = ["IntGrid", "Tiles", "Entities"];

/// A project while its levels are read.
struct ProjectReader<'a> {
    legend: &'a ImportLegend,
    names: ThingNames,
    file: ForeignFile,
    budget: CellBudget<'a>,
}

impl ProjectReader<'_> {
    /// Adds a level, or the faults that prevent drawing it.
    fn level(&mut self, name: &Untrusted, level: LdtkLevel) {
        let identifier = level.identifier.clone();
        let read = self.read_level(name, level);
        self.file.push(identifier, read);
    }

    fn read_level(
        &mut self,
        name: &Untrusted,
        level: LdtkLevel,
    ) -> Result<ForeignLevel, Vec<ImportFault>> {
        if level.layers.is_empty() {
            let why = "expected a level with layers, found none";
            return Err(vec![ImportFault::of_file(name, why)]);
        }
        let mut read = ForeignLevel::default();
        for field in &level.fields {
            if let Some(value) = value_text(&field.value) {
                read.remarks
                    .push(Remark::about(format!("field {} = {value}", field.name)));
            }
        }
        read.size = self.level_size(name, &level.layers)?;
        // The first layer of the file is the highest.
        for layer in level.layers.into_iter().rev() {
            if !DRAWN.contains(&layer.sort.as_str()) {
                let text = format!(
                    "layer `{}`: tiles drawn by rules are decoration",
                    layer.name
                );
                read.remarks.push(Remark::about(text));
                continue;
            }
            let placed = if self.is_drawn(&layer) {
                let placed = self.placed(&layer);
                moved(placed, &layer, read.size, &mut read.remarks)
            } else {
                Vec::new()
            };
            read.layers.push(ForeignLayer {
                is_hidden: !layer.visible,
                name: layer.name,
                placed,
            });
        }
        Ok(read)
    }

    /// Whether anything of a layer is drawn: it is visible, not empty, and the legend keeps it.
    fn is_drawn(&self, layer: &LdtkLayer) -> bool {
        let is_filled = layer.values.iter().any(|value| *value != 0)
            || !layer.tiles.is_empty()
            || !layer.entities.is_empty();
        layer.visible
            && DRAWN.contains(&layer.sort.as_str())
            && is_filled
            && !self.legend.drops_layer(&layer.name)
    }

    /// Returns the size of a level in cells of its finest grid. A layer that is not drawn may have another grid.
    fn level_size(
        &mut self,
        name: &Untrusted,
        layers: &[LdtkLayer],
    ) -> Result<Size, Vec<ImportFault>> {
        let drawn: Vec<&LdtkLayer> = layers.iter().filter(|layer| self.is_drawn(layer)).collect();
        let counted = if drawn.is_empty() {
            layers.iter().collect()
        } else {
            drawn.clone()
        };
        let finest = counted.iter().map(|layer| layer.grid).min().unwrap_or(1);
        let mut size = Size::default();
        let mut faults = Vec::new();
        let mut tell = |layer: &LdtkLayer, why: String| {
            let why = format!("layer {}: {why}", quoted(&layer.name));
            faults.push(ImportFault::of_file(name, why));
        };
        for layer in counted {
            if layer.grid != finest && drawn.is_empty() {
                continue;
            }
            if layer.grid < 1 || layer.grid != finest {
                let (found, said) = (layer.grid, in_quotes(&layer.name));
                let why = format!(
                    "expected the grid of the other layers, {finest}, found {found}: to leave the layer out, write \
                     `layer {said} = nothing` in the legend"
                );
                tell(layer, why);
                continue;
            }
            match self.budget.take(layer.width, layer.height) {
                Ok(own) => {
                    size.width = size.width.max(own.width);
                    size.height = size.height.max(own.height);
                }
                Err(why) => {
                    tell(layer, why);
                    continue;
                }
            }
            let (cells, found) = (layer.width * layer.height, layer.values.len());
            if found > 0 && found != cells {
                tell(layer, format!("expected {cells} values, found {found}"));
            }
        }
        if faults.is_empty() {
            Ok(size)
        } else {
            Err(faults)
        }
    }

    /// Returns the things of a layer with their columns and rows, without the layer's offset.
    fn placed(&mut self, layer: &LdtkLayer) -> Vec<(i64, i64, u32)> {
        let mut placed = Vec::new();
        let mut known = HashMap::new();
        let values = layer.values.iter().copied().enumerate();
        for (nth, value) in values.filter(|(_, value)| *value != 0) {
            let thing = *known.entry(value).or_insert_with(|| {
                let thing = self.names.value_thing(layer.definition, value);
                self.file.thing(thing)
            });
            let (x, y) = (length(nth % layer.width), length(nth / layer.width));
            placed.push((i64::from(x), i64::from(y), thing));
        }
        let mut known = HashMap::new();
        for tile in &layer.tiles {
            let [x, y] = tile.px.map(|pixel| pixel.div_euclid(layer.grid));
            let thing = *known.entry(tile.t).or_insert_with(|| {
                let thing = self.names.tile_thing(layer.tileset, tile.t);
                self.file.thing(thing)
            });
            placed.push((x, y, thing));
        }
        for entity in &layer.entities {
            let [x, y] = entity.cell;
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
            placed.push((x, y, thing));
        }
        placed
    }
}

/// Adds the layer's offset, in whole cells, to its things. Leaves out things outside of the level, and reports them.
fn moved(
    placed: Vec<(i64, i64, u32)>,
    layer: &LdtkLayer,
    size: Size,
    remarks: &mut Vec<Remark>,
) -> Vec<PlacedThing> {
    let mut tell = |what: String| {
        let what = format!("layer `{}`: {what}", layer.name);
        remarks.push(Remark::loss(RemarkPlace::Whole, what));
    };
    let cells = |pixels: i64| pixels.saturating_add(layer.grid / 2).div_euclid(layer.grid);
    let (right, down) = (cells(layer.right), cells(layer.down));
    let is_whole = layer.right % layer.grid == 0 && layer.down % layer.grid == 0;
    if !is_whole && !placed.is_empty() {
        tell("its offset is not a whole number of cells: rounded".to_owned());
    }
    let mut inside = Vec::new();
    let mut outside = Vec::new();
    for (x, y, thing) in placed {
        let (x, y) = (x.saturating_add(right), y.saturating_add(down));
        let is_inside =
            (0..i64::from(size.width)).contains(&x) && (0..i64::from(size.height)).contains(&y);
        match (u16::try_from(x), u16::try_from(y)) {
            (Ok(x), Ok(y)) if is_inside => inside.push(PlacedThing { x, y, thing }),
            _ => outside.push((x.saturating_add(1), y.saturating_add(1))),
        }
    }
    if let Some((x, y)) = outside.first() {
        tell(match outside.len() {
            1 => format!("a thing at {x},{y} is outside of the level: not imported"),
            n => format!("{n} things are outside of the level, first at {x},{y}: not imported"),
        });
    }
    inside
}

//! A Tiled map, independent of its file format, and its conversion into a level.
use std::collections::BTreeMap;
use std::path::PathBuf;

use super::fault::ImportFault;
use super::foreign::{
    ForeignFile, ForeignLayer, ForeignLevel, ForeignThing, PlacedThing, Remark, RemarkPlace,
};
use super::text_rows::CellBudget;
use dungeon_format::source::Limits;
use dungeon_format::untrusted::Untrusted;

/// The content of a map.
#[derive(Clone, Debug, Default)]
pub struct TiledMap {
    /// The width and height of a cell, in pixels.
    pub cell: (f64, f64),
    /// Custom properties of the map.
    pub properties: Vec<(String, String)>,
    /// The tiles and objects of the map, with each sort listed once.
    pub file: ForeignFile,
    /// Layers from the lowest to the highest.
    pub layers: Vec<TiledLayer>,
    /// The layout of the cells: `orthogonal` for a grid of squares.
    pub orientation: String,
    /// Columns and rows of the map; `None` for an infinite map.
    pub size: Option<(i64, i64)>,
}

/// A layer of a map or of a group.
#[derive(Clone, Debug)]
pub struct TiledLayer {
    /// The name of the layer; empty if it has none.
    pub name: String,
    /// Custom properties of the layer.
    pub properties: Vec<(String, String)>,
    /// The declared number of rows of a tile layer; 0 for other layers and for infinite layers.
    pub height: u32,
    /// The offset to the right and down, in pixels.
    pub offset: (f64, f64),
    /// Whether Tiled hides the layer.
    pub is_hidden: bool,
    /// The content of the layer.
    pub content: TiledContent,
}

/// An object, placed where Tiled draws it.
#[derive(Clone, Copy, Debug)]
pub struct TiledObject {
    /// The object's center, in pixels.
    pub middle: (f64, f64),
    /// The vertical position of the anchor, in pixels. Tiled draws objects in this order.
    pub height: f64,
    /// Whether Tiled hides the object.
    pub is_hidden: bool,
    /// The index of the thing in the file.
    pub thing: u32,
}

/// The box of an object as the file declares it.
#[derive(Clone, Copy, Debug)]
pub struct ObjectBox {
    /// The anchor, in pixels. The object rotates around it.
    pub anchor: (f64, f64),
    /// The width and height, in pixels.
    pub size: (f64, f64),
    /// The rotation around the anchor, in degrees clockwise.
    pub rotation: f64,
}

impl ObjectBox {
    /// Returns the center of an object without a tile, whose anchor is its upper left corner.
    fn middle_of_shape(&self) -> (f64, f64) {
        self.middle((0.0, 0.0))
    }

    /// Returns the center of a tile object. `alignment` is the `objectalignment` of its tileset, which gives the
    /// position of the anchor.
    fn middle_of_tile(&self, alignment: &str) -> (f64, f64) {
        let across = match alignment {
            "top" | "center" | "bottom" => 0.5,
            "topright" | "right" | "bottomright" => 1.0,
            _ => 0.0,
        };
        let down = match alignment {
            "topleft" | "top" | "topright" => 0.0,
            "left" | "center" | "right" => 0.5,
            _ => 1.0,
        };
        self.middle((across, down))
    }

    /// Returns the center of a box whose anchor is at these fractions of its width and height.
    fn middle(&self, share: (f64, f64)) -> (f64, f64) {
        let right = self.size.0 * (0.5 - share.0);
        let down = self.size.1 * (0.5 - share.1);
        let (sine, cosine) = self.rotation.to_radians().sin_cos();
        (
            self.anchor.0 + right * cosine - down * sine,
            self.anchor.1 + right * sine + down * cosine,
        )
    }
}

/// Returns the center of the box around the corners of a shape.
fn middle_of_corners(corners: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let middle = |all: &mut dyn Iterator<Item = f64>| {
        let ends = all.fold(None, |ends: Option<(f64, f64)>, at| {
            Some(ends.map_or((at, at), |(low, high)| (low.min(at), high.max(at))))
        });
        ends.map_or(0.0, |(low, high)| (low + high) / 2.0)
    };
    (
        middle(&mut corners.clone().map(|(x, _)| x)),
        middle(&mut corners.map(|(_, y)| y)),
    )
}

/// The content of a layer.
#[derive(Clone, Debug)]
pub enum TiledContent {
    /// Tiles, each with its column, its row, and the index of its thing. Infinite maps have negative columns and rows.
    Tiles(Vec<(i32, i32, u32)>),
    /// Objects in drawing order.
    Objects(Vec<TiledObject>),
    /// The layers of a group.
    Group(Vec<TiledLayer>),
    /// An image, which is not imported.
    Picture,
}

impl TiledContent {
    /// Returns objects in drawing order: from the top down, or in the order of the file.
    pub fn objects(mut objects: Vec<TiledObject>, is_top_down: bool) -> TiledContent {
        if is_top_down {
            objects.sort_by(|a, b| a.height.total_cmp(&b.height));
        }
        TiledContent::Objects(objects)
    }
}

/// An object, with the values from its file.
#[derive(Debug)]
pub struct DescribedObject {
    /// The name and the class of the object; each may be empty.
    pub names: Vec<String>,
    pub properties: Vec<(String, String)>,
    pub around: ObjectBox,
    /// The corners of a polygon or a polyline, relative to the anchor.
    pub corners: Vec<(f64, f64)>,
    /// The tile of a tile object, with its tileset's object alignment and tile size.
    pub tile: Option<(ForeignThing, String, (f64, f64))>,
    pub is_hidden: bool,
}

impl TiledMap {
    /// Adds the thing of an object, and returns the object where Tiled draws it.
    pub fn object(&mut self, object: DescribedObject) -> TiledObject {
        let mut thing = ForeignThing {
            is_object: true,
            names: object.names,
            properties: object.properties,
            ..ForeignThing::default()
        };
        let mut around = object.around;
        if !object.corners.is_empty() {
            let middle = middle_of_corners(object.corners.iter().copied());
            around.size = (middle.0 * 2.0, middle.1 * 2.0);
        }
        let middle = match object.tile {
            Some((tile, alignment, size)) => {
                thing.gid = tile.gid;
                thing.tileset = tile.tileset;
                thing.names.extend(tile.names);
                thing.properties.extend(tile.properties);
                // A tile object without a size is as large as its tile.
                if around.size == (0.0, 0.0) {
                    around.size = size;
                }
                around.middle_of_tile(&alignment)
            }
            None => around.middle_of_shape(),
        };
        thing.names.retain(|name| !name.is_empty());
        thing.certain = certain_glyph(&thing.properties);
        TiledObject {
            middle,
            height: around.anchor.1,
            is_hidden: object.is_hidden,
            thing: self.file.thing(thing),
        }
    }

    /// Reports a tileset whose tiles Tiled draws at least half a cell away from their cells. The import ignores the
    /// offset.
    pub fn tell_tile_offset(&mut self, tileset: &str, offset: (f64, f64)) {
        let (right, down) = offset;
        if right.abs() * 2.0 >= self.cell.0 && right != 0.0
            || down.abs() * 2.0 >= self.cell.1 && down != 0.0
        {
            let what = format!(
                "tileset `{tileset}`: the offset of its tiles, {right},{down} pixels, is ignored"
            );
            let remark = Remark::loss(RemarkPlace::Whole, what);
            self.file.remarks.push(remark);
        }
    }
}

/// The content of a tileset.
#[derive(Clone, Debug, Default)]
pub struct KnownTileset {
    /// The name of the tileset.
    pub name: String,
    /// The file of the tileset, relative to the folder of the map; `None` for a tileset inside of the map.
    pub path: Option<PathBuf>,
    /// The `objectalignment`: the position of the anchor of a tile object.
    pub alignment: String,
    /// The width and height of a tile, in pixels.
    pub tile_size: (f64, f64),
    /// Tiles with a class or properties, by their ids in the tileset.
    pub tiles: BTreeMap<u32, ForeignThing>,
}

/// A property that `dungeon export` writes on the map: the lines before the first level.
pub const HEAD: &str = "dungeon-head";

/// A property that `dungeon export` writes on a group: the lines above the rows of a map, including the `map` line.
pub const ABOVE: &str = "dungeon-above";

/// A property that `dungeon export` writes on a group: the lines below the rows of a map.
pub const BELOW: &str = "dungeon-below";

/// The property of a tile that sets its glyph.
pub const GLYPH: &str = "glyph";

/// Returns the value of a property.
fn property<'a>(properties: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = properties.iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value.as_str())
}

/// Returns the glyph that the properties of a tile set; `None` if the property is not a single character that is one
/// column wide.
fn certain_glyph(properties: &[(String, String)]) -> Option<char> {
    let mut said = property(properties, GLYPH)?.chars();
    let glyph = said.next()?;
    (said.next().is_none() && dungeon_format::characters::fault(glyph).is_none()).then_some(glyph)
}

/// Returns a tile whose names are its class and the value of its property `name`.
pub fn named_tile(class: String, properties: Vec<(String, String)>) -> ForeignThing {
    let name = property(&properties, "name").map(str::to_owned);
    let names = [class].into_iter().chain(name);
    ForeignThing {
        names: names.filter(|name| !name.is_empty()).collect(),
        certain: certain_glyph(&properties),
        properties,
        ..ForeignThing::default()
    }
}

/// Restores the text of a dungeon from a map that `dungeon export` wrote; `None` for other maps.
pub fn exported_text(map: &TiledMap) -> Option<String> {
    let mut text = property(&map.properties, HEAD)?.to_owned();
    for layer in &map.layers {
        let TiledContent::Group(layers) = &layer.content else {
            continue;
        };
        let Some(above) = property(&layer.properties, ABOVE) else {
            continue;
        };
        text += above;
        for layer in layers {
            if let TiledContent::Tiles(tiles) = &layer.content {
                text += &rows(map, tiles, layer.height);
            }
        }
        text += property(&layer.properties, BELOW).unwrap_or_default();
    }
    Some(text)
}

/// Returns the rows that tiles draw. An empty cell to the left of a tile becomes a blank.
fn rows(map: &TiledMap, tiles: &[(i32, i32, u32)], height: u32) -> String {
    let mut tiles: Vec<(i32, i32, u32)> = tiles.to_vec();
    tiles.sort_by_key(|(x, y, _)| (*y, *x));
    let mut text = String::new();
    let (mut column, mut row) = (0, 0);
    for (x, y, thing) in tiles {
        while row < y {
            text.push('\n');
            row += 1;
            column = 0;
        }
        while column < x {
            text.push(' ');
            column += 1;
        }
        text.push(map.file.things[thing as usize].certain.unwrap_or('.'));
        column += 1;
    }
    let height = i32::try_from(height).unwrap_or(0);
    // Even the last row with a tile ends with a line feed.
    let last = height.max(row + i32::from(column > 0));
    while row < last {
        text.push('\n');
        row += 1;
    }
    text
}

/// Turns a map into a file with one level.
///
/// # Errors
/// Returns a fault for a map that is not orthogonal, empty or too large.
pub fn level(
    name: &Untrusted,
    map: TiledMap,
    limits: &Limits,
) -> Result<ForeignFile, Vec<ImportFault>> {
    if map.orientation != "orthogonal" {
        let found = dungeon_format::characters::quoted(&map.orientation);
        let why = format!("expected an orthogonal map, found {found}");
        return Err(vec![ImportFault::of_file(name, why)]);
    }
    let mut file = map.file;
    let mut level = ForeignLevel {
        name: property(&map.properties, "name")
            .unwrap_or_default()
            .to_owned(),
        ..ForeignLevel::default()
    };
    let mut flat = FlatLayers {
        things: &file.things,
        cell: map.cell,
        size: map.size,
        layers: Vec::new(),
        remarks: Vec::new(),
    };
    flat.add(map.layers, (0.0, 0.0), false);
    let (flat, remarks) = (flat.layers, flat.remarks);
    level.remarks = remarks;
    for (key, value) in &map.properties {
        if key != "name" {
            level
                .remarks
                .push(Remark::about(format!("property {key} = {value}")));
        }
    }
    let shown = flat.iter().filter(|layer| !layer.is_hidden);
    let all = shown.flat_map(|layer| &layer.placed);
    let columns = all.clone().map(|(x, _, _)| *x);
    let rows = all.map(|(_, y, _)| *y);
    let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else {
        let why = if flat.iter().any(|layer| layer.is_hidden) {
            "expected tiles or objects in visible layers, found only hidden layers"
        } else {
            "expected tiles or objects, found none"
        };
        return Err(vec![ImportFault::of_file(name, why)]);
    };
    let (top, bottom) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
    // A map begins at 0,0, so that cells keep their places. Infinite maps may begin at a negative column or row.
    let (left, top) = (left.min(0), top.min(0));
    let span = |from: i32, to: i32| to.abs_diff(from) as usize + 1;
    let size = CellBudget::new(limits).take(span(left, right), span(top, bottom));
    level.size = size.map_err(|why| vec![ImportFault::of_file(name, why)])?;
    for layer in flat {
        let placed = layer.placed.into_iter().filter(|_| !layer.is_hidden);
        let placed = placed.map(|(x, y, thing)| {
            let (x, y) = (x.abs_diff(left), y.abs_diff(top));
            PlacedThing::at(x as usize, y as usize, thing)
        });
        level.layers.push(ForeignLayer {
            placed: placed.collect(),
            name: layer.name,
            is_hidden: layer.is_hidden,
        });
    }
    file.levels.push(level);
    Ok(file)
}

/// A layer outside of any group, with the tiles and objects on its cells.
struct FlatLayer {
    name: String,
    is_hidden: bool,
    placed: Vec<(i32, i32, u32)>,
}

/// The layers of a map while they are taken out of their groups.
struct FlatLayers<'a> {
    things: &'a [ForeignThing],
    cell: (f64, f64),
    size: Option<(i64, i64)>,
    layers: Vec<FlatLayer>,
    remarks: Vec<Remark>,
}

impl FlatLayers<'_> {
    /// Adds layers, including the layers of groups. The offset and the visibility of a group apply to all of its
    /// layers. An object is placed on the cell that contains its center.
    fn add(&mut self, layers: Vec<TiledLayer>, offset: (f64, f64), is_hidden: bool) {
        for layer in layers {
            let said = |what: &str| format!("layer `{}`: {what}", layer.name);
            for (key, value) in &layer.properties {
                let remark = Remark::about(said(&format!("property {key} = {value}")));
                self.remarks.push(remark);
            }
            let offset = (offset.0 + layer.offset.0, offset.1 + layer.offset.1);
            let is_hidden = is_hidden || layer.is_hidden;
            let placed = match layer.content {
                TiledContent::Group(layers) => {
                    self.add(layers, offset, is_hidden);
                    continue;
                }
                TiledContent::Picture if is_hidden => continue,
                TiledContent::Picture => {
                    let what = said("an image, which is not imported");
                    self.remarks.push(Remark::loss(RemarkPlace::Whole, what));
                    continue;
                }
                TiledContent::Tiles(tiles) => {
                    let (right, is_whole) = cells_of(offset.0, self.cell.0);
                    let (down, is_whole_down) = cells_of(offset.1, self.cell.1);
                    if !(is_whole && is_whole_down || is_hidden || tiles.is_empty()) {
                        let what = said("its offset is not a whole number of cells: rounded");
                        self.remarks.push(Remark::loss(RemarkPlace::Whole, what));
                    }
                    let tiles = tiles.into_iter();
                    let tiles = tiles.map(|(x, y, thing)| {
                        (x.saturating_add(right), y.saturating_add(down), thing)
                    });
                    tiles.collect()
                }
                TiledContent::Objects(objects) => {
                    let hidden = objects.iter().filter(|object| object.is_hidden).count();
                    if hidden > 0 && !is_hidden {
                        let what = said(&match hidden {
                            1 => "a hidden object is not drawn".to_owned(),
                            n => format!("{n} hidden objects are not drawn"),
                        });
                        self.remarks.push(Remark::loss(RemarkPlace::Whole, what));
                    }
                    let shown = objects.into_iter().filter(|object| !object.is_hidden);
                    let on_cell = |object: TiledObject| {
                        let (x, y) = object.middle;
                        let column = cell_of(x + offset.0, self.cell.0);
                        (column, cell_of(y + offset.1, self.cell.1), object.thing)
                    };
                    shown.map(on_cell).collect()
                }
            };
            let placed = self.inside(placed, &layer.name, is_hidden);
            self.layers.push(FlatLayer {
                name: layer.name,
                is_hidden,
                placed,
            });
        }
    }

    /// Returns the things inside of the map; for an infinite map, returns all things. Reports things outside of the
    /// map.
    fn inside(
        &mut self,
        placed: Vec<(i32, i32, u32)>,
        name: &str,
        is_hidden: bool,
    ) -> Vec<(i32, i32, u32)> {
        let Some((width, height)) = self.size else {
            return placed;
        };
        let is_inside = |(x, y, _): &(i32, i32, u32)| {
            (0..width).contains(&i64::from(*x)) && (0..height).contains(&i64::from(*y))
        };
        let (inside, outside): (Vec<_>, Vec<_>) = placed.into_iter().partition(is_inside);
        if let (Some((x, y, thing)), false) = (outside.first(), is_hidden) {
            let first = self.things[*thing as usize].label();
            let (column, row) = (i64::from(*x) + 1, i64::from(*y) + 1);
            let what = match outside.len() {
                1 => format!("{first} at {column},{row} is outside of the map: not imported"),
                n => format!(
                    "{n} things are outside of the map, first {first} at {column},{row}: not imported"
                ),
            };
            let what = format!("layer `{name}`: {what}");
            self.remarks.push(Remark::loss(RemarkPlace::Whole, what));
        }
        inside
    }
}

/// Returns the cell of a pixel. Infinite and distant pixels saturate; NaN gives 0.
fn cell_of(pixel: f64, side: f64) -> i32 {
    // After a rotation, a center may be slightly off the edge of a cell.
    let pixel = (pixel * 1024.0).round() / 1024.0;
    saturated((pixel / side.max(1.0)).floor())
}

/// Returns a shift in pixels as the nearest number of cells, and whether the shift is a whole number of cells.
fn cells_of(pixels: f64, side: f64) -> (i32, bool) {
    let cells = pixels / side.max(1.0);
    (
        saturated(cells.round()),
        (cells - cells.round()).abs() < 1.0 / 1024.0,
    )
}

/// Returns a number as an integer, saturating; NaN gives 0.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a cast of a float saturates"
)]
fn saturated(number: f64) -> i32 {
    number as i32
}

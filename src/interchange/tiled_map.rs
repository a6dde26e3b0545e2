//! A map of Tiled as both of its file formats say it, and what levels it makes.
use super::fault::ImportFault;
use super::foreign::{ForeignFile, ForeignLayer, ForeignLevel, PlacedThing, Remark};
use super::text_rows::CellBudget;
use crate::format::source::Limits;
use crate::format::untrusted::Untrusted;

/// All that a map says.
#[derive(Clone, Debug, Default)]
pub struct TiledMap {
    /// Width and height of a cell, in pixels.
    pub cell: (f64, f64),
    /// Custom properties of the map.
    pub properties: Vec<(String, String)>,
    /// Tiles and objects, each once.
    pub file: ForeignFile,
    /// Layers from the lowest to the highest.
    pub layers: Vec<TiledLayer>,
    /// Why the map is none of square cells, if it is not.
    pub orientation: String,
}

/// A layer of a map or of a group.
#[derive(Clone, Debug)]
pub struct TiledLayer {
    /// What it is called; perhaps nothing.
    pub name: String,
    /// Custom properties of the layer.
    pub properties: Vec<(String, String)>,
    /// The rows that a layer of tiles says it has; 0 of another layer, and of an endless one.
    pub height: u32,
    /// What it holds.
    pub content: TiledContent,
}

/// What a layer holds.
#[derive(Clone, Debug)]
pub enum TiledContent {
    /// Tiles on cells: column, row, number of the thing. Infinite maps have cells left of 0.
    Tiles(Vec<(i32, i32, u32)>),
    /// Objects, each with the pixel of its middle.
    Objects(Vec<(f64, f64, u32)>),
    /// Layers that belong together.
    Group(Vec<TiledLayer>),
    /// A picture, which is no part of a dungeon.
    Picture,
}

/// The property of a map that `dungeon export` writes: the lines before its first level.
pub const HEAD: &str = "dungeon-head";

/// The property of a group that `dungeon export` writes: the lines above the rows of a map, that of the map among them.
pub const ABOVE: &str = "dungeon-above";

/// The property of a group that `dungeon export` writes: the lines below the rows.
pub const BELOW: &str = "dungeon-below";

/// The property of a tile that says its glyph.
pub const GLYPH: &str = "glyph";

/// A property of this name.
pub fn property<'a>(properties: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = properties.iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value.as_str())
}

/// The glyph that a tile says by its property, for whom it is certain.
pub fn certain_glyph(properties: &[(String, String)]) -> Option<char> {
    let mut said = property(properties, GLYPH)?.chars();
    let glyph = said.next()?;
    (said.next().is_none() && crate::format::characters::fault(glyph).is_none()).then_some(glyph)
}

/// Makes the text of a dungeon of a map that `dungeon export` wrote; none of another map.
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

/// The rows that tiles draw: a cell without one inside of a row is a blank.
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
    // The last row that something stands on ends, too.
    let last = height.max(row + i32::from(column > 0));
    while row < last {
        text.push('\n');
        row += 1;
    }
    text
}

/// Makes one level of a map.
///
/// # Errors
/// A map that is none of square cells, or too large.
pub fn level(
    name: &Untrusted,
    map: TiledMap,
    limits: &Limits,
) -> Result<ForeignFile, Vec<ImportFault>> {
    if map.orientation != "orthogonal" {
        let found = crate::format::characters::quoted(&map.orientation);
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
    let mut flat = Vec::new();
    flatten(map.layers, map.cell, &mut flat, &mut level.remarks);
    for (key, value) in &map.properties {
        if key != "name" {
            level
                .remarks
                .push(Remark::about(format!("property {key} = {value}")));
        }
    }
    let all = flat.iter().flat_map(|(_, placed)| placed);
    let columns = all.clone().map(|(x, _, _)| *x);
    let rows = all.map(|(_, y, _)| *y);
    let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else {
        let why = "expected tiles or objects, found none";
        return Err(vec![ImportFault::of_file(name, why)]);
    };
    let (top, bottom) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
    // What lies right of and below the first cell keeps its place; an infinite map begins where something is.
    let (left, top) = (left.min(0), top.min(0));
    let span = |from: i32, to: i32| to.abs_diff(from) as usize + 1;
    let size = CellBudget::new(limits).take(span(left, right), span(top, bottom));
    level.size = size.map_err(|why| vec![ImportFault::of_file(name, why)])?;
    for (name, placed) in flat {
        let placed = placed.into_iter().map(|(x, y, thing)| {
            let (x, y) = (x.abs_diff(left), y.abs_diff(top));
            PlacedThing::at(x as usize, y as usize, thing)
        });
        level.layers.push(ForeignLayer {
            name,
            placed: placed.collect(),
        });
    }
    file.levels.push(level);
    Ok(file)
}

/// A layer's name with what it puts on cells.
type FlatLayer = (String, Vec<(i32, i32, u32)>);

/// Layers one above the other, those of groups too, with objects on the cells of their middles.
fn flatten(
    layers: Vec<TiledLayer>,
    cell: (f64, f64),
    flat: &mut Vec<FlatLayer>,
    remarks: &mut Vec<Remark>,
) {
    for layer in layers {
        for (key, value) in &layer.properties {
            remarks.push(Remark::about(format!(
                "layer `{}`: property {key} = {value}",
                layer.name
            )));
        }
        match layer.content {
            TiledContent::Tiles(tiles) => flat.push((layer.name, tiles)),
            TiledContent::Objects(objects) => {
                // A number that is none, or far outside, comes to the farthest cell, and there is too large.
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "a cast of a float saturates"
                )]
                let on_cell = |pixel: f64, side: f64| (pixel / side.max(1.0)).floor() as i32;
                let objects = objects.into_iter();
                let on_cells =
                    objects.map(|(x, y, thing)| (on_cell(x, cell.0), on_cell(y, cell.1), thing));
                flat.push((layer.name, on_cells.collect()));
            }
            TiledContent::Group(layers) => flatten(layers, cell, flat, remarks),
            TiledContent::Picture => {
                remarks.push(Remark::about(format!("layer `{}`: a picture", layer.name)));
            }
        }
    }
}

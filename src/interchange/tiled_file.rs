//! The content of Tiled's files as they are written, in JSON (`.tmj`, `.tsj`, `.tj`). `tmx` reads the same from XML.
use serde::Deserialize;
use serde_json::Value;

use super::json_text::{list, yes};

/// A map file: its layers and its tilesets.
#[derive(Debug, Deserialize)]
pub struct TiledMapFile {
    #[serde(default)]
    pub orientation: String,
    pub tilewidth: f64,
    pub tileheight: f64,
    pub width: Option<i64>,
    pub height: Option<i64>,
    #[serde(default)]
    pub infinite: bool,
    #[serde(default, deserialize_with = "list")]
    pub layers: Vec<TiledLayerFile>,
    #[serde(default, deserialize_with = "list")]
    pub tilesets: Vec<TiledTilesetFile>,
    #[serde(default, deserialize_with = "list")]
    pub properties: Vec<TiledProperty>,
}

/// A custom property.
#[derive(Clone, Debug, Deserialize)]
pub struct TiledProperty {
    pub name: String,
    #[serde(default)]
    pub value: Value,
}

/// A tileset, or the name of the file with the tileset.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TiledTilesetFile {
    pub firstgid: Option<u32>,
    pub source: Option<String>,
    pub name: Option<String>,
    pub objectalignment: String,
    pub tilewidth: f64,
    pub tileheight: f64,
    pub tileoffset: TiledCorner,
    #[serde(deserialize_with = "list")]
    pub tiles: Vec<TiledTileFile>,
    /// The line and column of the tileset in XML, from 1.
    #[serde(skip)]
    pub place: Option<(usize, usize)>,
}

/// A tile of a tileset.
#[derive(Debug, Deserialize)]
pub struct TiledTileFile {
    pub id: u32,
    #[serde(rename = "type", alias = "class", default)]
    pub class: String,
    #[serde(default, deserialize_with = "list")]
    pub properties: Vec<TiledProperty>,
}

/// A layer of any sort.
#[derive(Debug, Deserialize)]
pub struct TiledLayerFile {
    #[serde(rename = "type")]
    pub sort: String,
    #[serde(default)]
    pub name: String,
    #[serde(default, deserialize_with = "list")]
    pub properties: Vec<TiledProperty>,
    #[serde(default = "one")]
    pub opacity: f64,
    #[serde(default = "yes")]
    pub visible: bool,
    #[serde(default)]
    pub offsetx: f64,
    #[serde(default)]
    pub offsety: f64,
    #[serde(default)]
    pub width: usize,
    #[serde(default)]
    pub height: usize,
    /// The cells of a tile layer: a list of tile numbers, or an encoded text.
    pub data: Option<Value>,
    pub encoding: Option<String>,
    pub compression: Option<String>,
    pub draworder: Option<String>,
    #[serde(default, deserialize_with = "list")]
    pub chunks: Vec<TiledChunk>,
    #[serde(default, deserialize_with = "list")]
    pub objects: Vec<TiledObjectFile>,
    #[serde(default, deserialize_with = "list")]
    pub layers: Vec<TiledLayerFile>,
    /// The line and column of the cells in XML, from 1.
    #[serde(skip)]
    pub place: Option<(usize, usize)>,
}

/// A part of a tile layer of an infinite map.
#[derive(Debug, Deserialize)]
pub struct TiledChunk {
    #[serde(default)]
    pub x: i32,
    #[serde(default)]
    pub y: i32,
    pub width: usize,
    pub height: usize,
    pub data: Value,
    /// The line and column of the cells in XML, from 1.
    #[serde(skip)]
    pub place: Option<(usize, usize)>,
}

/// An object. A field that is `None` comes from the object's template, if it has one.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TiledObjectFile {
    pub name: Option<String>,
    #[serde(rename = "type", alias = "class")]
    pub class: Option<String>,
    pub gid: Option<u32>,
    pub x: f64,
    pub y: f64,
    pub width: Option<f64>,
    pub height: Option<f64>,
    pub rotation: Option<f64>,
    pub opacity: Option<f64>,
    pub visible: Option<bool>,
    #[serde(alias = "polyline")]
    pub polygon: Option<Vec<TiledCorner>>,
    #[serde(deserialize_with = "list")]
    pub properties: Vec<TiledProperty>,
    pub template: Option<String>,
}

/// A corner of a polygon, or an offset, in pixels.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct TiledCorner {
    pub x: f64,
    pub y: f64,
}

/// A template of objects, with the tileset of its tile.
#[derive(Debug, Deserialize)]
pub struct TiledTemplateFile {
    pub tileset: Option<TiledTilesetFile>,
    pub object: TiledObjectFile,
}

impl TiledObjectFile {
    /// Returns the object with everything that it does not set itself from a template.
    pub fn or(self, template: &TiledObjectFile) -> TiledObjectFile {
        let mut properties = self.properties;
        let inherited = template.properties.iter();
        let inherited: Vec<TiledProperty> = inherited
            .filter(|of| properties.iter().all(|own| own.name != of.name))
            .cloned()
            .collect();
        properties.extend(inherited);
        let said = |own: Option<String>, of: &Option<String>| {
            own.filter(|own| !own.is_empty()).or(of.clone())
        };
        TiledObjectFile {
            name: said(self.name, &template.name),
            class: said(self.class, &template.class),
            width: self.width.or(template.width),
            height: self.height.or(template.height),
            rotation: self.rotation.or(template.rotation),
            opacity: self.opacity.or(template.opacity),
            visible: self.visible.or(template.visible),
            polygon: self.polygon.or_else(|| template.polygon.clone()),
            properties,
            ..self
        }
    }
}

fn one() -> f64 {
    1.0
}

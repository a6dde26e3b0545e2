//! A level as a game begins with a seed: what is made and scattered stands on it.
use serde::Serialize;

use dungeon_engine::world::World;
use dungeon_model::dungeon::{Dungeon, ItemId, LevelId, Stat};
use dungeon_model::space::geometry::Point;
use dungeon_play::session::session::Session;
use dungeon_play::view::frame::{Cell, Frame, Style};

/// A dungeon for programs (docs/IMPORT.md, "JSON"). Places are columns and rows from 1.
#[derive(Debug, Serialize)]
pub struct BegunDungeon {
    title: String,
    author: String,
    about: String,
    rules: &'static str,
    seed: u64,
    levels: Vec<BegunLevel>,
}

#[derive(Debug, Serialize)]
struct BegunLevel {
    name: String,
    width: i32,
    height: i32,
    /// Rows of terrain alone.
    terrain: Vec<String>,
    /// Rows of terrain, covered by items, covered by bodies.
    map: Vec<String>,
    /// The terrain of the level, each sort once.
    tiles: Vec<BegunTile>,
    bodies: Vec<BegunBody>,
    items: Vec<BegunItem>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct BegunTile {
    symbol: char,
    name: String,
    walk: bool,
    see: bool,
}

#[derive(Debug, Serialize)]
struct BegunBody {
    symbol: char,
    name: String,
    hero: bool,
    x: i32,
    y: i32,
    health: i32,
    strength: i32,
}

#[derive(Debug, Serialize)]
struct BegunItem {
    symbol: char,
    name: String,
    x: i32,
    y: i32,
}

/// The levels that are wanted, in file order, as a game begins.
pub fn begun(session: &Session, levels: &[usize]) -> BegunDungeon {
    let world = session.game().world();
    let dungeon: &Dungeon = world.dungeon();
    BegunDungeon {
        title: dungeon.title().to_owned(),
        author: dungeon.author().to_owned(),
        about: dungeon.about().to_owned(),
        rules: dungeon.settings().game.word,
        seed: session.seed_used(),
        levels: levels
            .iter()
            .map(|level| begun_level(world, *level))
            .collect(),
    }
}

fn begun_level(world: &World, nth: usize) -> BegunLevel {
    let level = LevelId::of(nth);
    let size = world.size(level);
    let mut tiles: Vec<BegunTile> = Vec::new();
    for p in size.points() {
        let tile = world.tile(level, p);
        if !tiles
            .iter()
            .any(|known| known.symbol == tile.glyph && known.name == tile.name)
        {
            tiles.push(BegunTile {
                symbol: tile.glyph,
                name: tile.name.clone(),
                walk: world.is_place(level, p),
                see: world.lets_sight(level, p),
            });
        }
    }
    let items = size.points().map(|p| (p, world.item_at(level, p)));
    let items = items
        .filter(|(_, item)| *item != ItemId::NONE)
        .map(|(p, id)| {
            let item = world.item(id);
            BegunItem {
                symbol: item.glyph,
                name: item.name.clone(),
                x: p.x + 1,
                y: p.y + 1,
            }
        });
    let bodies = size
        .points()
        .filter_map(|p| Some((p, world.body_at(level, p)?)));
    let bodies = bodies.map(|(p, who)| BegunBody {
        symbol: world.glyph_of(who),
        name: world.kind(who).name.clone(),
        hero: world.ours().any(|our| our == who),
        x: p.x + 1,
        y: p.y + 1,
        health: world.life_of(who),
        strength: world.body(who).stat(Stat::Strength),
    });
    BegunLevel {
        name: world.dungeon().levels()[nth].name.clone(),
        width: size.width,
        height: size.height,
        terrain: rows(world, level, |p| world.tile(level, p).glyph),
        map: map_rows(world, nth),
        tiles,
        bodies: bodies.collect(),
        items: items.collect(),
    }
}

fn rows(world: &World, level: LevelId, glyph: impl Fn(Point) -> char) -> Vec<String> {
    let size = world.size(level);
    let row = |y: i32| {
        (0..size.width)
            .map(|x| glyph(Point { x, y }))
            .collect::<String>()
    };
    (0..size.height).map(row).collect()
}

/// The rows of a level: terrain, covered by items, covered by bodies.
pub fn map_rows(world: &World, nth: usize) -> Vec<String> {
    let level = LevelId::of(nth);
    rows(world, level, |p| shown(world, level, p).glyph())
}

/// A picture of a level.
pub fn level_picture(world: &World, nth: usize) -> Frame {
    let level = LevelId::of(nth);
    let size = world.size(level);
    let mut frame = Frame::new(size);
    for p in size.points() {
        frame.set(p, shown(world, level, p));
    }
    frame
}

/// What is seen of a cell from outside of the game.
fn shown(world: &World, level: LevelId, p: Point) -> Cell {
    let (glyph, colour, bold) = match (world.body_at(level, p), world.item_at(level, p)) {
        (Some(who), _) => (world.glyph_of(who), world.kind(who).colour, true),
        (None, ItemId::NONE) => {
            let tile = world.tile(level, p);
            (tile.glyph, tile.colour, false)
        }
        (None, item) => (world.item(item).glyph, world.item(item).colour, true),
    };
    Cell::new(
        glyph,
        Style {
            ink: colour,
            bold,
            ..Style::PLAIN
        },
    )
}

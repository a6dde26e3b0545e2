//! A level at the start of a game with a seed, with everything that the seed generates and scatters.
use dungeon_engine::world::World;
use dungeon_format::json::Row;
use dungeon_model::dungeon::{Dungeon, ItemId, LevelId, Stat};
use dungeon_model::space::geometry::Point;
use dungeon_play::session::session::Session;
use dungeon_play::view::frame::{Cell, Frame, Style};

/// Returns the chosen levels at the start of a game, in file order, as JSON (docs/IMPORT.md, "JSON"). Columns and rows
/// count from 1.
pub fn begun(session: &Session, levels: &[usize]) -> Row {
    let world = session.game().world();
    let dungeon: &Dungeon = world.dungeon();
    let levels = levels.iter().map(|level| begun_level(world, *level));
    Row::default()
        .with("title", dungeon.title())
        .with("author", dungeon.author())
        .with("about", dungeon.about())
        .with("rules", dungeon.settings().game.word)
        .with("seed", session.seed())
        .with("levels", levels.collect::<Vec<_>>())
}

/// Returns a level: rows with only terrain, rows with items and bodies, and separate lists of terrain, bodies and
/// items.
fn begun_level(world: &World, nth: usize) -> Row {
    let level = LevelId::of(nth);
    let size = world.size(level);
    let thing = |symbol: char, name: &str| Row::default().with("symbol", symbol).with("name", name);
    let mut tiles: Vec<((char, &str), Row)> = Vec::new();
    for p in size.points() {
        let tile = world.tile(level, p);
        let sort = (tile.glyph, tile.name.as_str());
        if !tiles.iter().any(|(known, _)| *known == sort) {
            let row = thing(tile.glyph, &tile.name)
                .with("walk", world.is_place(level, p))
                .with("see", world.lets_sight(level, p));
            tiles.push((sort, row));
        }
    }
    let tiles: Vec<Row> = tiles.into_iter().map(|(_, row)| row).collect();
    let items = size.points().map(|p| (p, world.item_at(level, p)));
    let items = items.filter(|(_, item)| *item != ItemId::NONE);
    let items = items.map(|(p, id)| {
        thing(world.item(id).glyph, &world.item(id).name)
            .with("x", p.x + 1)
            .with("y", p.y + 1)
    });
    let bodies = size.points();
    let bodies = bodies.filter_map(|p| Some((p, world.body_at(level, p)?)));
    let bodies = bodies.map(|(p, who)| {
        thing(world.glyph_of(who), &world.kind(who).name)
            .with("hero", world.ours().any(|our| our == who))
            .with("x", p.x + 1)
            .with("y", p.y + 1)
            .with("health", world.life_of(who))
            .with("strength", world.body(who).stat(Stat::Strength))
    });
    Row::default()
        .with("name", &world.dungeon().levels()[nth].name)
        .with("width", size.width)
        .with("height", size.height)
        .with(
            "terrain",
            rows(world, level, |p| world.tile(level, p).glyph),
        )
        .with("map", map_rows(world, nth))
        .with("tiles", tiles)
        .with("bodies", bodies.collect::<Vec<_>>())
        .with("items", items.collect::<Vec<_>>())
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

/// Returns the rows of a level. Items cover terrain, and bodies cover items.
pub fn map_rows(world: &World, nth: usize) -> Vec<String> {
    let level = LevelId::of(nth);
    rows(world, level, |p| shown(world, level, p).glyph())
}

/// Returns a picture of a level, one cell of the frame for each cell of the map.
pub fn level_picture(world: &World, nth: usize) -> Frame {
    let level = LevelId::of(nth);
    let size = world.size(level);
    let mut frame = Frame::new(size);
    for p in size.points() {
        frame.set(p, shown(world, level, p));
    }
    frame
}

/// Returns the topmost thing of a cell, even if the hero cannot see it.
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

use std::sync::Arc;

use dungeon::dungeon::*;
use dungeon::play::session::Session;
use dungeon::space::geometry::{Point, Size, at};
use dungeon::space::grid::Grid;

pub fn scene(name: &str) -> Session {
    let path = format!("{}/fixtures/scenes/{name}.dng", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("file");
    let title = text.split('"').nth(1).unwrap_or("").to_owned();
    let rows: Vec<&str> = text
        .lines()
        .skip_while(|l| *l != "map")
        .skip(1)
        .take_while(|l| *l != "end")
        .collect();
    let size = Size::new(rows[0].len() as i32, rows.len() as i32);
    let mut kinds = builtin::explore_kinds();
    kinds.push(Kind {
        name: "crypt rat".into(),
        glyph: 'r',
        colour: Some(Colour::Yellow),
        behaviour: Behaviour::Wanderer { sight: 6 },
        stats: Stats([4, 1, 0, 0]),
        ..kinds[1].clone()
    });
    let mut items = builtin::explore_items();
    items.push(ItemKind {
        name: "bread".into(),
        glyph: 'b',
        gives: Stats([5, 0, -2, 0]),
        says: "It is stale.".into(),
        ..items[1].clone()
    });
    let mut tiles = builtin::tiles();
    tiles.push(Tile {
        footing: Footing::Nobody,
        ..tiles[2].clone()
    });
    let mut grid = Grid::filled(size, builtin::FLOOR);
    let mut level = (Vec::new(), Vec::new());
    for p in size.points() {
        let c = rows[p.y as usize].chars().nth(p.x as usize).unwrap_or(' ');
        let rim = !size.contains_inside_rim(p);
        if c == '#' {
            grid.set(p, if rim { TileId(4) } else { builtin::WALL });
        }
        if let Some(i) = items.iter().position(|i| i.glyph == c && c != ' ') {
            level.0.push((p, ItemId(i as u16)));
        }
        if let Some(k) = kinds.iter().position(|k| k.glyph == c) {
            level.1.push(Spawn {
                kind: KindId(k as u16),
                at: p,
                stats: kinds[k].stats,
                route: None,
            });
        }
    }
    if name == "cell" {
        level.1[0].stats = Stats([5, 5, 0, 0]);
        level.1.push(Spawn {
            kind: KindId(3),
            at: at(5, 2),
            stats: Stats([10, 3, 0, 0]),
            route: Some(Arc::new([at(5, 2)]) as Arc<[Point]>),
        });
    }
    let levels = vec![Level {
        name: "Level".into(),
        tiles: grid,
        items: level.0,
        spawns: level.1,
        scatters: vec![],
    }];
    let seed = (name == "cell").then_some(7);
    Session::new(Arc::new(Dungeon {
        title,
        author: String::new(),
        about: String::new(),
        settings: Settings::Explore,
        seed,
        tiles,
        kinds,
        items,
        levels,
    }))
}

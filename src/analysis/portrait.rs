//! Descriptions of things in the game's own words. Each thing is put into a small room, and described as if a player
//! looked at it.
use std::sync::Arc;

use super::file_analysis::FileAnalysis;
use dungeon_engine::world::World;
use dungeon_format::resolve::Resolved;
use dungeon_format::source::Span;
use dungeon_model::dungeon::game_profile::{FeatureKind, Thing};
use dungeon_model::dungeon::{
    Dungeon, DungeonTables, ItemId, KindId, Level, Side, Spawn, Spread, Stat, Stats, StatsId,
    TileId, builtin, seal,
};
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::narrow::length;
use dungeon_play::text::look;
use dungeon_play::view::words::bestiary;

/// The size of the room. With five by five cells, the center touches no edge, and a corner is free for the hero.
const ROOM: Size = Size {
    width: 5,
    height: 5,
};
const MIDDLE: Point = at(2, 2);
const CORNER: Point = at(1, 1);

/// The content of the room's center.
#[derive(Clone, Debug)]
struct Scenery {
    tile: TileId,
    item: Option<ItemId>,
    body: Option<(KindId, Stats, Spread)>,
}

impl FileAnalysis {
    /// Describes a thing in the game's words, as a list of sentences; empty if the file has too many errors.
    pub(super) fn portrait(&self, thing: Thing) -> Vec<String> {
        let Some(Resolved { dungeon, .. }) = self.resolved() else {
            return Vec::new();
        };
        let floor = Scenery {
            tile: builtin::FLOOR,
            item: None,
            body: None,
        };
        let scenery = match thing {
            Thing::Tile(tile) => Scenery { tile, ..floor },
            Thing::Item(item) => Scenery {
                item: Some(item),
                ..floor
            },
            Thing::Body(id) => {
                let kind = dungeon.kind(id);
                Scenery {
                    body: Some((id, kind.stats, kind.spread)),
                    ..floor
                }
            }
            Thing::Feature(feature) => match tile_of(feature) {
                Some(tile) => Scenery { tile, ..floor },
                None => return vec![sentence(feature.name())],
            },
        };
        self.told(dungeon, scenery)
    }

    /// Describes a cell of a drawn level in the game's words, including its records and marks. `None` for a cell of a
    /// vault, and in a level with errors.
    pub(super) fn cell_portrait(&self, row: Span, column: i32) -> Option<(Point, Vec<String>)> {
        let resolved = self.resolved()?;
        let mut levels = resolved.dungeon.levels.iter().zip(&resolved.places.levels);
        let (level, p) = levels.find_map(|(level, places)| {
            let mut rows = places.rows.0.iter();
            let y = rows.position(|one| one.start == row.start)?;
            Some((level, at(column, length(y))))
        })?;
        let tile = level.tiles.get(p)?;
        let item = level.items.iter().find(|(cell, _)| *cell == p);
        let spawn = level.spawns.iter().find(|spawn| spawn.at == p);
        let scenery = Scenery {
            tile,
            item: item.map(|(_, item)| *item),
            body: spawn.map(|spawn| (spawn.kind, level.stats_of(spawn), level.spread_of(spawn))),
        };
        Some((p, self.told(&resolved.dungeon, scenery)))
    }

    fn told(&self, dungeon: &Dungeon, scenery: Scenery) -> Vec<String> {
        let world = World::new(Arc::new(room(self, dungeon, &scenery)), 0);
        let mut told = vec![look::describe_things(&world, MIDDLE)];
        let is_theirs =
            |(kind, ..): &(KindId, Stats, Spread)| dungeon.kind(*kind).side == Side::Theirs;
        if let Some((_, least, spread)) = &scenery.body {
            told.extend(ranges(*least, *spread));
        }
        if scenery.body.as_ref().is_some_and(is_theirs) {
            told.extend(Some(bestiary(&world)).filter(|said| !said.is_empty()));
        }
        told
    }
}

/// Returns a dungeon with one room and the tables of another dungeon.
fn room(analysis: &FileAnalysis, dungeon: &Dungeon, scenery: &Scenery) -> Dungeon {
    let mut level = Level {
        fog: dungeon.fog,
        items: scenery
            .item
            .map(|item| (MIDDLE, item))
            .into_iter()
            .collect(),
        ..Level::new(String::new(), Grid::filled(ROOM, builtin::FLOOR))
    };
    level.tiles.set(MIDDLE, scenery.tile);
    let mut has_hero = false;
    if let Some((kind, stats, _)) = scenery.body {
        has_hero = dungeon.kind(kind).side == Side::Ours;
        add_body(&mut level, kind, MIDDLE, stats);
    }
    if let (Some(Thing::Body(kind)), false) = (analysis.built_in('@'), has_hero) {
        add_body(&mut level, kind, CORNER, dungeon.kind(kind).stats);
    }
    seal(DungeonTables {
        fog: dungeon.fog,
        goals: dungeon.goals.clone(),
        pushes: dungeon.pushes.clone(),
        locks: dungeon.locks.clone(),
        tiles: dungeon.tiles.clone(),
        kinds: dungeon.kinds.clone(),
        items: dungeon.items.clone(),
        ..DungeonTables::new(dungeon.settings.clone(), vec![level])
    })
}

fn add_body(level: &mut Level, kind: KindId, at: Point, stats: Stats) {
    let id = StatsId::of(level.stats.len());
    level.stats.push(stats);
    level.spawns.push(Spawn {
        at,
        stats: id,
        kind,
        own: None,
    });
}

/// Returns a sentence about the stats that the seed draws, such as "Health 4..9, chosen by the seed."; `None` if all
/// stats are fixed.
fn ranges(least: Stats, spread: Spread) -> Option<String> {
    let most = spread.most(least);
    let drawn = Stat::ALL
        .into_iter()
        .filter(|stat| most[*stat] != least[*stat]);
    let drawn = drawn.map(|stat| format!("{} {}..{}", stat.word(), least[stat], most[stat]));
    let drawn: Vec<String> = drawn.collect();
    (!drawn.is_empty()).then(|| sentence(&format!("{}, chosen by the seed", drawn.join(", "))))
}

fn sentence(words: &str) -> String {
    dungeon_play::view::words::capitalised(words) + "."
}

/// Returns the tile of a feature without keys; `None` for stairs, which have no separate tile.
fn tile_of(feature: FeatureKind) -> Option<TileId> {
    match feature {
        FeatureKind::Door => Some(builtin::DOOR),
        FeatureKind::OpenDoor => Some(builtin::OPEN_DOOR),
        FeatureKind::Trap => Some(builtin::TRAP),
        FeatureKind::Sign => Some(builtin::SIGN),
        FeatureKind::Stairs(_) => None,
    }
}

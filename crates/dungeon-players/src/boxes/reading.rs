//! Reads a push puzzle from the hero's level of a game. `dungeon-ground` and the table of pushes decide what a tile
//! means; this module only asks them.
use super::board::{BoardCell, BoxBoard, BoxEntry, BoxPlaces, CellNumber, NOWHERE, Regions};
use super::push_search::BoxState;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_ground::step::Tread;
use dungeon_model::dungeon::{Dungeon, Feature, Goal, LevelId, Through, TileId};
use dungeon_model::space::geometry::Point;

/// A level as a push puzzle: cover all targets.
#[derive(Debug)]
pub struct PushPuzzle {
    pub board: BoxBoard,
    pub start: BoxState,
    /// Whether the puzzle allows everything that the game allows: then a puzzle without a solution is a level that can
    /// never be covered.
    pub is_complete: bool,
}

impl PushPuzzle {
    /// Returns the puzzle of the hero's level; `None` if no target is left to cover there, or if the boulders of the
    /// level differ in where they can be pushed.
    pub fn of(game: &Game) -> Option<PushPuzzle> {
        let world = game.world();
        let hero = world.body(world.commanded());
        let is_alone = world.ours().nth(1).is_none() && hero.through != Through::Walls;
        if !world.dungeon().goals.contains(&Goal::Cover) || !is_alone {
            return None;
        }
        let level = hero.level;
        let sort = sort_of_all(world, level)?;
        let mut is_complete = is_closed(world, level);
        let mut cells = Vec::new();
        let mut boxes = Vec::new();
        for p in world.size(level).points() {
            let cell = read_cell(world, level, p, sort, &mut is_complete)?;
            if let Some(cell) = cell {
                if matches!(world.tile(level, p).feature, Feature::Boulder(_)) {
                    boxes.push(cells.len());
                }
                cells.push(cell);
            }
        }
        let at = cells.iter().position(|cell| cell.at == hero.at)?;
        let is_open = { cells.iter() }.any(|cell| {
            cell.is_target && !matches!(world.tile(level, cell.at).feature, Feature::Boulder(_))
        });
        if !is_open {
            return None;
        }
        let board = BoxBoard::new(cells, game.rules().neighbours())?;
        let number = |nth: usize| CellNumber::try_from(nth).unwrap_or(NOWHERE);
        let boxes: Vec<CellNumber> = boxes.into_iter().map(number).collect();
        let mut places = BoxPlaces::new(&board);
        places.put(&board, &boxes);
        let hero = Regions::new(&board).flood(&board, &places, number(at));
        let start = BoxState { boxes, hero };
        Some(PushPuzzle {
            board,
            start,
            is_complete,
        })
    }
}

/// Returns a sort of boulders that stands for all on a level: `None` if there are none, or if they differ in where they
/// can be pushed.
fn sort_of_all(world: &World, level: LevelId) -> Option<TileId> {
    let dungeon = world.dungeon();
    let tiles = world
        .size(level)
        .points()
        .map(|p| world.tile(level, p).feature);
    let mut sorts: Vec<TileId> = tiles
        .filter_map(|feature| match feature {
            Feature::Boulder(boulder) => Some(boulder.sort),
            _ => None,
        })
        .collect();
    sorts.sort_unstable();
    sorts.dedup();
    let first = *sorts.first()?;
    let entries = |sort: TileId| {
        let pushes = dungeon.pushes_of(sort).iter();
        let entries = pushes.map(|push| (push.onto, entry(dungeon, sort, push.onto)));
        entries.collect::<Vec<_>>()
    };
    let all = entries(first);
    sorts[1..]
        .iter()
        .all(|sort| entries(*sort) == all)
        .then_some(first)
}

/// Returns what becomes of a boulder that is pushed onto a tile.
fn entry(dungeon: &Dungeon, sort: TileId, onto: TileId) -> BoxEntry {
    match dungeon
        .pushed(sort, onto)
        .map(|becomes| dungeon.tile(becomes).feature)
    {
        None => BoxEntry::Never,
        Some(Feature::Boulder(_)) => BoxEntry::Lies,
        Some(_) => BoxEntry::Sinks,
    }
}

/// Whether nothing on a level can happen but the hero's steps and pushes, as far as its tiles do not tell.
fn is_closed(world: &World, level: LevelId) -> bool {
    let dungeon = world.dungeon();
    world.theirs(level).next().is_none() && dungeon.causes.is_empty()
}

/// Returns a cell of the puzzle; `Some(None)` for a wall, and `None` if the puzzle cannot be read. Sets `is_complete`
/// to `false` if the cell allows more than the puzzle.
fn read_cell(
    world: &World,
    level: LevelId,
    p: Point,
    sort: TileId,
    is_complete: &mut bool,
) -> Option<Option<BoardCell>> {
    let dungeon = world.dungeon();
    let ground = match world.tile(level, p).feature {
        Feature::Boulder(boulder) => boulder.leaves,
        _ => world.cell(level, p).tile,
    };
    let tile = dungeon.tile(ground);
    let passage = TilePassage::of(tile);
    let ground = passage.opened().unwrap_or(ground);
    let entry = entry(dungeon, sort, ground);
    if entry == BoxEntry::Sinks {
        let filled = dungeon.pushed(sort, ground)?;
        let is_floor = TilePassage::of(dungeon.tile(filled)).is_floor();
        if !is_floor || self::entry(dungeon, sort, filled) != BoxEntry::Lies || tile.is_target {
            return None;
        }
        // The hero may be able to enter the hole, too.
        *is_complete &= !passage.may_be_cleared();
    }
    let is_harmless = passage.trap.is_none() && passage.harm == 0 && passage.tread == Tread::PLAIN;
    let is_entered = passage.lets_hero_in(|lock| world.opens(lock)) && is_harmless;
    let is_occupied = world.theirs(level).any(|who| world.body(who).at == p);
    *is_complete &= !passage.may_carry() && (is_entered || !passage.may_be_cleared());
    let is_cell = (is_entered || entry == BoxEntry::Sinks) && !is_occupied;
    Some(is_cell.then_some(BoardCell {
        at: p,
        entry,
        is_target: tile.is_target,
    }))
}

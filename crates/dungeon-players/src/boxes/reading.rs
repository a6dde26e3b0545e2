//! Reads a push puzzle from the hero's level of a game. `dungeon-ground` and the table of pushes decide the meaning of
//! each tile.
use super::board::{BoardCell, BoxBoard, BoxCell, BoxEntry, BoxPlaces, NOWHERE, Regions};
use super::push_search::BoxState;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::goals;
use dungeon_engine::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_ground::step::Tread;
use dungeon_model::dungeon::{Dungeon, Feature, Goal, ItemId, LevelId, Through, TileId, builtin};
use dungeon_model::space::geometry::Point;

/// A level as a push puzzle: all targets must be covered, or a way must be cleared for the hero.
#[derive(Debug)]
pub struct PushPuzzle {
    pub board: BoxBoard,
    pub start: BoxState,
    /// Whether the puzzle allows all moves that the game allows. If so, a puzzle without a solution proves that the
    /// level's targets can never be covered.
    pub is_complete: bool,
}

impl PushPuzzle {
    /// Returns the puzzle of covering the targets of the hero's level; `None` if no target is left to cover, or if the
    /// level does not fit the model.
    pub fn of_targets(game: &Game) -> Option<PushPuzzle> {
        let is_asked = game.world().dungeon().goals.contains(&Goal::Cover);
        let puzzle = is_asked.then(|| PushPuzzle::read(game, true))??;
        let mut targets = puzzle.board.targets.iter();
        let is_covered = targets.all(|target| puzzle.start.boxes.contains(target));
        (!is_covered).then_some(puzzle)
    }

    /// Returns the puzzle of clearing a way for the hero past boulders: to a way out if only leaving is left to do,
    /// otherwise to an item. `None` if boulders shut off no such cell, or if the level does not fit the model.
    pub fn of_ways(game: &Game) -> Option<PushPuzzle> {
        let mut puzzle = PushPuzzle::read(game, false)?;
        puzzle.is_complete = false;
        let world = game.world();
        let board = &mut puzzle.board;
        let is_wanted = |at: Point| {
            if goals::may_leave(world) {
                TilePassage::of(world.tile(world.here(), at))
                    .exit()
                    .is_some()
            } else {
                world.item_at(world.here(), at) != ItemId::NONE
            }
        };
        let mut reached = Regions::new(board);
        let mut places = BoxPlaces::new(board);
        let numbers = 0..BoxCell::try_from(board.len()).unwrap_or(NOWHERE);
        places.put(
            board,
            &board
                .holes()
                .map(|hole| board.sunk(hole))
                .collect::<Vec<_>>(),
        );
        reached.flood(board, &places, puzzle.start.hero);
        let within = |cell: &BoxCell| is_wanted(board.cells[usize::from(*cell)].at);
        let mut wanted: Vec<BoxCell> = numbers.filter(within).collect();
        wanted.retain(|cell| reached.has(*cell));
        let mut places = BoxPlaces::new(board);
        places.put(board, &puzzle.start.boxes);
        reached.flood(board, &places, puzzle.start.hero);
        wanted.retain(|cell| !reached.has(*cell));
        board.wanted = wanted;
        (!puzzle.board.wanted.is_empty()).then_some(puzzle)
    }

    fn read(game: &Game, has_targets: bool) -> Option<PushPuzzle> {
        let world = game.world();
        let hero = world.body(world.commanded());
        let is_alone = world.ours().nth(1).is_none();
        if !game.is_as_written() || !is_alone || hero.through == Through::Walls {
            return None;
        }
        let level = hero.level;
        let sorts = sorts_on(world, level)?;
        let mut is_complete = world.dungeon().causes.is_empty() && hero.through == Through::Floor;
        let (mut cells, mut boxes, mut bits) = (Vec::new(), Vec::new(), Vec::new());
        for p in world.size(level).points() {
            let cell = read_cell(world, level, p, &sorts, &mut is_complete)?;
            let Some(mut cell) = cell else { continue };
            cell.is_target &= has_targets;
            let sort = sort_at(world, level, p);
            let nth = sort.and_then(|sort| sorts.iter().position(|other| *other == sort));
            if let Some(nth) = nth {
                boxes.push(BoxCell::try_from(cells.len()).unwrap_or(NOWHERE));
                bits.push(1 << nth);
            }
            cells.push(cell);
        }
        let at = cells.iter().position(|cell| cell.at == hero.at)?;
        let at = BoxCell::try_from(at).unwrap_or(NOWHERE);
        let board = BoxBoard::new(cells, bits, game.rules().neighbours())?;
        is_complete &= are_shut_away(world, &board, at);
        let mut places = BoxPlaces::new(&board);
        places.put(&board, &boxes);
        let hero = Regions::new(&board).flood(&board, &places, at);
        let start = BoxState { boxes, hero };
        Some(PushPuzzle {
            board,
            start,
            is_complete,
        })
    }
}

/// Returns the sorts of boulders on a level, in ascending order; `None` if there are none, if there are more sorts than
/// bits to number them, or if the sorts differ in anything but the terrain that they fill.
fn sorts_on(world: &World, level: LevelId) -> Option<Vec<TileId>> {
    let dungeon = world.dungeon();
    let tiles = world.size(level).points();
    let mut sorts: Vec<TileId> = tiles.filter_map(|p| sort_at(world, level, p)).collect();
    sorts.sort_unstable();
    sorts.dedup();
    let lies = |sort: TileId| {
        let pushes = dungeon.pushes_of(sort).iter().map(|push| push.onto);
        let lies = pushes.filter(|onto| entry(dungeon, sort, *onto) == BoxEntry::Lies);
        lies.collect::<Vec<_>>()
    };
    let all = lies(*sorts.first()?);
    let are_alike = sorts[1..].iter().all(|sort| lies(*sort) == all);
    (are_alike && sorts.len() <= u8::BITS as usize).then_some(sorts)
}

/// Returns the sort of the boulder on a cell; `None` if the cell has no boulder.
fn sort_at(world: &World, level: LevelId, p: Point) -> Option<TileId> {
    match world.tile(level, p).feature {
        Feature::Boulder(boulder) => Some(boulder.sort),
        _ => None,
    }
}

/// Returns the result of pushing a boulder onto a tile.
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

/// Whether the monsters of a level never move, leave no trails and spawn nothing, and the hero can never stand next to
/// them, even if all boxes are gone and all holes are filled. Such monsters can change nothing but the hero's life.
/// Allies that have joined the hero move, even with `hunt=stand` (M-4).
fn are_shut_away(world: &World, board: &BoxBoard, hero: BoxCell) -> bool {
    let level = world.here();
    let mut monsters = world.theirs(level).peekable();
    if monsters.peek().is_none() {
        return true;
    }
    let holes: Vec<BoxCell> = board.holes().map(|hole| board.sunk(hole)).collect();
    let mut places = BoxPlaces::new(board);
    places.put(board, &holes);
    let mut reached = Regions::new(board);
    reached.flood(board, &places, hero);
    monsters.all(|who| {
        let (kind, body) = (world.kind(who), world.body(who));
        let numbers = 0..BoxCell::try_from(board.len()).unwrap_or(NOWHERE);
        let mut met = numbers.filter(|cell| {
            board.cells[usize::from(*cell)].at.chebyshev(body.at) <= 1 && reached.has(*cell)
        });
        kind.stands_still()
            && !body.follows()
            && kind.trail.is_none()
            && kind.spawns.is_none()
            && met.next().is_none()
    })
}

/// Returns a cell of the puzzle; `Some(None)` for a wall, and `None` if the level cannot be read as a puzzle. Sets
/// `is_complete` to `false` if the cell allows moves that the puzzle leaves out.
fn read_cell(
    world: &World,
    level: LevelId,
    p: Point,
    sorts: &[TileId],
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
    let sinks = |sort: TileId| entry(dungeon, sort, ground) == BoxEntry::Sinks;
    let bits = (0..).zip(sorts).filter(|(_, sort)| sinks(**sort));
    let sinks = bits.fold(0, |bits, (nth, _)| bits | 1 << nth);
    let entry = match sinks {
        0 => entry(dungeon, *sorts.first()?, ground),
        _ => BoxEntry::Sinks,
    };
    if entry == BoxEntry::Sinks {
        // In the model, every box can be pushed across a filled hole, and no hole is a target.
        let lies = |sort: &TileId| self::entry(dungeon, *sort, builtin::FLOOR) == BoxEntry::Lies;
        if !sorts.iter().all(lies) || tile.is_target {
            return None;
        }
        // In the model, the hero never enters an open hole. In the game, the hero may be able to.
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
        sinks,
        is_target: tile.is_target,
    }))
}

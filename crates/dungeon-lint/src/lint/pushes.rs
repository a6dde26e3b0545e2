//! The cells of a level that pushes can change, for lints that ask how far boulders get.
use dungeon_ground::future::{becoming, futures};
use dungeon_ground::pushes::{PushedCells, boulder, pushed_cells};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{CauseRecord, Dungeon, Footing, LevelId, TileId};
use dungeon_model::space::geometry::Point;

/// Returns the cells of a level that pushes can change, for a hero who can stand on the floor that `reaches` accepts.
/// No boulder is pushed onto a cell that `is_fixed` accepts. Returns `None` if chance, a monster or a cause may put
/// boulders anywhere.
pub fn pushed(
    dungeon: &Dungeon,
    level: LevelId,
    reaches: impl Fn(Point) -> bool,
    is_fixed: impl Fn(Point) -> bool,
) -> Option<PushedCells> {
    let drawn = &dungeon.levels[usize::from(level.0)];
    let is_boulder = |tile: TileId| boulder(dungeon, tile).is_some();
    let mut scattered = drawn.scattered().filter_map(Thing::tile);
    let mut trails = dungeon.kinds.iter().filter_map(|kind| kind.trail);
    let mut made = dungeon.causes.iter().flat_map(CauseRecord::made_tiles);
    let is_open = drawn.generator.is_some()
        || drawn.chance.is_some()
        || scattered.any(is_boulder)
        || trails.any(is_boulder)
        || made.any(|(_, into)| is_boulder(into));
    if is_open {
        return None;
    }
    let shifting = dungeon.shifting_cells();
    let is_shifting = |p: Point| shifting.contains(&(level, p));
    let futures = futures(dungeon);
    let cells = drawn.tiles.size().points();
    let boulders = cells.filter_map(|p| Some((p, boulder(dungeon, drawn.tiles.get(p)?)?)));
    let stands = |p: Point| {
        let least = drawn
            .tiles
            .get(p)
            .map(|tile| futures[usize::from(tile.0)].least);
        let is_floor = least.is_some_and(|least| least < Footing::Drifters || is_shifting(p));
        is_floor && reaches(p)
    };
    let tiles = |p: Point| match drawn.tiles.get(p) {
        _ if is_fixed(p) => Vec::new(),
        Some(_) if is_shifting(p) => dungeon.numbered_tiles().map(|(id, _)| id).collect(),
        Some(tile) => becoming(dungeon, tile),
        None => Vec::new(),
    };
    let ways = dungeon.settings.game.neighbours;
    pushed_cells(dungeon, boulders.collect(), ways, stands, tiles, || true)
}

//! The tiles that each tile can turn into during a game. The list must be complete: a proof that a game cannot be won
//! relies on it.
use super::passage::TilePassage;
use dungeon_model::dungeon::{Dungeon, Footing, Sight, TileId, builtin};

/// What the terrain of a cell can become during a game, and what it cannot become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileFuture {
    /// The least restrictive footing that the cell can get.
    pub least: Footing,
    /// The most restrictive footing that the cell can get.
    pub greatest: Footing,
    /// Whether the cell can carry a hero to another cell at some point in the game.
    pub carries: bool,
    /// Whether a line of sight can pass through the cell at some point in the game.
    pub lets_sight: bool,
}

/// Returns the future of each tile, by `TileId`.
pub fn futures(dungeon: &Dungeon) -> Vec<TileFuture> {
    let numbers = dungeon.numbered_tiles().map(|(id, _)| id);
    let future = |tile| {
        let tiles = becoming(dungeon, tile);
        let all = || tiles.iter().map(|tile| dungeon.tile(*tile));
        let footings = || all().map(|tile| tile.footing);
        TileFuture {
            least: footings().min().unwrap_or(Footing::Nobody),
            greatest: footings().max().unwrap_or(Footing::Nobody),
            carries: all().any(|tile| TilePassage::of(tile).may_carry()),
            lets_sight: all().any(|tile| tile.sight == Sight::Clear),
        }
    };
    numbers.map(future).collect()
}

/// Returns a tile, and every tile that can take its place during a game, each once.
pub fn becoming(dungeon: &Dungeon, tile: TileId) -> Vec<TileId> {
    let mut tiles = vec![tile];
    let mut next = 0;
    while let Some(tile) = tiles.get(next).copied() {
        let pushed = dungeon.pushes.iter().filter(|push| push.onto == tile);
        let pushed = pushed.map(|push| push.becomes);
        let trails = dungeon.kinds.iter().filter_map(|kind| kind.trail);
        let trails = trails.filter(|_| tile == builtin::FLOOR);
        let after = TilePassage::of(dungeon.tile(tile)).after();
        for tile in after.chain(pushed).chain(trails) {
            if !tiles.contains(&tile) {
                tiles.push(tile);
            }
        }
        next += 1;
    }
    tiles
}

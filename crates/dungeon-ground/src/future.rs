//! What tiles may come to be while a game goes on, whatever happens: what certain disproofs are made of.
use super::passage::TilePassage;
use dungeon_model::dungeon::{Dungeon, Footing, Sight, TileId, builtin};

/// What a tile may come to be, while a game goes on, by whatever happens to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileFuture {
    /// The bodies that may stand there at best.
    pub least: Footing,
    /// The bodies that may stand there at worst.
    pub greatest: Footing,
    /// Whether it may take a hero to another place.
    pub carries: bool,
    /// Whether a line may lead over it.
    pub lets_sight: bool,
}

/// What each tile may come to be, by `TileId`.
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

/// A tile, and all that its cell may come to be by whatever happens there.
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

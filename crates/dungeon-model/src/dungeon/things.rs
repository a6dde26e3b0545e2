//! Queries for the tiles, items and bodies that a file puts on cells, in scatters, on marks and in vaults.
use super::cause::CauseEffect;
use super::game_profile::Thing;
use super::ids::{ItemId, KindId, TileId};
use super::level::{Level, Scatter, ScatteredThing};
use super::level_chance::MarkedThing;
use super::vault::Vault;
use crate::space::geometry::Point;

#[doc(hidden)]
impl Thing {
    /// Returns the tile; `None` if the thing is no tile.
    pub fn tile(self) -> Option<TileId> {
        match self {
            Thing::Tile(tile) => Some(tile),
            Thing::Item(_) | Thing::Body(_) | Thing::Feature(_) => None,
        }
    }

    /// Returns the item; `None` if the thing is no item.
    pub fn item(self) -> Option<ItemId> {
        match self {
            Thing::Item(item) => Some(item),
            Thing::Tile(_) | Thing::Body(_) | Thing::Feature(_) => None,
        }
    }

    /// Returns the kind of the body; `None` if the thing is no body.
    pub fn body(self) -> Option<KindId> {
        match self {
            Thing::Body(kind) => Some(kind),
            Thing::Tile(_) | Thing::Item(_) | Thing::Feature(_) => None,
        }
    }
}

#[doc(hidden)]
impl ScatteredThing {
    /// Returns the scattered thing: the tile, the item, or the kind of the body.
    pub fn thing(self) -> Thing {
        match self {
            ScatteredThing::Tile(tile) => Thing::Tile(tile),
            ScatteredThing::Item(item) => Thing::Item(item),
            ScatteredThing::Body(kind, _) => Thing::Body(kind),
        }
    }
}

#[doc(hidden)]
impl MarkedThing {
    /// Returns the marked thing: the item, the kind of the body, or the tile. Marked terrain has two tiles; this is the
    /// one for cells where bodies may stand, and not the one for a closed rim.
    pub fn thing(&self) -> Thing {
        match self {
            MarkedThing::Tile { tile, .. } => Thing::Tile(*tile),
            MarkedThing::Item(item) => Thing::Item(*item),
            MarkedThing::Body(spawn) => Thing::Body(spawn.kind),
        }
    }
}

#[doc(hidden)]
impl Level {
    /// Returns everything that the level's drawing and records place: items, bodies, and the terrain of every cell,
    /// each with its cell.
    pub fn things(&self) -> impl Iterator<Item = (Point, Thing)> {
        let items = self.items.iter().map(|(p, item)| (*p, Thing::Item(*item)));
        let bodies = { self.spawns.iter() }.map(|spawn| (spawn.at, Thing::Body(spawn.kind)));
        let tiles = self.tiles.size().points().zip(self.tiles.cells());
        let tiles = tiles.map(|(p, tile)| (p, Thing::Tile(*tile)));
        items.chain(bodies).chain(tiles)
    }

    /// Returns the thing of every scatter, even of scatters with an amount of zero.
    pub fn scattered(&self) -> impl Iterator<Item = Thing> {
        self.scatters.iter().map(|scatter| scatter.what.thing())
    }

    /// Returns every scatter with a nonzero amount, with its number in `scatters`.
    pub fn used_scatters(&self) -> impl Iterator<Item = (usize, &Scatter)> {
        let scatters = self.scatters.iter().enumerate();
        scatters.filter(|(_, scatter)| !scatter.amount.is_zero())
    }
}

#[doc(hidden)]
impl Vault {
    /// Returns everything that the vault's drawing and records place.
    pub fn things(&self) -> impl Iterator<Item = Thing> {
        let items = self.items.iter().map(|(_, item)| Thing::Item(*item));
        let bodies = { self.spawns.iter() }.map(|spawn| Thing::Body(spawn.kind));
        let tiles = { self.tiles.cells().iter().flatten() }.map(|tile| Thing::Tile(*tile));
        items.chain(bodies).chain(tiles)
    }

    /// Returns everything that the vault may contain, including things that its random marks may place.
    pub fn all_things(&self) -> impl Iterator<Item = Thing> {
        let by_chance = self.chance.iter().flat_map(|chance| chance.things());
        self.things().chain(by_chance.map(MarkedThing::thing))
    }
}

#[doc(hidden)]
impl CauseEffect {
    /// Returns everything that the effect may add to the game.
    pub fn things(&self) -> Vec<Thing> {
        match self {
            CauseEffect::Tile { into, .. } => vec![Thing::Tile(*into)],
            CauseEffect::Spawn { kind, .. } => kind.all().map(Thing::Body).collect(),
            CauseEffect::Give(item) => item.all().map(Thing::Item).collect(),
            _ => Vec::new(),
        }
    }
}

//! What a tile can be to a hero of explore whom nobody hinders: what it is now, and all that it may become.
use dungeon_model::dungeon::{
    Dungeon, Feature, Footing, Harm, LevelId, LockId, Stair, Stairs, Through, Tile, Trap, builtin,
};
use dungeon_model::space::geometry::Directions;

/// How a hero passes a tile, as soon as nobody stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileClass {
    /// Neither a hero nor an opened door is ever there.
    Solid,
    /// The hero walks there, perhaps through a door or slime that he opens or wipes away first.
    Open,
    /// A door that wants a key.
    Locked(LockId),
    /// A trap that carries heroes off who walk onto it; `once` if it is ground after that.
    Carrier { once: bool },
}

/// What of a tile decides where the hero can come to.
#[derive(Clone, Copy, Debug)]
pub struct GroundTile {
    /// How a hero passes the tile.
    pub class: TileClass,
    /// Whether it is floor as long as the game lasts, so that a hero who arrives finds room there.
    pub is_floor_always: bool,
    /// Whether it may be floor some time: a door once it is opened.
    pub is_floor_ever: bool,
    /// The directions of the steps that lead onto the tile.
    pub enter: Directions,
    /// Whether a hero who stands there is harmed in every round.
    pub is_harmful: bool,
    /// The trap of a carrier.
    pub harm: Option<Harm>,
    /// The stairs that are taken here.
    pub stairs: Option<Stairs>,
    /// The way out that is taken here.
    pub exit: Option<Stair>,
}

impl GroundTile {
    /// A tile that allows what this one does and what another does, since one may come in the place of the other; none of two
    /// traps that carry a hero to other places.
    pub fn or(self, other: GroundTile) -> Option<GroundTile> {
        let class = match (self.class, other.class) {
            (TileClass::Carrier { .. }, TileClass::Carrier { .. }) if self.harm != other.harm => {
                return None;
            }
            // A trap that was sprung may come again.
            (TileClass::Carrier { .. }, _) | (_, TileClass::Carrier { .. }) => {
                TileClass::Carrier { once: false }
            }
            (TileClass::Solid, class) | (class, TileClass::Solid) => class,
            (class, same) if class == same => class,
            _ => TileClass::Open,
        };
        let enter = match (self.class, other.class) {
            (TileClass::Solid, _) => other.enter,
            (_, TileClass::Solid) => self.enter,
            _ if self.enter == other.enter => self.enter,
            _ => Directions::ALL,
        };
        Some(GroundTile {
            class,
            enter,
            is_floor_always: false,
            is_floor_ever: self.is_floor_ever || other.is_floor_ever,
            is_harmful: self.is_harmful || other.is_harmful,
            harm: self.harm.or(other.harm),
            stairs: self.stairs.or(other.stairs),
            exit: self.exit.or(other.exit),
        })
    }
}

/// The tiles of a dungeon by number, for a hero who passes so much on a level that is the last one or not.
pub fn ground_tiles(dungeon: &Dungeon, level: LevelId, through: Through) -> Vec<GroundTile> {
    let has_below = usize::from(level.0) + 1 < dungeon.levels.len();
    let leaves_slime = dungeon.kinds.iter().any(|kind| kind.trail.is_some());
    let tiles = dungeon.numbered_tiles();
    tiles
        .zip(dungeon.filled_tiles())
        .map(|((id, tile), is_filled)| {
            // A push may make floor of what is filled, and a boulder may come to lie on any floor (T-1, T-2).
            let class = match is_filled {
                true => TileClass::Open,
                false => class(dungeon, tile, has_below, through),
            };
            let is_floor = tile.footing == Footing::Anyone;
            GroundTile {
                class,
                is_floor_always: is_floor
                    && dungeon.pushes.is_empty()
                    && !(leaves_slime && id == builtin::FLOOR),
                is_floor_ever: is_floor || is_filled || opens(tile),
                enter: tile.enter(),
                is_harmful: tile.acting().is_some_and(|acting| acting.harm > 0),
                harm: match tile.feature {
                    Feature::Trap(trap) if matches!(class, TileClass::Carrier { .. }) => {
                        Some(trap.harm)
                    }
                    _ => None,
                },
                stairs: match tile.feature {
                    Feature::Stairs(stairs) if is_floor => Some(stairs),
                    _ => None,
                },
                exit: match tile.feature {
                    Feature::Exit(way) if is_floor => Some(way),
                    _ => None,
                },
            }
        })
        .collect()
}

/// Whether another tile can come in the place of one: of a door, slime, a fence, a boulder.
fn opens(tile: &Tile) -> bool {
    matches!(
        tile.feature,
        Feature::Door(_) | Feature::Pool(_) | Feature::Fence(_) | Feature::Boulder(_)
    )
}

fn class(dungeon: &Dungeon, tile: &Tile, has_below: bool, through: Through) -> TileClass {
    match tile.feature {
        // What a door becomes is floor, even on the rim (E-1).
        Feature::Door(door) => door.lock.map_or(TileClass::Open, TileClass::Locked),
        Feature::Pool(_) | Feature::Fence(_) | Feature::Boulder(_) => TileClass::Open,
        _ if !tile.footing.admits(through) => TileClass::Solid,
        Feature::Trap(trap) if carries(trap, has_below) => {
            let sprung = dungeon.tile(trap.sprung);
            let stays = matches!(sprung.feature, Feature::Trap(next) if carries(next, has_below));
            TileClass::Carrier { once: !stays }
        }
        Feature::Trap(_)
        | Feature::Stairs(_)
        | Feature::Exit(_)
        | Feature::Acting(_)
        | Feature::Plain => TileClass::Open,
    }
}

/// Whether a trap takes the hero to another cell.
fn carries(trap: Trap, has_below: bool) -> bool {
    match trap.harm {
        Harm::Teleport(_) => true,
        Harm::Pit(_) => has_below,
        Harm::Dart(_) | Harm::Alarm => false,
    }
}

//! What the tiles of a level can be to a hero whom no one hinders: what each is now, and all that it may become.
use super::passage::{Barrier, Lead, TilePassage};
use super::pockets::Passage;
use dungeon_model::dungeon::{
    Dungeon, LevelId, LockId, Stair, Stairs, Through, Tile, TileId, builtin,
};
use dungeon_model::space::geometry::Directions;

/// How a hero passes a tile, as soon as no one stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileClass {
    /// Neither a hero nor an opened door is ever there.
    Solid,
    /// The hero walks there, perhaps through a door or slime that he opens or wipes away first.
    Open,
    /// A door that wants a key.
    Locked(LockId),
    /// A trap that carries heroes off who walk onto it.
    Carrier {
        /// Whether the trap is ground after that.
        once: bool,
    },
}

/// The properties of a tile that decide where a hero can go.
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
    /// Whether a trap springs when a hero steps there.
    pub is_trap: bool,
    /// Whether a hero who steps there loses his next act.
    pub is_slow: bool,
    /// The trap of a carrier.
    pub trap: Option<Lead>,
    /// The stairs that are taken here.
    pub stairs: Option<Stairs>,
    /// The way out that is taken here.
    pub exit: Option<Stair>,
}

impl GroundTile {
    /// How the tile lets a hero through on whom every trap acts, and who cannot shoot.
    pub fn passage(&self) -> Passage {
        match self.class {
            TileClass::Solid => Passage::Solid,
            TileClass::Locked(_) => Passage::Locked,
            TileClass::Carrier { .. } => Passage::OneWay,
            TileClass::Open if self.enter != Directions::ALL => Passage::Gate,
            TileClass::Open if self.stairs.is_some() => Passage::Way,
            TileClass::Open => Passage::Floor,
        }
    }

    /// Returns a tile that allows what this one does and what another does, since one may come in the place of the other; `None`
    /// for two traps that carry a hero to other places.
    pub fn or(self, other: GroundTile) -> Option<GroundTile> {
        let class = match (self.class, other.class) {
            (TileClass::Carrier { .. }, TileClass::Carrier { .. }) if self.trap != other.trap => {
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
            is_trap: self.is_trap || other.is_trap,
            is_slow: self.is_slow || other.is_slow,
            trap: self.trap.or(other.trap),
            stairs: self.stairs.or(other.stairs),
            exit: self.exit.or(other.exit),
        })
    }
}

/// Returns the tiles by `TileId`, for a hero of this mobility on this level.
pub fn ground_tiles(dungeon: &Dungeon, level: LevelId, through: Through) -> Vec<GroundTile> {
    let leaves_slime = dungeon.kinds.iter().any(|kind| kind.trail.is_some());
    let tiles = dungeon.numbered_tiles();
    tiles
        .zip(dungeon.filled_tiles())
        .map(|((id, tile), is_filled)| {
            let passage = TilePassage::of(tile);
            // A push may make floor of what is filled, and a boulder may come to lie on any floor (T-1, T-2).
            let class = match is_filled {
                true => TileClass::Open,
                false => class(dungeon, level, passage, through),
            };
            let is_floor = passage.is_floor();
            let is_carrier = matches!(class, TileClass::Carrier { .. });
            GroundTile {
                class,
                is_floor_always: is_floor
                    && dungeon.pushes.is_empty()
                    && !(leaves_slime && id == builtin::FLOOR),
                is_floor_ever: is_floor || is_filled || passage.barrier.is_some(),
                enter: passage.enter,
                is_harmful: passage.harm > 0,
                is_trap: passage.trap.is_some(),
                is_slow: passage.is_slow,
                trap: passage.lead.filter(|_| is_carrier),
                stairs: passage.stairs().filter(|_| is_floor),
                exit: passage.exit().filter(|_| is_floor),
            }
        })
        .collect()
}

/// How a hero of this mobility passes a tile.
fn class(dungeon: &Dungeon, level: LevelId, passage: TilePassage, through: Through) -> TileClass {
    // What a door becomes is floor, even on the rim (E-1).
    match passage.barrier {
        Some(Barrier::Door(Some(lock))) => return TileClass::Locked(lock),
        Some(_) => return TileClass::Open,
        None if !passage.footing.admits(through) => return TileClass::Solid,
        None => {}
    }
    let is_trap = |tile: TileId| TilePassage::of(dungeon.tile(tile)).trap.is_some();
    match carries_off(dungeon, level, passage) {
        // A trap that lasts becomes itself, or itself revealed.
        true => TileClass::Carrier {
            once: !passage.used().is_some_and(is_trap),
        },
        false => TileClass::Open,
    }
}

/// Whether a trap takes a hero who walks onto a tile of a level to another cell.
pub fn carries(dungeon: &Dungeon, level: LevelId, tile: &Tile) -> bool {
    carries_off(dungeon, level, TilePassage::of(tile))
}

fn carries_off(dungeon: &Dungeon, level: LevelId, passage: TilePassage) -> bool {
    let end = |lead: Lead| lead.end(dungeon, (level, None));
    passage.trap.is_some() && passage.lead.and_then(end).is_some()
}

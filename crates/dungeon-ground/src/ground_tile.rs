//! The tiles of a level for a hero whom no monster hinders. Obstacles that heroes can clear count as floor; locked
//! doors stay locked.
use super::passage::{Barrier, Lead, TilePassage};
use super::pockets::Passage;
use super::step::Tread;
use dungeon_model::dungeon::{Dungeon, LevelId, Through, Tile, TileId, builtin};

/// The properties of a tile that decide where a hero can go.
#[derive(Clone, Copy, Debug)]
pub struct GroundTile {
    /// How the tile lets heroes through, if they spring every trap and cannot shoot.
    pub kind: Passage,
    /// How bodies pass the tile now. For a tile that `or` has combined, only `tread` and `lead` are meaningful.
    pub passage: TilePassage,
    /// Whether a trap on the tile works only once and then becomes floor. Meaningful only if `kind` is
    /// `Passage::Carrier`.
    pub is_once: bool,
    /// Whether the tile stays floor for the whole game, so that an arriving hero has room there unless a body stands on
    /// it.
    pub is_floor_always: bool,
    /// Whether the tile is floor or may become floor, as a door does.
    pub is_floor_ever: bool,
}

impl GroundTile {
    /// Whether the hero can walk onto the tile, after opening or clearing an obstacle if necessary. `false` for locked
    /// doors, and for traps that carry heroes to another place.
    pub fn is_open(&self) -> bool {
        self.kind == open(self.passage)
    }

    /// Returns a tile for a cell that may have either of two tiles. The result allows everything that one of the two
    /// allows. `None` for two traps that lead to different places. In the `passage` of the result, only `tread` and
    /// `lead` are meaningful.
    pub fn or(self, other: GroundTile) -> Option<GroundTile> {
        let (one, two) = (self.passage, other.passage);
        let leads = |tile: GroundTile| (tile.kind == Passage::Carrier, tile.passage.lead.is_some());
        let mut passage = match (self.kind, other.kind) {
            (Passage::Solid, _) => two,
            (_, Passage::Solid) => one,
            _ if leads(other) > leads(self) => two,
            _ => one,
        };
        if ![self.kind, other.kind].contains(&Passage::Solid) && one.tread != two.tread {
            passage.tread = Tread::PLAIN;
        }
        let kind = match (self.kind, other.kind) {
            (Passage::Carrier, Passage::Carrier) if one.lead != two.lead => return None,
            // After the trap was sprung, the cell may become a trap again.
            (Passage::Carrier, _) | (_, Passage::Carrier) => Passage::Carrier,
            (Passage::Solid, kind) | (kind, Passage::Solid) => kind,
            (Passage::Locked, Passage::Locked) if one.lock() == two.lock() => Passage::Locked,
            _ => open(passage),
        };
        Some(GroundTile {
            kind,
            passage,
            is_once: false,
            is_floor_always: false,
            is_floor_ever: self.is_floor_ever || other.is_floor_ever,
        })
    }
}

/// Returns how heroes pass a tile that neither stops them nor carries them to another place.
fn open(passage: TilePassage) -> Passage {
    match passage.stairs() {
        _ if passage.tread != Tread::PLAIN => Passage::Stepwise(passage.tread),
        Some(_) => Passage::Way,
        None => Passage::Floor,
    }
}

/// Returns the tiles by level and by `TileId`, for a hero who can pass `through` in addition to floor.
pub fn ground_tiles(dungeon: &Dungeon, through: Through) -> Vec<Vec<GroundTile>> {
    let levels = dungeon.numbered_levels();
    let tiles = levels.map(|(level, _)| level_tiles(dungeon, level, through));
    tiles.collect()
}

/// Returns the tiles by `TileId`, for a hero on this level who can pass `through` in addition to floor.
pub fn level_tiles(dungeon: &Dungeon, level: LevelId, through: Through) -> Vec<GroundTile> {
    let leaves_slime = dungeon.kinds.iter().any(|kind| kind.trail.is_some());
    let is_trap = |tile: TileId| TilePassage::of(dungeon.tile(tile)).trap.is_some();
    let tiles = dungeon.numbered_tiles();
    tiles
        .zip(dungeon.filled_tiles())
        .map(|((id, tile), is_filled)| {
            let passage = TilePassage::of(tile);
            let is_floor = passage.is_floor();
            GroundTile {
                // A push may turn filled terrain into floor, and a boulder may be pushed onto any floor (T-1, T-2).
                kind: if is_filled {
                    open(passage)
                } else {
                    kind(dungeon, level, passage, through)
                },
                passage,
                // A trap that stays becomes itself or its revealed form.
                is_once: !passage.used().is_some_and(is_trap),
                is_floor_always: is_floor
                    && dungeon.pushes.is_empty()
                    && !(leaves_slime && id == builtin::FLOOR),
                is_floor_ever: is_floor || is_filled || passage.barrier.is_some(),
            }
        })
        .collect()
}

/// Returns how a tile lets heroes through. `through` is the terrain that they can pass in addition to floor.
fn kind(dungeon: &Dungeon, level: LevelId, passage: TilePassage, through: Through) -> Passage {
    match passage.barrier {
        // An open door is floor, even on the rim (E-1).
        Some(Barrier::Door(Some(_))) => Passage::Locked,
        None if !passage.footing.admits(through) => Passage::Solid,
        None if carries_off(dungeon, level, passage) => Passage::Carrier,
        _ => open(passage),
    }
}

/// Whether the tile is a trap that takes heroes to another cell. `level` is the level of the tile.
pub fn carries(dungeon: &Dungeon, level: LevelId, tile: &Tile) -> bool {
    carries_off(dungeon, level, TilePassage::of(tile))
}

fn carries_off(dungeon: &Dungeon, level: LevelId, passage: TilePassage) -> bool {
    let end = |lead: Lead| lead.end(dungeon, level, None);
    passage.trap.is_some() && passage.lead.and_then(end).is_some()
}

/// Whether stairs or traps of the dungeon can take a hero to another cell. Always `true` for a dungeon with several
/// levels.
pub fn ends_depend_on_others(dungeon: &Dungeon) -> bool {
    let mut tiles = dungeon.tiles.iter();
    dungeon.levels.len() > 1 || tiles.any(|tile| carries(dungeon, LevelId(0), tile))
}

//! The tiles of a level for an unhindered hero, with everything that they may become.
use super::passage::{Barrier, Lead, TilePassage};
use super::pockets::Passage;
use super::step::Tread;
use dungeon_model::dungeon::{Dungeon, LevelId, Through, Tile, TileId, builtin};

/// The properties of a tile that decide where a hero can go.
#[derive(Clone, Copy, Debug)]
pub struct GroundTile {
    /// The passage for a hero who cannot shoot and springs every trap.
    pub kind: Passage,
    /// The passage of the tile.
    pub passage: TilePassage,
    /// Whether a carrier works only once, and is floor after that.
    pub is_once: bool,
    /// Whether the tile stays floor for the whole game, so that an arriving hero finds room there.
    pub is_floor_always: bool,
    /// Whether the tile may ever be floor, like a door that is opened.
    pub is_floor_ever: bool,
}

impl GroundTile {
    /// Whether the hero can walk there, opening a door or wiping away slime if needed.
    pub fn is_open(&self) -> bool {
        self.kind == open(self.passage)
    }

    /// Returns a tile that allows everything that either of two tiles allows, for a cell that may be either; `None` for
    /// two traps with different ends. Of its passage, only the tread and the lead hold for both.
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
            // The cell may become the trap again after it was sprung.
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

/// Returns how a tile lets a hero through if it neither stops heroes nor carries them off.
fn open(passage: TilePassage) -> Passage {
    match passage.stairs() {
        _ if passage.tread != Tread::PLAIN => Passage::Stepwise(passage.tread),
        Some(_) => Passage::Way,
        None => Passage::Floor,
    }
}

/// Returns the tiles by level and by `TileId`, for a hero of this mobility.
pub fn ground_tiles(dungeon: &Dungeon, through: Through) -> Vec<Vec<GroundTile>> {
    let levels = dungeon.numbered_levels();
    let tiles = levels.map(|(level, _)| level_tiles(dungeon, level, through));
    tiles.collect()
}

/// Returns the tiles by `TileId`, for a hero of this mobility on this level.
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
                // A lasting trap becomes itself or its revealed form.
                is_once: !passage.used().is_some_and(is_trap),
                is_floor_always: is_floor
                    && dungeon.pushes.is_empty()
                    && !(leaves_slime && id == builtin::FLOOR),
                is_floor_ever: is_floor || is_filled || passage.barrier.is_some(),
            }
        })
        .collect()
}

/// Returns how a tile lets a hero of this mobility through.
fn kind(dungeon: &Dungeon, level: LevelId, passage: TilePassage, through: Through) -> Passage {
    match passage.barrier {
        // An open door is floor, even on the rim (E-1).
        Some(Barrier::Door(Some(_))) => Passage::Locked,
        None if !passage.footing.admits(through) => Passage::Solid,
        None if carries_off(dungeon, level, passage) => Passage::Carrier,
        _ => open(passage),
    }
}

/// Whether a trap takes a hero who walks onto a tile of a level to another cell.
pub fn carries(dungeon: &Dungeon, level: LevelId, tile: &Tile) -> bool {
    carries_off(dungeon, level, TilePassage::of(tile))
}

fn carries_off(dungeon: &Dungeon, level: LevelId, passage: TilePassage) -> bool {
    let end = |lead: Lead| lead.end(dungeon, level, None);
    passage.trap.is_some() && passage.lead.and_then(end).is_some()
}

/// Whether stairs or traps can take a hero from one cell to another.
pub fn ends_depend_on_others(dungeon: &Dungeon) -> bool {
    let mut tiles = dungeon.tiles.iter();
    dungeon.levels.len() > 1 || tiles.any(|tile| carries(dungeon, LevelId(0), tile))
}

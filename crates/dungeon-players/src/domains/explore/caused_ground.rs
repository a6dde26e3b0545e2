//! The changes to the ground that a dungeon's causes can still make ([C-1]), for a hero whom no monster and no harm
//! hinders. Cells that a cause may open count as open from the start. Cells that a cause may close count as never
//! closed. Keys that a cause may give or bring count as held. So the ground allows everything that any order of causes
//! allows.
//!
//! [C-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-1
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::possible::Possible;
use crate::search::budget::Meter;
use dungeon_engine::world::World;
use dungeon_ground::future::becoming;
use dungeon_ground::ground_tile::GroundTile;
use dungeon_ground::passage::TilePassage;
use dungeon_ground::pockets::Passage;
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, CauseId, Choice, Dungeon, KindId, LevelId, LockId, TileId,
};
use dungeon_model::space::geometry::Point;

/// The bytes of overhead per table entry.
const ENTRY: usize = 64;

/// The changes to a level that a dungeon's causes can still make; none by default.
#[derive(Clone, Debug)]
pub struct CausedGround {
    /// The cells whose terrain may be changed by causes.
    cells: HashMap<Point, ShiftingCell>,
    /// The cells that some cause closes for good, since nothing opens them again. Each has the causes that certainly
    /// close it.
    pub gates: BTreeMap<Point, Vec<CauseId>>,
    /// The cells where a step makes a cause happen that closes one of the `gates`.
    plates: BTreeSet<Point>,
    /// Whether stairs may appear or vanish, so that other stairs may become the first ones of the level.
    pub has_shifting_stairs: bool,
    /// The kinds of monsters that may be brought by causes, and the kinds of their offspring.
    pub brought: BTreeSet<KindId>,
    /// The maximum number of bodies of these kinds that will be brought by causes; `None` if there may be any number.
    pub most_brought: Option<usize>,
}

/// A cell whose terrain may be changed by causes.
#[derive(Clone, Debug)]
struct ShiftingCell {
    /// The tiles that may be there, the current one first.
    tiles: Vec<TileId>,
    /// The possible tiles merged into one, which allows everything that any of them allows.
    ground: GroundTile,
}

impl Default for CausedGround {
    fn default() -> CausedGround {
        CausedGround {
            cells: HashMap::new(),
            gates: BTreeMap::new(),
            plates: BTreeSet::new(),
            has_shifting_stairs: false,
            brought: BTreeSet::new(),
            most_brought: Some(0),
        }
    }
}

impl CausedGround {
    /// Whether the terrain of any cell may change.
    pub fn is_shifting(&self) -> bool {
        !self.cells.is_empty()
    }

    /// Returns the most permissive tile of a cell whose terrain may change; `None` for other cells.
    pub fn tile(&self, p: Point) -> Option<&GroundTile> {
        Some(&self.cells.get(&p)?.ground)
    }

    /// Returns the possible tiles of a cell whose terrain may change; empty for other cells.
    pub fn tiles(&self, p: Point) -> &[TileId] {
        self.cells.get(&p).map_or(&[], |cell| &cell.tiles)
    }

    /// Whether a cell is a part of its own, because a step onto it makes a cause close cells for good, or because a
    /// cause closes it for good.
    pub fn is_apart(&self, p: Point) -> bool {
        !self.gates.is_empty() && (self.gates.contains_key(&p) || self.plates.contains(&p))
    }

    /// Returns the approximate size of the table in bytes.
    pub fn bytes(&self) -> usize {
        self.cells.len() * (ENTRY + size_of::<(Point, ShiftingCell)>())
    }

    fn cell(&mut self, p: Point, now: TileId, tiles: &[GroundTile]) -> &mut ShiftingCell {
        self.cells.entry(p).or_insert_with(|| ShiftingCell {
            tiles: vec![now],
            ground: GroundTile {
                is_floor_always: false,
                ..tiles[usize::from(now.0)]
            },
        })
    }

    /// Adds the consequences of the effects: the offspring of monsters that are brought by causes, and stairs that
    /// appear or vanish.
    fn close(&mut self, dungeon: &Dungeon) {
        self.brought = dungeon.with_brood(std::mem::take(&mut self.brought));
        let mut brought = self.brought.iter().map(|kind| dungeon.kind(*kind));
        if brought.any(|kind| kind.spawns.is_some()) {
            self.most_brought = None;
        }
        let mut tiles = self.cells.values().flat_map(|cell| &cell.tiles);
        let stairs = |tile: TileId| TilePassage::of(dungeon.tile(tile)).stairs();
        let is_stairs = |tile: &TileId| stairs(*tile).is_some();
        self.has_shifting_stairs = tiles.any(is_stairs);
    }
}

/// Returns the changes to each level that a dungeon's possible causes can still make. `tiles` holds the ground tiles by
/// level and `TileId`. Returns `None` if a cause may win, move the hero, or turn one trap that carries heroes off into
/// another, or if the budget ends.
pub fn caused_grounds(
    world: &World,
    possible: &Possible,
    tiles: &[Vec<GroundTile>],
    meter: &Meter<'_>,
) -> Option<Arc<[CausedGround]>> {
    let mut grounds = vec![CausedGround::default(); tiles.len()];
    let mut opened: Vec<(LevelId, Point)> = Vec::new();
    let gates = closing_causes(world, possible, tiles);
    for (id, cause) in possible.causes(world) {
        let level = cause.level.unwrap_or_default();
        let (ground, tiles) = (
            &mut grounds[usize::from(level.0)],
            &tiles[usize::from(level.0)],
        );
        for effect in &cause.effects {
            match effect {
                CauseEffect::Tile { cells, into } => {
                    meter.look(cells.len()).then_some(())?;
                    for p in cells {
                        let cell = ground.cell(*p, world.cell(level, *p).tile, tiles);
                        if let Some(causes) = gates.get(&(level, *p)) {
                            ground.gates.insert(*p, causes.clone());
                            continue;
                        }
                        cell.ground = cell.ground.or(tiles[usize::from(into.0)])?;
                        cell.tiles.push(*into);
                    }
                }
                CauseEffect::Open(cells) => {
                    meter.look(cells.len()).then_some(())?;
                    for p in cells {
                        ground.cell(*p, world.cell(level, *p).tile, tiles);
                        opened.push((level, *p));
                    }
                }
                CauseEffect::Spawn { kind, cells } => {
                    ground.brought.extend(kind.all());
                    ground.most_brought = if cause.again {
                        None
                    } else {
                        ground.most_brought.map(|most| most + cells.len())
                    };
                }
                CauseEffect::Move(_) | CauseEffect::Win => return None,
                CauseEffect::Give(_)
                | CauseEffect::Alarm
                | CauseEffect::Wake(_)
                | CauseEffect::Lose => {}
            }
        }
        let closes = gates.values().any(|causes| causes.contains(&id));
        if let CauseEvent::Step(cells) = &cause.event
            && cause.heard.is_none()
            && closes
        {
            ground.plates.extend(cells);
        }
    }
    for (level, p) in opened {
        let cell = grounds[usize::from(level.0)].cells.get_mut(&p);
        let ground = cell.map(|cell| &mut cell.ground);
        // A cause may open this door: it counts as open, even if another cause puts it there later.
        if let Some(ground) = ground.filter(|ground| ground.kind == Passage::Locked) {
            ground.kind = Passage::Floor;
        }
    }
    for ground in &mut grounds {
        ground.close(world.dungeon());
    }
    let bytes = grounds.iter().map(CausedGround::bytes).sum();
    meter.fits_beside(bytes).then(|| grounds.into())
}

/// Returns the cells that causes close for a hero and nothing opens again, each with the causes that certainly close
/// it. Such a cause happens once, when the hero steps onto a cell of the level or takes an item there. Other causes may close the cell,
/// too, or never happen.
fn closing_causes(
    world: &World,
    possible: &Possible,
    tiles: &[Vec<GroundTile>],
) -> HashMap<(LevelId, Point), Vec<CauseId>> {
    let mut gates: HashMap<(LevelId, Point), Vec<CauseId>> = HashMap::new();
    let mut opened: HashSet<(LevelId, Point)> = HashSet::new();
    for (id, cause) in possible.causes(world) {
        let level = cause.level.unwrap_or_default();
        let is_certain = !cause.again
            && cause.heard.is_none()
            && matches!(
                cause.event,
                CauseEvent::Step(_) | CauseEvent::Take(_) | CauseEvent::TakeAt(_)
            );
        for effect in &cause.effects {
            match effect {
                CauseEffect::Tile { cells, into }
                    if tiles[usize::from(level.0)][usize::from(into.0)].kind == Passage::Solid
                        && becoming(world.dungeon(), *into) == [*into] =>
                {
                    for p in cells.iter().filter(|_| is_certain) {
                        gates.entry((level, *p)).or_default().push(id);
                    }
                }
                CauseEffect::Tile { cells, .. } | CauseEffect::Open(cells) => {
                    opened.extend(cells.iter().map(|p| (level, *p)));
                }
                _ => {}
            }
        }
    }
    gates.retain(|cell, _| !opened.contains(cell));
    gates
}

/// Returns the locks whose keys may be brought by causes: as a gift, or dropped by a monster that a cause brings.
pub fn locks_to_open(
    world: &World,
    possible: &Possible,
    grounds: &[CausedGround],
) -> impl Iterator<Item = LockId> {
    let effects = possible.causes(world).flat_map(|(_, cause)| &cause.effects);
    let gifts = effects.filter_map(|effect| match effect {
        CauseEffect::Give(item) => Some(item),
        _ => None,
    });
    let brought = grounds.iter().flat_map(|ground| &ground.brought);
    let drops = brought.map(|kind| &world.dungeon().kind(*kind).drops);
    let items = gifts.chain(drops).flat_map(Choice::all);
    items.filter_map(|item| world.item(item).opens)
}

//! What causes may yet make of the ground ([C-1]), for a hero whom nobody hinders. What a cause may open counts as open from
//! the start, what it may shut as never shut, and a key that it may give, or who it brings may drop, as held: so the
//! ground allows no less than any order in which causes come about.
//!
//! [C-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-1
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::search::budget::Meter;
use dungeon_engine::world::World;
use dungeon_ground::ground_tile::GroundTile;
use dungeon_ground::passage::TilePassage;
use dungeon_ground::pockets::Passage;
use dungeon_model::dungeon::{CauseEffect, Choice, Dungeon, KindId, LevelId, LockId, TileId};
use dungeon_model::space::geometry::Point;

/// The bytes that an entry of a table takes beside its own.
const ENTRY: usize = 64;

/// What causes may yet make of a level; by default nothing.
#[derive(Clone, Debug)]
pub struct CausedGround {
    /// The cells whose terrain may change.
    cells: HashMap<Point, ShiftingCell>,
    /// Whether stairs may come or go, so that others may be the first of the level.
    pub has_shifting_stairs: bool,
    /// The kinds of those who may be brought, and of all that may be born of them.
    pub brought: BTreeSet<KindId>,
    /// The most bodies that may be there of these kinds; none where there may be any number.
    pub most_brought: Option<usize>,
}

/// A cell whose terrain may change.
#[derive(Clone, Debug)]
struct ShiftingCell {
    /// The tiles that may be there, the present one first.
    tiles: Vec<TileId>,
    /// All of these tiles as one, which allows what any of them does.
    ground: GroundTile,
}

impl Default for CausedGround {
    fn default() -> CausedGround {
        CausedGround {
            cells: HashMap::new(),
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

    /// What a cell whose terrain may change is at best; none for any other.
    pub fn tile(&self, p: Point) -> Option<&GroundTile> {
        Some(&self.cells.get(&p)?.ground)
    }

    /// The tiles that may be at a cell whose terrain may change; none for any other.
    pub fn tiles(&self, p: Point) -> &[TileId] {
        self.cells.get(&p).map_or(&[], |cell| &cell.tiles)
    }

    /// The bytes of the table, about.
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

    /// Adds what comes of what causes may make: the brood of who is brought, and stairs that come or go.
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

/// What causes may yet make of each level, whose tiles these are by number. None where one may win or take the hero
/// elsewhere, or make a trap that carries him off of another one; and where the budget ends.
pub fn caused_grounds(
    world: &World,
    tiles: &[Vec<GroundTile>],
    meter: &Meter<'_>,
) -> Option<Arc<[CausedGround]>> {
    let mut grounds = vec![CausedGround::default(); tiles.len()];
    let mut opened: Vec<(LevelId, Point)> = Vec::new();
    for (_, cause) in world.causes_to_come() {
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
                CauseEffect::Give(_) | CauseEffect::Alarm | CauseEffect::Lose => {}
            }
        }
    }
    for (level, p) in opened {
        let cell = grounds[usize::from(level.0)].cells.get_mut(&p);
        let ground = cell.map(|cell| &mut cell.ground);
        // A door stands open then, whenever it came to be.
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

/// The locks whose keys may come of causes: one is given, or dropped by who is brought.
pub fn locks_to_open(world: &World, grounds: &[CausedGround]) -> impl Iterator<Item = LockId> {
    let gifts = world.effects_to_come().filter_map(|effect| match effect {
        CauseEffect::Give(item) => Some(item),
        _ => None,
    });
    let brought = grounds.iter().flat_map(|ground| &ground.brought);
    let drops = brought.map(|kind| &world.dungeon().kind(*kind).drops);
    let items = gifts.chain(drops).flat_map(Choice::all);
    items.filter_map(|item| world.item(item).opens)
}

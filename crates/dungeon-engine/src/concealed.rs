//! A game reduced to a player's knowledge: everything that the player does not know is removed.
use std::ops::{Deref, Range};

use super::action::ActorId;
use super::body::Body;
use super::chance::mix;
use super::event::Event;
use super::game::Game;
use super::ground::CellLayers;
use super::world::World;
use super::world_known::kind_in;
use dungeon_model::dungeon::{Disguise, Dungeon, ItemId, LevelId, Sight, TileId, builtin};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::shared_grid::SharedCells;

/// A player's knowledge of a game.
pub trait Knowledge {
    /// Returns the known tile and item of a cell; `None` for an unknown cell.
    fn cell(&self, level: LevelId, p: Point) -> Option<(TileId, ItemId)>;

    /// Returns the cell where the player believes a living monster to be; `None` for an unknown monster.
    fn place(&self, who: ActorId) -> Option<Point>;
}

/// The thing in place of a disguised body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mask {
    level: LevelId,
    at: Point,
    who: ActorId,
    thing: Disguise,
}

impl Mask {
    /// Whether the body still wears its disguise on the same cell.
    fn is_worn(&self, world: &World) -> bool {
        let body = world.body(self.who);
        body.alive && body.is_disguised() && (body.level, body.at) == (self.level, self.at)
    }

    /// Returns the events that replace the body by the thing.
    fn events(self) -> [Event; 2] {
        let Mask {
            level,
            at,
            who,
            thing,
        } = self;
        let thing = match thing {
            Disguise::Item(item) => Event::Placed { level, at, item },
            Disguise::Tile(tile) => Event::Rebuilt { level, at, tile },
        };
        [Event::Died { who, level, at }, thing]
    }

    fn hash(self) -> u64 {
        let thing = match self.thing {
            Disguise::Item(item) => u64::from(item.0) << 1,
            Disguise::Tile(tile) => u64::from(tile.0) << 1 | 1,
        };
        let at = u64::from(self.at.x.cast_unsigned()) << 32 | u64::from(self.at.y.cast_unsigned());
        mix(mix(at) ^ thing << 16 ^ u64::from(self.level.0))
    }
}

/// The things in place of the disguised bodies of a game ([M-7]), kept up to date step by step.
///
/// [M-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-7
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct Masks {
    /// By level and cell.
    all: Vec<Mask>,
    /// The level that was current at the last change of this, and the range of its masks.
    here: (LevelId, Range<usize>),
    /// The number of bodies and the seed of the world with these masks: only a new body or another seed adds or changes
    /// a mask.
    of: (usize, u64),
}

impl Masks {
    /// Returns the masks of a world.
    pub fn new(world: &World) -> Masks {
        let mut all: Vec<Mask> = Vec::new();
        let bodies = world.numbered_bodies().filter(|_| world.has_disguises);
        for (who, body) in bodies.filter(|(_, body)| body.alive && body.is_disguised()) {
            let Some(looks) = world.kind(who).looks else {
                continue;
            };
            let thing = match looks {
                Disguise::Item(item) => Disguise::Item(world.feigned_item(body, item)),
                looks => looks,
            };
            let &Body { level, at, .. } = body;
            all.push(Mask {
                level,
                at,
                who,
                thing,
            });
        }
        all.sort_unstable_by_key(|mask| (mask.level, mask.at));
        Masks {
            here: (world.here(), range_on(&all, world.here())),
            all,
            of: (world.bodies.len(), world.seed()),
        }
    }

    /// Returns the masks on a level.
    #[inline]
    fn on(&self, level: LevelId) -> &[Mask] {
        let (here, range) = &self.here;
        if *here == level {
            &self.all[range.clone()]
        } else {
            &self.all[range_on(&self.all, level)]
        }
    }

    /// Takes the masks of the same game after a step. If any has changed, adds the cells of all masks of the current
    /// level to `edits`, before the step and after it.
    pub fn follow(&mut self, world: &World, edits: &mut Vec<Point>) {
        if !world.has_disguises {
            return;
        }
        let here = world.here();
        let is_current = self.of == (world.bodies.len(), world.seed())
            && self.all.iter().all(|mask| mask.is_worn(world));
        if !is_current {
            edits.extend(self.on(here).iter().map(|mask| mask.at));
            *self = Masks::new(world);
            edits.extend(self.on(here).iter().map(|mask| mask.at));
        } else if self.here.0 != here {
            self.here = (here, range_on(&self.all, here));
        }
    }
}

/// Returns the range of the masks on a level.
fn range_on(masks: &[Mask], level: LevelId) -> Range<usize> {
    let from = masks.partition_point(|mask| mask.level < level);
    from..masks.partition_point(|mask| mask.level <= level)
}

/// A world as it looks to its player, without a copy of it: things lie or stand where disguised bodies are ([M-7]), and
/// items of unknown kinds have only their looks ([X-19]). The methods of this type hide those of `World`; all others
/// tell how the world is.
///
/// [M-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-7
/// https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-19
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ShownWorld<'a> {
    world: &'a World,
    /// `None` for the world as it is.
    masks: Option<&'a Masks>,
}

/// The cells of one level as they look to the player.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct ShownCells<'a> {
    world: &'a World,
    cells: SharedCells<'a, CellLayers>,
    masks: &'a [Mask],
}

/// Omits the cells, since there may be millions.
impl std::fmt::Debug for ShownCells<'_> {
    dungeon_model::debug_fields!(ShownCells: masks);
}

impl ShownCells<'_> {
    /// Returns the cell at a point, without a disguised body; solid rock outside of the level.
    #[inline]
    pub fn get(&self, p: Point) -> CellLayers {
        let cell = self.cells.get(p).unwrap_or_default();
        if self.masks.is_empty() {
            cell
        } else {
            self.masked(p, cell)
        }
    }

    /// Whether a line of sight passes a point ([E-23]).
    ///
    /// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
    #[inline]
    pub fn lets_sight(&self, p: Point) -> bool {
        let tile = self.get(p).tile;
        let terrain = self.world.terrain.get(usize::from(tile.0));
        terrain.is_some_and(|terrain| terrain.sight == Sight::Clear)
    }

    fn masked(&self, p: Point, cell: CellLayers) -> CellLayers {
        let bare = CellLayers { body: 0, ..cell };
        let thing = |mask: &Mask| match mask.thing {
            Disguise::Item(item) => CellLayers { item, ..bare },
            Disguise::Tile(tile) => CellLayers { tile, ..bare },
        };
        let mask = self.masks.iter().find(|mask| mask.at == p);
        mask.map_or(cell, thing)
    }
}

/// The world as it is.
impl<'a> From<&'a World> for ShownWorld<'a> {
    #[inline]
    fn from(world: &'a World) -> ShownWorld<'a> {
        ShownWorld { world, masks: None }
    }
}

impl Deref for ShownWorld<'_> {
    type Target = World;

    fn deref(&self) -> &World {
        self.world
    }
}

impl<'a> ShownWorld<'a> {
    /// Returns the dungeon as the player knows it.
    pub fn dungeon(self) -> &'a Dungeon {
        let guise = self.masks.and(self.world.guise.as_ref());
        guise.unwrap_or(&self.world.dungeon)
    }

    /// Returns the cells of the current level.
    #[inline]
    pub fn cells_here(self) -> ShownCells<'a> {
        self.cells(self.world.here())
    }

    /// Returns the cells of a level.
    #[inline]
    pub fn cells(self, level: LevelId) -> ShownCells<'a> {
        ShownCells {
            world: self.world,
            cells: self.world.ground(level).cells.cells(),
            masks: self.masks.map_or(&[], |masks| masks.on(level)),
        }
    }

    /// Returns the things in place of the disguised bodies on all levels.
    fn masks(self) -> &'a [Mask] {
        self.masks.map_or(&[], |masks| &masks.all)
    }

    /// Returns for each cell of the current level, in reading order, whether lines of sight pass it if no body is
    /// disguised, and the cells of the disguised bodies.
    pub fn clear_cells_here(
        self,
    ) -> (
        impl Iterator<Item = bool> + use<'a>,
        impl Iterator<Item = Point> + use<'a>,
    ) {
        let cells = self.world.clear_cells(self.world.here());
        let masks = self.cells_here().masks;
        (cells, masks.iter().map(|mask| mask.at))
    }

    /// Returns the declared kind of an item as far as the player knows it (`World::kind_of`).
    pub fn kind_of(self, item: ItemId) -> ItemId {
        kind_in(self.dungeon(), item)
    }

    /// Returns the number of items on all levels that seem collectable.
    pub fn collectables(self) -> u32 {
        let real = self.world.collectables();
        let dungeon = self.dungeon();
        { self.masks().iter() }.fold(real, |sum, mask| match mask.thing {
            Disguise::Item(item) => {
                let under = self.world.item_at(mask.level, mask.at);
                let [under, seems] = [under, item].map(|id| dungeon.item(id).collectable);
                sum + u32::from(seems) - u32::from(under)
            }
            Disguise::Tile(_) => sum,
        })
    }

    /// Returns a hash of the terrain and items of all levels, as far as they differ from those of the file.
    pub fn edits_hash(self) -> u64 {
        let real = self.world.edits_hash();
        { self.masks().iter() }.fold(real, |hash, mask| hash ^ mask.hash())
    }
}

impl World {
    /// Returns the world as it looks to its player. The masks must be those of this world.
    #[doc(hidden)]
    #[inline]
    pub fn shown<'a>(&'a self, masks: &'a Masks) -> ShownWorld<'a> {
        ShownWorld {
            world: self,
            masks: Some(masks),
        }
    }

    /// Returns a copy of the world as it looks to its player: things lie or stand where disguised bodies are, and these
    /// bodies are missing ([M-7]); items of unknown kinds have only their looks ([X-19]). `None` if no living body is
    /// disguised and every kind is known, so that the world looks as it is. `shown` takes less time.
    ///
    /// [M-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-7
    /// https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-19
    #[doc(hidden)]
    pub fn as_seen(&self) -> Option<World> {
        let masks = Masks::new(self).all;
        if masks.is_empty() && self.guise.is_none() {
            return None;
        }
        let mut seen = self.clone();
        seen.believe_looks();
        let events = masks.into_iter().flat_map(Mask::events);
        events.for_each(|event| seen.apply(&event));
        Some(seen)
    }
}

impl Game {
    /// Replaces each disguised body by the thing that it looks like, and each item of an unknown kind by an item
    /// without effects that has its look: the player takes the one for the other.
    #[doc(hidden)]
    pub fn believe_disguises(&mut self) {
        let masks = Masks::new(self.world()).all;
        self.suppose_looks();
        let events = masks.into_iter().flat_map(Mask::events);
        events.for_each(|event| self.suppose(event));
    }

    /// Reduces the game to the knowledge `known` of its player. Unknown cells become solid rock, and unknown monsters
    /// and items are removed. Remembered monsters and items return to the cells where they were last seen. The
    /// monsters' memories stay. If any cell is unknown, one unknown cell gets an item that must be collected to win;
    /// without this item, a game in which the player knows no item would count as won.
    #[doc(hidden)]
    pub fn conceal(&mut self, known: &impl Knowledge) {
        let dungeon = self.world().dungeon().clone();
        let here = self.world().here();
        let hero = self.world().body(self.world().commanded()).at;
        // The farthest unknown cell, on another level if possible: a hero who walks into the rock of a near cell would
        // take the item from it.
        let mut farthest = None;
        for (level, _) in dungeon.numbered_levels() {
            self.conceal_monsters(level, known);
            let size = self.world().size(level);
            for at in size.points() {
                let cell = known.cell(level, at);
                self.conceal_cell(level, at, cell);
                if cell.is_none() {
                    farthest = farthest.max(Some((level != here, at.chebyshev(hero), level, at)));
                }
            }
        }
        let mut items = dungeon.numbered_items();
        let wins = items.find(|(_, item)| item.collectable && !item.herd);
        if let (Some((.., level, at)), Some((item, _))) = (farthest, wins) {
            self.suppose(Event::Placed { level, at, item });
        }
    }

    fn conceal_monsters(&mut self, level: LevelId, known: &impl Knowledge) {
        let monsters: Vec<ActorId> = self.world().theirs(level).collect();
        for who in monsters {
            let at = self.world().body(who).at;
            let is_free = |to: &Point| self.world().body_at(level, *to).is_none();
            match known.place(who) {
                Some(place) if place == at => {}
                Some(to) if is_free(&to) => self.suppose(Event::Moved {
                    who,
                    level,
                    from: at,
                    to,
                }),
                _ => self.suppose(Event::Died { who, level, at }),
            }
        }
    }

    fn conceal_cell(&mut self, level: LevelId, at: Point, known: Option<(TileId, ItemId)>) {
        let cell = self.world().cell(level, at);
        let (tile, item) = known.unwrap_or((builtin::ROCK, ItemId::NONE));
        if cell.tile != tile {
            self.suppose(Event::Rebuilt { level, at, tile });
        }
        match (cell.item, item) {
            (there, known) if there == known => {}
            (item, ItemId::NONE) => self.suppose(Event::Removed { level, at, item }),
            (_, item) => self.suppose(Event::Placed { level, at, item }),
        }
    }
}

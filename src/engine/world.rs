//! The state of play: looked at by questions, changed by `apply` alone. A game lends it out as `&World`
//! only, so whoever holds a `&mut World` holds his own copy (an animation needs one that follows behind).
use std::sync::Arc;

use super::action::ActorId;
use super::body::Body;
use super::chance::{Chance, Draw, Occasion, Purpose, mix};
use super::event::{Event, Outcome};
use super::ground::{Cell, Ground, Lens};
use crate::dungeon::{
    Dungeon, Footing, ItemId, ItemKind, Kind, KindId, LevelId, Side, Stats, Tile,
};
use crate::space::geometry::{Point, Size};

/// All that changes while a game is played, except what monsters remember.
pub struct World {
    dungeon: Arc<Dungeon>,
    footing: Arc<[Footing]>, // by TileId: dense, because every step asks
    chance: Chance,
    turn: u32,
    commanded: ActorId,
    outcome: Option<Outcome>,
    collectables: u32,
    bodies: Vec<Body>,
    ours: Vec<ActorId>,
    levels: Vec<Ground>,
    scars: u64, // xor of a hash of every item and tile that events put or removed
}

impl World {
    /// The dungeon as drawn: the first hero is commanded, nothing is scattered yet.
    pub fn new(dungeon: Arc<Dungeon>, seed: u64) -> World {
        let mut world = World {
            footing: dungeon.tiles.iter().map(|tile| tile.footing).collect(),
            chance: Chance(seed),
            turn: 0,
            commanded: ActorId::WORLD,
            outcome: None,
            collectables: 0,
            bodies: Vec::new(),
            ours: Vec::new(),
            levels: dungeon
                .levels
                .iter()
                .map(|level| Ground::drawn(&level.tiles))
                .collect(),
            scars: 0,
            dungeon: Arc::clone(&dungeon),
        };
        for (id, level) in (0..).map(LevelId).zip(&dungeon.levels) {
            level
                .items
                .iter()
                .for_each(|&(at, item)| world.lay(id, at, item));
        }
        for side in [Side::Ours, Side::Theirs] {
            for (id, level) in (0..).map(LevelId).zip(&dungeon.levels) {
                for (spawn, body) in (0..).zip(&level.spawns) {
                    if dungeon.kind(body.kind).side == side {
                        world.settle(body.kind, id, body.at, body.stats, spawn);
                    }
                }
            }
        }
        if let Some(first) = world.ours.first() {
            world.commanded = *first;
        }
        world
    }

    /// What it was made of.
    pub fn dungeon(&self) -> &Arc<Dungeon> {
        &self.dungeon
    }

    /// The game's seed.
    pub fn seed(&self) -> u64 {
        self.chance.0
    }

    /// How many turns have passed.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Who gets the player's next action.
    pub fn commanded(&self) -> ActorId {
        self.commanded
    }

    /// The level that is awake: the commanded body's.
    pub fn here(&self) -> LevelId {
        self.bodies
            .get(self.commanded.0 as usize)
            .map_or(LevelId(0), |hero| hero.level)
    }

    /// Collectables that lie on any level (explore's round).
    pub fn collectables(&self) -> u32 {
        self.collectables
    }

    /// Every body there ever was, by `ActorId`.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The body with this number, which must be one that an event or a question of this world gave.
    #[inline]
    pub fn body(&self, who: ActorId) -> &Body {
        &self.bodies[who.0 as usize]
    }

    /// The kind of that body.
    #[inline]
    pub fn kind(&self, who: ActorId) -> &Kind {
        self.dungeon.kind(self.body(who).kind)
    }

    /// The living bodies that the player commands.
    pub fn ours(&self) -> impl Iterator<Item = ActorId> {
        self.ours
            .iter()
            .copied()
            .filter(|who| self.body(*who).alive)
    }

    /// The living monsters of a level in file order, then by birth.
    pub fn theirs(&self, level: LevelId) -> impl Iterator<Item = ActorId> {
        self.ground(level)
            .roster
            .iter()
            .copied()
            .filter(|who| self.body(*who).alive)
    }

    /// Columns and rows of a level.
    pub fn size(&self, level: LevelId) -> Size {
        self.ground(level).cells.size()
    }

    /// The cell at a point; outside there is solid rock.
    #[inline]
    pub fn cell(&self, level: LevelId, p: Point) -> Cell {
        self.ground(level).cells.get(p).unwrap_or_default()
    }

    /// The terrain at a point.
    pub fn tile(&self, level: LevelId, p: Point) -> &Tile {
        self.dungeon.tile(self.cell(level, p).tile)
    }

    /// Who stands at a point.
    #[inline]
    pub fn body_at(&self, level: LevelId, p: Point) -> Option<ActorId> {
        self.cell(level, p).body()
    }

    /// What lies at a point; `ItemId::NONE` for nothing.
    #[inline]
    pub fn item_at(&self, level: LevelId, p: Point) -> ItemId {
        self.cell(level, p).item
    }

    /// The item with this number.
    pub fn item(&self, id: ItemId) -> &ItemKind {
        self.dungeon.item(id)
    }

    /// Whether a point is a valid place: floor, where anyone may stand and sight passes (E-1, E-23).
    #[inline]
    pub fn is_valid(&self, level: LevelId, p: Point) -> bool {
        self.lens(level).is_valid(p)
    }

    /// Whether this body could stand there: footing for it, and nobody else (E-21's *free*).
    #[inline]
    pub fn is_free_for(&self, who: ActorId, p: Point) -> bool {
        let body = self.body(who);
        self.lens(body.level).is_free(body.drifts, who, p)
    }

    /// Whether an action's target is there at all: alive, and on the actor's level. Asked before any rule.
    #[inline]
    pub fn can_meet(&self, who: ActorId, whom: ActorId) -> bool {
        let level = self.body(who).level;
        self.bodies
            .get(whom.0 as usize)
            .is_some_and(|b| b.alive && b.level == level)
    }

    /// Chance for this purpose of this actor, now, at its `nth` act of the turn.
    pub fn draw(&self, purpose: Purpose, actor: ActorId, nth: u32) -> Draw {
        let level = self
            .bodies
            .get(actor.0 as usize)
            .map_or(self.here(), |body| body.level);
        self.draw_on(level, purpose, actor, nth)
    }

    /// The same for a level that nobody need be on.
    pub fn draw_on(&self, level: LevelId, purpose: Purpose, actor: ActorId, nth: u32) -> Draw {
        self.chance.draw(Occasion {
            level,
            purpose,
            turn: self.turn,
            actor,
            nth,
        })
    }

    /// A hash of the whole state but the monsters' memories, the same on every machine. It costs as much as
    /// there are bodies, whatever the map.
    pub fn checksum(&self) -> u64 {
        let mut sum = mix(self.chance.0 ^ mix(self.scars));
        let mut add = |word: u64| sum = mix(sum ^ word);
        add(u64::from(self.turn) << 32 | u64::from(self.commanded.0));
        add(self.outcome.map_or(0, |outcome| outcome as u64));
        for body in &self.bodies {
            add(u64::from(body.at.x as u32) << 32 | u64::from(body.at.y as u32));
            add(u64::from(body.kind.0) << 16
                | u64::from(body.level.0) << 8
                | u64::from(body.alive));
            body.stats
                .0
                .chunks(2)
                .for_each(|pair| add(u64::from(pair[0] as u32) << 32 | u64::from(pair[1] as u32)));
        }
        sum
    }

    /// Makes an event so: the only way that a world changes.
    #[inline]
    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::Moved {
                who,
                level,
                from,
                to,
            } => self.shift(who, level, from, to),
            Event::Changed { who, stat, by } => {
                let number = &mut self.bodies[who.0 as usize].stats[stat];
                *number = number.saturating_add(by);
            }
            Event::Died { who, level, at } => self.bury(who, level, at),
            Event::Born {
                who,
                kind,
                level,
                at,
            } => {
                debug_assert_eq!(who.0 as usize, self.bodies.len(), "{event:?}");
                self.settle(kind, level, at, self.dungeon.kind(kind).stats, u32::MAX);
            }
            Event::Taken {
                level, at, item, ..
            } => {
                debug_assert_eq!(self.item_at(level, at), item, "{event:?}");
                self.scars ^= scar(level, at, Layer::Item, item.0);
                self.lay(level, at, ItemId::NONE);
            }
            Event::Placed { level, at, item } => {
                self.scars ^= scar(level, at, Layer::Item, self.item_at(level, at).0);
                self.scars ^= scar(level, at, Layer::Item, item.0);
                self.lay(level, at, item);
            }
            Event::Rebuilt { level, at, tile } => {
                self.scars ^= scar(level, at, Layer::Tile, self.cell(level, at).tile.0);
                self.scars ^= scar(level, at, Layer::Tile, tile.0);
                self.change(level, at, |cell| cell.tile = tile);
            }
            Event::Commanded { who } => self.commanded = who,
            Event::TurnBegan { turn } => {
                self.turn = turn;
                self.strike_off_the_fallen();
            }
            Event::Ended(outcome) => self.outcome = Some(outcome),
            Event::Bumped { .. }
            | Event::Struck { .. }
            | Event::Shot { .. }
            | Event::Cast { .. }
            | Event::Flew { .. } => {}
        }
    }

    /// One level with its pointers already followed.
    #[inline]
    pub(super) fn lens(&self, level: LevelId) -> Lens<'_> {
        Lens {
            cells: &self.ground(level).cells,
            footing: &self.footing,
        }
    }

    /// The nearest living body of ours on a level (Chebyshev, then by number).
    #[inline]
    pub(super) fn nearest_of_ours(&self, level: LevelId, to: Point) -> Option<(ActorId, &Body)> {
        self.ours()
            .map(|who| (who, self.body(who)))
            .filter(|(_, body)| body.level == level)
            .min_by_key(|(_, body)| body.at.chebyshev(to))
    }

    #[inline]
    fn ground(&self, level: LevelId) -> &Ground {
        &self.levels[usize::from(level.0)]
    }

    #[inline]
    fn change(&mut self, level: LevelId, p: Point, change: impl FnOnce(&mut Cell)) {
        if let Some(cell) = self.levels[usize::from(level.0)].cells.get_mut(p) {
            change(cell);
        }
    }

    #[inline]
    fn shift(&mut self, who: ActorId, level: LevelId, from: Point, to: Point) {
        debug_assert_eq!(
            (self.body(who).at, self.body(who).level),
            (from, level),
            "{who:?} is elsewhere"
        );
        debug_assert_eq!(self.cell(level, to).body, 0, "two bodies on one cell");
        self.bodies[who.0 as usize].at = to;
        self.change(level, from, |cell| cell.body = 0);
        self.change(level, to, |cell| cell.body = who.0 + 1);
    }

    fn settle(&mut self, kind: KindId, level: LevelId, at: Point, stats: Stats, spawn: u32) {
        let who = ActorId(self.bodies.len() as u32);
        let &Kind { side, drifts, .. } = self.dungeon.kind(kind);
        debug_assert_eq!(self.cell(level, at).body, 0, "two bodies on one cell");
        self.bodies.push(Body {
            at,
            stats,
            kind,
            level,
            side,
            alive: true,
            drifts,
            spawn,
        });
        self.change(level, at, |cell| cell.body = who.0 + 1);
        match side {
            Side::Ours => self.ours.push(who),
            Side::Theirs => self.levels[usize::from(level.0)].roster.push(who),
        }
    }

    fn bury(&mut self, who: ActorId, level: LevelId, at: Point) {
        debug_assert!(self.body(who).alive, "{who:?} died twice");
        self.bodies[who.0 as usize].alive = false;
        self.change(level, at, |cell| cell.body = 0);
        self.levels[usize::from(level.0)].fallen += 1;
    }

    fn lay(&mut self, level: LevelId, at: Point, item: ItemId) {
        let counts = |id: ItemId| u32::from(self.dungeon.item(id).collectable);
        self.collectables = self.collectables + counts(item) - counts(self.item_at(level, at));
        self.change(level, at, |cell| cell.item = item);
    }

    fn strike_off_the_fallen(&mut self) {
        let bodies = &self.bodies;
        for ground in self.levels.iter_mut().filter(|ground| ground.fallen > 0) {
            ground.roster.retain(|who| bodies[who.0 as usize].alive);
            ground.fallen = 0;
        }
    }
}

/// By hand, like `Ground`'s.
impl Clone for World {
    fn clone(&self) -> World {
        World {
            dungeon: Arc::clone(&self.dungeon),
            footing: Arc::clone(&self.footing),
            bodies: self.bodies.clone(),
            ours: self.ours.clone(),
            levels: self.levels.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, from: &World) {
        self.dungeon.clone_from(&from.dungeon);
        self.footing.clone_from(&from.footing);
        (self.chance, self.turn, self.commanded) = (from.chance, from.turn, from.commanded);
        (self.outcome, self.collectables, self.scars) =
            (from.outcome, from.collectables, from.scars);
        self.bodies.clone_from(&from.bodies);
        self.ours.clone_from(&from.ours);
        self.levels.clone_from(&from.levels);
    }
}

/// Which layer of a cell a scar is on.
#[derive(Clone, Copy)]
enum Layer {
    Item = 1,
    Tile = 2,
}

/// The hash of one value of one layer of one cell; no item leaves no trace.
fn scar(level: LevelId, p: Point, layer: Layer, value: u16) -> u64 {
    if matches!(layer, Layer::Item) && value == ItemId::NONE.0 {
        return 0;
    }
    let place = u64::from(p.y as u32) << 32 | u64::from(p.x as u32);
    mix(place ^ mix(u64::from(level.0) << 32 | (layer as u64) << 16 | u64::from(value)))
}

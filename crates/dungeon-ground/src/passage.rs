//! How bodies pass a tile: the only match over `Feature` that decides where bodies can go.
use super::step::Tread;
use dungeon_model::dungeon::{
    ActingTerrain, Dungeon, Feature, Footing, Guise, Harm, LevelId, LockId, Stair, Stairs, Tile,
    TileId, Trap,
};
use dungeon_model::space::geometry::Point;

/// How bodies pass a tile. A new tile key that affects this changes [`TilePassage::of`] and the rule that moves bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TilePassage {
    /// Which bodies can stand there.
    pub footing: Footing,
    /// The obstacle that a hero has to open or clear first.
    pub barrier: Option<Barrier>,
    /// The tiles that bodies' actions can turn it into; the result of a hero's own step comes first.
    after: [Option<TileId>; 2],
    /// The tile's way to another place or out of the dungeon, for heroes.
    pub lead: Option<Lead>,
    /// The effect on steps onto the tile.
    pub tread: Tread,
    /// The trap that springs when a hero steps there.
    pub trap: Option<Trap>,
    /// The health that a hero loses there each round; 0 for none.
    pub harm: i32,
    /// Whether monsters lose health there, so that they keep away.
    pub harms_monsters: bool,
    /// Whether a body that steps there loses its next act.
    pub is_slow: bool,
}

/// An obstacle that a hero can open or clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// A closed door, with its lock.
    Door(Option<LockId>),
    /// Slime, which one step wipes away.
    Slime,
    /// A fence, which monsters tear down.
    Fence,
    /// A boulder, which can be pushed on.
    Boulder,
}

/// The risk of a tile for a hero who sees it. Journeys step only on tiles without risk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caution {
    /// No risk that the hero sees.
    None,
    /// The loss of this much health by one step; may be 0.
    Once(i32),
    /// The loss of this much health in each round, at least 1.
    EachRound(i32),
    /// The loss of the planned way: the step leads off the level.
    Shun,
}

/// The condition for a hero's step onto a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeroEntry {
    /// No step leads there.
    Never,
    /// Any hero can step there.
    Free,
    /// Heroes who have a key of this lock can step there.
    ByKey(LockId),
}

impl HeroEntry {
    /// Whether a hero can step there. `opens` tells whether the hero has the key of a lock.
    #[inline]
    pub fn is_given(self, opens: impl FnOnce(LockId) -> bool) -> bool {
        match self {
            HeroEntry::Never => false,
            HeroEntry::Free => true,
            HeroEntry::ByKey(lock) => opens(lock),
        }
    }
}

/// The way of a tile to another place or out of the dungeon, for heroes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// Stairs, which the player takes with a key press.
    Stairs(Stairs),
    /// A way out of the dungeon, taken with the key of such stairs.
    Exit(Stair),
    /// A pit, through which a hero who steps there falls to the next level.
    Pit,
    /// A trap that moves a hero who steps there to a cell, or to a random one.
    Teleport(Option<Point>),
}

/// The end of a way, before the search for a cell with room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WayEnd {
    /// The level where the way ends.
    pub level: LevelId,
    /// The target on that level.
    pub aim: Aim,
}

/// The target of a way on its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A given cell.
    Cell(Point),
    /// Stairs that lead back, else the start of the level.
    Back,
    /// Any cell, by chance.
    Anywhere,
}

impl TilePassage {
    /// Returns the passage of a tile. Inlined, so that callers only pay for the fields that they read.
    #[inline]
    pub fn of(tile: &Tile) -> TilePassage {
        let bare = TilePassage {
            footing: tile.footing,
            barrier: None,
            after: [None; 2],
            lead: None,
            tread: Tread::PLAIN,
            trap: None,
            harm: 0,
            harms_monsters: false,
            is_slow: false,
        };
        let barred = |barrier, after| TilePassage {
            barrier: Some(barrier),
            after: [Some(after), None],
            ..bare
        };
        match tile.feature {
            Feature::Plain => bare,
            Feature::Acting(acting) => TilePassage {
                tread: Tread {
                    enter: acting.enter,
                },
                harm: acting.harm,
                harms_monsters: ActingTerrain::harms_monsters(acting),
                is_slow: acting.is_slow,
                ..bare
            },
            Feature::Door(door) => barred(Barrier::Door(door.lock), door.opened),
            Feature::Pool(pool) => barred(Barrier::Slime, pool.cleared),
            Feature::Boulder(boulder) => barred(Barrier::Boulder, boulder.leaves),
            Feature::Fence(fence) => TilePassage {
                after: [Some(fence.torn), fence.raised],
                ..barred(Barrier::Fence, fence.torn)
            },
            Feature::Trap(trap) => TilePassage {
                trap: Some(trap),
                lead: Lead::of_trap(trap.harm),
                after: match trap.guise {
                    Guise::Plain => [Some(trap.sprung), None],
                    Guise::Hidden(found) => [Some(trap.sprung), Some(found)],
                },
                ..bare
            },
            Feature::Stairs(stairs) => TilePassage {
                lead: Some(Lead::Stairs(stairs)),
                ..bare
            },
            Feature::Exit(way) => TilePassage {
                lead: Some(Lead::Exit(way)),
                ..bare
            },
        }
    }

    /// Returns the tiles that bodies' actions can turn it into, except for boulders pushed onto it.
    pub fn after(self) -> impl Iterator<Item = TileId> {
        self.after.into_iter().flatten()
    }

    /// Returns the tile after a hero opened, cleared or sprang it; `None` if nothing changes.
    pub fn used(self) -> Option<TileId> {
        self.after[0]
    }

    /// Returns the footing for monsters, which avoid harmful ground ([T-3]).
    ///
    /// [T-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-3
    pub fn for_monsters(self) -> Footing {
        if self.harms_monsters {
            self.footing.max(Footing::Drifters)
        } else {
            self.footing
        }
    }

    /// Whether a body on foot can stand there now.
    pub fn is_floor(self) -> bool {
        self.footing == Footing::Anyone
    }

    /// Whether a hero can step there, opening a door if needed. `opens` tells whether the hero has the key of a lock.
    pub fn lets_hero_in(self, opens: impl FnOnce(LockId) -> bool) -> bool {
        self.entry().is_given(opens)
    }

    /// Returns what a hero needs to step there, opening a door if needed.
    pub fn entry(self) -> HeroEntry {
        match self.barrier {
            Some(Barrier::Door(lock)) => lock.map_or(HeroEntry::Free, HeroEntry::ByKey),
            _ if self.is_floor() => HeroEntry::Free,
            _ => HeroEntry::Never,
        }
    }

    /// Whether walkers can pass now or after opening a door.
    pub fn is_way(self) -> bool {
        self.footing <= Footing::Openers || self.is_door()
    }

    /// Whether walkers can pass now or after clearing any obstacle.
    pub fn may_be_cleared(self) -> bool {
        self.footing <= Footing::Openers || self.barrier.is_some()
    }

    /// Whether a closed door is there.
    pub fn is_door(self) -> bool {
        matches!(self.barrier, Some(Barrier::Door(_)))
    }

    /// The lock of the closed door there; `None` without a locked door.
    pub fn lock(self) -> Option<LockId> {
        match self.barrier {
            Some(Barrier::Door(lock)) => lock,
            _ => None,
        }
    }

    /// The tile that the closed door there becomes when opened; `None` without a closed door.
    pub fn opened(self) -> Option<TileId> {
        self.used().filter(|_| self.is_door())
    }

    /// The stairs there, if any.
    pub fn stairs(self) -> Option<Stairs> {
        match self.lead {
            Some(Lead::Stairs(stairs)) => Some(stairs),
            _ => None,
        }
    }

    /// The way out there, if any.
    pub fn exit(self) -> Option<Stair> {
        match self.lead {
            Some(Lead::Exit(way)) => Some(way),
            _ => None,
        }
    }

    /// The direction of the stairs or the way out, which is also the key that takes them.
    pub fn taken_by(self) -> Option<Stair> {
        self.stairs().map(|stairs| stairs.way).or(self.exit())
    }

    /// Whether it may carry a hero to another cell. Pits on the last level count, too; see [`Lead::end`].
    pub fn may_carry(self) -> bool {
        self.lead.is_some_and(|lead| !matches!(lead, Lead::Exit(_)))
    }

    /// Returns the risk for a hero who sees the tile. Hidden traps are no visible risk.
    #[inline]
    pub fn caution(self) -> Caution {
        match self.trap {
            Some(trap) if trap.guise == Guise::Plain => match trap.harm {
                Harm::Dart(by) => Caution::Once(by),
                Harm::Alarm | Harm::Teleport(_) => Caution::Once(0),
                Harm::Pit(_) => Caution::Shun,
            },
            _ if self.harm > 0 => Caution::EachRound(self.harm),
            _ => Caution::None,
        }
    }
}

impl Lead {
    /// Returns the effect of a trap on a hero's position; `None` for a dart or an alarm.
    pub fn of_trap(harm: Harm) -> Option<Lead> {
        match harm {
            Harm::Pit(_) => Some(Lead::Pit),
            Harm::Teleport(to) => Some(Lead::Teleport(to)),
            Harm::Dart(_) | Harm::Alarm => None,
        }
    }

    /// Returns the end of a way that begins on a level, at cell `p` if it is known; `None` for a way out and for a pit
    /// on the last level.
    pub fn end(self, dungeon: &Dungeon, level: LevelId, p: Option<Point>) -> Option<WayEnd> {
        let cell = |p: Option<Point>, otherwise| p.map_or(otherwise, Aim::Cell);
        let (level, aim) = match self {
            Lead::Stairs(stairs) => (stairs.to, cell(stairs.at, Aim::Back)),
            Lead::Teleport(to) => (level, cell(to, Aim::Anywhere)),
            Lead::Pit => (LevelId(level.0.checked_add(1)?), cell(p, Aim::Anywhere)),
            Lead::Exit(_) => return None,
        };
        (usize::from(level.0) < dungeon.levels.len()).then_some(WayEnd { level, aim })
    }
}

/// Whether any tile of a dungeon restricts steps onto it; otherwise every step leads to the next cell.
pub fn has_treads(dungeon: &Dungeon) -> bool {
    let mut treads = dungeon.tiles.iter().map(|tile| TilePassage::of(tile).tread);
    treads.any(|tread| tread != Tread::PLAIN)
}

//! How bodies pass a tile: the only match over `Feature` that decides where bodies can go.
use super::step::Tread;
use dungeon_model::dungeon::{
    ActingTerrain, Dungeon, Feature, Footing, Guise, Harm, LevelId, LockId, Stair, Stairs, Tile,
    TileId, Trap,
};
use dungeon_model::space::geometry::Point;

/// How bodies pass a tile. A new tile key that changes this is a change of [`TilePassage::of`] and of the rule that
/// moves bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TilePassage {
    /// Which bodies can stand there.
    pub footing: Footing,
    /// What a hero has to open or clear first.
    pub barrier: Option<Barrier>,
    /// The tiles that actions of bodies can leave; the tile after a hero's own step comes first.
    after: [Option<TileId>; 2],
    /// What carries a hero elsewhere.
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
    /// A boulder, which may be pushed on.
    Boulder,
}

/// The risk of a tile for a hero who sees it. Journeys step only where there is none.
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

/// What a hero needs to step onto a tile.
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

/// What carries a hero elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// Stairs, which the player has to take by a key.
    Stairs(Stairs),
    /// A way out of the dungeon, taken by the key of such stairs.
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
    /// Where on that level.
    pub aim: Aim,
}

/// Where on a level a way ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// At this cell.
    Cell(Point),
    /// At stairs that lead back, else where the level begins.
    Back,
    /// At any cell, by chance.
    Anywhere,
}

impl TilePassage {
    /// Returns the passage of a tile. Inlined, so that callers pay only for the fields that they read.
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

    /// Returns the tiles that actions of bodies can leave, without boulders that are pushed onto it.
    pub fn after(self) -> impl Iterator<Item = TileId> {
        self.after.into_iter().flatten()
    }

    /// The tile after a hero opened, cleared or sprang it.
    pub fn used(self) -> Option<TileId> {
        self.after[0]
    }

    /// The footing for monsters, which keep off harmful ground ([T-3]).
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

    /// What a hero needs to step there, opening a door if needed.
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

    /// The lock of the closed door that is there.
    pub fn lock(self) -> Option<LockId> {
        match self.barrier {
            Some(Barrier::Door(lock)) => lock,
            _ => None,
        }
    }

    /// The tile that the closed door that is there becomes when it is opened.
    pub fn opened(self) -> Option<TileId> {
        self.used().filter(|_| self.is_door())
    }

    /// The stairs that are there.
    pub fn stairs(self) -> Option<Stairs> {
        match self.lead {
            Some(Lead::Stairs(stairs)) => Some(stairs),
            _ => None,
        }
    }

    /// The way out that is there.
    pub fn exit(self) -> Option<Stair> {
        match self.lead {
            Some(Lead::Exit(way)) => Some(way),
            _ => None,
        }
    }

    /// The direction of the stairs or of the way out: the key that takes them.
    pub fn taken_by(self) -> Option<Stair> {
        self.stairs().map(|stairs| stairs.way).or(self.exit())
    }

    /// Whether it may carry a hero to another cell. A pit on the last level counts, too; see [`Lead::end`].
    pub fn may_carry(self) -> bool {
        self.lead.is_some_and(|lead| !matches!(lead, Lead::Exit(_)))
    }

    /// The risk for a hero who sees the tile. A hidden trap is no risk that the hero sees.
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
    /// What a trap does to a hero's position; `None` for a dart or an alarm.
    pub fn of_trap(harm: Harm) -> Option<Lead> {
        match harm {
            Harm::Pit(_) => Some(Lead::Pit),
            Harm::Teleport(to) => Some(Lead::Teleport(to)),
            Harm::Dart(_) | Harm::Alarm => None,
        }
    }

    /// Returns where the way ends that begins on a level, at a cell if it is known; `None` for a way out and for a pit
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

/// Whether any tile of a dungeon changes steps onto it; otherwise every step leads to the next cell.
pub fn has_treads(dungeon: &Dungeon) -> bool {
    let mut treads = dungeon.tiles.iter().map(|tile| TilePassage::of(tile).tread);
    treads.any(|tread| tread != Tread::PLAIN)
}

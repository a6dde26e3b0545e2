//! How bodies pass a tile. `TilePassage::of` has the only `match` over `Feature` that decides where bodies can go.
use super::step::Tread;
use dungeon_model::dungeon::{
    ActingTerrain, Dungeon, Feature, Footing, Guise, Harm, LevelId, LockId, Stair, Stairs, Tile,
    TileId, Trap,
};
use dungeon_model::space::geometry::Point;

/// How bodies pass a tile. Authors of a new tile key that affects where bodies can go must change [`TilePassage::of`],
/// and the rule that moves bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TilePassage {
    /// The bodies that can stand on the tile.
    pub footing: Footing,
    /// The obstacle that a hero must open or clear before the tile can be entered; `None` without an obstacle.
    pub barrier: Option<Barrier>,
    /// The tiles that actions of bodies can turn this tile into. The tile after a hero's step comes first.
    after: [Option<TileId>; 2],
    /// The way to another place or out of the dungeon that the tile offers to heroes; `None` for most tiles.
    pub lead: Option<Lead>,
    /// The directions in which a step can enter the tile.
    pub tread: Tread,
    /// The trap that springs when a hero steps onto the tile; `None` without a trap.
    pub trap: Option<Trap>,
    /// The points of life that a hero on the tile loses each round; 0 for none.
    pub harm: i32,
    /// Whether the tile takes life from monsters, so that monsters keep away from it.
    pub harms_monsters: bool,
    /// Whether a body that steps onto the tile loses its next act.
    pub is_slow: bool,
}

/// An obstacle that a hero can open or clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// A closed door; `None` for a door without a lock.
    Door(Option<LockId>),
    /// Slime, which one step wipes away.
    Slime,
    /// A fence, which monsters tear down.
    Fence,
    /// A boulder, which a hero can push to the next cell.
    Boulder,
}

/// The risk of stepping onto a tile, as far as the hero can see it. Journeys step only onto tiles without risk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caution {
    /// The hero sees no risk.
    None,
    /// A step onto the tile costs this many points of life; 0 for a trap that does other harm.
    Once(i32),
    /// Each round on the tile costs this many points of life, at least 1.
    EachRound(i32),
    /// The step leads off the level, so a journey would end there.
    Shun,
}

/// The condition under which a hero can step onto a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeroEntry {
    /// No hero can step onto the tile.
    Never,
    /// Every hero can step onto the tile.
    Free,
    /// A hero needs a key for this lock.
    ByKey(LockId),
}

impl HeroEntry {
    /// Whether a hero satisfies the condition. `opens` returns whether the hero has a key for a lock.
    #[inline]
    pub fn is_given(self, opens: impl FnOnce(LockId) -> bool) -> bool {
        match self {
            HeroEntry::Never => false,
            HeroEntry::Free => true,
            HeroEntry::ByKey(lock) => opens(lock),
        }
    }
}

/// A way to another place or out of the dungeon, which a tile offers to heroes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// Stairs, which the player takes with a key press.
    Stairs(Stairs),
    /// A way out of the dungeon. The player takes it by pressing the same key as for stairs in this direction.
    Exit(Stair),
    /// A pit: a hero who steps onto it falls to the next level.
    Pit,
    /// A trap that moves a hero who steps onto it. The field is the cell where the hero arrives; `None` for a random
    /// cell.
    Teleport(Option<Point>),
}

/// The place that a way (`Lead`) leads to. If the place has no room, the hero arrives on a cell nearby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WayEnd {
    /// The level where the way ends.
    pub level: LevelId,
    /// The place on `level`.
    pub aim: Aim,
}

/// The place that a way leads to, on the level where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The given cell.
    Cell(Point),
    /// On the level where the way ends: stairs that lead back to the level where the way begins, or else the entrance,
    /// or else the first free cell.
    Back,
    /// A random cell.
    Anywhere,
}

impl TilePassage {
    /// Returns the passage of a tile. The function is inlined, so that callers only pay for the fields that they read.
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

    /// Returns the tiles that actions of bodies can turn the tile into, except by pushing a boulder onto it.
    pub fn after(self) -> impl Iterator<Item = TileId> {
        self.after.into_iter().flatten()
    }

    /// Returns the tile that remains after a hero opens, clears or springs this tile; `None` if a hero can do none of
    /// these.
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

    /// Whether a body without special movement can stand on the tile now.
    pub fn is_floor(self) -> bool {
        self.footing == Footing::Anyone
    }

    /// Whether a hero can step onto the tile, after opening a door if necessary. `opens` returns whether the hero has a
    /// key for a lock.
    pub fn lets_hero_in(self, opens: impl FnOnce(LockId) -> bool) -> bool {
        self.entry().is_given(opens)
    }

    /// Returns the condition for stepping onto the tile. A closed door without a lock counts as open.
    pub fn entry(self) -> HeroEntry {
        match self.barrier {
            Some(Barrier::Door(lock)) => lock.map_or(HeroEntry::Free, HeroEntry::ByKey),
            _ if self.is_floor() => HeroEntry::Free,
            _ => HeroEntry::Never,
        }
    }

    /// Whether some body that does not pass walls can stand on the tile now, or after a door is opened.
    pub fn is_way(self) -> bool {
        self.footing <= Footing::Openers || self.is_door()
    }

    /// Whether some body that does not pass walls can stand on the tile now, or after an obstacle of any sort is
    /// cleared.
    pub fn may_be_cleared(self) -> bool {
        self.footing <= Footing::Openers || self.barrier.is_some()
    }

    /// Whether the tile is a closed door.
    pub fn is_door(self) -> bool {
        matches!(self.barrier, Some(Barrier::Door(_)))
    }

    /// Returns the lock of a closed door; `None` for any other tile, and for a door without a lock.
    pub fn lock(self) -> Option<LockId> {
        match self.barrier {
            Some(Barrier::Door(lock)) => lock,
            _ => None,
        }
    }

    /// Returns the open door that a closed door becomes; `None` for any other tile.
    pub fn opened(self) -> Option<TileId> {
        self.used().filter(|_| self.is_door())
    }

    /// Returns the stairs of the tile; `None` for any other tile.
    pub fn stairs(self) -> Option<Stairs> {
        match self.lead {
            Some(Lead::Stairs(stairs)) => Some(stairs),
            _ => None,
        }
    }

    /// Returns the direction of a way out of the dungeon; `None` for any other tile.
    pub fn exit(self) -> Option<Stair> {
        match self.lead {
            Some(Lead::Exit(way)) => Some(way),
            _ => None,
        }
    }

    /// Returns the direction of stairs or of a way out, which decides which key the player presses to take it; `None`
    /// for any other tile.
    pub fn taken_by(self) -> Option<Stair> {
        self.stairs().map(|stairs| stairs.way).or(self.exit())
    }

    /// Whether the tile may carry a hero to another cell. Counts pits on the last level, too, for which [`Lead::end`]
    /// returns `None`.
    pub fn may_carry(self) -> bool {
        self.lead.is_some_and(|lead| !matches!(lead, Lead::Exit(_)))
    }

    /// Returns the risk of stepping onto the tile for a hero who sees it. A hidden trap is no visible risk.
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

    /// Returns the place that a way leads to. The way begins on `level` at cell `p`, which is `None` if the cell is
    /// unknown. Returns `None` for a way out of the dungeon, and for a pit on the last level.
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

/// Whether any tile of a dungeon can be entered from some sides only.
pub fn has_treads(dungeon: &Dungeon) -> bool {
    let mut treads = dungeon.tiles.iter().map(|tile| TilePassage::of(tile).tread);
    treads.any(|tread| tread != Tread::PLAIN)
}

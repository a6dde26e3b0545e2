//! The rules of the hero's reach: how the hero moves in a file's game, and how monsters come to the hero.
use dungeon_format::resolve::Resolved;
use dungeon_ground::ground_tile::level_tiles;
use dungeon_ground::pockets::{Passage, TileWays};
pub use dungeon_model::dungeon::game_profile::{FoePolicy, Footfall, LevelOrder};
use dungeon_model::dungeon::game_profile::{TakingPolicy, Thing};
use dungeon_model::dungeon::{
    Dungeon, Hunt, Kind, LevelId, Rim, Roam, Sight, Spawn, Through, Tile, UnreachablePolicy,
};
use dungeon_model::space::geometry::{Neighbours, Point, Region, Size, at};

/// The moves of the hero in a game, and the things that the hero must reach.
#[derive(Clone, Copy, Debug)]
pub struct ReachRules {
    /// The directions of steps.
    pub neighbours: Neighbours,
    /// The rule for the outermost ring of a level.
    pub rim: Rim,
    /// How the hero gets to the other levels.
    pub levels: LevelOrder,
    /// Whether monsters must die, and how.
    pub foes: FoePolicy,
    /// The policy for monsters that scattered walls seal off.
    pub unreachable: UnreachablePolicy,
    /// Whether collectable things must be taken.
    pub things: ItemGoal,
    /// Which cells of a move act on the hero: each cell, or only the last.
    pub footfall: Footfall,
    /// The player's bodies in sentences: "the hero", "the units".
    pub us: &'static str,
}

/// Whether collectable things must be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemGoal {
    /// The game is not won before everything is taken.
    MustBeTaken,
    /// The game is won when all ghosts are gone (K-14).
    MayStay,
}

/// The mobility of a monster, ordered from least to most mobile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mobility {
    /// The monster stays on its cell.
    Stands,
    /// The monster moves along its row and its column.
    Straight,
    /// The monster also moves diagonally.
    Slanting,
}

impl ReachRules {
    /// Returns the rules of a file's game.
    pub fn for_game(resolved: &Resolved) -> ReachRules {
        let settings = &resolved.dungeon.settings;
        let game = settings.game;
        let things = match game.taking {
            TakingPolicy::WhereNoFoesAre => things_of_battle(&resolved.dungeon),
            TakingPolicy::AllMustBeTaken | TakingPolicy::MayStay => ItemGoal::MustBeTaken,
        };
        ReachRules {
            things,
            footfall: game.footfall,
            us: game.terms.commanded,
            neighbours: game.neighbours,
            rim: game.rim,
            levels: game.levels,
            foes: game.foes,
            unreachable: settings.unreachable(),
        }
    }

    /// The region of a level where the hero may stand, whatever terrain is there (E-1, S-10, A-1).
    pub fn ground(self, size: Size) -> Region {
        let rim = i32::from(!self.rim.is_the_heros());
        Region {
            from: at(rim, rim),
            to: at(size.width - 1 - rim, size.height - 1 - rim),
        }
    }

    /// Whether the hero may ever stand on a cell of a level, whatever terrain is there.
    pub fn is_the_heros(self, size: Size, p: Point) -> bool {
        self.ground(size).contains(p)
    }

    /// How each tile of a dungeon lets a hero through on a level, by `TileId`.
    pub fn passages(self, dungeon: &Dungeon, level: LevelId) -> Vec<Passage> {
        let ground = level_tiles(dungeon, level, Through::Floor);
        let is_shot_through =
            |tile: &Tile| self.foes == FoePolicy::MustBeShot && tile.sight == Sight::Clear;
        let tiles = dungeon.tiles.iter().zip(ground);
        tiles
            .map(|(tile, ground)| match ground.kind {
                Passage::Solid if is_shot_through(tile) => Passage::Window,
                Passage::Carrier if ground.is_once || self.footfall != Footfall::EachStep => {
                    Passage::Way
                }
                kind => kind,
            })
            .collect()
    }

    /// The passages and neighbors of a level.
    pub fn ways(self, dungeon: &Dungeon, level: LevelId) -> TileWays {
        TileWays {
            passages: self.passages(dungeon, level),
            neighbours: self.neighbours,
        }
    }

    /// Whether a monster of this mobility passes gaps that the hero cannot pass, because only the monster moves
    /// diagonally.
    pub fn is_less_mobile_than(self, mobility: Mobility) -> bool {
        self.neighbours == Neighbours::Four && mobility == Mobility::Slanting
    }
}

/// Whether things in a battle must be taken: only if no monster is there from the start (K-14).
fn things_of_battle(dungeon: &Dungeon) -> ItemGoal {
    let is_theirs = |thing| dungeon.is_theirs(thing);
    let of_spawns = |spawns: &[Spawn]| {
        spawns
            .iter()
            .any(|spawn| is_theirs(Thing::Body(spawn.kind)))
    };
    let has_foes = dungeon.taken_vaults().any(|vault| of_spawns(&vault.spawns))
        || dungeon.levels.iter().any(|level| {
            let mut scatters = level.used_scatters();
            of_spawns(&level.spawns) || scatters.any(|(_, one)| is_theirs(one.what.thing()))
        });
    if has_foes {
        ItemGoal::MayStay
    } else {
        ItemGoal::MustBeTaken
    }
}

impl Mobility {
    /// The mobility of a kind when hunting or roaming. Kinds without a sense count as hunting, since an alarm may wake
    /// them.
    pub fn for_kind(kind: &Kind) -> Mobility {
        let Some(parts) = kind.behaviour.parts().filter(|_| kind.speed > 0) else {
            return Mobility::Stands;
        };
        if kind.follows.is_some() {
            return Mobility::Slanting; // toward its leader, or in flight
        }
        let hunts = match parts.hunt {
            Hunt::Shoot(_) | Hunt::Stand => Mobility::Stands,
            Hunt::Axis => Mobility::Straight,
            Hunt::Line | Hunt::Drift | Hunt::Greedy | Hunt::Path | Hunt::Flee | Hunt::Skirmish => {
                Mobility::Slanting
            }
        };
        let roams = match parts.roam {
            Roam::Stand => Mobility::Stands,
            Roam::Random => Mobility::Straight,
            Roam::Wander | Roam::Route | Roam::Drift => Mobility::Slanting,
        };
        hunts.max(roams)
    }
}

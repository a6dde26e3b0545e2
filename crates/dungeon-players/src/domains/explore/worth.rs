//! The cost of a state in a search of a game of explore: the remaining way, the expected harm by monsters, and the
//! missing things.
use super::fields::{FAR, GroundState, StepFields};
use dungeon_engine::body::Body;
use dungeon_engine::rulesets::goals;
use dungeon_engine::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{
    Attack, CauseId, CauseRecord, Goal, ItemId, Keeping, Kind, KindId, LockId, Stat,
};

/// The weights of a search, in steps.
#[derive(Clone, Copy, Debug)]
pub struct ExploreWeights {
    /// The weight of each health point that the monsters of all levels may still cost the hero, in tenths of a step.
    pub danger: i64,
    /// The weight of a missing health point, in tenths of a step.
    pub health: i64,
    /// The health that the hero always needs, in addition to half of the expected loss to monsters.
    pub reserve: i64,
    /// The weight of an item left to take, in steps, in addition to the way to it. Most items are at most this far from
    /// the next one.
    pub thing: i64,
    /// From one state, the search tries to go to at most this many items, and to at most this many monsters.
    pub choices: usize,
    /// Whether single steps are tried near monsters.
    pub steps: bool,
}

/// The weights of the attempts. Later attempts try more macros per state, and the second attempt values health more.
pub const WEIGHTS: [ExploreWeights; 3] = [
    ExploreWeights {
        danger: 15,
        health: 20,
        reserve: 20,
        thing: 40,
        choices: 4,
        steps: false,
    },
    ExploreWeights {
        danger: 15,
        health: 30,
        reserve: 30,
        thing: 40,
        choices: 6,
        steps: true,
    },
    ExploreWeights {
        danger: 5,
        health: 10,
        reserve: 10,
        thing: 20,
        choices: 12,
        steps: true,
    },
];

/// The limit on the health that a single monster is expected to take.
const WORST: i64 = 40;

/// The weight of a past turn, in tenths of a step. Breaks ties in favor of the earlier state.
const TURN: i64 = 1;

/// The weight of a lock whose key is missing, in steps: about the weight of an item and the way to it.
const LOCK: i64 = 60;

/// The weight of a monster that may drop a missing key, in steps.
const CARRIER: i64 = 30;

/// The weight of a monster that a goal requires to be killed, in steps: more than the steps and blows saved by avoiding
/// the monster.
const WANTED: i64 = 100;

/// The weight of a turn still to survive, in tenths of a step: greater than the weight of a past turn, and smaller than
/// a step, so that the hero does not wait when there is something to do.
const WAIT: i64 = 4 * TURN;

/// The weight of a helpful cause that has not happened, in steps: enough to make a detour worthwhile.
const CAUSE: i64 = 30;

/// The maximum number of monsters to count as carriers of one lock's key.
const CARRIERS: usize = 5;

/// The locks of a dungeon's doors, and the kinds that may drop their keys.
#[derive(Debug)]
pub struct KeyCarriers {
    locks: Vec<LockId>,
    /// By kind: the lock whose key the bodies of the kind drop.
    drops: Vec<Option<LockId>>,
}

impl KeyCarriers {
    fn new(world: &World) -> KeyCarriers {
        let dungeon = world.dungeon();
        let tiles = dungeon.tiles.iter().map(TilePassage::of);
        let locks = tiles.filter_map(TilePassage::lock);
        let mut locks: Vec<LockId> = locks.collect();
        locks.sort_unstable();
        locks.dedup();
        // If a kind drops one of several keys, the first key is enough here, since it only changes the weight of a
        // hunt.
        let drops = |kind: &Kind| kind.drops.all().find_map(|item| dungeon.item(item).opens);
        KeyCarriers {
            locks,
            drops: dungeon.kinds.iter().map(drops).collect(),
        }
    }

    /// Whether bodies of this kind drop a key that the hero lacks.
    pub fn is_wanted(&self, world: &World, kind: KindId) -> bool {
        let lock = self.drops[usize::from(kind.0)];
        lock.is_some_and(|lock| !world.opens(lock))
    }

    /// The weight of the missing keys, in steps.
    fn steps(&self, world: &World) -> i64 {
        let missing = self.locks.iter().filter(|lock| !world.opens(**lock));
        let steps = missing.map(|lock| {
            if !self.drops.contains(&Some(*lock)) {
                return LOCK;
            }
            let drops_it =
                |body: &&Body| body.alive && self.drops[usize::from(body.kind.0)] == Some(*lock);
            let carriers = world.bodies().iter().filter(drops_it).take(CARRIERS);
            LOCK + CARRIER * carriers.count() as i64
        });
        steps.sum()
    }
}

/// The cost function of the search.
#[derive(Debug)]
pub struct ExploreWorth {
    pub weights: ExploreWeights,
    pub carried: KeyCarriers,
    /// By kind: the health that a round next to a body of the kind costs, in tenths of a point.
    harms: Vec<i64>,
}

impl ExploreWorth {
    /// Prepares the cost function for the games of a dungeon.
    pub fn new(world: &World, weights: ExploreWeights) -> ExploreWorth {
        ExploreWorth {
            weights,
            carried: KeyCarriers::new(world),
            harms: world.dungeon().kinds.iter().map(harm).collect(),
        }
    }

    /// Returns the health that a round next to a body of a kind costs, in tenths of a point.
    pub fn harm_of(&self, kind: KindId) -> i64 {
        self.harms[usize::from(kind.0)]
    }

    /// Returns the cost of a state with `steps` left to walk, in tenths of a step. The cost includes the way, the
    /// things left to do, the expected harm, and the turns.
    pub fn cost(&self, world: &World, steps: i64) -> i64 {
        let danger = self.danger(world);
        let health = i64::from(world.life_of(world.commanded())) + kept_health(world);
        let lacking = (self.reserve(danger) - health).max(0);
        let things = self.weights.thing * i64::from(world.collectables());
        let monsters = self.weights.danger * danger / 10 + self.weights.health * lacking;
        let keys = self.carried.steps(world);
        let wanted = wanted_steps(world);
        let wait = i64::from(goals::turns_to_wait(world)) * WAIT;
        let turns = i64::from(world.turn()) * TURN + wait;
        let causes = CAUSE * helpful_causes(world).count() as i64;
        10 * (steps + things + keys + wanted + causes) + monsters + turns
    }

    /// Returns the health that the hero needs. Health below this value counts as missing.
    pub fn needed_health(&self, world: &World) -> i64 {
        self.reserve(self.danger(world))
    }

    fn reserve(&self, danger: i64) -> i64 {
        self.weights.reserve + danger / 20
    }

    /// The health that the monsters of all levels may still cost, in tenths of a point.
    fn danger(&self, world: &World) -> i64 {
        let strength = i64::from(world.body(world.commanded()).stat(Stat::Strength)).max(1);
        let theirs = world.bodies().iter().filter(|body| body.alive);
        let costs = theirs.map(|body| {
            let harm = self.harm_of(body.kind);
            let life = i64::from(body.stat(Stat::Health)).max(0);
            let rounds = (life + strength - 1) / strength;
            (harm * rounds).min(10 * WORST)
        });
        costs.sum()
    }
}

/// The weight of the monsters that a goal requires to be killed, in steps. Depends on their life.
fn wanted_steps(world: &World) -> i64 {
    if !world.dungeon().goals.contains(&Goal::Kill) {
        return 0;
    }
    let strength = i64::from(world.body(world.commanded()).stat(Stat::Strength)).max(1);
    let weights = world.wanted().map(|who| {
        let life = i64::from(world.body(who).stat(Stat::Health)).max(0);
        WANTED + ((life + strength - 1) / strength).min(WANTED)
    });
    weights.sum()
}

/// Returns the number of steps to the nearest monster of the hero's level that a goal requires to be killed; 0 if there
/// is none. The monster may have moved since the tour was planned.
pub fn way_to_wanted(world: &World, fields: &mut StepFields<'_>, state: GroundState) -> i64 {
    if !world.dungeon().goals.contains(&Goal::Kill) {
        return 0;
    }
    let hero = world.body(world.commanded());
    let wanted = world.wanted().map(|who| world.body(who));
    let here = wanted.filter(|body| body.level == hero.level);
    let Some(nearest) = here.min_by_key(|body| body.at.chebyshev(hero.at)) else {
        return 0;
    };
    let ways = fields.to(world, state, hero.level, nearest.at);
    match ways.steps(hero.at) {
        FAR => 2 * i64::from(nearest.at.chebyshev(hero.at)),
        steps => steps.into(),
    }
}

/// Returns the helpful causes that may still happen.
pub fn helpful_causes(world: &World) -> impl Iterator<Item = (CauseId, &CauseRecord)> {
    world.causes_to_come().filter(|(_, cause)| cause.may_help())
}

/// The health that inventory items can give now. It counts like the hero's own health.
fn kept_health(world: &World) -> i64 {
    let things = world.pack().things().iter();
    let gifts = things.map(|thing| {
        let ready = world.pack().ready(thing.item);
        i64::from(health_when_used(world, thing.item)) * i64::from(ready)
    });
    gifts.sum()
}

/// Returns the health that using an inventory item gives; 0 for equipment and harmful items.
pub fn health_when_used(world: &World, item: ItemId) -> i32 {
    let item = world.item(item);
    match item.keeping {
        Keeping::ToUse => item.gives[Stat::Health].max(0),
        _ => 0,
    }
}

/// The health that a round next to a body of a kind costs, in tenths of a point. Theft counts little. Even a harmless
/// living body costs a trifle.
fn harm(kind: &Kind) -> i64 {
    if kind.behaviour.parts().is_none() {
        return 0;
    }
    let blow = match kind.attack {
        // The mean of the values that the seed may give.
        Attack::Melee | Attack::Ram => {
            let spread = i64::from(kind.spread.0[Stat::Strength as usize]);
            i64::from(kind.stats[Stat::Strength]) * 10 + spread * 5
        }
        Attack::Burst(harm) => i64::from(harm) * 10,
        Attack::Steal(_) | Attack::Drain(_) => 5,
        _ => 0,
    };
    let shot = kind.shot().map_or(0, |shot| i64::from(shot.damage) * 15);
    let births = if kind.spawns.is_some() { 50 } else { 0 };
    (blow.max(shot) * i64::from(kind.speed) / 2 + births).max(2)
}

//! What the states of a search through explore are worth: the way that is left, what monsters may yet cost, and what is
//! still lacking.
use super::fields::{FAR, GroundState, StepFields};
use dungeon_engine::body::Body;
use dungeon_engine::rulesets::goals;
use dungeon_engine::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{
    Attack, CauseId, CauseRecord, Goal, ItemId, Keeping, Kind, KindId, LockId, Stat,
};

/// What a search weighs, in steps.
#[derive(Clone, Copy, Debug)]
pub struct ExploreWeights {
    /// A point of health that the monsters of all levels together may yet cost, in tenths of a step.
    pub danger: i64,
    /// A point of health that is lacking, in tenths of a step.
    pub health: i64,
    /// The health above which none is lacking, beside half of the danger.
    pub reserve: i64,
    /// A thing that is left to take, beside the way to it, in steps: most things are no farther from one on the way.
    pub thing: i64,
    /// The most things and the most monsters that are gone to from a state.
    pub choices: usize,
    /// Whether single steps are tried near monsters.
    pub steps: bool,
}

/// The weights of the attempts: later ones try more, and prize health more.
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

/// The most health that a single monster is reckoned to cost.
const WORST: i64 = 40;

/// What a turn that has passed weighs, in tenths of a step: of two states that are equally near, the sooner one.
const TURN: i64 = 1;

/// What a lock weighs whose key is not held, in steps: about a thing that is left, and the way to it.
const LOCK: i64 = 60;

/// What a monster weighs that may drop such a key, in steps.
const CARRIER: i64 = 30;

/// What a monster weighs that a goal wants dead, in steps: more than the walk around it and the blows that it takes save.
const WANTED: i64 = 100;

/// What a turn weighs that is still to be lived through, in tenths of a step: more than one that has passed, and less
/// than a step, so that nobody waits who may go on.
const WAIT: i64 = 4 * TURN;

/// What a cause weighs that may help and has not come about, in steps: so that a hero goes out of his way to try it.
const CAUSE: i64 = 30;

/// The most monsters that are counted for one lock.
const CARRIERS: usize = 5;

/// The locks of a dungeon's doors, and who may drop their keys.
#[derive(Debug)]
pub struct KeyCarriers {
    locks: Vec<LockId>,
    /// The lock whose key a body of each kind drops.
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
        // Of a class that holds keys the first will do: it weighs a hunt, and judges nothing.
        let drops = |kind: &Kind| kind.drops.all().find_map(|item| dungeon.item(item).opens);
        KeyCarriers {
            locks,
            drops: dungeon.kinds.iter().map(drops).collect(),
        }
    }

    /// Whether a body of this kind drops a key that is not held.
    pub fn is_wanted(&self, world: &World, kind: KindId) -> bool {
        let lock = self.drops[usize::from(kind.0)];
        lock.is_some_and(|lock| !world.opens(lock))
    }

    /// What the keys weigh that are not held, in steps.
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

/// What a search makes of the states of a game.
#[derive(Debug)]
pub struct ExploreWorth {
    /// What is weighed against what.
    pub weights: ExploreWeights,
    /// The carriers of keys.
    pub carried: KeyCarriers,
    /// The health that a round beside a body of each kind costs, in tenths.
    harms: Vec<i64>,
}

impl ExploreWorth {
    /// Prepares for the games of a dungeon.
    pub fn new(world: &World, weights: ExploreWeights) -> ExploreWorth {
        ExploreWorth {
            weights,
            carried: KeyCarriers::new(world),
            harms: world.dungeon().kinds.iter().map(harm).collect(),
        }
    }

    /// The health that a round beside a body of a kind costs, in tenths.
    pub fn harm_of(&self, kind: KindId) -> i64 {
        self.harms[usize::from(kind.0)]
    }

    /// What a state costs from which so many steps are left to walk, in tenths of a step: the way, what is left to do on
    /// it, what the monsters may yet cost, and the turns.
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

    /// The health below which some is lacking.
    pub fn needed_health(&self, world: &World) -> i64 {
        self.reserve(self.danger(world))
    }

    fn reserve(&self, danger: i64) -> i64 {
        self.weights.reserve + danger / 20
    }

    /// The health that the monsters of all levels may yet cost, in tenths.
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

/// What the monsters weigh that a goal wants dead, in steps: each by its life.
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

/// The steps to the nearest monster of the hero's level that a goal wants dead, who may have gone from where the tour
/// leads; 0 where there is none.
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

/// The causes that may help and may come about yet.
pub fn helpful_causes(world: &World) -> impl Iterator<Item = (CauseId, &CauseRecord)> {
    world.causes_to_come().filter(|(_, cause)| cause.may_help())
}

/// The health that the things of the pack give when they are used: as good as health that a hero has.
fn kept_health(world: &World) -> i64 {
    let things = world.pack().things().iter();
    let gifts =
        things.map(|thing| i64::from(health_when_used(world, thing.item)) * i64::from(thing.count));
    gifts.sum()
}

/// The health that a thing of the pack gives when it is used; 0 for one that is worn, or does harm.
pub fn health_when_used(world: &World, item: ItemId) -> i32 {
    let item = world.item(item);
    match item.keeping {
        Keeping::ToUse => item.gives[Stat::Health].max(0),
        _ => 0,
    }
}

/// The health that a round beside a body of a kind costs, in tenths; what is robbed counts little, and to let a body
/// that does nothing live costs a trifle.
fn harm(kind: &Kind) -> i64 {
    if kind.behaviour.parts().is_none() {
        return 0;
    }
    let blow = match kind.attack {
        // In the middle of what the seed may give.
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

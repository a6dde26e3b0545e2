//! Monsters that a goal requires to be killed, but that are too strong: one exchange of blows takes all the health that
//! the hero can have at a time, or the hero cannot get the health that the fight costs before the turn limit.
//!
//! The bounds assume a hero who takes every item, meets no other monster and is hurt by nothing else. A monster that
//! strikes back whenever the hero is beside it answers every blow and every bolt from there, except the last, with all
//! its acts of the round. Only bolts from farther away may go unanswered, and these take at most half as much and cost
//! manna or health (E-13).
use std::collections::BTreeMap;

use super::attrition::stays;
use crate::search::budget::Meter;
use crate::verdict::Reason;
use dungeon_engine::action::ActorId;
use dungeon_engine::rulesets::explore::{BOLT_POWER, BOLT_PRICE};
use dungeon_engine::rulesets::goals;
use dungeon_engine::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{Attack, ItemId, Prey, Stat};

/// The health that a bolt costs per missing point of manna (E-13).
const HEALTH_PER_MANNA: i64 = 2;

/// The life that a bolt takes from a monster beside the hero (E-13).
const BESIDE: i64 = BOLT_POWER[0] as i64;

/// The maximum number of bolts to consider against one monster: about a million fights.
const MOST_BOLTS: i64 = 1_500;

/// The most life that a bolt takes from a monster that is not beside the hero (E-13).
const FROM_AFAR: i64 = BOLT_POWER[1] as i64;

/// Returns the reason why the hero cannot kill some wanted monster, at all or within `lose turns=`; `None` if the hero
/// may be able to, or if the budget ends.
pub fn deadly_fight(world: &World, meter: &Meter<'_>) -> Option<Reason> {
    let turns = goals::turns_left(world);
    let is_endless = turns == u32::MAX && can_cast(world);
    if is_endless || world.wanted().next().is_none() || !is_plain(world) {
        return None;
    }
    let means = Means::within(world, turns, meter)?;
    world
        .wanted()
        .find_map(|who| means.too_little_for(world, who, meter))
}

/// Whether only the hero can hurt monsters, by bolts and by blows at one monster beside the hero, and nothing but items
/// and time can strengthen the hero. Timed states change how often and how hard both sides strike.
fn is_plain(world: &World) -> bool {
    let dungeon = world.dungeon();
    let kinds = world.kinds_to_come();
    let mut kinds = kinds.into_iter().map(|kind| dungeon.kind(kind));
    let mut tiles = world.tiles_to_come().into_iter();
    world.ours().nth(1).is_none()
        && !dungeon
            .items
            .iter()
            .any(|item| item.reach() > 0 || item.recharge > 0)
        && !dungeon.gives_states()
        && !world.has_allies()
        && !dungeon.may_help_by_causes()
        && !world.may_harm_monsters()
        && !tiles.any(|tile| TilePassage::of(dungeon.tile(tile)).is_slow)
        && !kinds.any(|kind| kind.can_burst() || kind.spawns.is_some())
}

/// The most that the hero can have of a stat at a time: the limit of the stat, or its number now if that is more
///
fn at_once(world: &World, stat: Stat) -> i64 {
    let hero = world.commanded();
    let limit = world.kind(hero).most[stat];
    world.body(hero).stat(stat).max(limit).into()
}

/// Whether the hero can ever afford a bolt and live. A bolt costs 2 health for each missing point of manna. If that
/// takes more health than the hero can have at a time, the point that upkeep heals in the same turn is not enough.
fn can_cast(world: &World) -> bool {
    let missing = i64::from(BOLT_PRICE) - at_once(world, Stat::Manna);
    HEALTH_PER_MANNA * missing.max(0) <= at_once(world, Stat::Health)
}

/// The most that the hero can have over all turns that are left.
struct Means {
    /// The turns that are left; `u32::MAX` without a limit.
    turns: i64,
    health: i64,
    strength: i64,
    manna: i64,
    /// The most health at a time.
    health_at_once: i64,
    /// The number of items that give health.
    meals: i64,
}

impl Means {
    fn within(world: &World, turns: u32, meter: &Meter<'_>) -> Option<Means> {
        let dungeon = world.dungeon();
        let hero = world.body(world.commanded());
        let of = |stat| i64::from(hero.stat(stat));
        let (now, turns) = (i64::from(world.turn()), i64::from(turns));
        let ticks = |every: i64| (now + turns) / every - now / every;
        let mut means = Means {
            health_at_once: at_once(world, Stat::Health),
            meals: 0,
            turns,
            health: of(Stat::Health) + ticks(3),
            strength: of(Stat::Strength),
            manna: of(Stat::Manna) + ticks(7),
        };
        let mut worn: BTreeMap<&str, i64> = BTreeMap::new();
        let mut add = |item: ItemId, count: u32| {
            let kind = dungeon.item(item);
            let most = |stat: Stat| {
                let most = i64::from(kind.gives[stat]) + i64::from(kind.spread.0[stat as usize]);
                most.max(0) * i64::from(count)
            };
            means.health += most(Stat::Health);
            means.meals += i64::from(count) * i64::from(most(Stat::Health) > 0);
            means.strength += most(Stat::Strength);
            means.manna += most(Stat::Manna);
            let best = worn.entry(&kind.slot).or_default();
            *best = i64::from(kind.worn_strength()).max(*best);
        };
        for thing in world.pack().things() {
            add(thing.item, thing.count);
        }
        for (level, _) in dungeon.numbered_levels() {
            meter.look(world.size(level).area()).then_some(())?;
            let items = world.size(level).points();
            let items = items.map(|p| world.item_at(level, p));
            items
                .filter(|item| *item != ItemId::NONE)
                .for_each(|item| add(item, 1));
        }
        for body in world.bodies().iter().filter(|body| body.alive) {
            let drops = dungeon.kind(body.kind).drops.all();
            drops
                .filter(|item| *item != ItemId::NONE)
                .for_each(|item| add(item, 1));
        }
        means.strength += worn.values().sum::<i64>();
        Some(means)
    }

    /// The reason why these means are not enough to kill a monster; `None` if they may be.
    fn too_little_for(&self, world: &World, who: ActorId, meter: &Meter<'_>) -> Option<Reason> {
        let (body, kind) = (world.body(who), world.kind(who));
        let strikes_back = kind.attack == Attack::Melee
            && body.prey == Prey::Hero
            && kind.acts_in(1) > 0
            && kind.life == Stat::Health;
        if !strikes_back {
            return None;
        }
        let acts = i64::from(kind.acts_in(1));
        let (life, answer) = (
            world.life_of(who).into(),
            acts * i64::from(body.stat(Stat::Strength).max(0)),
        );
        if let Some(at_least) = self.least_at_once(world, who, life, answer) {
            return Some(Reason::TooStrong {
                level: body.level,
                at: body.at,
                at_least,
                at_most: self.health_at_once,
                enough: None,
            });
        }
        if self.turns == i64::from(u32::MAX) {
            return None;
        }
        let bolts = Some(self.most_bolts(life)).filter(|bolts| *bolts <= MOST_BOLTS)?;
        let fights = usize::try_from(bolts * bolts).ok()?;
        meter.look(fights).then_some(())?;
        let (level, at) = (body.level, body.at);
        match self.least_cost(life, answer) {
            Some(at_least) => (at_least >= self.health).then_some(Reason::TooStrong {
                level,
                at,
                at_least: at_least + 1,
                at_most: self.health,
                enough: None,
            }),
            None => Some(Reason::TooFewTurns {
                level,
                at,
                at_least: world.turn() + u32::try_from(self.blows(life)).ok()?,
                allowed: world.turn() + u32::try_from(self.turns).ok()?,
                enough: None,
            }),
        }
    }

    /// Returns the health that the hero would need at a time, if one exchange of blows decides the fight. `None` if the
    /// hero may win it, or can afford a bolt.
    ///
    /// A hero who strikes and does not kill has to survive the `answer`. Health never exceeds `health_at_once`, and
    /// nothing heals between an answer and the end of the turn. So if the answer takes that much, only a blow that
    /// kills at once wins.
    ///
    /// If the monster never moves, the hero has to come beside it first, in a turn that ends with an answer, too. In
    /// the next turn, upkeep heals one point before the second answer, and only a blow that takes an item under the
    /// monster heals more, once for each item. So if two answers take more than `health_at_once`, these blows and the
    /// last one are all.
    fn least_at_once(&self, world: &World, who: ActorId, life: i64, answer: i64) -> Option<i64> {
        let (body, hero) = (world.body(who), world.body(world.commanded()));
        if can_cast(world) {
            return None;
        }
        let is_beside = body.level == hero.level && body.at.chebyshev(hero.at) <= 1;
        let must_come = stays(world.kind(who)) && !body.is_asleep() && !is_beside;
        let (blows, at_least) = match answer {
            _ if answer >= self.health_at_once => (1, answer + 1),
            _ if must_come && 2 * answer > self.health_at_once => (1 + self.meals, 2 * answer),
            _ => return None,
        };
        (life > blows * self.strength.max(0)).then_some(at_least)
    }

    /// The least number of turns beside a monster that take this much life from it.
    fn blows(&self, life: i64) -> i64 {
        let blow = self.strength.max(BESIDE);
        (life.max(0) + blow - 1) / blow
    }

    /// The largest number of bolts that are worth a thought.
    fn most_bolts(&self, life: i64) -> i64 {
        (life.max(0) / FROM_AFAR + 1).min(self.turns)
    }

    /// The least health that it costs to kill a monster with this much life that takes `answer` points of health for
    /// each blow and each bolt from beside it; `None` if the turns do not suffice.
    fn least_cost(&self, life: i64, answer: i64) -> Option<i64> {
        let bolts = 0..=self.most_bolts(life);
        let fights = bolts.flat_map(|bolts| (0..=bolts).map(move |near| (bolts, near)));
        let costs = fights.filter_map(|(bolts, near)| {
            let left = life - near * BESIDE - (bolts - near) * FROM_AFAR;
            let blows = match left.max(0) {
                0 => 0,
                _ if self.strength <= 0 => return None,
                left => (left + self.strength - 1) / self.strength,
            };
            let missing = bolts * i64::from(BOLT_PRICE) - self.manna;
            let cost = HEALTH_PER_MANNA * missing.max(0) + answer * (near + blows - 1).max(0);
            (bolts + blows <= self.turns).then_some(cost)
        });
        costs.min()
    }
}

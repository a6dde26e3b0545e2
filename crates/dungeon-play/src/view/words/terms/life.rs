//! The life of bodies as text: health, strength, gold, or lives.
use super::game_terms::{counts_lives, game_terms};
use super::state_gifts::state_gift;
use dungeon_engine::action::ActorId;
use dungeon_engine::world::World;
use dungeon_model::dungeon::grammar::nouns::{counted, number_of, turns};
use dungeon_model::dungeon::{
    AddressedAs, Attack, BlowShape, ItemId, ItemKind, Keeping, LifeUnit, Stat,
};

/// Returns a stat's name within a sentence, in this game's words, without an article: "health", "gold".
pub fn word(world: &World, stat: Stat) -> &'static str {
    match stat {
        Stat::Health => "health",
        Stat::Strength => "strength",
        Stat::Manna => "manna",
        Stat::Wealth => game_terms(world).wealth,
        Stat::Ap => "action points",
        Stat::Ammo => "ammo",
    }
}

/// Returns a number of lives: "2 lives", "1 life"; "no lives" for 0 and below.
pub fn lives(count: i64) -> String {
    match count {
        ..=0 => "no lives".to_owned(),
        1 => "1 life".to_owned(),
        n => format!("{n} lives"),
    }
}

/// Returns the life of a body: "health 40", "strength 3", "12 gold", "2 lives". In games where the hero has lives,
/// returns the lives that a monster takes, "takes 2 lives", or `None` if it takes at most one life.
///
/// # Panics
///
/// If the world has no such body.
pub fn vigour(world: &World, who: ActorId) -> Option<String> {
    let (kind, left) = (world.kind(who), world.life_of(who));
    Some(match (kind.life_unit, kind.life) {
        (LifeUnit::Lives, _) => lives(left.into()),
        (_, Stat::Wealth) => format!("{left} {}", word(world, Stat::Wealth)),
        _ if counts_lives(world) => match worst_wound(world, who) {
            ..=1 => return None,
            harm => format!("takes {}", lives(harm.into())),
        },
        (_, life) => format!("{} {}", word(world, life), left.max(0)),
    })
}

/// Returns the maximum life that a monster takes in one attack.
fn worst_wound(world: &World, who: ActorId) -> i32 {
    let kind = world.kind(who);
    let touch = match kind.attack {
        Attack::Melee | Attack::Ram => world.body(who).stat(Stat::Strength),
        Attack::Burst(harm) => harm,
        Attack::Steal(_) | Attack::Drain(_) | Attack::None => 0,
    };
    let shot = kind.shot().map_or(0, |shot| shot.damage);
    touch.max(shot)
}

/// The damage of one or more hits to a body's life.
#[derive(Clone, Copy)]
pub struct Wound {
    pub whom: ActorId,
    /// The life taken by all hits together.
    pub harm: i64,
    /// The life left after the hits.
    pub left: i64,
    /// The number of hits. In games with lives, a loss of one life per hit is usual and is not mentioned.
    pub blows: usize,
}

impl Wound {
    /// Returns the end of a sentence about the wound: " for 3", " for 3 gold", " for 3 (12 left)", " (2 lives left)", "
    /// for 2 lives (1 left)".
    pub fn describe(self, world: &World) -> String {
        let (kind, harm) = (world.kind(self.whom), self.harm);
        match (kind.life_unit, kind.life, kind.addressed_as) {
            (LifeUnit::Lives, ..) if self.left > 0 && harm > self.blows as i64 => {
                format!(" for {} ({} left)", lives(harm), self.left)
            }
            (LifeUnit::Lives, ..) => format!(" ({} left)", lives(self.left)),
            (_, Stat::Wealth, _) => format!(" for {harm} {}", word(world, Stat::Wealth)),
            // No gauge shows the health of each unit.
            (.., AddressedAs::ByName) if self.left > 0 => {
                format!(" for {harm}{} ({} left)", self.in_all(), self.left)
            }
            _ => format!(" for {harm}{}", self.in_all()),
        }
    }

    /// Returns " in all" for the harm of several blows, else "".
    fn in_all(&self) -> &'static str {
        match self.blows {
            ..=1 => "",
            _ => " in all",
        }
    }

    /// Returns the wound as it appears in parentheses: "-3 health", "-3 gold", "2 lives left".
    pub fn loss(self, world: &World) -> String {
        let kind = world.kind(self.whom);
        match kind.life_unit {
            LifeUnit::Lives => format!("{} left", lives(self.left)),
            LifeUnit::Points => format!("-{} {}", self.harm, word(world, kind.life)),
        }
    }
}

/// Returns the points and the state that an item gives, one phrase per stat in the order of the stats, and one for the
/// state: "+10 ammo", "haste for 10 turns". Empty for an item that gives nothing.
pub fn gains(world: &World, item: &ItemKind) -> Vec<String> {
    let given = Stat::ALL.into_iter().map(|stat| (stat, item.gives[stat]));
    let given = given.filter(|(_, by)| *by != 0);
    let given = given.map(|(stat, by)| gain(world, stat, by));
    given.chain(state_gift(item)).collect()
}

/// Returns the effects of an item in the inventory, one phrase per stat: "+10 health" for an item to use, "+2 strength"
/// for an item to equip. Empty for an item without effects.
pub fn uses(world: &World, item: &ItemKind) -> Vec<String> {
    match item.keeping {
        Keeping::ToWear { strength, .. } => {
            let gain = gain(world, Stat::Strength, strength);
            [gain].into_iter().chain(blows(item)).collect()
        }
        Keeping::ToUse | Keeping::No => {
            let identifies = item
                .identifies
                .then(|| "names everything you carry".to_owned());
            gains(world, item).into_iter().chain(identifies).collect()
        }
    }
}

/// Returns what the hero's attacks do while an item is worn, besides hitting the enemy that the hero attacks: "hits two
/// in a line", "hits all around", "shoots up to 6 cells", "pulls from up to 6 cells". `None` if nothing.
pub fn blows(item: &ItemKind) -> Option<String> {
    let cells = |reach: u32| number_of(reach.into(), "cell");
    match item.blow_shape() {
        BlowShape::Single => None,
        BlowShape::Line => Some("hits two in a line".to_owned()),
        BlowShape::Sweep => Some("hits all around".to_owned()),
        BlowShape::Shoot(reach) => Some(format!("shoots up to {}", cells(reach))),
        BlowShape::Pull(reach) => Some(format!("pulls from up to {}", cells(reach))),
    }
}

/// Returns the named slot in which an item is worn: "head slot"; `None` for other items.
pub fn slot(item: &ItemKind) -> Option<String> {
    (!item.slot.is_empty()).then(|| format!("{} slot", item.slot))
}

/// Returns how far an item can be thrown: "throw up to 5 cells"; `None` for an item that cannot be thrown.
pub fn throws(item: &ItemKind) -> Option<String> {
    let reach = i64::from(item.throw_reach);
    (reach > 0).then(|| format!("throw up to {}", number_of(reach, "cell")))
}

/// Returns when an item of the inventory can be used again: "recharges in 20 turns", "ready again in 12 turns" if none
/// of its kind is ready, "1 of 2 ready"; `None` for an item that is used up.
pub fn charge(world: &World, id: ItemId) -> Option<String> {
    let pack = world.pack();
    let count = pack.things().iter().find(|thing| thing.item == id)?.count;
    match (world.item(id).recharge, pack.ready(id)) {
        (0, _) => None,
        (_, 0) => Some(format!(
            "ready again in {}",
            turns(world.turns_to_ready(id))
        )),
        (_, ready) if ready < count => Some(format!("{ready} of {count} ready")),
        _ => recharges(world.item(id)),
    }
}

/// Returns the time that an item takes to recharge: "recharges in 20 turns"; `None` for an item that is used up.
pub fn recharges(item: &ItemKind) -> Option<String> {
    (item.recharge > 0).then(|| format!("recharges in {}", turns(item.recharge)))
}

/// Returns a change of a stat: "+5 health", "-1 life".
pub fn gain(world: &World, stat: Stat, by: i32) -> String {
    format!("{by:+} {}", unit(world, stat, by))
}

/// Returns an amount of a stat of the commanded body: "3 health", "1 life", "5 gold".
pub fn amount(world: &World, stat: Stat, count: i32) -> String {
    format!("{count} {}", unit(world, stat, count))
}

/// Returns the unit of a stat of the commanded body.
fn unit(world: &World, stat: Stat, count: i32) -> &'static str {
    match (stat, counts_lives(world), count) {
        (Stat::Health, true, -1 | 1) => "life",
        (Stat::Health, true, _) => "lives",
        _ => word(world, stat),
    }
}

/// Returns a thief's loot: "a coin", "3 coins", "3 wealth", "2 manna".
pub fn loot(world: &World, stat: Stat, taken: i64) -> String {
    match (stat, game_terms(world).coin) {
        (Stat::Wealth, Some(coin)) => counted(taken, coin),
        _ => format!("{taken} {}", word(world, stat)),
    }
}

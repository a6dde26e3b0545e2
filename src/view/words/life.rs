//! What bodies live by, in words: health, strength, or a purse of gold (siege).
use super::names::counted;
use crate::dungeon::Stat;
use crate::engine::action::ActorId;
use crate::engine::world::World;

/// Whether the player's purse is his life: then wealth is called gold.
pub fn lives_by_gold(world: &World) -> bool {
    world.kind(world.commanded()).life == Stat::Wealth
}

/// A stat's name in the middle of a sentence, as this game has it.
pub fn word(world: &World, stat: Stat) -> &'static str {
    match stat {
        Stat::Health => "health",
        Stat::Strength => "strength",
        Stat::Manna => "manna",
        Stat::Wealth if lives_by_gold(world) => "gold",
        Stat::Wealth => "wealth",
    }
}

/// How well somebody is: "health 40", "strength 3", "12 gold".
pub fn vigour(world: &World, who: ActorId) -> String {
    let (life, left) = (world.kind(who).life, world.life_of(who));
    match (life, word(world, life)) {
        (Stat::Wealth, word) => format!("{left} {word}"),
        (_, word) => format!("{word} {left}"),
    }
}

/// Whether so much of what somebody lives by is too little: an empty purse is none yet (S-2).
pub(super) fn is_spent(life: Stat, left: i64) -> bool {
    match life {
        Stat::Wealth => left < 0,
        _ => left <= 0,
    }
}

/// What a wound takes: "3", but "3 gold" from who lives by it.
pub(super) fn wound(world: &World, whom: ActorId, harm: i64) -> String {
    match world.kind(whom).life {
        Stat::Wealth => format!("{harm} {}", word(world, Stat::Wealth)),
        _ => harm.to_string(),
    }
}

/// What a thief takes of a number of his victim: "a coin", "3 coins", "3 wealth", "2 manna".
pub(super) fn loot(world: &World, stat: Stat, taken: i64) -> String {
    match stat {
        Stat::Wealth if lives_by_gold(world) => counted(taken, "coin"),
        _ => format!("{taken} {}", word(world, stat)),
    }
}

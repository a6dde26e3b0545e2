//! Actions that consist of several events but get one sentence.
use super::explosion::Explosion;
use super::period::Period;
use super::repeated_action::FenceDamage;
use super::sentences::{ItemDeed, ShotResult};
use crate::view::words::terms::perception::Perception;
use crate::view::words::tone::Tone;
use dungeon_engine::action::ActorId;
use dungeon_engine::event::{AtTerrain, Event};
use dungeon_model::dungeon::{Attack, ItemId, Stat};

/// An action in progress; later events add its results.
#[derive(Default)]
pub enum PendingAction {
    /// No action is in progress.
    #[default]
    Nothing,
    /// A melee attack, and the amount stolen.
    Strike(PendingBlow, i64),
    /// A shot at a body.
    Shot(PendingBlow),
    /// A body throws itself at a victim.
    Ram(PendingBlow),
    /// The hero stomps on a body.
    Stomp { who: ActorId, whom: ActorId },
    /// A board is cleared, and the hero goes on to the next.
    Clearing,
    /// A spell whose bolt has not started yet, and the health that the spell has cost so far.
    Spell { who: ActorId, price: i64 },
    /// A bolt in flight, and the number of bodies hit so far.
    Flight { who: ActorId, hits: u32 },
    /// A body takes, receives, uses or equips an item; and the points that the item has given so far.
    Taking {
        who: ActorId,
        item: ItemId,
        deed: ItemDeed,
        gains: Vec<(Stat, i32)>,
    },
    /// A body throws, shoots or pulls with an item that hits another body, with the changes of this body's stats and the
    /// cells that it was pulled so far.
    Aim {
        who: ActorId,
        item: ItemId,
        whom: ActorId,
        changes: Vec<(Stat, i32)>,
        cells: u32,
    },
    /// A body springs a trap, and the life that the body lost; `None` before the wound.
    Trap(AtTerrain, Option<i64>),
    /// Terrain harms the body on it, and the life that the body lost; `None` before the wound.
    Harm(AtTerrain, Option<i64>),
    /// A burning body, and the life that it lost; `None` before the wound.
    Burn(ActorId, Option<i64>),
    /// A body explodes.
    Burst {
        explosion: Explosion,
        /// The victim of the ram that this explosion interrupted, whose wound is still to come; `None` without a ram.
        rammed: Option<ActorId>,
    },
    /// A shot at slime.
    Fire(AtTerrain, ShotResult),
    /// The hero buys an item, and the gold that the item has cost so far.
    Purchase {
        who: ActorId,
        item: ItemId,
        price: i64,
    },
    /// A body damages a fence.
    Tear(AtTerrain, FenceDamage),
    /// A pay period begins. All further events of the step belong to it.
    Period(Period),
}

/// An attack on a body, and the life that the victim lost; `None` before the wound.
#[derive(Clone, Copy)]
pub struct PendingBlow {
    pub who: ActorId,
    pub whom: ActorId,
    pub harm: Option<i64>,
}

impl PendingAction {
    /// Returns the action that an event begins; `None` if the event is a whole action by itself.
    pub fn begun_by(event: Event) -> Option<PendingAction> {
        let (harm, loot, price) = (None, 0, 0);
        Some(match event {
            Event::Struck { who, whom } => {
                PendingAction::Strike(PendingBlow { who, whom, harm }, loot)
            }
            Event::Shot { who, whom } => PendingAction::Shot(PendingBlow { who, whom, harm }),
            Event::Rammed { who, whom } => PendingAction::Ram(PendingBlow { who, whom, harm }),
            Event::Stomped { who, whom } => PendingAction::Stomp { who, whom },
            Event::Cleared { .. } => PendingAction::Clearing,
            Event::Cast { who, .. } => PendingAction::Spell { who, price },
            Event::Taken { who, item, .. } => taking(who, item, ItemDeed::Take),
            Event::Given { who, item } => taking(who, item, ItemDeed::Get),
            Event::Used { who, item } => taking(who, item, ItemDeed::Use),
            Event::Thrown {
                who,
                item,
                whom: Some(whom),
            } => PendingAction::Aim {
                who,
                item,
                whom,
                changes: Vec::new(),
                cells: 0,
            },
            Event::Worn { who, item } => taking(who, item, ItemDeed::Wear),
            Event::Sprung(on) => PendingAction::Trap(on, harm),
            Event::Harmed(on) => PendingAction::Harm(on, harm),
            Event::Burned { who } => PendingAction::Burn(who, harm),
            Event::Burst { who, .. } => {
                let (explosion, rammed) = (Explosion::new(who), None);
                PendingAction::Burst { explosion, rammed }
            }
            Event::Fired(on) => PendingAction::Fire(on, ShotResult::Hit),
            Event::Bought { who, item } => PendingAction::Purchase { who, item, price },
            Event::Torn(on) => PendingAction::Tear(on, FenceDamage::Weakened),
            Event::PeriodBegan { number, year, herd } => {
                PendingAction::Period(Period::new(number, year, herd))
            }
            _ => return None,
        })
    }

    /// Whether this is an explosion of the body `who`.
    pub fn is_explosion_of(&self, who: ActorId) -> bool {
        matches!(self, PendingAction::Burst { explosion, .. } if explosion.who == who)
    }

    /// Whether this is an explosion that has already hurt `whom`.
    pub fn has_exploded_at(&self, whom: ActorId) -> bool {
        matches!(self, PendingAction::Burst { explosion, .. } if explosion.has_hurt(whom))
    }

    /// Returns the ram that this explosion interrupted; `Nothing` if the explosion interrupted no ram.
    pub fn interrupted(&self) -> PendingAction {
        match self {
            PendingAction::Burst {
                explosion,
                rammed: Some(whom),
            } => PendingAction::Ram(PendingBlow {
                who: explosion.who,
                whom: *whom,
                harm: None,
            }),
            _ => PendingAction::Nothing,
        }
    }

    /// Returns the tone of the action's sentence.
    pub fn tone(&self, world: Perception<'_>) -> Tone {
        match self {
            PendingAction::Strike(blow, _) | PendingAction::Shot(blow)
                if world.is_ours(blow.whom) =>
            {
                Tone::Wound
            }
            PendingAction::Trap(on, _) | PendingAction::Harm(on, _) if world.is_ours(on.who) => {
                Tone::Wound
            }
            PendingAction::Burn(who, _) if world.is_ours(*who) => Tone::Wound,
            PendingAction::Burst { explosion, .. } => explosion.tone(world),
            PendingAction::Taking { who, .. } if world.is_ours(*who) => Tone::Find,
            _ => Tone::Plain,
        }
    }
}

/// Returns the action of a body that takes, receives, uses or equips an item.
fn taking(who: ActorId, item: ItemId, deed: ItemDeed) -> PendingAction {
    let gains = Vec::new();
    PendingAction::Taking {
        who,
        item,
        deed,
        gains,
    }
}

/// Returns the stat that a thief's attack steals; `None` for other bodies.
pub fn stolen_stat(world: Perception<'_>, who: ActorId) -> Option<Stat> {
    match world.kind(who).attack {
        Attack::Steal(_) => Some(Stat::Wealth),
        Attack::Drain(_) => Some(Stat::Manna),
        Attack::Melee | Attack::Burst(_) | Attack::Ram | Attack::None => None,
    }
}

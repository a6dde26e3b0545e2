//! Actions that take several events to tell.
use super::explosion::Explosion;
use super::period::Period;
use super::repeated_action::FenceDamage;
use super::sentences::{ItemDeed, ShotResult};
use crate::view::words::terms::perception::Perception;
use crate::view::words::tone::Tone;
use dungeon_engine::action::ActorId;
use dungeon_engine::event::Event;
use dungeon_model::dungeon::{Attack, ItemId, Stat, TileId};
use dungeon_model::space::geometry::Point;

/// An action under way: the events that follow say what comes of it.
#[derive(Default)]
pub enum PendingAction {
    /// No action is under way.
    #[default]
    Nothing,
    /// A blow, which may rob the victim: the life that it has taken, if it has wounded yet, and the other number.
    Strike {
        who: ActorId,
        whom: ActorId,
        harm: Option<i64>,
        loot: i64,
    },
    /// A shot at a body, and the life that it has taken, if it has wounded yet.
    Shot {
        who: ActorId,
        whom: ActorId,
        harm: Option<i64>,
    },
    /// A body throws itself at a victim, and the life that it has taken, if it has wounded yet.
    Ram {
        who: ActorId,
        whom: ActorId,
        harm: Option<i64>,
    },
    /// The hero treads on a body.
    Stomp { who: ActorId, whom: ActorId },
    /// A board is cleared, and the hero goes to the next.
    Clearing,
    /// A spell, and the health that it has cost so far; its bolt has not set out yet.
    Spell { who: ActorId, price: i64 },
    /// A bolt in flight, and the bodies that it has hit so far.
    Flight { who: ActorId, hits: u32 },
    /// A body takes or gets an item, uses it or puts it on, and what the item has given so far.
    Taking {
        who: ActorId,
        item: ItemId,
        deed: ItemDeed,
        gains: Vec<(Stat, i32)>,
    },
    /// A body springs a trap, and the life that the trap has taken, if it has wounded yet.
    Trap {
        who: ActorId,
        tile: TileId,
        harm: Option<i64>,
    },
    /// Terrain harms the body that stands on it, and the life that it has taken, if it has wounded yet.
    Harm {
        who: ActorId,
        tile: TileId,
        harm: Option<i64>,
    },
    /// A body explodes.
    Burst {
        explosion: Explosion,
        /// The victim of a ram in whose midst the rammer explodes: the wound is still to come.
        rammed: Option<ActorId>,
    },
    /// A shot at slime.
    Fire {
        who: ActorId,
        tile: TileId,
        result: ShotResult,
    },
    /// The hero buys an item, and the gold that it has cost so far.
    Purchase {
        who: ActorId,
        item: ItemId,
        price: i64,
    },
    /// A body tears at a fence.
    Tear {
        who: ActorId,
        at: Point,
        tile: TileId,
        damage: FenceDamage,
    },
    /// A period of pay begins; all events up to the end of the step belong to it.
    Period(Period),
}

impl PendingAction {
    /// The action that an event begins, if more events are to come of it.
    pub fn begun_by(event: Event) -> Option<PendingAction> {
        let (harm, loot, price) = (None, 0, 0);
        Some(match event {
            Event::Struck { who, whom } => PendingAction::Strike {
                who,
                whom,
                harm,
                loot,
            },
            Event::Shot { who, whom } => PendingAction::Shot { who, whom, harm },
            Event::Rammed { who, whom } => PendingAction::Ram { who, whom, harm },
            Event::Stomped { who, whom } => PendingAction::Stomp { who, whom },
            Event::Cleared { .. } => PendingAction::Clearing,
            Event::Cast { who, .. } => PendingAction::Spell { who, price },
            Event::Taken { who, item, .. } => taking(who, item, ItemDeed::Take),
            Event::Given { who, item } => taking(who, item, ItemDeed::Get),
            Event::Used { who, item } => taking(who, item, ItemDeed::Use),
            Event::Worn { who, item } => taking(who, item, ItemDeed::Wear),
            Event::Sprung { who, tile, .. } => PendingAction::Trap { who, tile, harm },
            Event::Harmed { who, tile, .. } => PendingAction::Harm { who, tile, harm },
            Event::Burst { who, .. } => {
                let (explosion, rammed) = (Explosion::new(who), None);
                PendingAction::Burst { explosion, rammed }
            }
            Event::Fired { who, tile, .. } => {
                let result = ShotResult::Hit;
                PendingAction::Fire { who, tile, result }
            }
            Event::Bought { who, item } => PendingAction::Purchase { who, item, price },
            Event::Torn { who, at, tile, .. } => {
                let damage = FenceDamage::Weakened;
                PendingAction::Tear {
                    who,
                    at,
                    tile,
                    damage,
                }
            }
            Event::PeriodBegan { number, year, herd } => {
                PendingAction::Period(Period::new(number, year, herd))
            }
            _ => return None,
        })
    }

    /// Whether this is an explosion that has hurt the body `target` already.
    pub fn has_exploded_at(&self, whom: ActorId) -> bool {
        matches!(self, PendingAction::Burst { explosion, .. } if explosion.has_hurt(whom))
    }

    /// The ram in whose midst this explosion came; no action if there is none.
    pub fn interrupted(&self) -> PendingAction {
        match self {
            PendingAction::Burst {
                explosion,
                rammed: Some(whom),
            } => PendingAction::Ram {
                who: explosion.who,
                whom: *whom,
                harm: None,
            },
            _ => PendingAction::Nothing,
        }
    }

    /// What the sentence about the action means to the player.
    pub fn tone(&self, world: Perception<'_>) -> Tone {
        match self {
            PendingAction::Strike { whom, .. } | PendingAction::Shot { whom, .. }
                if world.is_ours(*whom) =>
            {
                Tone::Wound
            }
            PendingAction::Trap { who, .. } | PendingAction::Harm { who, .. }
                if world.is_ours(*who) =>
            {
                Tone::Wound
            }
            PendingAction::Burst { explosion, .. } => explosion.tone(world),
            PendingAction::Taking { who, .. } if world.is_ours(*who) => Tone::Find,
            _ => Tone::Plain,
        }
    }
}

/// The action of a body that begins to take, use or wear an item.
fn taking(who: ActorId, item: ItemId, deed: ItemDeed) -> PendingAction {
    let gains = Vec::new();
    PendingAction::Taking {
        who,
        item,
        deed,
        gains,
    }
}

/// The number of its victim that a body's attack takes, if the body is a thief of any sort.
pub fn stolen_stat(world: Perception<'_>, who: ActorId) -> Option<Stat> {
    match world.kind(who).attack {
        Attack::Steal(_) => Some(Stat::Wealth),
        Attack::Drain(_) => Some(Stat::Manna),
        Attack::Melee | Attack::Burst(_) | Attack::Ram | Attack::None => None,
    }
}

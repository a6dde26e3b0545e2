//! Actions that take several events to tell.
use super::explosion::Explosion;
use super::period::Period;
use super::repeated_action::FenceDamage;
use super::sentences::{ItemDeed, ShotResult};
use crate::view::words::terms::perception::Perception;
use crate::view::words::tone::Tone;
use dungeon_engine::action::ActorId;
use dungeon_engine::event::{AtTerrain, Event};
use dungeon_model::dungeon::{Attack, ItemId, Stat, TileId};
use dungeon_model::space::geometry::Point;

/// An action in progress; later events add its results.
#[derive(Default)]
pub enum PendingAction {
    /// No action is in progress.
    #[default]
    Nothing,
    /// A melee attack: the life it took, `None` before the wound, and the amount stolen.
    Strike {
        who: ActorId,
        whom: ActorId,
        harm: Option<i64>,
        loot: i64,
    },
    /// A shot at a body: the life it took, `None` before the wound.
    Shot {
        who: ActorId,
        whom: ActorId,
        harm: Option<i64>,
    },
    /// A body throws itself at a victim: the life it took, `None` before the wound.
    Ram {
        who: ActorId,
        whom: ActorId,
        harm: Option<i64>,
    },
    /// The hero stomps on a body.
    Stomp { who: ActorId, whom: ActorId },
    /// A board is cleared, and the hero goes on to the next.
    Clearing,
    /// A spell whose bolt has not started yet, and the health it has cost so far.
    Spell { who: ActorId, price: i64 },
    /// A bolt in flight, and the number of bodies hit so far.
    Flight { who: ActorId, hits: u32 },
    /// A body takes, receives, uses or puts on an item, and what the item has given so far.
    Taking {
        who: ActorId,
        item: ItemId,
        deed: ItemDeed,
        gains: Vec<(Stat, i32)>,
    },
    /// A body springs a trap: the life it took, `None` before the wound.
    Trap {
        who: ActorId,
        tile: TileId,
        harm: Option<i64>,
    },
    /// Terrain harms the body on it: the life it took, `None` before the wound.
    Harm {
        who: ActorId,
        tile: TileId,
        harm: Option<i64>,
    },
    /// A body explodes.
    Burst {
        explosion: Explosion,
        /// The victim of a ram that this explosion interrupted: its wound is still to come.
        rammed: Option<ActorId>,
    },
    /// A shot at slime.
    Fire {
        who: ActorId,
        tile: TileId,
        result: ShotResult,
    },
    /// The hero buys an item, and the gold it has cost so far.
    Purchase {
        who: ActorId,
        item: ItemId,
        price: i64,
    },
    /// A body damages a fence.
    Tear {
        who: ActorId,
        at: Point,
        tile: TileId,
        damage: FenceDamage,
    },
    /// A period of pay begins; all events to the end of the step belong to it.
    Period(Period),
}

impl PendingAction {
    /// Returns the action that an event begins; `None` if no later events add to it.
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
            Event::Sprung(AtTerrain { who, tile, .. }) => PendingAction::Trap { who, tile, harm },
            Event::Harmed(AtTerrain { who, tile, .. }) => PendingAction::Harm { who, tile, harm },
            Event::Burst { who, .. } => {
                let (explosion, rammed) = (Explosion::new(who), None);
                PendingAction::Burst { explosion, rammed }
            }
            Event::Fired(AtTerrain { who, tile, .. }) => {
                let result = ShotResult::Hit;
                PendingAction::Fire { who, tile, result }
            }
            Event::Bought { who, item } => PendingAction::Purchase { who, item, price },
            Event::Torn(AtTerrain { who, at, tile, .. }) => {
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

    /// Whether this is an explosion that has already hurt `whom`.
    pub fn has_exploded_at(&self, whom: ActorId) -> bool {
        matches!(self, PendingAction::Burst { explosion, .. } if explosion.has_hurt(whom))
    }

    /// Returns the ram that this explosion interrupted; `Nothing` if there is none.
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

    /// Returns the tone of the action's sentence.
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

/// Returns the action of a body that takes, receives, uses or puts on an item.
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

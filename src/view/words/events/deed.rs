//! Deeds that take several events to tell.
use super::blast::Blast;
use super::ending::Bane;
use super::season::Season;
use super::sentences::Aim;
use super::tally::Rent;
use crate::dungeon::{Attack, ItemId, Stat, TileId};
use crate::engine::action::ActorId;
use crate::engine::event::Event;
use crate::space::geometry::Point;
use crate::view::words::terms::names::{one_like, trap, with_article, with_indefinite_article};
use crate::view::words::terms::witnessed::Witnessed;

/// What is being done: the events that follow say what came of it.
#[derive(Default)]
pub enum Deed {
    #[default]
    Nothing,
    Strike {
        who: ActorId,
        whom: ActorId,
        harm: i64,
        loot: i64,
    },
    Shot {
        who: ActorId,
        whom: ActorId,
        harm: i64,
    },
    Ram {
        who: ActorId,
        whom: ActorId,
        harm: i64,
    },
    Stomp {
        who: ActorId,
        whom: ActorId,
    },
    Clearing,
    Spell {
        who: ActorId,
        price: i64,
    },
    Flight {
        who: ActorId,
        hits: u32,
    },
    Taking {
        who: ActorId,
        item: ItemId,
        gains: Vec<(Stat, i32)>,
    },
    Trap {
        who: ActorId,
        tile: TileId,
        harm: i64,
    },
    Burst {
        blast: Blast,
        /// Whom the exploding one rammed, if it does so in the midst of that: the wound is still to come.
        rammed: Option<ActorId>,
    },
    Fire {
        who: ActorId,
        tile: TileId,
        aim: Aim,
    },
    Purchase {
        who: ActorId,
        item: ItemId,
        price: i64,
    },
    Tear {
        who: ActorId,
        at: Point,
        tile: TileId,
        rent: Rent,
    },
    Season(Season),
}

impl Deed {
    /// The deed that an event begins, if there is more to come of it.
    pub fn begun_by(event: Event) -> Option<Deed> {
        let (harm, loot, price) = (0, 0, 0);
        Some(match event {
            Event::Struck { who, whom } => Deed::Strike {
                who,
                whom,
                harm,
                loot,
            },
            Event::Shot { who, whom } => Deed::Shot { who, whom, harm },
            Event::Rammed { who, whom } => Deed::Ram { who, whom, harm },
            Event::Stomped { who, whom } => Deed::Stomp { who, whom },
            Event::Cleared { .. } => Deed::Clearing,
            Event::Cast { who, .. } => Deed::Spell { who, price },
            Event::Taken { who, item, .. } => {
                let gains = Vec::new();
                Deed::Taking { who, item, gains }
            }
            Event::Sprung { who, tile, .. } => Deed::Trap { who, tile, harm },
            Event::Burst { who, .. } => {
                let (blast, rammed) = (Blast::of(who), None);
                Deed::Burst { blast, rammed }
            }
            Event::Fired { who, tile, .. } => {
                let aim = Aim::Hit;
                Deed::Fire { who, tile, aim }
            }
            Event::Bought { who, item } => Deed::Purchase { who, item, price },
            Event::Torn { who, at, tile, .. } => {
                let rent = Rent::Weakened;
                Deed::Tear {
                    who,
                    at,
                    tile,
                    rent,
                }
            }
            Event::SeasonBegan { season, year, herd } => {
                Deed::Season(Season::of(season, year, herd))
            }
            _ => return None,
        })
    }

    /// Whether this is an explosion that has hurt somebody already.
    pub fn has_blasted(&self, whom: ActorId) -> bool {
        matches!(self, Deed::Burst { blast, .. } if blast.has_hurt(whom))
    }

    /// The ram in whose midst this explosion came.
    pub fn interrupted(&self) -> Deed {
        match self {
            Deed::Burst {
                blast,
                rammed: Some(whom),
            } => Deed::Ram {
                who: blast.who,
                whom: *whom,
                harm: 0,
            },
            _ => Deed::Nothing,
        }
    }

    /// Whose deed is under way, as what spends the hero's life with it: "a ghost", "the gold".
    pub fn culprit(&self, world: Witnessed<'_>) -> Bane {
        Bane::Deed(match self {
            Deed::Nothing
            | Deed::Purchase { .. }
            | Deed::Season(_)
            | Deed::Tear { .. }
            | Deed::Stomp { .. }
            | Deed::Fire { .. }
            | Deed::Clearing => return Bane::Unknown,
            Deed::Spell { .. } | Deed::Flight { .. } => "your own magic".to_owned(),
            Deed::Strike { who, .. } | Deed::Shot { who, .. } => one_like(world, *who),
            Deed::Burst { blast, .. } => one_like(world, blast.who),
            // He was near enough to be known.
            Deed::Ram { who, .. } => {
                return Bane::Ram(with_indefinite_article(&world.kind(*who).name));
            }
            Deed::Trap { tile, .. } => with_indefinite_article(trap(&world, *tile)),
            // There is "a crown" but no "a gold" or "a bread".
            Deed::Taking { item, .. } => with_article(&world.item(*item).name),
        })
    }
}

/// Which number of others somebody's attack takes, if he is a thief of any sort.
pub fn booty(world: Witnessed<'_>, who: ActorId) -> Option<Stat> {
    match world.kind(who).attack {
        Attack::Steal(_) => Some(Stat::Wealth),
        Attack::Drain(_) => Some(Stat::Manna),
        Attack::Melee | Attack::Burst(_) | Attack::Ram | Attack::None => None,
    }
}

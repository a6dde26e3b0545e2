//! How a search over beliefs counts health, manna and wealth. A hero can go on recovering them without limit, so
//! counting exact amounts could produce infinitely many states.
use super::states::States;
use crate::search::exhaustive::StateSpace;
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::Stat;

/// The stats that a hero recovers. Having more of them never harms.
const RECOVERED: [Stat; 3] = [Stat::Health, Stat::Manna, Stat::Wealth];

/// How health, manna and wealth of a hero are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SparedHealth {
    /// Unlimited amounts. Every policy that wins the real game also wins with these.
    Endless,
    /// Exact amounts up to these limits; everything above a limit is dropped. Every policy that wins with these amounts
    /// also wins the real game.
    AtMost([i32; 3]),
    /// Exact amounts, for heroes who do not recover.
    Exact,
}

impl SparedHealth {
    /// Changes a state so that its stats are counted in this way. Returns whether the hero now has less than before.
    pub fn spare(self, game: &mut Game) -> bool {
        match self {
            SparedHealth::Endless => States::Endless.ease(game),
            SparedHealth::AtMost(most) => {
                let hero = game.world().body(game.world().commanded());
                let stats = RECOVERED.into_iter().zip(most);
                let lower: Vec<(Stat, i32)> = stats
                    .filter(|(stat, most)| hero.stat(*stat) > *most)
                    .collect();
                game.lower(&lower);
                return !lower.is_empty();
            }
            SparedHealth::Exact => {}
        }
        false
    }

    /// Returns the hash by which a state is recognized.
    pub fn key(self, game: &Game) -> u64 {
        match self {
            SparedHealth::Endless => States::Endless.key(game),
            SparedHealth::AtMost(_) | SparedHealth::Exact => game.state_hash(),
        }
    }

    /// Whether the last step of a game took health, manna or wealth from its hero.
    pub fn is_paid_for(game: &Game) -> bool {
        let hero = game.world().commanded();
        game.events().iter().any(|event| match event {
            Event::Changed { who, stat, by } => *who == hero && *by < 0 && RECOVERED.contains(stat),
            _ => false,
        })
    }

    /// Returns the way to tell whether a bot's game goes on: a bot that only rests beyond twice what the hero begins with
    /// makes no progress. Exact for heroes who do not recover.
    pub fn twice(game: &Game) -> SparedHealth {
        if States::recovers(game) {
            SparedHealth::times(game, 2)
        } else {
            SparedHealth::Exact
        }
    }

    /// Returns limits for the stats: the amounts that a game's hero has, multiplied by `factor`.
    pub fn times(game: &Game, factor: i32) -> SparedHealth {
        let hero = game.world().body(game.world().commanded());
        SparedHealth::AtMost(RECOVERED.map(|stat| hero.stat(stat).max(1).saturating_mul(factor)))
    }
}

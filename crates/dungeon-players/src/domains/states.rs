//! How a search through all states identifies the states of a game. If a lone hero heals without end, no search would
//! end, so the hero's health then counts as infinite.
use crate::search::exhaustive::StateSpace;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::{common_actions, goals};
use dungeon_model::dungeon::Stat;

/// The stats of which a recovering hero can never have too much, and which decide no behavior: health matters only
/// while it is above 0, manna only for whether a bolt costs health, wealth not at all.
const ENDLESS: [Stat; 3] = [Stat::Health, Stat::Manna, Stat::Wealth];

/// How states are identified, by the rules and monster minds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum States {
    /// Exact states, regardless of time: chance decides nothing.
    Timeless,
    /// States regardless of time, with unlimited health, manna and wealth, so that the upkeep of turns does not count.
    /// A line that wins the real game also wins this one: the same happens step by step, and the hero never has less.
    Endless,
    /// Exact states of a recovering hero, but with unlimited stats where they have no maximum and more never harms.
    /// Health counts to the point, so the search may not end without a maximum of health or a turn limit.
    Recovering,
    /// Exact states, each at its own time, since chance may decide. The search ends only if every game ends.
    Timed,
}

impl States {
    /// Returns how the states of a game are identified.
    pub fn of(game: &Game) -> States {
        let world = game.world();
        let recovers = world.dungeon().settings.game.recovers;
        let is_alone = world.ours().nth(1).is_none();
        let lives_on_health = world.kind(world.commanded()).life == Stat::Health;
        match recovers && is_alone && lives_on_health {
            _ if game.is_left_to_chance() => States::Timed,
            true => States::Endless,
            false => States::Timeless,
        }
    }
}

impl StateSpace for States {
    fn ease(&self, game: &mut Game) {
        match self {
            States::Endless => game.fill(&ENDLESS),
            States::Recovering => {
                let hero = game.world().kind(game.world().commanded());
                let [_, others @ ..] = ENDLESS;
                let endless = others
                    .into_iter()
                    .filter(|stat| hero.most[*stat] == i32::MAX);
                game.fill(&endless.collect::<Vec<_>>());
            }
            States::Timeless | States::Timed => {}
        }
    }

    fn key(&self, game: &Game) -> u64 {
        match self {
            States::Timeless | States::Recovering => game.state_hash(),
            States::Endless => {
                let world = game.world();
                game.state_hash_at(goals::phase(world, common_actions::rhythm(world)))
            }
            States::Timed => game.exact_hash(),
        }
    }
}

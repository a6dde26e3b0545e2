//! How a search through all states identifies the states of a game. If a lone hero can heal forever, there are endless
//! states, so the hero's health then counts as infinite.
use crate::search::exhaustive::StateSpace;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::{common_actions, goals};
use dungeon_model::dungeon::Stat;

/// The stats of which a recovering hero can never have too much, and on which no behavior depends. Health matters only
/// in being above 0, manna only for whether a bolt costs health, and wealth not at all.
const ENDLESS: [Stat; 3] = [Stat::Health, Stat::Manna, Stat::Wealth];

/// How states are identified. Holds only for the rules and monster minds that files can name, not for custom ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum States {
    /// Exact states without the turn, for games in which chance decides nothing.
    Timeless,
    /// States without the turn, with unlimited health, manna and wealth, so that healing over time creates no new
    /// states. A line that wins the real game also wins this one: every step has the same effects, and the hero never
    /// has less.
    Endless,
    /// Exact states of a recovering hero, except that manna and wealth are unlimited if they have no maximum. Health is
    /// counted exactly, so the search may never end unless health has a maximum or the game has a turn limit.
    Recovering,
    /// Exact states including the turn, for games in which chance may decide. The search ends only if every game ends.
    Timed,
}

impl States {
    /// Returns how the states of a game are identified.
    pub fn of(game: &Game) -> States {
        match States::recovers(game) {
            _ if game.is_left_to_chance() => States::Timed,
            true => States::Endless,
            false => States::Timeless,
        }
    }

    /// Whether a lone hero recovers health in play, by the rules and minds of the file. Others may depend on the stats in
    /// any way.
    pub fn recovers(game: &Game) -> bool {
        let world = game.world();
        let is_alone = world.ours().nth(1).is_none();
        let lives_on_health = world.kind(world.commanded()).life == Stat::Health;
        world.dungeon().settings.game.recovers
            && is_alone
            && lives_on_health
            && game.is_as_written()
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

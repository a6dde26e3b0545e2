//! The states of a game as a search through all of them takes them. Where a lone hero heals without end, no search would
//! come to its end: there his health counts as endless.
use crate::search::exhaustive::StateSpace;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::{common_actions, goals};
use dungeon_model::dungeon::Stat;

/// The numbers of a hero who recovers of which more never harms him, and by which nobody decides what to do: health is
/// asked for only whether any is left, manna only whether a bolt costs health, wealth not at all.
const ENDLESS: [Stat; 3] = [Stat::Health, Stat::Manna, Stat::Wealth];

/// How the states of a game are taken, by the rules and minds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum States {
    /// As they are, at whatever time: chance decides nothing.
    Timeless,
    /// At whatever time, with a hero whose health, manna and wealth have no end, so that the upkeep of his turns does
    /// not count. A line that wins the game wins it so, too: step for step the same happens, and he has no less than he
    /// would have.
    Endless,
    /// As they are, each at its own time, since chance may decide: they end only where every game does.
    Timed,
}

impl States {
    /// How the states of a game are taken.
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
        if *self == States::Endless {
            game.fill(&ENDLESS);
        }
    }

    fn key(&self, game: &Game) -> u64 {
        match self {
            States::Timeless => game.state_hash(),
            States::Endless => {
                let world = game.world();
                game.state_hash_at(goals::phase(world, common_actions::rhythm(world)))
            }
            States::Timed => game.exact_hash(),
        }
    }
}

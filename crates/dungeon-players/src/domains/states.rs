//! How a search through all states identifies the states of a game. If a lone hero can heal forever, there are endless
//! states, so the hero's health then counts as infinite. Where nothing but the hero opens doors, each door that the
//! hero could open counts as open.
use crate::search::exhaustive::StateSpace;
use dungeon_engine::action::Action;
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::{common_actions, goals};
use dungeon_ground::ground_tile::ends_depend_on_others;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{CauseEffect, CauseEvent, ItemId, LevelId, Stat, TileId};
use dungeon_model::space::geometry::Point;

/// The stats of a recovering hero for which a higher amount never harms. No behavior depends on their exact amounts:
/// health matters only in being above 0, manna only for whether a bolt costs health, and wealth not at all.
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

    /// Whether a lone hero recovers health in play. Returns false for custom rules and minds, which may depend on the
    /// stats in any way.
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

/// The states of a game in which each door that the hero could open stands open. Each door of the real game doubles the
/// number of states; here it does not.
///
/// A hero alone, whom no stairs or traps carry off, plays each winning line of the real game here, too: instead of
/// opening a door, the hero waits. Waiting takes the same turn and does nothing else, since a cell under a hero has no
/// item. A line that wins here need not win the real game, where a door costs a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenDoors {
    states: States,
    doors: Vec<(LevelId, Point)>,
}

impl OpenDoors {
    /// Returns the states of a game with open doors; `None` if it has no closed doors, or if closed doors may matter.
    pub fn of(game: &Game, states: States) -> Option<OpenDoors> {
        let (world, dungeon) = (game.world(), game.world().dungeon());
        let hero = world.body(world.commanded());
        let mut levels = dungeon.numbered_levels().map(|(level, _)| level);
        let is_alone = levels.all(|level| world.theirs(level).next().is_none());
        let awaits_doors = |event: &CauseEvent| matches!(event, CauseEvent::Opened(_));
        let mut causes = world.causes_to_come().map(|(_, cause)| cause);
        let mut effects = world.effects_to_come();
        let matters = !game.is_as_written()
            || !dungeon.settings.game.recovers
            || states == States::Timed
            || !is_alone
            || world.may_be_invaded()
            || ends_depend_on_others(dungeon)
            || causes.any(|cause| awaits_doors(&cause.event))
            || effects.any(|effect| matches!(effect, CauseEffect::Move(_)))
            || world.item_at(hero.level, hero.at) != ItemId::NONE;
        if matters {
            return None;
        }
        let is_door = |tile: TileId| TilePassage::of(dungeon.tile(tile)).is_door();
        let shifting = dungeon.shifting_cells();
        let cells = dungeon.numbered_levels().flat_map(|(level, _)| {
            let points = world.size(level).points();
            points.map(move |p| (level, p))
        });
        let doors = cells.filter(|(level, p)| {
            is_door(world.cell(*level, *p).tile) || shifting.contains(&(*level, *p))
        });
        let doors: Vec<(LevelId, Point)> = doors.collect();
        (!doors.is_empty()).then_some(OpenDoors { states, doors })
    }
}

impl StateSpace for OpenDoors {
    fn ease(&self, game: &mut Game) {
        self.states.ease(game);
        for (level, at) in self.doors.iter().copied() {
            let world = game.world();
            let passage = TilePassage::of(world.tile(level, at));
            let opens = passage.lock().is_none_or(|lock| world.opens(lock));
            if let Some(tile) = passage.opened().filter(|_| opens) {
                game.suppose(Event::Rebuilt { level, at, tile });
            }
        }
    }

    fn key(&self, game: &Game) -> u64 {
        self.states.key(game)
    }
}

/// Returns a line with each closed door opened before the step onto it. `line` was played with open doors.
pub fn with_doors_opened(start: &Game, line: &[Action]) -> Vec<Action> {
    let mut game = start.clone();
    let mut opened = Vec::new();
    for action in line {
        let world = game.world();
        let hero = world.body(world.commanded());
        if let Action::Step(way) = action {
            let at = hero.at + *way;
            let is_closed = world.size(hero.level).contains(at)
                && TilePassage::of(world.tile(hero.level, at)).is_door();
            if is_closed && game.step(*action).is_ok() {
                opened.push(*action);
            }
        }
        opened.push(*action);
        if game.step(*action).is_err() {
            break;
        }
    }
    opened
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

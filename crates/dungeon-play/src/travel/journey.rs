//! Journeys: many ordinary steps for one key (E-15). A journey leads to the nearest place where an action is possible,
//! leads to a chosen cell, explores, rests, or runs in one direction. This file finds the way and decides when the
//! journey is interrupted; the session takes the steps.
use std::collections::BTreeSet;

use super::auto_explore::{AutoExplore, ExploreEnd, PassedMonsters};
use super::rest::{Rest, RestEnd};
use super::run::Run;
use crate::knowledge::known_map::KnownMap;
use crate::knowledge::known_ways::{self, KnownWays};
use crate::knowledge::player_notes::PlayerNotes;
use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::event::{AtTerrain, Event};
use dungeon_ground::passage::Caution;
use dungeon_model::dungeon::{ItemId, Tile};
use dungeon_model::space::geometry::{Direction, Point};

/// A journey in progress: its destination, and the state between steps.
#[derive(Clone)]
pub struct Journey {
    destination: Destination,
    noticed: Vec<ActorId>,
    life: i32,
}

/// The destination of a journey.
#[derive(Clone)]
enum Destination {
    /// A known goal, with the number of steps from every cell to it.
    Known(JourneyGoal, KnownWays),
    /// Any unknown cell or item worth taking, chosen anew as more of the level becomes known.
    Explore(Box<AutoExplore>),
    /// The hero's own cell, to rest there until resting no longer helps.
    Rest(Rest),
    /// The nearest cell in this direction where there is something new to see.
    Run(Run),
}

/// The known goal of a journey.
#[derive(Clone, Copy)]
pub enum JourneyGoal {
    /// The nearest place where this action is possible.
    Action(Action),
    /// The cell, or a cell beside it if a body stands there.
    Cell(Point),
}

/// The reason that a journey cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoJourney {
    /// No place is known where the action is possible.
    NowhereKnown,
    /// Known traps, locked doors or unknown cells are in the way.
    NoWay,
    /// The cell was never seen.
    Unseen,
    /// Travelers do not walk onto the cell.
    Shut,
    /// The hero is on the cell, or beside the body on it.
    There,
}

/// The reason that a journey has no next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JourneyEnd {
    /// Bodies stand on all possible next cells. Holds one of the bodies.
    Barred(ActorId),
    /// All possible next cells hold an item of a choice, which a traveler leaves to the player. Holds one of the items.
    Choice(ItemId),
    /// Auto-explore is done, or stopped by a monster.
    Explore(ExploreEnd),
    /// The rest is over after this number of turns.
    Rested(RestEnd, u32),
    /// A run is over. The player gets no message with a reason.
    RunOver,
    /// The rules refuse the step.
    Refused(Refusal),
    /// The hero is no longer on the planned way.
    Lost,
}

/// The state of a journey after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JourneyStatus {
    /// The journey continues.
    Walk,
    /// The hero is at the goal.
    Arrive,
    /// The hero stands beside the body on the goal cell.
    Beside(ActorId),
    /// A message or a wound interrupts the journey.
    Stop,
    /// The listed monsters came into view; at least one.
    Meet(Vec<ActorId>),
}

impl Journey {
    /// Begins the shortest journey to the nearest known place where an action is possible. The journey leads over known
    /// cells, through doors that the hero can open, and around visible traps.
    ///
    /// # Errors
    ///
    /// [`NoJourney::NowhereKnown`] if no such place is known or the game is over, [`NoJourney::NoWay`] if no known way
    /// leads to such a place.
    pub fn begin_to_action(known_map: KnownMap<'_>, action: Action) -> Result<Journey, NoJourney> {
        let goals = JourneyGoal::Action(action).cells(known_map);
        if goals.is_empty() || known_map.game.outcome().is_some() {
            return Err(NoJourney::NowhereKnown);
        }
        let way = lay_out_steps(known_map, goals).ok_or(NoJourney::NoWay)?;
        Ok(Journey::begin(
            known_map,
            Destination::Known(JourneyGoal::Action(action), way),
        ))
    }

    /// Begins the shortest journey over known cells to a cell, or beside the body on it.
    ///
    /// # Errors
    ///
    /// [`NoJourney::There`] for the hero's own cell, or an adjacent cell with a body on it; [`NoJourney::Unseen`] for a
    /// cell that was never seen; [`NoJourney::Shut`] for a cell that travelers do not walk onto; [`NoJourney::NoWay`]
    /// if no known way leads there.
    pub fn begin_to_cell(known_map: KnownMap<'_>, cell: Point) -> Result<Journey, NoJourney> {
        if known_map.hero() == cell {
            return Err(NoJourney::There);
        }
        known_map.tile(cell).ok_or(NoJourney::Unseen)?;
        if !known_map.is_open(cell) {
            return Err(NoJourney::Shut);
        }
        let way = lay_out_steps(known_map, [cell]).ok_or(NoJourney::NoWay)?;
        let journey = Journey::begin(known_map, Destination::Known(JourneyGoal::Cell(cell), way));
        match journey.steps(known_map) {
            0 => Err(NoJourney::There),
            _ => Ok(journey),
        }
    }

    /// Begins the journey to a goal that costs the least life, over visible traps or harmful ground, and returns it with
    /// the first such cell; `None` if no such way is known. For goals that no safe way leads to.
    pub fn begin_across(known_map: KnownMap<'_>, goal: JourneyGoal) -> Option<(Journey, Point)> {
        let cells = known_ways::least_harmful(known_map, &goal.cells(known_map))?;
        let (end, route) = (*cells.first()?, BTreeSet::<Point>::from_iter(cells));
        let mut way = KnownWays::default();
        way.over(known_map, |p| route.contains(&p)).lay_out([end])?;
        let is_risky = |p: &Point| known_map.caution(*p) != Caution::None;
        let risk = way.route(known_map).find(is_risky)?;
        let journey = Journey::begin(known_map, Destination::Known(goal, way));
        Some((journey, risk))
    }

    /// Begins a journey that explores. Its first step finds out whether anything is left to see or take.
    pub fn begin_exploring(known_map: KnownMap<'_>, passed: &PassedMonsters) -> Journey {
        let explorer = AutoExplore::begin(known_map, passed);
        Journey::begin(known_map, Destination::Explore(Box::new(explorer)))
    }

    /// Returns the journey that explores past the monsters that stop this one at once, and the first of them; `None` if
    /// no monster stops it, or if there is no way past them.
    pub fn past_monsters(&self, known_map: KnownMap<'_>) -> Option<(Journey, ActorId)> {
        let Destination::Explore(explorer) = &self.destination else {
            return None;
        };
        let (explorer, who) = explorer.past_monsters(known_map)?;
        let explore = Destination::Explore(Box::new(explorer));
        Some((Journey::begin(known_map, explore), who))
    }

    /// Returns the monsters that the player has agreed to pass while exploring; `None` for other journeys.
    pub fn passed_monsters(&self) -> Option<&PassedMonsters> {
        match &self.destination {
            Destination::Explore(explorer) => Some(explorer.passed()),
            _ => None,
        }
    }

    /// Begins a rest. Its first step finds out whether there is anything to rest for.
    pub fn begin_resting(known_map: KnownMap<'_>) -> Journey {
        Journey::begin(known_map, Destination::Rest(Rest::default()))
    }

    /// Begins a run in a direction.
    ///
    /// # Errors
    ///
    /// [`NoJourney::Shut`] if the first step is blocked.
    pub fn begin_running(known_map: KnownMap<'_>, way: Direction) -> Result<Journey, NoJourney> {
        let run = Run::begin(known_map, way).ok_or(NoJourney::Shut)?;
        Ok(Journey::begin(known_map, Destination::Run(run)))
    }

    fn begin(known_map: KnownMap<'_>, destination: Destination) -> Journey {
        let world = known_map.world();
        Journey {
            destination,
            noticed: known_map.in_view(),
            life: world.life_of(world.commanded()),
        }
    }

    /// Whether the journey is a rest.
    pub fn is_rest(&self) -> bool {
        matches!(self.destination, Destination::Rest(_))
    }

    /// Returns the number of steps left to a known goal; 0 for other journeys.
    pub fn steps(&self, known_map: KnownMap<'_>) -> u32 {
        let Destination::Known(goal, way) = &self.destination else {
            return 0;
        };
        let steps = way.steps(known_map.hero()).unwrap_or_default();
        match goal {
            JourneyGoal::Cell(cell) if known_map.body(*cell).is_some() => steps.saturating_sub(1),
            _ => steps,
        }
    }

    /// Returns the cells on the way to a known goal, in walking order; empty for other journeys.
    pub fn route(&self, known_map: KnownMap<'_>) -> Vec<Point> {
        let Destination::Known(_, way) = &self.destination else {
            return Vec::new();
        };
        way.route(known_map).collect()
    }

    /// Returns the next action: a step, or a wait while resting.
    ///
    /// # Errors
    ///
    /// [`JourneyEnd::Barred`] if a body is in the way, [`JourneyEnd::Lost`] if the hero has left the way;
    /// [`JourneyEnd::Explore`], [`JourneyEnd::Rested`] or [`JourneyEnd::RunOver`] if a journey of that kind ends.
    pub fn next(&mut self, known_map: KnownMap<'_>) -> Result<Action, JourneyEnd> {
        let (goal, way) = match &mut self.destination {
            Destination::Known(goal, way) => (*goal, way),
            Destination::Explore(search) => {
                let step = search.next(known_map).map_err(JourneyEnd::Explore)?;
                return Ok(Action::Step(step));
            }
            Destination::Rest(rest) => {
                let turns = rest.turns();
                let next = rest.next(known_map);
                return next
                    .map(|()| Action::Wait)
                    .map_err(|end| JourneyEnd::Rested(end, turns));
            }
            Destination::Run(run) => {
                return if run.goes_on(known_map) {
                    Ok(Action::Step(run.way()))
                } else {
                    Err(JourneyEnd::RunOver)
                };
            }
        };
        let world = known_map.world();
        let nearer = way.nearer(known_map, known_map.hero());
        let tries = nearer.map(|(way, to)| match world.body_at(world.here(), to) {
            Some(who) if !known_map.lets_pass(to) => Err(JourneyEnd::Barred(who)),
            _ if known_map.is_choice(to)
                && !matches!(goal, JourneyGoal::Cell(cell) if cell == to) =>
            {
                Err(JourneyEnd::Choice(known_map.item(to)))
            }
            _ => Ok(Action::Step(way)),
        });
        tries.reduce(Result::or).unwrap_or(Err(JourneyEnd::Lost))
    }

    /// Returns the state of the journey after its last step, which produced `messages` messages. Opening a door, taking an
    /// item and coming to a text that the player has read before are no reasons to stop, so one message for each of them
    /// is ignored.
    pub fn after_step(&mut self, known_map: KnownMap<'_>, messages: usize) -> JourneyStatus {
        let (game, world) = (known_map.game, known_map.world());
        let life = world.life_of(world.commanded());
        let is_hurt = std::mem::replace(&mut self.life, life) > life;
        let is_routine = |event: &&Event| match **event {
            Event::Opened(AtTerrain { who, .. }) | Event::Taken { who, .. } => {
                who == world.commanded()
            }
            Event::Read(_) => known_map.notes.is_some_and(PlayerNotes::is_reread),
            _ => false,
        };
        let routine = game.events().iter().filter(is_routine).count();
        // A missile is a danger, and on another level the planned way has no meaning.
        let is_news = |event: &Event| matches!(event, Event::Flew { .. } | Event::Travelled { .. });
        let is_over = game.outcome().is_some();
        if is_over || is_hurt || messages > routine || game.events().iter().any(is_news) {
            return JourneyStatus::Stop;
        }
        let mut met = known_map.in_view();
        met.retain(|who| !self.noticed.contains(who));
        if !met.is_empty() {
            return JourneyStatus::Meet(met);
        }
        match &self.destination {
            Destination::Known(JourneyGoal::Action(action), _) if game.check(*action).is_ok() => {
                JourneyStatus::Arrive
            }
            Destination::Known(JourneyGoal::Cell(cell), _) if *cell == known_map.hero() => {
                JourneyStatus::Arrive
            }
            Destination::Known(JourneyGoal::Cell(cell), way)
                if way.steps(known_map.hero()) == Some(1) =>
            {
                known_map
                    .body(*cell)
                    .map_or(JourneyStatus::Walk, JourneyStatus::Beside)
            }
            Destination::Known(..)
            | Destination::Explore(_)
            | Destination::Rest(_)
            | Destination::Run(_) => JourneyStatus::Walk,
        }
    }
}

impl JourneyGoal {
    /// Returns the known cells where the journey can end.
    fn cells(self, known_map: KnownMap<'_>) -> Vec<Point> {
        let action = match self {
            JourneyGoal::Cell(cell) => return vec![cell],
            JourneyGoal::Action(action) => action,
        };
        let (face, world) = (known_map.game.rules().face(), known_map.world());
        let is_done = |tile: &Tile| face.is_done_on(action, tile);
        let is_goal = |p: &&Point| known_map.tile(**p).is_some_and(is_done);
        let stairs = world.stairs(world.here()).iter();
        stairs.filter(is_goal).copied().collect()
    }
}

/// Finds the ways from the hero to the goals; `None` if no way leads to a goal.
fn lay_out_steps(
    known_map: KnownMap<'_>,
    goals: impl IntoIterator<Item = Point>,
) -> Option<KnownWays> {
    let mut way = KnownWays::default();
    way.over(known_map, |p| known_map.is_open(p))
        .lay_out(goals)?;
    Some(way)
}

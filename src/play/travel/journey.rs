//! Journeys: many ordinary steps for one key (E-15). A journey leads to the nearest place where an action can be done,
//! to a chosen cell, or explores. This file finds the way and decides what interrupts it; the session takes the steps.
use super::auto_explore::{AutoExplore, ExploreEnd};
use crate::dungeon::Tile;
use crate::engine::action::{Action, ActorId, Refusal};
use crate::engine::event::Event;
use crate::play::knowledge::known_map::KnownMap;
use crate::space::distances::Distances;
use crate::space::geometry::{Direction, Point};

/// A journey under way: its destination, and what has been noticed so far.
#[derive(Clone)]
pub struct Journey {
    course: Destination,
    noticed: Vec<ActorId>,
    life: i32,
}

/// The destination of a journey.
#[derive(Clone)]
enum Destination {
    /// A known goal, with the steps of every cell to it.
    To(JourneyGoal, Distances),
    /// Any unknown cell or item worth taking, chosen anew as the level becomes known.
    About(AutoExplore),
}

/// The known goal of a journey.
#[derive(Clone, Copy)]
enum JourneyGoal {
    /// The nearest place where this action can be done.
    Deed(Action),
    /// This cell, or a cell beside it if a body stands there.
    Cell(Point),
}

/// Why a journey does not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoJourney {
    /// No place is known where the action can be done.
    NowhereKnown,
    /// Known traps, locked doors or unknown cells lie between.
    NoWay,
    /// The cell was never seen.
    Unseen,
    /// The cell is one that the traveller does not walk onto.
    Shut,
    /// The traveller is on the cell, or beside the body on it.
    There,
}

/// Why a journey has no next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JourneyEnd {
    /// A body stands on every next cell, among them this one.
    Barred(ActorId),
    /// Auto-explore is done, or stopped by a monster.
    Explore(ExploreEnd),
    /// The rules refuse the step.
    Refused(Refusal),
    /// The traveller is no longer on the way that was laid out.
    Lost,
}

/// What a step means for its journey: whether to go on, or why to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JourneyStatus {
    /// No reason to stop.
    Walk,
    /// The traveller is at the goal.
    Arrive,
    /// The traveller stands beside the body on the goal cell.
    Beside(ActorId),
    /// A message or a wound interrupts the journey.
    Stop,
    /// These monsters came into view.
    Meet(Vec<ActorId>),
}

impl Journey {
    /// Begins the shortest journey to the nearest known place where an action can be done: over known cells, through
    /// doors that the hero can open, around visible traps.
    ///
    /// # Errors
    /// Returns why there is no such journey.
    pub fn plan(chart: KnownMap<'_>, action: Action) -> Result<Journey, NoJourney> {
        let (game, world) = (chart.game, chart.world());
        let is_done = |tile: &Tile| game.rules().is_done_on(action, tile);
        let is_goal = |p: &&Point| chart.tile(**p).is_some_and(is_done);
        let stairs = world.stairs(world.here()).iter();
        let goals: Vec<Point> = stairs.filter(is_goal).copied().collect();
        if goals.is_empty() || game.outcome().is_some() {
            return Err(NoJourney::NowhereKnown);
        }
        let way = laid(chart, goals).ok_or(NoJourney::NoWay)?;
        Ok(Journey::new(
            chart,
            Destination::To(JourneyGoal::Deed(action), way),
        ))
    }

    /// Begins the shortest journey over known cells to a cell, or beside the body on it.
    ///
    /// # Errors
    /// Returns why there is no such journey.
    pub fn to(chart: KnownMap<'_>, cell: Point) -> Result<Journey, NoJourney> {
        if chart.hero() == cell {
            return Err(NoJourney::There);
        }
        chart.tile(cell).ok_or(NoJourney::Unseen)?;
        if !chart.is_open(cell) {
            return Err(NoJourney::Shut);
        }
        let way = laid(chart, [cell]).ok_or(NoJourney::NoWay)?;
        let journey = Journey::new(chart, Destination::To(JourneyGoal::Cell(cell), way));
        match journey.steps(chart) {
            0 => Err(NoJourney::There),
            _ => Ok(journey),
        }
    }

    /// Begins a journey that explores. Its first step tells whether anything is left to see or take.
    pub fn about(chart: KnownMap<'_>) -> Journey {
        Journey::new(chart, Destination::About(AutoExplore::begin(chart)))
    }

    fn new(chart: KnownMap<'_>, course: Destination) -> Journey {
        let world = chart.world();
        Journey {
            course,
            noticed: chart.in_view(),
            life: world.life_of(world.commanded()),
        }
    }

    /// Returns the number of steps left to a known goal; 0 when exploring.
    pub fn steps(&self, chart: KnownMap<'_>) -> u32 {
        let Destination::To(goal, way) = &self.course else {
            return 0;
        };
        let steps = way.known(chart.hero()).unwrap_or_default();
        match goal {
            JourneyGoal::Cell(cell) if chart.body(*cell).is_some() => steps.saturating_sub(1),
            _ => steps,
        }
    }

    /// Returns the direction of the next step.
    ///
    /// # Errors
    /// Returns why there is no next step.
    pub fn next(&mut self, chart: KnownMap<'_>) -> Result<Direction, JourneyEnd> {
        let way = match &mut self.course {
            Destination::To(_, way) => way,
            Destination::About(search) => return search.next(chart).map_err(JourneyEnd::Explore),
        };
        let (world, from) = (chart.world(), chart.hero());
        let left = way.known(from).and_then(|steps| steps.checked_sub(1));
        let left = left.ok_or(JourneyEnd::Lost)?;
        let ways = chart.game.rules().neighbours().directions().iter().copied();
        let nearer = ways.filter(|to| way.known(from + *to) == Some(left));
        let tries = nearer.map(|to| match world.body_at(world.here(), from + to) {
            None => Ok(to),
            Some(who) => Err(JourneyEnd::Barred(who)),
        });
        tries.reduce(Result::or).unwrap_or(Err(JourneyEnd::Lost))
    }

    /// Decides what the last step, which produced `messages` messages, means for the journey. Opening a door or taking
    /// an item is no reason to stop, so as many messages as there were of these are ignored.
    pub fn after_step(&mut self, chart: KnownMap<'_>, told: usize) -> JourneyStatus {
        let (game, world) = (chart.game, chart.world());
        let life = world.life_of(world.commanded());
        let is_hurt = std::mem::replace(&mut self.life, life) > life;
        let is_routine = |event: &&Event| match **event {
            Event::Opened { who, .. } | Event::Taken { who, .. } => who == world.commanded(),
            _ => false,
        };
        let routine = game.events().iter().filter(is_routine).count();
        // A missile is a danger, and on another level the way is unknown.
        let is_news = |event: &Event| matches!(event, Event::Flew { .. } | Event::Travelled { .. });
        let is_over = game.outcome().is_some();
        if is_over || is_hurt || told > routine || game.events().iter().any(is_news) {
            return JourneyStatus::Stop;
        }
        let mut met = chart.in_view();
        met.retain(|who| !self.noticed.contains(who));
        if !met.is_empty() {
            return JourneyStatus::Meet(met);
        }
        match &self.course {
            Destination::To(JourneyGoal::Deed(action), _) if game.check(*action).is_ok() => {
                JourneyStatus::Arrive
            }
            Destination::To(JourneyGoal::Cell(cell), _) if *cell == chart.hero() => {
                JourneyStatus::Arrive
            }
            Destination::To(JourneyGoal::Cell(cell), way) if way.known(chart.hero()) == Some(1) => {
                chart
                    .body(*cell)
                    .map_or(JourneyStatus::Walk, JourneyStatus::Beside)
            }
            Destination::To(..) | Destination::About(_) => JourneyStatus::Walk,
        }
    }
}

/// Lays out the steps from the goals as far as the traveller; `None` if no way leads there.
fn laid(chart: KnownMap<'_>, goals: impl IntoIterator<Item = Point>) -> Option<Distances> {
    let (world, hero) = (chart.world(), chart.hero());
    let mut way = Distances::over(chart.game.rules().neighbours());
    way.begin(world.size(world.here()), goals);
    way.to(hero, |p| p == hero || chart.is_open(p))?;
    Some(way)
}

//! Journeys by ordinary steps: to the nearest place where a key does what it is refused here, to a cell that was chosen,
//! or to explore (E-15). Here stand the way, and what breaks it off; the session walks.
use super::auto_explore::{AutoExplore, ExploreEnd};
use crate::dungeon::Tile;
use crate::engine::action::{Action, ActorId, Refusal};
use crate::engine::event::Event;
use crate::play::knowledge::known_map::KnownMap;
use crate::space::distances::Distances;
use crate::space::geometry::{Direction, Point};

/// A journey, wherever on it he is.
#[derive(Clone)]
pub struct Journey {
    course: Destination,
    noticed: Vec<ActorId>,
    life: i32,
}

/// Where it leads.
#[derive(Clone)]
enum Destination {
    /// Down to the goal by what was laid out from there.
    To(JourneyGoal, Distances),
    /// Wherever something is left to see or take.
    About(AutoExplore),
}

/// What is to be come to.
#[derive(Clone, Copy)]
enum JourneyGoal {
    /// A place where this is done.
    Deed(Action),
    /// This cell, or beside whoever stands there.
    Cell(Point),
}

/// Why nobody sets out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoJourney {
    /// The action is done nowhere that is known.
    NowhereKnown,
    /// Known traps, locked doors or the unknown lie between.
    NoWay,
    /// The cell was never seen.
    Unseen,
    /// Nobody walks onto the cell.
    Shut,
    /// He is there.
    There,
}

/// Why there is no next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JourneyEnd {
    /// Somebody stands in the way of every one.
    Barred(ActorId),
    /// Nothing more is left to explore, or only past somebody.
    Explore(ExploreEnd),
    /// The rules refuse it.
    Refused(Refusal),
    /// The way is not the one that he was on.
    Lost,
}

/// Whether a journey goes on after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JourneyStatus {
    /// Nothing worth a stop has happened.
    Walk,
    /// He stands where he wanted to.
    Arrive,
    /// He stands beside whoever stands there.
    Beside(ActorId),
    /// Something was said, or hurts.
    Stop,
    /// These monsters came into view.
    Meet(Vec<ActorId>),
}

impl Journey {
    /// The shortest way to the nearest known place where the action is done: over known cells, through doors
    /// that he can open, round traps that are seen.
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
        Ok(Journey::of(
            chart,
            Destination::To(JourneyGoal::Deed(action), way),
        ))
    }

    /// The shortest such way to a cell, or beside whoever stands there.
    pub fn to(chart: KnownMap<'_>, cell: Point) -> Result<Journey, NoJourney> {
        if chart.hero() == cell {
            return Err(NoJourney::There);
        }
        chart.tile(cell).ok_or(NoJourney::Unseen)?;
        if !chart.is_open(cell) {
            return Err(NoJourney::Shut);
        }
        let way = laid(chart, [cell]).ok_or(NoJourney::NoWay)?;
        let journey = Journey::of(chart, Destination::To(JourneyGoal::Cell(cell), way));
        match journey.steps(chart) {
            0 => Err(NoJourney::There),
            _ => Ok(journey),
        }
    }

    /// Whatever is left to see or take. Whether anything is, its first step tells.
    pub fn about(chart: KnownMap<'_>) -> Journey {
        Journey::of(chart, Destination::About(AutoExplore::begin(chart)))
    }

    fn of(chart: KnownMap<'_>, course: Destination) -> Journey {
        let world = chart.world();
        Journey {
            course,
            noticed: chart.in_view(),
            life: world.life_of(world.commanded()),
        }
    }

    /// How many steps are left of a way that leads somewhere.
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

    /// The next step.
    ///
    /// # Errors
    /// Why there is none.
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

    /// What the last step, of which so many sentences were told, means for the journey. To open a door and to
    /// take what lies on the way is no reason to stop.
    pub fn after_step(&mut self, chart: KnownMap<'_>, told: usize) -> JourneyStatus {
        let (game, world) = (chart.game, chart.world());
        let life = world.life_of(world.commanded());
        let is_hurt = std::mem::replace(&mut self.life, life) > life;
        let is_routine = |event: &&Event| match **event {
            Event::Opened { who, .. } | Event::Taken { who, .. } => who == world.commanded(),
            _ => false,
        };
        let routine = game.events().iter().filter(is_routine).count();
        // What flies past, and another level, which the journey knows no way on.
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

/// Steps from the goals to the traveller, if a way leads there.
fn laid(chart: KnownMap<'_>, goals: impl IntoIterator<Item = Point>) -> Option<Distances> {
    let (world, hero) = (chart.world(), chart.hero());
    let mut way = Distances::over(chart.game.rules().neighbours());
    way.begin(world.size(world.here()), goals);
    way.to(hero, |p| p == hero || chart.is_open(p))?;
    Some(way)
}

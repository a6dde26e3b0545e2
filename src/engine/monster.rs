//! A monster's mind: it looks through a `View`, remembers, and asks for one action. There is one mind a
//! kind, shared by all its bodies; what one body remembers is plain data kept beside the world.
use super::action::{Action, ActorId};
use super::body::Body;
use super::chance::{Draw, Purpose};
use super::ground::Lens;
use super::world::World;
use crate::dungeon::{Kind, Stat};
use crate::space::geometry::{Direction, Point};
use crate::space::sight;

/// What one body remembers from turn to turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The way it was going (E-21).
    pub heading: Option<Direction>,
    /// Which point of its route it stands on (E-22).
    pub stop: u16,
    /// Whether it walks its route back (E-22).
    pub back: bool,
}

/// Where prey was sensed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// Whom.
    pub whom: ActorId,
    /// Where it stands.
    pub at: Point,
    /// The first cell of the way there.
    pub next: Point,
}

/// How a kind decides: the book's hierarchy as a template method. A rule set checks what it asks for; a
/// refused wish is a wait, and the memory stays as it was.
pub trait Monster: Send + Sync {
    /// If it can attack: attack; else if it detects: advance; else its normal move.
    fn act(&self, memory: &mut Memory, view: &View<'_>) -> Action {
        if let Some(prey) = self.can_attack(view) {
            return Action::Attack(prey);
        }
        match self.can_detect(view) {
            Some(prey) => self.advance(memory, view, prey),
            None => self.normal_move(memory, view),
        }
    }

    /// Whom it can strike from where it stands: by default, prey on a neighbouring cell.
    fn can_attack(&self, view: &View<'_>) -> Option<ActorId> {
        view.adjacent_prey()
    }

    /// Whom it sees or feels.
    fn can_detect(&self, view: &View<'_>) -> Option<Sighting>;

    /// What it does about it.
    fn advance(&self, memory: &mut Memory, view: &View<'_>, prey: Sighting) -> Action;

    /// What it does otherwise; by default it stands.
    fn normal_move(&self, _memory: &mut Memory, _view: &View<'_>) -> Action {
        Action::Wait
    }
}

/// What one body may know: questions, not the world.
pub struct View<'a> {
    world: &'a World,
    lens: Lens<'a>,
    who: ActorId,
    body: &'a Body,
    prey: Option<(ActorId, &'a Body)>,
    gap: u32, // Chebyshev, to the prey: most senses need look no further
    nth: u32,
}

impl<'a> View<'a> {
    #[inline]
    pub(super) fn new(world: &'a World, who: ActorId, nth: u32) -> View<'a> {
        let body = world.body(who);
        let prey = world.nearest_of_ours(body.level, body.at);
        let gap = prey.map_or(u32::MAX, |(_, prey)| prey.at.chebyshev(body.at));
        View {
            world,
            lens: world.lens(body.level),
            who,
            body,
            prey,
            gap,
            nth,
        }
    }

    /// Where it stands.
    pub fn at(&self) -> Point {
        self.body.at
    }

    /// A number of its own.
    pub fn stat(&self, stat: Stat) -> i32 {
        self.body.stat(stat)
    }

    /// What it is.
    pub fn kind(&self) -> &'a Kind {
        self.world.kind(self.who)
    }

    /// Its route, the start first; empty for whoever has none.
    pub fn route(&self) -> &'a [Point] {
        let level = &self.world.dungeon().levels[usize::from(self.body.level.0)];
        level
            .spawns
            .get(self.body.spawn as usize)
            .and_then(|spawn| spawn.route.as_deref())
            .unwrap_or(&[])
    }

    /// Whether it could stand there: footing for it, and nobody else. Its own cell is free.
    #[inline]
    pub fn is_free(&self, p: Point) -> bool {
        self.lens.is_free(self.body.drifts, self.who, p)
    }

    /// Chance of its own, for this purpose and this act.
    pub fn draw(&self, purpose: Purpose) -> Draw {
        self.world.draw(purpose, self.who, self.nth)
    }

    /// Its prey, on a neighbouring cell.
    #[inline]
    pub fn adjacent_prey(&self) -> Option<ActorId> {
        self.prey.filter(|_| self.gap == 1).map(|(whom, _)| whom)
    }

    /// Its prey, if there is a line of sight of at most `max` steps to it (E-23).
    #[inline]
    pub fn sees(&self, max: u32) -> Option<Sighting> {
        let (whom, prey) = self.prey.filter(|_| self.gap <= max)?;
        let next = sight::sees(self.body.at, prey.at, max, |p| self.lens.is_valid(p))?;
        Some(Sighting {
            whom,
            at: prey.at,
            next,
        })
    }

    /// Its prey, if the rounded-up Euclidean distance to it is below `near`, walls or not (E-20).
    #[inline]
    pub fn feels(&self, near: u32) -> Option<Sighting> {
        let reach = u64::from(near.checked_sub(1)?);
        let (whom, prey) = self
            .prey
            .filter(|(_, prey)| prey.at.euclid_squared(self.body.at) <= reach * reach)?;
        let next = self
            .body
            .at
            .toward(prey.at)
            .map_or(prey.at, |way| self.body.at + way);
        Some(Sighting {
            whom,
            at: prey.at,
            next,
        })
    }
}

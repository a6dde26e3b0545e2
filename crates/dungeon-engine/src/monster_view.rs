//! A monster's knowledge: a `View` of the world for one body. The view also has the body's senses, and finds the path
//! to its prey.
use super::action::ActorId;
use super::body::Body;
use super::chance::{Draw, DrawPurpose};
use super::ground::LevelLookup;
use super::scent::{FloodSource, Scents};
use super::world::World;
use dungeon_ground::step::{Tread, step};
use dungeon_model::dungeon::{ItemId, ItemKind, Kind, Prey, Stat, Tile, TimedState};
use dungeon_model::space::geometry::{Direction, Point, Region, Size};
use dungeon_model::space::nearest::nearest_of;
use dungeon_model::space::sight;

/// Sensed prey, and its place.
///
/// ```
/// use dungeon::minds::{Memory, Sighting, View};
/// use dungeon::{Action, Monster};
///
/// /// Walks along its line of sight, and never around a corner.
/// struct Hawk;
///
/// impl Monster for Hawk {
///     fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
///         view.sees(12)
///     }
///
///     fn advance(&self, _: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
///         let way = prey.next.and_then(|next| view.at().toward(next));
///         way.map_or(Action::Wait, Action::Step)
///     }
/// }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let file = "map\n#########\n#@......#\n#......w#\n#......$#\n#########\nend\n";
/// # let file = dungeon::diagnostics::Source::from_text("a.dng", file);
/// # let dungeon = std::sync::Arc::new(dungeon::load_source(file)?);
/// # let rules = dungeon::rules::rules_for(&dungeon);
/// # let mut game = dungeon::Game::new(dungeon, rules, |_| Box::new(Hawk), 7);
/// # game.step(Action::Wait)?;
/// # assert_eq!(game.world().bodies()[1].at.x, 6);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sighting {
    /// The sensed body; `None` for a herd item.
    pub whom: Option<ActorId>,
    /// The cell of the prey.
    pub at: Point,
    /// The first cell of the line of sight to the prey; `None` if the prey was sensed but not seen.
    pub next: Option<Point>,
}

/// The next step on the path to prey, or the reason why no step is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// The next step of a shortest path.
    Step(Direction),
    /// A path exists, but other bodies block the next step of every shortest path, and every step around the prey. Also
    /// returned if the monster has already reached its prey.
    Barred,
    /// No path leads to the prey.
    Nowhere,
}

/// The part of the world that one monster may know. Minds can query only this view, not the world.
///
/// ```
/// use dungeon::geometry::Direction;
/// use dungeon::minds::{Memory, Sighting, View};
/// use dungeon::{Action, Monster};
///
/// /// Runs from prey that it sees, onto the free cell that is farthest from the prey.
/// struct Coward;
///
/// impl Monster for Coward {
///     fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
///         view.sees(10)
///     }
///
///     fn advance(&self, _: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
///         let free = Direction::ALL.into_iter().filter(|way| view.is_free(view.at() + *way));
///         let farthest = free.max_by_key(|way| (view.at() + *way).euclid_squared(prey.at));
///         farthest.map_or(Action::Wait, Action::Step)
///     }
/// #     fn can_attack(&self, _: &mut View<'_>) -> Option<dungeon::game::ActorId> { None }
/// }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let file = "map\n########\n#@.w...#\n#.....$#\n########\nend\n";
/// # let file = dungeon::diagnostics::Source::from_text("a.dng", file);
/// # let dungeon = std::sync::Arc::new(dungeon::load_source(file)?);
/// # let rules = dungeon::rules::rules_for(&dungeon);
/// # let mut game = dungeon::Game::new(dungeon, rules, |_| Box::new(Coward), 7);
/// # game.step(Action::Wait)?;
/// # let place = game.world().bodies()[1].at;
/// # assert_eq!(place.to_string(), "5,3");
/// # Ok(())
/// # }
/// ```
pub struct View<'a> {
    world: &'a World,
    lookup: LevelLookup<'a>,
    who: ActorId,
    body: &'a Body,
    // The two parts of the prey are separate fields and not an `Option<HuntTarget>`, because the processor can then
    // forward each store to the load that follows. `prey` combines the parts.
    prey_body: ActorId, // `ActorId::WORLD` for a herd item
    prey_cell: Point,
    prey_distance: u32, // Chebyshev distance, a quick test for most senses; `NO_PREY` if there is no prey
    /// The prey that the monster's leader hunts (M-9); `None` for other monsters.
    pub(super) told: Option<Sighting>,
    nth: u32,
    steps: u32,
    scents: &'a mut Option<Box<Scents>>,
}

/// Omits the world.
impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View")
            .field("who", &self.who)
            .field("body", &self.body)
            .field("prey", &self.prey().map(|prey| prey.at))
            .finish_non_exhaustive()
    }
}

/// The prey distance of a monster without prey: larger than any map.
const NO_PREY: u32 = u32::MAX;

/// The difference between the draw numbers of two steps of a walk (X-3). It is larger than the number of acts in a
/// turn, so that no two steps share a random stream.
const MANY_ACTS: u32 = 1 << 16;

/// The prey of a hunt: a body, or the cell of a herd item.
#[derive(Clone, Copy)]
struct HuntTarget {
    whom: Option<ActorId>,
    at: Point,
}

impl HuntTarget {
    /// Returns the sighting of a target that is sensed but not seen.
    fn unseen(self) -> Sighting {
        Sighting {
            whom: self.whom,
            at: self.at,
            next: None,
        }
    }
}

impl<'a> View<'a> {
    #[inline]
    pub(super) fn new(
        world: &'a World,
        who: ActorId,
        nth: u32,
        steps: u32,
        scents: &'a mut Option<Box<Scents>>,
    ) -> View<'a> {
        let body = world.body(who);
        let prey = match body.prey {
            Prey::Hero => hero(world, body),
            Prey::Herd | Prey::Nearest => herd_or_hero(world, body),
            Prey::Foes => nearest_foe(world, body),
            Prey::None => None,
        };
        let (prey_body, prey_cell, prey_distance) = match prey {
            Some(HuntTarget { whom, at }) => {
                let whom = whom.unwrap_or(ActorId::WORLD);
                (whom, at, at.chebyshev(body.at))
            }
            None => (ActorId::WORLD, body.at, NO_PREY),
        };
        View {
            world,
            lookup: world.lookup(body.level),
            who,
            body,
            prey_body,
            prey_cell,
            prey_distance,
            told: None,
            nth,
            steps,
            scents,
        }
    }

    /// Returns the cell where the monster stands.
    #[inline]
    pub fn at(&self) -> Point {
        self.body.at
    }

    /// Returns the current value of a stat of the monster; may be negative.
    pub fn stat(&self, stat: Stat) -> i32 {
        self.body.stat(stat)
    }

    /// Returns the monster's kind.
    pub fn kind(&self) -> &'a Kind {
        self.world.kind(self.who)
    }

    /// Returns the monster's number in the world.
    pub fn who(&self) -> ActorId {
        self.who
    }

    /// Returns the number of turns that have passed.
    pub fn turn(&self) -> u32 {
        self.world.turn()
    }

    /// Returns the columns and rows of the monster's level.
    pub fn size(&self) -> Size {
        self.world.size(self.body.level)
    }

    /// Returns the terrain at a point of the monster's level; solid rock outside of the level.
    pub fn tile(&self, p: Point) -> &'a Tile {
        self.world.tile(self.body.level, p)
    }

    /// Returns the item at a point of the monster's level; `None` for a cell without an item.
    pub fn item(&self, p: Point) -> Option<&'a ItemKind> {
        let item = self.world.item_at(self.body.level, p);
        (item != ItemId::NONE).then(|| self.world.item(item))
    }

    /// Returns the body at a point of the monster's level, which may be the monster itself; `None` for a cell without a
    /// body.
    pub fn body_at(&self, p: Point) -> Option<(ActorId, &'a Body)> {
        let who = self.world.body_at(self.body.level, p)?;
        Some((who, self.world.body(who)))
    }

    /// Iterates over the other living bodies on the monster's level, friends and enemies, by number.
    ///
    /// ```
    /// use dungeon::data::Stat;
    /// use dungeon::game::ActorId;
    /// use dungeon::minds::View;
    ///
    /// /// Returns the weakest friend on a neighboring cell.
    /// fn patient(view: &View<'_>) -> Option<ActorId> {
    ///     let friends = view.others().filter(|(who, body)| {
    ///         view.kind_of(*who).side == view.kind().side && body.at.chebyshev(view.at()) == 1
    ///     });
    ///     let weakest = friends.min_by_key(|(_, body)| body.stat(Stat::Health));
    ///     weakest.map(|(who, _)| who)
    /// }
    /// # use dungeon::minds::{Memory, Sighting};
    /// # struct Nurse;
    /// # impl dungeon::Monster for Nurse {
    /// #     fn act(&self, _: &mut Memory, view: &mut View<'_>) -> dungeon::Action {
    /// #         assert!(patient(view).is_some_and(|who| who != view.who() && who != ActorId(0)));
    /// #         dungeon::Action::Wait
    /// #     }
    /// #     fn can_detect(&self, _: &mut View<'_>) -> Option<Sighting> { None }
    /// #     fn advance(&self, _: &mut Memory, _: &mut View<'_>, _: Sighting) -> dungeon::Action {
    /// #         dungeon::Action::Wait
    /// #     }
    /// # }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let file = "map\n#######\n#@.ww$#\n#######\nend\n";
    /// # let file = dungeon::diagnostics::Source::from_text("a.dng", file);
    /// # let dungeon = std::sync::Arc::new(dungeon::load_source(file)?);
    /// # let rules = dungeon::rules::rules_for(&dungeon);
    /// # let mut game = dungeon::Game::new(dungeon, rules, |_| Box::new(Nurse), 7);
    /// # game.step(dungeon::Action::Wait)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn others(&self) -> impl Iterator<Item = (ActorId, &'a Body)> {
        let (world, level, own) = (self.world, self.body.level, self.who);
        let numbered = world.numbered_bodies();
        numbered.filter(move |(who, body)| *who != own && body.alive && body.level == level)
    }

    /// Returns the kind of any body.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    pub fn kind_of(&self, who: ActorId) -> &'a Kind {
        self.world.kind(who)
    }

    /// Returns the monster's route, from its first point. Each point is equal or adjacent to the previous point. Empty
    /// for a monster without a route.
    pub fn route(&self) -> &'a [Point] {
        let own = self.world.own_of(self.body);
        own.and_then(|own| own.route.as_deref()).unwrap_or(&[])
    }

    /// Whether the monster could step to a point, or open the door there. The monster must be able to stand on the
    /// point and to enter the point from its cell ([T-5]). The point must have no other body, and no terrain that harms
    /// the monster ([T-3]). The monster's own cell counts as free.
    ///
    /// [T-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-3
    /// [T-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-5
    #[inline]
    pub fn is_free(&self, p: Point) -> bool {
        self.lookup.is_free(self.body, self.who, p)
    }

    /// Returns the number of steps that the monster has already taken in the current act ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Returns the nearest enemy by Chebyshev distance that the monster's weapon could hit from the monster's cell
    /// ([K-11]); of several equally near ones, the enemy with the lowest number. `None` without a weapon, or if no
    /// enemy is within range with a clear line.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    pub fn target(&self) -> Option<ActorId> {
        let world = self.world;
        let in_fire = self
            .enemies()
            .filter(|enemy| world.is_in_fire(self.who, enemy.at));
        let nearest = in_fire.min_by_key(|enemy| enemy.at.chebyshev(self.body.at));
        nearest?.whom
    }

    /// Returns the monster's random stream for a purpose, for the current act and the current step of a walk ([X-3]).
    ///
    /// [X-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-3
    ///
    /// ```
    /// use dungeon::Action;
    /// use dungeon::chance::DrawPurpose;
    /// use dungeon::geometry::Direction;
    /// use dungeon::minds::View;
    ///
    /// /// Returns a step in a random direction, all eight equally likely.
    /// fn stagger(view: &View<'_>) -> Action {
    ///     let way = view.draw(DrawPurpose::Roam).below(8) as usize;
    ///     Action::Step(Direction::ALL[way])
    /// }
    /// # use dungeon::minds::{Memory, Sighting};
    /// # struct Drunk;
    /// # impl dungeon::Monster for Drunk {
    /// #     fn act(&self, _: &mut Memory, view: &mut View<'_>) -> Action { stagger(view) }
    /// #     fn can_detect(&self, _: &mut View<'_>) -> Option<Sighting> { None }
    /// #     fn advance(&self, _: &mut Memory, _: &mut View<'_>, _: Sighting) -> Action { Action::Wait }
    /// # }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let file = "map\n#######\n#@....#\n#...w.#\n#....$#\n#######\nend\n";
    /// # let file = dungeon::diagnostics::Source::from_text("a.dng", file);
    /// # let dungeon = std::sync::Arc::new(dungeon::load_source(file)?);
    /// # let rules = dungeon::rules::rules_for(&dungeon);
    /// # let mut game = dungeon::Game::new(dungeon, rules, |_| Box::new(Drunk), 7);
    /// # game.step(Action::Wait)?;
    /// # assert_ne!(game.world().bodies()[1].at, dungeon::geometry::at(4, 2));
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn draw(&self, purpose: DrawPurpose) -> Draw {
        let nth = self.nth.wrapping_add(self.steps.wrapping_mul(MANY_ACTS));
        self.world.draw_of(purpose, self.body, nth)
    }

    /// Returns the prey if it is a body on a neighboring cell; otherwise `None`.
    #[inline]
    pub fn adjacent_prey(&self) -> Option<ActorId> {
        let is_body = self.prey_body != ActorId::WORLD;
        (is_body && self.prey_distance == 1).then_some(self.prey_body)
    }

    /// Returns the prey if it is a body at this point; otherwise `None`.
    pub fn prey_at(&self, p: Point) -> Option<ActorId> {
        self.prey().filter(|prey| prey.at == p)?.whom
    }

    /// Returns prey that is in a line of sight of at most `max` steps ([E-23]); of several heroes, the nearest hero in
    /// sight. `Sighting::next` is the first cell of the line. `None` if no prey is in sight.
    ///
    /// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
    #[inline]
    pub fn sees(&self, max: u32) -> Option<Sighting> {
        let prey = self.prey().filter(|_| self.prey_distance <= max);
        let sighted = prey.and_then(|prey| self.sighted(prey, max));
        sighted.or_else(|| {
            let other = self.nearest_other(|hero| self.sighted(hero, max).is_some())?;
            self.sighted(other, max)
        })
    }

    /// Returns the cells of the heroes that the monster can see at a distance of at most `max` steps, except the hero
    /// `prey`, in the order of the heroes' numbers. Empty if the prey is not a hero. Allocates nothing in a game with a
    /// single hero.
    pub fn other_heroes(&self, prey: Sighting, max: u32) -> Vec<Point> {
        let is_another = |hero: &HuntTarget| prey.whom.is_some() && hero.whom != prey.whom;
        let others = self.enemies().filter(is_another);
        let seen = others.filter(|hero| self.sighted(*hero, max).is_some());
        seen.map(|hero| hero.at).collect()
    }

    /// Returns the sighting of a target in a line of sight; `None` if no line of sight of at most `max` steps leads to
    /// the target.
    #[inline]
    fn sighted(&self, HuntTarget { whom, at }: HuntTarget, max: u32) -> Option<Sighting> {
        let next = sight::sees(
            self.body.at,
            at,
            max,
            |p| self.lookup.is_place(p),
            |p| self.lookup.lets_sight(p),
        )?;
        Some(Sighting {
            whom,
            at,
            next: Some(next),
        })
    }

    /// Returns the nearest hero for which `senses` is true; `None` if it is true for no hero. Also `None` if the prey
    /// is a herd item, or if the game has a single hero.
    #[inline]
    fn nearest_other(&self, senses: impl Fn(HuntTarget) -> bool) -> Option<HuntTarget> {
        let has_many = self.world.has_many_heroes() || self.world.has_allies;
        if self.prey_body != ActorId::WORLD && has_many {
            self.nearest_of_many(&senses).map(|who| self.hero(who))
        } else {
            None
        }
    }

    #[inline(never)] // few games have several heroes, and an `ActorId` is returned in a register
    fn nearest_of_many(&self, senses: &dyn Fn(HuntTarget) -> bool) -> Option<ActorId> {
        let sensed = self.enemies().filter(|enemy| senses(*enemy));
        let nearest = sensed.min_by_key(|hero| hero.at.chebyshev(self.body.at))?;
        nearest.whom
    }

    #[inline]
    fn hero(&self, who: ActorId) -> HuntTarget {
        HuntTarget {
            whom: Some(who),
            at: self.world.body(who).at,
        }
    }

    /// Iterates over the bodies on the monster's level that it may sense and hunt: heroes and the allies that follow, or for an
    /// ally, the foes around it.
    fn enemies(&self) -> impl Iterator<Item = HuntTarget> {
        let is_ally = self.body.prey == Prey::Foes;
        let hunted = (!is_ally).then(|| self.world.hunted(self.body.level));
        let foes = is_ally.then(|| foes_around(self.world, self.body));
        let all = hunted.into_iter().flatten();
        all.chain(foes.into_iter().flatten())
            .filter(|who| !self.world.is_hidden_from(*who, self.body.at))
            .map(|who| self.hero(who))
    }

    /// Returns the prey if its Euclidean distance, rounded up, is below `near` cells; walls do not matter ([E-20]).
    /// Otherwise `None`. For a `near` of 0, always `None`.
    ///
    /// [E-20]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-20
    #[inline]
    pub fn feels(&self, near: u32) -> Option<Sighting> {
        let reach = u64::from(near.checked_sub(1)?);
        self.knows(|here, prey| prey.euclid_squared(here) <= reach * reach)
    }

    /// Returns the prey if `is_so` is true for the monster's cell and the prey's cell, in this order; walls do not
    /// matter. If `is_so` is false for the prey, returns the nearest other hero for which `is_so` is true. `None` if
    /// neither is found.
    #[inline]
    pub fn knows(&self, is_so: impl Fn(Point, Point) -> bool) -> Option<Sighting> {
        let knows = |target: &HuntTarget| is_so(self.body.at, target.at);
        let prey = self.prey().filter(knows);
        let prey = prey.or_else(|| self.nearest_other(|hero| knows(&hero)));
        prey.map(HuntTarget::unseen)
    }

    /// Returns the prey if an alarm sounds on the monster's level, or the prey that the monster's leader hunts ([M-9]);
    /// otherwise `None`.
    ///
    /// [M-9]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-9
    #[inline]
    pub fn hears(&self) -> Option<Sighting> {
        if self.world.is_alarmed(self.body.level) {
            self.prey().map(HuntTarget::unseen)
        } else {
            self.told
        }
    }

    /// Returns the nearest hero or ally that a fleeing monster runs from ([B-7]); `None` for a monster that does not flee,
    /// and while it may sense no such body.
    ///
    /// [B-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-7
    pub fn flees_from(&self) -> Option<Sighting> {
        let flees = self.world.has_state(self.who, TimedState::Fleeing);
        let from = flees.then(|| hero(self.world, self.body))?;
        from.map(HuntTarget::unseen)
    }

    /// Whether the monster stands on a herd item that it hunts, and does not flee.
    #[inline]
    pub fn stands_on_prey(&self) -> bool {
        self.prey_distance == 0 && self.flees_from().is_none()
    }

    /// Returns the next step of a shortest path to the prey. Of several such steps, prefers the step that ends nearest
    /// to the prey (Euclidean, then keypad order). If other bodies block all these steps, returns a step clockwise
    /// around the prey at equal distance. So a crowd surrounds its prey instead of blocking itself.
    ///
    /// ```
    /// use dungeon::Action;
    /// use dungeon::minds::{PathStep, View};
    ///
    /// /// Returns the action of a hunter that always knows the way.
    /// fn hunt(view: &mut View<'_>) -> Action {
    ///     match view.next_step() {
    ///         PathStep::Step(way) => Action::Step(way),
    ///         PathStep::Barred | PathStep::Nowhere => Action::Wait,
    ///     }
    /// }
    /// # use dungeon::minds::{Memory, Sighting};
    /// # struct Hunter;
    /// # impl dungeon::Monster for Hunter {
    /// #     fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> { view.knows(|_, _| true) }
    /// #     fn advance(&self, _: &mut Memory, view: &mut View<'_>, _: Sighting) -> Action { hunt(view) }
    /// # }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let file = "map\n#######\n#@#w..#\n#.###.#\n#.....#\n#....$#\n#######\nend\n";
    /// # let file = dungeon::diagnostics::Source::from_text("a.dng", file);
    /// # let dungeon = std::sync::Arc::new(dungeon::load_source(file)?);
    /// # let rules = dungeon::rules::rules_for(&dungeon);
    /// # let mut game = dungeon::Game::new(dungeon, rules, |_| Box::new(Hunter), 7);
    /// # game.step(Action::Wait)?;
    /// # assert_eq!(game.world().bodies()[1].at.x, 4, "the long way round");
    /// # Ok(())
    /// # }
    /// ```
    pub fn next_step(&mut self) -> PathStep {
        let Some(prey) = self.prey() else {
            return PathStep::Nowhere;
        };
        let source = match prey.whom {
            Some(_) if self.body.prey == Prey::Foes => FloodSource::Cell(prey.at),
            Some(_) => FloodSource::Hero,
            None => FloodSource::Herd,
        };
        self.step_to(source, prey.at)
    }

    /// Returns the body that the monster follows: for an ally the hero ([M-4]), for a monster of a kind with a leader the
    /// nearest one ([M-8]). `None` for other monsters, for an ally that has not joined, and without such a body nearby.
    ///
    /// [M-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-4
    /// [M-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-8
    pub fn leader(&self) -> Option<ActorId> {
        if !self.body.follows() {
            return self.world.leader_of(self.who);
        }
        let leader = self.world.commanded();
        let hero = self.world.body(leader);
        (hero.alive && hero.level == self.body.level).then_some(leader)
    }

    /// Returns the number of steps to the monster's leader; `None` without a leader, or if it is more than `FOLLOWED`
    /// steps away.
    pub fn steps_to_leader(&mut self) -> Option<u32> {
        let source = FloodSource::Cell(self.world.body(self.leader()?).at);
        let (here, level, through) = (self.body.at, self.body.level, self.body.through);
        let scents = self.scents.get_or_insert_default();
        scents.distance(self.world, source, through, level, here)
    }

    /// Returns the next step of a shortest path to the monster's leader, as `next_step` does to prey;
    /// `PathStep::Nowhere` without a leader, or if the leader is more than `FOLLOWED` steps away.
    pub fn step_to_leader(&mut self) -> PathStep {
        let Some(leader) = self.leader() else {
            return PathStep::Nowhere;
        };
        let at = self.world.body(leader).at;
        self.step_to(FloodSource::Cell(at), at)
    }

    /// Returns the next step of a shortest path that begins at `source`; of several such steps, prefers the step that
    /// ends nearest to `goal`.
    fn step_to(&mut self, source: FloodSource, goal: Point) -> PathStep {
        let (here, level, through) = (self.body.at, self.body.level, self.body.through);
        let scents = self.scents.get_or_insert_default();
        let steps = match scents.distance(self.world, source, through, level, here) {
            None => return PathStep::Nowhere,
            Some(0) => return PathStep::Barred,
            Some(steps) => steps,
        };
        let nearer = self.steps_with_distance(source, steps - 1);
        let best = nearer.min_by_key(|way| (here + *way).euclid_squared(goal));
        let aside = || {
            let goes_round = |way: &Direction| rotation(goal, here, here + *way) > 0;
            // A hunter next to its prey stays there.
            let mut ring = self
                .steps_with_distance(source, steps)
                .filter(|_| steps > 1);
            ring.find(goes_round)
        };
        best.or_else(aside).map_or(PathStep::Barred, PathStep::Step)
    }

    #[inline]
    fn prey(&self) -> Option<HuntTarget> {
        (self.prey_distance != NO_PREY).then_some(HuntTarget {
            whom: Some(self.prey_body).filter(|whom| *whom != ActorId::WORLD),
            at: self.prey_cell,
        })
    }

    /// Iterates over the directions of steps that end on a free cell, from which the prey is `steps` steps away.
    fn steps_with_distance(
        &self,
        source: FloodSource,
        steps: u32,
    ) -> impl Iterator<Item = Direction> {
        let through = self.body.through;
        let tread = move |p| {
            if self.world.has_treads {
                self.lookup.tread(through, p)
            } else {
                Tread::PLAIN
            }
        };
        let leaves = move |way: &Direction| {
            let there = step(self.body.at, *way, tread);
            let scents = self.scents.as_ref();
            let left = scents.and_then(|scents| scents.known(source, through, there?));
            left == Some(steps) && self.is_free(self.body.at + *way)
        };
        Direction::ALL.into_iter().filter(leaves)
    }
}

/// Returns the direction of rotation from one point to another around a center. Positive numbers mean clockwise on the
/// map, and negative numbers counterclockwise.
fn rotation(middle: Point, from: Point, to: Point) -> i64 {
    let from = (
        i64::from(from.x) - i64::from(middle.x),
        i64::from(from.y) - i64::from(middle.y),
    );
    let to = (
        i64::from(to.x) - i64::from(middle.x),
        i64::from(to.y) - i64::from(middle.y),
    );
    from.0 * to.1 - from.1 * to.0
}

/// Returns the nearest living hero on the body's level that the body may sense; `None` if there is none.
#[inline]
fn hero(world: &World, body: &Body) -> Option<HuntTarget> {
    let (whom, hero) = world.nearest_hunted(body.level, body.at)?;
    Some(HuntTarget {
        whom: Some(whom),
        at: hero.at,
    })
}

/// The distance (Chebyshev) within which an ally notices foes, whatever its sense (M-4). The limit also bounds the cost
/// of an ally's act.
const GUARDED: i32 = 10;

/// Iterates over the foes that an ally may fight: awake, not unseen, on its level, and at most `GUARDED` cells away, in reading
/// order (M-4).
fn foes_around<'a>(world: &'a World, ally: &'a Body) -> impl Iterator<Item = ActorId> + 'a {
    let square = Region::around(ally.at, GUARDED).points();
    let bodies = square.filter_map(|p| world.body_at(ally.level, p));
    bodies.filter(|who| {
        let is_sensed = !world.body(*who).is_asleep() && !world.is_hidden_from(*who, ally.at);
        world.is_foe(*who) && is_sensed
    })
}

/// Returns the nearest foe that an ally may fight; of equally near ones, the first in reading order.
#[inline(never)] // few kinds need this, and inlining it would cost all others
fn nearest_foe(world: &World, ally: &Body) -> Option<HuntTarget> {
    let far = |who: &ActorId| world.body(*who).at.chebyshev(ally.at);
    let whom = foes_around(world, ally).min_by_key(far)?;
    Some(HuntTarget {
        whom: Some(whom),
        at: world.body(whom).at,
    })
}

/// Returns the nearest herd item (Manhattan, then reading order). If the body also hunts heroes, returns the nearest
/// hero, unless the herd item is strictly nearer.
#[inline(never)] // few kinds need this, and inlining it would cost all others
fn herd_or_hero(world: &World, body: &Body) -> Option<HuntTarget> {
    let herd = nearest_of(world.herd(body.level), body.at);
    let herd = herd.map(|at| HuntTarget { whom: None, at });
    match body.prey {
        Prey::Nearest => nearer(hero(world, body), herd, body.at),
        Prey::Hero | Prey::Herd | Prey::Foes | Prey::None => herd,
    }
}

/// Returns the hero, or the herd item if the herd item is strictly nearer (Manhattan, S-21).
fn nearer(hero: Option<HuntTarget>, herd: Option<HuntTarget>, here: Point) -> Option<HuntTarget> {
    let steps = |target: HuntTarget| target.at.manhattan(here);
    match (hero, herd) {
        (Some(hero), Some(herd)) if steps(herd) >= steps(hero) => Some(hero),
        (hero, herd) => herd.or(hero),
    }
}

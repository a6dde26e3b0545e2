//! Ways over the level as far as a player knows it.
use crate::player_view::PlayerView;
use dungeon_engine::action::ActorId;
use dungeon_model::space::distances::{Distances, Leads};
use dungeon_model::space::geometry::{Direction, Point};

/// The working memory for finding ways.
#[derive(Debug, Default)]
pub struct KnownWays {
    steps: Distances,
}

/// Empty memory: every question begins anew, and a thought must not copy a whole map.
impl Clone for KnownWays {
    fn clone(&self) -> KnownWays {
        KnownWays::default()
    }
}

impl KnownWays {
    /// Returns the first step to the nearest cell that suits, over cells that are open, with the cell and the number of
    /// steps; `None` where no way leads to one. A step past nobody comes before one onto somebody.
    pub fn step_to(
        &mut self,
        view: &PlayerView<'_>,
        suits: impl Fn(Point) -> bool,
        open: impl Fn(Point) -> bool,
    ) -> Option<(Direction, Point, u32)> {
        let hero = view.at();
        self.begin(view);
        let suits = |p| p != hero && suits(p);
        let (goal, steps) = self.nearest(view, u32::MAX, suits, &open)?;
        // Back over the same ground, of which all that was found out is still known.
        self.steps.begin_again([goal]);
        let back = |to: Point, way: Direction| view.lets_in(to + way, way.opposite());
        let back = view.has_one_way_terrain().then_some(&back as Leads<'_>);
        self.steps.lay_to(hero, |p| p == hero || open(p), back)?;
        let left = steps.checked_sub(1);
        let leads =
            |way: &&Direction| self.steps.known(hero + **way) == left && view.lets_in(hero, **way);
        let ways = view.neighbours().directions().iter().filter(leads);
        let way = ways.min_by_key(|way| view.body_at(hero + **way).is_some())?;
        Some((*way, goal, steps))
    }

    /// Returns the steps from the hero to every cell that can be come to over cells that are open.
    pub fn all_from_hero(
        &mut self,
        view: &PlayerView<'_>,
        open: impl Fn(Point) -> bool,
    ) -> &Distances {
        self.begin(view);
        self.nearest(view, u32::MAX, |_| false, open);
        &self.steps
    }

    /// Whether at most so many steps lead from the hero to a cell, over cells that are open.
    pub fn is_within(
        &mut self,
        view: &PlayerView<'_>,
        to: Point,
        most: u32,
        open: impl Fn(Point) -> bool,
    ) -> bool {
        self.begin(view);
        let way = self.nearest(view, most, |p| p == to, |p| p == to || open(p));
        way.is_some()
    }

    /// Returns the nearest cell that suits, of those that the flood from the hero comes to, and its steps.
    fn nearest(
        &mut self,
        view: &PlayerView<'_>,
        most: u32,
        suits: impl Fn(Point) -> bool,
        open: impl Fn(Point) -> bool,
    ) -> Option<(Point, u32)> {
        let leads = |from: Point, way: Direction| view.lets_in(from, way);
        let leads = view.has_one_way_terrain().then_some(&leads as Leads<'_>);
        self.steps.nearest_by(most, suits, open, leads)
    }

    /// Begins with the hero's cell.
    fn begin(&mut self, view: &PlayerView<'_>) {
        let neighbours = view.neighbours();
        if self.steps.neighbours() != neighbours {
            self.steps = Distances::over(neighbours);
        }
        self.steps.begin(view.size(), [view.at()]);
    }
}

/// Returns the way from the hero to a cell beside him; `None` for any other cell.
pub fn way_to(view: &PlayerView<'_>, to: Point) -> Option<Direction> {
    let mut ways = view.neighbours().directions().iter().copied();
    ways.find(|way| view.at() + *way == to)
}

/// Returns the monsters in sight that the hero can step at now.
pub fn beside<'a>(view: &PlayerView<'a>) -> impl Iterator<Item = (ActorId, Direction)> + use<'a> {
    let view = *view;
    let ways = view.neighbours().directions().iter();
    ways.filter_map(move |way| {
        let who = view.body_at(view.at() + *way)?;
        view.monsters()
            .any(|other| other == who)
            .then_some((who, *way))
    })
}

//! Ways over the level as far as a player knows it.
use crate::engine::action::ActorId;
use crate::players::player_view::PlayerView;
use crate::space::distances::Distances;
use crate::space::geometry::{Direction, Point};

/// The working memory for finding ways.
#[derive(Debug, Default)]
pub struct KnownWays {
    there: Distances,
    back: Distances,
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
        let (hero, size) = (view.at(), view.size());
        self.begin(view);
        self.there.begin(size, [hero]);
        let (goal, steps) = self
            .there
            .nearest(u32::MAX, |p| p != hero && suits(p), &open)?;
        self.back.begin(size, [goal]);
        self.back.to(hero, |p| p == hero || open(p))?;
        let leads = |way: &&Direction| self.back.known(hero + **way) == steps.checked_sub(1);
        let ways = view.neighbours().directions();
        let mut ways: Vec<Direction> = ways.iter().filter(leads).copied().collect();
        ways.sort_by_key(|way| view.body_at(hero + *way).is_some());
        Some((*ways.first()?, goal, steps))
    }

    /// Returns the steps from the hero to every cell that can be come to over cells that are open.
    pub fn all_from_hero(
        &mut self,
        view: &PlayerView<'_>,
        open: impl Fn(Point) -> bool,
    ) -> &Distances {
        self.begin(view);
        self.there.begin(view.size(), [view.at()]);
        self.there.nearest(u32::MAX, |_| false, open);
        &self.there
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
        self.there.begin(view.size(), [view.at()]);
        let way = self
            .there
            .nearest(most, |p| p == to, |p| p == to || open(p));
        way.is_some()
    }

    fn begin(&mut self, view: &PlayerView<'_>) {
        let steps = view.neighbours();
        if self.there.neighbours() != steps {
            self.there = Distances::over(steps);
            self.back = Distances::over(steps);
        }
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

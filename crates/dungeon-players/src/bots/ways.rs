//! Ways over the level as far as a player knows it.
use crate::player_view::PlayerView;
use dungeon_engine::action::ActorId;
use dungeon_model::space::distances::Distances;
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
        let (goal, steps) = view.map.nearest(&mut self.steps, u32::MAX, suits, &open)?;
        // Back over the same ground, of which all that was found out is still known.
        self.steps.begin_again([goal]);
        view.map.lay_back(&mut self.steps, open)?;
        let nearer = view.map.nearer(&self.steps, hero);
        let (way, _) = nearer.min_by_key(|(_, to)| view.body_at(*to).is_some())?;
        Some((way, goal, steps))
    }

    /// Returns the steps from the hero to every cell that can be come to over cells that are open.
    pub fn all_from_hero(
        &mut self,
        view: &PlayerView<'_>,
        open: impl Fn(Point) -> bool,
    ) -> &Distances {
        self.begin(view);
        view.map.nearest(&mut self.steps, u32::MAX, |_| false, open);
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
        let open = |p| p == to || open(p);
        let way = view.map.nearest(&mut self.steps, most, |p| p == to, open);
        way.is_some()
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

//! Whether the hero, as far as he comes now, misses anything that the game is won by: if not, what else is locked away is no
//! error.
use super::hero_reach::HeroReach;
use super::level_view::LevelView;
use super::reach_rules::{FoePolicy, ItemGoal};
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, Feature, Goal, ItemId, KindId, LevelId, ScatteredThing, Side, Through,
    Tile,
};
use dungeon_model::space::geometry::Point;

/// Whether something that a goal is about, or that the game's own rules want, is out of reach. What may be in reach counts as
/// what is. A cause that wins and that may come about in reach leaves nothing to miss; of other such causes nothing is known.
pub fn is_anything_missed(views: &[LevelView<'_>], reach: &HeroReach<'_>) -> bool {
    let goals = &reach.dungeon.goals;
    let search = NeedSearch { views, reach };
    if search.wins_by_cause() {
        return false;
    }
    if goals.is_empty() {
        let wants_items = reach.rules.things == ItemGoal::MustBeTaken;
        let wants_foes = reach.rules.foes != FoePolicy::MayStay;
        return wants_items && search.misses_items()
            || wants_foes && search.misses_bodies(|_| true);
    }
    goals.iter().any(|goal| match goal {
        Goal::Take => search.misses_items(),
        Goal::Kill => search.misses_bodies(|kind| reach.dungeon.kind(kind).is_wanted),
        Goal::Cover => search.misses_targets(),
        Goal::Leave => !search.reaches_exit(),
        Goal::Caused => true,
        Goal::Survive(_) | Goal::Never => false,
    })
}

struct NeedSearch<'s, 'a> {
    views: &'s [LevelView<'a>],
    reach: &'s HeroReach<'a>,
}

impl NeedSearch<'_, '_> {
    /// Whether the event of a cause that wins may happen in reach: a turn, or something that the hero does on drawn cells.
    fn wins_by_cause(&self) -> bool {
        let dungeon = self.reach.dungeon;
        let winning = dungeon.causes.iter();
        let mut winning = winning.filter(|cause| cause.effects.contains(&CauseEffect::Win));
        winning.any(|cause| match &cause.event {
            CauseEvent::Turn(_) => true,
            CauseEvent::Step(cells) | CauseEvent::Leave(cells) | CauseEvent::TakeAt(cells) => {
                let level = cause.level.unwrap_or_default();
                cells.iter().any(|p| self.reach.is_reached((level, *p)))
            }
            CauseEvent::Take(items) => self.reaches_one_of(items, cause.level),
            CauseEvent::Push(_)
            | CauseEvent::Opened(_)
            | CauseEvent::Kill(_)
            | CauseEvent::AllDead(_) => false,
        })
    }

    /// Whether one of these items lies in reach, on a level or on any.
    fn reaches_one_of(&self, wanted: &[ItemId], level: Option<LevelId>) -> bool {
        let views = self.views.iter();
        let mut views = views.filter(|view| level.is_none_or(|level| level == view.id));
        views.any(|view| {
            let mut items = view.level.items.iter();
            items.any(|(p, item)| wanted.contains(item) && self.reach.is_reached((view.id, *p)))
        })
    }

    fn misses_items(&self) -> bool {
        let is_meant = |what: ScatteredThing| matches!(what, ScatteredThing::Item(item) if self.reach.dungeon.item(item).collectable);
        self.views.iter().any(|view| {
            let items = view.level.items.iter();
            let mut items = items.filter(|(_, item)| is_meant(ScatteredThing::Item(*item)));
            items.any(|(p, _)| !self.reach.is_reached((view.id, *p)))
                || self.misses_scatter(view, is_meant)
        })
    }

    /// Whether some monster of these kinds is where the hero never comes, and cannot come out through walls.
    fn misses_bodies(&self, is_meant: impl Fn(KindId) -> bool) -> bool {
        let is_held = |kind: KindId| {
            let kept = self.reach.dungeon.kind(kind);
            kept.side == Side::Theirs && kept.through < Through::Walls && is_meant(kind)
        };
        let is_scattered =
            |what: ScatteredThing| matches!(what, ScatteredThing::Body(kind, _) if is_held(kind));
        self.views.iter().any(|view| {
            let mut held = view.level.spawns.iter().filter(|spawn| is_held(spawn.kind));
            held.any(|spawn| !self.reach.is_reached((view.id, spawn.at)))
                || self.misses_scatter(view, is_scattered)
        })
    }

    /// Whether a scatter of such things has its whole region out of reach.
    fn misses_scatter(
        &self,
        view: &LevelView<'_>,
        is_meant: impl Fn(ScatteredThing) -> bool,
    ) -> bool {
        let level = self.reach.level(view.id);
        let mut meant = view.level.scatters.iter().filter(|one| is_meant(one.what));
        meant.any(|one| !one.amount.is_zero() && !level.is_reached_within(one.within))
    }

    /// Whether a cell to cover is out of reach, or too few boulders are in reach.
    fn misses_targets(&self) -> bool {
        let cells = self.tiles();
        let (mut targets, mut boulders) = (0_usize, 0_usize);
        for (tile, is_reached) in cells {
            if tile.is_target && !is_reached {
                return true;
            }
            targets += usize::from(tile.is_target);
            let is_boulder = matches!(tile.feature, Feature::Boulder(_));
            boulders += usize::from(is_boulder && is_reached);
        }
        boulders < targets
    }

    fn reaches_exit(&self) -> bool {
        let is_exit = |tile: &Tile| matches!(tile.feature, Feature::Exit(_));
        let is_scattered = |what: ScatteredThing| matches!(what, ScatteredThing::Tile(tile) if is_exit(self.reach.dungeon.tile(tile)));
        self.tiles()
            .any(|(tile, is_reached)| is_reached && is_exit(tile))
            || self.views.iter().any(|view| {
                let level = self.reach.level(view.id);
                let mut exits = view
                    .level
                    .scatters
                    .iter()
                    .filter(|one| is_scattered(one.what));
                exits.any(|one| level.is_reached_within(one.within))
            })
    }

    /// The terrain of every cell, and whether the hero comes to it.
    fn tiles(&self) -> impl Iterator<Item = (&Tile, bool)> {
        self.views.iter().flat_map(|view| {
            let tiles = &view.level.tiles;
            let cells = tiles.size().points().zip(tiles.cells());
            cells.map(|(p, tile): (Point, _)| {
                let is_reached = self.reach.is_reached((view.id, p));
                (self.reach.dungeon.tile(*tile), is_reached)
            })
        })
    }
}

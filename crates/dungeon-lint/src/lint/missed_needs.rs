//! Whether anything that the game needs is out of the hero's current reach. If nothing is, other things that are locked
//! away are no error.
use super::hero_reach::HeroReach;
use super::level_view::LevelView;
use super::reach_rules::{FoePolicy, ItemGoal};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{CauseEffect, CauseEvent, Feature, Goal, ItemId, LevelId, Through};

/// Whether something that a goal or the game's own rules need is out of the hero's reach. Things that the hero may
/// reach count as reached. Returns false if a cause that wins the game may happen within the hero's reach. Otherwise,
/// such a cause counts as out of reach.
pub fn is_anything_missed(views: &[LevelView<'_>], reach: &HeroReach<'_>) -> bool {
    let goals = &reach.dungeon.goals;
    let search = NeedSearch { views, reach };
    if search.wins_by_cause() {
        return false;
    }
    let misses = |is_meant: &dyn Fn(Thing) -> bool| search.reached(is_meant).any(|is| !is);
    let dungeon = reach.dungeon;
    let is_item = |thing| dungeon.is_about(Goal::Take, thing);
    // Monsters that pass walls can leave a closed place by themselves.
    let is_held = |thing: Thing| {
        let kind = thing.body().map(|kind| dungeon.kind(kind));
        dungeon.is_theirs(thing) && kind.is_some_and(|kind| kind.through < Through::Walls)
    };
    if goals.is_empty() {
        let wants_items = reach.rules.things == ItemGoal::MustBeTaken;
        let wants_foes = reach.rules.foes != FoePolicy::MayStay;
        return wants_items && misses(&is_item) || wants_foes && misses(&is_held);
    }
    goals.iter().any(|goal| match goal {
        Goal::Take => misses(&is_item),
        Goal::Kill => misses(&|thing| is_held(thing) && dungeon.is_about(Goal::Kill, thing)),
        Goal::Cover => search.misses_targets(),
        Goal::Leave => {
            let is_exit = |thing| dungeon.is_about(Goal::Leave, thing);
            !search.reached(&is_exit).any(|is| is)
        }
        Goal::Caused => true,
        Goal::Survive(_) | Goal::Never => false,
    })
}

/// Whether an item that a goal names, or every way out that a goal needs, is certainly out of the hero's reach. Returns
/// false if a cause may win the game.
pub fn is_way_missed(views: &[LevelView<'_>], reach: &HeroReach<'_>) -> bool {
    let dungeon = reach.dungeon;
    let mut effects = dungeon.causes.iter().flat_map(|cause| &cause.effects);
    if effects.any(|effect| *effect == CauseEffect::Win) {
        return false;
    }
    let search = NeedSearch { views, reach };
    let mut goals = dungeon.goals.iter();
    goals.any(|goal| match goal {
        Goal::Take => search
            .reached(&|thing| dungeon.is_about(Goal::Take, thing))
            .any(|is| !is),
        Goal::Leave => !search
            .reached(&|thing| dungeon.is_about(Goal::Leave, thing))
            .any(|is| is),
        _ => false,
    })
}

struct NeedSearch<'s, 'a> {
    views: &'s [LevelView<'a>],
    reach: &'s HeroReach<'a>,
}

impl NeedSearch<'_, '_> {
    /// Whether the event of a winning cause may happen in the hero's reach: a turn, or something that the hero does on
    /// drawn cells.
    fn wins_by_cause(&self) -> bool {
        let dungeon = self.reach.dungeon;
        let winning = dungeon.causes.iter();
        let mut winning = winning.filter(|cause| cause.effects.contains(&CauseEffect::Win));
        winning.any(|cause| match &cause.event {
            CauseEvent::Turn(_) => true,
            CauseEvent::Step(cells) | CauseEvent::Leave(cells) | CauseEvent::TakeAt(cells) => {
                let level = cause.heard_on().unwrap_or_default();
                cells.iter().any(|p| self.reach.is_reached((level, *p)))
            }
            CauseEvent::Take(items) => self.reaches_one_of(items, cause.heard_on()),
            CauseEvent::Push(_)
            | CauseEvent::Opened(_)
            | CauseEvent::Kill(_)
            | CauseEvent::AllDead(_) => false,
        })
    }

    /// Whether one of these items lies in the hero's reach: on the given level, or on any level if `level` is `None`.
    fn reaches_one_of(&self, wanted: &[ItemId], level: Option<LevelId>) -> bool {
        let views = self.views.iter();
        let mut views = views.filter(|view| level.is_none_or(|level| level == view.id));
        views.any(|view| {
            let mut items = view.level.items.iter();
            items.any(|(p, item)| wanted.contains(item) && self.reach.is_reached((view.id, *p)))
        })
    }

    /// Returns, for each matching thing, whether the hero reaches its cell, or any cell of its scatter.
    fn reached(&self, is_meant: &dyn Fn(Thing) -> bool) -> impl Iterator<Item = bool> {
        self.views.iter().flat_map(move |view| {
            let level = self.reach.level(view.id);
            let drawn = view.level.things().filter(|(_, thing)| is_meant(*thing));
            let scatters = view.level.used_scatters();
            let scattered = scatters.filter(|(_, one)| is_meant(one.what.thing()));
            let scattered = scattered.map(|(_, one)| level.is_reached_within(one.within));
            drawn.map(|(p, _)| level.is_reached(p)).chain(scattered)
        })
    }

    /// Whether a target of `cover=` is out of the hero's reach, or too few boulders are in the hero's reach.
    fn misses_targets(&self) -> bool {
        let (mut targets, mut boulders) = (0_usize, 0_usize);
        for view in self.views {
            for (p, thing) in view.level.things() {
                let Some(tile) = thing.tile().map(|tile| view.dungeon.tile(tile)) else {
                    continue;
                };
                let is_reached = || self.reach.is_reached((view.id, p));
                if tile.is_target && !is_reached() {
                    return true;
                }
                targets += usize::from(tile.is_target);
                let is_boulder = matches!(tile.feature, Feature::Boulder(_));
                boulders += usize::from(is_boulder && is_reached());
            }
        }
        boulders < targets
    }
}

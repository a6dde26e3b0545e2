//! Everything out of the hero's reach (the cells that the hero can get to), over all levels: rings of doors and keys,
//! sealed-off things, stairs without a way back. In games where the hero needs to reach nothing, only stairs are
//! reported.
use super::hero_reach::HeroReach;
use super::key_rings::{AwaitedKeys, locked_in};
use super::level_view::{Comprehension, LevelView};
use super::met_monsters::meet;
use super::no_way_out::no_way_out;
use super::one_way_stairs::one_way;
use super::reach_rules::{FoePolicy, LevelOrder};
use super::scatter_reach::out_of_reach;
use super::unreachable::{GroupRoot, UnreachableGroup, UnreachablePlaces, UnreachableThing};
use super::unreachable_report::{WallSearch, sealed};
use dungeon_format::diagnostic::{Diagnostic, Findings};
use dungeon_format::resolve::Resolved;
use dungeon_format::source::Source;
use dungeon_model::dungeon::{Dungeon, Feature};

/// The maximum number of searches for the thinnest wall per level. Each search may cross the whole map.
const SEARCHES: usize = 8;

/// The maximum number of map cells to search again when trying fixes, over all findings of a dungeon.
const MOST_TRIED: usize = 1 << 18;

/// How much work may still be spent on finding fixes.
struct MendBudget {
    /// By level: how many searches for the thinnest wall remain.
    searches: Vec<usize>,
    /// How many trials of fixes remain. Starts at one trial per outcome if the marks of the file have several outcomes.
    trials: usize,
}

impl MendBudget {
    fn new(views: &[LevelView<'_>]) -> MendBudget {
        let areas = views.iter().map(|view| view.level.tiles.size().area());
        let is_by_chance = views.iter().any(|view| view.places.drawn.is_some());
        MendBudget {
            searches: vec![SEARCHES; views.len()],
            trials: if is_by_chance {
                1
            } else {
                MOST_TRIED / areas.sum::<usize>().max(1)
            },
        }
    }

    /// Chooses the search for the fix of a group, and charges it to the budget.
    fn search(&mut self, group: &UnreachableGroup) -> WallSearch {
        let GroupRoot::Pocket((level, _)) = group.root else {
            return WallSearch::Nothing;
        };
        let searches = &mut self.searches[usize::from(level.0)];
        let Some(left) = searches.checked_sub(1) else {
            return WallSearch::Nothing;
        };
        *searches = left;
        match self.trials.checked_sub(1) {
            Some(left) => {
                self.trials = left;
                WallSearch::Tried
            }
            None => WallSearch::Thinnest,
        }
    }
}

/// Reports everything that the hero can never reach, and stairs that the hero cannot come back from.
pub fn unreached(
    source: &Source,
    resolved: &Resolved,
    reach: HeroReach<'_>,
    text: Comprehension,
    findings: &mut Findings,
) {
    let views = &LevelView::all(source, resolved);
    if !is_known(views, resolved, text) {
        return;
    }
    if wants_nothing(reach.dungeon) {
        stairs(views, reach, findings)
    } else {
        all(views, reach, findings)
    }
}

/// Whether the hero of the game needs to reach nothing.
fn wants_nothing(dungeon: &Dungeon) -> bool {
    let game = dungeon.settings.game;
    game.foes == FoePolicy::MayStay && !game.taking.counts()
}

/// Whether the hero's reach is certain: all maps were read to their ends, and no way may be missing because it could
/// not be read.
pub fn is_known(views: &[LevelView<'_>], resolved: &Resolved, text: Comprehension) -> bool {
    views.iter().all(LevelView::is_whole) && !may_lack_ways(resolved, text)
}

/// Reports everything out of the hero's reach, in games with things to take or monsters to kill.
fn all(views: &[LevelView<'_>], mut reach: HeroReach<'_>, findings: &mut Findings) {
    let wanted = locked_in(views, &mut reach, findings);
    meet(&mut reach);
    if reach.rules.levels == LevelOrder::ByWays {
        one_way(views, &mut reach, findings);
        no_way_out(views, &mut reach, findings);
    }
    let mut unreachable = UnreachablePlaces::new(&mut reach);
    let groups = unreachable.groups(&mut reach);
    findings.extend(of_groups(views, &reach, &groups, &wanted));
    for view in views {
        out_of_reach(views, view, &mut reach, &mut unreachable, &wanted, findings);
    }
}

/// The things sealed off from the hero's possible starts; empty if the hero needs to reach nothing.
pub fn sealed_off(views: &[LevelView<'_>], mut reach: HeroReach<'_>) -> Vec<Diagnostic> {
    if wants_nothing(reach.dungeon) {
        return Vec::new();
    }
    meet(&mut reach);
    let groups = UnreachablePlaces::new(&mut reach).groups(&mut reach);
    of_groups(views, &reach, &groups, &AwaitedKeys::default())
}

/// Reports only stairs, in games where the hero needs to reach nothing.
fn stairs(views: &[LevelView<'_>], mut reach: HeroReach<'_>, findings: &mut Findings) {
    one_way(views, &mut reach, findings);
    let mut groups = UnreachablePlaces::new(&mut reach).groups(&mut reach);
    for group in &mut groups {
        let things = &mut group.things;
        things.retain(|(_, thing)| matches!(thing, UnreachableThing::Stairs(_)));
    }
    groups.retain(|group| !group.things.is_empty());
    findings.extend(of_groups(views, &reach, &groups, &AwaitedKeys::default()));
}

/// The findings for groups of unreachable things.
fn of_groups(
    views: &[LevelView<'_>],
    reach: &HeroReach<'_>,
    groups: &[UnreachableGroup],
    wanted: &AwaitedKeys,
) -> Vec<Diagnostic> {
    let mut budget = MendBudget::new(views);
    let found = groups.iter().filter_map(|group| {
        let search = budget.search(group);
        sealed(views, reach, group, wanted, search)
    });
    found.collect()
}

/// Whether a way may be missing only because it could not be read. A single level of floor and walls has no such ways,
/// unless a cause would open one.
fn may_lack_ways(resolved: &Resolved, text: Comprehension) -> bool {
    let dungeon = &resolved.dungeon;
    let has_features = || {
        let mut cells = dungeon.levels.iter().flat_map(|level| level.tiles.cells());
        cells.any(|tile| dungeon.tile(*tile).feature != Feature::Plain)
    };
    let lacks_causes = resolved.places.lacks_causes;
    text == Comprehension::Partial && (dungeon.levels.len() > 1 || lacks_causes || has_features())
}

//! Scatters that may put a thing that the hero needs, or a monster that must be met, out of the hero's reach.
use std::collections::HashSet;

use super::hero_reach::HeroReach;
use super::key_rings::AwaitedKeys;
use super::level_view::{LevelView, ThingOrigin};
use super::reach_rules::{FoePolicy, ItemGoal, Mobility};
use super::unreachable::{GroupRoot, UnreachablePlaces};
use dungeon_format::diagnostic::{Code, Diagnostic, Findings, Severity};
use dungeon_format::source::Span;
use dungeon_ground::pockets::Node;
use dungeon_model::dungeon::game_profile::REACHABLE;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    Overlap, Scatter, ScatterOrigin, ScatteredThing, Side, Through, UnreachablePolicy,
};
use dungeon_model::space::geometry::{Point, Region};

/// The thing of a scatter that the hero should be able to reach.
#[derive(Clone, Copy)]
struct ScatterGoal<'a> {
    code: Code,
    name: &'a str,
    /// How the thing moves toward the hero.
    mobility: Mobility,
    /// Whether the hero must take the thing to win.
    is_needed: bool,
}

/// Reports scatters of a level that may put something out of the hero's reach. The finding is an error if the scatter
/// can only place the thing out of reach and the thing is needed: either the hero must take it, or a door waits for it
/// and the game needs something out of reach. Places that another finding covers are not reported again.
pub fn out_of_reach(
    views: &[LevelView<'_>],
    view: &LevelView<'_>,
    reach: &mut HeroReach<'_>,
    unreachable: &mut UnreachablePlaces,
    wanted: &AwaitedKeys,
    findings: &mut Findings,
) {
    let mut harmless: HashSet<(Region, Option<u32>, ScatterOrigin, Mobility)> = HashSet::new();
    for (nth, (scatter, span)) in view.scatters().enumerate() {
        if scatter.amount.is_zero() || scatter.overlap == Overlap::Replace {
            continue;
        }
        let Some(goal) = goal(view, reach, scatter) else {
            continue;
        };
        // If one search finds a scatter harmless, it stays harmless, since the set of reported places only grows.
        let asked = (scatter.within, scatter.away, scatter.from, goal.mobility);
        if harmless.contains(&asked) {
            continue;
        }
        let lost = first_lost(view, reach, unreachable, scatter, goal.mobility);
        let Some((p, all)) = lost else {
            harmless.insert(asked);
            continue;
        };
        if all == LostShare::SomeLost && is_mended_by_rolls(reach, goal) {
            continue;
        }
        let mut finding = may_land(view, reach, span, goal, p, all);
        let missed = wanted.get(&(view.id, ThingOrigin::Scatter(nth)));
        if let Some((_, door)) = missed {
            let door = views[usize::from(door.level.0)].terrain(door.at);
            finding = finding.label(door, format!("this door needs {}", with_article(goal.name)));
        }
        let is_needed = goal.is_needed && scatter.amount.is_certain();
        if all == LostShare::AllLost
            && (is_needed || missed.is_some() && wanted.are_needed)
            && !view.may_open_walls()
        {
            finding = finding.severity(Severity::Error);
        }
        findings.push(finding);
        unreachable.explore_from(reach, GroupRoot::Pocket((view.id, p)));
    }
}

/// Returns the thing of a scatter if the hero needs the thing; otherwise `None`.
fn goal<'a>(
    view: &LevelView<'a>,
    reach: &HeroReach<'_>,
    scatter: &Scatter,
) -> Option<ScatterGoal<'a>> {
    match scatter.what {
        ScatteredThing::Tile(_) => None,
        ScatteredThing::Item(item) => {
            let item = view.dungeon.item(item);
            (item.collectable || item.opens.is_some()).then_some(ScatterGoal {
                code: Code::UnreachableItem,
                name: &item.name,
                mobility: Mobility::Stands,
                is_needed: item.collectable && reach.rules.things == ItemGoal::MustBeTaken,
            })
        }
        ScatteredThing::Body(kind, _) => {
            let kind = view.dungeon.kind(kind);
            let must_die = reach.rules.foes != FoePolicy::MayStay;
            let is_held = kind.side == Side::Theirs && kind.through < Through::Walls;
            (must_die && is_held).then_some(ScatterGoal {
                code: Code::SealedMonster,
                name: &kind.name,
                mobility: match reach.rules.foes {
                    FoePolicy::MustBeShot => Mobility::Slanting,
                    FoePolicy::MayStay | FoePolicy::MustDie => Mobility::for_kind(kind),
                },
                is_needed: false,
            })
        }
    }
}

/// Whether the scatters are rerolled until every monster can be reached.
fn is_mended_by_rolls(reach: &HeroReach<'_>, goal: ScatterGoal<'_>) -> bool {
    goal.code == Code::SealedMonster && reach.rules.unreachable == UnreachablePolicy::Rerolled
}

fn may_land(
    view: &LevelView<'_>,
    reach: &HeroReach<'_>,
    span: Span,
    goal: ScatterGoal<'_>,
    p: Point,
    all: LostShare,
) -> Diagnostic {
    let message = format!(
        "expected a scatter on cells that {} can reach, found that {} can land at {}",
        reach.rules.us,
        with_article(goal.name),
        view.cell_called(p)
    );
    let finding = Diagnostic::new(goal.code, span, message);
    let finding = finding.label_if(view.drawn_cell(p), "no way leads here");
    let game = view.dungeon.settings.game;
    let mut keys = game.parameters.iter().map(|parameter| parameter.key);
    let may_be_rolled = keys.any(|key| key == REACHABLE.key)
        && goal.code == Code::SealedMonster
        && all == LostShare::SomeLost;
    finding.help(if may_be_rolled {
        format!(
            "open a wall, give the scatter a region with `in=`, or write `rules {} {}=yes`",
            game.word, REACHABLE.key
        )
    } else {
        "open a wall, or give the scatter a region with `in=`".to_owned()
    })
}

/// The share of a scatter's floor that is out of the hero's reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LostShare {
    SomeLost,
    AllLost,
}

/// Returns the first cell where a scatter may put things of this mobility out of the hero's reach, and whether another
/// cell of the scatter is in reach. Skips cells that another finding covers. `None` if there is no such cell.
fn first_lost(
    view: &LevelView<'_>,
    reach: &HeroReach<'_>,
    unreachable: &UnreachablePlaces,
    scatter: &Scatter,
    mobility: Mobility,
) -> Option<(Point, LostShare)> {
    let level = Some(reach.level(view.id)).filter(|level| level.is_entered)?;
    let origin = view.origin(scatter);
    let may_take = |p: &Point| {
        reach.meter.look(1);
        let is_far = |cell: &Point| scatter.away.is_none_or(|away| cell.manhattan(*p) > away);
        origin.iter().all(is_far) && view.is_floor(*p)
    };
    let parts = |is_met| {
        let parts = level.pockets.parts(scatter.within);
        parts.filter(move |(node, _)| {
            reach.meter.look(1) && level.is_met_node(*node, mobility) == is_met
        })
    };
    let is_news = |(node, _): &(Node, Region)| !unreachable.knows(reach, (view.id, *node));
    let mut lost = parts(false).filter(is_news);
    let first = lost.find_map(|(_, part)| part.points().find(may_take))?;
    let share = if parts(true).any(|(_, part)| part.points().any(|p| may_take(&p))) {
        LostShare::SomeLost
    } else {
        LostShare::AllLost
    };
    Some((first, share))
}

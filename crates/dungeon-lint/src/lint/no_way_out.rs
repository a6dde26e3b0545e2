//! Pits, teleports and stairs that bring the hero into a closed area with nothing to collect, while things to collect
//! are left elsewhere. The game can then no longer be won.
use std::collections::{HashMap, HashSet};

use super::hero_reach::HeroReach;
use super::level_view::LevelView;
use super::reach_rules::{FoePolicy, LevelOrder, ReachRules};
use super::ways::{Arrival, DungeonCell};
use dungeon_format::diagnostic::{Code, Diagnostic, Findings};
use dungeon_ground::passage::{Lead, TilePassage};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{Dungeon, Goal, ItemId, Prey};
use dungeon_model::space::geometry::{Direction, Point};

/// Reports ways in the hero's reach that end in a closed area. The area counts as closed only if it stays closed with
/// every door open and every boulder gone. Reports nothing where causes, vaults, scatters or monsters may help.
pub fn no_way_out(views: &[LevelView<'_>], reach: &mut HeroReach<'_>, findings: &mut Findings) {
    let dungeon = reach.dungeon;
    if !is_asked(dungeon, reach.rules) {
        return;
    }
    let mut closed = ClosedCells::new(views, dungeon);
    if closed.wanted.is_empty() && !dungeon.goals.contains(&Goal::Leave) {
        return;
    }
    for view in views {
        for &(p, lead) in &*reach.ways.leads(view.id) {
            if matches!(lead, Lead::Exit(_)) || !reach.is_reached((view.id, p)) {
                continue;
            }
            if let Some(Arrival::At(level, end)) = reach.ways.arrival((view.id, p))
                && closed.is_closed(&views[usize::from(level.0)], end)
            {
                findings.push(dead_end(view, p, &views[usize::from(level.0)], end));
            }
        }
    }
}

/// Whether this lint applies to a dungeon, independent of chance.
pub fn is_asked(dungeon: &Dungeon, rules: ReachRules) -> bool {
    let is_left = rules.levels == LevelOrder::ByWays && is_left_when_taken(dungeon);
    is_left && !may_be_helped(dungeon)
}

/// Whether taking things and leaving are the only ways to win: the game has no monsters to kill and no other goal.
fn is_left_when_taken(dungeon: &Dungeon) -> bool {
    let game = dungeon.settings.game;
    let is_taking = |goal: &Goal| matches!(goal, Goal::Take | Goal::Leave);
    game.foes == FoePolicy::MayStay
        && !game.heroes.is_several()
        && game.form().own_goal.is_none()
        && dungeon.goals.iter().all(is_taking)
}

/// Whether anything may open a way, place collectable items, or let collectable items be eaten.
fn may_be_helped(dungeon: &Dungeon) -> bool {
    let is_wanted = |item: ItemId| dungeon.item(item).collectable;
    let mut scatters = dungeon.levels.iter().flat_map(|level| &level.scatters);
    !dungeon.causes.is_empty()
        || dungeon.levels.iter().any(|level| level.generator.is_some())
        || scatters.any(|scatter| match scatter.what.thing() {
            Thing::Item(item) => is_wanted(item),
            thing => thing.tile().is_some(),
        })
        || dungeon.kinds.iter().any(|kind| {
            let eats = matches!(kind.prey, Prey::Herd | Prey::Nearest);
            eats || kind.drops.all().any(is_wanted)
        })
}

/// A cache of closed cells: cells whose steps lead neither out nor to anything collectable.
struct ClosedCells {
    known: HashMap<DungeonCell, bool>,
    /// The cells of collectable items.
    wanted: HashSet<DungeonCell>,
}

impl ClosedCells {
    fn new(views: &[LevelView<'_>], dungeon: &Dungeon) -> ClosedCells {
        let items = views.iter().flat_map(|view| {
            let items = view.level.items.iter();
            items.map(|(p, item)| ((view.id, *p), *item))
        });
        let wanted = items.filter(|(_, item)| dungeon.item(*item).collectable);
        ClosedCells {
            known: HashMap::new(),
            wanted: wanted.map(|(cell, _)| cell).collect(),
        }
    }

    /// Whether a cell is closed in, even with every door open. Looks at each cell once.
    fn is_closed(&mut self, view: &LevelView<'_>, from: Point) -> bool {
        let (mut inside, mut open) = (HashSet::from([from]), vec![from]);
        let mut is_closed = true;
        while let Some(p) = open.pop() {
            let leads_on = passage(view, p).is_none_or(|passage| passage.lead.is_some());
            if let Some(known) = self.known.get(&(view.id, p)) {
                is_closed = *known;
                break;
            }
            if leads_on || self.wanted.contains(&(view.id, p)) {
                is_closed = false;
                break;
            }
            let near = Direction::ALL.into_iter().map(|way| p + way);
            let may_be_walked = |p| passage(view, p).is_some_and(TilePassage::may_be_cleared);
            open.extend(near.filter(|p| may_be_walked(*p) && inside.insert(*p)));
        }
        let cells = inside.into_iter().map(|p| ((view.id, p), is_closed));
        self.known.extend(cells);
        is_closed
    }
}

fn passage(view: &LevelView<'_>, p: Point) -> Option<TilePassage> {
    view.tile(p).map(TilePassage::of)
}

fn dead_end(view: &LevelView<'_>, p: Point, there: &LevelView<'_>, end: Point) -> Diagnostic {
    let message = format!(
        "expected a way out of {}, where {} at {p} leads, found none",
        there.cell_called(end),
        with_article(view.terrain_name(p))
    );
    let finding = Diagnostic::new(Code::NoWayOut, view.terrain(p), message);
    let text = "there is no goal here, and no way out";
    let finding = finding.label_if(there.cell(end), text);
    finding.help("open a wall there, or make it lead elsewhere")
}

//! Stairs to a level from which neither stairs nor pits lead back.
use std::collections::BTreeMap;

use super::hero_reach::HeroReach;
use super::level_view::LevelView;
use super::ways::scattered_ways;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings};
use dungeon_format::source::Span;
use dungeon_ground::passage::{Lead, TilePassage};
use dungeon_model::dungeon::{LevelId, Stair, Stairs};

/// The stairs that lead from one level to another.
struct StairsLink {
    stairs: Stairs,
    span: Span,
    count: usize,
}

/// Reports stairs in the hero's reach to a level from which no stairs or pits lead back, once per pair of levels.
pub fn one_way(views: &[LevelView<'_>], reach: &mut HeroReach<'_>, findings: &mut Findings) {
    if views.len() < 2 {
        return;
    }
    let mut links: BTreeMap<(LevelId, LevelId), StairsLink> = BTreeMap::new();
    let mut ways = vec![Vec::new(); views.len()];
    for view in views {
        for (lead, span) in leads_of(view, reach) {
            if let Lead::Stairs(stairs) = lead {
                let count = 0;
                let link = StairsLink {
                    stairs,
                    span,
                    count,
                };
                links.entry((view.id, stairs.to)).or_insert(link).count += 1;
            }
            // Pits lead to the next level, too, so the hero may come back by falling.
            ways[usize::from(view.id.0)].extend(level_after(view.id, lead));
        }
    }
    let mut led_to: BTreeMap<LevelId, Vec<bool>> = BTreeMap::new();
    for ((from, to), link) in &links {
        let ends = (views.get(usize::from(from.0)), views.get(usize::from(to.0)));
        let (Some(above), Some(below)) = ends else {
            continue;
        };
        if links.contains_key(&(*to, *from)) {
            continue;
        }
        let led_to = led_to.entry(*to).or_insert_with(|| levels_from(&ways, *to));
        if !led_to[usize::from(from.0)] {
            findings.push(no_way_back(above, below, link));
        }
    }
}

/// The level to which a way leads; `None` for ways that stay on the level or leave the dungeon.
fn level_after(from: LevelId, lead: Lead) -> Option<LevelId> {
    match lead {
        Lead::Stairs(stairs) => Some(stairs.to),
        Lead::Pit => Some(LevelId(from.0.saturating_add(1))),
        Lead::Teleport(_) | Lead::Exit(_) => None,
    }
}

/// Whether the drawn ways lead from every level to every other level. Assumes that the hero can reach all of these
/// ways.
pub fn are_tied(levels: usize, reach: &mut HeroReach<'_>) -> bool {
    let [mut ways, mut back] = [(); 2].map(|()| vec![Vec::new(); levels]);
    for from in (0..levels).map(LevelId::of) {
        for (_, lead) in &*reach.ways.leads(from) {
            let to = level_after(from, *lead);
            if let Some(to) = to.filter(|to| usize::from(to.0) < levels) {
                ways[usize::from(from.0)].push(to);
                back[usize::from(to.0)].push(from);
            }
        }
    }
    let mut both = [ways, back].into_iter();
    both.all(|ways| !levels_from(&ways, LevelId(0)).contains(&false))
}

/// The ways on a level that the hero reaches, drawn or scattered, each with its place in the text.
fn leads_of(view: &LevelView<'_>, reach: &mut HeroReach<'_>) -> Vec<(Lead, Span)> {
    let leads = reach.ways.leads(view.id);
    let drawn = leads
        .iter()
        .filter(|(p, _)| reach.is_reached((view.id, *p)));
    let mut all: Vec<(Lead, Span)> = drawn.map(|(p, lead)| (*lead, view.terrain(*p))).collect();
    if reach.is_entered(view.id) {
        for (nth, tile) in scattered_ways(view.dungeon, view.level) {
            let lead = TilePassage::of(view.dungeon.tile(tile)).lead;
            all.extend(lead.map(|lead| (lead, view.places.scatters[nth])));
        }
    }
    all
}

/// Which levels can be reached from the level `from` through `ways`, directly or through other levels, by `LevelId`;
/// includes `from` itself.
fn levels_from(ways: &[Vec<LevelId>], from: LevelId) -> Vec<bool> {
    let mut are_seen = vec![false; ways.len()];
    let mut left = vec![from];
    while let Some(level) = left.pop() {
        if let Some(is_seen) = are_seen.get_mut(usize::from(level.0))
            && !std::mem::replace(is_seen, true)
        {
            left.extend(&ways[usize::from(level.0)]);
        }
    }
    are_seen
}

fn no_way_back(from: &LevelView<'_>, to: &LevelView<'_>, link: &StairsLink) -> Diagnostic {
    let (here, there) = (from.name(), to.name());
    let message = format!("expected stairs that lead back from {there} to {here}, found none");
    let (way, back) = match link.stairs.way {
        Stair::Down => ('<', i16::from(to.id.0) - 1),
        Stair::Up => ('>', i16::from(to.id.0) + 1),
    };
    // Without `to=`, `>` leads to the next level and `<` to the previous one. For any other level, suggest `to=`.
    let help = match (back == i16::from(from.id.0), from.level.name.is_empty()) {
        (true, _) => to.with_stairs(way),
        (false, false) => {
            format!("draw stairs in {there} that lead back, such as `{way} x y to={here}`")
        }
        (false, true) => {
            format!("give {here} a name, and draw stairs in {there} with that name as `to=`")
        }
    };
    let mut finding = Diagnostic::new(Code::OneWayStairs, link.span, message);
    if link.count > 1 {
        let others = match link.count - 1 {
            1 => "one other set of stairs leads there".to_string(),
            count => format!("{count} other sets of stairs lead there"),
        };
        finding = finding.label(link.span, others);
    }
    finding
        .label(to.places.head, format!("{there} has no stairs back"))
        .help(help)
}

//! Things too close to each other: a record next to the drawn thing that it probably means, a monster next to the hero,
//! a trap under the hero.
use std::collections::HashMap;

use super::level_view::{HeroStart, LevelView};
use dungeon_format::diagnostic::{Code, Diagnostic, Findings};
use dungeon_format::resolve::{Origin, SourceRef};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::{with_article, with_determiner};
use dungeon_model::dungeon::{
    AddressedAs, Attack, Feature, Guise, Kind, Parts, Prey, Roam, Sense, Side, Through,
};
use dungeon_model::space::geometry::{Direction, Point};

/// Reports records that add a thing right next to a drawn thing of the same kind, if no record describes the drawn one.
pub fn near_misses(view: &LevelView<'_>, findings: &mut Findings) {
    let items = view.level.items.iter().map(|(p, _)| *p);
    let bodies = view.level.spawns.iter().map(|spawn| spawn.at);
    let items = items.zip(&view.places.items);
    let features = view.places.features.iter().map(|(p, place)| (*p, place));
    let things: Vec<(Point, &SourceRef)> = items
        .chain(bodies.zip(&view.places.spawns))
        .chain(features)
        .collect();
    let of_origin = |origin: Origin| {
        let things = things.iter();
        things.filter(move |(_, place)| place.origin == origin)
    };
    let drawn: HashMap<(Point, Thing), &SourceRef> = of_origin(Origin::Drawn)
        .map(|(p, place)| ((*p, place.thing), *place))
        .collect();
    for (p, place) in of_origin(Origin::Added) {
        if is_the_hero(view, place.thing) {
            continue; // a second hero is an error of its own
        }
        let mut near = Direction::ALL.into_iter().map(|way| *p + way);
        let other = near.find_map(|at| Some((at, *drawn.get(&(at, place.thing))?)));
        findings.extend(other.map(|other| near_miss(view, (*p, place), other)));
    }
}

/// The finding for a record that adds a thing but probably means the drawn thing next to it.
fn near_miss(
    view: &LevelView<'_>,
    (p, added): (Point, &SourceRef),
    (at, drawn): (Point, &SourceRef),
) -> Diagnostic {
    let name = view.dungeon.name_of(added.thing);
    let message = format!(
        "expected a record for {} drawn at {at}, found one for {p}, right beside it",
        with_article(name)
    );
    let place = format!("{} {}", at.x + 1, at.y + 1);
    let finding = Diagnostic::new(Code::NearMiss, added.span, message)
        .label(
            drawn.span,
            format!("{} is drawn at {at}", with_determiner("this", name)),
        )
        .help(format!(
            "write `{place}` as the place of the record to describe the drawn {name}"
        ));
    match view.source.place_said(added.span, p) {
        Some(span) => finding.suggest(span, place),
        None => finding,
    }
}

/// Reports monsters that stand next to the cell where a hero starts or arrives.
pub fn hero_in_reach(view: &LevelView<'_>, findings: &mut Findings) {
    let starts: Vec<HeroStart> = view.starts().collect();
    for (spawn, place) in view.spawns() {
        let kind = view.dungeon.kind(spawn.kind);
        let mut starts = starts.iter();
        let Some(start) = starts.find(|start| is_in_reach(kind, spawn.at, start.at)) else {
            continue;
        };
        if kind.side == Side::Ours || !is_a_danger(kind) || is_shielded(view, start.at, kind) {
            continue;
        }
        let (name, who) = (with_article(&kind.name), start.hero_noun());
        let message = format!("expected a gap between {who} and {name}, found them side by side");
        let finding = Diagnostic::new(Code::HeroInReach, place.span, message);
        findings.push(
            finding
                .label(start.span, start.label())
                .help(match kind.attack {
                    Attack::Ram => {
                        format!("move one of the two: {name} can ram {who} in the first round")
                    }
                    _ => format!("move one of the two: {name} attacks in the first round"),
                }),
        );
    }
}

/// Whether a monster on a cell can attack the hero. Ramming monsters attack only in their row and column.
fn is_in_reach(kind: &Kind, p: Point, hero: Point) -> bool {
    match kind.attack {
        Attack::Ram => p.manhattan(hero) == 1,
        _ => p.chebyshev(hero) == 1,
    }
}

/// Whether a monster ever hurts a hero next to it.
fn is_a_danger(kind: &Kind) -> bool {
    let hunts_heroes = matches!(kind.prey, Prey::Hero | Prey::Nearest) && kind.speed > 0;
    let strikes = match kind.attack {
        Attack::None => false,
        Attack::Ram => may_ram(kind),
        _ => true,
    };
    hunts_heroes && !kind.is_asleep && (strikes || kind.shot().is_some())
}

/// Whether a kind can attack from a distance: with arrows (E-22) or a weapon (K-11).
fn shoots(kind: &Kind) -> bool {
    kind.shot().is_some() || kind.weapon.is_some()
}

/// Whether a ramming kind notices the hero, or may run into the hero while it roams at random.
fn may_ram(kind: &Kind) -> bool {
    let parts = kind.behaviour.parts();
    let may_know = |parts: Parts| parts.sense != Sense::Never || kind.follows.is_some();
    parts.is_none_or(|parts| may_know(parts) || parts.roam == Roam::Random)
}

/// Whether a fence under the hero protects the hero from a monster next to it, at least for a turn (S-23).
fn is_shielded(view: &LevelView<'_>, hero: Point, kind: &Kind) -> bool {
    let under = view.tile(hero).map(|tile| tile.feature);
    let is_fenced = matches!(under, Some(Feature::Fence(_)));
    is_fenced && kind.through < Through::Walls && !shoots(kind)
}

/// Reports a trap under the cell where the hero starts or arrives. Arriving springs no trap, so the trap is probably a
/// mistake.
pub fn trap_on_start(view: &LevelView<'_>, findings: &mut Findings) {
    view.starts()
        .for_each(|start| trap_under(view, start, findings));
}

fn trap_under(view: &LevelView<'_>, start: HeroStart, findings: &mut Findings) {
    let hero = start.at;
    let Some(Feature::Trap(trap)) = view.tile(hero).map(|tile| tile.feature) else {
        return;
    };
    let name = match trap.guise {
        Guise::Hidden(found) => &view.dungeon.tile(found).name,
        Guise::Plain => view.terrain_name(hero),
    };
    let message = format!(
        "expected plain floor where {}, found {}",
        start.name(),
        with_article(name)
    );
    findings.push(
        Diagnostic::new(Code::TrapOnStart, view.terrain(hero), message)
            .label(start.span, start.label())
            .help("move one of the two: the trap springs only on a step back onto it"),
    );
}

/// Whether a thing is the game's only hero; false for one of several heroes.
fn is_the_hero(view: &LevelView<'_>, thing: Thing) -> bool {
    let kind = thing.body().map(|kind| view.dungeon.kind(kind));
    kind.is_some_and(|kind| kind.side == Side::Ours && kind.addressed_as == AddressedAs::You)
}

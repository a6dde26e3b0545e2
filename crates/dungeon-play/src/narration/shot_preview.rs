//! Possible shots: the cells in range from which the commanded unit could hit each enemy, and the obstacles to a shot.
use super::facts::Fact;
use super::observer::Observer;
use super::pointing::{NO_RANGE, numbered};
use crate::screen::target_preview::action_at;
use crate::view::scene::Visibility;
use crate::view::words::{
    capitalised, number_of, one, terrain, vigour, with_article, with_indefinite_article,
};
use dungeon_engine::action::Refusal;
use dungeon_model::dungeon::grammar::nouns::caseless;
use dungeon_model::dungeon::{Stat, Weapon};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::sight;

/// The maximum number of enemies in the list of possible shots.
const MOST: usize = 12;

/// Returns the cells from which the unit could shoot each enemy, with the numbers that the command `shoot` takes: "1. A
/// blue ghost, health 8, 5 east, 2 north: 64% from here; 70% from 2 east; 14 cells in all." A non-empty `what` selects
/// enemies by name.
pub fn describe(observer: Observer<'_>, what: &str) -> Vec<String> {
    let world = observer.world();
    let Some(rules) = observer.screen.observed.game.rules().face().pointing() else {
        return vec![NO_RANGE.to_owned()];
    };
    let who = world.commanded();
    let name = with_article(&world.kind(who).name);
    let Some(weapon) = world.kind(who).weapon else {
        return vec![format!("{} has no weapon.", capitalised(&name))];
    };
    let mut cells = rules.range(world);
    cells.retain(|p| observer.visibility(*p) != Visibility::Unseen);
    observer.stand().sort_by_distance(&mut cells);
    let is_meant = |one: &Fact| caseless(&one.name).contains(&caseless(what));
    let all = (1..)
        .zip(numbered(observer))
        .filter(|(_, one)| is_meant(one));
    let (mut lines, mut others, mut unlisted) = (Vec::new(), 0, 0);
    for (number, one) in all {
        let has_line = |p: &Point| {
            p.chebyshev(one.at) <= weapon.reach && first_obstruction(observer, *p, one.at).is_none()
        };
        let from: Vec<Point> = cells.iter().copied().filter(has_line).collect();
        if from.is_empty() {
            others += 1
        } else if lines.len() == MOST {
            unlisted += 1
        } else {
            lines.push(format!(
                "{number}. {}: {}.",
                enemy(observer, &one),
                describe_chances(observer, weapon, &from, one.at)
            ))
        }
    }
    lines.extend(match (lines.is_empty(), others, what) {
        (true, 0, "") => Some("No target in sight.".to_owned()),
        (true, 0, what) => Some(format!("No target in sight is called `{what}`.")),
        (true, 1, _) => Some(format!(
            "{name} has no shot at the target from any cell in range."
        )),
        (true, n, _) => Some(format!(
            "{name} has no shot at any of the {n} targets from any cell in range."
        )),
        (false, 0, _) => None,
        (false, n, _) => Some(format!(
            "{} cannot be shot at from any cell in range.",
            number_of(n, "more target")
        )),
    });
    if unlisted > 0 {
        let more = number_of(unlisted, "more target");
        lines.push(format!("Not listed: {more}, farther away."));
    }
    lines.extend(supplies(observer, &capitalised(&name)));
    lines
}

/// Describes an enemy: "A blue ghost, health 8, 5 east, 2 north".
fn enemy(observer: Observer<'_>, sighted: &Fact) -> String {
    let world = observer.world();
    let who = world.body_at(world.here(), sighted.at);
    let vigour = who.and_then(|who| vigour(world, who));
    let vigour = vigour.map_or_else(String::new, |how| format!(", {how}"));
    format!(
        "{}{vigour}, {}",
        capitalised(&one(&sighted.name)),
        observer.bearing(sighted.at)
    )
}

/// Returns the chances to hit from the most useful cells: the unit's own cell, the nearest cell, and the cell with the
/// best chance.
fn describe_chances(
    observer: Observer<'_>,
    weapon: Weapon,
    from: &[Point],
    target: Point,
) -> String {
    let chance = |p: Point| weapon.chance(p.chebyshev(target));
    let (here, mut chances) = (observer.stand(), Vec::new());
    if from.contains(&here) {
        chances.push(format!("{}% from here", chance(here)));
    }
    let nearest = from.first().copied().filter(|p| *p != here);
    let best = from
        .iter()
        .copied()
        .max_by_key(|p| (chance(*p), std::cmp::Reverse(here.chebyshev(*p))));
    let best = best.filter(|p| *p != here && nearest.is_none_or(|near| chance(*p) > chance(near)));
    let others = nearest.into_iter().chain(best);
    chances.extend(others.map(|p| format!("{}% from {}", chance(p), observer.bearing(p))));
    match from.len() {
        n if n > chances.len() => format!("{}; {n} cells in all", chances.join("; ")),
        _ => chances.join("; "),
    }
}

/// Returns the supplies that the unit lacks for moving and shooting; `None` if it lacks nothing.
fn supplies(observer: Observer<'_>, name: &str) -> Option<String> {
    let world = observer.world();
    let stat = |stat| world.body(world.commanded()).stat(stat);
    match (stat(Stat::Ap), stat(Stat::Ammo)) {
        (_, ..=0) => Some(format!("{name} has no ammo.")),
        (..=0, _) => Some(format!("{name} has no points left this turn.")),
        (1, _) => Some(format!("{name} has one point: enough to go or to shoot.")),
        _ => None,
    }
}

/// Returns the first known obstacle on the line of a shot between two cells (K-11); `None` if there is none.
fn first_obstruction(observer: Observer<'_>, from: Point, to: Point) -> Option<Point> {
    let (world, here) = (observer.world(), observer.world().here());
    let is_somebody = |p: Point| {
        let who = world.body_at(here, p);
        who.is_some_and(|who| who != world.commanded())
            && observer.visibility(p) == Visibility::Seen
    };
    sight::line(from, to).find(|p| {
        let is_clear = observer.visibility(*p) != Visibility::Unseen && world.lets_sight(here, *p);
        *p != to && (!is_clear || is_somebody(*p))
    })
}

/// Returns why there is no shot at a cell now: "No clear shot at the green ghost, 9 east: a wall is in the way, 3
/// east." `None` if a shot is possible, or if choosing the cell does not shoot.
pub fn refusal(observer: Observer<'_>, at: Point) -> Option<String> {
    let observed = &observer.screen.observed;
    let world = observer.world();
    let action = action_at(observed, observed.game.rules().face().pointing()?, at)?;
    let why = observed.game.check(action).err()?;
    let what = match world.body_at(world.here(), at) {
        Some(who) => with_article(&world.kind(who).name),
        None => with_article(terrain(world, world.here(), at)),
    };
    let target = format!("{what}, {}", observer.bearing(at));
    let unit = world.kind(world.commanded());
    Some(match (why, unit.weapon) {
        (Refusal::OutOfReach, Some(weapon)) => format!(
            "Out of reach: {target}, is {} away, and {} can shoot only {}.",
            number_of(observer.stand().chebyshev(at).into(), "cell"),
            with_article(&unit.name),
            weapon.reach
        ),
        (Refusal::NoClearShot, _) => match first_obstruction(observer, observer.stand(), at) {
            Some(p) => format!(
                "No clear shot at {target}: {} is in the way, {}.",
                obstacle(observer, p),
                observer.bearing(p)
            ),
            None => why.to_string(),
        },
        _ => why.to_string(),
    })
}

/// Describes the obstacle on a cell: "a wall", "a grey ghost", "Izzy".
fn obstacle(observer: Observer<'_>, p: Point) -> String {
    let (world, here) = (observer.world(), observer.world().here());
    match world.body_at(here, p) {
        _ if observer.visibility(p) == Visibility::Unseen => "the unknown".to_owned(),
        Some(who) if observer.visibility(p) == Visibility::Seen => {
            with_indefinite_article(&world.kind(who).name)
        }
        _ => with_indefinite_article(terrain(world, here, p)),
    }
}

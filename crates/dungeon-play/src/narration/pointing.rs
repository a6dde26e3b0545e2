//! Pointing, in words: the cell under a cursor, the cells that a move can reach, the enemies that a shot can hit.
use super::facts::Fact;
use super::narrated_state::NarratedState;
use super::observer::Observer;
use crate::screen::game_screen::InputMode;
use crate::screen::target_preview::{TargetPreview, action_at};
use crate::screen::throw_cursor::ThrowCursor;
use crate::screen::travel_cursor::TravelCursor;
use crate::session::targeting::no_target_text;
use crate::view::preview::OverlayMode;
use crate::view::scene::Visibility;
use crate::view::words::{
    AbilityDetail, abilities, capitalised, direction, joined, steps, vigour, with_article,
    with_indefinite_article,
};
use dungeon_engine::action::Action;
use dungeon_model::dungeon::Feature;
use dungeon_model::space::distances::Distances;
use dungeon_model::space::geometry::{Direction, Point};

/// A width, in columns, that fits everything known about a cell.
const ROOM: i32 = 1000;

/// Describes the cell under a cursor, as seen from the commanded body; empty without a cursor.
fn cell_lines(observer: Observer<'_>) -> Vec<String> {
    match observer.screen.mode {
        InputMode::Look(at)
        | InputMode::Travel(TravelCursor { at, .. })
        | InputMode::Throw(ThrowCursor { at, .. }) => look_text(observer, at),
        _ => target_line(observer).into_iter().collect(),
    }
}

/// Describes the cell under the cursor if it has changed. Empty if the cursor only moved along with the unit, whose new
/// place is reported by other lines.
pub fn changed(observer: Observer<'_>, before: &NarratedState, now: &NarratedState) -> Vec<String> {
    let is_looking = matches!(
        observer.screen.mode,
        InputMode::Look(_) | InputMode::Travel(_) | InputMode::Throw(_)
    );
    let is_told = now
        .target_cursor
        .is_some_and(|target_cursor| target_cursor.cell == now.stand)
        && before.stand != now.stand;
    if !is_looking && (now.target_cursor == before.target_cursor || is_told) {
        return Vec::new();
    }
    let mut lines = cell_lines(observer);
    let of = |picture: &NarratedState| {
        picture
            .target_cursor
            .map(|target_cursor| target_cursor.overlay)
    };
    if of(now) != of(before) {
        lines.extend(overlay(observer));
    }
    lines
}

/// Describes a cell under the look or travel cursor: "3 east: A rat, health 6; floor."
fn look_text(observer: Observer<'_>, at: Point) -> Vec<String> {
    let mut lines = observer.screen.newest();
    if let Some(first) = lines.first_mut() {
        let rest = first.strip_prefix(&format!("{at}: ")).unwrap_or(first);
        *first = format!("{}: {rest}", capitalised(&observer.bearing(at)));
    }
    lines
}

/// Describes the cell under the target cursor: "3 east, 2 north: A blue ghost, health 8: 64%, 1 to 4 damage. Enter:
/// shoot."
fn target_line(observer: Observer<'_>) -> Option<String> {
    let (screen, target_cursor) = (observer.screen, observer.screen.target_cursor?);
    let preview = TargetPreview::new(&screen.observed, &screen.keymap, &target_cursor, ROOM)?;
    let aim = match target_cursor.aimed {
        Some(at) if at == target_cursor.cell => "Aim ",
        _ => "",
    };
    let bearing = capitalised(&observer.bearing(target_cursor.cell));
    Some(format!("{aim}{bearing}: {}", preview.view().cell_text))
}

/// Describes the overlay on the board: the cells that a move can reach, or the enemies that a shot can hit; empty
/// without an overlay.
fn overlay(observer: Observer<'_>) -> Vec<String> {
    match observer
        .screen
        .target_cursor
        .map(|target_cursor| target_cursor.overlay)
    {
        None | Some(OverlayMode::None | OverlayMode::Threat) => Vec::new(),
        Some(OverlayMode::Move) => range(observer),
        Some(OverlayMode::Attack) => targets(observer),
    }
}

/// Returns the number of cells in the move range, and its extent in each direction, in steps: "Andy can reach 84 cells;
/// in a straight line: north 4, northeast 3, …"
pub fn range(observer: Observer<'_>) -> Vec<String> {
    let world = observer.world();
    let Some(rules) = observer.screen.observed.game.rules().face().pointing() else {
        return vec![NO_RANGE.to_owned()];
    };
    let is_known = |p: &Point| observer.visibility(*p) != Visibility::Unseen;
    let cells: Vec<Point> = rules.range(world).into_iter().filter(is_known).collect();
    let name = capitalised(&with_article(&world.kind(world.commanded()).name));
    let others = cells.len().saturating_sub(1);
    let ways = Direction::ALL.into_iter().filter_map(|way| {
        let ahead = std::iter::successors(Some(observer.stand() + way), |p| Some(*p + way));
        let far = ahead.take_while(|p| cells.contains(p)).count();
        (far > 0).then(|| format!("{} {far}", direction(way)))
    });
    let ways = joined(ways, ", ");
    vec![match others {
        0 => format!("{name} can't go anywhere."),
        1 => format!("{name} can reach 1 cell: {ways}."),
        n => format!("{name} can reach {n} cells; in a straight line: {ways}."),
    }]
}

/// Returns why `go` cannot lead to a cell directly, and what to type instead; `None` if the cursor may choose the cell.
pub fn refusal(observer: Observer<'_>, at: Point) -> Option<String> {
    out_of_range_text(observer, at)
        .or_else(|| adjacent_enemy_text(observer, at))
        .or_else(|| occupied_text(observer, at))
}

/// Returns the answer to `go` for a cell out of range: how to get as near as possible this turn. `None` if the cell is
/// in range, or choosing it does not walk.
fn out_of_range_text(observer: Observer<'_>, at: Point) -> Option<String> {
    let observed = &observer.screen.observed;
    let (rules, world) = (observed.game.rules().face().pointing()?, observer.world());
    let range = rules.range(world);
    let is_walk = matches!(action_at(observed, rules, at), Some(Action::Go(_)));
    if !is_walk || range.is_empty() || range.contains(&at) {
        return None;
    }
    let mut way = Distances::over(observed.game.rules().neighbours());
    way.begin(world.size(world.here()), [at]);
    let is_open = |p| observer.carries(p) || observer.is_door(p);
    let nearest = way.nearest(u32::MAX, |p| range.contains(&p), is_open);
    Some(match nearest {
        None => "That is out of range, and you know of no way there.".to_owned(),
        Some((p, _)) if p == observer.stand() => {
            "That is out of range, and no cell in range is nearer to it.".to_owned()
        }
        Some((p, left)) => format!(
            "That is out of range. `go {}` gets nearest to it, {} away.",
            observer.bearing(p),
            match left {
                1 => "1 step".to_owned(),
                n => format!("{n} steps"),
            }
        ),
    })
}

/// The answer to the command `range` in games played by walking.
pub const NO_RANGE: &str = "This game has no ranges: just walk.";

/// Returns the answer to `go` for an enemy one step away: the step to type instead. `None` if there is no such enemy.
fn adjacent_enemy_text(observer: Observer<'_>, at: Point) -> Option<String> {
    let who = observer.seen().into_iter().find(|one| one.at == at)?;
    let name = capitalised(&with_article(&who.name));
    match steps(observer.stand(), at, observer.ways()).as_slice() {
        [(1, way)] if observer.screen.target_cursor.is_none() => {
            Some(format!("{name} is beside you: type `{}`.", direction(*way)))
        }
        _ => None,
    }
}

/// Returns the answer to `go` for a cell with a cow or a fence, which no body can enter: the way to a cell beside it.
/// `None` for other cells.
fn occupied_text(observer: Observer<'_>, at: Point) -> Option<String> {
    let (world, stand) = (observer.world(), observer.stand());
    let tile = observer.tile(at)?;
    let item = world.item(observer.item(at));
    let name = match tile.feature {
        _ if at == stand => return None,
        Feature::Fence(_) => &tile.name,
        _ if item.herd && !observer.carries(at) => &item.name,
        _ => return None,
    };
    let rules = observer.screen.observed.game.rules();
    let name = capitalised(&with_indefinite_article(name));
    let around = rules.neighbours().directions().iter();
    let beside = around.map(|way| at + *way);
    let beside = beside.filter(|p| *p == stand || observer.carries(*p));
    let nearest = beside.min_by_key(|p| (stand.chebyshev(*p), stand.manhattan(*p)))?;
    let there = observer.bearing(at);
    Some(if nearest == stand {
        format!("{name} is beside you, {there}: you can't walk onto it.")
    } else {
        format!(
            "{name} is there, {there}: you can't walk onto it. `go {}` stops beside it.",
            observer.bearing(nearest)
        )
    })
}

/// Whether choosing a cell shoots at it.
pub fn is_shot(observer: Observer<'_>, at: Point) -> bool {
    let observed = &observer.screen.observed;
    let rules = observed.game.rules().face().pointing();
    let action = rules.and_then(|rules| action_at(observed, rules, at));
    matches!(action, Some(Action::Shoot(_) | Action::ShootAt(_)))
}

/// Returns the enemies in the order of the numbers that `targets` and `shots` give them.
pub fn numbered(observer: Observer<'_>) -> Vec<Fact> {
    observer.seen()
}

/// Returns the targets, nearest first: "1. A blue ghost, health 8, 5 east, 2 north: 64%, 1 to 4 damage."
pub fn targets(observer: Observer<'_>) -> Vec<String> {
    let world = observer.world();
    let Some(rules) = observer.screen.observed.game.rules().face().pointing() else {
        return vec![NO_RANGE.to_owned()];
    };
    let targets: Vec<String> = (1..)
        .zip(numbered(observer))
        .filter_map(|(number, one)| {
            let who = world.body_at(world.here(), one.at)?;
            let forecast = rules.forecast(world, one.at)?;
            let name = capitalised(&with_indefinite_article(&one.name));
            let mut how: Vec<String> = vigour(world, who).into_iter().collect();
            how.extend(abilities(world, who, AbilityDetail::Brief));
            let how: String = how.iter().map(|how| format!(", {how}")).collect();
            let (least, most) = forecast.damage;
            let damage = if least == most {
                most.to_string()
            } else {
                format!("{least} to {most}")
            };
            let (place, chance) = (observer.bearing(one.at), forecast.chance);
            Some(format!(
                "{number}. {name}{how}, {place}: {chance}%, {damage} damage."
            ))
        })
        .collect();
    if targets.is_empty() {
        vec![no_target_text(&observer.screen.observed, rules)]
    } else {
        targets
    }
}

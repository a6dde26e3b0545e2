//! Causes that can never come about, and doors that a cause opens where there are none.
use super::caused_reach::CausedReach;
use crate::dungeon::{
    CauseEffect, CauseEvent, CauseRecord, Dungeon, Feature, Footing, LevelId, ScatteredThing, Side,
    Victims,
};
use crate::format::diagnostic::{Code, Diagnostic, Findings};
use crate::format::keys::{WHEN_INTO, WHEN_OPEN, WHEN_TILE};
use crate::format::resolve::{CausePlace, Resolved};
use crate::format::source::{Source, Span};
use crate::space::geometry::Point;
use crate::space::narrow::count;

/// Reports causes that can never come about; `reach` is what the hero can come to, where that is known.
pub fn idle_causes(
    source: &Source,
    resolved: &Resolved,
    reach: Option<&CausedReach>,
    findings: &mut Findings,
) {
    let dungeon = &resolved.dungeon;
    let causes = dungeon.causes.iter().zip(&resolved.places.causes);
    for (nth, (cause, place)) in causes.enumerate() {
        let is_out_of_reach = reach.is_some_and(|reach| !reach.may_happen[nth]);
        if let Some(lack) = lack(dungeon, cause, is_out_of_reach) {
            let message = format!("expected {lack}, found none: this never happens");
            let finding = Diagnostic::new(Code::IdleCause, place.event, message);
            findings.push(finding.help("name another one, or leave the line out"));
        }
        findings.extend(no_doors(source, dungeon, (cause, place)));
    }
}

/// What a cause lacks to come about, if it lacks something.
fn lack(dungeon: &Dungeon, cause: &CauseRecord, is_out_of_reach: bool) -> Option<&'static str> {
    let (lack, is_lacking) = match &cause.event {
        CauseEvent::Step(_) | CauseEvent::Leave(_) => {
            ("a cell that the hero can come to", is_out_of_reach)
        }
        CauseEvent::Take(_) | CauseEvent::TakeAt(_) => (
            "such a thing where the hero can come to it",
            is_out_of_reach,
        ),
        CauseEvent::Push(_) => ("something that is pushed", dungeon.pushes.is_empty()),
        CauseEvent::Opened(cells) => ("a door there", !is_ever_a_door(dungeon, cause, cells)),
        CauseEvent::Kill(victims) | CauseEvent::AllDead(victims) => {
            ("such a monster", !is_ever_there(dungeon, cause, victims))
        }
        CauseEvent::Turn(_) => return None,
    };
    is_lacking.then_some(lack)
}

/// What to say of a cause that opens doors where there are none.
fn no_doors(
    source: &Source,
    dungeon: &Dungeon,
    (cause, place): (&CauseRecord, &CausePlace),
) -> Option<Diagnostic> {
    let cells = cause.effects.iter().find_map(|effect| match effect {
        CauseEffect::Open(cells) => Some(cells),
        _ => None,
    })?;
    let span = place
        .doors
        .filter(|_| !is_ever_a_door(dungeon, cause, cells))?;
    let message = "expected a door to open there, found none";
    let help = "`open=` opens doors; a wall becomes floor by `tile=` and `into=.`";
    let finding = Diagnostic::new(Code::IdleCause, span, message).help(help);
    let key = span.start.saturating_sub(count(WHEN_OPEN.word.len() + 1));
    let whole = Span { start: key, ..span };
    let opens_walls = has_walls_alone(dungeon, cause, cells) && !makes_tiles(cause);
    Some(finding.fix_if(opens_walls.then(|| {
        let cells = source.slice(span);
        (
            whole,
            format!("{}={cells} {}=.", WHEN_TILE.word, WHEN_INTO.word),
        )
    })))
}

/// Whether a cause makes terrain of other terrain.
fn makes_tiles(cause: &CauseRecord) -> bool {
    let mut effects = cause.effects.iter();
    effects.any(|effect| matches!(effect, CauseEffect::Tile { .. }))
}

/// Whether nobody walks on any of the cells of a cause's level.
fn has_walls_alone(dungeon: &Dungeon, cause: &CauseRecord, cells: &[Point]) -> bool {
    let Some(level) = cause.level else {
        return false;
    };
    let tiles = &dungeon.levels[usize::from(level.0)].tiles;
    let is_wall = |tile| dungeon.tile(tile).footing == Footing::Drifters;
    let mut cells = cells.iter();
    cells.all(|p| tiles.get(*p).is_some_and(is_wall))
}

/// Whether one of the cells of a cause's level is a closed door, or may become one.
fn is_ever_a_door(dungeon: &Dungeon, cause: &CauseRecord, cells: &[Point]) -> bool {
    let Some(level) = cause.level else {
        return false;
    };
    let is_door = |tile| matches!(dungeon.tile(tile).feature, Feature::Door(_));
    let here = &dungeon.levels[usize::from(level.0)];
    let mut drawn = cells.iter().filter_map(|p| here.tiles.get(*p));
    let mut scattered = here.scatters.iter();
    let mut others = dungeon
        .causes
        .iter()
        .filter(|other| other.level == Some(level));
    drawn.any(is_door)
        || here.generator.is_some()
        || scattered
            .any(|scatter| matches!(scatter.what, ScatteredThing::Tile(tile) if is_door(tile)))
        || others.any(|other| {
            let mut effects = other.effects.iter();
            effects.any(|effect| match effect {
                CauseEffect::Tile { cells: made, into } => {
                    is_door(*into) && cells.iter().any(|p| made.contains(p))
                }
                _ => false,
            })
        })
}

/// Whether somebody is ever on the cause's level of those that it is about.
fn is_ever_there(dungeon: &Dungeon, cause: &CauseRecord, victims: &Victims) -> bool {
    let is_meant = |level: LevelId| cause.level.is_none_or(|own| own == level);
    let levels = || {
        let levels = dungeon.numbered_levels();
        levels
            .filter(|(id, _)| is_meant(*id))
            .map(|(_, level)| level)
    };
    let kinds = match victims {
        Victims::Kinds(kinds) => kinds,
        Victims::DrawnAt(cells) => {
            let mut spawns = levels().flat_map(|level| &level.spawns);
            return spawns.any(|spawn| {
                dungeon.kind(spawn.kind).side == Side::Theirs && cells.contains(&spawn.at)
            });
        }
    };
    let ids = dungeon.numbered_levels().map(|(id, _)| id);
    let mut there = ids
        .filter(|id| is_meant(*id))
        .map(|id| dungeon.may_come(id).kinds);
    there.any(|there| kinds.iter().any(|kind| there.contains(kind)))
}

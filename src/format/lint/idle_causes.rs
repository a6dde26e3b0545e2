//! Causes that can never come about, and doors that a cause opens where there are none.
use std::collections::HashSet;

use super::caused_reach::CausedReach;
use crate::dungeon::{
    CauseEffect, CauseEvent, CauseRecord, Dungeon, Feature, KindId, LevelId, ScatteredThing, Side,
    Victims,
};
use crate::format::diagnostic::{Code, Diagnostic, Findings};
use crate::format::resolve::{CausePlace, Resolved};
use crate::space::geometry::Point;

/// Reports causes that can never come about; `reach` is what the hero can come to, where that is known.
pub fn idle_causes(resolved: &Resolved, reach: Option<&CausedReach>, findings: &mut Findings) {
    let dungeon = &resolved.dungeon;
    let causes = dungeon.causes.iter().zip(&resolved.places.causes);
    for (nth, (cause, place)) in causes.enumerate() {
        let is_out_of_reach = reach.is_some_and(|reach| !reach.may_happen[nth]);
        if let Some(lack) = lack(dungeon, cause, is_out_of_reach) {
            let message = format!("expected {lack}, found none: this never happens");
            let finding = Diagnostic::new(Code::IdleCause, place.event, message);
            findings.push(finding.help("name another one, or leave the line out"));
        }
        findings.extend(no_doors(dungeon, cause, place));
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
fn no_doors(dungeon: &Dungeon, cause: &CauseRecord, place: &CausePlace) -> Option<Diagnostic> {
    let cells = cause.effects.iter().find_map(|effect| match effect {
        CauseEffect::Open(cells) => Some(cells),
        _ => None,
    })?;
    let span = place
        .doors
        .filter(|_| !is_ever_a_door(dungeon, cause, cells))?;
    let message = "expected a door to open there, found none";
    let help = "`open=` opens doors; a wall becomes floor by `tile=` and `into=.`";
    Some(Diagnostic::new(Code::IdleCause, span, message).help(help))
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
    let mut there: HashSet<KindId> = HashSet::new();
    let ids = dungeon.numbered_levels().map(|(id, _)| id);
    for (_, vault) in ids
        .filter(|id| is_meant(*id))
        .flat_map(|id| dungeon.vaults_for(id))
    {
        there.extend(vault.all_kinds());
    }
    for level in levels() {
        there.extend(level.spawns.iter().map(|spawn| spawn.kind));
        there.extend(
            level
                .scatters
                .iter()
                .filter_map(|scatter| match scatter.what {
                    ScatteredThing::Body(kind, _) => Some(kind),
                    _ => None,
                }),
        );
    }
    let brought = dungeon.causes.iter().flat_map(|other| &other.effects);
    let brought = brought.filter_map(|effect| match effect {
        CauseEffect::Spawn { kind, .. } => Some(kind.all()),
        _ => None,
    });
    there.extend(brought.flatten());
    let mut parents: Vec<KindId> = there.iter().copied().collect();
    while let Some(parent) = parents.pop() {
        let offspring = dungeon.kind(parent).spawns.iter();
        let children = offspring.flat_map(|offspring| offspring.kind.all());
        parents.extend(children.filter(|child| there.insert(*child)));
    }
    kinds.iter().any(|kind| there.contains(kind))
}

//! Effects that change nothing, such as terrain that is already there, or a move to the cell that the hero has just
//! stepped on. Also causes that close a wall over a hero who steps on the cell of the cause.
use std::collections::{BTreeSet, HashMap};

use dungeon_format::diagnostic::{Code, Diagnostic, Findings};
use dungeon_format::resolve::{CausePlace, Resolved};
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, CauseRecord, Dungeon, Feature, LevelId, Side, TileId,
};
use dungeon_model::space::geometry::Point;

/// For each cell: the tiles that are put there by causes.
type MadeTerrain = HashMap<(LevelId, Point), BTreeSet<TileId>>;

fn made(dungeon: &Dungeon) -> MadeTerrain {
    let mut made = MadeTerrain::new();
    for (cell, into) in dungeon.causes.iter().flat_map(CauseRecord::made_tiles) {
        made.entry(cell).or_default().insert(into);
    }
    made
}

/// Reports effects that change nothing, and causes that close a wall over the hero.
pub fn idle_effects(resolved: &Resolved, findings: &mut Findings) {
    let dungeon = &resolved.dungeon;
    let causes = dungeon.causes.iter().zip(&resolved.places.causes);
    let made = made(dungeon);
    for (nth, (cause, place)) in causes.enumerate() {
        let found = no_change(dungeon, &made, cause, place);
        findings.extend(found.or_else(|| crushing_plate(dungeon, nth, place)));
    }
}

/// The finding for a cause whose terrain is already there, or that moves the hero to the hero's own cell.
fn no_change(
    dungeon: &Dungeon,
    made: &MadeTerrain,
    cause: &CauseRecord,
    place: &CausePlace,
) -> Option<Diagnostic> {
    let level = cause.level?;
    let what = cause.effects.iter().find_map(|effect| match effect {
        CauseEffect::Tile { cells, into } if is_so_for_ever(dungeon, made, level, cells, *into) => {
            Some("`tile=` to change terrain, found that `into=` is already there")
        }
        CauseEffect::Move(to)
            if cause.heard.is_none() && cause.event == CauseEvent::Step(vec![*to]) =>
        {
            Some("another cell for `move=`, found the cell of `step=`")
        }
        _ => None,
    })?;
    let finding = Diagnostic::new(Code::IdleCause, place.record, format!("expected {what}"));
    Some(finding.help("name another one, or remove it: it changes nothing"))
}

/// Whether these cells of a level have this terrain from the beginning, and nothing ever changes it.
fn is_so_for_ever(
    dungeon: &Dungeon,
    made: &MadeTerrain,
    level: LevelId,
    cells: &[Point],
    into: TileId,
) -> bool {
    let here = &dungeon.levels[usize::from(level.0)];
    let is_unchanged = |p: &Point| {
        let made = made.get(&(level, *p));
        made.is_none_or(|made| made.iter().all(|to| *to == into))
    };
    // If gold buys fences, players can change any cell by building.
    let is_built = dungeon.settings.game.form().economy.is_some();
    !is_built
        && here.generator.is_none()
        && here.chance.is_none()
        && here.scattered().all(|thing| thing.tile().is_none())
        && dungeon.pushes.is_empty()
        && dungeon.kinds.iter().all(|kind| kind.trail.is_none())
        && dungeon.tile(into).feature == Feature::Plain
        && cells
            .iter()
            .all(|p| here.tiles.get(*p) == Some(into) && is_unchanged(p))
}

/// Returns the finding for a cause that turns all of its trigger cells solid when the hero steps on one of them (C-3).
/// `None` if an earlier cause moves the hero away or ends the game.
fn crushing_plate(dungeon: &Dungeon, nth: usize, place: &CausePlace) -> Option<Diagnostic> {
    let (above, cause) = (&dungeon.causes[..nth], &dungeon.causes[nth]);
    let CauseEvent::Step(plates) = &cause.event else {
        return None;
    };
    if cause.heard.is_some() {
        return None;
    }
    let into = cause.effects.iter().find_map(|effect| match effect {
        CauseEffect::Tile { cells, into }
            if plates.iter().all(|p| cells.binary_search(p).is_ok()) =>
        {
            Some(dungeon.tile(*into))
        }
        _ => None,
    })?;
    let mut ours = dungeon.kinds.iter().filter(|kind| kind.side == Side::Ours);
    let spares = |effect: &CauseEffect| {
        matches!(
            effect,
            CauseEffect::Move(_) | CauseEffect::Win | CauseEffect::Lose
        )
    };
    let mut before = above.iter().flat_map(|cause| &cause.effects);
    if ours.any(|kind| into.footing.admits(kind.through)) || before.any(spares) {
        return None;
    }
    let message = format!(
        "expected {0} away from the plate, found {0} on the plate, where the hero is crushed",
        with_article(&into.name)
    );
    let finding = Diagnostic::new(Code::IdleCause, place.record, message);
    Some(finding.help(
        "use different marks for the plate and the closing wall; to end the game, write `lose=yes`",
    ))
}

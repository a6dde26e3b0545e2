//! Locks without a key. An item that opens a lock counts on whatever level it lies, is scattered, or is dropped by a
//! monster. A lock wants none where causes open every door that has it.
use std::collections::{BTreeSet, HashSet};

use crate::dungeon::{
    CauseEffect, CauseRecord, Feature, Footing, ItemId, KindId, Level, LevelId, LockId,
    ScatteredThing, TileId, Vault, opened_cells,
};
use crate::format::characters::as_value;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::source::Spanned;
use crate::format::spelling::nearest;
use crate::space::geometry::Point;

/// Reports the locks, each with the place that names it, that no item opens which these levels, vaults or causes bring.
pub fn no_such_key(
    cx: &mut ResolveContext<'_>,
    (levels, vaults): (&[Level], Vec<&Vault>),
    causes: &[CauseRecord],
    locks: &[Spanned<LockId>],
) {
    if locks.is_empty() {
        return;
    }
    let items = obtainable_items(cx, (levels, &vaults), causes);
    let keys: BTreeSet<LockId> = items
        .iter()
        .filter_map(|item| cx.tables.item(*item).opens)
        .collect();
    let keyless: Vec<&Spanned<LockId>> = locks
        .iter()
        .filter(|lock| !keys.contains(&lock.value))
        .collect();
    if keyless.is_empty() {
        return;
    }
    let shut = shut_locks(cx, (levels, &vaults), causes);
    for lock in keyless {
        let is_shut = shut.as_ref().is_none_or(|shut| shut.contains(&lock.value));
        if !is_shut {
            continue;
        }
        if cx.is_reported(Code::NoSuchKey, lock.span) {
            continue;
        }
        let finding = match cx.findings.has_room(Code::NoSuchKey) {
            true => missing(cx, *lock, &keys),
            false => Diagnostic::new(Code::NoSuchKey, lock.span, ""), // only counted
        };
        cx.report_once(finding);
    }
}

/// What to say of a lock without a key.
fn missing(cx: &ResolveContext<'_>, lock: Spanned<LockId>, keys: &BTreeSet<LockId>) -> Diagnostic {
    let word = |lock: LockId| cx.tables.locks.rows[usize::from(lock.0)].as_str();
    let wanted = word(lock.value);
    let mut declared = cx.tables.items.rows.iter();
    if let Some(item) = declared.find(|item| item.opens == Some(lock.value)) {
        let message = format!(
            "expected an item that opens `{wanted}` in some level, found the {} nowhere",
            item.name
        );
        let help = format!("draw its `{}` where the hero comes to it", item.glyph);
        return Diagnostic::new(Code::NoSuchKey, lock.span, message).help(help);
    }
    let message = format!("expected an item that opens `{wanted}`, found none");
    let finding = Diagnostic::new(Code::NoSuchKey, lock.span, message);
    match nearest(wanted, keys.iter().map(|key| word(*key))) {
        Some(meant) => finding.did_you_mean(lock.span, as_value(meant)),
        None => finding.help(format!(
            "declare one before the first level, such as `item k \"key\" opens={}`, and draw it",
            as_value(wanted)
        )),
    }
}

/// The locks of doors that no cause opens; none where causes open nothing, so that every lock is one.
fn shut_locks(
    cx: &ResolveContext<'_>,
    (levels, vaults): (&[Level], &[&Vault]),
    causes: &[CauseRecord],
) -> Option<HashSet<LockId>> {
    let is_open = |tile| cx.tables.tile(tile).footing == Footing::Anyone;
    let opened = Some(opened_cells(causes, is_open)).filter(|opened| !opened.is_empty())?;
    let lock = |tile: TileId| match cx.tables.tile(tile).feature {
        Feature::Door(door) => door.lock,
        _ => None,
    };
    // No cause names the cells of vaults, nor those of what is scattered.
    let stored = vaults.iter().flat_map(|vault| vault.all_tiles());
    let mut shut: HashSet<LockId> = stored.filter_map(lock).collect();
    for (id, level) in (0..=u8::MAX).map(LevelId).zip(levels) {
        let is_shut = |p: Point| !opened.contains(&(id, p));
        let drawn = level.tiles.size().points().zip(level.tiles.cells());
        let doors = drawn.filter_map(|(p, tile)| Some((p, lock(*tile)?)));
        shut.extend(doors.filter(|(p, _)| is_shut(*p)).map(|(_, lock)| lock));
        for scatter in &level.scatters {
            if let ScatteredThing::Tile(tile) = scatter.what {
                shut.extend(lock(tile));
            }
        }
        if let Some(chance) = &level.chance {
            let cells = chance.cells.iter().filter(|cell| is_shut(cell.at));
            shut.extend(
                cells
                    .flat_map(|cell| chance.tiles_at(cell))
                    .filter_map(lock),
            );
        }
        let here = causes.iter().filter(|cause| cause.level == Some(id));
        for effect in here.flat_map(|cause| &cause.effects) {
            if let CauseEffect::Tile { cells, into } = effect {
                shut.extend(lock(*into).filter(|_| cells.iter().any(|p| is_shut(*p))));
            }
        }
    }
    Some(shut)
}

/// Every item that lies somewhere, in a vault that some level takes too, may be scattered, is given, or falls to who kills its
/// owner.
fn obtainable_items(
    cx: &ResolveContext<'_>,
    (levels, vaults): (&[Level], &[&Vault]),
    causes: &[CauseRecord],
) -> HashSet<ItemId> {
    let mut items = HashSet::new();
    let mut kinds = HashSet::new();
    for vault in vaults.iter().filter(|vault| vault.is_taken_by(levels)) {
        items.extend(vault.all_items());
        kinds.extend(vault.all_kinds());
    }
    for level in levels {
        items.extend(level.items.iter().map(|(_, item)| *item));
        kinds.extend(level.spawns.iter().map(|spawn| spawn.kind));
        let (perhaps_items, perhaps_kinds) = level.perhaps();
        items.extend(perhaps_items);
        kinds.extend(perhaps_kinds);
        for scatter in &level.scatters {
            match scatter.what {
                _ if scatter.amount.is_zero() => {}
                ScatteredThing::Tile(_) => {}
                ScatteredThing::Item(item) => items.extend([item]),
                ScatteredThing::Body(kind, _) => kinds.extend([kind]),
            }
        }
    }
    for effect in causes.iter().flat_map(|cause| &cause.effects) {
        match effect {
            CauseEffect::Give(item) => items.extend(item.all()),
            CauseEffect::Spawn { kind, .. } => kinds.extend(kind.all()),
            _ => {}
        }
    }
    for kind in with_brood(cx, kinds) {
        items.extend(cx.tables.kind(kind).drops.all());
    }
    items
}

/// The kinds given, and all that are born of them.
fn with_brood(cx: &ResolveContext<'_>, mut kinds: HashSet<KindId>) -> HashSet<KindId> {
    let mut parents: Vec<KindId> = kinds.iter().copied().collect();
    while let Some(parent) = parents.pop() {
        let offspring = cx.tables.kind(parent).spawns.iter();
        let children = offspring.flat_map(|offspring| offspring.kind.all());
        parents.extend(children.filter(|child| kinds.insert(*child)));
    }
    kinds
}

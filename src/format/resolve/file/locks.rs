//! Locks without a key. An item that opens a lock counts on whatever level it lies, is scattered, or is dropped by a
//! monster.
use std::collections::{BTreeSet, HashSet};

use crate::dungeon::{
    CauseEffect, CauseRecord, ItemId, KindId, Level, LockId, ScatteredThing, Vault,
};
use crate::format::characters::as_value;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::source::Spanned;
use crate::format::spelling::nearest;

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
    for lock in locks.iter().filter(|lock| !keys.contains(&lock.value)) {
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

//! Locks without a key. An item that opens a lock counts on whatever level it lies, is scattered, or is dropped by a
//! monster.
use std::collections::BTreeSet;

use crate::dungeon::{Dungeon, LockId};
use crate::format::characters::as_value;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::source::Spanned;
use crate::format::spelling::nearest;

/// Reports the locks, each with the place that names it, that no item opens which may come to be.
pub fn no_such_key(cx: &mut ResolveContext<'_>, dungeon: &Dungeon, locks: &[Spanned<LockId>]) {
    if locks.is_empty() {
        return;
    }
    let keys = dungeon.opened_locks();
    for lock in locks.iter().filter(|lock| !keys.contains(&lock.value)) {
        if cx.is_reported(Code::NoSuchKey, lock.span) {
            continue;
        }
        let finding = match cx.findings.has_room(Code::NoSuchKey) {
            true => missing(dungeon, *lock, &keys),
            false => Diagnostic::new(Code::NoSuchKey, lock.span, ""), // only counted
        };
        cx.report_once(finding);
    }
}

/// What to say of a lock without a key.
fn missing(dungeon: &Dungeon, lock: Spanned<LockId>, keys: &BTreeSet<LockId>) -> Diagnostic {
    let word = |lock: LockId| dungeon.locks[usize::from(lock.0)].as_str();
    let wanted = word(lock.value);
    let mut declared = dungeon.items.iter();
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

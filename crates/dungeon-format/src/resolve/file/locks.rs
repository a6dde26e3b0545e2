//! Finds locks without a key. A key counts if it lies on a level, is scattered, or is dropped by a monster. A lock
//! needs no key if causes open all its doors.
use std::collections::{BTreeSet, HashSet};

use crate::characters::as_value;
use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::schema::context::Context;
use crate::source::Spanned;
use crate::spelling::nearest;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::with_indefinite_article;
use dungeon_model::dungeon::{CauseRecord, Dungeon, Footing, LockId, TileId, opened_cells};
use dungeon_model::space::geometry::Point;

/// Reports the locks that no item in the dungeon can open, at the places that name them.
pub fn no_such_key(cx: &mut Context<'_>, dungeon: &Dungeon, locks: &[Spanned<LockId>]) {
    if locks.is_empty() {
        return;
    }
    let keys = dungeon.opened_locks();
    let is_keyless = |lock: &&Spanned<LockId>| !keys.contains(&lock.value);
    let keyless: Vec<&Spanned<LockId>> = locks.iter().filter(is_keyless).collect();
    if keyless.is_empty() {
        return;
    }
    let shut = shut_locks(dungeon);
    let is_shut = |lock: LockId| shut.as_ref().is_none_or(|shut| shut.contains(&lock));
    for lock in keyless.into_iter().filter(|lock| is_shut(lock.value)) {
        if cx.is_reported(Code::NoSuchKey, lock.span) {
            continue;
        }
        let finding = if cx.findings.has_room(Code::NoSuchKey) {
            missing(dungeon, *lock, &keys)
        } else {
            Diagnostic::new(Code::NoSuchKey, lock.span, "") // only counted
        };
        cx.report_once(finding);
    }
}

/// Makes the finding for a lock without a key.
fn missing(dungeon: &Dungeon, lock: Spanned<LockId>, keys: &BTreeSet<LockId>) -> Diagnostic {
    let word = |lock: LockId| dungeon.locks[usize::from(lock.0)].as_str();
    let wanted = word(lock.value);
    let mut declared = dungeon.items.iter();
    if let Some(item) = declared.find(|item| item.opens == Some(lock.value)) {
        let message = format!(
            "expected {} on some level to open `{wanted}`, found none",
            with_indefinite_article(&item.name)
        );
        let help = format!("draw its `{}` where the hero can reach it", item.glyph);
        return Diagnostic::new(Code::NoSuchKey, lock.span, message).help(help);
    }
    let message = format!("expected an item that opens `{wanted}`, found none");
    let finding = Diagnostic::new(Code::NoSuchKey, lock.span, message);
    let meant = nearest(wanted, keys.iter().map(|key| word(*key))).map(as_value);
    let help = format!(
        "declare one before the first level, such as `item k \"key\" opens={}`, and draw it",
        as_value(wanted)
    );
    finding.did_you_mean_or(lock.span, meant, help)
}

/// Returns the locks of the doors that no cause opens. `None` if no cause opens any door, because then every lock needs
/// a key.
fn shut_locks(dungeon: &Dungeon) -> Option<HashSet<LockId>> {
    let is_open = |tile| dungeon.tile(tile).footing == Footing::Anyone;
    let opened = opened_cells(dungeon.causes.iter(), is_open);
    if opened.is_empty() {
        return None;
    }
    let lock = |tile: TileId| TilePassage::of(dungeon.tile(tile)).lock();
    // Causes cannot name cells in vaults or cells of scattered doors, so these doors always need a key.
    let stored = dungeon.vaults.iter().flat_map(|vault| vault.all_tiles());
    let mut shut: HashSet<LockId> = stored.filter_map(lock).collect();
    for (id, level) in dungeon.numbered_levels() {
        let is_shut = |p: Point| !opened.contains(&(id, p));
        let drawn = level.tiles.size().points().zip(level.tiles.cells());
        let doors = drawn.filter_map(|(p, tile)| Some((p, lock(*tile)?)));
        shut.extend(doors.filter(|(p, _)| is_shut(*p)).map(|(_, lock)| lock));
        shut.extend(level.scattered().filter_map(Thing::tile).filter_map(lock));
        if let Some(chance) = &level.chance {
            let cells = chance.cells.iter().filter(|cell| is_shut(cell.at));
            let tiles = cells.flat_map(|cell| chance.tiles_at(cell));
            shut.extend(tiles.filter_map(lock));
        }
    }
    let made = dungeon.causes.iter().flat_map(CauseRecord::made_tiles);
    let made = made.filter(|(cell, _)| !opened.contains(cell));
    shut.extend(made.filter_map(|(_, into)| lock(into)));
    Some(shut)
}

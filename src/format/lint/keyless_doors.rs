//! Doors whose key chance may leave out: a lock that no item of any outcome opens, and no cause, is an error of resolving.
use super::key_sources::KeyIndex;
use super::level_view::LevelView;
use super::reach_rules::ReachRules;
use crate::dungeon::{Feature, Footing, LockId, ScatteredThing, opened_cells};
use crate::format::characters::in_quotes;
use crate::format::diagnostic::{Code, Diagnostic, Findings};
use crate::format::resolve::Resolved;

/// Reports the locked doors of an outcome whose lock no item of the outcome opens.
pub fn keyless_doors(views: &[LevelView<'_>], resolved: &Resolved, findings: &mut Findings) {
    let dungeon = &resolved.dungeon;
    let keys = KeyIndex::new(dungeon, ReachRules::for_game(resolved));
    let is_keyless = |lock: &LockId| keys.list.iter().all(|key| key.lock != *lock);
    let lock = |tile| match dungeon.tile(tile).feature {
        Feature::Door(door) => door.lock.filter(is_keyless),
        _ => None,
    };
    let is_open = |tile| dungeon.tile(tile).footing == Footing::Anyone;
    let opened = opened_cells(&dungeon.causes, is_open);
    for view in views {
        let size = view.level.tiles.size();
        let drawn = size.points().zip(view.level.tiles.cells());
        let drawn = drawn.filter(|(p, _)| !opened.contains(&(view.id, *p)));
        let drawn = drawn.filter_map(|(p, tile)| Some((lock(*tile)?, view.terrain(p))));
        let scattered = view
            .scatters()
            .filter_map(|(scatter, span)| match scatter.what {
                ScatteredThing::Tile(tile) => Some((lock(tile)?, span)),
                _ => None,
            });
        for (lock, span) in drawn.chain(scattered) {
            let name = in_quotes(&dungeon.locks[usize::from(lock.0)]);
            let message = format!("expected an item that opens {name}, found none");
            let finding = Diagnostic::new(Code::NoSuchKey, span, message);
            findings.push(finding.help("draw the key in every game, or leave the lock out"));
        }
    }
}

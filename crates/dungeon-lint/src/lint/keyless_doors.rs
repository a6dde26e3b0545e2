//! Doors whose key chance may leave out: a lock that no item of any outcome opens, and no cause, is an error of resolving.
use std::collections::HashSet;

use super::level_view::LevelView;
use super::ways::DungeonCell;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings};
use dungeon_format::source::Span;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{
    Dungeon, Footing, LockId, ScatteredThing, Tile, TileId, opened_cells,
};

/// Reports the locked doors of an outcome whose lock no item opens that may come to be in it.
pub fn keyless_doors(views: &[LevelView<'_>], dungeon: &Dungeon, findings: &mut Findings) {
    let is_open = |tile| dungeon.tile(tile).footing == Footing::Anyone;
    let opened = opened_cells(&dungeon.causes, is_open);
    let locked = views.iter().flat_map(|view| locked(view, &opened));
    let locked: Vec<(LockId, Span)> = locked.collect();
    if locked.is_empty() {
        return;
    }
    let keys = dungeon.opened_locks();
    for (lock, span) in locked.into_iter().filter(|(lock, _)| !keys.contains(lock)) {
        let name = &dungeon.locks[usize::from(lock.0)];
        let message = format!("expected an item that opens `{name}`, found none");
        let finding = Diagnostic::new(Code::NoSuchKey, span, message);
        findings.push(finding.help("draw the key in every game, or leave the lock out"));
    }
}

/// The locks of the doors that are drawn or scattered on a level and that no cause opens, with their places.
fn locked(view: &LevelView<'_>, opened: &HashSet<DungeonCell>) -> Vec<(LockId, Span)> {
    let lock_of = |tile: &Tile| TilePassage::of(tile).lock();
    let lock = |tile: TileId| lock_of(view.dungeon.tile(tile));
    let cells = view
        .dungeon
        .cells_of(view.level, |tile| lock_of(tile).is_some());
    let shut = cells
        .into_iter()
        .filter(|(p, _)| !opened.contains(&(view.id, *p)));
    let drawn = shut.filter_map(|(p, tile)| Some((lock(tile)?, view.terrain(p))));
    let scattered = view
        .scatters()
        .filter_map(|(scatter, span)| match scatter.what {
            ScatteredThing::Tile(tile) => Some((lock(tile)?, span)),
            _ => None,
        });
    drawn.chain(scattered).collect()
}

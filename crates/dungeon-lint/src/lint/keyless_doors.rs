//! Reports doors whose key may be left out by chance. A lock that has no key in any outcome is already reported as an
//! error when the file is resolved.
use super::level_view::LevelView;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings};
use dungeon_format::source::Span;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{Dungeon, Footing, LockId, Tile, TileId, opened_cells};

/// Reports the doors of `locked` whose lock has no key in an outcome, according to `is_lost`.
pub fn keyless_doors(
    dungeon: &Dungeon,
    locked: impl Iterator<Item = (LockId, Span)>,
    is_lost: impl Fn(LockId) -> bool,
    findings: &mut Findings,
) {
    for (lock, span) in locked.filter(|(lock, _)| is_lost(*lock)) {
        let name = &dungeon.locks[usize::from(lock.0)];
        let message = format!("expected an item that opens `{name}`, found none");
        let finding = Diagnostic::new(Code::NoSuchKey, span, message);
        findings.push(finding.help("draw a key that is in every game, or remove the lock"));
    }
}

/// The locks of doors drawn or scattered on a level, with their places in the text. Leaves out doors that a cause
/// opens.
pub fn locked(view: &LevelView<'_>) -> Vec<(LockId, Span)> {
    let is_open = |tile| view.dungeon.tile(tile).footing == Footing::Anyone;
    let causes = view.dungeon.causes.iter();
    let causes = causes.filter(|cause| cause.level.unwrap_or_default() == view.id);
    let opened = opened_cells(causes, is_open);
    let lock_of = |tile: &Tile| TilePassage::of(tile).lock();
    let lock = |tile: TileId| lock_of(view.dungeon.tile(tile));
    let cells = view
        .dungeon
        .cells_of(view.level, |tile| lock_of(tile).is_some());
    let shut = cells
        .into_iter()
        .filter(|(p, _)| !opened.contains(&(view.id, *p)));
    let drawn = shut.filter_map(|(p, tile)| Some((lock(tile)?, view.terrain(p))));
    let scatters = view.scatters();
    let scattered =
        scatters.filter_map(|(one, span)| Some((lock(one.what.thing().tile()?)?, span)));
    drawn.chain(scattered).collect()
}

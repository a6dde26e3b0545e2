//! The outermost ring of a level. Floor there looks like a way out, although no body can ever step on it (E-1). In
//! games whose monsters come from there (S-3), some floor is needed.
use super::level_view::LevelView;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings};
use dungeon_model::dungeon::{Feature, Footing};
use dungeon_model::space::geometry::at;

/// Reports floor on the rim, once per level.
pub fn open_edge(view: &LevelView<'_>, findings: &mut Findings) {
    let floor = &view.places.floor_on_rim;
    let (Some(first), true) = (floor.first(), view.is_whole()) else {
        return;
    };
    let span = view.cell(*first).unwrap_or(view.places.head);
    let message = match floor.len() {
        1 => format!(
            "expected walls all around the map, found floor on its outermost ring at {first}"
        ),
        count => format!(
            "expected walls all around the map, found {count} cells of floor on its outermost ring"
        ),
    };
    let finding = Diagnostic::new(Code::OpenEdge, span, message)
        .help("draw walls there: no body can enter the outermost ring");
    findings.push(match floor.len() {
        1 if span.start < span.end => finding.suggest(span, "#"),
        _ => finding,
    });
}

/// Reports a game whose monsters come from outside but find no gate (floor on the rim) on any level. The finding is at
/// the first level. `why` says what the game lacks without a gate.
pub fn no_gate(views: &[LevelView<'_>], why: &str, findings: &mut Findings) {
    let is_known = |view: &LevelView<'_>| view.is_whole() && !view.may_open_walls();
    let Some(first) = views.first() else {
        return;
    };
    if !views.iter().all(is_known) {
        return;
    }
    let size = first.level.tiles.size();
    let gate = at(0, size.height / 2);
    let message = "expected a gap in the outermost ring for monsters to enter, found none";
    let finding = Diagnostic::new(Code::NoGate, first.places.head, message);
    findings.push(finding.help(format!(
        "draw floor there, or add a record, such as `. {} {}`: without a gap {why}",
        gate.x + 1,
        gate.y + 1
    )));
}

/// Whether the ring has floor, or a fence, which newcomers crush (S-3).
pub fn has_a_gate(view: &LevelView<'_>) -> bool {
    let tiles = &view.level.tiles;
    let is_open = |id| {
        let tile = view.dungeon.tile(id);
        tile.footing == Footing::Anyone || matches!(tile.feature, Feature::Fence(_))
    };
    tiles.size().rim().filter_map(|p| tiles.get(p)).any(is_open)
}

//! Doorways in which the glyph of a door no longer means a door: `item + "bandage"` silently removes the doors from a
//! map.
use super::level_view::LevelView;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings, Severity};
use dungeon_format::resolve::Declaration;
use dungeon_format::source::Span;
use dungeon_model::dungeon::Footing;
use dungeon_model::dungeon::game_profile::{FeatureKind, Thing};
use dungeon_model::space::geometry::{Point, at};

/// Reports declarations that redefine the glyph of a door, if that glyph stands in doorways. Marks are exempt, because
/// a mark states what its glyph becomes.
pub fn lost_doors(views: &[LevelView<'_>], declarations: &[Declaration], findings: &mut Findings) {
    let Some(first) = views.first() else { return };
    let glyphs = first.dungeon.settings.game.glyphs();
    let is_door = |glyph: char| {
        glyphs.iter().any(|(other, thing)| {
            let doors = [FeatureKind::Door, FeatureKind::OpenDoor].map(Thing::Feature);
            *other == glyph && doors.contains(thing)
        })
    };
    let of_doors = declarations.iter();
    for declaration in of_doors.filter(|one| one.head != "mark" && is_door(one.glyph)) {
        let in_doorways: Vec<Span> = { views.iter() }
            .flat_map(|view| doorways(view, declaration))
            .collect();
        if let [cell, others @ ..] = in_doorways.as_slice() {
            findings.push(lost_door(declaration, *cell, others.len()));
        }
    }
}

fn lost_door(declaration: &Declaration, cell: Span, others: usize) -> Diagnostic {
    let Declaration { glyph, head, .. } = declaration;
    let more = match others {
        0 => String::new(),
        others => format!(", and in {others} more"),
    };
    let message = format!(
        "expected a door in this doorway{more}, found `{glyph}`, which this file redefines"
    );
    Diagnostic::new(Code::DuplicateGlyph, cell, message)
        .severity(Severity::Warning)
        .label(declaration.span, format!("the {head} is declared here"))
        .help(format!(
            "choose another glyph for the {head}: `{glyph}` is a door unless a file declares it"
        ))
}

/// The cells of a drawn map where a declaration's thing stands in a doorway, in reading order.
fn doorways<'a>(
    view: &'a LevelView<'_>,
    declaration: &'a Declaration,
) -> impl Iterator<Item = Span> + 'a {
    let is_it = |p: Point| match declaration.thing {
        Some(Thing::Tile(tile)) => view.level.tiles.get(p) == Some(tile),
        _ => is_open(view, p), // in a classic map, the glyph is a wall, which is not open
    };
    let cells = view.level.tiles.size().points();
    let drawn = cells.filter_map(|p| Some((p, view.cell(p)?)));
    drawn
        .filter(|(_, cell)| view.source.slice(*cell).starts_with(declaration.glyph))
        .filter(move |(p, _)| is_it(*p) && is_doorway(view, *p))
        .map(|(_, cell)| cell)
}

/// Whether a cell is a doorway: walls on two opposite sides, open cells on the other two sides, and an open diagonal
/// neighbor, which shows that a room begins there.
fn is_doorway(view: &LevelView<'_>, p: Point) -> bool {
    let is_open = |dx: i32, dy: i32| is_open(view, at(p.x + dx, p.y + dy));
    let is_gap =
        |(x, y): (i32, i32)| is_open(x, y) && is_open(-x, -y) && !is_open(y, x) && !is_open(-y, -x);
    let mut corners = [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter();
    [(1, 0), (0, 1)].into_iter().any(is_gap) && corners.any(|(dx, dy)| is_open(dx, dy))
}

/// Whether bodies can pass a cell, if only through a door.
fn is_open(view: &LevelView<'_>, p: Point) -> bool {
    view.footing(p) < Footing::Drifters
}

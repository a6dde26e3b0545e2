//! Things without an effect, or with an unexpected one: patrols without a route, signs without text, stairs and
//! teleports that lead into walls.
use super::level_view::LevelView;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings, Severity};
use dungeon_format::source::Span;
use dungeon_ground::passage::{Lead, TilePassage};
use dungeon_model::dungeon::game_profile::{FeatureKind, Thing};
use dungeon_model::dungeon::{Footing, LevelId, ScatteredThing, TileId, builtin};
use dungeon_model::space::geometry::{Direction, Point};

/// Reports patrols without a route. Kinds that a file composes from parts are exempt, since they may stand guard.
pub fn routeless_patrols(view: &LevelView<'_>, findings: &mut Findings) {
    for (at, span) in &view.places.routeless {
        let message = "expected a route for the patrol, found none: it stands still";
        let finding = Diagnostic::new(Code::NoRoute, *span, message);
        let place = format!("{} {}", at.x + 1, at.y + 1);
        findings.push(finding.help(format!(
            "write `p {place} via=X,Y` with a point of its route, or `p {place} 10 3 0` for a patrol that stands still"
        )));
    }
}

/// Reports signs without text. Leaves out signs next to a sign with text, which `adjacency` reports as near misses.
pub fn wordless_signs(view: &LevelView<'_>, findings: &mut Findings) {
    let is_wordless = |tile: TileId| view.dungeon.tile(tile).says.is_empty();
    let speaks = |p: Point| {
        let features = &view.places.features;
        let nth = features.binary_search_by_key(&p, |(at, _)| *at);
        let is_sign = |nth: usize| features[nth].1.thing == Thing::Feature(FeatureKind::Sign);
        let tile = view.level.tiles.get(p);
        nth.is_ok_and(is_sign) && tile.is_some_and(|tile| !is_wordless(tile))
    };
    let is_near_miss = |p: Point| Direction::ALL.into_iter().any(|way| speaks(p + way));
    let drawn = view.places.features.iter().filter(|(p, place)| {
        let is_sign = place.thing == Thing::Feature(FeatureKind::Sign);
        is_sign && view.level.tiles.get(*p).is_some_and(is_wordless) && !is_near_miss(*p)
    });
    let drawn = drawn.map(|(p, place)| (format!("`? {} {} \"…\"`", p.x + 1, p.y + 1), place.span));
    let scattered = view.scatters().filter(|(scatter, _)| {
        scatter.what == ScatteredThing::Tile(builtin::SIGN) && !scatter.amount.is_zero()
    });
    let scattered = scattered.map(|(_, span)| ("its text after the number".to_string(), span));
    for (mend, span) in drawn.chain(scattered) {
        let message = "expected a text for the sign, found none";
        let finding = Diagnostic::new(Code::NoWords, span, message);
        findings.push(finding.help(format!("write {mend}, or remove the sign")));
    }
}

/// A cell that stairs or a teleport names as its target.
#[derive(Debug)]
pub struct NamedEnd {
    pub to: LevelId,
    /// The named cell.
    pub at: Point,
    key: &'static str,
    span: Span,
}

/// The target cells that the stairs and teleports of a level name.
pub fn named_ends(view: &LevelView<'_>) -> Vec<NamedEnd> {
    let features = view.places.features.iter();
    let drawn = features.filter_map(|(p, place)| Some((view.level.tiles.get(*p)?, place.span)));
    let scatters = view.scatters();
    let scattered = scatters.filter_map(|(one, span)| Some((one.what.thing().tile()?, span)));
    let ends = drawn.chain(scattered).filter_map(|(tile, span)| {
        let lead = TilePassage::of(view.dungeon.tile(tile)).lead?;
        let (key, to, at) = target(view.id, lead)?;
        Some(NamedEnd { to, at, key, span })
    });
    ends.collect()
}

/// Reports stairs and teleports whose target cell is solid: they lead to the nearest free cell instead.
pub fn ways_into_walls(
    views: &[LevelView<'_>],
    ends: &[NamedEnd],
    tile: impl Fn(LevelId, Point) -> Option<TileId>,
    findings: &mut Findings,
) {
    for end in ends {
        let tile = tile(end.to, end.at);
        findings.extend(tile.and_then(|tile| into_a_wall(views, end, tile)));
    }
}

/// The key of a way's target, the target's level, and its cell; `None` if the way names no cell.
fn target(here: LevelId, lead: Lead) -> Option<(&'static str, LevelId, Point)> {
    match lead {
        Lead::Stairs(stairs) => Some(("at=", stairs.to, stairs.at?)),
        Lead::Teleport(at) => Some(("to=", here, at?)),
        Lead::Pit | Lead::Exit(_) => None,
    }
}

fn into_a_wall(views: &[LevelView<'_>], end: &NamedEnd, there: TileId) -> Option<Diagnostic> {
    let NamedEnd { to, at, key, span } = *end;
    let view = views
        .get(usize::from(to.0))
        .filter(|view| view.is_whole())?;
    let tile = view.dungeon.tile(there);
    let is_door = TilePassage::of(tile).is_door();
    let is_made = view.level.generator.is_some() && there == builtin::ROCK;
    let is_solid = !is_made && matches!(tile.footing, Footing::Drifters | Footing::Nobody);
    if view.may_open_walls() || !is_solid || is_door {
        return None;
    }
    let place = view.cell_called(at);
    let name = &tile.name;
    let message = format!("expected floor where `{key}` leads, found {name} at {place}");
    let finding = Diagnostic::new(Code::InWall, span, message).severity(Severity::Warning);
    let finding = finding.label_if(view.drawn_cell(at), "this is the cell");
    Some(finding.help("name a free cell: arrivals land on the nearest free cell instead"))
}

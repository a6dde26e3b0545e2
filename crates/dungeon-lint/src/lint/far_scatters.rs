//! Scatters whose minimum distance from the hero is so large that no cell of their region is far enough away.
use std::collections::HashMap;

use super::level_view::LevelView;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings};
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{ScatterOrigin, ScatterShare, Stair, Tile, TileId};
use dungeon_model::space::geometry::{Point, Region};

/// Reports scatters whose `min-distance=` excludes every cell of their region, wherever the heroes start. Skips drawn
/// maps with a drawn hero: there, `scatter_room` counts the free cells.
pub fn too_far(view: &LevelView<'_>, findings: &mut Findings) {
    let is_made = view.level.generator.is_some();
    let drawn: Vec<Point> = view.starts().map(|start| start.at).collect();
    if !view.is_whole() || !is_made && !drawn.is_empty() {
        return;
    }
    let mut heroes = drawn
        .into_iter()
        .map(DiagonalBounds::of_cell)
        .reduce(DiagonalBounds::with);
    let mut known: HashMap<Region, Option<DiagonalBounds>> = HashMap::new();
    for (scatter, span) in view.scatters() {
        if scatter.amount.is_zero() || matches!(scatter.share, ScatterShare::Further { .. }) {
            continue;
        }
        let mut extent = || {
            let cells = || scatter.within.points().filter(|p| view.is_floor(*p));
            let of_cells = || {
                cells()
                    .map(DiagonalBounds::of_cell)
                    .reduce(DiagonalBounds::with)
            };
            *known.entry(scatter.within).or_insert_with(of_cells)
        };
        if view.dungeon.is_ours(scatter.what.thing()) {
            heroes = heroes
                .into_iter()
                .chain(extent())
                .reduce(DiagonalBounds::with);
            continue;
        }
        let (origin, noun) = match scatter.from {
            ScatterOrigin::Hero => (heroes, "the hero"),
            ScatterOrigin::Cell(p) => (Some(DiagonalBounds::of_cell(p)), "the cell of `from=`"),
            ScatterOrigin::Stairs(_) => continue, // which may be scattered
        };
        let (Some(away), Some(origin)) = (scatter.away, origin) else {
            continue;
        };
        let Some(farthest) = extent().map(|cells| cells.farthest(origin)) else {
            continue;
        };
        if i64::from(away) >= farthest {
            let message = format!(
                "expected a cell at least {} steps away from {noun}, found none more than {farthest} away",
                i64::from(away) + 1
            );
            let finding = Diagnostic::new(Code::TooFewCells, span, message);
            findings.push(finding.help("use a smaller `min-distance=`: nothing can be placed"));
        }
    }
}

/// Reports scatters that count from stairs which are not on the level when they run: neither drawn, placed, left to
/// chance nor scattered before.
pub fn without_stairs(view: &LevelView<'_>, findings: &mut Findings) {
    let mut before: Vec<TileId> = view
        .level
        .chance
        .iter()
        .flat_map(|chance| chance.tiles())
        .collect();
    for (scatter, span) in view.scatters() {
        if let ScatterOrigin::Stairs(way) = scatter.from {
            let leads = |tile: &Tile| TilePassage::of(tile).taken_by() == Some(way);
            let is_scattered = || before.iter().any(|tile| leads(view.dungeon.tile(*tile)));
            if view.origin(scatter).is_empty() && !is_scattered() {
                let glyph = match way {
                    Stair::Down => '>',
                    Stair::Up => '<',
                };
                let message =
                    format!("expected `{glyph}` on this level before the scatter, found none");
                let finding = Diagnostic::new(Code::BadValue, span, message);
                findings.push(finding.help(format!(
                    "draw `{glyph}`, scatter it above this line, or name a cell: `from=3,4`"
                )));
            }
        }
        before.extend(scatter.what.thing().tile());
    }
}

/// The bounds of a set of cells along the two diagonals: the smallest and largest `x + y` and `x - y`.
#[derive(Clone, Copy)]
struct DiagonalBounds {
    sums: (i64, i64),
    differences: (i64, i64),
}

impl DiagonalBounds {
    fn of_cell(p: Point) -> DiagonalBounds {
        let (x, y) = (i64::from(p.x), i64::from(p.y));
        DiagonalBounds {
            sums: (x + y, x + y),
            differences: (x - y, x - y),
        }
    }

    fn with(self, other: DiagonalBounds) -> DiagonalBounds {
        let both = |a: (i64, i64), b: (i64, i64)| (a.0.min(b.0), a.1.max(b.1));
        DiagonalBounds {
            sums: both(self.sums, other.sums),
            differences: both(self.differences, other.differences),
        }
    }

    /// The largest number of steps (king's moves) between a cell of one set and a cell of the other.
    fn farthest(self, other: DiagonalBounds) -> i64 {
        let apart = |a: (i64, i64), b: (i64, i64)| (a.1 - b.0).max(b.1 - a.0);
        apart(self.sums, other.sums).max(apart(self.differences, other.differences))
    }
}

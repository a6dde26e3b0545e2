//! Lamps: the limit on the cells that they light on a dark level.
use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::schema::context::Context;
use crate::source::Span;
use dungeon_model::dungeon::{Amount, Dungeon, Fog, Level, MOST_LIT, ScatteredThing};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow;

/// Reports dark levels on which lamps may light more than `MOST_LIT` cells, counting a cell once for each lamp. `heads`
/// holds the first line of each level.
pub fn check_lamps(cx: &mut Context<'_>, dungeon: &Dungeon, heads: &[Span]) {
    let tiles = dungeon.tiles.iter().map(|tile| tile.glow);
    let mut glows = tiles.chain(dungeon.items.iter().map(|item| item.glow));
    if glows.all(|glow| glow == 0) {
        return;
    }
    for (level, head) in dungeon.levels.iter().zip(heads) {
        let is_seen_whole = !level.is_dark || level.fog == Fog::Lifted;
        if is_seen_whole || lit_cells(dungeon, level) <= MOST_LIT {
            continue;
        }
        let message =
            format!("expected lamps that light at most {MOST_LIT} cells of a level, found more");
        let finding = Diagnostic::new(Code::Limit, *head, message);
        cx.report(finding.help(
            "place fewer lamps, or lower `glow=`: a cell counts once for each lamp that lights it",
        ));
    }
}

/// Returns the number of cells that a level's lamps would light without walls, counting a cell once for each lamp. A
/// scatter counts with its maximum number of lamps or, for a percentage, with the expected number.
fn lit_cells(dungeon: &Dungeon, level: &Level) -> usize {
    let size = level.tiles.size();
    let along = |at: i32, glow: u32, length: i32| {
        let (at, last) = (i64::from(at), i64::from(length) - 1);
        let glow = i64::from(glow);
        let cells = (at + glow).min(last) - (at - glow).max(0) + 1;
        narrow::size(cells.max(0).unsigned_abs())
    };
    let around = |p: Point, glow: u32| match glow {
        0 => 0,
        glow => along(p.x, glow, size.width).saturating_mul(along(p.y, glow, size.height)),
    };
    let drawn = size.points().zip(level.tiles.cells());
    let drawn = drawn.map(|(p, tile)| around(p, dungeon.tile(*tile).glow));
    let lying = level.items.iter();
    let lying = lying.map(|(p, item)| around(*p, dungeon.item(*item).glow));
    let scattered = level.scatters.iter().map(|scatter| {
        let glow = match scatter.what {
            ScatteredThing::Tile(tile) => dungeon.tile(tile).glow,
            ScatteredThing::Item(item) => dungeon.item(item).glow,
            ScatteredThing::Body(..) => 0,
        };
        let amount = match scatter.amount {
            Amount::Count(most) | Amount::Between(_, most) => most as usize,
            Amount::Percent(chance) => {
                narrow::size(scatter.within.area().saturating_mul(chance.into()) / 100)
            }
        };
        let middle = Point {
            x: size.width / 2,
            y: size.height / 2,
        };
        amount.saturating_mul(around(middle, glow))
    });
    drawn
        .chain(lying)
        .chain(scattered)
        .fold(0, usize::saturating_add)
}

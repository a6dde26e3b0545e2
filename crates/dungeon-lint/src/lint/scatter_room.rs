//! Scatters that ask for more cells than are free.
use std::collections::HashMap;
use std::mem::{self, Discriminant, discriminant};

use super::level_view::LevelView;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings};
use dungeon_format::meter::LookMeter;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{
    Amount, CellSharing, Footing, ItemId, KindId, Overlap, Scatter, ScatterExempt, ScatterShare,
    ScatteredThing, Side, builtin,
};
use dungeon_model::space::cell_set::CellSet;
use dungeon_model::space::geometry::{Point, Region, Size, at};

/// Reports scatters whose region has fewer free cells than they need.
pub fn too_few_cells(view: &LevelView<'_>, meter: &LookMeter<'_>, findings: &mut Findings) {
    let is_known = view.is_whole() && view.level.generator.is_none();
    if view.level.scatters.is_empty() || !is_known {
        return;
    }
    let taken = OccupiedCells::new(view);
    let mut rows: HashMap<FreeCells, FreeRows> = HashMap::new();
    let mut before: HashMap<(Discriminant<ScatteredThing>, Region), u64> = HashMap::new();
    for (scatter, span) in view.scatters() {
        let (wanted, more) = match (scatter.amount, scatter.overlap) {
            (amount, _) if amount.is_zero() => continue,
            // The first scatter of a group counts the room for the whole group.
            _ if matches!(scatter.share, ScatterShare::Further { .. }) => continue,
            (Amount::Count(count) | Amount::Between(_, count), Overlap::Avoid) => {
                (u64::from(count), format!("{count}"))
            }
            // Each thing lands independently, so all of them may land on one cell.
            (Amount::Count(count) | Amount::Between(_, count), Overlap::Replace) => {
                (1, format!("{count}"))
            }
            (Amount::Percent(_), _) => (1, "any".to_string()),
        };
        let earlier = before
            .entry((discriminant(&scatter.what), scatter.within))
            .or_default();
        let needed = wanted.saturating_add(*earlier);
        let rows = rows
            .entry(FreeCells::new(view, scatter))
            .or_insert_with(|| FreeRows::new(view.level.tiles.size()));
        let free = rows.count(needed, view, scatter, &taken, meter);
        if !meter.goes_on() {
            return;
        }
        if scatter.overlap == Overlap::Avoid && !matches!(scatter.amount, Amount::Percent(_)) {
            *earlier = needed.min(free);
        }
        if free >= needed {
            continue;
        }
        let left = free.saturating_sub(needed - wanted);
        let message = match left {
            0 => format!("expected room for {more}, found no free cell"),
            1 => format!("expected room for {more}, found one free cell"),
            _ => format!("expected room for {more}, found {left} free cells"),
        };
        let finding = Diagnostic::new(Code::TooFewCells, span, message)
            .help("scatter fewer, or make more room: only as many as fit are placed");
        findings.push(match (scatter.amount, view.source.words(span).nth(2)) {
            // Replace the count: the `3` of `scatter $ 3`.
            (Amount::Count(_), Some(said)) if left > 0 => finding.suggest(said, left.to_string()),
            _ => finding,
        });
    }
}

/// The properties of a scatter that decide which cells are free, apart from its region. Scatters with equal properties
/// share their free cells.
#[derive(PartialEq, Eq, Hash)]
struct FreeCells {
    layer: Discriminant<ScatteredThing>,
    /// Depending on the layer: whether the thing is solid, belongs to the herd, or is a monster.
    is_strict: bool,
    replaces: bool,
    is_alone: bool,
    spares_diagonal: bool,
}

impl FreeCells {
    fn new(view: &LevelView<'_>, scatter: &Scatter) -> FreeCells {
        FreeCells {
            layer: discriminant(&scatter.what),
            is_strict: match scatter.what {
                ScatteredThing::Tile(tile) => view.dungeon.tile(tile).footing != Footing::Anyone,
                ScatteredThing::Item(item) => view.dungeon.item(item).herd,
                ScatteredThing::Body(kind, _) => view.dungeon.kind(kind).side == Side::Theirs,
            },
            replaces: scatter.overlap == Overlap::Replace,
            is_alone: scatter.sharing == CellSharing::Alone,
            spares_diagonal: scatter.exempt == ScatterExempt::Diagonal,
        }
    }
}

/// The free cells of a level, found row by row on demand, so that ten thousand scatters look at each cell once.
struct FreeRows {
    cells: CellSet,
    is_known: Vec<bool>,
    /// The free cells of the current row that are far enough from every hero.
    far: CellSet,
}

impl FreeRows {
    fn new(size: Size) -> FreeRows {
        FreeRows {
            cells: CellSet::new(size),
            is_known: vec![false; size.height.max(0) as usize],
            far: CellSet::new(Size::new(size.width, 1)),
        }
    }

    /// Counts the free cells of a scatter's region that are far enough from the origin, up to `most`.
    fn count(
        &mut self,
        most: u64,
        view: &LevelView<'_>,
        scatter: &Scatter,
        taken: &OccupiedCells,
        meter: &LookMeter<'_>,
    ) -> u64 {
        let Region { from, to } = scatter.within;
        let size = view.level.tiles.size();
        let origin = view.origin(scatter);
        let mut free = 0;
        for y in from.y.max(0)..=to.y.min(size.height - 1) {
            if free >= most || !meter.scan(size.width as usize / 16) {
                break;
            }
            self.find_row(y, view, scatter, taken, meter);
            let Some(away) = scatter.away else {
                free += u64::from(self.cells.count(y, from.x, to.x));
                continue;
            };
            self.far.row_mut(0).copy_from_slice(self.cells.row(y));
            let mut near = near(&origin, y, away);
            // If the origin has many cells, most of these ranges overlap.
            let (mut first, mut last) = near.next().unwrap_or((0, -1));
            for (from, to) in near {
                if from <= last && first <= to {
                    (first, last) = (first.min(from), last.max(to))
                } else {
                    self.far.remove(0, from, to)
                }
            }
            self.far.remove(0, first, last);
            free += u64::from(self.far.count(0, from.x, to.x));
        }
        free.min(most)
    }

    /// Finds the free cells of a row, unless they are known.
    fn find_row(
        &mut self,
        y: i32,
        view: &LevelView<'_>,
        scatter: &Scatter,
        taken: &OccupiedCells,
        meter: &LookMeter<'_>,
    ) {
        if mem::replace(&mut self.is_known[y as usize], true) {
            return;
        }
        let width = view.level.tiles.size().width;
        meter.look(width as usize);
        for p in (0..width).map(|x| at(x, y)) {
            if taken.is_free(view, scatter, p) {
                self.cells.insert(p);
            }
        }
    }
}

/// The cells that a scatter may find occupied.
struct OccupiedCells {
    with_item: CellSet,
    with_body: CellSet,
    /// The items of the cells. Like `bodies`, filled only if a scatter asks for them.
    items: HashMap<Point, ItemId>,
    bodies: HashMap<Point, KindId>,
    /// The cells where heroes begin or come in, sorted by row.
    heroes: Vec<Point>,
}

impl OccupiedCells {
    fn new(view: &LevelView<'_>) -> OccupiedCells {
        let items = view.level.items.iter().copied();
        let bodies = view.spawns().map(|(body, _)| (body.at, body.kind));
        let size = view.level.tiles.size();
        let set = |cells: &mut dyn Iterator<Item = Point>| {
            let mut set = CellSet::new(size);
            for p in cells.filter(|p| size.contains(*p)) {
                set.insert(p);
            }
            set
        };
        let mut scatters = view.level.scatters.iter();
        let asks_which = scatters.any(|scatter| scatter.sharing == CellSharing::Alone);
        let mut heroes: Vec<Point> = view.starts().map(|start| start.at).collect();
        heroes.sort_unstable_by_key(|hero| hero.y);
        OccupiedCells {
            with_item: set(&mut items.clone().map(|(p, _)| p)),
            with_body: set(&mut bodies.clone().map(|(p, _)| p)),
            items: items.filter(|_| asks_which).collect(),
            bodies: bodies.filter(|_| asks_which).collect(),
            heroes,
        }
    }

    /// Whether the scatter may take a cell that is far enough from the origin. The rules are the ones for generating a
    /// level: solid terrain never covers a thing, a body or a hero's start, and no body takes a hero's start.
    fn is_free(&self, view: &LevelView<'_>, scatter: &Scatter, p: Point) -> bool {
        if scatter.sharing == CellSharing::Alone && self.is_bad_company(view, scatter.what, p) {
            return false;
        }
        let replaces = scatter.overlap == Overlap::Replace;
        let is_heros = self.heroes.contains(&p);
        let (item, body) = (self.with_item.contains(p), self.with_body.contains(p));
        match scatter.what {
            ScatteredThing::Tile(tile) => {
                let ground = view.level.tiles.get(p);
                let is_plain = matches!(ground, Some(builtin::FLOOR | builtin::CLASSIC_FLOOR))
                    || view.is_made(p);
                let is_solid = view.dungeon.tile(tile).footing != Footing::Anyone;
                let is_spared = scatter.exempt == ScatterExempt::Diagonal && p.x == p.y;
                let buries = is_solid && (item || body || is_heros || is_spared);
                (is_plain || replaces && view.footing(p) != Footing::Nobody) && !buries
            }
            ScatteredThing::Item(_) => view.is_floor(p) && (!item || replaces),
            ScatteredThing::Body(kind, _) => {
                let is_monster = view.dungeon.kind(kind).side == Side::Theirs;
                let is_harmed = is_monster && !replaces && view.harms_monsters(p);
                view.is_floor(p) && !is_heros && !is_harmed && (!body || replaces)
            }
        }
    }

    /// Whether a monster would share a cell with an item of the herd (S-10).
    fn is_bad_company(&self, view: &LevelView<'_>, what: ScatteredThing, p: Point) -> bool {
        let (dungeon, thing) = (view.dungeon, what.thing());
        let is_herd = |item: ItemId| dungeon.item(item).herd;
        let is_monster = |kind: KindId| dungeon.is_theirs(Thing::Body(kind));
        thing.item().is_some_and(is_herd) && self.bodies.get(&p).copied().is_some_and(is_monster)
            || dungeon.is_theirs(thing) && self.items.get(&p).copied().is_some_and(is_herd)
    }
}

/// Returns the columns of a row within `away` steps of a cell of the origin, as the first and the last column for each
/// cell. The cells of the origin are sorted by row.
fn near(origin: &[Point], y: i32, away: u32) -> impl Iterator<Item = (i32, i32)> {
    let aside = move |cell: &Point| i64::from(away) - i64::from(cell.y.abs_diff(y));
    let first = origin.partition_point(|cell| cell.y < y && aside(cell) < 0);
    let near = origin[first..].iter();
    near.map(move |cell| (cell.x, aside(cell)))
        .take_while(|(_, aside)| *aside >= 0)
        .map(|(x, aside)| {
            let aside = i32::try_from(aside).unwrap_or(i32::MAX);
            (x.saturating_sub(aside), x.saturating_add(aside))
        })
}

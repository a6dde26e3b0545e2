//! Scatters that ask for more than there is room for.
use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};

use super::level_view::LevelView;
use crate::dungeon::{
    Amount, CellSharing, Footing, ItemId, KindId, Overlap, Scatter, ScatterExempt, ScatterShare,
    ScatteredThing, Side, builtin,
};
use crate::format::diagnostic::{Code, Diagnostic, Findings};
use crate::space::geometry::{Point, Region, at, cell_at};
use crate::space::narrow::size;

/// Reports scatters whose region has fewer free cells than they want. How many cells all scatters of a
/// file look at is limited.
pub fn too_few_cells(view: &LevelView<'_>, findings: &mut Findings) {
    let is_known = view.is_whole() && view.level.generator.is_none();
    if view.level.scatters.is_empty() || !is_known {
        return;
    }
    let taken = OccupiedCells::new(view);
    let mut counts: HashMap<FreeCells, FreeCount> = HashMap::new();
    let mut before: HashMap<(Discriminant<ScatteredThing>, Region), u64> = HashMap::new();
    for (scatter, span) in view.scatters() {
        let (wanted, more) = match (scatter.amount, scatter.overlap) {
            (amount, _) if amount.is_zero() => continue,
            // The first of them asks for room for all.
            _ if matches!(scatter.share, ScatterShare::Further { .. }) => continue,
            (Amount::Count(count) | Amount::Between(_, count), Overlap::Avoid) => {
                (u64::from(count), format!("{count}"))
            }
            // Each is thrown for itself, and all of them may hit one cell.
            (Amount::Count(count) | Amount::Between(_, count), Overlap::Replace) => {
                (1, format!("{count}"))
            }
            (Amount::Percent(_), _) => (1, "any".to_string()),
        };
        let earlier = before
            .entry((discriminant(&scatter.what), scatter.within))
            .or_default();
        let needed = wanted.saturating_add(*earlier);
        let count = counts.entry(FreeCells::new(view, scatter)).or_default();
        let free = count.up_to(needed, scatter.within, |p| taken.is_free(view, scatter, p));
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
            .help("as many as fit will be placed: ask for fewer, or give them more room");
        findings.push(match (scatter.amount, view.source.words(span).nth(2)) {
            // `3` in `scatter $ 3`.
            (Amount::Count(_), Some(said)) if left > 0 => finding.suggest(said, left.to_string()),
            _ => finding,
        });
    }
}

/// Which cells a scatter finds free: those of equal ones are the same.
#[derive(PartialEq, Eq, Hash)]
struct FreeCells {
    layer: Discriminant<ScatteredThing>,
    /// Whether the thing is solid, of the herd or a monster, each in its layer.
    is_strict: bool,
    within: Region,
    away: Option<u32>,
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
            within: scatter.within,
            away: scatter.away,
            replaces: scatter.overlap == Overlap::Replace,
            is_alone: scatter.sharing == CellSharing::Alone,
            spares_diagonal: scatter.exempt == ScatterExempt::Diagonal,
        }
    }
}

/// A count of the free cells of a region, which goes on where it stopped: ten thousand scatters of one region look at
/// each cell once.
#[derive(Default)]
struct FreeCount {
    free: u64,
    /// How many cells of the region were looked at.
    seen: u64,
}

impl FreeCount {
    /// How many cells of the region are free, but no more than `most`.
    fn up_to(&mut self, most: u64, region: Region, is_free: impl Fn(Point) -> bool) -> u64 {
        let Region { from, to } = region;
        let width = u64::from(to.x.abs_diff(from.x)) + 1;
        while self.free < most && self.seen < region.area() {
            let (row, column) = (self.seen / width, self.seen % width);
            let Point { x, y } = cell_at(size(column), size(row));
            self.free += u64::from(is_free(at(from.x + x, from.y + y)));
            self.seen += 1;
        }
        self.free.min(most)
    }
}

/// What stands in the way of a scatter.
struct OccupiedCells {
    items: HashMap<Point, ItemId>,
    bodies: HashMap<Point, KindId>,
    /// Where heroes begin or come in.
    heroes: Vec<Point>,
}

impl OccupiedCells {
    fn new(view: &LevelView<'_>) -> OccupiedCells {
        OccupiedCells {
            items: view.level.items.iter().copied().collect(),
            bodies: view
                .spawns()
                .map(|(body, _)| (body.at, body.kind))
                .collect(),
            heroes: view.starts().map(|start| start.at).collect(),
        }
    }

    /// Whether the scatter may take a cell, by the same rules as when the level is made: nothing solid buries
    /// what stands or lies there, and nothing takes the hero's place.
    fn is_free(&self, view: &LevelView<'_>, scatter: &Scatter, p: Point) -> bool {
        let is_near = |hero: &Point| scatter.away.is_some_and(|away| p.manhattan(*hero) <= away);
        if self.heroes.iter().any(is_near) {
            return false;
        }
        if scatter.sharing == CellSharing::Alone && self.is_bad_company(view, scatter.what, p) {
            return false;
        }
        let replaces = scatter.overlap == Overlap::Replace;
        let is_heros = self.heroes.contains(&p);
        let (item, body) = (self.items.contains_key(&p), self.bodies.contains_key(&p));
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

    /// S-10: whether a monster would come to something of the herd, or the other way round.
    fn is_bad_company(&self, view: &LevelView<'_>, what: ScatteredThing, p: Point) -> bool {
        let is_herd = |item: &ItemId| view.dungeon.item(*item).herd;
        let is_monster = |kind: &KindId| view.dungeon.kind(*kind).side == Side::Theirs;
        match what {
            ScatteredThing::Tile(_) => false,
            ScatteredThing::Item(item) => {
                is_herd(&item) && self.bodies.get(&p).is_some_and(is_monster)
            }
            ScatteredThing::Body(kind, _) => {
                is_monster(&kind) && self.items.get(&p).is_some_and(is_herd)
            }
        }
    }
}

//! The cells that a `scatter` may put its thing on, found row by row: what is the same for all cells is looked up once,
//! and a scatter of few things lists no cells but theirs.
use super::action::ActorId;
use super::chance::Draw;
use super::ground::{CellLayers, Terrain};
use super::world::World;
use dungeon_model::dungeon::{
    CellSharing, Footing, ItemId, LevelId, Overlap, Scatter, ScatterExempt, ScatteredThing, Side,
    builtin,
};
use dungeon_model::space::geometry::{Point, Region, at};
use dungeon_model::space::grid::Grid;

/// The cells of a level that are eligible for one scatter, as the level is when the scatter begins.
///
/// docs/format defines *free* as a valid floor cell with nothing on the same layer. Besides, nothing solid buries a body
/// or an item, nothing is put into rock, and no body takes the hero's place.
pub(super) struct EligibleCells<'a> {
    world: &'a World,
    scatter: &'a Scatter,
    cells: &'a Grid<CellLayers>,
    terrain: &'a [Terrain],
    /// The number of footings, from `Footing::Anyone` on, that the scatter's thing may be put on.
    footings: u8,
    /// Whether plain floor will do, which is all that terrain without `overlap=` may be put on.
    wants_floor: bool,
    /// Whether the scatter puts down monsters, which without `overlap=` are put onto nothing that harms them (T-3).
    shuns_harm: bool,
    /// Whether the scatter puts down terrain that not every body can stand on.
    buries: bool,
    /// Whether a cell with a body is not just as good as one without.
    minds_bodies: bool,
    /// Whether a cell with an item is not just as good as one without.
    minds_items: bool,
    /// Whether it depends on the body and the item whether a cell with one of them will do.
    looks_closer: bool,
    /// Whether the scatter puts down an item of the herd that no monster may stand on (S-10).
    feeds_alone: bool,
    /// Whether the scatter puts down a monster that may stand on no item of the herd (S-10).
    grazes_alone: bool,
    /// The cell where the hero enters, if that is to stay as it is.
    entrance: Option<Point>,
    /// From where `away` is counted; empty without `away`.
    heroes: Vec<Point>,
    /// Where vaults lie, which hold what they are drawn with.
    vaults: Vec<Region>,
}

impl<'a> EligibleCells<'a> {
    pub fn new(world: &'a World, level: LevelId, scatter: &'a Scatter) -> EligibleCells<'a> {
        let dungeon = world.dungeon();
        let is_alone = scatter.sharing == CellSharing::Alone;
        let (buries, is_ours) = match scatter.what {
            ScatteredThing::Tile(tile) => (dungeon.tile(tile).footing != Footing::Anyone, false),
            ScatteredThing::Item(_) => (false, false),
            ScatteredThing::Body(kind, _) => (false, dungeon.kind(kind).side == Side::Ours),
        };
        let is_body = matches!(scatter.what, ScatteredThing::Body(..));
        let feeds = matches!(scatter.what, ScatteredThing::Item(item) if world.item(item).herd);
        let is_item = matches!(scatter.what, ScatteredThing::Item(_));
        let replaces = scatter.overlap == Overlap::Replace;
        let (feeds_alone, grazes_alone) = (is_alone && feeds, is_alone && is_body && !is_ours);
        let keeps_entrance = buries || is_body && !is_ours;
        let entrance = world.entrance(level);
        let mut heroes: Vec<Point> = match scatter.away {
            Some(_) => world.heroes_on(level).collect(),
            None => Vec::new(),
        };
        if heroes.is_empty() && scatter.away.is_some() {
            heroes.extend(entrance);
        }
        let is_tile = matches!(scatter.what, ScatteredThing::Tile(_));
        let footings = match (is_tile, scatter.overlap) {
            (true, Overlap::Avoid) => 0,
            (true, Overlap::Replace) => Footing::Nobody as u8,
            (false, _) => Footing::Anyone as u8 + 1,
        };
        let lookup = world.lookup(level);
        let cells = world.ground(level).cells.as_grid();
        let cells = cells.expect("a level is scattered with cells of its own");
        EligibleCells {
            world,
            scatter,
            cells,
            terrain: lookup.terrain,
            footings,
            wants_floor: is_tile,
            shuns_harm: is_body && !is_ours && !replaces,
            buries,
            minds_bodies: buries || is_body || feeds_alone,
            minds_items: buries || is_item && !replaces || grazes_alone,
            looks_closer: is_body && replaces || feeds_alone || grazes_alone,
            feeds_alone,
            grazes_alone,
            entrance: entrance.filter(|_| keeps_entrance),
            heroes,
            vaults: world.vault_regions(level).collect(),
        }
    }

    /// Returns how many cells of each row of the scatter's region are eligible, from the region's first row.
    pub fn counts(&self) -> Vec<u32> {
        let rows = self.scatter.within.from.y..=self.scatter.within.to.y;
        let mut counts = Vec::with_capacity(rows.clone().count());
        for y in rows {
            let mut count = 0;
            for (_, cells) in self.runs(y) {
                for cell in cells {
                    count += u32::from(self.suits(*cell));
                }
            }
            counts.push(count);
        }
        counts
    }

    /// Returns the eligible cells with these numbers, counted from 0 in reading order, in the order of `numbers`.
    /// `counts` is what `counts` returns; only rows that hold one of the cells are looked at.
    pub fn nth_cells(&self, counts: &[u32], numbers: &[u32]) -> Vec<Point> {
        let mut wanted: Vec<(u32, u32)> = numbers.iter().copied().zip(0..).collect();
        wanted.sort_unstable();
        let mut found = vec![Point::default(); numbers.len()];
        let mut wanted = wanted.into_iter().peekable();
        let mut before = 0;
        for (y, count) in (self.scatter.within.from.y..).zip(counts) {
            let end = before + count;
            if wanted.peek().is_some_and(|(number, _)| *number < end) {
                let mut here = before;
                self.visit_row(y, &mut |p| {
                    if let Some((_, nth)) = wanted.next_if(|(number, _)| *number == here) {
                        found[nth as usize] = p;
                    }
                    here += 1;
                });
            }
            before = end;
        }
        found
    }

    /// Returns the cells that a chance of `percent` takes, in reading order: one draw for each eligible cell.
    pub fn by_chance(&self, percent: u32, draw: &mut Draw) -> Vec<Point> {
        let mut taken = Vec::new();
        if percent > 0 {
            // Below 100, every cell has a draw; at 100 the draws would decide nothing.
            self.visit(|p| {
                if percent >= 100 || draw.below(100) < percent {
                    taken.push(p);
                }
            });
        }
        taken
    }

    /// Visits every eligible cell, in reading order.
    fn visit(&self, mut visit: impl FnMut(Point)) {
        for y in self.scatter.within.from.y..=self.scatter.within.to.y {
            self.visit_row(y, &mut visit);
        }
    }

    /// Visits the eligible cells of a row, from left to right. Loops, since this is done for every cell of a map, and
    /// chains of iterators are not always made one loop.
    #[inline]
    fn visit_row(&self, y: i32, visit: &mut impl FnMut(Point)) {
        for (left, cells) in self.runs(y) {
            for (x, cell) in (left..).zip(cells) {
                if self.suits(*cell) {
                    visit(at(x, y));
                }
            }
        }
    }

    /// Iterates over the cells of a row that are not taken out of the region for where they are: in runs, each with the
    /// column of its first cell.
    fn runs(&self, y: i32) -> impl Iterator<Item = (i32, &'a [CellLayers])> {
        let (left, right) = (self.scatter.within.from.x, self.scatter.within.to.x);
        let cells = self.cells;
        let run = move |from: i32, to: i32| {
            let ends = cells.index(at(from, y)).zip(cells.index(at(to, y)));
            let run = ends.and_then(|(first, last)| cells.cells().get(first..=last));
            run.map(|run| (from, run))
        };
        let mut next = left;
        let ends = self.gaps(y).into_iter().chain([(right + 1, right + 1)]);
        ends.filter_map(move |(from, to)| {
            let begin = next;
            next = next.max(to.saturating_add(1));
            run(begin, from.saturating_sub(1).min(right))
        })
    }

    /// Returns the stretches of a row, first and last column each, that the scatter leaves out for where they are: the
    /// hero's place, the diagonal, what is too near to a hero, and vaults. Sorted; they may overlap.
    fn gaps(&self, y: i32) -> Vec<(i32, i32)> {
        let entrance = self.entrance.filter(|p| p.y == y);
        let is_spared = self.buries && self.scatter.exempt == ScatterExempt::Diagonal;
        let single = entrance.map(|p| p.x).into_iter();
        let single = single.chain(is_spared.then_some(y)).map(|x| (x, x));
        let away = self.scatter.away.unwrap_or_default();
        let near = self.heroes.iter().filter_map(|hero| {
            let reach = away.checked_sub(hero.y.abs_diff(y))?;
            Some((
                hero.x.saturating_sub_unsigned(reach),
                hero.x.saturating_add_unsigned(reach),
            ))
        });
        let vaults = self.vaults.iter();
        let vaults = vaults.filter(|vault| (vault.from.y..=vault.to.y).contains(&y));
        let vaults = vaults.map(|vault| (vault.from.x, vault.to.x));
        let mut gaps: Vec<(i32, i32)> = single.chain(near).chain(vaults).collect();
        gaps.sort_unstable();
        gaps
    }

    /// Whether what is on a cell lets the scatter's thing be put there. Without a branch but where something is to be
    /// looked at closer: bodies that stand about by chance would make the machine guess wrong at every third cell.
    #[inline]
    fn suits(&self, cell: CellLayers) -> bool {
        let no_body = !self.minds_bodies | (cell.body == 0);
        let no_item = !self.minds_items | (cell.item == ItemId::NONE);
        self.suits_tile(cell)
            & ((no_body & no_item) | (self.looks_closer && self.suits_things(cell)))
    }

    fn suits_things(&self, cell: CellLayers) -> bool {
        (cell.body == 0 || self.suits_body(ActorId(cell.body - 1)))
            && (cell.item == ItemId::NONE || self.suits_item(cell.item))
    }

    #[inline]
    fn suits_tile(&self, cell: CellLayers) -> bool {
        let is_floor = matches!(cell.tile, builtin::FLOOR | builtin::CLASSIC_FLOOR);
        let terrain = self.terrain[usize::from(cell.tile.0)];
        let footing = match self.shuns_harm {
            true => terrain.theirs,
            false => terrain.footing,
        };
        self.wants_floor && is_floor || (footing as u8) < self.footings
    }

    fn suits_body(&self, who: ActorId) -> bool {
        let is_ours = self.world.body(who).side == Side::Ours;
        match self.scatter.what {
            ScatteredThing::Tile(_) => !self.buries,
            ScatteredThing::Item(_) => !self.feeds_alone || is_ours,
            ScatteredThing::Body(..) => self.replaces() && !is_ours,
        }
    }

    fn suits_item(&self, item: ItemId) -> bool {
        match self.scatter.what {
            ScatteredThing::Tile(_) => !self.buries,
            ScatteredThing::Item(_) => self.replaces(),
            ScatteredThing::Body(..) => !(self.grazes_alone && self.world.item(item).herd),
        }
    }

    fn replaces(&self) -> bool {
        self.scatter.overlap == Overlap::Replace
    }
}

//! The hero's routes over free cells in siege, without allocating memory for each search.
use crate::search::budget::Meter;
use dungeon_engine::action::Action;
use dungeon_engine::world::World;
use dungeon_ground::passage::{Barrier, HeroEntry, TilePassage};
use dungeon_model::dungeon::{Dungeon, Feature, ItemId, LevelId, Tile};
use dungeon_model::space::geometry::{Direction, Point, Size};

/// The working memory for finding routes. A search visits each cell at most once, and clears nothing before the next
/// search.
pub struct Routes<'a> {
    meter: &'a Meter<'a>,
    size: Size,
    /// For each cell, row by row with a border around the level: the number of the last search that visited the cell,
    /// and the index in `Direction::ALL` of the step onto it. The border always counts as visited.
    asked: Vec<(u32, u8)>,
    times: u32,
    queue: Vec<(Point, usize)>,
}

/// The number that marks the border as always visited; greater than the number of any search.
const ALWAYS: u32 = u32::MAX;

impl<'a> Routes<'a> {
    /// Creates the working memory. The meter charges one look for each visited cell.
    pub fn new(meter: &'a Meter<'a>) -> Routes<'a> {
        Routes {
            meter,
            size: Size::default(),
            asked: Vec::new(),
            times: 0,
            queue: Vec::new(),
        }
    }

    /// Returns the hero's first step to the nearest cell that `suits` accepts, over cells that let the hero in. Returns
    /// `None` if `suits` accepts the hero's own cell, if there is no way, or if the budget ends.
    pub fn step(
        &mut self,
        world: &World,
        suits: impl Fn(Point) -> bool,
        lets_in: impl Fn(Point) -> bool,
    ) -> Option<Action> {
        self.best_step(world, 1, |p| i32::from(suits(p)), lets_in)
    }

    /// Returns the hero's first step to the nearest cell with the greatest worth above 0. `worth` returns the worth of
    /// a cell, and `most` is the greatest possible worth.
    pub fn best_step(
        &mut self,
        world: &World,
        most: i32,
        worth: impl Fn(Point) -> i32,
        lets_in: impl Fn(Point) -> bool,
    ) -> Option<Action> {
        let from = world.body(world.commanded()).at;
        let size = world.size(world.here());
        self.begin(size);
        let stride = size.width as usize + 2;
        let offsets = Direction::ALL
            .map(|way| (way.dy() as isize * stride as isize + way.dx() as isize) as usize);
        let first = (from.y + 1) as usize * stride + (from.x + 1) as usize;
        self.queue.push((from, first));
        self.asked[first].0 = self.times;
        let mut next = 0;
        let mut best = (0, None);
        while let Some((p, index)) = self.queue.get(next).copied() {
            next += 1;
            if !self.meter.look(1) {
                return None;
            }
            for (nth, (way, offset)) in (0..).zip(Direction::ALL.into_iter().zip(offsets)) {
                let place = index.wrapping_add(offset);
                let cell = &mut self.asked[place];
                if cell.0 == self.times || cell.0 == ALWAYS {
                    continue;
                }
                *cell = (self.times, nth);
                let near = p + way;
                let here = worth(near);
                if here > best.0 {
                    best = (here, Some(place));
                    if here >= most {
                        return Some(self.back(first, place, offsets));
                    }
                }
                if lets_in(near) {
                    self.queue.push((near, place));
                }
            }
        }
        best.1.map(|place| self.back(first, place, offsets))
    }

    /// Begins another search on a level of this size.
    fn begin(&mut self, size: Size) {
        self.queue.clear();
        if self.size != size || self.times + 1 == ALWAYS {
            let (width, height) = (size.width as usize + 2, size.height as usize + 2);
            let is_border = |index: &usize| {
                let (x, y) = (index % width, index / width);
                x == 0 || y == 0 || x == width - 1 || y == height - 1
            };
            let asked = |index: usize| if is_border(&index) { ALWAYS } else { 0 };
            self.asked = (0..width * height).map(|index| (asked(index), 0)).collect();
            (self.size, self.times) = (size, 0);
        }
        self.times += 1;
    }

    /// Returns the first step of the route to a cell.
    fn back(&self, first: usize, to: usize, offsets: [usize; 8]) -> Action {
        let mut at = to;
        loop {
            let way = usize::from(self.asked[at].1);
            at = at.wrapping_sub(offsets[way]);
            if at == first {
                return Action::Step(Direction::ALL[way]);
            }
        }
    }
}

/// Whether a cell of the hero's level has neither a feature nor an item.
pub fn is_bare(world: &World, p: Point) -> bool {
    let here = world.here();
    world.tile(here, p).feature == Feature::Plain && world.item_at(here, p) == ItemId::NONE
}

/// The hero's requirement to step onto each tile or to open the door there, by `TileId`. Computed once, because routes
/// ask about thousands of cells.
pub struct HeroTiles(Vec<HeroEntry>);

impl HeroTiles {
    pub fn new(dungeon: &Dungeon) -> HeroTiles {
        let entry = |tile: &Tile| {
            let passage = TilePassage::of(tile);
            match (passage.trap, passage.barrier) {
                (Some(_), _) => HeroEntry::Never,
                (None, Some(Barrier::Slime)) => HeroEntry::Free,
                (None, _) => passage.entry(),
            }
        };
        HeroTiles(dungeon.tiles().iter().map(entry).collect())
    }

    /// Whether the hero's step leads onto a cell or opens the door there. False for cells with a body, a cow or a trap.
    pub fn let_in(&self, world: &World, level: LevelId, p: Point) -> bool {
        let cell = world.cell(level, p);
        let entry = self.0.get(usize::from(cell.tile.0));
        cell.body().is_none()
            && entry.is_some_and(|entry| entry.is_given(|lock| world.opens(lock)))
            && world.size(level).contains_inside_rim(p)
            && (cell.item == ItemId::NONE || !world.item(cell.item).herd)
    }
}

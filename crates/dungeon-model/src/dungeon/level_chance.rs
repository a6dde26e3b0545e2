//! The decisions of chance on a level when a game begins: the alternative of each marked cell, and the meanings of
//! shuffled marks. The draws are made elsewhere; here are the options.
use super::ids::{ItemId, KindId, TileId};
use super::spawn::{PatrolRoute, Spawn};
use crate::space::geometry::Point;
use crate::space::narrow::count;

/// The decisions of chance on a level, independent of those on other levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelChance {
    /// The marks, by number.
    pub marks: Vec<ChanceMark>,
    /// Groups of mark numbers whose meanings are permuted; each mark is in at most one group.
    pub shuffles: Vec<Vec<u32>>,
    /// The cells with such marks, as the file places them.
    pub cells: Vec<ChanceCell>,
}

/// A mark that chance decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceMark {
    /// The drawn glyph.
    pub glyph: char,
    /// The draws of each cell of the mark; each places one of its options.
    pub draws: Vec<MarkDraw>,
}

/// A draw between several options for a marked cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkDraw {
    /// Whether one draw decides all cells of the mark.
    pub is_same: bool,
    /// The options, by number; at least one.
    pub options: Vec<MarkOption>,
}

/// An option of a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkOption {
    /// The option's name in sentences: its glyph, or `.` for nothing.
    pub glyph: char,
    /// The weight among the options; at least 1.
    pub weight: u32,
    /// The thing placed on the cell; `None` leaves the floor unchanged.
    pub puts: Option<MarkedThing>,
}

/// A thing that an option places on its cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkedThing {
    /// Terrain that replaces the floor.
    Tile {
        /// The tile on a cell where bodies may be.
        tile: TileId,
        /// The tile with the same look for a closed rim, where no body ever is ([E-1]).
        ///
        /// [E-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-1
        closed: TileId,
    },
    /// An item on the floor.
    Item(ItemId),
    /// A body. Its cell and its route come from the chance cell.
    Body(Spawn),
}

/// A cell with a mark that chance decides. The level itself has only floor there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceCell {
    /// The cell's place.
    pub at: Point,
    /// The number of the mark.
    pub mark: u32,
    /// Whether the cell lies on a rim that no body ever enters.
    pub is_closed: bool,
    /// The number of the level's items that come before one placed here.
    pub items_before: u32,
    /// The number of the level's bodies that come before one placed here.
    pub spawns_before: u32,
    /// The routes of bodies from here, by the numbers of mark, draw and option.
    pub routes: Vec<([u32; 3], PatrolRoute)>,
}

/// A draw to be made, given the meanings of the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DrawSlot {
    /// The number of the mark with the options.
    pub mark: u32,
    /// The number of the draw in its mark.
    pub draw: u32,
    /// The number of the cell that it decides, or of the first one.
    pub cell: u32,
}

impl LevelChance {
    /// Returns the meaning of each mark, as the number of the mark that defines it. In each shuffle, the marks take the
    /// meanings of its marks in the given order.
    pub fn meanings(&self, orders: &[Vec<u32>]) -> Vec<u32> {
        let mut meanings: Vec<u32> = (0..count(self.marks.len())).collect();
        for (shuffle, order) in self.shuffles.iter().zip(orders) {
            for (mark, place) in shuffle.iter().zip(order) {
                meanings[*mark as usize] = shuffle[*place as usize];
            }
        }
        meanings
    }

    /// Returns the draw of a slot.
    pub fn draw(&self, slot: DrawSlot) -> &MarkDraw {
        &self.marks[slot.mark as usize].draws[slot.draw as usize]
    }

    /// Returns every draw with several options that these meanings require, in the order of cells.
    pub fn slots(&self, meanings: &[u32]) -> Vec<DrawSlot> {
        let mut slots = Vec::new();
        self.visit(meanings, |slot, is_news| {
            if is_news {
                slots.push(slot);
            }
        });
        slots
    }

    /// Visits each draw with several options of each cell, and whether the cell is the draw's first.
    fn visit(&self, meanings: &[u32], mut visit: impl FnMut(DrawSlot, bool)) {
        let mut is_known = vec![false; self.marks.len()];
        for (cell, here) in (0..).zip(&self.cells) {
            let mark = meanings[here.mark as usize];
            let was_known = std::mem::replace(&mut is_known[mark as usize], true);
            for (draw, options) in (0..).zip(&self.marks[mark as usize].draws) {
                if options.options.len() > 1 {
                    let slot = DrawSlot { mark, draw, cell };
                    visit(slot, !options.is_same || !was_known);
                }
            }
        }
    }

    /// Visits every cell by number, with the numbers of the mark, draw and option that are placed there. `picks` are in
    /// the order of `slots`.
    pub fn visit_drawn(
        &self,
        meanings: &[u32],
        picks: &[u32],
        mut visit: impl FnMut(usize, [u32; 3]),
    ) {
        let mut picks = picks.iter().copied();
        let mut same: Vec<Vec<u32>> = vec![Vec::new(); self.marks.len()];
        for (cell, here) in self.cells.iter().enumerate() {
            let mark = meanings[here.mark as usize];
            // Marks with a draw of their own per cell are common, and need no memory.
            let is_shared = self.marks[mark as usize]
                .draws
                .iter()
                .any(|draw| draw.is_same);
            let known = &mut same[mark as usize];
            let is_first = known.is_empty();
            for (draw, options) in (0..).zip(&self.marks[mark as usize].draws) {
                let is_certain = options.options.len() == 1;
                let option = match (is_certain, options.is_same && !is_first) {
                    (true, _) => 0,
                    (false, true) => known[draw as usize],
                    (false, false) => picks.next().unwrap_or_default(),
                };
                if is_first && is_shared {
                    known.push(option);
                }
                visit(cell, [mark, draw, option]);
            }
        }
    }

    /// Returns the option with these numbers of mark, draw and option.
    pub fn option(&self, [mark, draw, option]: [u32; 3]) -> &MarkOption {
        &self.marks[mark as usize].draws[draw as usize].options[option as usize]
    }

    /// Returns everything that may be placed on some cell.
    pub fn things(&self) -> impl Iterator<Item = &MarkedThing> {
        let draws = self.marks.iter().flat_map(|mark| &mark.draws);
        let options = draws.flat_map(|draw| &draw.options);
        options.filter_map(|option| option.puts.as_ref())
    }

    /// Whether a matching thing is placed for every draw.
    pub fn always_puts(&self, is_meant: impl Fn(&MarkedThing) -> bool) -> bool {
        let is_meant = |option: &MarkOption| option.puts.as_ref().is_some_and(&is_meant);
        let always = |mark: u32| {
            let draws = &self.marks[mark as usize].draws;
            { draws.iter() }.any(|draw| draw.options.iter().all(is_meant))
        };
        let is_drawn = |mark: u32| self.cells.iter().any(|cell| cell.mark == mark);
        let numbers = 0..count(self.marks.len());
        let shuffled: Vec<u32> = self.shuffles.concat();
        let mut others = numbers.filter(|mark| !shuffled.contains(mark));
        // A shuffle may give the meanings that always match to marks that are not on the map, if there are enough of
        // these.
        let is_held = |shuffle: &Vec<u32>| {
            let always = shuffle.iter().filter(|mark| always(**mark)).count();
            let drawn = shuffle.iter().filter(|mark| is_drawn(**mark)).count();
            always > shuffle.len() - drawn
        };
        others.any(|mark| is_drawn(mark) && always(mark)) || self.shuffles.iter().any(is_held)
    }
}

#[doc(hidden)]
impl LevelChance {
    /// Returns every item that may be placed on some cell, and the kind of every body.
    pub fn perhaps(&self) -> (Vec<ItemId>, Vec<KindId>) {
        let (mut items, mut kinds) = (Vec::new(), Vec::new());
        for thing in self.things().map(MarkedThing::thing) {
            items.extend(thing.item());
            kinds.extend(thing.body());
        }
        (items, kinds)
    }

    /// Returns every tile that may be placed on some cell.
    pub fn tiles(&self) -> impl Iterator<Item = TileId> {
        self.things().filter_map(|thing| thing.thing().tile())
    }

    /// Returns every tile that may be placed on a cell, for any meaning of its mark.
    pub fn tiles_at(&self, cell: &ChanceCell) -> impl Iterator<Item = TileId> {
        let group = { self.shuffles.iter() }.find(|group| group.contains(&cell.mark));
        let group = group.map_or_else(|| vec![cell.mark], Vec::clone);
        let draws = { group.into_iter() }.flat_map(|mark| &self.marks[mark as usize].draws);
        let options = draws.flat_map(|draw| &draw.options);
        options.filter_map(|option| option.puts.as_ref()?.thing().tile())
    }
}

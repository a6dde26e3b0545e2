//! The decisions that chance makes on a level when a game begins: the option of each marked cell, and the meanings of
//! shuffled marks. This module has the options; the engine makes the draws.
use super::ids::{ItemId, KindId, TileId};
use super::spawn::{PatrolRoute, Spawn};
use crate::space::geometry::Point;
use crate::space::narrow::count;

/// The decisions that chance makes on a level, independently of other levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelChance {
    /// The marks, by number.
    pub marks: Vec<ChanceMark>,
    /// Groups of mark numbers whose meanings are permuted; each mark is in at most one group.
    pub shuffles: Vec<Vec<u32>>,
    /// The cells with marks that chance decides, in the order in which the file places them.
    pub cells: Vec<ChanceCell>,
}

/// A mark that chance decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceMark {
    /// The drawn glyph.
    pub glyph: char,
    /// The draws for each cell of the mark. Each draw places one of its options.
    pub draws: Vec<MarkDraw>,
}

/// A draw between the options for a marked cell.
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
    /// The glyph that stands for the option in sentences; `.` if the option places nothing.
    pub glyph: char,
    /// The weight of the option among the options of its draw; at least 1.
    pub weight: u32,
    /// The thing that the option places on the cell; `None` leaves the floor unchanged.
    pub puts: Option<MarkedThing>,
}

/// A thing that an option places on its cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkedThing {
    /// Terrain that replaces the floor.
    Tile {
        /// The tile for cells where bodies may stand.
        tile: TileId,
        /// The tile with the same look for cells of a closed rim, where no body may stand ([E-1]).
        ///
        /// [E-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-1
        closed: TileId,
    },
    /// An item on the floor.
    Item(ItemId),
    /// A body. The `ChanceCell` gives the body's cell and route.
    Body(Spawn),
}

/// A cell with a mark that chance decides. In the level's tiles the cell is floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceCell {
    /// The cell's place.
    pub at: Point,
    /// The number of the mark.
    pub mark: u32,
    /// Whether the cell is on a closed rim, where no body may stand.
    pub is_closed: bool,
    /// The number of items in `Level::items` that precede, in file order, an item placed on this cell.
    pub items_before: u32,
    /// The number of bodies in `Level::spawns` that precede, in file order, a body placed on this cell.
    pub spawns_before: u32,
    /// The routes of bodies that start on this cell, by the numbers of mark, draw and option.
    pub routes: Vec<([u32; 3], PatrolRoute)>,
}

/// A draw that must be made once the meanings of the marks are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DrawSlot {
    /// The number of the mark that has the options.
    pub mark: u32,
    /// The number of the draw in its mark.
    pub draw: u32,
    /// The number of the cell that the draw decides; of the first cell if the draw decides several.
    pub cell: u32,
}

impl LevelChance {
    /// Returns the meaning of each mark, as the number of the mark that defines it. `orders` has a permutation for each
    /// shuffle: the nth mark of the shuffle gets the meaning of the mark at the nth place of the permutation.
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

    /// Returns every draw with several options that must be made for these meanings, in the order of cells.
    pub fn slots(&self, meanings: &[u32]) -> Vec<DrawSlot> {
        let mut slots = Vec::new();
        self.visit(meanings, |slot, is_news| {
            if is_news {
                slots.push(slot);
            }
        });
        slots
    }

    /// Visits, for each cell, each draw with several options. The flag is `true` for the first cell that the draw
    /// decides.
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

    /// Visits the number of every cell, with the numbers of mark, draw and option that decide the cell. `picks` are the
    /// chosen options in the order of `slots`.
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
            // Only marks with a shared draw must be remembered. Most marks have a separate draw for each cell.
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

    /// Returns everything that may be placed on any cell.
    pub fn things(&self) -> impl Iterator<Item = &MarkedThing> {
        let draws = self.marks.iter().flat_map(|mark| &mark.draws);
        let options = draws.flat_map(|draw| &draw.options);
        options.filter_map(|option| option.puts.as_ref())
    }

    /// Whether at least one thing that `is_meant` accepts is placed, whatever chance decides.
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
        // A shuffle guarantees a matching thing only if it has more meanings that always match than marks that are not
        // on the map.
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
    /// Returns all items, and the kinds of all bodies, that may be placed on any cell.
    pub fn perhaps(&self) -> (Vec<ItemId>, Vec<KindId>) {
        let (mut items, mut kinds) = (Vec::new(), Vec::new());
        for thing in self.things().map(MarkedThing::thing) {
            items.extend(thing.item());
            kinds.extend(thing.body());
        }
        (items, kinds)
    }

    /// Returns every tile that may be placed on any cell.
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

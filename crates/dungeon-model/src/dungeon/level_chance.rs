//! The decisions that chance makes on a level when a game begins: the option for each marked cell, and the meanings of
//! shuffled marks. The options are defined here, and the engine draws between them.
use super::ids::{ItemId, KindId, TileId};
use super::spawn::{PatrolRoute, Spawn};
use crate::space::geometry::Point;
use crate::space::narrow::count;

/// The decisions that chance makes on one level, with all their options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct LevelChance {
    /// The marks of the level. The index is the mark's number.
    pub marks: Vec<ChanceMark>,
    /// Groups of marks that exchange their meanings at random. A group holds the numbers of its marks, and each mark is
    /// in at most one group.
    pub shuffles: Vec<Vec<u32>>,
    /// The cells with marks that chance decides, in the order in which the file places the marks.
    pub cells: Vec<ChanceCell>,
}

/// A mark that chance decides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct ChanceMark {
    /// The glyph of the mark in the drawing.
    pub glyph: char,
    /// The draws for a cell of the mark. Each draw places one of its options on the cell.
    pub draws: Vec<MarkDraw>,
}

/// A draw between the options for a marked cell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct MarkDraw {
    /// Whether all cells of the mark get the same option.
    pub is_same: bool,
    /// The options, at least one. The index is the option's number.
    pub options: Vec<MarkOption>,
}

/// An option of a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
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
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
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

/// A cell with a mark that chance decides. In `Level::tiles`, the cell is floor.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct ChanceCell {
    /// The position of the cell.
    pub at: Point,
    /// The number of the mark.
    pub mark: u32,
    /// Whether the cell is on a closed rim, where no body may stand.
    pub is_closed: bool,
    /// The number of items in `Level::items` that come before an item of this cell in file order.
    pub items_before: u32,
    /// The number of bodies in `Level::spawns` that come before a body of this cell in file order.
    pub spawns_before: u32,
    /// The routes of bodies that options place on this cell. Each route comes with the numbers of the option's mark, of
    /// its draw and of the option itself.
    pub routes: Vec<([u32; 3], PatrolRoute)>,
}

/// A draw that decides one cell, or all cells of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DrawSlot {
    /// The number of the mark that has the options.
    pub mark: u32,
    /// The number of the draw in its mark.
    pub draw: u32,
    /// The number of the cell that the draw decides. For several cells, the number of the first.
    pub cell: u32,
}

impl LevelChance {
    /// Returns, for each mark, the number of the mark whose meaning it gets. `orders` has a permutation for each
    /// shuffle: if number n of the permutation is k, mark n of the shuffle gets the meaning of mark k of the shuffle.
    /// The numbers n and k count from 0.
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

    /// Returns the draws that are needed for these meanings, in the order of cells. A draw with a single option is not
    /// needed.
    pub fn slots(&self, meanings: &[u32]) -> Vec<DrawSlot> {
        let mut slots = Vec::new();
        self.visit(meanings, |slot, is_news| {
            if is_news {
                slots.push(slot);
            }
        });
        slots
    }

    /// Calls `visit` for each pair of a cell and a draw that decides the cell, if the draw has several options. The
    /// `bool` is `false` if the draw gives the cell the same option as an earlier cell of its mark.
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

    /// Calls `visit` for each chosen option, with the number of its cell and the numbers of mark, draw and option.
    /// `picks` are the numbers of the chosen options, in the order of `slots`.
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

    /// Whether at least one thing that `is_meant` accepts is placed for every seed.
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
        // Some meanings of a shuffle place such a thing for every seed. If there are more of these meanings than marks
        // of the shuffle without a cell on the map, at least one of the meanings is certainly on the map.
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
    /// Returns the items that may be placed on any cell, and the kinds of the bodies that may be placed.
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

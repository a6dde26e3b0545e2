//! The decisions that chance makes on a level when a game begins: the option for each marked cell, and the meanings of
//! shuffled marks. The options are defined here, and the engine draws between them.
use std::collections::BTreeSet;

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
    /// The cells that get the same option.
    pub scope: DrawScope,
    /// The options, at least one. The index is the option's number.
    pub options: Vec<MarkOption>,
}

/// The cells that one draw decides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum DrawScope {
    /// A single cell: every cell of the mark has a draw of its own.
    Cell,
    /// All cells of the mark. The draw also decides the listed draws, each with the numbers of its mark and of the draw
    /// in its mark.
    Mark(Vec<[u32; 2]>),
    /// All cells of the mark get the option with the same number as the option of another draw, whose scope is `Mark`
    /// and lists this draw. Holds the numbers of the other draw's mark and of the draw in its mark.
    With([u32; 2]),
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

/// A draw that decides one cell, or all cells of a mark and of the marks that follow it.
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
        let (mut slots, mut known) = (Vec::new(), vec![Vec::new(); self.marks.len()]);
        for (cell, here) in (0..).zip(&self.cells) {
            let own = meanings[here.mark as usize];
            for (nth, options) in (0..).zip(&self.marks[own as usize].draws) {
                let [mark, draw] = options.decider([own, nth]);
                let is_news = options.scope == DrawScope::Cell
                    || !std::mem::replace(note(&mut known, [mark, draw]), true);
                if options.options.len() > 1 && is_news {
                    slots.push(DrawSlot { mark, draw, cell });
                }
            }
        }
        slots
    }

    /// Returns the draws that a slot decides, with the numbers of mark and draw: first its own draw, then the draws that
    /// follow it. The options with one number belong together.
    pub fn joint(&self, slot: DrawSlot) -> impl Iterator<Item = [u32; 2]> + Clone + use<'_> {
        let followers: &[[u32; 2]] = match &self.draw(slot).scope {
            DrawScope::Mark(followers) => followers,
            DrawScope::Cell | DrawScope::With(_) => &[],
        };
        let own = [slot.mark, slot.draw];
        [own].into_iter().chain(followers.iter().copied())
    }

    /// Calls `visit` for each cell that a slot decides, with the number of the cell and the numbers of the mark and the
    /// draw by which the cell gets its option. `meanings` are the meanings for which the slot is needed.
    pub fn visit_cells(
        &self,
        meanings: &[u32],
        slot: DrawSlot,
        mut visit: impl FnMut(usize, [u32; 2]),
    ) {
        if self.draw(slot).scope == DrawScope::Cell {
            return visit(slot.cell as usize, [slot.mark, slot.draw]);
        }
        let joint: BTreeSet<[u32; 2]> = self.joint(slot).collect();
        for (cell, here) in self.cells.iter().enumerate().skip(slot.cell as usize) {
            let mark = meanings[here.mark as usize];
            let own = joint.range([mark, 0]..=[mark, u32::MAX]);
            own.for_each(|numbers| visit(cell, *numbers));
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
        let mut shared = vec![Vec::new(); self.marks.len()];
        for (cell, here) in self.cells.iter().enumerate() {
            let mark = meanings[here.mark as usize];
            for (draw, options) in (0..).zip(&self.marks[mark as usize].draws) {
                let is_certain = options.options.len() == 1;
                let mut next = || picks.next().unwrap_or_default();
                let option = match &options.scope {
                    _ if is_certain => 0,
                    DrawScope::Cell => next(),
                    DrawScope::Mark(_) | DrawScope::With(_) => {
                        let decider = options.decider([mark, draw]);
                        *note::<Option<u32>>(&mut shared, decider).get_or_insert_with(next)
                    }
                };
                visit(cell, [mark, draw, option]);
            }
        }
    }

    /// Returns the option with these numbers of mark, draw and option.
    pub fn option(&self, [mark, draw, option]: [u32; 3]) -> &MarkOption {
        &self.marks[mark as usize].draws[draw as usize].options[option as usize]
    }

    /// Returns the options of the draw with these numbers of mark and draw.
    pub fn options(&self, [mark, draw]: [u32; 2]) -> &[MarkOption] {
        &self.marks[mark as usize].draws[draw as usize].options
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
        let drawn: BTreeSet<u32> = self.cells.iter().map(|cell| cell.mark).collect();
        // A meaning is certainly on the map if all marks are that may get it.
        let mut surely = drawn.clone();
        let is_partial = |shuffle: &&Vec<u32>| !shuffle.iter().all(|mark| drawn.contains(mark));
        for mark in self.shuffles.iter().filter(is_partial).flatten() {
            surely.remove(mark);
        }
        // Some meanings of a shuffle place such a thing for every seed. If there are more of these meanings than marks
        // of the shuffle without a cell on the map, at least one of the meanings is certainly on the map.
        let is_held = |shuffle: &Vec<u32>| {
            let always = shuffle.iter().filter(|mark| always(**mark)).count();
            let drawn = shuffle.iter().filter(|mark| drawn.contains(mark)).count();
            always > shuffle.len() - drawn
        };
        // Draws that follow a draw may together place such a thing with each of its options.
        let always_one = |slot: DrawSlot| {
            let there = self.joint(slot).filter(|[mark, _]| surely.contains(mark));
            let there: Vec<&[MarkOption]> = there.map(|own| self.options(own)).collect();
            let mut numbers = 0..self.draw(slot).options.len();
            numbers.all(|number| there.iter().any(|options| is_meant(&options[number])))
        };
        let mut deciders = (0..).zip(&self.marks).flat_map(|(mark, draws)| {
            let draws = (0..).zip(&draws.draws);
            let joint = draws.filter(
                |(_, draw)| matches!(&draw.scope, DrawScope::Mark(others) if !others.is_empty()),
            );
            joint.map(move |(draw, _)| DrawSlot {
                mark,
                draw,
                cell: 0,
            })
        });
        surely.iter().any(|mark| always(*mark))
            || self.shuffles.iter().any(is_held)
            || deciders.any(always_one)
    }
}

impl MarkDraw {
    /// Returns the draw that decides this one, with the numbers of mark and draw. `own` has the numbers of this draw.
    fn decider(&self, own: [u32; 2]) -> [u32; 2] {
        match self.scope {
            DrawScope::With(other) => other,
            DrawScope::Cell | DrawScope::Mark(_) => own,
        }
    }
}

/// Returns the note for a draw, by the numbers of mark and draw. `notes` has a list for each mark.
fn note<T: Clone + Default>(notes: &mut [Vec<T>], [mark, draw]: [u32; 2]) -> &mut T {
    let (notes, draw) = (&mut notes[mark as usize], draw as usize);
    if notes.len() <= draw {
        notes.resize(draw + 1, T::default());
    }
    &mut notes[draw]
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

//! What chance decides of a level when a game begins: which alternative of its mark stands at a cell, and what shuffled
//! marks stand for. The draws are made elsewhere: here is what there is to draw.
use super::ids::{ItemId, KindId, TileId};
use super::spawn::{PatrolRoute, Spawn};
use crate::space::geometry::Point;
use crate::space::narrow::count;

/// What chance decides of a level, independent of what it decides of other levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelChance {
    /// The marks by their numbers.
    pub marks: Vec<ChanceMark>,
    /// The numbers of marks whose meanings are permuted; each mark stands in one of these lists at most.
    pub shuffles: Vec<Vec<u32>>,
    /// The cells with such marks, as the file puts them there.
    pub cells: Vec<ChanceCell>,
}

/// A mark that chance has a say in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceMark {
    /// The glyph that is drawn.
    pub glyph: char,
    /// What it puts on a cell: one option of each of these.
    pub draws: Vec<MarkDraw>,
}

/// Several things of which a mark puts one on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkDraw {
    /// Whether one draw decides for all cells of the mark.
    pub is_same: bool,
    /// The things by their numbers; at least one.
    pub options: Vec<MarkOption>,
}

/// One of the things that a draw decides between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkOption {
    /// What sentences call it: its glyph, and `.` for nothing.
    pub glyph: char,
    /// How often it is drawn, in proportion to the others; at least 1.
    pub weight: u32,
    /// What it puts on the cell; none leaves the floor as it is.
    pub puts: Option<MarkedThing>,
}

/// What an option puts on its cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkedThing {
    /// Terrain in place of the floor.
    Tile {
        /// The tile of a cell where bodies may be.
        tile: TileId,
        /// The tile that looks like it where no body is ever, on a rim that is closed ([E-1]).
        ///
        /// [E-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-1
        closed: TileId,
    },
    /// An item that lies on the floor.
    Item(ItemId),
    /// A body; its cell and its route are the cell's matter.
    Body(Spawn),
}

/// A cell with a mark that chance has a say in. The level has floor there, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceCell {
    /// The cell's place.
    pub at: Point,
    /// The number of its mark.
    pub mark: u32,
    /// Whether it lies on a rim where no body is ever.
    pub is_closed: bool,
    /// How many items of the level come before one that is put here.
    pub items_before: u32,
    /// How many bodies of the level come before one that is put here.
    pub spawns_before: u32,
    /// The routes that bodies walk from here, by the numbers of mark, draw and option.
    pub routes: Vec<([u32; 3], PatrolRoute)>,
}

/// A draw that is to be made, known what each mark stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DrawSlot {
    /// The number of the mark whose things are drawn.
    pub mark: u32,
    /// The number of the draw among those of the mark.
    pub draw: u32,
    /// The number of the cell that it decides, or of the first.
    pub cell: u32,
}

impl LevelChance {
    /// What each mark stands for, as the number of the mark that says it, where the marks of each shuffle take the
    /// meanings of its marks in these orders.
    pub fn meanings(&self, orders: &[Vec<u32>]) -> Vec<u32> {
        let mut meanings: Vec<u32> = (0..count(self.marks.len())).collect();
        for (shuffle, order) in self.shuffles.iter().zip(orders) {
            for (mark, place) in shuffle.iter().zip(order) {
                meanings[*mark as usize] = shuffle[*place as usize];
            }
        }
        meanings
    }

    /// The draw that a slot stands for.
    pub fn draw(&self, slot: DrawSlot) -> &MarkDraw {
        &self.marks[slot.mark as usize].draws[slot.draw as usize]
    }

    /// Every draw with several options that these meanings ask for, in the order of the cells.
    pub fn slots(&self, meanings: &[u32]) -> Vec<DrawSlot> {
        let mut slots = Vec::new();
        self.visit(meanings, |slot, is_news| {
            if is_news {
                slots.push(slot);
            }
        });
        slots
    }

    /// Visits each draw of each cell that has several options; and whether it is the first cell of the draw.
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

    /// Visits every cell, by its number, with the numbers of mark, draw and option of what is put there, for picks in the
    /// order of `slots`.
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
            // Marks of which each cell has its own draw are many, and need no memory.
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

    /// The option with these numbers of mark, draw and option.
    pub fn option(&self, [mark, draw, option]: [u32; 3]) -> &MarkOption {
        &self.marks[mark as usize].draws[draw as usize].options[option as usize]
    }

    /// Everything that may be put on some cell.
    pub fn things(&self) -> impl Iterator<Item = &MarkedThing> {
        let draws = self.marks.iter().flat_map(|mark| &mark.draws);
        let options = draws.flat_map(|draw| &draw.options);
        options.filter_map(|option| option.puts.as_ref())
    }

    /// Whether a matching thing is put down whatever chance draws.
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
        // A shuffle may give the meanings that always match to marks that stand nowhere, if there are enough of
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
    /// Every item that may be put on some cell, and the kind of every body.
    pub fn perhaps(&self) -> (Vec<ItemId>, Vec<KindId>) {
        let (mut items, mut kinds) = (Vec::new(), Vec::new());
        for thing in self.things().map(MarkedThing::thing) {
            items.extend(thing.item());
            kinds.extend(thing.body());
        }
        (items, kinds)
    }

    /// Every tile that may be put on some cell.
    pub fn tiles(&self) -> impl Iterator<Item = TileId> {
        self.things().filter_map(|thing| thing.thing().tile())
    }

    /// Every tile that may be put on a cell, whatever its mark stands for.
    pub fn tiles_at(&self, cell: &ChanceCell) -> impl Iterator<Item = TileId> {
        let group = { self.shuffles.iter() }.find(|group| group.contains(&cell.mark));
        let group = group.map_or_else(|| vec![cell.mark], Vec::clone);
        let draws = { group.into_iter() }.flat_map(|mark| &self.marks[mark as usize].draws);
        let options = draws.flat_map(|draw| &draw.options);
        options.filter_map(|option| option.puts.as_ref()?.thing().tile())
    }
}

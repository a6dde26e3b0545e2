//! The shifts of a state. A shift pushes one box to another place, by any number of pushes, while all other boxes stay.
//! With shifts instead of single pushes, a search decides where a box goes, and not how.
use super::board::{BoxBoard, BoxCell, BoxPlaces, NOWHERE, Regions};
use super::corral::Shove;

/// The result of a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shift {
    /// The number of the box.
    pub nth: u16,
    /// The box's new place.
    pub to: BoxCell,
    /// The first cell of the hero's new region.
    pub hero: BoxCell,
}

/// The cell of a box and the hero's region, after some pushes.
#[derive(Clone, Copy, Debug)]
struct Stop {
    cell: BoxCell,
    hero: BoxCell,
    /// The index of the stop before the last push. The first stop is its own parent.
    parent: usize,
    /// The direction of the last push.
    way: usize,
}

/// A place to which a box can be pushed.
pub struct Visit<'a> {
    pub to: BoxCell,
    /// The first cell of the hero's region after the pushes.
    pub hero: BoxCell,
    /// The places of all boxes after the pushes.
    pub places: &'a BoxPlaces,
    /// The regions of the board; only the hero's region is known.
    pub regions: &'a mut Regions,
    /// The number to pass to [`BoxShifts::pushes_to`] for the pushes that lead to this place.
    pub nth: usize,
}

/// Finds the shifts of single boxes. Reuses its memory for each box.
#[derive(Debug)]
pub struct BoxShifts {
    stops: Vec<Stop>,
    /// For each cell and direction: whether a push of the box on the cell in that direction was found.
    is_seen: Vec<bool>,
    seen: Vec<usize>,
}

impl BoxShifts {
    pub fn new(board: &BoxBoard) -> BoxShifts {
        BoxShifts {
            stops: Vec::new(),
            is_seen: vec![false; board.len() * board.ways()],
            seen: Vec::new(),
        }
    }

    /// Visits each place to which the box on the cell `start` can be pushed if the hero begins on the cell `hero`.
    /// `sort` is the bit of the box's sort. If `first` is given, the first push must be one of these. `is_shut` says
    /// whether the box must not be pushed onto a cell. Ends when `visit` returns `true`.
    #[expect(
        clippy::too_many_arguments,
        reason = "a visitor of a search's inner loop"
    )]
    pub fn visit(
        &mut self,
        board: &BoxBoard,
        places: &mut BoxPlaces,
        regions: &mut Regions,
        (start, hero, sort): (BoxCell, BoxCell, u8),
        first: Option<&[Shove]>,
        is_shut: impl Fn(BoxCell) -> bool,
        mut visit: impl FnMut(Visit<'_>) -> bool,
    ) {
        for side in self.seen.drain(..) {
            self.is_seen[side] = false;
        }
        self.stops.clear();
        self.stops.push(Stop {
            cell: start,
            hero,
            parent: 0,
            way: 0,
        });
        let mut done = 0;
        places.set(board, start, false);
        while let Some(Stop { cell, hero, .. }) = self.stops.get(done).copied() {
            places.set(board, cell, true);
            let region = regions.flood(board, places, hero);
            let ways: u32 = (0..board.ways())
                .filter(|way| regions.has(board.next(cell, board.opposite(*way))))
                .fold(0, |ways, way| ways | 1 << way);
            let is_over = done > 0
                && visit(Visit {
                    to: cell,
                    hero: region,
                    places,
                    regions,
                    nth: done,
                });
            places.set(board, cell, false);
            if is_over {
                break;
            }
            for way in (0..board.ways()).filter(|way| ways >> way & 1 == 1) {
                let side = usize::from(cell) * board.ways() + way;
                if std::mem::replace(&mut self.is_seen[side], true) {
                    continue;
                }
                self.seen.push(side);
                let is_first = done > 0 || first.is_none_or(|first| first.contains(&(cell, way)));
                let to = board.next(cell, way);
                if !is_first || !places.admits_box(board, to, sort) || is_shut(to) {
                    continue;
                }
                if places.is_open_hole(to) {
                    let sunk = board.sunk(to);
                    self.stops.push(Stop {
                        cell: sunk,
                        hero: cell,
                        parent: done,
                        way,
                    });
                    continue;
                }
                let behind = usize::from(to) * board.ways() + way;
                if !self.is_seen[behind] {
                    self.stops.push(Stop {
                        cell: to,
                        hero: cell,
                        parent: done,
                        way,
                    });
                }
            }
            done += 1;
            // A box that has sunk can be pushed no further, so only report its place.
            while let Some(stop) = self
                .stops
                .get(done)
                .filter(|stop| board.hole_of(stop.cell).is_some())
            {
                places.set(board, stop.cell, true);
                let region = regions.flood(board, places, stop.hero);
                let is_over = visit(Visit {
                    to: stop.cell,
                    hero: region,
                    places,
                    regions,
                    nth: done,
                });
                places.set(board, stop.cell, false);
                if is_over {
                    places.set(board, start, true);
                    return;
                }
                done += 1;
            }
        }
        places.set(board, start, true);
    }

    /// Returns the pushes that lead to the `nth` stop of the last visit, each with the cell of the box before the push.
    pub fn pushes_to(&self, mut nth: usize) -> Vec<Shove> {
        let mut pushes = Vec::new();
        while nth > 0 {
            let Stop { parent, way, .. } = self.stops[nth];
            pushes.push((self.stops[parent].cell, way));
            nth = parent;
        }
        pushes.reverse();
        pushes
    }
}

/// Returns the directions of a shortest walk to a cell; `None` if no walk leads there.
pub fn walk(
    board: &BoxBoard,
    places: &BoxPlaces,
    from: BoxCell,
    to: BoxCell,
) -> Option<Vec<usize>> {
    let mut before = vec![(NOWHERE, 0); board.len()];
    let mut work = vec![to];
    before[usize::from(to)] = (to, 0);
    let mut done = 0;
    while before[usize::from(from)].0 == NOWHERE {
        let cell = *work.get(done)?;
        done += 1;
        for way in 0..board.ways() {
            let near = board.next(cell, board.opposite(way));
            let is_new = near != NOWHERE && before[usize::from(near)].0 == NOWHERE;
            if is_new && places.is_free(near) {
                before[usize::from(near)] = (cell, way);
                work.push(near);
            }
        }
    }
    let mut ways = Vec::new();
    let mut at = from;
    while at != to {
        let (next, way) = before[usize::from(at)];
        ways.push(way);
        at = next;
    }
    Some(ways)
}

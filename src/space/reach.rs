//! How far one move carries (K-2): what a flood over eight neighbours enters that never leaves a diamond.
use super::geometry::{Direction, Point, Size, at};
use super::grid::Grid;

/// The cells of one move. It knows of no cell outside the diamond, whatever the map.
#[derive(Clone, Debug)]
pub struct Reach {
    from: Point,
    corner: Point, // the north-west end of the square around the diamond, as far as it lies on the map
    entered: Grid<bool>,
}

impl Reach {
    /// The cells at a Manhattan distance of at most `range` from `from` that steps over such cells lead to, cutting
    /// corners; `from` is one of them. `open` is asked about cells of the map inside the diamond only, `from` never.
    pub fn of(from: Point, range: u32, map: Size, open: impl Fn(Point) -> bool) -> Reach {
        let range = range.min(i32::MAX as u32) as i32;
        let corner = at(
            from.x.saturating_sub(range).max(0),
            from.y.saturating_sub(range).max(0),
        );
        let last = at(
            from.x.saturating_add(range).min(map.width - 1),
            from.y.saturating_add(range).min(map.height - 1),
        );
        let size = Size::new(last.x - corner.x + 1, last.y - corner.y + 1);
        let mut reach = Reach {
            from,
            corner,
            entered: Grid::filled(size, false),
        };
        let mut left = vec![from];
        while let Some(p) = left.pop() {
            let is_inside = p.manhattan(from) <= range as u32;
            if !is_inside || reach.entered.get(reach.local(p)) != Some(false) {
                continue;
            }
            if p == from || open(p) {
                reach.entered.set(reach.local(p), true);
                left.extend(Direction::ALL.map(|way| p + way));
            }
        }
        reach
    }

    /// Whether the move can end there.
    pub fn contains(&self, p: Point) -> bool {
        self.entered.get(self.local(p)) == Some(true)
    }

    /// All of them in reading order.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let size = self.entered.size();
        let local = size.points().zip(self.entered.cells());
        let entered = local.filter(|(_, is_entered)| **is_entered);
        entered.map(|(p, _)| at(p.x + self.corner.x, p.y + self.corner.y))
    }

    /// Where the move begins.
    pub fn from(&self) -> Point {
        self.from
    }

    fn local(&self, p: Point) -> Point {
        at(
            p.x.saturating_sub(self.corner.x),
            p.y.saturating_sub(self.corner.y),
        )
    }
}

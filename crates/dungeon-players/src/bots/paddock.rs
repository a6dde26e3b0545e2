//! A paddock in siege: the ring of fences around a herd, and the work on it.
use crate::player_view::PlayerView;
use dungeon_model::space::geometry::{Direction, Point, Size, at};

/// The number of steps from a herd to its fences. The cells between them form a lane from which the hero raises fences,
/// and into which the herd can grow. With a wider lane, the bots win fewer of the bundled sieges.
pub const MARGIN: i32 = 2;

/// A rectangle of fences around a herd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paddock {
    /// The northwest and the southeast corner; both are fences.
    from: Point,
    to: Point,
}

/// The next work on the weakest fences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenceWork {
    /// Build a fence on the hero's cell.
    Build,
    /// Raise the fence in this direction.
    Raise(Direction),
    /// Go to one of these cells.
    GoTo(Vec<Point>),
}

impl Paddock {
    /// Returns the paddock for a herd on a level of this size. The margin is smaller where there is no room for it.
    /// Returns `None` without a herd, or if there is no room for a fence.
    pub fn around(
        herd: impl IntoIterator<Item = Point>,
        margin: i32,
        size: Size,
    ) -> Option<Paddock> {
        let grown = |(from, to): (Point, Point), p: Point| {
            let from = at(from.x.min(p.x), from.y.min(p.y));
            (from, at(to.x.max(p.x), to.y.max(p.y)))
        };
        let mut herd = herd.into_iter();
        let first = herd.next()?;
        let (from, to) = herd.fold((first, first), grown);
        let paddock = Paddock {
            from: at((from.x - margin).max(1), (from.y - margin).max(1)),
            to: at(
                (to.x + margin).min(size.width - 2),
                (to.y + margin).min(size.height - 2),
            ),
        };
        let has_room = paddock.depth(first) > 0;
        has_room.then_some(paddock)
    }

    /// Returns the cells of the fences.
    pub fn ring(self) -> impl Iterator<Item = Point> {
        let Paddock { from, to } = self;
        let rows = (from.x..=to.x).flat_map(move |x| [at(x, from.y), at(x, to.y)]);
        let columns = (from.y + 1..to.y).flat_map(move |y| [at(from.x, y), at(to.x, y)]);
        rows.chain(columns)
    }

    /// Returns the number of steps from a cell outward to the fences: 0 on the fences, negative outside.
    pub fn depth(self, p: Point) -> i32 {
        let columns = (p.x - self.from.x).min(self.to.x - p.x);
        let rows = (p.y - self.from.y).min(self.to.y - p.y);
        columns.min(rows)
    }

    /// Returns the maximum depth of any cell.
    pub fn deepest(self) -> i32 {
        (self.to.x - self.from.x).min(self.to.y - self.from.y) / 2
    }

    /// Returns the next work until all fences have strength `wanted`, weakest fence first; `None` if all fences have
    /// it. `hero` is the hero's cell. `strength` returns the strength of the fence on a cell: -1 for bare ground,
    /// `None` where no fence can be.
    pub fn work(
        self,
        hero: Point,
        wanted: i32,
        strength: impl Fn(Point) -> Option<i32>,
    ) -> Option<FenceWork> {
        let lacking = |p: Point| strength(p).filter(|strength| *strength < wanted);
        let weakest = self.ring().filter_map(lacking).min()?;
        let ring: Vec<Point> = self
            .ring()
            .filter(|p| strength(*p) == Some(weakest))
            .collect();
        if weakest < 0 {
            return Some(if ring.contains(&hero) {
                FenceWork::Build
            } else {
                FenceWork::GoTo(ring)
            });
        }
        let mut ways = Direction::ALL.into_iter();
        let raised = ways.find(|way| ring.contains(&(hero + *way)));
        let beside = |p: &Point| Direction::ALL.map(|way| *p + way);
        Some(raised.map_or_else(
            || FenceWork::GoTo(ring.iter().flat_map(beside).collect()),
            FenceWork::Raise,
        ))
    }
}

/// Returns the known cells of the herd on the hero's level.
pub fn known_herd<'a>(view: &PlayerView<'a>) -> impl Iterator<Item = Point> + use<'a> {
    let (view, world) = (*view, view.map.world());
    let herd = world.herd(world.here()).iter().copied();
    herd.filter(move |p| view.item(*p).is_some_and(|item| item.herd))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size {
        width: 9,
        height: 8,
    };

    #[test]
    fn a_paddock_leaves_a_lane_round_the_herd_where_there_is_room() {
        let paddock = Paddock::around([at(4, 3), at(4, 4)], MARGIN, SIZE).expect("there is room");
        assert_eq!(paddock.ring().count(), 2 * 5 + 2 * 4);
        assert!(
            paddock
                .ring()
                .all(|p| paddock.depth(p) == 0 && SIZE.contains_inside_rim(p))
        );
        assert_eq!(
            [at(4, 3), at(3, 2), at(1, 3)].map(|p| paddock.depth(p)),
            [2, 1, -1]
        );
        // A herd near the rim gets fences at a smaller distance; a herd right next to the rim gets none, since there is
        // no room.
        let near = Paddock::around([at(2, 3)], MARGIN, SIZE).expect("there is room");
        assert_eq!(near.depth(at(2, 3)), 1);
        assert_eq!(Paddock::around([at(1, 3)], MARGIN, SIZE), None);
        assert_eq!(Paddock::around([], MARGIN, SIZE), None);
    }

    #[test]
    fn the_weakest_fences_are_worked_at_first() {
        let paddock = Paddock::around([at(4, 4)], 1, SIZE).expect("there is room");
        let bare = |p: Point| Some(if p == at(3, 3) { -1 } else { 2 });
        assert_eq!(paddock.work(at(3, 3), 2, bare), Some(FenceWork::Build));
        assert_eq!(
            paddock.work(at(4, 4), 2, bare),
            Some(FenceWork::GoTo(vec![at(3, 3)]))
        );
        let weak = |p: Point| Some(if p == at(3, 3) { 1 } else { 2 });
        let way = Direction::NorthWest;
        assert_eq!(paddock.work(at(4, 4), 2, weak), Some(FenceWork::Raise(way)));
        assert_eq!(paddock.work(at(4, 4), 1, weak), None);
        let Some(FenceWork::GoTo(cells)) = paddock.work(at(7, 6), 2, weak) else {
            panic!("it is far away");
        };
        assert!(cells.contains(&at(4, 4)));
    }
}

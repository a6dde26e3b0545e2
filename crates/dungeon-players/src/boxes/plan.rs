//! The order in which targets should be covered, and the measures that depend on it. The order comes from playing the
//! solved puzzle backward: boxes are pulled from their targets to the starting cells of boxes, nearest first, and leave
//! the board there. The target that is emptied last is covered first (Y. Shoham and J. Schaeffer, "The FESS algorithm:
//! a feature based approach to single-agent search", 2020).
use super::board::{BoxBoard, BoxCell, BoxEntry, BoxPlaces, NOWHERE, Regions};
use super::distances::{FAR, pulls};

/// The maximum number of looks at cells for pulling boxes. If more looks are needed, the remaining targets are ordered
/// by distance.
const MOST_LOOKS: usize = 1 << 22;

/// The order in which the targets of a puzzle should be covered, with tables that depend on it.
#[derive(Debug)]
pub struct PackingPlan {
    /// The targets in the order of covering.
    pub order: Vec<BoxCell>,
    /// The index of each of these targets in the board's list of targets.
    numbers: Vec<usize>,
    /// By number of covered targets, then by cell: whether a box on the cell can reach none of the remaining targets
    /// once the next target is covered.
    is_left_out: Vec<Vec<bool>>,
    /// For each cell in a narrow passage between rooms, the number of that passage; `NOWHERE` for other cells.
    narrow: Vec<BoxCell>,
    narrow_ways: usize,
}

impl PackingPlan {
    pub fn new(board: &BoxBoard, boxes: &[BoxCell]) -> PackingPlan {
        let order = order(board, boxes);
        let is_left_out = (0..order.len()).map(|covered| left_out(board, &order, covered));
        let (narrow, narrow_ways) = narrow_ways(board);
        PackingPlan {
            numbers: { order.iter() }
                .filter_map(|cell| board.targets.iter().position(|target| target == cell))
                .collect(),
            is_left_out: is_left_out.collect(),
            order,
            narrow,
            narrow_ways,
        }
    }

    /// Returns the number of targets that are covered in this order, up to the first target without a box.
    pub fn covered(&self, places: &BoxPlaces) -> usize {
        let covered = self
            .order
            .iter()
            .take_while(|target| places.has_box(**target));
        covered.count()
    }

    /// Returns the index, in the board's list of targets, of the target to cover after the first `covered` ones; `None`
    /// if all targets are covered.
    pub fn next_target(&self, covered: usize) -> Option<usize> {
        self.numbers.get(covered).copied()
    }

    /// Whether a cell is one of the first `covered` targets of the order.
    pub fn is_covered(&self, covered: usize, cell: BoxCell) -> bool {
        self.order[..covered].contains(&cell)
    }

    /// Whether a box on a cell can reach none of the remaining targets once the target after the first `covered` ones
    /// is covered, too.
    pub fn leaves_out(&self, covered: usize, cell: BoxCell) -> bool {
        let cells = self.is_left_out.get(covered);
        cells.is_some_and(|cells| cells[usize::from(cell)])
    }

    /// Returns the number of narrow passages that contain boxes.
    pub fn blocked_ways(
        &self,
        boxes: impl Iterator<Item = BoxCell>,
        is_blocked: &mut Vec<bool>,
    ) -> usize {
        is_blocked.clear();
        is_blocked.resize(self.narrow_ways, false);
        for cell in boxes {
            if let Some(is_blocked) =
                is_blocked.get_mut(usize::from(self.narrow[usize::from(cell)]))
            {
                *is_blocked = true;
            }
        }
        is_blocked.iter().filter(|is_blocked| **is_blocked).count()
    }
}

fn order(board: &BoxBoard, boxes: &[BoxCell]) -> Vec<BoxCell> {
    let lying = boxes
        .iter()
        .copied()
        .filter(|place| board.hole_of(*place).is_none());
    let mut sinks: Vec<BoxCell> = lying
        .clone()
        .filter(|cell| !board.cells[usize::from(*cell)].is_target)
        .collect();
    if sinks.is_empty() {
        sinks.extend(lying);
    }
    let distances = pushes_from(board, &sinks);
    let mut left = board.targets.clone();
    left.sort_by_key(|target| (distances[usize::from(*target)], *target));
    let mut places = BoxPlaces::new(board);
    let numbers = 0..BoxCell::try_from(board.len()).unwrap_or(NOWHERE);
    for cell in numbers.clone() {
        if board.cells[usize::from(cell)].entry == BoxEntry::Sinks {
            places.set(board, board.sunk(cell), true);
        }
    }
    places.put(board, &left);
    let mut pulling = Pulling::new(board, &sinks);
    let mut hero = None;
    let mut order = Vec::new();
    while !left.is_empty() {
        let mut from = |hero: BoxCell| {
            let mut nths = 0..left.len();
            nths.find_map(|nth| Some((nth, pulling.pull(board, &mut places, left[nth], hero)?)))
        };
        let mut pulled = hero.and_then(&mut from);
        if pulled.is_none() {
            let mut seen = Regions::new(board);
            let mut starts = Vec::new();
            seen.clear();
            for cell in numbers.clone() {
                if places.is_free(cell) && !seen.has(cell) {
                    seen.add(board, &places, cell);
                    starts.push(cell);
                }
            }
            pulled = starts.into_iter().find_map(|start| {
                let mut nths = 0..left.len();
                nths.find_map(|nth| {
                    Some((nth, pulling.pull(board, &mut places, left[nth], start)?))
                })
            });
        }
        let (nth, end) = pulled.unwrap_or((0, NOWHERE));
        hero = Some(end).filter(|end| *end != NOWHERE);
        let target = left.remove(nth);
        places.set(board, target, false);
        order.push(target);
    }
    order.reverse();
    order
}

/// Returns, for each cell, the number of pushes that bring a box there from the nearest of some cells, on a board
/// without other boxes.
fn pushes_from(board: &BoxBoard, from: &[BoxCell]) -> Vec<u16> {
    let mut pushes = vec![FAR; board.len()];
    let mut work = from.to_vec();
    for cell in from {
        pushes[usize::from(*cell)] = 0;
    }
    let mut done = 0;
    while let Some(cell) = work.get(done).copied() {
        done += 1;
        let further = pushes[usize::from(cell)].saturating_add(1);
        for way in 0..board.ways() {
            let to = board.next(cell, way);
            let is_pushed =
                board.takes_boxes(to) && board.next(cell, board.opposite(way)) != NOWHERE;
            if is_pushed && pushes[usize::from(to)] == FAR {
                pushes[usize::from(to)] = further;
                work.push(to);
            }
        }
    }
    pushes
}

/// Pulls single boxes off the board.
struct Pulling {
    is_sink: Vec<bool>,
    regions: Regions,
    /// For each cell and each side of it: whether the hero has stood there while the box was on the cell.
    is_seen: Vec<bool>,
    looks: usize,
}

impl Pulling {
    fn new(board: &BoxBoard, sinks: &[BoxCell]) -> Pulling {
        let mut is_sink = vec![false; board.len()];
        for cell in sinks {
            is_sink[usize::from(*cell)] = true;
        }
        Pulling {
            is_sink,
            regions: Regions::new(board),
            is_seen: vec![false; board.len() * board.ways()],
            looks: 0,
        }
    }

    /// Pulls a box from its target to a sink (a cell where boxes leave the board). Returns the hero's cell afterward;
    /// `None` if no pulls lead to a sink.
    fn pull(
        &mut self,
        board: &BoxBoard,
        places: &mut BoxPlaces,
        target: BoxCell,
        hero: BoxCell,
    ) -> Option<BoxCell> {
        self.looks += board.len();
        self.is_seen.fill(false);
        let mut work = vec![(target, hero)];
        let mut done = 0;
        places.set(board, target, false);
        let mut end = None;
        while let Some((cell, hero)) = work.get(done).copied() {
            done += 1;
            self.looks += board.len();
            if self.looks > MOST_LOOKS {
                break;
            }
            if self.is_sink[usize::from(cell)] {
                end = Some(hero);
                break;
            }
            places.set(board, cell, true);
            if !places.is_free(hero) {
                places.set(board, cell, false);
                continue;
            }
            self.regions.flood(board, places, hero);
            places.set(board, cell, false);
            for way in 0..board.ways() {
                // A pull: the hero steps from `to`, next to the box, to `end`, and the box follows to `to`.
                let to = board.next(cell, way);
                let side = usize::from(cell) * board.ways() + way;
                if !self.regions.has(to) || std::mem::replace(&mut self.is_seen[side], true) {
                    continue;
                }
                let end = board.next(to, way);
                if places.is_free(end) && board.takes_boxes(to) && board.takes_boxes(cell) {
                    work.push((to, end));
                }
            }
        }
        places.set(board, target, true);
        end
    }
}

/// Returns, by cell, whether a box there can reach no later target once the first `covered` targets and the next one
/// are covered. All false if there is no later target.
fn left_out(board: &BoxBoard, order: &[BoxCell], covered: usize) -> Vec<bool> {
    let (walls, later) = order.split_at(covered + 1);
    let mut is_left_out = vec![true; board.len()];
    if later.is_empty() {
        return vec![false; board.len()];
    }
    let mut is_wall = vec![false; board.len()];
    for wall in walls {
        is_wall[usize::from(*wall)] = true;
    }
    let mut work = later.to_vec();
    for target in later {
        is_left_out[usize::from(*target)] = false;
    }
    while let Some(cell) = work.pop() {
        for from in pulls(board, cell, |cell| is_wall[usize::from(cell)]) {
            if std::mem::replace(&mut is_left_out[usize::from(from)], false) {
                work.push(from);
            }
        }
    }
    is_left_out
}

/// Numbers the narrow passages of a board: connected cells with walls on both sides. Returns the number of the passage
/// for each cell, and the number of passages. Finds no passages if steps go in eight directions.
fn narrow_ways(board: &BoxBoard) -> (Vec<BoxCell>, usize) {
    let mut narrow = vec![NOWHERE; board.len()];
    let mut count = 0;
    if board.ways() != 4 {
        return (narrow, 0);
    }
    let is_narrow = |cell: BoxCell| {
        let is_wall = |way: usize| board.next(cell, way) == NOWHERE;
        let is_between = |way: usize| is_wall(way) && is_wall(board.opposite(way));
        let is_through = |way: usize| !is_wall(way) && !is_wall(board.opposite(way));
        (0..4).any(is_between)
            && (0..4).any(is_through)
            && !board.cells[usize::from(cell)].is_target
    };
    for cell in 0..BoxCell::try_from(board.len()).unwrap_or(NOWHERE) {
        if narrow[usize::from(cell)] != NOWHERE || !is_narrow(cell) {
            continue;
        }
        let mut work = vec![cell];
        narrow[usize::from(cell)] = count;
        while let Some(cell) = work.pop() {
            for near in board.beside(cell) {
                if *near != NOWHERE && narrow[usize::from(*near)] == NOWHERE && is_narrow(*near) {
                    narrow[usize::from(*near)] = count;
                    work.push(*near);
                }
            }
        }
        count += 1;
    }
    (narrow, usize::from(count))
}

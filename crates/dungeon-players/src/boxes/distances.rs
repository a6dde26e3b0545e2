//! The number of pushes from each cell to each target, found by pulling boxes back from the targets. Assumes that the
//! hero can get to every side of a box, so the distances are never too long. A cell without a distance to a target is
//! dead for that target: no box gets from the cell to the target (A. Junghanns and J. Schaeffer, "Sokoban: Enhancing
//! general single-agent search methods using domain knowledge", 2001).
use super::board::{BoxBoard, BoxCell, NOWHERE};

/// The distance of a cell from which no box can be pushed to the target.
pub const FAR: u16 = u16::MAX;

/// The number of pushes from each cell to each target of a board.
#[derive(Clone, Debug)]
pub struct PushDistances {
    targets: usize,
    /// For each cell and each target: the number of pushes from the cell to the target.
    pushes: Vec<u16>,
    /// For each cell: whether a box there can be pushed to some target.
    is_live: Vec<bool>,
    /// Whether boxes can be pushed to every target from each cell from which they can be pushed to any.
    pub are_all: bool,
}

impl PushDistances {
    /// Measures the distances to the cells `aims`. `is_wall` says whether a cell counts as a wall, in addition to the
    /// walls of the board.
    pub fn new(
        board: &BoxBoard,
        aims: &[BoxCell],
        is_wall: impl Fn(BoxCell) -> bool,
    ) -> PushDistances {
        let targets = aims.len();
        let mut pushes = vec![FAR; board.len() * targets];
        let mut work = Vec::new();
        for (nth, target) in aims.iter().enumerate() {
            work.clear();
            if !is_wall(*target) {
                pushes[usize::from(*target) * targets + nth] = 0;
                work.push(*target);
            }
            let mut done = 0;
            while let Some(cell) = work.get(done).copied() {
                done += 1;
                let further = pushes[usize::from(cell) * targets + nth].saturating_add(1);
                for from in pulls(board, cell, &is_wall) {
                    let pushes = &mut pushes[usize::from(from) * targets + nth];
                    if *pushes == FAR {
                        *pushes = further;
                        work.push(from);
                    }
                }
            }
        }
        let rows = || (0..board.len()).map(|cell| &pushes[cell * targets..(cell + 1) * targets]);
        let is_live: Vec<bool> = rows().map(|row| row.iter().any(|n| *n != FAR)).collect();
        let are_all = rows()
            .zip(&is_live)
            .all(|(row, is_live)| !is_live || row.iter().all(|n| *n != FAR));
        PushDistances {
            targets,
            pushes,
            is_live,
            are_all,
        }
    }

    /// Returns the bytes in use.
    pub fn bytes(&self) -> usize {
        self.pushes.len() * size_of::<u16>() + self.is_live.len()
    }

    /// Returns the number of pushes from a cell to each target; `FAR` for targets that a box cannot reach from there.
    #[inline]
    pub fn row(&self, cell: BoxCell) -> &[u16] {
        let first = usize::from(cell) * self.targets;
        &self.pushes[first..first + self.targets]
    }

    /// Whether a box on a cell may still get to some target.
    #[inline]
    pub fn is_live(&self, cell: BoxCell) -> bool {
        self.is_live[usize::from(cell)]
    }
}

/// Returns the cells from which one push brings a box to a cell.
pub fn pulls(
    board: &BoxBoard,
    cell: BoxCell,
    is_wall: impl Fn(BoxCell) -> bool,
) -> impl Iterator<Item = BoxCell> {
    (0..board.ways()).filter_map(move |way| {
        let from = board.next(cell, way);
        let is_open = |cell: BoxCell| cell != NOWHERE && !is_wall(cell);
        if !is_open(from) || !is_open(board.next(from, way)) || !board.takes_boxes(cell) {
            return None;
        }
        Some(from)
    })
}

/// Returns the maximum number of targets that can be covered if each gets a different box. `row` returns the number of
/// pushes of a box to each target; `None` for a box that cannot get anywhere. Computes a maximum matching by augmenting
/// paths (H. W. Kuhn, 1955).
pub fn matched<'a>(
    targets: usize,
    boxes: usize,
    row: impl Fn(usize) -> Option<&'a [u16]>,
) -> usize {
    let mut of_target: Vec<Option<usize>> = vec![None; targets];
    let mut matched = 0;
    let mut is_seen = vec![false; targets];
    for nth in 0..boxes {
        is_seen.fill(false);
        matched += usize::from(augment(nth, &row, &mut of_target, &mut is_seen));
    }
    matched
}

fn augment<'a>(
    nth: usize,
    row: &impl Fn(usize) -> Option<&'a [u16]>,
    of_target: &mut [Option<usize>],
    is_seen: &mut [bool],
) -> bool {
    let Some(pushes) = row(nth) else {
        return false;
    };
    for target in 0..of_target.len() {
        if pushes[target] == FAR || std::mem::replace(&mut is_seen[target], true) {
            continue;
        }
        let is_free = match of_target[target] {
            None => true,
            Some(other) => augment(other, row, of_target, is_seen),
        };
        if is_free {
            of_target[target] = Some(nth);
            return true;
        }
    }
    false
}

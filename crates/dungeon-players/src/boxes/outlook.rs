//! Measures how promising a state of a push puzzle is. A search groups its states by some of these measures
//! (`Features`). For each measure there is an adviser, which recommends one of the shifts (pushes of one box to another
//! place): the shift after which this measure is best.
use std::collections::VecDeque;

use super::board::{BoxBoard, BoxCell, BoxPlaces, NOWHERE, Regions};
use super::distances::{FAR, PushDistances};
use super::plan::PackingPlan;

/// The weight of a push that brings the nearest box to the next target. Other pushes have the weight 1.
const NEXT: u32 = 16;

/// Each measure recommends shifts. The first `SURE` measures recommend only shifts that improve them, the others always
/// their best shift.
const SURE: usize = 5;

/// The features by which a search groups its states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Features {
    /// The number of targets that are covered in the order of the plan, up to the first target without a box. If a way
    /// must be cleared instead: the number of cells of the board, minus the number of obstacles in the way.
    pub covered: usize,
    /// The number of regions into which boxes divide the board.
    regions: u32,
    /// The number of narrow passages that contain boxes.
    blocked: usize,
    /// The number of boxes that can reach none of the remaining targets once the next target is covered.
    left_out: usize,
    /// The number of boxes that could be pushed to the next target past all other boxes, counted up to two.
    supply: u32,
    /// Half the number of boxes that the hero can push now, rounded down; 0 with `Grouping::Coarse`.
    pub mobile: usize,
}

/// Measures of how promising a state is.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    pub features: Features,
    /// The sum over all boxes of the number of pushes to the nearest target, plus `NEXT` times the number of pushes
    /// from the nearest box to the next target. If a hole is in the hero's way, the hole is the next target.
    pub pushes: u32,
    /// The number of cells that the hero can reach.
    reached: u32,
    /// The number of boxes that could be pushed to the next target past all other boxes if the hero could go anywhere.
    supply: u32,
}

/// The parts of a puzzle on which the measures depend.
#[derive(Clone, Copy)]
pub struct PuzzleAim<'a> {
    pub board: &'a BoxBoard,
    pub plan: &'a PackingPlan,
    /// The cells to which boxes belong: targets, or holes in the hero's way.
    pub aims: &'a [BoxCell],
    /// The number of pushes from each cell of the board to these cells.
    pub distances: &'a PushDistances,
}

/// Measures states. Reuses its memory for each state.
#[derive(Debug, Default)]
pub struct Outlooks {
    is_blocked: Vec<bool>,
    marks: Vec<u32>,
    now: u32,
    work: Vec<BoxCell>,
}

impl Outlooks {
    /// Measures a state. `regions` contains the hero's region; afterward it contains all other regions, too. `boxes`
    /// are the cells of the boxes that have not sunk.
    pub fn measure(
        &mut self,
        aim: PuzzleAim<'_>,
        places: &BoxPlaces,
        regions: &mut Regions,
        boxes: impl Iterator<Item = BoxCell> + Clone,
    ) -> Outlook {
        let PuzzleAim {
            board,
            plan,
            aims,
            distances,
        } = aim;
        let way = obstacles(board, places, regions);
        let covered = plan.covered(places);
        let open = boxes
            .clone()
            .filter(|cell| !plan.is_covered(covered, *cell));
        let near = |pushes: Option<u16>| match pushes {
            None | Some(FAR) => 0,
            Some(pushes) => u32::from(pushes),
        };
        let hole = way.and_then(|(_, hole)| aims.iter().position(|aim| *aim == hole));
        let next = hole.or(plan.next_target(covered));
        let next = next.and_then(|next| open.clone().map(|cell| distances.row(cell)[next]).min());
        let each = boxes
            .clone()
            .map(|cell| near(distances.row(cell).iter().min().copied()));
        let mobile = boxes
            .clone()
            .filter(|cell| {
                (0..board.ways()).any(|way| {
                    let (to, behind) = (
                        board.next(*cell, way),
                        board.next(*cell, board.opposite(way)),
                    );
                    places.admits_box(board, to, 0) && regions.has(behind) && distances.is_live(to)
                })
            })
            .count();
        let supply = self.supply(board, places, plan, covered);
        Outlook {
            pushes: each.sum::<u32>() + NEXT * near(next),
            reached: regions.size(),
            supply,
            features: Features {
                covered: way.map_or(covered, |(obstacles, _)| board.len() - obstacles),
                regions: regions.add_all(board, places),
                blocked: plan.blocked_ways(boxes, &mut self.is_blocked),
                left_out: open.filter(|cell| plan.leaves_out(covered, *cell)).count(),
                supply: supply.min(2),
                mobile: mobile / 2,
            },
        }
    }

    /// Counts the boxes that could be pushed to the next target past all other boxes if the hero could go anywhere.
    fn supply(
        &mut self,
        board: &BoxBoard,
        places: &BoxPlaces,
        plan: &PackingPlan,
        covered: usize,
    ) -> u32 {
        let Some(target) = plan.order.get(covered) else {
            return 0;
        };
        let Outlooks {
            marks, now, work, ..
        } = self;
        *now += 1;
        marks.resize(board.len(), 0);
        marks[usize::from(*target)] = *now;
        work.clear();
        work.push(*target);
        let mut boxes = 0;
        while let Some(cell) = work.pop() {
            for way in 0..board.ways() {
                let from = board.next(cell, way);
                if from == NOWHERE || marks[usize::from(from)] == *now {
                    continue;
                }
                let behind = board.next(from, way);
                if behind == NOWHERE || places.has_box(behind) {
                    continue;
                }
                marks[usize::from(from)] = *now;
                if places.has_box(from) {
                    boxes += u32::from(!plan.is_covered(covered, from));
                } else {
                    work.push(from);
                }
            }
        }
        boxes
    }
}

/// Returns the smallest number of boxes and open holes between the hero's region and a wanted cell, and the first hole
/// among these obstacles (`NOWHERE` if there is none). The number is the size of the board if no way leads to a wanted
/// cell. Returns `None` if no cell is wanted.
fn obstacles(board: &BoxBoard, places: &BoxPlaces, reached: &Regions) -> Option<(usize, BoxCell)> {
    if board.wanted.is_empty() {
        return None;
    }
    let numbers = 0..BoxCell::try_from(board.len()).unwrap_or(NOWHERE);
    let starts = numbers.filter(|cell| reached.has(*cell));
    let mut work: VecDeque<(BoxCell, usize, BoxCell)> =
        starts.map(|cell| (cell, 0, NOWHERE)).collect();
    let mut is_done = vec![false; board.len()];
    while let Some((cell, before, hole)) = work.pop_front() {
        if std::mem::replace(&mut is_done[usize::from(cell)], true) {
            continue;
        }
        if board.wanted.contains(&cell) {
            return Some((before, hole));
        }
        for near in board.beside(cell).iter().filter(|near| **near != NOWHERE) {
            let is_hole = hole == NOWHERE && places.is_open_hole(*near);
            let hole = if is_hole { *near } else { hole };
            if places.is_free(*near) {
                work.push_front((*near, before, hole));
            } else {
                work.push_back((*near, before + 1, hole));
            }
        }
    }
    Some((board.len(), NOWHERE))
}

/// Returns the indices of the states that advisers recommend among `next`, the states that can follow `here`. Each
/// adviser judges by one measure.
pub fn advised<'a>(here: &Outlook, next: impl Iterator<Item = &'a Outlook> + Clone) -> Vec<usize> {
    let measures: [fn(&Outlook) -> i64; 7] = [
        |after| -(after.features.covered as i64),
        |after| after.features.regions.into(),
        |after| after.features.blocked as i64,
        |after| after.features.left_out as i64,
        |after| -i64::from(after.supply),
        |after| after.pushes.into(),
        |after| -i64::from(after.reached),
    ];
    let mut advised = Vec::new();
    for (nth, measure) in measures.into_iter().enumerate() {
        let better = next.clone().enumerate().filter(|(_, after)| {
            let is_better = measure(after) < measure(here) || nth >= SURE;
            after.features.covered >= here.features.covered && is_better
        });
        let best = better.min_by_key(|(_, after)| (measure(after), after.pushes));
        if let Some((best, _)) = best.filter(|(best, _)| !advised.contains(best)) {
            advised.push(best);
        }
    }
    advised
}

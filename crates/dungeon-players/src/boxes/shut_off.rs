//! Deadlocks around areas that the hero cannot reach, found by a small search with only the boxes around such an area.
//! Fewer boxes only make a puzzle easier. So if these boxes cannot be moved to open the area, and cannot all be moved
//! onto targets, the state is lost. Answers are cached, since the same boxes shut off the same area in many states.
use std::collections::HashMap;

use super::board::{BoxBoard, BoxCell, BoxPlaces, NOWHERE, Regions};
use super::distances::PushDistances;
use super::freeze::FrozenBoxes;
use crate::search::seen_states::SeenStates;

/// The maximum number of states of a small search. If a search needs more states, its boxes do not count as lost.
const MOST_STATES: usize = 500;

/// The maximum number of boxes in a small search.
const MOST_BOXES: usize = 12;

/// Searches around shut-off areas. Reuses its memory for each state.
#[derive(Debug)]
pub struct ShutOffAreas {
    answers: HashMap<u64, bool>,
    /// The places of the boxes of the small search.
    places: BoxPlaces,
    regions: Regions,
    frozen: FrozenBoxes,
    is_tried: Vec<bool>,
    is_fence: Vec<bool>,
    work: Vec<BoxCell>,
    /// The states of the small search, one after another: the cells of the boxes, then the first cell of the hero's
    /// region.
    states: Vec<BoxCell>,
}

impl ShutOffAreas {
    pub fn new(board: &BoxBoard) -> ShutOffAreas {
        ShutOffAreas {
            answers: HashMap::new(),
            places: BoxPlaces::new(board),
            regions: Regions::new(board),
            frozen: FrozenBoxes::new(board),
            is_tried: vec![false; board.len()],
            is_fence: vec![false; board.len()],
            work: Vec::new(),
            states: Vec::new(),
        }
    }

    /// Returns the bytes of the answers: eight slots for every seven entries of capacity, with one control byte each.
    pub fn bytes(&self) -> usize {
        self.answers.capacity() / 7 * 8 * (size_of::<(u64, bool)>() + 1)
    }

    /// Forgets all answers.
    pub fn forget(&mut self) {
        self.answers = HashMap::new();
    }

    /// Returns whether the boxes around some area that the hero cannot reach are lost: they can neither be moved to
    /// open the area, nor all be moved onto targets. Also returns the number of looks at cells that the answer took.
    /// Assumes that every box must get to a target.
    pub fn are_lost(
        &mut self,
        board: &BoxBoard,
        distances: &PushDistances,
        places: &BoxPlaces,
        reached: &Regions,
        hero: BoxCell,
    ) -> (bool, usize) {
        self.is_tried.fill(false);
        let mut looks = board.len();
        for cell in 0..board.len() {
            let cell = BoxCell::try_from(cell).unwrap_or(NOWHERE);
            if self.is_tried[usize::from(cell)] || !places.is_free(cell) || reached.has(cell) {
                continue;
            }
            let fence = self.fence(board, places, cell);
            if fence.len() < 2 || fence.len() > MOST_BOXES {
                continue;
            }
            self.places.put(board, &fence);
            let hero = self.regions.flood(board, &self.places, hero);
            let boxes = fence.iter().map(|cell| board.box_key(*cell));
            let key = boxes.fold(board.hero_key(hero), |key, of_box| key ^ of_box);
            let is_lost = match self.answers.get(&key) {
                Some(is_lost) => *is_lost,
                None => {
                    let is_lost = self.search(board, distances, &fence, hero, &mut looks);
                    self.answers.insert(key, is_lost);
                    is_lost
                }
            };
            self.places.take(board, &fence);
            looks += board.len();
            if is_lost {
                return (true, looks);
            }
        }
        (false, looks)
    }

    /// Returns the boxes around the area of a cell.
    fn fence(&mut self, board: &BoxBoard, places: &BoxPlaces, from: BoxCell) -> Vec<BoxCell> {
        let mut fence = Vec::new();
        self.is_tried[usize::from(from)] = true;
        self.work.push(from);
        while let Some(cell) = self.work.pop() {
            for near in board.beside(cell) {
                if places.has_box(*near)
                    && !std::mem::replace(&mut self.is_fence[usize::from(*near)], true)
                {
                    fence.push(*near);
                }
                if places.is_free(*near)
                    && !std::mem::replace(&mut self.is_tried[usize::from(*near)], true)
                {
                    self.work.push(*near);
                }
            }
        }
        for cell in &fence {
            self.is_fence[usize::from(*cell)] = false;
        }
        fence.sort_unstable();
        fence
    }

    /// Whether some boxes are lost even on a board without other boxes. `self.places` contains exactly these boxes
    /// before and after the search.
    fn search(
        &mut self,
        board: &BoxBoard,
        distances: &PushDistances,
        start: &[BoxCell],
        hero: BoxCell,
        looks: &mut usize,
    ) -> bool {
        let boxes = start.len();
        self.states.clear();
        self.states.extend_from_slice(start);
        self.states.push(hero);
        let mut seen = SeenStates::default();
        let mut done = 0;
        let mut is_lost = true;
        let mut now = start.to_vec();
        self.places.take(board, start);
        'search: while let Some(state) = self.states.get(done..done + boxes + 1) {
            now.copy_from_slice(&state[..boxes]);
            let hero = state[boxes];
            done += boxes + 1;
            self.places.put(board, &now);
            self.regions.flood(board, &self.places, hero);
            *looks += board.len();
            let is_on_target = |cell: &BoxCell| board.cells[usize::from(*cell)].is_target;
            let is_open = || {
                let numbers = 0..BoxCell::try_from(board.len()).unwrap_or(NOWHERE);
                let mut free = numbers.filter(|cell| self.places.is_free(*cell));
                free.all(|cell| self.regions.has(cell))
            };
            if now.iter().all(is_on_target) || is_open() {
                is_lost = false;
                self.places.take(board, &now);
                break;
            }
            let reached: Vec<(usize, usize)> = (0..boxes)
                .flat_map(|nth| (0..board.ways()).map(move |way| (nth, way)))
                .filter(|(nth, way)| {
                    let (to, behind) = (
                        board.next(now[*nth], *way),
                        board.next(now[*nth], board.opposite(*way)),
                    );
                    let is_open = self.places.admits_box(board, to, 0) && distances.is_live(to);
                    is_open && self.regions.has(behind)
                })
                .collect();
            for (nth, way) in reached {
                let from = now[nth];
                let to = board.next(from, way);
                self.places.set(board, from, false);
                self.places.set(board, to, true);
                now[nth] = to;
                let is_dead = |cell: BoxCell| !distances.is_live(cell);
                self.frozen
                    .find(board, &self.places, Some(to), now.iter().copied(), is_dead);
                if self.frozen.cells.iter().all(is_on_target) {
                    let hero = self.regions.flood(board, &self.places, from);
                    *looks += board.len();
                    let keys = now.iter().map(|cell| board.box_key(*cell));
                    if seen.insert(keys.fold(board.hero_key(hero), |key, of_box| key ^ of_box)) {
                        self.states.extend_from_slice(&now);
                        self.states.push(hero);
                    }
                }
                now[nth] = from;
                self.places.set(board, to, false);
                self.places.set(board, from, true);
            }
            self.places.take(board, &now);
            if seen.len() > MOST_STATES {
                is_lost = false;
                break 'search;
            }
        }
        self.places.put(board, start);
        is_lost
    }
}

//! Snapshots of a game at some of its positions, so that going back need not start from the beginning. Snapshots are
//! dense near the current position and sparse far from it. Their number and memory are bounded.

/// The minimum distance between two snapshots during normal play, in keys or commands.
const GAP: usize = 64;

/// The divisor for the distance between snapshots in a long game: two snapshots are at least the position divided by
/// this number apart.
const SHARE: usize = 64;

/// The maximum number of snapshots.
const MOST: usize = 128;

/// The maximum memory of all snapshots, in bytes.
const ROOM: usize = 64 << 20;

/// Snapshots of one game, in the order of their positions. A position is a number of keys or commands, from 0.
#[derive(Clone)]
pub struct Snapshots<T> {
    kept: Vec<StoredSnapshot<T>>, // earliest first, one per position
    weight: usize,
    /// The last position at which the state took too much memory to store.
    refused: usize,
}

/// A snapshot, its position, and the memory it takes.
#[derive(Clone)]
struct StoredSnapshot<T> {
    position: usize,
    state: T,
    weight: usize, // approximate, in bytes
}

impl<T> Default for Snapshots<T> {
    fn default() -> Snapshots<T> {
        Snapshots {
            kept: Vec::new(),
            weight: 0,
            refused: 0,
        }
    }
}

impl<T> Snapshots<T> {
    /// Returns the last snapshot at or before a position, with its position; `None` if there is none.
    pub fn until(&self, position: usize) -> Option<(usize, &T)> {
        let count = self.kept.partition_point(|kept| kept.position <= position);
        let last = &self.kept[count.checked_sub(1)?];
        Some((last.position, &last.state))
    }

    /// Whether a snapshot at `position` is worth its memory, on the way to `goal` if the game is being played up to
    /// that position. Snapshots become denser toward a goal, because players often go back several steps in a row.
    pub fn needs(&self, position: usize, goal: Option<usize>) -> bool {
        let last = self.until(position).map_or(0, |(last, _)| last);
        let refused = Some(self.refused).filter(|refused| *refused <= position);
        let last = last.max(refused.unwrap_or_default());
        let gap = position - last;
        let is_near = |goal: usize| (goal - position.min(goal)) * 2 <= goal - last.min(goal);
        gap >= GAP.max(position / SHARE) || gap > 0 && goal.is_some_and(is_near)
    }

    /// Stores the state at a position, which takes `weight` bytes, unless this is too much memory. Drops the snapshots
    /// that are least useful from that position.
    pub fn keep(&mut self, here: usize, weight: usize, state: impl FnOnce() -> T) {
        let nth = self.kept.partition_point(|kept| kept.position < here);
        let next = self.kept.get(nth).map(|kept| kept.position);
        if weight > ROOM {
            self.refused = here;
        }
        if next == Some(here) || weight > ROOM {
            return;
        }
        let snapshot = StoredSnapshot {
            position: here,
            state: state(),
            weight,
        };
        self.kept.insert(nth, snapshot);
        self.weight += weight;
        while self.weight > ROOM || self.kept.len() > MOST {
            let least = (0..self.kept.len()).min_by_key(|nth| self.cost_of_removal(*nth, here));
            let given_up = self.kept.remove(least.unwrap_or_default());
            self.weight -= given_up.weight;
        }
    }

    /// Drops the snapshots after a position, because the game goes on differently from there.
    pub fn forget_after(&mut self, position: usize) {
        let later = self.kept.partition_point(|kept| kept.position <= position);
        let dropped = self.kept.drain(later..);
        self.weight -= dropped.map(|kept| kept.weight).sum::<usize>();
        self.refused = self.refused.min(position);
    }

    /// Returns the approximate memory of all snapshots, in bytes.
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// Returns the cost of losing a snapshot: the number of steps that would have to be played again without it,
    /// divided by its distance from `here`.
    fn cost_of_removal(&self, nth: usize, here: usize) -> usize {
        let position_of = |nth: usize| self.kept.get(nth).map(|kept| kept.position);
        let position = self.kept[nth].position;
        let before = nth.checked_sub(1).and_then(position_of).unwrap_or(0);
        let next = position_of(nth + 1).unwrap_or(position);
        (next - before).saturating_mul(1 << 16) / (position.abs_diff(here) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The memory of a small state and of a large one, in bytes.
    const SMALL: usize = 1 << 10;
    const LARGE: usize = ROOM / 7;

    fn keep(snapshots: &mut Snapshots<usize>, position: usize, weight: usize) {
        snapshots.keep(position, weight, || position);
    }

    fn positions(snapshots: &Snapshots<usize>) -> Vec<usize> {
        let kept = snapshots.kept.iter();
        kept.map(|kept| kept.position).collect()
    }

    #[test]
    fn they_are_bounded_in_number_and_dense_where_one_is() {
        let mut snapshots = Snapshots::default();
        let length = 100_000;
        (0..=length).for_each(|position| keep(&mut snapshots, position, SMALL));
        let kept = positions(&snapshots);
        assert_eq!(kept.len(), MOST);
        assert!(kept.is_sorted());
        let gaps = kept
            .windows(2)
            .map(|pair| (pair[1] - pair[0], length - pair[1]));
        for (gap, distance) in gaps {
            assert!(
                gap <= 1 + distance / 4,
                "{gap} keys, {distance} from the end: {kept:?}"
            );
        }
        assert_eq!(snapshots.until(length), Some((length, &length)));
        assert_eq!(snapshots.until(kept[5] - 1), Some((kept[4], &kept[4])));
    }

    #[test]
    fn of_each_place_one_is_kept() {
        let mut snapshots = Snapshots::default();
        for position in [5, 9, 5, 9] {
            keep(&mut snapshots, position, SMALL);
        }
        assert_eq!(positions(&snapshots), [5, 9]);
        assert_eq!(snapshots.weight, 2 * SMALL);
    }

    #[test]
    fn those_of_another_course_are_forgotten() {
        let mut snapshots = Snapshots::default();
        (1..6).for_each(|position| keep(&mut snapshots, position, SMALL));
        keep(&mut snapshots, 7, ROOM + 1);
        snapshots.forget_after(3);
        assert_eq!(positions(&snapshots), [1, 2, 3]);
        assert_eq!((snapshots.weight(), snapshots.refused), (3 * SMALL, 3));
    }

    #[test]
    fn they_are_bounded_in_memory() {
        let mut snapshots = Snapshots::default();
        for position in 1..20 {
            keep(&mut snapshots, position, LARGE);
            assert!(snapshots.kept.len() <= ROOM / LARGE);
            assert_eq!(snapshots.weight, snapshots.kept.len() * LARGE);
        }
    }

    #[test]
    fn a_session_that_is_too_large_is_looked_at_as_seldom_as_one_that_is_kept() {
        let mut snapshots = Snapshots::default();
        let asked = (0..10 * GAP).filter(|position| {
            let needs = snapshots.needs(*position, None);
            if needs {
                keep(&mut snapshots, *position, ROOM + 1);
            }
            needs
        });
        assert_eq!(asked.count(), 9);
        assert!(snapshots.kept.is_empty());
    }

    #[test]
    fn one_is_lacked_where_none_is_near_and_on_the_last_stretches_of_a_way() {
        let mut snapshots = Snapshots::default();
        assert!(!snapshots.needs(0, None) && !snapshots.needs(0, Some(1)));
        assert!(!snapshots.needs(GAP - 1, None) && snapshots.needs(GAP, None));
        let goal = 50;
        let kept = (0..goal).filter(|position| {
            let lacks = snapshots.needs(*position, Some(goal));
            if lacks {
                keep(&mut snapshots, *position, SMALL);
            }
            lacks
        });
        assert_eq!(kept.collect::<Vec<_>>(), [25, 38, 44, 47, 49]);
        let far = 100 * GAP * SHARE;
        keep(&mut snapshots, far, SMALL);
        assert!(!snapshots.needs(far + GAP, None), "fewer in a longer one");
    }
}

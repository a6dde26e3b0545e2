//! Snapshots of a session at some positions of a recording, so that going back need not start from the beginning.
//! Snapshots are dense near the current position and sparse far from it. Their number and memory are bounded.
use super::playback::PlaybackPosition;
use crate::input::key::Key;
use crate::session::session::Session;

/// The minimum distance in keys between two snapshots during normal play.
const GAP: usize = 64;

/// The divisor for the distance between snapshots in a long recording: two snapshots are at least the position divided
/// by this number apart.
const SHARE: usize = 64;

/// The maximum number of snapshots.
const MOST: usize = 128;

/// The maximum memory of all snapshots, in bytes.
const ROOM: usize = 64 << 20;

/// A session at rest at a position of its recording.
pub struct Snapshot {
    /// The position in the recording.
    pub place: PlaybackPosition,
    /// The last key of the game; `None` before the first key.
    pub pressed: Option<Key>,
    /// The session, at rest.
    pub session: Session,
}

/// Snapshots of one recording, in the order of their positions.
#[derive(Default)]
pub struct Snapshots {
    kept: Vec<StoredSnapshot>, // earliest first, one per place
    weight: usize,
    /// The last position at which the session took too much memory to store.
    refused: usize,
}

/// A snapshot, and the memory it takes.
struct StoredSnapshot {
    snapshot: Snapshot,
    weight: usize, // approximate, in bytes
}

impl StoredSnapshot {
    fn position(&self) -> usize {
        self.snapshot.place.position
    }
}

impl Snapshots {
    /// Returns the last snapshot with at most `position` keys; `None` if there is none.
    pub fn until(&self, position: usize) -> Option<&Snapshot> {
        let count = self
            .kept
            .partition_point(|kept| kept.position() <= position);
        let last = count.checked_sub(1)?;
        Some(&self.kept[last].snapshot)
    }

    /// Whether a snapshot at `position` keys is worth its memory, on the way to `goal` keys if the watcher is seeking.
    /// Snapshots become denser toward a goal, because watchers often go back several steps in a row.
    pub fn needs(&self, position: usize, goal: Option<usize>) -> bool {
        let last = self.until(position).map_or(0, |last| last.place.position);
        let refused = Some(self.refused).filter(|refused| *refused <= position);
        let last = last.max(refused.unwrap_or_default());
        let gap = position - last;
        let is_near = |goal: usize| (goal - position.min(goal)) * 2 <= goal - last.min(goal);
        gap >= GAP.max(position / SHARE) || gap > 0 && goal.is_some_and(is_near)
    }

    /// Stores a session at a position, unless it takes too much memory. Drops the snapshots that are least useful from
    /// that position.
    pub fn keep(&mut self, place: PlaybackPosition, pressed: Option<Key>, session: &Session) {
        let here = place.position;
        let nth = self.kept.partition_point(|kept| kept.position() < here);
        let next = self.kept.get(nth).map(StoredSnapshot::position);
        let weight = session.weight();
        if weight > ROOM {
            self.refused = here;
        }
        if next == Some(here) || weight > ROOM {
            return;
        }
        let snapshot = Snapshot {
            place,
            pressed,
            session: session.clone(),
        };
        self.kept.insert(nth, StoredSnapshot { snapshot, weight });
        self.weight += weight;
        while self.weight > ROOM || self.kept.len() > MOST {
            let least = (0..self.kept.len()).min_by_key(|nth| self.cost_of_removal(*nth, here));
            let given_up = self.kept.remove(least.unwrap_or_default());
            self.weight -= given_up.weight;
        }
    }

    /// Returns the cost of losing a snapshot: the number of keys that would have to be played again without it, divided
    /// by its distance from `here`.
    fn cost_of_removal(&self, nth: usize, here: usize) -> usize {
        let position = self.kept[nth].position();
        let before = nth
            .checked_sub(1)
            .map_or(0, |nth| self.kept[nth].position());
        let next = self
            .kept
            .get(nth + 1)
            .map_or(position, StoredSnapshot::position);
        (next - before).saturating_mul(1 << 16) / (position.abs_diff(here) + 1)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use dungeon_format::source::{Limits, Source};
    use dungeon_lint::read;

    /// Returns a session on a map of `side` rows and columns.
    fn session(side: i32) -> Session {
        let text = format!("map open {side} {side}\n@ 5 5\n$ 2 2\n");
        let (dungeon, _) = read(&Source::from_text("test", text), &Limits::default());
        Session::new(Arc::new(dungeon.expect("a sound dungeon")))
    }

    fn keep(snapshots: &mut Snapshots, position: usize, session: &Session) {
        let place = PlaybackPosition {
            position,
            ..PlaybackPosition::default()
        };
        snapshots.keep(place, None, session);
    }

    fn positions(snapshots: &Snapshots) -> Vec<usize> {
        snapshots
            .kept
            .iter()
            .map(StoredSnapshot::position)
            .collect()
    }

    #[test]
    fn they_are_bounded_in_number_and_dense_where_one_is() {
        let (mut snapshots, session) = (Snapshots::default(), session(10));
        let length = 100_000;
        (0..=length).for_each(|position| keep(&mut snapshots, position, &session));
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
        assert_eq!(
            snapshots.until(length).map(|last| last.place.position),
            Some(length)
        );
        assert!(
            snapshots
                .until(kept[5] - 1)
                .is_some_and(|last| last.place.position == kept[4])
        );
    }

    #[test]
    fn of_each_place_one_is_kept() {
        let (mut snapshots, session) = (Snapshots::default(), session(10));
        for position in [5, 9, 5, 9] {
            keep(&mut snapshots, position, &session);
        }
        assert_eq!(positions(&snapshots), [5, 9]);
        assert_eq!(snapshots.weight, 2 * session.weight());
    }

    #[test]
    fn they_are_bounded_in_memory() {
        let (mut snapshots, large) = (Snapshots::default(), session(900));
        let most = ROOM / large.weight();
        assert!((1..MOST).contains(&most), "{most}");
        for position in 1..20 {
            keep(&mut snapshots, position, &large);
            assert!(snapshots.kept.len() <= most);
            assert_eq!(snapshots.weight, snapshots.kept.len() * large.weight());
        }
    }

    #[test]
    fn a_session_that_is_too_large_is_looked_at_as_seldom_as_one_that_is_kept() {
        let (mut snapshots, huge) = (Snapshots::default(), session(1800));
        assert!(huge.weight() > ROOM);
        let asked = (0..10 * GAP).filter(|position| {
            let needs = snapshots.needs(*position, None);
            if needs {
                keep(&mut snapshots, *position, &huge);
            }
            needs
        });
        assert_eq!(asked.count(), 9);
        assert!(snapshots.kept.is_empty());
    }

    #[test]
    fn one_is_lacked_where_none_is_near_and_on_the_last_stretches_of_a_way() {
        let (mut snapshots, session) = (Snapshots::default(), session(10));
        assert!(!snapshots.needs(0, None) && !snapshots.needs(0, Some(1)));
        assert!(!snapshots.needs(GAP - 1, None) && snapshots.needs(GAP, None));
        let goal = 50;
        let kept = (0..goal).filter(|position| {
            let lacks = snapshots.needs(*position, Some(goal));
            if lacks {
                keep(&mut snapshots, *position, &session);
            }
            lacks
        });
        assert_eq!(kept.collect::<Vec<_>>(), [25, 38, 44, 47, 49]);
        let far = 100 * GAP * SHARE;
        keep(&mut snapshots, far, &session);
        assert!(!snapshots.needs(far + GAP, None), "fewer in a longer one");
    }
}

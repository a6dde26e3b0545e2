//! Sessions as they were at some places of a recording, so that going back there need not play it from its beginning.
//! They are dense where one is and sparse far from there, and bounded in number and in memory.
use super::keys::Key;
use super::playback::Place;
use super::session::Session;

/// At least so many keys lie between two that nobody wound to.
const GAP: usize = 64;

/// Of a long recording as many times fewer are kept: of so many keys the last one's share lies between two.
const SHARE: usize = 64;

/// So many are kept at most.
const MOST: usize = 128;

/// So many bytes they may take.
const ROOM: usize = 64 << 20;

/// A session at a place.
pub struct Snapshot {
    /// How far it was played.
    pub place: Place,
    /// The last key of the game.
    pub pressed: Option<Key>,
    /// At rest.
    pub session: Session,
}

/// Those that are kept.
#[derive(Default)]
pub struct Snapshots {
    kept: Vec<Kept>, // the earliest first, of each place one
    weight: usize,
}

struct Kept {
    snapshot: Snapshot,
    weight: usize, // in bytes, about
}

impl Kept {
    fn position(&self) -> usize {
        self.snapshot.place.position
    }
}

impl Snapshots {
    /// The last one that is no further on than so many keys.
    pub fn until(&self, position: usize) -> Option<&Snapshot> {
        let count = self
            .kept
            .partition_point(|kept| kept.position() <= position);
        let last = count.checked_sub(1)?;
        Some(&self.kept[last].snapshot)
    }

    /// Whether one is worth its memory after so many keys, on the way to so many, if one is on a way: then they become denser
    /// towards its end, because who goes back a step goes back the next one.
    pub fn lacks(&self, position: usize, goal: Option<usize>) -> bool {
        let last = self.until(position).map_or(0, |last| last.place.position);
        let gap = position - last;
        let is_near = |goal: usize| (goal - position.min(goal)) * 2 <= goal - last.min(goal);
        gap >= GAP.max(position / SHARE) || gap > 0 && goal.is_some_and(is_near)
    }

    /// Keeps one, unless it takes too much, and gives up those that are needed least where one is now.
    pub fn keep(&mut self, snapshot: Snapshot) {
        let here = snapshot.place.position;
        let weight = snapshot.session.weight();
        let place = self.kept.partition_point(|kept| kept.position() < here);
        let is_there = self
            .kept
            .get(place)
            .is_some_and(|kept| kept.position() == here);
        if is_there || weight > ROOM {
            return;
        }
        self.kept.insert(place, Kept { snapshot, weight });
        self.weight += weight;
        while self.weight > ROOM || self.kept.len() > MOST {
            let least = (0..self.kept.len()).min_by_key(|nth| self.worth(*nth, here));
            let given_up = self.kept.remove(least.unwrap_or_default());
            self.weight -= given_up.weight;
        }
    }

    /// How much more would have to be played without it, by how far it is from here.
    fn worth(&self, nth: usize, here: usize) -> usize {
        let position = self.kept[nth].position();
        let before = nth
            .checked_sub(1)
            .map_or(0, |nth| self.kept[nth].position());
        let next = self.kept.get(nth + 1).map_or(position, Kept::position);
        (next - before).saturating_mul(1 << 16) / (position.abs_diff(here) + 1)
    }
}

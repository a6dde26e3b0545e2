//! Decides when the next checkpoint is due. The caller passes the time, so tests need not wait.
use std::time::{Duration, Instant};

/// The number of keys that are worth a checkpoint at the next short rest.
const MANY_KEYS: usize = 100;

/// The number of keys that are worth a checkpoint without any rest.
const TOO_MANY_KEYS: usize = 1_000;

/// The rest after which a checkpoint disturbs no player: longer than any frame stands.
const SHORT_REST: Duration = Duration::from_millis(100);

/// The rest after which even one key is worth a checkpoint.
const LONG_REST: Duration = Duration::from_secs(30);

/// The minimum time between two checkpoints, as a multiple of the time that the first one took. Writing takes at most
/// a fiftieth of a game's time, even on a slow disk.
const RARITY: u32 = 50;

/// Counts the keys since the last checkpoint, and finds a rest in which to write the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckpointTimer {
    keys: usize,
    /// When the player last saw something happen.
    last_activity: Instant,
    /// No checkpoint is due before.
    earliest: Instant,
}

impl CheckpointTimer {
    /// Creates the timer of a show that starts at this time.
    pub(super) fn new(now: Instant) -> CheckpointTimer {
        CheckpointTimer {
            keys: 0,
            last_activity: now,
            earliest: now,
        }
    }

    /// Counts keys that were handled at this time.
    pub(super) fn add_keys(&mut self, keys: usize, now: Instant) {
        self.keys = self.keys.saturating_add(keys);
        self.last_activity = now;
    }

    /// Records that a frame of an animation was shown at this time: the player is not resting yet.
    pub(super) fn see_motion(&mut self, now: Instant) {
        self.last_activity = now;
    }

    /// Returns when a checkpoint is due if nothing else happens; `None` if nothing was played since the last one.
    pub(super) fn due(&self) -> Option<Instant> {
        let rest = match self.keys {
            0 => return None,
            TOO_MANY_KEYS.. => Duration::ZERO,
            MANY_KEYS.. => SHORT_REST,
            _ => LONG_REST,
        };
        Some((self.last_activity + rest).max(self.earliest))
    }

    /// Records that a checkpoint was written between these times.
    pub(super) fn restart(&mut self, began: Instant, ended: Instant) {
        self.keys = 0;
        self.earliest = ended + (ended - began) * RARITY;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_checkpoint_waits_for_a_rest_which_is_the_shorter_the_more_keys_it_would_hold() {
        let began = Instant::now();
        let mut timer = CheckpointTimer::new(began);
        assert_eq!(timer.due(), None, "nothing was played");
        timer.add_keys(1, began);
        assert_eq!(timer.due(), Some(began + LONG_REST));
        timer.add_keys(98, began + ms(5_000));
        assert_eq!(timer.due(), Some(began + ms(5_000) + LONG_REST));
        timer.add_keys(1, began + ms(6_000));
        assert_eq!(timer.due(), Some(began + ms(6_100)), "100 keys");
        timer.see_motion(began + ms(6_040));
        assert_eq!(timer.due(), Some(began + ms(6_140)), "what moves is seen");
        timer.add_keys(900, began + ms(7_000));
        assert_eq!(timer.due(), Some(began + ms(7_000)), "1,000 keys");
    }

    #[test]
    fn checkpoints_take_a_fiftieth_of_the_time_at_most_however_slow_the_disk_is() {
        let began = Instant::now();
        let mut timer = CheckpointTimer::new(began);
        timer.add_keys(100, began);
        timer.restart(began + ms(100), began + ms(300));
        assert_eq!(timer.due(), None, "nothing was played since");
        timer.add_keys(1_000, began + ms(301));
        assert_eq!(timer.due(), Some(began + ms(10_300)));
        timer.add_keys(1, began + ms(20_000));
        assert_eq!(timer.due(), Some(began + ms(20_000)));
    }
}

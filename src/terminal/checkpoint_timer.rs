//! The timer for checkpoints. The caller passes the time, so tests need not wait.
use std::time::{Duration, Instant};

use super::emergency_exit::CheckpointSave;

/// The number of keys after which a checkpoint is due at the next short pause.
const MANY_KEYS: usize = 100;

/// The number of keys after which a checkpoint is due without a pause.
const TOO_MANY_KEYS: usize = 1_000;

/// The pause after which writing a checkpoint disturbs no player. The pause is longer than the time of any frame of an
/// animation.
const SHORT_REST: Duration = Duration::from_millis(100);

/// The pause after which a checkpoint is due even for a single key.
const LONG_REST: Duration = Duration::from_secs(30);

/// The minimum time between two checkpoints, as a multiple of the time for writing the first of the two. Even on a slow
/// disk, writing checkpoints takes at most a fiftieth of the time.
const RARITY: u32 = 50;

/// Counts the keys since the last checkpoint, and finds a pause in which to write the next one.
pub(super) struct CheckpointTimer {
    save: CheckpointSave,
    keys: usize,
    /// The time when the player last pressed a key or saw an animation.
    last_activity: Instant,
    /// The earliest time for the next checkpoint.
    earliest: Instant,
}

impl CheckpointTimer {
    /// Creates the timer for a show that starts now. `save` writes a checkpoint.
    pub(super) fn new(save: CheckpointSave, now: Instant) -> CheckpointTimer {
        CheckpointTimer {
            save,
            keys: 0,
            last_activity: now,
            earliest: now,
        }
    }

    /// Counts keys that were handled now.
    pub(super) fn add_keys(&mut self, keys: usize, now: Instant) {
        self.keys = self.keys.saturating_add(keys);
        self.last_activity = now;
    }

    /// Records that a frame of an animation is shown now, so that the pause starts over.
    pub(super) fn see_motion(&mut self, now: Instant) {
        self.last_activity = now;
    }

    /// Returns the time when the next checkpoint is due if no key is pressed until then; `None` if nothing was played
    /// since the last checkpoint.
    pub(super) fn due(&self) -> Option<Instant> {
        let rest = match self.keys {
            0 => return None,
            TOO_MANY_KEYS.. => Duration::ZERO,
            MANY_KEYS.. => SHORT_REST,
            _ => LONG_REST,
        };
        Some((self.last_activity + rest).max(self.earliest))
    }

    /// Writes a checkpoint.
    pub(super) fn write(&mut self) {
        let began = Instant::now();
        (self.save)();
        self.restart(began, Instant::now());
    }

    /// Records that a checkpoint was written from `began` to `ended`.
    fn restart(&mut self, began: Instant, ended: Instant) {
        self.keys = 0;
        self.earliest = ended + (ended - began) * RARITY;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn timer(began: Instant) -> CheckpointTimer {
        CheckpointTimer::new(Arc::new(|| ()), began)
    }

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_checkpoint_waits_for_a_rest_which_is_the_shorter_the_more_keys_it_would_hold() {
        let began = Instant::now();
        let mut timer = timer(began);
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
        let mut timer = timer(began);
        timer.add_keys(100, began);
        timer.restart(began + ms(100), began + ms(300));
        assert_eq!(timer.due(), None, "nothing was played since");
        timer.add_keys(1_000, began + ms(301));
        assert_eq!(timer.due(), Some(began + ms(10_300)));
        timer.add_keys(1, began + ms(20_000));
        assert_eq!(timer.due(), Some(began + ms(20_000)));
    }
}

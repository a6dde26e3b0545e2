//! When the next checkpoint is due. The caller reads the clock and passes the moments, so every rule is tested without
//! waiting.
use std::time::{Duration, Instant};

/// So many keys are worth a checkpoint at the next short rest.
const MANY_KEYS: usize = 100;

/// So many keys are worth a checkpoint without any rest.
const TOO_MANY_KEYS: usize = 1_000;

/// The rest after which a checkpoint disturbs nobody who plays: longer than any frame stands.
const SHORT_REST: Duration = Duration::from_millis(100);

/// The rest after which even one key is worth a checkpoint.
const LONG_REST: Duration = Duration::from_secs(30);

/// Between two checkpoints passes at least so many times the time that the first of them took: a long game on a slow
/// disk is held up for a fiftieth of its time at most.
const RARITY: u32 = 50;

/// Counts the keys since the last checkpoint, and watches for a rest in which to write the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckpointTimer {
    keys: usize,
    /// When something last happened that the player sees.
    last_activity: Instant,
    /// No checkpoint is due before.
    earliest: Instant,
}

impl CheckpointTimer {
    /// A timer of a show that begins at this moment.
    pub(super) fn new(now: Instant) -> CheckpointTimer {
        CheckpointTimer {
            keys: 0,
            last_activity: now,
            earliest: now,
        }
    }

    /// Counts keys that were obeyed at this moment.
    pub(super) fn add_keys(&mut self, keys: usize, now: Instant) {
        self.keys = self.keys.saturating_add(keys);
        self.last_activity = now;
    }

    /// A frame of an animation was shown at this moment: the player does not rest yet.
    pub(super) fn see_motion(&mut self, now: Instant) {
        self.last_activity = now;
    }

    /// When a checkpoint is due, if nothing happens until then; `None` if nothing was played since the last one.
    pub(super) fn due(&self) -> Option<Instant> {
        let rest = match self.keys {
            0 => return None,
            TOO_MANY_KEYS.. => Duration::ZERO,
            MANY_KEYS.. => SHORT_REST,
            _ => LONG_REST,
        };
        Some((self.last_activity + rest).max(self.earliest))
    }

    /// A checkpoint was written between these moments.
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

//! Real time: how long a show has waited for a command. No timer is read here, only told of, so that every
//! rule is tested without waiting.
use std::time::Duration;

use crate::play::input::show::Pace;

/// A wait that ends later than this after its time was no wait: the process was stopped, or the machine slept.
const LATE: Duration = Duration::from_millis(500);

/// The time that the show has waited in its round. Only waiting for a key counts: neither an animation, nor the
/// drawing of a frame, nor a page on which the show has no pace. A new round begins it anew; a key that means
/// nothing, or a new size of the screen, is no new round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IdleTimer {
    round: u32,
    waited: Duration,
}

impl IdleTimer {
    /// What is left of the time before `Key::Idle` is due; none: the show waits for keys.
    pub(super) fn left(&mut self, pace: Option<Pace>) -> Option<Duration> {
        let Pace { every, round } = pace?;
        if self.round != round {
            self.round = round;
            self.waited = Duration::ZERO;
        }
        Some(every.saturating_sub(self.waited))
    }

    /// A wait for a key that was to last at most `asked` took this long.
    pub(super) fn count(&mut self, asked: Duration, took: Duration) {
        match took > asked + LATE {
            true => self.waited = Duration::ZERO,
            false => self.waited += took,
        }
    }

    /// `Key::Idle` was pressed: even if that is refused, and so no new round, the next one has to be waited for.
    pub(super) fn restart(&mut self) {
        self.waited = Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// In this round, at a tempo of 200 ms.
    fn round(round: u32) -> Option<Pace> {
        let every = ms(200);
        Some(Pace { every, round })
    }

    #[test]
    fn tempo_waits_add_up_within_a_round_and_begin_anew_in_the_next() {
        let mut timer = IdleTimer::default();
        assert_eq!(timer.left(round(1)), Some(ms(200)));
        // A key that meant nothing came after 150 ms.
        timer.count(ms(200), ms(150));
        assert_eq!(timer.left(round(1)), Some(ms(50)));
        timer.count(ms(50), ms(51));
        assert_eq!(timer.left(round(1)), Some(ms(0)), "now it is due");
        timer.restart();
        assert_eq!(timer.left(round(1)), Some(ms(200)), "and was refused");
        timer.count(ms(200), ms(199));
        assert_eq!(timer.left(round(2)), Some(ms(200)), "a command came");
    }

    #[test]
    fn tempo_stands_still_while_there_is_no_pace() {
        let mut timer = IdleTimer::default();
        assert_eq!(timer.left(round(1)), Some(ms(200)));
        timer.count(ms(200), ms(120));
        assert_eq!(timer.left(None), None, "the help is read");
        assert_eq!(timer.left(round(1)), Some(ms(80)));
    }

    #[test]
    fn tempo_does_not_count_the_time_in_which_the_process_was_stopped() {
        let mut timer = IdleTimer::default();
        assert_eq!(timer.left(round(1)), Some(ms(200)));
        timer.count(ms(200), ms(60_000));
        assert_eq!(timer.left(round(1)), Some(ms(200)));
    }
}

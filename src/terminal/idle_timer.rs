//! The timer that counts how long a show has waited for a command (`tempo=`). The caller passes the time, so tests need
//! not wait.
use std::time::Duration;

use dungeon_play::input::show::Pace;

/// A wait that exceeds its limit by more than this time restarts the count, because the process was stopped or the
/// machine was asleep.
const LATE: Duration = Duration::from_millis(500);

/// The time that a show has waited for a key in this round. Animations, drawing, and pages without a pace do not count.
/// A new round restarts the time at zero; an unknown key or a resize does not.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IdleTimer {
    round: u32,
    waited: Duration,
}

impl IdleTimer {
    /// Returns the time until `Key::Idle` is due; `None` if the show has no pace and waits only for keys.
    pub(super) fn remaining(&mut self, pace: Option<Pace>) -> Option<Duration> {
        let Pace { every, round } = pace?;
        if self.round != round {
            self.round = round;
            self.waited = Duration::ZERO;
        }
        Some(every.saturating_sub(self.waited))
    }

    /// Adds a wait that was limited to the time `asked` and took the time `took`.
    pub(super) fn add(&mut self, asked: Duration, took: Duration) {
        if took > asked + LATE {
            self.waited = Duration::ZERO
        } else {
            self.waited += took
        }
    }

    /// Restarts the time at zero. Also called after `Key::Idle`, so that the whole wait is repeated if the show refuses
    /// the round.
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

    /// Returns the pace in a round, at a tempo of 200 ms.
    fn round(round: u32) -> Option<Pace> {
        let every = ms(200);
        Some(Pace { every, round })
    }

    #[test]
    fn tempo_waits_add_up_within_a_round_and_begin_anew_in_the_next() {
        let mut timer = IdleTimer::default();
        assert_eq!(timer.remaining(round(1)), Some(ms(200)));
        // A key without an effect came after 150 ms.
        timer.add(ms(200), ms(150));
        assert_eq!(timer.remaining(round(1)), Some(ms(50)));
        timer.add(ms(50), ms(51));
        assert_eq!(timer.remaining(round(1)), Some(ms(0)), "now it is due");
        timer.restart();
        assert_eq!(timer.remaining(round(1)), Some(ms(200)), "and was refused");
        timer.add(ms(200), ms(199));
        assert_eq!(timer.remaining(round(2)), Some(ms(200)), "a command came");
    }

    #[test]
    fn tempo_stands_still_while_there_is_no_pace() {
        let mut timer = IdleTimer::default();
        assert_eq!(timer.remaining(round(1)), Some(ms(200)));
        timer.add(ms(200), ms(120));
        assert_eq!(timer.remaining(None), None, "the help is read");
        assert_eq!(timer.remaining(round(1)), Some(ms(80)));
    }

    #[test]
    fn tempo_does_not_count_the_time_in_which_the_process_was_stopped() {
        let mut timer = IdleTimer::default();
        assert_eq!(timer.remaining(round(1)), Some(ms(200)));
        timer.add(ms(200), ms(60_000));
        assert_eq!(timer.remaining(round(1)), Some(ms(200)));
    }
}

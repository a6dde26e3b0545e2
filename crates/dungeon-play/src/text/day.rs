//! Days, whose date is the seed of a game that is the same for everybody.
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A day of the years 2000 to 2999 in UTC. Its text is the date, such as `2026-11-28`, and its seed has the same digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    year: u32,
    month: u32,
    day: u32,
}

impl Day {
    /// Returns the day of a date; `None` if the date does not exist, or is of another millennium.
    fn of_date(year: u32, month: u32, day: u32) -> Option<Day> {
        let is_leap =
            year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let days = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            _ => return None,
        };
        let exists = (2000..3000).contains(&year) && (1..=days).contains(&day);
        exists.then_some(Day { year, month, day })
    }

    /// Returns the day whose seed this is; `None` for all other seeds.
    pub fn of_seed(seed: u64) -> Option<Day> {
        let seed = u32::try_from(seed).ok()?;
        Day::of_date(seed / 10_000, seed / 100 % 100, seed % 100)
    }

    /// Returns the day of a time in seconds since 1970; `None` for a time in another millennium.
    pub fn at_seconds(seconds: u64) -> Option<Day> {
        // Day 0 is 1970-01-01. Counted from March 1 of the year 0, leap days are the last days of their years.
        let days = u32::try_from(seconds / 86_400).ok()?.checked_add(719_468)?;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let year = 400 * era + year;
        match month {
            0..10 => Day::of_date(year, month + 3, day),
            _ => Day::of_date(year + 1, month - 9, day),
        }
    }

    /// Returns the seed of the day: 20261128 for 2026-11-28.
    pub fn seed(self) -> u64 {
        u64::from(10_000 * self.year + 100 * self.month + self.day)
    }
}

impl Display for Day {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Day { year, month, day } = self;
        write!(f, "{year}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = String;

    /// Reads a date.
    ///
    /// # Errors
    /// Returns what was expected.
    fn from_str(text: &str) -> Result<Day, String> {
        let day = text.replace('-', "").parse().ok().and_then(Day::of_seed);
        let is_date = |day: &Day| day.to_string() == text;
        day.filter(is_date)
            .ok_or_else(|| "expected a date from 2000 to 2999, such as `2026-11-28`".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_its_date_its_seed_and_a_time_in_utc() {
        let (first, last) = (946_684_800, 32_503_680_000); // of the millennium
        let mut before = None;
        for noon in (first + 43_200..last).step_by(86_400) {
            let day = Day::at_seconds(noon).expect("a day of the millennium");
            assert_eq!(day.to_string().parse(), Ok(day));
            assert_eq!(Day::of_seed(day.seed()), Some(day));
            assert!(before < Some(day));
            before = Some(day);
        }
        assert_eq!(
            before.map(|day| day.to_string()).as_deref(),
            Some("2999-12-31")
        );
        let told = |seconds| Day::at_seconds(seconds).map(|day| (day.to_string(), day.seed()));
        let leap = ("2024-02-29".to_owned(), 20_240_229);
        assert_eq!(told(1_709_164_800), Some(leap.clone()));
        assert_eq!(told(1_709_164_800 + 86_399), Some(leap));
        assert_eq!(
            [told(0), told(first - 1), told(last), told(u64::MAX)],
            [None, None, None, None]
        );
    }

    #[test]
    fn only_a_date_that_exists_is_a_day() {
        for text in [
            "",
            "today",
            "2026-2-1",
            "2026-02-30",
            "20261128",
            "2026-13-01",
            "1999-12-31",
            "3000-01-01",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
        assert_eq!(
            [7, 20_261_131, 420_261_128].map(Day::of_seed),
            [None, None, None]
        );
    }
}

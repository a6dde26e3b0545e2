//! The result of a search in words.
use super::tune::{TuneEnd, Tuning};
use super::tune_goal::WinCount;
use super::tune_trials::{PROVED, TuneTrial};
use dungeon_play::view::words::number_of;
use dungeon_players::percent::tenths;

/// The share of wins that an author wants of a bot.
#[derive(Clone, Copy, Debug)]
pub struct WantedWins {
    /// The name of the bot.
    pub bot: &'static str,
    /// The smallest and the largest share, 0 to 1.
    pub shares: [f64; 2],
}

/// Returns the word for the end of a search, for programs.
pub fn end_word(end: &TuneEnd) -> &'static str {
    match end {
        TuneEnd::Reached => "reached",
        TuneEnd::Bound(_) => "bound",
        TuneEnd::Refused(_) => "refused",
        TuneEnd::Unwinnable(_) => "unwinnable",
        TuneEnd::Nearest => "nearest",
        TuneEnd::Unconfirmed | TuneEnd::Unclear => "unconfirmed",
        TuneEnd::Cut => "cut",
    }
}

/// Returns the wins of all bots in a trial, or the reason of the refusal. `wanted` has the search's goals in order.
pub fn result_text(wanted: &[WantedWins], trial: &TuneTrial) -> String {
    match &trial.result {
        Ok(wins) => {
            let note = trial_note(trial).map_or_else(String::new, |note| format!("; {note}"));
            wins_text(wanted, wins) + &note
        }
        Err(message) => format!("refused: {message}"),
    }
}

/// Returns what a trial has beside its wins: "at least 51 of 100 seeds cannot be won"; `None` without known ones.
pub fn trial_note(trial: &TuneTrial) -> Option<String> {
    let lost = trial.unwinnable.filter(|lost| *lost > 0)?;
    Some(format!("at least {lost} of {PROVED} seeds cannot be won"))
}

/// Returns the shares of wins of all bots.
pub fn wins_text(wanted: &[WantedWins], wins: &[WinCount]) -> String {
    let wins = wanted.iter().zip(wins).map(|(wanted, count)| {
        let interval = count.interval();
        let shares = [count.share(), interval.from, interval.to];
        let [share, from, to] = shares.map(|share| tenths(share * 100.0));
        format!("{} {share} % ({from}..{to}) of {}", wanted.bot, count.games)
    });
    wins.collect::<Vec<_>>().join(", ")
}

/// Returns what a search found, in sentences. `wanted` has its goals in order.
pub fn conclusion(tuning: &Tuning, wanted: &[WantedWins]) -> String {
    let told = told(tuning, wanted);
    match lost_text(tuning) {
        Some(lost) => format!("{} {lost}\n", told.trim_end()),
        None => told,
    }
}

/// Returns what is known of seeds that cannot be won with the best values; `None` if proofs looked for them and found
/// none. Proofs are short, so that there may be more such seeds.
fn lost_text(tuning: &Tuning) -> Option<String> {
    let of = format!("of {PROVED} seeds cannot be won");
    match (tuning.unwinnable, tuning.unwinnable_before) {
        (Some(0), _) => None,
        (Some(lost), _) if tuning.changed.is_empty() => Some(format!("At least {lost} {of}.")),
        (Some(lost), Some(0)) => Some(format!(
            "With these numbers at least {lost} {of}; with those of the file, none is known."
        )),
        (Some(lost), Some(before)) => Some(format!(
            "With these numbers at least {lost} {of}; with those of the file, at least {before}."
        )),
        (Some(lost), None) => Some(format!("With these numbers at least {lost} {of}.")),
        (None, _) if tuning.changed.is_empty() => None,
        (None, _) => Some("No proof has looked for seeds that cannot be won.".to_owned()),
    }
}

fn told(tuning: &Tuning, wanted: &[WantedWins]) -> String {
    let Tuning { end, changed, .. } = tuning;
    let wins = wins_text(wanted, &tuning.wins);
    let nearest = format!("Nearest: {wins}, {}.\n", distance(wanted, &tuning.wins));
    match end {
        TuneEnd::Reached if changed.is_empty() => {
            format!("The file reaches the range as it is: {wins} new games.\n")
        }
        TuneEnd::Reached => {
            let count = number_of(changed.len() as i64, "changed number");
            format!("Reached with {count}: {wins} new games.\n")
        }
        TuneEnd::Bound(is_hardest) => {
            let (end, rule) = match is_hardest {
                _ if tuning.are_marked && *is_hardest => ("hardest", "at the ends of `tune=`"),
                _ if tuning.are_marked => ("easiest", "at the ends of `tune=`"),
                true => ("hardest", "twice the monsters' numbers and half the food"),
                false => ("easiest", "half the monsters' numbers and twice the food"),
            };
            format!("Out of reach: the {end} values, {rule}, are not enough. {nearest}")
        }
        TuneEnd::Refused(message) => {
            format!("Not found: values that may reach it are refused: {message}. {nearest}")
        }
        TuneEnd::Unwinnable(lost) => {
            let nearest = match tuning.unwinnable {
                Some(0) => nearest.replacen("Nearest", "Nearest without such seeds", 1),
                _ => nearest,
            };
            format!(
                "Not found: with the numbers tried that reach the range, at least {lost} of {PROVED} seeds \
                 cannot be won. {nearest}"
            )
        }
        TuneEnd::Nearest if wanted.len() > 1 => {
            format!("Not found: {}. {nearest}", missed(tuning, wanted))
        }
        TuneEnd::Nearest => {
            let count = number_of(tuning.trials.len() as i64, "trial");
            format!("Not found in {count}: other numbers may reach the range. {nearest}")
        }
        TuneEnd::Unclear => {
            let count = number_of(tuning.trials.len() as i64, "trial");
            format!("Not certain: {count} had too few games. Raise the number of games. {nearest}")
        }
        TuneEnd::Unconfirmed => {
            format!(
                "Not certain: new games gave {wins}. Raise the number of games or widen the range.\n"
            )
        }
        TuneEnd::Cut if tuning.trials.is_empty() => {
            "The search was ended before its first trial: give it more time.\n".to_owned()
        }
        TuneEnd::Cut => {
            format!("The search was ended before its result was confirmed. {nearest}")
        }
    }
}

/// Returns how far the wins are from their ranges: "careful 4.1 points above the range".
fn distance(wanted: &[WantedWins], wins: &[WinCount]) -> String {
    let misses = wanted.iter().zip(wins);
    let misses = misses.filter_map(|(wanted, count)| {
        let [from, to] = wanted.shares;
        let (points, side) = match count.share() {
            share if share > to => (share - to, "above"),
            share if share < from => (from - share, "below"),
            _ => return None,
        };
        let name = wanted.bot;
        let points = match tenths(points * 100.0) {
            zero if zero == "0.0" => "less than 0.1".to_owned(),
            points => points,
        };
        Some(format!("{name} {points} points {side} the range"))
    });
    let misses: Vec<String> = misses.collect();
    if misses.is_empty() {
        "within the range".to_owned()
    } else {
        misses.join(", ")
    }
}

/// Returns which of several ranges no trial reached; if each was reached, that none reached all.
fn missed(tuning: &Tuning, wanted: &[WantedWins]) -> String {
    let is_reached = |nth: usize| {
        let [from, to] = wanted[nth].shares;
        let mut played = tuning
            .trials
            .iter()
            .filter_map(|trial| trial.result.as_ref().ok());
        played.any(|wins| (from..=to).contains(&wins[nth].share()))
    };
    let missed = (0..wanted.len()).filter(|nth| !is_reached(*nth));
    let missed: Vec<&str> = missed.map(|nth| wanted[nth].bot).collect();
    match missed.as_slice() {
        [] => "some numbers reach each range, but none of those tried reach all ranges at once"
            .to_owned(),
        names => format!(
            "no numbers tried reach the range of {}",
            names.join(" and ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_distance_is_not_told_as_none() {
        let wanted = [WantedWins {
            bot: "careful",
            shares: [0.3, 0.36],
        }];
        let told = |won| distance(&wanted, &[WinCount { won, games: 10_000 }]);
        assert_eq!(told(3_604), "careful less than 0.1 points above the range");
        assert_eq!(told(2_996), "careful less than 0.1 points below the range");
        assert_eq!(told(3_605), "careful 0.1 points above the range");
        assert_eq!(told(3_600), "within the range");
    }
}

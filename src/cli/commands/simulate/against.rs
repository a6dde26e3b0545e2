//! `--against`: plays the same seeds in an old version of a file, and tells what changed. `json` has the rows for
//! programs.
use std::path::{Path, PathBuf};

use super::contestants::{Contestant, SimulatedDungeon};
use super::expectation::{Expectation, Judgement};
use crate::cli::game::git_revision::GitRevision;
use crate::cli::game::shipped;
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{print_error, refuse};
use crate::cli::output::exit::Exit;
use dungeon_format::source::Limits;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::view::words::number_of;
use dungeon_players::percent::tenths;
use dungeon_players::{Interval, PairedCounts, PairedTally, Tally};

/// The maximum number of causes that are told for each bot.
const MOST_CAUSES: usize = 6;

/// The games of one bot in both versions.
pub struct Compared {
    pub contestant: Contestant,
    pub games: PairedTally,
}

/// One file with the results of all bots in both versions.
pub struct VersionPair {
    pub old: SimulatedDungeon,
    pub new: SimulatedDungeon,
    pub bots: Vec<Compared>,
}

/// Reads each file in its old and its new version, where `against` names one other file or a git revision. Says which
/// files are new in the repository, and leaves them out.
///
/// # Errors
/// Reports the faults of all files, and returns the exit code.
pub fn open_pairs(
    files: &[PathBuf],
    against: &str,
    include: &IncludeOption,
) -> Result<Vec<[SimulatedDungeon; 2]>, Exit> {
    let old = Path::new(against);
    let is_file = against == "-" || old.exists() || shipped::is_name(old);
    if is_file && files.len() > 1 {
        return Err(refuse(format_args!(
            "`--against {against}` is one file, to be compared with one other, found {}; \
             name a git revision to compare each file with its older version",
            files.len()
        )));
    }
    if is_file && against == "-" && files == [old] {
        return Err(refuse("only one of the two files can be standard input"));
    }
    if !is_file && files.iter().any(|path| path == Path::new("-")) {
        return Err(refuse(format_args!(
            "standard input has no revision `{against}`: name a file, or compare with a file (`--against OLD.dng`)"
        )));
    }
    let (mut exit, mut pairs) = (Exit::Clean, Vec::new());
    for path in files {
        let before = if is_file {
            shipped::source(old, include).map(Some)
        } else {
            GitRevision::source(against, path, include, &Limits::default()).map_err(refuse)
        };
        let now = shipped::source(path, include).and_then(SimulatedDungeon::read);
        let before = match before.transpose() {
            Some(before) => before.and_then(SimulatedDungeon::read),
            None => {
                match now {
                    Ok(_) => print_error(format_args!(
                        "{} is new: nothing to compare",
                        Untrusted::from(path.as_path())
                    )),
                    Err(fault) => exit = exit.or_worse(fault),
                }
                continue;
            }
        };
        let read = [before, now];
        match read {
            [Ok(old), Ok(new)] => pairs.push([old, new]),
            sides => {
                let faults = sides.into_iter().filter_map(Result::err);
                exit = faults.fold(exit, Exit::or_worse);
            }
        }
    }
    match exit {
        Exit::Clean => Ok(pairs),
        exit => Err(exit),
    }
}

impl VersionPair {
    /// Returns what changed, for people.
    pub fn text(&self, most: u32) -> String {
        let games = self.bots.first().map_or(0, |bot| bot.games.won.seeds());
        let games = number_of(games as i64, "game");
        let mut text = format!(
            "{} against {}: {games} per bot and version, with the same seeds, at most {most} actions each\n",
            self.new.name, self.old.name
        );
        text.extend(self.bots.iter().map(Compared::text));
        text
    }

    /// Reports each bot whose change is outside the expected range, or too uncertain to judge.
    pub fn judge(&self, wanted: Expectation) -> Exit {
        let mut exit = Exit::Clean;
        for Compared { contestant, games } in &self.bots {
            let told = format!(
                "{}: the wins of {} change by {}",
                self.new.name,
                contestant.name(),
                points(&games.won)
            );
            let wanted_text = wanted.points();
            match wanted.judge(games.won.change_interval()) {
                Judgement::Inside => {}
                Judgement::Outside => {
                    print_error(format_args!("{told}, expected {wanted_text}"));
                    exit = Exit::Errors;
                }
                Judgement::Open => print_error(format_args!(
                    "{told}, too uncertain for {wanted_text}: raise `--games`"
                )),
            }
        }
        exit
    }
}

impl Compared {
    /// Returns the lines about one bot.
    fn text(&self) -> String {
        let PairedTally {
            old,
            new,
            won,
            turns,
            ..
        } = &self.games;
        let name = self.contestant.name();
        let mut text = format!("  {name}: {}, {}\n", shares(won), points(won));
        if let ([Some(before), Some(after)], Some(mean)) = (medians(old, new), turns.mean()) {
            let range = turns
                .interval()
                .map(|range| format!(" ({})", signed_range(range, 1.0)));
            let range = range.unwrap_or_default();
            let mean = signed(mean);
            text += &format!(
                "    turns: median {before} → {after}; where both games ended, {mean} on average{range}\n"
            );
        }
        let changed = self.games.losses().into_iter();
        let changed = changed.filter(|(.., lost)| lost.change() != 0.0);
        text.extend(changed.take(MOST_CAUSES).map(|(_, name, lost)| {
            format!("    lost to {name}: {}, {}\n", shares(&lost), points(&lost))
        }));
        text
    }
}

/// The median turns of the finished games of both versions.
pub fn medians(old: &Tally, new: &Tally) -> [Option<u32>; 2] {
    [old, new].map(|tally| tally.quantile(50))
}

/// Returns both shares: "14.0 % → 9.5 %".
fn shares(counts: &PairedCounts) -> String {
    let [old, new] = counts.shares().map(|share| tenths(share * 100.0));
    format!("{old} % → {new} %")
}

/// Returns a change with its interval: "−4.5 points (−6.9..−2.1)".
pub fn points(counts: &PairedCounts) -> String {
    let change = signed(counts.change() * 100.0);
    let range = signed_range(counts.change_interval(), 100.0);
    format!("{change} points ({range})")
}

pub fn signed_range(Interval { from, to }: Interval, scale: f64) -> String {
    format!("{}..{}", signed(from * scale), signed(to * scale))
}

/// Returns a number with its sign and one decimal; a number that rounds to 0 has no sign.
pub fn signed(number: f64) -> String {
    let text = tenths(number);
    match text.strip_prefix('-') {
        Some(digits) => format!("−{digits}"),
        None if text == "0.0" => text,
        None => format!("+{text}"),
    }
}

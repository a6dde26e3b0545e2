//! The printer of `dungeon prove`: verdicts with their evidence for people, or one row per game for programs.
use std::io;

use super::answer::GameAnswer;
use super::unproved::Unproved;
use crate::cli::options::no_color;
use crate::cli::output::errors::{print_error, print_report};
use crate::cli::output::row::{RowFormat, RowPrinter};
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::json::Row;
use dungeon_format::report::Report;
use dungeon_format::source::Source;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::view::words;
use dungeon_players::percent::tenths;
use dungeon_players::{Interval, ProofLimit, Verdict};

/// The supported output formats, with their help.
pub const FORMATS: &[(RowFormat, &str)] = &[
    (
        RowFormat::Human,
        "Verdicts, with the keys that win or the lines at fault",
    ),
    (RowFormat::Json, "One JSON object per line, for each game"),
];

/// The sorts of games that the summary counts, in this order.
const COUNTED: [&str; 8] = [
    "winnable",
    "UNWINNABLE",
    "UNFAIR",
    "without a goal",
    "unknown",
    "not blocked by the map",
    "with dead ends",
    "won before the first action",
];

/// The printer of `dungeon prove`, with the summary of the current file.
pub struct ProofPrinter {
    to: RowPrinter,
    told: ToldFile,
    /// The memory limit of all games together, in bytes.
    memory: usize,
}

/// The summary of one file's games so far.
#[derive(Default)]
struct ToldFile {
    first: u64,
    last: u64,
    games: u64,
    /// The number of games of each sort, in the order of [`COUNTED`].
    counts: [u64; COUNTED.len()],
    /// The verdict of the first game, printed if the file has only one game.
    only: String,
    /// The findings of all games, but each code only once, from the first game that has it.
    findings: Vec<Diagnostic>,
    first_unknown: Option<u64>,
}

impl ProofPrinter {
    /// Returns a printer for proofs within `memory` bytes.
    pub fn new(format: RowFormat, memory: usize) -> ProofPrinter {
        ProofPrinter {
            to: RowPrinter::new(format),
            told: ToldFile::default(),
            memory,
        }
    }

    /// Prints the row of a game for programs. For people, adds the game to the summary of its file.
    pub fn tell(&mut self, source: &Source, answer: &GameAnswer) -> io::Result<()> {
        self.told.add(answer, self.memory);
        let memory = self.memory;
        self.to.print(String::new, || [row(source, answer, memory)])
    }

    /// Reports a file that is not proved. All errors go to standard error, and for a file with errors the first one also
    /// to standard output. Programs get a row in any case.
    pub fn refuse(&mut self, why: &Unproved) -> io::Result<()> {
        match why {
            Unproved::Errors(report) => self.refuse_errors(report),
            Unproved::Unreadable(name, text) => self.refuse_unread(name, "refused", None, text),
            Unproved::OutOfTime(name, text) => {
                self.refuse_unread(name, "unknown", Some("budget"), text)
            }
        }
    }

    fn refuse_unread(
        &mut self,
        name: &Untrusted,
        verdict: &str,
        stopped: Option<&str>,
        text: &str,
    ) -> io::Result<()> {
        print_error(text);
        let row = || {
            Row::default()
                .with("file", name.raw())
                .with("verdict", verdict)
                .with_some("stopped", stopped)
                .with("reason", text)
        };
        self.to.print(String::new, || [row()])
    }

    fn refuse_errors(&mut self, report: &Report) -> io::Result<()> {
        print_report(report);
        let mut found = report.diagnostics.iter();
        let Some(first) = found.find(|found| found.severity == Severity::Error) else {
            return Ok(());
        };
        let place = report.source.place(first.span.start);
        let human = || {
            let (name, message, line) = (&report.source.name, &first.message, place.line);
            format!("{name}: REFUSED: error on line {line}: {message}\n")
        };
        let row = || {
            Row::default()
                .with("file", report.source.name.raw())
                .with("verdict", "refused")
                .with("code", first.code.name())
                .with("line", place.line)
                .with("column", place.column)
                .with("reason", first.message.raw())
        };
        self.to.print(human, || [row()])
    }

    /// Prints the summary of a finished file for people.
    pub fn finish_file(&mut self, source: &Source) -> io::Result<()> {
        let told = std::mem::take(&mut self.told);
        self.to.print(|| told.text(source), || None)
    }
}

impl ToldFile {
    fn add(&mut self, answer: &GameAnswer, memory: usize) {
        if self.games == 0 {
            self.first = answer.seed;
            self.only = sentence(answer, memory);
        }
        self.last = answer.seed;
        self.games += 1;
        let verdict = match answer.proof.verdict {
            Verdict::Winnable(_) => 0,
            Verdict::Unwinnable(_) => 1,
            Verdict::Unfair => 2,
            Verdict::Goalless => 3,
            Verdict::Unknown(_) if answer.is_layout => 5,
            Verdict::Unknown(_) => {
                self.first_unknown.get_or_insert(answer.seed);
                4
            }
        };
        self.counts[verdict] += 1;
        let mut findings = answer.findings.iter();
        let has_dead_ends = findings.any(|found| found.code == Code::DeadEnd);
        self.counts[6] += u64::from(has_dead_ends);
        self.counts[7] += u64::from(answer.proof.is_won_at_once);
        let told: Vec<Code> = self.findings.iter().map(|found| found.code).collect();
        let new = answer.findings.iter();
        let new = new.filter(|found| !told.contains(&found.code));
        self.findings.extend(new.cloned());
    }

    /// Returns the summary of the file for people.
    fn text(self, source: &Source) -> String {
        let name = &source.name;
        let mut text = String::new();
        if !self.findings.is_empty() {
            let report = Report::new(source.clone(), self.findings);
            text = format!("{}\n\n", report.render(no_color::paint()));
        }
        if self.games == 1 {
            return text + &format!("{name}, seed {}: {}\n", self.first, self.only);
        }
        let counts = self.counts.into_iter().zip(COUNTED);
        let counts = counts.filter(|(count, _)| *count > 0).map(|(count, what)| {
            let share = count as f64 / self.games as f64;
            let Interval { from, to } = Interval::wilson(count, self.games);
            let [share, from, to] = [share, from, to].map(|share| tenths(100.0 * share));
            format!("{count} {what} ({share} %; {from}..{to})")
        });
        let counts = counts.collect::<Vec<_>>().join(", ");
        let (first, last) = (self.first, self.last);
        text += &format!("{name}, seeds {first}..{last} (share; 95 % interval): {counts}");
        if let Some(seed) = self.first_unknown {
            text += &format!("; first unknown: seed {seed}");
        }
        text + "\n"
    }
}

/// Returns the text for a file with a single game.
fn sentence(answer: &GameAnswer, memory: usize) -> String {
    let steps = i64::try_from(answer.proof.steps).unwrap_or(i64::MAX);
    let steps = words::number_of(steps, "step");
    match (&answer.proof.verdict, &answer.certificate) {
        (Verdict::Winnable(_), Some(certificate)) => {
            let bound = answer.at_least.map(|at_least| match at_least {
                at_least if at_least >= certificate.turns => "; no win is shorter".to_owned(),
                at_least => format!("; no win takes fewer than {}", words::turns(at_least)),
            });
            let solutions = answer.solutions.as_ref().map(|solutions| {
                let count = solutions.lines.len().max(1);
                let at_least = if solutions.are_all { "" } else { "at least " };
                format!("\nEssentially different wins: {at_least}{count}")
            });
            format!(
                "WINNABLE in {} with {}{}:\n{}{}",
                words::turns(certificate.turns),
                words::number_of(certificate.keys.len() as i64, "key"),
                bound.unwrap_or_default(),
                certificate.keys.text(),
                solutions.unwrap_or_default(),
            )
        }
        (Verdict::Unwinnable(_), _) => "UNWINNABLE".to_owned(),
        (Verdict::Unfair, _) => "UNFAIR".to_owned(),
        (Verdict::Goalless, _) => "no goal (`goal none=yes`), so nothing to prove".to_owned(),
        _ if answer.is_layout => "the map does not rule out a win".to_owned(),
        _ => {
            let reached = answer.reached.iter();
            let reached: Vec<String> = reached
                .map(|reading| format!("{} {}", reading.label, reading.value))
                .collect();
            let line = if answer.nearest.is_empty() {
                String::new()
            } else {
                let reached = reached.join(", ");
                let keys = answer.nearest.text();
                format!(" Best line of play, reaching {reached}:\n{keys}")
            };
            let advice = match answer.proof.stopped_by {
                Some(ProofLimit::Budget) => "Raise `--budget` to search further.".to_owned(),
                Some(ProofLimit::Memory) => format!(
                    "The memory is full. Allow more with `--memory {}`.",
                    bytes(2 * memory)
                ),
                Some(ProofLimit::Worlds) => {
                    "Too many worlds look the same to the hero, or chance has too many \
                                             outcomes, so a larger `--budget` would not help."
                        .to_owned()
                }
                None => "Nothing is left to try, so a larger `--budget` would not help.".to_owned(),
            };
            format!("UNKNOWN after {steps} of search.{line}\n{advice}")
        }
    }
}

/// Returns a number of bytes as `--memory` reads it.
fn bytes(bytes: usize) -> String {
    match bytes {
        bytes if bytes.is_multiple_of(1 << 20) => format!("{}M", bytes >> 20),
        bytes => bytes.to_string(),
    }
}

/// Returns the row of a game, with the keys that win it or came closest.
fn row(source: &Source, answer: &GameAnswer, memory: usize) -> Row {
    let of_code = |code: Code| {
        let findings = answer.findings.iter();
        findings.filter(move |found| found.code == code)
    };
    let flip = of_code(Code::CoinFlip).next();
    let is_unfair = matches!(answer.proof.verdict, Verdict::Unfair);
    let why = of_code(Code::Unwinnable).next();
    let why = why.or(flip.filter(|_| is_unfair));
    let certificate = answer.certificate.as_ref();
    let keys = certificate.map_or(answer.nearest.text(), |certificate| certificate.keys.text());
    let dead_ends = answer.proof.dead_ends.iter();
    let ways = answer.ways_to_dead_ends.iter();
    let traps = dead_ends.zip(ways).zip(&answer.dead_ends);
    let traps = traps.map(|((end, keys), found)| {
        Row::default()
            .with("keys", keys)
            .with("level", usize::from(end.level.0) + 1)
            .with("x", end.at.x + 1)
            .with("y", end.at.y + 1)
            .with("reason", found.message.raw())
    });
    let verdict = match answer.proof.verdict {
        Verdict::Winnable(_) => "winnable",
        Verdict::Unwinnable(_) => "unwinnable",
        Verdict::Unfair => "unfair",
        Verdict::Goalless => "goalless",
        Verdict::Unknown(_) => "unknown",
    };
    let solutions = answer.solutions.as_ref();
    let findings = answer.findings.iter().map(|found| finding(source, found));
    let mend = why.and_then(|found| found.help.as_ref());
    let is_unknown = verdict == "unknown" && !answer.is_layout;
    let stopped = is_unknown.then_some(match answer.proof.stopped_by {
        Some(ProofLimit::Budget) => "budget",
        Some(ProofLimit::Memory) => "memory",
        Some(ProofLimit::Worlds) => "worlds",
        None => "nothing left to try",
    });
    let coin_flip = answer.proof.coin_flip.zip(flip).map(|(flip, found)| {
        Row::default()
            .with("level", usize::from(flip.level.0) + 1)
            .with("x", flip.at.x + 1)
            .with("y", flip.at.y + 1)
            .with("lost", flip.lost)
            .with("worlds", flip.worlds)
            .with("reason", found.message.raw())
    });
    Row::default()
        .with("file", source.name.raw())
        .with("seed", answer.seed)
        .with("verdict", verdict)
        .with_some("keys", Some(keys).filter(|keys| !keys.is_empty()))
        .with_some("turns", certificate.map(|certificate| certificate.turns))
        .with_some("at_least", answer.at_least)
        .with_some("solutions", solutions.map(|found| found.lines.len().max(1)))
        .with_some("all_solutions", solutions.map(|found| found.are_all))
        .with_some("reason", why.map(|found| found.message.raw()))
        .with_some("mend", mend.map(|help| help.raw()))
        .with_some("mends", mends(answer))
        .with_some("stopped", stopped)
        .with_some("memory", (stopped == Some("memory")).then_some(2 * memory))
        .with("steps", answer.proof.steps)
        .with("seconds", answer.time.as_secs_f64())
        .with_some(
            "first_win_seconds",
            answer.first_win.map(|time| time.as_secs_f64()),
        )
        .with("findings", findings.collect::<Vec<_>>())
        .with("traps", traps.collect::<Vec<_>>())
        .with_some("coin_flip", coin_flip)
        .with_some("won_at_once", answer.proof.is_won_at_once.then_some(true))
}

/// Returns the row of a finding, with its place in the text.
fn finding(source: &Source, found: &Diagnostic) -> Row {
    let place = source.place(found.span.start);
    Row::default()
        .with("code", found.code.name())
        .with("line", place.line)
        .with("column", place.column)
        .with("message", found.message.raw())
        .with_some("help", found.help.as_ref().map(|help| help.raw()))
}

/// Returns the rows of all known sets of changes that may make a game winnable; `None` for other games.
fn mends(answer: &GameAnswer) -> Option<Vec<Row>> {
    let Verdict::Unwinnable(disproof) = &answer.proof.verdict else {
        return None;
    };
    let sets = disproof.mends.iter().map(|set| {
        let changes = set.changes.iter().map(|mend| {
            Row::default()
                .with("level", usize::from(mend.level.0) + 1)
                .with("x", mend.at.x + 1)
                .with("y", mend.at.y + 1)
                .with("from", answer.dungeon.tile(mend.from).name.as_str())
                .with("to", answer.dungeon.tile(mend.to).name.as_str())
        });
        Row::default()
            .with("changes", changes.collect::<Vec<_>>())
            .with("proved", set.is_proved)
    });
    Some(sets.collect())
}

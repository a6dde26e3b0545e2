//! The printer of `dungeon prove`: for people a verdict and what shows it, for programs a JSON object a game.
use std::io::{self, Write};

use serde::Serialize;

use super::answer::GameAnswer;
use crate::cli::output::errors::print_report;
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::json::to_json;
use dungeon_format::report::{Paint, Report};
use dungeon_format::source::Source;
use dungeon_play::view::words;
use dungeon_players::Verdict;

/// How answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ProofFormat {
    /// Verdicts, with the keys that win or the lines that are wrong.
    Human,
    /// One JSON object a line, for each game.
    Json,
}

/// The printer of `dungeon prove`: a stream, and what was told of the present file.
pub struct ProofPrinter<W: Write> {
    format: ProofFormat,
    paint: Paint,
    to: W,
    told: ToldFile,
}

/// What was found out about the games of one file so far.
#[derive(Default)]
struct ToldFile {
    first: u64,
    last: u64,
    games: u64,
    winnable: u64,
    unwinnable: u64,
    goalless: u64,
    unknown: u64,
    /// Games whose map alone was looked at, and does not keep anybody from winning.
    open: u64,
    dead_ends: u64,
    /// Games that one turn of waiting wins.
    at_once: u64,
    /// The verdict of the only game.
    only: String,
    /// The findings of the first game that has any, those of each code.
    findings: Vec<Diagnostic>,
    first_unknown: Option<u64>,
}

/// A game and what was found out about it, as a line of JSON.
#[derive(Serialize)]
struct AnswerLine<'a> {
    file: &'a str,
    seed: u64,
    verdict: &'static str,
    /// The keys that win, or that came nearest to a win.
    #[serde(skip_serializing_if = "str::is_empty")]
    keys: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mend: Option<&'a str>,
    steps: u64,
    seconds: f64,
    traps: Vec<TrapLine<'a>>,
    /// Whether one turn of waiting wins.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    won_at_once: bool,
}

/// A file that is no dungeon, and the first error in it, as a line of JSON.
#[derive(Serialize)]
struct RefusedLine<'a> {
    file: &'a str,
    verdict: &'static str,
    code: &'static str,
    line: usize,
    column: usize,
    reason: &'a str,
}

/// A dead end that a player can come to, as JSON.
#[derive(Serialize)]
struct TrapLine<'a> {
    keys: &'a str,
    level: usize,
    x: i32,
    y: i32,
    reason: &'a str,
}

/// The word for a verdict that programs read.
fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Winnable(_) => "winnable",
        Verdict::Unwinnable(_) => "unwinnable",
        Verdict::Goalless => "goalless",
        Verdict::Unknown(_) => "unknown",
    }
}

impl<W: Write> ProofPrinter<W> {
    /// Creates a printer. Only findings for people use `paint`.
    pub fn new(format: ProofFormat, paint: Paint, to: W) -> ProofPrinter<W> {
        ProofPrinter {
            format,
            paint,
            to,
            told: ToldFile::default(),
        }
    }

    /// Tells of a game: at once to programs, and with the other games of its file to people.
    pub fn tell(&mut self, source: &Source, answer: &GameAnswer) -> io::Result<()> {
        match self.format {
            ProofFormat::Json => writeln!(self.to, "{}", to_json(&line(source, answer))?),
            ProofFormat::Human => {
                self.told.add(answer);
                Ok(())
            }
        }
    }

    /// Tells of a file that has errors and no games: on standard error all of them, and in the answer the first.
    pub fn refuse(&mut self, report: &Report) -> io::Result<()> {
        print_report(report);
        let mut found = report.diagnostics.iter();
        let Some(first) = found.find(|found| found.severity == Severity::Error) else {
            return Ok(());
        };
        let place = report.source.place(first.span.start);
        match self.format {
            ProofFormat::Json => {
                let line = RefusedLine {
                    file: report.source.name.raw(),
                    verdict: "refused",
                    code: first.code.name(),
                    line: place.line,
                    column: place.column,
                    reason: first.message.raw(),
                };
                writeln!(self.to, "{}", to_json(&line)?)
            }
            ProofFormat::Human => {
                let (name, message) = (&report.source.name, &first.message);
                let line = place.line;
                writeln!(
                    self.to,
                    "{name}: REFUSED, since line {line} has an error: {message}"
                )
            }
        }
    }

    /// Tells people of a file whose games are all answered.
    pub fn finish_file(&mut self, source: &Source) -> io::Result<()> {
        let told = std::mem::take(&mut self.told);
        if self.format == ProofFormat::Json {
            return Ok(());
        }
        let name = &source.name;
        if !told.findings.is_empty() {
            let report = Report {
                source: source.clone(),
                diagnostics: told.findings,
            };
            write!(self.to, "{}\n\n", report.render(self.paint))?;
        }
        if told.games == 1 {
            return writeln!(self.to, "{name}, seed {}: {}", told.first, told.only);
        }
        let share = |count: u64| 100.0 * count as f64 / told.games as f64;
        write!(self.to, "{name}, seeds {}..{}:", told.first, told.last)?;
        let counts = [
            (told.winnable, "winnable"),
            (told.unwinnable, "UNWINNABLE"),
            (told.goalless, "with nothing to win"),
            (told.unknown, "unknown"),
            (
                told.open,
                "with nothing seen on the map in the way of a win",
            ),
            (told.dead_ends, "with dead ends"),
            (told.at_once, "won with nothing done"),
        ];
        let mut separator = " ";
        for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
            write!(self.to, "{separator}{count} {what} ({:.1} %)", share(count))?;
            separator = ", ";
        }
        match told.first_unknown {
            Some(seed) => writeln!(self.to, "; seed {seed} is the first unknown one"),
            None => writeln!(self.to),
        }
    }

    /// Hands on what is still held back.
    pub fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl ToldFile {
    fn add(&mut self, answer: &GameAnswer) {
        if self.games == 0 {
            self.first = answer.seed;
            self.only = sentence(answer);
        }
        self.last = answer.seed;
        self.games += 1;
        match answer.proof.verdict {
            Verdict::Winnable(_) => self.winnable += 1,
            Verdict::Unwinnable(_) => self.unwinnable += 1,
            Verdict::Goalless => self.goalless += 1,
            Verdict::Unknown(_) if answer.is_layout => self.open += 1,
            Verdict::Unknown(_) => {
                self.unknown += 1;
                self.first_unknown.get_or_insert(answer.seed);
            }
        }
        self.dead_ends += u64::from(!answer.proof.dead_ends.is_empty());
        self.at_once += u64::from(answer.proof.is_won_at_once);
        let told: Vec<Code> = self.findings.iter().map(|found| found.code).collect();
        let new = answer.findings.iter();
        let new = new.filter(|found| !told.contains(&found.code));
        self.findings.extend(new.cloned());
    }
}

/// What is said of a game that is the only one of its file.
fn sentence(answer: &GameAnswer) -> String {
    let steps = i64::try_from(answer.proof.steps).unwrap_or(i64::MAX);
    let steps = words::number_of(steps, "step");
    match (&answer.proof.verdict, &answer.certificate) {
        (Verdict::Winnable(_), Some(certificate)) => format!(
            "WINNABLE in {}, by {}:\n{}",
            words::turns(certificate.turns),
            words::number_of(certificate.keys.len() as i64, "key"),
            certificate.keys.text(),
        ),
        (Verdict::Unwinnable(_), _) => "UNWINNABLE".to_owned(),
        (Verdict::Goalless, _) => {
            "nothing to win, as `goal none=yes` says, and so nothing to prove".to_owned()
        }
        _ if answer.is_layout => {
            "nothing is seen on the map that stands in the way of a win".to_owned()
        }
        _ => {
            let reached = answer.reached.iter();
            let reached: Vec<String> = reached
                .map(|reading| format!("{} {}", reading.label, reading.value))
                .collect();
            if answer.nearest.is_empty() {
                return format!("UNKNOWN after {steps} of search");
            }
            format!(
                "UNKNOWN after {steps} of search. The best line of play, to {}:\n{}\nA larger --budget goes on.",
                reached.join(", "),
                answer.nearest.text(),
            )
        }
    }
}

fn line<'a>(source: &'a Source, answer: &'a GameAnswer) -> AnswerLine<'a> {
    let of_code = |code: Code| {
        let findings = answer.findings.iter();
        findings.filter(move |found| found.code == code)
    };
    let why = of_code(Code::Unwinnable).next();
    let certificate = answer.certificate.as_ref();
    let dead_ends = answer.proof.dead_ends.iter();
    let ways = answer.ways_to_dead_ends.iter();
    let traps = dead_ends.zip(ways).zip(of_code(Code::DeadEnd));
    AnswerLine {
        file: source.name.raw(),
        seed: answer.seed,
        verdict: word(&answer.proof.verdict),
        keys: certificate.map_or(answer.nearest.text(), |certificate| certificate.keys.text()),
        turns: certificate.map(|certificate| certificate.turns),
        reason: why.map(|found| found.message.raw()),
        mend: why
            .and_then(|found| found.help.as_ref())
            .map(|help| help.raw()),
        steps: answer.proof.steps,
        seconds: answer.time.as_secs_f64(),
        traps: traps
            .map(|((end, keys), found)| TrapLine {
                keys,
                level: usize::from(end.level.0) + 1,
                x: end.at.x + 1,
                y: end.at.y + 1,
                reason: found.message.raw(),
            })
            .collect(),
        won_at_once: answer.proof.is_won_at_once,
    }
}

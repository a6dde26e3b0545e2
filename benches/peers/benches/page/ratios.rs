//! Ours beside a peer: both do the same work, in turn, and the processor's time of each pair is divided. Counts beside a
//! peer's, too, which are the same on every machine.
//!
//! Both sides do as many pieces of work in every batch, so that two sequences of work, such as queries or a hero's walk,
//! stay at the same place.
//! A machine's speed moves by a third from run to run, so a time alone says little; two batches that follow each other
//! meet the same machine. What other processes do is left out, because only the processor's time of this process and of
//! the children that it waited for is counted.
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};

/// Pairs a row is made of.
const PAIRS: usize = 15;
/// The least time of a batch: far above the clock's step of a microsecond.
const BATCH: Duration = Duration::from_millis(20);

/// What a row compares, in words.
pub struct Claim {
    /// The work.
    pub what: String,
    /// Who else does it.
    pub peer: String,
    /// The ratio that is wanted: the peer's time divided by ours, so more is better.
    pub goal: f64,
    /// What a profile says that the rest is spent on, and what was tried in vain.
    pub limits: String,
}

/// A row as it came out.
pub struct Outcome {
    /// What was compared.
    pub claim: Claim,
    /// Ours, in seconds for one piece of work: the median.
    pub ours: f64,
    /// The peer's, in seconds for one piece of work: the median.
    pub theirs: f64,
    /// The peer's time divided by ours: the median of the pairs.
    pub ratio: f64,
    /// The lowest and the highest ratio of the middle half of the pairs.
    pub middle: (f64, f64),
}

/// A row of counts, such as bytes or allocations.
pub struct Count {
    /// What is counted.
    pub what: String,
    /// Whose count stands beside ours.
    pub peer: String,
    /// Ours, an average for some.
    pub ours: f64,
    /// The peer's.
    pub theirs: f64,
    /// The most that ours may be; `None` without a goal.
    pub goal: Option<f64>,
}

/// The rows of one bench, printed as they come.
#[derive(Default)]
pub struct Table {
    /// Ratios of times.
    pub ratios: Vec<Outcome>,
    /// Counts.
    pub counts: Vec<Count>,
}

/// The head of a table of ratios.
pub const RATIOS_HEAD: &str = "\
| work | peer | ours | peer's | peer's ÷ ours | middle half | goal |
|---|---|---|---|---|---|---|
";

/// The head of a table of counts.
pub const COUNTS_HEAD: &str = "\
| count | ours | peer | peer's | peer's ÷ ours | goal |
|---|---|---|---|---|---|
";

impl Table {
    /// Adds a row: `ours` and `peer` each do one piece of the same work, and are called equally often.
    pub fn row(&mut self, claim: Claim, ours: impl FnMut(), peer: impl FnMut()) {
        let outcome = measured(claim, ours, peer);
        println!("{}", line(&outcome));
        self.ratios.push(outcome);
    }

    /// Adds a row of counts; `goal` is the most that ours may be.
    pub fn count(&mut self, what: String, peer: &str, counts: [f64; 2], goal: Option<f64>) {
        let [ours, theirs] = counts;
        let count = Count {
            what,
            peer: peer.to_owned(),
            ours,
            theirs,
            goal,
        };
        println!("{}", count_line(&count));
        self.counts.push(count);
    }
}

fn measured(claim: Claim, mut ours: impl FnMut(), mut peer: impl FnMut()) -> Outcome {
    let pieces = batch_size(&mut ours, &mut peer);
    let mut pairs: Vec<(f64, f64)> = (0..PAIRS)
        .map(|_| (one(&mut ours, pieces), one(&mut peer, pieces)))
        .collect();
    let mut ratios: Vec<f64> = pairs.iter().map(|(ours, theirs)| theirs / ours).collect();
    ratios.sort_by(f64::total_cmp);
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let ours = pairs[PAIRS / 2].0;
    pairs.sort_by(|a, b| a.1.total_cmp(&b.1));
    Outcome {
        claim,
        ours,
        theirs: pairs[PAIRS / 2].1,
        ratio: ratios[PAIRS / 2],
        middle: (ratios[PAIRS / 4], ratios[PAIRS - 1 - PAIRS / 4]),
    }
}

/// The seconds of a piece of work: the median of five batches. For what has no peer, such as how a time grows.
pub fn seconds(mut work: impl FnMut()) -> f64 {
    let mut pieces = 1;
    while one(&mut work, pieces) * f64::from(pieces) < BATCH.as_secs_f64() {
        pieces *= 2;
    }
    let mut times = [0.0; 5].map(|_: f64| one(&mut work, pieces));
    times.sort_by(f64::total_cmp);
    times[2]
}

/// How many pieces of work a batch is made of, the same for both. Those that find it out warm the caches, too.
fn batch_size(work: &mut impl FnMut(), other: &mut impl FnMut()) -> u32 {
    let mut pieces = 1;
    loop {
        let shorter = one(work, pieces).min(one(other, pieces));
        if shorter * f64::from(pieces) >= BATCH.as_secs_f64() {
            return pieces;
        }
        pieces *= 2;
    }
}

/// The seconds of a piece of work, on average over a batch.
fn one(work: &mut impl FnMut(), pieces: u32) -> f64 {
    let before = spent();
    (0..pieces).for_each(|_| work());
    (spent() - before).as_secs_f64() / f64::from(pieces)
}

/// The processor's time that this process has spent, and those that it waited for.
pub fn spent() -> Duration {
    let of = |who| {
        let usage = getrusage(who).expect("a process may ask for its own usage");
        let micros = |time: nix::sys::time::TimeVal| {
            time.tv_sec().unsigned_abs() * 1_000_000 + time.tv_usec().unsigned_abs()
        };
        Duration::from_micros(micros(usage.user_time()) + micros(usage.system_time()))
    };
    of(UsageWho::RUSAGE_SELF) + of(UsageWho::RUSAGE_CHILDREN)
}

/// The row of a Markdown table.
pub fn line(outcome: &Outcome) -> String {
    let Outcome {
        claim,
        ours,
        theirs,
        ratio,
        middle,
        ..
    } = outcome;
    let met = if *ratio >= claim.goal {
        "met"
    } else {
        "**missed**"
    };
    format!(
        "| {} | {} | {} | {} | {ratio:.2} | {:.2}–{:.2} | {:.2}: {met} |",
        claim.what,
        claim.peer,
        time(*ours),
        time(*theirs),
        middle.0,
        middle.1,
        claim.goal,
    )
}

/// The row of a Markdown table of counts.
pub fn count_line(count: &Count) -> String {
    let Count {
        what,
        peer,
        ours,
        theirs,
        goal,
        ..
    } = count;
    let goal = match goal {
        Some(goal) if ours <= goal => format!("at most {goal:.1}: met"),
        Some(goal) => format!("at most {goal:.1}: **missed**"),
        None => String::new(),
    };
    let ratio = theirs / ours;
    format!("| {what} | {ours:.1} | {peer} | {theirs:.1} | {ratio:.2} | {goal} |")
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        s if s >= 1e-6 => format!("{:.2} µs", s * 1e6),
        s => format!("{:.1} ns", s * 1e9),
    }
}

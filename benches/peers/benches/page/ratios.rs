//! Compares our code with a peer that does the same work. Batches alternate, and the processor time of each pair is
//! divided. Also compares counts, which are the same on every machine.
//!
//! Both sides do the same number of pieces of work in every batch, so that two sequences, such as queries or a hero's
//! walk, stay in step. The speed of a machine varies by a third from run to run, so that an absolute time says little;
//! consecutive batches run under equal conditions. Only the processor time of this process and of its finished children
//! counts, so that other processes do not matter.
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};

/// The number of pairs of batches in a row.
const PAIRS: usize = 15;
/// Minimum time of a batch: far above the clock's resolution of a microsecond.
const BATCH: Duration = Duration::from_millis(20);

/// A comparison to measure.
pub struct Claim {
    /// The compared work, in words.
    pub what: String,
    /// The name of the peer.
    pub peer: String,
    /// The wanted ratio of the peer's time to ours; more is better.
    pub goal: f64,
    /// The profile of the remaining time, and ideas that did not help.
    pub limits: String,
}

/// A measured row.
pub struct Outcome {
    /// The compared work.
    pub claim: Claim,
    /// Our median time for one piece of work, in seconds.
    pub ours: f64,
    /// The peer's median time for one piece of work, in seconds.
    pub theirs: f64,
    /// The median over the pairs of the peer's time divided by ours.
    pub ratio: f64,
    /// The lowest and the highest ratio of the middle half of the pairs.
    pub middle: (f64, f64),
}

/// A row of counts, such as bytes or allocations.
pub struct Count {
    /// The counted quantity.
    pub what: String,
    /// The name of the peer.
    pub peer: String,
    /// Our count; for some rows an average.
    pub ours: f64,
    /// The peer's count.
    pub theirs: f64,
    /// The maximum for our count; `None` without a goal.
    pub goal: Option<f64>,
}

/// The rows of one bench, printed as they are measured.
#[derive(Default)]
pub struct Table {
    /// Ratios of times.
    pub ratios: Vec<Outcome>,
    /// Rows of counts.
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
    /// Adds a row. `ours` and `peer` each do one piece of the same work, and are called equally often.
    pub fn row(&mut self, claim: Claim, ours: impl FnMut(), peer: impl FnMut()) {
        let outcome = measured(claim, ours, peer);
        println!("{}", line(&outcome));
        self.ratios.push(outcome);
    }

    /// Adds a row of counts. `goal` is the maximum for our count.
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

/// Returns the median time of a piece of work over five batches, in seconds. For work without a peer.
pub fn seconds(mut work: impl FnMut()) -> f64 {
    let mut pieces = 1;
    while one(&mut work, pieces) * f64::from(pieces) < BATCH.as_secs_f64() {
        pieces *= 2;
    }
    let mut times = [0.0; 5].map(|_: f64| one(&mut work, pieces));
    times.sort_by(f64::total_cmp);
    times[2]
}

/// Returns the pieces of work in a batch, the same for both sides. Finding it warms the caches, too.
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

/// Returns the average time of a piece of work in a batch, in seconds.
fn one(work: &mut impl FnMut(), pieces: u32) -> f64 {
    let before = spent();
    (0..pieces).for_each(|_| work());
    (spent() - before).as_secs_f64() / f64::from(pieces)
}

/// Returns the processor time of this process and its finished children.
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

/// Returns the row as a line of a Markdown table.
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

/// Returns the row of counts as a line of a Markdown table.
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

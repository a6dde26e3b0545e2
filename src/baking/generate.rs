//! Seeds of a file with chance that are proved winnable, lie within wanted shares of wins, and differ most from one
//! another.
use std::fmt;
use std::ops::RangeInclusive;

use super::baked_file::{BakedFile, ChanceFile};
use super::file_traits::{CellContents, FileTraits, most_different};
use crate::balance::tune_goal::{TuneGoal, WinCount};
use dungeon_engine::action::Action;
use dungeon_format::source::Source;
use dungeon_format::syntax::LARGEST_NUMBER;
use dungeon_play::replay::certificate::Certificate;
use dungeon_players::Verdict;

/// The number of seeds that are baked and proved together. It is fixed, so that the answer does not depend on threads, and
/// small, so that a search that is stopped has results.
const BATCH: usize = 4;

/// The number of games of a bot after which a seed may be out of its range.
const FIRST_GAMES: u64 = 50;

/// The number of fitting seeds to collect for each wanted one.
const POOL: usize = 4;

/// Looks for a line that wins each file with its seed, in order.
pub type ProveFiles<'a> = dyn Fn(&[(u64, &BakedFile)]) -> Vec<FileProof> + 'a;

/// The end of a search for a line that wins a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileProof {
    /// A line that wins.
    Won(Vec<Action>),
    /// The search found no line.
    Unproved,
    /// The search was stopped, so that the file is not judged.
    Stopped,
}

impl FileProof {
    /// Returns the end of a search that gave this verdict; `None` if it was stopped.
    pub fn of(verdict: Option<Verdict>) -> FileProof {
        match verdict {
            Some(Verdict::Winnable(line)) => FileProof::Won(line),
            Some(_) => FileProof::Unproved,
            None => FileProof::Stopped,
        }
    }
}

/// The largest seed that a file can name.
pub const LARGEST_SEED: u64 = LARGEST_NUMBER.unsigned_abs();

/// The seeds that an author asks for.
#[derive(Clone, Debug)]
pub struct SeedOrder {
    /// The number of seeds to choose.
    pub wanted: usize,
    /// The seeds to choose from.
    pub seeds: RangeInclusive<u64>,
    /// The maximum number of games per bot and seed, at least 1. The games have the seeds 0, 1 and so on.
    pub games: u64,
    /// The name of the file with chance, for the first line of each text.
    pub name: String,
}

/// A file that fits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FittingSeed {
    /// The number of the seed.
    pub seed: u64,
    /// The file without chance that begins with the seed's level.
    pub file: BakedFile,
    /// The text of the file with a first line that names its origin, and with a test that plays the winning keys.
    pub text: String,
    /// The keys that win the seed's game, and its recording.
    pub certificate: Certificate,
    /// The wins of each bot in games of the file, in the order of the goals.
    pub wins: Vec<WinCount>,
    /// How much the file differs from the most similar of the chosen ones, from 0 to 1; 1 for a single file.
    pub apart: f64,
}

/// The reason why a seed does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnfitSeed {
    /// The seed's level cannot be written as a file, for this reason.
    Unwritten(String),
    /// The wins of a bot are out of the range. Holds the wins of each bot.
    OutOfRange(Vec<WinCount>),
    /// No proof was found that the seed can be won.
    Unproved,
}

/// The result of a search for seeds.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct GeneratedSeeds {
    /// The chosen seeds in ascending order, at most as many as wanted.
    pub chosen: Vec<FittingSeed>,
    /// The number of seeds that fit.
    pub fitting: usize,
    /// The seeds that do not fit, in order.
    pub unfit: Vec<(u64, UnfitSeed)>,
    /// Whether the search was stopped before it was complete.
    pub is_cut: bool,
}

impl SeedOrder {
    /// Returns why no file can name all seeds, without a full stop; `None` if files can.
    pub fn fault(&self) -> Option<String> {
        (*self.seeds.end() > LARGEST_SEED)
            .then(|| format!("a file can name seeds up to {LARGEST_SEED}: choose from lower seeds"))
    }
}

impl fmt::Display for UnfitSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnfitSeed::Unwritten(why) => f.write_str(why),
            UnfitSeed::OutOfRange(_) => f.write_str("the wins are out of the range"),
            UnfitSeed::Unproved => f.write_str("no proof that it can be won"),
        }
    }
}

/// A seed that fits, with its traits.
struct SeedCandidate {
    fitting: FittingSeed,
    traits: FileTraits,
}

/// Looks for seeds that fit, in ascending order and four at a time, until at least four times as many fit as wanted. Chooses those that differ most
/// from one another in layout, in the things that the winning line meets, and in its deeds: first the seed that differs
/// most from all others, then each time the one that differs most from its most similar chosen seed. `on_seed` is called
/// with each seed that was judged. If a game or a proof is stopped, returns the seeds judged until then. The result does not depend on the machine if `prove` and the goals do not.
pub fn generate(
    file: &ChanceFile,
    goals: &[TuneGoal<'_>],
    order: &SeedOrder,
    prove: &ProveFiles<'_>,
    on_seed: &dyn Fn(u64, &Result<(), UnfitSeed>),
) -> GeneratedSeeds {
    let mut search = SeedSearch {
        file,
        goals,
        order,
        prove,
        contents: CellContents::default(),
        candidates: Vec::new(),
        found: GeneratedSeeds::default(),
    };
    let seeds: Vec<u64> = order.seeds.clone().take(1 << 20).collect();
    for batch in seeds.chunks(BATCH) {
        if search.candidates.len() >= order.wanted.saturating_mul(POOL) {
            break;
        }
        search.judge(batch, on_seed);
        if search.found.is_cut {
            break;
        }
    }
    search.chosen()
}

/// A search for seeds that fit.
struct SeedSearch<'a> {
    file: &'a ChanceFile,
    goals: &'a [TuneGoal<'a>],
    order: &'a SeedOrder,
    prove: &'a ProveFiles<'a>,
    contents: CellContents,
    candidates: Vec<SeedCandidate>,
    found: GeneratedSeeds,
}

impl SeedSearch<'_> {
    /// Judges some seeds, or those before the search was stopped.
    fn judge(&mut self, seeds: &[u64], on_seed: &dyn Fn(u64, &Result<(), UnfitSeed>)) {
        let mut unfit: Vec<(u64, UnfitSeed)> = Vec::new();
        let mut played: Vec<(u64, BakedFile, Vec<WinCount>)> = Vec::new();
        for seed in seeds {
            match self.file.baked(*seed) {
                Err(why) => unfit.push((*seed, UnfitSeed::Unwritten(why))),
                Ok(baked) => match self.played(&baked) {
                    Some(Ok(wins)) => played.push((*seed, baked, wins)),
                    Some(Err(wins)) => unfit.push((*seed, UnfitSeed::OutOfRange(wins))),
                    None => {
                        self.found.is_cut = true;
                        break;
                    }
                },
            }
        }
        let files = played.iter().map(|(seed, baked, _)| (*seed, baked));
        let proofs = (self.prove)(&files.collect::<Vec<_>>());
        let mut fitted = Vec::new();
        for ((seed, baked, wins), proof) in played.into_iter().zip(proofs) {
            let source = Source::from_text("baked.dng", baked.text.as_str());
            let won = match proof {
                FileProof::Won(line) => {
                    let certificate = Certificate::new(&source, seed, &line);
                    certificate.map(|certificate| (certificate, line))
                }
                FileProof::Unproved => None,
                FileProof::Stopped => {
                    self.found.is_cut = true;
                    continue;
                }
            };
            let Some((certificate, line)) = won else {
                unfit.push((seed, UnfitSeed::Unproved));
                continue;
            };
            let origin = format!(
                "Seed {seed} of {}, without chance before the first turn.",
                self.order.name
            );
            let text = match baked.with_test(&origin, &certificate) {
                Ok(text) => text,
                Err(why) => {
                    unfit.push((seed, UnfitSeed::Unwritten(why)));
                    continue;
                }
            };
            let traits = FileTraits::new(&baked, seed, &line, &mut self.contents);
            let fitting = FittingSeed {
                seed,
                file: baked,
                text,
                certificate,
                wins,
                apart: 1.0,
            };
            fitted.push(seed);
            self.candidates.push(SeedCandidate { fitting, traits });
        }
        unfit.sort_by_key(|(seed, _)| *seed);
        for seed in seeds {
            if fitted.contains(seed) {
                on_seed(*seed, &Ok(()));
            } else if let Some((_, why)) = unfit.iter().find(|(one, _)| one == seed) {
                on_seed(*seed, &Err(why.clone()));
            }
        }
        self.found.unfit.extend(unfit);
    }

    /// Plays a file for every goal until a share is certainly out of its range or all games are played. Returns the wins,
    /// as an error if a share is out of its range; `None` if the search was stopped.
    fn played(&self, baked: &BakedFile) -> Option<Result<Vec<WinCount>, Vec<WinCount>>> {
        let mut wins = vec![WinCount::default(); self.goals.len()];
        let mut next = 0..FIRST_GAMES.min(self.order.games);
        while !next.is_empty() {
            let seeds: Vec<u64> = next.clone().collect();
            for (goal, count) in self.goals.iter().zip(&mut wins) {
                let records = (goal.play)(&baked.dungeon, &seeds)?;
                count.games += records.len() as u64;
                count.won += records.iter().filter(|record| record.is_won()).count() as u64;
            }
            let mut counts = self.goals.iter().zip(&wins);
            if counts.any(|(goal, count)| goal.excludes(count.interval())) {
                return Some(Err(wins));
            }
            next = next.end..(next.end * 2).min(self.order.games);
        }
        let mut counts = self.goals.iter().zip(&wins);
        let are_inside = counts.all(|(goal, count)| (goal.from..=goal.to).contains(&count.share()));
        Some(if are_inside { Ok(wins) } else { Err(wins) })
    }

    /// Returns the result with the chosen seeds.
    fn chosen(self) -> GeneratedSeeds {
        let traits: Vec<&FileTraits> = self.candidates.iter().map(|one| &one.traits).collect();
        let chosen = most_different(&traits, self.order.wanted);
        let chosen = chosen.into_iter().map(|(nth, apart)| FittingSeed {
            apart,
            ..self.candidates[nth].fitting.clone()
        });
        let mut chosen: Vec<FittingSeed> = chosen.collect();
        chosen.sort_by_key(|one| one.seed);
        GeneratedSeeds {
            chosen,
            fitting: self.candidates.len(),
            ..self.found
        }
    }
}

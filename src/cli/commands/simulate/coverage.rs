//! Which seeds of one bot in one dungeon were played: none may be missing, repeated or outside the expected range.
use std::collections::BTreeMap;

use crate::cli::options::amounts::SeedRange;

/// A line of a shard: the index of the shard, from 0, and the number of the line, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinePlace {
    pub shard: u32,
    pub line: u32,
}

/// A game that was found in a shard. The order is that of seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundGame {
    pub seed: u64,
    pub place: LinePlace,
}

/// What is wrong with a range of seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SeedFault {
    /// No shard has these seeds. The place is that of the game before them.
    MissingAfter,
    /// No shard has these seeds, the first of all. The place is that of the game after them.
    MissingBefore,
    /// The seeds are found a second time at the place of the fault. Holds the place of the first time.
    Repeated(LinePlace),
    /// The seeds are not expected.
    Outside,
}

/// A fault with its seeds, and the place of the first of them.
pub type FaultySeeds = (SeedFault, SeedRange, LinePlace);

/// Sorts the games and returns all faults. There must be at least one game.
pub fn faults(games: &mut [FoundGame], expected: SeedRange) -> Vec<FaultySeeds> {
    games.sort_unstable();
    let mut faults = FaultCollector::default();
    let (mut next, mut before) = (Some(expected.first), None::<FoundGame>);
    for game in games.iter().copied() {
        let FoundGame { seed, place } = game;
        if !(expected.first..=expected.last).contains(&seed) {
            faults.extend(SeedFault::Outside, seed, place);
            continue;
        }
        if let Some(first) = before.filter(|before| before.seed == seed) {
            faults.extend(SeedFault::Repeated(first.place), seed, place);
            continue;
        }
        if let Some(first) = next.filter(|next| *next < seed) {
            faults.miss(first, seed - 1, before, game);
        }
        (next, before) = (seed.checked_add(1), Some(game));
    }
    if let Some(first) = next.filter(|next| *next <= expected.last) {
        faults.miss(first, expected.last, before, games[0]);
    }
    faults.finish()
}

/// Joins faults of the same shards with consecutive seeds.
#[derive(Default)]
struct FaultCollector {
    /// The faults that may still grow, by the shard of the first and of this time.
    growing: BTreeMap<(Option<u32>, u32), FaultySeeds>,
    found: Vec<FaultySeeds>,
}

impl FaultCollector {
    fn extend(&mut self, fault: SeedFault, seed: u64, place: LinePlace) {
        let first = match fault {
            SeedFault::Repeated(first) => Some(first.shard),
            _ => None,
        };
        let begun = (fault, SeedRange::of_one(seed), place);
        let grown = self.growing.entry((first, place.shard)).or_insert(begun);
        if grown.1.last == seed || grown.1.last.checked_add(1) == Some(seed) {
            grown.1.last = seed;
        } else {
            self.found.push(std::mem::replace(grown, begun));
        }
    }

    /// Adds missing seeds, with the game before them, or else another game.
    fn miss(&mut self, first: u64, last: u64, before: Option<FoundGame>, other: FoundGame) {
        let (fault, place) = match before {
            Some(before) => (SeedFault::MissingAfter, before.place),
            None => (SeedFault::MissingBefore, other.place),
        };
        self.found.push((fault, SeedRange { first, last }, place));
    }

    fn finish(mut self) -> Vec<FaultySeeds> {
        self.found.extend(self.growing.into_values());
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the games of shards that hold these seeds, a line each.
    fn games(shards: &[&[u64]]) -> Vec<FoundGame> {
        let shards = (0..).zip(shards);
        let games = shards.flat_map(|(shard, seeds)| {
            let seeds = (1..).zip(seeds.iter());
            seeds.map(move |(line, seed)| FoundGame {
                seed: *seed,
                place: LinePlace { shard, line },
            })
        });
        games.collect()
    }

    /// Returns the faults as words with seeds, shard and line.
    fn told(shards: &[&[u64]], first: u64, last: u64) -> Vec<String> {
        let faults = faults(&mut games(shards), SeedRange { first, last });
        let told = faults.into_iter().map(|(fault, seeds, at)| {
            let fault = match fault {
                SeedFault::Repeated(first) => format!("again {}:{}", first.shard, first.line),
                fault => format!("{fault:?}"),
            };
            format!("{fault} {seeds} at {}:{}", at.shard, at.line)
        });
        told.collect()
    }

    #[test]
    fn seeds_in_any_order_of_shards_are_whole() {
        assert!(told(&[&[2, 3], &[0, 1], &[4]], 0, 4).is_empty());
        assert!(told(&[&[u64::MAX]], u64::MAX, u64::MAX).is_empty());
    }

    #[test]
    fn every_gap_and_every_repeated_or_unexpected_range_is_found() {
        let missing = told(&[&[2, 3], &[6]], 0, 9);
        let expected = [
            "MissingBefore 0..1 at 0:1",
            "MissingAfter 4..5 at 0:2",
            "MissingAfter 7..9 at 1:1",
        ];
        assert_eq!(missing, expected);
        let repeated = told(&[&[0, 1, 2, 3, 4], &[1, 2, 4], &[2, 2]], 0, 4);
        let expected = [
            "again 0:2 1..2 at 1:1",
            "again 0:5 4 at 1:3",
            "again 0:3 2 at 2:1",
        ];
        assert_eq!(repeated, expected);
        let outside = told(&[&[0, 1, 2, 3], &[8, 9]], 1, 2);
        assert_eq!(
            outside,
            [
                "Outside 0 at 0:1",
                "Outside 3 at 0:4",
                "Outside 8..9 at 1:1"
            ]
        );
    }
}

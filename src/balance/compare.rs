//! Plays the same seeds in two versions of a dungeon.
use std::sync::Arc;

use super::dungeon_text::{PlaySeeds, seeds_from};
use dungeon_model::dungeon::Dungeon;
use dungeon_players::PairedTally;

/// The number of games that are played before the next are asked for.
const BATCH: usize = 256;

/// Plays an old and a new version of a dungeon with the same seeds, counted from `first`. Returns `None` if `play` stops.
///
/// ```
/// use std::sync::Arc;
/// use dungeon::diagnostics::Source;
/// use dungeon::players::{Greedy, SeenGame, compare, play};
///
/// let level = |strength: u8| {
///     let text = format!("hero health=4\nkind w is=wanderer strength={strength}\nmap\n########\n#@.w..$#\n########\nend\n");
///     dungeon::load_source(Source::from_text("a.dng", text)).map(Arc::new)
/// };
/// let found = compare([&level(1)?, &level(9)?], 0, 100, &|dungeon, seeds| {
///     let game = |seed: &u64| play(&mut SeenGame::begin(dungeon.clone(), *seed), &mut Greedy::default(), 1_000);
///     Some(seeds.iter().map(game).collect())
/// });
/// assert!(found.expect("nothing stops it").won.change_interval().to < 0.0);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub fn compare(
    dungeons: [&Arc<Dungeon>; 2],
    first: u64,
    games: u64,
    play: &PlaySeeds<'_>,
) -> Option<PairedTally> {
    let mut tally = PairedTally::default();
    for begin in (0..games).step_by(BATCH) {
        let seeds = seeds_from(first, begin..games.min(begin + BATCH as u64));
        let [old, new] = dungeons.map(|dungeon| play(dungeon, &seeds));
        for (seed, records) in seeds.iter().zip(old?.into_iter().zip(new?)) {
            tally.add(*seed, dungeons, &records.into());
        }
    }
    Some(tally)
}

//! The worlds that a file can produce and that look the same at the start.
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::look::Onlooker;
use crate::search::budget::Meter;
use dungeon_engine::chance::{each_outcome, mix};
use dungeon_engine::game::Game;
use dungeon_engine::ground::CellLayers;
use dungeon_engine::world::World;
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::Dungeon;

/// The maximum number of combinations of random results before the first turn.
const MOST_OPENINGS: usize = 1 << 12;

/// The maximum number of cells, added up over all openings to try.
const MOST_CELLS: usize = 1 << 24;

/// The worlds that look the same as a game at the start, the game's own world first. Each game is at its start.
pub struct LookAlikes {
    pub games: Vec<Game>,
}

impl LookAlikes {
    /// Plays the opening of a dungeon with every combination of random results, and keeps the games that look like the
    /// game with a seed. All of them have this seed, so they draw the same numbers later. Returns `None` if there are
    /// too many outcomes, or the budget ends.
    pub fn of(dungeon: &Arc<Dungeon>, seed: u64, meter: &Meter<'_>) -> Option<LookAlikes> {
        let begin = || {
            let rules = rulesets::pick(dungeon);
            Game::new(Arc::clone(dungeon), rules, monsters::mind_for, seed)
        };
        let sizes = dungeon.levels.iter().map(|level| level.tiles.size());
        let cells = sizes.map(|size| size.area()).sum::<usize>().max(1);
        let real = begin();
        let mut onlooker = Onlooker::new(real.world());
        let look = onlooker.opening(&real);
        let mut games = vec![real.clone()];
        let mut known = HashMap::from([(world_hash(&real), ())]);
        let mut bytes = 0;
        let most = MOST_OPENINGS.min(MOST_CELLS / cells);
        each_outcome(most, || {
            if !meter.look(2 * cells) || !meter.fits_beside(bytes) {
                return None;
            }
            let game = begin();
            if let Entry::Vacant(new) = known.entry(world_hash(&game))
                && onlooker.opening(&game) == look
            {
                new.insert(());
                bytes += cells * size_of::<CellLayers>() + game.bytes();
                games.push(game.clone());
            }
            Some(())
        })?;
        Some(LookAlikes { games })
    }
}

/// Returns a hash of a whole world at its start, with the contents of every cell.
fn world_hash(game: &Game) -> u64 {
    let world: &World = game.world();
    let levels = world.dungeon().numbered_levels();
    let cells = levels.flat_map(|(level, _)| {
        let points = world.size(level).points();
        points.map(move |p| world.cell(level, p))
    });
    cells.fold(game.exact_hash(), |sum, cell| {
        mix(sum ^ (u64::from(cell.tile.0) << 16 | u64::from(cell.item.0)))
    })
}

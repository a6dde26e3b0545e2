//! Tries map changes that may make a game winnable: a game on the changed map is proved like any other game.
use std::sync::Arc;

use super::search::budget::Meter;
use super::search::shorten::wins;
use super::verdict::{Mend, MendSet, Verdict};
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::{Dungeon, Loss, tables_mut};

/// All tries of map changes for a game together may spend 1/`SHARE` of the remaining budget.
const SHARE: u64 = 8;

/// The maximum number of steps that all tries of map changes for a game may spend together.
const MOST_STEPS: u64 = 1_000_000;

/// Tries sets of map changes within a share of the budget. `decide` gives the verdict on a changed game. Returns first
/// the sets after which the game is won, then the sets whose games are not decided. Leaves out sets after which the
/// game cannot be won.
pub fn tried(
    game: &Game,
    sets: Vec<Vec<Mend>>,
    meter: &Meter<'_>,
    decide: impl Fn(&Game, &Meter<'_>) -> Verdict,
) -> Vec<MendSet> {
    if sets.is_empty() {
        return Vec::new();
    }
    let is_at_start = start(game.world().dungeon(), game).checksum() == game.checksum();
    let mut left = if is_at_start {
        u64::min(meter.left() / SHARE, MOST_STEPS)
    } else {
        0
    };
    let tried = sets.into_iter().filter_map(|changes| {
        let before = meter.spent();
        let answer = meter.apart(left / 2, |meter| {
            let mended = Some(meter).filter(|meter| meter.left() > 0);
            let mended = mended.map(|_| mended_game(game, &changes));
            let mended = mended.filter(|mended| meter.set_aside(mended.bytes()));
            mended.map(|mended| match decide(&mended, meter) {
                Verdict::Winnable(line) => {
                    meter.limit(meter.left());
                    Some(wins(&mut mended.clone(), &line, meter).is_some())
                }
                Verdict::Unwinnable(_) => None,
                Verdict::Unknown(_) | Verdict::Unfair | Verdict::Goalless => Some(false),
            })
        });
        left = left.saturating_sub(meter.spent() - before);
        let is_proved = answer.unwrap_or(Some(false))?;
        Some(MendSet { changes, is_proved })
    });
    let mut tried: Vec<MendSet> = tried.collect();
    tried.sort_by_key(|set| !set.is_proved);
    tried
}

/// Returns the number of turns in which a game can be won if its turn limits are removed. `win` looks for the winning
/// line; `None` if it finds none.
pub fn turns_that_win(
    game: &Game,
    meter: &Meter<'_>,
    win: impl FnOnce(&Game, &Meter<'_>) -> Option<Verdict>,
) -> Option<u32> {
    let mut dungeon = Dungeon::clone(game.world().dungeon());
    let losses = &mut tables_mut(&mut dungeon).losses;
    losses.retain(|loss| !matches!(loss, Loss::Turns(_)));
    let mut game = start(&Arc::new(dungeon), game);
    let verdict = meter.apart(meter.left() / 2, |meter| win(&game, meter));
    let Some(Verdict::Winnable(line)) = verdict else {
        return None;
    };
    meter.limit(meter.left());
    wins(&mut game, &line, meter)?;
    Some(game.world().turn())
}

/// Begins the game of a dungeon with the dungeon's own rules and the seed of another game.
fn start(dungeon: &Arc<Dungeon>, game: &Game) -> Game {
    let rules = rulesets::pick(dungeon);
    let seed = game.world().seed();
    Game::new(Arc::clone(dungeon), rules, monsters::mind_for, seed).clone()
}

/// Begins the game again after changes of the map. Cells that the file's map draws are changed before the game begins,
/// as if the file were edited. Other cells, which chance decides, are changed after all random placements.
fn mended_game(game: &Game, changes: &[Mend]) -> Game {
    let dungeon = game.world().dungeon();
    let drawn = dungeon.drawn_from.as_ref().unwrap_or(dungeon);
    let mut dungeon = Dungeon::clone(drawn);
    for Mend { level, at, to, .. } in changes.iter().copied().filter(|mend| mend.is_drawn(drawn)) {
        Arc::make_mut(&mut tables_mut(&mut dungeon).levels)[usize::from(level.0)]
            .tiles
            .set(at, to);
    }
    let mut mended = start(&Arc::new(dungeon), game);
    for Mend { level, at, to, .. } in changes.iter().copied() {
        if mended.world().cell(level, at).tile != to {
            mended.suppose(Event::Rebuilt {
                level,
                at,
                tile: to,
            });
        }
    }
    mended
}

//! One game of a bot, replayed and drawn move by move for the film on a page.
use serde::Serialize;

use super::contestants::Contestant;
use dungeon_engine::world::World;
use dungeon_model::dungeon::ItemId;
use dungeon_model::space::geometry::at;
use dungeon_play::view::frame::Cell;
use dungeon_players::{SeenGame, play};

/// The maximum number of pictures in a film. Longer games are cut off to keep the page small.
const MOST: usize = 2_000;

/// The maximum number of cells of a level in a film, because every picture compares all cells.
pub const MOST_FILMED: usize = 20_000;

/// A picture of the film: the line below the picture, the rows that differ from the previous picture (each with its
/// index), and the number of rows.
#[derive(Serialize)]
pub struct FilmPicture(String, Vec<(usize, String)>, usize);

/// Whether all levels are small enough for a film.
pub fn is_filmed(world: &World) -> bool {
    let mut levels = world.dungeon().numbered_levels();
    levels.all(|(level, _)| world.size(level).area() <= MOST_FILMED)
}

/// Returns the pictures of a bot's game, starting before the first action.
pub fn film(begin: &SeenGame, contestant: Contestant, most: u32) -> Vec<FilmPicture> {
    let record = play(&mut begin.clone(), &mut *contestant.player(), most);
    let mut game = begin.game().clone();
    let mut before = rows(game.world());
    let first = before.iter().cloned().enumerate().collect();
    let mut pictures = vec![FilmPicture(status(game.world()), first, before.len())];
    for action in record.actions.iter().take(MOST) {
        if game.step(*action).is_err() {
            break;
        }
        let now = rows(game.world());
        let is_new = |(y, row): &(usize, &String)| before.get(*y) != Some(row);
        let changed = now.iter().enumerate().filter(is_new);
        let changed = changed.map(|(y, row)| (y, row.clone())).collect();
        pictures.push(FilmPicture(status(game.world()), changed, now.len()));
        before = now;
    }
    pictures
}

fn status(world: &World) -> String {
    let name = &world.dungeon().levels[usize::from(world.here().0)].name;
    let life: i64 = world.ours().map(|who| i64::from(world.life_of(who))).sum();
    let end = world.outcome().map_or("", |outcome| outcome.word());
    format!("turn {}, life {life}  {name}  {end}", world.ledger().turns)
}

/// Returns the rows of the current level as drawn, including everything that the bot cannot see.
fn rows(world: &World) -> Vec<String> {
    let (level, size) = (world.here(), world.size(world.here()));
    let glyph = |x, y| {
        let cell = world.cell(level, at(x, y));
        let glyph = match (cell.body(), cell.item) {
            (Some(who), _) => world.glyph_of(who),
            (None, ItemId::NONE) => world.dungeon().tile(cell.tile).glyph,
            (None, item) => world.item(item).glyph,
        };
        Cell::new(glyph, Default::default()).glyph()
    };
    (0..size.height)
        .map(|y| (0..size.width).map(|x| glyph(x, y)).collect())
        .collect()
}

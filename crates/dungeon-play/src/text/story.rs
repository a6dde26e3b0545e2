//! The story of a finished game in one sentence: how it ended, where, and with which items.
use std::iter::repeat_n;

use crate::view::words::{
    capitalised, enumeration, groups, killer_name, level_name, loss_name, number_of, preceded,
    several, with_article,
};
use dungeon_engine::ending::{GameEnd, LossCause, Outcome};
use dungeon_engine::world::World;
use dungeon_model::dungeon::game_profile::FeatureKind;
use dungeon_model::dungeon::{Goal, ItemId, LevelId};

/// The maximum number of phrases about items; further items are only counted.
const MOST_ITEMS: usize = 4;

/// Returns the story of a finished game whose hero can carry items: "Fell to an ash hound in the Warrens (level 7 of 9),
/// 2 levels from the stair of ash, with the giant's maul and 2 unknown vials." Returns `None` while the game goes on,
/// in all other games, and for a win without levels, names or items to tell of.
pub fn story(world: &World) -> Option<String> {
    if !world.dungeon().settings.game.keeps {
        return None;
    }
    let (end, places) = match world.ending()? {
        GameEnd::Won => (win_text(world), win_places(world)),
        GameEnd::Lost(cause) | GameEnd::Drawn(cause) => {
            let places = [Some(place_text(world)), distance_text(world)];
            (
                loss_text(world, cause),
                places.into_iter().flatten().collect(),
            )
        }
    };
    let items = enumeration(item_phrases(world));
    let items = Some(preceded("with ", &items)).filter(|items| !items.is_empty());
    let (place, rest) = places.split_first()?;
    let parts = [format!("{end} {place}")].into_iter();
    let parts: Vec<String> = parts.chain(rest.iter().cloned()).chain(items).collect();
    let is_told = parts.len() > 1 || world.outcome() != Some(Outcome::Won);
    is_told.then(|| parts.join(", ") + ".")
}

fn win_text(world: &World) -> String {
    let escaped = world.dungeon().goals() == [Goal::Leave];
    if escaped { "Escaped" } else { "Won" }.to_owned()
}

/// Returns when the game was won, and where: the level, or the farthest level if the hero came back.
fn win_places(world: &World) -> Vec<String> {
    let when = turn_text(world);
    let farthest = LevelId(world.ledger().farthest);
    let place = if farthest.0 > world.here().0 {
        format!("back from {}", numbered(world, farthest))
    } else {
        place_text(world)
    };
    let place = Some(place).filter(|place| *place != when);
    [when].into_iter().chain(place).collect()
}

fn turn_text(world: &World) -> String {
    format!("on turn {}", world.ledger().turns)
}

fn loss_text(world: &World, cause: LossCause) -> String {
    match cause {
        LossCause::TurnLimit => "Ran out of turns".to_owned(),
        LossCause::Caught(_) => capitalised(&loss_name(world.dungeon(), cause)),
        _ => match killer_name(world, cause).as_str() {
            "" => "Lost".to_owned(),
            killer => format!("Fell to {killer}"),
        },
    }
}

/// Returns where the hero was: "in the barrow, in the Barrows (level 8 of 9)", "in the nave", "on level 2 of 3"; or the
/// turn, if the place has no name.
fn place_text(world: &World) -> String {
    let hero = world.body(world.commanded());
    let (here, levels) = (hero.level, world.dungeon().levels());
    let number = (levels.len() > 1).then(|| numbered(world, here));
    let is_named = !levels[usize::from(here.0)].name.is_empty();
    let level = match (is_named.then(|| level_name(world, here)), number) {
        (Some(name), Some(number)) => format!("in {name} ({number})"),
        (Some(name), None) => format!("in {name}"),
        (None, Some(number)) => format!("on {number}"),
        (None, None) => turn_text(world),
    };
    let vault = world.vault_cell(here, hero.at);
    let vault = vault.map(|(number, _)| world.dungeon().vaults()[number].name.as_str());
    let vault = vault.filter(|name| !name.is_empty());
    let vault = vault.map(|name| format!("in {}, ", with_article(name)));
    vault.unwrap_or_default() + &level
}

/// Returns "level 7 of 9".
fn numbered(world: &World, level: LevelId) -> String {
    let sort = world.dungeon().settings.game.terms.level;
    let levels = world.dungeon().levels().len();
    format!("{sort} {} of {levels}", u32::from(level.0) + 1)
}

/// Returns how far the hero was from the next stairs that the file names: "2 levels from the stair of ash"; or from
/// which level the hero came back. `None` if neither holds.
fn distance_text(world: &World) -> Option<String> {
    let (here, farthest) = (world.here().0, world.ledger().farthest);
    let sort = world.dungeon().settings.game.terms.level;
    if here < farthest {
        let farthest = u32::from(farthest) + 1;
        return Some(format!("on the way back from {sort} {farthest}"));
    }
    let ahead = world.dungeon().numbered_levels();
    let ahead = ahead.filter(|(level, _)| level.0 > here);
    let mut stairs = ahead.filter_map(|(level, _)| Some((level, named_stairs(world, level)?)));
    let (level, name) = stairs.next()?;
    let levels = number_of(i64::from(level.0 - here), sort);
    Some(format!("{levels} from {}", with_article(&name)))
}

/// Returns the name of the first stairs of a level to which the file gives a name of their own.
fn named_stairs(world: &World, level: LevelId) -> Option<String> {
    let mut flights = world.flights(level);
    flights.find_map(|(p, stairs)| {
        let name = &world.tile(level, p).name;
        (name != FeatureKind::Stairs(stairs.way).name()).then(|| name.clone())
    })
}

/// Returns phrases about the hero's items, at most [`MOST_ITEMS`]: the equipped items, the keys, unknown items by family,
/// and all others.
fn item_phrases(world: &World) -> Vec<String> {
    let worn = world.pack().worn();
    let keys = worn.iter().chain(world.held());
    let keys = keys.map(|item| with_article(&world.item(*item).name));
    let things = world.pack().things().iter();
    let things = things.filter(|thing| !worn.contains(&thing.item));
    let things = things.flat_map(|thing| repeat_n(thing.item, thing.count as usize));
    let (unknown, known): (Vec<ItemId>, Vec<ItemId>) =
        things.partition(|item| world.is_unknown(*item));
    let unknown = unknown.into_iter().map(|item| family_name(world, item));
    let known = known.into_iter().map(|item| world.item(item).name.as_str());
    let rest = [groups(unknown, several), groups(known, several)].concat();
    let mut phrases: Vec<String> = keys.chain(rest).collect();
    if phrases.len() > MOST_ITEMS {
        let more = phrases.len() - (MOST_ITEMS - 1);
        phrases.truncate(MOST_ITEMS - 1);
        phrases.push(format!("{more} more kinds of items"));
    }
    phrases
}

/// Returns "unknown vial" for an unknown item of that family.
fn family_name(world: &World, item: ItemId) -> String {
    let families = world.dungeon().families().iter();
    let mut families = families.filter(|family| family.has_look(item));
    let name = families.next().map_or("item", |family| &family.name);
    format!("unknown {name}")
}

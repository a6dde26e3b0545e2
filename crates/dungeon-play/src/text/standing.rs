//! How a player stands: what the hero carries, what is left to take, who is about, and what wins and loses.
use std::iter::repeat_n;

use crate::view::words::{
    TurnLimit, capitalised, counted, counted_list, enemies, enemies_left, enumeration, game_terms,
    goal_sentences as goal_sentences_of, groups, has_enemies, herd, lives, place_in_run,
    progress_text, several, supplies, vigour, with_article,
};
use dungeon_engine::world::World;
use dungeon_model::dungeon::game_profile::{StandingPart, TakingPolicy};
use dungeon_model::dungeon::{Dungeon, Fog, ItemId, ItemKind};
use dungeon_model::space::geometry::Point;

/// Describes in whole sentences what the hero carries, how much is left to take, and how far the goals are; may be empty.
/// The rest is counted by level, so that a player need not search every level for the last coin.
pub fn inventory_text(world: &World) -> String {
    let things = world.pack().things().iter();
    let things = things.flat_map(|thing| repeat_n(thing.item, thing.count as usize));
    let carried: Vec<ItemId> = world.held().iter().copied().chain(things).collect();
    let carried = match carried.is_empty() {
        true if keeps_things(world.dungeon()) => Some("You carry nothing.".to_owned()),
        true => game_terms(world).empty_pack.map(str::to_owned),
        false => Some(carried_text(world, &carried)),
    };
    let worn = world.pack().worn().map(|item| world.item(item));
    let worn = worn.map(|worn| format!("You {} {}.", worn.verb(), with_article(&worn.name)));
    let parts = [
        standing_text(world),
        carried,
        worn,
        left_to_take_text(world),
    ];
    let parts = parts.into_iter().flatten().chain(progress_text(world));
    parts.collect::<Vec<_>>().join(" ")
}

/// Describes what `inventory_text` tells beside the things of the pack; may be empty.
pub fn beside_pack_text(world: &World) -> String {
    let keys = (!world.held().is_empty()).then(|| carried_text(world, world.held()));
    let parts = [standing_text(world), keys, left_to_take_text(world)];
    let parts = parts.into_iter().flatten().chain(progress_text(world));
    parts.collect::<Vec<_>>().join(" ")
}

/// Lists things that the hero carries: "You carry the iron key and 2 potions." A key is the one that was taken, as it is
/// in the messages that take it and unlock with it.
fn carried_text(world: &World, items: &[ItemId]) -> String {
    let named = |are_keys: bool| {
        let kinds = items.iter().map(|item| world.item(*item));
        let kinds = kinds.filter(|kind| kind.opens.is_some() == are_keys);
        kinds.map(|kind| kind.name.as_str()).collect::<Vec<_>>()
    };
    let keys = groups(&named(true), |count, name| match count {
        1 => with_article(name),
        many => several(many, name),
    });
    let things = groups(&named(false), several);
    format!("You carry {}.", enumeration(&[keys, things].concat()))
}

/// Whether a dungeon has things that are kept in the pack.
pub fn keeps_things(dungeon: &Dungeon) -> bool {
    dungeon.items().iter().any(ItemKind::is_kept)
}

/// Describes what wins and what loses in whole sentences: as the rules say it, or as the file does, whose goals take the
/// place of the rules' first sentence.
pub fn goal_sentences(mut rules: Vec<String>, dungeon: &Dungeon, limit: TurnLimit) -> Vec<String> {
    let own = goal_sentences_of(dungeon, limit);
    if dungeon.goals().is_empty() {
        rules.extend(own);
    } else {
        rules.splice(..rules.len().min(1), own);
    }
    rules
}

/// Returns what [`goal_sentences`] does as one text, with the turns that lose.
pub fn goal_text(rules: Vec<String>, dungeon: &Dungeon) -> String {
    goal_sentences(rules, dungeon, TurnLimit::Told).join(" ")
}

/// Describes in whole sentences how the player stands, in the parts that the game's terms list; `None` where the gauges
/// show all of it.
pub fn standing_text(world: &World) -> Option<String> {
    let parts = game_terms(world).standing;
    let sentences: Vec<String> = parts
        .iter()
        .filter_map(|part| standing_part_text(world, *part))
        .collect();
    (!parts.is_empty()).then(|| sentences.join(" "))
}

/// Returns one part of how the player stands as a sentence; `None` where there is nothing to say.
fn standing_part_text(world: &World, part: StandingPart) -> Option<String> {
    match part {
        StandingPart::WealthAndHerd => Some(herd_text(world)),
        StandingPart::FoesAbout => foes_about_text(world),
        StandingPart::Lives => Some(lives_left_text(world)),
        StandingPart::FoesLeftOnLevel => Some(foes_left_text(world)),
        StandingPart::Units => Some(units_text(world)),
        StandingPart::FoesLeft => enemies_left(world),
    }
}

/// Describes the units that the player commands: "Andy: health 20, 2 points, 10 ammo. Danny: health 18, 2 points, 9
/// ammo."
fn units_text(world: &World) -> String {
    let units = world.ours().map(|who| {
        let name = capitalised(&world.kind(who).name);
        let vigour = vigour(world, who).into_iter();
        let numbers: Vec<String> = vigour.chain(supplies(world, who)).collect();
        format!("{name}: {}.", numbers.join(", "))
    });
    units.collect::<Vec<_>>().join(" ")
}

/// Describes how many lives are left: "You have 2 lives."
fn lives_left_text(world: &World) -> String {
    match world.life_of(world.commanded()) {
        ..=0 => "You have no life left.".to_owned(),
        left => format!("You have {}.", lives(left.into())),
    }
}

/// Counts the monsters of the level: "3 enemies are left on board 2 of 5." The count is shown in fog too,
/// since it gives no position away.
fn foes_left_text(world: &World) -> String {
    let are = match world.theirs(world.here()).count() {
        1 => "is",
        _ => "are",
    };
    let board = place_in_run(world).map_or_else(String::new, |board| format!(" on {board}"));
    let enemies = capitalised(&enemies(world));
    format!("{enemies} {are} left{board}.")
}

/// Describes what the player owns where gold counts: "You have 90 gold and 9 cows."
fn herd_text(world: &World) -> String {
    let (count, name) = herd(world);
    let (gold, wealth) = (world.life_of(world.commanded()), game_terms(world).wealth);
    format!("You have {gold} {wealth} and {}.", counted(count, &name))
}

/// Names the monsters of the level: "2 hordlings are about." `None` in fog, where the count would give away monsters
/// out of sight.
fn foes_about_text(world: &World) -> Option<String> {
    let foes: Vec<&str> = world
        .theirs(world.here())
        .map(|who| world.kind(who).name.as_str())
        .collect();
    match (foes.len(), world.level_here().fog) {
        (_, Fog::Within(_)) | (0, _) => None,
        (1, _) => Some(format!("{} is about.", capitalised(&counted_list(&foes)))),
        _ => Some(format!("{} are about.", capitalised(&counted_list(&foes)))),
    }
}

/// Returns the game's policy for taking items.
pub(super) fn taking(world: &World) -> TakingPolicy {
    world.dungeon().settings.game.taking
}

/// Describes how many items are left: "3 things are left to take, 2 of them on this level." `None` if nothing is left,
/// or the game is not about taking.
pub(super) fn left_to_take_text(world: &World) -> Option<String> {
    if taking(world) == TakingPolicy::WhereNoFoesAre && has_enemies(world) {
        return None;
    }
    let here = world.here();
    let is_wanted = |p: &Point| world.item(world.item_at(here, *p)).collectable;
    let (all, near) = (
        world.collectables() as usize,
        world.size(here).points().filter(is_wanted).count(),
    );
    let left = match all {
        0 => return None,
        1 => "1 thing is left to take".to_owned(),
        all => format!("{all} things are left to take"),
    };
    Some(match (world.dungeon().levels.len() > 1, near) {
        (false, _) => format!("{left}."),
        (true, near) if near == all => format!("{left}, on this level."),
        (true, 0) => format!("{left}, on other levels."),
        (true, near) => format!("{left}, {near} of them on this level."),
    })
}

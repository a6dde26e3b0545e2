//! The player's standing: the hero's possessions, the items left to take, the monsters around, and the ways to win and
//! lose.
use std::iter::repeat_n;

use crate::view::words::{
    TurnLimit, capitalised, counted, counted_list, enemies, enemies_left, enumeration, game_terms,
    goal_sentences as goal_sentences_of, groups, has_enemies, herd, joined, lives, place_in_run,
    progress_text, several, supplies, vigour, with_article,
};
use dungeon_engine::rulesets;
use dungeon_engine::world::World;
use dungeon_model::dungeon::game_profile::{StandingPart, TakingPolicy};
use dungeon_model::dungeon::{Dungeon, Fog, Goal, ItemId, ItemKind};
use dungeon_model::space::geometry::Point;

/// Describes the hero's possessions, the items left to take, and the progress toward the goals, in whole sentences; may
/// be empty. Items left are counted by level, so that players need not search every level for the last coin.
pub fn inventory_text(world: &World) -> String {
    beside(world, possessions(world))
}

/// Iterates over a sentence about the hero's items and one about each equipped item.
pub(super) fn possessions(world: &World) -> impl Iterator<Item = String> {
    let things = world.pack().things().iter();
    let things = things.flat_map(|thing| repeat_n(thing.item, thing.count as usize));
    let carried: Vec<ItemId> = world.held().iter().copied().chain(things).collect();
    let carried = match carried.is_empty() {
        true if keeps_things(world.dungeon()) => Some("You carry nothing.".to_owned()),
        true => game_terms(world).empty_pack.map(str::to_owned),
        false => Some(carried_text(world, &carried)),
    };
    let worn = world.pack().worn().iter().map(|item| world.item(*item));
    let worn = worn.map(|worn| format!("You {} {}.", worn.verb(), with_article(&worn.name)));
    carried.into_iter().chain(worn)
}

/// Returns the same sentences as `inventory_text`, except those about the items in the inventory; may be empty.
pub fn beside_pack_text(world: &World) -> String {
    let keys = (!world.held().is_empty()).then(|| carried_text(world, world.held()));
    beside(world, keys)
}

/// Returns sentences about the player's standing, then the sentences `carried`, then sentences about the items left to
/// take and the progress.
fn beside(world: &World, carried: impl IntoIterator<Item = String>) -> String {
    let parts = standing_text(world).into_iter();
    let parts = parts.chain(carried);
    let parts = parts.chain(left_to_take_text(world));
    joined(parts.chain(progress_text(world)), " ")
}

/// Lists things that the hero carries: "You carry the iron key and 2 potions." Keys have the article "the", as in the
/// messages about taking and using them.
fn carried_text(world: &World, items: &[ItemId]) -> String {
    let named = |are_keys: bool| {
        let kinds = items.iter().map(|item| world.item(*item));
        let kinds = kinds.filter(move |kind| kind.opens.is_some() == are_keys);
        kinds.map(|kind| &kind.name)
    };
    let keys = groups(named(true), |count, name| match count {
        1 => with_article(name),
        many => several(many, name),
    });
    let things = groups(named(false), several);
    format!("You carry {}.", enumeration([keys, things].concat()))
}

/// Whether a dungeon has items that go into the inventory.
pub fn keeps_things(dungeon: &Dungeon) -> bool {
    dungeon.items().iter().any(ItemKind::is_kept)
}

/// Whether a dungeon has items that can be thrown, or that shoot or pull.
pub fn aims_things(dungeon: &Dungeon) -> bool {
    dungeon.aimed_acts().next().is_some()
}

/// Describes the ways to win and lose in whole sentences. If the file has goals, they replace the first of the
/// sentences `rules`. `goal none=yes` leaves the goal to rules that tell another one than the file's game.
pub fn goal_sentences(mut rules: Vec<String>, dungeon: &Dungeon, limit: TurnLimit) -> Vec<String> {
    let own = goal_sentences_of(dungeon, limit);
    let is_left_to_rules =
        dungeon.goals().contains(&Goal::Never) && rules != rulesets::pick(dungeon).face().goal();
    if dungeon.goals().is_empty() {
        rules.extend(own);
    } else if is_left_to_rules {
        let losses = own.into_iter().skip(1);
        rules.extend(losses.filter(|_| !dungeon.losses().is_empty()));
    } else {
        rules.splice(..rules.len().min(1), own);
    }
    rules
}

/// Returns [`goal_sentences`] as one text, including the turn limit.
pub fn goal_text(rules: Vec<String>, dungeon: &Dungeon) -> String {
    goal_sentences(rules, dungeon, TurnLimit::Told).join(" ")
}

/// Describes the player's standing in whole sentences, in the parts that the game's terms list; `None` if there are no
/// parts, because the gauges already show everything.
pub fn standing_text(world: &World) -> Option<String> {
    let parts = game_terms(world).standing;
    let sentences = parts.iter();
    let sentences = sentences.filter_map(|part| standing_part_text(world, *part));
    (!parts.is_empty()).then(|| joined(sentences, " "))
}

/// Returns one part of the player's standing as a sentence; `None` if there is nothing to say.
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

/// Describes the player's units: "Andy: health 20, 2 points, 10 ammo. Danny: health 18, 2 points, 9 ammo."
fn units_text(world: &World) -> String {
    let units = world.ours().map(|who| {
        let name = capitalised(&world.kind(who).name);
        let numbers = vigour(world, who).into_iter().chain(supplies(world, who));
        format!("{name}: {}.", joined(numbers, ", "))
    });
    joined(units, " ")
}

/// Describes the lives left: "You have 2 lives."
fn lives_left_text(world: &World) -> String {
    match world.life_of(world.commanded()) {
        ..=0 => "You have no lives left.".to_owned(),
        left => format!("You have {}.", lives(left.into())),
    }
}

/// Counts the monsters of the level: "3 enemies left on board 2 of 5." Includes monsters hidden by fog, since the
/// count gives no position away.
fn foes_left_text(world: &World) -> String {
    let board = place_in_run(world).map_or_else(String::new, |board| format!(" on {board}"));
    let enemies = capitalised(&enemies(world));
    format!("{enemies} left{board}.")
}

/// Describes the player's property in games with gold and a herd: "You have 90 gold and 9 cows."
fn herd_text(world: &World) -> String {
    let (count, name) = herd(world);
    let (gold, wealth) = (world.life_of(world.commanded()), game_terms(world).wealth);
    format!("You have {gold} {wealth} and {}.", counted(count, &name))
}

/// Names the monsters of the level: "You see 2 hordlings." `None` if there are none, and in fog, where the list would
/// give away monsters out of sight.
fn foes_about_text(world: &World) -> Option<String> {
    let foes = world.foes(world.here()).map(|who| &world.kind(who).name);
    match (counted_list(foes).as_str(), world.level_here().fog) {
        (_, Fog::Within(_)) | ("", _) => None,
        (foes, _) => Some(format!("You see {foes}.")),
    }
}

/// Returns the game's policy for taking items.
pub(super) fn taking(world: &World) -> TakingPolicy {
    world.dungeon().settings.game.taking
}

/// Describes how many items are left: "3 items left to take, 2 of them on this level." `None` if nothing is left,
/// or if the game is not about taking.
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
        1 => "1 item left to take".to_owned(),
        all => format!("{all} items left to take"),
    };
    Some(match (world.dungeon().levels.len() > 1, near) {
        (false, _) => format!("{left}."),
        (true, near) if near == all => format!("{left}, on this level."),
        (true, 0) => format!("{left}, on other levels."),
        (true, near) => format!("{left}, {near} of them on this level."),
    })
}

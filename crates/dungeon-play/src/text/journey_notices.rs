//! Messages about journeys: the reason that a journey cannot begin, the reason for its end, and the items that
//! auto-explore leaves to the player. Messages name the keys of the current keymap.
use super::look::UNSEEN;
use super::standing::{left_to_take_text, taking};
use crate::input::keymap::{Command, Keymap};
use crate::knowledge::known_map::KnownMap;
use crate::travel::auto_explore::ExploreEnd;
use crate::travel::journey::{Journey, JourneyEnd, JourneyGoal, JourneyStatus, NoJourney};
use crate::travel::left_to_player::LeftToPlayer;
use crate::travel::rest::{self, RestEnd};
use crate::view::words::{
    be, capitalised, counted_list, enumerate_groups, several, terrain, terrain_as, turns,
    with_article, with_indefinite_article,
};
use dungeon_engine::action::{ActorId, Refusal};
use dungeon_engine::world::World;
use dungeon_ground::passage::{Caution, TilePassage};
use dungeon_model::dungeon::game_profile::TakingPolicy;
use dungeon_model::dungeon::{Fog, ItemId, Stat};
use dungeon_model::space::geometry::Point;

/// The answer to a journey whose destination is known, but cut off by known traps, locked doors or unknown cells.
pub const NO_WAY: &str = "You know of no safe way there.";

/// The answer to a run in a direction that is blocked at once.
pub const NO_RUN: &str = "You can't run that way.";

/// Names the stairs that the hero has arrived at and whose glyph the hero covers; `None` on other cells.
fn arrival_text(world: &World) -> Option<String> {
    let (here, at) = (world.here(), world.body(world.commanded()).at);
    let is_stairs = TilePassage::of(world.tile(here, at)).taken_by().is_some();
    is_stairs.then(|| format!("You come to {}.", with_article(terrain(world, here, at))))
}

/// Describes a distance: "1 step away", "5 steps away".
pub fn distance_text(steps: u32) -> String {
    match steps {
        1 => "1 step away".to_owned(),
        steps => format!("{steps} steps away"),
    }
}

/// Returns the reason that no journey to a cell of the current level can begin, as a whole sentence.
pub fn no_journey_text(known_map: KnownMap<'_>, at: Point, why: NoJourney) -> String {
    match why {
        NoJourney::NoWay | NoJourney::NowhereKnown => NO_WAY.to_owned(),
        NoJourney::Unseen => format!("{UNSEEN}."),
        NoJourney::There => match known_map.body(at).filter(|_| at != known_map.hero()) {
            Some(who) => beside_text(known_map.world(), who),
            None => "You are here.".to_owned(),
        },
        NoJourney::Shut => closed_cell_text(known_map, at),
    }
}

/// Describes in a whole sentence why the rules refuse an action: "A cow is already here."
pub fn refusal_text(world: &World, refusal: Refusal) -> String {
    let (here, at) = (world.here(), world.body(world.commanded()).at);
    let item = world.item_at(here, at);
    match refusal {
        Refusal::SomethingHere if item != ItemId::NONE => {
            let name = with_indefinite_article(&world.item(item).name);
            format!("{} is already here.", capitalised(&name))
        }
        refusal => refusal.to_string(),
    }
}

/// Returns the answer to a step into a wall: "The outer wall is in your way."
pub fn wall_text(world: &World, at: Point) -> String {
    let wall = terrain(world, world.here(), at);
    let named = capitalised(&with_article(wall));
    format!("{named} {} in your way.", be(wall))
}

/// Returns the reason that a traveler does not walk onto a known cell, as a whole sentence.
fn closed_cell_text(known_map: KnownMap<'_>, at: Point) -> String {
    let world = known_map.world();
    let Some(tile) = known_map.tile_id(at) else {
        return format!("{UNSEEN}.");
    };
    let passage = TilePassage::of(world.dungeon().tile(tile));
    let ground = with_article(terrain_as(world, world.here(), at, tile));
    let item = world.item(known_map.item(at));
    match passage.is_floor() {
        // The rules allow steps onto traps and harmful ground; a journey avoids them.
        _ if passage.caution() != Caution::None => format!("You won't travel onto {ground}."),
        true if !world.size(world.here()).contains_inside_rim(at) => OUTER_RING.to_owned(),
        true if item.herd => {
            let animal = with_indefinite_article(&item.name);
            format!("{} stands there.", capitalised(&animal))
        }
        _ => format!("You can't pass {ground}."),
    }
}

/// The answer to a journey to the outermost ring, which only monsters may enter.
const OUTER_RING: &str = "You can't enter the outer ring.";

/// Returns the sentence that ends a journey after a step; `None` if the journey continues, or if the messages of the
/// step already give the reason.
pub fn journey_status_text(world: &World, status: &JourneyStatus) -> Option<String> {
    match status {
        JourneyStatus::Walk | JourneyStatus::Stop => None,
        JourneyStatus::Arrive => arrival_text(world),
        JourneyStatus::Beside(who) => {
            let name = name_with_article(world, *who);
            Some(format!("You stand beside {name}."))
        }
        JourneyStatus::Meet(whom) => Some(sighting_text(world, whom)),
    }
}

/// Returns the sentence that ends a rest after a turn; `None` if the rest continues, or if the game is over.
pub fn rest_status_text(world: &World, status: &JourneyStatus) -> Option<String> {
    match status {
        JourneyStatus::Meet(whom) => Some(format!("{STOP_RESTING} {}", sighting_text(world, whom))),
        // The messages of the turn tell what happened.
        JourneyStatus::Stop if world.outcome().is_none() => Some(STOP_RESTING.to_owned()),
        JourneyStatus::Stop
        | JourneyStatus::Walk
        | JourneyStatus::Arrive
        | JourneyStatus::Beside(_) => None,
    }
}

const STOP_RESTING: &str = "You stop resting.";

/// Returns the reason that a rest has no next turn. `spent` is the number of turns that it took.
fn rest_end_text(known_map: KnownMap<'_>, end: RestEnd, spent: u32, keymap: &Keymap) -> String {
    let name = |who| with_indefinite_article(&known_map.world().kind(who).name);
    let after = match spent {
        0 => String::new(),
        spent => format!(" after {}", turns(spent)),
    };
    match end {
        RestEnd::Done if rest::wanted(known_map).is_some() => {
            let key = keymap.key_for(Command::Rest);
            format!("You are healthy{after}; {key} rests until your manna is back.")
        }
        RestEnd::Done if spent > 0 => format!("You are rested{after}."),
        RestEnd::Done => "You don't need to rest.".to_owned(),
        RestEnd::InVain(Stat::Manna) => "Resting doesn't restore manna here.".to_owned(),
        RestEnd::InVain(_) => "Resting doesn't heal you here.".to_owned(),
        RestEnd::Watched(who) if spent > 0 => {
            format!("{STOP_RESTING} {} is in view.", capitalised(&name(who)))
        }
        RestEnd::Watched(who) => format!("You can't rest while {} is in view.", name(who)),
    }
}

/// Returns the reason that a journey has no next step, as a whole sentence; `None` if the journey lost its way or if a
/// run ended, which needs no message.
pub fn journey_end_text(
    known_map: KnownMap<'_>,
    end: JourneyEnd,
    keymap: &Keymap,
) -> Option<String> {
    let world = known_map.world();
    let the = |who| name_with_article(world, who);
    Some(match end {
        // A step onto a body would be an attack, and a journey never attacks.
        JourneyEnd::Barred(who) => format!("{} is in your way.", capitalised(&the(who))),
        JourneyEnd::Choice(item) => format!(
            "{} is in your way. You can take only one of several things: step onto it, or around it.",
            capitalised(&with_article(&world.item(item).name))
        ),
        JourneyEnd::Explore(ExploreEnd::Past(who)) => blocked_text(known_map, who),
        JourneyEnd::Explore(ExploreEnd::Shot(who)) => {
            format!("You can't explore while {} can shoot you.", the(who))
        }
        JourneyEnd::Explore(ExploreEnd::Done) => explored_text(known_map, keymap, None),
        JourneyEnd::Explore(ExploreEnd::Beyond(barrier)) => {
            explored_text(known_map, keymap, Some(barrier))
        }
        JourneyEnd::Rested(end, spent) => rest_end_text(known_map, end, spent, keymap),
        JourneyEnd::Refused(refusal) => refusal_text(world, refusal),
        JourneyEnd::Lost | JourneyEnd::RunOver => return None,
    })
}

/// Describes the monster that an explorer would have to pass.
fn blocked_text(known_map: KnownMap<'_>, who: ActorId) -> String {
    let world = known_map.world();
    match world.body(who).at.chebyshev(known_map.hero()) {
        1 => beside_text(world, who),
        _ => {
            let name = name_with_article(world, who);
            format!("You stop exploring: the way on leads past {name}.")
        }
    }
}

/// Returns the sentence about a body next to the hero: "The rat is beside you."
fn beside_text(world: &World, who: ActorId) -> String {
    let name = capitalised(&name_with_article(world, who));
    format!("{name} is beside you.")
}

/// Describes the end of auto-explore: everything is explored, or a harmful cell or an item left to the player is in the
/// way. The items left to the player, the number of items left to take, and the keys that lead to other levels follow.
fn explored_text(known_map: KnownMap<'_>, keymap: &Keymap, barrier: Option<Point>) -> String {
    let world = known_map.world();
    let nothing = || match world.level_here().fog {
        Fog::Lifted if !has_items(world) => "Nothing to explore here.".to_owned(),
        Fog::Lifted => "Nothing left to take within reach.".to_owned(),
        Fog::Within(_) => "Explored. Nothing left within reach.".to_owned(),
    };
    let barrier = barrier.and_then(|p| {
        let is_harm = known_map.caution(p) != Caution::None;
        let item = Some(known_map.item(p)).filter(|item| *item != ItemId::NONE && !is_harm);
        let name = item.map(|item| &world.item(item).name);
        name.or_else(|| Some(&known_map.tile(p)?.name))
    });
    let beyond = |name: &String| format!("The rest lies beyond {}.", with_article(name));
    let mut sentences = vec![barrier.map_or_else(nothing, beyond)];
    sentences.extend(left_lying_texts(known_map));
    sentences
        .extend(left_to_take_text(world).filter(|_| taking(world) == TakingPolicy::AllMustBeTaken));
    let face = known_map.game.rules().face();
    for binding in face.bindings() {
        let is_done = |p: &&Point| {
            let tile = known_map.tile(**p);
            tile.is_some_and(|tile| face.is_done_on(binding.action, tile))
        };
        if let Some(stairs) = world.stairs(world.here()).iter().find(is_done) {
            let key = keymap.key_for(Command::Act(binding.action));
            if key.is_empty() {
                continue;
            }
            let goal = with_article(terrain(world, world.here(), *stairs));
            let across = JourneyGoal::Action(binding.action);
            let is_asked =
                || known_map.notes.is_some() && Journey::begin_across(known_map, across).is_some();
            sentences.push(match Journey::begin_to_action(known_map, binding.action) {
                _ if *stairs == known_map.hero() => format!("{key} takes {goal}."),
                Ok(_) => format!("{key} goes to {goal}."),
                Err(_) if is_asked() => format!("{key} goes to {goal}, but not safely."),
                Err(_) => format!("You know of no safe way to {goal}."),
            });
        }
    }
    sentences.join(" ")
}

/// Lists the items that auto-explore leaves to the player, with one sentence per reason; empty if there are none.
fn left_lying_texts(known_map: KnownMap<'_>) -> Vec<String> {
    let world = known_map.world();
    let left = LeftToPlayer::of(known_map).within_reach(known_map);
    let sentence = |why: &str, items: &[ItemId]| {
        let names = items.iter().map(|item| world.item(*item).name.as_str());
        let list = enumerate_groups(names, |count, name| match count {
            1 => with_article(name),
            n => several(n, name),
        });
        (!list.is_empty()).then(|| format!("{why}: {list}."))
    };
    let told = [
        sentence("Left for you to take", &left.momentous),
        sentence("Left until needed", &left.wasted),
    ];
    told.into_iter().flatten().collect()
}

/// Whether the level has or had anything to take: either the game is about collecting, or the level has or had items
/// besides the herd.
fn has_items(world: &World) -> bool {
    let here = world.here();
    let level = &world.dungeon().levels[usize::from(here.0)];
    let is_thing = |id: ItemId| id != ItemId::NONE && !world.item(id).herd;
    let vaults = world.dungeon().vaults_for(here);
    let drawn = level.items.iter().map(|(_, item)| *item);
    let in_vaults = vaults.flat_map(|(_, vault)| vault.all_items());
    let lay = drawn.chain(in_vaults).any(is_thing);
    let mut points = world.size(here).points();
    let lies = points.any(|p| is_thing(world.item_at(here, p)));
    lies || lay || taking(world) == TakingPolicy::AllMustBeTaken
}

fn name_with_article(world: &World, who: ActorId) -> String {
    with_article(&world.kind(who).name)
}

/// Names the monsters that came into view.
fn sighting_text(world: &World, whom: &[ActorId]) -> String {
    let names = whom.iter().map(|who| world.kind(*who).name.as_str());
    format!("You see {}.", counted_list(names))
}

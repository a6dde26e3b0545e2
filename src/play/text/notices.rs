//! The interface's own messages: the welcome, why a journey ends, why a key does nothing, how a game can go on. Keys
//! are named as the current keymap has them.
use std::iter::repeat_n;
use std::num::NonZeroU32;

use super::look::UNSEEN;
use crate::dungeon::game_profile::{StandingPart, TakingPolicy};
use crate::dungeon::{Dungeon, Feature, Fog, Footing, ItemId, ItemKind, Side, Stat, Tile};
use crate::engine::action::ActorId;
use crate::engine::world::World;
use crate::knowledge::known_map::KnownMap;
use crate::play::input::key::Key;
use crate::play::input::keymap::{Command, Keymap};
use crate::play::travel::auto_explore::ExploreEnd;
use crate::play::travel::journey::{JourneyEnd, JourneyStatus, NoJourney};
use crate::play::travel::rest::{self, RestEnd};
use crate::space::distances::Distances;
use crate::space::geometry::Point;
use crate::view::words::{
    TurnLimit, be, capitalised, commands_people, counted, counted_list, enemies, enemies_left,
    enumerate_groups, enumeration, game_terms, goals_text, groups, has_enemies, herd, lives,
    place_in_run, progress_text, several, supplies, task_text, terrain, vigour, with_article,
    with_indefinite_article,
};

/// The sentence of the help that tells of a dark level.
pub const DARK: &str = "It is dark here: only what is near, or shone upon, is seen.";

/// The sentence that answers the save command in a session without a place to save in.
pub const UNSAVED: &str = "Nothing is saved here.";

/// The sentence that answers the save command before the first turn.
pub const UNPLAYED: &str = "There is nothing to save before the first turn.";

/// The sentence that answers the save command after the end of the game.
pub const ENDED: &str = "There is nothing to save: the game is over.";

/// The sentence that answers a journey to a known place that is behind known traps, locked doors or unknown cells.
pub const NO_WAY: &str = "You know no open and safe way there.";

/// The sentence that answers a run in a direction in which no step is free.
pub const NO_RUN: &str = "There is no free way to run.";

/// The sentence that answers aiming when there is no target in sight and range.
pub const NO_TARGET: &str = "There is nobody to shoot at from here.";

/// Describes in whole sentences what the hero carries, how much is left to take, and how far the goals are; may be empty. The rest is counted
/// by level, so that a player need not search every level for the last coin.
pub fn inventory_text(world: &World) -> String {
    let things = world.pack().things().iter();
    let things = things.flat_map(|thing| repeat_n(thing.item, thing.count as usize));
    let carried: Vec<ItemId> = world.held().iter().copied().chain(things).collect();
    let carried = match carried.is_empty() {
        true if keeps_things(world.dungeon()) => Some("You carry nothing.".to_owned()),
        true => game_terms(world).empty_pack.map(str::to_owned),
        false => Some(carried_text(world, &carried)),
    };
    let worn = world
        .pack()
        .worn()
        .map(|item| with_article(&world.item(item).name));
    let worn = worn.map(|worn| format!("You wear {worn}."));
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

/// The sentence of the help that tells how what is kept is used, by the key of the pack.
pub fn pack_text(keymap: &Keymap) -> String {
    let key = keymap.key_for(Command::Pack);
    format!(
        "What you keep is in your pack: {key} opens it, and the letter of a thing uses it or puts it on."
    )
}

/// Describes what wins and what loses: as the rules say it, or as the file does, whose goals take the place of the rules'
/// first sentence.
pub fn goal_text(rules: String, dungeon: &Dungeon) -> String {
    goal_text_with(rules, dungeon, TurnLimit::Told)
}

/// Describes what `goal_text` does, but the turns that lose, beside a text that tells how many are left.
pub fn goal_text_beside_countdown(rules: String, dungeon: &Dungeon) -> String {
    goal_text_with(rules, dungeon, TurnLimit::Omitted)
}

fn goal_text_with(rules: String, dungeon: &Dungeon, limit: TurnLimit) -> String {
    let Some(own) = goals_text(dungeon, limit) else {
        return rules;
    };
    if dungeon.goals().is_empty() {
        return format!("{rules} {own}");
    }
    let (_, rest) = rules.split_once(". ").unwrap_or_default();
    format!("{own} {rest}").trim_end().to_owned()
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
fn taking(world: &World) -> TakingPolicy {
    world.dungeon().settings.game.taking
}

/// Describes how many items are left: "3 things are left to take, 2 of them on this level." `None` if nothing is left,
/// or the game is not about taking.
fn left_to_take_text(world: &World) -> Option<String> {
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

/// Names the stairs that a journey has come to, since the hero's glyph hides them; `None` on other cells.
fn arrival_text(world: &World) -> Option<String> {
    let (here, at) = (world.here(), world.body(world.commanded()).at);
    let feature = world.tile(here, at).feature;
    let is_stairs = matches!(feature, Feature::Stairs(_) | Feature::Exit(_));
    is_stairs.then(|| format!("You come to {}.", with_article(terrain(world, here, at))))
}

/// Describes a distance in words: "1 step away", "5 steps away".
pub fn distance_text(steps: u32) -> String {
    match steps {
        1 => "1 step away".to_owned(),
        steps => format!("{steps} steps away"),
    }
}

/// Describes in a whole sentence why no journey to a cell of the current level begins.
pub fn no_journey_text(world: &World, at: Point, why: NoJourney) -> String {
    match why {
        NoJourney::NoWay | NoJourney::NowhereKnown => NO_WAY.to_owned(),
        NoJourney::Unseen => UNSEEN.to_owned(),
        NoJourney::There => "You are there.".to_owned(),
        NoJourney::Shut => closed_cell_text(world, at),
    }
}

/// Returns the sentence that answers a step at a wall: "The outer wall is in your way."
pub fn wall_text(world: &World, at: Point) -> String {
    let wall = terrain(world, world.here(), at);
    let named = capitalised(&with_article(wall));
    format!("{named} {} in your way.", be(wall))
}

/// Describes why a traveller does not walk onto a known cell.
fn closed_cell_text(world: &World, at: Point) -> String {
    let here = world.here();
    let tile = world.tile(here, at);
    let ground = with_article(terrain(world, here, at));
    let item = world.item(world.item_at(here, at));
    match (tile.feature, tile.footing) {
        // The rules would let the hero step on a trap, and onto what harms him; a journey does not.
        (Feature::Trap(_), _) => do_not_walk_onto(&ground),
        (Feature::Acting(acting), _) if acting.harm > 0 => do_not_walk_onto(&ground),
        (_, Footing::Anyone) if !world.size(here).contains_inside_rim(at) => OUTER_RING.to_owned(),
        (_, Footing::Anyone) if item.herd => {
            format!(
                "{} stands there.",
                capitalised(&with_indefinite_article(&item.name))
            )
        }
        _ => format!("You cannot pass {ground}."),
    }
}

fn do_not_walk_onto(ground: &str) -> String {
    format!("You do not walk onto {ground}.")
}

/// The answer to a journey to the outermost ring, where monsters may walk and the hero may not.
const OUTER_RING: &str = "The outermost ring is not for you.";

/// Returns the sentence that ends a journey after a step; `None` if the journey goes on, or the step's own messages say
/// why it ends.
pub fn journey_status_text(world: &World, status: &JourneyStatus) -> Option<String> {
    match status {
        JourneyStatus::Walk | JourneyStatus::Stop => None,
        JourneyStatus::Arrive => arrival_text(world),
        JourneyStatus::Beside(who) => Some(format!(
            "You stand beside {}.",
            name_with_article(world, *who)
        )),
        JourneyStatus::Meet(whom) => Some(sighting_text(world, whom)),
    }
}

/// Describes in a whole sentence why a journey has no next step; `None` if it lost its way, which needs no words.
pub fn journey_end_text(
    known_map: KnownMap<'_>,
    end: JourneyEnd,
    keymap: &Keymap,
) -> Option<String> {
    let world = known_map.world();
    Some(match end {
        // A step onto a body would be an attack, and a journey never attacks.
        JourneyEnd::Barred(who) => format!(
            "{} is in your way.",
            capitalised(&name_with_article(world, who))
        ),
        JourneyEnd::Explore(ExploreEnd::Past(who)) => blocked_text(known_map, who),
        JourneyEnd::Explore(ExploreEnd::Shot(who)) => {
            format!("Not while {} can shoot you.", name_with_article(world, who))
        }
        JourneyEnd::Explore(ExploreEnd::Done) => explored_text(known_map, keymap, None),
        JourneyEnd::Explore(ExploreEnd::Beyond(harm)) => {
            explored_text(known_map, keymap, Some(harm))
        }
        JourneyEnd::Rested(RestEnd::Done) => match rest::wanted(known_map) {
            None => "You are well: there is nothing to rest for.".to_owned(),
            Some(_) => {
                let key = keymap.key_for(Command::Rest);
                format!("You are well; {key} rests for your manna.")
            }
        },
        JourneyEnd::Rested(RestEnd::InVain(Stat::Manna)) => {
            "Resting brings you no manna here.".to_owned()
        }
        JourneyEnd::Rested(RestEnd::InVain(_)) => "Resting does not heal you here.".to_owned(),
        JourneyEnd::Rested(RestEnd::Watched(who)) => {
            format!("Not while {} is in view.", name_with_article(world, who))
        }
        JourneyEnd::Refused(refusal) => refusal.to_string(),
        JourneyEnd::Lost | JourneyEnd::RunOver => return None,
    })
}

/// Describes the monster in an explorer's way, and what can be done about it.
fn blocked_text(known_map: KnownMap<'_>, who: ActorId) -> String {
    let world = known_map.world();
    let name = capitalised(&name_with_article(world, who));
    match world.body(who).at.chebyshev(known_map.hero()) {
        1 => format!("{name} is beside you."),
        _ => format!("{name} is in the way: fight it, or walk round it."),
    }
}

/// Describes that auto-explore is done, or goes no further for a cell that does harm; what it has left lying, how much is
/// left to take, and the keys that lead to other levels.
fn explored_text(known_map: KnownMap<'_>, keymap: &Keymap, harm: Option<Point>) -> String {
    let world = known_map.world();
    let nothing = || match world.level_here().fog {
        Fog::Lifted if !has_items(world) => "There is nothing to explore here.".to_owned(),
        Fog::Lifted => "Nothing that you can reach is left to take here.".to_owned(),
        Fog::Within(_) => "Nothing that you can reach is left to explore or take here.".to_owned(),
    };
    let harm = harm.and_then(|p| known_map.tile(p));
    let beyond = |tile: &Tile| {
        format!(
            "What is left here lies beyond {}.",
            with_article(&tile.name)
        )
    };
    let mut sentences = vec![harm.map_or_else(nothing, beyond)];
    sentences.extend(left_lying_texts(known_map));
    sentences
        .extend(left_to_take_text(world).filter(|_| taking(world) == TakingPolicy::AllMustBeTaken));
    for binding in known_map.game.rules().bindings().iter().copied().flatten() {
        let is_done = |p: &&Point| {
            let tile = known_map.tile(**p);
            tile.is_some_and(|tile| known_map.game.rules().is_done_on(binding.action, tile))
        };
        if let Some(stairs) = world.stairs(world.here()).iter().find(is_done) {
            let key = keymap.key_for(Command::Act(binding.action));
            if key.is_empty() {
                continue;
            }
            let goal = with_article(terrain(world, world.here(), *stairs));
            let how = match *stairs == known_map.hero() {
                true => "takes",
                false => "goes to",
            };
            sentences.push(format!("{key} {how} {goal}."));
        }
    }
    sentences.join(" ")
}

/// Lists the items within reach that auto-explore leaves to the player: what more depends on, and what is of no use yet. No
/// sentence where there is none.
fn left_lying_texts(known_map: KnownMap<'_>) -> Vec<String> {
    let world = known_map.world();
    let mut flood = Distances::over(known_map.game.rules().neighbours());
    flood.begin(world.size(world.here()), [known_map.hero()]);
    known_map.nearest(&mut flood, u32::MAX, |_| false, |p| known_map.is_open(p));
    let within_reach = |is_left: &dyn Fn(Point) -> bool| {
        let points = world.size(world.here()).points();
        let left = points.filter(|p| flood.known(*p).is_some() && is_left(*p));
        let names: Vec<&str> = left
            .map(|p| world.item(known_map.item(p)).name.as_str())
            .collect();
        enumerate_groups(&names, |count, name| match count {
            1 => with_article(name),
            n => several(n, name),
        })
    };
    let momentous = within_reach(&|p| known_map.is_momentous(p));
    let useless = within_reach(&|p| known_map.is_of_no_use(p) && !known_map.is_momentous(p));
    let told = [
        ("Left for you to take", momentous),
        ("Left until it helps", useless),
    ];
    let told = told.into_iter().filter(|(_, list)| !list.is_empty());
    told.map(|(why, list)| format!("{why}: {list}.")).collect()
}

/// Whether the level has anything to take: the game is about collecting, or items other than the herd are or were here.
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

/// Names the monsters that came into a traveller's view.
fn sighting_text(world: &World, whom: &[ActorId]) -> String {
    let names: Vec<&str> = whom
        .iter()
        .map(|who| world.kind(*who).name.as_str())
        .collect();
    format!("You see {}.", counted_list(&names))
}

/// Returns the help's sentences about real time: how long the monsters wait.
pub fn tempo_text(milliseconds: NonZeroU32) -> String {
    format!(
        "Time runs: the monsters act whenever you have pressed nothing for {milliseconds} ms. \
         It stands still while you read this."
    )
}

/// Returns what was read of a file of the classic format: the size of its map, its monsters and items by kind. None for
/// any other file, of which a player may not know everything.
pub fn read_text(dungeon: &Dungeon) -> Option<String> {
    let level = dungeon.levels.first().filter(|_| dungeon.is_classic())?;
    let kinds = level.spawns.iter().map(|spawn| dungeon.kind(spawn.kind));
    let monsters = kinds.filter(|kind| kind.side == Side::Theirs);
    let monsters: Vec<&str> = monsters.map(|kind| kind.name.as_str()).collect();
    let items = level.items.iter().map(|(_, item)| dungeon.item(*item));
    let items: Vec<&str> = items.map(|item| item.name.as_str()).collect();
    let or_none = |list: String, none: &str| match list.is_empty() {
        true => none.to_owned(),
        false => list,
    };
    let monsters = or_none(counted_list(&monsters), "no monsters");
    let items = or_none(enumerate_groups(&items, several), "no items");
    let size = level.tiles.size();
    let (width, height) = (size.width, size.height);
    Some(format!(
        "Read: {width} by {height} cells; {monsters}; {items}."
    ))
}

/// Returns the message that begins a game in whole sentences: its title or a word in its place, whether time runs, and
/// the help key. Of a classic file it is the book's own line, short enough for one row beside the prompt.
pub fn welcome_text(world: &World, keymap: &Keymap) -> String {
    let dungeon = world.dungeon();
    let help = keymap.key_for(Command::Help);
    let title = match dungeon.title.as_str() {
        title if commands_people(world) => {
            let (task, units) = (task_text(world), capitalised(&command_text(world)));
            let heading = match title {
                "" => capitalised(&task),
                title => format!("{title}: {task}"),
            };
            // The key comes first, since a low screen shows only the beginning.
            return format!("{heading}. Press {help} for the keys. {units}.");
        }
        "" => game_terms(world).place,
        title => title,
    };
    let is_timed = world.level_here().tempo.is_some();
    if dungeon.is_classic() {
        let time = if is_timed { "; time runs" } else { "" };
        return format!("{MAP_READ}{time}. Press {help} for the keys.");
    }
    let time = if is_timed { ", where time runs" } else { "" };
    format!("You enter {title}{time}. Press {help} for the keys.")
}

/// What the book's program prints once a map was read.
const MAP_READ: &str = "Dungeon map read OK";

/// The most units that the welcome lists by their names; more are only counted.
const PRESENTED: usize = 4;

/// Lists the player's units: "you command Andy, Danny and Izzy", "you command 7 wizards".
fn command_text(world: &World) -> String {
    let units = world.ours().map(|who| world.kind(who).name.as_str());
    let names: Vec<&str> = units.collect();
    let units = match names.len() {
        n if n > PRESENTED => counted(n as i64, game_terms(world).hero),
        _ => counted_list(&names),
    };
    format!("you command {units}")
}

/// Returns the message of a turn that begins without any other message, by its number counted from 1: "Turn 2."
pub fn next_turn_text(turn: u32) -> String {
    format!("Turn {turn}.")
}

/// Returns the sentence that hints at the help for a key that is bound to no command.
pub fn unbound_key_text(key: Key, keymap: &Keymap) -> String {
    let help = keymap.key_for(Command::Help);
    match key {
        Key::Paste => "What is pasted is not typed: it was left out.".to_owned(),
        Key::Char(c) if !c.is_ascii_graphic() && c != ' ' => {
            format!("{} does nothing; {help} shows the keys.", c.escape_debug())
        }
        key => format!("{} does nothing; {help} shows the keys.", key.label()),
    }
}

/// Returns the seed, and the choices once the game is over, each key on one line with its word: blanks within a choice
/// are no-break spaces.
pub fn epilogue_text(seed: u64, keymap: &Keymap) -> String {
    let words = end_choices(keymap).into_iter();
    let words: Vec<String> = words
        .map(|(_, words)| words.replace(' ', "\u{a0}"))
        .collect();
    format!("Seed {seed}. {}.", words.join(", "))
}

/// Returns the commands that are offered once the game is over, in the order in which they are shown, each with its key
/// and word such as "R: again". A command without a key is left out.
pub fn end_choices(keymap: &Keymap) -> Vec<(Command, String)> {
    let choices = [
        (Command::Restart, "again"),
        (Command::NewGame, "new"),
        (Command::Quit, "quit"),
    ];
    let keys = choices.map(|(command, word)| (command, keymap.key_for(command), word));
    let bound = keys.into_iter().filter(|(_, key, _)| !key.is_empty());
    bound
        .map(|(command, key, word)| (command, format!("{key}: {word}")))
        .collect()
}

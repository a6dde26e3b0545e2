//! The goals of a file as text: the ways to win and lose, and the progress so far (G-*).
use std::collections::BTreeSet;

use dungeon_engine::ending::LossCause;
use dungeon_engine::world::World;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::lists::{enumeration, joined};
use dungeon_model::dungeon::grammar::nouns::{
    capitalised, counted, number_of, turns, with_article, with_determiner, with_indefinite_article,
    without_article,
};
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, Dungeon, Feature, Footing, Goal, ItemId, ItemKind, Kind, Loss, Side,
    Tile, Victims,
};

/// Whether a turn limit is included in the ways to lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnLimit {
    /// The turn limit is included.
    Told,
    /// The turn limit is left out. Used together with `progress_text`, which includes the number of turns left.
    Omitted,
}

/// Returns the ways to win and lose according to the file, in whole sentences: "Kill every rat and leave by the gate
/// to win. You lose if you die or 300 turns pass." Empty if the file defines none.
pub fn goal_sentences(dungeon: &Dungeon, limit: TurnLimit) -> Vec<String> {
    let mut tasks = Vec::new();
    for goal in &dungeon.goals {
        tasks.extend(key_to_leave(dungeon).filter(|_| *goal == Goal::Leave));
        tasks.push(task(dungeon, *goal));
    }
    let is_told = |loss: &&Loss| limit == TurnLimit::Told || **loss == Loss::Without;
    let lost = dungeon.losses.iter().filter(is_told);
    let mut lost: Vec<String> = lost.map(|loss| loss_condition(dungeon, *loss)).collect();
    match (tasks.is_empty(), dungeon.settings.game.heroes.is_several()) {
        (true, _) if lost.is_empty() => return Vec::new(),
        (true, _) => return vec![format!("You also lose if {}.", lost.join(" or "))],
        // In games with units, the rules already describe the effect of their deaths.
        (false, true) => {}
        (false, false) => lost.insert(0, "you die".to_owned()),
    }
    let wins = if dungeon.goals.contains(&Goal::Never) {
        "This dungeon has no goal: go where you like, and leave when you like.".to_owned()
    } else {
        to_win(&enumeration(&tasks))
    };
    let loses = (!lost.is_empty()).then(|| format!("You lose if {}.", lost.join(" or ")));
    [wins].into_iter().chain(loses).collect()
}

/// Returns a task as a sentence: "Kill the lich to win."
fn to_win(task: &str) -> String {
    format!("{} to win.", capitalised(task))
}

/// Returns the player's task for a goal: "take every crystal", "leave by the gate".
fn task(dungeon: &Dungeon, goal: Goal) -> String {
    match goal {
        Goal::Take => format!("take {}", all_to_take(dungeon)),
        Goal::Kill => format!("kill {}", enumeration(all_wanted(dungeon))),
        Goal::Cover => format!("cover {}", enumeration(all_targets(dungeon))),
        Goal::Survive(count) => format!("survive {}", turns(count)),
        Goal::Leave => format!("leave by {}", way_out(dungeon)),
        Goal::Caused => {
            let causes = dungeon.causes.iter();
            let winning = causes.filter(|cause| cause.effects.contains(&CauseEffect::Win));
            joined(
                winning.map(|cause| task_of_event(dungeon, &cause.event)),
                " or ",
            )
        }
        Goal::Never => "nothing".to_owned(),
    }
}

/// Returns the task before leaving by a locked way out: "take the last ember". `None` if no lock or several sorts of keys lead
/// out, or if the goal to take includes the key.
fn key_to_leave(dungeon: &Dungeon) -> Option<String> {
    let lock = dungeon.exit_lock?;
    let keys = || dungeon.items.iter().filter(|item| item.opens == Some(lock));
    let is_taken = dungeon.goals.contains(&Goal::Take)
        && (keys().any(|key| key.collectable) || all_to_take(dungeon) == EVERYTHING);
    match distinct(keys().map(|key| key.name.as_str())).as_slice() {
        [name] if !is_taken => Some(format!("take {}", with_article(name))),
        _ => None,
    }
}

/// The items to take if all items of the dungeon are to be taken.
const EVERYTHING: &str = "everything";

/// Returns the items to take: "everything", "every crystal and the relic".
fn all_to_take(dungeon: &Dungeon) -> String {
    // The first entry stands for no item.
    let things = || dungeon.items.iter().skip(1);
    if things().all(|item| item.collectable || item.opens.is_some()) {
        return EVERYTHING.to_owned();
    }
    let wanted = things().filter(|item| item.collectable);
    let names: BTreeSet<String> = wanted.map(|item| wanted_thing(dungeon, item)).collect();
    let is_source = |name: &str, item: ItemId| {
        let item = dungeon.item(item);
        item.collectable && wanted_thing(dungeon, item) == name
    };
    let is_named = |name: &str, thing: Thing| match thing {
        Thing::Item(item) => is_source(name, item),
        Thing::Body(kind) => { dungeon.kind(kind).drops.all() }.any(|item| is_source(name, item)),
        _ => false,
    };
    let names = names.iter().map(String::as_str);
    enumeration(with_the_or_every(dungeon, names, &is_named))
}

/// Returns the name of an item that must be taken: "crystal", or "marked crystal" if the file has another such item that
/// need not be taken.
fn wanted_thing(dungeon: &Dungeon, item: &ItemKind) -> String {
    let namesake = |other: &ItemKind| !other.collectable && other.name == item.name;
    if dungeon.items.iter().any(namesake) {
        format!("marked {}", without_article(&item.name))
    } else {
        item.name.clone()
    }
}

/// Returns the monsters to kill: "the lich", "every wanted wanderer", or "every monster" if that means all of several
/// names.
fn all_wanted(dungeon: &Dungeon) -> Vec<String> {
    let wanted = dungeon.kinds.iter().filter(|kind| kind.is_wanted);
    let names: BTreeSet<String> = wanted.map(|kind| wanted_name(dungeon, kind)).collect();
    let mut theirs = dungeon
        .kinds
        .iter()
        .filter(|kind| kind.side == Side::Theirs);
    if names.len() > 1 && theirs.all(|kind| kind.is_wanted) {
        return vec!["every monster".to_owned()];
    }
    let is_named = |name: &str, thing: Thing| {
        let kind = thing.body().map(|kind| dungeon.kind(kind));
        kind.is_some_and(|kind| kind.is_wanted && wanted_name(dungeon, kind) == name)
    };
    with_the_or_every(dungeon, names.iter().map(String::as_str), &is_named)
}

/// Returns the way out with an article: "the gate" if all ways out of the file have that name, otherwise a general
/// word.
fn way_out(dungeon: &Dungeon) -> String {
    let exits = dungeon.tiles.iter();
    let exits = exits.filter(|tile| matches!(tile.feature, Feature::Exit(_)));
    match distinct(exits.map(|tile| tile.name.as_str())).as_slice() {
        [name] => with_article(name),
        _ => "the way out".to_owned(),
    }
}

/// Returns "the lich" or "every rat" for each name, depending on whether there can be only one such thing; a proper name
/// stays unchanged. `is_named` says whether a thing counts under a name.
fn with_the_or_every<'n>(
    dungeon: &Dungeon,
    names: impl Iterator<Item = &'n str>,
    is_named: &dyn Fn(&str, Thing) -> bool,
) -> Vec<String> {
    let told = names.map(|name| {
        let is_single = dungeon.has_just_one(&|thing| is_named(name, thing));
        with_determiner(if is_single { "the" } else { "every" }, name)
    });
    told.collect()
}

/// Returns the player's task for an event that a cause waits for: "take the relic", "kill every rat".
fn task_of_event(dungeon: &Dungeon, event: &CauseEvent) -> String {
    match event {
        CauseEvent::Step(_) => "reach the right place".to_owned(),
        CauseEvent::Leave(_) => "leave a certain place".to_owned(),
        CauseEvent::Push(_) => "push something to the right place".to_owned(),
        CauseEvent::Opened(_) => "open a certain door".to_owned(),
        CauseEvent::Take(items) => {
            let names = items.iter().map(|item| dungeon.item(*item).name.as_str());
            let names: Vec<String> = distinct(names).into_iter().map(with_article).collect();
            if names.is_empty() {
                "take the right thing".to_owned()
            } else {
                format!("take {}", names.join(" or "))
            }
        }
        CauseEvent::TakeAt(_) => "take the right thing".to_owned(),
        CauseEvent::Kill(victims) => match victim_names(dungeon, victims).as_slice() {
            [] => "kill a certain monster".to_owned(),
            names => {
                let victims = names.iter().copied().map(with_indefinite_article);
                format!("kill {}", joined(victims, " or "))
            }
        },
        CauseEvent::AllDead(victims) => match victim_names(dungeon, victims).as_slice() {
            [] => "kill certain monsters".to_owned(),
            names => format!("kill {}", enumeration(all_victims(dungeon, names))),
        },
        CauseEvent::Turn(count) => format!("survive {}", turns(*count)),
    }
}

/// Returns the distinct names of the bodies that a cause is about; empty if the cause names cells instead of bodies.
fn victim_names<'d>(dungeon: &'d Dungeon, victims: &Victims) -> Vec<&'d str> {
    match victims {
        Victims::Kinds(kinds) => {
            distinct(kinds.iter().map(|kind| dungeon.kind(*kind).name.as_str()))
        }
        Victims::DrawnAt(_) => Vec::new(),
    }
}

/// Returns the bodies with these names that a cause wants dead: "the lich", "every rat".
fn all_victims(dungeon: &Dungeon, names: &[&str]) -> Vec<String> {
    let is_named =
        |name: &str, thing: Thing| thing.body().is_some() && dungeon.name_of(thing) == name;
    with_the_or_every(dungeon, names.iter().copied(), &is_named)
}

/// Returns the names without repetitions.
fn distinct<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut said = BTreeSet::new();
    names.filter(|name| said.insert(*name)).collect()
}

/// Returns "the lich is dead", "every altar and the plate are covered".
fn all_are(names: &[String], what: &str) -> String {
    let are = if names.len() == 1 { "is" } else { "are" };
    format!("{} {are} {what}", enumeration(names))
}

/// Returns the terrain to cover: "every altar and the plate".
fn all_targets(dungeon: &Dungeon) -> Vec<String> {
    let is_named = |name: &str, thing: Thing| {
        dungeon.is_about(Goal::Cover, thing) && dungeon.name_of(thing) == name
    };
    with_the_or_every(dungeon, target_names(dungeon).into_iter(), &is_named)
}

/// Returns the distinct names of the terrain to cover.
fn target_names(dungeon: &Dungeon) -> BTreeSet<&str> {
    let is_bare = |tile: &&Tile| tile.is_target && tile.footing == Footing::Anyone;
    let targets = dungeon.tiles.iter().filter(is_bare);
    targets.map(|tile| tile.name.as_str()).collect()
}

/// Returns the name of a kind that must be killed: "lich", or "wanted wanderer" if there is another kind with this name
/// that need not be killed.
fn wanted_name(dungeon: &Dungeon, kind: &Kind) -> String {
    let namesake = |other: &Kind| !other.is_wanted && other.name == kind.name;
    if dungeon.kinds.iter().any(namesake) {
        format!("wanted {}", without_article(&kind.name))
    } else {
        kind.name.clone()
    }
}

fn loss_condition(dungeon: &Dungeon, loss: Loss) -> String {
    match loss {
        Loss::Turns(count) => format!("{} pass", turns(count)),
        Loss::Without => format!("no {} is left", vital_names(dungeon)),
    }
}

/// Returns the progress toward the file's goals and losses: "Kill the lich. Survive 66 more turns."; empty if the file
/// has none, or `goal none=yes`. Leaves out items that lie somewhere, which callers count by level and report themselves.
pub fn progress_text(world: &World) -> Vec<String> {
    let dungeon = world.dungeon();
    let passed = world.turn();
    let left = |count: u32| count.saturating_sub(passed);
    let goals = dungeon.goals.iter().filter_map(|goal| match goal {
        Goal::Take => getting(world),
        Goal::Kill => killing(world),
        Goal::Cover => covering(world),
        Goal::Survive(count) if world.is_met(*goal, passed) => {
            Some(format!("You survived {}.", turns(*count)))
        }
        Goal::Survive(count) => Some(format!(
            "Survive {}.",
            number_of(left(*count).into(), "more turn")
        )),
        Goal::Leave => Some(leave_task(dungeon)),
        Goal::Caused | Goal::Never => None,
    });
    let losses = dungeon.losses.iter().filter_map(|loss| match loss {
        Loss::Turns(count) => Some(format!("{} left before you lose.", turns(left(*count)))),
        Loss::Without => None,
    });
    goals.chain(losses).collect()
}

/// Returns the line of `progress_text` for a way out, which has no progress: "Leave by the gate to win."
pub fn leave_task(dungeon: &Dungeon) -> String {
    to_win(&task(dungeon, Goal::Leave))
}

/// Returns "Get the book.", "Get 2 items."; `None` if no cause must still give an item.
fn getting(world: &World) -> Option<String> {
    let gifts = world.owed().flat_map(|(_, cause)| &cause.effects);
    let gifts = gifts.filter_map(|effect| match effect {
        CauseEffect::Give(item) => item.all().find(|item| world.item(*item).collectable),
        _ => None,
    });
    let gifts: Vec<&str> = gifts.map(|item| world.item(item).name.as_str()).collect();
    match gifts.as_slice() {
        [] => None,
        [one] => Some(format!("Get {}.", with_article(one))),
        several => Some(format!("Get {}.", counted(several.len() as i64, "item"))),
    }
}

/// Returns "Kill the lich.", "Kill 3 monsters."; `None` if nothing is left to kill.
fn killing(world: &World) -> Option<String> {
    let wanted = world
        .wanted()
        .map(|who| wanted_name(world.dungeon(), world.kind(who)));
    let wanted: Vec<String> = wanted.collect();
    let first = wanted.first()?;
    let name = if wanted.iter().all(|name| name == first) {
        first
    } else {
        "monster"
    };
    Some(match wanted.len() {
        1 => format!("Kill {}.", with_article(name)),
        n => format!("Kill {}.", counted(n as i64, name)),
    })
}

/// Returns "Cover 2 targets."; `None` if all are covered.
fn covering(world: &World) -> Option<String> {
    let left = i64::from(world.uncovered());
    let names = target_names(world.dungeon());
    let name = names.first().filter(|_| names.len() == 1);
    let what = counted(left, name.unwrap_or(&"target"));
    (left > 0).then(|| format!("Cover {what}."))
}

/// Returns the reason that a game with goals was won: "the lich is dead and you escaped".
pub fn goals_done(dungeon: &Dungeon) -> String {
    let done = dungeon.goals.iter().filter_map(|goal| {
        Some(match goal {
            Goal::Take => format!("you took {}", all_to_take(dungeon)),
            Goal::Kill => all_are(&all_wanted(dungeon), "dead"),
            Goal::Cover => all_are(&all_targets(dungeon), "covered"),
            Goal::Survive(count) => format!("you survived {}", turns(*count)),
            Goal::Leave => "you escaped".to_owned(),
            // A win by a cause has a separate sentence.
            Goal::Caused | Goal::Never => return None,
        })
    });
    enumeration(done)
}

/// Returns the file's condition that lost a game: "time ran out", "no relic is left"; empty for all other causes.
pub fn loss_reason(dungeon: &Dungeon, cause: LossCause) -> String {
    match cause {
        LossCause::TurnLimit => "time ran out".to_owned(),
        LossCause::Without => loss_condition(dungeon, Loss::Without),
        _ => String::new(),
    }
}

/// Returns a cause of loss for a table of results: "wanderer", "turn limit", "loss of relic".
pub fn loss_name(dungeon: &Dungeon, cause: LossCause) -> String {
    match cause {
        LossCause::Monster(kind) => dungeon.kind(kind).name.clone(),
        LossCause::Terrain(tile) => dungeon.tile(tile).name.clone(),
        LossCause::Item(item) => dungeon.item(item).name.clone(),
        LossCause::Magic => "own magic".to_owned(),
        LossCause::Burning => "burning".to_owned(),
        LossCause::OwnDeed => "own actions".to_owned(),
        LossCause::Caught(tile) => format!("caught in {}", dungeon.tile(tile).name),
        LossCause::TurnLimit => "turn limit".to_owned(),
        LossCause::Without => format!("loss of {}", vital_names(dungeon)),
        LossCause::Event(_) => "scripted event".to_owned(),
        LossCause::Rules => "rules".to_owned(),
    }
}

/// Returns the items and allies listed in `lose without=`: "relic or crown", "squire".
fn vital_names(dungeon: &Dungeon) -> String {
    let items = dungeon.items.iter().filter(|item| item.is_vital);
    let items = items.map(|item| without_article(&item.name));
    let allies = dungeon.kinds.iter().filter(|kind| kind.is_vital);
    distinct(items.chain(allies.map(|kind| without_article(&kind.name)))).join(" or ")
}

//! The goals of a file in words: what wins, what loses, and how far it is (G-*).
use std::collections::BTreeSet;

use crate::dungeon::{Dungeon, Footing, Goal, Kind, Loss, Tile};
use crate::engine::world::World;
use crate::view::words::grammar::lists::enumeration;
use crate::view::words::grammar::nouns::{capitalised, counted, is_proper, turns};

/// "You win when every lich is dead and you take the way out. You lose when your life is gone or 300 turns are over.":
/// what the file says wins and loses; `None` where it says nothing of it.
pub fn goals_text(dungeon: &Dungeon) -> Option<String> {
    let won = dungeon.goals.iter().map(|goal| condition(dungeon, *goal));
    let won: Vec<String> = won.collect();
    let lost = dungeon.losses.iter();
    let mut lost: Vec<String> = lost.map(|loss| loss_condition(dungeon, *loss)).collect();
    match (won.is_empty(), dungeon.settings.game.heroes.is_several()) {
        (true, _) if lost.is_empty() => return None,
        (true, _) => return Some(format!("You lose when {}, too.", lost.join(" or "))),
        // The rules of units tell of their deaths.
        (false, true) => {}
        (false, false) => lost.insert(0, "your life is gone".to_owned()),
    }
    let wins = format!("You win when {}.", enumeration(&won));
    Some(match lost.is_empty() {
        true => wins,
        false => format!("{wins} You lose when {}.", lost.join(" or ")),
    })
}

fn condition(dungeon: &Dungeon, goal: Goal) -> String {
    match goal {
        Goal::Take => "everything is taken".to_owned(),
        Goal::Kill => {
            let wanted = dungeon.kinds.iter().filter(|kind| kind.is_wanted);
            let names: BTreeSet<String> = wanted.map(|kind| wanted_name(dungeon, kind)).collect();
            let everybody = names.iter().map(|name| match is_proper(name) {
                true => name.clone(),
                false => format!("every {name}"),
            });
            all_are(&everybody.collect::<Vec<_>>(), "dead")
        }
        Goal::Cover => {
            let every = target_names(dungeon).into_iter();
            let every: Vec<String> = every.map(|name| format!("every {name}")).collect();
            all_are(&every, "covered")
        }
        Goal::Survive(count) => format!("{} are over", turns(count)),
        Goal::Leave => "you take the way out".to_owned(),
    }
}

/// "every lich is dead", "every altar and every plate are covered".
fn all_are(names: &[String], what: &str) -> String {
    let are = if names.len() == 1 { "is" } else { "are" };
    format!("{} {are} {what}", enumeration(names))
}

/// The names of what is to be covered, each once.
fn target_names(dungeon: &Dungeon) -> BTreeSet<&str> {
    let is_bare = |tile: &&Tile| tile.is_target && tile.footing == Footing::Anyone;
    let targets = dungeon.tiles.iter().filter(is_bare);
    targets.map(|tile| tile.name.as_str()).collect()
}

/// The name of a kind that a goal wants dead: "lich", or "wanted wanderer" where others of the name are not.
fn wanted_name(dungeon: &Dungeon, kind: &Kind) -> String {
    let namesake = |other: &Kind| !other.is_wanted && other.name == kind.name;
    match dungeon.kinds.iter().any(namesake) {
        true => format!("wanted {}", kind.name),
        false => kind.name.clone(),
    }
}

fn loss_condition(dungeon: &Dungeon, loss: Loss) -> String {
    match loss {
        Loss::Turns(count) => format!("{} are over", turns(count)),
        Loss::Without => {
            let mut vital = dungeon.items.iter().filter(|item| item.is_vital);
            let name = vital.next().map_or("thing", |item| item.name.as_str());
            format!("no {name} is left")
        }
    }
}

/// "2 things are left to take. The lich lives. 66 turns are left to live through.": how far the goals and losses of the
/// file are; empty where it names none. What is left to take is told by who counts it by levels.
pub fn progress_text(world: &World) -> Vec<String> {
    let dungeon = world.dungeon();
    let passed = world.turn();
    let left = |count: u32| turns(count.saturating_sub(passed));
    let goals = dungeon.goals.iter().filter_map(|goal| match goal {
        Goal::Take => None,
        Goal::Kill => killing(world),
        Goal::Cover => covering(world),
        Goal::Survive(count) if world.is_met(*goal, passed) => {
            Some(format!("You have lived through {}.", turns(*count)))
        }
        Goal::Survive(count) => Some(format!("{} to live through.", left(*count))),
        Goal::Leave => Some("You win by the way out.".to_owned()),
    });
    let losses = dungeon.losses.iter().filter_map(|loss| match loss {
        Loss::Turns(count) => Some(format!("{} until all is lost.", left(*count))),
        Loss::Without => None,
    });
    goals.chain(losses).collect()
}

/// "The lich is to be killed.", "3 monsters are to be killed."; `None` where nobody is left.
fn killing(world: &World) -> Option<String> {
    let wanted = world
        .wanted()
        .map(|who| wanted_name(world.dungeon(), world.kind(who)));
    let wanted: Vec<String> = wanted.collect();
    let first = wanted.first()?;
    let what = match wanted.iter().all(|name| name == first) {
        true => counted(wanted.len() as i64, first),
        false => counted(wanted.len() as i64, "monster"),
    };
    let are = if wanted.len() == 1 { "is" } else { "are" };
    Some(format!("{} {are} to be killed.", capitalised(&what)))
}

/// "2 targets are to be covered."; `None` where all are.
fn covering(world: &World) -> Option<String> {
    let left = i64::from(world.uncovered());
    let names = target_names(world.dungeon());
    let name = names.first().filter(|_| names.len() == 1);
    let what = capitalised(&counted(left, name.unwrap_or(&"target")));
    let are = if left == 1 { "is" } else { "are" };
    (left > 0).then(|| format!("{what} {are} to be covered."))
}

/// "the lich is dead and you are out": what a game with goals was won by.
pub fn goals_done(dungeon: &Dungeon) -> String {
    let done = dungeon.goals.iter().map(|goal| match goal {
        Goal::Survive(count) => format!("{} are over", turns(*count)),
        Goal::Leave => "you are out".to_owned(),
        goal => condition(dungeon, *goal),
    });
    enumeration(&done.collect::<Vec<_>>())
}

/// "300 turns are over", "no relic is left": what lost a game whose hero lives; `None` where the file names nothing that
/// loses.
pub fn loss_reason(world: &World) -> Option<String> {
    let dungeon = world.dungeon();
    let hero = world.commanded();
    let lives = world.body(hero).alive && world.life_of(hero) > 0;
    let mut losses = dungeon.losses.iter().filter(|loss| match loss {
        Loss::Turns(count) => world.turn() >= *count,
        Loss::Without => true,
    });
    let loss = losses.next().filter(|_| lives)?;
    Some(loss_condition(dungeon, *loss))
}

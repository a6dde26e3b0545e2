//! The goals of a file as text: what wins, what loses, and the progress so far (G-*).
use std::collections::BTreeSet;

use dungeon_engine::ending::LossCause;
use dungeon_engine::world::World;
use dungeon_model::dungeon::grammar::lists::enumeration;
use dungeon_model::dungeon::grammar::nouns::{
    capitalised, counted, turns, with_article, with_determiner, with_indefinite_article,
    without_article,
};
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, Dungeon, Footing, Goal, Kind, Loss, Tile, Victims,
};

/// Whether a turn limit is included in what loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnLimit {
    /// The turn limit is included.
    Told,
    /// The turn limit is left out, for use with `progress_text`, which says how many turns are left.
    Omitted,
}

/// Returns what wins and loses according to the file, in whole sentences; empty if the file says nothing about it. "You
/// win when every lich is dead and you take the way out. You lose when your life is gone or 300 turns are over."
pub fn goal_sentences(dungeon: &Dungeon, limit: TurnLimit) -> Vec<String> {
    let won = dungeon.goals.iter().map(|goal| condition(dungeon, *goal));
    let won: Vec<String> = won.collect();
    let is_told = |loss: &&Loss| limit == TurnLimit::Told || **loss == Loss::Without;
    let lost = dungeon.losses.iter().filter(is_told);
    let mut lost: Vec<String> = lost.map(|loss| loss_condition(dungeon, *loss)).collect();
    match (won.is_empty(), dungeon.settings.game.heroes.is_several()) {
        (true, _) if lost.is_empty() => return Vec::new(),
        (true, _) => return vec![format!("You lose when {}, too.", lost.join(" or "))],
        // The rules of games with units say what their deaths mean.
        (false, true) => {}
        (false, false) => lost.insert(0, "your life is gone".to_owned()),
    }
    let wins = if dungeon.goals.contains(&Goal::Never) {
        "Nothing wins: go where you like, and leave when you like.".to_owned()
    } else {
        format!("You win when {}.", enumeration(&won))
    };
    let loses = (!lost.is_empty()).then(|| format!("You lose when {}.", lost.join(" or ")));
    [wins].into_iter().chain(loses).collect()
}

fn condition(dungeon: &Dungeon, goal: Goal) -> String {
    match goal {
        Goal::Take => {
            // The first entry stands for no item.
            let things = || dungeon.items.iter().skip(1);
            let is_everything = things().all(|item| item.collectable || item.opens.is_some());
            let wanted = distinct(
                things()
                    .filter(|item| item.collectable)
                    .map(|item| item.name.as_str()),
            );
            if is_everything {
                "everything is taken".to_owned()
            } else {
                all_are(&with_every(wanted), "taken")
            }
        }
        Goal::Kill => {
            let wanted = dungeon.kinds.iter().filter(|kind| kind.is_wanted);
            let names: BTreeSet<String> = wanted.map(|kind| wanted_name(dungeon, kind)).collect();
            all_are(&with_every(names.iter().map(String::as_str)), "dead")
        }
        Goal::Cover => all_are(&with_every(target_names(dungeon)), "covered"),
        Goal::Survive(count) => format!("{} are over", turns(count)),
        Goal::Leave => "you take the way out".to_owned(),
        Goal::Caused => {
            let causes = dungeon.causes.iter();
            let winning = causes.filter(|cause| cause.effects.contains(&CauseEffect::Win));
            let events: Vec<String> = winning.map(|cause| event(dungeon, &cause.event)).collect();
            events.join(" or ")
        }
        Goal::Never => "nothing".to_owned(),
    }
}

/// Returns "every rat" for each name; a proper name stays as it is.
fn with_every<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let names = names.into_iter();
    names.map(|name| with_determiner("every", name)).collect()
}

/// Returns an event that a cause waits for: "you take the relic", "every rat is dead".
fn event(dungeon: &Dungeon, event: &CauseEvent) -> String {
    match event {
        CauseEvent::Step(_) => "you come to the right place".to_owned(),
        CauseEvent::Leave(_) => "you leave a certain place".to_owned(),
        CauseEvent::Push(_) => "something is pushed to the right place".to_owned(),
        CauseEvent::Opened(_) => "a certain door opens".to_owned(),
        CauseEvent::Take(items) => {
            let names = items.iter().map(|item| dungeon.item(*item).name.as_str());
            let names: Vec<String> = distinct(names).into_iter().map(with_article).collect();
            if names.is_empty() {
                "you take the right thing".to_owned()
            } else {
                format!("you take {}", names.join(" or "))
            }
        }
        CauseEvent::TakeAt(_) => "you take the right thing".to_owned(),
        CauseEvent::Kill(victims) => {
            let victims = victim_names(dungeon, victims).into_iter();
            let victims: Vec<String> = victims.map(with_indefinite_article).collect();
            format!("{} dies", victims.join(" or "))
        }
        CauseEvent::AllDead(victims) => {
            all_are(&with_every(victim_names(dungeon, victims)), "dead")
        }
        CauseEvent::Turn(count) => format!("{} are over", turns(*count)),
    }
}

/// Returns the distinct names of the bodies that a cause is about.
fn victim_names<'d>(dungeon: &'d Dungeon, victims: &Victims) -> Vec<&'d str> {
    let names = match victims {
        Victims::Kinds(kinds) => {
            distinct(kinds.iter().map(|kind| dungeon.kind(*kind).name.as_str()))
        }
        Victims::DrawnAt(_) => Vec::new(),
    };
    if names.is_empty() {
        vec!["certain monster"]
    } else {
        names
    }
}

/// Returns the names without repetitions.
fn distinct<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut said = BTreeSet::new();
    names.filter(|name| said.insert(*name)).collect()
}

/// Returns "every lich is dead", "every altar and every plate are covered".
fn all_are(names: &[String], what: &str) -> String {
    let are = if names.len() == 1 { "is" } else { "are" };
    format!("{} {are} {what}", enumeration(names))
}

/// Returns the distinct names of the terrain to cover.
fn target_names(dungeon: &Dungeon) -> BTreeSet<&str> {
    let is_bare = |tile: &&Tile| tile.is_target && tile.footing == Footing::Anyone;
    let targets = dungeon.tiles.iter().filter(is_bare);
    targets.map(|tile| tile.name.as_str()).collect()
}

/// Returns the name of a kind that must be killed: "lich", or "wanted wanderer" if another kind with this name need not
/// die.
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
        Loss::Turns(count) => format!("{} are over", turns(count)),
        Loss::Without => format!("no {} is left", vital_names(dungeon)),
    }
}

/// Returns the progress toward the file's goals and losses: "2 things are left to take. The lich lives. 66 turns are
/// left to live through."; empty if the file has none. Items to take are left out: callers that count them by level
/// report them.
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
        Goal::Leave => Some(BY_THE_WAY_OUT.to_owned()),
        Goal::Caused => None,
        Goal::Never => Some("Nothing is to be won.".to_owned()),
    });
    let losses = dungeon.losses.iter().filter_map(|loss| match loss {
        Loss::Turns(count) => Some(format!("{} until all is lost.", left(*count))),
        Loss::Without => None,
    });
    goals.chain(losses).collect()
}

/// The line of `progress_text` for a way out, which has no progress.
pub const BY_THE_WAY_OUT: &str = "You win by the way out.";

/// Returns "The lich is to be killed.", "3 monsters are to be killed."; `None` if nothing is left to kill.
fn killing(world: &World) -> Option<String> {
    let wanted = world
        .wanted()
        .map(|who| wanted_name(world.dungeon(), world.kind(who)));
    let wanted: Vec<String> = wanted.collect();
    let first = wanted.first()?;
    let what = if wanted.iter().all(|name| name == first) {
        counted(wanted.len() as i64, first)
    } else {
        counted(wanted.len() as i64, "monster")
    };
    let are = if wanted.len() == 1 { "is" } else { "are" };
    Some(format!("{} {are} to be killed.", capitalised(&what)))
}

/// Returns "2 targets are to be covered."; `None` if all are covered.
fn covering(world: &World) -> Option<String> {
    let left = i64::from(world.uncovered());
    let names = target_names(world.dungeon());
    let name = names.first().filter(|_| names.len() == 1);
    let what = capitalised(&counted(left, name.unwrap_or(&"target")));
    let are = if left == 1 { "is" } else { "are" };
    (left > 0).then(|| format!("{what} {are} to be covered."))
}

/// Returns what won a game with goals: "the lich is dead and you are out".
pub fn goals_done(dungeon: &Dungeon) -> String {
    let done = dungeon.goals.iter().map(|goal| match goal {
        Goal::Survive(count) => format!("{} are over", turns(*count)),
        Goal::Leave => "you are out".to_owned(),
        goal => condition(dungeon, *goal),
    });
    enumeration(&done.collect::<Vec<_>>())
}

/// Returns which loss of the file lost a game: "time ran out", "no relic is left"; empty for any other cause.
pub fn loss_reason(dungeon: &Dungeon, cause: LossCause) -> String {
    match cause {
        LossCause::TurnLimit => "time ran out".to_owned(),
        LossCause::Without => loss_condition(dungeon, Loss::Without),
        _ => String::new(),
    }
}

/// Returns a cause of loss as it appears in a table: "wanderer", "turn limit", "loss of relic".
pub fn loss_name(dungeon: &Dungeon, cause: LossCause) -> String {
    match cause {
        LossCause::Monster(kind) => dungeon.kind(kind).name.clone(),
        LossCause::Terrain(tile) => dungeon.tile(tile).name.clone(),
        LossCause::Item(item) => dungeon.item(item).name.clone(),
        LossCause::Magic => "own magic".to_owned(),
        LossCause::OwnDeed => "own deeds".to_owned(),
        LossCause::Caught(tile) => format!("caught in {}", dungeon.tile(tile).name),
        LossCause::TurnLimit => "turn limit".to_owned(),
        LossCause::Without => format!("loss of {}", vital_names(dungeon)),
        LossCause::Event(_) => "scripted event".to_owned(),
        LossCause::Rules => "rules".to_owned(),
    }
}

/// Returns the items of `lose without=`: "relic or crown".
fn vital_names(dungeon: &Dungeon) -> String {
    let vital = dungeon.items.iter().filter(|item| item.is_vital);
    distinct(vital.map(|item| without_article(&item.name))).join(" or ")
}

//! The last sentence of a game: how it ended, after how many turns, and what the player is told of in the end.
use crate::dungeon::game_profile::EndingTerms;
use crate::engine::event::Outcome;
use crate::view::words::grammar::nouns::{plural, turns};
use crate::view::words::terms::boards::{enemies, place_in_run};
use crate::view::words::terms::game_terms::game_terms;
use crate::view::words::terms::goals::{goals_done, loss_reason};
use crate::view::words::terms::life::{is_spent, lives};
use crate::view::words::terms::people::{done, draw_reason, surviving_foes};
use crate::view::words::terms::perception::Perception;

/// What spent the hero's life.
#[derive(Default)]
pub enum CauseOfDeath {
    /// No cause is known.
    #[default]
    Unknown,
    /// A cause with a name of its own: "a ghost", "your own magic".
    Named(String),
    /// A monster that threw itself at the hero: "an enemy".
    Ram(String),
}

impl CauseOfDeath {
    fn name(&self) -> Option<&str> {
        match self {
            CauseOfDeath::Unknown => None,
            CauseOfDeath::Named(name) | CauseOfDeath::Ram(name) => Some(name),
        }
    }
}

/// The last sentence of a game, in the words of the game's `EndingTerms`.
pub fn ending(world: Perception<'_>, outcome: Outcome, cause: &CauseOfDeath) -> String {
    let words = &game_terms(&world).ending;
    filled(template(words, world, outcome, cause), |name| {
        value(name, world, cause)
    })
}

/// The last sentence of a game that a cause ended, whatever its rules or goals would want.
pub fn caused_ending(world: Perception<'_>, outcome: Outcome) -> String {
    let template = match outcome {
        Outcome::Won => "You have won {after}.",
        Outcome::Lost => "You have lost {after}.",
        Outcome::Drawn => "The game is drawn {after}.",
    };
    filled(template, |name| value(name, world, &CauseOfDeath::Unknown))
}

/// The words for this end.
fn template(
    words: &EndingTerms,
    world: Perception<'_>,
    outcome: Outcome,
    cause: &CauseOfDeath,
) -> &'static str {
    let dungeon = world.dungeon();
    match (outcome, cause) {
        (Outcome::Won, _) if !dungeon.goals.is_empty() => "You have won {after}: {met}.",
        (Outcome::Lost, _) if loss_reason(&world).is_some() => "You have lost {after}: {failed}.",
        (Outcome::Won, _) => words.won,
        (Outcome::Drawn, _) => words.drawn,
        (Outcome::Lost, _) if !is_dead(world) => words.lost,
        (Outcome::Lost, CauseOfDeath::Unknown) => words.died,
        (Outcome::Lost, CauseOfDeath::Named(_)) => words.killed,
        (Outcome::Lost, CauseOfDeath::Ram(_)) => words.rammed,
    }
}

/// A template with each `{name}` replaced by its value.
fn filled(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        let (name, after) = behind.split_once('}').unwrap_or((behind, ""));
        text.push_str(before);
        text.push_str(&value(name));
        rest = after;
    }
    text + rest
}

/// What a name in the braces of a template stands for, as `EndingTerms` lists them; nothing for any other name.
fn value(name: &str, world: Perception<'_>, cause: &CauseOfDeath) -> String {
    let life = i64::from(world.life_of(world.commanded()));
    match name {
        "turns" => turns(world.ledger().turns),
        "after" => match world.turn() {
            0 => "in the first turn".to_owned(),
            _ => format!("after {}", turns(world.ledger().turns)),
        },
        "life" => life.to_string(),
        "debt" => (-life).to_string(),
        "lives" => lives(life),
        "bane" => cause.name().unwrap_or_default().to_owned(),
        "reached" => match place_in_run(&world) {
            Some(place) => format!("on {place}"),
            None => format!("with {} left", enemies(&world)),
        },
        "boards" => match world.dungeon().levels.len() {
            1 => String::new(),
            count => format!(" all {count} {}", plural(game_terms(&world).level)),
        },
        "done" => done(&world),
        "met" => goals_done(world.dungeon()),
        "failed" => loss_reason(&world).unwrap_or_default(),
        "outlived" => surviving_foes(&world),
        "both" => draw_reason(&world),
        _ => String::new(),
    }
}

fn is_dead(world: Perception<'_>) -> bool {
    let hero = world.commanded();
    is_spent(world.kind(hero).life, world.life_of(hero).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dungeon::games;

    #[test]
    fn every_game_ends_in_words_whose_names_are_known() {
        const KNOWN: [&str; 10] = [
            "turns", "after", "life", "debt", "lives", "bane", "reached", "boards", "done", "both",
        ];
        for game in games::ALL {
            let EndingTerms {
                won,
                died,
                killed,
                rammed,
                lost,
                drawn,
            } = game.terms.ending;
            for words in [won, died, killed, rammed, lost, drawn] {
                let text = filled(words, |name| {
                    let is_known = KNOWN.contains(&name) || name == "outlived";
                    assert!(is_known, "{}: {{{name}}}", game.word);
                    "X".to_owned()
                });
                assert!(text.ends_with('.') && !text.contains(['{', '}']), "{text}");
            }
        }
    }
}

//! The last sentence of a game: the outcome and the turn.
use crate::view::words::terms::boards::{enemies, place_in_run};
use crate::view::words::terms::game_terms::game_terms;
use crate::view::words::terms::goals::{goals_done, loss_reason};
use crate::view::words::terms::life::lives;
use crate::view::words::terms::names::one_like;
use crate::view::words::terms::people::{done, draw_reason, killer_name, surviving_foes};
use crate::view::words::terms::perception::Perception;
use dungeon_engine::action::ActorId;
use dungeon_engine::ending::{GameEnd, LossCause};
use dungeon_model::dungeon::grammar::nouns::plural;
use dungeon_model::dungeon::{Attack, Goal};

/// The last sentence of a game won in a way that the game's terms and the file's goals do not describe.
const PLAIN_WIN: &str = "You won {when}.";

/// Returns the last sentence of a game, in the words of the game's `EndingTerms`; `slayer` is the body that killed the
/// hero.
pub fn ending(world: Perception<'_>, ending: GameEnd, slayer: Option<ActorId>) -> String {
    filled(template(world, ending), |name| {
        value(name, world, ending, slayer)
    })
}

/// Returns the last sentence of a game won by a cause, under any rules and goals.
pub fn caused_win(world: Perception<'_>) -> String {
    filled(PLAIN_WIN, |name| value(name, world, GameEnd::Won, None))
}

/// Returns the template for this end.
fn template(world: Perception<'_>, ending: GameEnd) -> &'static str {
    let words = &game_terms(&world).ending;
    let hero = world.commanded();
    match ending {
        GameEnd::Won => match world.dungeon().goals.as_slice() {
            [] => words.won,
            [Goal::Leave] => "You escaped {when}.",
            // Such a file leaves winning to rules of another author.
            [Goal::Never] => PLAIN_WIN,
            _ => "You won {when}: {met}.",
        },
        GameEnd::Drawn(_) => words.drawn,
        GameEnd::Lost(cause) => match cause {
            LossCause::TurnLimit | LossCause::Without => "You lost {when}: {failed}.",
            LossCause::Event(_) => "You lost {when}.",
            LossCause::Monster(kind) if world.dungeon().kind(kind).attack == Attack::Ram => {
                words.rammed
            }
            LossCause::Monster(_)
            | LossCause::Terrain(_)
            | LossCause::Item(_)
            | LossCause::Magic
            | LossCause::Burning => words.killed,
            LossCause::OwnDeed | LossCause::Caught(_) | LossCause::Rules => {
                if world.has_spent_life(hero) {
                    words.died
                } else {
                    words.lost
                }
            }
        },
    }
}

/// Returns the name of the hero's killer, as far as the player saw it: "a ghost", "something"; empty if the loss has no
/// killer.
fn killer_text(world: Perception<'_>, cause: LossCause, slayer: Option<ActorId>) -> String {
    match (cause, slayer) {
        // A rammer was close enough to be recognized, even out of view.
        (LossCause::Monster(kind), Some(who))
            if world.dungeon().kind(kind).attack != Attack::Ram =>
        {
            one_like(world, who)
        }
        _ => killer_name(&world, cause),
    }
}

/// Returns a template with each `{name}` replaced by its value.
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

/// Returns the value of a name in a template, as listed in `EndingTerms`; empty for any other name.
fn value(name: &str, world: Perception<'_>, ending: GameEnd, slayer: Option<ActorId>) -> String {
    let cause = ending.loss();
    let life = i64::from(world.life_of(world.commanded()));
    match name {
        "when" => match world.ledger().turns {
            0 => "before the first turn".to_owned(),
            turn => format!("on turn {turn}"),
        },
        "life" => life.to_string(),
        "debt" => (-life).to_string(),
        "lives" => lives(life),
        "bane" => cause.map_or_else(String::new, |cause| killer_text(world, cause, slayer)),
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
        "failed" => cause.map_or_else(String::new, |cause| loss_reason(world.dungeon(), cause)),
        "outlived" => surviving_foes(&world),
        "both" => draw_reason(&world),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_model::dungeon::game_profile::EndingTerms;
    use dungeon_model::dungeon::games;

    #[test]
    fn every_game_ends_in_words_whose_names_are_known() {
        const KNOWN: [&str; 9] = [
            "when", "life", "debt", "lives", "bane", "reached", "boards", "done", "both",
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

//! The words behind `rules`, and which game a parameter belongs to, as messages say them.
use crate::dungeon::games::ALL;

pub use crate::dungeon::games::WORDS;

/// The lines that name the games, as messages list them: "`rules explore`, … and `rules tactics`".
pub fn lines() -> String {
    let lines = WORDS.map(|word| format!("`rules {word}`"));
    match lines.as_slice() {
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
        [] => String::new(),
    }
}

/// The word of the first game that has such a parameter; `tempo=` and `fog=`, which every game has, are none of them.
pub fn of_parameter(key: &str) -> Option<&'static str> {
    let has_it = |one: &crate::dungeon::game_profile::Parameter| one.key == key;
    let mut games = ALL.into_iter();
    let game = games.find(|game| game.parameters.iter().any(has_it));
    game.map(|game| game.word)
}

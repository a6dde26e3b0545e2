//! The words behind `rules`.
pub use crate::dungeon::games::WORDS;

/// The lines that name the games, as messages list them: "`rules explore`, … and `rules tactics`".
pub fn lines() -> String {
    let lines = WORDS.map(|word| format!("`rules {word}`"));
    match lines.as_slice() {
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
        [] => String::new(),
    }
}

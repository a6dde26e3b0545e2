//! `--narrate`: the game, and the list before it, in lines of text.
use super::complaint::refuse;
use super::exit::Exit;
use crate::play::menu::Choice;
use crate::play::narration::{List, Narrated, Narrator};
use crate::terminal::{Hearing, Keep, Lines};

/// Plays until the person leaves, by a word or by the end of his input.
///
/// # Errors
/// The exit, once he was told why.
pub fn play(played: &mut dyn Narrated, keep: Option<&Keep>, heard: Hearing) -> Result<(), Exit> {
    let mut lines = Lines::open(heard).map_err(refuse)?;
    lines.run(&mut Narrator::of(played), keep).map_err(refuse)
}

/// Lets him choose one of a list, counted from 0; none if he leaves.
///
/// # Errors
/// The exit, once he was told why.
pub fn choose(title: &str, choices: Vec<Choice>) -> Result<Option<usize>, Exit> {
    let mut list = List::new(title, choices);
    let mut lines = Lines::open(Hearing::Input).map_err(refuse)?;
    lines.run(&mut list, None).map_err(refuse)?;
    Ok(list.chosen())
}

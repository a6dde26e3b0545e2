//! `--narrate`: the game, and the list before it, in lines of text.
use super::complaint::refuse;
use super::exit::Exit;
use super::farewell::Played;
use crate::play::menu::Choice;
use crate::play::narration::{List, Narrated, Narrator};
use crate::play::session::Session;
use crate::terminal::{Hearing, Keep, Lines};

impl Narrated for Played {
    fn session(&self) -> &Session {
        &self.recorder.session
    }
}

/// A conversation with whoever plays by lines: one for the list and the game behind it, so that no line is lost.
pub struct Conversation(Lines);

impl Conversation {
    /// Opens it.
    ///
    /// # Errors
    /// The exit, once the person was told why.
    pub fn open(hearing: Hearing) -> Result<Conversation, Exit> {
        Lines::open(hearing).map(Conversation).map_err(refuse)
    }

    /// Plays until he leaves, by a word or by the end of his input.
    ///
    /// # Errors
    /// The exit, once the person was told why.
    pub fn play(&mut self, played: &mut Played, keep: Option<&Keep>) -> Result<(), Exit> {
        let Conversation(lines) = self;
        lines.run(&mut Narrator::of(played), keep).map_err(refuse)
    }

    /// Lets him choose one of a list, counted from 0; none if he leaves.
    ///
    /// # Errors
    /// The exit, once the person was told why.
    pub fn choose(&mut self, title: &str, choices: Vec<Choice>) -> Result<Option<usize>, Exit> {
        let Conversation(lines) = self;
        let mut list = List::new(title, choices);
        lines.run(&mut list, None).map_err(refuse)?;
        Ok(list.chosen())
    }
}

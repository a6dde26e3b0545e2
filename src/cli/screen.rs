//! The options of every command that plays in this terminal, and how a game is shown there.
use super::complaint::refuse;
use super::display::Display;
use super::exit::Exit;
use super::keymap::Keymap;
use super::narrate;
use crate::play::keys_file::KeysFile;
use crate::play::menu::{Choice, Menu};
use crate::play::narration::Narrated;
use crate::play::session::Session;
use crate::play::show::Show;
use crate::terminal::{self, Hearing, Keep, Mouse, Options};

/// How the terminal is used.
#[derive(clap::Args)]
pub struct Screen {
    #[command(flatten)]
    display: Display,
    #[command(flatten)]
    keymap: Keymap,
    /// When the game is played with the mouse, too; text is then selected with Shift held
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = MouseUse::Auto)]
    mouse: MouseUse,
    /// Play in lines of text: for screen readers, for terminals that cannot place a cursor, and for pipes
    #[arg(long)]
    narrate: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum MouseUse {
    /// Where cells are pointed at: in tactics
    Auto,
    /// Always
    On,
    /// Never: the mouse is the terminal's, and selects text
    Off,
}

impl Screen {
    /// The person's own keys; what is wrong with them is told, and how that ends.
    pub fn keys(&self) -> Result<KeysFile, Exit> {
        self.keymap.read()
    }

    /// The session as it is played in this terminal, by this person.
    pub fn fit(&self, session: Session, keys: &KeysFile) -> Session {
        session.glyphs(self.display.glyphs()).keymap(keys)
    }

    /// Lets a person play until he leaves, on the screen or in lines that are heard there.
    ///
    /// # Errors
    /// As `show`.
    pub fn play(
        &self,
        played: &mut dyn Narrated,
        keep: Option<Keep>,
        heard: Hearing,
    ) -> Result<(), Exit> {
        match self.narrate {
            true => narrate::play(played, keep.as_ref(), heard),
            false => self.show(played, keep),
        }
    }

    /// Lets him choose, in one way or the other; none if he leaves. Choices are counted from 0.
    ///
    /// # Errors
    /// As `show`.
    pub fn choose(&self, title: &str, choices: Vec<Choice>) -> Result<Option<usize>, Exit> {
        if self.narrate {
            return narrate::choose(title, choices);
        }
        let mut menu = Menu::new(title, choices);
        self.show(&mut menu, None)?;
        Ok(menu.chosen())
    }

    /// Shows it until the person leaves; what keeps it safe is called when the process must end without him.
    ///
    /// # Errors
    /// If there is no terminal, or it fails; that has been said.
    pub fn show(&self, show: &mut dyn Show, keep: Option<Keep>) -> Result<(), Exit> {
        let mouse = match self.mouse {
            MouseUse::Auto => Mouse::Auto,
            MouseUse::On => Mouse::On,
            MouseUse::Off => Mouse::Off,
        };
        let options = Options {
            mouse,
            keep,
            ..self.display.options()
        };
        terminal::run(show, &options).map_err(refuse)
    }
}

//! The options of every command that shows something in this terminal, and how it is shown.
use std::time::Duration;

use super::colours::Colours;
use super::complaint::refuse;
use super::exit::Exit;
use super::glyphs::GlyphSet;
use super::keymap::Keymap;
use super::narrate;
use crate::play::keys_file::KeysFile;
use crate::play::menu::{Choice, Menu};
use crate::play::narration::Narrated;
use crate::play::session::Session;
use crate::play::show::Show;
use crate::terminal::{self, Cursor, Hearing, Keep, Mouse, Options};
use crate::view::Glyphs;

/// How the terminal is used.
#[derive(clap::Args)]
pub struct Screen {
    /// How much colour to use
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colours::Auto)]
    color: Colours,
    /// Which characters to draw with
    #[arg(long, value_name = "SET", value_enum, default_value_t = GlyphSet::Auto)]
    glyphs: GlyphSet,
    #[command(flatten)]
    keymap: Keymap,
    /// Milliseconds after ESC in which nothing follows if it is the Escape key; more for a slow line
    #[arg(long, value_name = "MS", default_value_t = 25)]
    esc_delay: u16,
    /// When the game is played with the mouse, too; text is then selected with Shift held
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = MouseUse::Auto)]
    mouse: MouseUse,
    /// Whether the terminal's cursor is seen on the hero or the selection, for magnifiers that follow it
    #[arg(long, value_name = "LOOK", value_enum, default_value_t = CursorLook::Hidden)]
    cursor: CursorLook,
    /// Play in lines of text: for screen readers, for terminals that cannot place a cursor, and for pipes
    #[arg(long)]
    narrate: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum CursorLook {
    /// It is placed there, unseen
    Hidden,
    /// It is seen there
    Shown,
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
        session.glyphs(self.glyphs()).keymap(keys)
    }

    /// The characters that this terminal has.
    pub fn glyphs(&self) -> Glyphs {
        self.glyphs.for_terminal()
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
        let options = Options {
            depth: self.color.for_terminal(),
            escape_delay: Duration::from_millis(self.esc_delay.into()),
            mouse: match self.mouse {
                MouseUse::Auto => Mouse::Auto,
                MouseUse::On => Mouse::On,
                MouseUse::Off => Mouse::Off,
            },
            cursor: match self.cursor {
                CursorLook::Hidden => Cursor::Hidden,
                CursorLook::Shown => Cursor::Shown,
            },
            keep,
        };
        terminal::run(show, &options).map_err(refuse)
    }
}

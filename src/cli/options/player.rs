//! How a person plays: on the screen, or with `--narrate` in lines of text.
use super::keymap::KeymapOption;
use super::screen::ScreenOptions;
use crate::cli::output::errors::{complain, refuse};
use crate::cli::output::exit::Exit;
use crate::play::input::keys_file::KeysFile;
use crate::play::narration::{LineMenu, Narrator, SessionShow};
use crate::play::session::session::Session;
use crate::play::text::menu::{Menu, MenuItem};
use crate::terminal::{EmergencySave, InputSource, LineLoop, TerminalError};

/// How the terminal is played in.
#[derive(clap::Args)]
pub struct PlayerOptions {
    #[command(flatten)]
    screen: ScreenOptions,
    #[command(flatten)]
    keymap: KeymapOption,
    /// Play in lines of text: for screen readers, for terminals that cannot place a cursor, and for pipes
    #[arg(long)]
    narrate: bool,
}

impl PlayerOptions {
    /// The person's own keys; what is wrong with them is told, and how that ends.
    pub fn keys(&self) -> Result<KeysFile, Exit> {
        self.keymap.read()
    }

    /// Whether he plays in lines.
    pub fn is_heard(&self) -> bool {
        self.narrate
    }

    /// The session as it is played in this terminal, by this person.
    pub fn fit(&self, session: Session, keys: &KeysFile) -> Session {
        session.glyphs(self.screen.glyphs()).keymap(keys)
    }

    /// Lets a person play until he leaves, on the screen or in lines that are heard there; what keeps the game safe is
    /// called when the process must end without him.
    ///
    /// # Errors
    /// If there is no terminal, or it fails; that has been said, with this way out in place of that of a new game.
    pub fn play(
        &self,
        game: &mut dyn SessionShow,
        keep: EmergencySave,
        heard: InputSource,
        way_out: Option<&str>,
    ) -> Result<(), Exit> {
        let told = |error: TerminalError| match way_out {
            Some(way_out) => refuse(error.with_way_out(way_out)),
            None => refuse(error),
        };
        if !self.narrate {
            return self.screen.show(game, Some(keep)).map_err(told);
        }
        let mut lines = LineLoop::open(heard).map_err(told)?;
        let end = lines.run(&mut Narrator::new(game), Some(&keep));
        end.map_err(|error| {
            let exit = told(error);
            // Where a screen fails, the game was kept already.
            keep().iter().for_each(complain);
            exit
        })
    }

    /// Lets him choose one of a list, counted from 0; none if he leaves.
    ///
    /// # Errors
    /// As `play`.
    pub fn choose(&self, title: &str, choices: Vec<MenuItem>) -> Result<Option<usize>, Exit> {
        if !self.narrate {
            let mut menu = Menu::new(title, choices);
            self.screen.show(&mut menu, None).map_err(refuse)?;
            return Ok(menu.chosen());
        }
        let mut list = LineMenu::new(title, choices);
        let mut lines = LineLoop::open(InputSource::Stdin).map_err(refuse)?;
        lines.run(&mut list, None).map_err(refuse)?;
        Ok(list.chosen())
    }
}

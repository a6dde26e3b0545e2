//! The options of every command that plays a game: on the screen, or in lines of text with `--narrate`.
use std::io::{self, IsTerminal};
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use super::keymap::KeymapOption;
use super::screen::ScreenOptions;
use crate::cli::output::errors::refuse;
use crate::cli::output::exit::Exit;
use crate::terminal::{InputSource, LineLoop, SaveHooks, TerminalError};
use dungeon_play::input::keys_file::KeysFile;
use dungeon_play::narration::{LineMenu, Narrator, SessionShow};
use dungeon_play::session::session::Session;
use dungeon_play::text::menu::{Menu, MenuItem, MenuPictures};
use dungeon_play::view::glyphs::Glyphs;

/// The options for how to play: screen, keys and narration.
#[derive(clap::Args)]
pub struct PlayerOptions {
    #[command(flatten)]
    screen: ScreenOptions,
    #[command(flatten)]
    keymap: KeymapOption,
    /// Play in lines of text, for screen readers, simple terminals and pipes
    #[arg(long)]
    narrate: bool,
}

impl PlayerOptions {
    /// Reads the player's own keys.
    ///
    /// # Errors
    /// Reports the errors of the file, and returns the exit code.
    pub fn keys(&self) -> Result<KeysFile, Exit> {
        self.keymap.read()
    }

    /// Returns the characters that the terminal can show.
    pub fn glyphs(&self) -> Glyphs {
        self.screen.glyphs()
    }

    /// Whether the game is played in lines of text.
    pub fn is_narrated(&self) -> bool {
        self.narrate
    }

    /// Prepares a session for this terminal and player: sets the glyphs, the lighting, the keys, and whether to ask
    /// before actions that are easy to regret. Games narrated to a pipe do not ask, because a pipe cannot answer.
    pub fn prepare(&self, session: Session, keys: &KeysFile) -> Session {
        let session = session.glyphs(self.screen.glyphs());
        let session = session.lighting(self.screen.lighting()).keymap(keys);
        if self.narrate && !io::stdin().is_terminal() {
            session
        } else {
            session.asking_first()
        }
    }

    /// Runs a game until its player leaves, on the screen or in lines from `input`. `save_hooks` save the game however
    /// it ends. A byte on the stream `wake` wakes the loop.
    ///
    /// # Errors
    /// Reports a missing or failing terminal with the advice `way_out`, and returns the exit code.
    pub fn play(
        &self,
        game: &mut dyn SessionShow,
        save_hooks: SaveHooks,
        input: InputSource,
        way_out: Option<&str>,
        wake: Option<Arc<UnixStream>>,
    ) -> Result<(), Exit> {
        let report = |error: TerminalError| match way_out {
            Some(way_out) => refuse(error.with_way_out(way_out)),
            None => refuse(error),
        };
        if !self.narrate {
            return self
                .screen
                .show(game, Some(save_hooks), wake)
                .map_err(report);
        }
        let mut lines = LineLoop::open(input, Some(save_hooks), wake).map_err(report)?;
        lines.run(&mut Narrator::new(game)).map_err(report)
    }

    /// Runs a menu with pictures of its items. Returns the index of the chosen item, from 0, or `None` if the player
    /// leaves.
    ///
    /// # Errors
    /// Reports a missing or failing terminal, and returns the exit code.
    pub fn choose(
        &self,
        title: &str,
        choices: Vec<MenuItem>,
        pictures: MenuPictures,
    ) -> Result<Option<usize>, Exit> {
        if !self.narrate {
            let mut menu = Menu::new(title, choices).pictured(pictures, self.screen.glyphs());
            self.screen.show(&mut menu, None, None).map_err(refuse)?;
            return Ok(menu.chosen());
        }
        let mut list = LineMenu::new(title, choices);
        let mut lines = LineLoop::open(InputSource::Stdin, None, None).map_err(refuse)?;
        lines.run(&mut list).map_err(refuse)?;
        Ok(list.chosen())
    }
}

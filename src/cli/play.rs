//! `dungeon play`, which is also what `dungeon` alone does.
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rand::TryRng;
use rand::rngs::SysRng;

use super::colours::Colours;
use super::complaint::{self, dungeon, refuse};
use super::exit::Exit;
use super::farewell::Played;
use super::glyphs::GlyphSet;
use super::key_file::KeyFile;
use super::shipped::{self, SHIPPED, Shipped};
use crate::format::load::read;
use crate::format::source::{Limits, Source};
use crate::format::spelling::nearest;
use crate::play::menu::{Choice, Menu};
use crate::play::recorder::Recorder;
use crate::play::session::Session;
use crate::play::show::Show;
use crate::terminal::{self, Mouse, Options};

/// Play a dungeon in this terminal; without a file, choose one of those that come with the program
#[derive(clap::Args)]
pub struct Play {
    /// The dungeon's file, or the name of one that comes with the program; `-` reads standard input
    file: Option<PathBuf>,
    /// Pin chance: the same seed and keys play the same game [default: the file's seed, or a new one]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write the keys to a file in the end, idle rounds too, for `dungeon render --keys-from`
    #[arg(long, value_name = "FILE")]
    keys_to: Option<PathBuf>,
    /// How much colour to use
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colours::Auto)]
    color: Colours,
    /// Which characters to draw with
    #[arg(long, value_name = "SET", value_enum, default_value_t = GlyphSet::Auto)]
    glyphs: GlyphSet,
    /// Milliseconds after ESC in which nothing follows if it is the Escape key; more for a slow line
    #[arg(long, value_name = "MS", default_value_t = 25)]
    esc_delay: u16,
    /// When the game is played with the mouse, too; text is then selected with Shift held
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = MouseUse::Auto)]
    mouse: MouseUse,
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

impl Play {
    /// Plays until the person leaves, and says how it ended.
    pub fn run(self) -> Exit {
        match &self.file {
            Some(path) => match shipped::open(path, &Limits::default()) {
                Ok(source) => self.play(source),
                Err(error) => refuse(unreadable(path, &error)),
            },
            None => self.choose(),
        }
    }

    /// Shows the menu, then plays what was chosen.
    fn choose(&self) -> Exit {
        let choices = SHIPPED.iter().map(choice).collect();
        let mut menu = Menu::new("Which dungeon?", choices);
        if let Err(exit) = self.show(&mut menu) {
            return exit;
        }
        let chosen = menu.chosen().and_then(|index| SHIPPED.get(index));
        chosen.map_or(Exit::Clean, |shipped| self.play(shipped.source()))
    }

    fn play(&self, source: Source) -> Exit {
        let name = match &self.file {
            Some(path) => path.display().to_string(),
            None => source.name.clone(),
        };
        let dungeon = match dungeon(source.clone()) {
            Ok(dungeon) => dungeon,
            Err(exit) => return exit,
        };
        let seed = match self.seed.or(dungeon.seed).map_or_else(fresh_seed, Ok) {
            Ok(seed) => seed,
            Err(error) => {
                return refuse(format_args!(
                    "the system gives no seed: {error}; --seed N pins one"
                ));
            }
        };
        let keys_to = match self.keys_to.as_deref().map(KeyFile::open).transpose() {
            Ok(file) => file,
            Err(why) => return refuse(why),
        };
        let session = Session::new(Arc::new(dungeon)).seed(seed);
        let session = session.glyphs(self.glyphs.for_terminal());
        let mut played = Played::new(Recorder::new(session, &source));
        if let Err(exit) = self.show(&mut played) {
            return exit;
        }
        let kept_in = keys_to.as_ref().map(|file| file.path.as_path());
        for line in played.farewell(&name, kept_in) {
            // Nobody is left to be told that the terminal has gone.
            let _ = writeln!(io::stdout(), "{line}");
        }
        match keys_to.map(|mut file| file.write(&played.recorder.recording().keys())) {
            Some(Err(why)) => refuse(why),
            _ => Exit::Clean,
        }
    }

    fn show(&self, show: &mut dyn Show) -> Result<(), Exit> {
        let options = Options {
            depth: self.color.for_terminal(),
            escape_delay: Duration::from_millis(self.esc_delay.into()),
            mouse: match self.mouse {
                MouseUse::Auto => Mouse::Auto,
                MouseUse::On => Mouse::On,
                MouseUse::Off => Mouse::Off,
            },
            keep: None,
        };
        terminal::run(show, &options).map_err(refuse)
    }
}

/// A dungeon's line in the menu.
fn choice(shipped: &Shipped) -> Choice {
    if let Some((title, about)) = shipped.words {
        return Choice {
            title: title.to_owned(),
            about: about.to_owned(),
        };
    }
    let (dungeon, _) = read(&shipped.source(), &Limits::default());
    dungeon.map_or_else(Choice::default, |dungeon| Choice {
        title: dungeon.title,
        about: dungeon.about,
    })
}

/// Why a file cannot be played; whoever mistypes a command names a file that is not there.
fn unreadable(path: &Path, error: &io::Error) -> String {
    let said = complaint::unreadable(path, error);
    if error.kind() != ErrorKind::NotFound {
        return said;
    }
    let commands = ["play", "check", "render", "explain", "help"];
    let names = SHIPPED.iter().map(|shipped| shipped.name).chain(commands);
    match nearest(&path.display().to_string(), names) {
        Some(near) => format!("{said}; did you mean `dungeon {near}`?"),
        None => said,
    }
}

/// Short enough to be typed again.
fn fresh_seed() -> Result<u64, impl Display> {
    SysRng.try_next_u32().map(u64::from)
}

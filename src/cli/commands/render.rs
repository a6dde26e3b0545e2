//! `dungeon render`: a session without a terminal.
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::game::{replayed, shipped};
use crate::cli::options::colours::Colours;
use crate::cli::options::glyphs::GlyphSet;
use crate::cli::options::include::IncludeOption;
use crate::cli::options::keymap;
use crate::cli::options::tempo::TempoOption;
use crate::cli::options::window::WindowChoice;
use crate::cli::output::errors::refuse;
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::{ended, print};
use crate::cli::save::kept_files::keys_text;
use crate::cli::save::recording_file::read_keys;
use dungeon_model::space::geometry::Size;
use dungeon_play::input::packed_keys::PackedKeys;
use dungeon_play::input::script;
use dungeon_play::replay::playback::Playback;
use dungeon_play::session::session::Session;

mod printer;

use printer::{FrameChoice, FrameFormat, PrintError, Printer};

/// Columns and rows of a screen without `--size`.
const USUAL_SIZE: Size = Size::new(80, 24);

/// Play keys without a terminal and print what is seen
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon render crypt.dng --keys 'lll?'             the help, after three steps
  dungeon render crypt.dng --keys 'llj' --every      four screens
  dungeon render crypt.dng --keys 'd' --changes      the flight of a bolt
  dungeon render battle.dng --keys '<hover 20,10>'   what the mouse would show
  dungeon render crypt.dng --format svg > crypt.svg  a picture
  dungeon render crypt.dng --keys 'o' --changes --format svg > film.svg
  dungeon render crypt.dng --keys 'll' --every --format json | jq .hero
  dungeon render --replay game.rec                   how a recorded game ended
  dungeon render --replay game.rec mine.dng          does it go so on this map?
  dungeon render --replay game.rec --format cast > game.cast
  dungeon render --replay game.rec --format html > game.html
  dungeon render --replay game.rec --format keys > keys.txt

Exit codes: 0 all is well, 1 the dungeon has errors or a game goes otherwise
than it was recorded, 2 wrong usage or a file that cannot be read.")]
pub struct Render {
    /// The dungeon's file, or the name of one that comes with the program; `-` reads standard input
    ///
    /// With --replay it may be left out: a recording holds the dungeon that was played.
    #[arg(required_unless_present = "replay")]
    file: Option<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    /// Keys to press, such as `llj.<Esc><C-c><Up><resize 60x20>`
    ///
    /// Blanks mean nothing: that key is `<Space>`, and `<` is `<lt>`. The mouse has `<hover 10,5>` and `<click 10,5>`,
    /// with a column and a row of the screen from 1, and `<mouse-back>`, `<mouse-forward>`, `<wheel-up>` and
    /// `<wheel-down>`.
    #[arg(
        long,
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true,
        value_name = "KEYS"
    )]
    keys: PackedKeys,
    /// Press the keys in a file instead, such as one that `--format keys` printed
    #[arg(long, value_name = "FILE", conflicts_with = "keys")]
    keys_from: Option<PathBuf>,
    /// Play a recorded game again, with its seed, screen and keys; `-` reads standard input
    ///
    /// What no file is called may be the name of a saved game. After each of its turns the game must be the recorded
    /// one. Where it is another one, which a change of the dungeon or of the program may bring, that turn is the last
    /// one printed, and is told.
    #[arg(long, value_name = "RECORDING", conflicts_with_all = ["keys", "keys_from", "seed", "tempo"])]
    replay: Option<PathBuf>,
    /// Pin chance: the same seed and keys play the same game [default: the file's seed, or 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    tempo: TempoOption,
    /// Columns and rows of the screen [default: 80x24, or those of a recording]
    ///
    /// With --replay the game is drawn for such a screen, while its keys mean what they did on the recorded one.
    #[arg(long, value_name = "WxH", value_parser = script::parse_size)]
    size: Option<Size>,
    /// Which characters to draw with
    #[arg(long, value_name = "SET", value_enum, default_value_t = GlyphSet::Auto)]
    glyphs: GlyphSet,
    /// Where numbers and messages stand; a recording has its own window
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = WindowChoice::Auto, conflicts_with = "replay")]
    window: WindowChoice,
    /// Understand the keys as this file of keys says; your own is not looked at
    #[arg(long, value_name = "FILE")]
    keymap: Option<PathBuf>,
    #[command(flatten)]
    which: FrameFlags,
    /// How it is printed
    #[arg(long, value_enum, default_value_t = FrameFormat::Text)]
    format: FrameFormat,
    /// How much colour --format ansi has; with `true` terrain is lit in every format
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colours::Auto)]
    color: Colours,
}

/// Choice of the frames that are printed; no flag means `--last`.
#[derive(clap::Args)]
#[group(multiple = false)]
struct FrameFlags {
    /// Only the screen after the last key (the default)
    #[arg(long)]
    last: bool,
    /// The screen before the first key and the one after each key
    #[arg(long)]
    every: bool,
    /// The film, animations included, but only what changes in it (json: only the lines that change)
    #[arg(long)]
    changes: bool,
}

impl Render {
    /// Plays the keys or the recording, and prints what is seen.
    ///
    /// # Errors
    /// Returns the exit code after the reason was reported.
    pub fn run(self) -> Result<Exit, Exit> {
        let which = self.frame_choice();
        let is_film = matches!(self.format, FrameFormat::Cast | FrameFormat::Html);
        let is_whole = is_film || self.format == FrameFormat::Keys;
        if is_whole && (self.which.last || which != FrameChoice::Last) {
            return Err(refuse(if is_film {
                "expected no --last, --every or --changes with --format cast or html: it is the whole film"
            } else {
                "expected no --last, --every or --changes with --format keys: it prints them all"
            }));
        }
        if self.format == FrameFormat::Keys {
            return Ok(print(&keys_text(&self.keys()?)));
        }
        let keys = self.keymap.as_deref().map(keymap::read_named).transpose()?;
        let (session, playback) = self.prepared()?;
        let session = session.glyphs(self.glyphs.for_print());
        let mut session = session.lighting(self.color.lighting());
        if let Some(keys) = &keys {
            session = session.keymap(keys);
        }
        let mut printer = Printer {
            out: io::BufWriter::new(io::stdout().lock()),
            format: self.format,
            which,
            depth: self.color.for_print(),
        };
        let end = printer.print(session, playback);
        let flushed = printer.out.flush();
        match end.and_then(|()| Ok(flushed?)) {
            Ok(()) => Ok(Exit::Clean),
            Err(PrintError::Drift(drift)) => {
                let named = self.replay.as_deref().unwrap_or(Path::new("-"));
                Err(replayed::report_drift(named, &drift))
            }
            Err(PrintError::Unwritten(error)) => Ok(ended(Err(error), Exit::Clean)),
        }
    }

    /// Returns the keys of the recording or of the script.
    ///
    /// # Errors
    /// Returns the exit code after the reason was reported.
    fn keys(&self) -> Result<PackedKeys, Exit> {
        match (&self.replay, &self.keys_from) {
            (Some(path), _) => Ok(replayed::open(path)?.keys()),
            (None, Some(path)) => read_keys(path).map_err(refuse),
            (None, None) => Ok(self.keys.clone()),
        }
    }

    fn frame_choice(&self) -> FrameChoice {
        match (self.which.every, self.which.changes) {
            (true, _) => FrameChoice::Every,
            (_, true) => FrameChoice::Changes,
            _ => FrameChoice::Last,
        }
    }

    /// Returns the session and the keys to play in it.
    ///
    /// # Errors
    /// Returns the exit code after the reason was reported.
    fn prepared(&self) -> Result<(Session, Playback), Exit> {
        match &self.replay {
            Some(path) => self.replayed(path),
            None => self.scripted(),
        }
    }

    fn replayed(&self, path: &Path) -> Result<(Session, Playback), Exit> {
        let recording = replayed::open(path)?;
        let dungeon = match &self.file {
            Some(file) => Arc::new(shipped::dungeon(shipped::source(file, &self.include)?)?),
            None => shipped::recorded_dungeon(&recording)
                .map_err(|report| replayed::report_errors(&report))?,
        };
        let mut session = recording.begun_in(dungeon);
        if let Some(size) = self.size {
            session.show_on(size);
        }
        Ok((session, Playback::new(recording)))
    }

    fn scripted(&self) -> Result<(Session, Playback), Exit> {
        let keys = self.keys()?;
        let file = self.file.as_deref().unwrap_or(Path::new("-"));
        let source = shipped::source(file, &self.include)?;
        let dungeon = Arc::new(
            self.tempo
                .applied(shipped::dungeon(source)?)
                .map_err(refuse)?,
        );
        let window = self.window.for_dungeon(&dungeon);
        let session = match self.seed {
            Some(seed) => Session::seeded(dungeon, seed),
            None => Session::new(dungeon),
        };
        let Size { width, height } = self.size.unwrap_or(USUAL_SIZE);
        let session = session.size(width, height).window(window);
        let playback = Playback::of_script(&session, keys);
        Ok((session, playback))
    }
}

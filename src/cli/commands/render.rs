//! `dungeon render`: plays keys or a recording without a terminal, and prints the screens.
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

/// The screen size without `--size`, in columns and rows.
const USUAL_SIZE: Size = Size::new(80, 24);

/// Play keys without a terminal, and print the screen
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon render crypt.dng --keys 'lll?'             three steps, then help
  dungeon render crypt.dng --keys 'llj' --every      four screens
  dungeon render crypt.dng --keys 'd' --changes      a bolt in flight
  dungeon render battle.dng --keys '<hover 20,10>'   what the mouse shows
  dungeon render crypt.dng --format svg > crypt.svg  a picture
  dungeon render crypt.dng --keys 'o' --changes --format svg > film.svg
  dungeon render crypt.dng --keys 'll' --every --format json | jq .hero
  dungeon render --replay game.rec                   the end of a recording
  dungeon render --replay game.rec mine.dng          replay on this map
  dungeon render --replay game.rec --format cast > game.cast
  dungeon render --replay game.rec --format html > game.html
  dungeon render --replay game.rec --format keys > keys.txt

Exit codes: 0 success, 1 the dungeon has errors, or a game differs from its
recording, 2 usage error, or a file that cannot be read.")]
pub struct Render {
    /// Dungeon file, or the name of a bundled dungeon; `-` reads standard input
    ///
    /// Optional with --replay, because a recording contains its dungeon.
    #[arg(required_unless_present = "replay")]
    file: Option<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    /// Keys to press, such as `llj.<Esc><C-c><Up><resize 60x20>`
    ///
    /// Spaces are ignored: write `<Space>` for the space bar, and `<lt>` for `<`. The mouse is `<hover 10,5>` and
    /// `<click 10,5>`, with a column and a row of the screen from 1, and `<mouse-back>`, `<mouse-forward>`,
    /// `<wheel-up>` and `<wheel-down>`.
    #[arg(
        long,
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true,
        value_name = "KEYS"
    )]
    keys: PackedKeys,
    /// Read the keys from a file, such as the output of `--format keys`
    #[arg(long, value_name = "FILE", conflicts_with = "keys")]
    keys_from: Option<PathBuf>,
    /// Replay a recording with its seed, screen and keys; `-` reads standard input
    ///
    /// If no such file exists, the name of a saved game is tried. The state after each turn must match the recording.
    /// If it differs, because the dungeon or the program changed, output ends at that turn with an error.
    #[arg(long, value_name = "RECORDING", conflicts_with_all = ["keys", "keys_from", "seed", "tempo"])]
    replay: Option<PathBuf>,
    /// Seed of the game: the same seed and keys give the same game [default: the file's seed, or 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    tempo: TempoOption,
    /// Screen size in columns and rows [default: 80x24, or the size in the recording]
    ///
    /// With --replay, this changes only the drawing: keys keep the meaning that they had on the recorded screen.
    #[arg(long, value_name = "WxH", value_parser = script::parse_size)]
    size: Option<Size>,
    /// Characters to draw with
    #[arg(long, value_name = "SET", value_enum, default_value_t = GlyphSet::Auto)]
    glyphs: GlyphSet,
    /// Where to show statistics and messages; a recording keeps its own layout
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = WindowChoice::Auto, conflicts_with = "replay")]
    window: WindowChoice,
    /// Use the key bindings of this file; your own keymap is ignored
    #[arg(long, value_name = "FILE")]
    keymap: Option<PathBuf>,
    #[command(flatten)]
    which: FrameFlags,
    /// Output format
    #[arg(long, value_enum, default_value_t = FrameFormat::Text)]
    format: FrameFormat,
    /// Colors of `--format ansi`; `true` also lights terrain in every format
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colours::Auto)]
    color: Colours,
}

/// The flags that select the frames to print. The default is `--last`.
#[derive(clap::Args)]
#[group(multiple = false)]
struct FrameFlags {
    /// Print only the screen after the last key (default)
    #[arg(long)]
    last: bool,
    /// Print the screen before the first key and after each key
    #[arg(long)]
    every: bool,
    /// Print all frames, animations included, but only the changes (json: only changed lines)
    #[arg(long)]
    changes: bool,
}

impl Render {
    /// Plays the keys or the recording, and prints the frames.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self) -> Result<Exit, Exit> {
        let which = self.frame_choice();
        let is_film = matches!(self.format, FrameFormat::Cast | FrameFormat::Html);
        let is_whole = is_film || self.format == FrameFormat::Keys;
        if is_whole && (self.which.last || which != FrameChoice::Last) {
            return Err(refuse(if is_film {
                "`--last`, `--every` and `--changes` cannot be used with `--format cast` or `html`, which hold the whole game"
            } else {
                "`--last`, `--every` and `--changes` cannot be used with `--format keys`, which prints all keys"
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
    /// Reports the reason, and returns the exit code.
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

    /// Returns the session, and the keys to play in it.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
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
        let session = session.with_size(width, height).window(window);
        let playback = Playback::of_script(&session, keys);
        Ok((session, playback))
    }
}

//! `dungeon play`: plays a dungeon in this terminal. This is the default command.
use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand::TryRng;
use rand::rngs::SysRng;

use super::resume::Resumption;
use crate::cli::game::dungeon_file::DungeonFile;
use crate::cli::game::offers::{OfferedGame, offers};
use crate::cli::game::played_game::WayOut;
use crate::cli::game::shipped::SHIPPED;
use crate::cli::game::terminal_game::PlayOptions;
use crate::cli::game::{shipped, terminal_game};
use crate::cli::options::include::IncludeOption;
use crate::cli::options::player::PlayerOptions;
use crate::cli::options::tempo::TempoOption;
use crate::cli::options::window::WindowChoice;
use crate::cli::output::errors;
use crate::cli::output::errors::{ErrorText, refuse};
use crate::cli::output::exit::Exit;
use crate::cli::save::auto_save::AutoSave;
use crate::cli::save::kept_files::KeptFiles;
use crate::cli::save::score_file::ScoreBoard;
use crate::terminal::InputSource;
use dungeon_format::source::{Limits, Source};
use dungeon_format::spelling::nearest;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::input::keys_file::KeysFile;
use dungeon_play::replay::recorder::Recorder;
use dungeon_play::replay::recording::Recording;
use dungeon_play::replay::result_screen::MenuReturn;
use dungeon_play::session::session::Session;

/// Play a dungeon in this terminal; without a file, choose one from a menu
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon play                         choose from a menu
  dungeon play crypt                   play a bundled dungeon
  dungeon play mine.dng --seed 7       play a file with a fixed seed
  dungeon play mine.dng --watch        reload the file on every save
  dungeon play classic --tempo 500     play it in real time
  dungeon play --keymap dvorak.toml    use your own keys

Exit codes: 0 success, 1 the dungeon has errors, 2 usage error, or a file that
cannot be read.")]
pub struct Play {
    /// Dungeon file, or the name of a bundled dungeon; `-` reads standard input
    pub(super) file: Option<PathBuf>,
    /// Seed of the game: the same seed and keys give the same game [default: the file's seed, or a random one]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Reload the file whenever it is saved and keep the hero's place; without this option, `R` and `N` reload it
    #[arg(long)]
    pub(super) watch: bool,
    #[command(flatten)]
    pub(super) tempo: TempoOption,
    #[command(flatten)]
    pub(super) include: IncludeOption,
    #[command(flatten)]
    pub(super) files: KeptFiles,
    #[command(flatten)]
    pub(super) player: PlayerOptions,
    /// Where to show statistics and messages; a resumed game keeps its own layout
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = WindowChoice::Auto)]
    pub(super) window: WindowChoice,
}

impl Play {
    /// Plays until the player leaves, and prints the farewell. `commands` returns the names of all commands, for the
    /// hint that a missing file may be a misspelled command.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self, commands: fn() -> Vec<String>) -> Result<Exit, Exit> {
        let keys = self.player.keys()?;
        if self.watch {
            self.check_watched().map_err(refuse)?;
        }
        let Some(path) = &self.file else {
            return self.choose(&keys);
        };
        let source = shipped::open(path, &self.include, &Limits::default());
        let source = source.map_err(|error| refuse(unreadable_text(path, &error, &commands())))?;
        let played = self.play((source, Some(path)), &keys, MenuReturn::Absent);
        played.map(|(exit, _)| exit)
    }

    /// Checks that the argument is a file that can be watched.
    ///
    /// # Errors
    /// Returns a message for the player.
    fn check_watched(&self) -> Result<(), ErrorText> {
        let found = match self.file.as_deref() {
            None => "no file".to_owned(),
            Some(path) if path == Path::new("-") => "standard input".to_owned(),
            // An unreadable file is reported later, as without `--watch`.
            Some(path) if path.is_file() || !path.exists() && !shipped::is_name(path) => {
                return Ok(());
            }
            Some(path) if path.exists() => {
                format!("{}, which is not a file", Untrusted::from(path))
            }
            Some(path) => format!("{}, a bundled dungeon", Untrusted::from(path)),
        };
        Err(format!("expected a file with `--watch`, found {found}"))
    }

    /// Returns the file to reload during the game; `None` if the dungeon did not come from a file. Also returns a
    /// message if the file cannot be watched.
    fn reread_file(
        &self,
        source: &Source,
        path: Option<&Path>,
        keys: &KeysFile,
    ) -> (Option<DungeonFile>, Option<String>) {
        let Some(path) = path.filter(|path| path.is_file()) else {
            return (None, None);
        };
        let mut file = DungeonFile::new(
            path.to_owned(),
            self.include.clone(),
            self.tempo,
            keys.clone(),
        );
        let watched = if self.watch {
            file.watch(source)
        } else {
            Ok(())
        };
        let unwatched = watched.err().map(|why| {
            format!(
                "Cannot watch {}: {why}. Start a new game to reload it.",
                source.name
            )
        });
        (Some(file), unwatched)
    }

    /// Shows the menu and plays the chosen games, until the player leaves the program.
    fn choose(&self, keys: &KeysFile) -> Result<Exit, Exit> {
        loop {
            let offers = Arc::new(offers(&self.include));
            let items = offers.iter().map(|offer| offer.item.clone()).collect();
            let (pictured, glyphs) = (Arc::clone(&offers), self.player.glyphs());
            let pictures = move |index: usize, size| pictured.get(index)?.picture(size, glyphs);
            let chosen = self
                .player
                .choose("Which dungeon?", items, Box::new(pictures))?;
            let chosen = chosen.and_then(|index| offers.get(index));
            let played = match chosen.map(|offer| &offer.game) {
                None => return Ok(Exit::Clean),
                Some(OfferedGame::New(source, path)) => {
                    let dungeon = ((**source).clone(), path.as_deref());
                    self.play(dungeon, keys, MenuReturn::Offered)
                }
                Some(OfferedGame::Saved(path)) => {
                    let resumption = Resumption {
                        include: &self.include,
                        files: &self.files,
                        player: &self.player,
                        way_out: "use `dungeon resume --narrate` to play in lines of text"
                            .to_owned(),
                        menu: MenuReturn::Offered,
                    };
                    resumption.go_on(path.clone(), keys)
                }
            };
            match played? {
                (Exit::Clean, WayOut::Menu) => {}
                (exit, _) => return Ok(exit),
            }
        }
    }

    /// Plays a dungeon. `path` is its file; `None` for a bundled dungeon.
    fn play(
        &self,
        (source, path): (Source, Option<&Path>),
        keys: &KeysFile,
        menu: MenuReturn,
    ) -> Result<(Exit, WayOut), Exit> {
        let name = match path {
            Some(path) => path.into(),
            None => source.name.clone(),
        };
        let dungeon = shipped::dungeon(source.clone())?;
        let dungeon = self.tempo.applied(dungeon).map_err(refuse)?;
        let seed = self.seed.or(dungeon.seed).map_or_else(fresh_seed, Ok);
        let seed = seed.map_err(|error| {
            refuse(format_args!(
                "the system cannot provide a random seed: {error}; set one with `--seed N`"
            ))
        })?;
        let files = self.files.open().map_err(refuse)?;
        let window = self.window.for_dungeon(&dungeon);
        let session = Session::seeded(Arc::new(dungeon), seed).window(window);
        let mut session = self.player.prepare(session, keys);
        let (reread, unwatched) = self.reread_file(&source, path, keys);
        if let Some(unwatched) = unwatched {
            session.say(unwatched);
        }
        let mut recording = Recording::begin(&session, &source);
        recording.tempo = self.tempo.milliseconds;
        let recorder = Recorder::on(session, recording);
        let auto_save = AutoSave::new(recorder.shared(), files, None);
        let input = if self.file.as_deref() == Some(Path::new("-")) {
            // Standard input contained the dungeon, so keys come from the terminal.
            InputSource::Terminal
        } else {
            InputSource::Stdin
        };
        let options = PlayOptions {
            player: &self.player,
            input,
            way_out: None,
            file: name,
            include: self.include.clone(),
            menu,
        };
        let scores = ScoreBoard::of_person(&source.name);
        terminal_game::play(&options, recorder, auto_save, reread, scores)
    }
}

/// Returns the message for an unreadable file. The path of a missing file may be the misspelled name of a bundled
/// dungeon or of a command.
fn unreadable_text(path: &Path, error: &io::Error, commands: &[String]) -> String {
    let text = errors::unreadable_text(path, error);
    if error.kind() != ErrorKind::NotFound {
        return text;
    }
    let names = SHIPPED.iter().map(|shipped| shipped.name);
    let names = names.chain(commands.iter().map(String::as_str));
    match nearest(Untrusted::from(path).raw(), names) {
        Some(near) => format!("{text}; did you mean `dungeon {near}`?"),
        None => text,
    }
}

/// Returns a random seed of 32 bits, short enough to type.
///
/// # Errors
/// Returns an error if the system has no random numbers.
fn fresh_seed() -> Result<u64, impl Display> {
    SysRng.try_next_u32().map(u64::from)
}

//! `dungeon play`, which is also what `dungeon` alone does.
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

/// Play a dungeon in this terminal; without a file, choose one of those that come with the program
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon play                         choose one of the shipped dungeons
  dungeon play crypt                   play one of them by its name
  dungeon play mine.dng --seed 7       play a file, always with the same luck
  dungeon play mine.dng --watch        play on each time the file is saved
  dungeon play classic --tempo 500     play it in real time
  dungeon play --keymap dvorak.toml    with keys of your own

Exit codes: 0 all is well, 1 the dungeon has errors, 2 wrong usage or a file
that cannot be read.")]
pub struct Play {
    /// The dungeon's file, or the name of one that comes with the program; `-` reads standard input
    file: Option<PathBuf>,
    /// Pin chance: the same seed and keys play the same game [default: the file's seed, or a new one]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Read the file anew by itself each time it is saved, and leave the hero where he is; without this, `R` and `N` do
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    tempo: TempoOption,
    #[command(flatten)]
    include: IncludeOption,
    #[command(flatten)]
    files: KeptFiles,
    #[command(flatten)]
    player: PlayerOptions,
    /// Where numbers and messages stand; a game that is resumed keeps its own window
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = WindowChoice::Auto)]
    window: WindowChoice,
}

impl Play {
    /// Plays until the person leaves, and says how it ended. `commands` lists the names of the program's commands, for
    /// a file that is not there because its name is a command misspelt.
    ///
    /// # Errors
    /// Returns the exit code after the reason was reported.
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

    /// Sees that there is a file to watch.
    ///
    /// # Errors
    /// A line for the player.
    fn check_watched(&self) -> Result<(), ErrorText> {
        let found = match self.file.as_deref() {
            None => "none".to_owned(),
            Some(path) if path == Path::new("-") => "standard input".to_owned(),
            // What cannot be read at all is told as without a watch.
            Some(path) if path.is_file() || !path.exists() && !shipped::is_name(path) => {
                return Ok(());
            }
            Some(path) if path.exists() => format!("{}, which is no file", Untrusted::from(path)),
            Some(path) => format!("{}, which is inside the program", Untrusted::from(path)),
        };
        Err(format!("expected a file for --watch, found {found}"))
    }

    /// The dungeon's file to be read again while it is played; `None` where there is none. `Err` says why it cannot be
    /// watched.
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
                "{} is not watched: {why}. A new game reads it anew.",
                source.name
            )
        });
        (Some(file), unwatched)
    }

    /// Shows the menu, then plays what was chosen, as often as the player comes back to the menu.
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
                    let dungeon = (source.clone(), path.as_deref());
                    self.play(dungeon, keys, MenuReturn::Offered)
                }
                Some(OfferedGame::Saved(path, _)) => {
                    let resumption = Resumption {
                        include: &self.include,
                        files: &self.files,
                        player: &self.player,
                        way_out: "`dungeon resume --narrate` plays in lines".to_owned(),
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

    /// Plays a dungeon, which was found by this path, or is inside the program for `None`.
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
                "the system gives no seed: {error}; --seed N pins one"
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
            // Standard input was read to its end for the dungeon, so keys come from the terminal.
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

/// Describes why a file cannot be played. A missing file may be the misspelt name of a shipped dungeon or of a command.
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

/// Draws a seed of 32 bits, short enough to be typed again.
///
/// # Errors
/// Returns an error if the system provides no randomness.
fn fresh_seed() -> Result<u64, impl Display> {
    SysRng.try_next_u32().map(u64::from)
}

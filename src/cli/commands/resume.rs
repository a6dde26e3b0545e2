//! `dungeon resume`: replays a saved game to where the player left, and continues the game.
use std::path::{Path, PathBuf};

use crate::cli::game::played_game::WayOut;
use crate::cli::game::terminal_game::PlayOptions;
use crate::cli::game::{shipped, terminal_game};
use crate::cli::options::include::IncludeOption;
use crate::cli::options::player::PlayerOptions;
use crate::cli::output::errors::{ErrorText, print_error, print_report, refuse};
use crate::cli::output::exit::Exit;
use crate::cli::output::progress::ProgressLine;
use crate::cli::output::quoting::{path_operand, quoted};
use crate::cli::save::auto_save::AutoSave;
use crate::cli::save::game_file::{GameFile, GameState, name_of};
use crate::cli::save::kept_files::KeptFiles;
use crate::cli::save::recording_file::{UnreadableRecording, read_watched};
use crate::cli::save::save_folder::{FoundSave, HOW_TO_SAVE, SaveFolder, latest, short_name};
use crate::cli::save::score_file::ScoreBoard;
use crate::terminal::InputSource;
use dungeon_format::spelling::nearest;
use dungeon_format::untrusted::Untrusted;
use dungeon_model::space::geometry::Size;
use dungeon_play::input::key::Key;
use dungeon_play::input::keys_file::KeysFile;
use dungeon_play::input::show::Show;
use dungeon_play::replay::playback::{Drift, Playback};
use dungeon_play::replay::recorder::Recorder;
use dungeon_play::replay::recording::Recording;
use dungeon_play::replay::result_screen::MenuReturn;
use dungeon_play::session::session::Session;
use dungeon_play::view::layout::is_too_small;

/// Continue a saved game, the latest by default
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon resume                   continue the latest save
  dungeon resume crypt             continue a game by its name
  dungeon resume crypt.checkpoint  continue an interrupted game
  dungeon resume ./crypt.save      continue the game in this file
  dungeon resume --narrate         continue in lines of text

Exit codes: 0 success, 1 the save cannot be played, and is kept, 2 usage error,
no such save, or no terminal.")]
pub struct Resume {
    /// Name of the saved game, as in `dungeon saves`, or its file
    #[arg(value_name = "NAME")]
    save: Option<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    #[command(flatten)]
    files: KeptFiles,
    #[command(flatten)]
    player: PlayerOptions,
}

impl Resume {
    /// Resumes the save, and plays until the player leaves.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self) -> Result<Exit, Exit> {
        let keys = self.player.keys()?;
        let path = self.find().map_err(refuse)?;
        let resumption = Resumption {
            include: &self.include,
            files: &self.files,
            player: &self.player,
            way_out: Resumption::way_out(self.save.as_deref()),
            menu: MenuReturn::Absent,
        };
        resumption.go_on(path, &keys).map(|(exit, _)| exit)
    }

    /// Returns the path of the save that the argument names; without an argument, returns the path of the latest save.
    ///
    /// # Errors
    /// Returns a message for the player.
    fn find(&self) -> Result<PathBuf, ErrorText> {
        let folder = SaveFolder::of_person()?;
        let saves = folder.saves()?;
        let Some(wanted) = &self.save else {
            return latest(saves)
                .map(|found| found.path)
                .ok_or_else(no_save_text);
        };
        let mut named = saves.iter();
        let named = named.find(|found| Path::new(found.name.raw()) == wanted);
        let path = named.map_or(wanted, |found| &found.path);
        if named.is_some() || wanted.is_file() {
            Ok(path.clone())
        } else {
            Err(unknown_name_text(wanted, &saves))
        }
    }
}

/// The options for continuing a saved game, shared by `resume` and the menu.
pub struct Resumption<'a> {
    /// The include folders, which the farewell's commands name.
    pub include: &'a IncludeOption,
    /// The files of `--record` and `--keys-to`.
    pub files: &'a KeptFiles,
    /// The options for how to play.
    pub player: &'a PlayerOptions,
    /// The advice if there is no terminal.
    pub way_out: String,
    /// Whether there is a menu to go back to.
    pub menu: MenuReturn,
}

impl Resumption<'_> {
    /// Returns the advice if standard output is not a terminal. `save` is the name or path of the save; `None` for the
    /// latest one.
    pub fn way_out(save: Option<&Path>) -> String {
        let save = save.map(|save| format!(" {}", path_operand(short_name(save))));
        let save = save.unwrap_or_default();
        format!("use `dungeon resume{save} --narrate` to play in lines of text")
    }

    /// Resumes the save in a file, and plays until the player leaves.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn go_on(self, path: PathBuf, keys: &KeysFile) -> Result<(Exit, WayOut), Exit> {
        let (recording, fingerprint) = read_watched(&path).map_err(|why| match why {
            UnreadableRecording::Io(_) => refuse(unplayable_text(&path, &why.to_string())),
            why => report_kept(&path, &why.to_string()),
        })?;
        let played = replay_to_end(recording);
        let (mut recording, mut session) = played.map_err(|why| report_kept(&path, &why))?;
        let files = self.files.open().map_err(refuse)?;
        if let Some(hint) = checkpoint_hint(&path) {
            session.say(hint);
        }
        // Any other file is only read, and the resumed game gets a save of its own.
        let held = GameFile::read(path, fingerprint);
        // The continued recording belongs to this version of the program.
        recording.program = env!("CARGO_PKG_VERSION").into();
        let file = recording.name.clone();
        let recorder = close_overlay(Recorder::on(self.player.prepare(session, keys), recording));
        let is_own = held.is_some();
        let auto_save = AutoSave::new(recorder.shared(), files, held);
        let options = PlayOptions {
            player: self.player,
            input: InputSource::Stdin,
            way_out: Some(self.way_out),
            file,
            // A save contains the whole dungeon, so the include folders are used only in the farewell.
            include: self.include.clone(),
            menu: self.menu,
        };
        let scores = ScoreBoard::of_person(&options.file);
        let scores = if is_own { scores } else { scores.repeatable() };
        // A save contains the whole dungeon, so new games start from its text and not from a file.
        terminal_game::play(&options, recorder, auto_save, None, scores)
    }
}

/// Returns a hint if the game continues from a checkpoint, or if the folder of the save has the checkpoint of an
/// interrupted game; otherwise `None`.
fn checkpoint_hint(resumed: &Path) -> Option<String> {
    if GameState::of(resumed).is_some_and(|state| state != GameState::Saved) {
        return Some("The game was interrupted; it continues from its last checkpoint.".to_owned());
    }
    let beside = resumed.with_extension(GameState::CutOff.extension());
    let is_cut_off = beside.is_file() && GameState::of(&beside) == Some(GameState::CutOff);
    let name = quoted(name_of(&beside).filter(|_| is_cut_off)?);
    Some(format!(
        "There is also an interrupted game: dungeon resume {name}"
    ))
}

/// Replays a recording to its end, and returns it with the session.
///
/// # Errors
/// Returns why the game cannot be resumed.
fn replay_to_end(recording: Recording) -> Result<(Recording, Session), ErrorText> {
    if recording.outcome.is_some() {
        return Err("the game is over".to_owned());
    }
    let dungeon = shipped::recorded_dungeon(&recording).map_err(|report| {
        print_report(&report);
        "its dungeon has errors in this version".to_owned()
    })?;
    let mut session = recording.begun_in(dungeon);
    let drift_text =
        |drift: Drift| format!("{drift}; this is dungeon {}", env!("CARGO_PKG_VERSION"));
    let mut playback = Playback::begin(recording, &session).map_err(drift_text)?;
    let mut progress = ProgressLine::new("Restoring the game", playback.length());
    let end = playback.finish_watched(&mut session, |done| progress.tell(done));
    end.map_err(drift_text)?;
    session.drop_hint();
    Ok((playback.recording, session))
}

/// Closes a page or question that covered the game when the player left.
fn close_overlay(mut recorder: Recorder) -> Recorder {
    if recorder.session.is_in_play() {
        return recorder;
    }
    if is_too_small(recorder.session.size()) {
        // A screen that is too small accepts only the keys that leave the game.
        recorder.press(Key::Resize(Size::new(80, 24)));
    }
    recorder.press(Key::Esc);
    recorder
}

/// Reports a save that cannot be resumed.
fn report_kept(path: &Path, why: &str) -> Exit {
    print_error(unplayable_text(path, why));
    print_error("the save was not changed; run `dungeon saves` to list the others");
    Exit::Errors
}

fn unplayable_text(path: &Path, why: &str) -> String {
    format!("cannot resume {}: {why}", Untrusted::from(path))
}

fn no_save_text() -> String {
    format!("no saved games; {HOW_TO_SAVE}")
}

/// Returns the message for an unknown name, with the names of all saves.
fn unknown_name_text(wanted: &Path, saves: &[FoundSave]) -> String {
    if saves.is_empty() {
        return no_save_text();
    }
    let wanted = Untrusted::from(wanted);
    let names = || saves.iter().map(|found| found.name.raw());
    let list = names().collect::<Vec<_>>().join(", ");
    let meant = match nearest(wanted.raw(), names()) {
        Some(near) => format!("; did you mean `dungeon resume {near}`?"),
        None => String::new(),
    };
    format!("expected the name of a saved game ({list}), found {wanted}{meant}")
}

//! `dungeon resume`: a saved game is played again to where it was left, and then on.
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::cli::game::terminal_game;
use crate::cli::game::terminal_game::PlayOptions;
use crate::cli::options::player::PlayerOptions;
use crate::cli::output::errors::{complain, refuse, unreadable};
use crate::cli::output::exit::Exit;
use crate::cli::output::quoting::quoted;
use crate::cli::save::auto_save::AutoSave;
use crate::cli::save::kept_files::KeptFiles;
use crate::cli::save::recording_file::{UnreadableRecording, read};
use crate::cli::save::save_folder::{FoundSave, SaveFolder, SaveHandle, name_of};
use crate::format::characters::clean;
use crate::format::spelling::nearest;
use crate::play::input::key::Key;
use crate::play::input::show::Show;
use crate::play::replay::playback::{Drift, Playback};
use crate::play::replay::recorder::Recorder;
use crate::play::replay::recording::Recording;
use crate::play::session::session::Session;
use crate::space::geometry::Size;
use crate::terminal::InputSource;
use crate::view::layout::is_too_small;

/// Go on with a saved game: the one that was saved last, or the one that is named
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon resume               go on with the game that was saved last
  dungeon resume crypt         go on with this one of `dungeon saves`
  dungeon resume ./crypt.save  go on with the one in this file
  dungeon resume --narrate     go on in lines of text

Exit codes: 0 all is well, 1 the save cannot be played, and is kept, 2 wrong usage, no such save, or no terminal.")]
pub struct Resume {
    /// The save's name, or its file
    #[arg(value_name = "NAME")]
    save: Option<PathBuf>,
    #[command(flatten)]
    files: KeptFiles,
    #[command(flatten)]
    player: PlayerOptions,
}

impl Resume {
    /// Plays on until the person leaves.
    pub fn run(self) -> Exit {
        let keys = match self.player.keys() {
            Ok(keys) => keys,
            Err(exit) => return exit,
        };
        let path = match self.find() {
            Ok(path) => path,
            Err(why) => return refuse(why),
        };
        let (recording, fingerprint) = match read(&path) {
            Ok(found) => found,
            Err(why @ UnreadableRecording::Io(_)) => {
                return refuse(unplayable(&path, &why.to_string()));
            }
            Err(why) => return kept(&path, &why.to_string()),
        };
        let (mut recording, session) = match again(recording) {
            Ok(played) => played,
            Err(why) => return kept(&path, &why),
        };
        let files = match self.files.open() {
            Ok(files) => files,
            Err(why) => return refuse(why),
        };
        // The game is gone on with by this program, and goes as this one says.
        recording.program = env!("CARGO_PKG_VERSION").to_owned();
        let file = recording.name.clone();
        let recorder = uncovered(Recorder::on(self.player.fit(session, &keys), recording));
        // A recording that is no save is only read.
        let held = name_of(&path).map(|_| SaveHandle { path, fingerprint });
        let auto_save = AutoSave::new(recorder.shared(), files, held);
        let options = PlayOptions {
            player: &self.player,
            heard: InputSource::Stdin,
            way_out: Some(self.way_out()),
            file,
        };
        terminal_game::play(&options, recorder, auto_save)
    }

    /// What works where there is no terminal that a screen could be shown on.
    fn way_out(&self) -> String {
        let save = self.save.as_ref().map(|save| format!(" {}", quoted(save)));
        let save = save.unwrap_or_default();
        format!("`dungeon resume{save} --narrate` plays in lines")
    }

    /// The file of the save that the person means; the error is a line for him.
    fn find(&self) -> Result<PathBuf, String> {
        let folder = SaveFolder::of_person()?;
        let saves = folder.saves();
        let saves = saves.map_err(|error| unreadable(&folder.path, &error))?;
        let Some(wanted) = &self.save else {
            let last = saves.into_iter().max_by_key(|found| found.saved);
            return last.map(|found| found.path).ok_or_else(none_yet);
        };
        let mut named = saves.iter();
        if let Some(found) = named.find(|found| Path::new(&found.name) == wanted) {
            return Ok(found.path.clone());
        }
        match wanted.is_file() {
            true => Ok(wanted.clone()),
            false => Err(unknown(wanted, &saves)),
        }
    }
}

/// The game as it was left; the error says why there is none.
fn again(recording: Recording) -> Result<(Recording, Session), String> {
    if recording.outcome.is_some() {
        return Err("the game in it is over".to_owned());
    }
    let mut session = recording.session().map_err(|report| {
        let _ = writeln!(io::stderr(), "{report}");
        "this program finds errors in its dungeon".to_owned()
    })?;
    let told = |drift: Drift| format!("{drift}; this is dungeon {}", env!("CARGO_PKG_VERSION"));
    let mut playback = Playback::begin(recording, &session).map_err(told)?;
    playback.finish(&mut session).map_err(told)?;
    session.drop_hint();
    Ok((playback.recording, session))
}

/// Without the page or the question that hid the game when it was left.
fn uncovered(mut recorder: Recorder) -> Recorder {
    if recorder.session.is_in_play() {
        return recorder;
    }
    if is_too_small(recorder.session.screen_size()) {
        // There nothing but leaving is understood.
        recorder.press(Key::Resize(Size::new(80, 24)));
    }
    recorder.press(Key::Esc);
    recorder
}

/// A save that is there and cannot be played.
fn kept(path: &Path, why: &str) -> Exit {
    complain(unplayable(path, why));
    complain("it is kept as it is; `dungeon saves` lists the others");
    Exit::Errors
}

fn unplayable(path: &Path, why: &str) -> String {
    let path = path.display().to_string();
    format!("cannot resume {}: {}", clean(&path), clean(why))
}

fn none_yet() -> String {
    "there is no saved game; `S` saves and leaves one, and so does quitting with `y`".to_owned()
}

/// No save has this name.
fn unknown(wanted: &Path, saves: &[FoundSave]) -> String {
    if saves.is_empty() {
        return none_yet();
    }
    let wanted = wanted.display().to_string();
    let names = || saves.iter().map(|found| found.name.as_str());
    let list = names().collect::<Vec<_>>().join(", ");
    let meant = match nearest(&wanted, names()) {
        Some(near) => format!("; did you mean `dungeon resume {near}`?"),
        None => String::new(),
    };
    let said = format!("expected the name of a saved game ({list}), found {wanted}{meant}");
    clean(&said).into_owned()
}

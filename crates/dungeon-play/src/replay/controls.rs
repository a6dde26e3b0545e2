//! The keys of a replay's watcher, and their help page.
use std::iter;

use ReplayCommand::*;

use super::speed::Speed;
use crate::input::key::Key;
use crate::input::script::Script;
use crate::text::help::keys_text;
use crate::view::wrap::wrap;

/// A command that a watcher gives to a replay with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayCommand {
    /// Pauses or resumes; starts over at the end.
    Pause,
    /// Pauses, and goes one key forward.
    Step,
    /// Pauses, and goes one key back.
    StepBack,
    /// Pauses, and goes one turn forward.
    Turn,
    /// Pauses, and goes one turn back.
    TurnBack,
    /// Goes forward by a tenth of the keys.
    Leap,
    /// Goes back by a tenth of the keys.
    LeapBack,
    /// Selects the next faster speed.
    Faster,
    /// Selects the next slower speed.
    Slower,
    /// Selects this speed.
    At(Speed),
    /// Goes to the beginning.
    Start,
    /// Goes to the end.
    End,
    /// Opens the prompt for a turn or a percentage of the keys.
    Seek,
    /// Hides or shows the status line.
    Line,
    /// Opens the help page.
    Help,
    /// Leaves the replay.
    Leave,
}

/// The help text of the keys that choose a speed.
const SPEED: &str = "play at this many times the speed";

/// Keys as a script, with their command and its help text. Neighboring rows with the same help text become one line of
/// the help.
const CONTROLS: [(&str, ReplayCommand, &str); 19] = [
    ("<Space>", Pause, "pause or play; at the end, start over"),
    (". l <Right>", Step, "pause and step one key forward"),
    (", h b <Left>", StepBack, "pause and step one key back"),
    ("> n", Turn, "pause and step one turn forward"),
    ("<lt> p", TurnBack, "pause and step one turn back"),
    ("] <PgDn>", Leap, "skip forward a tenth of the game"),
    ("[ <PgUp>", LeapBack, "skip back a tenth of the game"),
    ("+ = <Up>", Faster, "play faster"),
    ("- <Down>", Slower, "play slower"),
    ("1", At(Speed::NORMAL), SPEED),
    ("2", At(Speed::DOUBLE), SPEED),
    ("4", At(Speed::FOURFOLD), SPEED),
    ("8", At(Speed::EIGHTFOLD), SPEED),
    ("g <Home>", Start, "go to the start"),
    ("G <End>", End, "go to the end"),
    (
        ": t",
        Seek,
        "seek a turn by its number, or a share of the keys such as 50%",
    ),
    ("s", Line, "hide or show the status line"),
    ("?", Help, "show this page"),
    ("q Q <Esc> <C-c>", Leave, "leave"),
];

fn keys(script: &str) -> Vec<Key> {
    script.parse::<Script>().unwrap_or_default().0
}

/// Returns the command of a key; `None` for a key without one.
pub fn meaning(key: Key) -> Option<ReplayCommand> {
    let mut controls = CONTROLS.iter();
    let (_, command, _) = controls.find(|(script, ..)| keys(script).contains(&key))?;
    Some(*command)
}

/// The number of columns before the help texts.
const MARGIN: usize = 16;

/// Returns the help page of a replay as lines wrapped to `columns` characters: each key and its effect.
pub fn help(columns: i32) -> Vec<String> {
    let columns = (columns.max(0) as usize).saturating_sub(MARGIN).max(1);
    let runs = CONTROLS.chunk_by(|(.., a), (.., b)| a == b);
    let lines = runs.flat_map(|run| {
        let keys: Vec<Key> = run.iter().flat_map(|(script, ..)| keys(script)).collect();
        let words = wrap(run[0].2, columns);
        let keys = [keys_text(&keys)]
            .into_iter()
            .chain(iter::repeat(String::new()));
        let lines = keys
            .zip(words)
            .map(|(keys, words)| format!("{keys:<MARGIN$}{words}"));
        lines.collect::<Vec<_>>()
    });
    lines.collect()
}

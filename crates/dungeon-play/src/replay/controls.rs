//! The keys of a replay's watcher, and their help page.
use std::iter;

use super::speed::Speed;
use crate::input::key::Key;
use crate::input::script::Script;
use crate::text::help::keys_text;
use crate::view::wrap::wrap;

/// What a watcher's key asks for.
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

/// Keys as a script, and their command; neighbors with the same help text become one line of the help.
const CONTROLS: [(&str, ReplayCommand); 19] = [
    ("<Space>", ReplayCommand::Pause),
    (". l <Right>", ReplayCommand::Step),
    (", h b <Left>", ReplayCommand::StepBack),
    ("> n", ReplayCommand::Turn),
    ("<lt> p", ReplayCommand::TurnBack),
    ("] <PgDn>", ReplayCommand::Leap),
    ("[ <PgUp>", ReplayCommand::LeapBack),
    ("+ = <Up>", ReplayCommand::Faster),
    ("- <Down>", ReplayCommand::Slower),
    ("1", ReplayCommand::At(Speed::NORMAL)),
    ("2", ReplayCommand::At(Speed::DOUBLE)),
    ("4", ReplayCommand::At(Speed::FOURFOLD)),
    ("8", ReplayCommand::At(Speed::EIGHTFOLD)),
    ("g <Home>", ReplayCommand::Start),
    ("G <End>", ReplayCommand::End),
    (": t", ReplayCommand::Seek),
    ("s", ReplayCommand::Line),
    ("?", ReplayCommand::Help),
    ("q Q <Esc> <C-c>", ReplayCommand::Leave),
];

/// Returns the help text of a command.
fn words(command: ReplayCommand) -> &'static str {
    match command {
        ReplayCommand::Pause => "pause or play; at the end, start over",
        ReplayCommand::Step => "pause and step one key forward",
        ReplayCommand::StepBack => "pause and step one key back",
        ReplayCommand::Turn => "pause and step one turn forward",
        ReplayCommand::TurnBack => "pause and step one turn back",
        ReplayCommand::Leap => "skip forward a tenth of the game",
        ReplayCommand::LeapBack => "skip back a tenth of the game",
        ReplayCommand::Faster => "play faster",
        ReplayCommand::Slower => "play slower",
        ReplayCommand::At(_) => "play at this many times the speed",
        ReplayCommand::Start => "go to the start",
        ReplayCommand::End => "go to the end",
        ReplayCommand::Seek => "seek a turn by its number, or a share of the keys such as 50%",
        ReplayCommand::Line => "hide or show the status line",
        ReplayCommand::Help => "show this page",
        ReplayCommand::Leave => "leave",
    }
}

fn keys(script: &str) -> Vec<Key> {
    script.parse::<Script>().unwrap_or_default().0
}

/// Returns the command of a key; `None` for a key without one.
pub fn meaning(key: Key) -> Option<ReplayCommand> {
    let mut controls = CONTROLS.iter();
    let (_, command) = controls.find(|(script, _)| keys(script).contains(&key))?;
    Some(*command)
}

/// The columns before the help texts.
const MARGIN: usize = 16;

/// Returns the help page of a replay, each key and its effect, in lines wrapped to `columns` characters.
pub fn help(columns: i32) -> Vec<String> {
    let runs = CONTROLS.chunk_by(|(_, a), (_, b)| words(*a) == words(*b));
    let lines = runs.flat_map(|run| {
        let keys: Vec<Key> = run.iter().flat_map(|(script, _)| keys(script)).collect();
        let words = run.first().map_or("", |(_, command)| words(*command));
        let words = wrap(
            words,
            (columns.max(0) as usize).saturating_sub(MARGIN).max(1),
        );
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

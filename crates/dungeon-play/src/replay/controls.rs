//! The keys of a replay's watcher, and their help page.
use std::iter;

use super::speed::Speed;
use crate::input::key::Key;
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

const fn letter(c: char) -> Key {
    Key::Char(c)
}

/// The keys, their commands, and the help texts; neighbors with the same text become one line of the help.
const CONTROLS: [(&[Key], ReplayCommand, &str); 19] = [
    (
        &[letter(' ')],
        ReplayCommand::Pause,
        "pause, or go on; at the end begin again",
    ),
    (
        &[letter('.'), letter('l'), Key::Right],
        ReplayCommand::Step,
        "pause, and one key on",
    ),
    (
        &[letter(','), letter('h'), letter('b'), Key::Left],
        ReplayCommand::StepBack,
        "pause, and one key back",
    ),
    (
        &[letter('>'), letter('n')],
        ReplayCommand::Turn,
        "pause, and one turn on",
    ),
    (
        &[letter('<'), letter('p')],
        ReplayCommand::TurnBack,
        "pause, and one turn back",
    ),
    (
        &[letter(']'), Key::PageDown],
        ReplayCommand::Leap,
        "a tenth of the game on",
    ),
    (
        &[letter('['), Key::PageUp],
        ReplayCommand::LeapBack,
        "a tenth of the game back",
    ),
    (
        &[letter('+'), letter('='), Key::Up],
        ReplayCommand::Faster,
        "faster",
    ),
    (&[letter('-'), Key::Down], ReplayCommand::Slower, "slower"),
    (&[letter('1')], ReplayCommand::At(Speed::NORMAL), SO_FAST),
    (&[letter('2')], ReplayCommand::At(Speed::DOUBLE), SO_FAST),
    (&[letter('4')], ReplayCommand::At(Speed::FOURFOLD), SO_FAST),
    (&[letter('8')], ReplayCommand::At(Speed::EIGHTFOLD), SO_FAST),
    (
        &[letter('g'), Key::Home],
        ReplayCommand::Start,
        "to the beginning",
    ),
    (&[letter('G'), Key::End], ReplayCommand::End, "to the end"),
    (
        &[letter(':'), letter('t')],
        ReplayCommand::Seek,
        "to a turn whose number you type, or to 50% of the keys",
    ),
    (
        &[letter('s')],
        ReplayCommand::Line,
        "hide the line below, or show it",
    ),
    (&[letter('?')], ReplayCommand::Help, "this page"),
    (
        &[letter('q'), letter('Q'), Key::Esc, Key::Ctrl('c')],
        ReplayCommand::Leave,
        "leave",
    ),
];

const SO_FAST: &str = "so many times as fast";

/// Returns the command of a key; `None` for a key without one.
pub fn meaning(key: Key) -> Option<ReplayCommand> {
    let mut controls = CONTROLS.iter();
    let (_, command, _) = controls.find(|(keys, ..)| keys.contains(&key))?;
    Some(*command)
}

/// The columns before the help texts.
const MARGIN: usize = 16;

/// Returns the help page of a replay, each key and its effect, in lines wrapped to `columns` characters.
pub fn help(columns: i32) -> Vec<String> {
    let runs = CONTROLS.chunk_by(|(.., a), (.., b)| a == b);
    let lines = runs.flat_map(|run| {
        let keys: Vec<Key> = run.iter().flat_map(|(keys, ..)| *keys).copied().collect();
        let words = run.first().map_or("", |(.., words)| words);
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

//! The keys of whoever watches a recording, and the page that tells them.
use std::iter;

use super::speed::Speed;
use crate::play::input::key::Key;
use crate::play::text::help::spelled;
use crate::view::widgets::wrap;

/// What he can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // they name themselves, and `CONTROLS` tells them in words
pub enum Winding {
    Pause,
    Step,
    StepBack,
    Turn,
    TurnBack,
    Leap,
    LeapBack,
    Faster,
    Slower,
    At(Speed),
    Start,
    End,
    Jump,
    Line,
    Help,
    Leave,
}

const fn letter(c: char) -> Key {
    Key::Char(c)
}

/// Keys, what they do, and that in words; neighbours that say the same are one line of the help.
const CONTROLS: [(&[Key], Winding, &str); 19] = [
    (
        &[letter(' ')],
        Winding::Pause,
        "pause, or go on; at the end begin again",
    ),
    (
        &[letter('.'), letter('l'), Key::Right],
        Winding::Step,
        "pause, and one key on",
    ),
    (
        &[letter(','), letter('h'), letter('b'), Key::Left],
        Winding::StepBack,
        "pause, and one key back",
    ),
    (
        &[letter('>'), letter('n')],
        Winding::Turn,
        "pause, and one turn on",
    ),
    (
        &[letter('<'), letter('p')],
        Winding::TurnBack,
        "pause, and one turn back",
    ),
    (
        &[letter(']'), Key::PageDown],
        Winding::Leap,
        "a tenth of the game on",
    ),
    (
        &[letter('['), Key::PageUp],
        Winding::LeapBack,
        "a tenth of the game back",
    ),
    (
        &[letter('+'), letter('='), Key::Up],
        Winding::Faster,
        "faster",
    ),
    (&[letter('-'), Key::Down], Winding::Slower, "slower"),
    (&[letter('1')], Winding::At(Speed::NORMAL), SO_FAST),
    (&[letter('2')], Winding::At(Speed::DOUBLE), SO_FAST),
    (&[letter('4')], Winding::At(Speed::FOURFOLD), SO_FAST),
    (&[letter('8')], Winding::At(Speed::EIGHTFOLD), SO_FAST),
    (
        &[letter('g'), Key::Home],
        Winding::Start,
        "to the beginning",
    ),
    (&[letter('G'), Key::End], Winding::End, "to the end"),
    (
        &[letter(':'), letter('t')],
        Winding::Jump,
        "to a turn whose number you type, or to 50% of the keys",
    ),
    (
        &[letter('s')],
        Winding::Line,
        "hide the line below, or show it",
    ),
    (&[letter('?')], Winding::Help, "this page"),
    (
        &[letter('q'), letter('Q'), Key::Esc, Key::Ctrl('c')],
        Winding::Leave,
        "leave",
    ),
];

const SO_FAST: &str = "so many times as fast";

/// What a key does; none if it does nothing.
pub fn meaning(key: Key) -> Option<Winding> {
    let mut controls = CONTROLS.iter();
    let (_, winding, _) = controls.find(|(keys, ..)| keys.contains(&key))?;
    Some(*winding)
}

/// Columns of the keys, and what keeps them from the words.
const MARGIN: usize = 16;

/// The page that tells all of them, in lines of so many columns.
pub fn help(columns: i32) -> Vec<String> {
    let runs = CONTROLS.chunk_by(|(.., a), (.., b)| a == b);
    let lines = runs.flat_map(|run| {
        let keys: Vec<Key> = run.iter().flat_map(|(keys, ..)| *keys).copied().collect();
        let words = run.first().map_or("", |(.., words)| words);
        let words = wrap(
            words,
            (columns.max(0) as usize).saturating_sub(MARGIN).max(1),
        );
        let keys = [spelled(&keys)]
            .into_iter()
            .chain(iter::repeat(String::new()));
        let lines = keys
            .zip(words)
            .map(|(keys, words)| format!("{keys:<MARGIN$}{words}"));
        lines.collect::<Vec<_>>()
    });
    lines.collect()
}

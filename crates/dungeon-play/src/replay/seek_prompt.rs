//! The prompt in which a watcher types the destination of a seek: a turn, or a percentage of the keys.
use crate::input::key::Key;

/// The number of digits of the largest turn number.
const MOST_DIGITS: usize = 10;

/// An open prompt with the digits, and possibly the percent sign, typed so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeekPrompt {
    typed: String,
}

/// The destination of a seek.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekGoal {
    /// The moment after this number of turns; a number beyond the last turn means the end.
    Turn(u32),
    /// The moment after this percentage of the keys; a number above 100 means the end.
    Percent(u32),
}

/// The effect of a key on an open prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeekInput {
    /// The prompt stays open with the text typed so far.
    Open(SeekPrompt),
    /// The prompt is closed without a destination.
    Closed,
    /// The prompt is closed with this destination.
    Done(SeekGoal),
}

impl SeekPrompt {
    /// Handles a key; keys that are not part of a number are ignored.
    pub fn typed(mut self, key: Key) -> SeekInput {
        let is_share = self.typed.ends_with('%');
        match key {
            Key::Char(digit @ '0'..='9') if !is_share && self.typed.len() < MOST_DIGITS => {
                self.typed.push(digit);
            }
            Key::Char('%') if !is_share && !self.typed.is_empty() => self.typed.push('%'),
            Key::Backspace if self.typed.is_empty() => return SeekInput::Closed,
            Key::Backspace => drop(self.typed.pop()),
            Key::Esc => return SeekInput::Closed,
            Key::Enter => return self.goal().map_or(SeekInput::Closed, SeekInput::Done),
            _ => {}
        }
        SeekInput::Open(self)
    }

    /// Returns the prompt as one line, for a recording of `turns` turns. The line has as much explanation as fits into
    /// `columns` characters, and always all typed digits.
    pub fn asked(&self, turns: u32, columns: usize) -> String {
        let typed = &self.typed;
        let short = format!("To turn: {typed}_");
        let forms = [
            format!("{short}  (0 to {turns}, or 50% of the keys; Enter: go there, Esc: back)"),
            format!("{short}  (0 to {turns}, or 50%; Esc: back)"),
            format!("{short}  (0 to {turns})"),
        ];
        let mut fitting = forms.into_iter();
        fitting.find(|form| form.len() <= columns).unwrap_or(short)
    }

    fn goal(&self) -> Option<SeekGoal> {
        let digits = self.typed.trim_end_matches('%');
        // Any larger number means the end.
        let number = digits
            .parse()
            .ok()
            .map(|number: u64| number.try_into().unwrap_or(u32::MAX))?;
        Some(if self.typed.len() > digits.len() {
            SeekGoal::Percent(number)
        } else {
            SeekGoal::Turn(number)
        })
    }
}

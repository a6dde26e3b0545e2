//! The number that a watcher types to be taken to a turn of a recording, or to a share of it.
use crate::input::key::Key;

/// As many digits as the last turn that can be counted has.
const MOST_DIGITS: usize = 10;

/// An open prompt with the digits, and perhaps the percent sign, that were typed so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeekPrompt {
    typed: String,
}

/// The place of a recording that a number names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekGoal {
    /// To where so many turns have passed; a number beyond the last turn leads to the end.
    Turn(u32),
    /// To where so many hundredths of the keys were pressed; a number above 100 leads to the end.
    Percent(u32),
}

/// What a key makes of an open prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeekInput {
    /// The prompt stays open with what was typed so far.
    Open(SeekPrompt),
    /// The prompt is closed, and leads nowhere.
    Closed,
    /// The prompt is closed, and leads to this place.
    Done(SeekGoal),
}

impl SeekPrompt {
    /// Obeys a key; one that is no part of a number is ignored.
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

    /// What is asked, in one line of as many words as fit into `columns` characters, and at the least the digits that
    /// were typed, for a recording of so many turns.
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
        // Beyond every game is its end.
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

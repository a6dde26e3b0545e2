//! Everything that was said, in groups by turn, and which part of it answers the last key.
use std::ops::Range;

use crate::view::widgets::wrap;

/// Messages of one game, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    lines: Vec<String>,
    turns: Vec<Range<usize>>, // which lines the screen shows, turn by turn
    fresh: usize,             // where the last key's messages begin
}

impl Messages {
    /// From now on messages answer the next key.
    pub fn await_key(&mut self) {
        self.fresh = self.lines.len();
    }

    /// Adds what was said at once; it takes the place of what the screen showed before, even if it is nothing.
    pub fn add(&mut self, said: impl IntoIterator<Item = String>) {
        let start = self.lines.len();
        self.lines.extend(said);
        // However long it is silent, that is one silence.
        let now = start..self.lines.len();
        self.turns
            .pop_if(|turn| *turn == now && turn.start == turn.end);
        self.turns.push(now);
    }

    /// What `go_on` adds from now on is said at once, as if by one `add`: it tells of one journey.
    pub fn set_out(&mut self) {
        let end = self.lines.len();
        self.turns.push(end..end);
    }

    /// Adds to what was said last.
    pub fn go_on(&mut self, said: impl IntoIterator<Item = String>) {
        self.lines.extend(said);
        if let Some(turn) = self.turns.last_mut() {
            turn.end = self.lines.len();
        }
    }

    /// Adds what answers a key but is not worth the place of what the screen shows.
    pub fn add_aside(&mut self, said: String) {
        self.lines.push(said);
    }

    /// All of them.
    pub fn all(&self) -> &[String] {
        &self.lines
    }

    /// Those that answer the last key.
    pub fn fresh(&self) -> &[String] {
        &self.lines[self.fresh..]
    }

    /// What was said in each of the last turns in which something was said, at most `count`, and in the very last
    /// one in any case. Turns in a row that say the same one sentence are told as one, and so is a sentence's
    /// repetition within a turn.
    pub fn recent(&self, count: usize) -> Vec<Vec<String>> {
        let is_same = |a: &Range<usize>, b: &Range<usize>| {
            a.len() == 1 && self.lines[a.clone()] == self.lines[b.clone()]
        };
        let runs = self.turns.chunk_by(is_same).rev().enumerate();
        // A silence that is over leaves no trace but this: the same sentence behind it is not one of a row.
        let told = runs.filter(|(nth, run)| *nth == 0 || run.iter().any(|turn| !turn.is_empty()));
        let told = told.take(count.max(1)).map(|(_, run)| self.told(run));
        let mut recent: Vec<Vec<String>> = told.collect();
        recent.reverse();
        recent
    }

    /// All of them as lines of so many columns, repeats folded to `×3`.
    pub fn folded(&self, columns: i32) -> Vec<String> {
        let texts = fold(&self.lines).into_iter();
        texts
            .flat_map(|text| wrap(&text, columns.max(1) as usize))
            .collect()
    }

    fn told(&self, turns: &[Range<usize>]) -> Vec<String> {
        let said = turns.iter().flat_map(|turn| &self.lines[turn.clone()]);
        fold(&said.cloned().collect::<Vec<_>>())
    }
}

/// Neighbours that say the same become one: `The ghost hits you for 2. ×3`.
fn fold(lines: &[String]) -> Vec<String> {
    let runs = lines.chunk_by(|a, b| a == b);
    runs.filter_map(|same| match same {
        [] => None,
        [one] => Some(one.clone()),
        [first, ..] => Some(format!("{first} ×{}", same.len())),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_folded_and_turns_kept_apart() {
        let mut messages = Messages::default();
        assert!(messages.recent(3).is_empty());
        let said = |words: &[&str]| words.iter().map(|w| w.to_string()).collect::<Vec<_>>();
        messages.add(said(&["Bump.", "Bump."]));
        messages.add(said(&[]));
        messages.await_key();
        messages.add(said(&["Bump.", "Ouch."]));
        assert_eq!(messages.folded(80), ["Bump. ×3", "Ouch."]);
        assert_eq!(messages.fresh(), ["Bump.", "Ouch."]);
        assert_eq!(messages.recent(9).len(), 2, "silence is forgotten");
        assert_eq!(messages.recent(1), [["Bump.", "Ouch."]]);
        messages.add(said(&[]));
        assert_eq!(messages.recent(2), [said(&["Bump.", "Ouch."]), said(&[])]);
    }

    #[test]
    fn turns_in_a_row_that_say_the_same_sentence_are_told_as_one() {
        let mut messages = Messages::default();
        let turns: [&[&str]; 6] = [
            &["Bump."],
            &["Bump.", "Ouch."],
            &["Bump.", "Ouch."],
            &["Ouch."],
            &["Ouch."],
            &["Ouch."],
        ];
        for turn in turns {
            messages.add(turn.iter().map(|word| word.to_string()));
        }
        let shown = messages.recent(9);
        let shown: Vec<String> = shown.iter().map(|turn| turn.join(" ")).collect();
        // What two sentences said again would be, a number behind the last one would not tell.
        assert_eq!(shown, ["Bump.", "Bump. Ouch.", "Bump. Ouch.", "Ouch. ×3"]);
        assert_eq!(messages.recent(1), [["Ouch. ×3"]]);
        assert_eq!(messages.fresh().len(), 8, "a machine is told each");
    }

    #[test]
    fn what_is_said_again_after_a_silence_is_told_anew() {
        let mut messages = Messages::default();
        let turns: [&[&str]; 6] = [&["Bump."], &[], &[], &["Bump."], &["Bump."], &[]];
        for turn in turns {
            messages.add(turn.iter().map(|word| word.to_string()));
        }
        let shown = messages.recent(9);
        let shown: Vec<String> = shown.iter().map(|turn| turn.join(" ")).collect();
        assert_eq!(shown, ["Bump.", "Bump. ×2", ""]);
        assert_eq!(messages.recent(2).concat(), ["Bump. ×2"]);
        assert_eq!(messages.folded(80), ["Bump. ×3"], "the history is no clock");
    }

    #[test]
    fn an_aside_answers_its_key_and_leaves_the_screen_as_it_was() {
        let mut messages = Messages::default();
        messages.add(["You have died.".to_owned()]);
        messages.await_key();
        messages.add_aside("The game is over.".to_owned());
        assert_eq!(messages.fresh(), ["The game is over."]);
        assert_eq!(messages.recent(9), [["You have died."]]);
        assert_eq!(messages.all(), ["You have died.", "The game is over."]);
        messages.add(["Ouch.".to_owned()]);
        assert_eq!(messages.recent(9), [["You have died."], ["Ouch."]]);
    }
}

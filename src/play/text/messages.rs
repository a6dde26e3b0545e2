//! Everything that was said, in groups by turn, and what answers the last key: that may be a hint, which is shown but
//! not kept.
use std::ops::Range;

use crate::view::widgets::wrap;

/// Messages of one game, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    lines: Vec<String>,
    turns: Vec<Range<usize>>,   // which lines the screen shows, turn by turn
    strides: Vec<Range<usize>>, // which of the last journey's lines each of its steps told
    notice: Option<usize>,      // which line says why the last journey ended
    fresh: Vec<String>,         // what answers the last key
    hint: Option<String>,       // what the screen shows until the next key
}

impl Messages {
    /// From now on messages answer the next key.
    pub fn await_key(&mut self) {
        self.fresh.clear();
    }

    /// Adds what was said at once; it takes the place of what the screen showed before, even if it is nothing.
    pub fn add(&mut self, said: impl IntoIterator<Item = String>) {
        let now = self.keep(said);
        self.show(now);
    }

    /// What `go_on` adds from now on is said at once, as if by one `add`: it tells of one journey.
    pub fn set_out(&mut self) {
        let end = self.lines.len();
        self.turns.push(end..end);
        self.strides.clear();
        self.notice = None;
    }

    /// Adds to what was said last: what a step of a journey tells.
    pub fn go_on(&mut self, said: impl IntoIterator<Item = String>) {
        let now = self.keep(said);
        if let Some(turn) = self.turns.last_mut() {
            turn.end = now.end;
        }
        self.strides.push(now);
    }

    /// Ends the journey that `set_out` began with a sentence about why it ended, in the same group as its steps' sentences.
    pub fn arrive(&mut self, notice: String) {
        let now = self.keep([notice]);
        if let Some(turn) = self.turns.last_mut() {
            turn.end = now.end;
        }
        self.notice = Some(now.start);
    }

    /// Shows the last journey as the steps it was, each in a group of its own, as if a player had taken them key by key. The
    /// sentence of `arrive`, which no step says, becomes a hint. Nothing may have been added since the journey.
    pub fn retell_as_steps(&mut self) {
        self.turns.pop();
        let notice = self.notice.take().and_then(|line| {
            let said = self.lines.get(line).cloned();
            self.lines.truncate(line);
            said
        });
        for stride in std::mem::take(&mut self.strides) {
            self.show(stride);
        }
        self.hint = notice;
    }

    /// Answers a key by what is neither kept nor worth the place of what the screen shows.
    pub fn answer(&mut self, said: String) {
        self.fresh.push(said);
    }

    /// Answers a key by what the screen shows and nobody keeps: nothing has happened.
    pub fn hint(&mut self, said: String) {
        self.hint = Some(said.clone());
        self.answer(said);
    }

    /// Takes the hint off the screen, which then shows again what it showed before.
    pub fn take_hint(&mut self) -> Option<String> {
        self.hint.take()
    }

    /// Puts a hint that was taken off the screen there again.
    pub fn put_hint(&mut self, hint: Option<String>) {
        self.hint = hint;
    }

    /// Keeps what was said, and tells which lines that is.
    fn keep(&mut self, said: impl IntoIterator<Item = String>) -> Range<usize> {
        let start = self.lines.len();
        self.lines.extend(said);
        self.fresh.extend_from_slice(&self.lines[start..]);
        start..self.lines.len()
    }

    /// Shows these lines in place of what the screen showed before.
    fn show(&mut self, now: Range<usize>) {
        self.hint = None;
        // However long it is silent, that is one silence.
        self.turns
            .pop_if(|turn| *turn == now && turn.start == turn.end);
        self.turns.push(now);
    }

    /// All of them.
    pub fn all(&self) -> &[String] {
        &self.lines
    }

    /// What answers the last key, a hint too.
    pub fn fresh(&self) -> &[String] {
        &self.fresh
    }

    /// What was said in each of the last turns in which something was said, at most `count`, and in the very last
    /// one in any case; behind them the hint, if there is one. Turns in a row that say the same one sentence are told as
    /// one, and so is a sentence's repetition within a turn.
    pub fn recent(&self, count: usize) -> Vec<Vec<String>> {
        let is_same = |a: &Range<usize>, b: &Range<usize>| {
            a.len() == 1 && self.lines[a.clone()] == self.lines[b.clone()]
        };
        let runs = self.turns.chunk_by(is_same).rev().enumerate();
        // A silence that is over leaves no trace but this: the same sentence behind it is not one of a row.
        let is_last = |nth| nth == 0 && self.hint.is_none();
        let told =
            runs.filter(|(nth, run)| is_last(*nth) || run.iter().any(|turn| !turn.is_empty()));
        let told = told.take(count.max(1)).map(|(_, run)| self.told(run));
        let mut recent: Vec<Vec<String>> = told.collect();
        recent.reverse();
        recent.extend(self.hint.iter().map(|hint| vec![hint.clone()]));
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
        assert_eq!(messages.turns.len(), 5, "two silences in a row are one");
        let shown = messages.recent(9);
        let shown: Vec<String> = shown.iter().map(|turn| turn.join(" ")).collect();
        assert_eq!(shown, ["Bump.", "Bump. ×2", ""]);
        assert_eq!(messages.recent(2).concat(), ["Bump. ×2"]);
        assert_eq!(messages.folded(80), ["Bump. ×3"], "the history is no clock");
    }

    #[test]
    fn an_answer_leaves_the_screen_as_it_was_and_is_not_kept() {
        let mut messages = Messages::default();
        messages.add(["You have died.".to_owned()]);
        messages.await_key();
        messages.answer("The game is over.".to_owned());
        assert_eq!(messages.fresh(), ["The game is over."]);
        assert_eq!(messages.recent(9), [["You have died."]]);
        assert_eq!(messages.all(), ["You have died."]);
    }

    #[test]
    fn a_hint_is_shown_until_it_is_taken_away_or_something_happens_and_is_not_kept() {
        let mut messages = Messages::default();
        messages.add(["Ouch.".to_owned()]);
        messages.add([]);
        messages.await_key();
        messages.hint("p does nothing.".to_owned());
        assert_eq!(messages.recent(9), [["Ouch."], ["p does nothing."]]);
        assert_eq!(messages.fresh(), ["p does nothing."]);
        assert_eq!(messages.all(), ["Ouch."]);
        let hint = messages.take_hint();
        assert_eq!(messages.recent(1), [[""; 0]], "the silence is there again");
        messages.put_hint(hint);
        messages.add(["Bump.".to_owned()]);
        assert_eq!(messages.recent(9), [["Ouch."], ["Bump."]]);
    }

    #[test]
    fn a_journey_is_told_at_once_and_a_broken_one_step_by_step() {
        let steps: [&[&str]; 4] = [&[], &["Ouch."], &[], &[]];
        let said = |step: &[&str]| step.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        let (mut whole, mut stepped) = (Messages::default(), Messages::default());
        whole.set_out();
        for step in steps {
            whole.go_on(said(step));
            stepped.add(said(step));
        }
        let mut broken = whole.clone();
        broken.retell_as_steps();
        assert_eq!(whole.recent(9), [["Ouch."]]);
        assert_eq!(broken.recent(9), stepped.recent(9));
        assert_eq!(broken.all(), stepped.all());
        whole.arrive("There is a ghost.".to_owned());
        assert_eq!(whole.recent(9), [["Ouch.", "There is a ghost."]]);
        whole.retell_as_steps();
        assert_eq!(whole.recent(9), [["Ouch."], ["There is a ghost."]]);
        assert_eq!(whole.all(), stepped.all(), "nobody keeps a hint");
        whole.take_hint();
        assert_eq!(whole.recent(9), stepped.recent(9));
    }
}

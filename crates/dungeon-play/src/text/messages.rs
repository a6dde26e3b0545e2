//! The log: all messages of a game grouped by turn, the messages that answer the last key, and the hint, which the
//! screen shows but the log does not record.
use std::ops::Range;
use std::slice;

use crate::view::log::LoggedTurn;
use crate::view::words::{Sentence, Tone};
use crate::view::wrap::wrap;

/// The maximum number of messages that the log keeps, so that a long game does not fill the memory. Older messages are
/// dropped.
pub const MOST_MESSAGES: usize = 10_000;

/// The memory of a message without its text, in bytes.
const MESSAGE: usize = 40;

/// The log of one game, oldest message first.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    /// The messages in the log; the oldest ones may be about to be dropped.
    lines: Vec<String>,
    /// The tone of each of `lines`.
    tones: Vec<Tone>,
    /// The number of warnings among all messages of the game.
    pub warnings: u32,
    /// The total size of `lines` in bytes.
    bytes: usize,
    /// The groups that the screen shows, turn by turn, as ranges of `lines`.
    turns: Vec<Range<usize>>,
    /// The lines of each step of the last journey, as ranges of `lines`.
    steps: Vec<Range<usize>>,
    /// The index of the line with the reason for the last journey's end; `None` if there is no such line.
    notice: Option<usize>,
    /// The messages that answer the last key.
    fresh: Vec<String>,
    /// The hint that the screen shows until the next key.
    hint: Option<String>,
    /// The number of messages that were dropped.
    dropped: usize,
}

/// A moment of a log between two turns, to which [`Messages::rewind`] goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogMark {
    /// The number of messages so far, including dropped ones.
    count: usize,
    /// Whether the newest group was silent.
    is_silent: bool,
}

impl Messages {
    /// Forgets the messages that answered the last key. Further messages answer the next key.
    pub fn await_key(&mut self) {
        self.fresh.clear();
    }

    /// Adds the messages of one turn, in order and without line feeds, as the newest group on the screen, even if there
    /// are none.
    pub fn add(&mut self, messages: impl IntoIterator<Item = String>) {
        self.add_turn(plain(messages));
    }

    /// Adds the messages of one turn like [`Messages::add`], each with its tone.
    pub fn add_turn(&mut self, messages: impl IntoIterator<Item = Sentence>) {
        let now = self.append(messages);
        self.show(now);
    }

    /// Begins the group of a journey, which [`Messages::add_step`] then extends.
    pub fn begin_journey(&mut self) {
        let end = self.lines.len();
        self.turns.push(end..end);
        self.steps.clear();
        self.notice = None;
    }

    /// Adds the messages of one step, in order, to the group of the journey.
    pub fn add_step(&mut self, messages: impl IntoIterator<Item = Sentence>) {
        let now = self.append(messages);
        if let Some(turn) = self.turns.last_mut() {
            turn.end = now.end;
        }
        self.steps.push(now);
    }

    /// Ends the group of the journey with a message about the reason for its end.
    pub fn end_journey(&mut self, notice: String) {
        let now = self.append(plain([notice]));
        if let Some(turn) = self.turns.last_mut() {
            turn.end = now.end;
        }
        self.notice = Some(now.start);
    }

    /// Splits the group of the last journey into one group per step, as if the player had taken the steps one by one.
    /// The message of [`Messages::end_journey`], which belongs to no step, becomes a hint. No other message may have
    /// been added since the journey.
    pub fn retell_as_steps(&mut self) {
        self.turns.pop();
        let notice = self.notice.take().and_then(|line| {
            let message = self.lines.get(line).cloned();
            self.lines.truncate(line);
            self.tones.truncate(line);
            self.bytes -= message.as_ref().map_or(0, String::len);
            message
        });
        for step in std::mem::take(&mut self.steps) {
            self.show(step);
        }
        self.hint = notice;
    }

    /// Answers the last key without changing the log or the screen: only listeners get the message.
    pub fn answer(&mut self, message: String) {
        self.fresh.push(message);
    }

    /// Answers the last key with a hint, which the screen shows until the next key and the log does not record.
    pub fn hint(&mut self, message: String) {
        self.hint = Some(message.clone());
        self.answer(message);
    }

    /// Returns the hint that the screen shows; `None` if there is no hint.
    pub fn shown_hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// Removes the hint from the screen, which then shows the newest messages again, and returns it; `None` if there
    /// was no hint.
    pub fn take_hint(&mut self) -> Option<String> {
        self.hint.take()
    }

    /// Puts back a removed hint; `None` shows no hint.
    pub fn put_hint(&mut self, hint: Option<String>) {
        self.hint = hint;
    }

    /// Returns the current moment, for [`Messages::rewind`].
    pub fn mark(&self) -> LogMark {
        self.mark_after(self.turns.last())
    }

    /// Returns the current moment of a journey in progress, as if the player had taken its steps one by one.
    pub fn mark_on_journey(&self) -> LogMark {
        let before = self.turns.iter().nth_back(1);
        self.mark_after(self.steps.last().or(before))
    }

    fn mark_after(&self, newest: Option<&Range<usize>>) -> LogMark {
        let end = self.lines.len();
        LogMark {
            count: self.dropped + end,
            is_silent: newest == Some(&(end..end)),
        }
    }

    /// Removes everything after a moment from the log, and the hint from the screen. The number of warnings stays,
    /// because they were given.
    pub fn rewind(&mut self, to: LogMark) {
        let end = to.count.saturating_sub(self.dropped);
        let removed = self.lines.drain(end.min(self.lines.len())..);
        self.bytes -= removed.map(|line| line.len()).sum::<usize>();
        self.tones.truncate(end);
        while self.turns.pop_if(|turn| turn.start >= end).is_some() {}
        if let Some(turn) = self.turns.last_mut() {
            turn.end = turn.end.min(end);
        }
        if to.is_silent {
            self.turns.push(end..end);
        }
        self.steps.clear();
        (self.notice, self.hint) = (None, None);
    }

    /// Appends messages to the log, and returns the range of their lines.
    fn append(&mut self, messages: impl IntoIterator<Item = Sentence>) -> Range<usize> {
        self.forget();
        let start = self.lines.len();
        for Sentence { text, tone, heard } in messages {
            self.warnings = self.warnings.saturating_add((tone == Tone::Warning).into());
            self.fresh.push(heard.unwrap_or_else(|| text.clone()));
            self.lines.push(text);
            self.tones.push(tone);
        }
        let added = &self.lines[start..];
        self.bytes += added.iter().map(String::len).sum::<usize>();
        start..self.lines.len()
    }

    /// Drops the oldest messages once there are twice as many as [`MOST_MESSAGES`], so that dropping is rare.
    fn forget(&mut self) {
        if self.lines.len() < 2 * MOST_MESSAGES {
            return;
        }
        // One more message stays, because the notice of a journey may be removed later.
        let count = self.lines.len() - MOST_MESSAGES - 1;
        let dropped = self.lines.drain(..count);
        self.bytes -= dropped.map(|line| line.len()).sum::<usize>();
        self.tones.drain(..count);
        self.dropped += count;
        let back = |line: usize| line.saturating_sub(count);
        let groups = self.turns.iter_mut().chain(&mut self.steps);
        groups.for_each(|group| *group = back(group.start)..back(group.end));
        self.notice = self.notice.map(back);
        // Merges consecutive silent turns, so that there are never more than about twice as many groups as messages.
        self.turns
            .dedup_by(|next, before| next == before && next.start == next.end);
    }

    /// Returns the approximate memory of a clone, in bytes.
    pub fn weight(&self) -> usize {
        self.bytes + self.lines.len() * MESSAGE
    }

    /// Makes a range of lines the newest group, and drops the hint.
    fn show(&mut self, now: Range<usize>) {
        self.hint = None;
        // Consecutive silent turns count as one, so that silence does not push messages off the screen.
        self.turns
            .pop_if(|turn| *turn == now && turn.start == turn.end);
        self.turns.push(now);
    }

    /// Returns the newest [`MOST_MESSAGES`] messages of the game, oldest first, without hints.
    pub fn all(&self) -> &[String] {
        &self.lines[self.lines.len().saturating_sub(MOST_MESSAGES)..]
    }

    /// Returns the messages that answer the last key, in order, including hints; may be empty.
    pub fn fresh(&self) -> &[String] {
        &self.fresh
    }

    /// Returns the newest groups of messages, at most `count` (at least 1), oldest first. The hint, if there is one, is
    /// the last group. Leaves out all silent turns except the newest. Consecutive turns with the same single message
    /// become one group.
    pub fn recent(&self, count: usize) -> Vec<LoggedTurn<'_>> {
        let is_same = |a: &Range<usize>, b: &Range<usize>| {
            a.len() == 1 && self.lines[a.clone()] == self.lines[b.clone()]
        };
        let runs = self.turns.chunk_by(is_same).rev().enumerate();
        // A silent turn in the past is not shown, but still separates equal messages before and after it.
        let is_last = |nth| nth == 0 && self.hint.is_none();
        let shown =
            runs.filter(|(nth, run)| is_last(*nth) || run.iter().any(|turn| !turn.is_empty()));
        let groups = shown.filter_map(|(_, run)| {
            let first = run.first()?;
            Some(LoggedTurn {
                messages: &self.lines[first.clone()],
                tones: &self.tones[first.clone()],
                times: run.len(),
            })
        });
        let hint = self.hint.as_ref().map(|hint| LoggedTurn {
            messages: slice::from_ref(hint),
            tones: &[Tone::Plain],
            times: 1,
        });
        let mut recent = Vec::with_capacity(count.min(self.turns.len()) + 1);
        recent.extend(hint);
        recent.extend(groups.take(count.max(1)));
        recent.reverse();
        recent
    }

    /// Returns the messages of [`Messages::all`] as lines of at most `columns` columns (less than 1 counts as 1),
    /// oldest first, with repeats folded to `×3`.
    pub fn folded(&self, columns: i32) -> Vec<String> {
        let all = LoggedTurn {
            messages: self.all(),
            tones: &self.tones[self.lines.len().saturating_sub(MOST_MESSAGES)..],
            times: 1,
        };
        all.folded()
            .flat_map(|text| wrap(&text, columns.max(1) as usize))
            .collect()
    }
}

/// Makes sentences with the plain tone.
fn plain(messages: impl IntoIterator<Item = String>) -> impl Iterator<Item = Sentence> {
    let messages = messages.into_iter();
    messages.map(|message| Sentence::new(Tone::Plain, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the newest groups, each as the messages that the screen shows.
    fn recent(log: &Messages, count: usize) -> Vec<Vec<String>> {
        let groups = log.recent(count).into_iter();
        groups
            .map(|turn| turn.folded().map(Into::into).collect())
            .collect()
    }

    #[test]
    fn repeats_are_folded_and_turns_kept_apart() {
        let mut messages = Messages::default();
        assert!(recent(&messages, 3).is_empty());
        let owned = |words: &[&str]| words.iter().map(|w| w.to_string()).collect::<Vec<_>>();
        messages.add(owned(&["Bump.", "Bump."]));
        messages.add(owned(&[]));
        messages.await_key();
        messages.add(owned(&["Bump.", "Ouch."]));
        assert_eq!(messages.folded(80), ["Bump. ×3", "Ouch."]);
        assert_eq!(messages.fresh(), ["Bump.", "Ouch."]);
        assert_eq!(recent(&messages, 9).len(), 2, "silence is forgotten");
        assert_eq!(recent(&messages, 1), [["Bump.", "Ouch."]]);
        messages.add(owned(&[]));
        assert_eq!(
            recent(&messages, 2),
            [owned(&["Bump.", "Ouch."]), owned(&[])]
        );
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
        let shown = recent(&messages, 9);
        let shown: Vec<String> = shown.iter().map(|turn| turn.join(" ")).collect();
        // A repeated turn of two messages is not folded, because a count after the second message would not show that
        // both repeat.
        assert_eq!(shown, ["Bump.", "Bump. Ouch.", "Bump. Ouch.", "Ouch. ×3"]);
        assert_eq!(recent(&messages, 1), [["Ouch. ×3"]]);
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
        let shown = recent(&messages, 9);
        let shown: Vec<String> = shown.iter().map(|turn| turn.join(" ")).collect();
        assert_eq!(shown, ["Bump.", "Bump. ×2", ""]);
        assert_eq!(recent(&messages, 2).concat(), ["Bump. ×2"]);
        assert_eq!(messages.folded(80), ["Bump. ×3"], "the history is no clock");
    }

    #[test]
    fn an_answer_leaves_the_screen_as_it_was_and_is_not_kept() {
        let mut messages = Messages::default();
        messages.add(["You have died.".to_owned()]);
        messages.await_key();
        messages.answer("The game is over.".to_owned());
        assert_eq!(messages.fresh(), ["The game is over."]);
        assert_eq!(recent(&messages, 9), [["You have died."]]);
        assert_eq!(messages.all(), ["You have died."]);
    }

    #[test]
    fn a_hint_is_shown_until_it_is_taken_away_or_something_happens_and_is_not_kept() {
        let mut messages = Messages::default();
        messages.add(["Ouch.".to_owned()]);
        messages.add([]);
        messages.await_key();
        messages.hint("p does nothing.".to_owned());
        assert_eq!(recent(&messages, 9), [["Ouch."], ["p does nothing."]]);
        assert_eq!(messages.fresh(), ["p does nothing."]);
        assert_eq!(messages.all(), ["Ouch."]);
        let hint = messages.take_hint();
        assert_eq!(
            recent(&messages, 1),
            [[""; 0]],
            "the silence is there again"
        );
        messages.put_hint(hint);
        messages.add(["Bump.".to_owned()]);
        assert_eq!(recent(&messages, 9), [["Ouch."], ["Bump."]]);
    }

    #[test]
    fn a_journey_is_told_at_once_and_a_broken_one_step_by_step() {
        let steps: [&[&str]; 4] = [&[], &["Ouch."], &[], &[]];
        let owned = |step: &[&str]| step.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        let (mut whole, mut stepped) = (Messages::default(), Messages::default());
        whole.begin_journey();
        for step in steps {
            whole.add_step(plain(owned(step)));
            stepped.add(owned(step));
        }
        let mut broken = whole.clone();
        broken.retell_as_steps();
        assert_eq!(recent(&whole, 9), [["Ouch."]]);
        assert_eq!(recent(&broken, 9), recent(&stepped, 9));
        assert_eq!(broken.all(), stepped.all());
        whole.end_journey("There is a ghost.".to_owned());
        assert_eq!(recent(&whole, 9), [["Ouch.", "There is a ghost."]]);
        whole.retell_as_steps();
        assert_eq!(recent(&whole, 9), [["Ouch."], ["There is a ghost."]]);
        assert_eq!(whole.all(), stepped.all(), "hints are not kept");
        whole.take_hint();
        assert_eq!(recent(&whole, 9), recent(&stepped, 9));
    }

    #[test]
    fn the_log_keeps_the_newest_messages_however_they_came() {
        let (mut whole, mut stepped) = (Messages::default(), Messages::default());
        for nth in 0..3 * MOST_MESSAGES {
            stepped.add([format!("{nth}")]);
            whole.begin_journey();
            whole.add_step(plain([format!("{nth}")]));
            whole.end_journey("There.".to_owned());
            whole.retell_as_steps();
            whole.take_hint();
            stepped.await_key();
            whole.await_key();
            assert!(stepped.lines.len() <= 2 * MOST_MESSAGES);
            assert!(stepped.turns.len() <= 2 * MOST_MESSAGES + 1);
        }
        assert_eq!(whole.all(), stepped.all());
        assert_eq!(recent(&whole, 50), recent(&stepped, 50));
        assert_eq!(stepped.all().len(), MOST_MESSAGES);
        assert_eq!(stepped.all()[0], (2 * MOST_MESSAGES).to_string());
        let bytes = |log: &Messages| log.lines.iter().map(String::len).sum::<usize>();
        assert_eq!(
            (whole.bytes, stepped.bytes),
            (bytes(&whole), bytes(&stepped))
        );
    }
}

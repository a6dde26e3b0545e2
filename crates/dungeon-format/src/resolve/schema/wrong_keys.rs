//! Findings about the keys of one record: a key without another key that it needs, keys that exclude each other, keys
//! of other games, and unread keys.
use super::context::Context;
use super::fields::Fields;
use crate::characters::listed;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{
    Beside, GameSet, HEALTH, KeySpec, MANNA, RecordKind, STRENGTH, TEMPO, WEALTH, WHEN_WIN,
    games_with, is_key, mend_elsewhere,
};
use crate::source::Span;
use crate::spelling::nearest;
use crate::syntax::KeyValue;
use dungeon_model::dungeon::GameProfile;

impl Fields<'_, '_> {
    /// Reports each key that lacks a key it needs, and each key that excludes another key of the record.
    fn check_asked(&mut self) {
        for (key, pair) in &self.taken {
            let (word, place) = (key.word, pair.key.to(pair.value.span));
            for asked in key.asks {
                let (Beside::Needs(other, why) | Beside::Excludes(other, why)) = *asked;
                let finding = match (asked, self.beside(other)) {
                    // The needed key may only be misspelled; then the misspelled key has its own finding.
                    (Beside::Needs(..), None) if !self.has_unknown_key() => {
                        let message = format!("expected `{other}` beside `{word}=`, found none");
                        Some(Diagnostic::new(Code::BadValue, place, message).help(why))
                    }
                    (Beside::Excludes(..), Some(first)) => {
                        let message = format!("expected `{word}=` or `{other}`, found both");
                        let (code, help) = match why {
                            "" => (Code::DuplicateKey, "keep the one you want".to_string()),
                            _ => (Code::BadValue, format!("remove `{word}=`: {why}")),
                        };
                        let edit = (self.cx.source.deletion(place), String::new());
                        let finding = Diagnostic::new(code, place, message).help(help);
                        let finding = finding.label(first, "the other key is here");
                        Some(finding.fix_if(Some(edit).filter(|_| !why.is_empty())))
                    }
                    _ => None,
                };
                if let Some(finding) = finding {
                    self.cx.report_once(finding); // a mark is read once for each alternative
                }
            }
        }
    }

    /// Returns the place of a key that was read and matches `written`: `harm=`, `push=yes` or `sense=sight:N`, as
    /// `Beside` names keys.
    fn beside(&self, written: &str) -> Option<Span> {
        let (word, value) = written.split_once('=')?;
        let value = value.trim_end_matches('N');
        let is_it = |(key, pair): &&(&KeySpec, &KeyValue)| {
            key.word == word && self.cx.text(pair.value.span).starts_with(value)
        };
        let (_, pair) = self.taken.iter().find(is_it)?;
        Some(pair.key.to(pair.value.span))
    }

    /// Reports keys that the record takes only in other games, with one finding for keys of the same games.
    fn refuse_foreign(&mut self, what: &str) {
        let (record, here, source) = (self.record, self.games, self.cx.source);
        let there = |key: &str| games_with(record, key);
        let is_foreign = |key: &str| there(key) != GameSet::NONE && !there(key).overlaps(here);
        let foreign = self.all_misplaced(is_foreign);
        let games = |pair: &KeyValue| there(pair.word(source));
        for keys in foreign.chunk_by(|one, other| games(one) == games(other)) {
            let said: Vec<&str> = keys.iter().map(|pair| self.cx.text(pair.key)).collect();
            let said: Vec<String> = said.iter().map(|key| format!("{key}=")).collect();
            let span = match keys {
                [first, .., last] => first.key.to(last.value.span),
                keys => keys[0].key,
            };
            let message = format!("expected a key of {what}, found {}", listed(&said, "and"));
            let finding = Diagnostic::new(Code::UnknownKey, span, message);
            let key = keys[0].word(source);
            let elsewhere = match record {
                RecordKind::Rules => None,
                _ => mend_elsewhere(key),
            };
            let help = why_not(self.cx.game, record, key).or(elsewhere);
            let help = help.unwrap_or_else(|| {
                let there = games(keys[0]).rules_lines("or");
                format!("remove it, or write {there}")
            });
            let whole = keys[0].key.to(keys[0].value.span);
            let edit = (key == TEMPO.word).then(|| (whole, String::new()));
            self.report(finding.help(help).fix_if(edit));
        }
    }

    /// Reports the numbers, keys and text that have not been read, because `what` ("a wanderer") does not take them.
    pub fn finish(&mut self, what: &str) {
        self.check_tune();
        self.check_asked();
        self.refuse_foreign(what);
        if let [first, .., last] | [first @ last] = self.numbers.as_slice() {
            let found = match self.numbers.len() {
                1 => "one more".to_owned(),
                count => format!("{count} more"),
            };
            let message = format!("expected no more numbers for {what}, found {found}");
            let span = first.span.to(last.span);
            let finding = Diagnostic::new(Code::ExtraNumber, span, message);
            self.report(finding.help("delete them"));
        }
        let mut taken: Vec<&str> = self.taken.iter().map(|(key, _)| key.word).collect();
        for pair in &self.keys {
            let meant = unknown_key(self.cx, pair, what, &self.asked, &taken);
            taken.extend(meant);
        }
        if let Some(text) = self.text {
            let message = format!("expected no text for {what}, found one");
            let finding = Diagnostic::new(Code::BadValue, text.span, message);
            self.report(finding.help("delete it, or turn it into a comment with `//`"));
        }
    }
}

/// Returns the help text of the finding about a key that the record cannot have in a game; `None` if the game gives no
/// reason.
fn why_not(game: &GameProfile, record: RecordKind, key: &str) -> Option<String> {
    let is_left_out = |why| format!("{why}: remove it");
    if key == TEMPO.word {
        return game.timeless.map(is_left_out);
    }
    if key == WHEN_WIN.word {
        return game.form().own_goal.map(is_left_out);
    }
    let is_given = [&HEALTH, &STRENGTH, &MANNA, &WEALTH]
        .map(|number| number.word)
        .contains(&key);
    let lack = game.form().lack.filter(|_| is_given)?;
    Some(match record {
        RecordKind::Item | RecordKind::PlacedItem => {
            format!("heroes have no {key} here: {}", lack.gift)
        }
        _ => lack.hero.to_string(),
    })
}

/// Reports an unknown key, and returns the key that the fix puts in its place. The fix never writes a `taken` key,
/// because the record would have that key twice.
fn unknown_key(
    cx: &mut Context<'_>,
    pair: &KeyValue,
    what: &str,
    known: &[&'static str],
    taken: &[&str],
) -> Option<&'static str> {
    let (key, said) = (pair.word(cx.source), cx.text(pair.key));
    let message = match known {
        [] => format!("expected no keys for {what}, found `{said}=`"),
        _ => format!("expected a key of {what}, found `{said}=`"),
    };
    let finding = Diagnostic::new(Code::UnknownKey, pair.key, message);
    // A word that is a key of other records is misplaced and not misspelled, unless only an `s` at its end is extra or
    // missing.
    let is_plural = |one: &str, other: &str| one.strip_suffix('s') == Some(other);
    let is_meant = |meant: &&str| !is_key(key) || is_plural(key, meant) || is_plural(meant, key);
    let meant = nearest(key, known.iter().copied()).filter(is_meant);
    let mut put = None;
    let finding = match meant {
        Some(meant) if taken.contains(&meant) => finding.help(format!(
            "this record already has `{meant}=`: keep the one you want"
        )),
        Some(meant) => {
            put = (!is_key(key)).then_some(meant);
            let finding = finding.help(format!("did you mean `{meant}=`?"));
            finding.fix_if(put.map(|meant| (pair.key, meant.to_string())))
        }
        None => match mend_elsewhere(key) {
            Some(help) => finding.help(help),
            None if known.is_empty() => finding,
            None => finding.help(format!("{what} can have {}", listed(known, "and"))),
        },
    };
    cx.report(finding);
    put
}

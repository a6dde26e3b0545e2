//! The parts of a kind's behavior, as keys give them: `sense=within:8 hunt=path attack=steal:3` (docs/format, "Kinds").
use crate::characters::listed;
use crate::keys::{self, KeySpec, ValueShape};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, not_expected, within};
use crate::source::{Span, Spanned};
use crate::spelling::nearest;
use crate::syntax::{KeyValue, Value};
use dungeon_model::dungeon::{
    Attack, FARTHEST_THROW, Hunt, LONGEST_STATE, Prey, Roam, Sense, Through,
};

/// Returns the value that a list pairs with a word; `None` for any other word.
pub(super) fn named<T, const N: usize>(word: &str, all: [(&str, T); N]) -> Option<T> {
    let mut all = all.into_iter();
    all.find(|(name, _)| *name == word).map(|(_, value)| value)
}

/// Returns the sense for a word of `sense=`; `None` for any other word. `number` follows the word's colon, and only
/// some senses use it.
pub fn sense(word: &str, number: u16) -> Option<Sense> {
    let words = [
        ("sight", Sense::Sight(number.into())),
        ("within", Sense::Near(u32::from(number) + 1)),
        ("near", Sense::Near(number.into())),
        ("steps", Sense::Steps(number.into())),
        ("always", Sense::Always),
        ("never", Sense::Never),
    ];
    named(word, words)
}

/// Returns the hunt for a word of `hunt=`; `None` for any other word. Only `shoot` uses the number after its colon.
pub fn hunt(word: &str, number: u16) -> Option<Hunt> {
    let words = [
        ("line", Hunt::Line),
        ("drift", Hunt::Drift),
        ("greedy", Hunt::Greedy),
        ("axis", Hunt::Axis),
        ("path", Hunt::Path),
        ("shoot", Hunt::Shoot(number.into())),
        ("flee", Hunt::Flee),
        ("skirmish", Hunt::Skirmish),
        ("stand", Hunt::Stand),
    ];
    named(word, words)
}

/// Returns the way to roam for a word of `roam=`; `None` for any other word.
pub fn roam(word: &str, _: u16) -> Option<Roam> {
    let words = [
        ("wander", Roam::Wander),
        ("route", Roam::Route),
        ("drift", Roam::Drift),
        ("random", Roam::Random),
        ("stand", Roam::Stand),
    ];
    named(word, words)
}

/// Returns the attack for a word of `attack=`; `None` for any other word. `number` follows the word's colon, and only
/// some attacks use it.
pub fn attack(word: &str, number: u16) -> Option<Attack> {
    let words = [
        ("melee", Attack::Melee),
        ("steal", Attack::Steal(number.into())),
        ("drain", Attack::Drain(number.into())),
        ("burst", Attack::Burst(number.into())),
        ("ram", Attack::Ram),
        ("none", Attack::None),
    ];
    named(word, words)
}

/// Returns the prey for a word of `prey=`; `None` for any other word.
pub fn prey(word: &str, _: u16) -> Option<Prey> {
    let words = [
        ("hero", Prey::Hero),
        ("herd", Prey::Herd),
        ("nearest", Prey::Nearest),
    ];
    named(word, words)
}

/// Returns the prey of a kind for a word of `side=`; `None` for any other word. `before` is the prey of the kind without
/// the key.
pub fn side(word: &str, before: Prey) -> Option<Prey> {
    let enemy = if before.is_hostile() {
        before
    } else {
        Prey::Hero
    };
    let words = [("hero", Prey::Foes), ("none", Prey::None), ("enemy", enemy)];
    named(word, words)
}

/// Returns the passage for a word of `through=`; `None` for any other word.
pub fn through(word: &str, _: u16) -> Option<Through> {
    let words = [
        ("walls", Through::Walls),
        ("doors,slime", Through::Doors),
        ("slime", Through::Slime),
        ("floor", Through::Floor),
    ];
    named(word, words)
}

/// The keys for the parts of a kind's behavior.
pub static PART_KEYS: [&KeySpec; 6] = [
    &keys::SENSE,
    &keys::HUNT,
    &keys::ROAM,
    &keys::ATTACK,
    &keys::PREY,
    &keys::THROUGH,
];

/// Sets `place` to the part that a record names, and returns the span of the value. `None` without the key, or for a
/// value that cannot be read, which is reported.
pub fn set_part<T>(
    fields: &mut Fields<'_, '_>,
    key: &'static KeySpec,
    make: fn(&str, u16) -> Option<T>,
    place: &mut T,
) -> Option<Span> {
    let Spanned { value, span } = part(fields, key, make)?;
    *place = value;
    Some(span)
}

/// Reads one part with `make`, if its word is in the list of the key. `None` without the key, or for any other value,
/// which is reported.
pub fn part<T>(
    fields: &mut Fields<'_, '_>,
    key: &'static KeySpec,
    make: fn(&str, u16) -> Option<T>,
) -> Option<Spanned<T>> {
    let ValueShape::Part(noun, words) = key.shape else {
        return None;
    };
    let pair = fields.value(key)?;
    let span = pair.value.span;
    let (name, number) = match &pair.value.value {
        Value::Tagged(name, number) => (name.as_str(), Some(*number)),
        Value::Text(_) => ("", None),
        Value::Word(name) => (name.as_str(), None),
        _ => (fields.cx.text(span), None),
    };
    let old: &[&str] = if key == &keys::SENSE {
        &["near:N"]
    } else {
        &[]
    };
    let mut known = words.iter().chain(old);
    let is_it = |word: &&&str| bare(word) == name && takes_number(word) == number.is_some();
    if known.find(is_it).is_none() {
        unknown(fields.cx, pair, noun, words);
        return None;
    }
    let what = format!("the number of `{}={name}:`", key.word);
    let (least, most) = match key {
        // An item that can be worn adds at least 1 to the strength, and a state lasts at least 1 turn.
        _ if key == &keys::WEAR => (1, u16::MAX.into()),
        _ if key == &keys::GIVES => (1, LONGEST_STATE.into()),
        _ if key == &keys::BLOWS => (1, FARTHEST_THROW.into()),
        _ => (0, u16::MAX.into()),
    };
    let number = match number {
        Some(value) => within(fields.cx, &what, Spanned::new(value, span), least..=most)?.value,
        None => 0,
    };
    Some(Spanned::new(make(name, number)?, span))
}

/// Returns a word of a key's list without the ending `:N`, which marks words that take a number.
fn bare(word: &str) -> &str {
    word.strip_suffix(":N").unwrap_or(word)
}

/// Whether a word of a key's list takes a number.
fn takes_number(word: &str) -> bool {
    word.ends_with(":N")
}

/// Reports a word that is not in the list or is in quotes, and a missing or unexpected number after a word.
fn unknown(cx: &mut Context<'_>, pair: &KeyValue, noun: &str, words: &[&str]) {
    let (key, span) = (pair.word(cx.source), pair.value.span);
    let (said, is_text) = match &pair.value.value {
        Value::Text(text) => (text.as_str(), true),
        _ => (cx.text(span), false),
    };
    let (name, number) = match said.split_once(':') {
        Some((name, number)) => (name, Some(number)),
        None => (said, None),
    };
    let finding = not_expected(cx, pair, noun);
    let Some(meant) = nearest(name, words.iter().map(|word| bare(word))) else {
        cx.report(finding.help(format!("write {}", listed(words, "or"))));
        return;
    };
    let has_number = words
        .iter()
        .any(|word| takes_number(word) && bare(word) == meant);
    cx.report(match number {
        _ if is_text && meant == name => finding.help("write it without quotes").fix(span, said),
        Some(_) if matches!(meant, "melee" | "ram") => {
            let help = format!("write `{meant}`: the damage is the `strength=` of the kind");
            finding.help(help).fix(span, meant)
        }
        _ if !has_number => finding.did_you_mean(span, meant),
        _ if meant == name => {
            finding.help(format!("add a whole number, such as `{key}={meant}:5`"))
        }
        Some(number) if number.parse::<u16>().is_ok() => {
            finding.did_you_mean(span, format!("{meant}:{number}"))
        }
        _ => finding.help(format!("did you mean `{meant}:N`?")),
    });
}

//! The parts of a kind as they are written: `sense=within:8 hunt=path attack=steal:3` (docs/format,
//! "Kinds").
use crate::characters::listed;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{self, KeySpec, ValueShape};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, not_expected, within};
use crate::source::Spanned;
use crate::spelling::nearest;
use crate::syntax::{KeyValue, Value};
use dungeon_model::dungeon::{Attack, Hunt, Prey, Roam, Sense, Through};

/// The parts that a record names, each with its place; what was wrong is reported and left out.
#[derive(Debug)]
pub struct PartsSpec {
    /// `sense=`: when the kind knows of its prey.
    pub sense: Option<Spanned<Sense>>,
    /// `hunt=`: what the kind does about prey that it knows of.
    pub hunt: Option<Spanned<Hunt>>,
    /// `roam=`: what the kind does otherwise.
    pub roam: Option<Spanned<Roam>>,
    /// `attack=`: what the kind does to prey beside it.
    pub attack: Option<Spanned<Attack>>,
    /// `prey=`: whom the kind hunts.
    pub prey: Option<Spanned<Prey>>,
    /// `through=`: what the kind passes beside floor.
    pub through: Option<Spanned<Through>>,
    /// Whether a part could not be read; then the kind is not what its author meant.
    pub is_broken: bool,
}

/// Returns the value of a word in a table.
fn named<T, const N: usize>(word: &str, all: [(&str, T); N]) -> Option<T> {
    let mut all = all.into_iter();
    all.find(|(name, _)| *name == word).map(|(_, value)| value)
}

/// The sense of this word, with its number where one belongs to it.
fn sense(word: &str, number: u16) -> Option<Sense> {
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

/// The hunt of this word, with its number where one belongs to it.
fn hunt(word: &str, number: u16) -> Option<Hunt> {
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

/// The way to roam of this word.
fn roam(word: &str, _: u16) -> Option<Roam> {
    let words = [
        ("wander", Roam::Wander),
        ("route", Roam::Route),
        ("drift", Roam::Drift),
        ("random", Roam::Random),
        ("stand", Roam::Stand),
    ];
    named(word, words)
}

/// The attack of this word, with its number where one belongs to it.
fn attack(word: &str, number: u16) -> Option<Attack> {
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

/// The prey of this word.
fn prey(word: &str, _: u16) -> Option<Prey> {
    let words = [
        ("hero", Prey::Hero),
        ("herd", Prey::Herd),
        ("nearest", Prey::Nearest),
    ];
    named(word, words)
}

/// The passage of this word.
fn through(word: &str, _: u16) -> Option<Through> {
    let words = [
        ("walls", Through::Walls),
        ("doors,slime", Through::Doors),
        ("slime", Through::Slime),
        ("floor", Through::Floor),
    ];
    named(word, words)
}

/// The keys of the parts.
static PART_KEYS: [&KeySpec; 6] = [
    &keys::SENSE,
    &keys::HUNT,
    &keys::ROAM,
    &keys::ATTACK,
    &keys::PREY,
    &keys::THROUGH,
];

impl PartsSpec {
    /// Takes the parts that a record names.
    pub fn read(cx: &mut Context<'_>, fields: &mut Fields<'_>) -> PartsSpec {
        let given = PART_KEYS.iter().filter(|key| fields.has(key)).count();
        let mut spec = PartsSpec {
            sense: part(cx, fields, &keys::SENSE, sense),
            hunt: part(cx, fields, &keys::HUNT, hunt),
            roam: part(cx, fields, &keys::ROAM, roam),
            attack: part(cx, fields, &keys::ATTACK, attack),
            prey: part(cx, fields, &keys::PREY, prey),
            through: part(cx, fields, &keys::THROUGH, through),
            is_broken: false,
        };
        spec.is_broken = spec.count() < given;
        spec
    }

    /// How many parts were read, 0 to 6.
    pub fn count(&self) -> usize {
        [
            self.sense.is_some(),
            self.hunt.is_some(),
            self.roam.is_some(),
            self.attack.is_some(),
            self.prey.is_some(),
            self.through.is_some(),
        ]
        .into_iter()
        .filter(|is_said| *is_said)
        .count()
    }
}

/// Takes one part, out of the words of its key; one that cannot be read is reported.
pub fn part<T>(
    cx: &mut Context<'_>,
    fields: &mut Fields<'_>,
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
        _ => (cx.text(span), None),
    };
    let old: &[&str] = if key == &keys::SENSE {
        &["near:N"]
    } else {
        &[]
    };
    let mut known = words.iter().chain(old);
    let found = known.find(|word| bare(word) == name);
    let number = match (found, number) {
        (None, _) => {
            unknown(cx, pair, noun, words);
            return None;
        }
        (Some(word), Some(value)) if takes_number(word) => {
            let what = format!("the number of `{}={name}:`", key.word);
            within(cx, &what, Spanned::new(value, span), 0..=u16::MAX.into())?.value
        }
        (Some(word), None) if takes_number(word) => {
            with_number(cx, pair, name);
            return None;
        }
        (Some(_), Some(_)) => {
            without_number(cx, pair, name);
            return None;
        }
        (Some(_), None) => 0,
    };
    let value = make(name, number)?;
    Some(Spanned::new(value, span))
}

/// A word of a list without the `:N` that tells where a number belongs.
fn bare(word: &str) -> &str {
    word.strip_suffix(":N").unwrap_or(word)
}

/// Whether a number belongs to a word of a list.
fn takes_number(word: &str) -> bool {
    word.ends_with(":N")
}

/// Reports a number behind a word that takes none.
fn without_number(cx: &mut Context<'_>, pair: &KeyValue, word: &str) {
    let (key, span) = (pair.word(cx.source), pair.value.span);
    let message = format!(
        "expected `{key}={word}` without a number, found `{}`",
        cx.text(span)
    );
    let finding = Diagnostic::new(Code::BadValue, span, message);
    let help = match word {
        "melee" | "ram" => format!("write `{word}`: its `strength=` says how much that takes"),
        _ => format!("write `{word}`"),
    };
    cx.report(finding.help(help).fix(span, word));
}

/// Reports a word that needs a number behind it.
fn with_number(cx: &mut Context<'_>, pair: &KeyValue, word: &str) {
    let key = pair.word(cx.source);
    let message = format!("expected a number behind `{key}={word}`, found none");
    let finding = Diagnostic::new(Code::BadValue, pair.value.span, message);
    cx.report(finding.help(format!("write it behind a colon, such as `{key}={word}:5`")));
}

/// Reports a word that is not in the list, is in quotes, or has something behind its colon that is no number.
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
        let verb = if words.len() == 1 { "is only" } else { "are" };
        cx.report(finding.help(format!("there {verb} {}", listed(words, "and"))));
        return;
    };
    let has_number = words
        .iter()
        .any(|word| takes_number(word) && bare(word) == meant);
    cx.report(match number {
        _ if is_text && meant == name => finding.help("write it without quotes").fix(span, said),
        _ if !has_number => finding.did_you_mean(span, meant),
        _ if meant == name => {
            finding.help(format!("a whole number stands behind `{key}={meant}:`"))
        }
        Some(number) if number.parse::<u16>().is_ok() => {
            finding.did_you_mean(span, format!("{meant}:{number}"))
        }
        _ => finding.help(format!("did you mean `{meant}:N`?")),
    });
}

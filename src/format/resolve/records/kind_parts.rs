//! The parts of a kind as they are written: `sense=near:9 hunt=path attack=steal:3` (FORMAT.md,
//! "Kinds: monsters by composition").
use crate::dungeon::{Attack, Hunt, Prey, Roam, Sense, Through};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::fields::{Fields, listed, not_expected, within};
use crate::format::source::Spanned;
use crate::format::spelling::nearest;
use crate::format::syntax::{KeyValue, Value};

/// The parts that a record names, each with its place; what was wrong is reported and left out.
#[derive(Debug)]
pub struct PartsSpec {
    /// `sense=`
    pub sense: Option<Spanned<Sense>>,
    /// `hunt=`
    pub hunt: Option<Spanned<Hunt>>,
    /// `roam=`
    pub roam: Option<Spanned<Roam>>,
    /// `attack=`
    pub attack: Option<Spanned<Attack>>,
    /// `prey=`
    pub prey: Option<Spanned<Prey>>,
    /// `through=`
    pub through: Option<Spanned<Through>>,
    /// Whether there was more of them than could be read.
    pub is_broken: bool,
}

/// What a word stands for, and whether a number belongs to it.
#[derive(Clone, Copy)]
enum Word<T> {
    /// `path`
    Alone(T),
    /// `near:9`
    With(fn(u16) -> T),
}

const SENSES: [(&str, Word<Sense>); 5] = [
    ("sight", Word::With(|n| Sense::Sight(n.into()))),
    ("near", Word::With(|n| Sense::Near(n.into()))),
    ("steps", Word::With(|n| Sense::Steps(n.into()))),
    ("always", Word::Alone(Sense::Always)),
    ("never", Word::Alone(Sense::Never)),
];

const HUNTS: [(&str, Word<Hunt>); 9] = [
    ("line", Word::Alone(Hunt::Line)),
    ("drift", Word::Alone(Hunt::Drift)),
    ("greedy", Word::Alone(Hunt::Greedy)),
    ("axis", Word::Alone(Hunt::Axis)),
    ("path", Word::Alone(Hunt::Path)),
    ("shoot", Word::With(|n| Hunt::Shoot(n.into()))),
    ("flee", Word::Alone(Hunt::Flee)),
    ("skirmish", Word::Alone(Hunt::Skirmish)),
    ("stand", Word::Alone(Hunt::Stand)),
];

const ROAMS: [(&str, Word<Roam>); 5] = [
    ("wander", Word::Alone(Roam::Wander)),
    ("route", Word::Alone(Roam::Route)),
    ("drift", Word::Alone(Roam::Drift)),
    ("random", Word::Alone(Roam::Random)),
    ("stand", Word::Alone(Roam::Stand)),
];

const ATTACKS: [(&str, Word<Attack>); 6] = [
    ("melee", Word::Alone(Attack::Melee)),
    ("steal", Word::With(|n| Attack::Steal(n.into()))),
    ("drain", Word::With(|n| Attack::Drain(n.into()))),
    ("burst", Word::With(|n| Attack::Burst(n.into()))),
    ("ram", Word::Alone(Attack::Ram)),
    ("none", Word::Alone(Attack::None)),
];

const PREYS: [(&str, Word<Prey>); 3] = [
    ("hero", Word::Alone(Prey::Hero)),
    ("herd", Word::Alone(Prey::Herd)),
    ("nearest", Word::Alone(Prey::Nearest)),
];

const THROUGHS: [(&str, Word<Through>); 4] = [
    ("walls", Word::Alone(Through::Walls)),
    ("doors", Word::Alone(Through::Doors)),
    ("slime", Word::Alone(Through::Slime)),
    ("floor", Word::Alone(Through::Floor)),
];

impl PartsSpec {
    /// Takes the parts that a record names.
    pub fn read(desk: &mut ResolveContext<'_>, fields: &mut Fields<'_>) -> PartsSpec {
        let keys = ["sense", "hunt", "roam", "attack", "prey", "through"];
        let given = keys.iter().filter(|key| fields.has(key)).count();
        let mut said = PartsSpec {
            sense: part(desk, fields, "sense", "a sense", &SENSES),
            hunt: part(desk, fields, "hunt", "a way to hunt", &HUNTS),
            roam: part(desk, fields, "roam", "a way to roam", &ROAMS),
            attack: part(desk, fields, "attack", "an attack", &ATTACKS),
            prey: part(desk, fields, "prey", "a prey", &PREYS),
            through: part(desk, fields, "through", "what it passes", &THROUGHS),
            is_broken: false,
        };
        said.is_broken = said.count() < given;
        said
    }

    /// How many there are.
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

/// Takes one part, by its list of words; one that cannot be read is reported.
fn part<T: Copy>(
    desk: &mut ResolveContext<'_>,
    fields: &mut Fields<'_>,
    key: &'static str,
    noun: &str,
    words: &[(&'static str, Word<T>)],
) -> Option<Spanned<T>> {
    let pair = fields.value(key)?;
    let span = pair.value.span;
    let (name, number) = match &pair.value.value {
        Value::Tagged(name, number) => (name.as_str(), Some(*number)),
        Value::Text(_) => ("", None),
        _ => (desk.text(span), None),
    };
    let found = words.iter().find(|(word, _)| *word == name);
    let value = match (found, number) {
        (Some((_, Word::Alone(value))), None) => *value,
        (Some((word, Word::With(make))), Some(value)) => {
            let what = format!("the number of `{key}={word}:`");
            let number = within(desk, &what, Spanned { value, span }, 0..=u16::MAX.into())?;
            make(u16::try_from(number.value).unwrap_or(u16::MAX))
        }
        (Some((word, Word::Alone(_))), Some(_)) => {
            without_number(desk, pair, word);
            return None;
        }
        (Some((word, Word::With(_))), None) => {
            with_number(desk, pair, word);
            return None;
        }
        (None, _) => {
            unknown(desk, pair, noun, words);
            return None;
        }
    };
    Some(Spanned { value, span })
}

fn without_number(desk: &mut ResolveContext<'_>, pair: &KeyValue, word: &str) {
    let (key, span) = (&pair.key.value, pair.value.span);
    let message = format!(
        "expected `{key}={word}` without a number, found `{}`",
        desk.text(span)
    );
    let finding = Diagnostic::new(Code::BadValue, span, message);
    let help = match word {
        "melee" | "ram" => format!("write `{word}`: its `strength=` says how much that takes"),
        _ => format!("write `{word}`"),
    };
    desk.report(finding.help(help).fix(span, word));
}

fn with_number(desk: &mut ResolveContext<'_>, pair: &KeyValue, word: &str) {
    let key = &pair.key.value;
    let message = format!("expected a number behind `{key}={word}`, found none");
    let finding = Diagnostic::new(Code::BadValue, pair.value.span, message);
    desk.report(finding.help(format!("write it behind a colon, such as `{key}={word}:5`")));
}

/// A word that is none of the list, or one of it in quotes or with something behind its colon that is no number.
fn unknown<T>(
    desk: &mut ResolveContext<'_>,
    pair: &KeyValue,
    noun: &str,
    words: &[(&'static str, Word<T>)],
) {
    let (key, span) = (&pair.key.value, pair.value.span);
    let (said, is_text) = match &pair.value.value {
        Value::Text(text) => (text.as_str(), true),
        _ => (desk.text(span), false),
    };
    let (name, number) = match said.split_once(':') {
        Some((name, number)) => (name, Some(number)),
        None => (said, None),
    };
    let finding = not_expected(desk, pair, noun);
    let meant = nearest(name, words.iter().map(|(word, _)| *word));
    let entry = words.iter().find(|(word, _)| Some(*word) == meant);
    desk.report(match (entry, number) {
        (Some((word, _)), _) if is_text && *word == name => {
            finding.help("write it without quotes").fix(span, said)
        }
        (Some((word, Word::With(_))), _) if *word == name => {
            finding.help(format!("a whole number stands behind `{key}={word}:`"))
        }
        (Some((word, Word::With(_))), Some(number)) if number.parse::<u16>().is_ok() => {
            let mend = format!("{word}:{number}");
            finding.did_you_mean(span, mend)
        }
        (Some((word, Word::With(_))), _) => finding.help(format!("did you mean `{word}:N`?")),
        (Some((word, Word::Alone(_))), _) => finding.did_you_mean(span, *word),
        (None, _) => finding.help(format!("there are {}", listed(&spelled(words), "and"))),
    });
}

/// The words of a list as they are written, with an N where a number belongs.
fn spelled<T>(words: &[(&'static str, Word<T>)]) -> Vec<String> {
    let spell = |(word, kind): &(&str, Word<T>)| match kind {
        Word::Alone(_) => word.to_string(),
        Word::With(_) => format!("{word}:N"),
    };
    words.iter().map(spell).collect()
}

//! Facts: what is said of a thing of a dungeon, one by one, so that two things are compared by what is said of them.
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use dungeon_model::dungeon::{Spread, Stat, Stats};

/// One thing that is said of a thing of a dungeon.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedFact {
    /// What it is about, "health" or "needs"; no two facts of a thing are about the same.
    what: &'static str,
    /// What is said; empty for a fact that is told by its name alone, "must be taken".
    value: String,
    /// A sum over all of what the value abbreviates.
    sum: u64,
}

/// Everything that is said of a thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Facts(Vec<NamedFact>);

impl Facts {
    /// Adds a fact in words; nothing for no words.
    pub fn text(&mut self, what: &'static str, value: impl Into<String>) {
        let value = value.into();
        if !value.is_empty() {
            self.0.push(NamedFact {
                what,
                value,
                sum: 0,
            });
        }
    }

    /// Adds a text of the file, in quotes; nothing for an empty one.
    pub fn quoted(&mut self, what: &'static str, text: &str) {
        if !text.is_empty() {
            self.text(what, format!("\"{text}\""));
        }
    }

    /// Adds a number.
    pub fn number(&mut self, what: &'static str, number: impl Into<i64>) {
        self.text(what, number.into().to_string());
    }

    /// Adds a fact that is so or is not.
    pub fn flag(&mut self, what: &'static str, is_so: bool) {
        if is_so {
            self.0.push(NamedFact {
                what,
                value: String::new(),
                sum: 0,
            });
        }
    }

    /// Adds a fact whose words may be the same while what they stand for is not.
    pub fn abbreviated(&mut self, what: &'static str, value: String, whole: &impl Hash) {
        let mut hasher = DefaultHasher::new();
        whole.hash(&mut hasher);
        let sum = hasher.finish();
        self.0.push(NamedFact { what, value, sum });
    }

    /// Adds every number of a body, or of an item.
    pub fn numbers(&mut self, least: &Stats, spread: Spread) {
        for stat in Stat::ALL {
            self.text(stat.word(), number_text(stat, least, spread));
        }
    }

    /// What differs, as phrases: "health 24 → 30", "now needs the bronze key", "no longer must be taken".
    pub fn changes_to(&self, new: &Facts) -> Vec<String> {
        let find = |facts: &Facts, what| facts.0.iter().find(|fact| fact.what == what).cloned();
        let kept = self.0.iter().filter_map(|old| match find(new, old.what) {
            None => Some(changed_text(old.what, Some(old), None)),
            Some(new) => (new != *old).then(|| changed_text(old.what, Some(old), Some(&new))),
        });
        let added = new.0.iter();
        let added = added.filter(|fact| find(self, fact.what).is_none());
        let added = added.map(|new| changed_text(new.what, None, Some(new)));
        kept.chain(added).collect()
    }

    /// All of it, a phrase each: "health 24", "must be taken"; numbers that are 0 are left out.
    pub fn phrases(&self) -> Vec<String> {
        let said = self.0.iter().filter(|fact| fact.value != "0");
        let said = said.map(|fact| match fact.value.as_str() {
            "" => fact.what.to_owned(),
            value => format!("{} {value}", fact.what),
        });
        said.collect()
    }

    /// All of it as one phrase.
    pub fn phrase(&self) -> String {
        self.phrases().join(", ")
    }
}

fn changed_text(what: &str, old: Option<&NamedFact>, new: Option<&NamedFact>) -> String {
    let value = |fact: &NamedFact| match fact.value.as_str() {
        "" => String::new(),
        value => format!(" {value}"),
    };
    match (old, new) {
        (Some(old), Some(new)) if old.value == new.value => {
            format!("{what} otherwise than before:{}", value(new))
        }
        (Some(old), Some(new)) => format!("{what}{} →{}", value(old), value(new)),
        (None, Some(new)) => format!("now {what}{}", value(new)),
        (Some(old), None) => format!("no longer {what}{}", value(old)),
        (None, None) => String::new(),
    }
}

/// A number, or the range of which the seed draws it: "4", "4..9".
pub fn number_text(stat: Stat, least: &Stats, spread: Spread) -> String {
    let (from, to) = (least[stat], spread.most(*least)[stat]);
    match from == to {
        true => from.to_string(),
        false => format!("{from}..{to}"),
    }
}

/// The word of files for a part of a kind: its variants are named for it, so that `Attack::Steal(3)` is "steal:3".
pub fn word(part: &impl Debug) -> String {
    let name = format!("{part:?}").to_lowercase();
    name.replace('(', ":").replace(')', "")
}

//! The legend, which maps tiles, objects, properties and characters of another program's file to glyphs
//! (docs/IMPORT.md, "The legend").
use std::cell::Cell;
use std::collections::HashMap;

use super::fault::{FaultText, ImportFault};
use super::foreign::ForeignThing;
use dungeon_format::characters::{fault, quoted};
use dungeon_format::source::Source;

/// A parsed legend.
#[derive(Debug, Default)]
pub struct ImportLegend {
    /// The rules in file order. For each thing, the first matching rule counts.
    rules: Vec<LegendRule>,
    /// The index of the first rule with each subject.
    first: HashMap<RuleSubject, usize>,
    /// Lines of the dungeon format, which are copied before the first level.
    pub head: Vec<String>,
}

/// A rule: one line with an `=`.
#[derive(Debug)]
struct LegendRule {
    meaning: Meaning,
    place: (usize, usize),
    text: String,
    is_used: Cell<bool>,
}

/// The subject that a rule matches: the left side of its `=`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum RuleSubject {
    /// A character, written `'x'`, or `x` alone.
    Character(char),
    /// A tile by its number in the map, written `gid 5`.
    Gid(u32),
    /// A value of a number grid, written `value 3`.
    Value(i64),
    /// A tile by its name, class or tag, written `tile "water"`.
    Tile(String),
    /// A tile by its tileset and its number in the tileset, written `tile "outdoor" 12`.
    TileOf(String, u32),
    /// An object by its name, class or tag, written `object "rat"`.
    Object(String),
    /// A tile or object with this custom property, written `property kind=rat`.
    Property(String, String),
    /// A whole layer by its name, written `layer "clouds"`.
    Layer(String),
}

/// The result of a rule for a matching thing: the right side of its `=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The thing becomes this glyph, which is drawn or placed by a record.
    Glyph(char),
    /// The thing is dropped, without a remark.
    Nothing,
}

/// A word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LegendWord {
    Bare(String),
    Text(String),
    Character(char),
}

impl ImportLegend {
    /// Parses a legend.
    ///
    /// # Errors
    /// Returns all faults of lines that have an `=` but are not rules, and of unclosed quotes.
    pub fn read(source: &Source) -> Result<ImportLegend, Vec<ImportFault>> {
        let mut legend = ImportLegend::default();
        let mut faults = Vec::new();
        for (nth, line) in source.text.lines().enumerate() {
            let place = |column: usize| (nth + 1, column + 1);
            let words = match words(line) {
                Ok(words) => words,
                Err((column, why)) => {
                    faults.push(ImportFault::at(&source.name, place(column), why));
                    continue;
                }
            };
            let bare = |word: &LegendWord, text: &str| matches!(word, LegendWord::Bare(bare) if bare == text);
            // `= = *` is a rule for the character `=`.
            let skipped = usize::from(words.len() > 1 && bare(&words[0].1, "="));
            let equals = words
                .iter()
                .skip(skipped)
                .position(|word| bare(&word.1, "="));
            let Some(equals) = equals.map(|nth| nth + skipped) else {
                if !line.trim().is_empty() {
                    legend.head.push(line.trim_end().to_owned());
                }
                continue;
            };
            let subject = subject(&words[..equals]);
            let meaning = meaning(&words[equals + 1..]);
            let (column, text) = (words[0].0, line.trim().to_owned());
            match (subject, meaning) {
                (Ok(RuleSubject::Layer(_)), Ok(Meaning::Glyph(_))) => {
                    let why = "expected `nothing` after a layer's `=`, found a glyph";
                    faults.push(ImportFault::at(&source.name, place(column), why));
                }
                (Ok(subject), Ok(meaning)) => {
                    legend.first.entry(subject).or_insert(legend.rules.len());
                    legend.rules.push(LegendRule {
                        meaning,
                        place: place(column),
                        text,
                        is_used: Cell::new(false),
                    });
                }
                (subject, meaning) => {
                    let behind = words.get(equals + 1).map_or(line.chars().count(), |w| w.0);
                    let whys = [(column, subject.err()), (behind, meaning.err())];
                    faults.extend(whys.into_iter().filter_map(|(column, why)| {
                        Some(ImportFault::at(&source.name, place(column), why?))
                    }));
                }
            }
        }
        if faults.is_empty() {
            Ok(legend)
        } else {
            Err(faults)
        }
    }

    /// Returns the meaning of a thing: from the first rule that matches, or else from the file's format. `None` if
    /// neither gives a meaning.
    pub fn meaning(&self, thing: &ForeignThing) -> Option<Meaning> {
        let fitting = RuleSubject::all_of(thing).into_iter();
        let first = fitting.filter_map(|subject| self.first.get(&subject)).min();
        if let Some(rule) = first.map(|nth| &self.rules[*nth]) {
            rule.is_used.set(true);
            return Some(rule.meaning);
        }
        thing.certain.map(Meaning::Glyph)
    }

    /// Whether a rule drops a layer.
    pub fn drops_layer(&self, name: &str) -> bool {
        let nth = self.first.get(&RuleSubject::Layer(name.to_owned()));
        let rule = nth.map(|nth| &self.rules[*nth]);
        if let Some(rule) = rule {
            rule.is_used.set(true);
        }
        rule.is_some()
    }

    /// Returns the rules that matched nothing, each with its line and column from 1 and its text.
    pub fn unused(&self) -> impl Iterator<Item = ((usize, usize), &str)> {
        let unused = self.rules.iter().filter(|rule| !rule.is_used.get());
        unused.map(|rule| (rule.place, rule.text.as_str()))
    }
}

impl RuleSubject {
    /// Returns all subjects that match a thing.
    fn all_of(thing: &ForeignThing) -> Vec<RuleSubject> {
        let named = |name: &String| {
            if thing.is_object {
                RuleSubject::Object(name.clone())
            } else {
                RuleSubject::Tile(name.clone())
            }
        };
        let of = |(set, id): &(String, u32)| RuleSubject::TileOf(set.clone(), *id);
        let has =
            |(key, value): &(String, String)| RuleSubject::Property(key.clone(), value.clone());
        let numbers = [
            thing.character.map(RuleSubject::Character),
            thing.gid.map(RuleSubject::Gid),
            thing.value.map(RuleSubject::Value),
            thing.tileset.as_ref().map(of),
        ];
        let words = thing.names.iter().map(named);
        let properties = thing.properties.iter().map(has);
        numbers
            .into_iter()
            .flatten()
            .chain(words)
            .chain(properties)
            .collect()
    }
}

/// Splits a line into words, each with its first column from 0. Stops at a comment.
fn words(line: &str) -> Result<Vec<(usize, LegendWord)>, (usize, &'static str)> {
    let letters: Vec<char> = line.chars().collect();
    let mut words = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let start = at;
        match letters[at] {
            ' ' | '\t' => at += 1,
            '/' if letters.get(at + 1) == Some(&'/') => break,
            '\'' if letters.get(at + 2) == Some(&'\'') => {
                words.push((start, LegendWord::Character(letters[at + 1])));
                at += 3;
            }
            '"' => {
                let (text, end) =
                    quoted_text(&letters, at).ok_or((at, "expected a closing `\"`, found none"))?;
                words.push((start, LegendWord::Text(text)));
                at = end;
            }
            _ => {
                let mut word = String::new();
                while at < letters.len() && !matches!(letters[at], ' ' | '\t') {
                    if letters[at] == '"' {
                        // `kind="sewer rat"` is one word.
                        let (text, end) = quoted_text(&letters, at)
                            .ok_or((at, "expected a closing `\"`, found none"))?;
                        word.push_str(&text);
                        at = end;
                    } else {
                        word.push(letters[at]);
                        at += 1;
                    }
                }
                words.push((start, LegendWord::Bare(word)));
            }
        }
    }
    Ok(words)
}

/// Reads the quoted string that begins at an index. Returns its text with the index after the closing quote; `None` if
/// the quote is not closed.
fn quoted_text(letters: &[char], from: usize) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut at = from + 1;
    loop {
        match letters.get(at)? {
            '"' => return Some((text, at + 1)),
            '\\' => {
                text.push(*letters.get(at + 1)?);
                at += 2;
            }
            letter => {
                text.push(*letter);
                at += 1;
            }
        }
    }
}

/// Parses the left side of a rule.
fn subject(words: &[(usize, LegendWord)]) -> Result<RuleSubject, FaultText> {
    let words: Vec<&LegendWord> = words.iter().map(|(_, word)| word).collect();
    let bare = |word: &LegendWord| match word {
        LegendWord::Bare(text) => Some(text.clone()),
        _ => None,
    };
    let name = |word: &LegendWord| match word {
        LegendWord::Bare(text) | LegendWord::Text(text) => Some(text.clone()),
        LegendWord::Character(_) => None,
    };
    let found = match words.as_slice() {
        [LegendWord::Character(character)] => Some(RuleSubject::Character(*character)),
        [LegendWord::Bare(word)] if word.chars().count() == 1 => {
            word.chars().next().map(RuleSubject::Character)
        }
        [first, rest @ ..] => match (bare(first).as_deref(), rest) {
            (Some("gid"), [n]) => { bare(n).and_then(|n| n.parse().ok()) }.map(RuleSubject::Gid),
            (Some("value"), [n]) => {
                { bare(n).and_then(|n| n.parse().ok()) }.map(RuleSubject::Value)
            }
            (Some("tile"), [set]) => name(set).map(RuleSubject::Tile),
            (Some("tile"), [set, n]) => {
                let id = bare(n).and_then(|n| n.parse().ok());
                name(set)
                    .zip(id)
                    .map(|(set, id)| RuleSubject::TileOf(set, id))
            }
            (Some("object"), [of]) => name(of).map(RuleSubject::Object),
            (Some("layer"), [of]) => name(of).map(RuleSubject::Layer),
            (Some("property"), [pair]) => bare(pair).and_then(|pair| {
                let (key, value) = pair.split_once('=')?;
                Some(RuleSubject::Property(key.to_owned(), value.to_owned()))
            }),
            _ => None,
        },
        [] => None,
    };
    found.ok_or_else(|| {
        "expected a character, `gid N`, `value N`, `tile \"NAME\"`, `tile \"TILESET\" N`, `object \"NAME\"`, \
         `property KEY=VALUE` or `layer \"NAME\"` before the `=`"
            .to_owned()
    })
}

/// Parses the right side of a rule.
fn meaning(words: &[(usize, LegendWord)]) -> Result<Meaning, FaultText> {
    let glyph = match words {
        [(_, LegendWord::Character(glyph))] => *glyph,
        [(_, LegendWord::Bare(word))] if word == "nothing" => return Ok(Meaning::Nothing),
        [(_, LegendWord::Bare(word))] if word.chars().count() == 1 => {
            word.chars().next().unwrap_or(' ')
        }
        [] => return Err("expected a glyph or `nothing` after the `=`, found nothing".to_owned()),
        [(_, LegendWord::Bare(found) | LegendWord::Text(found))] => {
            let found = quoted(found);
            return Err(format!("expected one glyph or `nothing`, found {found}"));
        }
        [..] => return Err("expected one glyph or `nothing`, found several words".to_owned()),
    };
    match fault(glyph) {
        None => Ok(Meaning::Glyph(glyph)),
        Some(_) => Err("expected a glyph that is one column wide".to_owned()),
    }
}

//! Completion: suggestions of keywords, keys, words, glyphs and names to type next, from the table of keys and from the
//! file itself.
use std::collections::BTreeSet;

use super::file_analysis::{FileAnalysis, FileScope, GlyphOrigin, span};
use super::glyph_uses::{made_kinds, names_level, names_things};
use super::hover::{code_text, key_text, keyword_text};
use super::named_things::touches;
use super::typed_word::TypedWord;
use dungeon_format::characters::{as_value, in_quotes};
use dungeon_format::diagnostic::Code;
use dungeon_format::keys::{self, KEYS, KeySpec, RecordKind, ValueShape};
use dungeon_format::parse::KEYWORDS;
use dungeon_format::source::Span;
use dungeon_format::syntax::{Statement, Value};
use dungeon_model::dungeon::colour::Colour;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{builtin, games};
use dungeon_model::space::geometry::Directions;
use dungeon_model::space::narrow::count;

/// The sort of a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuggestionSort {
    /// A word that begins a record.
    Keyword,
    /// A key, with its `=`.
    Key,
    /// One of a fixed set of words, such as a value of a key.
    Word,
    /// A glyph that has a meaning at the cursor.
    Glyph,
    /// The name of a level or a lock in the file.
    Name,
    /// The path of a file to include.
    File,
}

/// A text to type next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The text to insert.
    pub text: String,
    /// The sort of text.
    pub sort: SuggestionSort,
    /// A short description, such as the sort of thing.
    pub detail: String,
    /// The meaning as Markdown; empty if `detail` is enough.
    pub meaning: String,
}

/// The suggestions at a cursor, and the text that they replace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The text that a suggestion replaces.
    pub typed: Span,
    /// The texts that may be inserted.
    pub suggestions: Vec<Suggestion>,
    /// Whether the path of a file to include can be typed at the cursor.
    pub wants_file: bool,
}

impl FileAnalysis {
    /// Returns the suggestions at a byte.
    pub fn completion(&self, byte: u32) -> Completion {
        if let Some(cells) = self.cell_completion(byte) {
            return cells;
        }
        let word = self.typed_word(byte);
        let typed = self.source().slice(word.typed).to_owned();
        let at = |from: usize, suggestions| Completion {
            typed: Span {
                start: word.typed.start + count(from),
                ..word.typed
            },
            suggestions,
            wants_file: false,
        };
        let first = word.before.first().map_or("", String::as_str);
        match (typed.split_once('='), first) {
            _ if word.is_remark => Completion::default(),
            (_, "include") => Completion {
                wants_file: true,
                ..at(0, Vec::new())
            },
            (Some((key, _)), first) if !first.is_empty() => {
                let from = key.len() + 1;
                let (from, suggestions) = self.value_completion(&word, key, &typed[from..], from);
                at(from, suggestions)
            }
            _ if word.is_text => Completion::default(),
            (_, "") => at(0, self.first_words(byte)),
            _ => match self.head_completion(&word, &typed) {
                Some((from, suggestions)) => at(from, suggestions),
                None => at(0, self.key_completion(&word)),
            },
        }
    }

    /// Returns the glyphs that may be drawn at a byte of a map; `None` outside of maps. Makes no suggestions after a
    /// letter or a digit, so that authors do not accept one by accident while they draw.
    fn cell_completion(&self, byte: u32) -> Option<Completion> {
        let rows = self.rows(self.statement_at(byte)?);
        let row = rows.iter().find(|row| touches(**row, byte))?;
        let before = self.source().slice(Span { end: byte, ..*row });
        let suggestions = if before.ends_with(char::is_alphanumeric) {
            Vec::new()
        } else {
            self.glyphs(byte, |_| true, "")
        };
        Some(Completion {
            typed: Span {
                start: byte,
                end: byte,
            },
            suggestions,
            wants_file: false,
        })
    }

    /// Returns the words and glyphs that may begin a line.
    fn first_words(&self, byte: u32) -> Vec<Suggestion> {
        let words = KEYWORDS.iter().map(|shape| (shape.keyword, shape.example));
        let words = words.chain([("map", "map"), ("end", "end")]);
        let words = words.map(|(word, example)| Suggestion {
            text: word.to_owned(),
            sort: SuggestionSort::Keyword,
            detail: example.to_owned(),
            meaning: keyword_text(word).unwrap_or_default(),
        });
        let is_level = self.scope_at(byte) != FileScope::Whole;
        let glyphs = if is_level {
            self.glyphs(byte, |thing| !matches!(thing, Thing::Tile(_)), "")
        } else {
            Vec::new()
        };
        words.chain(glyphs).collect()
    }

    /// Returns suggestions for the head of a record, and the offset in the typed word at which they start; `None` after
    /// the head.
    fn head_completion(&self, word: &TypedWord, typed: &str) -> Option<(usize, Vec<Suggestion>)> {
        let behind = typed.rfind('|').map_or(0, |bar| bar + 1);
        let byte = word.record;
        let plain = |words: Vec<&'static str>| {
            let all = words
                .into_iter()
                .map(|text| plain(text, SuggestionSort::Word));
            Some((0, all.collect()))
        };
        match (word.before.first()?.as_str(), word.before.len()) {
            ("rules", 1) => plain(games::WORDS.to_vec()),
            ("map", 1) => plain(vec!["open", "caves", "rooms", "classic"]),
            ("allow", 1) => {
                let all = Code::OF_DUNGEONS
                    .iter()
                    .filter(|code| code.may_be_allowed());
                let all = all.map(|code| Suggestion {
                    text: code.name().to_owned(),
                    sort: SuggestionSort::Word,
                    detail: code.summary(),
                    meaning: code_text(*code),
                });
                Some((0, all.collect()))
            }
            ("scatter", 1) => Some((0, self.glyphs(byte, |_| true, ""))),
            ("shuffle", _) => Some((0, self.marks_at(byte))),
            ("mark", 2) => Some((behind, self.glyphs(byte, |_| true, ""))),
            ("class", 2) => {
                let is_thing =
                    |thing| matches!(thing, Thing::Item(_)) || fits(&keys::SPAWNS, thing);
                Some((behind, self.glyphs(byte, is_thing, "")))
            }
            // The author chooses a new glyph here, so no suggestion can be right.
            ("tile" | "item" | "kind" | "mark" | "class", 1) => Some((0, Vec::new())),
            _ => None,
        }
    }

    /// Returns the keys that the record may have and does not have yet.
    fn key_completion(&self, word: &TypedWord) -> Vec<Suggestion> {
        let kinds = self.kinds_at(word);
        let record = self
            .statements()
            .iter()
            .map(span)
            .find(|span| span.start == word.record);
        let said = record.map_or("", |record| self.source().slice(record));
        let has = |key: &KeySpec| {
            let mut words = said.split_whitespace();
            let is_it = |rest: &str| rest.starts_with('=');
            words.any(|one| one.strip_prefix(key.word).is_some_and(is_it))
        };
        let here = KEYS.iter().filter(|key| {
            kinds.iter().any(|kind| key.stands_in(*kind, self.games()))
                && **key != &keys::VIA
                && !has(key)
                || **key == &keys::VIA && kinds.contains(&RecordKind::PlacedMonster)
        });
        let mut words = BTreeSet::new();
        let once = here.filter(|key| words.insert(key.word));
        once.map(|key| Suggestion {
            text: format!("{}=", key.word),
            sort: SuggestionSort::Key,
            detail: key.description(),
            meaning: key_text(key),
        })
        .collect()
    }

    /// Returns the kinds of the record that a word belongs to, which determine its keys.
    fn kinds_at(&self, word: &TypedWord) -> Vec<RecordKind> {
        let mut all = self.statements().iter().enumerate();
        match all.find(|(_, one)| span(one).start == word.record) {
            Some((nth, Statement::Record(record))) => self.record_kinds(record, self.scope(nth)),
            _ => match word.before.get(..2) {
                Some([map, how]) if map == "map" => made_kinds(how),
                _ => Vec::new(),
            },
        }
    }

    /// Returns suggestions for the value of a key, and the offset in the typed word at which they start.
    fn value_completion(
        &self,
        word: &TypedWord,
        key: &str,
        value: &str,
        from: usize,
    ) -> (usize, Vec<Suggestion>) {
        let kinds = self.kinds_at(word);
        let mut specs = KEYS.iter().filter(|spec| spec.word == key);
        let spec = specs.find(|spec| kinds.iter().any(|kind| spec.stands_in(*kind, self.games())));
        let Some(spec) = spec else {
            return (from, Vec::new());
        };
        let words = |all: &[&str]| {
            let all = all.iter().map(|text| text.trim_end_matches('N'));
            all.map(|text| plain(text, SuggestionSort::Word)).collect()
        };
        let byte = word.record;
        let suggestions = match spec.shape {
            ValueShape::OneOf(all) | ValueShape::Word(_, all) | ValueShape::Part(_, all) => {
                words(all)
            }
            ValueShape::Sight { .. } | ValueShape::YesOrCount { .. } => words(&["yes", "no"]),
            ValueShape::Colour => {
                let names = Colour::NAMES.iter().map(|(name, _)| *name);
                words(&names.collect::<Vec<&str>>())
            }
            ValueShape::Directions => {
                let behind = value.rfind(',').map_or(0, |comma| comma + 1);
                let all = Directions::ALL.iter();
                let all = all.map(|way| plain(way_word(way), SuggestionSort::Word));
                return (from + behind, all.collect());
            }
            ValueShape::BuiltInKind => {
                let built_in = self.game().kind_words();
                let built_in: Vec<Suggestion> = words(&built_in);
                let own = self.glyphs(byte, |thing| fits(&keys::SPAWNS, thing), "");
                built_in.into_iter().chain(own).collect()
            }
            ValueShape::Glyph if **spec == keys::WITH => self.marks_at(byte),
            ValueShape::Glyph => self.glyphs(byte, |thing| fits(spec, thing), ""),
            ValueShape::GlyphAndNumber { .. } => self.glyphs(byte, |thing| fits(spec, thing), ":"),
            ValueShape::Point | ValueShape::Cells => self.drawn_glyphs(byte),
            ValueShape::Name if **spec == keys::FAMILY_LOOKS => {
                let behind = value.rfind('|').map_or(0, |bar| bar + 1);
                let names = Colour::NAMES.map(|(name, _)| name);
                return (from + behind, words(&names));
            }
            ValueShape::Name => self.names_for(spec, word),
            ValueShape::Percent { step, most } => {
                let all = (0..=most / step).map(|nth| format!("{}%", nth * step));
                let all = all.map(|text| plain(&text, SuggestionSort::Word));
                return (from, all.collect());
            }
            ValueShape::Number { .. }
            | ValueShape::Bounds { .. }
            | ValueShape::Cell
            | ValueShape::BotAndShare
            | ValueShape::TuneMarks
            | ValueShape::Range { .. }
            | ValueShape::Text
            | ValueShape::Region => Vec::new(),
        };
        (from, suggestions)
    }

    /// Returns the names of levels, locks, families or things that may be the value of a key. Leaves out a lock whose
    /// only mention is at the cursor.
    fn names_for(&self, spec: &KeySpec, word: &TypedWord) -> Vec<Suggestion> {
        let byte = word.record;
        if names_level(spec) {
            let records = self.levels().filter_map(|(_, nth)| self.record(nth));
            let names = records.filter_map(|record| record.text.as_ref());
            return names
                .map(|name| named(&in_quotes(&name.value), "a level"))
                .collect();
        }
        if names_things(spec) {
            let everything = match spec.word {
                _ if *spec == keys::TAKE => Some("yes"),
                _ if *spec == keys::KILL => Some("all"),
                _ => None,
            };
            let everything = everything.map(|word| plain(word, SuggestionSort::Word));
            let all = self.glyphs(byte, |thing| fits(spec, thing), "");
            return everything.into_iter().chain(all).collect();
        }
        if *spec == keys::FAMILY {
            let names = self.families().map(|name| as_value(&name.value));
            return names.map(|name| named(&name, "a family")).collect();
        }
        let pairs = (0..self.statements().len()).flat_map(|nth| self.keys(nth));
        let locks = pairs.filter(|(_, other)| {
            other.is_some_and(|other| *other == keys::LOCKED || *other == keys::OPENS)
        });
        let elsewhere = locks.filter(|(pair, _)| !touches(pair.value.span, word.typed.end));
        let names: BTreeSet<String> = elsewhere
            .map(|(pair, _)| match &pair.value.value {
                Value::Text(name) => as_value(name),
                other => other.to_string(),
            })
            .collect();
        names.iter().map(|name| named(name, "a lock")).collect()
    }

    /// Returns the glyphs that have a meaning at a byte and stand for a thing that `fits`. The file's own glyphs come
    /// first.
    fn glyphs(&self, byte: u32, fits: impl Fn(Thing) -> bool, behind: &str) -> Vec<Suggestion> {
        let scope = self.scope_at(byte);
        let own = self.own_glyphs(scope);
        let built_in = self.game().glyphs().into_iter();
        let built_in = built_in.map(|(glyph, _)| (glyph, GlyphOrigin::BuiltIn));
        let mut seen = BTreeSet::new();
        let all = own
            .chain(built_in)
            .filter(|(glyph, _)| *glyph != ' ' && seen.insert(*glyph));
        let fitting = all.filter(|(glyph, origin)| {
            let things = self.things(*origin, *glyph);
            things.is_empty() || things.into_iter().any(&fits)
        });
        fitting
            .map(|(glyph, origin)| self.glyph_suggestion(glyph, origin, behind))
            .collect()
    }

    fn glyph_suggestion(&self, glyph: char, origin: GlyphOrigin, behind: &str) -> Suggestion {
        Suggestion {
            text: format!("{glyph}{behind}"),
            sort: SuggestionSort::Glyph,
            detail: self.glyph_name(origin, glyph),
            meaning: String::new(),
        }
    }

    /// Returns the marks that are valid at a byte.
    fn marks_at(&self, byte: u32) -> Vec<Suggestion> {
        let own = self.own_glyphs(self.scope_at(byte));
        let marks = own.filter(|(_, origin)| matches!(origin, GlyphOrigin::Marked(_)));
        marks
            .map(|(glyph, origin)| self.glyph_suggestion(glyph, origin, ""))
            .collect()
    }

    /// Returns the glyphs drawn in the level at a byte, except blanks, `.` and `#`.
    fn drawn_glyphs(&self, byte: u32) -> Vec<Suggestion> {
        let scope = self.scope_at(byte);
        let maps = (0..self.statements().len()).filter(|nth| self.scope(*nth) == scope);
        let rows = maps.flat_map(|nth| self.rows(nth));
        let drawn: BTreeSet<char> = rows
            .flat_map(|row| self.source().slice(*row).chars())
            .collect();
        let drawn = drawn
            .into_iter()
            .filter(|glyph| !matches!(glyph, ' ' | '.' | '#'));
        drawn
            .map(|glyph| self.glyph_suggestion(glyph, self.origin(scope, glyph), ""))
            .collect()
    }
}

/// Whether a key may name the thing.
fn fits(spec: &KeySpec, thing: Thing) -> bool {
    let is = |all: &[&KeySpec]| all.contains(&spec);
    match thing {
        _ if is(&[&keys::GLYPH]) => true,
        Thing::Body(builtin::HERO) => false,
        Thing::Item(_) => is(&[
            &keys::DROPS,
            &keys::LOOKS_LIKE,
            &keys::WITHOUT,
            &keys::TAKE,
            &keys::WHEN_GIVE,
            &keys::WHEN_TAKE,
        ]),
        Thing::Body(_) => is(&[
            &keys::SPAWNS,
            &keys::FOLLOWS,
            &keys::WHEN_SPAWN,
            &keys::KILL,
            &keys::WHEN_KILL,
            &keys::WHEN_ALL_DEAD,
        ]),
        Thing::Tile(_) if is(&[&keys::LOOKS_LIKE]) => true,
        Thing::Tile(_) | Thing::Feature(_) => {
            is(&[&keys::FILLS, &keys::TRAIL, &keys::WHEN_INTO, &keys::COVER])
        }
    }
}

fn plain(text: &str, sort: SuggestionSort) -> Suggestion {
    Suggestion {
        text: text.to_owned(),
        sort,
        detail: String::new(),
        meaning: String::new(),
    }
}

fn named(text: &str, what: &str) -> Suggestion {
    Suggestion {
        detail: what.to_owned(),
        ..plain(text, SuggestionSort::Name)
    }
}

/// Returns the file format's word for a direction.
fn way_word(way: dungeon_model::space::geometry::Direction) -> &'static str {
    use dungeon_model::space::geometry::Direction::*;
    match way {
        North => "n",
        NorthEast => "ne",
        East => "e",
        SouthEast => "se",
        South => "s",
        SouthWest => "sw",
        West => "w",
        NorthWest => "nw",
    }
}

//! `kind R "rat king" is=r`: kinds that are based on another kind of the file, and the order in which kinds are read.
use std::collections::{BTreeMap, BTreeSet};

use super::kind_links::KindLinks;
use super::stats::thing_name;
use crate::characters::listed;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{glyph_said, not_expected};
use crate::resolve::schema::glyphs::GlyphTable;
use crate::source::Span;
use crate::spelling::other_case;
use crate::syntax::{Head, KeyValue, Record, Value};
use dungeon_model::dungeon::KindId;
use dungeon_model::dungeon::game_profile::Thing;

/// The kinds of a file that have been read so far, and other glyphs that are useful in findings about `is=`.
#[derive(Debug, Default)]
pub struct OwnKinds {
    /// The kinds by glyph. Only the first kind counts for a duplicate glyph, which is reported elsewhere.
    read: BTreeMap<char, OwnKind>,
    /// The glyphs of kinds that are directly or indirectly based on themselves, already reported.
    circular: BTreeSet<char>,
    /// The glyphs of classes.
    classes: BTreeSet<char>,
    /// The glyph of each kind, by the name in its declaration.
    named: BTreeMap<String, char>,
}

/// A kind of the file on which other kinds can be based.
#[derive(Clone, Copy, Debug)]
pub struct OwnKind {
    /// The id of the kind.
    pub id: KindId,
    /// The drop, offspring and trail that the kind names by glyph, or inherits from its base.
    pub links: KindLinks,
    /// Whether the base or a part of the kind could not be read, so that the kind is not what its author meant.
    pub is_guessed: bool,
}

/// The base of a kind whose `is=` is a glyph.
#[derive(Clone, Copy, Debug)]
pub enum GlyphBase {
    /// A kind of the file.
    Own(OwnKind),
    /// A glyph that is no known kind, already reported.
    Unknown,
}

impl OwnKinds {
    /// Adds a kind that was read.
    pub fn add(&mut self, glyph: char, kind: OwnKind) {
        self.read.entry(glyph).or_insert(kind);
    }

    /// Returns the base of a kind whose `is=` is a glyph; `None` for any other kind. Reports a glyph that no kind of
    /// the file has, and the name of a kind in place of its glyph.
    pub fn base(
        &self,
        cx: &mut Context<'_>,
        glyphs: &GlyphTable,
        record: &Record,
    ) -> Option<GlyphBase> {
        let pair = is_key(cx, record)?;
        let Some(glyph) = glyph_said(cx, pair) else {
            let finding = self.glyph_of_named(cx, pair, record)?;
            cx.report(finding);
            return Some(GlyphBase::Unknown);
        };
        if let Some(own) = self.read.get(&glyph) {
            glyphs.use_thing(glyph);
            return Some(GlyphBase::Own(*own));
        }
        if !self.circular.contains(&glyph) && !glyphs.doubtful.contains(&glyph) {
            let finding = if self.classes.contains(&glyph) {
                no_class(pair, glyph)
            } else {
                self.no_own_kind(cx, pair, glyph, glyphs.thing(glyph))
            };
            cx.report(finding);
        }
        Some(GlyphBase::Unknown)
    }

    /// Returns the records in the order of reading: file order, except that each kind comes after its base. Reports
    /// kinds that are directly or indirectly based on themselves.
    pub fn bases_first<'r>(
        &mut self,
        cx: &mut Context<'_>,
        records: Vec<&'r Record>,
    ) -> Vec<&'r Record> {
        let mut kinds = BTreeMap::new();
        for (nth, record) in records.iter().enumerate() {
            match &record.head.value {
                Head::Kind(glyph) => {
                    kinds.entry(glyph.value).or_insert(nth);
                    if let Some(name) = &record.text {
                        self.named.entry(name.value.clone()).or_insert(glyph.value);
                    }
                }
                Head::Class(glyph, _) => {
                    self.classes.insert(glyph.value);
                }
                _ => {}
            }
        }
        let base = |nth: usize| {
            let Head::Kind(_) = records[nth].head.value else {
                return None;
            };
            kinds
                .get(&glyph_said(cx, is_key(cx, records[nth])?)?)
                .copied()
        };
        let mut circles: Vec<Vec<&Record>> = Vec::new();
        let mut order = Vec::with_capacity(records.len());
        // For each record, the number (from 1) of the first chain of bases that reached it; 0 before any chain does.
        let mut met = vec![0; records.len()];
        for number in 1..=records.len() {
            let mut chain = Vec::new();
            let mut next = Some(number - 1);
            while let Some(nth) = next.filter(|nth| met[*nth] == 0) {
                met[nth] = number;
                chain.push(nth);
                next = base(nth);
            }
            if let Some(again) = next.filter(|nth| met[*nth] == number) {
                let circle = chain.iter().skip_while(|nth| **nth != again);
                circles.push(circle.map(|nth| records[*nth]).collect());
            }
            order.extend(chain.into_iter().rev().map(|nth| records[nth]));
        }
        for circle in circles {
            self.report_circle(cx, &circle);
        }
        order
    }

    /// Reports kinds that are based on each other in a circle: each on the next, and the last on the first.
    fn report_circle(&mut self, cx: &mut Context<'_>, circle: &[&Record]) {
        let mut links = circle.iter().filter_map(|record| {
            let Head::Kind(glyph) = record.head.value else {
                return None;
            };
            Some((glyph.value, is_key(cx, record)?.value.span))
        });
        let Some((first, span)) = links.next() else {
            return;
        };
        let others: Vec<(char, Span)> = links.collect();
        let chain: String = others
            .iter()
            .map(|(glyph, _)| format!("`{glyph}`, which starts from "))
            .collect();
        let message = format!(
            "expected `is=` to name another kind, found `{first}`, which starts from {chain}itself"
        );
        let mut finding = Diagnostic::new(Code::BadValue, span, message);
        for (glyph, span) in &others {
            finding = finding.label(*span, format!("`{glyph}` starts from this kind"));
        }
        let words = listed(&cx.game.kind_words(), "or");
        cx.report(finding.help(format!(
            "remove one `is=`, or start from a built-in kind: {words}"
        )));
        self.circular.insert(first);
        self.circular.extend(others.iter().map(|(glyph, _)| *glyph));
    }
}

/// Returns the `is=` of a record; `None` without one.
fn is_key<'r>(cx: &Context<'_>, record: &'r Record) -> Option<&'r KeyValue> {
    let mut keys = record.keys.iter();
    keys.find(|pair| cx.text(pair.key) == keys::IS.word)
}

/// Makes the finding about an `is=` whose value is the glyph of a class.
fn no_class(pair: &KeyValue, glyph: char) -> Diagnostic {
    let message = format!("expected one kind for `is=`, found `{glyph}`, which is a class");
    let finding = Diagnostic::new(Code::BadValue, pair.value.span, message);
    finding.help(
        "write the glyph of one kind of the class: the class can become another kind in each game",
    )
}

/// The value that `is=` takes, for messages that begin with "expected".
const BASE: &str = "a built-in kind, or the glyph of a `kind` of this file,";

impl OwnKinds {
    /// Makes the finding about an `is=` whose value is the name of another kind of the file; `None` for other words.
    fn glyph_of_named(
        &self,
        cx: &Context<'_>,
        pair: &KeyValue,
        record: &Record,
    ) -> Option<Diagnostic> {
        let said = match &pair.value.value {
            Value::Text(text) => text.as_str(),
            _ => cx.text(pair.value.span),
        };
        let is_own =
            |glyph: char| matches!(&record.head.value, Head::Kind(own) if own.value == glyph);
        let glyph = *self.named.get(said).filter(|glyph| !is_own(**glyph))?;
        if cx.game.kind_words().contains(&said) {
            return None;
        }
        let finding = not_expected(cx, pair, BASE).help(format!("write its glyph: `is={glyph}`"));
        Some(finding.fix(pair.value.span, glyph))
    }

    /// Makes the finding about an `is=` whose value is a glyph that no kind of the file has.
    fn no_own_kind(
        &self,
        cx: &Context<'_>,
        pair: &KeyValue,
        glyph: char,
        thing: Option<Thing>,
    ) -> Diagnostic {
        let span = pair.value.span;
        let words = cx.game.kind_words();
        let Some(thing) = thing else {
            let finding = not_expected(cx, pair, BASE);
            let words = listed(&words, "or");
            let help = format!(
                "declare it before the first level: `kind {glyph} \"name\"`, or use a built-in kind: {words}"
            );
            let meant = other_case(glyph).filter(|other| self.read.contains_key(other));
            return finding.perhaps_meant(span, meant, help);
        };
        let name = thing_name(cx, thing);
        let message = format!("expected {BASE} for `is=`, found `{glyph}`, which is {name}");
        let finding = Diagnostic::new(Code::BadValue, span, message);
        let is_it = |word: &&&str| {
            let kind = cx.game.kind(&cx.tables.kinds.rows, word);
            matches!(thing, Thing::Body(id) if kind.as_ref() == Some(cx.tables.kind(id)))
        };
        let help = format!("write a built-in kind: {}", listed(&words, "or"));
        finding.did_you_mean_or(span, words.iter().find(is_it).copied(), help)
    }
}

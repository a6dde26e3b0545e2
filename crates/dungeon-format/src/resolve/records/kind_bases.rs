//! `kind R "rat king" is=r`: from which kind of the file another one starts, and in which order they are read.
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
use crate::syntax::{Head, KeyValue, Record};
use dungeon_model::dungeon::KindId;
use dungeon_model::dungeon::game_profile::Thing;

/// The kinds of a file, as far as they are read.
#[derive(Debug, Default)]
pub struct OwnKinds {
    /// By glyph; of two with one glyph, which is reported, the first.
    read: BTreeMap<char, OwnKind>,
    /// The glyphs of kinds that start from themselves, which is reported.
    circular: BTreeSet<char>,
    /// The glyphs of classes.
    classes: BTreeSet<char>,
}

/// A kind of the file, from which others may start.
#[derive(Clone, Copy, Debug)]
pub struct OwnKind {
    /// Which kind it is.
    pub id: KindId,
    /// What it names by glyphs, or the kind does that it starts from.
    pub links: KindLinks,
    /// Whether it is not what its author meant, since what it starts from or a part could not be read.
    pub is_guessed: bool,
}

/// What an `is=` with a glyph starts from.
#[derive(Clone, Copy, Debug)]
pub enum GlyphBase {
    /// A kind of the file.
    Own(OwnKind),
    /// Nothing that is known: that is reported.
    Unknown,
}

impl OwnKinds {
    /// Notes a kind that was read.
    pub fn add(&mut self, glyph: char, kind: OwnKind) {
        self.read.entry(glyph).or_insert(kind);
    }

    /// What a kind starts from, where its `is=` is a glyph; none where it is something else. A glyph that no kind of the
    /// file has is reported.
    pub fn base(
        &self,
        cx: &mut Context<'_>,
        glyphs: &GlyphTable,
        record: &Record,
    ) -> Option<GlyphBase> {
        let pair = is_key(cx, record)?;
        let glyph = glyph_said(cx, pair)?;
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

    /// Records in the order in which they are to be read: that of the file, but that each kind stands behind the one that
    /// it starts from. Circles are reported.
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
        // The number of the chain in which each record was met first, counted from 1.
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

    /// Reports kinds each of which starts from the next, and the last from the first.
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
            "expected kinds that start from others, found `{first}`, which starts from {chain}itself"
        );
        let mut finding = Diagnostic::new(Code::BadValue, span, message);
        for (glyph, span) in &others {
            finding = finding.label(*span, format!("`{glyph}` starts from this one"));
        }
        let words = listed(&cx.game.kind_words(), "or");
        cx.report(finding.help(format!(
            "remove one `is=`, or start from a built-in kind: {words}"
        )));
        self.circular.insert(first);
        self.circular.extend(others.iter().map(|(glyph, _)| *glyph));
    }
}

/// The `is=` of a record.
fn is_key<'r>(cx: &Context<'_>, record: &'r Record) -> Option<&'r KeyValue> {
    let mut keys = record.keys.iter();
    keys.find(|pair| cx.text(pair.key) == keys::IS.word)
}

/// What to say of a class that a kind is to start from.
fn no_class(pair: &KeyValue, glyph: char) -> Diagnostic {
    let message = format!("expected one kind for `is=`, found `{glyph}`, which is a class");
    let finding = Diagnostic::new(Code::BadValue, pair.value.span, message);
    finding.help("write the glyph of one kind of the class: a kind is the same in every game")
}

impl OwnKinds {
    /// Returns the finding for a glyph that no kind of the file has.
    fn no_own_kind(
        &self,
        cx: &Context<'_>,
        pair: &KeyValue,
        glyph: char,
        thing: Option<Thing>,
    ) -> Diagnostic {
        let span = pair.value.span;
        let what = "a built-in kind, or the glyph of a `kind` of this file,";
        let words = cx.game.kind_words();
        let Some(thing) = thing else {
            let finding = not_expected(cx, pair, what);
            let words = listed(&words, "or");
            let help = format!(
                "declare it before the first level: `kind {glyph} \"name\"`, or use a built-in kind: {words}"
            );
            let meant = other_case(glyph).filter(|other| self.read.contains_key(other));
            return finding.perhaps_meant(span, meant, help);
        };
        let name = thing_name(cx, thing);
        let message = format!("expected {what} for `is=`, found `{glyph}`, which is {name}");
        let finding = Diagnostic::new(Code::BadValue, span, message);
        let is_it = |word: &&&str| {
            let kind = cx.game.kind(&cx.tables.kinds.rows, word);
            matches!(thing, Thing::Body(id) if kind.as_ref() == Some(cx.tables.kind(id)))
        };
        let help = format!("write a built-in kind: {}", listed(&words, "or"));
        finding.did_you_mean_or(span, words.iter().find(is_it).copied(), help)
    }
}

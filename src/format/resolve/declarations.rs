//! What stands before the first level: the title, the rules, and what the file's own glyphs mean.
use std::num::NonZeroU32;

use super::desk::Desk;
use super::fields::{Fields, bad_value, within};
use super::forms::{called, declared_hero, declared_item};
use super::glyphs::Glyphs;
use super::kinds::{Named, declared_kind};
use super::level::postpone_test;
use super::places::{Declaration, Thing, Use};
use super::tiles::declared_tile;
use crate::dungeon::{Brood, Fog, ItemId, Kind, KindId, Side, builtin};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::{Span, Spanned};
use crate::format::spelling::nearest;
use crate::format::syntax::{Head, Health, KeyValue, LARGEST_NUMBER, Number, Record, Value};

/// What a file says before its first level.
#[derive(Debug, Default)]
pub struct Prologue {
    /// `title "…"`.
    pub title: Once<String>,
    /// `author "…"`.
    pub author: Once<String>,
    /// `about "…"`.
    pub about: Once<String>,
    /// `seed 7`.
    pub seed: Once<u64>,
    hero: Once<()>,
    rules: Once<()>,
    /// The rule set, where this version has it.
    pub game: Game,
    /// `fog=`
    pub fog: Fog,
    /// `tempo=`; none for 0.
    pub tempo: Option<NonZeroU32>,
    /// What the file's glyphs mean.
    pub glyphs: Glyphs,
    /// Every declaration.
    pub declared: Vec<Declaration>,
    /// Kinds that name others, which may be declared further down.
    named: Vec<(KindId, Named)>,
}

/// Which game a file is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Game {
    /// Explore, said or by default.
    #[default]
    Explore,
    /// One of the games of a later version: its levels mean nothing here yet.
    Later,
}

/// Something that a file says at most once.
#[derive(Debug, Default)]
pub struct Once<T> {
    /// What it says.
    pub value: Option<T>,
    first: Option<Span>,
}

impl<T> Once<T> {
    /// Whether it is said for the first time; otherwise that is reported.
    fn is_first(&mut self, desk: &mut Desk<'_>, record: &Record) -> bool {
        let Some(first) = self.first else {
            self.first = Some(record.head.span);
            return true;
        };
        let word = desk.text(record.head.span);
        let message = format!("expected `{word}` once in a file, found it again");
        desk.report(
            Diagnostic::new(Code::DuplicateKey, record.head.span, message)
                .label(first, "first given here")
                .help("keep the one that you mean"),
        );
        false
    }

    fn text(&mut self, desk: &mut Desk<'_>, record: &Record, what: &str)
    where
        T: From<String>,
    {
        if self.is_first(desk, record) && record.health == Health::Whole {
            let mut fields = Fields::of(record);
            self.value = fields.text().map(|text| text.value.clone().into());
            fields.finish(desk, what);
        }
    }
}

impl Prologue {
    /// Reads one record.
    pub fn read(&mut self, desk: &mut Desk<'_>, record: &Record) {
        match &record.head.value {
            Head::Title => self.title.text(desk, record, "the title"),
            Head::Author => self.author.text(desk, record, "the author"),
            Head::About => self.about.text(desk, record, "the line about the game"),
            Head::Seed => self.seed(desk, record),
            Head::Rules(word) => self.rules(desk, record, word),
            Head::Hero => {
                if self.hero.is_first(desk, record) {
                    let mut fields = Fields::of(record);
                    let hero = declared_hero(desk, &mut fields);
                    fields.finish(desk, "the hero");
                    desk.tables.kinds.replace(builtin::HERO.0, hero);
                }
            }
            Head::Tile(glyph) => {
                let mut fields = Fields::of(record);
                let tile = declared_tile(desk, &mut fields, glyph.value);
                fields.finish(desk, "a tile");
                let id = desk.tile(tile, record.span, builtin::FLOOR);
                self.declare(desk, record, "tile", *glyph, Thing::Tile(id));
            }
            Head::Item(glyph) => {
                let mut fields = Fields::of(record);
                let item = declared_item(desk, &mut fields, glyph.value);
                fields.finish(desk, "an item");
                let id = desk.item(item, record.span, ItemId::NONE);
                self.declare(desk, record, "item", *glyph, Thing::Item(id));
            }
            Head::Kind(glyph) => {
                let mut fields = Fields::of(record);
                let (kind, named) = declared_kind(desk, &mut fields, *glyph);
                fields.finish(desk, "a kind");
                let id = desk.declared_kind(kind, record.span, builtin::WANDERER);
                self.named.push((id, named));
                self.declare(desk, record, "kind", *glyph, Thing::Body(id));
            }
            Head::Test => postpone_test(desk, record),
            Head::Level => {}
            Head::Mark(new, _) => {
                self.glyphs.doubtful.insert(new.value);
                homeless(desk, record);
            }
            Head::Glyph(_) | Head::Scatter(_) => homeless(desk, record),
        }
    }

    fn declare(
        &mut self,
        desk: &mut Desk<'_>,
        record: &Record,
        head: &'static str,
        glyph: Spanned<char>,
        thing: Thing,
    ) {
        let span = record.head.span.to(glyph.span);
        let declaration = Declaration {
            glyph: glyph.value,
            head,
            span,
            use_: Use::Unused,
        };
        self.glyphs
            .declare(desk, &mut self.declared, declaration, glyph, thing);
    }

    fn seed(&mut self, desk: &mut Desk<'_>, record: &Record) {
        if !self.seed.is_first(desk, record) || record.health == Health::Broken {
            return;
        }
        let Some(Spanned {
            value: Number::Int(value),
            span,
        }) = record.numbers.first().copied()
        else {
            return;
        };
        let seed = within(desk, "a seed", Spanned { value, span }, 0..=LARGEST_NUMBER);
        self.seed.value = seed.map(|seed| seed.value as u64);
        let mut fields = Fields::of(record);
        fields.numbers.clear();
        fields.finish(desk, "the seed");
    }

    fn rules(&mut self, desk: &mut Desk<'_>, record: &Record, word: &Spanned<String>) {
        if !self.rules.is_first(desk, record) {
            return;
        }
        match word.value.as_str() {
            "explore" => self.explore(desk, record),
            later @ ("siege" | "arena" | "tactics") => {
                self.game = Game::Later;
                let message = format!(
                    "the rules of {later} belong to the format, but this version cannot play them yet"
                );
                desk.report(
                    Diagnostic::new(Code::NotYet, word.span, message)
                        .help("this version plays `rules explore`"),
                );
            }
            other => {
                let message = format!(
                    "expected the rules `explore`, `siege`, `arena` or `tactics`, found `{other}`"
                );
                let finding = Diagnostic::new(Code::BadValue, word.span, message);
                desk.report(
                    match nearest(other, ["explore", "siege", "arena", "tactics"]) {
                        Some(meant) => finding
                            .help(format!("did you mean `{meant}`?"))
                            .fix(word.span, meant),
                        None => finding.help("this version plays `rules explore`"),
                    },
                );
            }
        }
    }

    /// Once all is declared: what the kinds drop and spawn.
    pub fn finish(&mut self, desk: &mut Desk<'_>) {
        for (id, named) in std::mem::take(&mut self.named) {
            let mut kind: Kind = desk.tables.kind(id).clone();
            if let Some(glyph) = named.drops {
                kind.drops = self.dropped(desk, glyph).unwrap_or(ItemId::NONE);
            }
            if let Some((glyph, every)) = named.spawns {
                let born = self.born(desk, glyph);
                kind.spawns = born.map(|kind| Brood { kind, every });
            }
            desk.tables.kinds.replace(id.0, kind);
        }
    }

    fn dropped(&mut self, desk: &mut Desk<'_>, glyph: Spanned<char>) -> Option<ItemId> {
        match self.named(desk, glyph, "drops")? {
            Thing::Item(item) => Some(item),
            thing => {
                not_named(desk, glyph, "an item for `drops=`", thing);
                None
            }
        }
    }

    fn born(&mut self, desk: &mut Desk<'_>, glyph: Spanned<char>) -> Option<KindId> {
        match self.named(desk, glyph, "spawns")? {
            Thing::Body(kind) if desk.tables.kind(kind).side == Side::Theirs => Some(kind),
            thing => {
                not_named(desk, glyph, "a monster for `spawns=`", thing);
                None
            }
        }
    }

    /// What a glyph stands for, which counts as a use of it; one without a meaning is reported.
    fn named(&mut self, desk: &mut Desk<'_>, glyph: Spanned<char>, key: &str) -> Option<Thing> {
        let thing = self.glyphs.use_thing(glyph.value, &mut self.declared);
        if thing.is_none() && !self.glyphs.doubtful.contains(&glyph.value) {
            let glyph_alone = glyph.value;
            let message =
                format!("expected a glyph with a meaning for `{key}=`, found `{glyph_alone}`");
            let declare = match key {
                "drops" => format!("item {glyph_alone} \"name\""),
                _ => format!("kind {glyph_alone} \"name\" is=wanderer"),
            };
            let finding = Diagnostic::new(Code::UnknownGlyph, glyph.span, message);
            desk.report(finding.help(format!(
                "declare it before the first level, such as `{declare}`"
            )));
        }
        thing
    }
}

/// Reports a glyph that stands for something else than a key wants.
fn not_named(desk: &mut Desk<'_>, glyph: Spanned<char>, wanted: &str, thing: Thing) {
    let found = match thing {
        Thing::Item(id) => format!("the {}", desk.tables.item(id).name),
        Thing::Body(id) => called(desk.tables.kind(id)),
        Thing::Tile(id) => format!("the {}", desk.tables.tile(id).name),
        Thing::Later(what) => what.to_string(),
    };
    let message = format!(
        "expected {wanted}, found `{}`, which is {found}",
        glyph.value
    );
    desk.report(Diagnostic::new(Code::BadValue, glyph.span, message));
}

/// The fastest real time, in milliseconds: below it a person sees no rounds, only a blur.
const FASTEST: i64 = 20;

/// The slowest real time: an hour.
const SLOWEST: i64 = 3_600_000;

/// As far as anybody sees on the largest map.
const FARTHEST: u32 = u16::MAX as u32;

impl Prologue {
    /// The parameters of explore.
    fn explore(&mut self, desk: &mut Desk<'_>, record: &Record) {
        let mut fields = Fields::of(record);
        self.tempo = tempo(desk, &mut fields);
        if let Some(fog) = fields.value("fog") {
            self.fog = read_fog(desk, fog);
        }
        fields.finish(desk, "the rules of explore");
    }
}

/// `tempo=`: milliseconds, or 0 for a game that waits.
fn tempo(desk: &mut Desk<'_>, fields: &mut Fields<'_>) -> Option<NonZeroU32> {
    let tempo = fields.whole(desk, "tempo", 0..=SLOWEST)?;
    if (1..FASTEST).contains(&tempo.value) {
        let message = format!(
            "expected `tempo=0`, or {FASTEST} milliseconds and more, found {}",
            tempo.value
        );
        let finding = Diagnostic::new(Code::NumberOutOfRange, tempo.span, message);
        desk.report(finding.help("a second is `tempo=1000`; with `tempo=0` the monsters wait"));
    }
    NonZeroU32::new(tempo.value as u32)
}

/// `fog=`: `yes`, `no`, or how far the hero sees.
fn read_fog(desk: &mut Desk<'_>, pair: &KeyValue) -> Fog {
    let span = pair.value.span;
    match &pair.value.value {
        Value::Word(word) if word == "no" => Fog::Lifted,
        Value::Word(word) if word == "yes" => Fog::Within(FARTHEST),
        Value::Int(value) => {
            let far = Spanned {
                value: *value,
                span,
            };
            let far = within(desk, "how far the hero sees", far, 1..=FARTHEST.into());
            far.map_or(Fog::Lifted, |far| Fog::Within(far.value as u32))
        }
        _ => {
            bad_value(desk, pair, "`no`, `yes` or a number of cells");
            Fog::Lifted
        }
    }
}

fn homeless(desk: &mut Desk<'_>, record: &Record) {
    if record.health == Health::Broken {
        return; // perhaps it is no record at all
    }
    let word = desk.text(record.head.span);
    let message = format!(
        "expected `level` before what belongs to a level, found `{word}` above the first one"
    );
    desk.report(
        Diagnostic::new(Code::UnknownRecord, record.head.span, message)
            .help("move it below the level and its map"),
    );
}

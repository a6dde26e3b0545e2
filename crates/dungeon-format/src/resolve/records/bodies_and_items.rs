//! What a record, a mark or a declaration says about a body or an item: its numbers, looks and words.
use std::sync::Arc;

use super::kept_things::read_keeping;
use super::route::{RouteSpec, positional, via};
use super::stats::{
    DraftNumbers, FILED, GivenStats, body_numbers, check_body, check_foreign_stats,
    check_herd_gifts, check_letter, check_most, keyed_stats, kind_name, numbers_of,
    positional_stats, read_most,
};
use super::units::{read_turn, read_weapon};
use crate::characters::quoted;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{
    COLOUR, GLOW, GLYPH, HERD, HERO_LIGHT, KeySpec, NAME, OPENS, RecordKind, SAYS, VERB, VIA,
};
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::source::{Span, Spanned};
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    BodyGlyph, Colour, ItemId, ItemKind, Keeping, Kind, KindId, Side, Spread, Stat, Stats, builtin,
};

/// A body as its record, mark or scatter says: a hero, a unit or a monster before it has a place.
#[derive(Clone, Debug)]
pub struct BodySpec {
    /// The body's kind, which is one of its own where the record changes looks or turns.
    pub kind: KindId,
    /// Health, strength and whatever else the body begins with.
    pub numbers: DraftNumbers,
    /// The route that the body walks, as it was written; none for most bodies.
    pub route: Option<Arc<RouteSpec>>,
    /// Whether its record or mark says anything of a route, perhaps that it has no points, or something wrong.
    pub says_route: bool,
    /// Words in place of the kind's, told when the monster first knows of the hero.
    pub says: Option<Arc<str>>,
    /// Where numbers or looks of this one body are said, if there are any.
    pub own: Option<Span>,
}

impl BodySpec {
    /// A body of a kind without a record of its own.
    pub fn plain(cx: &Context<'_>, kind: KindId) -> BodySpec {
        BodySpec {
            kind,
            numbers: DraftNumbers::of_kind(cx.tables.kind(kind)),
            route: None,
            says_route: false,
            says: None,
            own: None,
        }
    }

    /// The body's kind with the body's words: scattered bodies share a kind, and have no words of their own.
    pub fn with_its_words(&self, cx: &mut Context<'_>, span: Span) -> KindId {
        let Some(says) = &self.says else {
            return self.kind;
        };
        let own = Kind {
            says: says.to_string(),
            ..cx.tables.kind(self.kind).clone()
        };
        cx.kind(own, span, self.kind)
    }

    /// Reads the numbers behind the place, all of them or none, and behind them the route of a kind that walks one.
    /// A wrong count is reported.
    pub fn read_numbers(
        &mut self,
        cx: &mut Context<'_>,
        map: &LevelMap,
        fields: &mut Fields<'_>,
    ) -> GivenStats {
        let kind = cx.tables.kind(self.kind);
        let what = |cx: &Context<'_>| kind_name(cx.tables.kind(self.kind));
        let has_a_route = kind.walks_a_route();
        let order = body_numbers(cx, kind);
        let mut given = positional_stats(cx, fields, what, order, &mut self.numbers);
        // Without numbers for a route of its own it keeps the one that its mark gave it.
        if let (true, Some(count)) = (has_a_route, fields.numbers.first()) {
            given.route = Some(count.span);
            self.says_route = true;
            self.route = positional(cx, map, fields);
        }
        given
    }

    /// Reads the keys: numbers, looks, words, and the `via=` of a route. Without a board, as in a scatter, there is no
    /// route. Wrong values and numbers of another game are reported.
    pub fn read_keys(
        &mut self,
        cx: &mut Context<'_>,
        map: Option<&LevelMap>,
        fields: &mut Fields<'_>,
        mut given: GivenStats,
    ) {
        let kind = cx.tables.kind(self.kind);
        let is_theirs = kind.side == Side::Theirs;
        fields.record = match kind.side {
            Side::Ours => RecordKind::PlacedHero,
            Side::Theirs => RecordKind::PlacedMonster,
        };
        if is_theirs {
            keyed_stats(cx, fields, numbers_of(kind), &mut self.numbers, &mut given);
        }
        let kind = cx.tables.kind(self.kind);
        // Most monsters have numbers and nothing else of their own.
        if is_theirs && !fields.says_more() {
            let letter = check_letter(kind, &mut self.numbers, given);
            let found = check_body(kind, &mut self.numbers, given).chain(letter);
            cx.findings.extend(found);
            if given.stats.iter().any(Option::is_some) {
                self.own = Some(fields.span);
            }
            return;
        }
        let kind = kind.clone();
        if kind.side == Side::Ours {
            keyed_stats(cx, fields, FILED, &mut self.numbers, &mut given);
        }
        check_foreign_stats(cx, fields, &kind);
        cx.findings
            .extend(check_body(&kind, &mut self.numbers, given));
        if let (true, Some(map)) = (kind.walks_a_route(), map) {
            self.read_route(cx, map, fields, given.route);
        }
        self.read_looks(cx, fields, kind, given);
    }

    /// Reads `via=`, the route of a kind that walks one.
    fn read_route(
        &mut self,
        cx: &mut Context<'_>,
        map: &LevelMap,
        fields: &mut Fields<'_>,
        given: Option<Span>,
    ) {
        if let (Some(first), Some(second)) = (given, fields.place_of(&VIA)) {
            cx.report(Diagnostic::said_again("the route once", first, second));
        }
        self.says_route |= fields.has(&VIA);
        self.route = via(cx, map, fields).or(self.route.take());
    }

    /// Reads the looks, the words and the turn of a body, which make a kind of its own.
    fn read_looks(
        &mut self,
        cx: &mut Context<'_>,
        fields: &mut Fields<'_>,
        mut kind: Kind,
        given: GivenStats,
    ) {
        let has_name = fields.set(cx, &NAME, &mut kind.name);
        let [has_glyph, has_colour] = looks(cx, fields, &mut kind.glyph, &mut kind.colour);
        if has_glyph {
            kind.shows = BodyGlyph::Kind;
        }
        let has_own = read_own_of_hero(cx, fields, &mut kind);
        check_most(cx, &kind, &mut self.numbers, given);
        cx.findings
            .extend(check_letter(&kind, &mut self.numbers, given));
        if let Some(says) = fields.text_or(cx, &SAYS) {
            self.says = Some(says.value.into());
        }
        let has_looks = has_name || has_glyph || has_colour || has_own;
        if has_looks || given.stats.iter().any(Option::is_some) {
            self.own = Some(fields.span);
        }
        if has_looks {
            self.kind = cx.kind(kind, fields.span, self.kind);
        }
    }
}

/// Reads the keys of heroes alone: the turn and the weapon of a unit, the most of their numbers, and their sight in
/// the dark. Returns whether there were any.
fn read_own_of_hero(cx: &mut Context<'_>, fields: &mut Fields<'_>, kind: &mut Kind) -> bool {
    let has_a_turn = read_turn(cx, fields, kind);
    let has_a_weapon = read_weapon(cx, fields, kind, builtin::SPIT);
    let has_a_most = read_most(cx, fields, kind);
    let has_a_light = fields.set(cx, &HERO_LIGHT, &mut kind.light);
    has_a_turn || has_a_weapon || has_a_most || has_a_light
}

/// Reads the keys of an item's record or mark.
pub fn item(cx: &mut Context<'_>, fields: &mut Fields<'_>, item: ItemKind) -> ItemKind {
    fields.record = RecordKind::PlacedItem;
    let what = |item: &ItemKind| with_article(&item.name);
    read_item(cx, fields, item, what, cx.game.item_numbers)
}

/// Reads a declaration `item x "bread" …`.
pub fn declared_item(cx: &mut Context<'_>, fields: &mut Fields<'_>, glyph: char) -> ItemKind {
    let plain = ItemKind {
        name: "thing".to_string(),
        glyph,
        colour: None,
        gives: Stats::default(),
        spread: Spread::default(),
        variants: ItemId::NONE,
        collectable: cx.counts_items(),
        opens: None,
        keeping: Keeping::No,
        herd: false,
        glow: 0,
        is_vital: false,
        says: String::new(),
        verb: String::new(),
    };
    read_item(cx, fields, plain, |_| "an item".to_string(), &[])
}

/// Reads the keys of an item, which messages call `what`. `order` lists the numbers after a place; the text of a
/// declaration is the name.
fn read_item(
    cx: &mut Context<'_>,
    fields: &mut Fields<'_>,
    mut item: ItemKind,
    what: impl Fn(&ItemKind) -> String,
    order: &[Stat],
) -> ItemKind {
    let before = (item.herd, item.gives, item.spread);
    let mut numbers = DraftNumbers::of_item(&item);
    let mut given = positional_stats(cx, fields, |_| what(&item), order, &mut numbers);
    keyed_stats(cx, fields, FILED, &mut numbers, &mut given);
    (item.gives, item.spread) = (numbers.least, numbers.spread);
    let name = match fields.record {
        RecordKind::Item => fields.text_or(cx, &NAME),
        _ => fields.words(cx, &NAME),
    };
    item.name = name.map_or(item.name, |name| name.value);
    looks(cx, fields, &mut item.glyph, &mut item.colour);
    if let Some(says) = fields.text_or(cx, &SAYS) {
        item.says = says.value;
    }
    let item = read_uses(cx, fields, item);
    if (item.herd, item.gives, item.spread) != before {
        check_herd_gifts(cx, fields.span, &item);
    }
    item
}

/// Reads what `hero health=…` says: what a drawn `@` is worth.
pub fn declared_hero(cx: &mut Context<'_>, fields: &mut Fields<'_>) -> Kind {
    let mut hero = cx.tables.kind(builtin::HERO).clone();
    let mut given = GivenStats::default();
    let mut numbers = DraftNumbers::of_kind(&hero);
    keyed_stats(cx, fields, FILED, &mut numbers, &mut given);
    check_foreign_stats(cx, fields, &hero);
    cx.findings.extend(check_body(&hero, &mut numbers, given));
    fields.set(cx, &NAME, &mut hero.name);
    looks(cx, fields, &mut hero.glyph, &mut hero.colour);
    read_own_of_hero(cx, fields, &mut hero);
    check_most(cx, &hero, &mut numbers, given);
    (hero.stats, hero.spread) = (numbers.least, numbers.spread);
    hero
}

/// `opens=`, which makes a key of it: held, and no collectable. `herd=`, which makes it a monster's food. `glow=`, by
/// which it shines. `keep=` and `wear=`, by which it is kept in the pack.
fn read_uses(cx: &mut Context<'_>, fields: &mut Fields<'_>, mut item: ItemKind) -> ItemKind {
    if let Some(lock) = fields.name_of(cx, &OPENS) {
        item.opens = cx.lock(lock.value, lock.span);
        item.collectable = false;
    }
    fields.set(cx, &HERD, &mut item.herd);
    fields.set(cx, &GLOW, &mut item.glow);
    read_keeping(cx, fields, &mut item);
    read_word(cx, fields, (&VERB, "eat"), &mut item.verb);
    item
}

/// Reads a key whose text stands in the middle of sentences, such as `verb="eat"`: lower-case words.
pub fn read_word(
    cx: &mut Context<'_>,
    fields: &mut Fields<'_>,
    (key, example): (&'static KeySpec, &str),
    place: &mut String,
) {
    let Some(Spanned { value, span }) = fields.words(cx, key) else {
        return;
    };
    let is_plain = |c: char| c.is_lowercase() || matches!(c, ' ' | '-' | '\'');
    if value.trim() == value && !value.is_empty() && value.chars().all(is_plain) {
        *place = value;
        return;
    }
    let found = quoted(&value);
    let message = format!(
        "expected lower-case words for `{}=`, found {found}",
        key.word
    );
    let help = format!(
        "write it as it stands in a sentence, such as `{}={example}`",
        key.word
    );
    cx.report(Diagnostic::new(Code::BadValue, span, message).help(help));
}

/// Sets what a record changes of a thing's glyph and colour; returns whether it changes each.
pub fn looks(
    cx: &mut Context<'_>,
    fields: &mut Fields<'_>,
    glyph: &mut char,
    colour: &mut Option<Colour>,
) -> [bool; 2] {
    [
        fields.set(cx, &GLYPH, glyph),
        fields.set(cx, &COLOUR, colour),
    ]
}

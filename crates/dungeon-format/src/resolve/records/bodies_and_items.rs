//! The stats, appearance and texts of a body or an item, from its record, mark or declaration.
use std::sync::Arc;

use super::inventory::read_keeping;
use super::route::{RouteSpec, positional, via};
use super::stats::{
    DraftNumbers, FILED, body_numbers, check_body, check_foreign_stats, check_herd_gifts,
    check_letter, check_most, keyed_stats, kind_name, numbers_of, positional_stats, read_most,
};
use super::units::{read_turn, read_weapon};
use crate::characters::quoted;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::keys::{
    COLOUR, GLOW, GLYPH, HERD, HERO_LIGHT, IDENTIFIES, KeySpec, NAME, OPENS, RecordKind, SAYS,
    VERB, VIA,
};
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::source::{Span, Spanned};
use dungeon_model::dungeon::grammar::nouns::{plain_verb, with_article};
use dungeon_model::dungeon::{
    BodyGlyph, Colour, ItemKind, Kind, KindId, Side, Stat, Stats, builtin,
};

/// A hero, unit or monster as its record, mark or scatter describes it, without its cell.
#[derive(Clone, Debug)]
pub struct BodySpec {
    /// The body's kind. A record with a new name or appearance, or with keys that only heroes have, gives the body a
    /// kind of its own.
    pub kind: KindId,
    /// The stats that the body starts with.
    pub numbers: DraftNumbers,
    /// The route of a patrol as written; `None` for other bodies.
    pub route: Option<Arc<RouteSpec>>,
    /// Whether the record or mark has a route. True even for a route without points, and for a wrong one.
    pub says_route: bool,
    /// The words that the monster says when it first notices the hero, in place of the kind's words.
    pub says: Option<Arc<str>>,
    /// The place of the record or mark that gives this body its own stats, name or appearance; `None` if the kind
    /// decides them.
    pub own: Option<Span>,
}

impl BodySpec {
    /// Makes a body as its kind describes it, without changes by a record.
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

    /// Returns the kind of the body; if the body has its own message, a new kind with this message. Scatters need this,
    /// because they store a kind but no message.
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

    /// Reads the numbers after the cell: all stats or none, then the route, if the kind walks one. Reports a wrong
    /// count of numbers.
    pub fn read_numbers(&mut self, map: &LevelMap, fields: &mut Fields<'_, '_>) {
        let kind = fields.cx.tables.kind(self.kind);
        let what = |cx: &Context<'_>| kind_name(cx.tables.kind(self.kind));
        let has_a_route = kind.walks_a_route();
        let order = body_numbers(fields.cx, kind);
        positional_stats(fields, what, order, &mut self.numbers);
        // A record without a route keeps the route of its mark.
        if let (true, Some(count)) = (has_a_route, fields.numbers.first()) {
            fields.given.route = Some(count.span);
            self.says_route = true;
            self.route = positional(map, fields);
        }
    }

    /// Reads the keys: stats, appearance, texts, and the route of `via=`. Without `map`, as in a scatter, there is no
    /// route. Reports wrong values, and stats that the kind does not have.
    pub fn read_keys(&mut self, map: Option<&LevelMap>, fields: &mut Fields<'_, '_>) {
        let kind = fields.cx.tables.kind(self.kind);
        let is_theirs = kind.side == Side::Theirs;
        fields.record = match kind.side {
            Side::Ours => RecordKind::PlacedHero,
            Side::Theirs => RecordKind::PlacedMonster,
        };
        if is_theirs {
            keyed_stats(fields, numbers_of(kind), &mut self.numbers);
        }
        let kind = fields.cx.tables.kind(self.kind);
        // Most records of monsters end here, because they have nothing but stats.
        if is_theirs && !fields.says_more() {
            let letter = check_letter(kind, &mut self.numbers, fields.given);
            let found = check_body(kind, &mut self.numbers, fields.given).chain(letter);
            fields.cx.findings.extend(found);
            if fields.given.stats.iter().any(Option::is_some) {
                self.own = Some(fields.span);
            }
            return;
        }
        let kind = kind.clone();
        if kind.side == Side::Ours {
            keyed_stats(fields, FILED, &mut self.numbers);
        }
        check_foreign_stats(fields, &kind);
        let found = check_body(&kind, &mut self.numbers, fields.given);
        fields.cx.findings.extend(found);
        if let (true, Some(map)) = (kind.walks_a_route(), map) {
            self.read_route(map, fields);
        }
        self.read_looks(fields, kind);
    }

    /// Reads the route of `via=`. Reports a second route if the numbers of the record already give one.
    fn read_route(&mut self, map: &LevelMap, fields: &mut Fields<'_, '_>) {
        if let (Some(first), Some(second)) = (fields.given.route, fields.place_of(&VIA)) {
            fields.report(Diagnostic::said_again("the route once", first, second));
        }
        self.says_route |= fields.has(&VIA);
        self.route = via(map, fields).or(self.route.take());
    }

    /// Reads the name, the appearance and the message of a body, and the keys that only heroes have. A new name or
    /// appearance, or any of these keys, gives the body a kind of its own.
    fn read_looks(&mut self, fields: &mut Fields<'_, '_>, mut kind: Kind) {
        let has_name = fields.set(&NAME, &mut kind.name);
        let [has_glyph, has_colour] = looks(fields, &mut kind.glyph, &mut kind.colour);
        if has_glyph {
            kind.shows = BodyGlyph::Kind;
        }
        let has_own = read_own_of_hero(fields, &mut kind);
        check_most(fields.cx, &kind, &mut self.numbers, fields.given);
        let found = check_letter(&kind, &mut self.numbers, fields.given);
        fields.cx.findings.extend(found);
        if let Some(says) = fields.text_or(&SAYS) {
            self.says = Some(says.value.into());
        }
        let has_looks = has_name || has_glyph || has_colour || has_own;
        if has_looks || fields.given.stats.iter().any(Option::is_some) {
            self.own = Some(fields.span);
        }
        if has_looks {
            self.kind = fields.cx.kind(kind, fields.span, self.kind);
        }
    }
}

/// Reads the keys that only heroes have: the action points, steps and weapon of a unit, the maximums of stats, and the
/// radius of light in the dark. Returns whether the record has any of them.
fn read_own_of_hero(fields: &mut Fields<'_, '_>, kind: &mut Kind) -> bool {
    let has_a_turn = read_turn(fields, kind);
    let has_a_weapon = read_weapon(fields, kind, builtin::SPIT);
    let has_a_most = read_most(fields, kind);
    let has_a_light = fields.set(&HERO_LIGHT, &mut kind.light);
    has_a_turn || has_a_weapon || has_a_most || has_a_light
}

/// Reads the keys of an item's record or mark.
pub fn item(fields: &mut Fields<'_, '_>, item: ItemKind) -> ItemKind {
    fields.record = RecordKind::PlacedItem;
    let what = |item: &ItemKind| with_article(&item.name);
    read_item(fields, item, what, fields.cx.game.form().item_numbers)
}

/// Reads a declaration `item x "loaf of bread" …`.
pub fn declared_item(fields: &mut Fields<'_, '_>, glyph: char) -> ItemKind {
    let plain = ItemKind {
        collectable: fields.cx.counts_items(),
        ..builtin::item("thing", glyph, None, Stats::default())
    };
    read_item(fields, plain, |_| "an item".to_string(), &[])
}

/// Reads the keys of an item. The numbers after the cell set the stats of `order`, in this order. The text is the name
/// of a declared item, and the message of any other. `what` names the item in messages.
fn read_item(
    fields: &mut Fields<'_, '_>,
    mut item: ItemKind,
    what: impl Fn(&ItemKind) -> String,
    order: &[Stat],
) -> ItemKind {
    let before = (item.herd, item.gives, item.spread);
    let mut numbers = DraftNumbers::of_item(&item);
    positional_stats(fields, |_| what(&item), order, &mut numbers);
    keyed_stats(fields, FILED, &mut numbers);
    (item.gives, item.spread) = (numbers.least, numbers.spread);
    let name = match fields.record {
        RecordKind::Item => fields.text_or(&NAME),
        _ => fields.words(&NAME),
    };
    item.name = name.map_or(item.name, |name| name.value);
    looks(fields, &mut item.glyph, &mut item.colour);
    if let Some(says) = fields.text_or(&SAYS) {
        item.says = says.value;
    }
    let item = read_uses(fields, item);
    if (item.herd, item.gives, item.spread) != before {
        check_herd_gifts(fields.cx, fields.span, &item);
    }
    item
}

/// Reads a declaration `hero health=…`: the kind of a hero drawn as `@`.
pub fn declared_hero(fields: &mut Fields<'_, '_>) -> Kind {
    let mut hero = fields.cx.tables.kind(builtin::HERO).clone();
    let mut numbers = DraftNumbers::of_kind(&hero);
    keyed_stats(fields, FILED, &mut numbers);
    check_foreign_stats(fields, &hero);
    let found = check_body(&hero, &mut numbers, fields.given);
    fields.cx.findings.extend(found);
    fields.set(&NAME, &mut hero.name);
    looks(fields, &mut hero.glyph, &mut hero.colour);
    read_own_of_hero(fields, &mut hero);
    check_most(fields.cx, &hero, &mut numbers, fields.given);
    (hero.stats, hero.spread) = (numbers.least, numbers.spread);
    hero
}

/// Reads the keys for the uses of an item: `opens=` makes a key, which is never collectable, `herd=` makes food for
/// monsters, `identifies=` makes the inventory known, `glow=` sets the radius of its light, `keep=` and `wear=` put the
/// item into the inventory, and `verb=` names the action.
fn read_uses(fields: &mut Fields<'_, '_>, mut item: ItemKind) -> ItemKind {
    if let Some(lock) = fields.name_of(&OPENS) {
        item.opens = fields.cx.lock(lock.value, lock.span);
        item.collectable = false;
    }
    fields.set(&HERD, &mut item.herd);
    fields.set(&IDENTIFIES, &mut item.identifies);
    fields.set(&GLOW, &mut item.glow);
    read_keeping(fields, &mut item);
    read_word(fields, (&VERB, "eat"), &mut item.verb);
    item
}

/// Reads a key whose text appears inside sentences, such as `verb="eat"`. Reports text that is not all lowercase words.
/// Warns about a verb in the third person, such as `eats`, since the log adds the ending itself.
pub fn read_word(
    fields: &mut Fields<'_, '_>,
    (key, example): (&'static KeySpec, &str),
    place: &mut String,
) {
    let Some(Spanned { value, span }) = fields.words(key) else {
        return;
    };
    let is_plain = |c: char| c.is_lowercase() || matches!(c, ' ' | '-' | '\'');
    if value.trim() == value && !value.is_empty() && value.chars().all(is_plain) {
        if let Some(plain) = plain_verb(&value).filter(|_| key.word == VERB.word) {
            let message = format!("expected `{plain}` for `verb=`, found `{value}`");
            let finding = Diagnostic::new(Code::BadValue, span, message);
            let finding = finding.help("write the verb as after \"you\": the log adds the ending");
            let edit = Some((span, format!("\"{plain}\"")));
            fields.report(finding.severity(Severity::Warning).fix_if(edit));
        }
        *place = value;
        return;
    }
    let found = match value.as_str() {
        "" => "an empty text".to_owned(),
        value => quoted(value),
    };
    let message = format!(
        "expected lowercase words for `{}=`, found {found}",
        key.word
    );
    let help = format!(
        "write it as in a sentence, such as `{}={example}`",
        key.word
    );
    fields.report(Diagnostic::new(Code::BadValue, span, message).help(help));
}

/// Reads the glyph and the color of a thing. Returns whether the record has a glyph, and whether it has a color.
pub fn looks(
    fields: &mut Fields<'_, '_>,
    glyph: &mut char,
    colour: &mut Option<Colour>,
) -> [bool; 2] {
    [fields.set(&GLYPH, glyph), fields.set(&COLOUR, colour)]
}

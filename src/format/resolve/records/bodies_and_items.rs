//! What a record, a mark or a declaration says about a body or an item: its numbers, looks and words.
use std::sync::Arc;

use super::route::{RouteSpec, positional, via};
use super::stats::{
    GivenStats, check_alive, check_ammo, check_foreign_stats, check_gifts, check_herd_gifts,
    check_letter, keyed, keyed_stats, kind_name, numbers_of, positional_stats,
};
use super::units::{read_turn, read_weapon};
use crate::dungeon::{Colour, ItemKind, Kind, KindId, Shows, Side, Stats, builtin};
use crate::format::keys::{HERD, NAME, OPENS, RecordKind, SAYS, VIA};
use crate::format::resolve::map::map_text::LevelMap;
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::fields::{Fields, given_twice};
use crate::format::source::Span;

/// A body as its record, mark or scatter says: a hero, a unit or a monster before it has a place.
#[derive(Clone, Debug)]
pub struct BodySpec {
    /// The body's kind, which is one of its own where the record changes looks or turns.
    pub kind: KindId,
    /// Health, strength and whatever else the body begins with.
    pub stats: Stats,
    /// The route that the body walks, as it was written; none for most bodies.
    pub way: Option<Arc<RouteSpec>>,
    /// Words in place of the kind's, told when the monster first knows of the hero.
    pub says: Option<Arc<str>>,
    /// Where numbers or looks of this one body are said, if there are any.
    pub own: Option<Span>,
}

impl BodySpec {
    /// A body of a kind without a record of its own.
    pub fn plain(desk: &ResolveContext<'_>, kind: KindId) -> BodySpec {
        BodySpec {
            kind,
            stats: desk.tables.kind(kind).stats,
            way: None,
            says: None,
            own: None,
        }
    }

    /// The body's kind with the body's words: scattered bodies share a kind, and have no words of their own.
    pub fn with_its_words(&self, desk: &mut ResolveContext<'_>, span: Span) -> KindId {
        let Some(says) = &self.says else {
            return self.kind;
        };
        let own = Kind {
            says: says.to_string(),
            ..desk.tables.kind(self.kind).clone()
        };
        desk.kind(own, span, self.kind)
    }

    /// Reads the numbers behind the place, all of them or none, and behind them the route of a kind that walks one.
    /// A wrong count is reported.
    pub fn read_numbers(
        &mut self,
        desk: &mut ResolveContext<'_>,
        board: &LevelMap,
        fields: &mut Fields<'_>,
    ) -> GivenStats {
        let kind = desk.tables.kind(self.kind);
        let what = kind_name(kind);
        let has_a_route = kind.walks_a_route();
        let order = match kind.side {
            Side::Ours => desk.game.hero_numbers,
            Side::Theirs => numbers_of(kind),
        };
        let mut given = positional_stats(desk, fields, &what, order, &mut self.stats);
        // Without numbers for a route of its own it keeps the one that its mark gave it.
        if let (true, Some(count)) = (has_a_route, fields.numbers.first()) {
            given.route = Some(count.span);
            self.way = positional(desk, board, fields);
        }
        given
    }

    /// Reads the keys: numbers, looks, words, and the `via=` of a route. Without a board, as in a scatter, there is no
    /// route. Wrong values and numbers of another game are reported.
    pub fn read_keys(
        &mut self,
        desk: &mut ResolveContext<'_>,
        board: Option<&LevelMap>,
        fields: &mut Fields<'_>,
        mut given: GivenStats,
    ) {
        let kind = desk.tables.kind(self.kind).clone();
        match kind.side {
            Side::Ours => {
                let keys = keyed(desk, RecordKind::PlacedHero);
                keyed_stats(desk, fields, keys, &mut self.stats, &mut given);
            }
            Side::Theirs => {
                let keys = numbers_of(&kind).iter().copied();
                keyed_stats(desk, fields, keys, &mut self.stats, &mut given);
            }
        }
        check_foreign_stats(desk, fields, &kind);
        check_alive(desk, &kind, &mut self.stats, given);
        check_ammo(desk, &mut self.stats, given);
        if let (true, Some(board)) = (kind.walks_a_route(), board) {
            if let (Some(first), Some(second)) = (given.route, fields.place_of(&VIA)) {
                given_twice(desk, "the route", first, second);
            }
            self.way = via(desk, board, fields).or(self.way.take());
        }
        let name = fields.words(desk, &NAME).map(|name| name.value);
        let (glyph, colour) = looks(desk, fields);
        let mut kind = kind;
        let has_a_turn = read_turn_of_hero(desk, fields, &mut kind);
        if glyph.is_none() {
            check_letter(desk, &kind, &mut self.stats, given);
        }
        if kind.side == Side::Theirs
            && let Some(says) = fields.text_or(desk, &SAYS)
        {
            self.says = Some(says.value.into());
        }
        let has_looks = name.is_some() || glyph.is_some() || colour.is_some() || has_a_turn;
        if has_looks || given.stats.iter().any(Option::is_some) {
            self.own = Some(fields.span);
        }
        if has_looks {
            let own = Kind {
                name: name.unwrap_or(kind.name),
                shows: match glyph {
                    None => kind.shows,
                    Some(_) => Shows::Kind,
                },
                glyph: glyph.unwrap_or(kind.glyph),
                colour: colour.or(kind.colour),
                ..kind
            };
            self.kind = desk.kind(own, fields.span, self.kind);
        }
    }
}

/// Reads what a unit can do in a turn, in games whose heroes are units; true if a key said anything of that.
fn read_turn_of_hero(
    desk: &mut ResolveContext<'_>,
    fields: &mut Fields<'_>,
    kind: &mut Kind,
) -> bool {
    if kind.side == Side::Theirs || !desk.game.heroes.is_several() {
        return false;
    }
    let has_a_turn = read_turn(desk, fields, kind);
    read_weapon(desk, fields, kind, builtin::SPIT) || has_a_turn
}

/// Reads what a record or a mark says about an item.
pub fn item(
    desk: &mut ResolveContext<'_>,
    fields: &mut Fields<'_>,
    mut item: ItemKind,
) -> ItemKind {
    let order = desk.game.item_numbers;
    let what = format!("the {}", item.name);
    let before = (item.herd, item.gives);
    let mut given = positional_stats(desk, fields, &what, order, &mut item.gives);
    check_gifts(desk, fields, &what);
    let gifts = keyed(desk, RecordKind::Item);
    keyed_stats(desk, fields, gifts, &mut item.gives, &mut given);
    if let Some(name) = fields.words(desk, &NAME) {
        item.name = name.value;
    }
    let (glyph, colour) = looks(desk, fields);
    if let Some(says) = fields.text_or(desk, &SAYS) {
        item.says = says.value;
    }
    let item = read_uses(desk, fields, item);
    if (item.herd, item.gives) != before {
        check_herd_gifts(desk, fields.span, &item);
    }
    ItemKind {
        glyph: glyph.unwrap_or(item.glyph),
        colour: colour.or(item.colour),
        ..item
    }
}

/// Reads what `hero health=…` says: what a drawn `@` is worth.
pub fn declared_hero(desk: &mut ResolveContext<'_>, fields: &mut Fields<'_>) -> Kind {
    let mut hero = desk.tables.kind(builtin::HERO).clone();
    let mut given = GivenStats::default();
    let keys = keyed(desk, RecordKind::Hero);
    keyed_stats(desk, fields, keys, &mut hero.stats, &mut given);
    let before = hero.clone();
    check_foreign_stats(desk, fields, &before);
    check_alive(desk, &before, &mut hero.stats, given);
    check_ammo(desk, &mut hero.stats, given);
    if let Some(name) = fields.words(desk, &NAME) {
        hero.name = name.value;
    }
    let (glyph, colour) = looks(desk, fields);
    read_turn_of_hero(desk, fields, &mut hero);
    Kind {
        glyph: glyph.unwrap_or(hero.glyph),
        colour: colour.or(hero.colour),
        ..hero
    }
}

/// Reads what `item x "bread" …` says.
pub fn declared_item(
    desk: &mut ResolveContext<'_>,
    fields: &mut Fields<'_>,
    glyph: char,
) -> ItemKind {
    let mut gives = Stats::default();
    check_gifts(desk, fields, "an item");
    let gifts = keyed(desk, RecordKind::Item);
    keyed_stats(desk, fields, gifts, &mut gives, &mut GivenStats::default());
    let name = fields.text_or(desk, &NAME).map(|name| name.value);
    let (own_glyph, colour) = looks(desk, fields);
    let says = fields.words(desk, &SAYS).map(|says| says.value);
    let item = ItemKind {
        name: name.unwrap_or_else(|| "thing".to_string()),
        glyph: own_glyph.unwrap_or(glyph),
        colour,
        gives,
        collectable: desk.game.taking.counts(),
        opens: None,
        herd: false,
        says: says.unwrap_or_default(),
    };
    let item = read_uses(desk, fields, item);
    check_herd_gifts(desk, fields.span, &item);
    item
}

/// `opens=`, which makes a key of it: kept, and no collectable. `herd=`, which makes it a monster's food.
fn read_uses(
    desk: &mut ResolveContext<'_>,
    fields: &mut Fields<'_>,
    mut item: ItemKind,
) -> ItemKind {
    if let Some(lock) = fields.name_of(desk, &OPENS) {
        item.opens = desk.lock(lock.value, lock.span);
        item.collectable = false;
    }
    if let Some(herd) = fields.yes(desk, &HERD) {
        item.herd = herd.value;
    }
    item
}

/// `glyph=` and `colour=`.
pub fn looks(
    desk: &mut ResolveContext<'_>,
    fields: &mut Fields<'_>,
) -> (Option<char>, Option<Colour>) {
    (fields.glyph(desk), fields.colour(desk))
}

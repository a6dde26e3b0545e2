//! What a record, a mark or a declaration says about a body or an item: its numbers, looks and words.
use std::sync::Arc;

use super::board::Board;
use super::desk::Desk;
use super::fields::{ANY_I32, Fields, given_twice, within};
use super::route::{Way, positional, via};
use crate::dungeon::{Colour, ItemKind, Kind, KindId, Shows, Side, Stat, Stats, builtin};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::Span;

/// A body as it will stand in the level.
#[derive(Clone, Debug)]
pub struct Form {
    /// Its kind, perhaps one of its own.
    pub kind: KindId,
    /// Its numbers.
    pub stats: Stats,
    /// Its way.
    pub way: Option<Arc<Way>>,
    /// What it says instead of its kind's words.
    pub says: Option<Arc<str>>,
}

/// What a record has named so far, each with its place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given {
    stats: [Option<Span>; 4],
    route: Option<Span>,
}

/// The word of a stat in files.
fn word(stat: Stat) -> &'static str {
    match stat {
        Stat::Health => "health",
        Stat::Strength => "strength",
        Stat::Manna => "manna",
        Stat::Wealth => "wealth",
    }
}

/// The numbers of a monster that files give, in the order of its record.
pub fn numbers_of(kind: &Kind) -> &'static [Stat] {
    match kind.life {
        Stat::Strength => &[Stat::Strength],
        _ => &[Stat::Health, Stat::Strength],
    }
}

/// What a kind is in sentences: "the crypt rat", "the hero".
pub fn called(kind: &Kind) -> String {
    match kind.side {
        Side::Ours => "the hero".to_string(),
        Side::Theirs => format!("the {}", kind.name),
    }
}

impl Form {
    /// A body of this kind as the kind says.
    pub fn plain(desk: &Desk<'_>, kind: KindId) -> Form {
        Form {
            kind,
            stats: desk.tables.kind(kind).stats,
            way: None,
            says: None,
        }
    }

    /// Its kind, which says what it says: for scattered bodies, which have no words of their own.
    pub fn with_its_words(&self, desk: &mut Desk<'_>, span: Span) -> KindId {
        let Some(says) = &self.says else {
            return self.kind;
        };
        let own = Kind {
            says: says.to_string(),
            ..desk.tables.kind(self.kind).clone()
        };
        desk.kind(own, span, self.kind)
    }

    /// Reads the numbers behind the place: all of them or none, and the route of whoever walks one.
    pub fn read_numbers(
        &mut self,
        desk: &mut Desk<'_>,
        board: &Board,
        fields: &mut Fields<'_>,
    ) -> Given {
        let kind = desk.tables.kind(self.kind);
        let what = called(kind);
        let has_a_route = kind.walks_a_route();
        let order = match kind.side {
            Side::Ours => desk.customs.hero_numbers,
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

    /// Reads the keys: numbers, looks, words, and a route's `via=`.
    pub fn read_keys(
        &mut self,
        desk: &mut Desk<'_>,
        board: Option<&Board>,
        fields: &mut Fields<'_>,
        mut given: Given,
    ) {
        let kind = desk.tables.kind(self.kind).clone();
        let keys = match kind.side {
            Side::Ours => desk.customs.hero_keys,
            Side::Theirs => numbers_of(&kind),
        };
        keyed_stats(desk, fields, keys, &mut self.stats, &mut given);
        mind_the_dead(desk, &kind, &mut self.stats, given);
        if let (true, Some(board)) = (kind.walks_a_route(), board) {
            if let (Some(first), Some(second)) = (given.route, fields.place_of("via")) {
                given_twice(desk, "the route", first, second);
            }
            self.way = via(desk, board, fields).or(self.way.take());
        }
        let name = fields.words(desk, "name").map(|name| name.value);
        let (glyph, colour) = looks(desk, fields);
        if kind.side == Side::Theirs
            && let Some(says) = fields.text_or(desk, "says")
        {
            self.says = Some(says.value.into());
        }
        if name.is_some() || glyph.is_some() || colour.is_some() {
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

/// Reads what a record or a mark says about an item.
pub fn item(desk: &mut Desk<'_>, fields: &mut Fields<'_>, mut item: ItemKind) -> ItemKind {
    let order = [Stat::Health, Stat::Wealth, Stat::Manna];
    let what = format!("the {}", item.name);
    let mut given = positional_stats(desk, fields, &what, &order, &mut item.gives);
    keyed_stats(desk, fields, &Stat::ALL, &mut item.gives, &mut given);
    if let Some(name) = fields.words(desk, "name") {
        item.name = name.value;
    }
    let (glyph, colour) = looks(desk, fields);
    if let Some(says) = fields.text_or(desk, "says") {
        item.says = says.value;
    }
    let item = read_uses(desk, fields, item);
    ItemKind {
        glyph: glyph.unwrap_or(item.glyph),
        colour: colour.or(item.colour),
        ..item
    }
}

/// Reads what `hero health=…` says: what a drawn `@` is worth.
pub fn declared_hero(desk: &mut Desk<'_>, fields: &mut Fields<'_>) -> Kind {
    let mut hero = desk.tables.kind(builtin::HERO).clone();
    let mut given = Given::default();
    keyed_stats(
        desk,
        fields,
        desk.customs.hero_keys,
        &mut hero.stats,
        &mut given,
    );
    let before = hero.clone();
    mind_the_dead(desk, &before, &mut hero.stats, given);
    if let Some(name) = fields.words(desk, "name") {
        hero.name = name.value;
    }
    let (glyph, colour) = looks(desk, fields);
    Kind {
        glyph: glyph.unwrap_or(hero.glyph),
        colour: colour.or(hero.colour),
        ..hero
    }
}

/// Reads what `item x "bread" …` says.
pub fn declared_item(desk: &mut Desk<'_>, fields: &mut Fields<'_>, glyph: char) -> ItemKind {
    let mut gives = Stats::default();
    keyed_stats(desk, fields, &Stat::ALL, &mut gives, &mut Given::default());
    let name = fields.text_or(desk, "name").map(|name| name.value);
    let (own_glyph, colour) = looks(desk, fields);
    let says = fields.words(desk, "says").map(|says| says.value);
    let item = ItemKind {
        name: name.unwrap_or_else(|| "thing".to_string()),
        glyph: own_glyph.unwrap_or(glyph),
        colour,
        gives,
        collectable: true,
        opens: None,
        herd: false,
        says: says.unwrap_or_default(),
    };
    read_uses(desk, fields, item)
}

/// `opens=`, which makes a key of it: kept, and no collectable. `herd=`, which makes it a monster's food.
fn read_uses(desk: &mut Desk<'_>, fields: &mut Fields<'_>, mut item: ItemKind) -> ItemKind {
    if let Some(lock) = fields.name_of(desk, "opens") {
        item.opens = desk.lock(lock.value, lock.span);
        item.collectable = false;
    }
    if let Some(herd) = fields.yes(desk, "herd") {
        item.herd = herd.value;
    }
    item
}

/// Takes the numbers for these stats, all or none.
fn positional_stats(
    desk: &mut Desk<'_>,
    fields: &mut Fields<'_>,
    what: &str,
    order: &[Stat],
    stats: &mut Stats,
) -> Given {
    let mut given = Given::default();
    let found = fields.numbers.len();
    if found == 0 {
        return given;
    }
    if found < order.len() {
        let names: Vec<&str> = order.iter().map(|stat| word(*stat)).collect();
        let message = format!(
            "expected {} numbers for {what} ({}), or none, found {found}",
            order.len(),
            names.join(", ")
        );
        let span = fields
            .numbers
            .drain(..)
            .next_back()
            .map_or(fields.span, |last| last.span);
        let finding = Diagnostic::new(Code::MissingNumber, span, message);
        let help = format!(
            "one alone is written with its name, such as `{}=5`",
            word(order[0])
        );
        desk.report(finding.help(help));
        return given;
    }
    for (stat, number) in order.iter().zip(fields.numbers.drain(..order.len())) {
        given.stats[*stat as usize] = Some(number.span);
        if let Some(number) = within(desk, word(*stat), number, ANY_I32) {
            stats[*stat] = number.value as i32;
        }
    }
    given
}

/// Takes the keys of these stats; one that was given before is reported.
pub fn keyed_stats(
    desk: &mut Desk<'_>,
    fields: &mut Fields<'_>,
    keys: &[Stat],
    stats: &mut Stats,
    given: &mut Given,
) {
    for stat in keys {
        let Some(number) = fields.whole(desk, word(*stat), ANY_I32) else {
            continue;
        };
        if let Some(first) = given.stats[*stat as usize] {
            given_twice(desk, word(*stat), first, number.span);
            continue;
        }
        given.stats[*stat as usize] = Some(number.span);
        stats[*stat] = number.value as i32;
    }
}

/// Reports a body that would be dead before the first turn, and lets it live, so that it is reported once.
pub fn mind_the_dead(desk: &mut Desk<'_>, kind: &Kind, stats: &mut Stats, given: Given) {
    let life = stats[kind.life];
    let (true, Some(span)) = (life <= 0, given.stats[kind.life as usize]) else {
        return;
    };
    let code = match kind.side {
        Side::Ours => Code::DeadHero,
        Side::Theirs => Code::DeadMonster,
    };
    let message = format!(
        "expected {} above 0, found {life}: {} would be dead before the first turn",
        word(kind.life),
        called(kind)
    );
    let finding = Diagnostic::new(code, span, message);
    desk.report(finding.help("give it 1 or more"));
    stats[kind.life] = 1;
}

/// `glyph=` and `colour=`.
pub fn looks(desk: &mut Desk<'_>, fields: &mut Fields<'_>) -> (Option<char>, Option<Colour>) {
    (fields.glyph(desk), fields.colour(desk))
}

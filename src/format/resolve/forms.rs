//! What a record, a mark or a declaration says about a body or an item: its numbers, looks and words.
use std::sync::Arc;

use super::board::Board;
use super::desk::Desk;
use super::fields::{ANY_I32, Fields, given_twice, within};
use super::route::{Way, positional, via};
use crate::dungeon::{Behaviour, Colour, ItemKind, Kind, KindId, Side, Stat, Stats, builtin};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::{Span, Spanned};

/// A body as it will stand in the level.
#[derive(Clone, Debug)]
pub struct Form {
    /// Its kind, perhaps one of its own.
    pub kind: KindId,
    /// Its numbers.
    pub stats: Stats,
    /// Its way.
    pub way: Option<Arc<Way>>,
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
        }
    }

    /// Reads the numbers behind the place: all of them or none, and a patrol's route.
    pub fn read_numbers(
        &mut self,
        desk: &mut Desk<'_>,
        board: &Board,
        fields: &mut Fields<'_>,
    ) -> Given {
        let kind = desk.tables.kind(self.kind);
        let what = called(kind);
        let is_patrol = matches!(kind.behaviour, Behaviour::Patrol { .. });
        let order: &[Stat] = match kind.side {
            Side::Ours => &[Stat::Health, Stat::Strength, Stat::Manna],
            Side::Theirs => &[Stat::Health, Stat::Strength],
        };
        let mut given = positional_stats(desk, fields, &what, order, &mut self.stats);
        // Without numbers for a route of its own it keeps the one that its mark gave it.
        if let (true, Some(count)) = (is_patrol, fields.numbers.first()) {
            given.route = Some(count.span);
            self.way = positional(desk, board, fields);
        }
        given
    }

    /// Reads the keys: numbers, looks, and a patrol's `via=`.
    pub fn read_keys(
        &mut self,
        desk: &mut Desk<'_>,
        board: Option<&Board>,
        fields: &mut Fields<'_>,
        mut given: Given,
    ) {
        let kind = desk.tables.kind(self.kind).clone();
        let keys: &[Stat] = match kind.side {
            Side::Ours => &Stat::ALL,
            Side::Theirs => &[Stat::Health, Stat::Strength],
        };
        keyed_stats(desk, fields, keys, &mut self.stats, &mut given);
        mind_the_dead(desk, &kind, &mut self.stats, given);
        if let (Behaviour::Patrol { .. }, Some(board)) = (kind.behaviour, board) {
            if let (Some(first), Some(second)) = (given.route, fields.place_of("via")) {
                given_twice(desk, "the route", first, second);
            }
            self.way = via(desk, board, fields).or(self.way.take());
        }
        let name = fields.words(desk, "name").map(|name| name.value);
        let (glyph, colour) = looks(desk, fields);
        fields.later(desk, &["says"]);
        later_text(desk, fields);
        if name.is_some() || glyph.is_some() || colour.is_some() {
            let own = Kind {
                name: name.unwrap_or(kind.name),
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
    fields.later(desk, &["opens"]);
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
    keyed_stats(desk, fields, &Stat::ALL, &mut hero.stats, &mut given);
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
    fields.later(desk, &["opens"]);
    ItemKind {
        name: name.unwrap_or_else(|| "thing".to_string()),
        glyph: own_glyph.unwrap_or(glyph),
        colour,
        gives,
        collectable: true,
        opens: None,
        herd: false,
        says: says.unwrap_or_default(),
    }
}

/// What a kind's parts are called that a later version composes monsters of.
const LATER_PARTS: [&str; 9] = [
    "sense", "hunt", "roam", "attack", "prey", "through", "speed", "drops", "spawns",
];

/// Reads what `kind r "crypt rat" is=wanderer …` says.
pub fn declared_kind(desk: &mut Desk<'_>, fields: &mut Fields<'_>, glyph: Spanned<char>) -> Kind {
    let kinds = [
        ("wanderer", builtin::WANDERER),
        ("ghost", builtin::GHOST),
        ("patrol", builtin::PATROL),
    ];
    let is_composed = !fields.has("is");
    let is = fields.word(desk, "is", "a built-in kind", &kinds.map(|(word, _)| word));
    let base = is.and_then(|is| kinds.into_iter().find(|(word, _)| *word == is.value));
    let mut kind = desk
        .tables
        .kind(base.map_or(builtin::WANDERER, |(_, id)| id))
        .clone();
    let mut given = Given::default();
    let keys = [Stat::Health, Stat::Strength];
    keyed_stats(desk, fields, &keys, &mut kind.stats, &mut given);
    let dead = kind.clone();
    mind_the_dead(desk, &dead, &mut kind.stats, given);
    let start = match base {
        Some(_) => Start::Named,
        None => Start::Guessed,
    };
    read_senses(desk, fields, &mut kind, start);
    if let Some(name) = fields.text_or(desk, "name") {
        kind.name = name.value;
    }
    let (own_glyph, colour) = looks(desk, fields);
    kind.glyph = own_glyph.unwrap_or(glyph.value);
    kind.colour = colour.or(kind.colour);
    if is_composed {
        LATER_PARTS
            .into_iter()
            .chain(["says"])
            .for_each(|part| drop(fields.values(part)));
        let message = "expected `is=wanderer`, `is=ghost` or `is=patrol`: this version cannot compose a kind without it yet";
        desk.report(
            Diagnostic::new(Code::NotYet, glyph.span, message)
                .help("start it from a built-in kind, such as `is=wanderer`"),
        );
    }
    fields.later(desk, &LATER_PARTS);
    fields.later(desk, &["says"]);
    kind
}

/// The built-in kind that a declared one starts from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Named,
    /// Nobody knows which, so that no key is called unknown.
    Guessed,
}

/// `sight=` and `shot=`, for whom they mean something.
fn read_senses(desk: &mut Desk<'_>, fields: &mut Fields<'_>, kind: &mut Kind, start: Start) {
    if let Behaviour::Ghost { .. } = kind.behaviour {
        if let Some(pair) = fields.misplaced("sight") {
            let message = "expected a key of a ghost, found `sight=`";
            desk.report(
                Diagnostic::new(Code::UnknownKey, pair.key.span, message).help(
                    "a ghost does not see, it feels the hero through walls; leave `sight=` out",
                ),
            );
        }
        return;
    }
    let seen = fields
        .whole(desk, "sight", 0..=65_535)
        .map(|sight| sight.value as u32);
    let is_patrol = matches!(kind.behaviour, Behaviour::Patrol { .. });
    let shot_of = if is_patrol || start == Start::Guessed {
        fields.whole(desk, "shot", ANY_I32)
    } else {
        None
    };
    match &mut kind.behaviour {
        Behaviour::Wanderer { sight } => *sight = seen.unwrap_or(*sight),
        Behaviour::Patrol { sight, shot } => {
            *sight = seen.unwrap_or(*sight);
            *shot = shot_of.map_or(*shot, |shot| shot.value as i32);
        }
        Behaviour::Ghost { .. } | Behaviour::Player | Behaviour::Composed(_) => {}
    }
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

fn keyed_stats(
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
fn mind_the_dead(desk: &mut Desk<'_>, kind: &Kind, stats: &mut Stats, given: Given) {
    let health = stats[Stat::Health];
    let (true, Some(span)) = (health <= 0, given.stats[Stat::Health as usize]) else {
        return;
    };
    let code = match kind.side {
        Side::Ours => Code::DeadHero,
        Side::Theirs => Code::DeadMonster,
    };
    let message = format!(
        "expected health above 0, found {health}: {} would be dead before the first turn",
        called(kind)
    );
    let finding = Diagnostic::new(code, span, message);
    desk.report(finding.help("give it 1 or more"));
    stats[Stat::Health] = 1;
}

fn looks(desk: &mut Desk<'_>, fields: &mut Fields<'_>) -> (Option<char>, Option<Colour>) {
    (fields.glyph(desk), fields.colour(desk))
}

/// A body's or a tile's words come with a later version.
pub fn later_text(desk: &mut Desk<'_>, fields: &mut Fields<'_>) {
    if let Some(text) = fields.text() {
        let message =
            "only items have words of their own in this version: nothing else can say this yet";
        desk.report(Diagnostic::new(Code::NotYet, text.span, message).help("leave the text out"));
    }
}

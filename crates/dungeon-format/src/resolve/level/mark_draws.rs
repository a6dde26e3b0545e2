//! The options of a mark, from which chance chooses. They follow from its alternatives with their weights, its
//! percentage and its keys (docs/format, "Chance in what is drawn").
use std::collections::{HashMap, HashSet};

use super::pieces::{CellLayer, Piece, read, want_if_marked};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{CHOOSE, GameSet, KEYS, RecordKind, SAME, SAYS, TUNE, VIA, WITH};
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, percent};
use crate::source::{Span, Spanned};
use crate::syntax::{Number, Record};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{Footing, Side, builtin};

/// The options of one mark. Each cell of the mark gets one of them.
#[derive(Clone, Debug)]
pub struct MarkedDraw {
    /// The options that chance chooses from, at least one; a single option is certain.
    pub options: Vec<MarkedOption>,
    /// The cells that get the same option.
    pub scope: MarkedScope,
    /// The name of the choice that the items belong to (`choose=`); `None` without the key.
    pub choice: Option<Spanned<String>>,
    /// The mark's record.
    pub span: Span,
}

/// The cells of a mark that get the same option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkedScope {
    /// Each cell has a draw of its own.
    Cell,
    /// One draw decides all cells.
    Mark,
    /// The draw of the mark in `with=` decides all cells. The other mark is not known yet.
    Follows(Spanned<char>),
    /// The draw of another mark decides all cells: the draw with this number among the draws of the mark. Both draws
    /// have the same number of options.
    With(char, usize),
}

/// One of the options of a mark.
#[derive(Clone, Debug)]
pub struct MarkedOption {
    /// The glyph that stands for the option in messages.
    pub glyph: char,
    /// The number of the alternative, from 0; all things of a class share one number.
    pub nth: usize,
    /// The weight of the option among all options.
    pub weight: u32,
    /// What the option puts on the cell; `None` for an option that leaves the cell empty.
    pub piece: Option<Piece>,
}

/// An alternative of a mark, whose glyph has a meaning.
#[derive(Clone, Copy, Debug)]
pub struct KnownAlternative {
    /// The number of the alternative, from 0; all things of a class share one number.
    pub nth: usize,
    /// The glyph and its place.
    pub glyph: Spanned<char>,
    /// The weight of the alternative among all alternatives of the mark.
    pub weight: u32,
    /// The thing of the glyph.
    pub thing: Thing,
}

impl MarkedDraw {
    /// Whether nothing is left to chance, because there is only one option.
    pub fn is_certain(&self) -> bool {
        self.options.len() == 1
    }

    /// Iterates over the pieces that the options may put on a cell.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.options
            .iter()
            .filter_map(|option| option.piece.as_ref())
    }

    /// Whether any option puts a piece on this layer of a cell.
    pub fn fills(&self, layer: CellLayer) -> bool {
        self.pieces().any(|piece| piece.layer() == layer)
    }
}

/// Reads the options of a mark, from which chance chooses. `new` is the marked glyph. Reports a wrong mark and returns
/// `None`.
pub fn read_draw(
    cx: &mut Context<'_>,
    map: &LevelMap,
    record: &Record,
    new: char,
    all: &[KnownAlternative],
) -> Option<MarkedDraw> {
    let share = share(cx, record)?;
    let is_by_chance = all.len() > 1 || share < 100;
    let is_hero = |one: &&KnownAlternative| matches!(one.thing, Thing::Body(kind) if cx.tables.kind(kind).side == Side::Ours);
    if let Some(hero) = all.iter().find(is_hero).filter(|_| is_by_chance) {
        hero_by_chance(cx, hero.glyph);
        return None;
    }
    let words = said_words(cx, record, all);
    let first = all.iter().position(|one| !is_plain_floor(one.thing));
    let is_first = |nth: usize| nth == first.unwrap_or_default();
    let (mut options, mut scope, mut choice) = (Vec::new(), MarkedScope::Cell, None);
    for (nth, one) in all.iter().enumerate() {
        let is_nothing = all.len() > 1 && is_plain_floor(one.thing);
        let is_own = |(word, is_taken): (&&str, &bool)| match is_taken {
            true => takes_key(cx, one.thing, word),
            false => is_first(nth),
        };
        let own = words.iter().filter(|word| is_own(*word));
        let own: HashSet<&str> = own.map(|(word, _)| *word).collect();
        let mut fields = Fields::new(cx, RecordKind::Mark, record);
        if nth == 0 {
            choice = read_choice(&mut fields, all);
            fields.check_tune();
        } else {
            fields.misplaced(&TUNE);
        }
        if is_by_chance {
            scope = read_scope(&mut fields);
        } else {
            let help = "remove `same=`, or write alternatives or a chance, such as `mark 1 w|r` or `mark 1 w 50%`";
            fields.refuse(&SAME, "of a mark without chance", help);
            let help =
                "write one alternative for each of the other mark, such as `mark 2 k|. with=1`";
            fields.refuse(&WITH, "of a mark without alternatives", help);
        }
        if all.len() > 1 {
            fields.all_misplaced(|word| !own.contains(word));
            if !own.contains(SAYS.word) {
                fields.text();
            }
        }
        let others = (nth > 0).then(|| fields.cx.set_apart());
        let is_said = !is_nothing || !own.is_empty();
        let mut piece = is_said.then(|| read(map, &mut fields, one.thing));
        if let Some(others) = others {
            cx.add_news(others, |found| found);
        }
        if let Some(piece) = piece.as_mut() {
            want_if_marked(cx, piece, new, record.span);
        }
        let piece = piece.filter(|_| !is_nothing);
        options.push(MarkedOption {
            glyph: one.glyph.value,
            nth: one.nth,
            weight: one.weight * share,
            piece,
        });
    }
    options.retain(|option| option.weight > 0);
    options.extend(absent(all, share));
    Some(MarkedDraw {
        options,
        scope,
        choice,
        span: record.span,
    })
}

/// Reads the keys `same=` and `with=` of a mark.
fn read_scope(fields: &mut Fields<'_, '_>) -> MarkedScope {
    let same = fields.yes(&SAME);
    match fields.glyph_of(&WITH) {
        Some(other) => MarkedScope::Follows(other),
        None if same.is_some_and(|same| same.value) => MarkedScope::Mark,
        None => MarkedScope::Cell,
    }
}

/// Reads the key `choose=` of a mark. Reports the key on a mark without an item, and returns `None`.
fn read_choice(fields: &mut Fields<'_, '_>, all: &[KnownAlternative]) -> Option<Spanned<String>> {
    if all.iter().any(|one| matches!(one.thing, Thing::Item(_))) {
        return fields.name_of(&CHOOSE);
    }
    let help = "remove `choose=`, or let the mark put an item on its cells";
    fields.refuse(&CHOOSE, "of a mark without an item", help);
    None
}

/// Returns the option that leaves the cell empty, weighted so that the mark's percentage holds; `None` for 100 %.
fn absent(all: &[KnownAlternative], share: u32) -> Option<MarkedOption> {
    let weight = (100 - share) * all.iter().map(|one| one.weight).sum::<u32>();
    (weight > 0).then_some(MarkedOption {
        glyph: '.',
        nth: all.last().map_or(0, |last| last.nth + 1),
        weight,
        piece: None,
    })
}

/// Whether a thing is the plain floor, whose glyph is `.`. As one of several alternatives of a mark, plain floor means
/// an empty cell.
fn is_plain_floor(thing: Thing) -> bool {
    thing == Thing::Tile(builtin::FLOOR)
}

/// Returns the percentage of a mark, such as 50 in `mark 1 w 50%`; 100 for a mark without one. Reports a wrong
/// percentage and returns `None`.
fn share(cx: &mut Context<'_>, record: &Record) -> Option<u32> {
    let Some(Spanned {
        value: Number::Percent(value),
        span,
    }) = record.numbers.first().copied()
    else {
        return Some(100);
    };
    let value = percent(cx, Spanned::new(value, span))?;
    if value.value == 0 {
        let message = "expected a chance above 0%, found 0%: the mark would never place anything";
        let finding = Diagnostic::new(Code::UnusedDeclaration, span, message);
        cx.report_once(finding.help("write a higher chance, such as `50%`, or delete the line"));
    }
    Some(value.value)
}

fn hero_by_chance(cx: &mut Context<'_>, glyph: Spanned<char>) {
    let message = format!(
        "expected a hero in every game, found `{}` left to chance",
        glyph.value
    );
    let finding = Diagnostic::new(Code::BadValue, glyph.span, message);
    let help = format!(
        "draw the `{}`, or write `scatter {} 1` to let the seed choose the place",
        glyph.value, glyph.value
    );
    cx.report(finding.help(help));
}

/// Returns each key of a mark except `same=`, `with=`, `choose=` and `tune=`, and whether some alternative takes the key. The text of a mark
/// counts as the key `says`. A key that no alternative takes goes to the first alternative, which reports the key.
fn said_words<'r>(
    cx: &Context<'r>,
    record: &'r Record,
    all: &[KnownAlternative],
) -> HashMap<&'r str, bool> {
    let keys = record.keys.iter().map(|pair| pair.word(cx.source));
    let text = record.text.as_ref().map(|_| SAYS.word);
    let words = keys.chain(text).filter(|word| {
        ![&SAME, &WITH, &CHOOSE, &TUNE]
            .iter()
            .any(|key| key.word == *word)
    });
    let is_taken = |word: &str| all.iter().any(|one| takes_key(cx, one.thing, word));
    words.map(|word| (word, is_taken(word))).collect()
}

/// Whether a thing can have a key in its record; plain floor can have none.
fn takes_key(cx: &Context<'_>, thing: Thing, word: &str) -> bool {
    if is_plain_floor(thing) {
        return false;
    }
    let record = match thing {
        Thing::Body(_) => RecordKind::PlacedMonster,
        Thing::Item(_) => RecordKind::PlacedItem,
        Thing::Tile(_) => RecordKind::Terrain,
        Thing::Feature(feature) => RecordKind::of_feature(feature),
    };
    let is_able = match thing {
        Thing::Body(kind) => word != VIA.word || cx.tables.kind(kind).walks_a_route(),
        Thing::Tile(tile) => word != SAYS.word || cx.tables.tile(tile).footing == Footing::Anyone,
        Thing::Item(_) | Thing::Feature(_) => true,
    };
    let game = GameSet::named(cx.game.word);
    let mut keys = KEYS.iter().filter(|key| key.word == word);
    is_able && keys.any(|key| key.stands_in(record, game))
}

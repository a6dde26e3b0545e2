//! What a kind drops, spawns and leaves behind: glyphs that may be declared further down (`drops=k spawns=r:20
//! trail=~`).
use super::classes::{choice, monster};
use super::stats::thing_name;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{self, KeySpec};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{
    Fields, bad_value, glyph_said, not_expected, only_glyph, within,
};
use crate::resolve::schema::glyphs::GlyphTable;
use crate::source::Spanned;
use crate::syntax::{KeyValue, Value};
use dungeon_model::dungeon::game_profile::{GlyphExamples, Thing};
use dungeon_model::dungeon::{Choice, GameProfile, ItemId, KindId, Offspring, TileId, builtin};

/// What a kind names by a glyph that may be declared further down.
#[derive(Clone, Copy, Debug, Default)]
pub struct KindLinks {
    drops: Option<Spanned<char>>,
    /// The kind that is born, and how many rounds lie between two births.
    spawns: Option<(Spanned<char>, u32)>,
    trail: Option<Spanned<char>>,
}

impl KindLinks {
    /// Takes the glyphs that a record names.
    pub fn read(cx: &mut Context<'_>, fields: &mut Fields<'_>) -> KindLinks {
        KindLinks {
            drops: one(cx, fields, &DROPS),
            spawns: fields
                .value(&keys::SPAWNS)
                .and_then(|pair| spawns(cx, pair)),
            trail: one(cx, fields, &TRAIL),
        }
    }

    /// What is named here, and else there.
    pub fn or(self, inherited: KindLinks) -> KindLinks {
        KindLinks {
            drops: self.drops.or(inherited.drops),
            spawns: self.spawns.or(inherited.spawns),
            trail: self.trail.or(inherited.trail),
        }
    }

    /// Whether it says what the kind leaves behind.
    pub fn has_trail(&self) -> bool {
        self.trail.is_some()
    }

    /// Gives a kind what its glyphs stand for, once all of them are declared; a wrong one is reported.
    pub fn link(self, cx: &mut Context<'_>, glyphs: &GlyphTable, id: KindId) {
        let mut kind = cx.tables.kind(id).clone();
        if let Some(glyph) = self.drops {
            let drops = linked(cx, glyphs, glyph, &DROPS);
            kind.drops = drops.unwrap_or(kind.drops);
        }
        if let Some((glyph, every)) = self.spawns {
            let born = linked(cx, glyphs, glyph, &SPAWNS);
            let born = born.map(|kind| Offspring { kind, every });
            kind.spawns = born.or(kind.spawns);
        }
        if let Some(glyph) = self.trail
            && let Some(Choice::Always(tile)) = linked(cx, glyphs, glyph, &TRAIL)
        {
            kind.trail = Some(tile).filter(|tile| *tile != builtin::FLOOR);
        }
        cx.tables.kinds.replace(id.0, kind);
    }
}

/// A key that names a thing by its glyph, and how messages speak of it.
struct LinkedKey<T> {
    /// The sort of thing that the glyph must name, as messages say it: "an item".
    sort: &'static str,
    key: &'static KeySpec,
    declare: &'static str,
    /// What to declare it with, as an example.
    with: &'static str,
    article: &'static str,
    known: fn(&GameProfile) -> GlyphExamples,
    /// Returns the value of a thing of the sort; `None` for other things.
    pick: fn(&Context<'_>, Thing) -> Option<T>,
}

static DROPS: LinkedKey<ItemId> = LinkedKey {
    sort: "an item",
    key: &keys::DROPS,
    declare: "item",
    with: "",
    article: "an",
    known: |game| game.items,
    pick: |_, thing| thing.item(),
};

static SPAWNS: LinkedKey<KindId> = LinkedKey {
    sort: "a monster",
    key: &keys::SPAWNS,
    declare: "kind",
    with: "",
    article: "a",
    known: |game| game.monsters,
    pick: monster,
};

static TRAIL: LinkedKey<TileId> = LinkedKey {
    sort: "terrain",
    key: &keys::TRAIL,
    declare: "tile",
    with: " walk=slime",
    article: "a",
    known: |game| game.terrain,
    pick: |_, thing| thing.tile(),
};

/// Returns the link of a glyph: one thing, or the choice of a class. Reports any other glyph.
fn linked<T: Copy>(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    glyph: Spanned<char>,
    wanted: &LinkedKey<T>,
) -> Option<Choice<T>> {
    let pick = |thing| (wanted.pick)(cx, thing);
    let thing = glyphs.use_thing(glyph.value);
    if let Some(found) = thing.and_then(pick) {
        return Some(Choice::Always(found));
    }
    let choice = choice(glyphs, glyph.value, None, pick);
    if choice.is_none() {
        wrong(cx, glyphs, glyph, wanted, thing);
    }
    choice
}

/// Reports a glyph that stands for something else than its key wants, or for nothing.
fn wrong<T>(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    glyph: Spanned<char>,
    wanted: &LinkedKey<T>,
    thing: Option<Thing>,
) {
    let LinkedKey {
        sort,
        key,
        declare,
        with,
        article,
        ..
    } = wanted;
    let what = format!("the glyph of {sort} for `{}=`", key.word);
    let Spanned { value: found, span } = glyph;
    let found_thing = match thing {
        Some(thing) => Some(thing_name(cx, thing)),
        None if glyphs.doubtful.contains(&found) => return,
        None if glyphs.classes.contains_key(&found) => Some("a class of other things".to_string()),
        None => None,
    };
    let known = (wanted.known)(cx.game).all;
    let (code, which, help) = match found_thing {
        Some(found_thing) => (
            Code::BadValue,
            format!("is {found_thing}"),
            format!("{known}; so is whatever {article} `{declare}` declares"),
        ),
        None => (
            Code::UnknownGlyph,
            "has no meaning".to_string(),
            format!("declare it before the first level: `{declare} {found} \"name\"{with}`"),
        ),
    };
    let message = format!("expected {what}, found `{found}`, which {which}");
    let meant = glyphs.meant(cx.game, found, |thing| (wanted.pick)(cx, thing).is_some());
    let finding = Diagnostic::new(code, span, message);
    cx.report_once(match code {
        Code::UnknownGlyph => finding.perhaps_meant(span, meant, help),
        _ => finding.did_you_mean_or(span, meant, help),
    });
}

/// The glyph of a key that names one.
fn one<T>(
    cx: &mut Context<'_>,
    fields: &mut Fields<'_>,
    wanted: &LinkedKey<T>,
) -> Option<Spanned<char>> {
    let pair = fields.value(wanted.key)?;
    let span = pair.value.span;
    let glyph = glyph_said(cx, pair);
    if glyph.is_none() {
        let expected = format!(
            "the glyph of {}, such as `{}`,",
            wanted.sort,
            (wanted.known)(cx.game).one
        );
        let finding = not_expected(cx, pair, &expected);
        cx.report_once(finding.help("name it by the one character that draws it"));
    }
    Some(Spanned::new(glyph?, span))
}

/// The glyph of `spawns=`, and the number behind it.
fn spawns(cx: &mut Context<'_>, pair: &KeyValue) -> Option<(Spanned<char>, u32)> {
    let span = pair.value.span;
    let read = match &pair.value.value {
        Value::Tagged(name, number) => only_glyph(name).zip(Some(*number)),
        _ => None,
    };
    let Some((glyph, number)) = read else {
        let one = cx.game.monsters.one;
        let expected = format!("a glyph and a number of rounds, such as `{one}:20`,");
        bad_value(cx, pair, &expected);
        return None;
    };
    let what = "the rounds between births";
    let every = within(cx, what, Spanned::new(number, span), keys::SPAWNS.range())?;
    let place = span.first(glyph.len_utf8());
    Some((Spanned::new(glyph, place), every.value))
}

//! What a kind drops, spawns and leaves behind: glyphs that may be declared further down (`drops=k spawns=r:20
//! trail=~`).
use super::classes::choice;
use super::stats::thing_name;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{self, KeySpec};
use crate::resolve::schema::context::ResolveContext;
use crate::resolve::schema::fields::{Fields, bad_value, not_expected, only_glyph, within};
use crate::resolve::schema::glyphs::GlyphTable;
use crate::resolve::schema::source_map::Declaration;
use crate::source::{Span, Spanned};
use crate::syntax::{KeyValue, Value};
use dungeon_model::dungeon::game_profile::GlyphExamples;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{Choice, GameProfile, KindId, Offspring, Side, builtin};

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
    pub fn read(cx: &mut ResolveContext<'_>, fields: &mut Fields<'_>) -> KindLinks {
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
    pub fn link(
        self,
        cx: &mut ResolveContext<'_>,
        glyphs: &GlyphTable,
        declared: &mut [Declaration],
        id: KindId,
    ) {
        let mut kind = cx.tables.kind(id).clone();
        if let Some(glyph) = self.drops {
            let item = |thing: Thing| match thing {
                Thing::Item(item) => Some(item),
                _ => None,
            };
            match glyphs.use_thing(glyph.value, declared) {
                Some(Thing::Item(item)) => kind.drops = Choice::Always(item),
                other => match choice(glyphs, declared, glyph.value, item) {
                    Some(choice) => kind.drops = choice,
                    None => wrong(cx, glyphs, glyph, &DROPS, other),
                },
            }
        }
        if let Some((glyph, every)) = self.spawns {
            let body = |thing: Thing| match thing {
                Thing::Body(kind) => Some(kind),
                _ => None,
            };
            match glyphs.use_thing(glyph.value, declared) {
                Some(Thing::Body(born)) if cx.tables.kind(born).side == Side::Theirs => {
                    let kind_born = Choice::Always(born);
                    kind.spawns = Some(Offspring {
                        kind: kind_born,
                        every,
                    });
                }
                other => match choice(glyphs, declared, glyph.value, body) {
                    Some(choice) => {
                        kind.spawns = Some(Offspring {
                            kind: choice,
                            every,
                        });
                    }
                    None => wrong(cx, glyphs, glyph, &SPAWNS, other),
                },
            }
        }
        if let Some(glyph) = self.trail {
            match glyphs.use_thing(glyph.value, declared) {
                Some(Thing::Tile(builtin::FLOOR)) => kind.trail = None,
                Some(Thing::Tile(tile)) => kind.trail = Some(tile),
                other => wrong(cx, glyphs, glyph, &TRAIL, other),
            }
        }
        cx.tables.kinds.replace(id.0, kind);
    }
}

/// A key that names a thing by its glyph, and how messages speak of it.
struct LinkedKey {
    /// The sort of thing that the glyph must name, as messages say it: "an item".
    sort: &'static str,
    key: &'static KeySpec,
    declare: &'static str,
    /// What to declare it with, as an example.
    with: &'static str,
    article: &'static str,
    known: fn(&GameProfile) -> GlyphExamples,
}

static DROPS: LinkedKey = LinkedKey {
    sort: "an item",
    key: &keys::DROPS,
    declare: "item",
    with: "",
    article: "an",
    known: |game| game.items,
};

static SPAWNS: LinkedKey = LinkedKey {
    sort: "a monster",
    key: &keys::SPAWNS,
    declare: "kind",
    with: "",
    article: "a",
    known: |game| game.monsters,
};

static TRAIL: LinkedKey = LinkedKey {
    sort: "terrain",
    key: &keys::TRAIL,
    declare: "tile",
    with: " walk=slime",
    article: "a",
    known: |game| game.terrain,
};

/// Reports a glyph that stands for something else than its key wants, or for nothing.
fn wrong(
    cx: &mut ResolveContext<'_>,
    glyphs: &GlyphTable,
    glyph: Spanned<char>,
    wanted: &LinkedKey,
    thing: Option<Thing>,
) {
    let LinkedKey {
        sort,
        key,
        declare,
        with,
        article,
        known,
    } = wanted;
    let what = format!("the glyph of {sort} for `{}=`", key.word);
    let Spanned { value: found, span } = glyph;
    let found_thing = match thing {
        Some(thing) => thing_name(cx, thing),
        None if glyphs.doubtful.contains(&found) => return,
        None if glyphs.classes.contains_key(&found) => "a class of other things".to_string(),
        None => {
            let message = format!("expected {what}, found `{found}`, which has no meaning");
            let help =
                format!("declare it before the first level: `{declare} {found} \"name\"{with}`");
            cx.report_once(Diagnostic::new(Code::UnknownGlyph, span, message).help(help));
            return;
        }
    };
    let message = format!("expected {what}, found `{found}`, which is {found_thing}");
    let known = known(cx.game).all;
    let help = format!("{known}; so is whatever {article} `{declare}` declares");
    cx.report_once(Diagnostic::new(Code::BadValue, span, message).help(help));
}

/// The glyph of a key that names one.
fn one(
    cx: &mut ResolveContext<'_>,
    fields: &mut Fields<'_>,
    wanted: &LinkedKey,
) -> Option<Spanned<char>> {
    let pair = fields.value(wanted.key)?;
    let span = pair.value.span;
    let glyph = only_glyph(match &pair.value.value {
        Value::Text(text) => text,
        _ => cx.text(span),
    });
    if glyph.is_none() {
        let expected = format!(
            "the glyph of {}, such as `{}`,",
            wanted.sort,
            (wanted.known)(cx.game).one
        );
        let finding = not_expected(cx, pair, &expected);
        cx.report_once(finding.help("name it by the one character that draws it"));
    }
    Some(Spanned {
        value: glyph?,
        span,
    })
}

/// The glyph of `spawns=`, and the number behind it.
fn spawns(cx: &mut ResolveContext<'_>, pair: &KeyValue) -> Option<(Spanned<char>, u32)> {
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
    let every = within(
        cx,
        what,
        Spanned {
            value: number,
            span,
        },
        keys::SPAWNS.range(),
    )?;
    let start = span.start as usize;
    let span = Span::new(start, start + glyph.len_utf8());
    Some((Spanned { value: glyph, span }, every.value))
}

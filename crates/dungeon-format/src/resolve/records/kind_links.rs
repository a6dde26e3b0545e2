//! The keys `drops=k`, `spawns=r:20`, `follows=W`, `trail=~` and `looks=$` of a kind. The file may declare their glyphs
//! after the kind.
use super::classes::choice;
use super::named_glyphs::{DISGUISE, GlyphSort, ITEM, LEADER, MONSTER, TRAIL};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{self, KeySpec};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, bad_value, only_glyph, within};
use crate::resolve::schema::glyphs::GlyphTable;
use crate::source::Spanned;
use crate::syntax::{KeyValue, Value};
use dungeon_model::dungeon::{Choice, Kind, KindId, Offspring, builtin};

/// The things that a kind names by glyph: its drop, its offspring, its leader, its trail and its disguise.
#[derive(Clone, Copy, Debug, Default)]
pub struct KindLinks {
    drops: Option<Spanned<char>>,
    /// The glyph of the monsters that the kind spawns, and the number of rounds from one to the next.
    spawns: Option<(Spanned<char>, u32)>,
    follows: Option<Spanned<char>>,
    trail: Option<Spanned<char>>,
    looks: Option<Spanned<char>>,
}

impl KindLinks {
    /// Reads `drops=`, `spawns=`, `follows=`, `trail=` and `looks=` of a record.
    pub fn read(fields: &mut Fields<'_, '_>) -> KindLinks {
        KindLinks {
            drops: ITEM.glyph(fields, &keys::DROPS),
            spawns: fields
                .value(&keys::SPAWNS)
                .and_then(|pair| spawns(fields.cx, pair)),
            follows: LEADER.glyph(fields, &keys::FOLLOWS),
            trail: TRAIL.glyph(fields, &keys::TRAIL),
            looks: DISGUISE.glyph(fields, &keys::LOOKS_LIKE),
        }
    }

    /// Returns the glyphs of the kind with the glyph `own`, and for each missing one the inherited glyph. A leader that is
    /// based on its follower does not follow itself.
    pub fn or(self, inherited: KindLinks, own: char) -> KindLinks {
        let led = inherited.follows.filter(|leader| leader.value != own);
        KindLinks {
            drops: self.drops.or(inherited.drops),
            spawns: self.spawns.or(inherited.spawns),
            follows: self.follows.or(led),
            trail: self.trail.or(inherited.trail),
            looks: self.looks.or(inherited.looks),
        }
    }

    /// Whether the kind has a `trail=`, its own or inherited.
    pub fn has_trail(&self) -> bool {
        self.trail.is_some()
    }

    /// Stores in a kind what it drops, spawns, follows, leaves as a trail and looks like, once all glyphs are declared. Reports
    /// wrong glyphs.
    pub fn link(self, cx: &mut Context<'_>, glyphs: &GlyphTable, id: KindId) {
        let mut kind = cx.tables.kind(id).clone();
        if let Some(glyph) = self.drops {
            let drops = linked(cx, glyphs, glyph, &keys::DROPS, &ITEM);
            kind.drops = drops.unwrap_or(kind.drops);
        }
        if let Some((glyph, every)) = self.spawns {
            let born = linked(cx, glyphs, glyph, &keys::SPAWNS, &MONSTER);
            let born = born.map(|kind| Offspring { kind, every });
            kind.spawns = born.or(kind.spawns);
        }
        if let Some(glyph) = self.trail
            && let Some(tile) = linked_thing(cx, glyphs, glyph, &keys::TRAIL, &TRAIL)
        {
            kind.trail = Some(tile).filter(|tile| *tile != builtin::FLOOR);
        }
        if let Some(glyph) = self.follows.filter(|_| !kind.is_ally()) {
            kind.follows = linked_thing(cx, glyphs, glyph, &keys::FOLLOWS, &LEADER);
        }
        if let Some(glyph) = self.looks {
            kind.looks = linked_thing(cx, glyphs, glyph, &keys::LOOKS_LIKE, &DISGUISE);
        }
        cx.tables.kinds.replace(id.0, kind);
    }
}

/// Removes the leaders of kinds that follow each other in a circle, and reports each circle once. `named` are all kinds
/// with their links, in file order.
pub fn break_circles(cx: &mut Context<'_>, named: &[(KindId, KindLinks)]) {
    for (first, _) in named {
        let leader = |kind: &KindId| cx.tables.kind(*kind).follows;
        let chain = std::iter::successors(leader(first), leader);
        let mut chain: Vec<KindId> = chain.take(named.len()).collect();
        let Some(length) = chain.iter().position(|kind| kind == first) else {
            continue;
        };
        chain.truncate(length + 1);
        let finding = circle(cx, named, &chain);
        cx.findings.extend(finding);
        for kind in chain {
            let alone = Kind {
                follows: None,
                ..cx.tables.kind(kind).clone()
            };
            cx.tables.kinds.replace(kind.0, alone);
        }
    }
}

/// Makes the finding about kinds that follow each other. `chain` is the leader of a kind, the leader's leader and so on,
/// up to the kind itself.
fn circle(cx: &Context<'_>, named: &[(KindId, KindLinks)], chain: &[KindId]) -> Option<Diagnostic> {
    let link = |kind: &KindId| {
        let (_, links) = named.iter().find(|(own, _)| own == kind)?;
        Some(links.follows?.span)
    };
    let glyph = |kind: &KindId| cx.tables.kind(*kind).glyph;
    let (own, leaders) = chain.split_last()?;
    let said: Vec<String> = leaders
        .iter()
        .map(|leader| format!("`{}`, which follows ", glyph(leader)))
        .collect();
    let (said, itself) = match said.concat() {
        none if none.is_empty() => (format!("`{}`, which is the kind itself", glyph(own)), ""),
        chain => (chain, "this kind"),
    };
    let message = format!("expected `follows=` to name another kind, found {said}{itself}");
    let mut finding = Diagnostic::new(Code::BadValue, link(own)?, message);
    for leader in leaders {
        let place = link(leader).filter(|place| Some(*place) != link(own));
        finding = finding.label_if(place, format!("the leader of `{}`", glyph(leader)));
    }
    Some(finding.help("remove one `follows=`: a pack needs a leader that leads itself"))
}

/// Returns the thing that a glyph stands for. Reports a glyph whose thing `sort.pick` rejects, and returns `None`.
fn linked_thing<T: Copy>(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    glyph: Spanned<char>,
    key: &KeySpec,
    sort: &GlyphSort<T>,
) -> Option<T> {
    let thing = glyphs.use_thing(glyph.value);
    let found = thing.and_then(|thing| (sort.pick)(cx, thing));
    if found.is_none() {
        sort.refuse(cx, glyphs, key, glyph, thing);
    }
    found
}

/// Returns the thing that a glyph stands for, or the choice among the things of a class. Reports a glyph whose thing
/// `sort.pick` rejects, and returns `None`.
fn linked<T: Copy>(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    glyph: Spanned<char>,
    key: &KeySpec,
    sort: &GlyphSort<T>,
) -> Option<Choice<T>> {
    let pick = |thing| (sort.pick)(cx, thing);
    let thing = glyphs.use_thing(glyph.value);
    if let Some(found) = thing.and_then(pick) {
        return Some(Choice::Always(found));
    }
    let choice = choice(glyphs, glyph.value, None, pick);
    if choice.is_none() {
        sort.refuse(cx, glyphs, key, glyph, thing);
    }
    choice
}

/// Reads the glyph in `spawns=r:20` and the number of rounds after the colon. Reports any other value.
fn spawns(cx: &mut Context<'_>, pair: &KeyValue) -> Option<(Spanned<char>, u32)> {
    let span = pair.value.span;
    let read = match &pair.value.value {
        Value::Tagged(name, number) => only_glyph(name).zip(Some(*number)),
        _ => None,
    };
    let Some((glyph, number)) = read else {
        let one = cx.game.form().monsters.one;
        let expected = format!("a glyph and a number of rounds, such as `{one}:20`,");
        bad_value(cx, pair, &expected);
        return None;
    };
    let what = "a number of rounds";
    let every = within(cx, what, Spanned::new(number, span), keys::SPAWNS.range())?;
    let place = span.first(glyph.len_utf8());
    Some((Spanned::new(glyph, place), every.value))
}

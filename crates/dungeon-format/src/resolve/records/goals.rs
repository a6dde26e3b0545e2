//! The lines `goal` and `lose`: how to win and how to lose (docs/format, "Goals").
use std::collections::HashSet;

use super::named_glyphs::VITAL;
use crate::characters::{only_char, quoted};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{
    COVER, KILL, KeySpec, LEAVE, NOTHING, RecordKind, SURVIVE, TAKE, TURNS, WITHOUT,
};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::resolve::schema::glyphs::GlyphTable;
use crate::resolve::schema::goal_records::{GoalRecords, lacking, note};
use crate::source::{Span, Spanned};
use crate::syntax::{Integrity, KeyValue, Record};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{ItemId, ItemKind, Kind, KindId, Side};

/// Reads a `goal` line. Reports the line in games that set their own goal.
pub fn read_goal(cx: &mut Context<'_>, record: &Record) {
    if let Some(why) = cx.game.form().own_goal {
        let message = format!(
            "expected no goals in a file with `rules {}`, found one",
            cx.game.word
        );
        let finding = Diagnostic::new(Code::UnknownRecord, record.span, message);
        cx.report(finding.help(format!("{why}: remove the line")));
        return;
    }
    let mut fields = Fields::new(cx, RecordKind::Goal, record);
    let take = fields.name_of(&TAKE);
    let kill = fields.name_of(&KILL);
    let cover = fields.glyph_of(&COVER);
    let survive = fields.whole(&SURVIVE);
    let leave = fields.yes(&LEAVE).filter(|leave| leave.value);
    let never = fields.yes(&NOTHING).filter(|never| never.value);
    fields.finish("the goal");
    if names_nothing(cx, record, &[&TAKE, &LEAVE, &NOTHING]) {
        let message = "expected a goal after `goal`, found none";
        let finding = Diagnostic::new(Code::BadValue, record.span, message);
        cx.report(finding.help("write, for example, `goal kill=D leave=yes`"));
        return;
    }
    let named = record
        .keys
        .iter()
        .find(|pair| cx.text(pair.key) != NOTHING.word && cx.text(pair.value.span) != "no");
    let another = named.map(|pair| pair.key.to(pair.value.span));
    let goals = &mut cx.goals;
    goals.never = goals.never.or(never.map(|never| never.span));
    goals.another = goals.another.or(another);
    goals.first.get_or_insert(record.span);
    match take {
        Some(said) if said.value == "yes" => goals.takes_all = true,
        take => note(&mut goals.things, take.filter(|said| said.value != "no")),
    }
    match kill {
        Some(said) if said.value == "all" => {
            goals.kills_all.get_or_insert(said.span);
        }
        kill => note(&mut goals.targets, kill),
    }
    goals.leave = leave.map(|leave| leave.span).or(goals.leave);
    note(&mut goals.covered, cover);
    once(cx, &SURVIVE, |goals| &mut goals.survive, survive);
}

/// Reports that a file has `goal none=yes` and also another goal, or a cause that wins: `winning_cause`.
pub fn check_never(cx: &mut Context<'_>, winning_cause: Option<Span>) {
    let (Some(never), Some(wins)) = (cx.goals.never, cx.goals.another.or(winning_cause)) else {
        return;
    };
    let message = "expected no other goal in a file with `goal none=yes`, found one";
    let finding = Diagnostic::new(Code::BadValue, wins, message);
    let finding = finding.label(never, "this says that the game has no goal");
    cx.report(finding.help("remove one of the two"));
}

/// Whether an intact record says nothing: it has no number, no text, and no key, except that keys of `deniable` may
/// have the value `no`.
fn names_nothing(cx: &Context<'_>, record: &Record, deniable: &[&KeySpec]) -> bool {
    let is_denied = |pair: &KeyValue| {
        let mut keys = deniable.iter();
        keys.any(|key| key.word == cx.text(pair.key)) && cx.text(pair.value.span) == "no"
    };
    let is_bare = record.numbers.is_empty() && record.text.is_none();
    record.integrity == Integrity::Whole && is_bare && record.keys.iter().all(is_denied)
}

/// Stores the value of a key that a file may give only once. Reports a second value, and keeps the first.
fn once<T: Copy>(
    cx: &mut Context<'_>,
    key: &KeySpec,
    place: impl Fn(&mut GoalRecords) -> &mut Option<Spanned<T>>,
    said: Option<Spanned<T>>,
) {
    let before = *place(&mut cx.goals);
    if let (Some(first), Some(again)) = (before, said) {
        let what = format!("`{}=` once in a file", key.word);
        cx.report(Diagnostic::said_again(&what, first.span, again.span));
    }
    *place(&mut cx.goals) = before.or(said);
}

/// Reads a `lose` line.
pub fn read_loss(cx: &mut Context<'_>, record: &Record) {
    let mut fields = Fields::new(cx, RecordKind::Lose, record);
    let turns = fields.whole(&TURNS);
    let without = VITAL.glyph(&mut fields, &WITHOUT);
    fields.finish("the loss");
    if names_nothing(cx, record, &[]) {
        let message = "expected a condition after `lose`, found none";
        let finding = Diagnostic::new(Code::BadValue, record.span, message);
        cx.report(finding.help("write, for example, `lose turns=300`"));
    }
    once(cx, &TURNS, |goals| &mut goals.turns, turns);
    once(cx, &WITHOUT, |goals| &mut goals.without, without);
}

/// If the file has goals of its own, sets which built-in items they require. Call it after all goals are read and
/// before anything is declared.
pub fn settle_builtin_items(cx: &mut Context<'_>) {
    if !cx.goals.is_said() {
        return;
    }
    let is_taken = cx.goals.takes_all;
    for id in (1..cx.tables.items.rows.len()).map(ItemId::of) {
        let settle = |item: &mut ItemKind| item.collectable = is_taken && item.opens.is_none();
        cx.tables.items.change(id.0, settle);
    }
}

/// Marks the things that goals need, once everything is declared: the kinds to kill by their glyphs, the items to take
/// by their glyphs or names, and the vital item or ally, whose loss ends the game.
pub fn link_goals(cx: &mut Context<'_>, glyphs: &GlyphTable) {
    for (said, span) in lacking(&cx.goals.targets) {
        let Some(glyph) = only_char(&said) else {
            continue;
        };
        for thing in glyphs.use_all(glyph) {
            if let Thing::Body(kind) = thing {
                want(cx, kind, &said, span);
            }
        }
    }
    link_things(cx, glyphs);
    if let Some(glyph) = cx.goals.without {
        let things = glyphs.use_all(glyph.value);
        let things: Vec<Thing> = things.filter_map(|thing| (VITAL.pick)(cx, thing)).collect();
        let thing = glyphs.thing(glyph.value);
        if things.is_empty() && VITAL.refuse(cx, glyphs, &WITHOUT, glyph, thing) {
            cx.goals.without = None;
        }
        for thing in things {
            match thing {
                Thing::Item(item) => cx.tables.items.change(item.0, |item| item.is_vital = true),
                Thing::Body(kind) => cx.tables.kinds.change(kind.0, |kind| kind.is_vital = true),
                Thing::Tile(_) | Thing::Feature(_) => {}
            }
        }
    }
}

/// Marks the items to take, which `take=` names by glyph or name. They may be keys of locks. Reports a name that no item
/// has; a glyph may still be a mark of some level.
fn link_things(cx: &mut Context<'_>, glyphs: &GlyphTable) {
    for (said, span) in lacking(&cx.goals.things) {
        let glyph = only_char(&said);
        let things = glyph.into_iter().flat_map(|glyph| glyphs.use_all(glyph));
        let mut items: Vec<ItemId> = things.filter_map(Thing::item).collect();
        // A single character is read as a name only if it is not the glyph of an item.
        if items.is_empty() {
            let numbers = (1..cx.tables.items.rows.len()).map(ItemId::of);
            items.extend(numbers.filter(|item| cx.tables.item(*item).name == said));
        }
        if items.is_empty() && glyph.is_none() {
            no_such_thing(cx, glyphs, &said, span);
        }
        for item in items {
            cx.goals.wants_thing(&said);
            cx.tables
                .items
                .change(item.0, |item| item.collectable = true);
        }
    }
}

/// Reports the glyphs of `take=` that no item and no mark has. Call this once all levels are read.
pub fn check_things(cx: &mut Context<'_>, glyphs: &GlyphTable) {
    for (said, span) in lacking(&cx.goals.things) {
        if only_char(&said).is_some_and(|glyph| !glyphs.doubtful.contains(&glyph)) {
            no_such_thing(cx, glyphs, &said, span);
        }
    }
}

/// Reports a glyph or a name of `take=` that no item has, and removes it, so that later checks do not report it again.
fn no_such_thing(cx: &mut Context<'_>, glyphs: &GlyphTable, said: &str, span: Span) {
    let found = only_char(said).map_or_else(|| quoted(said), |glyph| glyphs.found(glyph));
    let message = format!("expected the glyph or the name of an item, found {found}");
    let finding = Diagnostic::new(Code::BadValue, span, message);
    let help = "declare it before the first level, such as `item k \"relic\"`, or write `take=yes` for all items";
    let names = cx.tables.items.rows.iter().skip(1).map(|item| &item.name);
    let meant = glyphs.meant_by(cx.game, said, |thing| thing.item().is_some(), names);
    cx.report(finding.did_you_mean_or(span, meant, help));
    cx.goals.things.remove(said);
}

/// Marks every kind of monster whose name is the value of a `kill=`, or all kinds for `kill=all`. Call this once all
/// levels are read. A single character is read as a name only if it is not a glyph.
pub fn want_by_names(cx: &mut Context<'_>) {
    let said = cx.goals.targets.iter();
    let names = said.filter(|(said, named)| only_char(said).is_none() || !named.is_found);
    let names: HashSet<String> = names.map(|(said, _)| said.clone()).collect();
    for id in (0..cx.tables.kinds.rows.len()).map(KindId::of) {
        let kind = cx.tables.kind(id);
        let is_named = kind.side == Side::Theirs && names.contains(&kind.name);
        if is_named {
            let name = kind.name.clone();
            cx.goals.wants(&name);
        }
        if is_named || cx.goals.kills_all.is_some() {
            mark_wanted(cx, id);
        }
    }
}

/// Marks a kind as a monster to kill. Reports the kind of a hero at `span`; `said` is its glyph in the `kill=`.
fn want(cx: &mut Context<'_>, kind: KindId, said: &str, span: Span) {
    cx.goals.wants(said);
    if cx.tables.kind(kind).side == Side::Ours {
        let message = "expected a monster to kill, found the hero";
        let finding = Diagnostic::new(Code::BadValue, span, message);
        cx.report(finding.help("write the glyph of a kind or a mark, or a name in quotes"));
        return;
    }
    if !cx.tables.kind(kind).prey.is_hostile() {
        let message = format!("expected an enemy to kill, found `{said}`, which is no enemy");
        let finding = Diagnostic::new(Code::BadValue, span, message);
        cx.report(finding.help("write the glyph of an enemy, or remove `side=` from this kind"));
        // Remove the name, so that later checks do not report it again.
        cx.goals.targets.remove(said);
        return;
    }
    mark_wanted(cx, kind);
}

fn mark_wanted(cx: &mut Context<'_>, kind: KindId) {
    let is_enemy = |kind: &Kind| kind.side == Side::Theirs && kind.prey.is_hostile();
    let want = |kind: &mut Kind| kind.is_wanted |= is_enemy(kind);
    cx.tables.kinds.change(kind.0, want);
}

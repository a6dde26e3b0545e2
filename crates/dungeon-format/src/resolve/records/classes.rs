//! `class u z*3|W|L depth=2..4`: a glyph for several monsters or several items. The seed chooses a monster or an item
//! for each use (docs/format, "Classes").
use std::sync::Arc;

use super::stats::thing_name;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{DEPTH, RecordKind};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::resolve::schema::glyphs::{ClassLine, ClassMember, GlyphTable, duplicate, reserved};
use crate::resolve::schema::ranges::points;
use crate::source::{Span, Spanned};
use crate::syntax::{Alternatives, Record};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{CauseEffect, Choice, Class, Dungeon, ItemId, KindId, Side};
use dungeon_model::space::narrow;

/// The number of levels that a `LevelId` can name.
const LEVELS: u32 = 1 << 8;

/// A `class` line, stored until everything that the line may name is declared.
#[derive(Debug)]
pub struct ClassRecord {
    /// The `class` line.
    pub record: Record,
    /// The glyph of the class.
    pub new: Spanned<char>,
    /// The glyphs of the monsters or items to choose from, with weights.
    pub alternatives: Alternatives,
    /// The index of the line's entry in the table of glyphs.
    pub entry: usize,
}

/// Reads a `class` line into the table of glyphs. Reports a wrong line, whose glyph then counts as doubtful.
pub fn read_class(cx: &mut Context<'_>, glyphs: &mut GlyphTable, class: &ClassRecord) {
    let ClassRecord {
        record,
        new,
        alternatives,
        entry,
    } = class;
    let mut fields = Fields::new(cx, RecordKind::Class, record);
    let name = fields.text().map(|name| name.value.clone());
    let depth = points(&mut fields, &DEPTH).map(|depth| depth.value);
    fields.finish("a class");
    let (first, last) = depth.unwrap_or((1, LEVELS));
    let line = ClassLine {
        name,
        depth: (first, last),
        members: members(cx, glyphs, alternatives),
        span: glyphs.place(*entry),
        entry: *entry,
    };
    if is_free(cx, glyphs, *new, &line) && line.members.len() == alternatives.0.len() {
        glyphs.add_class_line(new.value, line);
    } else {
        glyphs.doubtful.insert(new.value);
    }
}

/// Whether the glyph of a class has no other meaning on the levels of `line`. Reports a second meaning, and a glyph
/// whose meaning is fixed.
fn is_free(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    new: Spanned<char>,
    line: &ClassLine,
) -> bool {
    if cx.game.form().reserved.contains(&new.value) {
        reserved(cx, new);
        return false;
    }
    if let Some(first) = glyphs.declared_at(new.value) {
        duplicate(cx, new, first);
        return false;
    }
    let (first, last) = line.depth;
    let others = glyphs.classes.get(&new.value);
    let mut others = others.into_iter().flatten();
    let overlaps = |other: &&ClassLine| first <= other.depth.1 && other.depth.0 <= last;
    let Some(other) = others.find(overlaps) else {
        return true;
    };
    let both = first.max(other.depth.0);
    let message = format!(
        "expected one meaning for `{}` on each level, found a second on level {both}",
        new.value
    );
    let finding = Diagnostic::new(Code::DuplicateGlyph, line.span, message);
    cx.report(
        finding
            .label(other.span, "the first meaning")
            .help("limit each line to its levels with `depth=`: `class u w|g depth=2..4`"),
    );
    false
}

/// Returns the members of a class. Reports and skips glyphs that cannot be members.
fn members(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    alternatives: &Alternatives,
) -> Vec<ClassMember> {
    let mut members: Vec<ClassMember> = Vec::new();
    for (one, glyph) in alternatives.0.iter().zip(alternatives.glyphs()) {
        let found = match glyphs.use_thing(glyph.value) {
            Some(thing) if is_member(cx, thing) => {
                let first = members.first().map(|first| first.thing);
                let is_alike = |first: Thing| {
                    matches!(first, Thing::Item(_)) == matches!(thing, Thing::Item(_))
                };
                if first.is_none_or(is_alike) {
                    members.push(ClassMember {
                        glyph: glyph.value,
                        // The parser reports weights out of range.
                        weight: u32::try_from(one.value.weight).unwrap_or(1),
                        thing,
                    });
                    continue;
                }
                format!("a mix with {}", thing_name(cx, thing))
            }
            Some(thing) => format!("`{}`, which is {}", glyph.value, thing_name(cx, thing)),
            None if glyphs.doubtful.contains(&glyph.value) => continue,
            None if glyphs.classes.contains_key(&glyph.value) => {
                format!("`{}`, which is a class", glyph.value)
            }
            None => {
                let is_member = |thing| is_member(cx, thing);
                let meant = glyphs.meant(cx.game, glyph.value, is_member);
                no_meaning(cx, glyph, meant);
                continue;
            }
        };
        let message = format!("expected a class of monsters or of items, found {found}");
        let finding = Diagnostic::new(Code::BadValue, glyph.span, message);
        cx.report(
            finding
                .help("list only monsters or only items, or write a mark for a mix: `mark 1 w|#`"),
        );
    }
    members
}

fn no_meaning(cx: &mut Context<'_>, glyph: Spanned<char>, meant: Option<char>) {
    let found = glyph.value;
    let message = format!(
        "expected the glyph of a monster or an item, found `{found}`, which has no meaning"
    );
    let finding = Diagnostic::new(Code::UnknownGlyph, glyph.span, message);
    let help = format!(
        "declare it before the first level, such as `kind {found} \"name\"` or `item {found} \"name\"`"
    );
    cx.report(finding.perhaps_meant(glyph.span, meant, help));
}

/// Whether a thing can be a member of a class: a monster or an item.
fn is_member(cx: &Context<'_>, thing: Thing) -> bool {
    thing.item().is_some() || monster(cx, thing).is_some()
}

/// Returns the kind of a monster; `None` for any other thing, such as a hero.
pub fn monster(cx: &Context<'_>, thing: Thing) -> Option<KindId> {
    thing
        .body()
        .filter(|kind| cx.tables.kind(*kind).side == Side::Theirs)
}

/// Returns the choice of the seed among the members of a class, and counts the class as used. `None` for a glyph that
/// is no class, or if `pick` rejects a member on `level`, which counts from 1; for `level` `None`, a member on any
/// level.
pub fn choice<T>(
    glyphs: &GlyphTable,
    glyph: char,
    level: Option<u32>,
    pick: impl Fn(Thing) -> Option<T>,
) -> Option<Choice<T>> {
    let lines = glyphs.classes.get(&glyph)?;
    let counts = |line: &ClassLine, level: u32| (line.depth.0..=line.depth.1).contains(&level);
    let number = |level: u32| {
        let line = lines.iter().position(|line| counts(line, level));
        line.map(narrow::count)
    };
    let by_level = (1..=LEVELS).map(number).collect();
    glyphs.members(glyph);
    let member = |member: &ClassMember| Some((member.weight, pick(member.thing)?));
    let members = lines.iter().map(|line| {
        let such: Option<Vec<(u32, T)>> = line.members.iter().map(member).collect();
        let is_elsewhere = level.is_some_and(|level| !counts(line, level));
        such.or_else(|| is_elsewhere.then(Vec::new))
    });
    Some(Choice::OfClass(Arc::new(Class {
        glyph,
        lines: members.collect::<Option<_>>()?,
        by_level,
    })))
}

/// Reports levels for which a class has no `class` line although the class may be needed there: as the drop or the
/// offspring of a kind that may appear there, or as an item given by a cause of the whole file. `heads` holds the first
/// line of each level.
pub fn check_depths(cx: &mut Context<'_>, dungeon: &Dungeon, heads: &[Span]) {
    let causes = dungeon.causes.iter().filter(|cause| cause.level.is_none());
    let gifts = causes.flat_map(|cause| &cause.effects);
    let gifts = gifts.filter_map(|effect| match effect {
        CauseEffect::Give(item) => Some(item),
        _ => None,
    });
    let gifts: Vec<&Choice<ItemId>> = gifts.collect();
    for ((id, _), head) in dungeon.numbered_levels().zip(heads) {
        let level = usize::from(id.0);
        for glyph in gifts.iter().filter_map(|gift| lacking(gift, level)) {
            cx.report_once(no_line(*head, level, glyph, "a cause can give it"));
        }
        for kind in dungeon.may_come(id).kinds {
            let kind = dungeon.kind(kind);
            let brood = kind.spawns.as_ref().map(|offspring| &offspring.kind);
            let born = brood.and_then(|brood| lacking(brood, level));
            for glyph in born.into_iter().chain(lacking(&kind.drops, level)) {
                let why = format!("{} can drop or spawn it", with_article(&kind.name));
                cx.report_once(no_line(*head, level, glyph, &why));
            }
        }
    }
}

/// If a choice is among the members of a class that has no `class` line for a level, counted from 0, returns the glyph
/// of the class. `None` for any other choice.
fn lacking<T: Copy>(choice: &Choice<T>, level: usize) -> Option<char> {
    let Choice::OfClass(class) = choice else {
        return None;
    };
    let line = class.by_level.get(level).copied().flatten();
    line.is_none().then_some(class.glyph)
}

/// Makes the finding about a class that has no `class` line for a level. `level` counts from 0, and `why` tells how the
/// class can appear on the level.
fn no_line(head: Span, level: usize, glyph: char, why: &str) -> Diagnostic {
    let level = level + 1;
    let message = format!(
        "expected a line of the class `{glyph}` for level {level}, where {why}, found none"
    );
    let finding = Diagnostic::new(Code::UnknownGlyph, head, message);
    finding.help(no_line_help(glyph, narrow::count(level)))
}

/// Returns the help text of the finding about a class that has no `class` line for a level. `level` counts from 1.
pub fn no_line_help(class: char, level: u32) -> String {
    format!("add a line `class {class}` with `depth={level}`")
}

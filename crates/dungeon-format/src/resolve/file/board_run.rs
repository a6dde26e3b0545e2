//! A run of boards: the hero begins on the first one, and comes to each later one where it draws him.
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::level::draft::{Draft, DraftScatter};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::source_map::LevelSourceMap;
use crate::source::Span;
use dungeon_model::dungeon::{Level, ScatteredThing, Side, Spawn};

/// Reports what a later board says of the hero beside his place, which is drawn or recorded; what would scatter him
/// is left out.
pub fn only_a_place(cx: &mut Context<'_>, draft: &mut Draft) {
    if let Some(span) = draft.hero(cx).and_then(|hero| hero.what.own) {
        says_more(cx, span);
    }
    let is_hero = |scattered: &DraftScatter| match scattered.scatter.what {
        ScatteredThing::Body(kind, _) => cx.tables.kind(kind).side == Side::Ours,
        ScatteredThing::Item(_) | ScatteredThing::Tile(_) => false,
    };
    let (heroes, others) = draft.scatters.drain(..).partition(is_hero);
    draft.scatters = others;
    let heroes: Vec<DraftScatter> = heroes;
    // Several heroes are a finding of their own, which `requirements` makes.
    if let (Some(hero), 1) = (heroes.first(), draft.requirements.hero_count) {
        placeless(cx, hero.span);
    }
}

/// Takes the hero off a later board: where he is drawn he comes to, with what he has then.
pub fn remove_hero(cx: &Context<'_>, level: &mut Level, places: &mut LevelSourceMap) {
    let is_ours = |spawn: &Spawn| cx.tables.kind(spawn.kind).side == Side::Ours;
    if let Some(nth) = level.spawns.iter().position(is_ours) {
        level.spawns.remove(nth);
        places.spawns.remove(nth);
        if let Some(chance) = level.chance.as_mut().map(Arc::make_mut) {
            for cell in &mut chance.cells {
                cell.spawns_before -= u32::from(cell.spawns_before as usize > nth);
            }
        }
    }
}

fn says_more(cx: &mut Context<'_>, span: Span) {
    let message = "expected nothing but the hero's place on a later board, found more";
    let finding = Diagnostic::new(Code::UnknownKey, span, message);
    cx.report(finding.help(
        "he comes there as he left the board before, with the lives that are left: say it where he begins",
    ));
}

fn placeless(cx: &mut Context<'_>, span: Span) {
    let message = "expected a place for the hero on a later board, found him scattered";
    let finding = Diagnostic::new(Code::BadValue, span, message);
    cx.report(finding.help(
        "whatever is scattered there leaves his place free: draw an `@` in the map, or write `@ x y`",
    ));
}

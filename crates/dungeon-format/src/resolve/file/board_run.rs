//! Arena files with several levels, called boards: the hero starts on the first board, and enters each later
//! board on the cell where that board draws or places a hero.
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::level::draft::{Draft, DraftScatter};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::source_map::LevelSourceMap;
use crate::source::Span;
use dungeon_model::dungeon::{Level, ScatteredThing, Side, Spawn};

/// Reports a hero of a later board that is scattered, or that has its own stats or appearance: only the cell of arrival
/// may be given. Removes scatters of heroes.
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
    // The module `requirements` reports several heroes on one board.
    if let (Some(hero), 1) = (heroes.first(), draft.requirements.hero_count) {
        placeless(cx, hero.span);
    }
}

/// Removes the hero of a later board, which only marks the cell of arrival.
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
    let message = "expected only the hero's place on a later board, found other values too";
    let finding = Diagnostic::new(Code::UnknownKey, span, message);
    cx.report(finding.help(
        "the hero keeps its numbers from the previous board: move the keys to the first board",
    ));
}

fn placeless(cx: &mut Context<'_>, span: Span) {
    let message = "expected a fixed place for the hero on a later board, found a scatter";
    let finding = Diagnostic::new(Code::BadValue, span, message);
    cx.report(finding.help(
        "draw an `@` in the map, or write `@ x y`: only the first board can scatter the hero",
    ));
}

//! What is playable but probably not meant, and what nobody could ever win: looks at whole levels, each
//! in time proportional to its size.
mod look;
mod manner;

mod pockets;

mod ways;

mod keys;
mod level_reach;

mod reach;

mod apart;
#[cfg(test)]
mod brute;
mod locked;
mod stairs;

mod lost;

mod crowd;
mod edge;
mod minds;
mod names;
mod room;
mod sealed;
mod strewn;

mod means;
mod unreached;

use super::diagnostic::{Code, Diagnostic, Findings, Severity};
use super::resolve::{Declaration, Resolved, Thing, Use};
use super::source::Source;
use crate::dungeon::Dungeon;
use crate::dungeon::game_profile::{LevelOrder, Newcomers};
use look::{Look, Text};

/// Everything about how a dungeon plays that its author probably did not mean, in file order. `told` is what is
/// wrong with its text already: no problem is told twice.
pub fn lint(source: &Source, resolved: &Resolved, told: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    let looks = Look::all(source, resolved);
    for look in &looks {
        edge::open_edge(look, &mut findings);
        crowd::near_misses(look, &mut findings);
        crowd::hero_in_reach(look, &mut findings);
        crowd::trap_on_start(look, &mut findings);
        room::too_few_cells(look, &mut findings);
        names::duplicate_names(look, &mut findings);
    }
    let text = Text::of(told);
    let is_sound = told.iter().all(|found| found.severity != Severity::Error);
    let settings = &resolved.dungeon.settings;
    let game = settings.game;
    if let (Newcomers::AtTheRim(why), Text::Understood) = (game.newcomers, text) {
        edge::no_gate(&looks, why, &mut findings);
    }
    if let (Some(economy), Text::Understood, true) = (game.economy, text, is_sound) {
        means::no_income(&economy(settings), &resolved.dungeon, &looks, &mut findings);
    }
    if game.levels == LevelOrder::InTurn && is_sound {
        means::no_turn(&looks, &mut findings);
    }
    unreached::unreached(&looks, resolved, text, &mut findings);
    if text == Text::Understood {
        minds::never_senses(resolved, &looks, &mut findings);
    }
    let declarations = resolved.places.declarations.iter();
    let unused = declarations.filter(|declaration| {
        declaration.use_ == Use::Unused && !is_missed(source, &resolved.dungeon, told, declaration)
    });
    findings.extend(unused.map(unused_declaration));
    findings.finish()
}

/// Whether a declaration is a key that a lock was told to be without: that it is nowhere is the same problem.
fn is_missed(
    source: &Source,
    dungeon: &Dungeon,
    told: &[Diagnostic],
    declaration: &Declaration,
) -> bool {
    let lock = match declaration.thing {
        Some(Thing::Item(item)) => dungeon.item(item).opens,
        _ => None,
    };
    let Some(lock) = lock else {
        return false;
    };
    let name = &dungeon.locks[usize::from(lock.0)];
    let mut locks = told.iter().filter(|found| found.code == Code::NoSuchKey);
    locks.any(|found| {
        let written = source.text.get(found.span.range());
        written.is_some_and(|written| written.trim_matches('"') == name)
    })
}

fn unused_declaration(declaration: &Declaration) -> Diagnostic {
    let Declaration {
        glyph, head, span, ..
    } = declaration;
    let message = match *head {
        "mark" => format!("expected the mark `{glyph}` somewhere in its level, found it nowhere"),
        head => format!("expected the {head} `{glyph}` in some level, found it in none"),
    };
    Diagnostic::new(Code::UnusedDeclaration, *span, message).help(format!(
        "draw a `{glyph}`, write a record for it, or delete this line"
    ))
}

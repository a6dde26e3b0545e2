//! The causes (`when` records) of a file and all its levels. Each cause of a level gets the level's id. Kinds and items
//! are looked up by name once all records are read.
use super::level_index::LevelIndex;
use super::link_stairs::tile;
use crate::characters::{as_value, in_quotes};
use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::level::draft::{Draft, DraftCause, FarEvent};
use crate::resolve::records::features::note_lock;
use crate::resolve::records::goal_targets::no_such_monster;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::source_map::CausePlace;
use crate::source::Spanned;
use crate::spelling::nearest;
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, CauseRecord, KindId, Level, LevelId, LockId, Side, Victims, numbered,
};

/// The maximum number of causes in a file, limited because each action checks all causes.
const MOST: usize = 1000;

/// The causes of a file in order, with their places in the text.
#[derive(Debug, Default)]
pub struct LinkedCauses {
    /// The causes of the file itself, then the causes of each level.
    pub records: Vec<CauseRecord>,
    /// The place of each cause in the text.
    pub places: Vec<CausePlace>,
    /// The name of each cause's monsters, if the cause gives a name instead of a glyph.
    named: Vec<Option<Spanned<String>>>,
}

impl LinkedCauses {
    /// Makes a list of the causes before the first level.
    pub fn of_file(cx: &mut Context<'_>, causes: Vec<DraftCause>) -> LinkedCauses {
        let mut linked = LinkedCauses::default();
        for cause in causes {
            linked.add(cx, cause);
        }
        linked
    }

    /// Adds the causes of a level; `here` is the index of the level in the file. Returns the locks of the doors that
    /// these causes make, with the places that name the locks.
    pub fn link(
        &mut self,
        cx: &mut Context<'_>,
        index: &LevelIndex<'_>,
        here: usize,
        level: LevelId,
        draft: &mut Draft,
    ) -> Vec<Spanned<LockId>> {
        let mut locks = Vec::new();
        for mut cause in std::mem::take(&mut draft.causes) {
            cause.record.level = Some(level);
            if let Some(far) = cause.far.take()
                && !hear(cx, index, here, &mut cause.record, &far)
            {
                continue;
            }
            if let (Some(feature), Some(CauseEffect::Tile { into, .. })) =
                (cause.into.take(), cause.record.effects.first_mut())
            {
                let span = cause.place.record;
                let place = Spanned::new(None, span);
                let Some(tile) = tile(cx, index, here, &feature, draft.floor, place) else {
                    continue;
                };
                note_lock(&mut locks, &feature);
                *into = tile;
            }
            self.add(cx, cause);
        }
        locks
    }

    fn add(&mut self, cx: &mut Context<'_>, cause: DraftCause) {
        if self.records.len() == MOST {
            let message = format!("expected at most {MOST} causes in a file, found more");
            cx.report_once(Diagnostic::new(Code::Limit, cause.place.record, message));
            return;
        }
        self.records.push(cause.record);
        self.places.push(cause.place);
        self.named.push(cause.named);
    }

    /// Looks up the kinds and items of all causes. Reports names that no monster has.
    pub fn close(&mut self, cx: &mut Context<'_>, levels: &[Level]) {
        for (cause, named) in self.records.iter_mut().zip(&self.named) {
            match &mut cause.event {
                CauseEvent::Take(items) => {
                    let of = |item| cx.variants.of_item(item);
                    *items = std::mem::take(items).into_iter().flat_map(of).collect();
                }
                CauseEvent::Kill(Victims::Kinds(kinds))
                | CauseEvent::AllDead(Victims::Kinds(kinds)) => match named {
                    Some(name) => *kinds = kinds_named(cx, levels, name),
                    None => {
                        let of = |kind| cx.variants.of_kind(kind);
                        *kinds = std::mem::take(kinds).into_iter().flat_map(of).collect();
                    }
                },
                _ => {}
            }
            for effect in &mut cause.effects {
                if let CauseEffect::Wake(Victims::Kinds(kinds)) = effect {
                    let of = |kind| cx.variants.of_kind(kind);
                    *kinds = std::mem::take(kinds).into_iter().flat_map(of).collect();
                }
            }
        }
    }
}

/// Sets the level of an event on another level, and its cells. Reports an unknown level, and cells that it does not
/// have, and returns whether the event is known.
fn hear(
    cx: &mut Context<'_>,
    index: &LevelIndex<'_>,
    here: usize,
    cause: &mut CauseRecord,
    far: &FarEvent,
) -> bool {
    let Some((level, map)) = index.level_named(cx, here, &far.level) else {
        return false;
    };
    cause.heard = Some(level).filter(|heard| cause.level != Some(*heard));
    let Some(pair) = &far.cells else {
        return true;
    };
    let found = map.cells_named(cx, pair, &in_quotes(&far.level.value));
    let cells = match &mut cause.event {
        CauseEvent::Step(cells)
        | CauseEvent::Leave(cells)
        | CauseEvent::Push(cells)
        | CauseEvent::Opened(cells)
        | CauseEvent::TakeAt(cells)
        | CauseEvent::Kill(Victims::DrawnAt(cells))
        | CauseEvent::AllDead(Victims::DrawnAt(cells)) => cells,
        _ => return true,
    };
    let is_found = found.is_some();
    cells.extend(found.into_iter().flat_map(|found| found.value));
    is_found
}

/// Returns the kinds of monsters with this name. Reports a name that no kind has, unless no level could be read.
fn kinds_named(cx: &mut Context<'_>, levels: &[Level], name: &Spanned<String>) -> Vec<KindId> {
    let kinds = numbered(&cx.tables.kinds.rows, KindId::of);
    let named = kinds.filter(|(_, kind)| kind.name == name.value);
    let named: Vec<KindId> = named.map(|(id, _)| id).collect();
    if named.is_empty() && !levels.is_empty() {
        let names = cx.tables.kinds.rows.iter();
        let names = names.filter(|kind| kind.side == Side::Theirs);
        let meant = nearest(&name.value, names.map(|kind| kind.name.as_str())).map(as_value);
        cx.report(no_such_monster(&name.value, name.span, meant));
    }
    named
}

//! The `when` records of a level and of the whole file: causes and effects (docs/format, "Causes").
use super::cause_effects::EFFECTS;
use super::cause_events::EVENTS;
use super::cause_reader::{CauseGlyphs, CauseReader};
use super::draft::{DraftCause, FarEvent};
use super::level_records::LevelContext;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{AGAIN, RecordKind, SAYS, WHEN_LEVEL, WHEN_OPEN};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::resolve::schema::glyphs::GlyphTable;
use crate::resolve::schema::source_map::CausePlace;
use crate::source::Span;
use crate::syntax::{Integrity, Record};
use dungeon_model::dungeon::CauseRecord;

/// Reads a `when` record of a level.
pub fn cause(cx: &mut Context<'_>, level: &mut LevelContext<'_, '_>, record: &Record) {
    let floor = level.draft.floor;
    let glyphs = CauseGlyphs::Level(&mut level.legend, level.map, floor);
    let cause = read(cx, glyphs, record);
    level.draft.causes.extend(cause);
}

/// Reads a `when` record before the first level, after all declarations. Reports a wrong record and returns `None`.
pub fn cause_of_file(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    record: &Record,
) -> Option<DraftCause> {
    read(cx, CauseGlyphs::File(glyphs), record)
}

/// Reads a cause. Reports an incomplete or wrong record and returns `None`.
fn read(cx: &mut Context<'_>, glyphs: CauseGlyphs<'_, '_>, record: &Record) -> Option<DraftCause> {
    if record.integrity == Integrity::Broken || !cx.admits(1, record.span) {
        return None;
    }
    let fields = Fields::new(cx, RecordKind::When, record);
    let mut cause = CauseReader {
        glyphs,
        fields,
        effects: Vec::new(),
        hears: false,
        far: None,
    };
    for key in EVENTS
        .into_iter()
        .chain(EFFECTS)
        .chain([&WHEN_LEVEL, &AGAIN, &SAYS])
    {
        cause.fields.ask(key);
    }
    let is_misspelt = cause.fields.has_unknown_key();
    let says_effects = EFFECTS.iter().any(|key| cause.says_effect(key));
    let far = cause.far_level();
    let event = cause.event();
    let into = cause.tile_effect();
    let doors = cause.fields.get(&WHEN_OPEN);
    let doors = doors.map(|pair| pair.value.span);
    cause.other_effects();
    let CauseReader {
        mut fields,
        effects,
        far: far_cells,
        ..
    } = cause;
    let again = fields.yes(&AGAIN).is_some_and(|again| again.value);
    let says = fields.text_or(&SAYS).map(|says| says.value);
    fields.finish("a cause");
    if effects.is_empty() && says.is_none() {
        if !says_effects && !is_misspelt {
            nothing_comes(cx, record.span);
        }
        return None;
    }
    let (event, named, place) = event?;
    Some(DraftCause {
        record: CauseRecord {
            level: None,
            heard: None,
            event,
            again,
            effects,
            says: says.unwrap_or_default(),
            is_wanted: false,
        },
        into,
        named,
        far: far.map(|level| FarEvent {
            level,
            cells: far_cells,
        }),
        place: CausePlace {
            record: record.span,
            event: place,
            doors,
        },
    })
}

/// Reports a cause without effects.
fn nothing_comes(cx: &mut Context<'_>, record: Span) {
    let message = "expected an effect, found none";
    let finding = Diagnostic::new(Code::BadValue, record, message);
    cx.report(finding.help(
        "add `tile=` and `into=`, `open=`, `spawn=` and `at=`, `give=`, `move=`, `alarm=`, `wake=`, `win=`, `lose=` or a text",
    ));
}

//! A classic file (docs/format, "The classic format"): one level of explore.
use std::sync::Arc;

use crate::resolve::level::draft::Draft;
use crate::resolve::level::drawing;
use crate::resolve::level::level_records::{place, put};
use crate::resolve::level::pieces::Piece;
use crate::resolve::level::requirements::{
    HelpStyle, RequirementCheck, RequirementScope, check_heroes, check_requirement,
};
use crate::resolve::map::map_text;
use crate::resolve::records::bodies_and_items::BodySpec;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::resolve::schema::source_map::{Resolved, SourceMap};
use crate::resolve::schema::unknowns::Unknowns;
use crate::syntax::{Classic, ClassicRecord, Integrity};
use dungeon_model::dungeon::{DungeonTables, builtin, seal};

/// Resolves a classic file. `None` without a usable header.
pub fn classic(cx: &mut Context<'_>, file: &Classic) -> Option<Resolved> {
    let map = map_text::classic(cx, file)?;
    let (width, height) = file.size?;
    let head = width.span.to(height.span);
    let is_broken = file.integrity == Integrity::Broken;
    let mut unknowns = if is_broken {
        Unknowns::ALL
    } else {
        Unknowns::default()
    };
    let mut draft = drawing::classic(cx, &map);
    for record in &file.records {
        let Some(piece) = piece(cx, record.letter.value) else {
            continue;
        };
        if !placed(cx, &map, &mut draft, record, piece.clone()) {
            unknowns.note(cx, &[piece]);
        }
    }
    let case = RequirementCheck {
        head,
        unknowns,
        style: HelpStyle::Classic,
        scope: RequirementScope::Game,
    };
    check_heroes(cx, &draft.requirements, &case);
    check_requirement(cx, &draft.requirements, &case);
    let (level, places) = draft.finish(cx, String::new(), head, &map);
    let dungeon = seal(DungeonTables {
        is_classic: true,
        ..cx.take_tables().tables(vec![level])
    });
    Some(Resolved {
        dungeon,
        places: Arc::new(SourceMap {
            levels: vec![places],
            ..SourceMap::default()
        }),
        tests: Arc::default(),
    })
}

/// Places the thing that a record names. Returns whether that was possible.
fn placed(
    cx: &mut Context<'_>,
    map: &map_text::LevelMap,
    draft: &mut Draft,
    record: &ClassicRecord,
    piece: Piece,
) -> bool {
    if record.integrity == Integrity::Broken {
        return false;
    }
    let mut fields = Fields::classic(cx, record.span, &record.numbers);
    let Some(p) = place(map, &mut fields) else {
        return false;
    };
    put(map, draft, p, piece, &mut fields);
    true
}

/// Returns the thing that the letter of a record stands for; `None` for an unknown letter.
fn piece(cx: &Context<'_>, letter: char) -> Option<Piece> {
    let body = |kind| Piece::Body(kind, BodySpec::plain(cx, kind));
    Some(match letter {
        'h' => body(builtin::HERO),
        'w' => body(builtin::WANDERER),
        'g' => body(builtin::GHOST),
        'p' => body(builtin::PATROL),
        '*' => Piece::Item(builtin::HERB, builtin::HERB),
        '=' => Piece::Item(builtin::RING, builtin::RING),
        '$' => Piece::Item(builtin::GOLD, builtin::GOLD),
        _ => return None,
    })
}

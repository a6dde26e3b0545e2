//! A classic file (FORMAT.md, "The classic format"): one level of explore.
use crate::dungeon::builtin;
use crate::format::resolve::level::draft::Draft;
use crate::format::resolve::level::drawing;
use crate::format::resolve::level::legend::Piece;
use crate::format::resolve::level::level_records::{place, put};
use crate::format::resolve::level::requirements::{
    Case, Dialect, Doubts, Scope, judge_aims, judge_heroes,
};
use crate::format::resolve::map::map_text;
use crate::format::resolve::records::bodies_and_items::BodySpec;
use crate::format::resolve::schema::context::Desk;
use crate::format::resolve::schema::fields::Fields;
use crate::format::resolve::schema::source_map::{Places, Resolved};
use crate::format::syntax::{Classic, ClassicRecord, Health};

/// What a classic file means; none without a usable header.
pub fn classic(desk: &mut Desk<'_>, file: &Classic) -> Option<Resolved> {
    let board = map_text::classic(desk, file)?;
    let (width, height) = file.size?;
    let head = width.span.to(height.span);
    let is_broken = file.health == Health::Broken;
    let mut doubts = match is_broken {
        true => Doubts::ALL,
        false => Doubts::default(),
    };
    let mut draft = drawing::classic(desk, &board);
    for record in &file.records {
        let Some(piece) = piece(desk, record.letter.value) else {
            continue;
        };
        if !placed(desk, &board, &mut draft, record, piece.clone()) {
            doubts.note(desk, &[piece]);
        }
    }
    let case = Case {
        head,
        doubts,
        dialect: Dialect::Classic,
        scope: Scope::Game,
    };
    judge_heroes(desk, &draft.census, &case);
    judge_aims(desk, &draft.census, &case);
    let (level, places) = draft.finish(desk, String::new(), head, &board);
    Some(Resolved {
        aim: desk.customs.aim,
        rim: desk.customs.rim,
        neighbours: desk.customs.neighbours,
        cut_off: desk.cut_off,
        dungeon: desk.take_tables().dungeon(vec![level]),
        places: Places {
            levels: vec![places],
            declarations: Vec::new(),
        },
    })
}

/// Puts down what a record says; whether it could.
fn placed(
    desk: &mut Desk<'_>,
    board: &map_text::Board,
    draft: &mut Draft,
    record: &ClassicRecord,
    piece: Piece,
) -> bool {
    if record.health == Health::Broken {
        return false;
    }
    let mut fields = Fields::classic(record.span, &record.numbers);
    let Some(p) = place(desk, board, &mut fields) else {
        return false;
    };
    put(desk, board, draft, p, piece, fields);
    true
}

/// What a letter stands for.
fn piece(desk: &Desk<'_>, letter: char) -> Option<Piece> {
    let body = |kind| Piece::Body(kind, BodySpec::plain(desk, kind));
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

//! The board of a game whose file has no level: the published one.
use super::board::{self, Board};
use super::desk::Desk;
use super::draft::{Draft, Strew};
use super::places::LevelPlaces;
use crate::dungeon::{Amount, Company, Level, Overlap, Scatter, Strewn, builtin, siege};
use crate::format::source::Span;
use crate::space::geometry::{Region, Size, at};

/// S-1: floor, ten throws of a cow into columns and rows 9 to 14, and the hero somewhere there, perhaps on one.
pub fn siege(desk: &mut Desk<'_>, head: Span) -> (Vec<Level>, Vec<LevelPlaces>) {
    let board: Board = board::blank(Size::new(24, 24));
    let mut draft = Draft::filled(board.size, builtin::FLOOR, builtin::FLOOR);
    let hero = Strewn::Body(builtin::HERO, desk.tables.kind(builtin::HERO).stats);
    for (what, count) in [(Strewn::Item(siege::COW), 10), (hero, 1)] {
        let scatter = Scatter {
            what,
            amount: Amount::Count(count),
            within: Region {
                from: at(8, 8),
                to: at(13, 13),
            },
            away: None,
            overlap: Overlap::Replace,
            company: Company::Alone,
        };
        draft.scatters.push(Strew {
            scatter,
            fitting: None,
            span: head,
        });
    }
    let (level, places) = draft.finish(desk, String::new(), head, &board);
    (vec![level], vec![places])
}

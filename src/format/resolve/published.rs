//! The board of a game whose file has no level: the published one.
use super::board;
use super::desk::Desk;
use super::draft::{Draft, Strew};
use super::places::LevelPlaces;
use crate::dungeon::{Amount, Level, Overlap, Scatter, Strewn, builtin, siege};
use crate::format::source::Span;
use crate::space::geometry::{Region, Size, at};

/// Its columns and rows.
const SIDE: i32 = 24;

/// S-1: so many throws of a cow.
const COWS: u32 = 10;

/// S-1: floor, the throws of a cow into columns and rows 9 to 14, and the hero somewhere there, perhaps on one. All
/// of it is said by the word of the rules; none where that is more than the limits let in, which is reported.
pub fn siege(desk: &mut Desk<'_>, said: Span) -> Option<(Vec<Level>, Vec<LevelPlaces>)> {
    let size = Size::new(SIDE, SIDE);
    if !desk.admits_map(size, said) || !desk.admits(COWS as usize + 1, said) {
        return None;
    }
    let board = board::blank(size);
    let mut draft = Draft::filled(size, builtin::FLOOR, builtin::FLOOR);
    let hero = Strewn::Body(builtin::HERO, desk.tables.kind(builtin::HERO).stats);
    draft.scatters = [(Strewn::Item(siege::COW), COWS), (hero, 1)]
        .map(|(what, count)| thrown(desk, what, count, said))
        .into();
    let (level, places) = draft.finish(desk, String::new(), said, &board);
    Some((vec![level], vec![places]))
}

/// So many throws of a thing into the middle of the board.
fn thrown(desk: &Desk<'_>, what: Strewn, count: u32, said: Span) -> Strew {
    let scatter = Scatter {
        what,
        amount: Amount::Count(count),
        within: Region {
            from: at(8, 8),
            to: at(13, 13),
        },
        away: None,
        overlap: Overlap::Replace,
        company: desk.customs.company,
    };
    Strew {
        scatter,
        fitting: None,
        span: said,
    }
}

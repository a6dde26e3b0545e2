//! The boards of games whose file has no level: the published ones. All of a board is said by the word of the rules;
//! there is none where it is more than the limits let in, which is reported.
use crate::dungeon::{Amount, Level, Overlap, Scatter, Strewn, arena, builtin, siege};
use crate::format::resolve::level::draft::{Draft, DraftBody, DraftScatter};
use crate::format::resolve::map::map_text;
use crate::format::resolve::map::map_text::LevelMap;
use crate::format::resolve::records::bodies_and_items::BodySpec;
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::source_map::{LevelSourceMap, Origin};
use crate::format::source::Span;
use crate::space::geometry::{Region, Size, at};

/// S-1: floor, ten throws of a cow into columns and rows 9 to 14, and the hero somewhere there, perhaps on one.
pub fn siege(cx: &mut ResolveContext<'_>, said: Span) -> Option<(Level, LevelSourceMap)> {
    const COWS: u32 = 10;
    let (board, mut draft) = floor(cx, 24, COWS as usize + 1, said)?;
    let hero = Strewn::Body(builtin::HERO, cx.tables.kind(builtin::HERO).stats);
    let middle = Region {
        from: at(8, 8),
        to: at(13, 13),
    };
    draft.scatters = [(Strewn::Item(siege::COW), COWS), (hero, 1)]
        .map(|(what, count)| Scatter {
            overlap: Overlap::Replace,
            ..scatter(cx, what, Amount::Count(count), middle)
        })
        .map(|scatter| strew(scatter, said))
        .into();
    Some(draft.finish(cx, String::new(), said, &board))
}

/// the hero at 2,2, each other cell a wall by a chance of 20 %, and ten enemies that are not beside him.
pub fn arena(cx: &mut ResolveContext<'_>, said: Span) -> Option<(Level, LevelSourceMap)> {
    const SIDE: i32 = 20;
    const ENEMIES: u32 = 10;
    let (board, mut draft) = floor(cx, SIDE, ENEMIES as usize + 1, said)?;
    let hero = DraftBody {
        at: at(1, 1),
        base: builtin::HERO,
        form: BodySpec::plain(cx, builtin::HERO),
        span: said,
        origin: Origin::Added,
        record: None,
    };
    draft.put_body(cx, hero);
    let all = Region {
        from: at(0, 0),
        to: at(SIDE - 1, SIDE - 1),
    };
    let walls = scatter(cx, Strewn::Tile(builtin::WALL), Amount::Percent(20), all);
    let enemy = Strewn::Body(arena::ENEMY, cx.tables.kind(arena::ENEMY).stats);
    let enemies = Scatter {
        away: Some(1),
        ..scatter(cx, enemy, Amount::Count(ENEMIES), all)
    };
    draft.scatters = [walls, enemies].map(|scatter| strew(scatter, said)).into();
    Some(draft.finish(cx, String::new(), said, &board))
}

/// A square of floor for so many things.
fn floor(
    cx: &mut ResolveContext<'_>,
    side: i32,
    things: usize,
    said: Span,
) -> Option<(LevelMap, Draft)> {
    let size = Size::new(side, side);
    let fits = cx.admits_map(size, said) && cx.admits(things, said);
    let draft = Draft::filled(size, builtin::FLOOR, builtin::FLOOR);
    fits.then(|| (map_text::blank(size), draft))
}

fn scatter(cx: &ResolveContext<'_>, what: Strewn, amount: Amount, within: Region) -> Scatter {
    Scatter {
        what,
        amount,
        within,
        away: None,
        overlap: Overlap::Avoid,
        sharing: cx.game.sharing,
        exempt: cx.exempt,
    }
}

fn strew(scatter: Scatter, said: Span) -> DraftScatter {
    DraftScatter {
        scatter,
        fitting: None,
        span: said,
    }
}
